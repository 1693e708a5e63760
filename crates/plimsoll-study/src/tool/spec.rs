//! What is to put the load on.

use super::known::{KnownTool, known};
use plimsoll_telemetry::Format;

/// Of a study; the command line goes before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GeneratorSpec {
    /// Plimsoll's own.
    #[default]
    Engine,
    Jmeter,
    Tool(ToolSpec),
}

/// A command that makes the load of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolSpec {
    /// A name of `TOOLS`; `None`: the commands are the user's own.
    pub tool: Option<String>,
    /// For a shell, with `{users}`, `{rate}`, `{duration}`, `{url}`, `{seed}`, `{results}`.
    pub command: Option<String>,
    pub results: Option<String>,
    /// A format of telemetry, or a tool that prints a summary.
    pub format: Option<String>,
    pub url: Option<String>,
    /// Further arguments of a known tool, as a shell reads them.
    pub arguments: Option<String>,
}

/// Where the results are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultPlace {
    /// A file of ours that the command is given as `{results}`.
    Given,
    /// A file that the command writes by itself.
    File(String),
    /// What it prints.
    Output,
}

/// How results are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// A row for each request, read while they are written.
    Rows(&'static str),
    /// A summary at the end: one interval for each step.
    Summary(&'static str),
}

/// Tools whose summary can be read.
const SUMMARIES: [&str; 8] = ["ab", "wrk", "hey", "oha", "vegeta", "h2load", "sysbench", "pgbench"];

impl ResultFormat {
    /// `None`: no result can be read from such a format.
    pub fn named(name: &str) -> Option<ResultFormat> {
        if let Some(format) = Format::named(name).ok().filter(|format| format.has_requests()) {
            return Some(ResultFormat::Rows(format.name));
        }
        SUMMARIES.iter().find(|summary| **summary == name).map(|summary| ResultFormat::Summary(summary))
    }

    /// All names, for messages.
    pub fn names() -> Vec<&'static str> {
        let rows = plimsoll_telemetry::FORMATS.iter().filter(|format| format.has_requests());
        rows.map(|format| format.name).chain(SUMMARIES).collect()
    }
}

/// One run as a tool sums it up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolSummary {
    /// Answers and failures, per second.
    pub rate_per_s: f64,
    /// The share of them that failed, 0 to 1.
    pub errors: f64,
    /// A fraction and microseconds, ascending.
    pub percentiles: Vec<(f64, u64)>,
}

/// The last summary in what a tool printed; the first argument is a name of [`ResultFormat::Summary`].
pub type SummaryReader = fn(&str, &str) -> Option<ToolSummary>;

impl ToolSpec {
    /// One of `TOOLS`.
    pub fn of_known(name: &str) -> ToolSpec {
        ToolSpec { tool: Some(name.to_owned()), ..ToolSpec::default() }
    }

    pub fn known(&self) -> Option<&'static KnownTool> {
        known(self.tool.as_deref()?)
    }

    /// As messages and reports call it: `k6`, or the first word of the command.
    pub fn name(&self) -> &str {
        let first = self.command.as_deref().and_then(|command| command.split_whitespace().next());
        let file = first.map(|first| first.rsplit('/').next().unwrap_or(first));
        self.tool.as_deref().or(file).unwrap_or_default()
    }

    pub fn format(&self) -> Option<ResultFormat> {
        match (&self.format, self.known()) {
            (Some(name), _) => ResultFormat::named(name),
            (None, Some(known)) => Some(known.format),
            (None, None) => None,
        }
    }

    pub fn is_summary(&self) -> bool {
        matches!(self.format(), Some(ResultFormat::Summary(_)))
    }

    /// The results of a known tool are where its command puts them.
    pub fn place(&self) -> ResultPlace {
        let text = self
            .command
            .as_deref()
            .or(self.known().map(|known| known.users.unwrap_or(known.rate.unwrap_or(""))));
        match &self.results {
            Some(file) if file == "-" => ResultPlace::Output,
            Some(file) => ResultPlace::File(file.clone()),
            None if text.is_some_and(|text| text.contains("{results}")) => ResultPlace::Given,
            None => ResultPlace::Output,
        }
    }

    /// The command for a load of users, or of a rate; `None`: the tool can't make such a load.
    pub fn template(&self, has_rate: bool) -> Option<&str> {
        let named = |text: &'_ str| text.contains(if has_rate { "{rate}" } else { "{users}" });
        match (&self.command, self.known()) {
            (Some(command), _) => Some(command.as_str()).filter(|command| named(command)),
            (None, Some(known)) => {
                if has_rate {
                    known.rate
                } else {
                    known.users
                }
            }
            (None, None) => None,
        }
    }
}
