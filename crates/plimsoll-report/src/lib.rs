//! An [`Analysis`](plimsoll_analysis::Analysis) as a report: HTML, Markdown, JSON, JUnit XML, tables, or text for a terminal.
//!
//! Nothing is computed here that a reader could mistake for a measurement: numbers come from the analysis,
//! sentences from `words`. The HTML is one file that needs no network and no script.
//!
//! Start reading at [`html()`]; every word a reader sees is in `words`, every picture in `drawing`.

mod drawing;
mod evidence;
mod html;
mod json;
mod junit_report;
mod markdown;
mod table;
mod terminal;
mod words;

pub use html::html;
pub use json::{JSON_SCHEMA_VERSION, json};
pub use junit_report::junit;
pub use markdown::{Markdown, MarkdownError, Picture, markdown};
pub use table::{Cell, Column, Kind, Row, RowClass, Table, Value, tables};
pub use terminal::terminal;
pub use words::{Language, UnknownLanguage, Words};
