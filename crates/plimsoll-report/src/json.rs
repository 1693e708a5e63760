//! The analysis as JSON for programs: what is not known is left out, and lists of numbers are on one line.

use crate::sections::{explanation, follow_up};
use crate::words::Words;
use plimsoll_analysis::bottleneck::{LimitVerdict, RefutedCause, RuledOut};
use plimsoll_analysis::comparison::{Comparison, History, SeriesHistory};
use plimsoll_analysis::prediction::Prediction;
use plimsoll_analysis::{Analysis, Capacity, Explanation, FollowUp, RunAnalysis};
use plimsoll_run::visible::is_control;
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};
use std::io::{self, Write};

/// Of `schema_version`; it is raised when a field is removed or means something else, not when one is added.
pub const JSON_SCHEMA_VERSION: u32 = 4;

#[derive(Serialize)]
struct Versioned<'a> {
    schema_version: u32,
    #[serde(flatten)]
    value: &'a Analysis,
}

/// The whole analysis, as `docs/report.schema.json` says. Field names are stable and carry their units; a field that
/// is not known is left out. Points of figures are `[x, y]`, or `[x, y, low, high]`; a gap has `null` for y.
pub fn json(analysis: &Analysis) -> String {
    written(&Versioned { schema_version: JSON_SCHEMA_VERSION, value: analysis })
}

#[derive(Serialize)]
struct ExplainedRun<'a> {
    name: &'a str,
    variant: &'a str,
    repeat: u32,
    capacity: &'a Capacity,
    limiting_factor: &'a LimitVerdict,
    ruled_out: &'a [RuledOut],
    refuted: &'a [RefutedCause],
    explanation: &'a Explanation,
    /// The chain in words.
    sentences: Vec<String>,
}

/// Why each run ends with the conclusion that it does: a part of the report's JSON, with the chain in words.
pub fn explanation_json(analysis: &Analysis, words: &Words) -> String {
    let of = |run| ExplainedRun::of(words, run);
    let runs: Vec<ExplainedRun<'_>> = analysis.runs.iter().map(of).collect();
    let mut value = serde_json::json!({ "schema_version": JSON_SCHEMA_VERSION, "runs": runs });
    if !analysis.follow_ups.is_empty() {
        value["follow_ups"] = serde_json::json!(follow_ups(analysis, words));
    }
    written(&value)
}

#[derive(Serialize)]
struct JudgedClaim<'a> {
    #[serde(flatten)]
    follow_up: &'a FollowUp,
    sentence: String,
}

fn follow_ups<'a>(analysis: &'a Analysis, words: &Words) -> Vec<JudgedClaim<'a>> {
    let sentences = follow_up::sentences(words, analysis);
    let judged = |(follow_up, sentence)| JudgedClaim { follow_up, sentence };
    analysis.follow_ups.iter().zip(sentences).map(judged).collect()
}

impl<'a> ExplainedRun<'a> {
    fn of(words: &Words, run: &'a RunAnalysis) -> ExplainedRun<'a> {
        ExplainedRun {
            name: &run.header.name,
            variant: &run.header.variant.name,
            repeat: run.header.repeat,
            capacity: &run.capacity,
            limiting_factor: &run.limiting_factor.verdict,
            ruled_out: &run.limiting_factor.ruled_out,
            refuted: &run.limiting_factor.refuted,
            explanation: &run.explanation,
            sentences: explanation::sentences(words, run),
        }
    }
}

/// The whole prediction, in the same form.
pub fn prediction_json(found: &Prediction) -> String {
    written(&serde_json::json!({ "schema_version": JSON_SCHEMA_VERSION, "prediction": found }))
}

/// The whole comparison, in the same form.
pub fn comparison_json(comparison: &Comparison) -> String {
    written(comparison)
}

/// The whole history, in the same form.
pub fn history_json(history: &History) -> String {
    written(history)
}

/// The same of series of values.
pub fn series_json(history: &SeriesHistory) -> String {
    written(history)
}

fn written(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Sparse::default());
    value.serialize(&mut serializer).expect("what is serialised has string keys only");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// Objects and lists that are nested deeper than this are written on one line: a step, a series.
const LINES_DEPTH: usize = 4;

/// Leaves out fields that are null. A key is held back until its value is known.
#[derive(Default)]
struct Sparse {
    /// For each object and list that is open: whether something is in it.
    open: Vec<bool>,
    key: Vec<u8>,
    in_key: bool,
    is_pending: bool,
}

impl Sparse {
    /// Before a value that is not null.
    fn value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if std::mem::take(&mut self.is_pending) {
            self.next(writer)?;
            writer.write_all(&self.key)?;
            writer.write_all(b":")?;
        }
        Ok(())
    }

    /// Before a field or an item.
    fn next<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if let Some(filled) = self.open.last_mut()
            && std::mem::replace(filled, true)
        {
            writer.write_all(b",")?;
        }
        self.line(writer)
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        if self.open.len() > LINES_DEPTH {
            return Ok(());
        }
        writer.write_all(b"\n")?;
        (0..self.open.len()).try_for_each(|_| writer.write_all(b" "))
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, mark: &[u8]) -> io::Result<()> {
        let lines = self.open.len() <= LINES_DEPTH;
        if self.open.pop() == Some(true) && lines {
            self.line(writer)?;
        }
        writer.write_all(mark)
    }
}

/// What would command a terminal is written by number; JSON itself asks for that below U+0020 only (RFC 8259, 7).
fn write_plain<W: ?Sized + Write>(writer: &mut W, text: &str) -> io::Result<()> {
    for part in text.split_inclusive(is_control) {
        let end = part.chars().next_back().filter(|c| is_control(*c));
        writer.write_all(&part.as_bytes()[..part.len() - end.map_or(0, char::len_utf8)])?;
        for unit in end.into_iter().flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec()) {
            write!(writer, "\\u{unit:04x}")?;
        }
    }
    Ok(())
}

macro_rules! numbers {
    ($($method:ident: $number:ty),*) => {$(
        fn $method<W: ?Sized + Write>(&mut self, writer: &mut W, value: $number) -> io::Result<()> {
            self.value(writer)?;
            CompactFormatter.$method(writer, value)
        }
    )*};
}

impl Formatter for Sparse {
    numbers!(
        write_bool: bool, write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_i128: i128,
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_u128: u128, write_f32: f32,
        write_f64: f64, write_number_str: &str
    );

    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if std::mem::take(&mut self.is_pending) { Ok(()) } else { writer.write_all(b"null") }
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_key {
            self.key.push(b'"');
            return Ok(());
        }
        self.value(writer)?;
        writer.write_all(b"\"")
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_key { self.key.write_all(b"\"") } else { writer.write_all(b"\"") }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        match self.in_key {
            true => write_plain(&mut self.key, text),
            false => write_plain(writer, text),
        }
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        match self.in_key {
            true => CompactFormatter.write_char_escape(&mut self.key, escape),
            false => CompactFormatter.write_char_escape(writer, escape),
        }
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.value(writer)?;
        self.open.push(false);
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, _first: bool) -> io::Result<()> {
        self.next(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.value(writer)?;
        self.open.push(false);
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _writer: &mut W, _first: bool) -> io::Result<()> {
        self.key.clear();
        self.in_key = true;
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        (self.in_key, self.is_pending) = (false, true);
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn check(value: Value, expected: &str) {
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, Sparse::default());
        value.serialize(&mut serializer).expect("written");
        assert_eq!(String::from_utf8(text).expect("UTF-8"), expected);
    }

    #[test]
    fn fields_that_are_null_are_left_out_and_items_stay() {
        check(json!({"a": null, "b\n\"": "c", "d": null}), "{\n \"b\\n\\\"\":\"c\"\n}");
        check(json!({"a": null}), "{}");
        check(json!({"\u{9b}": "a\u{1b}\u{202e}b\u{7f}"}), "{\n \"\\u009b\":\"a\\u001b\\u202eb\\u007f\"\n}");
        check(json!([null, 1.5, {}, []]), "[\n null,\n 1.5,\n {},\n []\n]");
    }

    #[test]
    fn what_is_nested_deeper_is_on_one_line() {
        let value = json!({"a": [{"b": [{"c": [1, {"d": null, "e": true}], "f": {}}]}]});
        let expected =
            "{\n \"a\":[\n  {\n   \"b\":[\n    {\"c\":[1,{\"e\":true}],\"f\":{}}\n   ]\n  }\n ]\n}";
        check(value, expected);
    }
}
