//! The lines of a log of JDK 8 and before, put together to collections ([`super::gc8`]).
//!
//! A collection is printed piece by piece while it goes on, and what else prints meanwhile stands in the middle of it, with
//! line ends of its own: ages of objects (`-XX:+PrintTenuringDistribution`), decisions of G1
//! (`-XX:+PrintAdaptiveSizePolicy`), the heap (`-XX:+PrintHeapAtGC`), statistics, CMS' and G1's concurrent phases. So a
//! collection ends with the bracket that closes it, whatever lines are between. Its time stands before it, perhaps with
//! its number (`#4:`, `-XX:+PrintGCID`), or at the end of the line before when two threads printed at once.
//!
//! What is a part of a collection but of none that began is reported, so that a log which is not understood is no
//! log without collections.

use super::gc8::brackets;
use crate::number::decimal;
use crate::problem::{Problem, ProblemKind};
use crate::time::{self, WallClock};
use plimsoll_run::At;

/// A collection is not longer than this; a histogram of classes in it doesn't count.
const RECORD_BYTES_MAX: usize = 1 << 20;

/// When a line was printed, as far as it says so.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gc8Time {
    pub wall_us: Option<i64>,
    pub uptime_us: Option<i64>,
}

impl Gc8Time {
    pub fn at(&self) -> Option<At> {
        self.wall_us.map(At::Wall).or(self.uptime_us.map(At::Since))
    }
}

/// A whole collection, from its bracket to the one that closes it.
#[derive(Debug, PartialEq)]
pub struct Gc8Text {
    /// When it began.
    pub time: Gc8Time,
    pub text: String,
    /// Where it began.
    pub line: u64,
}

#[derive(Default)]
pub struct Gc8Lines {
    open: Option<Open>,
    /// The last time that was seen, and its line.
    last: Option<(Gc8Time, u64)>,
}

struct Open {
    found: Gc8Text,
    depth: i32,
}

impl Gc8Lines {
    /// Whether a line belongs to a collection or a phase.
    pub fn begins(line: &str) -> bool {
        let mut clock = WallClock::new(jiff::tz::TimeZone::UTC);
        start(line).is_some_and(|at| {
            time_before(&line[..at], &mut clock).at().is_some() || at == 0 && line.contains(" secs]")
        })
    }

    /// The collections that end in this line.
    pub fn line(&mut self, line: &str, number: u64, clock: &mut WallClock) -> (Vec<Gc8Text>, Vec<Problem>) {
        let (mut found, mut problems) = (Vec::new(), Vec::new());
        let mut rest = line;
        if let Some(mut open) = self.open.take() {
            if begins_another(&open.found.text, line) {
                problems.push(unclosed(open.found.line));
            } else if !is_histogram_row(line) {
                open.found.text.push(' ');
                match open.take(line) {
                    Some(end) => {
                        found.push(open.found);
                        rest = &line[end..];
                    }
                    None if open.found.text.len() > RECORD_BYTES_MAX => {
                        problems.push(unclosed(open.found.line))
                    }
                    None => {
                        self.open = Some(open);
                        return (found, problems);
                    }
                }
            } else {
                self.open = Some(open);
                return (found, problems);
            }
        }
        while let Some(at) = start(rest) {
            let mut time = time_before(&rest[..at], clock);
            if let (None, Some((before, line))) = (time.at(), self.last)
                && number - line <= 1
            {
                time = before;
            }
            let text = Gc8Text { time, text: String::new(), line: number };
            let mut open = Open { found: text, depth: 0 };
            match open.take(&rest[at..]) {
                Some(end) => {
                    found.push(open.found);
                    rest = &rest[at + end..];
                }
                None => {
                    self.open = Some(open);
                    return (found, problems);
                }
            }
        }
        self.see_rest(rest, number, clock, &mut problems);
        (found, problems)
    }

    /// The log has ended.
    pub fn finish(&mut self) -> Option<Problem> {
        let open = self.open.take()?;
        Some(Problem { line: open.found.line, kind: ProblemKind::Truncated { what: "a collection" } })
    }

    fn see_rest(&mut self, rest: &str, number: u64, clock: &mut WallClock, problems: &mut Vec<Problem>) {
        let time = leading_time(rest, clock);
        if time.at().is_some() {
            self.last = Some((time, number));
        }
        let mut depth = 0;
        let is_end = brackets(rest).any(|(at, step)| {
            depth += step;
            depth < 0 && rest[..at].trim_end().ends_with("secs")
        });
        if is_end {
            problems.push(Problem { line: number, kind: ProblemKind::unrecognised(rest.as_bytes()) });
        }
    }
}

impl Open {
    /// Takes from a line what belongs to it; where it ends.
    fn take(&mut self, line: &str) -> Option<usize> {
        for (at, step) in brackets(line) {
            self.depth += step;
            if self.depth == 0 {
                self.found.text.push_str(&line[..=at]);
                return Some(at + 1);
            }
        }
        self.found.text.push_str(line);
        None
    }
}

fn unclosed(line: u64) -> Problem {
    let text = "a collection that does not end; it is left out".to_owned();
    Problem { line, kind: ProblemKind::Malformed { text } }
}

/// Where a collection begins, or a phase of Shenandoah's. What G1 and CMS do beside the program is none, nor are the
/// parts of a collection.
fn start(text: &str) -> Option<usize> {
    const OTHERS: [&str; 6] =
        ["[GC concurrent", "[GC Worker", "[GC ref-proc", "[GC Termination", "[GC overhead", "[GC log"];
    text.match_indices('[').map(|(at, _)| at).find(|at| {
        let rest = &text[*at..];
        let is_gc = rest.strip_prefix("[GC").is_some_and(|after| {
            !after.starts_with(|c: char| c.is_ascii_lowercase() || c == '_' || c == ']')
                || after.starts_with("pause")
        });
        (is_gc && !OTHERS.iter().any(|other| rest.starts_with(other)))
            || rest.starts_with("[Full GC")
            || ((rest.starts_with("[Pause ") || rest.starts_with("[Concurrent ")) && rest.contains(','))
    })
}

/// Whether a line begins a collection that can't be a part of the open one. Only CMS' remark holds another.
fn begins_another(open: &str, line: &str) -> bool {
    if line.starts_with("OpenJDK ")
        || line.starts_with("Java HotSpot(TM) ")
        || line.starts_with("CommandLine flags:")
    {
        return true;
    }
    let Some(at) = start(line) else { return false };
    let begins_line = line[..at].split_whitespace().all(is_time_or_number);
    begins_line && !(open.contains("YG occupancy") && line[at..].starts_with("[GC"))
}

fn is_time_or_number(word: &str) -> bool {
    let word = word.trim_end_matches(':');
    word.starts_with('#') || decimal(word).is_some() || time::iso(word.as_bytes()).is_some()
}

/// `   1:        123        4567  [Ljava.lang.Object;` of a histogram: its brackets are names.
fn is_histogram_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = |word: Option<&str>| word.is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
    words.next().is_some_and(|rank| is_number(rank.strip_suffix(':')))
        && is_number(words.next())
        && is_number(words.next())
}

/// `2026-11-21T08:22:01.369+0100: 0.772: #4: ` at the end of a text.
fn time_before(text: &str, clock: &mut WallClock) -> Gc8Time {
    let mut found = Gc8Time::default();
    for word in text.split_whitespace().rev() {
        if !found.see(word, clock) {
            break;
        }
    }
    found
}

fn leading_time(text: &str, clock: &mut WallClock) -> Gc8Time {
    let mut found = Gc8Time::default();
    for word in text.split_whitespace() {
        if !found.see(word, clock) {
            break;
        }
    }
    found
}

impl Gc8Time {
    fn see(&mut self, word: &str, clock: &mut WallClock) -> bool {
        let Some(word) = word.strip_suffix(':') else { return false };
        if word.starts_with('#') {
            return true;
        }
        if let Some(us) = time::iso(word.as_bytes()).and_then(|written| clock.unix_us(&written)) {
            self.wall_us = self.wall_us.or(Some(us));
            return true;
        }
        match decimal(word).filter(|seconds| (0.0..1e9).contains(seconds)) {
            Some(seconds) => self.uptime_us = self.uptime_us.or(Some((seconds * 1e6).round() as i64)),
            None => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The own texts of the collections that come out, with their line, and the lines of problems.
    fn check(log: &str, expected: &[(u64, &str)], problems: &[u64]) {
        let mut lines = Gc8Lines::default();
        let mut clock = WallClock::new(jiff::tz::TimeZone::UTC);
        let (mut found, mut bad) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(log.lines()) {
            let (texts, wrong) = lines.line(line, number, &mut clock);
            found.extend(texts.into_iter().map(|text| (text.line, text.text)));
            bad.extend(wrong.into_iter().map(|problem| problem.line));
        }
        bad.extend(lines.finish().map(|problem| problem.line));
        let found: Vec<_> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(found, expected);
        assert_eq!(bad, problems);
    }

    #[test]
    fn a_collection_ends_with_its_bracket_whatever_lines_are_between() {
        check(
            "1.0: #3: [GC pause (young) 1.0: [G1Ergonomics (CSet Construction) x]\n\
             - age   1:   10 bytes\n\
             , 0.1 secs]\n\
             \x20 [GC Worker Start (ms): 1]\n\
             2.0: [GC concurrent-mark-start]\n\
             3.0: [Full GC 3.0: [Class Histogram:\n\
             \x20  1:   10    20  [C\n\
             , 0.1 secs], 0.2 secs] [Times: user=0.1]",
            &[
                (
                    1,
                    "[GC pause (young) 1.0: [G1Ergonomics (CSet Construction) x] - age   1:   10 bytes , 0.1 secs]",
                ),
                (6, "[Full GC 3.0: [Class Histogram: , 0.1 secs], 0.2 secs]"),
            ],
            &[],
        );
    }

    #[test]
    fn what_does_not_end_or_did_not_begin_is_reported() {
        check(
            " (concurrent mode failure): 1K->1K(2K), 0.1 secs] 2K->2K(4K), 0.2 secs]\n\
             1.0: [GC 1.0: [ParNew: 1K->1K(2K)\n\
             2.0: [GC 2.0: [ParNew: 1K->1K(2K), 0.1 secs] 1K->1K(4K), 0.1 secs]\n\
             3.0: [Full GC",
            &[(3, "[GC 2.0: [ParNew: 1K->1K(2K), 0.1 secs] 1K->1K(4K), 0.1 secs]")],
            &[1, 2, 4],
        );
    }
}
