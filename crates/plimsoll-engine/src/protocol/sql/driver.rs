//! Steps that ask a database.

use crate::extract::Answer;
use crate::program::{Compiled, Text};
use crate::protocol::sql;
use crate::protocol::sql::{Ask, Asker, Reply, ResultTable, SqlCall, SqlFailure, SqlWork};
use crate::protocol::state::InFlight;
use crate::scope::UserScope;
use crate::user::{User, UserActivity};
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use crate::worker::sample::{PlainEnd, SampleEnd};
use plimsoll_plan::plan::{SqlStatement, SqlStep};
use plimsoll_run::TransactionKind;
use std::rc::Rc;
use std::time::Duration;

/// Longest text of a failure that is kept.
const DETAIL_MAX: usize = 160;

impl Worker {
    pub fn begin_sql(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let step = &program.samplers.sql_steps[number as usize];
        let now_us = self.context.now_us();
        let serial = self.io.next_serial();
        let is_counted = step.label.is_some();
        let call = SqlCall {
            step: number,
            serial,
            intended_us: if is_counted { user.take_intended() } else { None },
            sent: String::new(),
        };
        let texts = StatementTexts::of(&step.statement, &mut self.context.scope(&mut user.data));
        let is_looked_at = !step.checks.is_empty() || !step.extractors.is_empty();
        let mut sent = if is_looked_at { texts.shown(&step.statement) } else { String::new() };
        let work = work(&step.statement, texts);
        if let Ok(work) = work.as_ref()
            && !is_looked_at
            && self.recording.recorder.exchanges.is_on()
        {
            sent = work.shown();
        }
        let call = SqlCall { sent, ..call };
        let mut whole = |text: &Option<Text>| -> Option<u64> {
            let text = text.as_ref()?.to_text(&mut self.context.scope(&mut user.data));
            text.trim().parse().ok()
        };
        // 0 is no limit of time, and no rows.
        let timeout = whole(&step.query_timeout).filter(|seconds| *seconds > 0).map(Duration::from_secs);
        let rows_max = whole(&step.rows_max).map(|rows| rows as usize);
        user.in_flight = InFlight::Sql(call);
        user.timing.activity = UserActivity::Exchanging;
        let work = match work {
            Ok(work) => work,
            Err(failure) => return self.end_sql(index, user, &reply_at(now_us, failure)),
        };
        if user.clients.asker == 0 {
            user.clients.asker = serial;
        }
        let asker = Asker { worker: self.context.number, user: user.clients.asker };
        let ask = Ask { asker, index, serial, database: step.database as u32, work, timeout, rows_max };
        if self.io.databases.as_ref().is_some_and(|client| client.ask(ask)) {
            return Flow::Wait;
        }
        let failure = SqlFailure::unusable("000", "the thread that asks databases has ended");
        self.end_sql(index, user, &reply_at(now_us, failure))
    }

    /// Databases have answered.
    pub fn sql_event(&mut self) {
        let answered = self.io.databases.as_ref().map(sql::DatabaseClient::answered).unwrap_or_default();
        for reply in answered {
            self.with_user(reply.index, |worker, index, user| {
                let waits = matches!(&user.in_flight, InFlight::Sql(call) if call.serial == reply.serial);
                // A user that was ended meanwhile waits no more.
                if waits {
                    let flow = worker.end_sql(index, user, &reply);
                    worker.resume(index, user, flow);
                }
            });
            self.fire_arrivals();
        }
    }

    /// Closes what the user has of its own.
    pub fn leave_databases(&mut self, user: &mut User) {
        let asker = Asker { worker: self.context.number, user: std::mem::take(&mut user.clients.asker) };
        if let Some(client) = self.io.databases.as_ref().filter(|_| asker.user != 0) {
            client.leave(asker);
        }
    }

    fn end_sql(&mut self, index: u32, user: &mut User, reply: &Reply) -> Flow {
        let program = Rc::clone(&self.context.program);
        let InFlight::Sql(mut call) = std::mem::take(&mut user.in_flight) else { return Flow::Wait };
        let step = &program.samplers.sql_steps[call.step as usize];
        if let Some(took_us) = reply.connect_us {
            self.io.connects += 1;
            self.recording.recorder.connected(took_us);
        }
        let (code, message, body, failure, is_unsent) = match &reply.outcome {
            Ok(outcome) => {
                if let Some(table) = &outcome.table {
                    set_variables(step, table, &mut self.context.scope(&mut user.data));
                }
                ("200".to_owned(), "OK".to_owned(), outcome.text.clone(), None, false)
            }
            Err(SqlFailure { kind, code, message, is_broken }) => {
                let detail = cut(format!("{code} {message}"));
                (code.clone(), message.clone(), message.clone(), Some((*kind, detail)), *is_broken)
            }
        };
        let asked = std::mem::take(&mut call.sent);
        let label = step.label.as_ref();
        let label = label.map(|label| self.label(user, label, TransactionKind::Request));
        let end = SampleEnd {
            label,
            extractors: &step.extractors,
            checks: &step.checks,
            intended_us: call.intended_us,
            started_us: reply.started_us,
            first_byte_us: reply.first_byte_us,
            ended_us: reply.ended_us,
            // JMeter counts the text that it shows, and nothing that is sent.
            bytes_received: body.len() as u64,
            failure,
            is_unsent,
            ..SampleEnd::default()
        };
        let answer = Answer::of_text(&code, &message, body, asked);
        let ended = PlainEnd {
            answer,
            code,
            message,
            connect_us: reply.connect_us,
            logged_bytes: None,
            forgives_all: true,
        };
        self.end_sample(index, user, end, ended)
    }
}

/// A statement that was never asked.
fn reply_at(now_us: u64, failure: SqlFailure) -> Reply {
    Reply {
        index: 0,
        serial: 0,
        started_us: now_us,
        connect_us: None,
        first_byte_us: None,
        ended_us: now_us,
        outcome: Err(failure),
    }
}

/// What a statement's templates gave, once: a function may give something else the next time.
#[derive(Default)]
struct StatementTexts {
    sql: String,
    arguments: String,
    types: String,
}

impl StatementTexts {
    fn of(statement: &SqlStatement<Compiled>, scope: &mut UserScope<'_>) -> Self {
        match statement {
            SqlStatement::Select(text) | SqlStatement::Update(text) => {
                StatementTexts { sql: text.to_text(scope), ..StatementTexts::default() }
            }
            SqlStatement::PreparedSelect(p) | SqlStatement::PreparedUpdate(p) | SqlStatement::Call(p) => {
                let (arguments, types) = (p.arguments.to_text(scope), p.types.to_text(scope));
                StatementTexts { arguments, types, sql: p.sql.to_text(scope) }
            }
            SqlStatement::Commit | SqlStatement::Rollback | SqlStatement::Autocommit(_) => {
                StatementTexts::default()
            }
        }
    }

    /// The statement as checks of the request see it (AbstractJDBCTestElement.toString).
    fn shown(&self, statement: &SqlStatement<Compiled>) -> String {
        let kind = match statement {
            SqlStatement::Select(_) => "Select Statement",
            SqlStatement::Update(_) => "Update Statement",
            SqlStatement::PreparedSelect(_) => "Prepared Select Statement",
            SqlStatement::PreparedUpdate(_) => "Prepared Update Statement",
            SqlStatement::Call(_) => "Callable Statement",
            SqlStatement::Commit => "Commit",
            SqlStatement::Rollback => "Rollback",
            SqlStatement::Autocommit(true) => "AutoCommit(true)",
            SqlStatement::Autocommit(false) => "AutoCommit(false)",
        };
        format!("[{kind}] {}\n{}\n{}", self.sql, self.arguments, self.types)
    }
}

fn work(statement: &SqlStatement<Compiled>, texts: StatementTexts) -> Result<SqlWork, SqlFailure> {
    let StatementTexts { sql, arguments, types } = texts;
    let bound = |sql: String| -> Result<sql::BoundStatement, SqlFailure> {
        Ok(sql::BoundStatement { sql, arguments: sql::arguments(&arguments, &types)? })
    };
    Ok(match statement {
        SqlStatement::PreparedSelect(_) => SqlWork::PreparedSelect(bound(sql)?),
        SqlStatement::PreparedUpdate(_) => SqlWork::PreparedUpdate(bound(sql)?),
        SqlStatement::Call(_) => SqlWork::Call(bound(sql)?),
        SqlStatement::Select(_) => SqlWork::Select(sql),
        SqlStatement::Update(_) => SqlWork::Update(sql),
        SqlStatement::Commit => SqlWork::Commit,
        SqlStatement::Rollback => SqlWork::Rollback,
        SqlStatement::Autocommit(on) => SqlWork::Autocommit(*on),
    })
}

/// With a mark where it was cut: secrets are looked for there.
fn cut(mut detail: String) -> String {
    if let Some((end, _)) = detail.char_indices().nth(DETAIL_MAX) {
        detail.replace_range(end.., "…");
    }
    detail
}

/// `name_1` and so on by column, `name_#`; what is left of a longer result is removed.
fn set_variables(step: &SqlStep<Compiled>, table: &ResultTable, scope: &mut UserScope<'_>) {
    let slots = &scope.program.slots;
    for (column, name) in step.variables.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        for (row, values) in table.rows.iter().enumerate() {
            let Some(value) = values.get(column) else { continue };
            let numbered = format!("{name}_{}", row + 1);
            match value {
                Some(value) => scope.user.variables.set_named(slots, &numbered, value),
                None => scope.user.variables.remove_named(slots, &numbered),
            }
        }
        let counted = format!("{name}_#");
        let before =
            scope.user.variables.get_named(slots, &counted).and_then(|count| count.parse::<usize>().ok());
        for row in table.rows.len() + 1..=before.unwrap_or(0) {
            scope.user.variables.remove_named(slots, &format!("{name}_{row}"));
        }
        scope.user.variables.set_named(slots, &counted, &table.rows.len().to_string());
    }
    if let Some(name) = &step.result_variable {
        scope.user.variables.set_named(slots, name, &table.to_list());
    }
}
