//! Steps that are repeated: by number, while a condition holds, for each value, for a time.

use super::compiler::{Compiler, OPEN};
use super::instruction::Instruction;
use super::nesting::Frame;
use super::slots::Slot;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Condition, Count, ForEach, Step};

impl Compiler<'_> {
    /// Compiles the body of a loop; gives what leaves it, and the registers of its `Once` steps.
    fn loop_body(&mut self, body: &[Step]) -> (Vec<usize>, Vec<u32>) {
        let depth = self.nesting.depth;
        let outer = std::mem::take(&mut self.nesting.once);
        self.nesting.frames.push(Frame::Loop { depth, passes: Vec::new(), ends: Vec::new() });
        self.body(body);
        let once = std::mem::replace(&mut self.nesting.once, outer);
        let Some(Frame::Loop { passes, ends, .. }) = self.nesting.frames.pop() else {
            unreachable!("frames are popped in the order in which they were pushed")
        };
        self.close_all(passes);
        (ends, once)
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

    pub(super) fn repeat(&mut self, times: &Count, index: Option<&str>, body: &[Step]) {
        let register = self.register();
        let index = self.index(index);
        let times = times.map_texts(&mut self.texts());
        let start = self.emit(Instruction::LoopStart { register, times, end: OPEN });
        let skip = self.emit(Instruction::Jump(OPEN));
        let first = self.here();
        let (ends, once) = self.loop_body(body);
        self.write_index(index, false);
        self.emit(Instruction::LoopNext { register, start: first });
        let done = self.emit(Instruction::Jump(OPEN));
        self.close(skip);
        self.entry(once, index, first);
        self.close_all(ends);
        self.close(start);
        self.close(done);
        self.write_index(index, true);
    }

    pub(super) fn repeat_while(
        &mut self,
        condition: &Condition,
        enters_always: bool,
        index: Option<&str>,
        body: &[Step],
    ) {
        let index = self.index(index);
        let condition = condition.map_texts(&mut self.texts());
        let unless = |compiler: &mut Self| {
            compiler.emit(Instruction::Unless { condition: condition.clone(), target: OPEN })
        };
        let mut exits = Vec::new();
        if !enters_always {
            exits.push(unless(self));
        }
        let skip = self.emit(Instruction::Jump(OPEN));
        let first = self.here();
        let (ends, once) = self.loop_body(body);
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
    }

    pub(super) fn for_each(&mut self, each: &ForEach, body: &[Step]) {
        let each = each.map_texts(&mut self.texts());
        self.program.for_eachs.push(each);
        let number = self.program.for_eachs.len() as u32 - 1;
        let register = self.register();
        let enter = self.emit(Instruction::ForEachStart { each: number, register, end: OPEN });
        let start = self.here();
        // A `Once` directly inside is performed once per user.
        let (ends, _) = self.loop_body(body);
        self.emit(Instruction::ForEachNext { each: number, register, start });
        self.close_all(ends);
        self.emit(Instruction::ForEachEnd { each: number });
        self.close(enter);
    }

    pub(super) fn repeat_for(&mut self, seconds: &Template, body: &[Step]) {
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
        self.separate(body);
        self.emit(Instruction::Pass);
        self.emit(Instruction::Jump(first));
        self.close_frame();
    }
}
