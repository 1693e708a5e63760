//! Files to plans and studies, with everything that is wrong with them said at once.

use crate::exit::{Exit, Failure, chain};
use crate::url_plan::MadePlan;
use crate::{message, preflight};
use plimsoll_analysis::findings::Settings;
use plimsoll_formats::{JmeterPlan, JmeterPlanError, PlanReading, ReadError, read_jmeter_plan, read_plan};
use plimsoll_plan::document::{Node, Problems};
use plimsoll_plan::{Diagnostic, DiagnosticSeverity, ElementReport, Fidelity, Plan};
use plimsoll_report::Language;
use plimsoll_run::{PlanRecord, ReportTexts, Run};
use plimsoll_study::{FleetSpec, LoadChange, Study, read_study};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// What the user named on the command line.
pub enum PlanOrStudy {
    Plan,
    Study { text: String, study: Box<Study> },
}

/// A plan that can be performed, and what is kept of it in the run file.
pub struct LoadedPlan {
    pub plan: Plan,
    /// What made it of the plan as it was read.
    pub change: LoadChange,
    pub record: PlanRecord,
    /// Where JMeter is to run it: what `plan` holds then are its loads alone.
    pub jmeter: Option<JmeterPlan>,
}

/// Tells a plan from a study; reads the study.
pub fn read_input(path: &Path) -> Result<PlanOrStudy, Failure> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    if !matches!(extension.as_str(), "yaml" | "yml") {
        return Ok(PlanOrStudy::Plan);
    }
    let text = plimsoll_plan::input_file::read_text(path).map_err(|e| cannot_read(path, &e))?;
    let file = path.display().to_string();
    let node = match plimsoll_formats::yaml::document(&file, &text) {
        Ok(node) => node,
        Err(diagnostic) => {
            message::diagnostic(&diagnostic);
            return Err(Failure::said(Exit::BadInput));
        }
    };
    if !is_study(&node) {
        return Ok(PlanOrStudy::Plan);
    }
    let mut problems = Problems::new(&file);
    let folder = path.parent().unwrap_or(Path::new(""));
    let study = read_study(&node, folder, &mut problems);
    problems.found.iter().for_each(message::diagnostic);
    match study {
        Some(study) => Ok(PlanOrStudy::Study { text, study: Box::new(study) }),
        None => Err(Failure::said(Exit::BadInput)),
    }
}

/// A fleet in a file of its own.
pub fn read_fleet_file(path: &Path) -> Result<FleetSpec, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    read_with(path, |node, problems| plimsoll_study::read_fleet(inner_fleet(node), folder, problems))
}

/// A file may have the `fleet:` around it as in a study.
fn inner_fleet(node: &Node) -> &Node {
    match node.entries() {
        [(key, value)] if key.as_str() == Some("fleet") => value,
        _ => node,
    }
}

/// Settings of detectors in a file of their own.
pub fn read_detectors(path: &Path) -> Result<Settings, Failure> {
    read_with(path, plimsoll_study::read_detectors)
}

/// What people say in a report, in a file of its own or in a study.
pub fn read_report_texts(path: &Path) -> Result<ReportTexts, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    read_with(path, |node, problems| plimsoll_study::read_texts(node, folder, problems))
}

fn read_with<T>(path: &Path, read: impl Fn(&Node, &mut Problems) -> T) -> Result<T, Failure> {
    let text = plimsoll_plan::input_file::read_text(path).map_err(|e| cannot_read(path, &e))?;
    let file = path.display().to_string();
    let mut problems = Problems::new(&file);
    let found = match plimsoll_formats::yaml::document(&file, &text) {
        Ok(node) => read(&node, &mut problems),
        Err(diagnostic) => {
            message::diagnostic(&diagnostic);
            return Err(Failure::said(Exit::BadInput));
        }
    };
    problems.found.iter().for_each(message::diagnostic);
    if problems.any_error() { Err(Failure::said(Exit::BadInput)) } else { Ok(found) }
}

/// The language that reports on these runs were asked for in: of the first that says one. Runs that do not keep it have the
/// study's text.
pub fn language_of(runs: &[Run]) -> Language {
    let said = |run: &Run| run.header.language.clone().or_else(|| of_study(run.header.study.as_deref()?));
    let known = |text: String| text.parse().ok();
    runs.iter().find_map(|run| said(run).and_then(known)).unwrap_or_default()
}

/// `report: {language: da}`
fn of_study(text: &str) -> Option<String> {
    let node = plimsoll_formats::yaml::document("study", text).ok()?;
    Some(node.get("report")?.get("language")?.as_str()?.to_owned())
}

/// A plan in YAML has scenarios; everything else that has keys is taken for a study, so that the error
/// for a misspelt `study` is a study's.
fn is_study(node: &Node) -> bool {
    let has = |name: &str| node.entries().iter().any(|(key, _)| key.as_str() == Some(name));
    let of_studies = ["climb", "threads", "rates", "capacity", "variants", "jobs"];
    has("study") || (!has("scenarios") && of_studies.into_iter().any(has))
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    let hint = match error.kind() {
        ErrorKind::InvalidData => "save the file as UTF-8",
        ErrorKind::IsADirectory => "it is a folder; name a file in it",
        ErrorKind::PermissionDenied => "may you read it?",
        _ => "check the name and the folder",
    };
    Failure::input(format!("failed to read {}: {error}", path.display())).with_hint(hint)
}

/// Reads a plan's file; says its diagnostics.
pub fn read_plan_file(path: &Path, properties: &BTreeMap<String, String>) -> Result<PlanReading, Failure> {
    let is_url = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    if let Some(url) = path.to_str().filter(|text| is_url(text)) {
        return Err(Failure::input(format!("{url} is a URL, and a plan is a file"))
            .with_hint("`plimsoll run URL --print-plan` prints the plan that it is"));
    }
    read_plan(path, properties).map_err(|error: ReadError| {
        let hint = error.hint();
        Failure::input(chain(&error)).with_hint(hint)
    })
}

/// A plan ready to run. Unsupported elements refuse it unless they are to be skipped.
pub fn load_plan(
    path: &Path,
    properties: &BTreeMap<String, String>,
    skip_unsupported: bool,
) -> Result<LoadedPlan, Failure> {
    let reading = read_plan_file(path, properties)?;
    let text =
        plimsoll_plan::input_file::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let text = text.map_err(|e| cannot_read(path, &e))?;
    ready(reading, path.display().to_string(), text, properties, skip_unsupported)
}

/// A plan that is in no file.
pub fn made_plan(made: &MadePlan, properties: &BTreeMap<String, String>) -> Result<LoadedPlan, Failure> {
    let file = made.file().display().to_string();
    ready(made.read(properties), file, made.text.clone(), properties, false)
}

fn ready(
    reading: PlanReading,
    file: String,
    text: String,
    properties: &BTreeMap<String, String>,
    skip_unsupported: bool,
) -> Result<LoadedPlan, Failure> {
    let problems = preflight::expressions(&file, &reading, properties);
    let accepted = accept(reading, &file, skip_unsupported, DiagnosticSeverity::Warning);
    problems.iter().for_each(message::diagnostic);
    let Accepted { plan, unsupported, approximated } = accepted?;
    if problems.iter().any(Diagnostic::is_error) {
        return Err(Failure::said(Exit::BadInput));
    }
    let record = PlanRecord {
        file,
        text,
        skipped: unsupported,
        approximated,
        // Without TLS there is no certificate that could go unchecked.
        verify_certificates: plan.verify_certificates || !plan.may_use_tls(),
        uses_tls: plan.uses_tls(),
    };
    Ok(LoadedPlan { plan, change: LoadChange::None, record, jmeter: None })
}

/// A plan that may be used, and the elements in which it differs from its file.
pub struct Accepted {
    pub plan: Plan,
    pub unsupported: Vec<String>,
    pub approximated: Vec<String>,
}

/// Says what is wrong with a plan, from `least` on. Unsupported elements refuse it unless they are to be skipped.
pub fn accept(
    reading: PlanReading,
    file: &str,
    skip_unsupported: bool,
    least: DiagnosticSeverity,
) -> Result<Accepted, Failure> {
    let unsupported = located(&reading.elements, file, |f| matches!(f, Fidelity::Unsupported(_)));
    let refuse = !unsupported.is_empty() && !skip_unsupported;
    for diagnostic in reading.diagnostics.iter().filter(|d| d.severity >= least) {
        if diagnostic.is_error() || !unsupported.iter().any(|text| same_place(text, diagnostic)) {
            message::diagnostic(diagnostic);
        }
    }
    let Some(plan) = reading.plan else { return Err(Failure::said(Exit::BadInput)) };
    if refuse {
        let count = unsupported.len();
        let mut messages = unsupported;
        messages.push(format!(
            "{file}: {count} {} not supported",
            if count == 1 { "element is" } else { "elements are" }
        ));
        let is_jmeters = Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jmx"));
        let jmeter = if is_jmeters { "--generator jmeter runs them in your own JMeter; " } else { "" };
        let hint = format!(
            "--skip-unsupported runs the plan without them, and the report says so; {jmeter}`plimsoll check` lists \
             every element"
        );
        return Err(Failure { exit: Exit::BadInput, messages, hint: Some(hint) });
    }
    let approximated = located(&reading.elements, file, |f| matches!(f, Fidelity::Approximated(_)));
    Ok(Accepted { plan, unsupported, approximated })
}

/// A plan that JMeter is to run: whatever is in it, JMeter performs it.
pub fn load_jmeter_plan(path: &Path, properties: &BTreeMap<String, String>) -> Result<LoadedPlan, Failure> {
    let jmeter = read_jmeter_plan(path, properties).map_err(|error| match error {
        JmeterPlanError::Read(error) => {
            let hint = error.hint();
            Failure::input(chain(&error)).with_hint(hint)
        }
        JmeterPlanError::NotJmeters { .. } => Failure::input(chain(&error))
            .with_hint("--generator jmeter runs .jmx files; leave it out and Plimsoll runs this plan itself"),
        JmeterPlanError::Plan(diagnostic) => {
            message::diagnostic(&diagnostic);
            Failure::said(Exit::BadInput)
        }
    })?;
    let text =
        plimsoll_plan::input_file::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let record = PlanRecord {
        file: path.display().to_string(),
        text: text.map_err(|e| cannot_read(path, &e))?,
        ..PlanRecord::default()
    };
    Ok(LoadedPlan { plan: jmeter.loads.clone(), change: LoadChange::None, record, jmeter: Some(jmeter) })
}

fn same_place(text: &str, diagnostic: &Diagnostic) -> bool {
    text.starts_with(&format!("{}:{}:", diagnostic.file, diagnostic.line))
}

/// Enabled elements of one fidelity as `plan.jmx:84: BeanShellSampler "x": reason`.
fn located(elements: &[ElementReport], file: &str, wanted: impl Fn(&Fidelity) -> bool) -> Vec<String> {
    let line = |element: &ElementReport| {
        let reason = match &element.fidelity {
            Fidelity::Unsupported(reason) | Fidelity::Approximated(reason) => reason.as_str(),
            Fidelity::Exact | Fidelity::Inert => "",
        };
        format!("{file}:{}: {} \"{}\": {reason}", element.line, element.kind, element.name)
    };
    elements.iter().filter(|e| e.enabled && wanted(&e.fidelity)).map(line).collect()
}
