//! JMeter's XML results (`jmeter.save.saveservice.output_format=xml`; testResults versions 1.0 to 1.2).
//!
//! `<sample>` and `<httpSample>` elements with attributes `ts` (start, ms since 1970), `t` (elapsed, ms), `lt`
//! (latency), `ct` (connect), `s`, `lb`, `rc`, `rm`, `tn`, `by`, `sby`, `na`, `hn`, `sc`, `ec`; version 1.0 spells
//! them out on `<sampleResult>`. Of a sample that failed its assertions are read, which follow its tag, and
//! the first of its parts that failed; everything else is passed over, however long.
//!
//! Trap: samples are nested. Inside a request they are its redirects and embedded resources, which its time
//! contains: left out. Inside a transaction (told by its message) they are its requests: the transaction is given as
//! a group and they as requests.

use super::attributes::SampleAttributes;
use super::failed_sample::FailedSample;
use crate::number::{milliseconds_us, whole};
use crate::options::ReaderOptions;
use crate::possible::{self, Possible};
use crate::problem::{Problem, ProblemKind};
use crate::reader::{Output, Reader};
use crate::request::{FailedBy, RequestKind, RequestRow};
use crate::text::Decoder;
use crate::time::{self, WallClock};
use memchr::memchr_iter;
use plimsoll_run::At;
use quick_xml::errors::{Error, SyntaxError};
use quick_xml::events::{BytesStart, Event};

/// A tag longer than this is left out: a message may stand in an attribute, a body may not.
const TAG_BYTES_MAX: usize = 1 << 20;

/// Deeper nesting than any JMeter writes; beyond it everything counts as a sub-result.
const DEPTH_MAX: usize = 64;

/// How parts begin that are passed over, however long.
const SKIPPED: [&str; 2] = ["<!--", "<![CDATA["];

pub struct JtlXml {
    timestamp_is_end: bool,
    latest_unix_us: i64,
    clock: WallClock,
    decoder: Decoder,
    /// The beginning of a character.
    tail: Vec<u8>,
    /// Markup that is not complete yet, from its `<`.
    pending: String,
    line: u64,
    /// Where the tag at hand began.
    tag_line: u64,
    rows: u64,
    /// The open samples, outermost first: whether each is a transaction.
    open: Vec<bool>,
    /// Open samples beyond [`DEPTH_MAX`].
    deeper: usize,
    root_open: bool,
    /// Open elements of any name, the root among them.
    elements: usize,
    /// An element beside the samples was reported.
    foreign_seen: bool,
    failed: Option<FailedSample>,
}

impl JtlXml {
    pub fn new(options: &ReaderOptions) -> JtlXml {
        JtlXml {
            timestamp_is_end: options.timestamp_is_end,
            latest_unix_us: options.latest_unix_us,
            clock: WallClock::new(options.time_zone.clone()),
            decoder: Decoder::default(),
            tail: Vec::new(),
            pending: String::new(),
            line: 1,
            tag_line: 1,
            rows: 0,
            open: Vec::new(),
            deeper: 0,
            root_open: false,
            elements: 0,
            foreign_seen: false,
            failed: None,
        }
    }

    fn scan(&mut self, bytes: &[u8], out: &mut dyn Output) {
        let mut pending = std::mem::take(&mut self.pending);
        self.decode(bytes, &mut pending);
        let used = self.events(&pending, out);
        pending.drain(..used);
        for begin in SKIPPED {
            let end = pending.floor_char_boundary(pending.len().saturating_sub(2));
            if pending.starts_with(begin) && end > begin.len() + 1 {
                self.line += lines(&pending[begin.len()..end]);
                // The marks that begin and end it must not run into each other.
                pending.replace_range(begin.len()..end, " ");
            }
        }
        if pending.len() > TAG_BYTES_MAX {
            self.too_large(self.line, out);
            self.line += lines(&pending);
            // What is left of it is text.
            pending.clear();
        }
        self.pending = pending;
    }

    /// UTF-8; what is none is Latin-1. The beginning of a character waits for its end.
    fn decode(&mut self, bytes: &[u8], text: &mut String) {
        let mut encoded = std::mem::take(&mut self.tail);
        encoded.extend_from_slice(bytes);
        let mut left = encoded.len();
        for chunk in encoded.utf8_chunks() {
            text.push_str(chunk.valid());
            left -= chunk.valid().len() + chunk.invalid().len();
            let is_started =
                std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
            match left == 0 && is_started {
                true => self.tail = chunk.invalid().to_vec(),
                false => text.extend(chunk.invalid().iter().map(|byte| char::from(*byte))),
            }
        }
    }

    fn too_large(&self, line: u64, out: &mut dyn Output) {
        out.problem(Problem {
            line,
            kind: ProblemKind::TooLarge { what: "a tag", max_bytes: TAG_BYTES_MAX },
        });
    }

    /// How many bytes are whole events, which are seen to.
    fn events(&mut self, text: &str, out: &mut dyn Output) -> usize {
        let mut used = 0;
        loop {
            // The reader drops a byte order mark, and does not count it.
            used += text[used..].len() - text[used..].trim_start_matches('\u{feff}').len();
            let mut reader = quick_xml::Reader::from_str(&text[used..]);
            let config = reader.config_mut();
            (config.check_end_names, config.allow_unmatched_ends, config.allow_dangling_amp) =
                (false, true, true);
            let start = used;
            loop {
                self.tag_line = self.line;
                let event = reader.read_event();
                let end = match &event {
                    Ok(_) => start + reader.buffer_position() as usize,
                    Err(Error::Syntax(error)) if *error != SyntaxError::InvalidBangMarkup => return used,
                    // `<!` is the beginning of something, or of nothing.
                    Err(_) if SKIPPED.iter().any(|begin| begin.starts_with(&text[used..])) => return used,
                    Err(_) => used + text[used..].chars().next().map_or(0, char::len_utf8),
                };
                self.line += lines(&text[used..end]);
                let is_broken = event.is_err();
                let is_too_large = end - used > TAG_BYTES_MAX;
                used = end;
                match event {
                    Ok(Event::Eof) => return used,
                    Ok(Event::Start(_) | Event::Empty(_)) if is_too_large => {
                        self.too_large(self.tag_line, out)
                    }
                    Ok(Event::Start(tag)) => self.begin(&tag, false, out),
                    Ok(Event::Empty(tag)) => self.begin(&tag, true, out),
                    Ok(Event::End(tag)) => self.end(tag.name().as_ref(), out),
                    Ok(Event::Text(text)) => self.text(text.as_ref()),
                    Ok(Event::CData(text)) => self.text(&quick_xml::escape::escape(text.as_ref() as &str)),
                    Ok(Event::GeneralRef(name)) => self.text(&format!("&{};", name.as_ref() as &str)),
                    _ => {}
                }
                if is_broken {
                    break;
                }
            }
        }
    }

    /// Of an assertion's element; there is no other text that is read.
    fn text(&mut self, text: &str) {
        if let Some(failed) = &mut self.failed {
            failed.text(text);
        }
    }

    /// The sample that failed is read to its end.
    fn explained(&mut self, out: &mut dyn Output) {
        let Some(failed) = self.failed.take() else { return };
        let line = failed.line;
        let (sample, failed_by) = failed.explained();
        self.counted(&sample, (false, failed_by), line, out);
    }

    fn begin(&mut self, tag: &BytesStart<'_>, is_empty: bool, out: &mut dyn Output) {
        if let Some(failed) = &mut self.failed {
            failed.begin(tag, is_empty);
        }
        self.elements += usize::from(!is_empty);
        let depth = self.elements + usize::from(is_empty);
        match tag.name().as_ref() {
            "testResults" => self.root_open = !is_empty,
            "sample" | "httpSample" | "sampleResult" => self.sample(tag, is_empty, out),
            name if depth == 2 && self.root_open && !self.foreign_seen => {
                self.foreign_seen = true;
                let text =
                    format!("<{name}> is not a sample JMeter itself writes: such elements are left out");
                out.problem(Problem { line: self.tag_line, kind: ProblemKind::Malformed { text } });
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str, out: &mut dyn Output) {
        self.elements = self.elements.saturating_sub(1);
        if let Some(failed) = &mut self.failed {
            failed.end(name);
        }
        match name {
            "testResults" => self.root_open = false,
            "sample" | "httpSample" | "sampleResult" => self.close(out),
            _ => {}
        }
    }

    fn close(&mut self, out: &mut dyn Output) {
        let is_it = |failed: &FailedSample| self.deeper == 0 && self.open.len() <= failed.depth;
        match &mut self.failed {
            Some(failed) if is_it(failed) => self.explained(out),
            Some(failed) => failed.part_ends(),
            None => {}
        }
        if self.deeper > 0 {
            self.deeper -= 1;
        } else {
            self.open.pop();
        }
    }

    fn sample(&mut self, tag: &BytesStart<'_>, self_closing: bool, out: &mut dyn Output) {
        let sample = SampleAttributes::read(tag);
        let is_group = sample.message.starts_with(super::TRANSACTION);
        let counts = self.deeper == 0 && self.open.iter().all(|transaction| *transaction);
        if !self_closing {
            if self.open.len() < DEPTH_MAX {
                self.open.push(is_group);
            } else {
                self.deeper += 1;
            }
        }
        if !counts {
            out.part();
            if let Some(failed) = &mut self.failed {
                failed.part_begins(sample);
                if self_closing {
                    failed.part_ends();
                }
            }
            return;
        }
        // One that has no end ends here.
        self.explained(out);
        let line = self.tag_line;
        if self_closing || is_group || sample.is_successful() {
            self.counted(&sample, (is_group, FailedBy::Unknown), line, out);
        } else {
            self.failed = Some(FailedSample::new(sample, line, self.open.len()));
        }
    }

    fn counted(
        &mut self,
        sample: &SampleAttributes<'_>,
        kind: (bool, FailedBy),
        line: u64,
        out: &mut dyn Output,
    ) {
        let out = &mut Possible::new(out, line, self.latest_unix_us);
        match self.request(sample, kind, out) {
            Ok(()) => self.rows += 1,
            Err(kind) => out.problem(Problem { line, kind }),
        }
    }

    fn request(
        &mut self,
        sample: &SampleAttributes<'_>,
        (is_group, failed_by): (bool, FailedBy),
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let duration_us = match &*sample.elapsed {
            "" => None,
            text => Some(milliseconds_us(text.as_bytes()).ok_or(ProblemKind::number("t", text.as_bytes()))?),
        };
        let started = match &*sample.time {
            "" => At::Index(self.rows),
            text => {
                let time_us = match whole(text.as_bytes()) {
                    Some(ms) => i64::try_from(ms).ok().and_then(|ms| ms.checked_mul(1000)),
                    None => time::local(text).and_then(|written| self.clock.unix_us(&written)),
                };
                let before = if self.timestamp_is_end { duration_us.unwrap_or(0) } else { 0 };
                let before = i64::try_from(before).unwrap_or(0);
                let started = time_us.and_then(|us| us.checked_sub(before)).map(At::Wall);
                started.ok_or_else(|| ProblemKind::Time { value: text.to_owned() })?
            }
        };
        let success = sample.is_successful();
        let small = |text: &str| text.parse::<u32>().ok();
        let samples = small(&sample.samples);
        let only_request = |text: &str| milliseconds_us(text.as_bytes()).filter(|_| !is_group);
        out.request(&RequestRow {
            started,
            duration_us,
            first_byte_us: only_request(&sample.latency),
            connect_us: only_request(&sample.connect),
            label: &sample.label,
            status: &sample.status,
            message: &sample.message,
            success,
            bytes_received: possible::bytes("by", sample.received.as_bytes())?,
            bytes_sent: possible::bytes("sby", sample.sent.as_bytes())?,
            thread: &sample.thread,
            instance: &sample.host,
            // Of none: it is of no thread of a plan, such as what a proxy recorded.
            users: small(&sample.users).filter(|users| *users > 0),
            kind: if is_group { RequestKind::Group } else { RequestKind::Request },
            samples: samples.unwrap_or(1),
            errors: samples.and(small(&sample.errors)).unwrap_or(u32::from(!success)),
            failed_by,
            ..RequestRow::default()
        });
        Ok(())
    }
}

impl Reader for JtlXml {
    fn read(&mut self, bytes: &[u8], _stamp_us: Option<i64>, out: &mut dyn Output) {
        let mut decoder = std::mem::take(&mut self.decoder);
        self.scan(decoder.decode(bytes), out);
        self.decoder = decoder;
    }

    fn finish(&mut self, out: &mut dyn Output) {
        let mut decoder = std::mem::take(&mut self.decoder);
        self.scan(decoder.finish(), out);
        self.explained(out);
        self.clock.finish(out);
        let skipped = SKIPPED.iter().any(|begin| self.pending.starts_with(begin));
        let kind = match (self.pending.is_empty(), self.open.is_empty()) {
            (false, _) if skipped => ProblemKind::Truncated { what: "a comment or CDATA section" },
            (false, _) => ProblemKind::Truncated { what: "a tag" },
            (true, false) => ProblemKind::Truncated { what: "a sample" },
            // All its samples are whole.
            (true, true) if self.root_open => ProblemKind::Unclosed { element: "testResults" },
            (true, true) => return,
        };
        out.problem(Problem { line: self.line, kind });
    }
}

fn lines(text: &str) -> u64 {
    memchr_iter(b'\n', text.as_bytes()).count() as u64
}

/// `<testResults` in the first lines.
pub fn recognise(lines: &[String]) -> bool {
    lines.iter().any(|line| line.contains("<testResults"))
}
