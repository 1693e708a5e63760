//! Where the program runs: an old kernel, a home that takes no files, terminals that are narrow, have no colour or no UTF-8.

use crate::program::{PLIMSOLL, command, plimsoll, said, stderr, stdout, write};
use plimsoll_testkit::skip::skip;
use std::path::Path;
use std::process::{Command, Output};

const PLAN: &str =
    "plan: p\nscenarios:\n  - users: 1\n    iterations: 1\n    steps:\n      - get: http://127.0.0.1:9/\n";

/// In a terminal of its own with so many columns; without the carriage returns that it makes of line feeds.
fn in_terminal(folder: &Path, columns: u32, environment: &[(&str, &str)], line: &str) -> Option<String> {
    let script = format!("stty cols {columns} rows 24; exec {PLIMSOLL} {line}");
    let mut command = Command::new("script");
    command.args(["-qec", &script, "/dev/null"]).current_dir(folder);
    // A pipeline says that its log shows colours.
    for name in ["LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM", "CI"] {
        command.env_remove(name);
    }
    match command.env("TERM", "xterm").envs(environment.iter().copied()).output() {
        Ok(output) => Some(stdout(&output).replace('\r', "")),
        Err(_) => {
            skip("script", "a terminal is made by script(1) of util-linux");
            None
        }
    }
}

/// On a kernel that says it is 5.10.
fn on_an_old_kernel(folder: &Path, arguments: &str) -> Option<Output> {
    write(folder, "osrelease", "5.10.0-28-amd64\n");
    let script = format!("mount --bind osrelease /proc/sys/kernel/osrelease && exec {PLIMSOLL} {arguments}");
    let mut unshare = Command::new("unshare");
    unshare.args(["--mount", "--propagation", "private", "sh", "-c", &script]).current_dir(folder);
    let output = unshare
        .output()
        .ok()
        .filter(|output| !stderr(output).contains("unshare:") && !stderr(output).contains("mount:"));
    if output.is_none() {
        skip("mount", "the kernel's version can't be covered here");
    }
    output
}

#[test]
fn an_old_kernel_is_said_before_any_load_and_all_else_works() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.yaml", PLAN);
    for arguments in ["run p.yaml", "try p.yaml", "demo", "calibrate", "node --nats nats://127.0.0.1:9"] {
        let Some(output) = on_an_old_kernel(folder.path(), arguments) else { return };
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", said(&output));
        assert!(stderr(&output).contains("needs Linux 5.11 or newer"), "{arguments}: {}", said(&output));
    }
    assert!(!folder.path().join("runs").exists(), "nothing has begun");
    for arguments in ["check p.yaml", "convert p.yaml", "doctor", "--version --verbose"] {
        let Some(output) = on_an_old_kernel(folder.path(), arguments) else { return };
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", said(&output));
    }
}

#[test]
fn a_home_that_takes_no_files_stops_only_what_keeps_something_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["record", "http://127.0.0.1:9/", "--listen", "127.0.0.1:0", "-o", "r.yaml"];
    let mut record = command(folder.path(), &arguments);
    let output = record.env("HOME", "/proc").env_remove("XDG_CONFIG_HOME").output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(stderr(&output).contains("XDG_CONFIG_HOME"), "{}", stderr(&output));
    let mut without = command(folder.path(), &["init", "http://127.0.0.1:9/"]);
    let output = without.env("HOME", "/proc").output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    // As root nothing but such a folder refuses files.
    let output = plimsoll(folder.path(), &["init", "http://127.0.0.1:9/", "-o", "/proc/self"]);
    assert!(stderr(&output).contains("hint: -o names another folder"), "{}", stderr(&output));
}

#[test]
fn a_locale_without_utf8_gets_plain_signs_in_a_terminal_and_only_there() {
    let folder = tempfile::tempdir().expect("a folder");
    for (environment, is_plain) in [
        (&[("LC_ALL", "C")][..], true),
        (&[("LANG", "de_DE.ISO-8859-1")], true),
        (&[("LANG", "C.UTF-8")], false),
        (&[], false),
    ] {
        let Some(text) = in_terminal(folder.path(), 80, environment, "doctor") else { return };
        assert!(text.contains("this folder"), "{text}");
        assert_eq!(text.is_ascii(), is_plain, "{environment:?}: {text}");
    }
    let mut piped = command(folder.path(), &["doctor"]);
    let output = piped.env("LC_ALL", "C").output().expect("it starts");
    assert!(stdout(&output).contains('✓'), "{}", stdout(&output));
}

#[test]
fn a_terminal_without_colour_gets_none() {
    let folder = tempfile::tempdir().expect("a folder");
    for environment in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        for line in ["--help", "run", "doctor"] {
            let Some(text) = in_terminal(folder.path(), 80, &[environment], line) else { return };
            assert!(text.len() > 100 && !text.contains('\u{1b}'), "{environment:?} {line}: {text:?}");
        }
    }
}

/// What is wider than the terminal in what was written to it; words can't be broken, nor can how a command is used.
fn wider_than(columns: usize, text: &str) -> Vec<String> {
    let is_one_word = |line: &str| line.split_whitespace().count() < 2;
    let wide = text.lines().filter(|line| line.chars().count() > columns);
    wide.filter(|line| !is_one_word(line) && !line.starts_with("Usage:")).map(str::to_owned).collect()
}

#[test]
fn forty_columns_hold_the_help_of_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let help = stdout(&plimsoll(folder.path(), &["--help"]));
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let listed = listed.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"run") && commands.contains(&"doctor"), "{commands:?}");
    // JMeter's own command has JMeter's own form.
    for command in commands.iter().filter(|command| **command != "jmeter") {
        let Some(text) = in_terminal(folder.path(), 40, &[("NO_COLOR", "1")], &format!("{command} --help"))
        else {
            return;
        };
        assert!(text.contains("Usage:"), "{command}: {text}");
        assert_eq!(wider_than(40, &text), Vec::<String>::new(), "{command}");
    }
}

#[test]
fn forty_columns_hold_what_is_said_of_a_run() {
    let folder = crate::earlier_versions::unpacked();
    for run in ["capacity", "jobs", "import"] {
        for command in ["report --format text -o -", "explain", "predict", "compare plain.run"] {
            let line = format!("{command} {run}.run");
            let Some(text) = in_terminal(folder.path(), 40, &[("NO_COLOR", "1")], &line) else { return };
            assert!(text.lines().count() > 5, "{line}: {text}");
            assert_eq!(wider_than(40, &text), Vec::<String>::new(), "{line}");
        }
    }
}
