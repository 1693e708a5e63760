//! A recording as a plan: one user, once, page by page.

use super::chosen::{Chosen, TimePlace, request_of};
use super::entry::Entry;
use super::steps::steps;
use super::{correlation, inputs, notes, websocket};
use crate::conversion::Conversion;
use crate::files;
use crate::json::Json;
use crate::plan_file::Reading;
use crate::servers::NamedServers;
use plimsoll_plan::load::LoadProfile;
use plimsoll_plan::plan::{
    CookieJar, CookiePolicy, Header, Iterations, OnError, Phase, Request, Scenario, Step,
};
use plimsoll_plan::{Diagnostic, ElementReport, Fidelity, Plan};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

pub fn is_recording(tree: &Json) -> bool {
    tree.at(&["log", "entries"]).is_some()
}

pub fn read(file: &str, tree: &Json, folder: &Path, conversion: &Conversion) -> Reading {
    let log = tree.get("log").unwrap_or(tree);
    let mut entries: Vec<Entry> = log.list("entries").iter().map(Entry::of).collect();
    entries.sort_by(|a, b| a.started_ms.unwrap_or(0.0).total_cmp(&b.started_ms.unwrap_or(0.0)));
    let mut servers = NamedServers::default();
    let (mut elements, mut diagnostics) = (Vec::new(), Vec::new());
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut sockets = 0;
    let mut redirects: Vec<Redirect> = Vec::new();
    for entry in &entries {
        if entry.json.get("request").is_none_or(|request| request.text("url").is_none()) {
            diagnostics.push(
                Diagnostic::error(file, entry.line, "entry", "the entry has no `request` with a `url`")
                    .with_hint("was the file cut off or edited? Export it again"),
            );
            continue;
        }
        let followed = redirects.iter().position(|redirect| redirect.url == entry.url);
        let dropped = match followed {
            Some(_) => Some("the end of a redirect, which is followed"),
            None => entry.why_dropped(conversion),
        };
        let first = followed.and_then(|at| redirects.remove(at).first);
        if let Some(first) = first {
            chosen[first].answers.push(entry);
        }
        let fidelity = match (&entry.place, dropped) {
            (Some(place), None) if entry.is_websocket() => {
                sockets += 1;
                let made = websocket::steps(entry, place, sockets, &mut servers, conversion);
                chosen.extend(made.steps);
                match made.differences.is_empty() {
                    true => Fidelity::Exact,
                    false => Fidelity::Approximated(made.differences.join("; ")),
                }
            }
            (Some(place), None) => {
                let (mut request, differences) = entry.request(place, &mut servers, conversion);
                resolve_files(&mut request, folder);
                let step = Step::Request(Box::new(request));
                chosen.push(Chosen { entry, answers: vec![entry], step, place: TimePlace::of(entry) });
                match differences.is_empty() {
                    true => Fidelity::Exact,
                    false => Fidelity::Approximated(differences.join("; ")),
                }
            }
            _ => Fidelity::Inert,
        };
        if fidelity != Fidelity::Inert || followed.is_some() {
            let first = first.or((followed.is_none() && !chosen.is_empty()).then(|| chosen.len() - 1));
            redirects.extend(entry.redirect().map(|url| Redirect { url, first }));
        }
        elements.push(ElementReport {
            line: entry.line,
            kind: "entry".to_owned(),
            name: entry.name(),
            enabled: !matches!(dropped, Some("another host")),
            fidelity,
        });
    }
    if chosen.is_empty() && diagnostics.is_empty() {
        let hint = match conversion.hosts.is_empty() {
            true => "open the network panel before the page is loaded, then export the HAR file",
            false => "are these the hosts of the recording (--host)?",
        };
        diagnostics
            .push(Diagnostic::error(file, log.line, "", "there is no request to make").with_hint(hint));
    }
    let used: Vec<&Entry> =
        chosen.iter().filter(|chosen| chosen.place.is_of_its_page).map(|chosen| chosen.entry).collect();
    diagnostics.extend(notes::failed(file, &used));
    diagnostics.extend(notes::cookies(file, &used));
    chosen.sort_by(|a, b| a.place.started_ms.unwrap_or(0.0).total_cmp(&b.place.started_ms.unwrap_or(0.0)));
    let answers = super::answers::shapes(&chosen);
    let mut inputs = None;
    if conversion.correlate {
        inputs = conversion.data_file.as_deref().and_then(|path| inputs::take(&mut chosen, path));
        diagnostics.extend(correlation::correlate(file, &mut chosen));
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
    if let Some(inputs) = inputs {
        steps.insert(0, Step::ReadData(0));
        plan.data.push(inputs.data_set);
        new_files.push(inputs.file);
        diagnostics.extend(inputs.notes.into_iter().map(|text| notes::correlated(file, 0, text, "")));
    }
    plan.scenarios = vec![scenario(&name, steps)];
    elements.sort_by_key(|element| element.line);
    Reading { new_files, recorded: answers, ..Reading::new(plan, elements, diagnostics) }
}

/// Where a redirect leads, and the step that follows it.
struct Redirect {
    url: String,
    first: Option<usize>,
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

fn resolve_files(request: &mut Request, folder: &Path) {
    if let plimsoll_plan::plan::Body::Multipart { files, .. } = &mut request.body {
        for part in files {
            part.path = files::resolve_template(folder, part.path.clone());
        }
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
