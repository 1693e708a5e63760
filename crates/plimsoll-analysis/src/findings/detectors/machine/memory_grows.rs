//! `memory-grows`: the memory of a process or a container rises through a steady load and does not level off. A leak, or a cache without a
//! bound, of whatever has no heap of a JVM, which `leak-suspected` looks at.

use crate::findings::prelude::*;
use crate::servers::heap;
use crate::servers::readings::{Values, inside};
use crate::statistics::{mann_kendall, theil_sen};
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "memory-grows",
    severities: &[Severity::Critical, Severity::Warning],
    when: "memory of a process or a container rises through one load: in ≥ 12 readings, Mann–Kendall (Hamed & Rao) p < 0.001, by > 20 % and \
        > 16 MiB, and the last third rises at least half as fast as the whole. Not of hosts on which a JVM's heap is watched. Critical where it grew for 50 s or more to three times what it was, was flat in no later step, and at that rate is full within an hour (of a limit that is not known: grows by 8 GiB)",
    requires: "a process (`process:`), a container, or `process_resident_memory_bytes`",
    needs: &[Need::Watched(Signal::ProcessMemory)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("memory-grows", Limits {
    /// readings within one load
    readings = 12.0,
    /// p of the Mann–Kendall test
    p = 0.001,
    /// % that it grows by
    percent = 20.0,
    /// MiB that it grows by
    mib = 16.0,
});

/// Memory rises through a steady load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemoryGrows {
    pub source: Source,
    pub step: u32,
    pub first_bytes: f64,
    pub last_bytes: f64,
    pub bytes_per_s: f64,
    /// Until the container's limit, or the host's memory, is reached, where either is known.
    pub full_in_s: Option<f64>,
    /// For so long, and in no later step it was flat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grew_for_s: Option<f64>,
}

impl MemoryGrows {
    /// Until it is full, or, where that is not known, has grown by as much as few have.
    fn used_up_in_s(&self) -> f64 {
        self.full_in_s.unwrap_or(GROWN_MOST / self.bytes_per_s)
    }
}

impl Claimed for MemoryGrows {
    fn severity(&self) -> Option<Severity> {
        let grew_for_s = self.grew_for_s.unwrap_or(0.0);
        let is_grave = grew_for_s >= LONG_S
            && self.last_bytes >= MULTIPLIED * self.first_bytes
            && self.used_up_in_s() < HOUR_S;
        Some(if is_grave { Severity::Critical } else { Severity::Warning })
    }

    fn next_step(&self) -> NextStep {
        // Half of the time in which what is left is used up.
        NextStep::SoakWithHeapDumps { hours: (self.used_up_in_s() / 2.0 / HOUR_S).min(1.0) }
    }

    fn is_in_headline(&self) -> bool {
        true
    }
}

const GROWN_MOST: f64 = 8192.0 * MIB;
const HOUR_S: f64 = 3_600.0;
/// What grows for less, or by less, may be a warm-up.
const LONG_S: f64 = 50.0;
const MULTIPLIED: f64 = 3.0;

const MIB: f64 = 1_048_576.0;
/// Of the whole slope, which the last third must have.
const GOES_ON: f64 = 0.5;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let jvms = heap::jvms(readings);
    let metrics = [metric::PROCESS_MEMORY_USAGE, metric::CONTAINER_MEMORY_USAGE];
    let mut found: Vec<Found> = Vec::new();
    for metric in metrics {
        for source in readings.sources(&[metric]) {
            let has_jvm = jvms.iter().any(|jvm| jvm.host == source.host);
            let is_known =
                found.iter().any(|found| found.evidence.iter().any(|item| item.source() == Some(source)));
            let memory = readings.state(source, metric, ("", ""));
            let capacity = || {
                let own = readings.state(source, metric::CONTAINER_MEMORY_LIMIT, ("", ""));
                let host = || {
                    let hosts = readings.sources(&[metric::SYSTEM_MEMORY_LIMIT]).into_iter();
                    hosts.filter(|host| host.host == source.host).find_map(|host| {
                        readings.state(host, metric::SYSTEM_MEMORY_LIMIT, ("", "")).last().copied()
                    })
                };
                own.last().copied().or_else(host).map(|(_, bytes)| bytes).filter(|bytes| *bytes > 0.0)
            };
            if has_jvm || is_known {
                continue;
            }
            let steps = evidence.run.steps.iter().rev();
            let read: Vec<&StepRow> = steps.filter(|row| is_read(row, &memory, limits)).collect();
            let grown = read.iter().find_map(|row| grows(row, &memory, limits));
            let last = read.first().map(|row| row.number);
            found.extend(grown.map(|grown| claim(source, metric, (grown, last), capacity())));
        }
    }
    found
}

struct MemoryGrowth {
    step: u32,
    span_s: (f64, f64),
    first: f64,
    last: f64,
    per_s: f64,
    n: u64,
}

/// Often enough to say something of that step.
fn is_read(row: &StepRow, memory: &[(f64, f64)], limits: Limits) -> bool {
    let (from, to) = row.span_s();
    inside(memory, from, to).len() as f64 >= limits.readings
}

fn grows(row: &StepRow, memory: &[(f64, f64)], limits: Limits) -> Option<MemoryGrowth> {
    let (from, to) = row.span_s();
    let within: &[(f64, f64)] = inside(memory, from, to);
    let values: Vec<f64> = within.iter().map(|(_, bytes)| *bytes).collect();
    let (first, last) = (*values.first()?, *values.last()?);
    let is_much = last > (1.0 + limits.percent / 100.0) * first && last - first > limits.mib * MIB;
    let trend = mann_kendall(&values);
    let slope = theil_sen(within)?.slope;
    let third: Values = within[within.len() - within.len() / 3..].to_vec();
    let goes_on = theil_sen(&third).is_some_and(|end| end.slope >= GOES_ON * slope);
    (is_much && trend.s > 0.0 && trend.p < limits.p && goes_on).then_some(MemoryGrowth {
        step: row.number,
        span_s: (from, to),
        first,
        last,
        per_s: slope,
        n: within.len() as u64,
    })
}

/// `last`: the last step that has readings of it.
fn claim(
    source: &Source,
    metric: &str,
    (of, last): (MemoryGrowth, Option<u32>),
    capacity: Option<f64>,
) -> Found {
    let full_in_s = capacity.map(|capacity| ((capacity - of.last) / of.per_s).max(0.0));
    let claim = MemoryGrows {
        source: source.clone(),
        step: of.step,
        first_bytes: of.first,
        last_bytes: of.last,
        bytes_per_s: of.per_s,
        full_in_s,
        grew_for_s: (last == Some(of.step)).then_some(of.span_s.1 - of.span_s.0),
    };
    let item = EvidenceItem::server(source, metric, Unit::BytesPerS, of.per_s)
        .between_s(of.span_s.0, of.span_s.1)
        .in_step(of.step)
        .with_n(of.n);
    Found::new(claim, vec![item])
}
