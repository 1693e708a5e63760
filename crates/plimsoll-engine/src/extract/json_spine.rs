//! An answer's JSON, of which only what some paths lead to is kept: most answers are much larger than what is taken out of
//! them, and to make a tree of them is most of what that costs. What is left out is read for its syntax alone, so a number
//! beyond all range or half a surrogate pair does no harm there, as in JMeter's permissive parser.

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use std::fmt;

/// A step of a path that leads to one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpineStep {
    Member(String),
    Item(usize),
}

/// The steps of a path of names and numbers only, `$.a['b'][0]`; `None`: of any other.
pub fn spine(path: &str) -> Option<Vec<SpineStep>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (step, after) = step(rest)?;
        steps.push(step);
        rest = after;
    }
    (!steps.is_empty()).then_some(steps)
}

fn step(text: &str) -> Option<(SpineStep, &str)> {
    if let Some(name) = text.strip_prefix('.') {
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return is_name.then(|| (SpineStep::Member(name[..end].to_owned()), &name[end..]));
    }
    let inside = text.strip_prefix('[')?;
    if let Some(quote) = inside.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let (name, after) = inside[1..].split_once(quote)?;
        let after = after.strip_prefix(']')?;
        return (!name.contains('\\')).then(|| (SpineStep::Member(name.to_owned()), after));
    }
    let (digits, after) = inside.split_once(']')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let is_written_once = digits == "0" || !digits.starts_with('0');
    Some((SpineStep::Item(digits.parse().ok().filter(|_| is_number && is_written_once)?), after))
}

/// The document with what is at the ends of the paths; all else is left out, or null where it stands before in a list.
pub fn along(text: &str, spines: &[&[SpineStep]]) -> serde_json::Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Along { spines }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// What is kept of a value; without spines nothing, with one that ends here all.
#[derive(Clone, Copy)]
struct Along<'s> {
    spines: &'s [&'s [SpineStep]],
}

impl<'s> Along<'s> {
    /// What the paths say of a member or item.
    fn below(self, is_this: impl Fn(&SpineStep) -> bool) -> Vec<&'s [SpineStep]> {
        let below = self.spines.iter().filter_map(|spine| spine.split_first());
        below.filter(|(first, _)| is_this(first)).map(|(_, rest)| rest).collect()
    }
}

impl<'de> DeserializeSeed<'de> for Along<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self.spines {
            [] => IgnoredAny::deserialize(deserializer).map(|_| Value::Null),
            spines if spines.iter().any(|spine| spine.is_empty()) => Value::deserialize(deserializer),
            _ => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Along<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut pruned = Map::new();
        while let Some(name) = members.next_key_seed(Name { wanted: self })? {
            match name {
                Some((name, below)) => {
                    pruned.insert(name, members.next_value_seed(Along { spines: &below })?);
                }
                None => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Value::Object(pruned))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut pruned = Vec::new();
        loop {
            let below = self.below(|step| *step == SpineStep::Item(pruned.len()));
            match items.next_element_seed(Along { spines: &below })? {
                Some(item) => pruned.push(item),
                None => return Ok(Value::Array(pruned)),
            }
        }
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}

/// A member's name, and where paths go from there; `None`: no path goes there.
struct Name<'s> {
    wanted: Along<'s>,
}

impl<'de, 's> DeserializeSeed<'de> for Name<'s> {
    type Value = Option<(String, Vec<&'s [SpineStep]>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'s> Visitor<'_> for Name<'s> {
    type Value = Option<(String, Vec<&'s [SpineStep]>)>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let below = self.wanted.below(|step| matches!(step, SpineStep::Member(member) if member == name));
        Ok((!below.is_empty()).then(|| (name.to_owned(), below)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json_path::JsonPath;

    fn read(path: &str) -> Option<String> {
        let show = |step: &SpineStep| match step {
            SpineStep::Member(name) => format!("({name})"),
            SpineStep::Item(index) => format!("[{index}]"),
        };
        spine(path).map(|steps| steps.iter().map(show).collect())
    }

    #[test]
    fn paths_of_names_and_numbers_have_a_spine() {
        for (path, expected) in [
            ("$.a", "(a)"),
            ("$.a.b_1[0].c", "(a)(b_1)[0](c)"),
            ("$['a b']['.'][\"c'\"][12]", "(a b)(.)(c')[12]"),
        ] {
            assert_eq!(read(path).as_deref(), Some(expected), "{path}");
        }
        for other in [
            "$",
            "$..a",
            "$.*",
            "$[*]",
            "$[-1]",
            "$[0,1]",
            "$[0:2]",
            "$[?(@.a)]",
            "$['a','b']",
            "$['a\\'b']",
            "$.a-b",
            "$[01]",
            "$.ä",
            "$.1",
            "$[",
            "$.",
            "a",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_malformed_is_refused_wherever_it_stands() {
        let spines: &[&[SpineStep]] = &[&[SpineStep::Member("a".to_owned())]];
        for text in
            ["", "{\"a\":1", "{\"b\":[1,}", "{\"a\":1}x", "{\"b\":tru}", "[1,]", "{\"b\":\"\u{1}\"}", "{1:2}"]
        {
            assert!(along(text, spines).is_err(), "{text}");
        }
    }

    /// Of few names, so that paths lead somewhere; a name may stand twice.
    fn document(random: &mut fastrand::Rng, depth: u32) -> String {
        let some = |random: &mut fastrand::Rng, named: bool| -> String {
            let one = |random: &mut fastrand::Rng| {
                let name = if named {
                    format!("\"{}\": ", ["a", "b", "c d"][random.usize(..3)])
                } else {
                    String::new()
                };
                name + &document(random, depth - 1)
            };
            (0..random.usize(..4)).map(|_| one(random)).collect::<Vec<_>>().join(" , ")
        };
        match if depth == 0 { random.u32(2..7) } else { random.u32(..5) } {
            0 => format!("{{{}}}", some(random, true)),
            1 => format!("[{}]", some(random, false)),
            2 => "\"text \\u00e9 \\\" }\"".to_owned(),
            3 => "-1.5e3".to_owned(),
            4 => "null".to_owned(),
            5 => "true".to_owned(),
            _ => random.u64(..).to_string(),
        }
    }

    #[test]
    fn what_is_found_is_what_the_whole_document_has() {
        const PATHS: [&str; 9] =
            ["$.a", "$.b", "$['c d']", "$[0]", "$[2]", "$.a.b", "$.a[1]", "$[1].a", "$.b['c d'][0].a"];
        let mut random = fastrand::Rng::with_seed(7);
        let mut found = 0;
        for _ in 0..3_000 {
            let text = document(&mut random, 4);
            let paths: Vec<&str> = PATHS.iter().copied().filter(|_| random.bool()).collect();
            let steps: Vec<Vec<SpineStep>> = paths.iter().filter_map(|path| spine(path)).collect();
            assert_eq!(steps.len(), paths.len());
            let spines: Vec<&[SpineStep]> = steps.iter().map(Vec::as_slice).collect();
            let whole: Value = serde_json::from_str(&text).expect("JSON");
            let pruned = along(&text, &spines).expect("the same JSON");
            for path in paths {
                let query = JsonPath::parse(path).expect("a path");
                assert_eq!(
                    query.query(&pruned).all(),
                    query.query(&whole).all(),
                    "{path} of {text}: {pruned}"
                );
                found += query.query(&whole).all().len();
            }
        }
        assert!(found > 500, "{found}");
    }
}
