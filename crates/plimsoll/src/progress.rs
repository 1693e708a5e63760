//! Progress on a terminal; lines without it.

use crate::message;
use plimsoll_plan::units::format_duration;
use plimsoll_report::{Language, Words, notes};
use plimsoll_run::{SearchEnd, StepReason};
use plimsoll_study::{ArrivalFigures, ArrivalRate, LoadLevel, Observer, SecondFigures, StepFigures};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Shows a run while it goes: one changing line on a terminal, a line per step in any case.
pub struct Progress {
    live: bool,
    width: usize,
    /// A changing line stands on the terminal.
    line_open: bool,
    /// Seconds in a row in which everything failed.
    all_failed: u32,
    warned: bool,
    /// Number of steps and time of each, where they are known before.
    steps: Option<(u32, Duration)>,
    /// When something was said last, in seconds of the step; only without a terminal, where no line changes.
    said_s: u64,
    /// Keys are listened to.
    keys: bool,
    /// What is said while a run goes is English.
    words: Words,
}

/// Without a terminal a run says at least so often how it goes: who watches a pipeline takes silence for a hang.
const SILENCE_S: u64 = 10;

/// Seconds of nothing but failures after which that is printed.
const ALL_FAILED_SECONDS: u32 = 2;

impl Progress {
    pub fn new(steps: Option<(u32, Duration)>, keys: bool) -> Self {
        let width = terminal_width();
        Progress {
            live: std::io::stderr().is_terminal(),
            width,
            line_open: false,
            all_failed: 0,
            warned: false,
            steps,
            said_s: 0,
            keys,
            words: Words::new(Language::English),
        }
    }

    fn line(&mut self, text: &str) {
        self.close_line();
        message::say(text);
    }

    fn close_line(&mut self) {
        if std::mem::take(&mut self.line_open) {
            // Nothing depends on the terminal taking it.
            let _ = write!(std::io::stderr(), "\r{:width$}\r", "", width = self.width.saturating_sub(1));
        }
    }

    fn change_line(&mut self, text: &str) {
        if !self.live {
            return;
        }
        let width = self.width.saturating_sub(1);
        let text: String = message::shown(text).chars().take(width).collect();
        let _ = write!(std::io::stderr(), "\r{text:width$}");
        let _ = std::io::stderr().flush();
        self.line_open = true;
    }

    fn watch_failures(&mut self, figures: &SecondFigures) {
        let all = figures.requests > 0 && figures.errors >= figures.requests;
        self.all_failed = if all { self.all_failed + 1 } else { 0 };
        if self.all_failed >= ALL_FAILED_SECONDS && !self.warned {
            self.warned = true;
            self.close_line();
            let what = figures.error.as_deref().unwrap_or("see the report");
            let hint = match what.split(':').next() {
                Some("name-resolution") => "check the host name; Ctrl-C ends the run",
                Some("connect-refused" | "connect-timeout" | "connect-failed") => {
                    "is the server running, and are host and port right? Ctrl-C ends the run"
                }
                _ => "are the path and the plan's checks right? Ctrl-C ends the run",
            };
            message::warning(&format!("every request fails: {}", failure(what)), Some(hint));
        }
    }
}

/// `404 Not Found` says by itself that it is a status.
fn failure(what: &str) -> &str {
    let code = what.strip_prefix("status: ");
    code.filter(|code| code.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(what)
}

/// Columns of the terminal on stderr, or 80.
fn terminal_width() -> usize {
    columns_of(std::io::stderr()).unwrap_or(80)
}

/// Columns of text on stderr: those of the terminal; of a file or a pipe the same everywhere.
pub fn message_width() -> usize {
    columns_of(std::io::stderr()).unwrap_or(100)
}

/// Columns of the text that goes to stdout: those of the terminal; of a file or a pipe the same everywhere.
pub fn text_width() -> usize {
    columns_of(std::io::stdout()).unwrap_or(100)
}

/// `None`: it is no terminal, or too narrow to be one.
fn columns_of(stream: impl std::os::fd::AsFd) -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(stream).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns >= 20)
}

impl Observer for Progress {
    fn step_started(&mut self, step: u32, load: LoadLevel, why: &StepReason) {
        self.said_s = 0;
        let why = notes::step_reason(&self.words, why);
        let why = if why.is_empty() { why } else { format!(" ({why})") };
        self.line(&format!("step {step}: {load}{why}"));
    }

    fn second(&mut self, figures: &SecondFigures) {
        let left = figures.left.map_or_else(String::new, |left| {
            let after =
                self.steps.map_or(Duration::ZERO, |(steps, each)| each * steps.saturating_sub(figures.step));
            format!("{} left", clock(left + after))
        });
        let of =
            self.steps.filter(|(steps, _)| *steps > 1).map_or_else(String::new, |(n, _)| format!("/{n}"));
        let p95 = figures.p95_us.map_or_else(|| "–".to_owned(), time);
        let keys = if self.keys { "[p+-nq]" } else { "" };
        let parts = [
            Part(5, format!("step {}{of}", figures.step)),
            Part(4, clock(figures.elapsed)),
            Part(1, load_text(figures)),
            Part(0, format!("{}/s", figures.requests.saturating_sub(figures.errors))),
            Part(2, format!("p95 {p95}")),
            Part(if figures.errors > 0 { 1 } else { 3 }, format!("{} failed/s", figures.errors)),
            Part(6, left),
            Part(RANK_LAST, keys.to_owned()),
        ];
        let now_s = figures.elapsed.as_secs();
        if !self.live && now_s >= self.said_s + SILENCE_S {
            self.said_s = now_s;
            self.line(&fitted(&parts, usize::MAX));
        }
        self.change_line(&fitted(&parts, self.width.saturating_sub(1)));
        self.watch_failures(figures);
    }

    fn step_ended(&mut self, figures: &StepFigures) {
        let gain = match (figures.gain, figures.goal) {
            (Some(gain), Some(goal)) => {
                format!("  gain {} % (goal {goal} %)", format!("{gain:.1}").replace('-', "−"))
            }
            _ => String::new(),
        };
        let p95 = figures.p95_us.map_or_else(|| "–".to_owned(), time);
        let arrivals = figures.arrivals.map_or_else(String::new, |arrivals| {
            let began = 100.0 * arrivals.started as f64 / arrivals.due.max(1) as f64;
            format!("  {began:.1} % of the arrivals began{}", unserved(&arrivals))
        });
        self.line(&format!(
            "  {:.1}/s  p95 {p95}  {} of {} failed{gain}{arrivals}",
            figures.throughput_per_s, figures.errors, figures.requests
        ));
    }

    fn pausing(&mut self, pause: Duration) {
        let text = format!("  pause of {}", format_duration(pause));
        if !self.live && pause.as_secs() >= SILENCE_S {
            self.line(&text);
        }
        self.change_line(&text);
    }

    fn search_ended(&mut self, why: &SearchEnd) {
        let why = notes::search_end(&self.words, why);
        self.line(&format!("the search ended: {why}"));
    }
}

/// A part of the changing line, which may be empty. Where the terminal is narrow those of the highest ranks are left out.
struct Part(u8, String);

const RANK_LAST: u8 = 7;

/// The parts that a line of this width has room for.
fn fitted(parts: &[Part], width: usize) -> String {
    let up_to = |last: u8| {
        let among = parts.iter().filter(|Part(rank, text)| *rank <= last && !text.is_empty());
        among.fold(String::new(), |line, Part(_, text)| line + "  " + text)
    };
    let found = (0..=RANK_LAST).rev().map(up_to).find(|line| line.chars().count() <= width);
    found.unwrap_or_else(|| up_to(0))
}

/// What is on now: users, or the rate and how many arrivals began in this second; and what a person did to it.
fn load_text(figures: &SecondFigures) -> String {
    let mut text = match (figures.rate_per_s, figures.arrivals) {
        (Some(per_s), Some(arrivals)) => format!(
            "{}: {} began, {} busy{}",
            LoadLevel::Rate(ArrivalRate { per_s, users: None }),
            arrivals.started,
            arrivals.busy,
            unserved(&arrivals)
        ),
        _ if figures.users == 1 => "1 user".to_owned(),
        _ => format!("{} users", figures.users),
    };
    if (figures.factor - 1.0).abs() > 0.005 {
        text.push_str(&format!(" × {:.2}", figures.factor));
    }
    if figures.paused {
        text.push_str(" (paused)");
    }
    text
}

/// Arrivals that did not begin.
fn unserved(arrivals: &ArrivalFigures) -> String {
    let part = |count: u64, word: &str| if count > 0 { format!(", {count} {word}") } else { String::new() };
    format!("{}{}", part(arrivals.dropped, "dropped"), part(arrivals.waiting, "waiting"))
}

fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A time with the unit that keeps it short.
fn time(micros: u64) -> String {
    match micros {
        0..=999 => format!("{micros} µs"),
        1_000..=9_999 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..=99_999 => format!("{:.1} ms", micros as f64 / 1e3),
        100_000..=999_999 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.2} s", micros as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_not_called_one_twice() {
        let shown = ["status: 404 Not Found", "status: moved", "connect-refused: 127.0.0.1:9"].map(failure);
        assert_eq!(shown, ["404 Not Found", "status: moved", "connect-refused: 127.0.0.1:9"]);
    }

    #[test]
    fn a_narrow_line_keeps_what_matters_whole() {
        let ranked =
            [(5, "step 2/8"), (4, "0:03"), (1, "7 users"), (0, "361/s"), (2, "p95 35.0 ms"), (6, "")];
        let parts: Vec<Part> = ranked.map(|(rank, text)| Part(rank, text.to_owned())).into();
        for (width, expected) in [
            (usize::MAX, "  step 2/8  0:03  7 users  361/s  p95 35.0 ms"),
            (39, "  0:03  7 users  361/s  p95 35.0 ms"),
            (30, "  7 users  361/s  p95 35.0 ms"),
            (20, "  7 users  361/s"),
            (3, "  361/s"),
        ] {
            assert_eq!(fitted(&parts, width), expected, "{width}");
        }
    }
}
