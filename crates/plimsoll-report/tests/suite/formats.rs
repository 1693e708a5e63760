//! Every format of a report, read back: the same words, the same numbers.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_report::{
    Cell, CellKind, Language, Table, TableColumn, Words, html, json, junit, markdown, tables,
};
use plimsoll_run::{Design, EndReason, ErrorKind, Note, NoteKind, Run};
use plimsoll_testkit::synthetic::healthy::{self, Fault};
use plimsoll_testkit::synthetic::open::{OpenSpec, open};
use plimsoll_testkit::synthetic::{Spec, each_second, fail, request, run};
use serde_json::Value;
use std::collections::BTreeSet;

fn english() -> Words {
    Words::new(Language::English)
}

fn climb() -> Run {
    let mut made = run(&Spec {
        design: Design::Climb { goal: 0.6 },
        end: Some(EndReason::LoadExhausted),
        loads: vec![(5, 2), (8, 2), (8, 3), (8, 4)],
        lambda: 1.75,
        alpha: 0.002,
        requirements: vec![
            "p95 <= 2.5 s",
            "mean < 600 ms",
            "errors < 1 %",
            "throughput >= 60/s",
            "p95 of \"GET /nothing\" < 1 s",
        ],
        ..Spec::default()
    });
    made.header.expected_per_s = Some(3.06);
    made.notes = vec![Note::text(1_000_000, NoteKind::Decision, "next | 8 users")];
    fail(&mut made, 4, 1, ErrorKind::Status, "status 503", 12_000);
    made
}

fn rates() -> Run {
    open(&OpenSpec {
        rates: vec![200.0, 400.0, 600.0],
        requirements: vec!["p95 <= 250 ms"],
        ..OpenSpec::default()
    })
}

fn search() -> Run {
    open(&OpenSpec {
        design: Design::Capacity { precision: 0.05 },
        end: Some(EndReason::Converged),
        rates: vec![100.0, 400.0, 800.0, 460.0, 420.0, 420.0, 420.0],
        users: 400,
        requirements: vec!["p95 <= 100 ms", "errors < 1 %"],
        ..OpenSpec::default()
    })
}

/// Names of every kind that a user may give.
fn foreign() -> Run {
    const FOREIGN: &str = "<b>&\"'|*_`[a](b)\u{1}\n#, ;=1+1";
    let mut made = climb();
    made.header.name = FOREIGN.to_owned();
    made.header.variant.name = FOREIGN.to_owned();
    made.header.environment = vec![(FOREIGN.to_owned(), FOREIGN.to_owned())];
    made.header.plan.skipped = vec![FOREIGN.to_owned()];
    made.notes = vec![Note::text(0, NoteKind::Warning, FOREIGN)];
    fail(&mut made, 1, 3, ErrorKind::Assertion, FOREIGN, 10);
    each_second(&mut made, 1, |second| {
        let interval = second.transactions.remove(&request("POST /login")).expect("made");
        second.transactions.insert(request(FOREIGN), interval);
    });
    made
}

fn watched() -> Analysis {
    let made = healthy::lab(7, Fault::default());
    analyse(&[made.run], &[made.observed], 42)
}

fn all() -> Vec<Analysis> {
    let of = |run: Run| analyse(&[run], &[], 42);
    let mut other = climb();
    other.header.variant.name = "other".to_owned();
    vec![
        of(climb()),
        of(rates()),
        of(search()),
        of(foreign()),
        watched(),
        analyse(&[climb(), other], &[], 42),
        analyse(&[], &[], 42),
    ]
}

fn records(table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
    let text = table.csv();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let fields = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<String>>();
    let names = fields(reader.headers().expect("a line of names"));
    let rows = reader.records().map(|record| fields(&record.unwrap_or_else(|e| panic!("{}: {e}", table.id))));
    (names, rows.collect())
}

#[test]
fn every_table_is_csv_with_as_many_values_as_names() {
    for analysis in all() {
        let mut ids = BTreeSet::new();
        for table in tables(&analysis, &english()) {
            let (names, rows) = records(&table);
            assert_eq!(rows.len(), table.rows.len(), "{}", table.id);
            let distinct: BTreeSet<&String> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{}: {names:?}", table.id);
            for row in &table.rows {
                let columns: usize = row.cells.iter().map(|cell| 1 + cell.covers).sum();
                assert_eq!(columns, table.columns.len(), "{}: {row:?}", table.id);
                let mut column = 0;
                for cell in &row.cells {
                    let next = column + 1 + cell.covers;
                    let named: usize =
                        table.columns[column..next].iter().map(|column| column.names.len()).sum();
                    assert!(cell.values.len() <= named, "{}: {cell:?}", table.id);
                    column = next;
                }
            }
            assert!(ids.insert(table.id.clone()), "twice: {}", table.id);
            assert!(!table.id.contains(['/', '\\', ' ']), "{}", table.id);
        }
    }
}

/// Words differ, values do not.
#[test]
fn numbers_in_csv_are_the_same_in_every_language() {
    for analysis in all() {
        let (english, danish) =
            (tables(&analysis, &english()), tables(&analysis, &Words::new(Language::Danish)));
        assert_eq!(english.len(), danish.len());
        let mut numbers = 0;
        for (english, danish) in english.iter().zip(&danish) {
            let ((names, rows), (other_names, other_rows)) = (records(english), records(danish));
            assert_eq!(names, other_names);
            for (row, other) in rows.iter().zip(&other_rows) {
                for (name, (value, other)) in names.iter().zip(row.iter().zip(other)) {
                    if value.parse::<f64>().is_ok() {
                        assert_eq!(value, other, "{}.{name}", english.id);
                        numbers += 1;
                    }
                }
            }
        }
        assert!(numbers > 50 || analysis.runs.is_empty());
    }
}

#[test]
fn numbers_in_csv_are_those_in_json() {
    let analysis = analyse(&[climb()], &[], 42);
    let stored: Value = serde_json::from_str(&json(&analysis)).expect("JSON");
    let tables = tables(&analysis, &english());
    let find = |id: &str| records(tables.iter().find(|table| table.id == id).expect(id));
    let check = |id: &str, column: &str, path: &str, list: &str| {
        let (names, rows) = find(id);
        let place = names.iter().position(|name| name == column).expect(column);
        let values = stored["runs"][0][list].as_array().expect(list);
        for (row, value) in rows.iter().zip(values) {
            let wanted = value.pointer(path).and_then(Value::as_f64);
            assert_eq!(row[place].parse::<f64>().ok(), wanted, "{id}.{column}");
        }
    };
    for (column, path) in [
        ("throughput_per_s", "/throughput_per_s/value"),
        ("throughput_low_per_s", "/throughput_per_s/bounds_95/low"),
        ("gain_percent", "/growth/gain_percent_exact"),
        ("errors_percent", "/errors_percent"),
    ] {
        check("steps", column, path, "steps");
    }
    for (column, path) in
        [("p95_us", "/response/p95_us"), ("mean_us", "/response/mean_us"), ("requests", "/requests")]
    {
        check("times", column, path, "steps");
    }
    let (names, rows) = find("proof-1");
    let place = names.iter().position(|name| name == "over").expect("over");
    let steps = stored["runs"][0]["verdicts"][0]["steps"].as_array().expect("steps");
    for (row, step) in rows.iter().zip(steps) {
        assert_eq!(row[place].parse::<u64>().ok(), step["evidence"]["over"].as_u64());
    }
}

fn shown(cell: &Cell) -> String {
    let mut text = cell.text.clone();
    if let Some(remark) = &cell.remark {
        text = format!("{text}; {remark}");
    }
    if let Some(note) = &cell.note {
        text = format!("{text} {note}");
    }
    if let Some((name, places)) = &cell.places {
        let places: Vec<&str> = places.iter().map(|(text, _)| text.as_str()).collect();
        text = format!("{text} {name} {}", places.join(", "));
    }
    plain(&text)
}

/// As Markdown shows a text: spaces are spaces, control characters are pictures.
fn plain(text: &str) -> String {
    let replaced = |c: char| match c {
        '\u{a0}' | '\n' => ' ',
        '\u{1}' => '\u{2401}',
        other => other,
    };
    text.chars()
        .map(replaced)
        .collect::<String>()
        .split(' ')
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// What a renderer makes of a cell.
fn rendered(cell: &str) -> String {
    let mut text = cell.to_owned();
    while let Some(start) = text.find("<a id=") {
        let end = text[start..].find("</a>").expect("closed") + start + 4;
        text.replace_range(start..end, "");
    }
    // Links within a page, one or more in a cell; foreign brackets are escaped.
    while let Some(middle) = text.find("](#") {
        let end = middle + text[middle..].find(')').expect("closed");
        let start = text[..middle].rfind('[').expect("opened");
        text = format!("{}{}{}", &text[..start], &text[start + 1..middle], &text[end + 1..]);
    }
    let text = text.replace("**", "").replace("<br>", " ");
    let mut read = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        read.push(if character == '\\' { characters.next().expect("escaped") } else { character });
    }
    plain(&read.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

/// Tables of a text: rows of cells, without the line under the heads.
fn markdown_tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut all = vec![Vec::new()];
    for line in text.lines() {
        match line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |").or(line.strip_suffix("|"))) {
            Some(line) => {
                let line = line.replace("\\|", "\u{e000}");
                let cells = line.split(" | ").map(|cell| rendered(&cell.replace('\u{e000}', "\\|")));
                all.last_mut().expect("one").push(cells.collect());
            }
            None if !all.last().expect("one").is_empty() => all.push(Vec::new()),
            None => {}
        }
    }
    all
}

#[test]
fn tables_of_markdown_have_the_same_cells() {
    for (number, analysis) in all().iter().enumerate() {
        for language in [Language::English, Language::Turkish] {
            let words = Words::new(language);
            let text = markdown(analysis, &words, "figures").text;
            let found = markdown_tables(&text);
            let is_written = |column: &TableColumn| column.kind != CellKind::Picture;
            for table in tables(analysis, &words).iter().map(|table| table.without_unknown().only(is_written))
            {
                let rows: Vec<Vec<String>> = table
                    .rows
                    .iter()
                    .map(|row| {
                        let blank = |cell: &Cell| std::iter::repeat_n(String::new(), cell.covers);
                        row.cells
                            .iter()
                            .flat_map(|cell| std::iter::once(shown(cell)).chain(blank(cell)))
                            .collect()
                    })
                    .collect();
                let same = found.iter().any(|lines| lines.len() > 2 && lines[2..] == rows[..]);
                assert!(same, "{number} {language:?} {}: {rows:#?}\nin {text}", table.id);
            }
        }
    }
}

#[test]
fn markdown_has_every_heading_and_picture_of_the_page() {
    for analysis in all() {
        let (page, made) = (html(&analysis, &english()), markdown(&analysis, &english(), "a b"));
        for (element, mark) in [("<h2", "## "), ("<h3", "### ")] {
            let headings = made.text.lines().filter(|line| line.starts_with(mark)).count();
            assert_eq!(headings, page.matches(element).count(), "{mark}");
        }
        let shown: BTreeSet<&str> =
            made.text.split("](a%20b/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        let drawn: BTreeSet<&str> = made.pictures.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(shown, drawn);
        assert_eq!(made.text.matches("![").count(), page.matches("<figure").count());
        for picture in &made.pictures {
            let document =
                roxmltree::Document::parse(&picture.svg).unwrap_or_else(|e| panic!("{}: {e}", picture.name));
            let root = document.root_element();
            assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
            assert!(root.attribute("width").is_some() && root.attribute("height").is_some());
            assert!(!picture.svg.contains("data-axes") && !picture.svg.contains("http://www.w3.org/1999"));
        }
        assert!(!made.text.contains("<b>"), "foreign text stays text");
        assert!(!made.text.contains('\u{1}'));
    }
}

#[test]
fn junit_has_a_case_for_each_requirement_and_one_for_the_run() {
    for analysis in all() {
        let text = junit(&analysis, &english());
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let suites: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testsuite")).collect();
        assert_eq!(suites.len(), analysis.runs.len());
        for (suite, run) in suites.iter().zip(&analysis.runs) {
            let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
            let named: Vec<_> = cases.iter().filter_map(|case| case.attribute("name")).collect();
            assert_eq!(named.len(), 1 + run.verdicts.len());
            assert_eq!(named[0], "run");
            let count = |name: &str| {
                cases
                    .iter()
                    .filter(|case| case.children().any(|node| node.has_tag_name(name)))
                    .count()
                    .to_string()
            };
            for (attribute, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
            {
                assert_eq!(suite.attribute(attribute), Some(count(element).as_str()), "{attribute}");
            }
            assert_eq!(suite.attribute("tests"), Some(cases.len().to_string().as_str()));
            assert!(suite.descendants().any(|node| node.attribute("name") == Some("best_throughput_per_s")));
        }
    }
}

#[test]
fn junit_says_why() {
    let text = junit(&analyse(&[climb()], &[], 42), &english());
    for wanted in [
        "name=\"p95 &lt;= 2.5 s\" time=\"0\">\n      <system-out>p95 (failed requests as the slowest) was ",
        "name=\"throughput &gt;= 60/s\" time=\"0\">\n      <failure type=\"requirement\" message=\"",
        "<skipped message=\"",
        "there are &quot;GET /lookup&quot;",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

/// The first cells of a table's rows, and the head of that column.
fn first_column(analysis: &Analysis, id: &str, column: usize) -> (String, Vec<String>) {
    let found = tables(analysis, &english()).into_iter().find(|table| table.id == id).expect(id);
    let cells = found.rows.iter().map(|row| row.cells[column].text.clone()).collect();
    (found.columns[column].head.clone(), cells)
}

#[test]
fn users_and_rates_side_by_side_keep_their_units_and_have_no_axis_in_common() {
    let users = run(&Spec { loads: vec![(10, 1), (20, 1)], ..Spec::default() });
    let both = analyse(&[users.clone(), rates()], &[], 42);
    let (head, loads) = first_column(&both, "comparison", 0);
    assert_eq!(head, "Load");
    assert_eq!(loads, ["10 users", "20 users", "200/s", "400/s", "600/s"]);
    let drawn = "Throughput against load, by variant";
    assert!(!html(&both, &english()).contains(drawn));
    assert!(html(&analyse(&[users.clone(), users], &[], 42), &english()).contains(drawn));
}

#[test]
fn as_many_users_on_other_nodes_are_distinguished() {
    let on = |loads| run(&Spec { loads, ..Spec::default() });
    let (_, loads) = first_column(
        &analyse(&[on(vec![(8, 3), (10, 1)]), on(vec![(12, 2), (10, 1)])], &[], 42),
        "transactions-compared",
        1,
    );
    let mut loads: Vec<&str> = loads.iter().map(String::as_str).filter(|load| !load.is_empty()).collect();
    loads.dedup();
    // Of each of the two transactions.
    let expected = ["10 users", "24 users (8 × 3 nodes)", "24 users (12 × 2 nodes)"];
    assert_eq!(loads, [expected, expected].concat());
}
