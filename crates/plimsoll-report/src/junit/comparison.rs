//! Comparisons as JUnit XML, for what builds software: a test case for each figure.

use super::escape::escaped;
use crate::words::{self, Words};
use plimsoll_analysis::comparison::{
    Comparison, Contrast, Effect, HISTORY_RUNS_MIN, History, Judged, RECENT_RUNS, SeriesHistory,
};
use std::fmt::Write;

/// What became of one test case.
enum Case {
    Passed,
    Failed(String),
    Skipped(String),
}

/// Worse is a failure, unproven and not comparable are skipped. A test suite for each contrast.
pub fn comparison_junit(comparison: &Comparison, words: &Words) -> String {
    let suite = |contrast: &Contrast| {
        let heading = words::compare::heading(words, contrast);
        let mut cases: Vec<(String, Case)> = contrast
            .rows
            .iter()
            .map(|row| {
                let name = words::compare::what(words, &row.subject, row.metric);
                let said = || {
                    let sentence = words::compare::sentence(words, contrast, row);
                    sentence.unwrap_or_else(|| words::compare::effect(words, row.effect))
                };
                (name, case(row.effect, said))
            })
            .collect();
        cases.extend(contrast.job_summary.iter().map(|summary| {
            let said = || words::compare::job_summary(words, contrast, summary);
            (words.text("compare-jobs"), case(summary.effect, said))
        }));
        (heading, cases)
    };
    written(&words.text("compare-title"), &comparison.contrasts.iter().map(suite).collect::<Vec<_>>())
}

fn case(effect: Effect, said: impl FnOnce() -> String) -> Case {
    match effect {
        Effect::Better | Effect::Equivalent => Case::Passed,
        Effect::Worse => Case::Failed(said()),
        Effect::Unproven(_) | Effect::NotComparable => Case::Skipped(said()),
    }
}

/// A test case for each figure; it fails if the history's judgement rests on its last change.
pub fn history_junit(history: &History, words: &Words) -> String {
    let cases = history.series.iter().map(|series| {
        let name = words::compare::what(words, &series.subject, series.metric);
        let worse = series.changes.last().filter(|change| change.effect == Effect::Worse);
        let recent = worse.filter(|change| change.is_recent(history.runs.len()));
        let case = match recent {
            Some(change) => Case::Failed(words::compare::history_change(words, series, change)),
            None if history.judged == Judged::Undecided => Case::Skipped(words.text("compare-history-few")),
            None => Case::Passed,
        };
        (name, case)
    });
    let title = words.text("compare-history-title");
    written(&title, &[(title.clone(), cases.collect())])
}

/// A test case for each series; it fails by a recent change for the worse.
pub fn series_junit(history: &SeriesHistory, words: &Words) -> String {
    let cases = history.series.iter().map(|series| {
        let worse = series.changes.last().filter(|change| change.effect == Some(Effect::Worse));
        let recent = worse.filter(|change| change.at + RECENT_RUNS >= history.points.len());
        let case = match recent {
            Some(change) => Case::Failed(words::series::change(words, series, change)),
            None if series.measured() < HISTORY_RUNS_MIN => Case::Skipped(words.text("compare-history-few")),
            None => Case::Passed,
        };
        (series.name.clone(), case)
    });
    let title = words.text("compare-history-title");
    written(&title, &[(title.clone(), cases.collect())])
}

fn written(title: &str, suites: &[(String, Vec<(String, Case)>)]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let count = |cases: &[(String, Case)]| {
        let failed = cases.iter().filter(|(_, case)| matches!(case, Case::Failed(_))).count();
        let skipped = cases.iter().filter(|(_, case)| matches!(case, Case::Skipped(_))).count();
        format!("tests=\"{}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\"", cases.len())
    };
    let _ = writeln!(text, "<testsuites name=\"{}\">", escaped(title));
    for (name, cases) in suites {
        let name = escaped(name);
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {}>", count(cases));
        for (case_name, case) in cases {
            let open = format!("    <testcase classname=\"{name}\" name=\"{}\"", escaped(case_name));
            let _ = match case {
                Case::Passed => writeln!(text, "{open}/>"),
                Case::Failed(why) => {
                    writeln!(text, "{open}><failure message=\"{}\"/></testcase>", escaped(why))
                }
                Case::Skipped(why) => {
                    writeln!(text, "{open}><skipped message=\"{}\"/></testcase>", escaped(why))
                }
            };
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_anything_in_them_are_still_xml() {
        let cases = vec![
            ("GET <a href=\"x\">&\u{1}\n".to_owned(), Case::Passed),
            ("b".to_owned(), Case::Failed("p < 0.05 & \"worse\"".to_owned())),
            ("c".to_owned(), Case::Skipped("\u{0}".to_owned())),
        ];
        let text = written("a & b", &[("s".to_owned(), cases)]);
        let document = roxmltree::Document::parse(&text).expect("well-formed");
        let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
        let counts = ["tests", "failures", "skipped"].map(|name| suite.attribute(name));
        assert_eq!(counts, [Some("3"), Some("1"), Some("1")]);
        let first = document.descendants().find(|node| node.has_tag_name("testcase")).expect("a case");
        assert_eq!(first.attribute("name"), Some("GET <a href=\"x\">&\u{2401} "));
    }
}
