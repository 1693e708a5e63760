//! One scenario of a YAML plan: its load and its steps.

use super::names::{ON_ERROR, PHASES};
use super::read::Context;
use super::{defaults, step};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};
use plimsoll_plan::{LoadProfile, Stage, units};
use std::time::Duration;

pub fn read(
    node: &Node,
    plan_name: &str,
    context: &mut Context,
    problems: &mut Problems,
) -> Option<Scenario> {
    let mut fields = Fields::of(node, "scenario", problems);
    let name = fields.text("name").unwrap_or_else(|| plan_name.to_owned());
    let phase = fields.parsed("phase", |word| PHASES.read(word)).unwrap_or(Phase::Main);
    let load = load(&mut fields, context);
    let iterations = iterations(&mut fields, context);
    let on_error = fields.parsed("on_error", |word| ON_ERROR.read(word)).unwrap_or(OnError::Continue);
    let new_user_each_iteration = fields.flag("new_user_each_iteration").unwrap_or(false);
    let steps = fields.required("steps").map(|n| step::steps(n, context, fields.problems));
    fields.finish();
    let iterations = iterations.unwrap_or_else(|| defaults::iterations(&load));
    let steps = steps?;
    Some(Scenario { name, phase, load, iterations, on_error, new_user_each_iteration, steps })
}

fn load(fields: &mut Fields, context: &mut Context) -> LoadProfile {
    let delay = duration(fields, "delay", context).unwrap_or_default();
    let end = duration(fields, "duration", context);
    let Some(node) = fields.optional("stages") else {
        let stage = stage(fields, context);
        let end = end.or(stage.hold.map(|hold| stage.ramp + hold));
        return LoadProfile { delay, stages: vec![stage], end };
    };
    let mut stages = Vec::new();
    for item in node.items() {
        let mut fields = Fields::of(item, "stage", fields.problems);
        stages.push(stage(&mut fields, context));
        fields.finish();
    }
    LoadProfile { delay, stages, end }
}

fn stage(fields: &mut Fields, context: &mut Context) -> Stage {
    let users = known(fields, "users", context, |text| {
        text.trim().parse().map_err(|_| format!("`{text}` is not a number of users"))
    });
    Stage {
        users: users.unwrap_or(1),
        ramp: duration(fields, "ramp", context).unwrap_or_default(),
        hold: duration(fields, "hold", context),
    }
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

fn duration(fields: &mut Fields, key: &'static str, context: &mut Context) -> Option<Duration> {
    known(fields, key, context, |text| units::duration(text).map_err(|e| e.to_string()))
}

/// A value that may hold variables and properties, which are replaced now.
fn known<T>(
    fields: &mut Fields,
    key: &'static str,
    context: &mut Context,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<T> {
    let text = fields.text(key)?;
    // `text` has looked it up; once more for the line.
    let line = fields.optional(key).map_or(0, |node| node.line);
    let value = context.evaluation.known_text(&text).and_then(|known| parse(&known));
    value.map_err(|message| fields.problems.error(line, key, message).line).ok()
}
