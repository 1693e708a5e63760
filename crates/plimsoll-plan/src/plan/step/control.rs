//! What decides which steps follow: loops, conditions, choices, shares, and what ends them.

use crate::plan::stage::{AsWritten, LabelKind, TextForm, TextMap, VariableUse};

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

/// What a failed request does to its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    Continue,
    StartNextIteration,
    StopUser,
    /// Ends the test in order: requests in flight are finished.
    StopTest,
    StopTestNow,
}
