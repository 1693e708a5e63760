//! The list of formats: by name, or recognised from the first lines.

use crate::jtl;
use crate::options::Options;
use crate::reader::Reader;
use crate::text::{Decoder, Lines, to_str, without_terminal_codes};

/// One format: its name, how it is known, and how a reader of it is made.
pub struct Format {
    /// As in a study file and on the command line.
    pub name: &'static str,
    pub about: &'static str,
    recognise: fn(&[String]) -> bool,
    open: fn(&Options) -> Result<Box<dyn Reader>, FormatError>,
}

/// Why a reader can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("no format is called {name:?}; there are {known}")]
    Unknown { name: String, known: String },
    #[error("access log pattern {pattern:?}: {problem}")]
    Pattern { pattern: String, problem: String },
}

impl Format {
    pub fn named(name: &str) -> Result<&'static Format, FormatError> {
        FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
            let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            FormatError::Unknown { name: name.to_owned(), known: known.join(", ") }
        })
    }

    pub fn reader(&self, options: &Options) -> Result<Box<dyn Reader>, FormatError> {
        (self.open)(options)
    }
}

/// All formats, those with the surest marks first: [`recognise`] takes the first that fits.
pub const FORMATS: &[Format] = &[
    Format {
        name: "jtl-xml",
        about: "JMeter's results as XML",
        recognise: jtl::xml::recognise,
        open: |options| Ok(Box::new(jtl::xml::JtlXml::new(options))),
    },
    Format {
        name: "jtl",
        about: "JMeter's results as CSV",
        recognise: jtl::csv::recognise,
        open: |options| Ok(Box::new(Lines::new(jtl::csv::JtlCsv::new(options)))),
    },
];

/// What [`recognise`] looks at, at most.
const HEAD_BYTES_MAX: usize = 64 * 1024;
const HEAD_LINES_MAX: usize = 50;

/// The format of an input that begins so; 64 KB are enough. `None` when nothing fits.
pub fn recognise(head: &[u8]) -> Option<&'static Format> {
    let lines = head_lines(head);
    FORMATS.iter().find(|format| (format.recognise)(&lines))
}

fn head_lines(head: &[u8]) -> Vec<String> {
    let head = &head[..head.len().min(HEAD_BYTES_MAX)];
    let mut decoder = Decoder::default();
    let mut decoded = decoder.decode(head).to_vec();
    if decoded.is_empty() {
        decoded = decoder.finish().to_vec();
    }
    let mut plain = Vec::with_capacity(decoded.len());
    without_terminal_codes(&decoded, &mut plain);
    let lines = plain.split(|byte| *byte == b'\n').take(HEAD_LINES_MAX);
    lines.map(|line| to_str(line).trim_end_matches('\r').to_owned()).collect()
}
