//! Steps of which some are performed: by shares, by name, by weight, in turn.

use super::DecidedShare;
use super::compiler::{Compiler, OPEN};
use super::instruction::{CHOICE_REGISTERS, Instruction, SHARE_REGISTERS, Turns};
use super::nesting::{Choice, Frame, is_unit};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{NamedOption, Step, WeightedOption};

impl Compiler<'_> {
    /// Decides the shares that stand directly in these steps.
    pub(super) fn decide<'s>(&mut self, steps: impl IntoIterator<Item = &'s Step>) {
        for step in steps {
            let Step::Share { share, .. } = step else { continue };
            let share = share.map_texts(&mut self.texts());
            let register = self.register();
            (1..SHARE_REGISTERS).for_each(|_| _ = self.register());
            self.program.shares.push(DecidedShare { share, register });
            let number = self.program.shares.len() as u32 - 1;
            self.nesting.decided.insert(std::ptr::from_ref(step), register);
            self.emit(Instruction::Decide(number));
        }
    }

    pub(super) fn share(&mut self, step: &Step, body: &[Step]) {
        let register = self.nesting.decided.get(&std::ptr::from_ref(step)).copied();
        let register = register.expect("all shares of a list of steps are decided before it is compiled");
        let start = self.emit(Instruction::SkipIfClear { register, end: OPEN });
        self.separate(body);
        self.close(start);
    }

    pub(super) fn switch(&mut self, value: &Template, options: &[NamedOption]) {
        let slots = &mut self.program.slots;
        let value = slots.text(value);
        let names = options.iter().map(|option| slots.text(&option.name)).collect();
        self.decide(options.iter().flat_map(|option| &option.body));
        let head = self.emit(Instruction::Switch { value, names, options: Vec::new(), end: OPEN });
        let outer = std::mem::take(&mut self.nesting.once);
        let (mut targets, mut ends) = (Vec::new(), vec![head]);
        for option in options {
            targets.push(self.here());
            self.units(&option.body);
            ends.push(self.emit(Instruction::Jump(OPEN)));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close_all(ends);
    }

    pub(super) fn weighted_choice(&mut self, options: &[WeightedOption]) {
        let mut sum = 0_u64;
        let mut bounds = Vec::new();
        for option in options {
            sum += u64::from(option.weight);
            bounds.push(sum);
        }
        if sum == 0 {
            return;
        }
        self.decide(options.iter().flat_map(|option| &option.steps));
        let head = self.emit(Instruction::ChooseWeighted { bounds, options: Vec::new() });
        let outer = std::mem::take(&mut self.nesting.once);
        let (mut targets, mut ends) = (Vec::new(), Vec::new());
        for option in options {
            targets.push(self.here());
            self.units(&option.steps);
            ends.push(self.emit(Instruction::Jump(OPEN)));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close_all(ends);
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

    pub(super) fn shuffle(&mut self, options: &[Vec<Step>]) {
        let shuffle = self.shuffles;
        self.shuffles += 1;
        self.decide(options.iter().flatten());
        self.emit(Instruction::ShuffleStart { shuffle, options: options.len() as u32 });
        let head = self.emit(Instruction::ShuffleNext { shuffle, options: Vec::new(), end: OPEN });
        let outer = std::mem::take(&mut self.nesting.once);
        let mut targets = Vec::new();
        for option in options {
            targets.push(self.here());
            self.units(option);
            self.emit(Instruction::Jump(head as u32));
        }
        self.nesting.once = outer;
        self.set_options(head, targets);
        self.close(head);
    }

    pub(super) fn choice(&mut self, order: Turns, one_request: bool, by_user: bool, options: &[Vec<Step>]) {
        if options.is_empty() {
            return;
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
            ends.extend(self.option(choice, one_request, option, head as u32));
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
    }

    /// Gives the jumps to the end of the choice.
    fn option(&mut self, choice: Choice, one_request: bool, option: &[Step], head: u32) -> Vec<usize> {
        let state = choice.state;
        let is_unit = is_unit(option);
        if is_unit && !one_request {
            self.emit(choice.advance());
            return self.whole(state, option);
        }
        if !one_request {
            self.nesting.frames.push(Frame::Whole { state });
            self.units(option);
            self.nesting.frames.pop();
            self.emit(choice.advance());
            self.emit(Instruction::SkipUntaken { state, end: head });
            return vec![self.emit(Instruction::Jump(OPEN))];
        }
        // A loop starts again at each turn (LoopController.iterationStart).
        let restarts = matches!(option, [Step::Loop { .. } | Step::While { .. } | Step::ForEach { .. }]);
        let resume = (!restarts && !is_unit).then(|| self.clearable());
        if let Some(register) = resume {
            self.emit(Instruction::Resume { register });
        }
        let (start, depth) = (self.here(), self.nesting.depth);
        self.nesting.frames.push(Frame::Turn { choice, resume, depth, exits: Vec::new() });
        self.units(option);
        let Some(Frame::Turn { exits, .. }) = self.nesting.frames.pop() else {
            unreachable!("frames are popped in the order in which they were pushed")
        };
        self.emit(Instruction::Again { state, start });
        self.emit(choice.advance());
        self.emit(Instruction::Jump(head));
        exits
    }

    /// An option that is one request.
    fn whole(&mut self, state: u32, option: &[Step]) -> Vec<usize> {
        self.nesting.frames.push(Frame::Whole { state });
        self.units(option);
        self.nesting.frames.pop();
        vec![self.emit(Instruction::Jump(OPEN))]
    }
}
