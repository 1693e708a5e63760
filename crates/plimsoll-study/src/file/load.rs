//! Reads which loads a study puts on, and for how long each.

use super::shapes;
use crate::search::{ArrivalRate, CapacitySpec, LoadLevel, Users};
use crate::study::{Climb, Range, Steps, Timing};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::units::{self, RATE_PER_S_MAX};
use std::time::Duration;

/// Threads and nodes are never raised beyond this.
pub const RAISE_MAX: u32 = 100_000;

/// The loads; of `threads`, `rates`, `climb` and `capacity` there is one at the most.
pub fn read(fields: &mut Fields<'_, '_>) -> (Steps, ReadTiming) {
    let (climb_node, capacity_node) = (fields.optional("climb"), fields.optional("capacity"));
    let threads = list(fields, "threads", whole_number);
    let nodes = list(fields, "nodes", whole_number);
    let rates = list(fields, "rates", rate);
    let users = fields.parsed("users", whole_number);
    let mut timing = ReadTiming::from(fields);
    let climb = climb_node.map(|node| climb(node, fields.problems, &mut timing));
    let capacity = capacity_node.map(|node| capacity(node, users, fields.problems, &mut timing));
    let given = [
        ("threads", threads.is_some()),
        ("rates", rates.is_some()),
        ("climb", climb.is_some()),
        ("capacity", capacity.is_some()),
    ];
    let given: Vec<&str> = given.into_iter().filter(|(_, given)| *given).map(|(key, _)| key).collect();
    let line = fields.line();
    if let [first, second, ..] = given[..] {
        let message = format!("`{first}` and `{second}` exclude each other");
        fields.problems.error(line, "study", message);
        return (Steps::Plan, timing);
    }
    if nodes.is_some() && threads.is_none() {
        let message = match climb {
            Some(_) => "in a climb, `nodes` stands inside `climb`",
            None => "`nodes` needs `threads`",
        };
        fields.problems.error(line, "nodes", message);
    }
    if users.is_some() && rates.is_none() && capacity.is_none() {
        let message = "`users` needs `rates` or `capacity`: it is the most that may be at work";
        fields.problems.error(line, "users", message).hint =
            Some("numbers of users as the load are `threads`".to_owned());
    }
    let steps = if let Some(climb) = climb {
        Steps::Climb(climb)
    } else if let Some(capacity) = capacity {
        Steps::Capacity(capacity)
    } else if let Some(rates) = rates {
        Steps::Fixed(rates.into_iter().map(|per_s| LoadLevel::Rate(ArrivalRate { per_s, users })).collect())
    } else if let Some(threads) = threads {
        let nodes = nodes.unwrap_or_else(|| vec![1]).into_iter();
        let load = |threads, nodes| LoadLevel::Users(Users { threads, nodes });
        Steps::Fixed(
            nodes.flat_map(|nodes| threads.iter().map(move |threads| load(*threads, nodes))).collect(),
        )
    } else {
        Steps::Plan
    };
    (steps, timing)
}

fn whole_number(text: &str) -> Result<u32, String> {
    match text.trim().parse::<u32>() {
        Ok(number) if (1..=RAISE_MAX).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is not a whole number from 1 to {RAISE_MAX}")),
    }
}

/// A rate of arrivals, per second: above 0.
pub fn rate(text: &str) -> Result<f64, String> {
    match units::rate_per_s(text) {
        Ok(per_s) if per_s > 0.0 && per_s <= RATE_PER_S_MAX => Ok(per_s),
        Ok(_) => Err(format!("`{text}` is not above 0/s and at most {RATE_PER_S_MAX}/s")),
        Err(error) => Err(error.to_string()),
    }
}

/// A value or a list of values.
fn list<T>(
    fields: &mut Fields<'_, '_>,
    key: &'static str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Option<Vec<T>> {
    let node = fields.optional(key)?;
    let mut all = Vec::new();
    for item in node.items() {
        all.extend(fields.parse_node(item, key, &parse));
    }
    if node.items().is_empty() {
        fields.problems.error(node.line, key, "the list is empty");
    }
    Some(all)
}

/// Times as far as they are given.
pub struct ReadTiming {
    pub step: Option<Duration>,
    ramp: Option<Duration>,
    pause: Option<Duration>,
    watch_after: Option<Duration>,
    passes: Option<u32>,
    retry_invalid: Option<u32>,
}

impl ReadTiming {
    fn from(fields: &mut Fields<'_, '_>) -> Self {
        let (step, ramp) = (fields.duration("step"), fields.duration("ramp"));
        let passes = fields.count("passes");
        if passes == Some(0) {
            let line = fields.line();
            fields.problems.error(line, "passes", "at least 1 is needed");
        }
        ReadTiming {
            step,
            ramp,
            passes,
            retry_invalid: fields.count("retry_invalid"),
            pause: fields.duration("pause"),
            watch_after: fields.duration("watch_after"),
        }
    }

    /// Times may also stand beside what they are for.
    fn refine(&mut self, fields: &mut Fields<'_, '_>) {
        let inner = ReadTiming::from(fields);
        self.step = inner.step.or(self.step);
        self.ramp = inner.ramp.or(self.ramp);
        self.pause = inner.pause.or(self.pause);
        self.passes = inner.passes.or(self.passes);
        self.retry_invalid = inner.retry_invalid.or(self.retry_invalid);
        self.watch_after = inner.watch_after.or(self.watch_after);
    }

    pub fn complete(self, steps: &Steps, fields: &mut Fields<'_, '_>) -> Timing {
        let line = fields.line();
        let of_users = match steps {
            Steps::Fixed(loads) => loads.iter().all(|load| load.rate_per_s().is_none()),
            Steps::Climb(_) => true,
            Steps::Plan | Steps::Capacity(_) | Steps::Jobs(_) => false,
        };
        if self.passes.is_some() && (!of_users || self.step.is_some()) {
            let text = "`passes` need `threads` or `climb`, and stand instead of `step`";
            fields.problems.error(line, "passes", text);
        }
        match (self.step, steps) {
            _ if self.passes.is_some() => {}
            (None, Steps::Plan | Steps::Jobs(_)) => {}
            (None, _) => {
                let message = "`step` is missing: how long is each load measured?";
                fields.problems.error(line, "study", message).hint =
                    Some("for example `step: 5 min`".to_owned());
            }
            (Some(_), Steps::Plan | Steps::Jobs(_)) => {}
            (Some(step), _) if step < Duration::from_secs(1) => {
                fields.problems.error(line, "step", "a step is measured for at least 1 s");
            }
            _ => {}
        }
        Timing {
            step: self.step.unwrap_or(Duration::from_secs(60)),
            ramp: self.ramp.unwrap_or_default(),
            pause: self.pause.unwrap_or_default(),
            watch_after: self.watch_after.unwrap_or_default(),
            passes: self.passes,
            retry_invalid: self.retry_invalid.unwrap_or(0),
        }
    }
}

fn climb(node: &Node, problems: &mut Problems, timing: &mut ReadTiming) -> Climb {
    let mut fields = Fields::of(node, &shapes::CLIMB, problems);
    timing.refine(&mut fields);
    let goal = fields.parsed("goal", |text| match units::percentage(text) {
        Ok(goal) if goal > 0.0 && goal <= 1.0 => Ok(goal),
        Ok(_) => Err("a goal is above 0 % and at most 100 % of the added load".to_owned()),
        Err(error) => Err(error.to_string()),
    });
    let threads = match fields.required("threads") {
        Some(node) => range(node, "threads", fields.problems),
        None => Range { start: 1, add: 1, max: RAISE_MAX },
    };
    let nodes = match fields.optional("nodes") {
        Some(node) => range(node, "nodes", fields.problems),
        None => Range { start: 1, add: 0, max: 1 },
    };
    if threads.add == 0 && nodes.add == 0 {
        let line = fields.line();
        fields.problems.error(
            line,
            "climb",
            "it adds neither threads nor nodes, so there is nothing to climb",
        );
    }
    fields.finish();
    Climb { threads, nodes, goal: goal.unwrap_or(0.6) }
}

fn range(node: &Node, what: &'static str, problems: &mut Problems) -> Range {
    let mut fields = Fields::named(what, node, &shapes::RANGE, problems);
    let start = fields.count("start").unwrap_or(1);
    let add = fields.count("add").unwrap_or(1);
    let max = fields.count("max").unwrap_or(RAISE_MAX).min(RAISE_MAX);
    let line = fields.line();
    if start == 0 || start > max {
        fields.problems.error(line, what, "`start` is at least 1 and not above `max`");
    }
    fields.finish();
    Range { start, add, max }
}

fn capacity(
    node: &Node,
    users: Option<u32>,
    problems: &mut Problems,
    timing: &mut ReadTiming,
) -> CapacitySpec {
    let mut fields = Fields::of(node, &shapes::CAPACITY, problems);
    timing.refine(&mut fields);
    if fields.required("start").is_none() {
        fields.problems.found.last_mut().expect("just reported").hint =
            Some("the first rate, for example `start: 50/s`".to_owned());
    }
    let start = fields.parsed("start", rate);
    let (min, max) = (fields.parsed("min", rate), fields.parsed("max", rate));
    let precision = fields.parsed("precision", precision);
    let repeats = fields.parsed("repeats", |text| match text.trim().parse::<u32>() {
        Ok(number) if (1..=REPEATS_MAX).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is not a whole number from 1 to {REPEATS_MAX}")),
    });
    let default = CapacitySpec::starting_at(start.unwrap_or(1.0));
    let capacity = CapacitySpec {
        min_per_s: min.unwrap_or(default.min_per_s),
        max_per_s: max.unwrap_or(default.max_per_s),
        precision: precision.unwrap_or(default.precision),
        repeats: repeats.unwrap_or(default.repeats),
        users,
        ..default
    };
    let CapacitySpec { start_per_s, min_per_s, max_per_s, .. } = capacity;
    if start.is_some() && !(min_per_s <= start_per_s && start_per_s <= max_per_s) {
        let line = fields.line();
        fields.problems.error(line, "capacity", "`start` is not below `min` and not above `max`");
    }
    fields.finish();
    capacity
}

/// More windows than this for one decision say that the step is too short.
const REPEATS_MAX: u32 = 100;

/// A fraction of the rate.
pub fn precision(text: &str) -> Result<f64, String> {
    match units::percentage(text) {
        Ok(precision) if (0.001..=1.0).contains(&precision) => Ok(precision),
        Ok(_) => Err(format!("`{text}` is not from 0.1 % to 100 % of the rate")),
        Err(error) => Err(error.to_string()),
    }
}
