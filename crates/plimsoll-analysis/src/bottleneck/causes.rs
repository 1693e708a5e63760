//! From the table to ranked causes.

use super::factor::{Cause, Demand, Grade, LimitVerdict, LostServer, NotKnown, RuledOut};
use super::failing::is_busy_failing;
use super::knee::{highest_from, highest_load, knee, still_grew, where_work_can_wait};
use super::lead::lead_s;
use super::lost::{WithFindings, exhaustion, lost};
use super::not_reached::{fills, grows_on, not_reached};
use super::usage::{FULL_PERCENT, Resource, ResourceLine, Saturation, Usage};
use crate::findings::{Claim, Finding, HeapExhausted, PoolExhausted, PoolUndersized, ProtocolTimer};
use crate::measured::MeasuredRun;
use crate::servers::jvms::Jvm;
use crate::servers::{Pool, READINGS_MIN};
use crate::step::{ErrorCount, StepRow};
use plimsoll_run::{ErrorKind, Source};

/// Above this a resource is busy, if not used up.
const BUSY_PERCENT: f64 = 70.0;
/// Below this it has room.
const ROOM_PERCENT: f64 = 70.0;
/// Of a heap: collections that take more of the time than this leave no room to speak of.
const COLLECTING_ROOM_PERCENT: f64 = 5.0;
/// Requests that failed in the highest step, surely.
const REFUSED_PERCENT: f64 = 1.0;
/// Throughput at which a resource would be used up, beside the highest that was measured.
const DEMAND_WITHIN: f64 = 0.2;

/// `table` is of what the load may have used; `watched`: there is more than the load generator, if not of the load.
pub(super) fn verdict(
    known: &WithFindings,
    table: &[Usage],
    lines: &[ResourceLine],
    watched: bool,
) -> LimitVerdict {
    let run = known.run;
    let not_known = |reason| LimitVerdict::NotKnown { reason };
    if !run.steps.iter().any(StepRow::is_valid) {
        let by_generator = |row: &&StepRow| row.problems.iter().any(|problem| problem.is_generators());
        let steps: Vec<u32> = run.steps.iter().filter(by_generator).map(|row| row.number).collect();
        return not_known(if steps.is_empty() { NotKnown::NoStep } else { NotKnown::Generator { steps } });
    }
    if let Some((host, off_us)) = clocks_off(known).next().filter(|_| !watched) {
        return not_known(NotKnown::ClockOff { host: host.to_owned(), off_us });
    }
    if !watched {
        return not_known(match lines.iter().any(|line| is_read_within(run, line)) {
            true => NotKnown::TooFewReadings { fewer_than: READINGS_MIN as u32 },
            false if !lines.is_empty() => NotKnown::OtherTime,
            false => NotKnown::NothingWatched,
        });
    }
    let bent = knee(known).map(|step| where_work_can_wait(known, table, step));
    let Some(knee) = bent.or_else(|| pressed(known, table)) else {
        // Where the best load fails itself, it is not more load that is refused.
        let best = run.capacity.best().and_then(|best| run.step(best.step));
        let best = best.filter(|row| row.errors_percent_bounds_95.low <= REFUSED_PERCENT);
        if let Some(refused) = best.and_then(|best| refused(run, best.number)) {
            return not_known(refused);
        }
        return not_known(not_reached(known, table));
    };
    let found = Search { known, run, table, knee, lost: lost(known, knee) };
    let hold_back = lines.iter().filter(|line| line.resource != Resource::Queue);
    let mut causes: Vec<Cause> = hold_back.filter_map(|line| found.cause(line)).collect();
    causes.sort_by(|a, b| {
        let lead = |cause: &Cause| cause.lead_s.unwrap_or(f64::NEG_INFINITY);
        let used = |cause: &Cause| cause.usage.utilisation_percent.map_or(0.0, |u| u.mean);
        let fit = |cause: &Cause| cause.demand.map_or(0.0, |demand| demand.r_squared);
        a.grade
            .cmp(&b.grade)
            .then(b.usage.is_saturated().cmp(&a.usage.is_saturated()))
            // What had room at a lower load was used up by the load; what was as full before may be so whatever comes.
            .then(b.usage_below.is_some().cmp(&a.usage_below.is_some()))
            .then(lead(b).total_cmp(&lead(a)))
            .then(fit(b).total_cmp(&fit(a)))
            .then(used(b).total_cmp(&used(a)))
    });
    let jvms = Jvm::all(known.readings());
    one_of_each_heap(&mut causes, &jvms);
    match (causes.is_empty(), found.lost.is_empty()) {
        (true, true) => not_known(refused(run, knee).unwrap_or_else(|| match grows_on(run) {
            true => not_reached(known, table),
            false => nothing_saturated(known, knee),
        })),
        (true, false) => not_known(NotKnown::ServersLost { at_step: knee, lost: found.lost }),
        (false, _) => {
            let bent = bent.is_some() || !still_grew(run, knee);
            LimitVerdict::Causes { at_step: knee, bent, causes, lost: found.lost }
        }
    }
}

fn is_one_jvm(jvms: &[Jvm], a: &Source, b: &Source) -> bool {
    jvms.iter().any(|jvm| jvm.sources.contains(&a) && jvm.sources.contains(&b))
}

/// A JVM's heap may be seen by its log and by its metrics: it is one cause.
fn one_of_each_heap(causes: &mut Vec<Cause>, jvms: &[Jvm]) {
    let mut seen: Vec<Source> = Vec::new();
    causes.retain(|cause| {
        let is_again =
            cause.resource == Resource::Heap && seen.iter().any(|of| is_one_jvm(jvms, of, &cause.source));
        if cause.resource == Resource::Heap {
            seen.push(cause.source.clone());
        }
        !is_again
    });
}

fn nothing_saturated(known: &WithFindings, knee: u32) -> NotKnown {
    let load = |step: u32| known.run.step(step).map_or(0.0, |row| row.load().value());
    let connections_wait = known.findings.iter().any(|finding| match &finding.claim {
        Claim::LatencyCluster(of) => {
            of.timer == ProtocolTimer::Connecting && of.steps.iter().any(|step| load(*step) >= load(knee))
        }
        _ => false,
    });
    NotKnown::NothingSaturated { at_step: knee, looked_at: highest_from(known.run, knee), connections_wait }
}

/// Status codes of a server that lets in no more: too many requests, unavailable.
const REFUSALS: [&str; 2] = ["429", "503"];

/// The least load from the knee on at which most requests were refused.
fn refused(run: &MeasuredRun, knee: u32) -> Option<NotKnown> {
    let load = |row: &StepRow| row.load().value();
    let bent = load(run.step(knee)?);
    let most = |row: &StepRow| row.error_details.first().cloned();
    let is_refusal = |error: &ErrorCount| match error.kind {
        ErrorKind::Status => REFUSALS.iter().any(|code| error.detail.starts_with(code)),
        // Connections are closed before they are answered.
        ErrorKind::ConnectRefused | ErrorKind::ConnectTimeout | ErrorKind::Reset | ErrorKind::ClosedEarly => {
            true
        }
        _ => false,
    };
    let failing = run.steps.iter().filter(|row| row.mostly_fails() && load(row) >= bent);
    let first = failing.min_by(|a, b| load(a).total_cmp(&load(b)))?;
    let error = most(first).filter(is_refusal)?;
    Some(NotKnown::Refused { at_step: knee, refused_in: first.number, error })
}

/// A step where throughput still grew, but work waited already: that of the highest load, in which a pool ran out, or
/// requests failed or were not begun while something was used up; or the one in which a heap was exhausted.
fn pressed(known: &WithFindings, table: &[Usage]) -> Option<u32> {
    let row = highest_load(known.run)?;
    let exhausted = known.findings.iter().find_map(|finding| match &finding.claim {
        Claim::HeapExhausted(HeapExhausted { step, .. }) => Some(*step),
        _ => None,
    });
    let used_up = |usage: &Usage| {
        let holds_back = !matches!(usage.resource, Resource::Generator | Resource::Queue);
        usage.step == row.number && holds_back && usage.is_saturated()
    };
    let pool = known.findings.iter().any(|finding| ran_out(finding, row.number).is_some());
    let refused = row.errors_percent_bounds_95.low > REFUSED_PERCENT
        || row.arrivals.as_ref().is_some_and(|arrivals| arrivals.dropped > 0);
    (pool || refused && table.iter().any(used_up)).then_some(row.number).or(exhausted)
}

/// The pool of a finding that says that it ran out in a step, and that somebody waited or all were in use.
fn ran_out(finding: &Finding, step: u32) -> Option<&Pool> {
    match &finding.claim {
        Claim::PoolExhausted(PoolExhausted { pool, steps, .. }) if steps.contains(&step) => Some(pool),
        Claim::PoolUndersized(PoolUndersized { pool, step: own, .. }) if *own == step => Some(pool),
        _ => None,
    }
}

fn is_exhausted(known: &WithFindings, line: &ResourceLine, step: u32) -> bool {
    let pools = known.findings.iter().filter_map(|finding| ran_out(finding, step));
    pools.into_iter().any(|pool| {
        super::resources::of_kind(pool.of) == line.resource
            && pool.source == line.source
            && super::resources::pool_name(pool) == line.name
    })
}

/// Some reading lies in a measured window. None does where telemetry is of another time.
fn is_read_within(run: &MeasuredRun, line: &ResourceLine) -> bool {
    let saturation = line.saturation.iter().flat_map(|(_, values)| values);
    let mut read = line.utilisation.iter().chain(saturation).map(|(at_s, _)| *at_s);
    read.any(|at_s| run.steps.iter().any(|row| (row.span_s().0..row.span_s().1).contains(&at_s)))
}

/// What speaks for a resource.
#[derive(Clone, Copy)]
struct Signs {
    /// Used up, or work waited for it.
    saturated: bool,
    /// No later than halfway through the step in which throughput bent.
    in_time: bool,
    /// Its use is a line over throughput.
    follows: bool,
    /// It was exhausted, and that ended its server.
    ended: bool,
    has_taken_over: bool,
    /// All of it was used at a lower load already, from which throughput grew by much.
    grew_beyond: bool,
    /// Or more than quadrupled.
    grew_far: bool,
    /// Saturated at a higher load only.
    later: bool,
}

/// What causes are looked for in.
struct Search<'a> {
    known: &'a WithFindings<'a>,
    run: &'a MeasuredRun,
    table: &'a [Usage],
    knee: u32,
    lost: Vec<LostServer>,
}

impl Search<'_> {
    fn cause(&self, line: &ResourceLine) -> Option<Cause> {
        let run = self.run;
        let own = |usage: &&Usage| {
            usage.resource == line.resource
                && usage.source.as_ref() == Some(&line.source)
                && usage.name == line.name
        };
        let load = |step: u32| run.step(step).map_or(0.0, |row| row.load().value());
        let rows: Vec<&Usage> = self.table.iter().filter(own).collect();
        // Where it bent (or at the highest load); of a server that was gone then, in its last step.
        let lost = self.lost.iter().find(|lost| lost.source.host == line.source.host);
        let usage = *rows.iter().find(|usage| usage.step == lost.map_or(self.knee, |lost| lost.last_step))?;
        let at_usage = load(usage.step);
        let exhausted = exhaustion(self.known, line, usage.step);
        let saturated = usage.is_saturated() || exhausted.is_some();
        let later = rows.iter().filter(|usage| load(usage.step) > at_usage);
        // What a server that is gone reports afterwards is not of work.
        let later = lost.is_none() && later.into_iter().any(|usage| usage.is_saturated());
        let below = rows.iter().filter(|usage| load(usage.step) < at_usage && !usage.is_saturated());
        let usage_below =
            below.max_by(|a, b| load(a.step).total_cmp(&load(b.step))).map(|usage| (*usage).clone());
        let demand = demand(run, &rows);
        let begins = run.step(self.knee)?.span_s().0;
        let lead_s = lead_s(line, begins).or(exhausted.map(|exhausted| begins - exhausted.at_s));
        let follows = demand.is_some_and(|d| d.follows() && near_maximum(run, d.full_at_per_s));
        let in_time = lead_s.is_some_and(|lead_s| lead_s > -step_length_s(run, self.knee) / 2.0);
        // Exhausted, and gone after it: the order is that of cause and effect.
        let ended = exhausted.is_some_and(|exhausted| exhausted.was_fatal || lost.is_some());
        let has_taken_over = self.has_taken_over(line, &rows);
        let grew = |by: f64| lost.is_none() && self.grew_beyond(&rows, usage, by);
        let (grew_beyond, grew_far) = (grew(GREW_BEYOND), grew(GREW_FAR));
        let signs =
            Signs { saturated, in_time, follows, ended, has_taken_over, grew_beyond, grew_far, later };
        let grade = self.grade(line, usage, usage_below.is_some(), signs)?;
        let grade = if line.is_guessed { grade.max(Grade::Moderate) } else { grade };
        let grade = if is_busy_failing(run, usage) { grade.max(Grade::Weak) } else { grade };
        Some(Cause {
            grade,
            resource: line.resource,
            source: line.source.clone(),
            name: line.name.clone(),
            usage: usage.clone(),
            is_by_name: line.is_guessed,
            usage_below,
            lead_s,
            lead_step: self.knee,
            demand,
        })
    }

    /// `None`: it is no cause.
    fn grade(&self, line: &ResourceLine, usage: &Usage, had_room: bool, signs: Signs) -> Option<Grade> {
        let busy = usage.utilisation_percent.is_some_and(|u| u.mean > BUSY_PERCENT)
            && !matches!(usage.resource, Resource::Heap | Resource::Memory);
        let grade = match (signs.saturated, signs.in_time, signs.follows) {
            // The servers that are left have the work of those that are gone.
            (true, ..) if signs.has_taken_over => Grade::Weak,
            // What is used up and still lets throughput grow is not what it waits for; and nobody suspects what let it quadruple.
            (true, ..) if signs.grew_far && !signs.ended => return None,
            (true, ..) if signs.grew_beyond && !signs.ended => Grade::Weak,
            (true, true, true) => Grade::Strong,
            (true, true, false) if signs.ended => Grade::Strong,
            // A queue of its own that was not there at lower loads needs no slope: its use may be of no known size.
            (true, true, false) if had_room && usage.utilisation_percent.is_none() => Grade::Strong,
            (true, true, false) | (true, false, true) => Grade::Moderate,
            _ if is_exhausted(self.known, line, self.knee) => Grade::Moderate,
            (true, false, false) => Grade::Weak,
            (false, _, _) if signs.grew_beyond && !signs.later => return None,
            (false, _, _) if signs.later || busy => Grade::Weak,
            (false, _, _) => return None,
        };
        Some(grade)
    }

    /// It was as full at a lower load, from which throughput grew by more than this part.
    fn grew_beyond(&self, rows: &[&Usage], usage: &Usage, part: f64) -> bool {
        let Some(here) = self.run.step(usage.step) else { return false };
        let now = usage.utilisation_percent.map_or(f64::INFINITY, |u| u.mean);
        let as_full = |before: f64| before > FULL_PERCENT || before > BUSY_PERCENT && before >= AS_FULL * now;
        let lower = |usage: &&&Usage| {
            let row = self.run.step(usage.step).filter(|row| row.is_valid());
            row.is_some_and(|row| {
                let (x, base) = (here.throughput_per_s.value, row.throughput_per_s.value);
                row.load().value() < here.load().value() && x > base * (1.0 + part)
            })
        };
        rows.iter().filter(lower).any(|usage| usage.utilisation_percent.is_some_and(|u| as_full(u.mean)))
    }

    /// It is of a server that answers requests, had room as long as another one did so too, and that one is gone.
    fn has_taken_over(&self, line: &ResourceLine, rows: &[&Usage]) -> bool {
        let answers = |host: &str| self.known.servers.server_steps.iter().any(|s| s.source.host == host);
        let is_gone = self.lost.iter().any(|lost| lost.source.host == line.source.host);
        let had_room = |step: u32| rows.iter().all(|usage| usage.step > step || !usage.is_saturated());
        let taken = |lost: &LostServer| !lost.restarted && had_room(lost.last_step);
        !is_gone && answers(&line.source.host) && self.lost.iter().any(taken)
    }
}

/// With a clock that may be off by more, readings are not of the steps that they seem to be of.
const CLOCK_OFF_US: u64 = 10_000_000;

/// Hosts with such clocks, and by how much.
pub(super) fn clocks_off<'a>(known: &WithFindings<'a>) -> impl Iterator<Item = (&'a str, u64)> {
    let hosts = known.measured.recorded.telemetry.hosts.iter();
    let off = hosts.filter_map(|host| Some((host.name.as_str(), host.clock?.uncertainty_us)));
    off.filter(|(_, off_us)| *off_us > CLOCK_OFF_US)
}

/// Throughput that grew by more than this part while a resource was used up did not wait for it.
const GREW_BEYOND: f64 = 0.25;
/// The same, and so much that nobody suspects it: to four times as much and more.
const GREW_FAR: f64 = 3.0;
/// So much of what is used now makes a use the same.
const AS_FULL: f64 = 0.97;

fn step_length_s(run: &MeasuredRun, step: u32) -> f64 {
    run.step(step).map_or(0.0, |row| row.measured_s)
}

fn near_maximum(run: &MeasuredRun, per_s: f64) -> bool {
    let x = run.steps.iter().filter(|row| row.is_valid()).map(|row| row.throughput_per_s.value);
    let highest = x.fold(0.0, f64::max);
    (per_s / highest - 1.0).abs() <= DEMAND_WITHIN
}

/// Used up, but for rounding.
const COMPLETE_PERCENT: f64 = 99.5;

/// Least squares of utilisation over throughput, in the steps of all servers.
fn demand(run: &MeasuredRun, rows: &[&Usage]) -> Option<Demand> {
    let points: Vec<(f64, f64)> = rows
        .iter()
        .filter_map(|usage| {
            let row = run.step(usage.step).filter(|row| row.is_of_one_system())?;
            Some((row.throughput_per_s.value, usage.utilisation_percent?.mean))
        })
        .collect();
    let n = points.len() as f64;
    if points.len() < 3 {
        return None;
    }
    let (mean_x, mean_y) =
        (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let sum =
        |f: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| f(x - mean_x, y - mean_y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if xx <= 0.0 || yy <= 0.0 || xy <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    // Where it was seen to be full no line says that it would be at more.
    let full = points.iter().filter(|(_, used)| *used >= COMPLETE_PERCENT).map(|(per_s, _)| *per_s);
    Some(Demand {
        percent_per_request: slope,
        r_squared: xy * xy / (xx * yy),
        full_at_per_s: full.fold(mean_x + (100.0 - mean_y) / slope, f64::min),
        steps: points.len() as u32,
    })
}

fn collects_much(usage: &Usage) -> bool {
    usage.saturation.is_some_and(|saturation| match saturation {
        Saturation::CollectingPercent(share) => share.mean > COLLECTING_ROOM_PERCENT,
        _ => false,
    })
}

/// The step that a verdict looks at.
pub(super) fn step_of(verdict: &LimitVerdict, known: &WithFindings) -> Option<u32> {
    match verdict {
        LimitVerdict::Causes { at_step, .. }
        | LimitVerdict::NotKnown {
            reason:
                NotKnown::NothingSaturated { looked_at: at_step, .. }
                | NotKnown::Refused { at_step, .. }
                | NotKnown::ServersLost { at_step, .. },
        } => Some(*at_step),
        _ => highest_load(known.run).map(|row| row.number),
    }
}

/// Everything that had room where throughput bent, or in every step where it did not bend.
pub(super) fn ruled_out(table: &[Usage], verdict: &LimitVerdict, known: &WithFindings) -> Vec<RuledOut> {
    let step = step_of(verdict, known);
    let lost: &[LostServer] = match verdict {
        LimitVerdict::Causes { lost, .. }
        | LimitVerdict::NotKnown { reason: NotKnown::ServersLost { lost, .. } } => lost,
        LimitVerdict::NotKnown { .. } => &[],
    };
    let looked_at = |usage: &Usage| {
        let gone = lost.iter().find(|lost| usage.source.as_ref().is_some_and(|s| s.host == lost.source.host));
        gone.map_or(step, |lost| Some(lost.last_step))
    };
    // A heap may be seen by a JVM's log and by its metrics.
    let jvms = Jvm::all(known.readings());
    let is_heap_of = |a: &Usage, b: &Usage| {
        let both = a.source.as_ref().zip(b.source.as_ref());
        let is_heap = a.resource == Resource::Heap && b.resource == Resource::Heap;
        is_heap && both.is_some_and(|(a, b)| is_one_jvm(&jvms, a, b))
    };
    let is_same = |a: &Usage, b: &Usage| a.key() == b.key() || is_heap_of(a, b);
    let named = |usage: &Usage| match verdict {
        LimitVerdict::Causes { causes, .. } => causes.iter().any(|cause| is_same(&cause.usage, usage)),
        LimitVerdict::NotKnown {
            reason:
                NotKnown::NotReached { nearest }
                | NotKnown::OneLoad { nearest }
                | NotKnown::NoSteadyLoads { nearest },
        } => nearest.as_ref().is_some_and(|nearest| is_same(nearest, usage)),
        LimitVerdict::NotKnown { .. } => false,
    };
    let has_room = |usage: &&Usage| {
        let used = match usage.resource {
            // A full heap is an ordinary one, unless it fills for good, or collections are busy with it.
            Resource::Heap => !collects_much(usage) && !fills(known, usage),
            Resource::Memory => !fills(known, usage),
            _ => usage.utilisation_percent.is_none_or(|u| u.mean <= ROOM_PERCENT),
        };
        let known = usage.utilisation_percent.is_some() || usage.saturation.is_some();
        known && used && !usage.is_saturated() && Some(usage.step) == looked_at(usage) && !named(usage)
    };
    // Steps of one load are judged together.
    let load = |step: u32| known.run.step(step).filter(|row| row.is_valid()).map(|row| row.load().value());
    let is_full = |usage: &&Usage| {
        let same =
            table.iter().filter(|other| other.key() == usage.key() && load(other.step) == load(usage.step));
        same.into_iter().any(Usage::is_saturated)
    };
    let out = table.iter().filter(has_room).filter(|usage| !is_full(usage));
    out.map(|usage| RuledOut { usage: usage.clone() }).collect()
}
