//! Steps that ask a database.

use super::Worker;
use super::interpreter::Flow;
use super::sample::{End, PlainEnd};
use crate::extract::Answer;
use crate::program::{Compiled, Text};
use crate::scope::UserScope;
use crate::sql::{self, Ask, Asker, Reply, SqlFailure, Table, Work};
use crate::user::{Activity, InFlight, SqlCall, User};
use plimsoll_plan::plan::{PreparedStatement, SqlStatement, SqlStep};
use plimsoll_run::TransactionKind;
use std::rc::Rc;
use std::time::Duration;

/// Longest text of a failure that is kept.
const DETAIL_MAX: usize = 160;

impl Worker {
    pub(super) fn begin_sql(&mut self, index: u32, user: &mut User, number: u32) -> Flow {
        let program = Rc::clone(&self.context.program);
        let step = &program.sql_steps[number as usize];
        let now_us = self.context.now_us();
        let serial = self.io.next_serial();
        let is_counted = step.label.is_some();
        let call = SqlCall {
            step: number,
            serial,
            intended_us: if is_counted { user.take_intended() } else { None },
        };
        let work = work(&step.statement, &mut self.context.scope(&mut user.data));
        let mut whole = |text: &Option<Text>| -> Option<u64> {
            let text = text.as_ref()?.to_text(&mut self.context.scope(&mut user.data));
            text.trim().parse().ok()
        };
        // 0 is no limit of time, and no rows.
        let timeout = whole(&step.query_timeout).filter(|seconds| *seconds > 0).map(Duration::from_secs);
        let rows_max = whole(&step.rows_max).map(|rows| rows as usize);
        user.in_flight = InFlight::Sql(call);
        user.timing.activity = Activity::Exchanging;
        let work = match work {
            Ok(work) => work,
            Err(failure) => return self.end_sql(index, user, &reply_at(now_us, failure)),
        };
        if user.asker == 0 {
            user.asker = serial;
        }
        let asker = Asker { worker: self.context.number, user: user.asker };
        let ask = Ask { asker, index, serial, database: step.database as u32, work, timeout, rows_max };
        if self.io.databases.as_ref().is_some_and(|desk| desk.ask(ask)) {
            return Flow::Wait;
        }
        let failure = SqlFailure::unusable("000", "the thread that asks databases has ended");
        self.end_sql(index, user, &reply_at(now_us, failure))
    }

    /// Databases have answered.
    pub(super) fn sql_event(&mut self) {
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
    pub(super) fn leave_databases(&mut self, user: &mut User) {
        let asker = Asker { worker: self.context.number, user: std::mem::take(&mut user.asker) };
        if let Some(desk) = self.io.databases.as_ref().filter(|_| asker.user != 0) {
            desk.leave(asker);
        }
    }

    fn end_sql(&mut self, index: u32, user: &mut User, reply: &Reply) -> Flow {
        let program = Rc::clone(&self.context.program);
        let InFlight::Sql(call) = std::mem::take(&mut user.in_flight) else { return Flow::Wait };
        let step = &program.sql_steps[call.step as usize];
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
                let detail: String = format!("{code} {message}").chars().take(DETAIL_MAX).collect();
                (code.clone(), message.clone(), message.clone(), Some((*kind, detail)), *is_broken)
            }
        };
        let is_looked_at = !step.checks.is_empty() || !step.extractors.is_empty();
        let asked = match is_looked_at {
            true => shown(&step.statement, &mut self.context.scope(&mut user.data)),
            false => String::new(),
        };
        let label = step.label.as_ref();
        let label = label.map(|label| self.label(user, label, TransactionKind::Request));
        let end = End {
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
            ..End::default()
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

fn work(statement: &SqlStatement<Compiled>, scope: &mut UserScope<'_>) -> Result<Work, SqlFailure> {
    let mut prepared = |prepared: &PreparedStatement<Compiled>| -> Result<sql::Prepared, SqlFailure> {
        let (values, types) = (prepared.arguments.to_text(scope), prepared.types.to_text(scope));
        let arguments = sql::arguments(&values, &types)?;
        Ok(sql::Prepared { sql: prepared.sql.to_text(scope), arguments })
    };
    Ok(match statement {
        SqlStatement::PreparedSelect(p) => Work::PreparedSelect(prepared(p)?),
        SqlStatement::PreparedUpdate(p) => Work::PreparedUpdate(prepared(p)?),
        SqlStatement::Call(p) => Work::Call(prepared(p)?),
        SqlStatement::Select(text) => Work::Select(text.to_text(scope)),
        SqlStatement::Update(text) => Work::Update(text.to_text(scope)),
        SqlStatement::Commit => Work::Commit,
        SqlStatement::Rollback => Work::Rollback,
        SqlStatement::Autocommit(on) => Work::Autocommit(*on),
    })
}

/// The statement as checks of the request see it (AbstractJDBCTestElement.toString).
fn shown(statement: &SqlStatement<Compiled>, scope: &mut UserScope<'_>) -> String {
    let (kind, texts) = match statement {
        SqlStatement::Select(text) => ("Select Statement", vec![text]),
        SqlStatement::Update(text) => ("Update Statement", vec![text]),
        SqlStatement::PreparedSelect(p) => {
            ("Prepared Select Statement", vec![&p.sql, &p.arguments, &p.types])
        }
        SqlStatement::PreparedUpdate(p) => {
            ("Prepared Update Statement", vec![&p.sql, &p.arguments, &p.types])
        }
        SqlStatement::Call(p) => ("Callable Statement", vec![&p.sql, &p.arguments, &p.types]),
        SqlStatement::Commit => ("Commit", vec![]),
        SqlStatement::Rollback => ("Rollback", vec![]),
        SqlStatement::Autocommit(true) => ("AutoCommit(true)", vec![]),
        SqlStatement::Autocommit(false) => ("AutoCommit(false)", vec![]),
    };
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_text(scope)).collect();
    let part = |i: usize| texts.get(i).map(String::as_str).unwrap_or_default();
    format!("[{kind}] {}\n{}\n{}", part(0), part(1), part(2))
}

/// `name_1` and so on by column, `name_#`; what is left of a longer result is removed.
fn set_variables(step: &SqlStep<Compiled>, table: &Table, scope: &mut UserScope<'_>) {
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
