//! `databases:` and `sql:` steps.

use super::context::Context;
use super::emit::{list, map, text};
use super::entries::push_list;
use super::entries::{Entries, duration, push_flag};
use super::names::ISOLATIONS;
use super::texts::{TemplateFields, scalar, template_of};
use super::{check, extract, pause, shapes};
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::jdbc::JdbcUrl;
use plimsoll_plan::plan::{Database, PreparedStatement, SqlStatement, SqlStep, Step};
use plimsoll_plan::{Plan, Template, units};
use std::time::Duration;

/// JMeter's longest wait for a connection of a pool.
const WAIT_MAX: Duration = Duration::from_secs(10);

pub fn read_all(node: &Node, context: &mut Context, problems: &mut Problems) -> Vec<Database> {
    node.items().iter().filter_map(|item| read_one(item, context, problems)).collect()
}

fn read_one(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Database> {
    let mut fields = Fields::of(node, &shapes::DATABASE, problems);
    let name = fields.required("name").and_then(|n| scalar(n, "name", fields.problems));
    let url = fields.required("url").and_then(|n| read_url(n, context, fields.problems));
    let nothing = || Template::literal("");
    let user = fields.template("user").unwrap_or_else(nothing);
    let password = fields.template("password").unwrap_or_else(nothing);
    let connections_max = fields.count("connections_max").filter(|count| *count > 0);
    let wait_max = fields.parsed("wait_max", |word| match word {
        "forever" => Ok(None),
        time => units::duration(time).map(Some).map_err(|e| e.to_string()),
    });
    let autocommit = fields.flag("autocommit").unwrap_or(true);
    let isolation = fields.parsed("isolation", |word| ISOLATIONS.read(word));
    let init = fields
        .optional("init")
        .map(|n| n.items().iter().filter_map(|item| template_of(item, "init", fields.problems)).collect());
    fields.finish();
    let name = name?;
    if context.databases.contains(&name) {
        problems.error(node.line, "name", format!("there is another database `{name}`"));
    }
    // Known even when something else is wrong with it: steps that use it are not to blame.
    context.databases.push(name.clone());
    Some(Database {
        name,
        url: url?,
        user,
        password,
        connections_max,
        wait_max: wait_max.unwrap_or(Some(WAIT_MAX)),
        autocommit,
        isolation,
        init: init.unwrap_or_default(),
    })
}

fn read_url(node: &Node, context: &mut Context, problems: &mut Problems) -> Option<Template> {
    let url = template_of(node, "url", problems)?;
    // What is only known when the plan runs is looked at then.
    if let Ok(known) = context.evaluation.known_text(&url.source())
        && let Err(reason) = JdbcUrl::parse(&known)
    {
        problems.error(node.line, "url", reason).hint = Some(
            "write `jdbc:mysql://host:port/database`, `jdbc:mariadb://…` or `jdbc:postgresql://…`".to_owned(),
        );
        return None;
    }
    Some(url)
}

pub fn read_step(node: &Node, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &shapes::SQL, problems);
    let database = read_database(&mut fields, context);
    let statement = read_statement(&mut fields);
    let label = fields.template("label");
    let is_counted = fields.flag("counted").unwrap_or(true);
    let query_timeout = fields.template("query_timeout_s");
    let rows_max = fields.template("rows_max");
    let variables = fields.optional("variables").map(|n| {
        n.items().iter().filter_map(|item| scalar(item, "variables", fields.problems)).collect::<Vec<_>>()
    });
    let result_variable = fields.text("result_variable");
    let think = pause::read_all(&mut fields, context.timers);
    let extractors = extract::read_all(&mut fields);
    let checks = check::read_all(&mut fields);
    fields.finish();
    let (database, statement) = (database?, statement?);
    let name = context.databases.get(database).map(String::as_str).unwrap_or_default();
    let label = is_counted.then(|| label.unwrap_or_else(|| default_label(name, &statement)));
    Some(Step::Sql(Box::new(SqlStep {
        label,
        database,
        statement,
        query_timeout,
        rows_max,
        variables: variables.unwrap_or_default(),
        result_variable,
        think,
        extractors,
        checks,
    })))
}

/// The first one when nothing is said.
fn read_database(fields: &mut Fields, context: &Context) -> Option<usize> {
    let line = fields.line();
    let name = fields.text("database");
    let found = match &name {
        None => (!context.databases.is_empty()).then_some(0),
        Some(name) => context.databases.iter().position(|known| known == name),
    };
    if found.is_none() {
        let message = match &name {
            Some(name) => format!("there is no database `{name}`"),
            None => "there is no database".to_owned(),
        };
        let meant = name.and_then(|name| closest(&name, context.databases.iter().map(String::as_str)));
        fields.problems.error(line, "sql", message).hint = Some(match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "list it under `databases:` with its name and URL".to_owned(),
        });
    }
    found
}

fn read_statement(fields: &mut Fields) -> Option<SqlStatement> {
    let before = fields.problems.found.len();
    let nothing = || Template::literal("");
    let arguments = fields.template("arguments");
    let types = fields.template("types");
    let is_prepared = fields.flag("prepared").unwrap_or(arguments.is_some() || types.is_some());
    let prepared = |sql: Template| PreparedStatement {
        sql,
        arguments: arguments.clone().unwrap_or_else(nothing),
        types: types.clone().unwrap_or_else(nothing),
    };
    let select = fields.template("select").map(|sql| match is_prepared {
        true => SqlStatement::PreparedSelect(prepared(sql)),
        false => SqlStatement::Select(sql),
    });
    let update = fields.template("update").map(|sql| match is_prepared {
        true => SqlStatement::PreparedUpdate(prepared(sql)),
        false => SqlStatement::Update(sql),
    });
    let call = fields.template("call").map(|sql| SqlStatement::Call(prepared(sql)));
    let commit = fields.flag("commit").filter(|on| *on).map(|_| SqlStatement::Commit);
    let rollback = fields.flag("rollback").filter(|on| *on).map(|_| SqlStatement::Rollback);
    let autocommit = fields.flag("autocommit").map(SqlStatement::Autocommit);
    let mut found = [select, update, call, commit, rollback, autocommit].into_iter().flatten();
    let statement = found.next();
    let is_one = statement.is_some() && found.next().is_none();
    if !is_one && fields.problems.found.len() == before {
        fields.problems.error(fields.line(), "sql", "exactly one statement is needed").hint =
            Some("one of select, update, call, commit, rollback, autocommit".to_owned());
    }
    statement.filter(|_| is_one)
}

fn word(statement: &SqlStatement) -> &'static str {
    match statement {
        SqlStatement::Select(_) | SqlStatement::PreparedSelect(_) => "select",
        SqlStatement::Update(_) | SqlStatement::PreparedUpdate(_) => "update",
        SqlStatement::Call(_) => "call",
        SqlStatement::Commit => "commit",
        SqlStatement::Rollback => "rollback",
        SqlStatement::Autocommit(_) => "autocommit",
    }
}

fn default_label(database: &str, statement: &SqlStatement) -> Template {
    Template::literal(format!("{database} {}", word(statement)))
}

pub fn push(entries: &mut Entries, plan: &Plan) {
    push_list(entries, "databases", plan.databases.iter().map(write_one).collect());
}

fn write_one(database: &Database) -> Node {
    let mut entries = vec![("name", text(database.name.as_str())), ("url", text(database.url.source()))];
    for (key, value) in [("user", &database.user), ("password", &database.password)] {
        entries.extend((!value.is_empty()).then(|| (key, text(value.source()))));
    }
    entries.extend(database.connections_max.map(|count| ("connections_max", text(count.to_string()))));
    match database.wait_max {
        Some(WAIT_MAX) => {}
        Some(time) => entries.push(("wait_max", duration(time))),
        None => entries.push(("wait_max", text("forever"))),
    }
    if !database.autocommit {
        entries.push(("autocommit", text("false")));
    }
    let isolation = database.isolation.and_then(|isolation| ISOLATIONS.write(&isolation));
    entries.extend(isolation.map(|word| ("isolation", text(word))));
    push_list(&mut entries, "init", database.init.iter().map(|sql| text(sql.source())).collect());
    map(entries)
}

pub fn write_step(step: &SqlStep, plan: &Plan) -> Node {
    let mut entries = Vec::new();
    let key = word(&step.statement);
    match &step.statement {
        SqlStatement::Select(sql) | SqlStatement::Update(sql) => entries.push((key, text(sql.source()))),
        SqlStatement::PreparedSelect(p) | SqlStatement::PreparedUpdate(p) => {
            push_prepared(&mut entries, key, p);
            push_flag(&mut entries, "prepared", p.arguments.is_empty() && p.types.is_empty());
        }
        SqlStatement::Call(p) => push_prepared(&mut entries, key, p),
        SqlStatement::Commit | SqlStatement::Rollback => entries.push((key, text("true"))),
        SqlStatement::Autocommit(on) => entries.push((key, text(on.to_string()))),
    }
    let name = plan.databases.get(step.database).map(|d| d.name.as_str()).unwrap_or_default();
    if step.database > 0 {
        entries.push(("database", text(name)));
    }
    match &step.label {
        None => entries.push(("counted", text("false"))),
        Some(label) if *label == default_label(name, &step.statement) => {}
        Some(label) => entries.push(("label", text(label.source()))),
    }
    let limits = [("query_timeout_s", &step.query_timeout), ("rows_max", &step.rows_max)];
    for (key, value) in limits {
        entries.extend(value.as_ref().map(|value| (key, text(value.source()))));
    }
    if !step.variables.is_empty() {
        let names = step.variables.iter().map(|name| text(name.as_str()));
        entries.push(("variables", list(names.collect())));
    }
    entries.extend(step.result_variable.as_ref().map(|name| ("result_variable", text(name.as_str()))));
    push_list(&mut entries, "think", step.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", step.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", step.checks.iter().map(check::write).collect());
    map(vec![("sql", map(entries))])
}

fn push_prepared(entries: &mut Entries, key: &'static str, prepared: &PreparedStatement) {
    entries.push((key, text(prepared.sql.source())));
    for (key, value) in [("arguments", &prepared.arguments), ("types", &prepared.types)] {
        entries.extend((!value.is_empty()).then(|| (key, text(value.source()))));
    }
}
