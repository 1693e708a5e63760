//! Files that a plan reads and writes while it runs.

use plimsoll_plan::plan::{Body, GrpcSchema, Request, Step, TextVisitor};
use plimsoll_plan::template::{Function, Part};
use plimsoll_plan::{Plan, Template};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A file by the name that the plan has for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlanFile {
    pub place: FilePlace,
    pub is_written: bool,
    /// What the plan calls it; with `${…}` where that is known only while it runs.
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FilePlace {
    /// In the plan's folder or one below.
    Inside,
    Outside,
    /// Known only while the plan runs.
    Unknown,
}

/// Each once, those inside first.
pub fn files(plan: &Plan) -> BTreeSet<PlanFile> {
    let mut found = FileSearch { folder: folder(plan), files: BTreeSet::new() };
    plan.data.iter().for_each(|data| found.add_path(&data.path, false));
    found.files.extend(plan.tls.authorities.iter().map(|path| of_path(&found.folder, path, false)));
    if let Some(identity) = &plan.tls.identity {
        [&identity.certificate, &identity.key].into_iter().for_each(|text| found.add(text, false));
    }
    plan.visit_steps(&mut |step| match step {
        Step::Request(request) => found.request(request),
        Step::OpenChannel(open) => found.request(&open.request),
        _ => {}
    });
    plan.variables.iter().for_each(|(_, text)| found.functions(text));
    plan.visit_texts(&mut found);
    found.files
}

/// Where the files are that a plan reads; of a folder of gRPC schemas those in it.
pub fn needed(plan: &Plan) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for file in files(plan).into_iter().filter(|file| !file.is_written && file.place != FilePlace::Unknown) {
        let name = Path::new(&file.name);
        let places = [plan.origin.folder.join(name), std::path::absolute(name).unwrap_or_default()];
        for place in places {
            if place.is_dir() {
                schemas(&place, FOLDERS_DEEP, &mut found);
            } else if place.is_file() && !found.contains(&place) {
                found.push(place);
            }
        }
    }
    found
}

/// How many folders in one another are looked into.
const FOLDERS_DEEP: u32 = 8;
/// More schemas are none of one service.
const SCHEMAS_MAX: usize = 1_000;

fn schemas(folder: &Path, deep: u32, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() && deep > 0 {
            schemas(&path, deep - 1, found);
        } else if path.extension().is_some_and(|ending| ending == "proto") && found.len() < SCHEMAS_MAX {
            found.push(path);
        }
    }
}

/// The fragments that a JMeter plan includes, and those that they include.
pub fn included(plan: &Path, text: &str) -> Vec<PathBuf> {
    const NAME: &str = "IncludeController.includepath\">";
    let folder = plan.parent().unwrap_or(Path::new("/"));
    let (mut found, mut texts) = (Vec::new(), vec![text.to_owned()]);
    while let Some(text) = texts.pop() {
        for rest in text.split(NAME).skip(1) {
            let name = rest.split('<').next().unwrap_or_default().trim();
            let path = folder.join(name);
            if !name.is_empty() && path.is_file() && !found.contains(&path) && found.len() < SCHEMAS_MAX {
                texts.extend(std::fs::read_to_string(&path));
                found.push(path);
            }
        }
    }
    found
}

/// `reads /etc/passwd`, `writes out.txt (outside the plan's folder)`
pub fn sentence(file: &PlanFile) -> String {
    let verb = if file.is_written { "writes" } else { "reads" };
    let place = match file.place {
        FilePlace::Inside => "",
        FilePlace::Outside => " (outside the plan's folder)",
        FilePlace::Unknown => " (its name is known only while the plan runs)",
    };
    format!("{verb} {}{place}", file.name)
}

fn folder(plan: &Plan) -> PathBuf {
    let folder = &plan.origin.folder;
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
    absolute.canonicalize().unwrap_or(absolute)
}

struct FileSearch {
    folder: PathBuf,
    files: BTreeSet<PlanFile>,
}

impl FileSearch {
    fn request(&mut self, request: &Request) {
        match &request.body {
            Body::File { path, .. } => self.add(path, false),
            Body::Multipart { files, .. } => files.iter().for_each(|file| self.add(&file.path, false)),
            Body::Grpc(call) => {
                if let GrpcSchema::Proto { path, includes } = &call.schema {
                    includes.iter().chain([path]).for_each(|path| self.add_path(path, false));
                }
            }
            Body::Empty | Body::Text(_) | Body::Form(_) => {}
        }
    }

    fn add_path(&mut self, path: &Path, is_written: bool) {
        self.files.insert(of_path(&self.folder, path, is_written));
    }

    fn add(&mut self, name: &Template, is_written: bool) {
        match name.as_literal() {
            Some("") => {}
            Some(name) => self.add_path(Path::new(name), is_written),
            None => {
                let name = name.source();
                self.files.insert(PlanFile { place: FilePlace::Unknown, is_written, name });
            }
        }
    }

    fn functions(&mut self, text: &Template) {
        for part in &text.parts {
            let Part::Call(call) = part else { continue };
            let is_written = call.function == Function::StringToFile;
            let has_file = matches!(
                call.function,
                Function::CsvRead | Function::FileToString | Function::StringFromFile
            );
            let name = call.arguments.first().filter(|_| has_file || is_written);
            // `__CSVRead(*alias)` is a name for a file that another use names.
            let is_alias = |name: &&Template| name.as_literal().is_some_and(|name| name.starts_with('*'));
            name.filter(|name| !is_alias(name)).into_iter().for_each(|name| self.add(name, is_written));
            call.arguments.iter().for_each(|argument| self.functions(argument));
        }
    }
}

impl<'a> TextVisitor<'a> for FileSearch {
    fn text(&mut self, text: &'a Template) {
        self.functions(text);
    }
}

/// A file beside the plan; one that is not there may be where the program was started, and is written there.
fn of_path(folder: &Path, path: &Path, is_written: bool) -> PlanFile {
    let next_to = folder.join(path);
    let meant = match next_to.exists() {
        true => next_to.canonicalize().unwrap_or(next_to),
        false if is_written => std::path::absolute(path).unwrap_or(next_to),
        false => next_to,
    };
    let place = if plain(&meant).starts_with(folder) { FilePlace::Inside } else { FilePlace::Outside };
    let shown = path.strip_prefix(folder).unwrap_or(path);
    PlanFile { place, is_written, name: shown.display().to_string() }
}

/// Without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_wherever_a_plan_names_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        write("users.csv", "a,b\n1,2\n");
        std::os::unix::fs::symlink("/etc/hosts", folder.path().join("linked")).expect("a link");
        let data = "data: [users.csv, ../../../../etc/group]\n";
        let steps = [
            "read: users.csv",
            "read: ../../../../etc/group",
            "post: http://h/${__FileToString(/etc/hostname)}\n        body_file: linked",
            "get: http://h/${__if(a,b,${__CSVRead(/etc/passwd,0)},${__StringFromFile(users.csv)})}",
            "get: http://h/${__StringToFile(/tmp/${name},x)}${__StringToFile(/tmp/plimsoll-no-such,x)}",
        ];
        let steps: String = steps.iter().map(|step| format!("      - {step}\n")).collect();
        write(
            "plan.yaml",
            &format!("plan: p\n{data}scenarios:\n  - users: 1\n    iterations: 1\n    steps:\n{steps}"),
        );
        let reading = plimsoll_formats::read_plan(&folder.path().join("plan.yaml"), &Default::default());
        let reading = reading.expect("a plan");
        let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let found: Vec<String> = files(&plan).iter().map(sentence).collect();
        let outside = " (outside the plan's folder)";
        let has = |text: &str| assert!(found.iter().any(|line| line == text), "{text} in {found:#?}");
        has("reads users.csv");
        for name in ["/etc/hostname", "/etc/passwd", "linked"] {
            has(&format!("reads {name}{outside}"));
        }
        assert!(
            found
                .iter()
                .any(|line| line.starts_with("reads ") && line.ends_with(&format!("etc/group{outside}")))
        );
        has(&format!("writes /tmp/plimsoll-no-such{outside}"));
        has("writes /tmp/${name} (its name is known only while the plan runs)");
    }
}
