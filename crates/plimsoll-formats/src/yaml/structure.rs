//! Steps of a YAML plan that hold steps.

use super::context::Context;
use super::names::ORDERS;
use super::shapes;
use super::step::steps;
use super::texts::{TemplateFields, template_of};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, MappingShape, Node, Problems};
use plimsoll_plan::plan::{
    AssignByUser, ChoiceOrder, Condition, Count, ExecutionShare, ForEach, NamedOption, ShareAmount, Step,
    Transaction, WeightedOption,
};

/// Steps that hold steps, under the key `steps`.
pub fn with_body(
    kind: &'static str,
    node: &Node,
    context: &mut Context,
    problems: &mut Problems,
) -> Option<Step> {
    let mut fields = Fields::of(node, shape(kind), problems);
    let body = fields.required("steps").map(|n| steps(n, context, fields.problems)).unwrap_or_default();
    let step = match kind {
        "loop" => {
            let (index, only_once) = (fields.text("index"), fields.flag("only_once").unwrap_or(false));
            loop_count(&mut fields).map(|times| Step::Loop { times, index, only_once, body })
        }
        "if" => {
            let each_step = fields.flag("each_step").unwrap_or(false);
            condition(&mut fields).map(|condition| Step::If { condition, each_step, body })
        }
        "while" => {
            let enters_always = fields.flag("enters_always").unwrap_or(false);
            let index = fields.text("index");
            condition(&mut fields).map(|condition| Step::While { condition, enters_always, index, body })
        }
        "for_each" => for_each(&mut fields, body),
        "for" => required(&mut fields, "seconds").map(|seconds| Step::For { seconds, body }),
        "share" => share(&mut fields, body),
        "lock" => required(&mut fields, "name").map(|name| Step::Lock { name, body }),
        _ => {
            let name = required(&mut fields, "name");
            let include_pauses = fields.flag("include_pauses").unwrap_or(true);
            let replaces_requests = fields.flag("replaces_requests").unwrap_or(false);
            name.map(|label| {
                let transaction = Transaction { label, include_pauses, replaces_requests };
                Step::Transaction { transaction, body }
            })
        }
    };
    fields.finish();
    step
}

fn shape(kind: &str) -> &'static MappingShape {
    match kind {
        "loop" => &shapes::LOOP,
        "if" => &shapes::IF,
        "while" => &shapes::WHILE,
        "for_each" => &shapes::FOR_EACH,
        "for" => &shapes::FOR,
        "share" => &shapes::SHARE,
        "lock" => &shapes::LOCK,
        _ => &shapes::TRANSACTION,
    }
}

fn required(fields: &mut Fields, key: &'static str) -> Option<Template> {
    fields.required(key).and_then(|node| template_of(node, key, fields.problems))
}

fn optional(fields: &mut Fields, key: &'static str) -> Option<Template> {
    fields.optional(key).and_then(|node| template_of(node, key, fields.problems))
}

fn for_each(fields: &mut Fields, body: Vec<Step>) -> Option<Step> {
    let (prefix, variable) = (required(fields, "prefix"), required(fields, "variable"));
    let (after, to) = (optional(fields, "after"), optional(fields, "to"));
    let index = fields.text("index");
    let each = ForEach { prefix: prefix?, variable: variable?, after, to, index };
    Some(Step::ForEach { each, body })
}

fn share(fields: &mut Fields, body: Vec<Step>) -> Option<Step> {
    let (times, percent) = (optional(fields, "times"), optional(fields, "percent"));
    if let Some(share) = &percent
        && let Some(number) = share.as_literal().and_then(|text| text.trim().parse::<f64>().ok())
        && !(0.0..=100.0).contains(&number)
    {
        let line = fields.optional("percent").map_or(fields.line(), |node| node.line);
        fields.problems.warning(line, "percent", format!("{number} is not from 0 to 100 percent"));
    }
    let per_user = fields.flag("per_user").unwrap_or(false);
    match (times.map(ShareAmount::Times), percent.map(ShareAmount::Percent)) {
        (Some(amount), None) | (None, Some(amount)) => {
            Some(Step::Share { share: ExecutionShare { amount, per_user }, body })
        }
        _ => {
            fields.problems.error(fields.line(), "share", "exactly one amount is needed").hint =
                Some("`percent: 20`, or `times: 5` for the first five passes".to_owned());
            None
        }
    }
}

/// Options by number or name.
pub fn switch(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::SWITCH, problems);
    let value = required(&mut fields, "value");
    let mut options = Vec::new();
    if let Some(node) = fields.required("options") {
        for option in node.items() {
            let mut fields = Fields::of(option, &shapes::SWITCH_OPTION, fields.problems);
            let name = optional(&mut fields, "name").unwrap_or_else(|| Template::literal(""));
            let body = fields.required("steps").map(|n| steps(n, context, fields.problems));
            fields.finish();
            options.push(NamedOption { name, body: body.unwrap_or_default() });
        }
    }
    let line = fields.line();
    fields.finish();
    if options.is_empty() {
        problems.warning(line, "switch", "there are no options: the step does nothing");
    }
    Some(Step::Switch { value: value?, options })
}

pub fn assign_by_user(node: &Node, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::SET_BY_USER, problems);
    let variables = fields.required("variables").map(|n| texts(n, "variables", fields.problems));
    let values = match fields.required("values") {
        Some(node) => node.items().iter().map(|row| texts(row, "values", fields.problems)).collect(),
        None => Vec::new(),
    };
    fields.finish();
    Some(Step::AssignByUser(AssignByUser { variables: variables?, values }))
}

fn texts(node: &Node, key: &str, problems: &mut Problems) -> Vec<Template> {
    node.items().iter().filter_map(|item| template_of(item, key, problems)).collect()
}

fn loop_count(fields: &mut Fields) -> Option<Count> {
    let times = fields.required("times")?;
    let times = template_of(times, "times", fields.problems)?;
    Some(if times.as_literal() == Some("forever") { Count::Forever } else { Count::Times(times) })
}

fn condition(fields: &mut Fields) -> Option<Condition> {
    let is_true = fields.template("is_true").map(Condition::IsTrue);
    let is_not_false = fields.template("is_not_false").map(Condition::IsNotFalse);
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

pub fn choice(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::CHOICE, problems);
    let order = fields.parsed("order", |word| ORDERS.read(word)).unwrap_or(ChoiceOrder::Random);
    let one_request = fields.flag("one_request").unwrap_or(false);
    let by_user = fields.flag("by_user").unwrap_or(false);
    let options = fields
        .required("options")
        .map(|n| n.items().iter().map(|option| steps(option, context, fields.problems)).collect());
    fields.finish();
    Some(Step::Choice { order, one_request, by_user, options: options? })
}

/// A list of options: `{weight: 3, steps: […]}`.
pub fn weighted_choice(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Step> {
    let mut options = Vec::new();
    for item in node.items() {
        let mut fields = Fields::of(item, &shapes::WEIGHTED_OPTION, problems);
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
