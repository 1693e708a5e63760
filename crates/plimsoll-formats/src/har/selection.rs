//! Which entries of a recording become steps.

use super::chosen::{Chosen, TimePlace};
use super::entry::Entry;
use super::{notes, websocket};
use crate::conversion::Conversion;
use crate::files;
use crate::servers::NamedServers;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Request, Step};
use plimsoll_plan::{Diagnostic, ElementReport, Fidelity};
use std::borrow::Cow;
use std::path::Path;

pub struct Selection<'a> {
    /// In the order of time.
    pub chosen: Vec<Chosen<'a>>,
    pub servers: NamedServers,
    pub elements: Vec<ElementReport>,
    pub diagnostics: Vec<Diagnostic>,
}

/// In the order of time.
pub fn entries(log: &Node) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry> = log.list("entries").iter().map(Entry::of).collect();
    entries.sort_by(|a, b| a.started_ms.unwrap_or(0.0).total_cmp(&b.started_ms.unwrap_or(0.0)));
    entries
}

pub fn select<'a>(
    file: &str,
    line: u32,
    entries: &'a [Entry<'a>],
    folder: &Path,
    conversion: &Conversion,
) -> Selection<'a> {
    let mut servers = NamedServers::default();
    let (mut elements, mut diagnostics) = (Vec::new(), Vec::new());
    let mut chosen: Vec<Chosen> = Vec::new();
    let mut sockets = 0;
    let mut redirects: Vec<Redirect> = Vec::new();
    for entry in entries {
        if entry.json.get("request").is_none_or(|request| request.text("url").is_none()) {
            diagnostics.push(
                Diagnostic::error(file, entry.line, "entry", "the entry has no `request` with a `url`")
                    .with_hint("was the file cut off or edited? Export it again"),
            );
            continue;
        }
        let followed = redirects.iter().position(|redirect| redirect.url == address(entry.url));
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
            redirects.extend(entry.redirect().map(|url| Redirect { url: address(&url).into_owned(), first }));
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
        diagnostics.push(Diagnostic::error(file, line, "", "there is no request to make").with_hint(hint));
    }
    let used: Vec<&Entry> =
        chosen.iter().filter(|chosen| chosen.place.is_of_its_page).map(|chosen| chosen.entry).collect();
    diagnostics.extend(notes::cookies(file, &used));
    diagnostics.extend(notes::failed(file, &chosen));
    chosen.iter_mut().for_each(Chosen::expect_its_refusal);
    chosen.sort_by(|a, b| a.place.started_ms.unwrap_or(0.0).total_cmp(&b.place.started_ms.unwrap_or(0.0)));
    Selection { chosen, servers, elements, diagnostics }
}

/// Where a redirect leads, and the step that follows it.
struct Redirect {
    url: String,
    first: Option<usize>,
}

fn resolve_files(request: &mut Request, folder: &Path) {
    if let plimsoll_plan::plan::Body::Multipart { files, .. } = &mut request.body {
        for part in files {
            part.path = files::resolve_template(folder, part.path.clone());
        }
    }
}

/// What is asked for: without the place in the page, and with the slash that every path begins with.
fn address(url: &str) -> Cow<'_, str> {
    let url = url.split('#').next().unwrap_or_default();
    let after_scheme = url.find("://").map_or(0, |at| at + 3);
    match url[after_scheme..].find(['/', '?']) {
        Some(at) if url[after_scheme + at..].starts_with('/') => Cow::Borrowed(url),
        Some(at) => {
            let (host, query) = url.split_at(after_scheme + at);
            Cow::Owned(format!("{host}/{query}"))
        }
        None => Cow::Owned(format!("{url}/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_leads_to_the_same_address_however_it_is_written() {
        let cases = [
            ("http://h", "http://h/"),
            ("http://h?a=1", "http://h/?a=1"),
            ("http://h/ticket/1#comment:1", "http://h/ticket/1"),
            ("http://h:80/a?b=/c", "http://h:80/a?b=/c"),
        ];
        for (url, expected) in cases {
            assert_eq!(address(url), expected);
        }
    }
}
