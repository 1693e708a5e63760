//! Real files that nobody of this project wrote: what is recognised, how much comes out, what is reported.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{ReaderOptions, read_all, recognise};
use plimsoll_testkit::corpora::corpora;
use plimsoll_testkit::files::files;
use std::fmt::Write;

/// One line for each file below a folder of the corpora, as a snapshot.
fn check(folder: &str) {
    let Some(root) = corpora(folder) else { return };
    let files = files(&root, "");
    let mut summary = String::new();
    let mut others = 0;
    for path in files {
        let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        let bytes = std::fs::read(&path).expect("readable");
        let Some(format) = recognise(&bytes) else {
            others += 1;
            continue;
        };
        let mut reader = format.reader(&ReaderOptions::default()).expect("the defaults suit");
        let mut dump = Dump::default();
        read_all(&mut bytes.as_slice(), reader.as_mut(), &mut dump).expect("bytes");
        let failed = dump.text.lines().filter(|line| line.ends_with(" FAILED")).count();
        let groups = dump.text.lines().filter(|line| line.contains(" group ")).count();
        write!(summary, "{name}: {}", format.name).expect("a string");
        let counts = [
            (dump.requests - groups, "requests"),
            (groups, "groups"),
            (failed, "failed"),
            (dump.readings.len(), "readings"),
            (dump.events.len(), "events"),
            (dump.problems.len(), "problems"),
        ];
        for (count, what) in counts.iter().filter(|(count, _)| *count > 0) {
            write!(summary, ", {count} {what}").expect("a string");
        }
        for problem in dump.problems.iter().take(3) {
            write!(summary, "\n    {}", problem.in_file("")).expect("a string");
        }
        summary.push('\n');
    }
    writeln!(summary, "not recognised: {others}").expect("a string");
    insta::assert_snapshot!(folder.to_owned(), summary);
}

#[test]
fn jmeter_results_are_read() {
    check("jtl");
}

#[test]
fn access_logs_are_read() {
    check("accesslog");
}

#[test]
fn gatlings_logs_are_read() {
    check("gatling");
}

#[test]
fn k6s_results_are_read() {
    check("k6");
}

#[test]
fn expositions_are_read() {
    check("prom");
}
