//! A stream of JSON documents, one a line or over many lines, to one document at a time.

use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use serde_json::Value;

/// A longer document is left out and reported.
const DOCUMENT_BYTES_MAX: usize = 8 << 20;

/// A format made of JSON documents.
pub trait DocumentReader: Send {
    fn document(&mut self, document: &Value, line: &InputLine<'_>, out: &mut dyn Output);
}

/// Collects lines until their brackets are closed.
pub struct Documents<R> {
    reader: R,
    open: Vec<u8>,
    first_line: u64,
    depth: u32,
    in_text: bool,
    escaped: bool,
    too_large: bool,
}

impl<R: DocumentReader> Documents<R> {
    pub fn new(reader: R) -> Documents<R> {
        Documents {
            reader,
            open: Vec::new(),
            first_line: 0,
            depth: 0,
            in_text: false,
            escaped: false,
            too_large: false,
        }
    }

    fn follow(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match (self.in_text, byte) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (true, b'"') => self.in_text = false,
                (false, b'"') => self.in_text = true,
                (false, b'{' | b'[') => self.depth += 1,
                (false, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        // A line end inside a text is not JSON: the text was cut off.
        self.escaped = false;
    }

    fn end(&mut self, line: &InputLine<'_>, out: &mut dyn Output) {
        let text = std::mem::take(&mut self.open);
        (self.depth, self.in_text) = (0, false);
        if std::mem::take(&mut self.too_large) {
            return;
        }
        let line = InputLine { number: self.first_line, ..*line };
        for document in serde_json::Deserializer::from_slice(&text).into_iter::<Value>() {
            match document {
                Ok(document) => self.reader.document(&document, &line, out),
                Err(error) => {
                    let kind = ProblemKind::Json { cause: error.to_string() };
                    out.problem(Problem { line: line.number, kind });
                    return;
                }
            }
        }
    }
}

impl<R: DocumentReader> LineReader for Documents<R> {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        if self.open.is_empty() && !self.too_large {
            self.first_line = line.number;
        }
        self.follow(line.bytes);
        if self.open.len() + line.bytes.len() > DOCUMENT_BYTES_MAX {
            if !self.too_large {
                let kind = ProblemKind::TooLarge { what: "a document", max_bytes: DOCUMENT_BYTES_MAX };
                out.problem(Problem { line: self.first_line, kind });
            }
            self.too_large = true;
            self.open.clear();
        } else if !self.too_large {
            self.open.extend_from_slice(line.bytes);
            self.open.push(b'\n');
        }
        if self.depth == 0 && !self.in_text {
            self.end(&line, out);
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        if !self.open.trim_ascii().is_empty() {
            out.problem(Problem {
                line: self.first_line,
                kind: ProblemKind::Truncated { what: "a document" },
            });
        }
    }
}
