//! One sample line of an exposition: `name{label="value",…} 1.5 1601830800000 # {trace_id="…"} 0.5`.

use std::borrow::Cow;

/// A sample taken apart. Names of labels and values are unescaped.
#[derive(Debug, PartialEq)]
pub struct ExpositionSample<'a> {
    pub name: Cow<'a, str>,
    pub labels: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Perhaps not finite.
    pub value: f64,
    /// As written: milliseconds in Prometheus' format, seconds in OpenMetrics.
    pub time: Option<f64>,
    /// The part of the line that names the series.
    pub key: &'a str,
}

impl<'a> ExpositionSample<'a> {
    /// Accepts a comma after the last label (old versions of Micrometer), spaces anywhere between, exemplars, and names
    /// in quotes (Prometheus 3). The error says what was expected.
    pub fn read(line: &'a str) -> Result<ExpositionSample<'a>, &'static str> {
        let name_end = line.find(|c: char| c == '{' || c.is_ascii_whitespace()).ok_or("a value")?;
        let mut name = Cow::Borrowed(&line[..name_end]);
        let mut labels = Vec::new();
        let mut rest = line[name_end..].trim_start();
        if let Some(inner) = rest.strip_prefix('{') {
            rest = read_labels(inner, &mut name, &mut labels)?;
        }
        if name.is_empty() {
            return Err("a name");
        }
        let key = line[..line.len() - rest.len()].trim_end();
        // What follows a `#` is an exemplar.
        let rest = rest.split_once(" #").map_or(rest, |(rest, _)| rest);
        let mut words = rest.split_ascii_whitespace();
        let value = words.next().and_then(number).ok_or("a number after the name")?;
        let time = match words.next() {
            None => None,
            Some(word) => Some(word.parse().map_err(|_| "a time after the value")?),
        };
        if words.next().is_some() {
            return Err("nothing after the time");
        }
        Ok(ExpositionSample { name, labels, value, time, key })
    }

    pub fn label(&self, name: &str) -> Option<&str> {
        self.labels.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }
}

fn number(word: &str) -> Option<f64> {
    match word {
        "+Inf" | "Inf" => Some(f64::INFINITY),
        "-Inf" => Some(f64::NEG_INFINITY),
        "NaN" => Some(f64::NAN),
        _ => word.parse().ok(),
    }
}

fn read_labels<'a>(
    mut rest: &'a str,
    name: &mut Cow<'a, str>,
    labels: &mut Vec<(Cow<'a, str>, Cow<'a, str>)>,
) -> Result<&'a str, &'static str> {
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('}') {
            return Ok(after.trim_start());
        }
        let (label, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_text(quoted)?,
            None => {
                let end = rest.find(['=', ',', '}', ' ']).ok_or("= after a label")?;
                (Cow::Borrowed(&rest[..end]), &rest[end..])
            }
        };
        rest = after.trim_start();
        match rest.strip_prefix('=') {
            Some(after) => {
                let value = after.trim_start().strip_prefix('"').ok_or("a quoted value after =")?;
                let (value, after) = quoted_text(value)?;
                labels.push((label, value));
                rest = after.trim_start();
            }
            // A quoted metric name stands among the labels.
            None if name.is_empty() && !label.is_empty() => *name = label,
            None => return Err("= after a label"),
        }
        rest = match rest.strip_prefix(',') {
            Some(after) => after,
            None if rest.starts_with('}') => rest,
            None => return Err("a comma or } after a label"),
        };
    }
}

/// After an opening quote: the text, and what follows its closing quote.
fn quoted_text(text: &str) -> Result<(Cow<'_, str>, &str), &'static str> {
    let plain_end = text.find(['"', '\\']).ok_or("a closing quote")?;
    if text.as_bytes()[plain_end] == b'"' {
        return Ok((Cow::Borrowed(&text[..plain_end]), &text[plain_end + 1..]));
    }
    let mut plain = text[..plain_end].to_owned();
    let mut characters = text[plain_end..].char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Ok((Cow::Owned(plain), &text[plain_end + at + 1..])),
            '\\' => match characters.next() {
                Some((_, 'n')) => plain.push('\n'),
                Some((_, escaped @ ('\\' | '"'))) => plain.push(escaped),
                Some((_, other)) => plain.extend(['\\', other]),
                None => break,
            },
            other => plain.push(other),
        }
    }
    Err("a closing quote")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Result<&str, &str>) {
        let found = ExpositionSample::read(line).map(|s| {
            let labels: Vec<String> = s.labels.iter().map(|(k, v)| format!("{k}={v:?}")).collect();
            format!("{} [{}] {} {:?}", s.name, labels.join(" "), s.value, s.time)
        });
        assert_eq!(found.as_deref(), expected.as_ref().map(|text| &**text), "{line}");
    }

    #[test]
    fn samples_are_taken_apart() {
        check("up 1", Ok("up [] 1 None"));
        check("up{} 1 1601830800000", Ok("up [] 1 Some(1601830800000.0)"));
        check("a{b=\"c\",} 1.5e3", Ok("a [b=\"c\"] 1500 None"));
        check("a { b = \"c\" , d=\"\" } NaN", Ok("a [b=\"c\" d=\"\"] NaN None"));
        check(r#"a{p="C:\\x\"y\nz\q"} +Inf"#, Ok(r#"a [p="C:\\x\"y\nz\\q"] inf None"#));
        check(r#"a_bucket{le="1.0"} 11 # {trace_id="x{}"} 0.67 15"#, Ok("a_bucket [le=\"1.0\"] 11 None"));
        check(r#"{"my.metric","la.bel"="x"} 2"#, Ok("my.metric [la.bel=\"x\"] 2 None"));
        check(r#"a{b="}"} 2"#, Ok("a [b=\"}\"] 2 None"));
        check("a", Err("a value"));
        check("a{b=\"c\"", Err("a comma or } after a label"));
        check("a{b=c} 1", Err("a quoted value after ="));
        check("a{b=\"c} 1", Err("a closing quote"));
        check("a{b=\"c\\", Err("a closing quote"));
        check("a one", Err("a number after the name"));
        check("a 1 soon", Err("a time after the value"));
        check("a 1 2 3", Err("nothing after the time"));
        check("{b=\"c\"} 1", Err("a name"));
    }
}
