//! What is said of hosts, their clocks and where times come from.

use super::Words;
use plimsoll_analysis::figures::TimeDoubt;
use plimsoll_run::{ClockMethod, ClockOffset, Gap, Input, Instance, PlacementMethod, Source};

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

/// Below a figure whose times were placed.
pub fn doubt(doubt: &TimeDoubt) -> String {
    let how = match doubt.method {
        PlacementMethod::Assumed => "taken to begin with the run",
        PlacementMethod::Correlated => "fitted to the load",
        PlacementMethod::Told => "from a start that was told",
        PlacementMethod::FileName => "from the start in the file's name",
        PlacementMethod::OwnTimes | PlacementMethod::Stamped => "of their own",
    };
    match doubt.seconds {
        Some(seconds) => format!("Times are {how}: ± {seconds:.1} s, as wide as the bar on the time axis."),
        None => format!("Times are {how}; how far they are off is not known (dashed time axis)."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn clocks_are_told_with_direction_and_uncertainty() {
        let words = Words::new(Language::English);
        let offset = |ahead_us| ClockOffset { ahead_us, uncertainty_us: 400, method: ClockMethod::Asked };
        assert_eq!(clock(&words, None), "not compared");
        assert_eq!(
            clock(&words, Some(offset(-1_500_000))),
            "1.500 s behind (± 0.000 s; asked for its time); corrected"
        );
        assert_eq!(
            clock(&words, Some(offset(2_000))),
            "0.002 s ahead (± 0.000 s; asked for its time); corrected"
        );
    }

    #[test]
    fn gaps_are_told_with_their_reason() {
        let words = Words::new(Language::English);
        let mut told = Gap {
            source: Source { host: "db".to_owned(), instance: Instance::Container("pg".to_owned()) },
            from_us: 5_000_000,
            to_us: Some(9_500_000),
            reason: "ssh: refused".to_owned(),
        };
        assert_eq!(
            gap(&words, &told),
            "db, container pg: nothing from 5.000 s to 9.500 s of the run: ssh: refused"
        );
        told.to_us = None;
        assert!(gap(&words, &told).contains("to the end of the run"));
    }
}
