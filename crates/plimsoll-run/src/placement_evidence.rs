//! What the times of an input rest on, as kinds and values.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlacementEvidence {
    /// As files of schema 6 have it; empty where nothing was said.
    Text(String),
    /// Each line when it was read.
    StampedAsRead,
    /// The times in it; its clock was not compared.
    OwnTimes,
    /// The same, with a clock that was said to be ahead.
    OwnTimesAhead {
        seconds: f64,
    },
    /// Its activity follows something whose times are known.
    Fitted {
        to: FittedTo,
        correlation: f64,
        moved: Option<MovedStart>,
        beat: Option<RowBeat>,
    },
    /// Its start is known.
    Start {
        of: StartSource,
        beat: Option<RowBeat>,
    },
    /// It is taken to begin with the run.
    Assumed {
        beat: Option<RowBeat>,
    },
    /// Its content is that of this file, and counts once.
    Repeats {
        other: String,
    },
    NoTimes,
}

/// What has known times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FittedTo {
    /// The CPU of this host.
    Cpu(String),
    /// The rate of requests.
    Requests,
}

/// Where a start is known from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartSource {
    Given,
    /// This text in the file's name.
    FileName(String),
}

/// By how much the fit lies after a start that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedStart {
    pub seconds: f64,
    pub of: StartSource,
}

/// Between two rows; `assumed`: nothing says it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowBeat {
    pub seconds: f64,
    pub assumed: bool,
}

impl Default for PlacementEvidence {
    fn default() -> Self {
        PlacementEvidence::Text(String::new())
    }
}

impl PlacementEvidence {
    /// Nothing was said.
    pub fn is_empty(&self) -> bool {
        matches!(self, PlacementEvidence::Text(text) if text.is_empty())
    }
}
