//! Steps that hold steps, as instructions.

use super::compile::{Compiler, OPEN, compile_condition};
use super::instruction::{CHOICE_REGISTERS, Count, Instruction, SHARE_REGISTERS, Turns};
use super::nesting::{Choice, Frame, is_unit};
use super::slots::Slot;
use super::{Amount, ForEach, Share};
use crate::error::EngineError;
use plimsoll_plan::plan::{self, ChoiceOrder, Step, WeightedOption};

impl Compiler<'_> {
    pub(super) fn nested(&mut self, step: &Step) -> Result<(), EngineError> {
        match step {
            Step::Group { body } => self.separate(body),
            Step::Loop { times, index, only_once, body } => {
                let passed = only_once.then(|| {
                    let register = self.register();
                    (register, self.emit(Instruction::SkipIfSet { register, end: OPEN }))
                });
                self.repeat(times, index.as_deref(), body)?;
                if let Some((register, skip)) = passed {
                    self.emit(Instruction::Set { register });
                    self.close(skip);
                }
                Ok(())
            }
            Step::Once { body } => self.once(body),
            Step::If { condition, each_step, body } => self.condition(condition, *each_step, body),
            Step::While { condition, enters_always, index, body } => {
                self.repeat_while(condition, *enters_always, index.as_deref(), body)
            }
            Step::ForEach(each) => self.for_each(each),
            Step::For { seconds, body } => self.repeat_for(seconds, body),
            Step::Share(share) => self.share(step, share),
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
                self.units(body)?;
                self.close(start);
                Ok(())
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
    pub(super) fn separate(&mut self, body: &[Step]) -> Result<(), EngineError> {
        let outer = std::mem::take(&mut self.nesting.once);
        let compiled = self.body(body);
        self.nesting.once = outer;
        compiled
    }

    /// Compiles the body of a loop; gives what leaves it, and the registers of its `Once` steps.
    fn loop_body(&mut self, body: &[Step]) -> Result<(Vec<usize>, Vec<u32>), EngineError> {
        let depth = self.nesting.depth;
        let outer = std::mem::take(&mut self.nesting.once);
        self.nesting.frames.push(Frame::Loop { depth, passes: Vec::new(), ends: Vec::new() });
        self.body(body)?;
        let once = std::mem::replace(&mut self.nesting.once, outer);
        let Some(Frame::Loop { passes, ends, .. }) = self.nesting.frames.pop() else {
            unreachable!("frames are popped in the order in which they were pushed")
        };
        self.close_all(passes);
        Ok((ends, once))
    }

    fn index(&mut self, name: Option<&str>) -> Option<(u32, Slot)> {
        name.map(|name| (self.register(), self.program.slots.slot(name)))
    }

    fn write_index(&mut self, index: Option<(u32, Slot)>, restarts: bool) {
        if let Some((register, slot)) = index {
            self.emit(Instruction::Index { register, slot, restarts });
        }
    }

    /// What is done when a loop is entered, behind the loop, for it is known only then.
    fn entry(&mut self, once: Vec<u32>, index: Option<(u32, Slot)>, first: u32) {
        for register in once {
            self.emit(Instruction::Clear { register });
        }
        self.write_index(index, true);
        self.emit(Instruction::Jump(first));
    }

    fn repeat(&mut self, times: &plan::Count, index: Option<&str>, body: &[Step]) -> Result<(), EngineError> {
        let register = self.register();
        let index = self.index(index);
        let times = match times {
            plan::Count::Forever => Count::Forever,
            plan::Count::Times(times) => Count::Times(self.program.slots.text(times)),
        };
        let start = self.emit(Instruction::LoopStart { register, times, end: OPEN });
        let skip = self.emit(Instruction::Jump(OPEN));
        let first = self.here();
        let (ends, once) = self.loop_body(body)?;
        self.write_index(index, false);
        self.emit(Instruction::LoopNext { register, start: first });
        let done = self.emit(Instruction::Jump(OPEN));
        self.close(skip);
        self.entry(once, index, first);
        self.close_all(ends);
        self.close(start);
        self.close(done);
        self.write_index(index, true);
        Ok(())
    }

    fn repeat_while(
        &mut self,
        condition: &plan::Condition,
        enters_always: bool,
        index: Option<&str>,
        body: &[Step],
    ) -> Result<(), EngineError> {
        let index = self.index(index);
        let condition = compile_condition(condition, &mut self.program.slots);
        let unless = |compiler: &mut Self| {
            compiler.emit(Instruction::Unless { condition: condition.clone(), target: OPEN })
        };
        let mut exits = Vec::new();
        if !enters_always {
            exits.push(unless(self));
        }
        let skip = self.emit(Instruction::Jump(OPEN));
        let first = self.here();
        let (ends, once) = self.loop_body(body)?;
        self.write_index(index, false);
        self.emit(Instruction::Pass);
        exits.push(unless(self));
        if !enters_always {
            exits.push(unless(self));
        }
        self.emit(Instruction::Jump(first));
        self.close(skip);
        self.entry(once, index, first);
        self.close_all(ends);
        self.close_all(exits);
        self.write_index(index, true);
        Ok(())
    }

    fn for_each(&mut self, each: &plan::ForEach) -> Result<(), EngineError> {
        let slots = &mut self.program.slots;
        self.program.for_eachs.push(ForEach {
            prefix: slots.text(&each.prefix),
            variable: slots.text(&each.variable),
            after: each.after.as_ref().map(|text| slots.text(text)),
            to: each.to.as_ref().map(|text| slots.text(text)),
            index: each.index.as_deref().map(|name| slots.slot(name)),
        });
        let number = self.program.for_eachs.len() as u32 - 1;
        let register = self.register();
        let enter = self.emit(Instruction::ForEachStart { each: number, register, end: OPEN });
        let start = self.here();
        // A `Once` directly inside is performed once per user.
        let (ends, _) = self.loop_body(&each.body)?;
        self.emit(Instruction::ForEachNext { each: number, register, start });
        self.close_all(ends);
        self.emit(Instruction::ForEachEnd { each: number });
        self.close(enter);
        Ok(())
    }

    fn repeat_for(&mut self, seconds: &plimsoll_plan::Template, body: &[Step]) -> Result<(), EngineError> {
        let (register, seconds) = (self.register(), self.program.slots.text(seconds));
        let depth = self.nesting.depth;
        self.emit(Instruction::ForStart { register });
        let first = self.here();
        let expired = |resume: Option<u32>| Instruction::Expired {
            register,
            seconds: seconds.clone(),
            unit: first,
            resume,
            depth,
            target: OPEN,
        };
        let done = self.emit(expired(None));
        let frame = Frame::For { register, seconds: seconds.clone(), resume: None, depth, exits: vec![done] };
        self.nesting.frames.push(frame);
        self.separate(body)?;
        self.emit(Instruction::Pass);
        self.emit(Instruction::Jump(first));
        self.close_frame();
        Ok(())
    }

    /// Ends the innermost frame: what left it goes on here.
    fn close_frame(&mut self) {
        match self.nesting.frames.pop() {
            Some(Frame::Guard { exits, .. } | Frame::For { exits, .. } | Frame::Turn { exits, .. }) => {
                self.close_all(exits);
            }
            _ => unreachable!("frames are popped in the order in which they were pushed"),
        }
    }

    fn condition(
        &mut self,
        condition: &plan::Condition,
        each_step: bool,
        body: &[Step],
    ) -> Result<(), EngineError> {
        let condition = compile_condition(condition, &mut self.program.slots);
        let outside = self.nesting.clearable.len();
        let start = self.emit(Instruction::Unless { condition: condition.clone(), target: OPEN });
        if each_step {
            let depth = self.nesting.depth;
            self.nesting.frames.push(Frame::Guard { condition, depth, exits: Vec::new() });
        }
        self.separate(body)?;
        let inside = self.nesting.clearable[outside..].to_vec();
        let done = (!inside.is_empty()).then(|| self.emit(Instruction::Jump(OPEN)));
        self.close(start);
        if each_step {
            self.close_frame();
        }
        // JMeter begins all inside anew when the condition does not hold (IfController.next).
        if let Some(done) = done {
            self.emit(Instruction::Forget { registers: inside });
            self.close(done);
        }
        Ok(())
    }

    fn once(&mut self, body: &[Step]) -> Result<(), EngineError> {
        let register = self.clearable();
        self.nesting.once.push(register);
        let start = self.emit(Instruction::SkipIfSet { register, end: OPEN });
        self.separate(body)?;
        self.emit(Instruction::Set { register });
        self.close(start);
        Ok(())
    }

    fn lock(&mut self, name: &plimsoll_plan::Template, body: &[Step]) -> Result<(), EngineError> {
        self.program.has_locks = true;
        let name = self.program.slots.text(name);
        self.emit(Instruction::Lock(name));
        self.nesting.depth.locks += 1;
        self.separate(body)?;
        self.nesting.depth.locks -= 1;
        self.emit(Instruction::Unlock);
        Ok(())
    }

    /// Decides the shares that stand directly in these steps.
    pub(super) fn decide<'s>(&mut self, steps: impl IntoIterator<Item = &'s Step>) {
        for step in steps {
            let Step::Share(share) = step else { continue };
            let slots = &mut self.program.slots;
            let amount = match &share.amount {
                plan::Amount::Times(times) => Amount::Times(slots.text(times)),
                plan::Amount::Percent(percent) => Amount::Percent(slots.text(percent)),
            };
            let register = self.register();
            (1..SHARE_REGISTERS).for_each(|_| _ = self.register());
            self.program.shares.push(Share { amount, per_user: share.per_user, register });
            let number = self.program.shares.len() as u32 - 1;
            self.nesting.decided.insert(std::ptr::from_ref(step), register);
            self.emit(Instruction::Decide(number));
        }
    }

    fn share(&mut self, step: &Step, share: &plan::Share) -> Result<(), EngineError> {
        let register = self.nesting.decided.get(&std::ptr::from_ref(step)).copied();
        let register = register.expect("all shares of a list of steps are decided before it is compiled");
        let start = self.emit(Instruction::SkipIfClear { register, end: OPEN });
        self.separate(&share.body)?;
        self.close(start);
        Ok(())
    }

    fn switch(
        &mut self,
        value: &plimsoll_plan::Template,
        options: &[plan::NamedOption],
    ) -> Result<(), EngineError> {
        let slots = &mut self.program.slots;
        let value = slots.text(value);
        let names = options.iter().map(|option| slots.text(&option.name)).collect();
        self.decide(options.iter().flat_map(|option| &option.body));
        let head = self.emit(Instruction::Switch { value, names, options: Vec::new(), end: OPEN });
        let outer = std::mem::take(&mut self.nesting.once);
        let (mut targets, mut ends) = (Vec::new(), vec![head]);
        for option in options {
            targets.push(self.here());
            self.units(&option.body)?;
            ends.push(self.emit(Instruction::Jump(OPEN)));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close_all(ends);
        Ok(())
    }

    fn weighted_choice(&mut self, options: &[WeightedOption]) -> Result<(), EngineError> {
        let mut sum = 0_u64;
        let mut bounds = Vec::new();
        for option in options {
            sum += u64::from(option.weight);
            bounds.push(sum);
        }
        if sum == 0 {
            return Ok(());
        }
        self.decide(options.iter().flat_map(|option| &option.steps));
        let head = self.emit(Instruction::ChooseWeighted { bounds, options: Vec::new() });
        let outer = std::mem::take(&mut self.nesting.once);
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for option in options {
            targets.push(self.here());
            self.units(&option.steps)?;
            ends.push(self.emit(Instruction::Jump(OPEN)));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close_all(ends);
        Ok(())
    }

    fn set_options(&mut self, head: usize, targets: Vec<u32>) {
        match &mut self.instructions[head] {
            Instruction::ShuffleNext { options, .. }
            | Instruction::ChoiceNext { options, .. }
            | Instruction::ChooseWeighted { options, .. }
            | Instruction::Switch { options, .. } => *options = targets,
            other => unreachable!("{other:?} has no options"),
        }
    }

    fn shuffle(&mut self, options: &[Vec<Step>]) -> Result<(), EngineError> {
        let shuffle = self.shuffles;
        self.shuffles += 1;
        self.decide(options.iter().flatten());
        self.emit(Instruction::ShuffleStart { shuffle, options: options.len() as u32 });
        let head = self.emit(Instruction::ShuffleNext { shuffle, options: Vec::new(), end: OPEN });
        let outer = std::mem::take(&mut self.nesting.once);
        let mut targets = Vec::new();
        for option in options {
            targets.push(self.here());
            self.units(option)?;
            self.emit(Instruction::Jump(head as u32));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close(head);
        Ok(())
    }

    fn choice(
        &mut self,
        order: Turns,
        one_request: bool,
        by_user: bool,
        options: &[Vec<Step>],
    ) -> Result<(), EngineError> {
        if options.is_empty() {
            return Ok(());
        }
        let choice = Choice { state: self.clearable(), order, options: options.len() as u32 };
        (1..CHOICE_REGISTERS).for_each(|_| _ = self.register());
        let state = choice.state;
        self.decide(options.iter().flatten());
        self.emit(Instruction::ChoiceStart { state, order, by_user, options: choice.options });
        let head = self.emit(Instruction::ChoiceNext { state, options: Vec::new(), end: OPEN });
        let outer = std::mem::take(&mut self.nesting.once);
        let (mut targets, mut ends) = (Vec::new(), vec![head]);
        for option in options {
            targets.push(self.here());
            ends.extend(self.option(choice, one_request, option, head as u32)?);
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close_all(ends);
        let is_inside_turn = self.nesting.frames.iter().any(|frame| matches!(frame, Frame::Turn { .. }));
        if one_request && is_inside_turn {
            // What was performed inside was the turn of the choice around, too.
            let skip = self.emit(Instruction::SkipUntaken { state, end: OPEN });
            self.yield_turn();
            self.close(skip);
        }
        Ok(())
    }

    /// Gives the jumps to the end of the choice.
    fn option(
        &mut self,
        choice: Choice,
        one_request: bool,
        option: &[Step],
        head: u32,
    ) -> Result<Vec<usize>, EngineError> {
        let state = choice.state;
        let is_unit = is_unit(option);
        if is_unit && !one_request {
            self.emit(choice.advance());
            return self.whole(state, option);
        }
        if !one_request {
            self.nesting.frames.push(Frame::Whole { state });
            self.units(option)?;
            self.nesting.frames.pop();
            self.emit(choice.advance());
            self.emit(Instruction::SkipUntaken { state, end: head });
            return Ok(vec![self.emit(Instruction::Jump(OPEN))]);
        }
        // A loop begins anew at each turn (LoopController.iterationStart).
        let restarts = matches!(option, [Step::Loop { .. } | Step::While { .. } | Step::ForEach(_)]);
        let resume = (!restarts && !is_unit).then(|| self.clearable());
        if let Some(register) = resume {
            self.emit(Instruction::Resume { register });
        }
        let (start, depth) = (self.here(), self.nesting.depth);
        self.nesting.frames.push(Frame::Turn { choice, resume, depth, exits: Vec::new() });
        self.units(option)?;
        let Some(Frame::Turn { exits, .. }) = self.nesting.frames.pop() else {
            unreachable!("frames are popped in the order in which they were pushed")
        };
        self.emit(Instruction::Again { state, start });
        self.emit(choice.advance());
        self.emit(Instruction::Jump(head));
        Ok(exits)
    }

    /// An option that is one request.
    fn whole(&mut self, state: u32, option: &[Step]) -> Result<Vec<usize>, EngineError> {
        self.nesting.frames.push(Frame::Whole { state });
        self.units(option)?;
        self.nesting.frames.pop();
        Ok(vec![self.emit(Instruction::Jump(OPEN))])
    }
}
