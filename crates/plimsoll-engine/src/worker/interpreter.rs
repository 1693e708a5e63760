//! Performs a user's instructions up to the next one that waits.

use super::{ENDED, Worker, pause};
use crate::control::StopMode;
use crate::program::{Compiled, Depth, Instruction, Sampler, Text};
use crate::scope::UserScope;
use crate::user::{User, UserActivity};
use plimsoll_plan::plan::{Condition, Count, OnError};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// What comes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Next,
    /// The user waits for a timer or a connection.
    Wait,
    End,
}

/// Instructions that a user may perform in one turn before others have theirs: a plan may loop without
/// ever sending anything.
const TURN_MAX: u32 = 10_000;

/// Longest value that is put together for a variable: one that takes in itself doubles each time.
const VALUE_BYTES_MAX: usize = 64 << 20;

impl Worker {
    /// Lets the user go on until it waits or ends.
    pub fn drive(&mut self, index: u32, user: &mut User) {
        for _ in 0..TURN_MAX {
            match self.instruction(index, user) {
                Flow::Next => {}
                Flow::Wait => return,
                Flow::End => return self.end_user(index, user),
            }
        }
        // A plan may loop without ever sending anything.
        if self.must_stop(user) {
            return self.end_user(index, user);
        }
        user.timing.activity = UserActivity::Waiting;
        self.users.timers.set(index, &mut user.timing.deadline, self.context.now_us() + 1);
    }

    pub fn resume(&mut self, index: u32, user: &mut User, flow: Flow) {
        match flow {
            Flow::Next => self.drive(index, user),
            Flow::Wait => {}
            Flow::End => self.end_user(index, user),
        }
    }

    fn instruction(&mut self, index: u32, user: &mut User) -> Flow {
        if user.execution.position == ENDED {
            return Flow::Wait;
        }
        let program = Rc::clone(&self.context.program);
        let instruction =
            &program.scenarios[user.data.scenario].instructions[user.execution.position as usize];
        user.execution.position += 1;
        match instruction {
            Instruction::Sample(sampler) => return self.sample(index, user, *sampler),
            Instruction::Uncounted(sampler) => return self.begin(index, user, *sampler),
            Instruction::Pause(pause) => return self.pause(index, user, pause),
            Instruction::Delay(pause) => {
                user.timing.delay_us += pause::pause_us(pause, &mut self.context.scope(&mut user.data));
            }
            Instruction::Timer { timer, register } => {
                return self.wait_for_timer(index, user, *timer, *register);
            }
            Instruction::Sleep => {
                let micros = std::mem::take(&mut user.timing.delay_us);
                return self.sleep(index, user, micros);
            }
            Instruction::Pace { register, period } => return self.pace(index, user, *register, period),
            Instruction::LoopStart { register, times, end } => {
                let left = match times {
                    Count::Forever => i64::MAX,
                    Count::Times(text) => repeats(text, &mut self.context.scope(&mut user.data)),
                };
                user.execution.registers[*register as usize] = left;
                if left <= 0 {
                    user.execution.position = *end;
                }
            }
            Instruction::LoopNext { register, start } => {
                let left = &mut user.execution.registers[*register as usize];
                if *left != i64::MAX {
                    *left -= 1;
                }
                if *left > 0 {
                    user.execution.position = *start;
                }
                if self.must_stop(user) {
                    return Flow::End;
                }
            }
            Instruction::Clear { register } => user.execution.registers[*register as usize] = 0,
            Instruction::Pass if self.must_stop(user) => return Flow::End,
            Instruction::Pass => {}
            Instruction::Index { register, slot, restarts } => {
                let done = &mut user.execution.registers[*register as usize];
                *done = if *restarts { 0 } else { *done + 1 };
                user.data.variables.set(*slot, &done.to_string());
            }
            Instruction::Forget { registers } => self.forget(index, user, registers),
            Instruction::Set { register } => user.execution.registers[*register as usize] = 1,
            Instruction::SkipIfSet { register, end } => {
                if user.execution.registers[*register as usize] != 0 {
                    user.execution.position = *end;
                }
            }
            Instruction::SkipIfClear { register, end } => {
                if user.execution.registers[*register as usize] == 0 {
                    user.execution.position = *end;
                }
            }
            Instruction::Jump(target) => user.execution.position = *target,
            Instruction::Unless { condition, target } => {
                if !self.guarded(user, condition) {
                    user.execution.position = *target;
                }
            }
            Instruction::Guard { condition, depth, target } => {
                if !self.guarded(user, condition) {
                    self.drop_to(index, user, *depth);
                    user.execution.position = *target;
                }
            }
            Instruction::UnlessFailed { target } => {
                if user.execution.last_succeeded {
                    user.execution.position = *target;
                }
            }
            Instruction::ForEachStart { each, register, end } => {
                if !self.next_value(user, *each, Some(*register), false) {
                    user.execution.position = *end;
                }
            }
            Instruction::ForEachNext { each, register, start } => {
                if self.must_stop(user) {
                    return Flow::End;
                }
                if self.next_value(user, *each, Some(*register), true) {
                    user.execution.position = *start;
                }
            }
            Instruction::ForEachEnd { each } => {
                // JMeter looks at the first value again when it has left the loop (ForeachController.isDone).
                self.next_value(user, *each, None, false);
            }
            Instruction::ForStart { register } => {
                user.execution.registers[*register as usize] = self.context.now_us() as i64;
            }
            Instruction::Expired { register, seconds, unit, resume, depth, target } => {
                if self.is_over(user, *register, seconds) {
                    self.suspend(index, user, resume.map(|resume| (resume, *unit)), *depth);
                    user.execution.position = *target;
                }
            }
            Instruction::Decide(share) => self.decide(user, *share),
            Instruction::Switch { value, names, options, end } => {
                let option = self.switch(user, value, names);
                user.execution.position =
                    option.and_then(|option| options.get(option)).copied().unwrap_or(*end);
            }
            Instruction::Lock(name) => return self.lock(index, user, name),
            Instruction::Unlock => {
                let depth = user.execution.locks.len().saturating_sub(1);
                self.unlock_to(index, user, depth as u32);
            }
            Instruction::Unwind(depth) => self.unwind(index, user, *depth),
            Instruction::GroupStart(group) => self.open_group(user, group),
            Instruction::GroupEnd => self.close_group(user),
            Instruction::ChooseWeighted { bounds, options } => self.choose_weighted(user, bounds, options),
            Instruction::ChoiceStart { state, order, by_user, options } => {
                self.start_choice(user, *state, *order, *by_user, *options);
            }
            Instruction::ChoiceNext { state, options, end } => {
                Self::next_option(user, *state, options, *end);
            }
            Instruction::Advance { state, order, options } => self.advance(user, *state, *order, *options),
            Instruction::Taken { state } => Self::take_turn(user, *state),
            Instruction::SkipUntaken { state, end } => {
                if !Self::is_turn_taken(user, *state) {
                    user.execution.position = *end;
                }
            }
            Instruction::Again { state, start } => Self::begin_again(user, *state, *start),
            Instruction::Resume { register } => Self::take_up(user, *register),
            Instruction::Yield { resume, depth, target } => {
                let position = user.execution.position;
                self.suspend(index, user, resume.map(|resume| (resume, position)), *depth);
                user.execution.position = *target;
            }
            Instruction::ShuffleStart { shuffle, options } => {
                let mut order: Vec<u32> = (0..*options).collect();
                self.context.random.shuffle(&mut order);
                user.execution.shuffles[*shuffle as usize] = order;
            }
            Instruction::ShuffleNext { shuffle, options, end } => {
                let next = user.execution.shuffles[*shuffle as usize].pop();
                user.execution.position = next.map_or(*end, |option| options[option as usize]);
            }
            Instruction::ReadData(set) => return self.read_data(user, *set as usize),
            Instruction::Counter(counter) => self.count(user, *counter as usize),
            Instruction::RandomNumber(number) => self.random_number(user, *number as usize),
            Instruction::Assign { slot, value } => {
                let value = value.to_text(&mut self.context.scope(&mut user.data));
                if value.len() > VALUE_BYTES_MAX {
                    return self.refuse_value(index, user, value.len());
                }
                user.data.variables.set(*slot, &value);
            }
            Instruction::Evaluate(text) => drop(text.to_text(&mut self.context.scope(&mut user.data))),
            Instruction::AssignByUser(assign) => self.assign_by_user(user, assign),
            Instruction::Stop(what) => return self.apply(index, user, *what),
            Instruction::EndUser => return Flow::End,
            Instruction::EndIteration => return self.end_iteration(index, user),
        }
        Flow::Next
    }

    /// Begins a step that gives a sample.
    fn sample(&mut self, index: u32, user: &mut User, sampler: Sampler) -> Flow {
        if let Some(flow) = self.barred(index, user) {
            return flow;
        }
        user.data.eval.sampler = Some(sampler);
        self.begin(index, user, sampler)
    }

    /// The user must not begin anything new.
    pub fn must_stop(&self, user: &User) -> bool {
        self.ending.stopping.is_some()
            || user.data.eval.ends
            || user.timing.stop_us.is_some_and(|stop| self.context.now_us() >= stop)
    }

    /// An arrival whose time came before the end begins, however late this machine is.
    pub fn is_due(&self, user: &User) -> bool {
        let in_time = |due_us: u64| user.timing.stop_us.is_none_or(|stop_us| due_us < stop_us);
        self.ending.stopping.is_none()
            && user.stream.is_some()
            && user.timing.intended_us.is_some_and(in_time)
    }

    /// Why no request may begin now: the user's time is over, or it is held.
    fn barred(&mut self, index: u32, user: &mut User) -> Option<Flow> {
        if self.must_stop(user) && !self.is_due(user) {
            return Some(Flow::End);
        }
        (user.ordinal >= self.load.hold_from).then(|| self.hold(index, user))
    }

    /// What a failed request, or a stop step, does to its user.
    pub fn apply(&mut self, index: u32, user: &mut User, what: OnError) -> Flow {
        match what {
            OnError::Continue => Flow::Next,
            OnError::StartNextIteration => {
                self.unwind(index, user, Depth::default());
                let end = self.context.program.scenarios[user.data.scenario].instructions.len() - 1;
                user.execution.position = end as u32;
                Flow::Next
            }
            OnError::StopUser => Flow::End,
            OnError::StopTest | OnError::StopTestNow => {
                self.context.shared.outcome.stopped_by_plan.store(true, Ordering::Relaxed);
                let now = what == OnError::StopTestNow;
                self.context.shared.control.stop(if now { StopMode::Now } else { StopMode::InOrder });
                Flow::End
            }
        }
    }

    fn choose_weighted(&mut self, user: &mut User, bounds: &[u64], options: &[u32]) {
        let sum = bounds.last().copied().unwrap_or(1);
        let drawn = self.context.random.u64(..sum);
        user.execution.position = options[bounds.partition_point(|bound| *bound <= drawn)];
    }
}

fn repeats(text: &Text, scope: &mut UserScope<'_>) -> i64 {
    match text.to_text(scope).trim().parse::<i64>() {
        Ok(-1) => i64::MAX,
        Ok(times) => times,
        Err(_) => 0,
    }
}

pub fn holds(condition: &Condition<Compiled>, last_succeeded: bool, scope: &mut UserScope<'_>) -> bool {
    match condition {
        Condition::IsTrue(text) => text.to_text(scope).trim().eq_ignore_ascii_case("true"),
        Condition::IsNotFalse(text) => !text.to_text(scope).trim().eq_ignore_ascii_case("false"),
        Condition::LastSucceeded => last_succeeded,
        Condition::Equal(a, b) => a.to_text(scope) == b.to_text(scope),
        Condition::NotEqual(a, b) => a.to_text(scope) != b.to_text(scope),
    }
}
