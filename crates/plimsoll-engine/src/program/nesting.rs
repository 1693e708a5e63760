//! What is around the step that is being compiled: loops that can be left, conditions and times that are
//! looked at before each request, choices whose options are left after one.
//!
//! A *unit* is what JMeter performs as one sampler: a request with what belongs to it, or a run of pauses.

use super::compiled::Compiled;
use super::compiler::{Compiler, OPEN};
use super::instruction::{Depth, Instruction, Turns};
use super::slots::Text;
use plimsoll_plan::plan::{Condition, Leave, OnError, Step};
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Nesting {
    pub depth: Depth,
    pub frames: Vec<Frame>,
    /// Registers of the `Once` steps directly inside the steps being compiled.
    pub once: Vec<u32>,
    /// Registers that an `If` clears that does not hold.
    pub clearable: Vec<u32>,
    /// The shares that are decided, by the address of their steps.
    pub decided: HashMap<*const Step, u32>,
    /// Inside of a unit there is no other.
    in_unit: bool,
}

/// Something around. Jumps out of it are closed when it ends.
pub(super) enum Frame {
    Loop { depth: Depth, passes: Vec<usize>, ends: Vec<usize> },
    Guard { condition: Condition<Compiled>, depth: Depth, exits: Vec<usize> },
    For { register: u32, seconds: Text, resume: Option<u32>, depth: Depth, exits: Vec<usize> },
    Turn { choice: Choice, resume: Option<u32>, depth: Depth, exits: Vec<usize> },
    Whole { state: u32 },
}

#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub state: u32,
    pub order: Turns,
    pub options: u32,
}

impl Choice {
    pub fn advance(self) -> Instruction {
        Instruction::Advance { state: self.state, order: self.order, options: self.options }
    }
}

impl Compiler<'_> {
    /// Compiles what is one pass of something: its shares are decided at its beginning.
    pub(super) fn body(&mut self, steps: &[Step]) {
        self.decide(steps);
        self.units(steps)
    }

    pub(super) fn units(&mut self, steps: &[Step]) {
        let mut is_open = false;
        for (i, step) in steps.iter().enumerate() {
            if self.nesting.in_unit {
                self.step(step);
                continue;
            }
            let is_part = matches!(step, Step::IfFailed { .. });
            if !step.bodies().is_empty() && !is_part {
                self.resumable(step);
                is_open = false;
                continue;
            }
            if !is_open && !is_part {
                self.begin_unit();
                is_open = true;
            }
            self.nesting.in_unit = true;
            self.step(step);
            self.nesting.in_unit = false;
            if ends_unit(step, steps.get(i + 1)) {
                self.end_unit();
                is_open = false;
            }
        }
    }

    /// A step that holds steps; directly inside of a `For` it is continued where the time ended.
    fn resumable(&mut self, step: &Step) {
        let restarts = matches!(step, Step::Loop { .. } | Step::While { .. } | Step::ForEach { .. });
        let inside_for = matches!(self.nesting.frames.last(), Some(Frame::For { resume: None, .. }));
        if !inside_for || restarts {
            return self.step(step);
        }
        let register = self.clearable();
        self.emit(Instruction::Resume { register });
        self.set_resume(Some(register));
        self.step(step);
        self.set_resume(None);
    }

    fn set_resume(&mut self, register: Option<u32>) {
        if let Some(Frame::For { resume, .. }) = self.nesting.frames.last_mut() {
            *resume = register;
        }
    }

    /// What is looked at before a unit, from the outside in.
    pub(super) fn begin_unit(&mut self) {
        let unit = self.here();
        let mut frames = std::mem::take(&mut self.nesting.frames);
        for frame in &mut frames {
            match frame {
                Frame::Guard { condition, depth, exits } => {
                    let (condition, depth) = (condition.clone(), *depth);
                    exits.push(self.emit(Instruction::Guard { condition, depth, target: OPEN }));
                }
                Frame::For { register, seconds, resume, depth, exits } => {
                    let (register, resume, depth, seconds) = (*register, *resume, *depth, seconds.clone());
                    let target = OPEN;
                    let expired = Instruction::Expired { register, seconds, unit, resume, depth, target };
                    exits.push(self.emit(expired));
                }
                Frame::Turn { .. } | Frame::Loop { .. } | Frame::Whole { .. } => {}
            }
        }
        // JMeter's choices move on as soon as a sampler is found.
        for frame in &frames {
            if let Frame::Turn { choice, .. } = frame {
                self.emit(choice.advance());
            }
        }
        self.nesting.frames = frames;
    }

    pub(super) fn end_unit(&mut self) {
        let state_of = |frame: &Frame| match frame {
            Frame::Whole { state } => Some(*state),
            _ => None,
        };
        let whole: Vec<u32> = self.nesting.frames.iter().filter_map(state_of).collect();
        for state in whole {
            self.emit(Instruction::Taken { state });
        }
        self.yield_turn();
    }

    /// Leaves the innermost option of which only one request is performed.
    pub(super) fn yield_turn(&mut self) {
        let index = self.instructions.len() + 1;
        let turn = self.nesting.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Turn { choice, resume, depth, exits } => Some((choice.state, *resume, *depth, exits)),
            _ => None,
        });
        let Some((state, resume, depth, exits)) = turn else { return };
        exits.push(index);
        self.emit(Instruction::Taken { state });
        self.emit(Instruction::Yield { resume, depth, target: OPEN });
    }

    /// Leaves a pass or all of the innermost loop.
    pub(super) fn leave(&mut self, what: Leave) {
        let index = self.instructions.len() + 1;
        let innermost = self.nesting.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Loop { depth, passes, ends } => Some((*depth, passes, ends)),
            _ => None,
        });
        let Some((depth, passes, ends)) = innermost else {
            match what {
                Leave::Pass => self.emit(Instruction::Stop(OnError::StartNextIteration)),
                Leave::Loop => {
                    self.emit(Instruction::Unwind(Depth::default()));
                    self.emit(Instruction::EndUser)
                }
            };
            return;
        };
        match what {
            Leave::Pass => passes.push(index),
            Leave::Loop => ends.push(index),
        }
        self.emit(Instruction::Unwind(depth));
        self.emit(Instruction::Jump(OPEN));
    }

    /// Points the open jumps at `indices` to the next instruction.
    pub(super) fn close_all(&mut self, indices: Vec<usize>) {
        indices.into_iter().for_each(|index| self.close(index));
    }

    /// A register that an `If` around clears when it does not hold.
    pub(super) fn clearable(&mut self) -> u32 {
        let register = self.register();
        self.nesting.clearable.push(register);
        register
    }
}

fn ends_unit(step: &Step, next: Option<&Step>) -> bool {
    match step {
        Step::IfFailed { .. } => true,
        Step::Pause(_) | Step::Pace(_) | Step::Stop(_) | Step::Leave(_) => {
            !matches!(next, Some(Step::Pause(_) | Step::Pace(_) | Step::Stop(_) | Step::Leave(_)))
        }
        step => {
            let is_counted = step.sample().is_some_and(|sample| sample.label.is_some());
            is_counted && !matches!(next, Some(Step::IfFailed { .. }))
        }
    }
}

/// The steps are one unit, with nothing else in them.
pub(super) fn is_unit(steps: &[Step]) -> bool {
    let mut ends = 0;
    for (i, step) in steps.iter().enumerate() {
        let is_part = matches!(step, Step::IfFailed { .. });
        if !step.bodies().is_empty() && !is_part {
            return false;
        }
        ends += u32::from(ends_unit(step, steps.get(i + 1)));
    }
    ends == 1
}
