//! What happened during a run and how it ended, as kinds and values. The sentences are made by whoever shows them, in
//! the reader's language; a text stands here only where it was said by others: a tool, a command, a server.

use crate::decision::{SearchEnd, StepReason};
use crate::import_note::ImportNote;
use serde::{Deserialize, Serialize};

/// Something worth knowing that happened during the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// On the run's clock.
    pub at_us: u64,
    pub kind: NoteKind,
    pub content: NoteContent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// Good to know.
    Information,
    /// Puts a figure in doubt.
    Warning,
    /// A decision of the step search.
    Decision,
}

impl NoteKind {
    pub const ALL: [NoteKind; 3] = [NoteKind::Information, NoteKind::Warning, NoteKind::Decision];

    /// The stable name in files and JSON.
    pub fn name(self) -> &'static str {
        match self {
            NoteKind::Information => "information",
            NoteKind::Warning => "warning",
            NoteKind::Decision => "decision",
        }
    }

    pub fn named(name: &str) -> Option<NoteKind> {
        NoteKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a note says. Variants may be added; a change of one raises the version of the run file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoteContent {
    /// As others said it; all notes of run files of schema 5.
    Text(String),

    StepChosen {
        step: u32,
        why: StepReason,
    },
    SearchEnded(SearchEnd),

    // By hand: a key, a signal.
    RunEndedByHand,
    StepEndedByHand,
    LoadPaused,
    LoadResumed,
    /// Of what was planned.
    LoadScaled {
        percent: u32,
    },

    /// An arrival found no free user, and the plan ends the test then.
    Overloaded,
    /// The sample log was slower than the load; the workers' times together.
    SampleLogSlow {
        waited_ms: u64,
    },
    SampleLogLost {
        samples: u64,
    },
    /// The server had closed the connection that they came on, or refused them unseen; each is one sample.
    SentAgain {
        requests: u64,
    },
    /// A file of a plan's data had no more rows.
    DataRanOut(DataEnd),
    /// There were more names and details of errors than a run file takes: so many requests are counted under one name,
    /// so many errors without their detail.
    TextsLeftOut {
        requests: u64,
        errors: u64,
    },
    /// A check of a load generator's script, which belongs to no request; with an empty name, further checks together.
    ChecksFailed {
        check: String,
        failed: u64,
        of: u64,
    },
    /// Iterations that a load generator was to start, and did not, for no user was free when they were due.
    IterationsDropped {
        iterations: u64,
    },
    Failed(RunFailure),

    /// Since this second no request has reached the system under test.
    Unreached {
        since_s: u32,
    },
    ReachedAgain {
        since_s: u32,
    },
    /// The process that the study started; `how`: `exit status 3`, `signal 9`.
    SystemEnded {
        how: String,
    },
    SystemUnhealthy {
        why: String,
    },
    SystemHealthyAgain,

    /// A node of the fleet has not been heard of since this second; it goes on by itself if it can.
    NodeLost {
        node: u32,
        name: String,
        since_s: u32,
    },
    /// A lost node is heard of again; its seconds are taken as far as it has them.
    NodeFound {
        node: u32,
        name: String,
    },
    /// A step is made without this node, which was not there when it began: the others make its share, too.
    NodeAbsent {
        node: u32,
        name: String,
    },
    /// A node ended its part of a step early, and why.
    NodeFailed {
        node: u32,
        name: String,
        why: String,
    },
    /// Another process coordinates the fleet since then; of the seconds between the nodes sent what they measured.
    CoordinatorResumed {
        since_s: u32,
        until_s: u32,
    },
    /// A job that was under way when the coordinator was killed: nobody asked about it between these seconds, and it went on after them.
    JobWatchedAgain {
        job: String,
        since_s: u32,
        until_s: u32,
    },
    /// The same, but it was over when it was asked about again: it ended somewhere between these seconds.
    JobEndUnseen {
        job: String,
        since_s: u32,
        until_s: u32,
    },
    /// A job that was under way when the coordinator was killed could not be gone on with; what became of it is not known.
    JobCutOff {
        job: String,
    },
    /// Of the step that ends now: between the first users of its nodes that began.
    NodesStarted {
        nodes: u32,
        spread_us: u64,
    },
    /// The same of a load of arrivals: how long after their planned moments the nodes' first ones began, at most.
    NodesArrived {
        nodes: u32,
        late_us: u64,
    },

    /// The servers are watched on after the load.
    WatchedAfterLoad {
        seconds: u64,
    },
    CollectorTrouble {
        input: String,
        trouble: String,
    },
    /// Of files that were imported.
    Import(ImportNote),
    /// Of JMeter: some of them.
    ResultsUnreadable {
        line: u64,
        problem: String,
    },

    /// Against ours, with half the round trip of the quickest answer; ahead by 0: they agree, and nothing was taken
    /// off the times.
    SinkClock {
        ahead_us: i64,
        uncertainty_us: i64,
    },
    /// Arrivals that the event sink did not have any more when it was asked.
    SinkForgot {
        arrivals: u64,
    },
    SinkSilent {
        times: u32,
        why: String,
    },
    /// They said no time at which they were sent, and count nowhere.
    ArrivalsUntimed {
        arrivals: u64,
    },
    /// They were sent before the first step, and count nowhere.
    ArrivalsForeign {
        arrivals: u64,
    },
    /// They seem to have come before they were sent, and count as 0.
    ArrivalsNegative {
        arrivals: u64,
    },
}

/// The end of a file of data, and what became of users who asked for one more row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DataEnd {
    /// Its name, without its folder: that is another one on each node.
    pub file: String,
    pub rows: u64,
    /// So many times.
    pub asked: u64,
    /// They ended; else they went on with `<EOF>` in the place of values.
    pub ended: bool,
}

impl DataEnd {
    /// Of one file together.
    pub fn add_to(&self, ends: &mut Vec<DataEnd>) {
        match ends.iter_mut().find(|known| known.file == self.file && known.ended == self.ended) {
            Some(known) => known.asked += self.asked,
            None => ends.push(self.clone()),
        }
    }
}

impl Note {
    /// Of the kind that its content is of.
    pub fn new(at_us: u64, content: NoteContent) -> Note {
        Note { at_us, kind: content.kind(), content }
    }

    pub fn text(at_us: u64, kind: NoteKind, text: impl Into<String>) -> Note {
        Note { at_us, kind, content: NoteContent::Text(text.into()) }
    }
}

/// Of all notes together.
pub fn iterations_dropped(notes: &[Note]) -> u64 {
    let of_note = |note: &Note| match note.content {
        NoteContent::IterationsDropped { iterations } => iterations,
        _ => 0,
    };
    notes.iter().map(of_note).fold(0, u64::saturating_add)
}

impl NoteContent {
    /// Of a text it is not known; what others say is mostly trouble.
    pub fn kind(&self) -> NoteKind {
        match self {
            NoteContent::StepChosen { .. } | NoteContent::SearchEnded(_) => NoteKind::Decision,
            NoteContent::WatchedAfterLoad { .. }
            | NoteContent::SinkClock { .. }
            | NoteContent::NodesStarted { .. }
            | NoteContent::NodesArrived { .. }
            | NoteContent::NodeFound { .. }
            | NoteContent::JobWatchedAgain { .. }
            | NoteContent::SentAgain { .. } => NoteKind::Information,
            NoteContent::Import(note) if !note.is_warning() => NoteKind::Information,
            _ => NoteKind::Warning,
        }
    }
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    pub at_us: u64,
    pub reason: EndReason,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Everything asked for was done.
    Completed,
    /// Climb: adding nodes no longer gained its goal. Capacity search: the rate was found and confirmed.
    Converged,
    /// There was no more load to add while throughput still grew, or while the requirements still held.
    /// The maximum was not found.
    LoadExhausted,
    /// Nothing was left to measure it by, e.g. no successful request; capacity search: no rate that was
    /// tried, down to the lowest, meets the requirements.
    Impossible(SearchEnd),
    /// Capacity search: the requirements could not be decided, or the load generator was the limit.
    Inconclusive(SearchEnd),
    /// By the user.
    Interrupted,
    /// By the plan itself (`stop test` on an error).
    StoppedByPlan,
    Failed(RunFailure),
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RunFailure {
    /// As the load generator, a command or the operating system said it.
    Text(String),
    /// The process of the system under test ended; how.
    SystemEnded { how: String },
    /// No request reaches the system under test, and its health check says why.
    SystemUnreachable { why: String },
}
