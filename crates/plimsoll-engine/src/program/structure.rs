//! Steps that hold steps, as instructions.

use super::compiler::{Compiler, OPEN};
use super::instruction::{Instruction, Turns};
use super::nesting::Frame;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{ChoiceOrder, Condition, Step};

impl Compiler<'_> {
    pub(super) fn nested(&mut self, step: &Step) {
        match step {
            Step::Group { body } => self.separate(body),
            Step::Loop { times, index, only_once, body } => {
                let passed = only_once.then(|| {
                    let register = self.register();
                    (register, self.emit(Instruction::SkipIfSet { register, end: OPEN }))
                });
                self.repeat(times, index.as_deref(), body);
                if let Some((register, skip)) = passed {
                    self.emit(Instruction::Set { register });
                    self.close(skip);
                }
            }
            Step::Once { body } => self.once(body),
            Step::If { condition, each_step, body } => self.condition(condition, *each_step, body),
            Step::While { condition, enters_always, index, body } => {
                self.repeat_while(condition, *enters_always, index.as_deref(), body)
            }
            Step::ForEach { each, body } => self.for_each(each, body),
            Step::For { seconds, body } => self.repeat_for(seconds, body),
            Step::Share { body, .. } => self.share(step, body),
            Step::Switch { value, options } => self.switch(value, options),
            Step::Lock { name, body } => self.lock(name, body),
            Step::Choice { order: ChoiceOrder::Shuffle, options, .. } => self.shuffle(options),
            Step::Choice { order, one_request, by_user, options } => {
                let order = if *order == ChoiceOrder::Random { Turns::Random } else { Turns::InOrder };
                self.choice(order, *one_request, *by_user, options)
            }
            Step::WeightedChoice(options) => self.weighted_choice(options),
            Step::IfFailed { body } => {
                let start = self.emit(Instruction::UnlessFailed { target: OPEN });
                self.units(body);
                self.close(start);
            }
            other => unreachable!("{other:?} holds no steps"),
        }
    }

    /// Points the open jump at `index` to the next instruction.
    pub(super) fn close(&mut self, index: usize) {
        let here = self.here();
        match &mut self.instructions[index] {
            Instruction::LoopStart { end: target, .. }
            | Instruction::SkipIfSet { end: target, .. }
            | Instruction::SkipIfClear { end: target, .. }
            | Instruction::ShuffleNext { end: target, .. }
            | Instruction::ChoiceNext { end: target, .. }
            | Instruction::SkipUntaken { end: target, .. }
            | Instruction::Switch { end: target, .. }
            | Instruction::ForEachStart { end: target, .. }
            | Instruction::Expired { target, .. }
            | Instruction::Guard { target, .. }
            | Instruction::Yield { target, .. }
            | Instruction::UnlessFailed { target }
            | Instruction::Unless { target, .. }
            | Instruction::Jump(target) => *target = here,
            other => unreachable!("{other:?} is no open jump"),
        }
    }

    /// Steps whose `Once` steps are no business of a loop around them.
    pub(super) fn separate(&mut self, body: &[Step]) {
        let outer = std::mem::take(&mut self.nesting.once);
        self.body(body);
        self.nesting.once = outer;
    }

    /// Ends the innermost frame: what left it goes on here.
    pub(super) fn close_frame(&mut self) {
        match self.nesting.frames.pop() {
            Some(Frame::Guard { exits, .. } | Frame::For { exits, .. } | Frame::Turn { exits, .. }) => {
                self.close_all(exits);
            }
            _ => unreachable!("frames are popped in the order in which they were pushed"),
        }
    }

    fn condition(&mut self, condition: &Condition, each_step: bool, body: &[Step]) {
        let condition = condition.map_texts(&mut self.texts());
        let outside = self.nesting.clearable.len();
        let start = self.emit(Instruction::Unless { condition: condition.clone(), target: OPEN });
        if each_step {
            let depth = self.nesting.depth;
            self.nesting.frames.push(Frame::Guard { condition, depth, exits: Vec::new() });
        }
        self.separate(body);
        let inside = self.nesting.clearable[outside..].to_vec();
        let done = (!inside.is_empty()).then(|| self.emit(Instruction::Jump(OPEN)));
        self.close(start);
        if each_step {
            self.close_frame();
        }
        // JMeter begins all inside again when the condition does not hold (IfController.next).
        if let Some(done) = done {
            self.emit(Instruction::Forget { registers: inside });
            self.close(done);
        }
    }

    fn once(&mut self, body: &[Step]) {
        let register = self.clearable();
        self.nesting.once.push(register);
        let start = self.emit(Instruction::SkipIfSet { register, end: OPEN });
        self.separate(body);
        self.emit(Instruction::Set { register });
        self.close(start);
    }

    fn lock(&mut self, name: &Template, body: &[Step]) {
        self.program.has_locks = true;
        let name = self.program.slots.text(name);
        self.emit(Instruction::Lock(name));
        self.nesting.depth.locks += 1;
        self.separate(body);
        self.nesting.depth.locks -= 1;
        self.emit(Instruction::Unlock);
    }
}
