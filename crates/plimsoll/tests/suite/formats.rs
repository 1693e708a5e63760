//! `plimsoll report` in every format, as files.

use crate::program::{command, said};
use plimsoll_testkit::programs::program;
use std::path::Path;
use std::process::{Command, Output};

/// Forty seconds of a request a second, and what is left to be said of it.
fn run_file(folder: &Path) {
    let started_ms = 1_684_951_191_000_u64;
    let rows: String =
        (0..40).map(|i| format!("{},{},home,200,true\n", started_ms + i * 1_000, 20 + i)).collect();
    let text = format!("timeStamp,elapsed,label,responseCode,success\n{rows}");
    std::fs::write(folder.join("a.jtl"), text).expect("written");
    let output = plimsoll(folder, &["import", "a.jtl", "-o", "a.run", "-r", "p95 <= 100 ms"], None);
    assert!(output.status.success(), "{}", said(&output));
}

/// With `browser` named in the environment.
fn plimsoll(folder: &Path, arguments: &[&str], browser: Option<&Path>) -> Output {
    let mut command = command(folder, arguments);
    command.env_remove("PLIMSOLL_CHROMIUM");
    if let Some(browser) = browser {
        command.env("PLIMSOLL_CHROMIUM", browser);
    }
    command.output().expect("the program starts")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn several_formats_go_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    run_file(folder.path());
    let formats = "html,md,json,junit,csv,text,html";
    let output = plimsoll(folder.path(), &["report", "a.run", "--format", formats, "-o", "out"], None);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 3 | 4)), "{}", said(&output));
    assert!(output.stdout.is_empty());
    let out = folder.path().join("out");
    let files = [
        "report-figures",
        "report-tables",
        "report.html",
        "report.json",
        "report.junit.xml",
        "report.md",
        "report.txt",
    ];
    assert_eq!(names(&out), files);
    let markdown = std::fs::read_to_string(out.join("report.md")).expect("Markdown");
    for picture in names(&out.join("report-figures")) {
        assert!(markdown.contains(&format!("](report-figures/{picture})")), "{picture}");
    }
    assert!(markdown.matches("![").count() > 2);
    let tables = names(&out.join("report-tables"));
    assert!(
        tables.iter().any(|name| name == "steps.csv") && tables.iter().all(|name| name.ends_with(".csv"))
    );
    let steps = std::fs::read_to_string(out.join("report-tables/steps.csv")).expect("CSV");
    assert!(steps.starts_with("step,"), "{steps}");
    // The exit code is that of the runs, whatever is written.
    let html = plimsoll(folder.path(), &["report", "a.run"], None);
    assert_eq!(html.status.code(), code);
    assert!(folder.path().join("report.html").exists());
}

#[test]
fn one_format_goes_into_the_file_that_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    run_file(folder.path());
    let check = |format: &str, place: &str, expected: &[&str]| {
        let output = plimsoll(folder.path(), &["report", "a.run", "--format", format, "-o", place], None);
        assert!(matches!(output.status.code(), Some(0 | 3 | 4)), "{}", said(&output));
        for file in expected {
            assert!(folder.path().join(file).exists(), "{format} {place}: {file}");
        }
    };
    check("markdown", "load test.md", &["load test.md", "load test-figures"]);
    check("junit", "x.xml", &["x.xml"]);
    check("csv", "tables", &["tables/times.csv"]);
    std::fs::create_dir(folder.path().join("there")).expect("made");
    check("html", "there", &["there/report.html"]);
    for (arguments, start) in [(["--format", "junit"], "<?xml"), (["--format", "json"], "{")] {
        let output =
            plimsoll(folder.path(), &[&["report", "a.run", "-o", "-"], &arguments[..]].concat(), None);
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(start), "{}", said(&output));
    }
}

#[test]
fn what_stdout_cannot_take_and_a_missing_browser_are_reported_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    run_file(folder.path());
    let before = names(folder.path());
    let missing = folder.path().join("nothing-here");
    for (arguments, browser, wanted) in [
        (["--format", "csv", "-o", "-"], None, "hint: -o names a file or folder"),
        (["--format", "html,json", "-o", "-"], None, "stdout takes a single report"),
        (["--format", "pdf", "-o", "a.pdf"], Some(missing.as_path()), "PLIMSOLL_CHROMIUM names"),
    ] {
        let output = plimsoll(folder.path(), &[&["report", "a.run"], &arguments[..]].concat(), browser);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(wanted), "{}", said(&output));
    }
    // A browser that can't print leaves nothing behind.
    let output =
        plimsoll(folder.path(), &["report", "a.run", "--format", "pdf"], Some(Path::new("/bin/false")));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("hint: `--format html` needs no browser"), "{}", said(&output));
    assert_eq!(names(folder.path()), before);
}

/// With Chromium and `pdftotext`, where they are installed.
#[test]
fn a_pdf_has_pages_and_text() {
    let (Some(_), Some(pdftotext)) = (program("chromium"), program("pdftotext")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    run_file(folder.path());
    let output = plimsoll(folder.path(), &["report", "a.run", "--format", "pdf", "-o", "a.pdf"], None);
    assert!(matches!(output.status.code(), Some(0 | 3 | 4)), "{}", said(&output));
    let pdf = std::fs::read(folder.path().join("a.pdf")).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF"));
    let text = Command::new(pdftotext).args(["-layout", "a.pdf", "-"]).current_dir(folder.path()).output();
    let text = text.expect("pdftotext runs");
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    let pages = text.matches('\u{c}').count();
    assert!(pages > 1);
    // How wide a space is, is for the eye.
    let dense: String = text.split_whitespace().collect();
    for wanted in ["p95<=100ms", "Definitionsandformulas", &format!("{pages}/{pages}"), "a–Loadtestreport"]
    {
        assert!(dense.contains(wanted), "{wanted}: {text}");
    }
}

const HOSTILE_DIAGRAM: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
width="100" height="50" onload="alert(1)"><script>alert(2)</script><rect width="50" height="20"
fill="url(http://evil.example/x)" onclick="alert(3)"/><a xlink:href="javascript:alert(4)"><text x="5" y="15">Server
box</text></a><image href="http://evil.example/i.png"/><style>@import url(http://evil.example/c.css);</style>
<foreignObject><iframe src="http://evil.example"/></foreignObject></svg>"#;

const SAID: &str = "report:
  formats: [html, markdown]
  author: Ada Lovelace
  contact: ada@example.org
  purpose: Can it carry March?
  scope: Look-ups and nothing else.
  assumptions: [Data as in production.]
  diagram: d.svg
  conclusion: It carries <b>twice</b> what is expected.
  recommendations: Add an index.
  history: [{version: 1.7, date: 2026-01-02, author: Ada, change: numbers corrected}]
  glossary: no
";

/// What was said in the study, and what a file says instead when the report is made again.
#[test]
fn what_people_say_is_in_every_report_and_a_hostile_diagram_is_inert() {
    let target = crate::program::target(plimsoll_targets::Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let write = |name: &str, text: &str| std::fs::write(here.join(name), text).expect("written");
    write("p.yaml", &crate::program::plan(target.address(), "users: 1\n    iterations: 5"));
    write("d.svg", HOSTILE_DIAGRAM);
    write("s.yaml", &format!("study: said\nplan: p.yaml\n{SAID}"));
    let output = plimsoll(here, &["run", "s.yaml", "-o", "out"], None);
    let read =
        |name: &str| std::fs::read_to_string(here.join(name)).unwrap_or_else(|_| panic!("{}", said(&output)));
    let texts = [
        "Ada Lovelace",
        "ada@example.org",
        "Can it carry March?",
        "Look-ups and nothing else.",
        "Data as in production.",
        "It carries",
        "Add an index.",
        "numbers corrected",
    ];
    for name in ["out/report.html", "out/report.md"] {
        let report = read(name);
        texts.iter().for_each(|text| assert!(report.contains(text), "{text} is not in {name}"));
        assert!(!report.contains("<b>twice</b>"), "raw HTML in {name}");
        assert!(!report.contains("Definitions and formulas"), "{name} defines words");
    }
    let diagram = read("out/report-figures/diagram-1.svg");
    assert!(diagram.contains("Server"), "{diagram}");
    for hostile in ["alert", "evil.example", "script", "foreignObject", "onload", "style"] {
        assert!(!diagram.contains(hostile), "{hostile}: {diagram}");
    }
    assert!(!read("out/report.html").contains("evil.example"));
    write("later.yaml", "author: Grace Hopper\nconclusion: Ship it.\n");
    let again = ["report", "out/run.run", "--texts", "later.yaml", "--format", "html", "-o", "later.html"];
    let output = plimsoll(here, &again, None);
    assert!(here.join("later.html").exists(), "{}", said(&output));
    let later = read("later.html");
    assert!(later.contains("Grace Hopper") && later.contains("Ship it."));
    assert!(!later.contains("Ada Lovelace"), "the file stands in the study's place");
    let (Some(_), Some(pdftotext)) = (program("chromium"), program("pdftotext")) else { return };
    let output = plimsoll(here, &["report", "out/run.run", "--format", "pdf", "-o", "a.pdf"], None);
    assert!(here.join("a.pdf").exists(), "{}", said(&output));
    let text = Command::new(pdftotext).args(["-layout", "a.pdf", "-"]).current_dir(here).output();
    let text = String::from_utf8_lossy(&text.expect("pdftotext runs").stdout).into_owned();
    let dense: String = text.split_whitespace().collect();
    for wanted in texts.map(|text| text.replace(' ', "")) {
        assert!(dense.contains(&wanted), "{wanted}: {text}");
    }
}
