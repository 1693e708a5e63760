//! An [`Analysis`](plimsoll_analysis::Analysis) as a report: HTML, JSON, or text for a terminal.
//!
//! Nothing is computed here that a reader could mistake for a measurement: numbers come from the analysis,
//! sentences from `words`. The HTML is one file that needs no network and no script.
//!
//! Start reading at [`html()`]; every word a reader sees is in `words`, every picture in `drawing`.

mod drawing;
mod evidence;
mod html;
mod json;
mod terminal;
mod words;

pub use html::html;
pub use json::json;
pub use terminal::terminal;
pub use words::{Language, UnknownLanguage, Words};
