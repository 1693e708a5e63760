//! Steps of a YAML plan: a mapping whose first word says what is done.

mod mqtt;
mod tcp;

use super::context::{Context, ScenarioDefaults};
use super::names::{LEAVES, ON_ERROR};
use super::shapes::{PAIRS, PAUSE, SCRIPT, STEPS, TIME_OR_REFERENCE};
use super::texts::{TemplateFields, pairs, template_of};
use super::{
    channel, database, grpc, local, mix, pause, request, script, shapes, structure, write_channel,
    write_request,
};
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::meant;
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, NodeValue, Problems, key};
use plimsoll_plan::plan::{Counter, RandomNumber, Step};
use plimsoll_plan::{Plan, Template};

/// Steps that give samples, but for requests in their short form.
const SAMPLERS: [&str; 7] = ["request", "sample", channel::WEBSOCKET, channel::EVENTS, "sql", "tcp", "mqtt"];

/// Any step: `- get: URL` and what stands beside it, `- grpc: URL` likewise, or one word with its value.
pub static ANY_STEP: Kind = Kind::ByKey(&[&shapes::SHORT_REQUEST, &shapes::GRPC, &STEP]);

/// What stands in each step but for requests in their short form.
static STEP: MappingShape = MappingShape::new(
    "step",
    "What a user does.",
    &[
        key("request", Kind::Mapping(&shapes::LONG_REQUEST), "An HTTP request with every part by itself."),
        key("sample", Kind::Mapping(&shapes::SAMPLE), "A sample without a server."),
        key(
            "websocket",
            Kind::ByKey(&[&shapes::WEBSOCKET_OPEN, &shapes::WEBSOCKET]),
            "Opens or uses a WebSocket.",
        ),
        key(
            "sse",
            Kind::ByKey(&[&shapes::EVENTS_OPEN, &shapes::EVENTS]),
            "Opens or uses a stream of server-sent events.",
        ),
        key("sql", Kind::Mapping(&shapes::SQL), "A statement for a database."),
        key("tcp", Kind::Mapping(&tcp::TCP), "A text or bytes over tcp::TCP, and the answer."),
        key(
            "mqtt",
            Kind::Mapping(&mqtt::MQTT),
            "mqtt::MQTT: connect, publish, subscribe, await, disconnect.",
        ),
        key("mix", Kind::Mapping(&shapes::MIX), "Blocks, each exactly as often as the mix says."),
        key("pause", PAUSE, "Waits.").example("1 s"),
        key("pace", TIME_OR_REFERENCE, "Waits until so long after the user went on from here the last time.")
            .example("2 s"),
        key("loop", Kind::Mapping(&shapes::LOOP), "Steps several times.")
            .example("{times: 3, steps: [{pause: 1 s}]}"),
        key("once", STEPS, "Steps in the first pass only."),
        key("if", Kind::Mapping(&shapes::IF), "Steps under a condition."),
        key("while", Kind::Mapping(&shapes::WHILE), "Steps as long as a condition holds."),
        key(
            "for_each",
            Kind::Mapping(&shapes::FOR_EACH),
            "Steps for each of the variables `prefix1`, `prefix2`, …",
        ),
        key("for", Kind::Mapping(&shapes::FOR), "Steps until a time is over."),
        key("if_failed", STEPS, "Steps when the user's last request failed."),
        key("group", STEPS, "Steps that belong together."),
        key("share", Kind::Mapping(&shapes::SHARE), "Steps in a part of the passes."),
        key("switch", Kind::Mapping(&shapes::SWITCH), "One of several options, by number or name."),
        key("lock", Kind::Mapping(&shapes::LOCK), "Steps that one user does at a time."),
        key("transaction", Kind::Mapping(&shapes::TRANSACTION), "Steps that are measured as one."),
        key(
            "choice",
            Kind::Mapping(&shapes::CHOICE),
            "One option each time: at random, in turn, or all shuffled.",
        ),
        key(
            "choose",
            Kind::OneOrMore(&Kind::Mapping(&shapes::WEIGHTED_OPTION)),
            "One option at random, by weight.",
        ),
        key("read", Kind::Text, "The next row of a data set, by its file or its number from 1.")
            .example("users.csv"),
        key("counter", Kind::Mapping(&shapes::COUNTER), "A number that grows."),
        key("random", Kind::Mapping(&shapes::RANDOM), "A random whole number."),
        key("set_by_user", Kind::Mapping(&shapes::SET_BY_USER), "Values that each user has of its own."),
        key("set", PAIRS, "Variables and their values.").example("{page: 1}"),
        key("script", SCRIPT, "A few lines of a script."),
        key("leave", Kind::Words(|| LEAVES.words()), "Ends this pass of a loop, or the loop."),
        key("stop", Kind::Words(|| ON_ERROR.words()), "Ends the iteration, the user or the test."),
    ],
);

pub fn steps(node: &Node, context: &mut Context, problems: &mut Problems) -> Vec<Step> {
    let read = |item: &Node| {
        let steps = step(item, context, problems);
        steps.into_iter().map(|step| step.at_line(item.line)).collect::<Vec<_>>()
    };
    node.items().iter().flat_map(read).collect()
}

fn step(node: &Node, context: &mut Context, problems: &mut Problems) -> Vec<Step> {
    if let Some(method) = request::METHODS.into_iter().find(|m| has(node, m)) {
        return one(request::short(node, method, context, problems));
    }
    if has(node, "grpc") {
        return one(grpc::read(node, context, problems));
    }
    let Some(kind) = words().find(|kind| has(node, kind)) else {
        report_unknown(node, problems);
        return Vec::new();
    };
    let mut fields = Fields::of(node, &STEP, problems);
    let value = fields.optional(kind);
    fields.finish();
    let Some(value) = value else {
        problems.error(node.line, kind, "there is nothing behind the colon");
        return Vec::new();
    };
    match kind {
        kind if SAMPLERS.contains(&kind) => one(read_sampler(kind, value, context, problems)),
        "pause" => one(pause::read(value, context.timers, problems).map(Step::Pause)),
        "pace" => one(pause::read_pace(value, problems).map(Step::Pace)),
        "once" => vec![Step::Once { body: steps(value, context, problems) }],
        "group" => vec![Step::Group { body: steps(value, context, problems) }],
        "if_failed" => vec![Step::IfFailed { body: steps(value, context, problems) }],
        "choice" => one(structure::choice(value, context, problems)),
        "mix" => one(mix::read(value, context, problems)),
        "choose" => one(structure::weighted_choice(value, context, problems)),
        "switch" => one(structure::switch(value, context, problems)),
        "set_by_user" => one(structure::assign_by_user(value, problems)),
        "read" => one(read_data(value, context, problems)),
        "counter" => one(counter(value, problems)),
        "random" => one(random(value, problems)),
        "set" => {
            let assign = |(variable, value)| Step::Assign { variable, value };
            pairs(value, "set", problems).into_iter().map(assign).collect()
        }
        "script" => {
            one(script::read(value, problems).map(|(language, text)| Step::Script { language, text }))
        }
        "stop" => {
            let mut fields = Fields::of(node, &STEP, problems);
            one(fields.parsed("stop", |word| ON_ERROR.read(word)).map(Step::Stop))
        }
        "leave" => {
            let mut fields = Fields::of(node, &STEP, problems);
            one(fields.parsed("leave", |word| LEAVES.read(word)).map(Step::Leave))
        }
        _ => one(structure::with_body(kind, value, context, problems)),
    }
}

fn read_sampler(
    kind: &'static str,
    value: &Node,
    context: &mut Context,
    problems: &mut Problems,
) -> Option<Step> {
    match kind {
        channel::WEBSOCKET | channel::EVENTS => channel::read(kind, value, context, problems),
        "sql" => database::read_step(value, context, problems),
        "tcp" => tcp::read(value, context, problems),
        "mqtt" => mqtt::read(value, context, problems),
        "sample" => local::read(value, context.timers, problems).map(|sample| Step::Local(Box::new(sample))),
        _ => request::long(value, context, problems),
    }
}

/// A step that gives a sample; `None`: it gives none.
pub fn write_sampler(step: &Step, plan: &Plan, defaults: &ScenarioDefaults) -> Option<Node> {
    Some(match step {
        Step::Request(request) => write_request::write(request, plan, defaults),
        Step::OpenChannel(open) => write_channel::open(open, plan),
        Step::Channel(step) => write_channel::step(step),
        Step::Sql(step) => database::write_step(step, plan),
        Step::Tcp(step) => tcp::write(step),
        Step::Mqtt(step) => mqtt::write(step),
        Step::Local(sample) => local::write(sample),
        _ => return None,
    })
}

fn one(step: Option<Step>) -> Vec<Step> {
    step.into_iter().collect()
}

fn words() -> impl Iterator<Item = &'static str> {
    STEP.keys.iter().map(|key| key.name)
}

fn has(node: &Node, key: &str) -> bool {
    node.entries().iter().any(|(k, _)| k.as_str() == Some(key))
}

fn report_unknown(node: &Node, problems: &mut Problems) {
    let known: Vec<&str> = request::METHODS.into_iter().chain(["grpc"]).chain(words()).collect();
    let word = match &node.value {
        NodeValue::Mapping(entries) => entries.first().and_then(|(key, _)| key.as_str()),
        _ => node.as_str(),
    };
    let hint = match word.and_then(|word| meant(word, &known)) {
        Some(step) => format!("did you mean `{step}`?"),
        None => format!("known here: {}", known.join(", ")),
    };
    let message = match word {
        Some(word) => format!("unknown step `{word}`"),
        None => format!("expected a step such as `get: http://host/`, found {}", node.kind()),
    };
    problems.error(node.line, "step", message).hint = Some(hint);
}

/// A data set by its file as written under `data`, or by its number from 1.
fn read_data(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let name = node.as_str().unwrap_or_default();
    let by_name = context.data.iter().position(|file| file == name);
    let by_number = name.trim().parse::<usize>().ok().filter(|n| (1..=context.data.len()).contains(n));
    let Some(index) = by_name.or(by_number.map(|n| n - 1)) else {
        problems.error(node.line, "read", format!("there is no data set `{name}`")).hint =
            Some(match closest(name, context.data.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "list it under `data:`".to_owned(),
            });
        return None;
    };
    context.read_data.push(index);
    Some(Step::ReadData(index))
}

fn counter(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::COUNTER, problems);
    fields.required("variable");
    let counter = Counter {
        variable: fields.text("variable").unwrap_or_default(),
        start: fields.template("start").unwrap_or_else(|| Template::literal("1")),
        increment: fields.template("increment").unwrap_or_else(|| Template::literal("1")),
        end: fields.template("end"),
        format: fields.text("format").unwrap_or_default(),
        per_user: fields.flag("per_user").unwrap_or(false),
        reset_each_iteration: fields.flag("reset_each_iteration").unwrap_or(false),
    };
    fields.finish();
    Some(Step::Counter(counter))
}

fn random(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::RANDOM, problems);
    fields.required("variable");
    let minimum = fields.required("minimum").and_then(|n| template_of(n, "minimum", fields.problems));
    let maximum = fields.required("maximum").and_then(|n| template_of(n, "maximum", fields.problems));
    let variable = fields.text("variable").unwrap_or_default();
    let format = fields.text("format").unwrap_or_default();
    let per_user = fields.flag("per_user").unwrap_or(false);
    let line = fields.line();
    fields.finish();
    let number = |text: &Option<Template>| text.as_ref()?.as_literal()?.trim().parse::<i64>().ok();
    if let (Some(least), Some(most)) = (number(&minimum), number(&maximum))
        && least > most
    {
        problems.warning(line, "random", format!("no number is from {least} to {most}"));
    }
    Some(Step::RandomNumber(RandomNumber {
        variable,
        minimum: minimum?,
        maximum: maximum?,
        format,
        per_user,
    }))
}
