//! What stands above the runs where a report has several of them.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{Language, Table, Words, html, markdown, tables, terminal};
use plimsoll_run::{ErrorKind, ExpectedUse, Interval, TransactionKey, TransactionKind};
use plimsoll_testkit::synthetic::lab::Lab;
use plimsoll_testkit::synthetic::study::{repeat, two_clients, with_pool};
use plimsoll_testkit::synthetic::{Spec, fail};
use std::collections::BTreeSet;

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
fn the_page_begins_with_the_conclusion_then_findings_of_several_runs_then_the_runs_side_by_side() {
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
fn of_many_variants_some_pairs_are_reported_and_all_are_in_the_table() {
    let analysis = thirteen();
    let found = analysis.conclusion.as_ref().expect("of several runs");
    assert_eq!((found.variants.len(), found.differences.len()), (13, 12));
    assert!(found.differences.iter().all(|pair| pair.before == "50 MB, heap"));
    let page = html(&analysis, &english());
    let reported = above(&page).matches("against 50 MB, heap</strong>").count();
    assert_eq!(reported, 8);
    assert!(page.contains("4 further pairs are in the table"), "{}", above(&page));
    assert!(page.contains("how seconds vary within the runs, for there is one run of each variant"));
    // A name with a comma is distinguished from a list of names.
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
fn transactions_of_variants_stand_next_to_each_other() {
    let mut labs = two_clients();
    let arrived = TransactionKey { name: "in the queue".to_owned(), kind: TransactionKind::Completion };
    for lab in &mut labs {
        let first = lab.run.seconds.iter_mut().find(|s| s.second > 5).expect("a second");
        let mut interval = Interval { requests: 3, ..Interval::default() };
        (0..3).for_each(|_| interval.response.record_us(5_000));
        first.transactions.insert(arrived.clone(), interval);
    }
    let runs = labs.len();
    let all = tables(&analysed(labs), &english());
    let table = all.iter().find(|table| table.id == "transactions-compared").expect("several transactions");
    let heads: Vec<&str> = table.columns.iter().map(|column| column.head.as_str()).collect();
    assert_eq!(heads[..3], ["Transaction", "Load", "Variant"]);
    assert!(["p50", "p99"].iter().all(|head| heads.contains(head)), "{heads:?}");
    let of = |name: &str| table.rows.iter().filter(|row| row.cells[0].text == name).count();
    // Two variants, whose repeats are together, at two loads; what arrived was sent at the first.
    assert_eq!((runs > 2, of("GET /lookup"), of("in the queue")), (true, 4, 2));
}

#[test]
fn the_conclusion_says_what_a_variant_is_and_what_its_capacity_leaves_for_each() {
    let mut labs = two_clients();
    for lab in &mut labs {
        lab.run.header.variant.properties = [("passes".to_owned(), "2".to_owned())].into();
        lab.run.header.requirements = vec!["p95 <= 60 s".to_owned()];
        lab.run.header.expected_per_s = Some(1.0);
        let shared_by = vec![("town".to_owned(), 10.0)];
        lab.run.header.expected = Some(ExpectedUse { per_s: 1.0, unit: None, shared_by });
    }
    let page = html(&analysed(labs), &english()).replace('\u{a0}', " ");
    let above = above(&page);
    for part in ["passes=2", "calls per hour for each of 10 (town)", "times the expected use"] {
        assert!(above.contains(part), "{part}: {above}");
    }
}

#[test]
fn markdown_has_the_conclusion_too() {
    let text = markdown(&analysed(two_clients()), &english(), "figures").text;
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

/// The lines between the conclusion and the first run, as wide as a terminal may be.
fn matrix_of(analysis: &Analysis, words: &Words, width: usize) -> String {
    let text = terminal(analysis, words, width);
    for line in text.lines() {
        assert!(line.chars().count() <= width, "{width}: {line}");
    }
    let title = text.find("\nTwo clients").expect("the first run");
    let before = text[..title].rfind("\n\n").expect("the matrix stands before it");
    text[before..title].trim_matches('\n').to_owned()
}

#[test]
fn the_runs_side_by_side_fit_every_terminal_and_lose_nothing() {
    for analysis in [thirteen(), analysed(two_clients())] {
        let matrix = analysis.matrix.as_ref().expect("of several runs");
        for language in Language::ALL {
            let words = Words::new(language);
            for width in [60, 80, 100, 120, 1_000] {
                let found = matrix_of(&analysis, &words, width);
                for name in &matrix.variants {
                    assert!(found.contains(name.as_str()), "{name} at {width}: {found}");
                }
                let figures = found.split_whitespace().filter(|word| *word == "ms").count();
                let cells = matrix.rows.iter().flat_map(|row| row.cells.iter().flatten()).count();
                assert_eq!(figures, cells, "{width}: {found}");
            }
        }
    }
}

#[test]
fn many_variants_have_a_row_each_in_a_narrow_terminal() {
    insta::assert_snapshot!(matrix_of(&thirteen(), &english(), 80));
}

/// Two variants with two repeats each; one of them was measured for longer, and many requests failed in another.
fn repeated(variants: [&str; 2]) -> Analysis {
    let one = |(i, (variant, number)): (usize, (&str, u32))| {
        let measured_s = if i == 3 { 31 } else { 20 };
        let spec = Spec { loads: vec![(10, 1)], measured_s, seed: i as u64, ..Spec::default() };
        let mut lab = repeat(variant, number, i as i64, 1.0, spec);
        if i == 1 {
            fail(&mut lab.run, 1, 3, ErrorKind::Status, "status 503", 900);
        }
        lab
    };
    let [a, b] = variants;
    let order = if a == b { [(a, 1), (a, 2), (a, 3), (a, 4)] } else { [(a, 1), (b, 1), (b, 2), (a, 2)] };
    analysed(order.into_iter().enumerate().map(one).collect())
}

#[test]
fn findings_of_several_runs_name_runs_as_the_headings_do() {
    for (variants, short, long, worst) in [
        (["A", "B"], "variant A, repeat 1", "variant A, repeat 2", "variant B, repeat 1"),
        (["", ""], "repeat 1", "repeat 4", "repeat 2"),
    ] {
        let analysis = repeated(variants);
        let text = terminal(&analysis, &english(), 1_000);
        assert!(text.contains(&format!(": 20 s ({short}) and 31 s ({long}).")), "{text}");
        assert!(text.contains(&format!("failed in one run ({worst}) and 0 % in another (")), "{text}");
        let page = html(&analysis, &english()).replace('\u{a0}', " ");
        for name in [short, long, worst] {
            let heading = format!("– {name}</h2>");
            let (row, evidence_item) = (format!(">{name}</a>"), format!("({name}), step 1: "));
            for wanted in [heading, row, evidence_item] {
                assert!(page.contains(&wanted), "{wanted}");
            }
        }
    }
}

#[test]
fn no_language_names_runs_by_their_places() {
    for (language, repeat) in [
        (Language::English, "(variant A, repeat 2)"),
        (Language::Danish, "(variant A, gentagelse 2)"),
        (Language::Turkish, "(varyant A, yineleme 2)"),
    ] {
        let page = html(&repeated(["A", "B"]), &Words::new(language)).replace('\u{a0}', " ");
        assert!(page.contains(repeat), "{repeat}");
        for place in ["run 4", "kørsel 4", "koşum 4"] {
            assert!(!page.contains(place), "{place}");
        }
    }
}

#[test]
fn runs_that_are_alike_in_name_and_repeat_are_distinguished_by_their_start() {
    let mut analysis = repeated(["", ""]);
    for run in &mut analysis.runs {
        run.measured.header.repeat = 1;
    }
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let headings: BTreeSet<&str> =
        page.split("<h2 class=\"run\"").skip(1).filter_map(|rest| rest.split("</h2>").next()).collect();
    let names: BTreeSet<&str> = headings.iter().filter_map(|text| text.split(" – ").nth(1)).collect();
    assert_eq!(names.len(), 4, "{headings:?}");
}

#[test]
fn what_wears_out_is_named_by_its_variant_where_there_are_others() {
    let spec = |seed: u64| Spec { loads: vec![(10, 1)], seed, ..Spec::default() };
    let slower = |others: &[&str]| {
        let one = |i: u32| repeat("A", i + 1, i.into(), 1.0 - 0.05 * f64::from(i), spec(i.into()));
        let other = |(i, name): (usize, &&str)| repeat(name, 1, 9 + i as i64, 1.0, spec(9));
        analysed((0..6).map(one).chain(others.iter().enumerate().map(other)).collect())
    };
    for (others, said) in [
        (&["B"][..], "The same load in run after run of A tended to take longer"),
        (&[], "The same load in run after run tended to take longer"),
    ] {
        let page = html(&slower(others), &english()).replace('\u{a0}', " ");
        assert!(page.contains(said), "{}", above(&page));
        assert!(page.contains("mean response time (variant A, repeat 6): "), "{}", above(&page));
    }
}

#[test]
fn resources_that_bring_nothing_are_reported_with_the_runs_that_show_it() {
    let loads = vec![(20, 1), (40, 1), (80, 1), (160, 1)];
    let spec = |seed: u64| Spec { loads: loads.clone(), lambda: 20.0, alpha: 0.25, seed, ..Spec::default() };
    let one = |(i, cores): (usize, &str)| {
        let mut lab = repeat(&format!("{cores} cores"), 1 + i as u32 / 2, i as i64, 1.0, spec(i as u64));
        lab.run.header.variant.properties = [("cores".to_owned(), cores.to_owned())].into();
        lab
    };
    let analysis = analysed(["4", "8", "4", "8"].into_iter().enumerate().map(one).collect());
    let page = html(&analysis, &english()).replace('\u{a0}', " ");
    let above = above(&page);
    let said = [
        ("shared-ceiling", "8 cores has 2.0 times the cores of 4 cores"),
        ("not-proportional", "8 cores has 2.0 times as much of cores as 4 cores"),
    ];
    for (id, sentence) in said {
        let own =
            above.split("<li").find(|item| item.contains(id)).unwrap_or_else(|| panic!("{id}: {above}"));
        assert!(own.contains(sentence), "{own}");
        for variant in ["4", "8"] {
            assert!(own.contains(&format!("throughput (variant {variant} cores, repeat ")), "{own}");
        }
    }
}
