//! Steps to instructions.

use super::constants::Constants;
use super::instruction::{Condition, Group, Instruction, Label};
use super::nesting::Nesting;
use super::pause::Timer;
use super::request::compile_request;
use super::slots::Slots;
use super::{Counter, Jar, Program, RandomNumber, Scenario};
use crate::error::EngineError;
use crate::labels::Labels;
use crate::protocol::http::cache::CacheRules;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{self, Plan, Step};
use plimsoll_run::TransactionKind;
use std::collections::BTreeMap;

/// Compiles all scenarios. `data_variables` are the names that data files give, which the plan may not
/// mention itself.
pub fn compile(plan: &Plan, data_variables: &[String], constants: Constants) -> Result<Program, EngineError> {
    let mut compiler = Compiler {
        plan,
        program: Program {
            origin: plan.origin.clone(),
            scenarios: Vec::new(),
            sees_answers: constants.sees_answers,
            slots: Slots::with_constants(constants),
            labels: Labels::default(),
            requests: Vec::new(),
            channel_steps: Vec::new(),
            sql_steps: Vec::new(),
            tcp_steps: Vec::new(),
            local_samples: Vec::new(),
            channels: Vec::new(),
            timers: Vec::new(),
            counters: Vec::new(),
            random_numbers: Vec::new(),
            for_eachs: Vec::new(),
            shares: Vec::new(),
            has_locks: false,
            jars: Vec::new(),
            caches: plan.caches.iter().map(cache_rules).collect(),
            hosts: plan.hosts.iter().map(|(name, to)| (name.to_lowercase(), to.clone())).collect(),
            names: plan.names,
            sites: 0,
            data_sets: plan.data.len(),
            identity: None,
            server_name: plan.tls.server_name.as_deref().map(Into::into),
            http2: plan.http2,
        },
        instructions: Vec::new(),
        registers: 0,
        paces: Vec::new(),
        timer_registers: BTreeMap::new(),
        shuffles: 0,
        nesting: Nesting::default(),
    };
    for name in plan.variables.iter().map(|(name, _)| name).chain(data_variables) {
        compiler.program.slots.slot(name);
    }
    for jar in &plan.cookie_jars {
        let jar = Jar::of(jar, &mut compiler.program.slots);
        compiler.program.jars.push(jar);
    }
    let slots = &mut compiler.program.slots;
    let identity = plan.tls.identity.as_ref().map(|i| (&i.certificate, &i.key));
    // Files with fixed names are read once, for all users.
    let own = identity.filter(|(certificate, key)| certificate.as_literal().and(key.as_literal()).is_none());
    compiler.program.identity = own.map(|(certificate, key)| (slots.text(certificate), slots.text(key)));
    let slots = &mut compiler.program.slots;
    compiler.program.timers = plan.timers.iter().map(|timer| Timer::of(timer, slots)).collect();
    for scenario in &plan.scenarios {
        compiler.scenario(scenario)?;
    }
    let mut program = compiler.program;
    program.sites = program.slots.sites + 1;
    if program.sees_answers {
        for request in &mut program.requests {
            (request.keeps_body, request.keeps_headers) = (true, true);
        }
    }
    Ok(program)
}

pub(super) struct Compiler<'p> {
    pub(super) plan: &'p Plan,
    pub(super) program: Program,
    pub(super) instructions: Vec<Instruction>,
    pub(super) registers: u32,
    paces: Vec<u32>,
    /// Where a user keeps what it knows of a timer.
    timer_registers: BTreeMap<usize, u32>,
    pub(super) shuffles: u32,
    pub(super) nesting: Nesting,
}

/// A jump whose target is not known yet.
pub(super) const OPEN: u32 = u32::MAX;

impl Compiler<'_> {
    fn scenario(&mut self, scenario: &plan::Scenario) -> Result<(), EngineError> {
        self.body(&scenario.steps)?;
        self.emit(Instruction::EndIteration);
        self.nesting = Nesting::default();
        self.timer_registers.clear();
        let before = self.plan.scenarios.iter().take(self.program.scenarios.len());
        let number_in_phase = before.filter(|other| other.phase == scenario.phase).count() + 1;
        self.program.scenarios.push(Scenario {
            name: scenario.name.clone(),
            number_in_phase,
            iterations: scenario.iterations,
            on_error: scenario.on_error,
            new_user_each_iteration: scenario.new_user_each_iteration,
            instructions: std::mem::take(&mut self.instructions),
            registers: std::mem::take(&mut self.registers),
            paces: std::mem::take(&mut self.paces),
            shuffles: std::mem::take(&mut self.shuffles),
        });
        Ok(())
    }

    pub(super) fn emit(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    pub(super) fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    pub(super) fn timer_register(&mut self, timer: usize) -> u32 {
        if let Some(register) = self.timer_registers.get(&timer) {
            return *register;
        }
        let register = self.register();
        self.timer_registers.insert(timer, register);
        register
    }

    pub(super) fn label(&mut self, name: &Template, kind: TransactionKind) -> Label {
        let name = self.program.slots.text(name);
        match name.as_literal() {
            Some(name) => Label::Known(self.program.labels.id(name, kind)),
            None => Label::Made(name),
        }
    }

    pub(super) fn step(&mut self, step: &Step) -> Result<(), EngineError> {
        let slots = &mut self.program.slots;
        match step {
            Step::Request(request) => {
                self.pauses(&request.think);
                let label = self.label(&request.label, TransactionKind::Request);
                let compiled = compile_request(request, label, self.plan, &mut self.program.slots)?;
                self.program.requests.push(compiled);
                self.emit(Instruction::Request(self.program.requests.len() as u32 - 1));
            }
            Step::OpenChannel(open) => self.open_channel(open)?,
            Step::Channel(step) => self.channel_step(step)?,
            Step::Sql(step) => self.sql_step(step)?,
            Step::Tcp(step) => self.tcp_step(step)?,
            Step::Local(sample) => self.local_sample(sample)?,
            Step::Pause(pause) => self.pauses(std::slice::from_ref(pause)),
            Step::Pace(period) => {
                let period = slots.text(period);
                let register = self.register();
                self.paces.push(register);
                self.emit(Instruction::Pace { register, period });
            }
            Step::ReadData(set) => {
                self.emit(Instruction::ReadData(*set as u32));
            }
            Step::Counter(counter) => self.counter(counter),
            Step::RandomNumber(number) => self.random_number(number),
            Step::Script { language, text } => {
                let text = slots.text(&plimsoll_plan::Template::of_script(*language, text.clone()));
                self.emit(Instruction::Evaluate(text));
            }
            Step::Assign { variable, value } => {
                let (slot, value) = (slots.slot(variable), slots.text(value));
                self.emit(Instruction::Assign { slot, value });
            }
            Step::AssignByUser(assign) => {
                let variables = assign.variables.iter().map(|name| slots.text(name)).collect();
                let row =
                    |row: &Vec<Template>, slots: &mut Slots| row.iter().map(|v| slots.text(v)).collect();
                let values = assign.values.iter().map(|values| row(values, slots)).collect();
                self.emit(Instruction::AssignByUser { variables, values });
            }
            Step::Stop(what) => {
                self.emit(Instruction::Stop(*what));
            }
            Step::Leave(what) => self.leave(*what),
            Step::Transaction(group) => self.transaction(group)?,
            nested => self.nested(nested)?,
        }
        Ok(())
    }

    fn transaction(&mut self, group: &plan::Transaction) -> Result<(), EngineError> {
        // Without anything in it JMeter has nothing to perform.
        if group.body.is_empty() {
            return Ok(());
        }
        // JMeter's parent sample is the one that counts, its requests are parts of it.
        let kind = match group.replaces_requests {
            true => TransactionKind::Request,
            false => TransactionKind::Group,
        };
        let label = self.label(&group.name, kind);
        let (include_pauses, replaces_requests) = (group.include_pauses, group.replaces_requests);
        self.emit(Instruction::GroupStart(Group { label, include_pauses, replaces_requests }));
        self.nesting.depth.groups += 1;
        self.separate(&group.body)?;
        // The end of a parent sample is a turn of its own (TransactionSampler).
        if group.replaces_requests {
            self.begin_unit();
        }
        self.nesting.depth.groups -= 1;
        self.emit(Instruction::GroupEnd);
        if group.replaces_requests {
            self.end_unit();
        }
        Ok(())
    }

    fn counter(&mut self, counter: &plan::Counter) {
        let slots = &mut self.program.slots;
        let compiled = Counter {
            slot: slots.slot(&counter.variable),
            start: slots.text(&counter.start),
            increment: slots.text(&counter.increment),
            end: counter.end.as_ref().map(|end| slots.text(end)),
            format: counter.format.clone(),
            per_user: counter.per_user,
            reset_each_iteration: counter.reset_each_iteration,
        };
        self.program.counters.push(compiled);
        self.emit(Instruction::Counter(self.program.counters.len() as u32 - 1));
    }

    fn random_number(&mut self, number: &plan::RandomNumber) {
        let slots = &mut self.program.slots;
        let compiled = RandomNumber {
            slot: slots.slot(&number.variable),
            minimum: slots.text(&number.minimum),
            maximum: slots.text(&number.maximum),
            format: number.format.clone(),
        };
        self.program.random_numbers.push(compiled);
        self.emit(Instruction::RandomNumber(self.program.random_numbers.len() as u32 - 1));
    }
}

fn cache_rules(cache: &plan::AnswerCache) -> CacheRules {
    CacheRules {
        uses_expiry: cache.uses_expiry,
        entries_max: cache.entries_max as usize,
        clear_each_iteration: cache.clear_each_iteration,
        cleared_with_user: cache.cleared_with_user,
    }
}

pub(super) fn compile_condition(condition: &plan::Condition, slots: &mut Slots) -> Condition {
    match condition {
        plan::Condition::IsTrue(text) => Condition::IsTrue(slots.text(text)),
        plan::Condition::IsNotFalse(text) => Condition::IsNotFalse(slots.text(text)),
        plan::Condition::LastSucceeded => Condition::LastSucceeded,
        plan::Condition::Equal(a, b) => Condition::Equal(slots.text(a), slots.text(b)),
        plan::Condition::NotEqual(a, b) => Condition::NotEqual(slots.text(a), slots.text(b)),
    }
}
