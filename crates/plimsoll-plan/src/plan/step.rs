//! What a user does, one thing after another.

use super::channel::{ChannelStep, OpenChannel};
use super::data::{Counter, RandomNumber};
use super::request::Request;
use super::scenario::OnError;
use crate::expression::Language;
use crate::template::Template;

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Request(Box<Request>),
    OpenChannel(Box<OpenChannel>),
    Channel(Box<ChannelStep>),
    Pause(Pause),
    /// Waits until this many milliseconds after the user was to go on from its pace step the last time: what
    /// follows begins at a steady pace, whatever the server does. A user that is late goes on at once, and
    /// the time that it is late counts into the response time of its next request.
    Pace(Template),
    Loop {
        times: Count,
        body: Vec<Step>,
    },
    /// Only in the first iteration of the enclosing loop, per user.
    Once {
        body: Vec<Step>,
    },
    If {
        condition: Condition,
        body: Vec<Step>,
    },
    While {
        condition: Condition,
        body: Vec<Step>,
    },
    Transaction(Transaction),
    /// One of the options per pass.
    Choice {
        order: ChoiceOrder,
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
    /// Ends this user, the current iteration, or the test.
    Stop(OnError),
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

/// An option and how often it is taken, relative to the others; one of weight 0 never.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedOption {
    pub weight: u32,
    pub steps: Vec<Step>,
}

/// How often a loop repeats; a text that is no number counts as 0 (JMeter's rule).
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    Forever,
    Times(Template),
}

/// A comparison, or a text that must be `true`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    IsTrue(Template),
    /// JMeter's While: goes on until the text is `false`.
    IsNotFalse(Template),
    /// JMeter's While with `LAST` or blank: until the last request of the body fails.
    LastSucceeded,
    Equal(Template, Template),
    NotEqual(Template, Template),
}

/// Children measured as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Transaction {
    pub name: Template,
    /// Think time and pauses count into its time.
    pub include_pauses: bool,
    /// JMeter's "generate parent sample": only the transaction gives a row, its requests are parts of it.
    pub replaces_requests: bool,
    pub body: Vec<Step>,
}

/// Think time.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause {
    /// Milliseconds.
    Constant(Template),
    /// `offset + U(0, range)`, milliseconds.
    Uniform { offset: Template, range: Template },
    /// `offset + |or signed| N(0,1)·deviation`, at least 0, milliseconds.
    Gaussian { offset: Template, deviation: Template },
    /// Poisson-distributed around `lambda`, plus `offset`, milliseconds.
    Poisson { offset: Template, lambda: Template },
}

impl Step {
    /// Adds the labels of requests and transactions; false when one is no fixed text.
    pub(super) fn collect_labels<'a>(steps: &'a [Step], labels: &mut Vec<&'a str>) -> bool {
        let add = |name: &'a Template, labels: &mut Vec<&'a str>| match name.as_literal() {
            Some(name) => {
                labels.push(name);
                true
            }
            None => false,
        };
        steps.iter().all(|step| match step {
            Step::Request(request) => add(&request.label, labels),
            Step::OpenChannel(open) => open.collect_labels(labels),
            Step::Channel(step) => add(&step.label, labels),
            Step::Transaction(group) => add(&group.name, labels) && Step::collect_labels(&group.body, labels),
            Step::Loop { body, .. }
            | Step::Once { body }
            | Step::If { body, .. }
            | Step::While { body, .. } => Step::collect_labels(body, labels),
            Step::Choice { options, .. } => options.iter().all(|o| Step::collect_labels(o, labels)),
            Step::WeightedChoice(options) => options.iter().all(|o| Step::collect_labels(&o.steps, labels)),
            _ => true,
        })
    }

    pub(super) fn may_use_tls(steps: &[Step]) -> bool {
        steps.iter().any(|step| match step {
            Step::Request(request) => {
                let scheme = request.scheme.as_literal();
                let plain = scheme.is_some_and(|s| s.is_empty() || s.eq_ignore_ascii_case("http"));
                // A path may be a whole URL.
                !plain || !request.path.source().starts_with('/')
            }
            Step::OpenChannel(open) => open.may_use_tls(),
            Step::Loop { body, .. }
            | Step::Once { body }
            | Step::If { body, .. }
            | Step::While { body, .. } => Step::may_use_tls(body),
            Step::Transaction(group) => Step::may_use_tls(&group.body),
            Step::Choice { options, .. } => options.iter().any(|option| Step::may_use_tls(option)),
            Step::WeightedChoice(options) => options.iter().any(|option| Step::may_use_tls(&option.steps)),
            _ => false,
        })
    }
}
