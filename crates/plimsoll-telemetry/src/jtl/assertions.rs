//! The assertions of one sample in JMeter's XML: `<assertionResult>` with `<name>`, `<failure>`, `<error>` and
//! `<failureMessage>`, right behind the sample's tag; in version 1.0 they are attributes.

use super::attributes::unescaped;
use quick_xml::events::BytesStart;
use std::borrow::Cow;

/// What is read of a message, which may hold a page.
const MESSAGE_BYTES_MAX: usize = 4096;

/// An element of an assertion.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Name,
    Failed,
    Message,
}

/// Why a sample failed by its own assertions.
#[derive(Default)]
pub(super) struct Assertions {
    within: Option<Part>,
    name: String,
    failed: String,
    message: String,
    /// Of the first that failed: its message, or else its name.
    reason: Option<String>,
    /// There is one, whatever came of it.
    any: bool,
}

impl Assertions {
    /// A tag, which may be of an assertion.
    pub fn begin(&mut self, tag: &BytesStart<'_>, is_empty: bool) {
        self.within = match tag.name().as_ref() {
            "assertionResult" => {
                self.any = true;
                self.attributes(tag);
                None
            }
            "name" => Some(Part::Name),
            "failure" | "error" => Some(Part::Failed),
            "failureMessage" => Some(Part::Message),
            _ => None,
        };
        if is_empty {
            self.end(tag.name().as_ref());
        }
    }

    fn attributes(&mut self, tag: &BytesStart<'_>) {
        (self.name, self.failed, self.message) = Default::default();
        for attribute in tag.attributes().with_checks(false).map_while(Result::ok) {
            match attribute.key.as_ref() {
                "failure" | "error" => self.failed.push_str(&attribute.value),
                "failureMessage" => self.message.push_str(&attribute.value),
                _ => {}
            }
        }
    }

    /// As it is written: a reference may come in parts.
    pub fn text(&mut self, text: &str) {
        let place = match self.within {
            None => return,
            Some(Part::Name) => &mut self.name,
            Some(Part::Failed) => &mut self.failed,
            Some(Part::Message) => &mut self.message,
        };
        let room = MESSAGE_BYTES_MAX.saturating_sub(place.len()).min(text.len());
        place.push_str(&text[..text.floor_char_boundary(room)]);
    }

    pub fn end(&mut self, name: &str) {
        self.within = None;
        if name == "assertionResult" && self.failed.contains("true") && self.reason.is_none() {
            let message = self.message.trim();
            let reason = if message.is_empty() { self.name.trim() } else { message };
            self.reason = Some(unescaped(Cow::Borrowed(reason)).into_owned());
        }
    }

    pub fn any(&self) -> bool {
        self.any
    }

    /// `None`: no assertion of the sample failed. Empty: one did, and nothing says which.
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }
}
