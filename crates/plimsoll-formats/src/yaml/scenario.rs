//! One scenario of a YAML plan: its steps and how they are repeated.

use super::context::Context;
use super::context::ScenarioDefaults;
use super::load::{self, known};
use super::names::{ON_ERROR, PHASES};
use super::{defaults, shapes, step};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};

pub fn read(
    node: &Node,
    plan_name: &str,
    context: &mut Context,
    problems: &mut Problems,
) -> Option<Scenario> {
    let mut fields = Fields::of(node, &shapes::SCENARIO, problems);
    let name = fields.text("name").unwrap_or_else(|| plan_name.to_owned());
    let phase = fields.parsed("phase", |word| PHASES.read(word)).unwrap_or(Phase::Main);
    let load = load::read(&mut fields, context);
    let iterations = iterations(&mut fields, context);
    let on_error = fields.parsed("on_error", |word| ON_ERROR.read(word)).unwrap_or(OnError::Continue);
    let new_user_each_iteration = fields.flag("new_user_each_iteration").unwrap_or(false);
    let defaults = fields.optional("defaults").map(|n| ScenarioDefaults::read(n, fields.problems));
    context.defaults = defaults.unwrap_or_default();
    let steps = fields.required("steps").map(|n| step::steps(n, context, fields.problems));
    context.channels.check(fields.problems);
    fields.finish();
    let iterations = iterations.unwrap_or_else(|| defaults::iterations(&load));
    let steps = steps?;
    Some(Scenario { name, phase, load, iterations, on_error, new_user_each_iteration, steps })
}

fn iterations(fields: &mut Fields, context: &mut Context) -> Option<Iterations> {
    known(fields, "iterations", context, |text| match text.trim() {
        "forever" => Ok(Iterations::Forever),
        number => match number.parse() {
            Ok(times) => Ok(Iterations::Times(times)),
            Err(_) => Err(format!("`{text}` is neither a number nor `forever`")),
        },
    })
}
