//! Steps to instructions.

use super::constants::Constants;
use super::instruction::{Condition, Count, Group, Instruction, Label, Pause};
use super::request::compile_request;
use super::slots::Slots;
use super::{Counter, Jar, Program, RandomNumber, Scenario};
use crate::error::EngineError;
use crate::labels::Labels;
use plimsoll_plan::plan::{self, ChoiceOrder, Plan, Step, WeightedOption};
use plimsoll_run::TransactionKind;

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
            channels: Vec::new(),
            counters: Vec::new(),
            random_numbers: Vec::new(),
            jars: Vec::new(),
            sites: 0,
            data_sets: plan.data.len(),
            identity: None,
            server_name: plan.tls.server_name.as_deref().map(Into::into),
            http2: plan.http2,
        },
        instructions: Vec::new(),
        registers: 0,
        shuffles: 0,
        once: Vec::new(),
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
    instructions: Vec<Instruction>,
    registers: u32,
    shuffles: u32,
    /// Registers of the `Once` steps directly inside the loop being compiled.
    once: Vec<u32>,
}

/// A jump whose target is not known yet.
const OPEN: u32 = u32::MAX;

impl Compiler<'_> {
    fn scenario(&mut self, scenario: &plan::Scenario) -> Result<(), EngineError> {
        self.steps(&scenario.steps)?;
        self.emit(Instruction::EndIteration);
        self.once.clear();
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
            shuffles: std::mem::take(&mut self.shuffles),
        });
        Ok(())
    }

    pub(super) fn emit(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    pub(super) fn label(&mut self, name: &plimsoll_plan::Template, kind: TransactionKind) -> Label {
        let name = self.program.slots.text(name);
        match name.as_literal() {
            Some(name) => Label::Known(self.program.labels.id(name, kind)),
            None => Label::Made(name),
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), EngineError> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), EngineError> {
        let slots = &mut self.program.slots;
        match step {
            Step::Request(request) => {
                for pause in &request.think {
                    let pause = compile_pause(pause, slots);
                    self.instructions.push(Instruction::Pause(pause));
                }
                let label = self.label(&request.label, TransactionKind::Request);
                let compiled = compile_request(request, label, self.plan, &mut self.program.slots)?;
                self.program.requests.push(compiled);
                self.emit(Instruction::Request(self.program.requests.len() as u32 - 1));
            }
            Step::OpenChannel(open) => self.open_channel(open)?,
            Step::Channel(step) => self.channel_step(step)?,
            Step::Pause(pause) => {
                let pause = compile_pause(pause, slots);
                self.emit(Instruction::Pause(pause));
            }
            Step::Pace(period) => {
                let period = slots.text(period);
                let register = self.register();
                self.emit(Instruction::Pace { register, period });
            }
            Step::Loop { times, body } => self.repeat(times, body)?,
            Step::Once { body } => self.once(body)?,
            Step::If { condition, body } => {
                let condition = compile_condition(condition, slots);
                let start = self.emit(Instruction::Unless { condition, target: OPEN });
                self.steps(body)?;
                self.close(start);
            }
            Step::While { condition, body } => self.repeat_while(condition, body)?,
            Step::Transaction(group) => {
                // JMeter's parent sample is the one that counts, its requests are parts of it.
                let kind = match group.replaces_requests {
                    true => TransactionKind::Request,
                    false => TransactionKind::Group,
                };
                let label = self.label(&group.name, kind);
                let (include_pauses, replaces_requests) = (group.include_pauses, group.replaces_requests);
                self.emit(Instruction::GroupStart(Group { label, include_pauses, replaces_requests }));
                self.steps(&group.body)?;
                self.emit(Instruction::GroupEnd);
            }
            Step::Choice { order, options } => self.choice(*order, options)?,
            Step::WeightedChoice(options) => self.weighted_choice(options)?,
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
            Step::Stop(what) => {
                self.emit(Instruction::Stop(*what));
            }
        }
        Ok(())
    }

    /// Points the open jump at `index` to the next instruction.
    fn close(&mut self, index: usize) {
        let here = self.here();
        match &mut self.instructions[index] {
            Instruction::LoopStart { end: target, .. }
            | Instruction::Once { end: target, .. }
            | Instruction::ShuffleNext { end: target, .. }
            | Instruction::Unless { target, .. }
            | Instruction::Jump(target) => *target = here,
            other => unreachable!("{other:?} is no open jump"),
        }
    }

    /// Compiles the body of a loop; its `Once` steps are cleared each time the loop is entered.
    fn loop_body(&mut self, body: &[Step]) -> Result<Vec<u32>, EngineError> {
        let outer = std::mem::take(&mut self.once);
        self.steps(body)?;
        Ok(std::mem::replace(&mut self.once, outer))
    }

    fn repeat(&mut self, times: &plan::Count, body: &[Step]) -> Result<(), EngineError> {
        let register = self.register();
        let times = match times {
            plan::Count::Forever => Count::Forever,
            plan::Count::Times(times) => Count::Times(self.program.slots.text(times)),
        };
        let start = self.emit(Instruction::LoopStart { register, times, end: OPEN });
        let skip = self.emit(Instruction::Jump(OPEN));
        let first = self.here();
        let once = self.loop_body(body)?;
        self.emit(Instruction::LoopNext { register, start: first });
        let done = self.emit(Instruction::Jump(OPEN));
        self.close(skip);
        for register in once {
            self.emit(Instruction::Clear { register });
        }
        self.emit(Instruction::Jump(first));
        self.close(start);
        self.close(done);
        Ok(())
    }

    fn repeat_while(&mut self, condition: &plan::Condition, body: &[Step]) -> Result<(), EngineError> {
        let skip = self.emit(Instruction::Jump(OPEN));
        let condition = compile_condition(condition, &mut self.program.slots);
        let test = self.emit(Instruction::Unless { condition, target: OPEN });
        let once = self.loop_body(body)?;
        self.emit(Instruction::Jump(test as u32));
        self.close(skip);
        for register in once {
            self.emit(Instruction::Clear { register });
        }
        self.emit(Instruction::Jump(test as u32));
        self.close(test);
        Ok(())
    }

    fn once(&mut self, body: &[Step]) -> Result<(), EngineError> {
        let register = self.register();
        self.once.push(register);
        let start = self.emit(Instruction::Once { register, end: OPEN });
        self.steps(body)?;
        self.close(start);
        Ok(())
    }

    fn choice(&mut self, order: ChoiceOrder, options: &[Vec<Step>]) -> Result<(), EngineError> {
        if options.is_empty() {
            return Ok(());
        }
        let shuffle = self.shuffles;
        if order == ChoiceOrder::Shuffle {
            self.shuffles += 1;
            self.emit(Instruction::ShuffleStart { shuffle, options: options.len() as u32 });
        }
        let register = (order == ChoiceOrder::Interleave).then(|| self.register());
        let head = match order {
            ChoiceOrder::Shuffle => {
                self.emit(Instruction::ShuffleNext { shuffle, options: Vec::new(), end: OPEN })
            }
            _ => self.emit(Instruction::Choose { register, options: Vec::new() }),
        };
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for option in options {
            targets.push(self.here());
            self.steps(option)?;
            let after = if order == ChoiceOrder::Shuffle { head as u32 } else { OPEN };
            ends.push(self.emit(Instruction::Jump(after)));
        }
        if order == ChoiceOrder::Shuffle {
            self.close(head);
        } else {
            ends.into_iter().for_each(|end| self.close(end));
        }
        match &mut self.instructions[head] {
            Instruction::ShuffleNext { options, .. } | Instruction::Choose { options, .. } => {
                *options = targets
            }
            other => unreachable!("{other:?} has no options"),
        }
        Ok(())
    }

    fn weighted_choice(&mut self, given: &[WeightedOption]) -> Result<(), EngineError> {
        let mut sum = 0_u64;
        let mut add = |option: &WeightedOption| {
            sum += u64::from(option.weight);
            sum
        };
        let bounds: Vec<u64> = given.iter().map(&mut add).collect();
        if sum == 0 {
            return Ok(());
        }
        let head = self.emit(Instruction::ChooseWeighted { bounds, options: Vec::new() });
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for option in given {
            targets.push(self.here());
            self.steps(&option.steps)?;
            ends.push(self.emit(Instruction::Jump(OPEN)));
        }
        ends.into_iter().for_each(|end| self.close(end));
        if let Instruction::ChooseWeighted { options, .. } = &mut self.instructions[head] {
            *options = targets;
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

pub(super) fn compile_pause(pause: &plan::Pause, slots: &mut Slots) -> Pause {
    match pause {
        plan::Pause::Constant(time) => Pause::Constant(slots.text(time)),
        plan::Pause::Uniform { offset, range } => {
            Pause::Uniform { offset: slots.text(offset), range: slots.text(range) }
        }
        plan::Pause::Gaussian { offset, deviation } => {
            Pause::Gaussian { offset: slots.text(offset), deviation: slots.text(deviation) }
        }
        plan::Pause::Poisson { offset, lambda } => {
            Pause::Poisson { offset: slots.text(offset), lambda: slots.text(lambda) }
        }
    }
}

fn compile_condition(condition: &plan::Condition, slots: &mut Slots) -> Condition {
    match condition {
        plan::Condition::IsTrue(text) => Condition::IsTrue(slots.text(text)),
        plan::Condition::IsNotFalse(text) => Condition::IsNotFalse(slots.text(text)),
        plan::Condition::LastSucceeded => Condition::LastSucceeded,
        plan::Condition::Equal(a, b) => Condition::Equal(slots.text(a), slots.text(b)),
        plan::Condition::NotEqual(a, b) => Condition::NotEqual(slots.text(a), slots.text(b)),
    }
}
