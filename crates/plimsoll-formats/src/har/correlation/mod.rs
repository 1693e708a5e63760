//! Values that the server makes up and that later requests send back: each becomes an extractor where it comes from, and a
//! variable where it is sent.

mod client_made;
mod context;
mod html;
mod names;
mod origin;
mod origins;
mod returned;
mod sent;
mod text_index;
mod texts;
mod typed;
mod varying;

use super::chosen::{Chosen, request_of};
use super::inputs::TypedValue;
use super::notes;
use names::VariableNames;
use origin::ValueOrigin;
use origins::ValueOrigins;
use plimsoll_plan::plan::{Extractor, Request, Step};
use plimsoll_plan::template::Part;
use plimsoll_plan::{Diagnostic, Template};
pub use returned::returned;
use sent::SentValue;
pub use sent::values;
use std::collections::{BTreeMap, BTreeSet};
use texts::Texts;
pub use varying::Varying;

/// Values that are correlated.
const VALUES_MAX: usize = 500;

/// A value with its origin, and where it is sent.
struct Found {
    value: String,
    origin: ValueOrigin,
    uses: Vec<(usize, SentValue)>,
}

impl Found {
    /// `order_id` where an `id` is sent as `/orders/42`.
    fn name(&self) -> String {
        let of_path = self.uses.first().map_or("", |(_, sent)| sent.name.as_str());
        match self.origin.name.as_str() {
            "id" if of_path.to_lowercase().ends_with("id") => of_path.to_owned(),
            "id" if names::is_noun(of_path) => format!("{}_id", names::singular(of_path)),
            name => name.to_owned(),
        }
    }
}

/// What was done, and what was left, is said.
#[derive(Default)]
pub struct Correlated {
    pub notes: Vec<Diagnostic>,
    /// What becomes columns of a data file.
    pub typed: Vec<TypedValue>,
}

/// `steps` are in the order of time. With a second recording only what differs between both is looked at; with a data file
/// (`takes_inputs`) what somebody typed in it becomes variables.
pub fn correlate(
    file: &str,
    steps: &mut [Chosen],
    varying: Option<&Varying>,
    takes_inputs: bool,
) -> Correlated {
    let (found, mut unexplained) = search(steps, varying);
    let mut names = VariableNames::default();
    let mut notes = Vec::new();
    // In the order in which they come, so that a value that is replaced takes the name of the one before.
    for found in in_order(found) {
        let last_use = found.uses.iter().map(|(at, _)| *at).max().unwrap_or(found.origin.step);
        let variable = names.of(&found.name(), &found.value, found.origin.step, last_use);
        notes.push(said(file, steps, &found, &variable));
        if let Some(request) = request_of(&mut steps[found.origin.step].step) {
            request.extractors.push(extractor(&found.origin, &variable));
        }
        replace(steps, &found, &variable);
    }
    let typed = match varying.filter(|_| takes_inputs) {
        Some(varying) => typed::take(steps, &mut unexplained, varying, &mut names),
        None => Vec::new(),
    };
    notes.extend(client_made::replace(file, steps, &unexplained, varying));
    notes.extend(steps.iter().flat_map(|chosen| too_long(file, chosen)));
    for chosen in steps {
        if let Step::Request(request) = &mut chosen.step {
            label(request);
        }
    }
    Correlated { notes, typed }
}

/// A request whose path has variables is counted as one, whatever their values: `GET /orders/{order_id}`.
fn label(request: &mut Request) {
    if request.path.as_literal().is_some() {
        return;
    }
    let text = |part: &Part| match part {
        Part::Literal(text) => text.clone(),
        Part::Variable(name) => format!("{{{name}}}"),
        Part::Call(call) => format!("{{{}}}", call.function.name().trim_start_matches('_')),
    };
    let path: String = request.path.parts.iter().map(text).collect();
    let path = path.split('?').next().unwrap_or_default();
    request.label = Template::literal(format!("{} {path}", request.method.source()));
}

/// What is known of a value that is sent, by answers that came before.
fn search(steps: &[Chosen], varying: Option<&Varying>) -> (Vec<Found>, Vec<(usize, SentValue)>) {
    let mut origins = ValueOrigins::default();
    let mut sent_before: BTreeSet<String> = BTreeSet::new();
    // A short value may be several things.
    let mut found: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    let mut unexplained = Vec::new();
    let mut count = 0;
    for (at, chosen) in steps.iter().enumerate() {
        let sent = sent::values(&chosen.step);
        // Of a value that is known the pieces need not be.
        let mut covered: Option<&SentValue> = None;
        for one in &sent {
            if covered.is_some_and(|whole| one.is_piece_of(whole)) {
                continue;
            }
            let varies = varying.is_some_and(|varying| varying.contains(at, one));
            if varying.is_some() && one.is_whole && !varies {
                covered = Some(one);
                continue;
            }
            let same = found.entry(one.value.clone()).or_default();
            if let Some(known) = same.iter_mut().find(|known| one.is_strong || known.origin.fits(one)) {
                known.uses.push((at, one.clone()));
                covered = Some(one);
                continue;
            }
            let is_first = !sent_before.contains(&one.key());
            match origins.of(one, varies).filter(|_| is_first && count < VALUES_MAX) {
                Some(origin) => {
                    same.push(Found { value: one.value.clone(), origin, uses: vec![(at, one.clone())] });
                    covered = Some(one);
                    count += 1;
                }
                None if one.is_whole => unexplained.push((at, one.clone())),
                None => {}
            }
        }
        // A whole that a known value is a piece of: `Bearer x`
        let explained: Vec<&SentValue> =
            sent.iter().filter(|one| !one.is_whole && is_found(&found, one)).collect();
        unexplained.retain(|(of, whole): &(usize, SentValue)| {
            *of != at || !explained.iter().any(|piece| piece.is_piece_of(whole))
        });
        // What was sent before it was answered needs no answer.
        let is_known = |value: &String| found.get(value).is_some_and(|found| !found.is_empty());
        sent_before.extend(sent.iter().filter(|one| !is_known(&one.value)).map(SentValue::key));
        origins.add(at, chosen, &sent_before);
    }
    (found.into_values().flatten().collect(), unexplained)
}

fn is_found(found: &BTreeMap<String, Vec<Found>>, one: &SentValue) -> bool {
    found.get(&one.value).is_some_and(|known| !known.is_empty())
}

fn in_order(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|found| (found.origin.step, found.uses.first().map(|(at, _)| *at)));
    found
}

fn extractor(origin: &ValueOrigin, variable: &str) -> Extractor {
    Extractor {
        variable: variable.to_owned(),
        source: origin.source.clone(),
        scope: origin.scope,
        kind: origin.kind.clone(),
        match_number: origin.match_number,
        default: None,
    }
}

/// Long values wherever they stand, short ones only where they mean the same.
fn replace(steps: &mut [Chosen], found: &Found, variable: &str) {
    let is_strong = found.uses.iter().any(|(_, sent)| sent.is_strong);
    if is_strong {
        for chosen in &mut steps[found.origin.step + 1..] {
            Texts::of(&mut chosen.step).replace_everywhere(&found.value, variable, found.origin.is_encoded);
        }
        return;
    }
    for (at, sent) in &found.uses {
        Texts::of(&mut steps[*at].step).replace_there(sent, variable);
    }
    if let Some((_, sent)) = found.uses.first() {
        for chosen in &mut steps[found.origin.step + 1..] {
            Texts::of(&mut chosen.step).replace_in_referer(sent, variable);
        }
    }
}

fn said(file: &str, steps: &[Chosen], found: &Found, variable: &str) -> Diagnostic {
    let shown: String = found.value.chars().take(40).collect();
    let mut users: Vec<usize> = found.uses.iter().map(|(at, _)| *at).collect();
    users.dedup();
    let first = steps[users[0]].entry;
    let more = match users.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let origin = steps[found.origin.step].entry;
    let text = format!(
        "${{{variable}}} in {}{more} was `{shown}`; it comes from {} of the answer to {} (line {})",
        first.name(),
        found.origin.place,
        origin.name(),
        origin.line
    );
    notes::correlated(file, first.line, text, "")
}

/// Values that were not looked for.
fn too_long(file: &str, chosen: &Chosen) -> Vec<Diagnostic> {
    let (name, line) = (chosen.entry.name(), chosen.entry.line);
    let said = |long: sent::LongValue| {
        let text = format!(
            "`{}` of {name} is {:.1} MiB long, and was not looked for in answers",
            long.name,
            long.bytes as f64 / f64::from(1 << 20)
        );
        notes::correlated(file, line, text, "where an answer has it, take it from there by an extractor")
    };
    sent::too_long(&chosen.step).into_iter().map(said).collect()
}
