//! JMeter's XML results (`jmeter.save.saveservice.output_format=xml`; testResults versions 1.0 to 1.2).
//!
//! `<sample>` and `<httpSample>` elements with attributes `ts` (start, ms since 1970), `t` (elapsed, ms), `lt`
//! (latency), `ct` (connect), `s`, `lb`, `rc`, `rm`, `tn`, `by`, `sby`, `na`, `hn`, `sc`, `ec`; version 1.0 spells
//! them out on `<sampleResult>`. Everything else is passed over, however long.
//!
//! Trap: samples are nested. Inside a request they are its redirects and embedded resources, which its time
//! contains: left out. Inside a transaction (told by its message) they are its requests: the transaction is given as
//! a group and they as requests.

use super::attributes::SampleAttributes;
use crate::number::{milliseconds_us, whole};
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{Output, Reader};
use crate::request::{RequestKind, RequestRow};
use crate::text::{Decoder, to_str};
use crate::time::{self, WallClock};
use memchr::{memchr, memchr_iter, memchr3, memmem};
use plimsoll_run::At;

/// A tag longer than this is left out: a message may stand in an attribute, a body may not.
const TAG_BYTES_MAX: usize = 1 << 20;

/// Deeper nesting than any JMeter writes; beyond it everything counts as a sub-result.
const DEPTH_MAX: usize = 64;

pub struct JtlXml {
    timestamp_is_end: bool,
    clock: WallClock,
    decoder: Decoder,
    /// An unfinished tag, from its `<`.
    pending: Vec<u8>,
    inside: Inside,
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
}

/// Where the next byte belongs.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Text,
    /// A tag, perhaps within a quoted value.
    Tag(Option<u8>),
    /// A part that ends with this mark and is passed over.
    Skipped(&'static [u8]),
}

impl JtlXml {
    pub fn new(options: &ReaderOptions) -> JtlXml {
        JtlXml {
            timestamp_is_end: options.timestamp_is_end,
            clock: WallClock::new(options.time_zone.clone()),
            decoder: Decoder::default(),
            pending: Vec::new(),
            inside: Inside::Text,
            line: 1,
            tag_line: 1,
            rows: 0,
            open: Vec::new(),
            deeper: 0,
            root_open: false,
            elements: 0,
            foreign_seen: false,
        }
    }

    fn scan(&mut self, mut bytes: &[u8], out: &mut dyn Output) {
        while !bytes.is_empty() {
            let used = match self.inside {
                Inside::Text => self.text(bytes),
                Inside::Tag(quote) => self.tag_bytes(bytes, quote, out),
                Inside::Skipped(mark) => self.skipped(bytes, mark),
            };
            self.line += memchr_iter(b'\n', &bytes[..used]).count() as u64;
            if self.inside == Inside::Tag(None) && self.pending.is_empty() {
                self.tag_line = self.line;
            }
            bytes = &bytes[used..];
        }
    }

    fn text(&mut self, bytes: &[u8]) -> usize {
        let Some(start) = memchr(b'<', bytes) else {
            return bytes.len();
        };
        self.pending.clear();
        self.inside = Inside::Tag(None);
        start + 1
    }

    /// Collects the inside of a tag up to its `>`.
    fn tag_bytes(&mut self, bytes: &[u8], mut quote: Option<u8>, out: &mut dyn Output) -> usize {
        if let Some(used) = self.skips(bytes) {
            return used;
        }
        let mut at = 0;
        while at < bytes.len() {
            let next = match quote {
                Some(open) => memchr(open, &bytes[at..]),
                None => memchr3(b'"', b'\'', b'>', &bytes[at..]),
            };
            let Some(next) = next else { break };
            at += next + 1;
            match (quote, bytes[at - 1]) {
                (Some(_), _) => quote = None,
                (None, b'>') => {
                    self.inside = Inside::Text;
                    if self.pending.len() + at > TAG_BYTES_MAX {
                        self.too_large(out);
                        return at;
                    }
                    self.pending.extend_from_slice(&bytes[..at - 1]);
                    self.end_of_tag(out);
                    return at;
                }
                (None, opening) => quote = Some(opening),
            }
        }
        if self.pending.len() + bytes.len() > TAG_BYTES_MAX {
            self.inside = Inside::Text;
            self.too_large(out);
            return bytes.len();
        }
        self.pending.extend_from_slice(bytes);
        self.inside = Inside::Tag(quote);
        bytes.len()
    }

    fn too_large(&mut self, out: &mut dyn Output) {
        let kind = ProblemKind::TooLarge { what: "a tag", max_bytes: TAG_BYTES_MAX };
        out.problem(Problem { line: self.tag_line, kind });
        self.pending.clear();
    }

    /// Whether a comment or a CDATA section begins here, and how many bytes say so; or may begin, and the next
    /// piece will tell.
    fn skips(&mut self, bytes: &[u8]) -> Option<usize> {
        const MARKS: [(&[u8], &[u8]); 2] = [(b"!--", b"-->"), (b"![CDATA[", b"]]>")];
        if self.pending.first().or(bytes.first()) != Some(&b'!') {
            return None;
        }
        for (begin, end) in MARKS {
            let kept = self.pending.len();
            if kept >= begin.len() || !begin.starts_with(&self.pending) {
                continue;
            }
            let rest = &begin[kept..];
            if bytes.starts_with(rest) {
                self.pending.clear();
                self.inside = Inside::Skipped(end);
                return Some(rest.len());
            }
            if rest.starts_with(bytes) {
                self.pending.extend_from_slice(bytes);
                self.inside = Inside::Tag(None);
                return Some(bytes.len());
            }
        }
        None
    }

    /// Passes over bytes up to the mark, which may lie across two pieces.
    fn skipped(&mut self, bytes: &[u8], mark: &'static [u8]) -> usize {
        let kept = self.pending.len();
        self.pending.extend_from_slice(&bytes[..bytes.len().min(mark.len())]);
        if let Some(at) = memmem::find(&self.pending, mark)
            && at < kept
        {
            self.pending.clear();
            self.inside = Inside::Text;
            return at + mark.len() - kept;
        }
        if let Some(at) = memmem::find(bytes, mark) {
            self.pending.clear();
            self.inside = Inside::Text;
            return at + mark.len();
        }
        if bytes.len() >= mark.len() {
            self.pending.clear();
            self.pending.extend_from_slice(&bytes[bytes.len() - (mark.len() - 1)..]);
        } else {
            let surplus = self.pending.len().saturating_sub(mark.len() - 1);
            self.pending.drain(..surplus);
        }
        bytes.len()
    }

    fn end_of_tag(&mut self, out: &mut dyn Output) {
        let tag = std::mem::take(&mut self.pending);
        let text = to_str(&tag);
        let closing = text.starts_with('/');
        let name_start = usize::from(closing);
        let name_end = text[name_start..]
            .find(|c: char| c.is_ascii_whitespace() || c == '/')
            .map_or(text.len(), |at| name_start + at);
        let name = &text[name_start..name_end];
        let depth = self.depth_after(closing, &text);
        match name {
            "testResults" => self.root_open = !closing && !text.ends_with('/'),
            "sample" | "httpSample" | "sampleResult" if closing => self.close(),
            "sample" | "httpSample" | "sampleResult" => {
                let self_closing = text.ends_with('/');
                let attributes = text[name_end..].trim_end_matches('/');
                self.sample(attributes, self_closing, out);
            }
            _ if depth == 2 && self.root_open && !closing && !self.foreign_seen => {
                self.foreign_seen = true;
                let text =
                    format!("<{name}> is not a sample JMeter itself writes: such elements are left out");
                out.problem(Problem { line: self.tag_line, kind: ProblemKind::Malformed { text } });
            }
            _ => {}
        }
        self.pending = tag;
        self.pending.clear();
    }

    /// Counts open elements; the depth that this one has or had.
    fn depth_after(&mut self, closing: bool, text: &str) -> usize {
        if closing {
            self.elements = self.elements.saturating_sub(1);
            return self.elements + 1;
        }
        if text.starts_with(['?', '!']) {
            return 0;
        }
        let inner = usize::from(!text.ends_with('/'));
        self.elements += inner;
        self.elements + 1 - inner
    }

    fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else {
            self.open.pop();
        }
    }

    fn sample(&mut self, attributes: &str, self_closing: bool, out: &mut dyn Output) {
        let sample = SampleAttributes::read(attributes);
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
            return;
        }
        match self.request(&sample, is_group, out) {
            Ok(()) => self.rows += 1,
            Err(kind) => out.problem(Problem { line: self.tag_line, kind }),
        }
    }

    fn request(
        &mut self,
        sample: &SampleAttributes<'_>,
        is_group: bool,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let duration_us = match sample.elapsed {
            "" => None,
            text => Some(milliseconds_us(text.as_bytes()).ok_or(ProblemKind::number("t", text.as_bytes()))?),
        };
        let started = match sample.time {
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
        let success = match sample.success {
            "" => !matches!(whole(sample.status.as_bytes()), Some(400..)),
            text => text.eq_ignore_ascii_case("true"),
        };
        let small = |text: &str| text.parse::<u32>().ok();
        let only_request = |text: &str| milliseconds_us(text.as_bytes()).filter(|_| !is_group);
        out.request(&RequestRow {
            started,
            duration_us,
            first_byte_us: only_request(sample.latency),
            connect_us: only_request(sample.connect),
            label: &sample.label,
            status: &sample.status,
            message: &sample.message,
            success,
            bytes_received: whole(sample.received.as_bytes()),
            bytes_sent: whole(sample.sent.as_bytes()),
            thread: &sample.thread,
            instance: &sample.host,
            users: small(sample.users),
            kind: if is_group { RequestKind::Group } else { RequestKind::Request },
            samples: small(sample.samples).unwrap_or(1),
            errors: small(sample.errors).unwrap_or(u32::from(!success)),
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
        let what = match (self.inside, self.open.is_empty()) {
            (Inside::Tag(_), _) => "a tag",
            (Inside::Skipped(_), _) => "a comment or CDATA section",
            (Inside::Text, false) => "a sample",
            (Inside::Text, true) if self.root_open => "the results: JMeter did not end",
            (Inside::Text, true) => return,
        };
        out.problem(Problem { line: self.line, kind: ProblemKind::Truncated { what } });
    }
}

/// `<testResults` in the first lines.
pub fn recognise(lines: &[String]) -> bool {
    lines.iter().any(|line| line.contains("<testResults"))
}
