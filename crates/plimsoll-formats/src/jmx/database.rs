//! JDBC elements: configurations, samplers, pre- and post-processors.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::scope::Scope;
use plimsoll_plan::jdbc::{Driver, JdbcUrl};
use plimsoll_plan::plan::{Database, Isolation, PreparedStatement, SqlStatement, SqlStep};
use std::time::Duration;

/// JMeter sets them up when the test starts, wherever they stand; the first one of a name stays.
pub fn collect(lowering: &mut Lowering, element: &Element) {
    for child in element.children.iter().filter(|child| child.enabled) {
        if child.kind == "JDBCDataSource" {
            define(lowering, child);
        }
        collect(lowering, child);
    }
}

fn define(lowering: &mut Lowering, element: &Element) {
    let name = lowering.evaluation.known_text(element.text("dataSource").trim()).unwrap_or_default();
    if lowering.databases.iter().any(|(known, _)| *known == name) {
        return lowering
            .leave_out_only(element, format!("the name `{name}` is taken by an element before it"));
    }
    let found = match database(lowering, element, &name) {
        Ok(database) => {
            lowering.plan.databases.push(database);
            Ok(lowering.plan.databases.len() - 1)
        }
        Err(reason) => {
            lowering.leave_out_only(element, reason.clone());
            Err(format!("its database `{name}` is left out: {reason}"))
        }
    };
    lowering.databases.push((name, found));
}

fn database(lowering: &mut Lowering, element: &Element, name: &str) -> ElementResult<Database> {
    if name.is_empty() {
        return Err("it has no name (`Variable Name for created pool`)".to_owned());
    }
    let text = |property: &str| Lowering::template(property, element.text(property).trim());
    let password = Lowering::template("password", element.text("password"))?;
    let url = known(lowering, element, "dbUrl")?;
    let url = JdbcUrl::parse(&url).map_err(|reason| {
        let driver = element.text("driver").trim();
        let driver = if driver.is_empty() { String::new() } else { format!(" (driver {driver})") };
        format!("{reason}{driver}; `--generator jmeter` runs the plan with JMeter's own driver")
    })?;
    if url.needs_tls() {
        return Err("encrypted connections to databases are not supported".to_owned());
    }
    let connections_max = whole(lowering, element, "poolMax", 0)?;
    let wait_ms = whole(lowering, element, "timeout", 10_000)?;
    let init = element.text("initQuery").lines().filter(|line| !line.trim().is_empty());
    let database = Database {
        name: name.to_owned(),
        url: text("dbUrl")?,
        user: text("username")?,
        password,
        connections_max: u32::try_from(connections_max).ok().filter(|count| *count > 0),
        wait_max: u64::try_from(wait_ms).ok().map(Duration::from_millis),
        autocommit: element.flag("autocommit", true),
        isolation: isolation(&known(lowering, element, "transactionIsolation")?)?,
        init: init.map(|line| Lowering::template("initQuery", line)).collect::<ElementResult<_>>()?,
    };
    let differences = differences(element, &url, connections_max > 0);
    lowering.approximate(element, &differences.join("; "));
    Ok(database)
}

fn differences(element: &Element, url: &JdbcUrl, is_shared: bool) -> Vec<String> {
    let mut found = vec!["connections are not encrypted, nor tested while they idle".to_owned()];
    if is_shared {
        found.push("the pool's connections are opened when they are first needed".to_owned());
    }
    if url.hosts.len() > 1 {
        found.push("the hosts are tried in order".to_owned());
    }
    if url.parameter("useServerPrepStmts") == Some("true") && url.driver != Driver::Postgres {
        found.push("arguments are written into the statement, nothing is prepared at the server".to_owned());
    }
    let ignored = url.ignored();
    if !ignored.is_empty() {
        found.push(format!("of the URL, {} has no effect", ignored.join(", ")));
    }
    if !element.text("connectionProperties").trim().is_empty() {
        found.push("the connection properties have no effect".to_owned());
    }
    found
}

fn known(lowering: &mut Lowering, element: &Element, property: &str) -> ElementResult<String> {
    let text = lowering.evaluation.known_text(element.text(property).trim());
    text.map(|text| text.trim().to_owned()).map_err(|reason| format!("{property}: {reason}"))
}

fn whole(lowering: &mut Lowering, element: &Element, property: &str, default: i64) -> ElementResult<i64> {
    match known(lowering, element, property)?.as_str() {
        "" => Ok(default),
        text => text.parse().map_err(|_| format!("{property}: `{text}` is not a whole number")),
    }
}

/// Names and numbers of `java.sql.Connection`.
fn isolation(text: &str) -> ElementResult<Option<Isolation>> {
    Ok(match text {
        "" | "DEFAULT" | "NONE" | "TRANSACTION_NONE" => None,
        "TRANSACTION_READ_UNCOMMITTED" | "1" => Some(Isolation::ReadUncommitted),
        "TRANSACTION_READ_COMMITTED" | "2" => Some(Isolation::ReadCommitted),
        "TRANSACTION_REPEATABLE_READ" | "4" => Some(Isolation::RepeatableRead),
        "TRANSACTION_SERIALIZABLE" | "8" => Some(Isolation::Serializable),
        other => return Err(format!("transactionIsolation: `{other}` is not known")),
    })
}

/// A sampler, whose samples are counted.
pub fn sampler(lowering: &mut Lowering, element: &Element, scope: &Scope) -> ElementResult<SqlStep> {
    let step = processor(lowering, element)?;
    Ok(SqlStep {
        label: Some(Lowering::template("testname", &element.name)?),
        think: scope.timers(),
        extractors: scope.extractors(),
        checks: scope.checks(),
        ..step
    })
}

/// A pre- or post-processor: the same without a sample.
pub fn processor(lowering: &mut Lowering, element: &Element) -> ElementResult<SqlStep> {
    let name = known(lowering, element, "dataSource")?;
    let database = match lowering.databases.iter().find(|(known, _)| *known == name) {
        Some((_, found)) => found.clone()?,
        None => return Err(format!("there is no JDBC Connection Configuration `{name}`")),
    };
    let statement = statement(element)?;
    let names = known(lowering, element, "variableNames")?;
    let variables: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
    let result = known(lowering, element, "resultVariable")?;
    let mut differences: Vec<&str> = Vec::new();
    let has_rows = matches!(
        statement,
        SqlStatement::Select(_) | SqlStatement::PreparedSelect(_) | SqlStatement::Call(_)
    );
    if has_rows {
        differences.push("values of unusual types are printed as the database prints them");
    }
    if !result.is_empty() {
        differences.push("the result variable holds the rows as text, not as an object");
    }
    if !differences.is_empty() {
        lowering.approximate(element, &differences.join("; "));
    }
    let optional = |property: &str| {
        let text = Lowering::template(property, element.text(property).trim())?;
        ElementResult::Ok((!text.is_empty()).then_some(text))
    };
    Ok(SqlStep {
        label: None,
        database,
        statement,
        query_timeout: optional("queryTimeout")?,
        rows_max: optional("resultSetMaxRows")?,
        variables: if names.is_empty() { Vec::new() } else { variables },
        result_variable: (!result.is_empty()).then_some(result),
        think: Vec::new(),
        extractors: Vec::new(),
        checks: Vec::new(),
    })
}

/// The words of AbstractJDBCTestElement.
fn statement(element: &Element) -> ElementResult<SqlStatement> {
    let sql = || Lowering::template("query", element.text("query"));
    let prepared = || -> ElementResult<PreparedStatement> {
        let types = element.text("queryArgumentsTypes").trim();
        let goes_out = |kind: &str| {
            let way = kind.trim().split(' ').next().unwrap_or_default();
            way.eq_ignore_ascii_case("out") || way.eq_ignore_ascii_case("inout")
        };
        if types.split(',').any(goes_out) {
            return Err("arguments that come out (OUT, INOUT) are not supported".to_owned());
        }
        Ok(PreparedStatement {
            sql: sql()?,
            arguments: Lowering::template("queryArguments", element.text("queryArguments"))?,
            types: Lowering::template("queryArgumentsTypes", types)?,
        })
    };
    Ok(match element.text("queryType").trim() {
        "" | "Select Statement" => SqlStatement::Select(sql()?),
        "Update Statement" => SqlStatement::Update(sql()?),
        "Prepared Select Statement" => SqlStatement::PreparedSelect(prepared()?),
        "Prepared Update Statement" => SqlStatement::PreparedUpdate(prepared()?),
        "Callable Statement" => SqlStatement::Call(prepared()?),
        "Commit" => SqlStatement::Commit,
        "Rollback" => SqlStatement::Rollback,
        "AutoCommit(false)" => SqlStatement::Autocommit(false),
        "AutoCommit(true)" => SqlStatement::Autocommit(true),
        other => return Err(format!("queryType: `{other}` is not known")),
    })
}
