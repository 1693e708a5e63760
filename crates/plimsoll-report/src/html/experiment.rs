//! What a study measured beside its steps: units, shares, jobs, completions.

use crate::words::number::dash;
use crate::words::{Words, args};
use maud::{Markup, html};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::experiment::{Beside, Experiment};
use plimsoll_run::JobVerdict;

pub fn section(words: &Words, run: &RunAnalysis) -> Markup {
    let experiment = &run.experiment;
    html! {
        @if !experiment.is_empty() {
            section {
                h2 { (words.text("experiment-heading")) }
                (jobs(words, experiment))
                (beside(words, &experiment.beside))
                (completions(words, experiment))
                (units(words, experiment))
                @for share in &experiment.shares {
                    p {
                        @let unit = share.unit.clone().unwrap_or_else(|| words.text("experiment-calls"));
                        @let (count, rate) = (words.written(share.count), words.projected(share.per_hour));
                        (words.say("experiment-share", args![count, name = &share.name, rate, unit]))
                        @if let Some(of_expected) = share.of_expected {
                            @let percent = words.percent(100.0 * of_expected);
                            " " (words.say("experiment-of-expected", args![percent]))
                        }
                    }
                }
            }
        }
    }
}

fn heads(words: &Words, ids: &[&str]) -> Markup {
    html! { thead { tr { @for id in ids { th { (words.text(id)) } } } } }
}

fn jobs(words: &Words, experiment: &Experiment) -> Markup {
    html! {
        @if !experiment.jobs.is_empty() {
            div.scroll tabindex="0" { table {
                (heads(words, &["experiment-job", "label-step", "experiment-duration", "experiment-verdict", "experiment-detail"]))
                tbody { @for row in &experiment.jobs { tr {
                    th.text { (row.job.name) } td { (row.job.step) }
                    td { strong { (row.duration_s.map_or_else(dash, |s| words.length(s))) } }
                    td.text { (words.text(job_verdict(row.job.verdict))) }
                    td.text.whole { (row.job.detail) }
                } } }
            } }
        }
    }
}

fn job_verdict(verdict: JobVerdict) -> &'static str {
    match verdict {
        JobVerdict::Running => "experiment-job-running",
        JobVerdict::Done => "experiment-job-done",
        JobVerdict::Failed => "experiment-job-failed",
        JobVerdict::TimedOut => "experiment-job-timed-out",
        JobVerdict::Interrupted => "experiment-job-interrupted",
    }
}

fn beside(words: &Words, rows: &[Beside]) -> Markup {
    html! {
        @if !rows.is_empty() {
            div.scroll tabindex="0" { table {
                (heads(words, &[
                    "label-transaction", "experiment-mean-with", "experiment-mean-without", "experiment-p95-with", "experiment-p95-without",
                ]))
                tbody { @for row in rows {
                    @let mean = |us: Option<f64>| us.map_or_else(dash, |us| words.time(us));
                    tr {
                        th.text { (row.transaction.clone().unwrap_or_else(|| words.text("experiment-all"))) }
                        td { (mean(row.with_job.mean_us)) } td { (mean(row.without_job.mean_us)) }
                        td { (words.time_or_dash(row.with_job.p95_us)) } td { (words.time_or_dash(row.without_job.p95_us)) }
                    }
                } }
            } }
        }
    }
}

fn completions(words: &Words, experiment: &Experiment) -> Markup {
    html! {
        @if !experiment.completions.is_empty() {
            div.scroll tabindex="0" { table {
                (heads(words, &[
                    "label-step", "label-transaction", "experiment-sent", "experiment-failed", "experiment-arrived", "experiment-lost",
                    "experiment-doubled",
                ]))
                tbody { @for row in &experiment.completions { tr {
                    @let c = &row.completion;
                    th { (c.step) } td.text { (c.name) }
                    td { (words.count(c.sent)) } td { (words.count(c.failed)) } td { (words.count(c.arrived)) }
                    td { strong { (words.count(row.lost)) } } td { strong { (words.count(c.doubled)) } }
                } } }
            } }
        }
    }
}

fn units(words: &Words, experiment: &Experiment) -> Markup {
    html! {
        @if !experiment.units.is_empty() {
            div.scroll tabindex="0" { table {
                (heads(words, &["label-step", "experiment-carried", "experiment-calls-per-s", "experiment-units-per-s"]))
                tbody { @for row in &experiment.units { tr {
                    th { (row.step) } td.text { (row.name) }
                    td { (words.rate(row.calls_per_s)) } td { strong { (words.rate(row.per_s)) } }
                } } }
            } }
        }
    }
}
