//! The plan's timers: `- throughput: {rate: 600/min, among: all_users}` and its like.

use super::context::Context;
use super::emit::{list, map, text};
use super::entries::{Entries, duration};
use super::load::known;
use super::names::AMONG;
use super::shapes;
use crate::evaluation;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Among, PERIOD_REQUESTS_MAX, RandomThroughput, Rendezvous, ShapeStage, Timer};
use plimsoll_plan::{Template, units};
use std::time::Duration;

pub fn read(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Timer> {
    let mut fields = Fields::of(node, &shapes::TIMER, problems);
    // `gathering` is what plans called it before.
    let rendezvous_node = fields.optional("rendezvous").or_else(|| fields.optional("gathering"));
    let found = [
        fields.optional("throughput").and_then(|n| throughput(n, fields.problems)),
        fields.optional("shape").and_then(|n| shape(n, context, fields.problems)).map(Timer::Shape),
        fields.optional("random_throughput").and_then(|n| random_throughput(n, context, fields.problems)),
        rendezvous_node.and_then(|n| rendezvous(n, context, fields.problems)),
    ];
    let line = fields.line();
    fields.finish();
    let mut found = found.into_iter().flatten();
    let timer = found.next();
    if found.next().is_some() || (timer.is_none() && !problems.any_error()) {
        problems.error(line, "timers", "each timer is exactly one of its kinds").hint =
            Some("one of throughput, shape, random_throughput, rendezvous".to_owned());
    }
    timer
}

fn throughput(node: &Node, problems: &mut Problems) -> Option<Timer> {
    let mut fields = Fields::of(node, &shapes::THROUGHPUT, problems);
    fields.required("rate");
    let per_min = fields.parsed("rate", per_min);
    let among = fields.parsed("among", |word| AMONG.read(word)).unwrap_or(Among::AllUsers);
    fields.finish();
    Some(Timer::Throughput { per_min: per_min?, among })
}

/// A text with references is a number per minute.
fn per_min(text: &str) -> Result<Template, String> {
    if text.contains("${") {
        return evaluation::template(text);
    }
    let rate = units::rate_per_s(text).map_err(|e| e.to_string())?;
    let number = match text.split_once('/') {
        // As it stands: nothing is lost in a division.
        Some((number, unit)) if matches!(unit.trim(), "m" | "min" | "minute") => number.trim().parse().ok(),
        _ => None,
    };
    Ok(Template::literal(number.unwrap_or(rate * 60.0).to_string()))
}

fn shape(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Vec<ShapeStage>> {
    let mut stages = Vec::new();
    for item in node.items() {
        let mut fields = Fields::of(item, &shapes::SHAPE_STAGE, problems);
        for key in ["rate", "hold"] {
            fields.required(key);
        }
        let mut rate =
            |key| known(&mut fields, key, context, |text| units::rate_per_s(text).map_err(|e| e.to_string()));
        let (to, from) = (rate("rate"), rate("from"));
        let length = time(&mut fields, "hold", context);
        fields.finish();
        stages.push(to.zip(length).map(|(to_per_s, length)| ShapeStage {
            from_per_s: from.unwrap_or(to_per_s),
            to_per_s,
            length,
        }));
    }
    stages.into_iter().collect()
}

fn time(fields: &mut Fields, key: &'static str, context: &mut Context) -> Option<Duration> {
    known(fields, key, context, |text| units::duration(text).map_err(|e| e.to_string()))
}

fn random_throughput(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Timer> {
    let mut fields = Fields::of(node, &shapes::RANDOM_THROUGHPUT, problems);
    fields.required("rate");
    let per_s =
        known(&mut fields, "rate", context, |text| units::rate_per_s(text).map_err(|e| e.to_string()));
    let period = time(&mut fields, "period", context).unwrap_or(Duration::from_secs(3600));
    let batch = fields.count("batch").unwrap_or(1).max(1);
    let seed =
        fields.parsed("seed", |text| text.trim().parse::<i64>().map_err(|_| format!("`{text}` is no seed")));
    let line = fields.line();
    fields.finish();
    let timer = RandomThroughput { per_s: per_s?, period, batch, seed: seed.unwrap_or(0) };
    if timer.moments() == 0 || timer.moments() as f64 > PERIOD_REQUESTS_MAX {
        let message = format!("a period must have from 1 to {PERIOD_REQUESTS_MAX} requests");
        problems.error(line, "random_throughput", message);
        return None;
    }
    Some(Timer::RandomThroughput(timer))
}

fn rendezvous(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Timer> {
    let mut fields = Fields::of(node, &shapes::RENDEZVOUS, problems);
    let users = known(&mut fields, "users", context, |text| match text.trim() {
        "all" => Ok(None),
        number => match number.parse() {
            Ok(0) | Err(_) => Err(format!("`{text}` is neither a number of users nor `all`")),
            Ok(users) => Ok(Some(users)),
        },
    });
    let timeout = time(&mut fields, "timeout", context).filter(|timeout| !timeout.is_zero());
    fields.finish();
    Some(Timer::Rendezvous(Rendezvous { users: users.flatten(), timeout }))
}

pub fn write(timer: &Timer) -> Node {
    let (kind, value) = match timer {
        Timer::Throughput { per_min, among } => {
            let rate = match per_min.as_literal() {
                Some(number) => format!("{number}/min"),
                None => per_min.source().to_owned(),
            };
            let mut entries = vec![("rate", text(rate))];
            if *among != Among::AllUsers {
                entries.push(("among", text(AMONG.write(among).unwrap_or_default())));
            }
            ("throughput", map(entries))
        }
        Timer::Shape(stages) => ("shape", list(stages.iter().map(write_stage).collect())),
        Timer::RandomThroughput(timer) => ("random_throughput", map(random_entries(timer))),
        Timer::Rendezvous(Rendezvous { users, timeout }) => {
            let users = users.map_or("all".to_owned(), |users| users.to_string());
            let mut entries = vec![("users", text(users))];
            entries.extend(timeout.map(|timeout| ("timeout", duration(timeout))));
            ("rendezvous", map(entries))
        }
    };
    map(vec![(kind, value)])
}

fn write_stage(stage: &ShapeStage) -> Node {
    let mut entries = Entries::new();
    if stage.from_per_s != stage.to_per_s {
        entries.push(("from", text(format!("{}/s", stage.from_per_s))));
    }
    entries.push(("rate", text(format!("{}/s", stage.to_per_s))));
    entries.push(("hold", duration(stage.length)));
    map(entries)
}

fn random_entries(timer: &RandomThroughput) -> Entries {
    let mut entries = vec![("rate", text(format!("{}/s", timer.per_s)))];
    if timer.period != Duration::from_secs(3600) {
        entries.push(("period", duration(timer.period)));
    }
    if timer.batch != 1 {
        entries.push(("batch", text(timer.batch.to_string())));
    }
    if timer.seed != 0 {
        entries.push(("seed", text(timer.seed.to_string())));
    }
    entries
}
