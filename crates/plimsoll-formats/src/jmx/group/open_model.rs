//! The schedule of an Open Model Thread Group: `rate(10/s) random_arrivals(1 min) pause(5 s)`.

use super::arrivals::{USERS_MAX, push_ramp};
use super::number;
use crate::jmx::context::Lowering;
use crate::jmx::element::{Element, ElementProperties};
use plimsoll_plan::{ArrivalProfile, AtEnd, Load, Overload, RateStage, Spacing};
use std::time::Duration;

const SCHEDULE: &str = "OpenModelThreadGroup.schedule";
/// Longest schedule, seconds.
const SECONDS_MAX: f64 = 1e9;

pub fn load(lowering: &mut Lowering, element: &Element, differences: &mut Vec<&'static str>) -> Option<Load> {
    let text = number::known_text(lowering, element, SCHEDULE, element.text(SCHEDULE))?;
    let steps = match parse(&text) {
        Ok(steps) => steps,
        Err(reason) => {
            lowering.error(element, format!("{SCHEDULE}: {reason}")).hint =
                Some("a schedule is for example `rate(0/s) random_arrivals(1 min) rate(10/s)`".to_owned());
            return None;
        }
    };
    let profile = profile(&steps);
    differences.push("requests in flight when the schedule ends are given up and in no figure");
    let seed = number::known(lowering, element, &element.properties, "OpenModelThreadGroup.random_seed")?;
    if !matches!(seed.as_str(), "" | "0")
        && profile.curve().segments().iter().any(|s| s.spacing == Spacing::Random)
    {
        differences.push("its random seed gives other moments");
    }
    Some(Load::Arrivals(profile))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// Per second.
    Rate(f64),
    Arrivals(Spacing, f64),
}

/// As the generator of the thread group goes through them (ThreadScheduleProcessGenerator): a rate that
/// follows arrivals is what they end with.
fn profile(steps: &[Step]) -> ArrivalProfile {
    let main = steps.iter().find_map(|step| match step {
        Step::Arrivals(spacing, _) => Some(*spacing),
        Step::Rate(_) => None,
    });
    let main = main.unwrap_or(Spacing::Even);
    let (mut stages, mut from): (Vec<RateStage>, f64) = (Vec::new(), 0.0);
    for (i, step) in steps.iter().enumerate() {
        match *step {
            Step::Rate(rate) => from = rate,
            Step::Arrivals(spacing, seconds) => {
                let to = match steps.get(i + 1) {
                    Some(Step::Rate(rate)) => *rate,
                    _ => from,
                };
                let length = Duration::from_micros((seconds * 1e6).round() as u64);
                // Nothing comes in a pause: how it is spaced does not matter.
                let own = Some(spacing).filter(|own| *own != main && (from, to) != (0.0, 0.0));
                if !length.is_zero() {
                    push_ramp(&mut stages, from, to, length, own);
                }
            }
        }
    }
    let profile = ArrivalProfile {
        delay: Duration::ZERO,
        stages,
        spacing: main,
        tick: None,
        users: USERS_MAX,
        overload: Overload::Queue,
        at_end: AtEnd::GiveUp,
    };
    ArrivalProfile { users: (profile.total().clamp(1, u64::from(USERS_MAX))) as u32, ..profile }
}

fn parse(text: &str) -> Result<Vec<Step>, String> {
    const HOUR: f64 = 3_600.0;
    // A bare number is a trial: so many in a second, and time for their answers.
    if let Ok(count) = text.parse::<i32>() {
        let rate = Step::Rate(f64::from(count.max(0)));
        let arrivals = |seconds| Step::Arrivals(Spacing::Even, seconds);
        return Ok(vec![rate, arrivals(1.0), rate, Step::Rate(0.0), arrivals(HOUR)]);
    }
    let mut parser = Parser { tokens: tokens(text)?, position: 0 };
    let (mut steps, mut last_rate) = (Vec::new(), 0.0);
    while let Some(token) = parser.next() {
        match token.to_ascii_lowercase().as_str() {
            "rate" => {
                last_rate = parser.rate()?;
                steps.push(Step::Rate(last_rate));
            }
            "random_arrivals" => steps.push(Step::Arrivals(Spacing::Random, parser.duration()?)),
            "even_arrivals" => steps.push(Step::Arrivals(Spacing::Even, parser.duration()?)),
            "pause" => {
                let pause = Step::Arrivals(Spacing::Even, parser.duration()?);
                let (rate, zero) = (Step::Rate(last_rate), Step::Rate(0.0));
                match last_rate == 0.0 {
                    true => steps.extend([pause, rate]),
                    false => steps.extend([rate, zero, pause, zero, rate]),
                }
            }
            _ => {
                let known = "rate, random_arrivals, even_arrivals and pause are known";
                return Err(format!("`{token}` is not expected; {known}"));
            }
        }
    }
    let total: f64 =
        steps.iter().map(|s| if let Step::Arrivals(_, seconds) = s { *seconds } else { 0.0 }).sum();
    if total > SECONDS_MAX {
        return Err("it is longer than 30 years".to_owned());
    }
    Ok(steps)
}

struct Parser {
    tokens: Vec<String>,
    position: usize,
}

impl Parser {
    fn next(&mut self) -> Option<String> {
        let token = self.tokens.get(self.position).cloned();
        self.position += 1;
        token
    }

    fn is_at(&self, token: &str) -> bool {
        self.tokens.get(self.position).is_some_and(|next| next.eq_ignore_ascii_case(token))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        match self.next() {
            Some(token) if token == wanted => Ok(()),
            other => Err(format!("expected `{wanted}`, found {}", found(other))),
        }
    }

    fn number(&mut self) -> Result<f64, String> {
        let token = self.next();
        let number = token.as_deref().and_then(|token| token.parse::<f64>().ok());
        number
            .filter(|n| (0.0..=1e12).contains(n))
            .ok_or_else(|| format!("expected a number, found {}", found(token)))
    }

    /// `(10/s)`, `(10 per min)` or `(0)`, per second.
    fn rate(&mut self) -> Result<f64, String> {
        self.expect("(")?;
        let number = self.number()?;
        let seconds = if number == 0.0 && self.is_at(")") {
            1.0
        } else {
            match self.next() {
                Some(token) if token == "/" || token.eq_ignore_ascii_case("per") => self.unit()?,
                other => return Err(format!("expected `/` and a unit of time, found {}", found(other))),
            }
        };
        self.expect(")")?;
        Ok(number / seconds)
    }

    /// `(1 min 30 s)` or `(0)`, in seconds.
    fn duration(&mut self) -> Result<f64, String> {
        self.expect("(")?;
        let mut seconds = 0.0;
        loop {
            let number = self.number()?;
            if number == 0.0 && self.is_at(")") {
                break;
            }
            seconds += number * self.unit()?;
            if self.is_at(")") {
                break;
            }
        }
        self.expect(")")?;
        Ok(seconds)
    }

    fn unit(&mut self) -> Result<f64, String> {
        let token = self.next();
        let unit = token.as_deref().unwrap_or_default().to_ascii_lowercase();
        match unit.as_str() {
            "ms" => Ok(0.001),
            "s" => Ok(1.0),
            "m" => Ok(60.0),
            "h" => Ok(3_600.0),
            "d" => Ok(86_400.0),
            unit if unit.starts_with("sec") => Ok(1.0),
            unit if unit.starts_with("min") => Ok(60.0),
            unit if unit.starts_with("hour") => Ok(3_600.0),
            unit if unit.starts_with("day") => Ok(86_400.0),
            _ => Err(format!("expected a unit of time (ms, s, min, h, d), found {}", found(token))),
        }
    }
}

fn found(token: Option<String>) -> String {
    token.map_or("its end".to_owned(), |token| format!("`{token}`"))
}

/// Words, numbers and signs, without white space and comments.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            c if c.is_whitespace() => {
                rest = rest.trim_start();
                continue;
            }
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").ok_or("a comment is not closed")?;
                rest = &rest[end + 2..];
                continue;
            }
            '/' if rest.starts_with("//") => {
                rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]);
                continue;
            }
            '(' | ')' | '/' => 1,
            '0'..='9' | '.' => rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len()),
            c if c.is_ascii_alphabetic() => {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => return Err(format!("`{c}` is not expected")),
        };
        tokens.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stages as (per second, ramp in seconds, hold in seconds), and all arrivals.
    fn check(schedule: &str, expected: &[(f64, u64, u64)], total: u64) {
        let profile = profile(&parse(schedule).unwrap_or_else(|e| panic!("{schedule}: {e}")));
        let stages: Vec<(f64, u64, u64)> =
            profile.stages.iter().map(|s| (s.per_s, s.ramp.as_secs(), s.hold.as_secs())).collect();
        assert_eq!(stages, expected, "{schedule}");
        assert_eq!(profile.total(), total, "{schedule}");
    }

    #[test]
    fn schedules_become_stages() {
        check("rate(10/s) even_arrivals(1 min)", &[(10.0, 0, 60)], 600);
        check("rate(0) random_arrivals(1 min) rate(600/min) random_arrivals(30 s)", &[(10.0, 60, 30)], 600);
        check("rate(10/sec) even_arrivals(4 s) rate(0/sec)", &[(10.0, 0, 0), (0.0, 4, 0)], 20);
        check("rate(5 per second) random_arrivals(1m 30sec)", &[(5.0, 0, 90)], 450);
        check("20", &[(20.0, 0, 1), (0.0, 0, 3600)], 20);
        check("random_arrivals(1 s)", &[(0.0, 0, 1)], 0);
    }

    #[test]
    fn a_pause_has_no_arrivals_and_the_rate_stays() {
        check(
            "rate(2/s) even_arrivals(5 s) pause(10 s) even_arrivals(5 s)",
            &[(2.0, 0, 5), (0.0, 0, 10), (2.0, 0, 5)],
            20,
        );
        check("pause(3 s) rate(1/s) even_arrivals(2 s)", &[(0.0, 0, 3), (1.0, 0, 2)], 2);
    }

    #[test]
    fn comments_and_case_do_not_matter() {
        check("/* up */ RATE(1/S) // one\n Even_Arrivals(2 Hours)", &[(1.0, 0, 7200)], 7200);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (schedule, wanted) in [
            ("rate(10)", "expected `/`"),
            ("rate(10/parsec)", "unit of time"),
            ("wait(10 s)", "`wait` is not expected"),
            ("even_arrivals(10 s", "found its end"),
            ("rate(1/s) + 3", "`+` is not expected"),
            ("/* open", "not closed"),
            ("even_arrivals(1e s)", "expected a unit"),
        ] {
            let reason = parse(schedule).expect_err(schedule);
            assert!(reason.contains(wanted), "{schedule}: {reason}");
        }
    }
}
