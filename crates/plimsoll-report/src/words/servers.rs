//! What is said of hosts, their clocks and where times come from.

use super::sources::is_named_by_host;
use super::{Words, args};
use plimsoll_analysis::figures::PlacementUncertainty;
use plimsoll_run::{
    ClockMethod, ClockOffset, FittedTo, Gap, Input, Instance, PlacementEvidence, PlacementMethod, RowBeat,
    Source, StartSource,
};

/// Seconds with as many places as a clock is worth telling.
fn seconds(words: &Words, us: i64, decimals: usize) -> String {
    words.say("server-seconds", args![value = words.fixed(us as f64 / 1e6, decimals)])
}

fn whole(us: u64) -> i64 {
    i64::try_from(us).unwrap_or(i64::MAX)
}

pub fn clock(words: &Words, offset: Option<ClockOffset>) -> String {
    let Some(offset) = offset else { return words.text("server-clock-not-compared") };
    let how = match offset.method {
        ClockMethod::SameMachine => return words.text("server-clock-own"),
        ClockMethod::Asked => words.text("server-clock-asked"),
        ClockMethod::Correlated => words.text("server-clock-correlated"),
        ClockMethod::Given => words.text("server-clock-given"),
    };
    let by = seconds(words, whole(offset.ahead_us.unsigned_abs()), 3);
    let unsure = seconds(words, whole(offset.uncertainty_us), 3);
    let id = if offset.ahead_us < 0 { "server-clock-behind" } else { "server-clock-ahead" };
    words.say(id, args![by, unsure, how])
}

/// A process of its host's own name is not named twice, nor the address or file that told of it, unless there are several.
pub fn source(words: &Words, source: &Source) -> String {
    let (Instance::Process(name) | Instance::Container(name) | Instance::Service(name), true) =
        (&source.instance, is_named_by_host(source))
    else {
        return source_in_full(words, source);
    };
    match name.contains('/') && words.alike.contains(source) {
        true => {
            let address = name.split_once("://").map_or(name.as_str(), |(_, address)| address);
            format!("{} ({address})", source.host)
        }
        false => source.host.clone(),
    }
}

/// Where all sources are listed, a host is to be told from its process of the same name.
pub fn source_in_full(words: &Words, source: &Source) -> String {
    let host = if source.host.is_empty() { words.text("server-host-not-known") } else { source.host.clone() };
    match &source.instance {
        Instance::Host => host,
        Instance::Process(name) => words.say("server-process", args![host, name]),
        Instance::Container(name) => words.say("server-container", args![host, name]),
        Instance::Service(name) => words.say("server-service", args![host, name]),
    }
}

pub fn gap(words: &Words, gap: &Gap) -> String {
    let (source, from) = (source_in_full(words, &gap.source), seconds(words, gap.from_us, 3));
    let reason = &gap.reason;
    match gap.to_us {
        Some(to) => words.say("server-gap", args![source, from, to = seconds(words, to, 3), reason]),
        None => words.say("server-gap-to-end", args![source, from, reason]),
    }
}

pub fn placement(words: &Words, input: &Input) -> String {
    let evidence = placement_evidence(words, &input.placement.evidence);
    match input.placement.uncertainty_us {
        Some(us) => words.say("server-placement", args![evidence, unsure = seconds(words, whole(us), 1)]),
        None => evidence,
    }
}

/// What the times of an input rest on.
pub fn placement_evidence(words: &Words, evidence: &PlacementEvidence) -> String {
    let with_beat = |said: String, beat: &Option<RowBeat>| match beat {
        Some(beat) => {
            let id = if beat.assumed { "server-placed-beat-assumed" } else { "server-placed-beat" };
            words.say(id, args![said, seconds = exact(words, beat.seconds)])
        }
        None => said,
    };
    match evidence {
        PlacementEvidence::Text(text) => super::recorded::text(words, text),
        PlacementEvidence::StampedAsRead => words.text("run-said-stamped"),
        PlacementEvidence::OwnTimes => words.text("server-placed-own"),
        PlacementEvidence::OwnTimesAhead { seconds } => {
            words.say("server-placed-own-ahead", args![seconds = exact(words, *seconds)])
        }
        PlacementEvidence::Fitted { to, correlation, moved, beat } => {
            let to = match to {
                FittedTo::Cpu(host) => words.say("server-placed-cpu", args![host]),
                FittedTo::Requests => words.text("server-placed-requests"),
            };
            let correlation = words.fixed(*correlation, 2);
            let said = match moved {
                None => words.say("server-placed-fitted", args![to, correlation]),
                Some(moved) => {
                    let (by, start) = (exact(words, moved.seconds), start_of(words, &moved.of));
                    words.say("server-placed-fitted-from", args![to, correlation, by, start])
                }
            };
            with_beat(said, beat)
        }
        PlacementEvidence::Start { of, beat } => with_beat(start_of(words, of), beat),
        PlacementEvidence::Assumed { beat } => with_beat(words.text("server-placed-assumed"), beat),
        PlacementEvidence::Repeats { other } => words.say("import-repeats", args![other]),
        PlacementEvidence::NoTimes => words.text("server-placed-no-times"),
    }
}

fn start_of(words: &Words, of: &StartSource) -> String {
    match of {
        StartSource::Given => words.text("server-placed-given"),
        StartSource::FileName(text) => words.say("server-placed-file-name", args![text]),
    }
}

/// As few digits as it has.
fn exact(words: &Words, seconds: f64) -> String {
    let shown = format!("{seconds}");
    let decimals = shown.split_once('.').map_or(0, |(_, digits)| digits.len());
    words.fixed(seconds, decimals)
}

/// Below a figure whose times were placed.
pub fn uncertainty(words: &Words, uncertainty: &PlacementUncertainty) -> String {
    let how = words.text(match uncertainty.method {
        PlacementMethod::Assumed => "server-times-assumed",
        PlacementMethod::Correlated => "server-times-correlated",
        PlacementMethod::Given => "server-times-given",
        PlacementMethod::FileName => "server-times-file-name",
        PlacementMethod::OwnTimes | PlacementMethod::Stamped => "server-times-own",
    });
    match uncertainty.seconds {
        Some(s) => {
            let unsure = words.say("server-seconds", args![value = words.fixed(s, 1)]);
            words.say("server-times-placed", args![how, unsure])
        }
        None => words.say("server-times-unsure", args![how]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    #[test]
    fn clocks_are_reported_with_direction_and_uncertainty() {
        let words = Words::new(Language::English);
        let offset = |ahead_us| ClockOffset { ahead_us, uncertainty_us: 400, method: ClockMethod::Asked };
        assert_eq!(clock(&words, None), "not compared");
        assert_eq!(
            clock(&words, Some(offset(-1_500_000))),
            "1.500 s behind (± 0.000 s; its time was queried); corrected"
        );
        assert_eq!(
            clock(&words, Some(offset(2_000))),
            "0.002 s ahead (± 0.000 s; its time was queried); corrected"
        );
    }

    #[test]
    fn two_services_of_one_host_have_names_of_their_own() {
        let of = |url: &str| Source { host: "app".to_owned(), instance: Instance::Service(url.to_owned()) };
        let (first, second) = (of("http://127.0.0.1:9091/metrics"), of("http://127.0.0.1:9092/metrics"));
        let host = Source { host: "app".to_owned(), instance: Instance::Host };
        let mut words = Words::new(Language::English);
        words.alike = super::super::sources::alike(&[&first, &host].into());
        assert_eq!(source(&words, &first), "app");
        words.alike = super::super::sources::alike(&[&first, &second, &host].into());
        assert_eq!(source(&words, &first), "app (127.0.0.1:9091/metrics)");
        assert_eq!(source(&words, &second), "app (127.0.0.1:9092/metrics)");
        assert_eq!(source(&words, &host), "app");
    }

    #[test]
    fn gaps_are_reported_with_their_reason() {
        let words = Words::new(Language::English);
        let mut reported = Gap {
            source: Source { host: "db".to_owned(), instance: Instance::Container("pg".to_owned()) },
            from_us: 5_000_000,
            to_us: Some(9_500_000),
            reason: "ssh: refused".to_owned(),
        };
        assert_eq!(
            gap(&words, &reported),
            "db, container pg: nothing from 5.000 s to 9.500 s of the run: ssh: refused"
        );
        reported.to_us = None;
        assert!(gap(&words, &reported).contains("to the end of the run"));
    }
}
