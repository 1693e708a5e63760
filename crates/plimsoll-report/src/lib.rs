//! An [`Analysis`](plimsoll_analysis::Analysis) as a report: HTML, Markdown, JSON, JUnit XML, tables, or text for a terminal.
//!
//! Nothing is computed here that a reader could mistake for a measurement: numbers come from the analysis,
//! sentences from `words`. The HTML is one file that needs no network and no script.
//!
//! Start reading at [`html()`]; every word a reader sees is in `words`, every picture in `drawing`.

mod beside_terminal;
mod compare_terminal;
mod conclusion_terminal;
mod drawing;
mod evidence;
mod html;
mod json;
mod junit;
mod markdown;
mod table;
mod terminal;
mod terminal_table;
mod words;

pub use compare_terminal::{comparison_terminal, history_terminal};
pub use html::{comparison_html, history_html, html};
pub use json::{JSON_SCHEMA_VERSION, comparison_json, history_json, json};
pub use junit::{comparison_junit, history_junit, junit};
pub use markdown::{Markdown, MarkdownError, Picture, markdown};
pub use table::{
    Cell, Column, Kind, Row, RowClass, Table, TableStyle, UnknownTableStyle, Value, markdown_of, styled,
    tables,
};
pub use terminal::terminal;
pub use words::{Language, UnknownLanguage, Words, notes};
