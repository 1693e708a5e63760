//! Cases, what is kept of JMeter, and the comparison.

use crate::differential::compact::{self, Compact};
use crate::differential::corpora;
use crate::differential::jmeter::JMeter;
use crate::differential::observation::{Observation, difference};
use crate::differential::server::Server;
use crate::program::PLIMSOLL;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/differential");
/// Plans performed at the same time, each with a server of its own.
const AT_ONCE: usize = 4;
const LIMIT: Duration = Duration::from_secs(30);

pub struct Case {
    pub name: String,
    plan: Plan,
}

enum Plan {
    Own(Compact),
    Foreign(PathBuf),
}

impl Case {
    pub fn own() -> Vec<Case> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(Path::new(FOLDER).join("rules"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        let mut cases = Vec::new();
        for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "txt")) {
            for plan in compact::read(&std::fs::read_to_string(file).unwrap()) {
                cases.push(Case { name: plan.name.clone(), plan: Plan::Own(plan) });
            }
        }
        cases
    }

    pub fn foreign() -> Vec<Case> {
        let plans = corpora::plans().into_iter();
        plans.map(|(name, path)| Case { name, plan: Plan::Foreign(path) }).collect()
    }

    /// Writes the plan for a server at this port.
    fn write(&self, folder: &Path, port: u16) -> PathBuf {
        let path = folder.join("plan.jmx");
        let jmx = match &self.plan {
            Plan::Own(compact) => {
                let written = compact.write(port);
                for (name, text) in written.files {
                    std::fs::write(folder.join(name), text.replace("{PORT}", &port.to_string())).unwrap();
                }
                written.jmx
            }
            Plan::Foreign(source) => {
                let bytes = std::fs::read(source).unwrap();
                // What the property `payload` of several plans names by default.
                std::fs::write(folder.join("1"), "payload").unwrap();
                corpora::shortened(&String::from_utf8_lossy(&bytes), port)
            }
        };
        std::fs::write(&path, jmx).unwrap();
        path
    }
}

/// Sections of a text file, by name.
fn sections(path: &Path) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut name = None;
    for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
        match (line.strip_prefix("=== "), &name) {
            (Some(new), _) => {
                found.insert(new.to_owned(), String::new());
                name = Some(new.to_owned());
            }
            (None, Some(name)) => {
                let text = found.get_mut(name).expect("inserted with its name");
                let _ = writeln!(text, "{line}");
            }
            (None, None) => {}
        }
    }
    found
}

/// What JMeter did, by the name of the plan.
pub struct Gold {
    texts: BTreeMap<String, String>,
}

impl Gold {
    fn path() -> PathBuf {
        Path::new(FOLDER).join("gold.txt")
    }

    pub fn read() -> Gold {
        Gold { texts: sections(&Self::path()) }
    }

    fn write(&self) {
        let mut text = String::from("What JMeter 5.6.3 did; written by `make differential`.\n");
        for (name, lines) in &self.texts {
            let _ = write!(text, "=== {name}\n{lines}");
        }
        std::fs::write(Self::path(), text).unwrap();
    }
}

/// Differences that are known, with their reasons: a section per plan, first why, then the lines.
struct Known {
    texts: BTreeMap<String, (String, String)>,
}

impl Known {
    fn read() -> Known {
        let split = |text: String| {
            let (reason, lines): (Vec<&str>, Vec<&str>) =
                text.lines().partition(|line| !line.starts_with(['+', '-']));
            let joined = |lines: Vec<&str>| lines.iter().fold(String::new(), |all, line| all + line + "\n");
            (joined(reason), joined(lines))
        };
        let all = sections(&Known::path());
        Known { texts: all.into_iter().map(|(name, text)| (name, split(text))).collect() }
    }
}

impl Known {
    /// Writes the differences of these plans; reasons stay, and new ones have to be written.
    fn accept(outcomes: &[(String, Outcome)]) {
        let _one_at_a_time = ACCEPTING.lock().unwrap();
        let mut texts = Known::read().texts;
        for (name, outcome) in outcomes {
            match outcome {
                Outcome::Same => drop(texts.remove(name)),
                Outcome::Differs(lines) => texts.entry(name.clone()).or_default().1.clone_from(lines),
                Outcome::Failed(_) => {}
            }
        }
        let mut text = String::from("Known differences: why, then - JMeter, + Plimsoll.\n");
        for (name, (reason, lines)) in &texts {
            let _ = write!(text, "=== {name}\n{reason}{lines}");
        }
        std::fs::write(Known::path(), text).unwrap();
    }

    fn path() -> PathBuf {
        Path::new(FOLDER).join("known.txt")
    }
}

static ACCEPTING: Mutex<()> = Mutex::new(());

enum Outcome {
    Same,
    /// Lines; that Plimsoll refuses a plan is one of them.
    Differs(String),
    /// Plimsoll failed, was killed or took too long: nothing that a list may excuse.
    Failed(String),
}

/// Performs the cases in Plimsoll and compares with what is kept of JMeter.
pub fn compare(cases: &[Case]) {
    let (gold, known) = (Gold::read(), Known::read());
    let next = Mutex::new(cases.iter());
    let outcomes = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                let server = Server::start();
                loop {
                    let Some(case) = next.lock().unwrap().next() else { return };
                    let outcome = judge(case, &server, &gold);
                    outcomes.lock().unwrap().push((case.name.clone(), outcome));
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap();
    outcomes.sort_by(|a, b| a.0.cmp(&b.0));
    let mut problems = String::new();
    for (name, outcome) in &outcomes {
        match (outcome, known.texts.get(name)) {
            (Outcome::Same, None) => {}
            (Outcome::Same, Some(_)) => {
                let _ = writeln!(problems, "=== {name}\nno longer differs: take it out of known.txt");
            }
            (Outcome::Differs(lines), Some((reason, known_lines)))
                if lines == known_lines && !reason.trim().is_empty() => {}
            (Outcome::Differs(lines), _) => {
                let _ = write!(problems, "=== {name}\n{lines}");
            }
            (Outcome::Failed(why), _) => {
                let _ = writeln!(problems, "=== {name}\n{why}");
            }
        }
    }
    if std::env::var_os("DIFFERENTIAL_ACCEPT").is_some() {
        Known::accept(&outcomes);
    }
    if !problems.is_empty() {
        panic!("plans differ (- JMeter, + Plimsoll):\n{problems}");
    }
}

fn judge(case: &Case, server: &Server, gold: &Gold) -> Outcome {
    let Some(expected) = gold.texts.get(&case.name) else {
        return Outcome::Differs("+ not recorded with JMeter: `make differential`\n".to_owned());
    };
    match plimsoll(case, server) {
        Err(why) => Outcome::Failed(why),
        Ok(Performed::Refused(why)) => Outcome::Differs(format!("+ refused: {why}\n")),
        Ok(Performed::Observed(observation)) => match difference(expected, &observation.to_text()) {
            lines if lines.is_empty() => Outcome::Same,
            lines => Outcome::Differs(lines),
        },
    }
}

enum Performed {
    Observed(Observation),
    /// With the first message.
    Refused(String),
}

fn plimsoll(case: &Case, server: &Server) -> Result<Performed, String> {
    let folder = tempfile::tempdir().unwrap();
    let (plan, jtl) = (case.write(folder.path(), server.port), folder.path().join("plan.jtl"));
    server.take();
    let mut process = Command::new(PLIMSOLL)
        .current_dir(folder.path())
        .args(["run", "--workers", "1", "--grace", "2 s", "--format", "json", "--jtl"])
        .arg(&jtl)
        .arg("-o")
        .arg(folder.path().join("out"))
        .arg(&plan)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.path().join("messages")).unwrap())
        .spawn()
        .unwrap();
    let since = Instant::now();
    let status = loop {
        match process.try_wait().unwrap() {
            Some(status) => break status,
            None if since.elapsed() > LIMIT => {
                let _ = process.kill();
                let _ = process.wait();
                return Err(format!("it takes longer than {} s", LIMIT.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let messages = std::fs::read_to_string(folder.path().join("messages")).unwrap_or_default();
    match status.code() {
        // Whether a second is a valid measurement is not the question here.
        Some(0 | 3 | 4) => Ok(Performed::Observed(Observation::of(server.take(), &jtl, server.port)?)),
        Some(2) => {
            let first = messages.lines().find(|line| line.contains("error")).unwrap_or("no message");
            let here = folder.path().display().to_string();
            Ok(Performed::Refused(first.trim().replace(&here, "FOLDER")))
        }
        _ => Err(format!("it ended with {status}: {messages}")),
    }
}

/// Performs the cases in JMeter, and compares with what is kept of it, or keeps it.
pub fn record(home: &Path, cases: &[Case], gold: &mut Gold) {
    let is_new = std::env::var_os("DIFFERENTIAL_RECORD").is_some();
    let only = std::env::var("DIFFERENTIAL_ONLY").unwrap_or_default();
    let server = Server::start();
    let mut jmeter = JMeter::start(home).unwrap();
    let mut problems = String::new();
    for case in cases.iter().filter(|case| case.name.contains(&only)) {
        let folder = tempfile::tempdir().unwrap();
        let (plan, jtl) = (case.write(folder.path(), server.port), folder.path().join("plan.jtl"));
        server.take();
        let performed = jmeter.perform(&plan, &jtl);
        let observed = performed.and_then(|()| Observation::of(server.take(), &jtl, server.port));
        let text = match &observed {
            Ok(observation) => observation.to_text(),
            Err(problem) => format!("failed: {problem}\n"),
        };
        if is_new {
            gold.texts.insert(case.name.clone(), text);
        } else if gold.texts.get(&case.name) != Some(&text) {
            let retained = gold.texts.get(&case.name).map_or("", String::as_str);
            let _ = write!(problems, "=== {}\n{}", case.name, difference(retained, &text));
        }
    }
    if is_new {
        // What there are no plans for any more; without the corpora nobody knows of theirs.
        let has_foreign = !Case::foreign().is_empty();
        let is_foreign = |name: &str| name.ends_with(".jmx");
        gold.texts.retain(|name, _| {
            cases.iter().any(|case| case.name == *name) || (is_foreign(name) && !has_foreign)
        });
        gold.write();
    }
    assert!(
        problems.is_empty(),
        "JMeter does other things than were recorded (- before, + now):\n{problems}"
    );
}
