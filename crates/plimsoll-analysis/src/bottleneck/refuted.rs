//! What another variant refutes: a resource that carried much more there, while only the sizes of other things differ, is not what
//! held this one back, however much of it was used.

use super::factor::{CarriedBeyond, Cause, LimitVerdict, LimitingFactor, NotKnown, RefutedCause};
use super::usage::{Resource, Usage};
use crate::measured::MeasuredRun;
use crate::step::StepRow;

/// Throughput that is higher by more than this part, surely, did not wait for what was used as much at the lower one.
const CARRIED_BEYOND: f64 = 0.25;
/// What is used no more than this times as much is used as much.
const AS_MUCH: f64 = 1.03;
/// More requests than this failed, %: what was carried is not known.
const FAILED_PERCENT_MAX: f64 = 1.0;

/// Parts of the names by which studies call sizes: of what they are does not change what a request costs.
const SIZES: [&str; 16] = [
    "pool",
    "connection",
    "worker",
    "thread",
    "permit",
    "concurrency",
    "heap",
    "xmx",
    "memory",
    "cpu",
    "core",
    "queue",
    "process",
    "descriptor",
    "nofile",
    "backlog",
];

/// Sizes that say how much there is of a resource.
fn own_sizes(resource: Resource) -> &'static [&'static str] {
    match resource {
        Resource::Cpu | Resource::ContainerCpu => &["cpu", "core"],
        Resource::Thread => &["cpu", "core", "process", "worker", "thread"],
        Resource::Pool => &["pool", "connection", "permit", "concurrency", "thread", "worker"],
        Resource::WorkQueue => &["queue", "worker", "thread", "concurrency"],
        Resource::Descriptors => &["descriptor", "nofile", "connection"],
        Resource::Heap | Resource::Memory => &["heap", "xmx", "memory"],
        Resource::Disk | Resource::Network => &[],
        // How much there is of them has no usual name.
        Resource::Limit | Resource::Locks | Resource::Queue | Resource::Generator => &SIZES,
    }
}

/// The factors of runs, in their order, without the causes that another of them refutes.
pub(crate) fn without_refuted(factors: Vec<LimitingFactor>, runs: &[&MeasuredRun]) -> Vec<LimitingFactor> {
    let refuting: Vec<Vec<RefutedCause>> = factors
        .iter()
        .zip(runs)
        .map(|(factor, run)| {
            let LimitVerdict::Causes { causes, .. } = &factor.verdict else { return Vec::new() };
            let others =
                || factors.iter().zip(runs).filter(|(_, other)| !std::ptr::eq::<MeasuredRun>(**other, *run));
            causes.iter().filter_map(|cause| refuted(cause, run, others())).collect()
        })
        .collect();
    factors.into_iter().zip(refuting).map(|(factor, refuted)| without(factor, refuted)).collect()
}

fn without(mut factor: LimitingFactor, refuted: Vec<RefutedCause>) -> LimitingFactor {
    if let LimitVerdict::Causes { at_step, causes, lost, .. } = &mut factor.verdict {
        causes.retain(|cause| refuted.iter().all(|refuted| refuted.cause != *cause));
        if causes.is_empty() {
            let (at_step, lost) = (*at_step, std::mem::take(lost));
            let reason = match lost.is_empty() {
                true => NotKnown::NothingSaturated { at_step, looked_at: at_step, connections_wait: false },
                false => NotKnown::ServersLost { at_step, lost },
            };
            factor.verdict = LimitVerdict::NotKnown { reason };
        }
    }
    LimitingFactor { refuted, ..factor }
}

/// By the run that carried most.
fn refuted<'a>(
    cause: &Cause,
    run: &MeasuredRun,
    others: impl Iterator<Item = (&'a LimitingFactor, &'a &'a MeasuredRun)>,
) -> Option<RefutedCause> {
    cause.usage.utilisation_percent?;
    let here = run.step(cause.usage.step)?;
    let beyond = others
        .filter(|(_, other)| only_other_sizes_differ(run, other, cause.resource))
        .filter_map(|(factor, other)| carried_beyond(cause, here, factor, other));
    let by = beyond.max_by(|a, b| a.per_s.total_cmp(&b.per_s))?;
    Some(RefutedCause { cause: cause.clone(), per_s: here.throughput_per_s.value, by })
}

fn carried_beyond(
    cause: &Cause,
    here: &StepRow,
    factor: &LimitingFactor,
    other: &MeasuredRun,
) -> Option<CarriedBeyond> {
    let own = |row: &&StepRow| row.is_of_one_system() && row.errors_percent < FAILED_PERCENT_MAX;
    let best = other.steps.iter().filter(|row| row.is_valid()).filter(own);
    let best = best.max_by(|a, b| a.throughput_per_s.value.total_cmp(&b.throughput_per_s.value))?;
    let (x, base) = (best.throughput_per_s, here.throughput_per_s);
    let least = x.bounds_95.map_or(x.value, |bounds| bounds.low);
    let most = base.bounds_95.map_or(base.value, |bounds| bounds.high);
    let same = factor.table.iter().find(|usage| {
        usage.key() == cause.usage.key() && usage.step == best.number && usage.utilisation_percent.is_some()
    })?;
    let used = |usage: &Usage| usage.utilisation_percent.map_or(0.0, |used| used.mean);
    // What is used up can't be used more.
    let is_as_much = cause.usage.is_full() || used(same) <= used(&cause.usage) * AS_MUCH;
    let is_more = is_as_much && x.value > base.value * (1.0 + CARRIED_BEYOND) && least > most;
    is_more.then(|| CarriedBeyond {
        variant: other.header.variant.name.clone(),
        usage: same.clone(),
        per_s: x.value,
    })
}

/// Variants of one study and plan that differ in sizes alone, which are numbers, and in none of this resource.
fn only_other_sizes_differ(run: &MeasuredRun, other: &MeasuredRun, resource: Resource) -> bool {
    let is_same_test = run.header.name == other.header.name && run.header.plan.text == other.header.plan.text;
    let (of_run, of_other) = (&run.header.variant.factors, &other.header.variant.factors);
    let lacks = |factors: &[(String, String)], one: &(String, String)| !factors.contains(one);
    let mut differing = of_run
        .iter()
        .filter(|one| lacks(of_other, one))
        .chain(of_other.iter().filter(|one| lacks(of_run, one)))
        .peekable();
    let has = |name: &str, words: &[&str]| words.iter().any(|word| name.contains(word));
    let is_other_size = |(name, value): &(String, String)| {
        let name = name.to_lowercase();
        let is_number = value.trim_start().starts_with(|c: char| c.is_ascii_digit());
        is_number && has(&name, &SIZES) && !has(&name, own_sizes(resource))
    };
    is_same_test && differing.peek().is_some() && differing.all(is_other_size)
}
