//! Reads a plan file of any known format.

use crate::conversion::Conversion;
use crate::plan_file::{PlanReading, Properties};
use crate::{JmeterPlan, encoding, har, json, openapi, postman, request_list, yaml};
use plimsoll_plan::document::{Node, Problems};
use plimsoll_plan::{Diagnostic, Fidelity};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("failed to read the plan {path}", path = path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("failed to tell what kind of plan {path} is", path = path.display())]
    UnknownFormat { path: PathBuf },
}

impl ReadError {
    /// What the user can do about it.
    pub fn hint(&self) -> String {
        match self {
            ReadError::File { path, source } if source.kind() == std::io::ErrorKind::NotFound => {
                let folder = std::env::current_dir().unwrap_or_default();
                format!("there is no such file; {} was looked for in {}", path.display(), folder.display())
            }
            ReadError::File { .. } => "is it a file, and may you read it?".to_owned(),
            ReadError::UnknownFormat { .. } => {
                "plans are JMeter files (`.jmx`), YAML files (`.yaml`, `.yml`), HAR files, OpenAPI \
                 descriptions, Postman collections and lists of requests (`METHOD URL` in lines)"
                    .to_owned()
            }
        }
    }
}

/// Why a plan can't be given to JMeter.
#[derive(Debug, thiserror::Error)]
pub enum JmeterPlanError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("{path} is no JMeter plan", path = path.display())]
    NotJmeters { path: PathBuf },
    #[error("failed to read the plan")]
    Plan(Diagnostic),
}

/// Reads a plan that JMeter itself is to run.
pub fn read_jmeter_plan(path: &Path, properties: &Properties) -> Result<JmeterPlan, JmeterPlanError> {
    let bytes = plimsoll_plan::input_file::read(path)
        .map_err(|source| ReadError::File { path: path.to_owned(), source })?;
    let text = encoding::decode(&bytes);
    if !matches!(format_of(path, &text), Some(Format::Jmx)) {
        return Err(JmeterPlanError::NotJmeters { path: path.to_owned() });
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    JmeterPlan::read(&path.display().to_string(), &text, folder, properties).map_err(JmeterPlanError::Plan)
}

enum Format {
    Jmx,
    Yaml,
    /// JSON, or an OpenAPI document in YAML.
    Foreign,
    /// `METHOD URL` in lines.
    Requests,
}

/// Reads a plan by its extension, or by its content when that says nothing.
pub fn read_plan(path: &Path, properties: &Properties) -> Result<PlanReading, ReadError> {
    read_plan_with(path, properties, &Conversion::default())
}

/// As [`read_plan`]; `conversion` holds for files of other tools.
pub fn read_plan_with(
    path: &Path,
    properties: &Properties,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    let name = path.display().to_string();
    let folder = path.parent().unwrap_or(Path::new(""));
    if let Some(tree) = large_recording(path, &name)? {
        return Ok(match tree {
            Ok(tree) if har::is_recording(&tree) => har::read(&name, &tree, folder, conversion),
            Ok(_) => return Err(ReadError::UnknownFormat { path: path.to_owned() }),
            Err(diagnostic) => PlanReading::failed(diagnostic),
        });
    }
    let bytes = plimsoll_plan::input_file::read(path)
        .map_err(|source| ReadError::File { path: path.to_owned(), source })?;
    let text = encoding::decode(&bytes);
    match format_of(path, &text) {
        Some(Format::Jmx) => Ok(with_unset(&name, crate::read_jmx(&name, &text, folder, properties))),
        Some(Format::Yaml) => Ok(crate::read_yaml(&name, &text, folder, properties)),
        Some(Format::Foreign) => read_foreign(path, &text, folder, conversion),
        Some(Format::Requests) => Ok(request_list::read_as_plan(&name, &text, folder)),
        None => Err(ReadError::UnknownFormat { path: path.to_owned() }),
    }
}

/// A file that says by its name that it is a recording, read piece by piece.
fn large_recording(path: &Path, name: &str) -> Result<Option<Result<Node, Diagnostic>>, ReadError> {
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("har")) {
        return Ok(None);
    }
    let file = |source| ReadError::File { path: path.to_owned(), source };
    let source = har::open_recording(path).map_err(file)?;
    Ok(source.map(|source| har::read_recording(name, source)))
}

/// Warns of variables that nothing sets, as of a plan in YAML. Elements that are not performed might set any.
fn with_unset(file: &str, mut reading: PlanReading) -> PlanReading {
    let is_whole =
        !reading.elements.iter().any(|element| matches!(element.fidelity, Fidelity::Unsupported(_)));
    if let Some(plan) = reading.plan.as_ref().filter(|_| is_whole) {
        let mut problems = Problems::new(file);
        crate::yaml::unset::warn(plan, &mut problems);
        reading.diagnostics.append(&mut problems.found);
    }
    reading
}

fn read_foreign(
    path: &Path,
    text: &str,
    folder: &Path,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    let name = path.display().to_string();
    let tree = match tree(&name, text) {
        Ok(tree) => tree,
        Err(diagnostic) => return Ok(PlanReading::failed(diagnostic)),
    };
    if openapi::is_description(&tree) {
        return Ok(openapi::read(&name, &tree, folder, conversion));
    }
    if har::is_recording(&tree) {
        return Ok(har::read(&name, &tree, folder, conversion));
    }
    if postman::is_collection(&tree) {
        return postman::read(&name, &tree, folder, conversion);
    }
    Err(ReadError::UnknownFormat { path: path.to_owned() })
}

fn tree(file: &str, text: &str) -> Result<Node, Diagnostic> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return json::read(file, text);
    }
    yaml::document(file, text)
}

/// Reads a recording of a browser (HAR 1.2); what is none gives an error.
pub fn read_har(
    file: &str,
    text: &str,
    folder: &Path,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    Ok(json::read(file, text)
        .map_or_else(PlanReading::failed, |tree| har::read(file, &tree, folder, conversion)))
}

/// Reads a description of an HTTP interface: OpenAPI 3 or Swagger 2.0, JSON or YAML.
pub fn read_openapi(
    file: &str,
    text: &str,
    folder: &Path,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    Ok(tree(file, text)
        .map_or_else(PlanReading::failed, |tree| openapi::read(file, &tree, folder, conversion)))
}

/// Reads a Postman collection. Fails when the environment's file can't be read.
pub fn read_postman(
    file: &str,
    text: &str,
    folder: &Path,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    match json::read(file, text) {
        Ok(tree) => postman::read(file, &tree, folder, conversion),
        Err(diagnostic) => Ok(PlanReading::failed(diagnostic)),
    }
}

fn format_of(path: &Path, text: &str) -> Option<Format> {
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let has_key = |key: &str| text.lines().any(|line| line.starts_with(key));
    let is_openapi = || (has_key("openapi:") || has_key("swagger:")) && !has_key("scenarios:");
    match extension.as_deref() {
        Some("jmx") => Some(Format::Jmx),
        Some("har") => Some(Format::Foreign),
        Some("yaml" | "yml") if is_openapi() => Some(Format::Foreign),
        Some("yaml" | "yml") if text.trim_start().starts_with('{') && text.contains("\"openapi\"") => {
            Some(Format::Foreign)
        }
        Some("yaml" | "yml") => Some(Format::Yaml),
        _ if text.trim_start().starts_with('<') => Some(Format::Jmx),
        _ if text.trim_start().starts_with('{') => Some(Format::Foreign),
        _ if is_openapi() => Some(Format::Foreign),
        _ if text.contains("scenarios:") => Some(Format::Yaml),
        _ if request_list::is_list(text) => Some(Format::Requests),
        _ => None,
    }
}
