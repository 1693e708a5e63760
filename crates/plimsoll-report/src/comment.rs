//! A verdict as a comment on a change: a few lines of Markdown, as GitHub, GitLab and others show it. The report has the
//! rest.

use crate::markdown;
use crate::words::{self, Words};
use plimsoll_analysis::comparison::{Comparison, Contrast, Effect, Judged, Row};
use plimsoll_analysis::{Analysis, FollowUp, Judgement, Outcome, RunAnalysis};

/// More requirements, rows or runs than this are counted and left to the report.
const ROWS_MAX: usize = 12;

/// The verdict of each run: its headline, what was asked and measured, capacity and limit; what to do is folded.
pub fn comment(analysis: &Analysis, words: &Words) -> String {
    let shown = &analysis.runs[..analysis.runs.len().min(ROWS_MAX)];
    let mut parts = claims(words, &analysis.runs, &analysis.follow_ups);
    parts.extend(shown.iter().map(|run| of_run(words, &analysis.runs, run)));
    parts.extend(further(words, analysis.runs.len()));
    parts.join("\n") + &attribution()
}

/// What changed against the baseline, the regressions first.
pub fn comparison_comment(comparison: &Comparison, words: &Words) -> String {
    let shown = comparison.contrasts.iter().take(ROWS_MAX);
    let mut parts: Vec<String> = claims(words, &[], &comparison.follow_ups);
    parts.extend(shown.map(|found| of_contrast(words, comparison, found)));
    parts.extend(further(words, comparison.contrasts.len()));
    parts.join("\n") + &attribution()
}

/// Whether the claims of findings held that a run was to decide.
fn claims(words: &Words, runs: &[RunAnalysis], follow_ups: &[FollowUp]) -> Vec<String> {
    let line =
        |of: &FollowUp| format!("{} (`{}`)\n", plain(&words::follow_up::sentence(words, runs, of)), of.claim);
    follow_ups.iter().take(ROWS_MAX).map(line).collect()
}

fn attribution() -> String {
    format!("\n<sub>Plimsoll {}</sub>\n", env!("CARGO_PKG_VERSION"))
}

/// That there are more than are shown.
fn further(words: &Words, count: usize) -> Option<String> {
    (count > ROWS_MAX).then(|| format!("… +{}\n", words.count((count - ROWS_MAX) as u64)))
}

fn of_run(words: &Words, runs: &[RunAnalysis], run: &RunAnalysis) -> String {
    let words = &words.of_run(run);
    let is_judged = !run.verdicts.is_empty() || run.header.generator.imported().is_none();
    let loudest = words::verdict::loudest(words, run);
    let is_good = loudest.is_empty() && words::verdict::critical(run).next().is_none();
    let mark = match run.outcome {
        Outcome::Holds if !is_judged => "ℹ️",
        Outcome::Holds if is_good => "✅",
        Outcome::Holds | Outcome::Inconclusive => "⚠️",
        Outcome::RequirementFailed | Outcome::RequestsFailed => "❌",
    };
    let title = plain(&words::run::title(words, runs, &run.header));
    let mut lines = vec![format!("### {mark} {title}"), String::new()];
    lines.extend(loudest.iter().map(|text| format!("> **{}**\n", plain(text))));
    lines.push(plain(&words::verdict::outcome(words, run)));
    lines.extend(words::answer::at_expected(words, run).map(|text| format!("\n{}\n", plain(&text))));
    lines.extend(words::verdict::critical(run).map(|(_, finding)| {
        format!("- {} (`{}`)", plain(&words::finding::short(words, &finding.claim)), finding.id)
    }));
    lines.push(String::new());
    lines.extend(requirements(words, run));
    let capacity = words::capacity::of_run(words, run);
    let limit = words::limits::line(words, &run.limiting_factor);
    let validity = format!(
        "{}: {}. {}",
        words.text("label-validity"),
        words::validity::word(words, run),
        words::validity::summary(words, run)
    );
    let is_known = run.advice.recommended.is_some() || run.advice.sustained.is_some();
    let recommended = is_known.then(|| words::recommendation::line(words, run));
    let said = std::iter::once(capacity).chain(recommended).chain(limit).chain([validity]);
    lines.extend(said.map(|text| format!("- {}", plain(&text))));
    let steps = words::tested::next_steps(words, run).into_iter().map(|next| next.text);
    lines.extend(folded(&words.text("label-what-to-do"), steps.collect()));
    lines.join("\n") + "\n"
}

fn requirements(words: &Words, run: &RunAnalysis) -> Vec<String> {
    let mut rows = Vec::new();
    for verdict in run.verdicts.iter().take(ROWS_MAX) {
        let mark = match verdict.judgement {
            Judgement::Pass => "✅",
            Judgement::Fail => "❌",
            Judgement::Inconclusive => "⚠️",
        };
        let judgement = words::verdict::judgement(words, verdict.judgement);
        let measured = words::answer::sentence(words, run, verdict)
            .unwrap_or_else(|| words::verdict::proof(words, run, verdict));
        let asked = plain(&verdict.requirement);
        rows.push(format!("| {mark} {} | {asked} | {} |", plain(&judgement), plain(&measured)));
    }
    if !rows.is_empty() {
        // Without a head the first row would be one.
        rows.splice(0..0, ["| | | |".to_owned(), "|---|---|---|".to_owned()]);
        rows.extend(further(words, run.verdicts.len()));
        rows.push(String::new());
    }
    rows
}

fn of_contrast(words: &Words, comparison: &Comparison, contrast: &Contrast) -> String {
    let mark = match contrast.judged {
        Judged::Regression => "❌",
        Judged::NoRegression => "✅",
        Judged::Undecided => "⚠️",
    };
    let heading = plain(&words::compare::heading(words, contrast));
    let mut lines = vec![format!("### {mark} {heading}"), String::new()];
    lines.push(plain(&words::compare::judged(words, contrast.judged)));
    lines.push(plain(&words::compare::counts(words, comparison, contrast)));
    lines.push(String::new());
    lines.extend(rows(words, contrast));
    let caveats = words::compare::caveats(words, &contrast.caveats);
    lines.extend(folded(&words.text("compare-caveats"), caveats));
    lines.join("\n") + "\n"
}

/// What changed; where nothing did, the figures of all requests.
fn rows(words: &Words, contrast: &Contrast) -> Vec<String> {
    let of = |effect: Effect| contrast.rows.iter().filter(move |row| row.effect == effect);
    let changed: Vec<&Row> = of(Effect::Worse).chain(of(Effect::Better)).collect();
    let all = || contrast.rows.iter().filter(|row| row.subject.transaction.is_none()).collect();
    let chosen: Vec<&Row> = if changed.is_empty() { all() } else { changed };
    if chosen.is_empty() {
        return Vec::new();
    }
    let head = ["compare-metric", "compare-before", "compare-after", "compare-change", "compare-judgement"];
    let head = head.map(|id| plain(&words.capitalised(&words.text(id)))).join(" | ");
    let mut lines = vec![format!("| {head} |"), "|---|---:|---:|---:|---|".to_owned()];
    lines.extend(chosen.iter().take(ROWS_MAX).map(|row| {
        let what = words.capitalised(&words::compare::what(words, &row.subject, row.metric));
        let (before, after) = (
            words::compare::side(words, row.metric, &row.before),
            words::compare::side(words, row.metric, &row.after),
        );
        let bounds = words::compare::bounds(words, row).map_or_else(String::new, |text| format!(" ({text})"));
        let change = format!("{}{bounds}", words::compare::change(words, row));
        let effect = words::compare::effect(words, row.effect);
        format!("| {} |", [what, before, after, change, effect].map(|cell| plain(&cell)).join(" | "))
    }));
    lines.extend(further(words, chosen.len()));
    lines
}

/// A list that a reader opens.
fn folded(title: &str, items: Vec<String>) -> Vec<String> {
    if items.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec![String::new(), format!("<details><summary>{}</summary>", plain(title)), String::new()];
    lines.extend(items.iter().map(|item| format!("- {}", plain(item))));
    lines.extend([String::new(), "</details>".to_owned()]);
    lines
}

/// Text of others is no markup, and calls nobody: a name after `@` would be notified.
fn plain(text: &str) -> String {
    markdown::escaped(text).replace('@', "@\u{200b}")
}
