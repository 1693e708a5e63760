//! The pages of docs/ that are a story: each command in them does what it says.
//!
//! ```` ```sh ```` blocks are performed line by line in a folder of the page's own; other blocks whose first line is `# NAME` are
//! files of that name; a server stands in the place of [`ADDRESS`].

use crate::program::{PLIMSOLL, target, write};
use crate::promises::tests_in;
use plimsoll_targets::{Behaviour, Delay};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The address in the pages.
const ADDRESS: &str = "127.0.0.1:8080";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Fenced blocks with their language.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

/// Performs a page; its folder, to look at what was written.
fn perform(name: &str, behaviour: Behaviour, commands_min: usize) -> tempfile::TempDir {
    let page = std::fs::read_to_string(root().join("docs").join(name)).expect("the page");
    let target = target(behaviour);
    let page = page.replace(ADDRESS, &target.address().to_string());
    let folder = tempfile::tempdir().expect("a folder");
    for (_, text) in blocks(&page) {
        let name = text.lines().next().and_then(|line| line.strip_prefix("# "));
        if let Some(name) = name.filter(|name| name.contains('.') && !name.contains([' ', '/'])) {
            // Of data the name is no line.
            let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
            write(folder.path(), name, if name.ends_with(".csv") { rest } else { text });
        }
    }
    let lines: Vec<&str> =
        blocks(&page).iter().filter(|(kind, _)| *kind == "sh").flat_map(|(_, text)| text.lines()).collect();
    assert!(lines.len() >= commands_min, "{name}: {} commands", lines.len());
    lines.iter().for_each(|line| perform_line(name, line, folder.path()));
    folder
}

fn perform_line(page: &str, line: &str, folder: &Path) {
    let own = Path::new(PLIMSOLL).parent().expect("a folder").display();
    let path = format!("{own}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", &path).current_dir(folder).stdin(Stdio::null());
    let output = shell.output().expect("a shell");
    let code = output.status.code();
    // What a busy machine makes of its figures is not the page's matter.
    let is_judged = ["plimsoll run", "plimsoll report"].iter().any(|start| line.starts_with(start));
    let is_done = code == Some(0) || is_judged && matches!(code, Some(3 | 4));
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(is_done, "{page}: {line}: {code:?}\n{said}");
}

#[test]
fn from_a_url_to_a_study() {
    let folder = perform("authoring.md", Behaviour::Echo, 10);
    assert!(folder.path().join("try.html").exists() && folder.path().join("runs").exists());
}

/// Commands of the story that are shown, and not performed, and tests that perform such.
const ELSEWHERE: [(&str, &str); 3] = [
    ("plimsoll record --browser", "recording::a_browser_is_started_recorded_and_ended"),
    ("plimsoll convert session.har", "recording::what_was_recorded_is_whole_when_the_recorder_is_killed"),
    ("plimsoll target echo", "instrument::a_target_of_programmed_delays_shows_its_truth_at_the_end"),
];

/// The command with its options, without what they are about.
fn spoken(command: &str) -> Vec<&str> {
    let is_kind = |(at, word): &(usize, &str)| *at < 2 || word.starts_with("--") && word.len() > 2;
    command.split_whitespace().enumerate().filter(is_kind).map(|(_, word)| word).collect()
}

/// The file of this suite in which a test is, if it is there.
fn source_with(test: &str) -> Option<String> {
    let (module, name) = test.rsplit_once("::")?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let text = std::fs::read_to_string(folder.join(module.replace("::", "/") + ".rs")).ok()?;
    let is_there = tests_in(&text).any(|known| known == name);
    is_there.then_some(text)
}

#[test]
fn the_tests_that_perform_what_the_story_only_shows_are_there_and_speak_of_it() {
    for (command, test) in ELSEWHERE {
        let source = source_with(test).unwrap_or_else(|| panic!("there is no test {test}"));
        let missing: Vec<&str> = spoken(command)
            .into_iter()
            .skip(1)
            .filter(|word| !source.contains(&format!("\"{word}\"")))
            .collect();
        assert!(missing.is_empty(), "{test} has nothing to do with `{command}`: {missing:?}");
    }
    assert!(source_with("recording::nothing_of_that_name").is_none());
    assert!(source_with("nowhere::from_a_url_to_a_study").is_none());
}

#[test]
fn no_command_of_the_story_is_only_shown() {
    let page = std::fs::read_to_string(root().join("docs/authoring.md")).expect("the page");
    let performed: Vec<&str> = blocks(&page)
        .into_iter()
        .filter(|(kind, _)| *kind == "sh")
        .flat_map(|(_, text)| text.lines())
        .collect();
    let in_text = page.split('`').filter(|text| text.starts_with("plimsoll "));
    let in_blocks = blocks(&page).into_iter().flat_map(|(_, text)| text.lines());
    let shown = in_text.chain(in_blocks.filter(|line| line.starts_with("plimsoll ")));
    for command in shown {
        let words = spoken(command);
        let is_in = |line: &str| words.iter().all(|word| line.split_whitespace().any(|other| other == *word));
        let elsewhere = |(known, _): &(&str, &str)| spoken(known).iter().all(|word| words.contains(word));
        assert!(
            performed.iter().any(|line| is_in(line)) || ELSEWHERE.iter().any(elsewhere),
            "no test performs `{command}`"
        );
    }
}

#[test]
fn the_tutorial() {
    let delay = Delay { response: Duration::from_millis(20), workers: Some(4) };
    let folder = perform("tutorial.md", Behaviour::Delay(delay), 8);
    for file in ["first/report.html", "climb/report.html", "watched/comment.md", "watched/report.junit.xml"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
}

#[test]
fn the_ways_from_other_tools() {
    for page in ["from-jmeter.md", "from-k6.md", "from-gatling.md", "from-locust.md"] {
        let folder = perform(&format!("guides/{page}"), Behaviour::Echo, 2);
        assert!(folder.path().join("runs").exists(), "{page}");
    }
}

#[test]
fn the_guides_of_systems_to_watch_are_studies_that_can_be_checked() {
    for page in ["jvm.md", "databases.md", "kafka.md", "kubernetes.md"] {
        perform(&format!("guides/{page}"), Behaviour::Echo, 1);
    }
}

#[test]
fn the_guides_of_pipelines_first_studies_and_invalid_runs() {
    perform("guides/pipelines.md", Behaviour::Echo, 4);
    let delay = Delay { response: Duration::from_millis(5), workers: Some(4) };
    let folder = perform("guides/first-study.md", Behaviour::Delay(delay), 5);
    assert!(folder.path().join("run/report.md").exists() && folder.path().join("run/comment.md").exists());
    perform("guides/invalid.md", Behaviour::Echo, 2);
}

#[test]
fn installing_and_versions() {
    let folder = perform("install.md", Behaviour::Echo, 6);
    assert!(folder.path().join("man/plimsoll-run.1").exists());
    perform("compatibility.md", Behaviour::Echo, 1);
}

/// The site's pages lead to each other, and its reference is what this program says.
#[test]
fn no_link_of_the_documentation_leads_nowhere() {
    if plimsoll_testkit::programs::program("python3").is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new("python3")
        .arg(root().join("docs/site/make.py"))
        .args(["--check", "--plimsoll", PLIMSOLL, "-o"])
        .arg(folder.path())
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let keys = std::fs::read_to_string(folder.path().join("src/docs/reference/study-keys.md")).expect("made");
    for key in ["`climb`", "`requirements`", "`watch`"] {
        assert!(keys.contains(key), "{key}");
    }
}
