//! A recording as a plan: one user, once, page by page.

use super::chosen::{Chosen, request_of};
use super::inputs::Inputs;
use super::selection::{Selection, entries, select};
use super::steps::steps;
use super::{correlation, inputs, notes, second};
use crate::conversion::Conversion;
use crate::files;
use crate::plan_file::PlanReading;
use plimsoll_plan::Plan;
use plimsoll_plan::document::Node;
use plimsoll_plan::load::LoadProfile;
use plimsoll_plan::plan::{
    CookieJar, CookiePolicy, Header, Iterations, OnError, Phase, Request, Scenario, Step,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

pub fn is_recording(tree: &Node) -> bool {
    tree.at(&["log", "entries"]).is_some()
}

pub fn read(file: &str, tree: &Node, folder: &Path, conversion: &Conversion) -> PlanReading {
    let log = tree.get("log").unwrap_or(tree);
    let entries = entries(log);
    let Selection { mut chosen, servers, mut elements, mut diagnostics } =
        select(file, log.line, &entries, folder, conversion);
    let answers = super::answers::shapes(&chosen);
    diagnostics.extend(notes::left_out(file, &all_of(log)).filter(|_| conversion.correlate));
    let returned = if conversion.lists_returned { correlation::returned(&chosen) } else { Vec::new() };
    let mut inputs = conversion.data_file.as_deref().filter(|_| conversion.correlate).map(Inputs::new);
    if conversion.correlate {
        let second = conversion.second.as_deref().map(|second| second::read(&chosen, second, conversion));
        let second = second.and_then(|found| found.map_err(|diagnostic| diagnostics.push(diagnostic)).ok());
        if let Some(inputs) = &mut inputs {
            inputs::take(&mut chosen, inputs, second.as_ref().and_then(|second| second.login.as_ref()));
        }
        diagnostics.extend(second.as_ref().and_then(|second| second.note.clone()));
        let varying = second.as_ref().map(|second| &second.varying);
        let made = correlation::correlate(file, &mut chosen, varying, inputs.is_some());
        diagnostics.extend(made.notes);
        if let Some(inputs) = &mut inputs {
            inputs.add(made.typed);
        }
    }
    common_headers_first(&mut chosen);
    let name = Path::new(file)
        .file_stem()
        .map_or_else(|| "recording".to_owned(), |n| n.to_string_lossy().into_owned());
    let mut plan = Plan::named(&name);
    plan.origin = files::origin(folder, file);
    plan.variables = servers.variables();
    plan.cookie_jars = vec![CookieJar {
        clear_each_iteration: true,
        cleared_with_user: false,
        policy: CookiePolicy::default(),
        cookies: Vec::new(),
    }];
    let mut new_files = Vec::new();
    let mut steps = steps(log, chosen, conversion);
    if let Some((data_set, new_file, notes)) = inputs.and_then(Inputs::finish) {
        steps.insert(0, Step::ReadData(0));
        plan.data.push(data_set);
        new_files.push(new_file);
        diagnostics.extend(notes.into_iter().map(|text| notes::correlated(file, 0, text, "")));
    }
    plan.scenarios = vec![scenario(&name, steps)];
    elements.sort_by_key(|element| element.line);
    PlanReading { new_files, recorded: answers, returned, ..PlanReading::new(plan, elements, diagnostics) }
}

fn all_of(log: &Node) -> Vec<&Node> {
    log.list("entries").iter().collect()
}

/// One user, once.
pub fn scenario(name: &str, steps: Vec<Step>) -> Scenario {
    Scenario {
        name: name.to_owned(),
        phase: Phase::Main,
        load: LoadProfile::constant(1, Duration::ZERO, None).into(),
        iterations: Iterations::Times(1),
        on_error: OnError::Continue,
        new_user_each_iteration: true,
        steps,
    }
}

/// So that what all requests say can be written once.
fn common_headers_first(chosen: &mut [Chosen]) {
    let key = |header: &Header| (header.name.source(), header.value.source());
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut requests: Vec<&mut Request> =
        chosen.iter_mut().filter_map(|chosen| request_of(&mut chosen.step)).collect();
    for header in requests.iter().flat_map(|request| &request.headers) {
        *counts.entry(key(header)).or_default() += 1;
    }
    for request in &mut requests {
        request.headers.sort_by_cached_key(|h| (std::cmp::Reverse(counts[&key(h)]), key(h)));
    }
}
