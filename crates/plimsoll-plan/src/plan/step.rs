//! What a user does, one thing after another.

mod control;
mod mqtt;
mod tcp;

pub use control::{
    AssignByUser, ChoiceOrder, Condition, Count, ExecutionShare, ForEach, Leave, OnError, ShareAmount,
    Transaction,
};
pub use mqtt::{MqttAction, MqttConnect, MqttMessage, MqttStep, QualityOfService};
pub use tcp::{Framing, TcpStep};

use super::channel::{ChannelStep, OpenChannel};
use super::check::{Check, Extractor};
use super::data::{Counter, RandomNumber};
use super::database::SqlStep;
use super::local::LocalSample;
use super::pause::Pause;
use super::request::Request;
use super::stage::{AtLine, TextMap, TextVisitor, VariableUse};
use crate::expression::ScriptLanguage;
use crate::template::Template;

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Request(Box<Request>),
    OpenChannel(Box<OpenChannel>),
    Channel(Box<ChannelStep>),
    Sql(Box<SqlStep>),
    Tcp(Box<TcpStep>),
    Mqtt(Box<MqttStep>),
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
    /// that is entered; anywhere else once per user. Left before its end, it is done again.
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
        language: ScriptLanguage,
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

#[derive(Clone, Debug, PartialEq)]
pub struct NamedOption {
    pub name: Template,
    pub body: Vec<Step>,
}

/// An option and how often it is taken, relative to the others; one of weight 0 never.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedOption {
    pub weight: u32,
    pub steps: Vec<Step>,
}

/// What is counted and looked at of a step that gives a sample.
#[derive(Clone, Copy, Debug)]
pub struct StepSample<'a> {
    /// `None`: it is not counted, and belongs to another step.
    pub label: Option<&'a Template>,
    pub extractors: &'a [Extractor],
    pub checks: &'a [Check],
}

impl Step {
    /// Its sample, where it gives one itself.
    pub fn sample(&self) -> Option<StepSample<'_>> {
        let (label, extractors, checks) = match self {
            Step::Request(step) => (Some(&step.label), &step.extractors, &step.checks),
            Step::OpenChannel(open) => {
                (Some(&open.request.label), &open.request.extractors, &open.request.checks)
            }
            Step::Channel(step) => (Some(&step.label), &step.extractors, &step.checks),
            Step::Sql(step) => (step.label.as_ref(), &step.extractors, &step.checks),
            Step::Tcp(step) => (Some(&step.label), &step.extractors, &step.checks),
            Step::Mqtt(step) => (Some(&step.label), &step.extractors, &step.checks),
            Step::Local(step) => (Some(&step.label), &step.extractors, &step.checks),
            _ => return None,
        };
        Some(StepSample { label, extractors, checks })
    }

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
            Step::Mqtt(step) => drop(step.map_texts(visitor)),
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
            Step::Mqtt(step) => Step::Mqtt(Box::new(step.map_texts(line))),
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

    /// Whether it goes over TLS, by its scheme or address; `None`: that is made while the plan runs.
    pub(super) fn uses_tls(&self) -> Option<bool> {
        match self {
            Step::Request(request) => request.uses_tls(),
            Step::OpenChannel(open) => open.request.uses_tls(),
            Step::Mqtt(step) => Some(step.uses_tls()),
            _ => Some(false),
        }
    }
}
