//! Sections as text for a terminal: plain, without colour, no line wider than it is.
//!
//! Which sections there are is `sections/summary.rs`' and `sections/contrast.rs`' part: a terminal gets a report in short.

mod block;
mod lines;
mod table;

use crate::document::Section;
use crate::words::Words;
use block::TerminalWriter;
use plimsoll_run::visible;

/// A paragraph in lines of a width, all but the first indented.
pub fn in_lines(text: &str, width: usize) -> String {
    lines::hanging(text, 2, width.max(WIDTH_MIN)).join("\n").replace('\u{a0}', " ")
}

/// Of less than this nobody reads a report.
const WIDTH_MIN: usize = 30;

/// Sections with an empty line between them, wrapped to `width` columns.
pub fn text(sections: &[Section<'_>], words: &Words, width: usize) -> String {
    let mut writer = TerminalWriter::new(words, width.max(WIDTH_MIN));
    sections.iter().for_each(|section| writer.section(section));
    visible(&writer.text().replace('\u{a0}', " ")).into_owned()
}
