//! The syntax of Apache's `LogFormat`, which Undertow and Tomcat took over with other units: `%h %t "%r" %>s %D`.

use super::dialect::{LogDialect, PatternPart, PatternParts};
use super::field::{AccessField, DurationUnit, Moment};

pub(super) fn parts(dialect: LogDialect, text: &str) -> Result<Vec<PatternPart>, String> {
    let mut parts = PatternParts::default();
    // In a configuration file the quotes are escaped.
    let text = text.replace("\\\"", "\"");
    let mut rest = text.as_str();
    while let Some(start) = rest.find('%') {
        parts.literal(&rest[..start]);
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            parts.literal("%");
            rest = after;
            continue;
        }
        let (directive, after) = Directive::read(rest)?;
        rest = after;
        match directive.field(dialect) {
            // Apache's own brackets around the time belong to the pattern.
            AccessField::Time(moment) if directive.argument.is_none() => {
                parts.literal("[");
                parts.field(AccessField::Time(moment));
                parts.literal("]");
            }
            field => parts.field(field),
        }
    }
    parts.literal(rest);
    Ok(parts.finish())
}

struct Directive<'a> {
    letter: &'a str,
    argument: Option<&'a str>,
}

impl<'a> Directive<'a> {
    /// After the `%`: conditions (`!200,304`, `<`, `>`), an argument in braces, a letter or `^` and two letters.
    fn read(text: &'a str) -> Result<(Directive<'a>, &'a str), String> {
        let rest =
            text.trim_start_matches(|c: char| matches!(c, '!' | '<' | '>' | ',') || c.is_ascii_digit());
        let (argument, rest) = match rest.strip_prefix('{') {
            None => (None, rest),
            Some(inner) => {
                let (argument, rest) =
                    inner.split_once('}').ok_or_else(|| format!("the brace of %{{{inner} is not closed"))?;
                (Some(argument), rest)
            }
        };
        // Undertow's `%{i,Referer}` has no letter behind it.
        let undertow = argument.is_some_and(|argument| argument.contains(',') || is_name(argument));
        let length = match rest.chars().next() {
            Some('^') => 3,
            Some(c) if c.is_ascii_alphabetic() && !undertow => 1,
            Some('<' | '>') => return Err("a condition belongs before the letter".to_owned()),
            _ if argument.is_some() => 0,
            _ => return Err("a % at the end, or before something that is no letter".to_owned()),
        };
        let letter = rest.get(..length).ok_or("a ^ without its two letters")?;
        Ok((Directive { letter, argument }, &rest[length..]))
    }

    fn field(&self, dialect: LogDialect) -> AccessField {
        let undertow_like = dialect != LogDialect::Apache;
        match (self.letter, self.argument) {
            ("t", None) => AccessField::Time(dialect.moment()),
            ("t", Some(format)) if format.ends_with("_frac") => AccessField::Other,
            ("t", Some(format)) if format.starts_with("begin") => AccessField::Time(Moment::Start),
            ("t", Some(format)) if format.starts_with("end") => AccessField::Time(Moment::End),
            ("t", Some(_)) => AccessField::Time(dialect.moment()),
            ("r", _) => AccessField::RequestLine,
            ("m", _) => AccessField::Method,
            ("U" | "R", _) => AccessField::Path,
            ("q", _) => AccessField::Query,
            ("s", _) => AccessField::Status,
            ("b" | "B" | "O", _) => AccessField::BytesOfAnswer,
            ("D", _) => AccessField::Duration(dialect.short_unit()),
            ("T", None) => AccessField::Duration(DurationUnit::Seconds),
            ("T", Some(unit)) => DurationUnit::named(unit).map_or(AccessField::Other, AccessField::Duration),
            ("F", _) if matches!(dialect, LogDialect::Tomcat | LogDialect::Tomcat10) => {
                AccessField::FirstByte(DurationUnit::Milliseconds)
            }
            ("^FB", _) => AccessField::FirstByte(DurationUnit::Microseconds),
            ("I", _) if undertow_like => AccessField::Thread,
            ("I", _) => AccessField::BytesOfRequest,
            ("v" | "V", _) => AccessField::Instance,
            ("", Some(argument)) => undertow_field(argument),
            _ => AccessField::Other,
        }
    }
}

/// Undertow's long names, and its `%{time,FORMAT}`.
fn undertow_field(argument: &str) -> AccessField {
    match argument.split_once(',').map_or(argument, |(kind, _)| kind) {
        "time" | "DATE_TIME" => AccessField::Time(Moment::End),
        "RESPONSE_TIME" | "RESPONSE_TIME_MILLIS" => AccessField::Duration(DurationUnit::Milliseconds),
        "RESPONSE_TIME_MICROS" => AccessField::Duration(DurationUnit::Microseconds),
        "RESPONSE_TIME_NANOS" => AccessField::Duration(DurationUnit::Nanoseconds),
        "REQUEST_LINE" => AccessField::RequestLine,
        "METHOD" => AccessField::Method,
        "REQUEST_URL" | "REQUEST_PATH" | "RELATIVE_PATH" => AccessField::Path,
        "RESPONSE_CODE" => AccessField::Status,
        "BYTES_SENT" => AccessField::BytesOfAnswer,
        "THREAD_NAME" => AccessField::Thread,
        _ => AccessField::Other,
    }
}

fn is_name(argument: &str) -> bool {
    argument.len() > 3 && argument.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
}
