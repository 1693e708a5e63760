//! First contact: `init`, `doctor`, and the program without any argument.

use crate::program::{measured, plimsoll, stderr, stdout, target, write};
use plimsoll_targets::Behaviour;

#[test]
fn what_init_writes_runs_at_once() {
    let target = target(Behaviour::Echo);
    let url = format!("http://{}/json?a=1", target.address());
    let folder = tempfile::tempdir().expect("a folder");
    for kind in ["load", "climb", "capacity", "soak"] {
        let made = plimsoll(folder.path(), &["init", &url, "--kind", kind, "--step", "1s", "-o", kind]);
        assert_eq!(made.status.code(), Some(0), "{kind}: {}", stderr(&made));
        let (plan, study) = (format!("{kind}/plan.yaml"), format!("{kind}/study.yaml"));
        assert!(stdout(&made).contains(&format!("plimsoll run {study}")), "{}", stdout(&made));
        let checked = plimsoll(folder.path(), &["check", &study]);
        assert_eq!(checked.status.code(), Some(0), "{kind}: {}", stderr(&checked));
        let tried = plimsoll(folder.path(), &["try", &plan]);
        assert_eq!(tried.status.code(), Some(0), "{kind}: {}{}", stdout(&tried), stderr(&tried));
    }
    let run = measured(folder.path(), &["run", "load/study.yaml"]);
    assert!(matches!(run.code(), Some(0 | 4)), "{}", stderr(&run.output));
    assert!(run.out.join("report.html").exists());
}

#[test]
fn init_asks_nothing_of_a_pipeline_and_replaces_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let usual = plimsoll(folder.path(), &["init"]);
    assert_eq!(usual.status.code(), Some(0), "{}", stderr(&usual));
    let text = std::fs::read_to_string(folder.path().join("study.yaml")).expect("a study");
    assert!(text.contains("climb:") && text.contains("p95 <= 500 ms"), "{text}");
    let again = plimsoll(folder.path(), &["init"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("plan.yaml is there already"), "{}", stderr(&again));
    for (arguments, part) in [
        (["init", "shop.example", "-o", "new"], "https://shop.example"),
        (["init", "http://shop.example/", "-onew", "-rp95 quick"], "`p95 quick`"),
    ] {
        let refused = plimsoll(folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).contains(part), "{}", stderr(&refused));
    }
    assert!(!folder.path().join("new").exists(), "nothing is left behind");
    write(folder.path(), "new", "a file");
    assert_eq!(plimsoll(folder.path(), &["init", "http://h/", "-o", "new"]).status.code(), Some(2));
}

#[test]
fn without_arguments_the_program_says_what_to_do_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plimsoll(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    for part in ["plimsoll demo", "plimsoll run https://", "plimsoll init", "--help"] {
        assert!(stdout(&output).contains(part), "{}", stdout(&output));
    }
}

#[test]
fn doctor_says_what_is_there_and_what_helps() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plimsoll(folder.path(), &["doctor"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for part in [
        "open files",
        "local ports",
        "time stamps",
        "Chromium",
        "JMeter",
        "this folder      can be written to",
    ] {
        assert!(stdout(&output).contains(part), "{part} is not in:\n{}", stdout(&output));
    }
    let mut command = crate::program::command(folder.path(), &["doctor"]);
    let without =
        command.env("PATH", "/nowhere").env_remove("PLIMSOLL_CHROMIUM").output().expect("it starts");
    assert!(stdout(&without).contains("✗ Chromium         not found"), "{}", stdout(&without));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "it leaves nothing behind");
}

#[test]
fn shells_complete_what_the_program_has_and_manual_pages_say_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let output = plimsoll(folder.path(), &["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        for word in ["record", "compare-with", "doctor"] {
            assert!(stdout(&output).contains(word), "{shell}: {word}");
        }
    }
    // As bash itself reads it.
    let script = "source <(\"$0\" completions bash) && COMP_WORDS=(plimsoll rec) COMP_CWORD=1 && _plimsoll plimsoll rec plimsoll; \
                  echo ${COMPREPLY[@]}";
    let bash = std::process::Command::new("bash").args(["-c", script, crate::program::PLIMSOLL]).output();
    assert_eq!(stdout(&bash.expect("bash")).trim(), "record");
    let pages = plimsoll(folder.path(), &["completions", "man", "-o", "man"]);
    assert_eq!(pages.status.code(), Some(0), "{}", stderr(&pages));
    let page = std::fs::read_to_string(folder.path().join("man/plimsoll-record.1")).expect("a page");
    assert!(page.contains(".TH") && page.contains("browser"), "{page}");
    assert!(!folder.path().join("man/plimsoll-run-report.1").exists(), "hidden commands have none");
    assert_eq!(plimsoll(folder.path(), &["completions", "man"]).status.code(), Some(2));
}

#[test]
fn a_version_says_how_it_was_built_if_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let short = plimsoll(folder.path(), &["--version"]);
    assert_eq!(String::from_utf8_lossy(&short.stdout), concat!("plimsoll ", env!("CARGO_PKG_VERSION"), "\n"));
    let long = plimsoll(folder.path(), &["-V", "--verbose"]);
    let said = String::from_utf8_lossy(&long.stdout);
    for part in [
        "target           x86_64",
        "compiler         rustc ",
        "run files        schema ",
        "kernel ",
        "load engine ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(plimsoll(folder.path(), &["--verbose"]).status.code(), Some(2));
}

#[test]
fn a_shop_is_limited_by_its_pool_and_the_demo_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plimsoll(folder.path(), &["demo", "--step", "2s", "-o", "demo"]);
    // A busy machine's figures may support no verdict.
    assert!(matches!(output.status.code(), Some(0 | 3 | 4)), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("connections to its database") && said.contains("serve --open \""), "{said}");
    let page = std::fs::read_to_string(folder.path().join("demo/report.html")).expect("a report");
    assert!(page.contains("pool shop"), "the pool is watched");
}
