//! Of the commands about runs that were made.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use plimsoll_run::{Language, ReportFormat, TableStyle};
use std::path::PathBuf;
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Run files, or folders with run files
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// One or more, with commas
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', default_value = "html", value_parser = report_format())]
    pub format: Vec<ReportFormat>,
    /// Of sentences, numbers and times [default: the study's]
    #[arg(long, value_parser = language())]
    pub language: Option<Language>,
    /// Detectors of findings not to ask, by their id; several with commas
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub suppress: Vec<String>,
    /// Thresholds of detectors in YAML, instead of the study's: `leak-suspected: {p: 0.05}`
    #[arg(long, value_name = "FILE")]
    pub detectors: Option<PathBuf>,
    /// What people say in the report, in YAML, instead of the study's `report:`: author, purpose, scope, assumptions,
    /// conclusion, recommendations, history, diagram; a study's file will do
    #[arg(long, value_name = "FILE")]
    pub texts: Option<PathBuf>,
    /// Only the tables, as known studies print them, in Markdown: nsp (steps, servers), matrix (threads × kinds of
    /// requests), summary (percentiles of runs), jobs (durations with signed differences); to stdout, or to -o
    #[arg(long, value_name = "STYLE", conflicts_with = "format")]
    pub tables: Option<TableStyle>,
    /// The file to write (of csv, and of several formats, the folder); `-` is stdout [default: report.html, report.md, …
    /// beside the first run; stdout for json, text and comment alone]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct RunReportArguments {
    pub runs: Vec<PathBuf>,
    #[arg(long)]
    pub output: PathBuf,
    #[arg(long, value_parser = report_format())]
    pub format: Vec<ReportFormat>,
    #[arg(long, value_parser = language())]
    pub language: Language,
    #[arg(long)]
    pub tables: Option<TableStyle>,
}

/// A format by its tag; `md` for short.
pub fn report_format() -> impl TypedValueParser<Value = ReportFormat> {
    let value = |format| match format {
        ReportFormat::Html => {
            PossibleValue::new("html").help("One file, with figures that can be looked at closer")
        }
        ReportFormat::Markdown => PossibleValue::new("md")
            .alias("markdown")
            .help("Markdown and a folder of SVG pictures, for wikis"),
        ReportFormat::Pdf => PossibleValue::new("pdf").help("A4, printed by Chromium"),
        ReportFormat::Json => {
            PossibleValue::new("json").help("Every figure, as docs/report.schema.json says")
        }
        ReportFormat::Junit => PossibleValue::new("junit").help("A test case for each requirement"),
        ReportFormat::Csv => PossibleValue::new("csv").help("A folder with a file for each table"),
        ReportFormat::Text => PossibleValue::new("text").help("The summary"),
        ReportFormat::Comment => {
            PossibleValue::new("comment").help("A few lines of Markdown, as a comment on a pull request")
        }
    };
    PossibleValuesParser::new(ReportFormat::ALL.map(value)).try_map(|tag| tag.parse::<ReportFormat>())
}

/// A language of reports by its tag.
pub fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::tag)).try_map(|tag| tag.parse::<Language>())
}

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Run files, or folders with the run files of one side; the first is what the others are compared with
    #[arg(value_name = "RUN|FOLDER", required_unless_present_any = ["history", "last"])]
    pub runs: Vec<PathBuf>,
    /// The newest run in this folder and the folders in it with the one before it of the same study, as a pipeline does
    /// every night
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "runs", conflicts_with_all = ["runs", "baseline", "by", "history"])]
    pub last: Option<PathBuf>,
    /// What the others are compared with: one of the files or folders, or the name of a variant [default: the first]
    #[arg(long, value_name = "RUN|FOLDER|VARIANT")]
    pub baseline: Option<String>,
    /// What makes a side: the file or folder that was named, or the runs' variant [default: variant for a single folder]
    #[arg(long, value_enum)]
    pub by: Option<CompareBy>,
    /// A change up to this does not matter
    #[arg(long, value_name = "PERCENT", default_value = "5 %", value_parser = percent)]
    pub margin: f64,
    /// The same for the share of errors, in percentage points
    #[arg(long, value_name = "POINTS", default_value = "0.5", value_parser = percent)]
    pub errors_margin: f64,
    /// Where the level of a figure changed in the history of all runs in this folder and the folders in it; or of the series
    /// in a file: CSV with a column of times or labels and columns of values, or JSON lines
    #[arg(long, value_name = "FOLDER|FILE", conflicts_with_all = ["runs", "baseline", "by"])]
    pub history: Option<PathBuf>,
    /// What ends with an exit code that is not 0: only a regression that is shown, or also a figure that could not be decided
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = FailOn::Regression)]
    pub fail_on: FailOn,
    /// Which way is good for a series of a file: p95=lower; without a name for all of them
    #[arg(long, value_name = "[NAME=]higher|lower", requires = "history")]
    pub better: Vec<String>,
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
    /// Of sentences, numbers and times
    #[arg(long, value_parser = language(), default_value = Language::English.tag())]
    pub language: Language,
    /// The file to write; `-` is stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareBy {
    Argument,
    Variant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// 3: something is worse; 4: nothing could be compared
    Regression,
    /// 4 also where a figure of all requests is unproven
    Undecided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    Text,
    Html,
    Json,
    Junit,
    /// A few lines of Markdown, as a comment on a pull request
    Comment,
}

/// `5 %`, `5%`, `5`, `0.5`
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim();
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() && (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("a percentage from 0 to 100, as 5 % or 2.5".to_owned()),
    }
}
