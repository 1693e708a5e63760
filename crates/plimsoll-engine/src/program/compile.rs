//! Steps to instructions.

use super::compiler::Compiler;
use super::constants::Constants;
use super::instruction::Instruction;
use super::nesting::Nesting;
use super::samplers::Samplers;
use super::slots::Slots;
use super::{CompiledScenario, Program};
use crate::error::EngineError;
use crate::labels::Labels;
use crate::protocol::http::cache::CacheRules;
use plimsoll_plan::plan;
use plimsoll_plan::plan::{Plan, Step, TextMap, Transaction};
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
            slots: Slots::of_plan(constants, &plan.secrets),
            labels: Labels::default(),
            samplers: Samplers::default(),
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
            tolerated: Vec::new(),
        },
        problems: Vec::new(),
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
    compiler.program.jars = plan.cookie_jars.iter().map(|jar| jar.map_texts(&mut compiler.texts())).collect();
    let slots = &mut compiler.program.slots;
    let identity = plan.tls.identity.as_ref().map(|i| (&i.certificate, &i.key));
    // Files with fixed names are read once, for all users.
    let own = identity.filter(|(certificate, key)| certificate.as_literal().and(key.as_literal()).is_none());
    compiler.program.identity = own.map(|(certificate, key)| (slots.text(certificate), slots.text(key)));
    compiler.program.timers =
        plan.timers.iter().map(|timer| timer.map_texts(&mut compiler.texts())).collect();
    plan.scenarios.iter().for_each(|scenario| compiler.scenario(scenario));
    if compiler.problems.iter().any(|problem| !problem.is_tolerated) {
        return Err(EngineError::Patterns(compiler.problems));
    }
    let mut program = compiler.program;
    program.tolerated = compiler.problems;
    program.sites = program.slots.sites + 1;
    if program.sees_answers {
        for request in &mut program.samplers.requests {
            (request.keeps_body, request.keeps_headers) = (true, true);
        }
    }
    Ok(program)
}

impl Compiler<'_> {
    fn scenario(&mut self, scenario: &plan::Scenario) {
        self.body(&scenario.steps);
        self.emit(Instruction::EndIteration);
        self.nesting = Nesting::default();
        self.timer_registers.clear();
        let before = self.plan.scenarios.iter().take(self.program.scenarios.len());
        let number_in_phase = before.filter(|other| other.phase == scenario.phase).count() + 1;
        self.program.scenarios.push(CompiledScenario {
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
    }

    pub(super) fn step(&mut self, step: &Step) {
        match step {
            sampler if sampler.sample().is_some() => self.sampler(sampler),
            Step::Pause(pause) => {
                let pause = pause.map_texts(&mut self.texts());
                self.pauses(vec![pause]);
            }
            Step::Pace(period) => {
                let period = self.texts().text(period);
                let register = self.register();
                self.paces.push(register);
                self.emit(Instruction::Pace { register, period });
            }
            Step::ReadData(set) => {
                self.emit(Instruction::ReadData(*set as u32));
            }
            Step::Counter(counter) => {
                let counter = counter.map_texts(&mut self.texts());
                self.program.counters.push(counter);
                self.emit(Instruction::Counter(self.program.counters.len() as u32 - 1));
            }
            Step::RandomNumber(number) => {
                let number = number.map_texts(&mut self.texts());
                self.program.random_numbers.push(number);
                self.emit(Instruction::RandomNumber(self.program.random_numbers.len() as u32 - 1));
            }
            Step::Script { language, text } => {
                let text = self.texts().script(*language, text);
                self.emit(Instruction::Evaluate(text));
            }
            Step::Assign { variable, value } => {
                let slots = &mut self.program.slots;
                let (slot, value) = (slots.slot(variable), slots.text(value));
                self.emit(Instruction::Assign { slot, value });
            }
            Step::AssignByUser(assign) => {
                let assign = assign.map_texts(&mut self.texts());
                self.emit(Instruction::AssignByUser(assign));
            }
            Step::Stop(what) => {
                self.emit(Instruction::Stop(*what));
            }
            Step::Leave(what) => self.leave(*what),
            Step::Transaction { transaction, body } => self.transaction(transaction, body),
            nested => self.nested(nested),
        }
    }

    fn transaction(&mut self, transaction: &Transaction, body: &[Step]) {
        // Without anything in it JMeter has nothing to perform.
        if body.is_empty() {
            return;
        }
        let compiled = transaction.map_texts(&mut self.texts());
        self.emit(Instruction::GroupStart(compiled));
        self.nesting.depth.groups += 1;
        self.separate(body);
        // The end of a parent sample is a turn of its own (TransactionSampler).
        if transaction.replaces_requests {
            self.begin_unit();
        }
        self.nesting.depth.groups -= 1;
        self.emit(Instruction::GroupEnd);
        if transaction.replaces_requests {
            self.end_unit();
        }
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
