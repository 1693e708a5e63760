//! Steps that are one question and one answer: SQL and TCP, compiled.

use super::answer::{Check, Extractor, check, extractor};
use super::compile::Compiler;
use super::instruction::{Instruction, Label};
use super::slots::Text;
use crate::error::EngineError;
use plimsoll_plan::plan::{self, Framing};
use plimsoll_run::TransactionKind;

/// What the two have in common.
#[derive(Clone, Debug)]
pub struct Judging {
    /// `None`: not counted.
    pub label: Option<Label>,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug)]
pub struct SqlStep {
    pub database: u32,
    pub statement: Statement,
    pub query_timeout: Option<Text>,
    pub rows_max: Option<Text>,
    pub variables: Vec<String>,
    pub result_variable: Option<String>,
    pub judging: Judging,
}

/// See `plimsoll_plan::plan::Statement`.
#[derive(Clone, Debug)]
pub enum Statement {
    Select(Text),
    Update(Text),
    PreparedSelect(Prepared),
    PreparedUpdate(Prepared),
    Call(Prepared),
    Commit,
    Rollback,
    Autocommit(bool),
}

#[derive(Clone, Debug)]
pub struct Prepared {
    pub sql: Text,
    pub arguments: Text,
    pub types: Text,
}

#[derive(Clone, Debug)]
pub struct TcpStep {
    pub host: Text,
    pub port: Text,
    pub framing: Framing,
    pub send: Text,
    pub reuse_connection: bool,
    pub close_connection: bool,
    pub no_delay: bool,
    pub linger_s: Option<u16>,
    pub connect_timeout_us: Option<u64>,
    pub response_timeout_us: Option<u64>,
    pub judging: Judging,
}

impl Compiler<'_> {
    pub(super) fn sql_step(&mut self, step: &plan::SqlStep) -> Result<(), EngineError> {
        let judging = self.judging(step.label.as_ref(), &step.think, &step.extractors, &step.checks)?;
        let slots = &mut self.program.slots;
        let mut prepared = |prepared: &plan::Prepared| Prepared {
            sql: slots.text(&prepared.sql),
            arguments: slots.text(&prepared.arguments),
            types: slots.text(&prepared.types),
        };
        let statement = match &step.statement {
            plan::Statement::PreparedSelect(p) => Statement::PreparedSelect(prepared(p)),
            plan::Statement::PreparedUpdate(p) => Statement::PreparedUpdate(prepared(p)),
            plan::Statement::Call(p) => Statement::Call(prepared(p)),
            plan::Statement::Select(sql) => Statement::Select(slots.text(sql)),
            plan::Statement::Update(sql) => Statement::Update(slots.text(sql)),
            plan::Statement::Commit => Statement::Commit,
            plan::Statement::Rollback => Statement::Rollback,
            plan::Statement::Autocommit(on) => Statement::Autocommit(*on),
        };
        let mut optional =
            |text: &Option<plimsoll_plan::Template>| text.as_ref().map(|text| slots.text(text));
        let (query_timeout, rows_max) = (optional(&step.query_timeout), optional(&step.rows_max));
        self.program.sql_steps.push(SqlStep {
            database: step.database as u32,
            statement,
            query_timeout,
            rows_max,
            variables: step.variables.clone(),
            result_variable: step.result_variable.clone(),
            judging,
        });
        self.emit(Instruction::Sql(self.program.sql_steps.len() as u32 - 1));
        Ok(())
    }

    pub(super) fn tcp_step(&mut self, step: &plan::TcpStep) -> Result<(), EngineError> {
        let judging = self.judging(Some(&step.label), &step.think, &step.extractors, &step.checks)?;
        let slots = &mut self.program.slots;
        let (host, port, send) = (slots.text(&step.host), slots.text(&step.port), slots.text(&step.send));
        let micros = |time: Option<std::time::Duration>| time.map(|time| time.as_micros() as u64);
        self.program.tcp_steps.push(TcpStep {
            host,
            port,
            framing: step.framing,
            send,
            reuse_connection: step.reuse_connection,
            close_connection: step.close_connection,
            no_delay: step.no_delay,
            linger_s: step.linger_s,
            connect_timeout_us: micros(step.connect_timeout),
            response_timeout_us: micros(step.response_timeout),
            judging,
        });
        self.emit(Instruction::Tcp(self.program.tcp_steps.len() as u32 - 1));
        Ok(())
    }

    fn judging(
        &mut self,
        label: Option<&plimsoll_plan::Template>,
        think: &[plan::Pause],
        extractors: &[plan::Extractor],
        checks: &[plan::Check],
    ) -> Result<Judging, EngineError> {
        self.pauses(think);
        let context = label.map(plimsoll_plan::Template::source).unwrap_or_default();
        let label = label.map(|label| self.label(label, TransactionKind::Request));
        let slots = &mut self.program.slots;
        Ok(Judging {
            label,
            extractors: extractors.iter().map(|e| extractor(e, slots, &context)).collect::<Result<_, _>>()?,
            checks: checks.iter().map(|c| check(c, slots, &context)).collect::<Result<_, _>>()?,
        })
    }
}
