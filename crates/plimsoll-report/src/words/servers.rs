//! What is said of hosts, their clocks and where times come from.

use super::Words;
use plimsoll_run::{ClockMethod, ClockOffset, Gap, Input, Instance, Source};

/// Seconds with as many places as a clock is worth telling.
fn seconds(words: &Words, us: i64) -> String {
    format!("{:.3} s", us as f64 / 1e6)
}

pub fn clock(words: &Words, offset: Option<ClockOffset>) -> String {
    let Some(offset) = offset else { return "not compared".to_owned() };
    let how = match offset.method {
        ClockMethod::SameMachine => return "the load generator's own".to_owned(),
        ClockMethod::Asked => "asked for its time",
        ClockMethod::Correlated => "fitted to the load",
        ClockMethod::Told => "as told",
    };
    let direction = if offset.ahead_us < 0 { "behind" } else { "ahead" };
    let (by, unsure) = (offset.ahead_us.unsigned_abs(), offset.uncertainty_us);
    let seconds = |us: u64| seconds(words, i64::try_from(us).unwrap_or(i64::MAX));
    format!("{} {direction} (± {}; {how}); corrected", seconds(by), seconds(unsure))
}

pub fn source(words: &Words, source: &Source) -> String {
    let host = if source.host.is_empty() { "(host not known)" } else { &source.host };
    match &source.instance {
        Instance::Host => host.to_owned(),
        Instance::Process(name) => format!("{host}, process {name}"),
        Instance::Container(name) => format!("{host}, container {name}"),
        Instance::Service(name) => format!("{host}, service {name}"),
    }
}

pub fn gap(words: &Words, gap: &Gap) -> String {
    let until = gap.to_us.map_or_else(|| "the end".to_owned(), |us| seconds(words, us));
    format!(
        "{}: nothing from {} to {until} of the run: {}",
        source(words, &gap.source),
        seconds(words, gap.from_us),
        gap.reason
    )
}

pub fn placement(words: &Words, input: &Input) -> String {
    let unsure = input.placement.uncertainty_us.map(|us| format!(" (± {:.1} s)", us as f64 / 1e6));
    format!("{}{}", input.placement.evidence, unsure.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_with_direction_and_uncertainty() {
        let offset = |ahead_us| ClockOffset { ahead_us, uncertainty_us: 400, method: ClockMethod::Asked };
        assert_eq!(clock(None), "not compared");
        assert_eq!(
            clock(Some(offset(-1_500_000))),
            "1.500 s behind (± 0.000 s; asked for its time); corrected"
        );
        assert_eq!(clock(Some(offset(2_000))), "0.002 s ahead (± 0.000 s; asked for its time); corrected");
    }

    #[test]
    fn gaps_are_told_with_their_reason() {
        let mut told = Gap {
            source: Source { host: "db".to_owned(), instance: Instance::Container("pg".to_owned()) },
            from_us: 5_000_000,
            to_us: Some(9_500_000),
            reason: "ssh: refused".to_owned(),
        };
        assert_eq!(gap(&told), "db, container pg: nothing from 5.000 s to 9.500 s of the run: ssh: refused");
        told.to_us = None;
        assert!(gap(&told).contains("to the end of the run"));
    }
}
