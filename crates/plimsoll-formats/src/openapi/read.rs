//! A description as a plan: each operation once, all as likely.

use super::document::{Document, UNKNOWN_SERVER};
use super::operation::{self, OperationSource};
use crate::conversion::Conversion;
use crate::files;
use crate::har::scenario;
use crate::json;
use crate::plan_file::PlanReading;
use crate::servers::NamedServers;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Body, Iterations, Request, Step, WeightedOption};
use plimsoll_plan::{Diagnostic, DiagnosticSeverity, ElementReport, Fidelity, Plan};
use std::path::Path;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub fn is_description(tree: &Node) -> bool {
    tree.get("openapi").is_some() || tree.get("swagger").is_some()
}

pub fn read(file: &str, tree: &Node, folder: &Path, conversion: &Conversion) -> PlanReading {
    let is_swagger = tree.get("openapi").is_none();
    let version = tree.get("openapi").or_else(|| tree.get("swagger")).map(json::plain).unwrap_or_default();
    let document = Document { root: tree, is_swagger };
    let (mut elements, mut diagnostics) = (Vec::new(), Vec::new());
    if !(version.starts_with("3.") && !is_swagger || version.starts_with("2.") && is_swagger) {
        let line = tree.get("openapi").or_else(|| tree.get("swagger")).map_or(0, |version| version.line);
        let error = Diagnostic::error(file, line, "openapi", format!("version `{version}` is not known"));
        return PlanReading::failed(error.with_hint("known here: OpenAPI 3.0 and 3.1, Swagger 2.0"));
    }
    let mut servers = NamedServers::default();
    let mut requests = Vec::new();
    for (place, line) in operations(&document, conversion, file, &mut diagnostics) {
        let name = format!("{} {}", place.method.to_ascii_uppercase(), place.path);
        let fidelity = match operation::request(&document, &place, &mut servers) {
            Ok((request, differences)) => {
                requests.push(with_files(request, folder));
                match differences.is_empty() {
                    true => Fidelity::Exact,
                    false => Fidelity::Approximated(differences.join("; ")),
                }
            }
            Err(problem) => Fidelity::Unsupported(problem),
        };
        elements.push(ElementReport { line, kind: "operation".to_owned(), name, enabled: true, fidelity });
    }
    let left_out = elements.iter().any(|e| matches!(e.fidelity, Fidelity::Unsupported(_)));
    if requests.is_empty() && diagnostics.is_empty() && !left_out {
        let line = tree.get("paths").map_or(tree.line, |paths| paths.line);
        diagnostics.push(Diagnostic::error(file, line, "paths", "there is no operation").with_hint(
            match conversion.tags.is_empty() {
                true => "operations stand under `paths`: a path, then `get`, `post`, …",
                false => "are these tags of the description (--tag)?",
            },
        ));
    }
    if !requests.is_empty() && !document.names_server() {
        let message = format!("the description names no server: requests go to {UNKNOWN_SERVER}");
        let note = Diagnostic::warning(file, tree.line, "servers", message)
            .with_hint("set `host`, `port` and `scheme`: -Jhost=…, or in the variables of the YAML");
        diagnostics.push(Diagnostic { severity: DiagnosticSeverity::Note, ..note });
    }
    let title = tree.at(&["info", "title"]).map(json::plain).filter(|title| !title.is_empty());
    let mut plan = Plan::named(&title.unwrap_or_else(|| "interface".to_owned()));
    plan.origin = files::origin(folder, file);
    plan.variables = servers.variables();
    let count = requests.len() as u64;
    let mut scenario = scenario(&plan.name, steps(requests));
    scenario.iterations = Iterations::Times(count.max(1));
    scenario.new_user_each_iteration = false;
    plan.scenarios = vec![scenario];
    PlanReading::new(plan, elements, diagnostics)
}

fn steps(requests: Vec<Request>) -> Vec<Step> {
    let mut steps: Vec<Step> = requests.into_iter().map(|r| Step::Request(Box::new(r))).collect();
    if steps.len() < 2 {
        return steps;
    }
    let options = steps.drain(..).map(|step| WeightedOption { weight: 1, steps: vec![step] });
    vec![Step::WeightedChoice(options.collect())]
}

/// The operations with one of the wanted tags, with their lines.
fn operations<'a>(
    document: &Document<'a>,
    conversion: &Conversion,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(OperationSource<'a>, u32)> {
    let mut found = Vec::new();
    let Some(paths) = document.root.get("paths").filter(|paths| paths.is_map()) else {
        diagnostics.push(
            Diagnostic::error(file, document.root.line, "openapi", "`paths` is missing")
                .with_hint("without paths there is nothing to ask for"),
        );
        return found;
    };
    for (path, item) in paths.pairs().filter(|(path, _)| path.starts_with('/')) {
        let item = match document.resolve(item) {
            Ok(item) => item,
            Err(problem) => {
                diagnostics.push(Diagnostic::error(file, item.line, path, problem));
                continue;
            }
        };
        for (method, operation) in item.pairs().filter(|(key, _)| METHODS.contains(key)) {
            let tags = operation.list("tags").iter().filter_map(Node::as_text);
            let is_wanted = conversion.tags.is_empty()
                || tags.into_iter().any(|tag| conversion.tags.iter().any(|wanted| wanted == tag));
            if is_wanted {
                found.push((OperationSource { method, path, item, operation }, operation.line));
            }
        }
    }
    found
}

fn with_files(mut request: Request, folder: &Path) -> Request {
    if let Body::Multipart { files, .. } = &mut request.body {
        for part in files {
            part.path = files::resolve_template(folder, part.path.clone());
        }
    }
    request
}
