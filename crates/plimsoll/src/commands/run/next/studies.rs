//! The studies that follow: of each next step, and of the studies that are there.

use plimsoll_analysis::findings::{Claim, Finding, NextStep, Severity};
use plimsoll_analysis::follow_up::expected;
use plimsoll_analysis::{RunAnalysis, analyse};
use plimsoll_plan::document::{Node, Problems};
use plimsoll_run::{Design, Run};
use plimsoll_study::{LoadLevel, NextBase, NextProblem, NextStudy, Steps, Study, read_study};
use plimsoll_testkit::synthetic::{Spec, run};
use std::path::Path;
use std::time::Duration;

fn document(text: &str) -> Node {
    plimsoll_formats::yaml::document("study", text).expect("YAML")
}

fn read(node: &Node) -> Study {
    let mut problems = Problems::new("study");
    let text = plimsoll_formats::yaml::emit(node);
    read_study(&document(&text), Path::new("here"), &mut problems)
        .unwrap_or_else(|| panic!("{:?}\n{text}", problems.found))
}

fn analysed(run: Run) -> RunAnalysis {
    analyse(&[run], &[], 1).runs.remove(0)
}

/// Users of 10, 20 and 40, as a study of this text asked for them.
fn made(study: Option<&str>, design: Design) -> RunAnalysis {
    let mut run = run(&Spec { design, ..Spec::default() });
    run.header.study = study.map(str::to_owned);
    run.header.variant.properties.insert("host".to_owned(), "127.0.0.1".to_owned());
    analysed(run)
}

/// A finding whose next step is this; what it claims says nothing of it.
fn finding(next: NextStep) -> Finding {
    let known = made(None, Design::Fixed);
    let claim: Claim = known.findings[0].claim.clone();
    Finding {
        id: "knee",
        severity: Severity::Warning,
        claim,
        evidence: Vec::new(),
        against: Vec::new(),
        next,
    }
}

fn base(study: Option<&Node>) -> NextBase<'_> {
    let plan = study.is_none().then(|| "/there/p.jmx".to_owned());
    NextBase { study, folder: "/there".to_owned(), plan, load_given: true, changed: None, has_fleet: false }
}

fn follow(study: &str, next: NextStep) -> Result<NextStudy, NextProblem> {
    let node = document(study);
    let run = made(Some(study), Design::Fixed);
    NextStudy::of(&base(Some(&node)), &run, &finding(next))
}

const FIXED: &str =
    "study: s\nplan: p.jmx\nthreads: [10, 20, 40]\nstep: 20 s\nramp: 2 s\nrepeats: 2\nwatch_after: 5 s\n";

fn users(study: &Study) -> Vec<u32> {
    let Steps::Fixed(loads) = &study.steps else { panic!("{:?}", study.steps) };
    let count = |load: &LoadLevel| match load {
        LoadLevel::Users(users) => users.count(),
        LoadLevel::Rate(rate) => rate.per_s as u32,
    };
    loads.iter().map(count).collect()
}

fn check(next: NextStep, loads: &[u32], step_s: u64) {
    let followed = follow(FIXED, next.clone()).unwrap_or_else(|problem| panic!("{next:?}: {problem:?}"));
    let study = read(&followed.tree);
    assert_eq!(users(&study), loads, "{next:?}");
    assert_eq!(study.timing.step, Duration::from_secs(step_s), "{next:?}");
    assert_eq!(study.folder, Path::new("/there"));
    assert_eq!(study.plan, Path::new("/there/p.jmx"));
    assert_eq!(study.timing.ramp, Duration::from_secs(2), "{next:?}");
    assert_eq!(study.labels[1], ("claim".to_owned(), "knee".to_owned()));
    assert_eq!(study.variants.len(), 1);
    assert!(!study.variants[0].variant.name.is_empty());
}

#[test]
fn each_next_step_has_its_loads_and_times() {
    let between = [10, 13, 15, 18, 20];
    check(NextStep::LoadHigher, &[20, 40, 60, 80, 120], 20);
    check(NextStep::LoadLower, &[3, 5, 8, 10], 20);
    check(NextStep::LoadBetween { from_step: 1, to_step: 2 }, &between.repeat(3), 20);
    check(NextStep::MeasureLonger, &[10, 20, 40], 60);
    check(NextStep::RunAgain, &[10, 20, 40], 20);
    check(NextStep::OtherOrder, &[40, 20, 10], 20);
    check(NextStep::PauseBetweenSteps { pause_s: 12.0 }, &[10, 20, 40], 20);
    check(NextStep::SoakWithHeapDumps { hours: 3.0 }, &[40], 10_800);
    check(NextStep::RepeatEqual, &[10, 20, 40], 20);
    check(NextStep::FindWidth { width: 6.0 }, &[20, 40, 60], 20);
    check(NextStep::MoreMemory { host: "a".to_owned() }, &[20, 40, 60], 20);
}

#[test]
fn what_a_person_has_to_do_is_no_study() {
    for next in [NextStep::MendFailures, NextStep::LookAtNetwork, NextStep::ImportRaw] {
        assert_eq!(follow(FIXED, next).err(), Some(NextProblem::Person));
    }
    assert_eq!(follow(FIXED, NextStep::FreeTheGenerator).err(), Some(NextProblem::Generator));
}

#[test]
fn of_findings_with_one_name_the_first_that_a_study_decides_is_followed() {
    let node = document(FIXED);
    let run = made(Some(FIXED), Design::Fixed);
    let all = [NextStep::MendFailures, NextStep::LoadHigher, NextStep::OtherOrder].map(finding);
    let all: Vec<&Finding> = all.iter().collect();
    let words = plimsoll_report::Words::new(plimsoll_report::Language::English);
    let named = |id: &str| super::choice::named(&run, &all, id, &base(Some(&node)), &words);
    let next = |id: &str| {
        named(id).map(|chosen| chosen.finding.next.clone()).map_err(|failure| failure.messages.join(" "))
    };
    assert_eq!(next("knee"), Ok(NextStep::LoadHigher));
    assert_eq!(next("knee#3"), Ok(NextStep::OtherOrder));
    for (id, expected) in [
        ("knee#1", "`knee#1`: no run decides it: a person has to look, or to mend something"),
        ("knee#4", "the run has no finding `knee#4`"),
        ("knee#0", "the run has no finding `knee#0`"),
        ("knee#x", "the run has no finding `knee#x`"),
        ("plateau", "the run has no finding `plateau`"),
    ] {
        assert_eq!(next(id), Err(expected.to_owned()));
    }
}

#[test]
fn a_quantity_that_the_study_says_is_changed_in_it() {
    let study = |system: &str| format!("{FIXED}system: {{start: ./up, env: {system}}}\n");
    let width = NextStep::FindWidth { width: 6.0 };
    let found = follow(&study("{POOL: 6, OTHER: 6}"), width.clone()).expect("a study");
    assert_eq!((found.changed.as_deref(), found.by_hand), (Some("POOL 6 → 9"), false));
    let read = read(&found.tree);
    assert_eq!(read.variants[0].variant.name, "POOL=9");
    assert_eq!(read.runs(1)[0].system.env.get("POOL").map(String::as_str), Some("9"));
    for env in ["{POOL: 8}", "{POOL: 6, WORKERS: 6}", "{OTHER: 6}"] {
        let found = follow(&study(env), width.clone()).expect("a study");
        assert!(found.by_hand && found.changed.is_none(), "{env}: {found:?}");
    }
}

#[test]
fn the_variant_of_the_run_is_followed_and_no_other() {
    let text = "study: s\nplan: p.jmx\nthreads: [10, 20, 40]\nstep: 20 s\nproperties: {a: 1}\nmatrix: {port: [1, 2]}\n\
                variants:\n  small: {properties: {a: 2}, env: {HEAP: 1g}, plan: small.jmx}\n  large: {}\n";
    let mut run = made(Some(text), Design::Fixed);
    let variant = &mut run.measured.header.variant;
    variant.name = "small, port=2".to_owned();
    variant.properties = [("a", "2"), ("port", "2"), ("token", "***")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let node = document(text);
    let found = NextStudy::of(&base(Some(&node)), &run, &finding(NextStep::LoadHigher)).expect("a study");
    assert_eq!(found.secrets, ["token"]);
    let study = read(&found.tree);
    let planned = study.runs(1);
    assert_eq!(planned.len(), 1);
    assert_eq!(planned[0].variant.name, "small, port=2, higher loads");
    assert_eq!(planned[0].plan, Path::new("/there/small.jmx"));
    let properties: Vec<(&str, &str)> =
        planned[0].properties.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(properties, [("a", "2"), ("port", "2")]);
    assert_eq!(planned[0].system.env.get("HEAP").map(String::as_str), Some("1g"));
}

#[test]
fn a_mask_in_a_study_is_named() {
    let found = follow(&format!("{FIXED}system: {{env: {{DB_PASSWORD: '***'}}}}\n"), NextStep::RunAgain);
    assert_eq!(found.expect("a study").masked, ["system.env.DB_PASSWORD"]);
}

#[test]
fn a_run_without_a_study_gets_one() {
    let run = made(None, Design::Single);
    let found = NextStudy::of(&base(None), &run, &finding(NextStep::MeasureLonger)).expect("a study");
    let study = read(&found.tree);
    assert_eq!(study.plan, Path::new("/there/p.jmx"));
    assert_eq!(study.timing.step, Duration::from_secs(60));
    assert_eq!(study.properties.get("host").map(String::as_str), Some("127.0.0.1"));
}

/// Every study of the repository, with every next step that a run can decide.
#[test]
fn the_studies_that_are_there_can_be_followed() {
    let steps = [
        NextStep::LoadHigher,
        NextStep::LoadLower,
        NextStep::LoadBetween { from_step: 1, to_step: 3 },
        NextStep::MeasureLonger,
        NextStep::RunAgain,
        NextStep::MoreUsers,
        NextStep::OtherOrder,
        NextStep::PauseBetweenSteps { pause_s: 60.0 },
        NextStep::SoakWithHeapDumps { hours: 1.0 },
        NextStep::VaryPool { to: 24.0 },
        NextStep::DoubleHeap { host: "a".to_owned() },
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let studies = std::fs::read_dir(&folder).expect("studies").flatten().map(|entry| entry.path());
    let mut followed = 0;
    for file in studies.flat_map(|study| ["study.yaml", "short.yaml"].map(|name| study.join(name))) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let node = document(&text);
        let run = made(Some(&text), Design::Fixed);
        for next in &steps {
            let finding = finding(next.clone());
            assert!(expected(&finding).is_some());
            match NextStudy::of(&base(Some(&node)), &run, &finding) {
                Ok(study) => drop(read(&study.tree)),
                Err(problem) => assert_eq!(problem, NextProblem::Jobs, "{}: {next:?}", file.display()),
            }
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed}");
}
