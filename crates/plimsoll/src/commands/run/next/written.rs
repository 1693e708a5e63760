//! The text of the study, and the files that it needs: none of them takes the place of another one.

use super::choice::ChosenNext;
use crate::exit::Failure;
use plimsoll_analysis::RunAnalysis;
use plimsoll_plan::document::Problems;
use plimsoll_report::Words;
use plimsoll_study::read_study;
use std::path::{Path, PathBuf};

/// Columns of a comment.
const WIDTH: usize = 110;
/// Experiments that follow one run.
const NUMBERS: u32 = 10_000;

pub struct NextFiles {
    pub study: PathBuf,
    /// For the run of the study.
    pub output: PathBuf,
    stem: String,
}

impl NextFiles {
    /// The first free name beside the run: `next.yaml` and `next/`, `next-2.yaml` and `next-2/`.
    pub fn next_to(run: &Path) -> NextFiles {
        let folder = run.parent().unwrap_or(Path::new("")).to_owned();
        let files = |number: u32| {
            let stem = if number == 1 { "next".to_owned() } else { format!("next-{number}") };
            NextFiles { study: folder.join(format!("{stem}.yaml")), output: folder.join(&stem), stem }
        };
        let is_free = |files: &NextFiles| {
            let plans = ["yaml", "jmx"].map(|ending| files.plan(ending));
            plans.iter().chain([&files.study, &files.output]).all(|path| path.symlink_metadata().is_err())
        };
        (1..NUMBERS).map(files).find(is_free).unwrap_or_else(|| files(NUMBERS))
    }

    /// Where the plan is written if it is in no file.
    pub fn plan(&self, ending: &str) -> PathBuf {
        let plan = self.study.with_file_name(format!("{}-plan.{ending}", self.stem));
        std::path::absolute(&plan).unwrap_or(plan)
    }
}

/// The study with what it is for above it.
pub fn text(run: &RunAnalysis, chosen: &ChosenNext, words: &Words) -> String {
    let changed = chosen.study.changed.as_deref();
    let purpose = plimsoll_report::next_purpose(run, chosen.finding, (changed, chosen.study.by_hand), words);
    let mut text = String::new();
    purpose.iter().for_each(|sentence| comment(sentence, &mut text));
    for name in &chosen.study.masked {
        comment(&format!("The run file holds a mask instead of a secret: {name}"), &mut text);
    }
    text + &plimsoll_formats::yaml::emit(&chosen.study.tree)
}

/// A sentence in lines, the second and further ones indented.
fn comment(sentence: &str, out: &mut String) {
    let mut line = String::from("#");
    for word in sentence.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && line.len() > 4 {
            out.push_str(&line);
            out.push('\n');
            line = String::from("#  ");
        }
        line.push(' ');
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

/// What is written must be read again.
pub fn check(text: &str, file: &Path) -> Result<(), Failure> {
    let name = file.display().to_string();
    let node = plimsoll_formats::yaml::document(&name, text);
    let node = node.map_err(|error| Failure::internal(format!("the study can't be read: {error}")))?;
    let mut problems = Problems::new(&name);
    let folder = file.parent().unwrap_or(Path::new(""));
    if read_study(&node, folder, &mut problems).is_some() {
        return Ok(());
    }
    let first = problems.found.iter().find(|problem| problem.is_error());
    let why = first.map_or_else(String::new, ToString::to_string);
    Err(Failure::input(format!("the study that follows can't be made: {why}"))
        .with_hint("--print shows nothing either; the run's study may be one of an earlier version"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_take_several_lines() {
        let mut text = String::new();
        comment(&"word ".repeat(30), &mut text);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].starts_with("# word") && lines[1].starts_with("#   word"), "{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{text}");
    }

    #[test]
    fn no_name_is_taken_twice() {
        let folder = tempfile::tempdir().expect("folder");
        let run = folder.path().join("run.run");
        assert_eq!(NextFiles::next_to(&run).study, folder.path().join("next.yaml"));
        std::fs::write(folder.path().join("next.yaml"), "").expect("written");
        std::fs::create_dir(folder.path().join("next-2")).expect("made");
        assert_eq!(NextFiles::next_to(&run).study, folder.path().join("next-3.yaml"));
    }
}
