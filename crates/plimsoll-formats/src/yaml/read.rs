//! A YAML plan as a [`Plan`].

use super::context::Channels;
use super::context::Context;
use super::context::ScenarioDefaults;
use super::names::{COOKIE_POLICIES, DIALECTS, NAMES};
use super::texts::{TemplateFields, pairs, scalar};
use super::{cache, database, document, login, mix, protocol, scenario, shapes, timer, tls, unset};
use crate::evaluation::Evaluation;
use crate::files::Misfit;
use crate::{PlanReading, Properties, files};
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_plan::plan::{AtLine, CookieJar, CookiePolicy, DataSet, HttpVersion, PresetCookie, Sharing};
use plimsoll_plan::units::{self, USERS_MAX};
use plimsoll_plan::{Plan, Template};
use std::path::{Path, PathBuf};

/// Reads a YAML plan. `folder` is where the plan lies: the files it names are looked for there.
pub fn read_yaml(file_name: &str, text: &str, folder: &Path, properties: &Properties) -> PlanReading {
    let root = match document(file_name, text) {
        Ok(root) => root,
        Err(diagnostic) => return PlanReading::failed(diagnostic),
    };
    let mut problems = Problems::new(file_name);
    if root.value == NodeValue::Null {
        problems.error(0, "", "the file is empty").hint = Some(SMALLEST.to_owned());
        return PlanReading::new(Plan::named(""), Vec::new(), problems.found);
    }
    let mut context = Context {
        folder,
        evaluation: Evaluation::new(properties, &files::origin(folder, file_name)),
        data: Vec::new(),
        read_data: Vec::new(),
        cookie_jars: 0,
        caches: 0,
        channels: Channels::default(),
        logins: 0,
        proxies: 0,
        timers: 0,
        mixes: Vec::new(),
        databases: Vec::new(),
        defaults: ScenarioDefaults::default(),
        http: HttpVersion::Http1,
    };
    let mut plan = plan(&root, &mut context, &mut problems);
    plan.origin = files::origin(folder, file_name);
    if !problems.any_error() {
        unset::warn(&plan, &mut problems);
    }
    problems.found.sort_by_key(|d| d.line);
    PlanReading::new(plan, Vec::new(), problems.found)
}

const SMALLEST: &str =
    "a small plan: `plan: name`, then `scenarios:` with `- users: 1` and `steps: [{get: \"http://host/\"}]`";

fn plan(root: &Node, context: &mut Context, problems: &mut Problems) -> Plan {
    let mut plan = Plan::named("");
    let mut fields = Fields::of(root, &shapes::PLAN, problems);
    plan.name = fields.required("plan").and_then(|n| scalar(n, "plan", fields.problems)).unwrap_or_default();
    plan.scenarios_in_order = fields.flag("scenarios_in_order").unwrap_or(false);
    plan.tear_down_after_stop = fields.flag("tear_down_after_stop").unwrap_or(false);
    // Numbers in data sets and scenarios may use the variables.
    if let Some(node) = fields.optional("variables") {
        plan.variables = pairs(node, "variables", fields.problems);
    }
    for (name, value) in &plan.variables {
        context.evaluation.define(name, value);
    }
    if let Some(node) = fields.optional("secrets") {
        plan.secrets = node.items().iter().filter_map(|n| scalar(n, "secrets", fields.problems)).collect();
    }
    if let Some(node) = fields.optional("data") {
        plan.data = node.items().iter().filter_map(|n| data_set(n, context, fields.problems)).collect();
    }
    if let Some(node) = fields.optional("cookies") {
        plan.cookie_jars = cookie_jars(node, fields.problems);
    }
    context.cookie_jars = plan.cookie_jars.len();
    if let Some(node) = fields.optional("cache") {
        plan.caches = cache::read(node, fields.problems);
    }
    context.caches = plan.caches.len();
    if let Some(node) = fields.optional("hosts") {
        plan.hosts = cache::read_hosts(node, fields.problems);
    }
    plan.names = fields.parsed("names", |word| NAMES.read(word)).unwrap_or_default();
    plan.dialect = fields.parsed("dialect", |word| DIALECTS.read(word)).unwrap_or_default();
    if let Some(node) = fields.optional("login") {
        plan.logins = login::read_sets(node, fields.problems);
    }
    if let Some(node) = fields.optional("proxy") {
        plan.proxies = node.items().iter().filter_map(|n| login::read_proxy(n, fields.problems)).collect();
    }
    (context.logins, context.proxies) = (plan.logins.len(), plan.proxies.len());
    if let Some(node) = fields.optional("timers") {
        let timer = |node: &Node| {
            let timer = timer::read(node, context, fields.problems)?;
            Some(timer.map_texts(&mut AtLine(node.line)))
        };
        plan.timers = node.items().iter().filter_map(timer).collect();
        context.timers = node.items().len();
    }
    if let Some(node) = fields.optional("mixes") {
        context.mixes = mix::read_all(node, fields.problems);
    }
    if let Some(node) = fields.optional("databases") {
        plan.databases = database::read_all(node, context, fields.problems);
    }
    if let Some(node) = fields.optional("tls") {
        tls::read(node, &mut plan, context, fields.problems);
    }
    plan.credentials_to_other_origins = fields.flag("credentials_across_origins").unwrap_or(false);
    context.http = protocol::version(&mut fields).unwrap_or_default();
    plan.http2 = fields.optional("http2").and_then(|node| protocol::shared(node, fields.problems));
    if let Some(node) = fields.required("scenarios") {
        let scenarios = node.items().iter();
        plan.scenarios =
            scenarios.filter_map(|n| scenario::read(n, &plan.name, context, fields.problems)).collect();
        let users: u64 = plan.main().map(|scenario| u64::from(scenario.load.users_max())).sum();
        if users > u64::from(USERS_MAX) {
            let text = format!("{users} users in all; a plan has at most {USERS_MAX}");
            fields.problems.error(node.line, "scenarios", text);
        }
        // As a JMeter plan without thread groups: it can be looked at, and `run` refuses it.
        let is_list = matches!(&node.value, NodeValue::Sequence(_));
        if node.items().is_empty() && is_list {
            fields.problems.warning(node.line, "scenarios", "there is no scenario");
        } else if node.items().is_empty() {
            fields.problems.error(node.line, "scenarios", "there is no scenario").hint =
                Some(SMALLEST.to_owned());
        }
        warn_of_unread_data(node.line, context, fields.problems);
    }
    if let Some(sampled) = fields.parsed("tracing", units::share) {
        plan.trace(sampled);
    }
    fields.finish();
    plan
}

fn warn_of_unread_data(line: u32, context: &Context, problems: &mut Problems) {
    for (i, file) in context.data.iter().enumerate() {
        if !context.read_data.contains(&i) {
            problems.warning(line, "data", format!("`{file}` is never read"));
            if let Some(diagnostic) = problems.found.last_mut() {
                diagnostic.hint = Some(format!("add the step `- read: {file}` where its next row is needed"));
            }
        }
    }
}

fn data_set(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<DataSet> {
    if node.as_str().is_some() {
        let text = node.clone();
        let key = Node::text_at(node.line, "file");
        return data_set(
            &Node { line: node.line, value: NodeValue::Mapping(vec![(key, text)]) },
            context,
            problems,
        );
    }
    let mut fields = Fields::of(node, &shapes::DATA, problems);
    let file = fields.required("file").and_then(|n| scalar(n, "file", fields.problems));
    let variables = fields.optional("variables").map(|n| {
        n.items().iter().filter_map(|item| scalar(item, "variables", fields.problems)).collect::<Vec<_>>()
    });
    let data = DataSet {
        path: PathBuf::new(),
        variables: variables.unwrap_or_default(),
        skip_first_line: fields.flag("skip_first_line").unwrap_or(false),
        delimiter: fields.parsed("delimiter", one_character).unwrap_or(','),
        quoted: fields.flag("quoted").unwrap_or(false),
        encoding: fields.text("encoding").unwrap_or_default(),
        recycle: fields.flag("recycle").unwrap_or(true),
        stop_at_end: fields.flag("stop_at_end").unwrap_or(false),
        sharing: fields.optional("sharing").and_then(|n| sharing(n, fields.problems)).unwrap_or(Sharing::All),
    };
    fields.finish();
    let file = file?;
    context.data.push(file.clone());
    let name = context
        .evaluation
        .known_text(&file)
        .map_err(|problem| problems.error(node.line, "file", problem.reason).line)
        .ok()?;
    let path = files::resolve(context.folder, &name);
    if !path.is_file() {
        let (problem, hint) = files::missing(&path, &name);
        problems.error(node.line, "data", format!("the data file {} {problem}", path.display())).hint =
            Some(hint);
    }
    if let Some(problem) = files::encoding_problem(&data.encoding) {
        problems.error(node.line, "encoding", problem).hint = Some(files::ENCODINGS.to_owned());
    }
    let data = DataSet { path, ..data };
    if let Some(Misfit { message, hint }) = files::misfit(&data) {
        problems.warning(node.line, "data", message);
        if let Some(diagnostic) = problems.found.last_mut() {
            diagnostic.hint = Some(hint);
        }
    }
    Some(data)
}

fn one_character(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        _ if text == "\\t" => Ok('\t'),
        (Some(one), None) => Ok(one),
        _ => Err(format!("`{text}` is not one character")),
    }
}

fn sharing(node: &Node, problems: &mut Problems) -> Option<Sharing> {
    match node.as_str() {
        Some("all") => Some(Sharing::All),
        Some("scenario") => Some(Sharing::Scenario),
        Some("user") => Some(Sharing::User),
        Some(other) => {
            problems.error(node.line, "sharing", format!("`{other}` is not known")).hint =
                Some("known here: all, scenario, user, or `{group: name}`".to_owned());
            None
        }
        None => {
            let mut fields = Fields::of(node, &shapes::SHARING, problems);
            let group = fields.text("group");
            fields.finish();
            group.map(Sharing::Named)
        }
    }
}

/// `cookies: true` is one jar that keeps its cookies.
fn cookie_jars(node: &Node, problems: &mut Problems) -> Vec<CookieJar> {
    match node.as_str() {
        Some("true") => {
            vec![CookieJar {
                clear_each_iteration: false,
                cleared_with_user: false,
                policy: CookiePolicy::default(),
                cookies: Vec::new(),
            }]
        }
        Some("false") => Vec::new(),
        Some(other) => {
            problems.error(
                node.line,
                "cookies",
                format!("`{other}` is neither true, false, nor a list of jars"),
            );
            Vec::new()
        }
        None => node.items().iter().map(|n| cookie_jar(n, problems)).collect(),
    }
}

fn cookie_jar(node: &Node, problems: &mut Problems) -> CookieJar {
    let mut fields = Fields::of(node, &shapes::COOKIE_JAR, problems);
    let jar = CookieJar {
        clear_each_iteration: fields.flag("clear_each_iteration").unwrap_or(false),
        policy: fields.parsed("policy", |word| COOKIE_POLICIES.read(word)).unwrap_or_default(),
        cleared_with_user: fields.flag("cleared_with_user").unwrap_or(false),
        cookies: match fields.optional("preset") {
            Some(node) => node.items().iter().filter_map(|n| preset(n, fields.problems)).collect(),
            None => Vec::new(),
        },
    };
    fields.finish();
    jar
}

fn preset(node: &Node, problems: &mut Problems) -> Option<PresetCookie> {
    let mut fields = Fields::of(node, &shapes::PRESET_COOKIE, problems);
    let name = fields.required("name").and_then(|n| scalar(n, "name", fields.problems));
    let value = fields.template("value");
    let domain = fields.template("domain");
    let path = fields.template("path");
    let secure = fields.flag("secure").unwrap_or(false);
    fields.finish();
    let nothing = || Template::literal("");
    Some(PresetCookie {
        name: name?,
        value: value.unwrap_or_else(nothing),
        domain: domain.unwrap_or_else(nothing),
        path: path.unwrap_or_else(|| Template::literal("/")),
        secure,
    })
}
