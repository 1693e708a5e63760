//! Timers, as think time before each request in their scope.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property};
use super::group;
use crate::milliseconds;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{
    Among, PERIOD_REQUESTS_MAX, Pause, RandomThroughput, Rendezvous, ShapeStage, Timer,
};
use std::time::Duration;

const SHAPING: &str = "kg.apc.jmeter.timers.VariableThroughputTimer";

/// Most rows of a shaping timer.
const STAGES_MAX: usize = 100_000;

/// Whether an element is a timer that can be performed.
pub fn is_timer(kind: &str) -> bool {
    const KINDS: [&str; 8] = [
        "ConstantTimer",
        "UniformRandomTimer",
        "GaussianRandomTimer",
        "PoissonRandomTimer",
        "ConstantThroughputTimer",
        "PreciseThroughputTimer",
        "SyncTimer",
        SHAPING,
    ];
    KINDS.contains(&kind)
}

/// The pause of a timer; one that several users share is added to the plan's.
pub fn pause(lowering: &mut Lowering, element: &Element) -> ElementResult<Pause> {
    let timer = match element.kind.as_str() {
        "ConstantThroughputTimer" => constant_throughput(lowering, element)?,
        "PreciseThroughputTimer" => random_throughput(lowering, element)?,
        "SyncTimer" => rendezvous(lowering, element)?,
        SHAPING => shape(lowering, element)?,
        _ => {
            let pause = simple(element)?;
            return scaled(lowering, pause);
        }
    };
    lowering.plan.timers.push(timer);
    Ok(Pause::Timer(lowering.plan.timers.len() - 1))
}

fn simple(element: &Element) -> ElementResult<Pause> {
    let offset = time(element, "ConstantTimer.delay")?;
    Ok(match element.kind.as_str() {
        "UniformRandomTimer" => Pause::Uniform { offset, range: time(element, "RandomTimer.range")? },
        "GaussianRandomTimer" => Pause::Gaussian { offset, deviation: time(element, "RandomTimer.range")? },
        "PoissonRandomTimer" => Pause::Poisson { offset, lambda: time(element, "RandomTimer.range")? },
        _ => Pause::Constant(offset),
    })
}

/// The property `timer.factor` multiplies the timers that are no throughput (JMeterThread.delay).
fn scaled(lowering: &Lowering, pause: Pause) -> ElementResult<Pause> {
    let Some(text) = lowering.evaluation.property_text("timer.factor") else { return Ok(pause) };
    match text.trim().parse::<f64>() {
        Ok(1.0) => Ok(pause),
        Ok(factor) if (0.0..=1e6).contains(&factor) => Ok(Pause::Scaled { factor, pause: Box::new(pause) }),
        _ => Err(format!("the property timer.factor is `{text}`, which is no factor")),
    }
}

fn time(element: &Element, property: &str) -> ElementResult<Template> {
    Ok(milliseconds::lenient(Lowering::template(property, element.text(property).trim())?))
}

fn constant_throughput(lowering: &mut Lowering, element: &Element) -> ElementResult<Timer> {
    let written = Lowering::template("throughput", element.text("throughput").trim())?;
    let per_min = match written.as_literal() {
        // What is no number counts as 0.
        Some(text) => {
            let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e12).contains(number));
            if number.is_none_or(|number| number == 0.0) {
                lowering
                    .warn(element, "a throughput of 0 lets nothing through: users wait to their end")
                    .hint = Some("give the samples per minute".to_owned());
            }
            Template::literal(number.unwrap_or(0.0).to_string())
        }
        None => written,
    };
    Ok(Timer::Throughput { per_min, among: among(element.text("calcMode"))? })
}

/// The mode as a number, by its key, or as old versions showed it in English.
fn among(mode: &str) -> ElementResult<Among> {
    Ok(match mode.trim() {
        "" | "0" | "calcMode.1" | "ThisThreadOnly" | "this thread only" => Among::User,
        "1" | "calcMode.2" | "AllActiveThreads" | "all active threads" => Among::ActiveUsers,
        "2"
        | "calcMode.3"
        | "AllActiveThreadsInCurrentThreadGroup"
        | "all active threads in current thread group" => Among::ActiveUsersOfScenario,
        "3" | "calcMode.4" | "AllActiveThreads_Shared" | "all active threads (shared)" => Among::AllUsers,
        "4"
        | "calcMode.5"
        | "AllActiveThreadsInCurrentThreadGroup_Shared"
        | "all active threads in current thread group (shared)" => Among::Scenario,
        other => return Err(format!("calcMode: `{other}` is not known")),
    })
}

/// A number that must be known when the plan is read.
fn number(lowering: &mut Lowering, element: &Element, property: &str, default: f64) -> ElementResult<f64> {
    let text = lowering.evaluation.known_text(element.text(property));
    let text = text.map_err(|reason| format!("{property}: {reason}"))?;
    match text.trim().parse::<f64>() {
        Ok(number) if (0.0..=1e12).contains(&number) => Ok(number),
        Err(_) if text.trim().is_empty() => Ok(default),
        _ => Err(format!("{property}: `{}` is not a number of use here", text.trim())),
    }
}

fn random_throughput(lowering: &mut Lowering, element: &Element) -> ElementResult<Timer> {
    let mut of = |property: &str, default: f64| number(lowering, element, property, default);
    let (throughput, throughput_period_s) = (of("throughput", 100.0)?, of("throughputPeriod", 3600.0)?);
    let (period_s, batch) = (of("duration", 3600.0)?, of("batchSize", 1.0)?);
    let seed = lowering.evaluation.known_text(element.text("randomSeed"))?;
    let timer = RandomThroughput {
        per_s: throughput / throughput_period_s,
        period: Duration::from_secs(period_s.min(1e9) as u64),
        batch: (batch as u32).max(1),
        seed: seed.trim().parse().unwrap_or(0),
    };
    if !timer.per_s.is_finite() || timer.moments() == 0 {
        return Err("the throughput or its duration is 0".to_owned());
    }
    if timer.moments() as f64 > PERIOD_REQUESTS_MAX {
        return Err(format!("there are more than {PERIOD_REQUESTS_MAX} requests in its duration"));
    }
    Ok(Timer::RandomThroughput(timer))
}

fn rendezvous(lowering: &mut Lowering, element: &Element) -> ElementResult<Timer> {
    let users = number(lowering, element, "groupSize", 0.0)?;
    let timeout_ms = number(lowering, element, "timeoutInMs", 0.0)?;
    Ok(Timer::Rendezvous(Rendezvous {
        users: (users >= 1.0).then_some(users.min(f64::from(u32::MAX)) as u32),
        timeout: (timeout_ms >= 1.0).then(|| Duration::from_millis(timeout_ms as u64)),
    }))
}

/// The table, or the property that stands for it: `<name>.load_profile`, else `load_profile`.
fn shape(lowering: &mut Lowering, element: &Element) -> ElementResult<Timer> {
    const TABLE: &str = "load_profile";
    let own = format!("{}.{TABLE}", element.name);
    let given = [own.as_str(), TABLE]
        .into_iter()
        .find_map(|name| lowering.evaluation.property_text(name).filter(|text| !text.trim().is_empty()));
    let stages = match given {
        Some(text) => shape_of_property(&text)?,
        None => shape_of_table(lowering, element, TABLE)?,
    };
    if stages.is_empty() {
        let what = "its load profile is empty; give one with `-Jload_profile=const(10,60s)`";
        return Err(what.to_owned());
    }
    if stages.iter().any(|stage| stage.from_per_s == 0.0 || stage.to_per_s == 0.0) {
        lowering.approximate(element, "in a second of 0 requests none is made; the plug-in lets one pass");
    }
    Ok(Timer::Shape(stages))
}

fn shape_of_table(lowering: &mut Lowering, element: &Element, table: &str) -> ElementResult<Vec<ShapeStage>> {
    let mut stages = Vec::new();
    for row in element.group(table).iter().filter_map(Property::as_group) {
        let mut values = Vec::new();
        for text in row.iter().filter_map(Property::as_text) {
            values.push(lowering.evaluation.known_text(text)?);
        }
        let [from, to, seconds] = values.as_slice() else {
            return Err(format!("{table}: a row has {} values instead of 3", values.len()));
        };
        stages.push(shape_stage(from, to, seconds)?);
    }
    Ok(stages)
}

/// `const(10,60s) line(1,10,5m) step(5,25,5,1h)`.
fn shape_of_property(text: &str) -> ElementResult<Vec<ShapeStage>> {
    let mut stages = Vec::new();
    for (word, values) in group::calls(text)? {
        match (word.as_str(), values.as_slice()) {
            ("const", [rate, seconds]) => stages.push(shape_stage(rate, rate, seconds)?),
            ("line", [from, to, seconds]) => stages.push(shape_stage(from, to, seconds)?),
            ("step", [from, to, by, seconds]) => {
                let whole = |text: &str| {
                    text.parse::<i64>().map_err(|_| format!("load_profile: `{text}` is no number"))
                };
                let (from, to, by) = (whole(from)?, whole(to)?, whole(by)?.abs().max(1));
                let mut rate = from;
                while if from > to { rate > to } else { rate <= to } {
                    let text = rate.to_string();
                    stages.push(shape_stage(&text, &text, seconds)?);
                    rate += if from > to { -by } else { by };
                    if stages.len() > STAGES_MAX {
                        return Err("load_profile: there are too many steps".to_owned());
                    }
                }
            }
            _ => return Err(format!("load_profile: `{word}` with {} values is not known", values.len())),
        }
    }
    Ok(stages)
}

fn shape_stage(from: &str, to: &str, seconds: &str) -> ElementResult<ShapeStage> {
    let number = |text: &str| match text.trim().parse::<f64>() {
        Ok(number) if (0.0..=1e9).contains(&number) => Ok(number),
        _ => Err(format!("load_profile: `{}` is not a number of use here", text.trim())),
    };
    Ok(ShapeStage {
        from_per_s: number(from)?,
        to_per_s: number(to)?,
        length: Duration::from_secs(number(seconds)? as u64),
    })
}
