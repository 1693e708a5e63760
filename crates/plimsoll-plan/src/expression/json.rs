//! JSON as Groovy's JsonSlurper reads it and JsonOutput writes it: numbers keep their digits, objects their order.

use super::collection::deeper;
use super::number::Decimal;
use super::syntax::ScriptLanguage;
use super::value::MapEntries;
use super::value::ScriptValue;

/// Objects in objects that are read.
const DEPTH_MAX: u32 = 128;

pub(super) fn parse(text: &str) -> Result<ScriptValue, String> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_space();
    if reader.rest().is_empty() {
        return Err("the text is empty, so no JSON".to_owned());
    }
    let value = reader.value()?;
    reader.skip_space();
    if reader.rest().is_empty() { Ok(value) } else { Err(reader.problem()) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn problem(&self) -> String {
        let found: String = self.rest().chars().take(20).collect();
        match found.is_empty() {
            true => "the JSON ends too early".to_owned(),
            false => format!(
                "this is no JSON at character {}: `{found}`",
                self.text[..self.at].chars().count() + 1
            ),
        }
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn next(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), String> {
        if self.next(sign) { Ok(()) } else { Err(self.problem()) }
    }

    fn value(&mut self) -> Result<ScriptValue, String> {
        self.skip_space();
        if self.depth > DEPTH_MAX {
            return Err("the JSON is nested too deeply".to_owned());
        }
        self.depth += 1;
        let value = match self.rest().chars().next() {
            Some('{') => self.object(),
            Some('[') => self.array(),
            Some('"') => self.text().map(ScriptValue::from),
            Some('-' | '0'..='9') => self.number(),
            _ => self.word(),
        };
        self.depth -= 1;
        value
    }

    fn word(&mut self) -> Result<ScriptValue, String> {
        let words = [
            ("true", ScriptValue::Bool(true)),
            ("false", ScriptValue::Bool(false)),
            ("null", ScriptValue::Null),
        ];
        for (word, value) in words {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.problem())
    }

    fn object(&mut self) -> Result<ScriptValue, String> {
        self.expect('{')?;
        let entries = MapEntries::default();
        if self.next('}') {
            return Ok(ScriptValue::Map(entries));
        }
        loop {
            self.skip_space();
            let key = self.text()?;
            self.expect(':')?;
            entries.put(key.into(), self.value()?);
            if self.next('}') {
                return Ok(ScriptValue::Map(entries));
            }
            self.expect(',')?;
        }
    }

    fn array(&mut self) -> Result<ScriptValue, String> {
        self.expect('[')?;
        let mut values = Vec::new();
        if self.next(']') {
            return Ok(ScriptValue::list(values));
        }
        loop {
            values.push(self.value()?);
            if self.next(']') {
                return Ok(ScriptValue::list(values));
            }
            self.expect(',')?;
        }
    }

    fn text(&mut self) -> Result<String, String> {
        let rest = self.rest();
        if !rest.starts_with('"') {
            return Err(self.problem());
        }
        let mut escaped = false;
        let end = rest[1..].char_indices().find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let Some((length, _)) = end else { return Err("a text in the JSON has no end".to_owned()) };
        let text = unescaped(&rest[1..=length]).ok_or_else(|| self.problem())?;
        self.at += length + 2;
        Ok(text)
    }

    fn number(&mut self) -> Result<ScriptValue, String> {
        let rest = self.rest();
        let length = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(rest.len());
        let text = &rest[..length];
        let value = match text.parse::<i64>() {
            Ok(number) => i32::try_from(number).map_or(ScriptValue::Long(number), ScriptValue::Int),
            Err(_) if text.contains(['e', 'E']) => {
                text.parse().map(ScriptValue::Double).map_err(|_| self.problem())?
            }
            Err(_) => Decimal::parse(text).map(ScriptValue::Decimal).ok_or_else(|| self.problem())?,
        };
        self.at += length;
        Ok(value)
    }
}

fn unescaped(text: &str) -> Option<String> {
    if !text.contains('\\') {
        return Some(text.to_owned());
    }
    let mut units: Vec<u16> = Vec::new();
    let mut characters = text.chars();
    let mut buffer = [0; 2];
    while let Some(c) = characters.next() {
        let plain = match c {
            '\\' => match characters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits: String = characters.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                other @ ('"' | '\\' | '/') => other,
                _ => return None,
            },
            c => c,
        };
        units.extend_from_slice(plain.encode_utf16(&mut buffer));
    }
    Some(String::from_utf16_lossy(&units))
}

/// `JsonOutput.toJson`: without spaces, what is no ASCII as `\u…`. `pretty`: as `JsonOutput.prettyPrint`, four spaces for
/// each level.
pub(super) fn write(value: &ScriptValue, language: ScriptLanguage, pretty: bool) -> String {
    let mut out = String::new();
    push(value, language, pretty.then_some(0), &mut out);
    out
}

fn push(value: &ScriptValue, language: ScriptLanguage, level: Option<usize>, out: &mut String) {
    let inner = level.map(|level| level + 1);
    let line = |level: Option<usize>, out: &mut String| {
        if let Some(level) = level {
            out.push('\n');
            out.push_str(&"    ".repeat(level));
        }
    };
    match value {
        ScriptValue::Null | ScriptValue::Undefined => out.push_str("null"),
        ScriptValue::List(items) => {
            out.push('[');
            for (at, value) in items.all().iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                line(inner, out);
                deeper((), || push(value, language, inner, out));
            }
            line(level, out);
            out.push(']');
        }
        ScriptValue::Map(entries) => {
            out.push('{');
            for (at, (key, value)) in entries.all().iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                line(inner, out);
                quote(&key.to_text(language), language, out);
                out.push_str(if level.is_some() { ": " } else { ":" });
                deeper((), || push(value, language, inner, out));
            }
            line(level, out);
            out.push('}');
        }
        ScriptValue::Bool(_)
        | ScriptValue::Int(_)
        | ScriptValue::Long(_)
        | ScriptValue::Double(_)
        | ScriptValue::Decimal(_) => {
            out.push_str(&value.to_text(language));
        }
        // ISO 8601 in UTC, as JsonOutput writes dates.
        ScriptValue::Date(ms) => {
            let text = crate::template::java_date_in("yyyy-MM-dd'T'HH:mm:ssZ", *ms, Some("UTC"));
            quote(&text, language, out);
        }
        other => quote(&other.to_text(language), language, out),
    }
}

fn quote(text: &str, language: ScriptLanguage, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if (c as u32) < 0x20 || (c as u32 > 0x7e && language != ScriptLanguage::JavaScript) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// `JsonOutput.prettyPrint` of a text.
pub(super) fn pretty(text: &str) -> Result<String, String> {
    Ok(write(&parse(text)?, ScriptLanguage::Groovy, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let value = parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert_eq!(write(&value, ScriptLanguage::Groovy, false), expected);
    }

    #[test]
    fn json_is_written_as_it_was_read() {
        check(
            r#" {"a": 1, "b": [1.10, -2, 3000000000, 1e3], "c": {"d": null, "e": true}} "#,
            r#"{"a":1,"b":[1.10,-2,3000000000,1000.0],"c":{"d":null,"e":true}}"#,
        );
        check(r#""a\"\\\/\u00e9😀\n""#, "\"a\\\"\\\\/\\u00e9\\ud83d\\ude00\\n\"");
        check("[]", "[]");
        check("{}", "{}");
        assert_eq!(
            pretty(r#"{"a":[1,2]}"#).expect("JSON"),
            "{\n    \"a\": [\n        1,\n        2\n    ]\n}"
        );
    }

    #[test]
    fn what_is_no_json_is_said_with_its_place() {
        for text in ["", "{", "{a:1}", "[1,]", "\"abc", "tru", "1 2", &"[".repeat(10_000)] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(parse("{\"a\": x}").err().as_deref(), Some("this is no JSON at character 7: `x}`"));
    }
}
