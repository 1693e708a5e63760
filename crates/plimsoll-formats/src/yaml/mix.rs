//! Named distributions: a pass performs each block exactly as often as its mix says, in a new random order.
//!
//! A mix becomes a `choice` in the order `shuffle`, with each block as often among its options as it is performed; so the
//! engine knows nothing of mixes, and a plan that is written again has the choice.

use super::context::Context;
use super::context::Weights;
use super::shapes;
use super::step::steps;
use plimsoll_plan::Template;
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::plan::{ChoiceOrder, Count, Step};

/// A pass has at most so many blocks.
const PASS_MAX: u32 = 1_000;

/// The mapping under `mixes`: names of mixes and their weights.
pub fn read_all(node: &Node, problems: &mut Problems) -> Vec<(String, Weights)> {
    if !matches!(node.value, NodeValue::Mapping(_)) {
        let text = format!("expected names of mixes and their blocks, found {}", node.kind());
        problems.error(node.line, "mixes", text).hint =
            Some("for example `mixes: {morning: {issue: 7, proxy: 6, status: 1}}`".to_owned());
    }
    let named = node.entries().iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value)));
    named.map(|(name, value)| (name, weights(value, "mixes", problems))).collect()
}

fn weights(node: &Node, key: &str, problems: &mut Problems) -> Weights {
    let mut all = Vec::new();
    for (name, value) in node.entries() {
        let Some(name) = name.as_str() else { continue };
        match value.as_str().map(|text| text.trim().parse::<u32>()) {
            Some(Ok(weight)) => all.push((name.to_owned(), weight)),
            _ => {
                let text = format!("how often is `{name}` performed in a pass? A whole number of 0 or more");
                problems.error(value.line, key, text);
            }
        }
    }
    let sum: u64 = all.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if sum == 0 {
        problems.error(node.line, key, "the mix has nothing in it");
    } else if sum > u64::from(PASS_MAX) {
        let text = format!("a pass of {sum} blocks is longer than {PASS_MAX}");
        problems.error(node.line, key, text).hint = Some("divide all numbers by the same one".to_owned());
        all.clear();
    }
    all
}

/// `mix: {of: NAME, passes: N, blocks: {NAME: [steps]}}`, or with `weights` of its own instead of `of`.
pub fn read(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let errors = problems.found.len();
    let mut fields = Fields::of(node, &shapes::MIX, problems);
    let own = fields.optional("weights").map(|node| weights(node, "weights", fields.problems));
    let of = fields.optional("of");
    let passes = fields.text("passes");
    let mut blocks: Vec<(String, Vec<Step>)> = Vec::new();
    for (name, value) in fields.required("blocks").map(Node::entries).unwrap_or_default() {
        if let Some(name) = name.as_str() {
            blocks.push((name.to_owned(), steps(value, context, fields.problems)));
        }
    }
    let line = fields.line();
    let weights = match (own, of) {
        (Some(own), None) => Some(own),
        (None, Some(of)) => named(of, context, fields.problems),
        _ => {
            let text = "either `of` names one of the plan's `mixes`, or `weights` are given here";
            fields.problems.error(line, "mix", text);
            None
        }
    };
    fields.finish();
    let weights = weights?;
    for (name, _) in weights.iter().filter(|(name, _)| !blocks.iter().any(|(block, _)| block == name)) {
        let known: Vec<&str> = blocks.iter().map(|(name, _)| name.as_str()).collect();
        let diagnostic =
            problems.error(line, "mix", format!("the mix has `{name}`, and there is no such block"));
        diagnostic.hint =
            closest(name, known.iter().copied()).map(|meant| format!("did you mean `{meant}`?"));
    }
    if problems.found[errors..].iter().any(plimsoll_plan::Diagnostic::is_error) {
        return None;
    }
    let times = |(name, steps): &(String, Vec<Step>)| {
        let weight = weights.iter().find(|(known, _)| known == name).map_or(0, |(_, weight)| *weight);
        vec![steps.clone(); weight as usize]
    };
    let options = blocks.iter().flat_map(times).collect();
    let pass = Step::Choice { order: ChoiceOrder::Shuffle, one_request: false, by_user: false, options };
    Some(match passes {
        Some(passes) => Step::Loop {
            times: Count::Times(Template::parse(&passes)),
            index: None,
            only_once: false,
            body: vec![pass],
        },
        None => pass,
    })
}

/// The mix of that name, which properties may give.
fn named(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Weights> {
    let text = node.as_str().unwrap_or_default();
    let name = match context.evaluation.known_text(text) {
        Ok(name) => name,
        Err(why) => {
            problems.error(node.line, "of", why.reason);
            return None;
        }
    };
    let found = context.mixes.iter().find(|(known, _)| *known == name);
    if found.is_none() {
        let known: Vec<&str> = context.mixes.iter().map(|(name, _)| name.as_str()).collect();
        let hint = match closest(&name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("the plan has: {}", known.join(", ")),
        };
        problems.error(node.line, "of", format!("the plan has no mix `{name}`")).hint = Some(hint);
    }
    found.map(|(_, weights)| weights.clone())
}
