//! A recording as a plan: one user, once, page by page.

use super::correlation;
use super::entry::{Entry, pairs};
use crate::conversion::Conversion;
use crate::files;
use crate::json::Json;
use crate::plan_file::Reading;
use crate::servers::NamedServers;
use plimsoll_plan::load::LoadProfile;
use plimsoll_plan::plan::{
    CookieJar, CookiePolicy, Header, Iterations, OnError, Pause, Phase, Request, Scenario, Step, Transaction,
};
use plimsoll_plan::{Diagnostic, ElementReport, Fidelity, Plan, Severity, Template};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

pub fn is_recording(tree: &Json) -> bool {
    tree.at(&["log", "entries"]).is_some()
}

/// What is kept of an entry.
struct Chosen<'a> {
    entry: &'a Entry<'a>,
    request: Request,
}

pub fn read(file: &str, tree: &Json, folder: &Path, conversion: &Conversion) -> Reading {
    let log = tree.get("log").unwrap_or(tree);
    let mut entries: Vec<Entry> = log.list("entries").iter().map(Entry::of).collect();
    entries.sort_by(|a, b| a.started_ms.unwrap_or(0.0).total_cmp(&b.started_ms.unwrap_or(0.0)));
    let mut servers = NamedServers::default();
    let (mut elements, mut diagnostics) = (Vec::new(), Vec::new());
    let mut chosen = Vec::new();
    let mut redirects: Vec<String> = Vec::new();
    for entry in &entries {
        if entry.json.get("request").is_none_or(|request| request.text("url").is_none()) {
            diagnostics.push(
                Diagnostic::error(file, entry.line, "entry", "the entry has no `request` with a `url`")
                    .with_hint("was the file cut off or edited? Export it again"),
            );
            continue;
        }
        let followed = redirects.iter().position(|url| url == entry.url);
        let dropped = match followed {
            Some(_) => Some("the end of a redirect, which is followed"),
            None => entry.why_dropped(conversion),
        };
        if let Some(at) = followed {
            redirects.remove(at);
        }
        let fidelity = match (&entry.place, dropped) {
            (_, None | Some("no HTTP request")) if entry.is_websocket() => {
                Fidelity::Unsupported("a WebSocket; write it as a `websocket` step".to_owned())
            }
            (Some(place), None) => {
                let (mut request, differences) = entry.request(place, &mut servers, conversion);
                resolve_files(&mut request, folder);
                chosen.push(Chosen { entry, request });
                match differences.is_empty() {
                    true => Fidelity::Exact,
                    false => Fidelity::Approximated(differences.join("; ")),
                }
            }
            _ => Fidelity::Inert,
        };
        if fidelity != Fidelity::Inert || followed.is_some() {
            redirects.extend(entry.redirect());
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
    let used: Vec<&Entry> = chosen.iter().map(|chosen| chosen.entry).collect();
    diagnostics.extend(failed_notes(file, &used));
    diagnostics.extend(cookie_notes(file, &used));
    diagnostics.extend(correlation::notes(file, &used));
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
    plan.scenarios = vec![scenario(&name, steps(log, chosen, conversion))];
    elements.sort_by_key(|element| element.line);
    Reading::new(plan, elements, diagnostics)
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
    for header in chosen.iter().flat_map(|chosen| &chosen.request.headers) {
        *counts.entry(key(header)).or_default() += 1;
    }
    for chosen in chosen {
        chosen.request.headers.sort_by_cached_key(|h| (std::cmp::Reverse(counts[&key(h)]), key(h)));
    }
}

/// A page's name and its steps, in the order of time.
struct Page {
    id: Option<String>,
    name: String,
    steps: Vec<Step>,
}

/// Shorter silences within a page are its own work, not the user's.
const PAUSE_WITHIN_MIN_MS: f64 = 1000.0;

fn steps(log: &Json, chosen: Vec<Chosen>, conversion: &Conversion) -> Vec<Step> {
    let titles: BTreeMap<&str, &str> = log
        .list("pages")
        .iter()
        .filter_map(|page| Some((page.text("id")?, page.text("title").unwrap_or_default())))
        .collect();
    let (mut steps, mut names) = (Vec::new(), BTreeSet::new());
    let mut page: Option<Page> = None;
    let mut ended_ms: Option<f64> = None;
    for Chosen { entry, request } in chosen {
        let id = entry.page.or(page.as_ref().and_then(|page| page.id.as_deref())).map(str::to_owned);
        let begins = page.as_ref().is_none_or(|page| page.id != id);
        let gap_ms = match (ended_ms, entry.started_ms) {
            (Some(end), Some(start)) if begins || start - end >= PAUSE_WITHIN_MIN_MS => start - end,
            _ => 0.0,
        };
        if begins {
            steps.extend(page.take().map(finish));
            steps.extend(pause(gap_ms, conversion));
            let title = id.as_deref().and_then(|id| titles.get(id).copied()).unwrap_or_default();
            page = Some(Page { id, name: unique(page_name(title, entry), &mut names), steps: Vec::new() });
        }
        if let Some(page) = &mut page {
            page.steps.extend(pause(gap_ms, conversion).filter(|_| !begins));
            page.steps.push(Step::Request(Box::new(request)));
        }
        ended_ms = ended_ms.into_iter().chain(entry.ended_ms).reduce(f64::max);
    }
    steps.extend(page.map(finish));
    steps
}

fn finish(page: Page) -> Step {
    let label = Template::literal(page.name);
    let transaction = Transaction { label, include_pauses: false, replaces_requests: false };
    Step::Transaction { transaction, body: page.steps }
}

fn pause(gap_ms: f64, conversion: &Conversion) -> Option<Step> {
    let step_ms = conversion.pause_step.as_secs_f64() * 1000.0;
    let rounded = if step_ms > 0.0 { (gap_ms / step_ms).round() * step_ms } else { 0.0 };
    (rounded >= 1.0).then(|| Step::Pause(Pause::Constant(Template::literal(format!("{rounded:.0}")))))
}

/// Chrome's titles are URLs; Firefox' are the pages' own.
fn page_name(title: &str, first: &Entry) -> String {
    let path = |place: &crate::servers::UrlParts| place.path.split('?').next().unwrap_or_default().to_owned();
    match (title.trim(), crate::servers::UrlParts::of(title.trim())) {
        (_, Some(place)) => format!("page {}", path(&place)),
        ("", None) => format!("page {}", first.place.as_ref().map(path).unwrap_or_default()),
        (title, None) => title.to_owned(),
    }
}

fn unique(name: String, names: &mut BTreeSet<String>) -> String {
    let numbered = |n: u32| if n == 1 { name.clone() } else { format!("{name} ({n})") };
    let free = (1..).map(numbered).find(|name| !names.contains(name)).unwrap_or_default();
    names.insert(free.clone());
    free
}

fn note(file: &str, line: u32, message: String, hint: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::warning(file, line, "entry", message).with_hint(hint)
    }
}

fn failed_notes(file: &str, entries: &[&Entry]) -> Vec<Diagnostic> {
    let failed = entries.iter().filter(|entry| entry.status >= 400 || entry.status == 0);
    failed
        .map(|entry| {
            let message = match entry.status {
                0 => format!("{} was not answered when it was recorded", entry.name()),
                status => format!("{} was answered {status} when it was recorded", entry.name()),
            };
            note(
                file,
                entry.line,
                message,
                "a status from 400 counts as failed; remove the request, or check for its status",
            )
        })
        .collect()
}

/// Cookies from before the recording: no user will have them.
fn cookie_notes(file: &str, entries: &[&Entry]) -> Vec<Diagnostic> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut notes = Vec::new();
    for entry in entries {
        let sent = pairs(entry.json.at(&["request", "cookies"])).map(|(name, _)| name.to_owned());
        let in_header = entry.header("cookie").unwrap_or_default().split(';');
        let in_header = in_header.filter_map(|pair| Some(pair.split_once('=')?.0.trim().to_owned()));
        for name in sent.chain(in_header).collect::<BTreeSet<_>>() {
            if known.insert(name.clone()) {
                let message = format!("the cookie `{name}` was there before the recording");
                let hint = "record in a private window; or preset it under `cookies:`";
                notes.push(note(file, entry.line, message, hint));
            }
        }
        let set = entry.answered_headers().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        // Firefox puts several into one value, a line each.
        let lines = set.flat_map(|(_, value)| value.lines());
        known.extend(lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())));
    }
    notes
}
