//! The steps of a plan as YAML.

use super::context::ScenarioDefaults;
use super::emit::{list, map, pairs, text};
use super::names::{LEAVES, ORDERS};

use super::entries::{Entries, push_flag};
use super::step::write_sampler;
use super::write::on_error;
use super::{pause, script};
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{
    AssignByUser, ChoiceOrder, Condition, Count, Counter, ExecutionShare, ForEach, RandomNumber, ShareAmount,
    Step, Transaction, WeightedOption,
};
use plimsoll_plan::{Plan, Template};

/// Where a step stands.
pub struct WriteContext<'a> {
    pub plan: &'a Plan,
    pub defaults: ScenarioDefaults,
}

pub fn steps(steps: &[Step], place: &WriteContext) -> Node {
    list(steps.iter().map(|s| step(s, place)).collect())
}

fn step(step: &Step, place: &WriteContext) -> Node {
    let single = |key: &'static str, value: Node| map(vec![(key, value)]);
    if let Some(sampler) = write_sampler(step, place.plan, &place.defaults) {
        return sampler;
    }
    match step {
        Step::Pause(pause) => single("pause", pause::write(pause)),
        Step::Pace(period) => single("pace", pause::write_time(period)),
        Step::ReadData(index) => single("read", data_name(*index, place.plan)),
        Step::Counter(c) => single("counter", counter(c)),
        Step::RandomNumber(r) => single("random", random(r)),
        Step::Assign { variable, value } => {
            single("set", pairs(vec![(variable.clone(), text(value.source()))]))
        }
        Step::AssignByUser(assign) => single("set_by_user", assign_by_user(assign)),
        Step::Stop(action) => single("stop", on_error(*action)),
        Step::Leave(what) => single("leave", text(LEAVES.write(what).unwrap_or_default())),
        Step::Group { body } => single("group", steps(body, place)),
        Step::Once { body } => single("once", steps(body, place)),
        Step::IfFailed { body } => single("if_failed", steps(body, place)),
        Step::Script { language, text } => single("script", script::write(*language, text)),
        Step::WeightedChoice(options) => {
            let option = |option: &WeightedOption| {
                map(vec![("weight", text(option.weight.to_string())), ("steps", steps(&option.steps, place))])
            };
            single("choose", list(options.iter().map(option).collect()))
        }
        nested => {
            let (key, entries) = with_body(nested, place);
            single(key, map(entries))
        }
    }
}

/// Steps that hold steps and have options.
fn with_body(step: &Step, place: &WriteContext) -> (&'static str, Entries) {
    let body = |body: &[Step]| ("steps", steps(body, place));
    match step {
        Step::Loop { times, index, only_once, body: inner } => {
            let times = match times {
                Count::Forever => text("forever"),
                Count::Times(times) => text(times.source()),
            };
            let mut entries = vec![("times", times)];
            push_text(&mut entries, "index", index.as_ref());
            push_flag(&mut entries, "only_once", *only_once);
            entries.push(body(inner));
            ("loop", entries)
        }
        Step::If { condition: c, each_step, body: inner } => {
            let mut entries = vec![condition(c)];
            push_flag(&mut entries, "each_step", *each_step);
            entries.push(body(inner));
            ("if", entries)
        }
        Step::While { condition: c, enters_always, index, body: inner } => {
            let mut entries = vec![condition(c)];
            push_flag(&mut entries, "enters_always", *enters_always);
            push_text(&mut entries, "index", index.as_ref());
            entries.push(body(inner));
            ("while", entries)
        }
        Step::ForEach { each, body: inner } => ("for_each", with(for_each(each), body(inner))),
        Step::For { seconds, body: inner } => ("for", vec![("seconds", text(seconds.source())), body(inner)]),
        Step::Share { share, body: inner } => ("share", with(write_share(share), body(inner))),
        Step::Lock { name, body: inner } => ("lock", vec![("name", text(name.source())), body(inner)]),
        Step::Transaction { transaction, body: inner } => {
            ("transaction", with(write_transaction(transaction), body(inner)))
        }
        Step::Switch { value, options } => {
            let option = |option: &plimsoll_plan::plan::NamedOption| {
                map(vec![("name", text(option.name.source())), body(&option.body)])
            };
            let options = list(options.iter().map(option).collect());
            ("switch", vec![("value", text(value.source())), ("options", options)])
        }
        Step::Choice { order, one_request, by_user, options } => {
            let mut entries = vec![("order", order_word(*order))];
            push_flag(&mut entries, "one_request", *one_request);
            push_flag(&mut entries, "by_user", *by_user);
            entries.push(("options", list(options.iter().map(|option| steps(option, place)).collect())));
            ("choice", entries)
        }
        other => unreachable!("{other:?} holds no steps"),
    }
}

fn order_word(order: ChoiceOrder) -> Node {
    text(ORDERS.write(&order).unwrap_or_default())
}

fn push_text(entries: &mut Entries, key: &'static str, value: Option<&String>) {
    entries.extend(value.map(|value| (key, text(value.as_str()))));
}

fn with(mut entries: Entries, body: (&'static str, Node)) -> Entries {
    entries.push(body);
    entries
}

fn write_transaction(transaction: &Transaction) -> Entries {
    let mut entries = vec![("name", text(transaction.label.source()))];
    if !transaction.include_pauses {
        entries.push(("include_pauses", text("false")));
    }
    push_flag(&mut entries, "replaces_requests", transaction.replaces_requests);
    entries
}

fn for_each(each: &ForEach) -> Entries {
    let mut entries =
        vec![("prefix", text(each.prefix.source())), ("variable", text(each.variable.source()))];
    entries.extend(each.after.as_ref().map(|after| ("after", text(after.source()))));
    entries.extend(each.to.as_ref().map(|to| ("to", text(to.source()))));
    push_text(&mut entries, "index", each.index.as_ref());
    entries
}

fn write_share(share: &ExecutionShare) -> Entries {
    let mut entries = vec![match &share.amount {
        ShareAmount::Times(times) => ("times", text(times.source())),
        ShareAmount::Percent(percent) => ("percent", text(percent.source())),
    }];
    push_flag(&mut entries, "per_user", share.per_user);
    entries
}

fn assign_by_user(assign: &AssignByUser) -> Node {
    let texts = |texts: &[Template]| list(texts.iter().map(|t| text(t.source())).collect());
    let values = list(assign.values.iter().map(|values| texts(values)).collect());
    map(vec![("variables", texts(&assign.variables)), ("values", values)])
}

fn condition(condition: &Condition) -> (&'static str, Node) {
    let two = |a: &Template, b: &Template| list(vec![text(a.source()), text(b.source())]);
    match condition {
        Condition::IsTrue(value) => ("is_true", text(value.source())),
        Condition::IsNotFalse(value) => ("is_not_false", text(value.source())),
        Condition::LastSucceeded => ("last_succeeded", text("true")),
        Condition::Equal(left, right) => ("equal", two(left, right)),
        Condition::NotEqual(left, right) => ("not_equal", two(left, right)),
    }
}

/// The file, unless several data sets read it.
fn data_name(index: usize, plan: &Plan) -> Node {
    let path = plan.data.get(index).map(|data| &data.path);
    match path.filter(|path| plan.data.iter().filter(|data| data.path == **path).count() == 1) {
        Some(path) => text(path.display().to_string()),
        None => text((index + 1).to_string()),
    }
}

fn counter(counter: &Counter) -> Node {
    let mut entries = vec![
        ("variable", text(counter.variable.as_str())),
        ("start", text(counter.start.source())),
        ("increment", text(counter.increment.source())),
    ];
    entries.extend(counter.end.as_ref().map(|end| ("end", text(end.source()))));
    push_format(&mut entries, &counter.format);
    push_flag(&mut entries, "per_user", counter.per_user);
    push_flag(&mut entries, "reset_each_iteration", counter.reset_each_iteration);
    map(entries)
}

fn random(random: &RandomNumber) -> Node {
    let mut entries = vec![
        ("variable", text(random.variable.as_str())),
        ("minimum", text(random.minimum.source())),
        ("maximum", text(random.maximum.source())),
    ];
    push_format(&mut entries, &random.format);
    push_flag(&mut entries, "per_user", random.per_user);
    map(entries)
}

fn push_format(entries: &mut Entries, format: &str) {
    entries.extend((!format.is_empty()).then(|| ("format", text(format))));
}
