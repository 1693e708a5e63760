//! What limits the system: utilisation, saturation and errors of every watched resource in every step (the USE method,
//! Gregg 2013), and the causes that they allow, ranked.
//!
//! A cause is ranked by its saturation first, then by whether it was there before throughput bent, then by whether its
//! use follows throughput (U = X · D, Denning & Buzen 1978). That two lines rise together proves nothing: under a rising
//! load everything does. Who puts messages in need not wait for those who take them out, so consumers that fall behind are
//! no cause; they are reported beside it.

mod causes;
mod disks;
mod factor;
mod failing;
mod knee;
mod lead;
mod lost;
mod not_reached;
mod other_work;
mod refuted;
mod resources;
mod threads;
mod usage;

pub use factor::{
    CarriedBeyond, Cause, Grade, LimitVerdict, LimitingFactor, LostServer, NotKnown, RefutedCause, RuledOut,
    SharedMachine,
};
pub(crate) use refuted::without_refuted;
pub(crate) use resources::resource_servers;
pub use usage::{ALL_THREADS, OUTSIDE_DEVICES, Resource, Saturation, Usage};

use crate::findings::{Claim, Finding, QueueGrows};
use crate::measured::Measured;
use crate::servers::jvms::Jvm;
use crate::servers::{ReadingSummary, heap};
use lost::WithFindings;

/// The table, and what follows from it in this run alone.
pub(crate) fn limiting_factor(measured: &Measured, findings: &[Finding]) -> LimitingFactor {
    let known = WithFindings { measured, findings };
    let rows = &measured.run.steps;
    let has_clock_off = |host: &str| causes::clocks_off(&known).any(|(off, _)| off == host);
    let lines: Vec<_> =
        resources::lines(measured).into_iter().filter(|line| !has_clock_off(&line.source.host)).collect();
    let watched = usage::table(rows, &lines).into_iter().map(|usage| with_collected(measured, usage));
    let table: Vec<Usage> = resources::generator(rows).into_iter().chain(watched).collect();
    let watched = table.iter().any(|usage| usage.resource != Resource::Generator);
    let by_load = |usage: &&Usage| !other_work::has_used(&known, usage);
    let own: Vec<Usage> = table.iter().filter(by_load).cloned().collect();
    let verdict = causes::verdict(&known, &own, &lines, watched);
    let ruled_out = causes::ruled_out(&own, &verdict, &known);
    let step = causes::step_of(&verdict, &known);
    let at_step = |is_so: &dyn Fn(&Usage) -> bool| -> Vec<Usage> {
        table.iter().filter(|usage| Some(usage.step) == step && is_so(usage)).cloned().collect()
    };
    let behind = at_step(&|usage| is_behind(findings, usage));
    let other_work = at_step(&|usage| other_work::has_used(&known, usage));
    let may_share = other_work::may_share(&known, &verdict);
    LimitingFactor { table, verdict, ruled_out, refuted: Vec::new(), other_work, may_share, behind }
}

/// A queue that grows in that step, as the finding says: one high reading is a batch under way.
pub fn is_behind(findings: &[Finding], usage: &Usage) -> bool {
    let grows = |finding: &Finding| match &finding.claim {
        Claim::QueueGrows(QueueGrows { queue, steps, .. }) => {
            steps.contains(&usage.step)
                && usage.source.as_ref() == Some(&queue.source)
                && usage.name == queue.title()
        }
        _ => false,
    };
    usage.resource == Resource::Queue && usage.is_saturated() && findings.iter().any(grows)
}

/// Collections are a share of the whole window, as the findings on them have it.
fn with_collected(measured: &Measured, usage: Usage) -> Usage {
    let (Some(Saturation::CollectingPercent(read)), Some(source), Some(row)) =
        (usage.saturation, &usage.source, measured.run.step(usage.step))
    else {
        return usage;
    };
    let (from_s, to_s) = row.span_s();
    let jvms = Jvm::all(measured.readings());
    let own = jvms.iter().find(|jvm| jvm.sources.contains(&source));
    let by_log = own.and_then(|jvm| jvm.collected(measured.readings(), from_s, to_s)).map(|(_, found)| found);
    let by_itself = || heap::collected(measured.readings(), source, from_s, to_s);
    let Some(collected) = by_log.or_else(by_itself) else { return usage };
    let mean = 100.0 * collected.share;
    let whole = ReadingSummary { mean, max: read.max.max(mean), n: read.n };
    Usage { saturation: Some(Saturation::CollectingPercent(whole)), ..usage }
}
