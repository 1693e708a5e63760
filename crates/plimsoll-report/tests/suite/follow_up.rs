//! Whether claims held that a run was to decide, in every form and language of a report.

use plimsoll_analysis::follow_up::{CHANGED, CLAIM, NEXT_OF, run_key};
use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{
    Language, Words, comment, explanation_json, explanation_terminal, html, judged_claims, markdown, terminal,
};
use plimsoll_run::Run;
use plimsoll_testkit::synthetic::{Spec, run};

/// 10, 20 and 40 users whose throughput grows in proportion; then more of them.
fn followed(claim: &str, after: Run) -> Analysis {
    let before = run(&Spec { measured_s: 30, ..Spec::default() });
    let mut after = after;
    let labels = [(NEXT_OF, run_key(&before.header)), (CLAIM, claim.to_owned())];
    after.header.labels = labels.map(|(name, value)| (name.to_owned(), value)).to_vec();
    after.header.labels.push((CHANGED.to_owned(), "POOL 6 → 9".to_owned()));
    after.header.variant.name = "higher loads".to_owned();
    after.header.started_unix_us += 3_600_000_000;
    analyse(&[before, after], &[], 1)
}

fn higher(lambda: f64, alpha: f64) -> Run {
    let loads = vec![(20, 1), (40, 1), (60, 1), (80, 1)];
    run(&Spec { loads, measured_s: 30, lambda, alpha, ..Spec::default() })
}

fn check(lambda: f64, alpha: f64, claim: &str, language: Language, parts: &[&str]) {
    let analysis = followed(claim, higher(lambda, alpha));
    let said = judged_claims(&analysis, &Words::new(language));
    assert_eq!(said.len(), 1, "{said:?}");
    for part in parts {
        assert!(said[0].contains(part), "{part:?} is not in:\n{}", said[0]);
    }
}

#[test]
fn the_verdict_comes_with_figures_in_every_language() {
    let grows = "maximum-not-found";
    check(
        2.0,
        0.0,
        grows,
        Language::English,
        &["The claim held. Changed: POOL 6 → 9.", "and is 1", "% more (CI "],
    );
    check(80.0, 1.0, grows, Language::English, &["The claim did not hold.", "its maximum had been reached."]);
    check(2.0, 0.0, "x", Language::English, &["The claim is undecided.", "has no such finding."]);
    check(2.0, 0.0, grows, Language::Danish, &["Påstanden holdt. Ændret: POOL 6 → 9.", "voksede videre"]);
    check(80.0, 1.0, grows, Language::Danish, &["Påstanden holdt ikke."]);
    check(
        2.0,
        0.0,
        grows,
        Language::German,
        &["Die Behauptung hat sich bestätigt. Geändert:", "wuchs mit mehr Last weiter"],
    );
    check(80.0, 1.0, grows, Language::German, &["Die Behauptung hat sich nicht bestätigt."]);
    check(2.0, 0.0, grows, Language::Turkish, &["İddia doğrulandı.", "artmayı sürdürdü"]);
    check(80.0, 1.0, grows, Language::Turkish, &["İddia doğrulanmadı."]);
}

#[test]
fn every_form_of_a_report_says_it_first() {
    let analysis = followed("maximum-not-found", higher(2.0, 0.0));
    let words = Words::new(Language::English);
    let forms = [
        html(&analysis, &words),
        markdown(&analysis, &words, "figures").text,
        terminal(&analysis, &words, 90),
        explanation_terminal(&analysis, &words, 90),
        explanation_json(&analysis, &words),
        comment(&analysis, &words),
    ];
    for text in forms {
        let claim = text.find("The claim held.").unwrap_or_else(|| panic!("it is not in:\n{text}"));
        let body = text.find("<body").unwrap_or(0);
        let verdict = text[body..].find("The measurement is valid").map_or(usize::MAX, |place| body + place);
        assert!(claim < verdict, "{text}");
    }
    insta::assert_snapshot!(terminal(&analysis, &words, 90).lines().take(14).collect::<Vec<_>>().join("\n"));
}
