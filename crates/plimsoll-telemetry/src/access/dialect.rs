//! Whose syntax a pattern is in, and the parts that every syntax is read into.

use super::field::{AccessField, DurationUnit, Moment};

/// Whose syntax and whose units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogDialect {
    Apache,
    Undertow,
    Tomcat,
    /// From version 10: `%D` is in microseconds.
    Tomcat10,
    Nginx,
    Envoy,
}

impl LogDialect {
    /// Which moment this server's time means when the pattern does not say.
    pub(super) fn moment(self) -> Moment {
        match self {
            LogDialect::Apache | LogDialect::Envoy => Moment::Start,
            _ => Moment::End,
        }
    }

    /// The unit of `%D`.
    pub(super) fn short_unit(self) -> DurationUnit {
        match self {
            LogDialect::Apache | LogDialect::Tomcat10 => DurationUnit::Microseconds,
            _ => DurationUnit::Milliseconds,
        }
    }
}

/// A part of a pattern as its syntax tells it.
pub(super) enum PatternPart {
    Literal(Vec<u8>),
    Field(AccessField),
}

/// Collects parts; literals that follow each other become one.
#[derive(Default)]
pub(super) struct PatternParts {
    parts: Vec<PatternPart>,
    literal: Vec<u8>,
}

impl PatternParts {
    pub fn literal(&mut self, text: &str) {
        self.literal.extend_from_slice(text.as_bytes());
    }

    pub fn field(&mut self, field: AccessField) {
        self.parts.push(PatternPart::Literal(std::mem::take(&mut self.literal)));
        self.parts.push(PatternPart::Field(field));
    }

    pub fn finish(mut self) -> Vec<PatternPart> {
        self.parts.push(PatternPart::Literal(self.literal));
        self.parts
    }
}
