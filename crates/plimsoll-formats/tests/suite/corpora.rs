//! Plans that others wrote: each gives a plan or an error, and every plan survives being written as YAML.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and may print what it skipped"
)]

use plimsoll_formats::{PlanReading, Properties, read_jmx, read_plan, read_yaml, write_yaml};
use plimsoll_plan::{Diagnostic, Fidelity};
use plimsoll_testkit::corpora::corpora;
use plimsoll_testkit::files::files;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most missing data files that are made up for one plan.
const FILES_MAX: usize = 50;

#[test]
fn every_plan_gives_a_plan_or_an_error_and_survives_yaml() {
    let Some(folder) = corpora("jmx") else { return };
    let plans = files(&folder, "jmx");
    assert!(!plans.is_empty(), "{} has no plans", folder.display());
    let mut table = Table::default();
    for path in &plans {
        let reading = read_plan(path, &Properties::new()).unwrap();
        assert_eq!(reading.plan.is_none(), reading.diagnostics.iter().any(Diagnostic::is_error), "{path:?}");
        table.add(&reading);
        let complete = with_data_files(path);
        table.with_files += u32::from(complete.plan.is_some());
        check_yaml(path, &complete);
    }
    table.print(plans.len());
}

/// Reads the plan in an empty folder, in which the data files it misses are made.
fn with_data_files(path: &Path) -> PlanReading {
    let folder = tempfile::tempdir().unwrap();
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let mut reading = read_jmx("plan.jmx", &text, folder.path(), &Properties::new());
    for _ in 0..FILES_MAX {
        let missing = reading
            .diagnostics
            .iter()
            .find_map(|d| d.message.strip_prefix("the data file ")?.strip_suffix(" is not there"));
        let Some(file) = missing.map(PathBuf::from).filter(|file| is_inside(file, folder.path())) else {
            break;
        };
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "a,b,c\n").unwrap();
        reading = read_jmx("plan.jmx", &text, folder.path(), &Properties::new());
    }
    // The files must still be there when the YAML is read.
    check_yaml(path, &reading);
    reading
}

fn is_inside(file: &Path, folder: &Path) -> bool {
    file.starts_with(folder) && !file.components().any(|c| c.as_os_str() == "..")
}

fn check_yaml(path: &Path, reading: &PlanReading) {
    let Some(plan) = reading.plan.as_ref().filter(|p| p.data.iter().all(|d| d.path.is_file())) else {
        return;
    };
    let text = write_yaml(plan);
    let again = read_yaml("plan.yaml", &text, Path::new(""), &Properties::new());
    let said: Vec<String> = again.diagnostics.iter().map(ToString::to_string).collect();
    let Some(again) = again.plan else { panic!("{path:?}: {said:#?}\n{text}") };
    assert_eq!(again, *plan, "{path:?}\n{text}");
    assert_eq!(write_yaml(&again), text, "{path:?}");
}

#[derive(Default)]
struct Table {
    without_error: u32,
    with_files: u32,
    without_unsupported: u32,
    whole: u32,
    errors: BTreeMap<String, u32>,
    unsupported: BTreeMap<String, u32>,
}

impl Table {
    fn add(&mut self, reading: &PlanReading) {
        let is_unsupported = |f: &Fidelity| matches!(f, Fidelity::Unsupported(_));
        let all_supported = !reading.elements.iter().any(|e| is_unsupported(&e.fidelity));
        self.without_error += u32::from(reading.plan.is_some());
        self.without_unsupported += u32::from(all_supported && !reading.elements.is_empty());
        self.whole += u32::from(all_supported && reading.plan.is_some());
        for element in &reading.elements {
            if let Fidelity::Unsupported(reason) = &element.fidelity {
                let reason =
                    if reason.starts_with("inside ") { "inside an element that is left out" } else { reason };
                *self.unsupported.entry(format!("{}: {reason}", element.kind)).or_default() += 1;
            }
        }
        for error in reading.diagnostics.iter().filter(|d| d.is_error()) {
            let kind: String = error.message.split(['`', '/']).next().unwrap_or_default().to_owned();
            *self.errors.entry(kind).or_default() += 1;
        }
    }

    fn print(&self, plans: usize) {
        eprintln!("plans                               {plans}");
        eprintln!("read without an error               {}", self.without_error);
        eprintln!("... when the data files are there   {}", self.with_files);
        eprintln!("with nothing unsupported            {}", self.without_unsupported);
        eprintln!("without an error and unsupported    {}", self.whole);
        for (title, counts) in [("errors", &self.errors), ("unsupported", &self.unsupported)] {
            let mut sorted: Vec<_> = counts.iter().collect();
            sorted.sort_by_key(|(reason, count)| (std::cmp::Reverse(**count), reason.as_str()));
            eprintln!("{title}");
            sorted.iter().take(25).for_each(|(reason, count)| eprintln!("{count:6}  {reason}"));
        }
    }
}
