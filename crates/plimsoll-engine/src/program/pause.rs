//! What a user waits for before a request.

use super::compile::Compiler;
use super::instruction::{Instruction, Pause};
use super::slots::{Slots, Text};
use plimsoll_plan::plan::{self, Among, RandomThroughput, Rendezvous, ShapeStage};

/// A timer of the plan, see `plimsoll_plan::plan::Timer`.
#[derive(Clone, Debug)]
pub enum Timer {
    Throughput { per_min: Text, among: Among },
    Shape(Vec<ShapeStage>),
    RandomThroughput(RandomThroughput),
    Rendezvous(Rendezvous),
}

impl Timer {
    pub fn of(timer: &plan::Timer, slots: &mut Slots) -> Timer {
        match timer {
            plan::Timer::Throughput { per_min, among } => {
                Timer::Throughput { per_min: slots.text(per_min), among: *among }
            }
            plan::Timer::Shape(stages) => Timer::Shape(stages.clone()),
            plan::Timer::RandomThroughput(timer) => Timer::RandomThroughput(*timer),
            plan::Timer::Rendezvous(rendezvous) => Timer::Rendezvous(*rendezvous),
        }
    }
}

impl Compiler<'_> {
    /// JMeter asks all timers of a request for their delays, and then sleeps for their sum. Without timers
    /// that look at the clock or at others it is the same to pause for one after the other.
    pub(super) fn pauses(&mut self, pauses: &[plan::Pause]) {
        let in_sum = pauses.iter().any(|pause| matches!(pause, plan::Pause::Timer(_)));
        for pause in pauses {
            if let plan::Pause::Timer(timer) = pause {
                let register = self.timer_register(*timer);
                self.emit(Instruction::Timer { timer: *timer as u32, register });
                continue;
            }
            let pause = compile_pause(pause, &mut self.program.slots);
            self.emit(if in_sum { Instruction::Delay(pause) } else { Instruction::Pause(pause) });
        }
        if in_sum {
            self.emit(Instruction::Sleep);
        }
    }
}

fn compile_pause(pause: &plan::Pause, slots: &mut Slots) -> Pause {
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
        plan::Pause::Scaled { factor, pause } => {
            Pause::Scaled { factor: *factor, pause: Box::new(compile_pause(pause, slots)) }
        }
        // A timer is no length of time: it is an instruction of its own.
        plan::Pause::Timer(_) => Pause::Constant(slots.text(&plimsoll_plan::Template::literal("0"))),
    }
}
