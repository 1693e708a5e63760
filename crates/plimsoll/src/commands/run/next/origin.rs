//! Where the run came from: the folder in which it was started, its study, its plan.

use super::choice::ChosenNext;
use super::written::NextFiles;
use crate::arguments::{Command, CommandLine, RunArguments};
use crate::exit::Failure;
use crate::{message, recording};
use clap::Parser;
use plimsoll_plan::document::Node;
use plimsoll_run::RunHeader;
use plimsoll_run::secrets::MASK;
use plimsoll_study::NextBase;
use std::path::{Path, PathBuf};

pub struct RunOrigin {
    /// In which the run was started, as far as it can be found.
    pub directory: PathBuf,
    /// Its command line, where it was a `plimsoll run`.
    pub arguments: Option<Box<RunArguments>>,
    study: Option<Node>,
    /// Of the study, or of the plan alone.
    folder: PathBuf,
    plan: PlanPlace,
}

enum PlanPlace {
    /// As the study says it.
    Studys,
    /// A file that is there.
    File(PathBuf),
    /// It is gone, or was never in a file: this was its text.
    Text(String),
}

impl RunOrigin {
    pub fn of(header: &RunHeader, file: &Path) -> Result<RunOrigin, Failure> {
        let arguments = match CommandLine::try_parse_from(&header.command).ok().and_then(|line| line.command)
        {
            Some(Command::Run(arguments)) => Some(arguments),
            _ => None,
        };
        let study = header.study.as_deref().map(|text| plimsoll_formats::yaml::document("study", text));
        let study = study.transpose().map_err(|error| Failure::internal(error.to_string()))?;
        let plan = Path::new(&header.plan.file);
        let places = places(file);
        let same = |place: &&PathBuf| {
            std::fs::read(place.join(plan))
                .is_ok_and(|text| String::from_utf8_lossy(&text) == header.plan.text.as_str())
        };
        let there = |place: &&PathBuf| place.join(plan).is_file();
        let found = places.iter().find(same).or_else(|| places.iter().find(there));
        let is_made = arguments.as_ref().is_some_and(|given| is_made(given));
        let directory = found.or_else(|| places.first()).cloned().unwrap_or_default();
        let lost = found.is_none() || is_made;
        let plan_file = directory.join(plan);
        let place = match (&study, lost) {
            (_, true) => PlanPlace::Text(header.plan.text.clone()),
            (Some(_), false) => PlanPlace::Studys,
            (None, false) => PlanPlace::File(plan_file.clone()),
        };
        let of_plan = plan_file.parent().unwrap_or(&directory).to_owned();
        let folder = match &study {
            Some(tree) => study_folder(tree, arguments.as_deref(), &directory).unwrap_or(of_plan),
            None if lost => directory.clone(),
            None => of_plan,
        };
        Ok(RunOrigin { directory, arguments, study, folder, plan: place })
    }

    pub fn base(&self, files: &NextFiles, asked: &RunArguments) -> NextBase<'_> {
        NextBase {
            study: self.study.as_ref(),
            // Without a slash at its end.
            folder: self.folder.components().collect::<PathBuf>().display().to_string(),
            plan: match &self.plan {
                PlanPlace::Studys => None,
                PlanPlace::File(file) => Some(file.display().to_string()),
                PlanPlace::Text(_) => Some(files.plan(self.ending()).display().to_string()),
            },
            load_given: self.arguments.as_ref().is_some_and(|given| given.load.is_given() || is_made(given)),
            changed: asked.next.changed.clone(),
            has_fleet: asked.generator.fleet.is_some(),
        }
    }

    fn ending(&self) -> &str {
        match &self.plan {
            PlanPlace::Text(text) if text.trim_start().starts_with('<') => "jmx",
            _ => "yaml",
        }
    }

    /// A plan that is in no file gets one.
    pub fn write_plan(&self, files: &NextFiles) -> Result<(), Failure> {
        let PlanPlace::Text(text) = &self.plan else { return Ok(()) };
        let file = files.plan(self.ending());
        recording::write_whole(&file, text)?;
        message::say(&format!("plan, as the run file has it: {}", file.display()));
        Ok(())
    }

    /// What may be missing, or is not as it was.
    pub fn warn(&self, header: &RunHeader, files: &NextFiles) {
        let plan = self.directory.join(&header.plan.file);
        match &self.plan {
            PlanPlace::Text(_) => {
                let folder = files.study.parent().unwrap_or(Path::new(""));
                let data = header.tested.data.iter().map(|(name, _)| name);
                let missing: Vec<&str> =
                    data.filter(|name| !folder.join(name).is_file()).map(String::as_str).collect();
                if !missing.is_empty() {
                    let text = format!("files of the plan are not there: {}", missing.join(", "));
                    message::warning(&text, Some(&format!("put them into {}", folder.display())));
                }
            }
            PlanPlace::Studys | PlanPlace::File(_) => {
                let now = std::fs::read(&plan).map(|text| String::from_utf8_lossy(&text).into_owned());
                let is_masked = header.plan.text.contains(MASK);
                if now.is_ok_and(|now| now != header.plan.text) && !is_masked {
                    let text = format!("{} is not what it was when the run was made", plan.display());
                    message::warning(&text, Some("what differs then may be the plan, and not the claim"));
                }
            }
        }
    }

    /// A study, or a plan, in which masks stand for secrets is not what was run.
    pub fn check_masks(&self, chosen: &ChosenNext, files: &NextFiles) -> Result<(), Failure> {
        let mut masked = chosen.study.masked.clone();
        let mut file = files.study.clone();
        if let PlanPlace::Text(text) = &self.plan
            && text.contains(MASK)
        {
            file = files.plan(self.ending());
            masked.push("plan".to_owned());
        }
        if masked.is_empty() {
            return Ok(());
        }
        let text = format!("the run file holds no secrets: they are masked in {}", masked.join(", "));
        Err(Failure::input(text).with_hint(format!("write them into {} and run it", file.display())))
    }
}

/// The plan was a URL or a list of URLs.
fn is_made(arguments: &RunArguments) -> bool {
    let is_url = arguments.file.as_ref().is_some_and(|file| file.to_string_lossy().contains("://"));
    is_url || arguments.requests.targets.is_some()
}

/// Folders in which the run may have been started, the likeliest first.
fn places(file: &Path) -> Vec<PathBuf> {
    let folder = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let here = std::env::current_dir().ok();
    here.into_iter().chain(folder.ancestors().skip(1).map(Path::to_owned)).collect()
}

/// By the command line; else by how the plan was named in it.
fn study_folder(tree: &Node, arguments: Option<&RunArguments>, directory: &Path) -> Option<PathBuf> {
    let file = arguments?.file.as_ref()?;
    let folder = directory.join(file.parent()?);
    // A study that follows another one may name its folder itself.
    Some(match tree.get("folder").and_then(Node::as_str) {
        Some(own) => folder.join(own),
        None => folder,
    })
}
