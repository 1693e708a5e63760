//! Pauses: `1 s`, `${milliseconds}`, or `{uniform: {offset: 1 s, range: 2 s}}` and its like.

use super::emit::{map, text};
use super::shapes;
use crate::{evaluation, milliseconds};
use plimsoll_plan::document::{Fields, MappingShape, Node, NodeValue, Problems};
use plimsoll_plan::plan::Pause;
use plimsoll_plan::{Template, units};

/// `think:` of a step.
pub fn read_all(fields: &mut Fields, timers: usize) -> Vec<Pause> {
    let items = fields.optional("think").map(Node::items).unwrap_or_default();
    items.iter().filter_map(|item| read(item, timers, fields.problems)).collect()
}

/// `timers`: how many the plan has.
pub fn read(node: &Node, timers: usize, problems: &mut Problems) -> Option<Pause> {
    if !matches!(node.value, NodeValue::Mapping(_)) {
        return read_time(node, "pause", problems).map(Pause::Constant);
    }
    let mut fields = Fields::of(node, &shapes::PAUSE_SHAPE, problems);
    let found = [
        fields.optional("uniform").and_then(|n| {
            let (offset, range) = pair(n, &shapes::UNIFORM, "range", fields.problems)?;
            Some(Pause::Uniform { offset, range })
        }),
        fields.optional("gaussian").and_then(|n| {
            let (offset, deviation) = pair(n, &shapes::GAUSSIAN, "deviation", fields.problems)?;
            Some(Pause::Gaussian { offset, deviation })
        }),
        fields.optional("poisson").and_then(|n| {
            let (offset, lambda) = pair(n, &shapes::POISSON, "lambda", fields.problems)?;
            Some(Pause::Poisson { offset, lambda })
        }),
        fields.optional("scaled").and_then(|n| scaled(n, timers, fields.problems)),
        fields.parsed("timer", |text| match text.trim().parse::<usize>() {
            Ok(number) if (1..=timers).contains(&number) => Ok(Pause::Timer(number - 1)),
            _ => Err(format!("there is no timer {text}; `timers:` of the plan lists {timers}")),
        }),
    ];
    fields.finish();
    let pause = found.into_iter().flatten().next();
    if pause.is_none() && node.entries().is_empty() {
        problems.error(node.line, "pause", "no length of time is given");
    }
    pause
}

/// `{scaled: {by: 0.5, pause: 1 s}}`.
fn scaled(node: &Node, timers: usize, problems: &mut Problems) -> Option<Pause> {
    let mut fields = Fields::of(node, &shapes::SCALED, problems);
    fields.required("by");
    let factor = fields.parsed("by", |text| match text.trim().parse::<f64>() {
        Ok(factor) if (0.0..=1e6).contains(&factor) => Ok(factor),
        _ => Err(format!("`{text}` is no factor")),
    });
    let inner = fields.required("pause");
    let pause = inner.and_then(|n| read(n, timers, fields.problems));
    fields.finish();
    if let (Some(inner), Some(Pause::Timer(_))) = (inner, &pause) {
        let problem =
            problems.error(inner.line, "scaled", "a timer has no length of its own, and can't be scaled");
        problem.hint =
            Some("take `timer` out of `scaled`, and change the rate of the timer itself".to_owned());
        return None;
    }
    Some(Pause::Scaled { factor: factor?, pause: Box::new(pause?) })
}

/// `offset` may be left out.
fn pair(
    node: &Node,
    shape: &'static MappingShape,
    key: &'static str,
    problems: &mut Problems,
) -> Option<(Template, Template)> {
    let mut fields = Fields::of(node, shape, problems);
    let offset = fields.optional("offset");
    let other = fields.required(key);
    fields.finish();
    let offset = match offset {
        Some(node) => read_time(node, "offset", problems)?,
        None => Template::literal("0"),
    };
    Some((offset, read_time(other?, key, problems)?))
}

/// A length of time; a text with references is a number of milliseconds.
pub fn read_time(node: &Node, key: &str, problems: &mut Problems) -> Option<Template> {
    let Some(text) = node.as_str() else {
        problems.error(node.line, key, format!("expected a length of time, found {}", node.kind()));
        return None;
    };
    let read = match text.contains("${") {
        true => evaluation::template(text),
        false => match units::duration(text) {
            Ok(duration) => Ok(Template::literal(milliseconds::of_duration(duration))),
            Err(error) => Err(error.to_string()),
        },
    };
    read.map_err(|message| problems.error(node.line, key, message).line).ok()
}

/// The time from one start to the next: there is none without a length.
pub fn read_pace(node: &Node, problems: &mut Problems) -> Option<Template> {
    let time = read_time(node, "pace", problems)?;
    if time.as_literal().and_then(milliseconds::to_duration).is_some_and(|time| time.is_zero()) {
        problems.error(node.line, "pace", "a pace of 0 paces nothing").hint =
            Some("leave the step out, or write for example `pace: 2 s`".to_owned());
        return None;
    }
    Some(time)
}

pub fn write(pause: &Pause) -> Node {
    let two = |kind: &'static str, offset: &Template, key: &'static str, other: &Template| {
        let mut entries = vec![(key, write_time(other))];
        if offset.as_literal() != Some("0") {
            entries.insert(0, ("offset", write_time(offset)));
        }
        map(vec![(kind, map(entries))])
    };
    match pause {
        Pause::Constant(time) => write_time(time),
        Pause::Uniform { offset, range } => two("uniform", offset, "range", range),
        Pause::Gaussian { offset, deviation } => two("gaussian", offset, "deviation", deviation),
        Pause::Poisson { offset, lambda } => two("poisson", offset, "lambda", lambda),
        Pause::Scaled { factor, pause } => {
            map(vec![("scaled", map(vec![("by", text(factor.to_string())), ("pause", write(pause))]))])
        }
        Pause::Timer(index) => map(vec![("timer", text((index + 1).to_string()))]),
    }
}

pub fn write_time(time: &Template) -> Node {
    match time.as_literal().and_then(milliseconds::to_duration) {
        Some(duration) => text(units::format_duration(duration)),
        None => text(time.source()),
    }
}
