//! Delay distributions and stalls as they are typed.

use plimsoll_plan::units;
use plimsoll_targets::{Distribution, Stall};

/// `5 ms`, `constant 5 ms`, `exponential 10 ms` (its mean), or shares: `95% 2 ms, 5% 40 ms`, with `bimodal` or
/// `list` before them or without.
pub fn distribution(text: &str) -> Result<Distribution, String> {
    let text = text.trim();
    let (word, rest) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let distribution = match word {
        "" if !rest.contains('%') => Distribution::Constant(time(rest)?),
        "constant" => Distribution::Constant(time(rest)?),
        "exponential" => Distribution::Exponential { mean: time(rest)? },
        "" | "bimodal" | "list" => {
            let parts = rest.split(',').map(part).collect::<Result<_, _>>()?;
            Distribution::weighted(parts).map_err(|e| e.to_string())?
        }
        _ => {
            let known = ["constant", "exponential", "bimodal", "list"];
            let meant = plimsoll_plan::diagnostic::closest(word, known);
            let meant = meant.map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
            return Err(format!("`{word}` is no distribution; {meant}{FORMS}"));
        }
    };
    Ok(distribution)
}

const FORMS: &str = "write for example `5 ms`, `exponential 10 ms` or `95% 2 ms, 5% 40 ms`";

fn part(text: &str) -> Result<(f64, std::time::Duration), String> {
    let (share, delay) =
        text.split_once('%').ok_or_else(|| format!("`{}` has no share in percent; {FORMS}", text.trim()))?;
    let share = units::percentage(&format!("{share}%")).map_err(|e| e.to_string())?;
    Ok((share, time(delay)?))
}

fn time(text: &str) -> Result<std::time::Duration, String> {
    units::duration(text).map_err(|e| e.to_string())
}

/// `1s/10s`: one second of every ten.
pub fn stall(text: &str) -> Result<Stall, String> {
    let (length, every) = text.split_once('/').ok_or_else(|| {
        format!("`{text}` is no stall; write its length and how often, for example `1 s/10 s`")
    })?;
    let (length, every) = (time(length)?, time(every)?);
    if length.is_zero() || length >= every {
        return Err(format!(
            "`{text}`: a stall is longer than 0 and shorter than the time from one to the next"
        ));
    }
    Ok(Stall { length, every })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn check(text: &str, expected: &str) {
        match distribution(text) {
            Ok(distribution) => assert_eq!(distribution.to_string(), expected, "{text}"),
            Err(message) => assert!(message.contains(expected), "{text}: {message}"),
        }
    }

    #[test]
    fn distributions_are_read_as_they_are_written() {
        check("5 ms", "constant 5 ms");
        check("constant 1.5s", "constant 1500 ms");
        check("exponential 250us", "exponential 0.25 ms");
        check("bimodal 95% 2 ms, 5% 40 ms", "95% 2 ms, 5% 40 ms");
        check("5 % 40ms,95 % 2ms", "95% 2 ms, 5% 40 ms");
        check("list 33.4% 1 ms, 33.3% 2 ms, 33.3% 3 ms", "33.4% 1 ms, 33.3% 2 ms, 33.3% 3 ms");
    }

    #[test]
    fn wrong_distributions_are_refused_with_the_right_form() {
        check("", "is not a duration");
        check("fast", "is no distribution; write for example");
        check("exponentail 5 ms", "did you mean `exponential`?");
        check("95% 2 ms, 40 ms", "`40 ms` has no share");
        check("90% 2 ms, 5% 40 ms", "95.0000 %");
        check("x% 2 ms", "is no distribution");
    }

    #[test]
    fn stalls_are_read_and_impossible_ones_refused() {
        let second = Duration::from_secs(1);
        assert_eq!(stall("1s/10 s"), Ok(Stall { length: second, every: 10 * second }));
        for wrong in ["1s", "10s/1s", "0s/1s", "a/b"] {
            assert!(stall(wrong).is_err(), "{wrong}");
        }
    }
}
