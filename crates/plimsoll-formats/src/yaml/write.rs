//! A [`Plan`] as YAML that reads back as the same plan. What the reader fills in is left out.

use super::emit::{emit, list, map, pairs, text};
use super::names::{ON_ERROR, ORDERS, PHASES};
use super::scenario_defaults::ScenarioDefaults;
use super::{defaults, login, pause, protocol, tls, write_channel, write_load, write_request};
use plimsoll_plan::document::Node;
use plimsoll_plan::expression::Language;
use plimsoll_plan::plan::{
    Condition, CookieJar, Count, Counter, DataSet, Iterations, OnError, Phase, PresetCookie, RandomNumber,
    Scenario, Sharing, Step, WeightedOption,
};
use plimsoll_plan::{Plan, Template, units};
use std::time::Duration;

/// Where a step stands.
struct Place<'a> {
    plan: &'a Plan,
    defaults: ScenarioDefaults,
}

pub type Entries = Vec<(&'static str, Node)>;

/// Writes a plan. Files are named by their absolute paths, as the plan holds them.
pub fn write_yaml(plan: &Plan) -> String {
    let mut entries = vec![("plan", text(plan.name.as_str()))];
    if !plan.variables.is_empty() {
        entries.push(("variables", named(&plan.variables)));
    }
    if !plan.data.is_empty() {
        entries.push(("data", list(plan.data.iter().map(data_set).collect())));
    }
    if !plan.cookie_jars.is_empty() {
        entries.push(("cookies", cookie_jars(&plan.cookie_jars)));
    }
    login::push(&mut entries, plan);
    tls::push(&mut entries, plan);
    push_flag(&mut entries, "scenarios_in_order", plan.scenarios_in_order);
    push_flag(&mut entries, "tear_down_after_stop", plan.tear_down_after_stop);
    entries.extend(plan.http2.map(|limits| ("http2", protocol::write_shared(limits))));
    entries.push(("scenarios", list(plan.scenarios.iter().map(|s| scenario(s, plan)).collect())));
    emit(&map(entries))
}

pub fn push_flag(entries: &mut Entries, key: &'static str, set: bool) {
    entries.extend(set.then(|| (key, text("true"))));
}

/// A mapping, or a list when a name is there twice.
pub fn named(values: &[(String, Template)]) -> Node {
    let is_repeated = |name: &String| values.iter().filter(|(n, _)| n == name).count() > 1;
    let entry = |(name, value): &(String, Template)| (name.clone(), text(value.source()));
    match values.iter().any(|(name, _)| is_repeated(name)) {
        true => list(values.iter().map(|v| pairs(vec![entry(v)])).collect()),
        false => pairs(values.iter().map(entry).collect()),
    }
}

fn data_set(data: &DataSet) -> Node {
    let mut entries = vec![("file", text(data.path.display().to_string()))];
    if !data.variables.is_empty() {
        entries.push(("variables", list(data.variables.iter().map(|v| text(v.as_str())).collect())));
    }
    push_flag(&mut entries, "skip_first_line", data.skip_first_line);
    if data.delimiter != ',' {
        entries.push(("delimiter", text(data.delimiter)));
    }
    push_flag(&mut entries, "quoted", data.quoted);
    if !data.encoding.is_empty() {
        entries.push(("encoding", text(data.encoding.as_str())));
    }
    if !data.recycle {
        entries.push(("recycle", text("false")));
    }
    push_flag(&mut entries, "stop_at_end", data.stop_at_end);
    match &data.sharing {
        Sharing::All => {}
        Sharing::Scenario => entries.push(("sharing", text("scenario"))),
        Sharing::User => entries.push(("sharing", text("user"))),
        Sharing::Named(name) => entries.push(("sharing", map(vec![("group", text(name.as_str()))]))),
    }
    map(entries)
}

fn cookie_jars(jars: &[CookieJar]) -> Node {
    let is_plain =
        |jar: &CookieJar| !jar.clear_each_iteration && !jar.cleared_with_user && jar.cookies.is_empty();
    match jars {
        [jar] if is_plain(jar) => text("true"),
        jars => list(jars.iter().map(cookie_jar).collect()),
    }
}

fn cookie_jar(jar: &CookieJar) -> Node {
    let mut entries = Vec::new();
    push_flag(&mut entries, "clear_each_iteration", jar.clear_each_iteration);
    push_flag(&mut entries, "cleared_with_user", jar.cleared_with_user);
    if !jar.cookies.is_empty() {
        entries.push(("preset", list(jar.cookies.iter().map(preset).collect())));
    }
    map(entries)
}

fn preset(cookie: &PresetCookie) -> Node {
    let mut entries = vec![
        ("name", text(cookie.name.as_str())),
        ("value", text(cookie.value.source())),
        ("domain", text(cookie.domain.source())),
        ("path", text(cookie.path.source())),
    ];
    push_flag(&mut entries, "secure", cookie.secure);
    map(entries)
}

fn scenario(scenario: &Scenario, plan: &Plan) -> Node {
    let mut entries = vec![("name", text(scenario.name.as_str()))];
    if scenario.phase != Phase::Main {
        entries.push(("phase", text(PHASES.write(&scenario.phase).unwrap_or_default())));
    }
    write_load::push(&mut entries, &scenario.load);
    if scenario.iterations != defaults::iterations(&scenario.load) {
        let times = match scenario.iterations {
            Iterations::Forever => "forever".to_owned(),
            Iterations::Times(times) => times.to_string(),
        };
        entries.push(("iterations", text(times)));
    }
    if scenario.on_error != OnError::Continue {
        entries.push(("on_error", on_error(scenario.on_error)));
    }
    push_flag(&mut entries, "new_user_each_iteration", scenario.new_user_each_iteration);
    let place = Place { plan, defaults: ScenarioDefaults::of(scenario) };
    entries.extend(place.defaults.write().map(|defaults| ("defaults", defaults)));
    entries.push(("steps", steps(&scenario.steps, &place)));
    map(entries)
}

fn on_error(action: OnError) -> Node {
    text(ON_ERROR.write(&action).unwrap_or_default())
}

pub fn duration(time: Duration) -> Node {
    text(units::format_duration(time))
}

fn steps(steps: &[Step], place: &Place) -> Node {
    list(steps.iter().map(|s| step(s, place)).collect())
}

fn step(step: &Step, place: &Place) -> Node {
    let single = |key: &'static str, value: Node| map(vec![(key, value)]);
    match step {
        Step::Request(request) => write_request::write(request, place.plan, &place.defaults),
        Step::OpenChannel(open) => write_channel::open(open, place.plan),
        Step::Channel(step) => write_channel::step(step),
        Step::Pause(pause) => single("pause", pause::write(pause)),
        Step::Pace(period) => single("pace", pause::write_time(period)),
        Step::Loop { times, body } => {
            let times = match times {
                Count::Forever => text("forever"),
                Count::Times(times) => text(times.source()),
            };
            single("loop", map(vec![("times", times), ("steps", steps(body, place))]))
        }
        Step::Once { body } => single("once", steps(body, place)),
        Step::If { condition: c, body } => {
            single("if", map(vec![condition(c), ("steps", steps(body, place))]))
        }
        Step::While { condition: c, body } => {
            single("while", map(vec![condition(c), ("steps", steps(body, place))]))
        }
        Step::Transaction(transaction) => {
            let mut entries = vec![("name", text(transaction.name.source()))];
            if !transaction.include_pauses {
                entries.push(("include_pauses", text("false")));
            }
            push_flag(&mut entries, "replaces_requests", transaction.replaces_requests);
            entries.push(("steps", steps(&transaction.body, place)));
            single("transaction", map(entries))
        }
        Step::Choice { order, options } => {
            let options = list(options.iter().map(|option| steps(option, place)).collect());
            let order = text(ORDERS.write(order).unwrap_or_default());
            single("choice", map(vec![("order", order), ("options", options)]))
        }
        Step::WeightedChoice(options) => {
            let option = |option: &WeightedOption| {
                map(vec![("weight", text(option.weight.to_string())), ("steps", steps(&option.steps, place))])
            };
            single("choose", list(options.iter().map(option).collect()))
        }
        Step::ReadData(index) => single("read", data_name(*index, place.plan)),
        Step::Counter(c) => single("counter", counter(c)),
        Step::RandomNumber(r) => single("random", random(r)),
        Step::Assign { variable, value } => {
            single("set", pairs(vec![(variable.clone(), text(value.source()))]))
        }
        Step::Script { language, text: script } => {
            let name = Language::ALL.iter().find(|(_, l)| l == language).map_or("", |(name, _)| name);
            single("script", map(vec![("language", text(name)), ("text", text(script.source()))]))
        }
        Step::Stop(action) => single("stop", on_error(*action)),
    }
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
