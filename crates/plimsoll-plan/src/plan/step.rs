//! What a user does, one thing after another.

use super::channel::{ChannelStep, OpenChannel};
use super::data::{Counter, RandomNumber};
use super::database::SqlStep;
use super::local::LocalSample;
use super::request::Request;
use super::scenario::OnError;
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
    ForEach(ForEach),
    /// Begins passes until this many whole seconds are over, and then begins no further request.
    For {
        seconds: Template,
        body: Vec<Step>,
    },
    Share(Share),
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
    Transaction(Transaction),
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
pub struct ForEach {
    pub prefix: Template,
    /// Is given the value of each.
    pub variable: Template,
    /// The numbers that are left out at the beginning; a text that is no number counts as 0, here and below.
    pub after: Option<Template>,
    /// The last number.
    pub to: Option<Template>,
    /// Holds the number of the variable, less 1.
    pub index: Option<String>,
    pub body: Vec<Step>,
}

/// Performed in a part of the passes of the steps that it stands directly in.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    pub amount: Amount,
    /// Each user counts for itself; otherwise the users of one scenario do together.
    pub per_user: bool,
    pub body: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// The first so many passes; a text that is no number counts as 1.
    Times(Template),
    /// Performed if `(100·performed + 50) / passes` is less (ThroughputController); a text that is no number
    /// counts as 100.
    Percent(Template),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedOption {
    pub name: Template,
    pub body: Vec<Step>,
}

/// User `n` (from 1) takes the `n`th list of values, from the beginning again after the last.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignByUser {
    pub variables: Vec<Template>,
    pub values: Vec<Vec<Template>>,
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
    /// So many times another pause.
    Scaled { factor: f64, pause: Box<Pause> },
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
            | Step::IfFailed { body } => vec![body],
            Step::ForEach(each) => vec![&each.body],
            Step::Share(share) => vec![&share.body],
            Step::Transaction(transaction) => vec![&transaction.body],
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
            | Step::IfFailed { body } => vec![body],
            Step::ForEach(each) => vec![&mut each.body],
            Step::Share(share) => vec![&mut share.body],
            Step::Transaction(transaction) => vec![&mut transaction.body],
            Step::Switch { options, .. } => options.iter_mut().map(|option| &mut option.body).collect(),
            Step::Choice { options, .. } => options.iter_mut().collect(),
            Step::WeightedChoice(options) => options.iter_mut().map(|option| &mut option.steps).collect(),
            _ => Vec::new(),
        }
    }

    /// Adds the labels of requests and transactions; false when one is no fixed text.
    pub(super) fn collect_labels<'a>(steps: &'a [Step], labels: &mut Vec<&'a str>) -> bool {
        let add = |name: &'a Template, labels: &mut Vec<&'a str>| match name.as_literal() {
            Some(name) => {
                labels.push(name);
                true
            }
            None => false,
        };
        steps.iter().all(|step| {
            let own = match step {
                Step::Request(request) => add(&request.label, labels),
                Step::OpenChannel(open) => open.collect_labels(labels),
                Step::Channel(step) => add(&step.label, labels),
                Step::Sql(step) => step.label.as_ref().is_none_or(|label| add(label, labels)),
                Step::Tcp(step) => add(&step.label, labels),
                Step::Local(sample) => add(&sample.label, labels),
                Step::Transaction(group) => add(&group.name, labels),
                _ => true,
            };
            own && step.bodies().into_iter().all(|body| Step::collect_labels(body, labels))
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
            other => other.bodies().into_iter().any(Step::may_use_tls),
        })
    }
}
