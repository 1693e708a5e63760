//! docs/authoring.md: each command in it does what it says.

use crate::program::{PLIMSOLL, target, write};
use plimsoll_targets::Behaviour;
use std::path::Path;
use std::process::{Command, Stdio};

/// The address in the page.
const ADDRESS: &str = "127.0.0.1:8080";

/// Fenced blocks with their language.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

#[test]
fn every_command_of_the_story_from_a_url_to_a_study_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/authoring.md")).expect("the page");
    let target = target(Behaviour::Echo);
    let page = page.replace(ADDRESS, &target.address().to_string());
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    // A file's name stands in its first line.
    for (_, text) in blocks(&page) {
        let name = text.lines().next().and_then(|line| line.strip_prefix("# "));
        if let Some(name) = name.filter(|name| !name.contains(' ')) {
            write(folder.path(), name, text);
        }
    }
    let path = format!(
        "{}:{}",
        Path::new(PLIMSOLL).parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for line in blocks(&page).iter().filter(|(kind, _)| *kind == "sh").flat_map(|(_, text)| text.lines()) {
        count += 1;
        let output = Command::new("sh")
            .args(["-c", line])
            .env("PATH", &path)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let code = output.status.code();
        // What a busy machine makes of its figures is not the page's matter.
        let is_done = code == Some(0) || line.starts_with("plimsoll run") && matches!(code, Some(3 | 4));
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(is_done, "{line}: {code:?}\n{said}");
    }
    assert!(count >= 10, "{count} commands");
    assert!(folder.path().join("try.html").exists() && folder.path().join("runs").exists());
}
