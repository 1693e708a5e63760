//! A report as JUnit XML, for what builds software: a test case for each requirement.

use super::escape::escaped;
use crate::words::{self, Words};
use plimsoll_analysis::requirements::{JudgedAt, Judgement};
use plimsoll_analysis::{Analysis, Outcome, RunAnalysis, Verdict};
use std::fmt::Write;

/// A suite for each run. A requirement that fails is a failure; one that can't be decided is skipped, and one that
/// can't be read is an error. What was measured is in its message, or where it holds in `system-out`. A run that was cut
/// off, has no valid step or whose requests failed without a requirement on them is an error of its own, `run`.
/// Properties hold the capacity. Names are the requirements as understood, the same in every language.
pub fn junit(analysis: &Analysis, words: &Words) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let suites: Vec<Suite> = analysis.runs.iter().map(|run| Suite::of(words, run)).collect();
    let cases = || suites.iter().flat_map(|suite| &suite.cases);
    let title = analysis.runs.first().map_or("", |run| run.header.name.as_str());
    let seconds: f64 = suites.iter().map(|suite| suite.seconds).sum();
    put(
        &mut text,
        format_args!("<testsuites name=\"{}\" {} time=\"{seconds:.3}\">\n", escaped(title), counts(cases())),
    );
    for suite in &suites {
        suite.write(&mut text);
    }
    text.push_str("</testsuites>\n");
    text
}

struct Suite {
    name: String,
    /// ISO 8601, UTC.
    timestamp: String,
    seconds: f64,
    properties: Vec<(&'static str, String)>,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    result: CaseResult,
}

enum CaseResult {
    /// With what was measured, where something was.
    Passed(Option<String>),
    Failed(String),
    Error(String),
    Skipped(String),
}

impl Suite {
    fn of(words: &Words, run: &RunAnalysis) -> Suite {
        let words = &words.of_run(run);
        let started = jiff::Timestamp::from_microsecond(run.header.started_unix_us).unwrap_or_default();
        let mut cases = vec![Case { name: "run".to_owned(), result: validity(words, run) }];
        cases.extend(run.verdicts.iter().map(|verdict| requirement(words, run, verdict)));
        Suite {
            name: words::run::title(words, std::slice::from_ref(run), &run.header),
            timestamp: started.strftime("%Y-%m-%dT%H:%M:%S").to_string(),
            seconds: run.end.as_ref().map_or(0.0, |end| end.at_us as f64 / 1e6),
            properties: properties(words, run),
            cases,
        }
    }

    fn write(&self, text: &mut String) {
        let (name, counts) = (escaped(&self.name), counts(self.cases.iter()));
        let (timestamp, seconds) = (&self.timestamp, self.seconds);
        put(
            text,
            format_args!(
                "  <testsuite name=\"{name}\" {counts} time=\"{seconds:.3}\" timestamp=\"{timestamp}\">\n    <properties>\n"
            ),
        );
        for (property, value) in &self.properties {
            let value = escaped(value);
            put(text, format_args!("      <property name=\"{property}\" value=\"{value}\"/>\n"));
        }
        text.push_str("    </properties>\n");
        for case in &self.cases {
            let open =
                format!("    <testcase classname=\"{name}\" name=\"{}\" time=\"0\"", escaped(&case.name));
            let (element, said) = match &case.result {
                CaseResult::Passed(None) => {
                    put(text, format_args!("{open}/>\n"));
                    continue;
                }
                CaseResult::Passed(Some(said)) => {
                    let said = escaped(said);
                    let out = format!("<system-out>{said}</system-out>");
                    put(text, format_args!("{open}>\n      {out}\n    </testcase>\n"));
                    continue;
                }
                CaseResult::Failed(said) => ("failure type=\"requirement\"", said),
                CaseResult::Error(said) => ("error type=\"run\"", said),
                CaseResult::Skipped(said) => ("skipped", said),
            };
            let said = escaped(said);
            put(text, format_args!("{open}>\n      <{element} message=\"{said}\"/>\n    </testcase>\n"));
        }
        text.push_str("  </testsuite>\n");
    }
}

/// Of the run as a whole.
fn validity(words: &Words, run: &RunAnalysis) -> CaseResult {
    if run.outcome == Outcome::RequestsFailed {
        return CaseResult::Error(words::answer::requests_failed(words, run));
    }
    if run.validity.is_valid() {
        return CaseResult::Passed(None);
    }
    let summary = words::validity::summary(words, run);
    let said = format!("{}. {summary}", words::validity::word(words, run));
    let said = match words::answer::cause(words, run) {
        Some(cause) => format!("{cause}. {said}"),
        None => said,
    };
    let any_valid = run.steps.iter().any(|step| step.is_valid());
    // Requirements may hold although no step is valid.
    let is_answered = any_valid || run.outcome == Outcome::Holds;
    if run.validity.complete && is_answered { CaseResult::Skipped(said) } else { CaseResult::Error(said) }
}

fn requirement(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Case {
    let proof = words::verdict::proof(words, run, verdict);
    let answer = words::answer::judged(words, run, verdict);
    let broken = || words::answer::broken(words, run);
    let cause =
        words::answer::cause(words, run).or_else(broken).filter(|_| verdict.judgement == Judgement::Fail);
    let parts = [cause, answer.clone(), Some(proof.trim_end_matches('.').to_owned())];
    let proof = format!("{}.", parts.into_iter().flatten().collect::<Vec<_>>().join(". "));
    let result = match (&verdict.judged_at, verdict.judgement) {
        (JudgedAt::Unreadable { .. }, _) => CaseResult::Error(proof),
        (_, Judgement::Pass) => CaseResult::Passed(answer),
        (_, Judgement::Fail) => CaseResult::Failed(proof),
        (_, Judgement::Inconclusive) => CaseResult::Skipped(proof),
    };
    Case { name: verdict.requirement.clone(), result }
}

/// Numbers with a point, sentences in the reader's language.
fn properties(words: &Words, run: &RunAnalysis) -> Vec<(&'static str, String)> {
    let mut properties = vec![("capacity", words::capacity::of_run(words, run))];
    properties.extend(words::answer::at_expected(words, run).map(|text| ("expected", text)));
    if let Some(best) = run.capacity.best() {
        properties.push(("best_throughput_per_s", best.throughput_per_s.value.to_string()));
        properties.push(("best_step", best.step.to_string()));
    }
    if let Some(point) = &run.advice.recommended {
        let per_s = run.advice.operate_at_per_s.unwrap_or(point.throughput_per_s.value);
        properties.push(("recommended_throughput_per_s", per_s.to_string()));
    }
    if let Some(sustained) = &run.advice.sustained {
        properties.push(("sustained_throughput_per_s", sustained.calls_per_s.to_string()));
    }
    let critical = words::verdict::critical(run).count();
    properties.push(("critical_findings", critical.to_string()));
    properties.push(("plimsoll_version", run.header.version.clone()));
    properties
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let (mut tests, mut failures, mut errors, mut skipped) = (0, 0, 0, 0);
    for case in cases {
        tests += 1;
        match case.result {
            CaseResult::Passed(_) => {}
            CaseResult::Failed(_) => failures += 1,
            CaseResult::Error(_) => errors += 1,
            CaseResult::Skipped(_) => skipped += 1,
        }
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

fn put(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("memory can be written");
}
