//! Every table of a report.

use super::cell::Table;
use super::{
    beside, causes, compared, completions, conclusion, demands, detectors, differences, errors, events,
    generator_resources, generator_times, host_steps, hosts, inputs, job_times, jobs, marginals, matrix,
    notes, projections, proof, rates, runs, server_requests, sources, steps, times, transactions, units,
    usage,
};
use crate::words::Words;
use plimsoll_analysis::bottleneck::Verdict;
use plimsoll_analysis::{Analysis, RunAnalysis};
use std::collections::BTreeSet;

/// In the order of the report, without empty ones. Where there are several runs, the names of a run's tables begin
/// with its number: `run-2-steps`.
pub fn tables(analysis: &Analysis, words: &Words) -> Vec<Table> {
    let several = analysis.runs.len() > 1;
    let mut all = Vec::new();
    if let Some(found) = &analysis.conclusion {
        all.extend([conclusion(words, analysis, found), differences(words, found)]);
    }
    if several {
        all.push(runs(words, analysis));
        all.push(detectors(words, "detectors", &analysis.detectors));
    }
    all.push(job_times(words, analysis));
    all.extend(analysis.matrix.iter().flat_map(|found| [matrix(words, found), compared(words, found)]));
    for (i, run) in analysis.runs.iter().enumerate() {
        for mut table in of_run(words, run) {
            if several {
                table.id = format!("run-{}-{}", i + 1, table.id);
            }
            all.push(table);
        }
    }
    all.retain(|table| !table.rows.is_empty());
    named_apart(&mut all);
    all
}

/// Hosts whose names differ only in what no file system takes.
fn named_apart(tables: &mut [Table]) {
    let mut taken = BTreeSet::new();
    for table in tables {
        let (name, mut number) = (table.id.clone(), 1);
        while !taken.insert(table.id.to_lowercase()) {
            number += 1;
            table.id = format!("{name}-{number}");
        }
    }
}

fn of_run(words: &Words, run: &RunAnalysis) -> Vec<Table> {
    let mut all = Vec::new();
    all.extend(run.rate_capacity().map(|search| rates(words, run, search)));
    all.extend([steps(words, run), times(words, run), marginals(words, run), demands(words, run)]);
    all.extend(run.verdicts.iter().enumerate().map(|(i, verdict)| proof(words, run, i + 1, verdict)));
    all.extend([transactions(words, run), errors(words, run, false), errors(words, run, true)]);
    for host in run.servers.hosts(&run.telemetry) {
        all.extend([events(words, run, host), host_steps(words, &run.servers, host)]);
    }
    all.push(server_requests(words, &run.servers));
    let watched = &run.telemetry;
    all.extend([hosts(words, watched), sources(words, watched), inputs(words, watched)]);
    all.extend([generator_times(words, run), generator_resources(words, run)]);
    all.extend(projections(words, run).map(|(table, _)| table));
    let beside_steps = &run.experiment;
    all.extend([jobs(words, beside_steps), beside(words, beside_steps)]);
    all.extend([completions(words, beside_steps), units(words, beside_steps)]);
    if let Verdict::Causes { causes: found, .. } = &run.limiting_factor.verdict {
        all.push(causes(words, found));
    }
    // Of the load generator alone its own tables say more.
    let used = &run.limiting_factor.table;
    if used.iter().any(|usage| usage.source.is_some()) {
        all.push(usage(words, used));
    }
    all.extend([notes(words, run), detectors(words, "detectors", &run.detectors)]);
    all
}
