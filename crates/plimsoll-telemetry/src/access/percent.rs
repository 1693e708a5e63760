//! The syntax of Apache's `LogFormat`, which Undertow and Tomcat took over with other units: `%h %t "%r" %>s %D`.

use super::field::{Field, Moment, Unit};
use super::pattern::{Dialect, Part, Parts};

pub(super) fn parts(dialect: Dialect, text: &str) -> Result<Vec<Part>, String> {
    let mut parts = Parts::default();
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
            Field::Time(moment) if directive.argument.is_none() => {
                parts.literal("[");
                parts.field(Field::Time(moment));
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

    fn field(&self, dialect: Dialect) -> Field {
        let undertow_like = dialect != Dialect::Apache;
        match (self.letter, self.argument) {
            ("t", None) => Field::Time(dialect.moment()),
            ("t", Some(format)) if format.ends_with("_frac") => Field::Other,
            ("t", Some(format)) if format.starts_with("begin") => Field::Time(Moment::Start),
            ("t", Some(format)) if format.starts_with("end") => Field::Time(Moment::End),
            ("t", Some(_)) => Field::Time(dialect.moment()),
            ("r", _) => Field::RequestLine,
            ("m", _) => Field::Method,
            ("U" | "R", _) => Field::Path,
            ("q", _) => Field::Query,
            ("s", _) => Field::Status,
            ("b" | "B" | "O", _) => Field::BytesOfAnswer,
            ("D", _) => Field::Duration(dialect.short_unit()),
            ("T", None) => Field::Duration(Unit::Seconds),
            ("T", Some(unit)) => Unit::named(unit).map_or(Field::Other, Field::Duration),
            ("F", _) if matches!(dialect, Dialect::Tomcat | Dialect::Tomcat10) => {
                Field::FirstByte(Unit::Milliseconds)
            }
            ("^FB", _) => Field::FirstByte(Unit::Microseconds),
            ("I", _) if undertow_like => Field::Thread,
            ("I", _) => Field::BytesOfRequest,
            ("v" | "V", _) => Field::Instance,
            ("", Some(argument)) => undertow_field(argument),
            _ => Field::Other,
        }
    }
}

/// Undertow's long names, and its `%{time,FORMAT}`.
fn undertow_field(argument: &str) -> Field {
    match argument.split_once(',').map_or(argument, |(kind, _)| kind) {
        "time" | "DATE_TIME" => Field::Time(Moment::End),
        "RESPONSE_TIME" | "RESPONSE_TIME_MILLIS" => Field::Duration(Unit::Milliseconds),
        "RESPONSE_TIME_MICROS" => Field::Duration(Unit::Microseconds),
        "RESPONSE_TIME_NANOS" => Field::Duration(Unit::Nanoseconds),
        "REQUEST_LINE" => Field::RequestLine,
        "METHOD" => Field::Method,
        "REQUEST_URL" | "REQUEST_PATH" | "RELATIVE_PATH" => Field::Path,
        "RESPONSE_CODE" => Field::Status,
        "BYTES_SENT" => Field::BytesOfAnswer,
        "THREAD_NAME" => Field::Thread,
        _ => Field::Other,
    }
}

fn is_name(argument: &str) -> bool {
    argument.len() > 3 && argument.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
}
