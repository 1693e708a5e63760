//! Files that are written: what is replaced and what never is, and places that take nothing.

use crate::program::{command, plan, plimsoll, stderr, stdout, target, write};
use plimsoll_targets::{Behaviour, Delay};
use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const JTL: &str = "timeStamp,elapsed,label,success\n1684951191182,20,home,true\n1684951199182,30,home,true\n";

fn import(folder: &Path, name: &str, content: &str) {
    write(folder, &format!("{name}.jtl"), content);
    let output = plimsoll(folder, &["import", &format!("{name}.jtl"), "-o", &format!("{name}.run")]);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Runs the program in `folder`; its exit code, and the file as it was before when that is 2.
fn check(folder: &Path, arguments: &[&str], file: &str, code: i32, part: &str) {
    let before = std::fs::read(folder.join(file)).expect("a file");
    let output = plimsoll(folder, arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    let after = std::fs::read(folder.join(file)).expect("still there");
    assert_eq!(before == after, code == 2, "{arguments:?}");
}

#[test]
fn reports_replace_reports_of_their_format_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    import(here, "a", JTL);
    import(here, "b", &JTL.replace(",20,", ",21,"));
    write(here, "p.yaml", "plan: p\nscenarios: []\n");
    std::fs::create_dir(here.join("link")).expect("made");
    std::os::unix::fs::symlink(here.join("a.run"), here.join("link/x.html")).expect("linked");
    for (arguments, file) in [
        (["report", "a.run", "-o", "a.run"].as_slice(), "a.run"),
        (&["report", "a.run", "-o", "link/x.html"], "a.run"),
        (&["report", "a.run", "--format", "json", "-o", "b.run"], "b.run"),
        (&["report", "a.run", "--tables", "nsp", "-o", "b.run"], "b.run"),
        (&["report", "a.run", "--format", "text", "-o", "p.yaml"], "p.yaml"),
        (&["report", "a.run", "-o", "p.yaml"], "p.yaml"),
        (&["compare", "a.run", "b.run", "-o", "b.run"], "b.run"),
        (&["compare", "a.run", "b.run", "--format", "junit", "-o", "p.yaml"], "p.yaml"),
        (&["compare", "--history", ".", "-o", "a.run"], "a.run"),
    ] {
        check(here, arguments, file, 2, "hint: ");
    }
    let formats = "html,json,junit,md,text,csv";
    for _ in 0..2 {
        let output = plimsoll(here, &["report", "a.run", "--format", formats, "-o", "out"]);
        assert!(!matches!(output.status.code(), Some(1 | 2)), "{}", stderr(&output));
        for (format, file) in [("text", "c.txt"), ("json", "c.json"), ("html", "c.html"), ("junit", "c.xml")]
        {
            let output = plimsoll(here, &["compare", "a.run", "b.run", "--format", format, "-o", file]);
            assert_ne!(output.status.code(), Some(2), "{format}: {}", stderr(&output));
        }
    }
    write(here, "out/report-tables/steps.csv", "mine\n");
    check(
        here,
        &["report", "a.run", "--format", "csv", "-o", "out/report-tables"],
        "out/report-tables/steps.csv",
        2,
        "no earlier table",
    );
    check(
        here,
        &["report", "a.run", "--format", "html", "-o", "out/report.json"],
        "out/report.json",
        2,
        "HTML",
    );
}

#[test]
fn a_run_is_no_repeat_of_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    import(folder.path(), "a", JTL);
    std::fs::copy(folder.path().join("a.run"), folder.path().join("copy.run")).expect("copied");
    for arguments in [
        ["report", "a.run", "a.run"].as_slice(),
        &["report", "a.run", "copy.run"],
        &["compare", "a.run", "a.run"],
        &["compare", "a.run", "copy.run"],
    ] {
        check(folder.path(), arguments, "a.run", 2, "a run is no repeat of itself");
    }
}

#[test]
fn plans_replace_only_by_force_and_never_what_they_are_made_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let row = "127.0.0.1 - - [22/Nov/2026:00:00:01 +0000] \"GET /item/NUMBER HTTP/1.1\" 200 5\n";
    let log: String = (1..40).map(|number| row.replace("NUMBER", &number.to_string())).collect();
    write(here, "a.log", &log);
    write(here, "a.yaml", &plan(([127, 0, 0, 1], 9).into(), "users: 1"));
    write(here, "there.yaml", "mine");
    write(here, "mix.csv", "mine");
    write(here, "log.csv", &log);
    for (arguments, file) in [
        (["convert", "a.yaml", "-o", "a.yaml", "--force"].as_slice(), "a.yaml"),
        (&["convert", "a.yaml", "-o", "there.yaml"], "there.yaml"),
        (&["mix", "a.log", "-o", "a.log", "--force"], "a.log"),
        (&["mix", "log.csv", "-o", "log.yaml", "--force"], "log.csv"),
        (&["mix", "a.log", "-o", "there.yaml"], "there.yaml"),
        (&["mix", "a.log", "-o", "mix.yaml"], "mix.csv"),
        (&["mix", "a.log", "-o", "mix.csv", "--force"], "mix.csv"),
    ] {
        check(here, arguments, file, 2, "hint: ");
    }
    assert!(!here.join("mix.yaml").exists(), "a plan without its values");
    check(here, &["convert", "a.yaml", "-o", "there.yaml", "--force"], "there.yaml", 0, "plan: ");
    check(here, &["mix", "a.log", "-o", "mix.yaml", "--force"], "mix.csv", 0, "values: ");
}

#[test]
fn a_result_file_replaces_only_by_force_and_never_the_plan_or_its_data() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let text = format!(
        "plan: p\ndata: [users.csv]\nscenarios:\n  - users: 1\n    steps:\n      - read: users.csv\n      - get: http://{}/\n",
        target.address()
    );
    write(here, "p.yaml", &text);
    write(here, "users.csv", "name\nann\n");
    write(here, "old.jtl", "mine");
    for (file, force) in [("p.yaml", true), ("users.csv", true), ("old.jtl", false)] {
        let arguments = ["run", "p.yaml", "--jtl", file, "--force"];
        check(here, &arguments[..if force { 5 } else { 4 }], file, 2, "hint: ");
    }
    assert!(!here.join("runs").exists() && target.requests() == 0, "before anything is done");
    let output = plimsoll(here, &["run", "p.yaml", "--jtl", "old.jtl", "--force"]);
    let rows = std::fs::read_to_string(here.join("old.jtl")).expect("a result file");
    assert!(rows.starts_with("timeStamp,"), "{rows}{}", stderr(&output));
}

#[test]
fn runs_of_one_second_have_folders_of_their_own() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(target.address(), "users: 1"));
    let children: Vec<_> = (0..4)
        .map(|_| command(folder.path(), &["run", "p.yaml"]).spawn().expect("the program starts"))
        .collect();
    for child in children {
        let code = child.wait_with_output().expect("ended").status.code();
        assert!(!matches!(code, Some(1 | 2)), "{code:?}");
    }
    let runs = std::fs::read_dir(folder.path().join("runs")).expect("a folder").flatten();
    let whole =
        runs.filter(|run| run.path().join("run.run").exists() && run.path().join("report.html").exists());
    assert_eq!(whole.count(), 4);
}

#[test]
fn data_that_stdout_does_not_take_is_an_error_unless_nobody_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", &plan(([127, 0, 0, 1], 9).into(), "users: 1"));
    import(folder.path(), "a", JTL);
    for arguments in [
        ["convert", "p.yaml"].as_slice(),
        &["check", "p.yaml"],
        &["report", "a.run", "--format", "text"],
        &["report", "a.run", "--format", "json"],
        &["compare", "--history", "."],
    ] {
        let full = File::options().write(true).open("/dev/full").expect("a full disk");
        let output = command(folder.path(), arguments).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("failed to write to stdout"), "{}", stderr(&output));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(folder.path(), arguments).stdout(writer).output().expect("the program starts");
        assert!(!matches!(output.status.code(), Some(1 | 2 | 101)), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn words_that_nobody_takes_end_no_load() {
    let target = target(Behaviour::Delay(Delay { response: Duration::from_millis(5), workers: None }));
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "p.yaml",
        &plan(target.address(), "users: 1\n    hold: 2 s\n    iterations: forever"),
    );
    let (reader, closed) = std::io::pipe().expect("a pipe");
    drop(reader);
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    for (name, place) in [("full", std::process::Stdio::from(full)), ("closed", closed.into())] {
        let mut run = command(folder.path(), &["run", "p.yaml", "-o", name]);
        let output = run.stderr(place).output().expect("the program starts");
        assert!(!matches!(output.status.code(), Some(1 | 2 | 101)), "{name}: {:?}", output.status);
        let run = plimsoll_run::Run::open(&folder.path().join(name).join("run.run")).expect("a run");
        assert_eq!(run.end.map(|end| end.reason), Some(plimsoll_run::EndReason::Completed), "{name}");
        assert!(folder.path().join(name).join("report.html").exists(), "{name}");
    }
}

#[test]
fn a_result_file_without_room_costs_neither_summary_nor_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = target(Behaviour::Ok);
    write(
        folder.path(),
        "p.yaml",
        &plan(target.address(), "users: 2\n    hold: 2 s\n    iterations: forever"),
    );
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out", "--jtl", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("No space left on device"), "{}", stderr(&output));
    assert!(stderr(&output).contains("report: ") && stdout(&output).contains("step"), "{}", stdout(&output));
    assert!(folder.path().join("out/report.html").exists());
}

#[test]
fn a_format_that_fails_keeps_no_other_from_being_written() {
    let folder = tempfile::tempdir().expect("a folder");
    import(folder.path(), "a", JTL);
    let mut report = command(folder.path(), &["report", "a.run", "--format", "pdf,json,junit", "-o", "out"]);
    let output = report.env("PLIMSOLL_CHROMIUM", "/gone").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        folder.path().join("out/report.json").exists() && folder.path().join("out/report.junit.xml").exists()
    );
    assert!(stderr(&output).contains("/gone"), "{}", stderr(&output));
    let crashing = write(folder.path(), "crashing", "#!/bin/sh\nexit 3\n");
    assert!(Command::new("chmod").arg("+x").arg(&crashing).status().expect("chmod runs").success());
    let mut report = command(folder.path(), &["report", "a.run", "--format", "pdf,text", "-o", "other"]);
    let output = report.env("PLIMSOLL_CHROMIUM", &crashing).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(folder.path().join("other/report.txt").exists());
}
