//! What a user does, one thing after another.

use super::channel::{ChannelStep, OpenChannel};
use super::data::{Counter, RandomNumber};
use super::database::SqlStep;
use super::local::LocalSample;
use super::request::Request;
use super::scenario::OnError;
use super::stage::{AsWritten, AtLine, LabelKind, TextForm, TextMap, TextVisitor, VariableUse};
use super::tcp::TcpStep;
use crate::expression::Language;
use crate::template::Template;

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Request(Box<Request>),
    OpenChannel(Box<OpenChannel>),
    Channel(Box<ChannelStep>),
    Sql(Box<SqlStep>),
    Tcp(Box<TcpStep>),
    Local(Box<LocalSample>),
    Pause(Pause),
    /// Waits until this many milliseconds after the user was to go on from its pace step the last time: what
    /// follows begins at a steady pace, whatever the server does. A user that is late goes on at once, and
    /// the time that it is late counts into the response time of its next request.
    Pace(Template),
    /// Steps that belong together: one option of a choice, and what is counted for each pass of them.
    Group {
        body: Vec<Step>,
    },
    Loop {
        times: Count,
        /// Holds the number of passes that are done.
        index: Option<String>,
        /// A user that has come to its end never enters it again.
        only_once: bool,
        body: Vec<Step>,
    },
    /// Only in the first pass of the loop or the `while` that it stands directly in, per user and each time
    /// that is entered; anywhere else once per user. Left before its end, it is done anew.
    Once {
        body: Vec<Step>,
    },
    If {
        condition: Condition,
        /// Asks again before each request and pause inside, and leaves the rest out when it no longer holds.
        each_step: bool,
        body: Vec<Step>,
    },
    /// Its condition is worked out twice between two passes, as JMeter does.
    While {
        condition: Condition,
        /// The first pass is made without asking.
        enters_always: bool,
        index: Option<String>,
        body: Vec<Step>,
    },
    ForEach {
        each: ForEach,
        body: Vec<Step>,
    },
    /// Begins passes until this many whole seconds are over, and then begins no further request.
    For {
        seconds: Template,
        body: Vec<Step>,
    },
    Share {
        share: ExecutionShare,
        body: Vec<Step>,
    },
    /// One of the options, by number from 0 or by name.
    Switch {
        value: Template,
        options: Vec<NamedOption>,
    },
    /// One user at a time, of all that know this name of a lock; an empty name locks nothing.
    Lock {
        name: Template,
        body: Vec<Step>,
    },
    Transaction {
        transaction: Transaction,
        body: Vec<Step>,
    },
    /// One of the options per pass.
    Choice {
        order: ChoiceOrder,
        /// A turn ends with a request; the option goes on from there when it has its next turn.
        one_request: bool,
        /// User `n` (from 1) begins with option `n`, not all of them with the first.
        by_user: bool,
        options: Vec<Vec<Step>>,
    },
    /// One of the options per pass, at random in the proportions of their weights.
    WeightedChoice(Vec<WeightedOption>),
    /// Takes the next row of `plan.data[i]`; ends the user when it is used up and says so.
    ReadData(usize),
    Counter(Counter),
    RandomNumber(RandomNumber),
    Assign {
        variable: String,
        value: Template,
    },
    /// Performs a script for what it does to variables and properties. One that fails does nothing more.
    Script {
        language: Language,
        text: Template,
    },
    AssignByUser(AssignByUser),
    /// Only when the user's last request failed.
    IfFailed {
        body: Vec<Step>,
    },
    /// Ends this user, the current iteration, or the test.
    Stop(OnError),
    Leave(Leave),
}

/// A loop over numbered variables: `prefix1`, `prefix2`, … as long as there are any.
#[derive(Clone, Debug, PartialEq)]
pub struct ForEach<S: TextForm = AsWritten> {
    pub prefix: S::Text,
    /// Is given the value of each.
    pub variable: S::Text,
    /// The numbers that are left out at the beginning; a text that is no number counts as 0, here and below.
    pub after: Option<S::Text>,
    /// The last number.
    pub to: Option<S::Text>,
    /// Holds the number of the variable, less 1.
    pub index: Option<S::Variable>,
}

/// Performed in a part of the passes of the steps that it stands directly in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutionShare<S: TextForm = AsWritten> {
    pub amount: ShareAmount<S>,
    /// Each user counts for itself; otherwise the users of one scenario do together.
    pub per_user: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShareAmount<S: TextForm = AsWritten> {
    /// The first so many passes; a text that is no number counts as 1.
    Times(S::Text),
    /// Performed if `(100·performed + 50) / passes` is less (ThroughputController); a text that is no number
    /// counts as 100.
    Percent(S::Text),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedOption {
    pub name: Template,
    pub body: Vec<Step>,
}

/// User `n` (from 1) takes the `n`th list of values, from the beginning again after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignByUser<S: TextForm = AsWritten> {
    pub variables: Vec<S::Text>,
    pub values: Vec<Vec<S::Text>>,
}

/// What is left of the innermost loop around: of the kinds loop, `while` and for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The rest of the pass; outside of any loop: of the iteration.
    Pass,
    /// All; outside of any loop: the user ends.
    Loop,
}

/// An option and how often it is taken, relative to the others; one of weight 0 never.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedOption {
    pub weight: u32,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceOrder {
    /// One at random.
    Random,
    /// The next one at each pass.
    Interleave,
    /// All of them, in a new random order at each pass.
    Shuffle,
}

/// How often a loop repeats; a text that is no number counts as 0 (JMeter's rule).
#[derive(Clone, Debug, PartialEq)]
pub enum Count<S: TextForm = AsWritten> {
    Forever,
    Times(S::Text),
}

/// A comparison, or a text that must be `true`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition<S: TextForm = AsWritten> {
    IsTrue(S::Text),
    /// JMeter's While: goes on until the text is `false`.
    IsNotFalse(S::Text),
    /// JMeter's While with `LAST` or blank: until the last request of the body fails.
    LastSucceeded,
    Equal(S::Text, S::Text),
    NotEqual(S::Text, S::Text),
}

/// Children measured as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction<S: TextForm = AsWritten> {
    pub label: S::Label,
    /// Think time and pauses count into its time.
    pub include_pauses: bool,
    /// JMeter's "generate parent sample": only the transaction gives a row, its requests are parts of it.
    pub replaces_requests: bool,
}

/// Think time.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause<S: TextForm = AsWritten> {
    /// Milliseconds.
    Constant(S::Text),
    /// `offset + U(0, range)`, milliseconds.
    Uniform { offset: S::Text, range: S::Text },
    /// `offset + |or signed| N(0,1)·deviation`, at least 0, milliseconds.
    Gaussian { offset: S::Text, deviation: S::Text },
    /// Poisson-distributed around `lambda`, plus `offset`, milliseconds.
    Poisson { offset: S::Text, lambda: S::Text },
    /// So many times another pause.
    Scaled { factor: f64, pause: Box<Pause<S>> },
    /// Until `plan.timers[i]` lets the user go on.
    Timer(usize),
}

impl Step {
    /// The lists of steps inside.
    pub fn bodies(&self) -> Vec<&[Step]> {
        match self {
            Step::Group { body }
            | Step::Loop { body, .. }
            | Step::Once { body }
            | Step::If { body, .. }
            | Step::While { body, .. }
            | Step::For { body, .. }
            | Step::Lock { body, .. }
            | Step::ForEach { body, .. }
            | Step::Share { body, .. }
            | Step::Transaction { body, .. }
            | Step::IfFailed { body } => vec![body],
            Step::Switch { options, .. } => options.iter().map(|option| &option.body[..]).collect(),
            Step::Choice { options, .. } => options.iter().map(|option| &option[..]).collect(),
            Step::WeightedChoice(options) => options.iter().map(|option| &option.steps[..]).collect(),
            _ => Vec::new(),
        }
    }

    /// As [`Step::bodies`], to be changed.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Step>> {
        match self {
            Step::Group { body }
            | Step::Loop { body, .. }
            | Step::Once { body }
            | Step::If { body, .. }
            | Step::While { body, .. }
            | Step::For { body, .. }
            | Step::Lock { body, .. }
            | Step::ForEach { body, .. }
            | Step::Share { body, .. }
            | Step::Transaction { body, .. }
            | Step::IfFailed { body } => vec![body],
            Step::Switch { options, .. } => options.iter_mut().map(|option| &mut option.body).collect(),
            Step::Choice { options, .. } => options.iter_mut().collect(),
            Step::WeightedChoice(options) => options.iter_mut().map(|option| &mut option.steps).collect(),
            _ => Vec::new(),
        }
    }

    /// Calls `look` for each of the steps and of those inside, in the order in which they are written.
    pub fn visit<'a>(steps: &'a [Step], look: &mut impl FnMut(&'a Step)) {
        for step in steps {
            look(step);
            step.bodies().into_iter().for_each(|body| Step::visit(body, look));
        }
    }

    /// Shows the visitor the step's own texts, not those of the steps inside.
    pub fn visit_texts<'a>(&'a self, visitor: &mut impl TextVisitor<'a>) {
        match self {
            Step::Request(request) => drop(request.map_texts(visitor)),
            Step::OpenChannel(open) => drop(open.map_texts(visitor)),
            Step::Channel(step) => drop(step.map_texts(visitor)),
            Step::Sql(step) => drop(step.map_texts(visitor)),
            Step::Tcp(step) => drop(step.map_texts(visitor)),
            Step::Local(sample) => drop(sample.map_texts(visitor)),
            Step::Pause(pause) => drop(pause.map_texts(visitor)),
            Step::Loop { times, index, .. } => {
                times.map_texts(visitor);
                index.iter().for_each(|name| visitor.variable(name, VariableUse::Set));
            }
            Step::If { condition, .. } => drop(condition.map_texts(visitor)),
            Step::While { condition, index, .. } => {
                condition.map_texts(visitor);
                index.iter().for_each(|name| visitor.variable(name, VariableUse::Set));
            }
            Step::ForEach { each, .. } => drop(each.map_texts(visitor)),
            Step::Share { share, .. } => drop(share.map_texts(visitor)),
            Step::Transaction { transaction, .. } => drop(transaction.map_texts(visitor)),
            Step::Pace(text) | Step::For { seconds: text, .. } | Step::Lock { name: text, .. } => {
                visitor.text(text);
            }
            Step::Switch { value, options } => {
                visitor.text(value);
                options.iter().for_each(|option| visitor.text(&option.name));
            }
            Step::Counter(counter) => drop(counter.map_texts(visitor)),
            Step::RandomNumber(number) => drop(number.map_texts(visitor)),
            Step::Assign { variable, value } => {
                visitor.variable(variable, VariableUse::Set);
                visitor.text(value);
            }
            Step::Script { language, text } => visitor.script(*language, text),
            Step::AssignByUser(assign) => drop(assign.map_texts(visitor)),
            Step::Group { .. }
            | Step::Once { .. }
            | Step::IfFailed { .. }
            | Step::Choice { .. }
            | Step::WeightedChoice(_)
            | Step::ReadData(_)
            | Step::Stop(_)
            | Step::Leave(_) => {}
        }
    }

    /// The step with its own texts in this line, where theirs is not known.
    pub fn at_line(self, line: u32) -> Step {
        let line = &mut AtLine(line);
        match self {
            Step::Request(request) => Step::Request(Box::new(request.map_texts(line))),
            Step::OpenChannel(open) => Step::OpenChannel(Box::new(open.map_texts(line))),
            Step::Channel(step) => Step::Channel(Box::new(step.map_texts(line))),
            Step::Sql(step) => Step::Sql(Box::new(step.map_texts(line))),
            Step::Tcp(step) => Step::Tcp(Box::new(step.map_texts(line))),
            Step::Local(sample) => Step::Local(Box::new(sample.map_texts(line))),
            Step::Pause(pause) => Step::Pause(pause.map_texts(line)),
            Step::Pace(period) => Step::Pace(line.text(&period)),
            Step::Counter(counter) => Step::Counter(counter.map_texts(line)),
            Step::RandomNumber(number) => Step::RandomNumber(number.map_texts(line)),
            Step::Script { language, text } => Step::Script { language, text: line.text(&text) },
            Step::AssignByUser(assign) => Step::AssignByUser(assign.map_texts(line)),
            other => other,
        }
    }

    /// It may go over TLS: its scheme or address says so, or is made while the plan runs.
    pub(super) fn may_use_tls(&self) -> bool {
        match self {
            Step::Request(request) => {
                let scheme = request.scheme.as_literal();
                let plain = scheme.is_some_and(|s| s.is_empty() || s.eq_ignore_ascii_case("http"));
                // A path may be a whole URL.
                !plain || !request.path.source().starts_with('/')
            }
            Step::OpenChannel(open) => open.may_use_tls(),
            _ => false,
        }
    }
}

impl ForEach {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ForEach<M::To> {
        ForEach {
            prefix: map.text(&self.prefix),
            variable: map.made_variable(&self.variable),
            after: map.optional(&self.after),
            to: map.optional(&self.to),
            index: self.index.as_ref().map(|name| map.variable(name, VariableUse::Set)),
        }
    }
}

impl ExecutionShare {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> ExecutionShare<M::To> {
        let amount = match &self.amount {
            ShareAmount::Times(times) => ShareAmount::Times(map.text(times)),
            ShareAmount::Percent(percent) => ShareAmount::Percent(map.text(percent)),
        };
        ExecutionShare { amount, per_user: self.per_user }
    }
}

impl AssignByUser {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> AssignByUser<M::To> {
        AssignByUser {
            variables: self.variables.iter().map(|name| map.made_variable(name)).collect(),
            values: self.values.iter().map(|values| map.texts(values)).collect(),
        }
    }
}

impl Count {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Count<M::To> {
        match self {
            Count::Forever => Count::Forever,
            Count::Times(times) => Count::Times(map.text(times)),
        }
    }
}

impl Condition {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Condition<M::To> {
        match self {
            Condition::IsTrue(text) => Condition::IsTrue(map.text(text)),
            Condition::IsNotFalse(text) => Condition::IsNotFalse(map.text(text)),
            Condition::LastSucceeded => Condition::LastSucceeded,
            Condition::Equal(a, b) => Condition::Equal(map.text(a), map.text(b)),
            Condition::NotEqual(a, b) => Condition::NotEqual(map.text(a), map.text(b)),
        }
    }
}

impl Transaction {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Transaction<M::To> {
        let Transaction { include_pauses, replaces_requests, .. } = *self;
        // JMeter's parent sample is the one that counts, its requests are parts of it.
        let kind = if replaces_requests { LabelKind::Sample } else { LabelKind::Group };
        Transaction { label: map.label(&self.label, kind), include_pauses, replaces_requests }
    }
}

impl Pause {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Pause<M::To> {
        match self {
            Pause::Constant(time) => Pause::Constant(map.text(time)),
            Pause::Uniform { offset, range } => {
                Pause::Uniform { offset: map.text(offset), range: map.text(range) }
            }
            Pause::Gaussian { offset, deviation } => {
                Pause::Gaussian { offset: map.text(offset), deviation: map.text(deviation) }
            }
            Pause::Poisson { offset, lambda } => {
                Pause::Poisson { offset: map.text(offset), lambda: map.text(lambda) }
            }
            Pause::Scaled { factor, pause } => {
                Pause::Scaled { factor: *factor, pause: Box::new(pause.map_texts(map)) }
            }
            Pause::Timer(timer) => Pause::Timer(*timer),
        }
    }
}
