//! What a virtual user can do next.

use super::slots::{Slot, Text};
use plimsoll_plan::plan::OnError;

/// One instruction. Targets are indices into the scenario's instructions; registers are per user.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// Index into the program's requests.
    Request(u32),
    /// Index into the program's channel steps.
    Channel(u32),
    Pause(Pause),
    /// Waits until the period (milliseconds) after the moment in the register, and moves that on.
    Pace {
        register: u32,
        period: Text,
    },
    /// Sets the register to the number of passes; none: goes to `end`.
    LoopStart {
        register: u32,
        times: Count,
        end: u32,
    },
    /// One pass less; another one: back to `start`.
    LoopNext {
        register: u32,
        start: u32,
    },
    Clear {
        register: u32,
    },
    /// Goes to `end` unless the register is clear; sets it.
    Once {
        register: u32,
        end: u32,
    },
    Jump(u32),
    Unless {
        condition: Condition,
        target: u32,
    },
    GroupStart(Group),
    GroupEnd,
    /// Goes to one of the options: at random, or (`register`) to the next one at each pass.
    Choose {
        register: Option<u32>,
        options: Vec<u32>,
    },
    /// Goes to one of the options at random. `bounds` are the sums of the weights up to each of them, so the last
    /// one is the sum of all, and more than 0.
    ChooseWeighted {
        bounds: Vec<u64>,
        options: Vec<u32>,
    },
    /// Puts `options` numbers into the shuffle in a random order.
    ShuffleStart {
        shuffle: u32,
        options: u32,
    },
    /// Goes to the option that comes next in the shuffle, or to `end` when all had their turn.
    ShuffleNext {
        shuffle: u32,
        options: Vec<u32>,
        end: u32,
    },
    /// The next row of a data set.
    ReadData(u32),
    Counter(u32),
    RandomNumber(u32),
    Assign {
        slot: Slot,
        value: Text,
    },
    /// Puts the text together and drops it.
    Evaluate(Text),
    Stop(OnError),
    EndIteration,
}

#[derive(Clone, Debug)]
pub enum Count {
    Forever,
    Times(Text),
}

#[derive(Clone, Debug)]
pub enum Condition {
    IsTrue(Text),
    IsNotFalse(Text),
    LastSucceeded,
    Equal(Text, Text),
    NotEqual(Text, Text),
}

/// Think time, see `plimsoll_plan::plan::Pause`; milliseconds.
#[derive(Clone, Debug)]
pub enum Pause {
    Constant(Text),
    Uniform { offset: Text, range: Text },
    Gaussian { offset: Text, deviation: Text },
    Poisson { offset: Text, lambda: Text },
}

/// A transaction's name as a number, or a text that makes it.
#[derive(Clone, Debug)]
pub enum Label {
    Known(u32),
    Made(Text),
}

/// Requests measured as one.
#[derive(Clone, Debug)]
pub struct Group {
    pub label: Label,
    pub include_pauses: bool,
    /// Its row counts as a request's; the rows of what is inside are left out.
    pub replaces_requests: bool,
}
