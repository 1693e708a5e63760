//! A collection as a plan: one user, once, folder by folder.

use super::request::{self, Inherited};
use super::variable;
use crate::conversion::Conversion;
use crate::har::scenario;
use crate::json;
use crate::plan_file::PlanReading;
use crate::reading::ReadError;
use crate::{encoding, files};
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{CookieJar, CookiePolicy, Step, Transaction};
use plimsoll_plan::{Diagnostic, ElementReport, Fidelity, Plan};
use std::path::Path;

/// Folders within folders.
const DEPTH_MAX: usize = 32;

pub fn is_collection(tree: &Node) -> bool {
    let is_of_postman = |schema: &str| schema.contains("getpostman.com") || schema.contains("postman.com");
    tree.at(&["info", "schema"]).and_then(Node::as_text).is_some_and(is_of_postman)
        || (tree.get("info").is_some() && tree.get("item").is_some())
}

pub fn read(
    file: &str,
    tree: &Node,
    folder: &Path,
    conversion: &Conversion,
) -> Result<PlanReading, ReadError> {
    let mut values = variable::list(tree.list("variable"));
    if let Some(path) = &conversion.environment {
        let bytes = plimsoll_plan::input_file::read(path)
            .map_err(|source| ReadError::File { path: path.clone(), source })?;
        let environment = match json::read(&path.display().to_string(), &encoding::decode(&bytes)) {
            Ok(environment) => environment,
            Err(diagnostic) => return Ok(PlanReading::failed(diagnostic)),
        };
        for (name, value) in variable::list(environment.list("values")) {
            match values.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = value,
                None => values.push((name, value)),
            }
        }
    }
    let mut reader = Reader { values: &values, folder, elements: Vec::new() };
    let inherited = Inherited {
        auth: tree.get("auth").filter(|auth| auth.is_map()),
        events: tree.list("event").iter().collect(),
    };
    let steps = reader.items(tree.list("item"), &inherited, 0);
    let elements = reader.elements;
    let mut diagnostics = Vec::new();
    if elements.iter().all(|element| element.kind == "folder") {
        let error = Diagnostic::error(file, tree.line, "collection", "there is no request in it");
        diagnostics.push(error.with_hint("export a collection of the format 2.1"));
    }
    let name = tree.at(&["info", "name"]).map(json::plain).filter(|name| !name.is_empty());
    let mut plan = Plan::named(&name.unwrap_or_else(|| "collection".to_owned()));
    plan.origin = files::origin(folder, file);
    plan.variables = variable::of_plan(&values);
    plan.cookie_jars = vec![CookieJar {
        clear_each_iteration: false,
        cleared_with_user: false,
        policy: CookiePolicy::default(),
        cookies: Vec::new(),
    }];
    plan.scenarios = vec![scenario(&plan.name, steps)];
    Ok(PlanReading::new(plan, elements, diagnostics))
}

struct Reader<'a> {
    values: &'a [(String, String)],
    folder: &'a Path,
    elements: Vec<ElementReport>,
}

impl Reader<'_> {
    fn items(&mut self, items: &[Node], inherited: &Inherited, depth: usize) -> Vec<Step> {
        items.iter().flat_map(|item| self.item(item, inherited, depth)).collect()
    }

    fn item(&mut self, item: &Node, inherited: &Inherited, depth: usize) -> Vec<Step> {
        if item.get("item").is_some() {
            return self.group(item, inherited, depth);
        }
        let (steps, fidelity) = match request::read(item, inherited, self.values, self.folder) {
            Ok((steps, problems)) if problems.is_empty() => (steps, Fidelity::Exact),
            Ok((steps, problems)) => (steps, Fidelity::Approximated(problems.join("; "))),
            Err(problem) => (Vec::new(), Fidelity::Unsupported(problem)),
        };
        self.report(item, "request", fidelity);
        steps
    }

    fn group(&mut self, item: &Node, inherited: &Inherited, depth: usize) -> Vec<Step> {
        if depth >= DEPTH_MAX {
            let reason = format!("folders are nested more than {DEPTH_MAX} deep");
            self.report(item, "folder", Fidelity::Unsupported(reason));
            return Vec::new();
        }
        self.report(item, "folder", Fidelity::Exact);
        let own = item.get("auth").filter(|auth| auth.is_map());
        let mut inherited = Inherited { auth: own.or(inherited.auth), events: inherited.events.clone() };
        let events: Vec<&Node> = item.list("event").iter().collect();
        let events = [std::mem::take(&mut inherited.events), events].concat();
        let inherited = Inherited { events, ..inherited };
        let body = self.items(item.list("item"), &inherited, depth + 1);
        let label = variable::template(item.text("name").unwrap_or("folder"));
        let transaction = Transaction { label, include_pauses: false, replaces_requests: false };
        vec![Step::Transaction { transaction, body }]
    }

    fn report(&mut self, item: &Node, kind: &str, fidelity: Fidelity) {
        self.elements.push(ElementReport {
            line: item.line,
            kind: kind.to_owned(),
            name: item.text("name").unwrap_or_default().to_owned(),
            enabled: true,
            fidelity,
        });
    }
}
