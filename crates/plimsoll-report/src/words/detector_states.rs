//! What became of each detector.

use super::{Words, args};
use plimsoll_analysis::findings::{DetectorReport, DetectorState, Missing, Signal};

pub fn state(words: &Words, report: &DetectorReport) -> String {
    let said = match &report.state {
        DetectorState::Fired { findings } => words.say("detector-fired", args![n = *findings]),
        DetectorState::Silent => words.text("detector-silent"),
        DetectorState::NotApplicable { missing } => {
            words.say("detector-not-applicable", args![why = self::missing(words, missing)])
        }
        DetectorState::Suppressed => words.text("detector-suppressed"),
    };
    if report.changed.is_empty() {
        return said;
    }
    let one = |(name, value): &(&'static str, f64)| format!("{name} = {}", words.significant(*value, 4));
    let changed: Vec<String> = report.changed.iter().map(one).collect();
    words.say("detector-changed", args![said, changed = words.listed(&changed)])
}

fn missing(words: &Words, missing: &Missing) -> String {
    match missing {
        Missing::Steps { needed, found } => {
            words.say("detector-missing-steps", args![needed = *needed, found = *found])
        }
        Missing::Loads { needed, found } => {
            words.say("detector-missing-loads", args![needed = *needed, found = *found])
        }
        Missing::Watched { signals } => {
            let signals: Vec<String> = signals.iter().map(|signal| self::signal(words, *signal)).collect();
            words.say("detector-missing-watched", args![signals = words.listed(&signals)])
        }
        Missing::Peers => words.text("detector-missing-peers"),
        Missing::Runs { needed, found } => {
            words.say("detector-missing-runs", args![needed = *needed, found = *found])
        }
        Missing::Variants { needed, found } => {
            words.say("detector-missing-variants", args![needed = *needed, found = *found])
        }
        Missing::Requirements => words.text("detector-missing-requirements"),
        Missing::Completions => words.text("detector-missing-completions"),
        Missing::Seconds => words.text("detector-missing-seconds"),
        Missing::Imported { kind } => super::told::kind(words, *kind),
    }
}

fn signal(words: &Words, signal: Signal) -> String {
    words.text(match signal {
        Signal::HostCpu => "detector-signal-host-cpu",
        Signal::ContainerCpu => "detector-signal-container-cpu",
        Signal::CpuSteal => "detector-signal-steal",
        Signal::IoWait => "detector-signal-io-wait",
        Signal::Paging => "detector-signal-paging",
        Signal::OldHeap => "detector-signal-old-heap",
        Signal::Collections => "detector-signal-collections",
        Signal::HeapAfterCollections => "detector-signal-heap-after",
        Signal::Pools => "detector-signal-pools",
        Signal::Lag => "detector-signal-lag",
        Signal::Consumers => "detector-signal-consumers",
        Signal::Throttling => "detector-signal-throttling",
    })
}
