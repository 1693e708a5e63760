//! Access logs of Apache httpd, Undertow and WildFly, Tomcat, nginx and Envoy, in the pattern they were told to write.
//!
//! Defaults: without a pattern, `common` or `combined` of the server (for Envoy its default format), which have no
//! response times except Envoy's: give the pattern for those. Named values behind the combined format are read where their unit is sure
//! ([`super::behind`]); a number without a name may be a time of any unit (`%D` is microseconds with httpd, milliseconds with Tomcat 9):
//! it is passed over and asked for. Times in the common format are whole seconds, so a start
//! is known to a second.
//!
//! Traps: see [`super::field`] for units and for what the time means. Undertow writes `-` for `%D` unless the listener
//! has `record-request-start-time`. nginx writes a list of upstream times when it tried several servers. Quotes in a
//! value are escaped (`\"` by Apache, `\x22` by nginx); Undertow doesn't escape.

use super::behind::{self, TrailingTimes};
use super::dialect::LogDialect;
use super::pattern::LogPattern;
use crate::options::{FormatError, ReaderOptions};
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::WallClock;
use plimsoll_run::PassedOver;

pub struct AccessLog {
    pattern: LogPattern,
    clock: WallClock,
    rows: u64,
    /// Nobody said a pattern: the usual one was taken.
    is_usual: bool,
    /// What stands behind it was asked for.
    asked: bool,
}

impl AccessLog {
    pub fn new(dialect: LogDialect, options: &ReaderOptions) -> Result<AccessLog, FormatError> {
        let text = options.pattern.as_deref().unwrap_or("");
        let pattern = LogPattern::compile(dialect, text)
            .map_err(|problem| FormatError::Pattern { pattern: text.to_owned(), problem })?;
        let is_usual = text.is_empty() && dialect != LogDialect::Envoy;
        let clock = WallClock::new(options.time_zone.clone());
        Ok(AccessLog { pattern, clock, rows: 0, is_usual, asked: false })
    }

    /// A value behind the usual fields that may be a time, and of which nothing says the unit.
    fn ask(&mut self, line: &InputLine<'_>, value: &str, out: &mut dyn Output) {
        self.asked = true;
        let kind = ProblemKind::PassedOver(PassedOver::Unnamed { value: value.to_owned() });
        out.problem(Problem { line: line.number, kind });
    }
}

impl LineReader for AccessLog {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        // `#` begins the head of the W3C format, and of nothing else here.
        if line.bytes.is_empty() || line.bytes[0] == b'#' {
            return;
        }
        let text = line.text();
        let mut asked = None;
        let read = match self.pattern.row(&text) {
            // The last line of a log that was cut off.
            None if !line.has_end && self.rows > 0 => Err(ProblemKind::Truncated { what: "a line" }),
            None => Err(ProblemKind::unrecognised(line.bytes)),
            Some(mut row) => {
                let named = if self.is_usual { behind::named(&text, &mut row) } else { TrailingTimes::None };
                let unsure = match named {
                    TrailingTimes::Unsure(pair) => Some(pair),
                    TrailingTimes::None if self.is_usual => behind::number(&text),
                    TrailingTimes::None | TrailingTimes::Taken => None,
                };
                if let Some(value) = unsure.filter(|_| !self.asked) {
                    asked = Some(value);
                }
                row.finish(&mut self.clock, line.stamp_us, self.rows, out)
            }
        };
        match read {
            Ok(()) => self.rows += 1,
            Err(kind) => return out.problem(Problem { line: line.number, kind }),
        }
        if let Some(value) = asked {
            self.ask(&line, value, out);
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.clock.finish(out);
    }
}

/// Lines of the common log format: `[25/Oct/2015:04:11:25 +0100] "`. Whose they are can't be seen.
pub fn recognise_common(lines: &[String]) -> bool {
    most(lines, |line| {
        let start = line.find('[').map_or(0, |at| at + 1);
        let time = line.as_bytes().get(start..start + 26);
        start > 0 && time.is_some_and(|time| crate::time::common_log(time).is_some()) && line.contains("] \"")
    })
}

/// Lines of Envoy's default format: `[2016-04-15T20:17:00.310Z] "`.
pub fn recognise_envoy(lines: &[String]) -> bool {
    most(lines, |line| {
        let time = line.strip_prefix('[').and_then(|rest| rest.split_once("] \""));
        time.is_some_and(|(time, _)| time.ends_with('Z') && crate::time::iso(time.as_bytes()).is_some())
    })
}

fn most(lines: &[String], fits: impl Fn(&str) -> bool) -> bool {
    let lines: Vec<_> = lines.iter().filter(|line| !line.is_empty()).collect();
    let fitting = lines.iter().filter(|line| fits(line)).count();
    fitting > 0 && fitting * 2 >= lines.len()
}

#[cfg(test)]
mod tests;
