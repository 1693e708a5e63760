//! What several runs say together, for a terminal.

use super::lines::{hanging, wrapped};
use crate::words::{self, Words, args};
use plimsoll_analysis::Analysis;
use plimsoll_analysis::conclusion::{Conclusion, VariantConclusion};

/// Each variant, what differs, what recurs, and the findings across runs.
pub fn lines(words: &Words, analysis: &Analysis, found: &Conclusion, width: usize) -> Vec<String> {
    let mut lines = vec![words.text("conclusion-title"), String::new()];
    for variant in &found.variants {
        lines.push(words::run::variant(words, &variant.name));
        of_variant(words, analysis, variant).iter().for_each(|line| lines.extend(wrapped(line, 2, width)));
    }
    let (pairs, further) = words::differences::shown(words, found);
    if !pairs.is_empty() {
        lines.extend([String::new(), words.text("conclusion-differences")]);
    }
    for pair in &pairs {
        lines.extend(hanging(&words::differences::heading(words, pair), 2, width));
        let sentences = words::differences::sentences(words, found, pair);
        sentences.iter().for_each(|sentence| lines.extend(wrapped(sentence, 2, width)));
    }
    further.iter().for_each(|text| lines.extend(wrapped(text, 0, width)));
    if !pairs.is_empty() {
        lines.extend(wrapped(&words::differences::note(words, found), 0, width));
    }
    let (shown, further) = words::conclusion::shown(found);
    if !shown.is_empty() {
        lines.extend([String::new(), words.text("conclusion-recurs")]);
    }
    for one in shown {
        let things: Vec<String> =
            one.of.iter().map(|thing| words::conclusion::recurring(words, thing)).collect();
        let coverage = words::conclusion::coverage(words, found, one);
        lines.extend(wrapped(&format!("{} – {coverage}.", things.join(", ")), 2, width));
    }
    if let Some(n) = further {
        lines.extend(wrapped(&words.say("conclusion-further-recurrences", args![n]), 2, width));
    }
    if !analysis.findings.is_empty() {
        lines.extend([String::new(), words.text("detector-across-runs")]);
    }
    for finding in &analysis.findings {
        let severity = words::finding::severity(words, finding.severity);
        let sentence = words::finding::sentence(words, &analysis.runs, &finding.claim);
        lines.extend(wrapped(&format!("{severity} [{}] {sentence}", finding.id), 2, width));
    }
    lines
}

/// `Capacity: ≥ 95.7/s (95.3–95.9 over 3 runs)`
fn of_variant(words: &Words, analysis: &Analysis, variant: &VariantConclusion) -> Vec<String> {
    let line = |id: &str, text: String, note: Option<String>| {
        let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
        format!("{}: {text}{note}", words.text(id))
    };
    let runs = variant.runs.len();
    let capacity = match &variant.capacity {
        Some(found) => {
            let note = words::conclusion::capacity_note(words, found, runs);
            line("conclusion-capacity", words::conclusion::capacity(words, found), note)
        }
        None => line("conclusion-capacity", words.text("capacity-figure-unknown"), None),
    };
    let limit = line(
        "label-limiting-factor",
        words::conclusion::limit(words, &variant.limit),
        words::conclusion::limit_note(words, &variant.limit, runs),
    );
    let mut lines = vec![capacity, limit];
    if let Some(judgement) = variant.judgement() {
        let point = variant.operate_at_per_s;
        let text = point.map_or_else(|| words.text("label-none"), |per_s| words.per_s(per_s));
        let note = words::conclusion::recommended_note(words, variant, &analysis.runs);
        lines.push(line("label-recommended", text, note));
        let judged = words::verdict::judgement(words, judgement);
        lines.push(line(
            "conclusion-requirements",
            judged,
            words::conclusion::requirements_note(words, variant),
        ));
    }
    let critical = words.count(variant.critical_findings as u64);
    lines.push(line("conclusion-critical", critical, None));
    lines
}
