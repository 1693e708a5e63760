//! `other-work`: a host's cores did work for more than 90 % of a step, what is watched of the system under test on that machine
//! and the load generator used less than half of it, and the rest did not follow the load: with half as much throughput again
//! there was no more of it, or with as much throughput far less. Then something else had the CPU. Hosts whose clock is that of the
//! load generator's machine are one machine. Other work may be the tools that watch, too. Not said where no container and no process is watched on it.

use crate::findings::by_step::of_step;
use crate::findings::prelude::*;
use crate::servers::cpu;
use crate::servers::readings::{Readings, Values, inside, mean};
use plimsoll_run::metric;
use plimsoll_run::{ClockMethod, environment};

pub(crate) static DETECTOR: Detector = Detector {
    id: "other-work",
    severities: &[Severity::Warning],
    when: "a host's cores > 90 % in a step, of which containers and processes watched on that machine and the \
        load generator (if it is its own) used less than half; and the rest did not follow the load: most of it (80 %) was \
        used before the load began, or some \
        step with 1.5 times the throughput has no more of it (15 % at most), or one with as much \
        throughput has 1.5 times less; not where a step with as much of the rest had room, and the rest is less than 1.5 times what \
        was watched. Hosts whose clock is the load generator's are one machine; the tools \
        that watch are other work, too. Its steps are left out of `cpu-saturated` and of the limiting \
        factor, and validity names them",
    requires: "CPU of a host; its cores; containers or processes",
    needs: &[Need::Watched(Signal::HostCpu)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("other-work", Limits {
    /// % of all cores of the host, mean of a step
    percent = 90.0,
    /// % of that which the system under test and the load generator may have used at most
    own_percent = 50.0,
    /// times as much throughput, at which work of the load would have grown
    load_factor = 1.5,
});

/// The cores of a host were in use, but by something else than this load; `own_percent` of them by what was watched of
/// the system and by the load generator.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherWork {
    pub source: Source,
    /// By other names the same machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Source>,
    pub steps: Vec<u32>,
    pub step: u32,
    pub percent: f64,
    pub own_percent: f64,
    /// As much was used before the load began: that, and not how it followed the load, shows whose it is.
    pub was_before: bool,
}

impl OtherWork {
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        std::iter::once(&self.source).chain(&self.also)
    }
}

impl Claimed for OtherWork {
    fn next_step(&self) -> NextStep {
        NextStep::OtherHost { host: self.source.host.clone() }
    }
}

/// Growth up to this is none.
const SAME: f64 = 1.15;
/// Throughput that is as much, or more.
const MORE: f64 = 0.95;
/// So many times less is a fall.
const FALL: f64 = 1.5;

/// Other work of no more than this many times the system's own leaves it room.
const OWN_FILLS: f64 = 1.5;

/// What used so much of it before the load began is no work of the load.
const WAS_THERE: f64 = 0.8;

/// A host's CPU in one step, in cores.
struct Use {
    step: u32,
    per_s: f64,
    busy: f64,
    share: f64,
    own: f64,
    n: u64,
}

impl Use {
    fn other(&self) -> f64 {
        (self.busy - self.own).max(0.0)
    }
}

/// Steps in which other work used a host's CPU up.
pub(super) struct UsedByOthers {
    pub steps: Vec<u32>,
    was_before: bool,
    /// What was watched used at the most, in cores.
    own: f64,
    worst: Use,
    cores: f64,
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let hosts = evidence.readings().sources(&[cpu::UTILIZATION, cpu::TIME]).into_iter();
    let (here, elsewhere): (Vec<&Source>, Vec<&Source>) =
        hosts.partition(|source| is_generators(evidence, &source.host));
    let of_others = elsewhere.into_iter().filter_map(|source| {
        let of = other_work(evidence, source)?;
        Some(found(source, Vec::new(), of))
    });
    of_others.chain(one_machine(evidence, &here)).collect()
}

/// One machine by several names is one finding: the steps that any of them saw, by the one that saw most.
fn one_machine(evidence: &Evidence, names: &[&Source]) -> Option<Found> {
    let seen: Vec<(&Source, UsedByOthers)> =
        names.iter().filter_map(|source| Some((*source, other_work(evidence, source)?))).collect();
    let mut steps: Vec<u32> = seen.iter().flat_map(|(_, of)| of.steps.iter().copied()).collect();
    steps.sort_unstable();
    steps.dedup();
    let (source, of) = seen.into_iter().rev().max_by_key(|(_, of)| of.steps.len())?;
    let also = names.iter().filter(|other| **other != source).map(|other| (*other).clone()).collect();
    Some(found(source, also, UsedByOthers { steps, ..of }))
}

fn found(source: &Source, also: Vec<Source>, of: UsedByOthers) -> Found {
    let worst = of.worst;
    let item = EvidenceItem::server(source, cpu::UTILIZATION, Unit::Percent, 100.0 * worst.share)
        .in_step(worst.step)
        .with_n(worst.n);
    let claim = OtherWork {
        source: source.clone(),
        also,
        steps: of.steps,
        step: worst.step,
        percent: 100.0 * worst.share,
        own_percent: 100.0 * of.own / of.cores,
        was_before: of.was_before,
    };
    Found::new(claim, vec![item])
}

/// `None` too where it is not known how many cores the host has, or nothing else is watched on its machine.
pub(super) fn other_work(evidence: &Evidence, source: &Source) -> Option<UsedByOthers> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let here = is_generators(evidence, &source.host);
    let known = cpu::cores(readings, source).or_else(|| cores_reported(evidence).filter(|_| here));
    // Shares of all cores need no number of them.
    let cores =
        known.map(|cores| cores as f64).or_else(|| has_shares_only(evidence, source).then_some(1.0))?;
    let watched = watched(evidence, source, cores);
    if watched.is_empty() {
        return None;
    }
    let busy = cpu::busy(readings, source);
    let of_row = |row: &StepRow| {
        // A load generator whose use is not known may be what had the CPU.
        let reported = !here || !row.generator.workers.is_empty();
        let used = of_step(row, &busy).filter(|_| reported)?;
        let (from, to) = row.span_s();
        let system: f64 = watched.iter().filter_map(|line| mean(inside(line, from, to))).sum();
        let workers = row.generator.workers.iter().map(|worker| worker.cpu_percent_mean / 100.0);
        let generator: f64 = if here { workers.sum() } else { 0.0 };
        let (step, per_s) = (row.number, row.throughput_per_s.value);
        Some(Use {
            step,
            per_s,
            busy: used.mean * cores,
            share: used.mean,
            own: system + generator,
            n: used.n,
        })
    };
    let uses: Vec<Use> = evidence.run.steps.iter().filter_map(of_row).collect();
    let before = percent_before(evidence, &source.host).map(|percent| percent / 100.0 * cores);
    let was_before = |of: &Use| before.is_some_and(|before| before >= WAS_THERE * of.other());
    let full = |of: &&Use| {
        100.0 * of.share > limits.percent
            && of.own < limits.own_percent / 100.0 * of.busy
            && (was_before(of) || !follows_load(of, &uses, limits))
    };
    // As much of it in a step that had room: what filled it is the system's own work.
    let had_room = |of: &Use| {
        let as_much = |other: &Use| other.other() * SAME >= of.other() && other.own < of.own;
        uses.iter().any(|other| 100.0 * other.share <= limits.percent && as_much(other))
    };
    let is_own = |of: &Use| !was_before(of) && of.other() < OWN_FILLS * of.own && had_room(of);
    let steps: Vec<u32> = uses.iter().filter(full).filter(|of| !is_own(of)).map(|of| of.step).collect();
    let of_those = uses.iter().filter(|of| steps.contains(&of.step));
    let own = of_those.map(|of| of.own).fold(0.0, f64::max);
    let worst =
        uses.into_iter().filter(|of| steps.contains(&of.step)).max_by(|a, b| a.share.total_cmp(&b.share))?;
    let was_before = before.is_some_and(|before| before >= WAS_THERE * worst.other());
    Some(UsedByOthers { steps, was_before, own, worst, cores })
}

/// % of all cores of the load generator's machine that other work used before the load began, if it was much.
pub(super) fn percent_before(evidence: &Evidence, host: &str) -> Option<f64> {
    let facts = &evidence.run.header.environment;
    let (_, value) = facts.iter().find(|(name, _)| name == environment::CPU_USED_BEFORE)?;
    let percent = value.strip_suffix(" %")?.parse().ok()?;
    is_generators(evidence, host).then_some(percent)
}

/// Nothing speaks against it: no other step shows that what nobody watched stays, or falls, where throughput rises.
fn follows_load(of: &Use, uses: &[Use], limits: Limits) -> bool {
    let stays = |low: &Use, high: &Use| {
        high.per_s >= limits.load_factor * low.per_s && high.other() <= SAME * low.other()
    };
    let falls = |low: &Use, high: &Use| high.per_s >= MORE * low.per_s && high.other() * FALL <= low.other();
    !uses.iter().any(|other| stays(of, other) || stays(other, of) || falls(of, other))
}

/// What says how much of a machine the system under test used.
pub(in crate::findings) const OWN_CPU: [&str; 4] = [
    metric::CONTAINER_CPU_USAGE,
    metric::CONTAINER_CPU_TIME,
    metric::PROCESS_CPU_TIME,
    metric::JVM_CPU_RECENT_UTILIZATION,
];

/// Cores that containers, or processes where these tell more, used on the machine; a line for each host that it is called by.
fn watched(evidence: &Evidence, source: &Source, cores: f64) -> Vec<Values> {
    let readings = evidence.readings();
    let here = is_generators(evidence, &source.host);
    let all = readings.sources(&OWN_CPU);
    let same = |host: &str| *host == source.host || here && is_generators(evidence, host);
    let mut hosts: Vec<&str> = all.iter().map(|of| of.host.as_str()).filter(|host| same(host)).collect();
    hosts.dedup();
    hosts
        .into_iter()
        .map(|host| of_host(readings, &all, host, cores))
        .filter(|line| !line.is_empty())
        .collect()
}

/// Of its host nothing is watched that counts in cores, but JVMs that say their share of all.
fn has_shares_only(evidence: &Evidence, source: &Source) -> bool {
    let of_host = |metrics: &[&'static str]| {
        evidence.readings().sources(metrics).into_iter().any(|of| of.host == source.host)
    };
    let in_cores = [metric::CONTAINER_CPU_USAGE, metric::CONTAINER_CPU_TIME, metric::PROCESS_CPU_TIME];
    of_host(&[metric::JVM_CPU_RECENT_UTILIZATION]) && !of_host(&in_cores)
}

/// A process in a container is reported twice: what tells more counts.
fn of_host(readings: Readings, all: &[&Source], host: &str, cores: f64) -> Values {
    let own = || all.iter().filter(|of| of.host == host);
    let total = |lines: Vec<Values>| crate::servers::readings::total(lines);
    let containers =
        total(own().map(|of| cpu::container(readings, of)).filter(|line| !line.is_empty()).collect());
    // Of a JVM the share of all cores that it says, where nothing else says more.
    let of_process = |of: &Source| {
        let time = readings.growth(of, metric::PROCESS_CPU_TIME, ("", ""));
        let share = || readings.state(of, metric::JVM_CPU_RECENT_UTILIZATION, ("", ""));
        match time.is_empty() {
            true => share().into_iter().map(|(at, share)| (at, share * cores)).collect(),
            false => time,
        }
    };
    let processes = own().map(|of| of_process(of));
    let processes = total(processes.filter(|line| !line.is_empty()).collect());
    let used = |line: &Values| mean(line).unwrap_or(0.0);
    if used(&processes) > used(&containers) { processes } else { containers }
}

/// The host is the machine of the load generator, by whichever name.
pub(super) fn is_generators(evidence: &Evidence, host: &str) -> bool {
    let hosts = &evidence.recorded.telemetry.hosts;
    let of = hosts.iter().find(|known| known.name == host).and_then(|known| known.clock);
    of.is_some_and(|clock| clock.method == ClockMethod::SameMachine)
}

/// Of the load generator's machine, as the run recorded it.
fn cores_reported(evidence: &Evidence) -> Option<usize> {
    let reported = evidence.run.header.environment.iter().find(|(name, _)| name == "cores");
    reported.and_then(|(_, cores)| cores.parse().ok()).filter(|cores| *cores > 0)
}
