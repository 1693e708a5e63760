//! What an import decided, and what its files do not say, as kinds and values.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ImportNote {
    /// So many steps, and what they were found by.
    Steps { count: u64, from: StepsFrom },
    /// Seconds of the run with so many users, of which too few requests ended.
    TooFewOfUsers { users: u32, from_s: u64, to_s: u64, requests: u64, requests_min: u64, seconds_min: u64 },
    /// Few requests apart from the others by a pause.
    TooFewApart { from_s: u64, to_s: u64, requests: u64 },
    /// Requests that ended when none began any more.
    EndedLate { second: u64, requests: u64 },
    /// Two levels of users are one step, for as many requests per second began in both.
    LevelsJoined { first: u32, second: u32, per_s: f64 },
    /// No file is a table of tests, of which one was to be taken.
    NoTests { test: String },
    /// No response times are known.
    CountsOnly,
    /// The figures are those of this table.
    TableOnly { file: String },
    /// There are no results of a load generator.
    ServerLogsOnly,
    /// A table without times; whether it says how long its steps took.
    OneAfterAnother { has_lengths: bool },
    /// Requests with times days away from the others.
    FarAway { requests: u64 },
    /// Requests in rows of several, of which only the mean is known.
    Summarised { requests: u64, of: u64 },
    /// Users are counted from the names of threads in these files.
    UsersCounted { files: Vec<String> },
    /// Files that overlap in time are of several load generators: those of each.
    UsersAdded { why: SeveralGenerators, files: Vec<Vec<String>> },
    /// Files that overlap in time: of one load generator.
    UsersOfOne { files: Vec<String> },
    /// The CPU of a host follows the load best when its clock is taken to be ahead.
    ClockAhead { host: String, ahead_s: f64, uncertainty_s: f64, correlation: f64 },
    /// What is said of one file.
    OfFile { file: String, note: FileNote },
}

/// What the steps of an imported run were found by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StepsFrom {
    /// In this file.
    Table(String),
    /// The users that the load generator reported, or thread starts in its log.
    Users(String),
    /// Changes in the rate of requests; the users are the mean number of requests at work.
    Rate,
    /// One plateau of users only; of these files.
    OneLevel(String),
    /// Users came and went, and their number varied around a mean for each step; of these files.
    Fluctuating(String),
    /// Users came and went, and as many requests began per second all through each step; of these files.
    Arrivals(String),
    /// Users moved all the time: the steps are stretches of that ramp.
    Ramp(String),
    /// No change was found: the whole is one step.
    Whole,
    /// The same, and its first and last second are not measured.
    WholeSeconds,
    /// Users in that file changed between these numbers, and for a plateau or a ramp there is too little.
    TooShort { users_of: String, least: u32, most: u32 },
    /// The rate of requests has one level only, and other seconds before or after it.
    OneRate,
    /// So many parts of the load, between which nothing was under way; each has its own steps.
    Parts(usize),
}

/// Why files that overlap in time are of several load generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeveralGenerators {
    /// Their numbers of users differ.
    OtherUsers,
    /// Threads of the same names had requests in several of them at a time.
    SameThreads,
    /// More requests were at work than any of them has users.
    MoreAtWork,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FileNote {
    /// Its time stamps are those of the end of each request.
    TimesAreEnds,
    /// Rows that are parts of other rows.
    Parts {
        rows: u64,
        of: u64,
    },
    /// Transactions whose requests have no rows of their own.
    ParentSamples {
        rows: u64,
        of: u64,
    },
    /// Transactions made of requests.
    Groups {
        rows: u64,
        of: u64,
    },
    /// Parts of its paths look like ids, and are no part of the names of so many requests; one of these names.
    PathIds {
        requests: u64,
        name: String,
    },
    /// Something that its rows have is not taken.
    PassedOver(PassedOver),
    WithoutTime {
        requests: u64,
        of: u64,
    },
    /// The load generator could not make them; what it said of the first.
    NotSent {
        requests: u64,
        first: String,
    },
    /// Its times are of before the year 2000.
    BeforeYear2000,
    /// The hour that clocks repeat when they are set back; whether it has the second one, too.
    RepeatedHour {
        has_both: bool,
    },
    /// Rows without a time.
    Untimed {
        rows: u64,
        of: u64,
    },
    /// Its content is that of this file.
    Repeats {
        other: String,
    },
    /// All that it recorded lies outside the load.
    OutsideLoad {
        is_before: bool,
        apart_s: u64,
    },
    /// What the columns of a table are used for.
    Columns(ColumnUse),
    /// The report of a tool does not say how many users there were.
    UsersFromTimes,
    /// Answers of another length than the first one, which `ab` counts as failed.
    OtherLengths {
        answers: u64,
    },
}

/// A value in a log that may be a response time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PassedOver {
    /// Behind the usual fields.
    Unnamed { value: String },
    /// Without a sure unit.
    NoUnit { name: String, value: String },
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnUse {
    pub used: Vec<UsedColumn>,
    /// What runs differ in; some of them, and how many more.
    pub differing: (Vec<String>, u64),
    pub unused: (Vec<String>, u64),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedColumn {
    pub name: String,
    pub meaning: ColumnMeaning,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColumnMeaning {
    /// As `--columns` names it.
    Named(String),
    MeanTime,
    LongestTime,
    Percentile(f64),
}

impl ImportNote {
    pub fn of_file(file: &str, note: FileNote) -> ImportNote {
        ImportNote::OfFile { file: file.to_owned(), note }
    }

    /// With names and texts of others as this makes them.
    pub fn with_texts(&self, of: impl Fn(&str) -> String) -> ImportNote {
        let mut note = self.clone();
        note.each_text(&mut |text| *text = of(text));
        note
    }

    fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        match self {
            ImportNote::Steps { from, .. } => from.each_text(each),
            ImportNote::NoTests { test: text }
            | ImportNote::TableOnly { file: text }
            | ImportNote::ClockAhead { host: text, .. } => each(text),
            ImportNote::UsersCounted { files } | ImportNote::UsersOfOne { files } => {
                files.iter_mut().for_each(each);
            }
            ImportNote::UsersAdded { files, .. } => files.iter_mut().flatten().for_each(each),
            ImportNote::OfFile { file, note } => {
                each(file);
                note.each_text(each);
            }
            ImportNote::TooFewOfUsers { .. }
            | ImportNote::TooFewApart { .. }
            | ImportNote::EndedLate { .. }
            | ImportNote::LevelsJoined { .. }
            | ImportNote::CountsOnly
            | ImportNote::ServerLogsOnly
            | ImportNote::OneAfterAnother { .. }
            | ImportNote::FarAway { .. }
            | ImportNote::Summarised { .. } => {}
        }
    }

    /// Of what puts a figure in question.
    pub fn is_warning(&self) -> bool {
        match self {
            ImportNote::Steps { from, .. } => matches!(from, StepsFrom::Ramp(_)),
            ImportNote::ServerLogsOnly
            | ImportNote::UsersCounted { .. }
            | ImportNote::UsersAdded { .. }
            | ImportNote::UsersOfOne { .. } => false,
            ImportNote::OfFile { note, .. } => matches!(
                note,
                FileNote::OutsideLoad { .. }
                    | FileNote::BeforeYear2000
                    | FileNote::RepeatedHour { has_both: false }
            ),
            ImportNote::TooFewOfUsers { .. }
            | ImportNote::TooFewApart { .. }
            | ImportNote::EndedLate { .. }
            | ImportNote::LevelsJoined { .. }
            | ImportNote::NoTests { .. }
            | ImportNote::CountsOnly
            | ImportNote::TableOnly { .. }
            | ImportNote::OneAfterAnother { .. }
            | ImportNote::FarAway { .. }
            | ImportNote::Summarised { .. }
            | ImportNote::ClockAhead { .. } => true,
        }
    }
}

impl StepsFrom {
    fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        match self {
            StepsFrom::Table(of)
            | StepsFrom::Users(of)
            | StepsFrom::OneLevel(of)
            | StepsFrom::Fluctuating(of)
            | StepsFrom::Arrivals(of)
            | StepsFrom::Ramp(of)
            | StepsFrom::TooShort { users_of: of, .. } => each(of),
            StepsFrom::Rate
            | StepsFrom::Whole
            | StepsFrom::WholeSeconds
            | StepsFrom::OneRate
            | StepsFrom::Parts(_) => {}
        }
    }
}

impl FileNote {
    fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        match self {
            FileNote::NotSent { first: text, .. }
            | FileNote::PathIds { name: text, .. }
            | FileNote::Repeats { other: text } => each(text),
            FileNote::PassedOver(PassedOver::Unnamed { value }) => each(value),
            FileNote::PassedOver(PassedOver::NoUnit { name, value }) => {
                each(name);
                each(value);
            }
            FileNote::Columns(columns) => {
                let names = columns.used.iter_mut().map(|column| &mut column.name);
                let others = columns.differing.0.iter_mut().chain(&mut columns.unused.0);
                names.chain(others).for_each(each);
            }
            FileNote::TimesAreEnds
            | FileNote::Parts { .. }
            | FileNote::ParentSamples { .. }
            | FileNote::Groups { .. }
            | FileNote::WithoutTime { .. }
            | FileNote::BeforeYear2000
            | FileNote::RepeatedHour { .. }
            | FileNote::Untimed { .. }
            | FileNote::OutsideLoad { .. }
            | FileNote::UsersFromTimes
            | FileNote::OtherLengths { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_figures_may_be_off_by_is_a_warning() {
        let steps = |from| ImportNote::Steps { count: 2, from };
        let hour = |has_both| ImportNote::of_file("a", FileNote::RepeatedHour { has_both });
        let warned_of = [steps(StepsFrom::Ramp(String::new())), hour(false), ImportNote::CountsOnly];
        assert!(warned_of.iter().all(ImportNote::is_warning));
        let good = [steps(StepsFrom::Whole), hour(true), ImportNote::ServerLogsOnly];
        assert!(!good.iter().any(ImportNote::is_warning));
    }

    #[test]
    fn every_name_and_text_of_others_is_masked() {
        let column = |name: &str| UsedColumn { name: name.to_owned(), meaning: ColumnMeaning::MeanTime };
        let some = || (vec!["s3".to_owned()], 0);
        let columns = ColumnUse { used: vec![column("s3")], differing: some(), unused: some() };
        let of_file = |note| ImportNote::of_file("s3", note);
        let of = || "s3".to_owned();
        let (least, most) = (1, 2);
        let from = [
            StepsFrom::Table(of()),
            StepsFrom::Users(of()),
            StepsFrom::OneLevel(of()),
            StepsFrom::Fluctuating(of()),
            StepsFrom::Arrivals(of()),
            StepsFrom::Ramp(of()),
            StepsFrom::TooShort { users_of: of(), least, most },
        ];
        let of_files = [
            FileNote::Columns(columns),
            FileNote::NotSent { requests: 1, first: of() },
            FileNote::PathIds { requests: 1, name: of() },
            FileNote::Repeats { other: of() },
            FileNote::PassedOver(PassedOver::Unnamed { value: of() }),
            FileNote::PassedOver(PassedOver::NoUnit { name: of(), value: of() }),
        ];
        let others = [
            ImportNote::NoTests { test: of() },
            ImportNote::TableOnly { file: of() },
            ImportNote::UsersCounted { files: vec![of()] },
            ImportNote::UsersOfOne { files: vec![of(), of()] },
            ImportNote::UsersAdded {
                why: SeveralGenerators::OtherUsers,
                files: vec![vec![of()], vec![of()]],
            },
            ImportNote::ClockAhead { host: of(), ahead_s: 1.0, uncertainty_s: 1.0, correlation: 1.0 },
        ];
        let notes = from.map(|from| ImportNote::Steps { count: 1, from }).into_iter();
        let notes = notes.chain(of_files.map(of_file)).chain(others);
        for note in notes {
            let masked = format!("{:?}", note.with_texts(|text| text.replace("s3", "…")));
            assert!(!masked.contains("s3") && masked.contains('…'), "{masked}");
        }
    }
}
