//! How long the new study measures.

use super::base::length;
use plimsoll_plan::document::Node;
use plimsoll_plan::document::build::text;
use plimsoll_plan::units;
use std::time::Duration;

/// By which factor "for longer" lengthens.
const LONGER: u32 = 3;
/// Less is too short for any claim (`window-too-short`).
const LEAST: Duration = Duration::from_secs(15);

const TIMES: [&str; 3] = ["step", "ramp", "pause"];
/// Where times may also stand.
const INNER: [&str; 2] = ["climb", "capacity"];

/// Times that stand inside the load stand beside it: the load may go.
pub(super) fn lift(tree: &mut Node) {
    for inner in INNER {
        for key in TIMES {
            if let Some(time) = tree.get_mut(inner).and_then(|node| node.remove(key)) {
                tree.set(key, time);
            }
        }
    }
}

/// Three times as long, and 15 s at least, or as often; `false`: the study says no time.
pub(super) fn lengthen(tree: &mut Node) -> bool {
    lift(tree);
    let passes = tree.get("passes").and_then(Node::as_str).and_then(|text| text.parse::<u32>().ok());
    if let Some(passes) = passes {
        tree.set("passes", text(passes.saturating_mul(LONGER).to_string()));
        return true;
    }
    let step = tree.get("step").and_then(Node::as_str).and_then(|text| units::duration(text).ok());
    if let Some(step) = step {
        tree.set("step", text(length((step * LONGER).max(LEAST))));
    }
    step.is_some()
}

/// Instead of passes.
pub(super) fn set_step(tree: &mut Node, step: Duration) {
    lift(tree);
    tree.remove("passes");
    tree.set("step", text(length(step)));
}

pub(super) fn set_pause(tree: &mut Node, pause: Duration) {
    lift(tree);
    tree.set("pause", text(length(pause)));
}
