//! The steps of a recording: page by page, with the user's pauses.

use super::chosen::Chosen;
use super::entry::Entry;
use crate::conversion::Conversion;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{Pause, Step, Transaction};
use std::collections::{BTreeMap, BTreeSet};

/// A page's name and its steps, in the order of time.
struct Page {
    id: Option<String>,
    name: String,
    steps: Vec<Step>,
}

/// Shorter silences within a page are its own work, not the user's.
const PAUSE_WITHIN_MIN_MS: f64 = 1000.0;

pub fn steps(log: &Node, chosen: Vec<Chosen>, conversion: &Conversion) -> Vec<Step> {
    let titles: BTreeMap<&str, &str> = log
        .list("pages")
        .iter()
        .filter_map(|page| Some((page.text("id")?, page.text("title").unwrap_or_default())))
        .collect();
    let (mut steps, mut names) = (Vec::new(), BTreeSet::new());
    let mut page: Option<Page> = None;
    let mut ended_ms: Option<f64> = None;
    for Chosen { entry, step, place, .. } in chosen {
        let own = entry.page.filter(|_| place.is_of_its_page);
        let id = own.or(page.as_ref().and_then(|page| page.id.as_deref())).map(str::to_owned);
        let begins = page.as_ref().is_none_or(|page| page.id != id);
        let gap_ms = match (ended_ms, place.started_ms) {
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
            page.steps.push(step);
        }
        ended_ms = ended_ms.into_iter().chain(place.ended_ms).reduce(f64::max);
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
