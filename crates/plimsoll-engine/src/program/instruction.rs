//! What a virtual user can do next.

use super::compiled::Compiled;
use super::slots::{Slot, Text};
use plimsoll_plan::plan::{AssignByUser, Condition, Count, OnError, Pause, Transaction};

/// One instruction. Targets are indices into the scenario's instructions; registers are per user.
#[derive(Clone, Debug)]
pub enum Instruction {
    Sample(Sampler),
    /// As `Sample`, of what belongs to another request: it begins and ends with that.
    Uncounted(Sampler),
    Pause(Pause<Compiled>),
    /// Adds to the time that the next `Sleep` takes.
    Delay(Pause<Compiled>),
    /// The same for what a timer of the plan says; it may keep the user waiting itself.
    Timer {
        timer: u32,
        register: u32,
    },
    Sleep,
    /// Waits until the period (milliseconds) after the moment in the register, and moves that on.
    Pace {
        register: u32,
        period: Text,
    },
    /// Sets the register to the number of passes; none: goes to `end`.
    LoopStart {
        register: u32,
        times: Count<Compiled>,
        end: u32,
    },
    /// One pass less; another one: back to `start`.
    LoopNext {
        register: u32,
        start: u32,
    },
    /// Another pass of a loop without a number begins, unless the user must stop.
    Pass,
    /// Writes the register, moved on or from 0 again, to a variable.
    Index {
        register: u32,
        slot: Slot,
        restarts: bool,
    },
    Clear {
        register: u32,
    },
    /// Clears registers, and what was left half-way under their names.
    Forget {
        registers: Vec<u32>,
    },
    Set {
        register: u32,
    },
    /// Goes to `end` when the register is set.
    SkipIfSet {
        register: u32,
        end: u32,
    },
    /// Goes to `end` when the register is clear.
    SkipIfClear {
        register: u32,
        end: u32,
    },
    Jump(u32),
    Unless {
        condition: Condition<Compiled>,
        target: u32,
    },
    /// As `Unless`, from deeper inside: what is open below `depth` is dropped.
    Guard {
        condition: Condition<Compiled>,
        depth: Depth,
        target: u32,
    },
    UnlessFailed {
        target: u32,
    },
    /// Index into the program's loops over variables.
    ForEachStart {
        each: u32,
        register: u32,
        end: u32,
    },
    ForEachNext {
        each: u32,
        register: u32,
        start: u32,
    },
    ForEachEnd {
        each: u32,
    },
    /// Writes the present moment into the register.
    ForStart {
        register: u32,
    },
    /// Goes to `target` when the time is over; the user continues at `unit` when it comes back to `resume`.
    Expired {
        register: u32,
        seconds: Text,
        unit: u32,
        resume: Option<u32>,
        depth: Depth,
        target: u32,
    },
    /// Decides whether a share is performed in this pass; index into the program's shares.
    Decide(u32),
    /// Goes to the option of that number or name, or to `end`.
    Switch {
        value: Text,
        names: Vec<Text>,
        options: Vec<u32>,
        end: u32,
    },
    Lock(Text),
    Unlock,
    /// Ends what is open below the depth, as JMeter does when a loop is left.
    Unwind(Depth),
    GroupStart(Transaction<Compiled>),
    GroupEnd,
    /// A pass of a choice begins. Its state is in [`CHOICE_REGISTERS`] registers from `state`.
    ChoiceStart {
        state: u32,
        order: Turns,
        by_user: bool,
        options: u32,
    },
    /// Goes to the option whose turn it is, or to `end` when all had their chance in this pass.
    ChoiceNext {
        state: u32,
        options: Vec<u32>,
        end: u32,
    },
    /// The next option has the next turn.
    Advance {
        state: u32,
        order: Turns,
        options: u32,
    },
    /// Something was performed in this pass.
    Taken {
        state: u32,
    },
    SkipUntaken {
        state: u32,
        end: u32,
    },
    /// An option that came to its end without performing anything starts again, but only once per pass.
    Again {
        state: u32,
        start: u32,
    },
    /// Goes to where the user left off, if it did.
    Resume {
        register: u32,
    },
    /// Leaves an option after a request; the user continues with the next instruction when it comes back.
    Yield {
        resume: Option<u32>,
        depth: Depth,
        target: u32,
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
    /// Of the values of each user, to the variables named.
    AssignByUser(AssignByUser<Compiled>),
    Stop(OnError),
    EndUser,
    EndIteration,
}

/// How many transactions and locks are open at a place in the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    pub groups: u32,
    pub locks: u32,
}

/// Whose turn is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    InOrder,
    Random,
}

/// The option whose turn it is (from 1), the first one of this pass, and flags.
pub const CHOICE_REGISTERS: u32 = 3;

/// The decision for this pass, and the user's own numbers of passes performed and of passes.
pub const SHARE_REGISTERS: u32 = 3;

/// A step that gives samples, by its index in the list of its kind.
#[derive(Clone, Copy, Debug)]
pub enum Sampler {
    Request(u32),
    Channel(u32),
    Sql(u32),
    Tcp(u32),
    Mqtt(u32),
    Local(u32),
}
