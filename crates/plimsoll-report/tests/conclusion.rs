//! What stands above the runs where a report has several of them.

#[path = "../../plimsoll-analysis/tests/synthetic/lab.rs"]
#[expect(dead_code, reason = "only a part of what tests of detectors need")]
mod lab;
#[path = "../../plimsoll-analysis/tests/synthetic/study.rs"]
mod study;
#[path = "../../plimsoll-analysis/tests/synthetic/mod.rs"]
#[expect(dead_code, reason = "only some of what the synthetic runs offer is needed here")]
mod synthetic;

use lab::Lab;
use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Table, Words, html, markdown, tables, terminal};
use std::collections::BTreeSet;
use study::{repeat, two_clients, with_pool};
use synthetic::Spec;

fn analysed(labs: Vec<Lab>) -> Analysis {
    let (runs, observed): (Vec<_>, Vec<_>) = labs.into_iter().map(|lab| (lab.run, lab.observed)).unzip();
    analyse(&runs, &observed, 42)
}

fn english() -> Words {
    Words::new(Language::English)
}

/// A grid of thirteen sizes, one run each, which carry more and more.
fn thirteen() -> Analysis {
    let spec = |seed: u64| Spec { loads: vec![(10, 1), (20, 1)], seed, ..Spec::default() };
    let one = |i: u32| {
        let (name, factor) = (format!("{} MB, heap", i * 50), 1.0 + 0.1 * f64::from(i));
        with_pool(repeat(&name, 1, i64::from(i), factor, spec(i.into())), i.is_multiple_of(3))
    };
    analysed((1..=13).map(one).collect())
}

/// What stands before the first run.
fn above(page: &str) -> &str {
    &page[..page.find("id=\"run-1\"").expect("the first run")]
}

#[test]
fn a_terminal_says_the_conclusion_first_in_every_language() {
    let analysis = analysed(two_clients());
    for language in Language::ALL {
        let text = terminal(&analysis, &Words::new(language), 100);
        let end = text.find("\nTwo clients").expect("the first run");
        insta::assert_snapshot!(format!("conclusion_{}", language.tag()), &text[..end]);
    }
}

#[test]
fn the_page_begins_with_the_conclusion_then_findings_across_runs_then_the_runs_side_by_side() {
    let mut labs = two_clients();
    for (lab, cores) in labs.iter_mut().zip(["2", "4"]) {
        lab.run.header.environment = vec![("cores".to_owned(), cores.to_owned())];
    }
    let page = html(&analysed(labs), &english());
    let places: Vec<usize> = ["id=\"conclusion\"", "not-comparable", "id=\"comparison\"", "id=\"run-1\""]
        .into_iter()
        .map(|part| page.find(part).unwrap_or_else(|| panic!("{part}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!page.contains("not tested for significance"));
    // Foreign names are text.
    assert!(page.contains("plain &lt;client&gt;") && !page.contains("<client>"));
}

#[test]
fn links_of_the_conclusion_lead_into_the_runs() {
    for analysis in [analysed(two_clients()), thirteen()] {
        let page = html(&analysis, &english());
        let attributes = |part: &str, name: &str| -> Vec<String> {
            let ends = |rest: &str| rest.split('"').next().map(str::to_owned);
            part.split(&format!(" {name}=\"")).skip(1).filter_map(ends).collect()
        };
        let ids: BTreeSet<String> = attributes(&page, "id").into_iter().collect();
        let links = attributes(above(&page), "href");
        let of_runs = links.iter().filter(|link| link.starts_with("#run-")).count();
        assert!(of_runs > 3 * analysis.runs.len(), "{links:?}");
        let lost: Vec<&String> = links.iter().filter(|link| !ids.contains(&link[1..])).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
}

#[test]
fn of_many_variants_some_pairs_are_told_and_all_are_in_the_table() {
    let analysis = thirteen();
    let found = analysis.conclusion.as_ref().expect("of several runs");
    assert_eq!((found.variants.len(), found.differences.len()), (13, 12));
    assert!(found.differences.iter().all(|pair| pair.before == "50 MB, heap"));
    let page = html(&analysis, &english());
    let told = above(&page).matches("against 50 MB, heap</strong>").count();
    assert_eq!(told, 8);
    assert!(page.contains("4 further pairs are in the table"), "{}", above(&page));
    assert!(page.contains("how seconds vary within the runs, for there is one run of each variant"));
    // A name with a comma is told apart from a list of names.
    assert!(page.contains("in every run of “150 MB, heap”, “300 MB, heap”"), "{}", above(&page));
    assert!(page.contains("in none of the others"));
}

#[test]
fn tables_hold_the_conclusion_and_every_difference() {
    let analysis = analysed(two_clients());
    let all = tables(&analysis, &english());
    let table = |id: &str| -> &Table { all.iter().find(|table| table.id == id).expect("there") };
    let (variants, differences) = (table("conclusion"), table("differences"));
    assert_eq!((variants.rows.len(), differences.rows.len()), (2, 2));
    for table in [variants, differences] {
        for row in &table.rows {
            for (column, cell) in table.columns.iter().zip(&row.cells) {
                assert!(cell.values.len() == column.names.len(), "{}: {cell:?}", column.head);
            }
        }
    }
}

#[test]
fn markdown_has_the_conclusion_too() {
    let text = markdown(&analysed(two_clients()), &english(), "figures").expect("well-formed").text;
    for part in
        ["## Conclusion", "### What differs between variants", "### What recurs", "pool-exhausted (app1)"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_single_run_has_no_conclusion_above_it() {
    let analysis = analysed(two_clients().into_iter().take(1).collect());
    assert!(analysis.conclusion.is_none());
    assert!(!html(&analysis, &english()).contains("id=\"conclusion\""));
}
