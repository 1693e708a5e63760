//! The load of a scenario: users over time, or arrivals over time.

use super::context::Context;
use super::names::{AT_END, OVERLOADS, SPACINGS};
use super::shapes;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::{
    ArrivalProfile, AtEnd, Load, LoadProfile, Overload, RateStage, Spacing, Stage, Wave, units,
};
use std::time::Duration;

pub fn read(fields: &mut Fields, context: &mut Context) -> Load {
    let delay = duration(fields, "delay", context).unwrap_or_default();
    if let Some(node) = fields.optional("waves") {
        let waves = node.items().iter();
        return Load::Waves(waves.filter_map(|item| wave(item, delay, fields.problems, context)).collect());
    }
    match fields.optional("arrivals") {
        Some(node) => Load::Arrivals(arrivals(node, delay, fields, context)),
        None => Load::Users(users(delay, fields, context)),
    }
}

/// `{users: 100, delay: 10 s, ramp: 30 s, hold: 1 min, ramp_down: 10 s}`.
fn wave(node: &Node, delay: Duration, problems: &mut Problems, context: &mut Context) -> Option<Wave> {
    let mut fields = Fields::of(node, &shapes::WAVE, problems);
    fields.required("users");
    let users = read_users(&mut fields, context);
    let mut time = |key| duration(&mut fields, key, context).unwrap_or_default();
    let own_delay = time("delay");
    let (ramp, hold, ramp_down) = (time("ramp"), time("hold"), time("ramp_down"));
    fields.finish();
    Some(Wave { users: users?, delay: delay + own_delay, ramp, hold, ramp_down })
}

fn read_users(fields: &mut Fields, context: &mut Context) -> Option<u32> {
    known(fields, "users", context, |text| match text.trim().parse() {
        Ok(users) if users <= units::USERS_MAX => Ok(users),
        _ => Err(format!("`{text}` is not a number of users from 0 to {}", units::USERS_MAX)),
    })
}

fn users(delay: Duration, fields: &mut Fields, context: &mut Context) -> LoadProfile {
    let end = duration(fields, "duration", context);
    let Some(node) = fields.optional("stages") else {
        let stage = stage(fields, context);
        let end = end.or(stage.hold.map(|hold| stage.ramp + hold));
        return LoadProfile { delay, stages: vec![stage], end };
    };
    let mut stages = Vec::new();
    for item in node.items() {
        let mut fields = Fields::of(item, &shapes::STAGE, fields.problems);
        stages.push(stage(&mut fields, context));
        fields.finish();
    }
    LoadProfile { delay, stages, end }
}

fn stage(fields: &mut Fields, context: &mut Context) -> Stage {
    Stage {
        users: read_users(fields, context).unwrap_or(1),
        ramp: duration(fields, "ramp", context).unwrap_or_default(),
        hold: duration(fields, "hold", context),
    }
}

/// `arrivals: {rate: 50/s, ramp: 10 s, hold: 1 min, …}`, or with `stages` of the same keys.
fn arrivals(node: &Node, delay: Duration, outer: &mut Fields, context: &mut Context) -> ArrivalProfile {
    if !matches!(node.value, NodeValue::Mapping(_)) {
        let message = "write for example `arrivals: {rate: 50/s, hold: 1 min}`";
        outer.problems.error(node.line, "arrivals", message);
    }
    let mut fields = Fields::of(node, &shapes::ARRIVALS, outer.problems);
    let mut listed = false;
    let stages = match fields.optional("stages") {
        None => rate_stage(&mut fields, None, context).into_iter().collect(),
        Some(list) => {
            listed = true;
            let mut stages = Vec::new();
            for item in list.items() {
                let mut fields = Fields::of(item, &shapes::RATE_STAGE, fields.problems);
                let spacing = fields.parsed("spacing", |word| SPACINGS.read(word));
                stages.extend(rate_stage(&mut fields, spacing, context));
                fields.finish();
            }
            stages
        }
    };
    let fastest = stages.iter().map(|stage| stage.per_s).fold(0.0, f64::max);
    let profile = ArrivalProfile {
        delay,
        stages,
        spacing: fields.parsed("spacing", |word| SPACINGS.read(word)).unwrap_or(Spacing::Even),
        tick: duration(&mut fields, "tick", context).filter(|tick| !tick.is_zero()),
        users: known(&mut fields, "users", context, |text| match text.trim().parse() {
            Ok(users) if (1..=units::USERS_MAX).contains(&users) => Ok(users),
            _ => Err(format!("`{text}` is not a number of users from 1 to {}", units::USERS_MAX)),
        })
        .unwrap_or_else(|| ArrivalProfile::users_for(fastest)),
        overload: fields.parsed("overload", |word| OVERLOADS.read(word)).unwrap_or(Overload::Queue),
        at_end: fields.parsed("at_end", |word| AT_END.read(word)).unwrap_or(AtEnd::Finish),
    };
    if profile.ends_at() == delay && !listed && !fields.problems.any_error() {
        fields.problems.error(node.line, "arrivals", "`hold` is missing: how long arrivals come");
    }
    fields.finish();
    profile
}

fn rate_stage(fields: &mut Fields, spacing: Option<Spacing>, context: &mut Context) -> Option<RateStage> {
    let line = fields.line();
    let ramp = duration(fields, "ramp", context).unwrap_or_default();
    let hold = duration(fields, "hold", context).unwrap_or_default();
    let given = fields.optional("rate").is_some();
    let per_s = known(fields, "rate", context, |text| match units::rate_per_s(text) {
        Ok(per_s) if per_s > units::RATE_PER_S_MAX => {
            Err(format!("`{text}` is above {}/s", units::RATE_PER_S_MAX))
        }
        other => other.map_err(|e| e.to_string()),
    });
    if !given {
        fields.problems.error(line, "arrivals", "`rate` is missing; write for example `rate: 50/s`");
    }
    Some(RateStage { per_s: per_s?, ramp, hold, spacing })
}

fn duration(fields: &mut Fields, key: &'static str, context: &mut Context) -> Option<Duration> {
    known(fields, key, context, |text| units::duration(text).map_err(|e| e.to_string()))
}

/// A value that may hold variables and properties, which are replaced now.
pub fn known<T>(
    fields: &mut Fields,
    key: &'static str,
    context: &mut Context,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<T> {
    let text = fields.text(key)?;
    // `text` has looked it up; once more for the line.
    let line = fields.optional(key).map_or(0, |node| node.line);
    let value = context.evaluation.known_text(&text).map_err(String::from).and_then(|known| parse(&known));
    value.map_err(|message| fields.problems.error(line, key, message).line).ok()
}
