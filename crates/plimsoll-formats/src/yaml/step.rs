//! Steps of a YAML plan: a mapping whose first word says what is done.

use super::names::{ON_ERROR, ORDERS};
use super::read::{Context, pairs, template_of};
use super::{channel, grpc, pause, request};
use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::{Fields, Node, Problems, Value};
use plimsoll_plan::expression::Language;
use plimsoll_plan::plan::{
    ChoiceOrder, Condition, Count, Counter, RandomNumber, Step, Transaction, WeightedOption,
};

const KINDS: [&str; 18] = [
    "request",
    channel::WEBSOCKET,
    channel::EVENTS,
    "pause",
    "pace",
    "loop",
    "once",
    "if",
    "while",
    "transaction",
    "choice",
    "choose",
    "read",
    "counter",
    "random",
    "set",
    "script",
    "stop",
];

pub fn steps(node: &Node, context: &mut Context, problems: &mut Problems) -> Vec<Step> {
    node.items().iter().flat_map(|item| step(item, context, problems)).collect()
}

fn step(node: &Node, context: &mut Context, problems: &mut Problems) -> Vec<Step> {
    if let Some(method) = request::METHODS.into_iter().find(|m| has(node, m)) {
        return one(request::short(node, method, context, problems));
    }
    if has(node, "grpc") {
        return one(grpc::read(node, context, problems));
    }
    let Some(kind) = KINDS.into_iter().find(|kind| has(node, kind)) else {
        report_unknown(node, problems);
        return Vec::new();
    };
    let mut fields = Fields::of(node, "step", problems);
    let value = fields.optional(kind);
    fields.finish();
    let Some(value) = value else {
        problems.error(node.line, kind, "there is nothing behind the colon");
        return Vec::new();
    };
    match kind {
        channel::WEBSOCKET | channel::EVENTS => one(channel::read(kind, value, context, problems)),
        "request" => one(request::long(value, context, problems)),
        "pause" => one(pause::read(value, problems).map(Step::Pause)),
        "pace" => one(pause::read_time(value, "pace", problems).map(Step::Pace)),
        "once" => vec![Step::Once { body: steps(value, context, problems) }],
        "choice" => one(choice(value, context, problems)),
        "choose" => one(weighted_choice(value, context, problems)),
        "read" => one(read_data(value, context, problems)),
        "counter" => one(counter(value, problems)),
        "random" => one(random(value, problems)),
        "set" => {
            let assign = |(variable, value)| Step::Assign { variable, value };
            pairs(value, "set", problems).into_iter().map(assign).collect()
        }
        "script" => one(script(value, problems)),
        "stop" => {
            let mut fields = Fields::of(node, "step", problems);
            one(fields.parsed("stop", |word| ON_ERROR.read(word)).map(Step::Stop))
        }
        _ => one(with_body(kind, value, context, problems)),
    }
}

fn one(step: Option<Step>) -> Vec<Step> {
    step.into_iter().collect()
}

fn has(node: &Node, key: &str) -> bool {
    node.entries().iter().any(|(k, _)| k.as_str() == Some(key))
}

fn report_unknown(node: &Node, problems: &mut Problems) {
    let known = || request::METHODS.into_iter().chain(["grpc"]).chain(KINDS);
    let word = match &node.value {
        Value::Mapping(entries) => entries.first().and_then(|(key, _)| key.as_str()),
        _ => node.as_str(),
    };
    let hint = match word.and_then(|word| closest(word, known())) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("known here: {}", known().collect::<Vec<_>>().join(", ")),
    };
    let message = match word {
        Some(word) => format!("unknown step `{word}`"),
        None => format!("expected a step such as `get: http://host/`, found {}", node.kind()),
    };
    problems.error(node.line, "step", message).hint = Some(hint);
}

/// Steps that hold steps, under the key `steps`.
fn with_body(
    kind: &'static str,
    node: &Node,
    context: &mut Context,
    problems: &mut Problems,
) -> Option<Step> {
    let mut fields = Fields::of(node, kind, problems);
    let body = fields.required("steps").map(|n| steps(n, context, fields.problems)).unwrap_or_default();
    let step = match kind {
        "loop" => loop_count(&mut fields).map(|times| Step::Loop { times, body }),
        "if" => condition(&mut fields).map(|condition| Step::If { condition, body }),
        "while" => condition(&mut fields).map(|condition| Step::While { condition, body }),
        _ => {
            let name = fields.required("name").and_then(|n| template_of(n, "name", fields.problems));
            let include_pauses = fields.flag("include_pauses").unwrap_or(true);
            let replaces_requests = fields.flag("replaces_requests").unwrap_or(false);
            name.map(|name| Step::Transaction(Transaction { name, include_pauses, replaces_requests, body }))
        }
    };
    fields.finish();
    step
}

fn loop_count(fields: &mut Fields) -> Option<Count> {
    let times = fields.required("times")?;
    let times = template_of(times, "times", fields.problems)?;
    Some(if times.as_literal() == Some("forever") { Count::Forever } else { Count::Times(times) })
}

fn condition(fields: &mut Fields) -> Option<Condition> {
    let is_true = fields.parsed("is_true", evaluation::template).map(Condition::IsTrue);
    let is_not_false = fields.parsed("is_not_false", evaluation::template).map(Condition::IsNotFalse);
    let equal = two(fields, "equal").map(|(a, b)| Condition::Equal(a, b));
    let not_equal = two(fields, "not_equal").map(|(a, b)| Condition::NotEqual(a, b));
    let last = fields.flag("last_succeeded").filter(|flag| *flag).map(|_| Condition::LastSucceeded);
    let mut found = [is_true, is_not_false, equal, not_equal, last].into_iter().flatten();
    let condition = found.next();
    if condition.is_none() || found.next().is_some() {
        fields.problems.error(fields.line(), "condition", "exactly one condition is needed").hint =
            Some("one of is_true, is_not_false, equal, not_equal, last_succeeded".to_owned());
    }
    condition
}

fn two(fields: &mut Fields, key: &'static str) -> Option<(Template, Template)> {
    let node = fields.optional(key)?;
    let [left, right] = node.items() else {
        fields.problems.error(node.line, key, "expected two values: `[left, right]`");
        return None;
    };
    Some((template_of(left, key, fields.problems)?, template_of(right, key, fields.problems)?))
}

fn choice(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, "choice", problems);
    let order = fields.parsed("order", |word| ORDERS.read(word)).unwrap_or(ChoiceOrder::Random);
    let options = fields
        .required("options")
        .map(|n| n.items().iter().map(|option| steps(option, context, fields.problems)).collect());
    fields.finish();
    Some(Step::Choice { order, options: options? })
}

/// A list of options: `{weight: 3, steps: […]}`.
fn weighted_choice(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let mut options = Vec::new();
    for item in node.items() {
        let mut fields = Fields::of(item, "choose", problems);
        let weight = fields.count("weight").unwrap_or(1);
        let steps = fields.required("steps").map(|n| steps(n, context, fields.problems));
        fields.finish();
        options.extend(steps.map(|steps| WeightedOption { weight, steps }));
    }
    if !node.items().is_empty()
        && options.len() == node.items().len()
        && options.iter().all(|o| o.weight == 0)
    {
        problems.error(node.line, "choose", "all weights are 0: nothing could be chosen").hint =
            Some("an option without a `weight` has weight 1".to_owned());
        return None;
    }
    Some(Step::WeightedChoice(options))
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

fn script(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, "script", problems);
    let language = fields.parsed("language", |word| {
        let known = Language::ALL.into_iter().find(|(name, _)| *name == word);
        known.map(|(_, language)| language).ok_or_else(|| {
            let names: Vec<&str> = Language::ALL.iter().map(|(name, _)| *name).collect();
            format!("`{word}` is no language; known here: {}", names.join(", "))
        })
    });
    let language = language.unwrap_or(Language::Groovy);
    let text = fields.required("text").and_then(|n| template_of(n, "text", fields.problems));
    fields.finish();
    let text = text?;
    if let Some(problem) = text.script_problem(language) {
        problems.error(node.line, "script", problem);
        return None;
    }
    Some(Step::Script { language, text })
}

fn counter(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, "counter", problems);
    fields.required("variable");
    let counter = Counter {
        variable: fields.text("variable").unwrap_or_default(),
        start: fields.parsed("start", evaluation::template).unwrap_or_else(|| Template::literal("1")),
        increment: fields.parsed("increment", evaluation::template).unwrap_or_else(|| Template::literal("1")),
        end: fields.parsed("end", evaluation::template),
        format: fields.text("format").unwrap_or_default(),
        per_user: fields.flag("per_user").unwrap_or(false),
        reset_each_iteration: fields.flag("reset_each_iteration").unwrap_or(false),
    };
    fields.finish();
    Some(Step::Counter(counter))
}

fn random(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, "random", problems);
    fields.required("variable");
    let minimum = fields.required("minimum").and_then(|n| template_of(n, "minimum", fields.problems));
    let maximum = fields.required("maximum").and_then(|n| template_of(n, "maximum", fields.problems));
    let variable = fields.text("variable").unwrap_or_default();
    let format = fields.text("format").unwrap_or_default();
    let per_user = fields.flag("per_user").unwrap_or(false);
    fields.finish();
    Some(Step::RandomNumber(RandomNumber {
        variable,
        minimum: minimum?,
        maximum: maximum?,
        format,
        per_user,
    }))
}
