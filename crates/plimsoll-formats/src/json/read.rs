//! JSON text to the tree, by serde_json; lines are counted in what it has taken of the text.

use plimsoll_plan::Diagnostic;
use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};

/// Takes out of a map what need not be held.
type Shorten<'a> = dyn Fn(&mut Vec<(Node, Node)>) + 'a;

/// Reads one JSON document.
pub fn read(file: &str, text: &str) -> Result<Node, Diagnostic> {
    read_from(file, text.trim_start_matches('\u{feff}').as_bytes(), &|_| ())
}

/// Reads one as it comes. Each map goes through `shorten` when it is whole: what that takes out is not held any longer.
pub fn read_from(file: &str, source: impl BufRead, shorten: &Shorten<'_>) -> Result<Node, Diagnostic> {
    let line = Cell::new(1);
    let source = Lines { rest: source, line: &line, before: 0 };
    let mut deserializer = serde_json::Deserializer::from_reader(source);
    let read = Located { line: &line, shorten }.deserialize(&mut deserializer).and_then(|tree| {
        deserializer.end()?;
        Ok(tree)
    });
    read.map_err(|error| {
        let said = error.to_string();
        let message = said.split(" at line ").next().unwrap_or(&said);
        let place = format!("the JSON is malformed in column {}: {message}", error.column());
        Diagnostic::error(file, u32::try_from(error.line()).unwrap_or(u32::MAX), "", place)
            .with_hint("was the file cut off or edited? Export it again")
    })
}

/// Gives one byte at a time, so that the line is that of the byte taken last.
struct Lines<'a, R> {
    rest: R,
    line: &'a Cell<u32>,
    before: u8,
}

impl<R: BufRead> Read for Lines<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (Some(first), Some(place)) = (self.rest.fill_buf()?.first().copied(), buffer.first_mut()) else {
            return Ok(0);
        };
        self.rest.consume(1);
        if self.before == b'\n' {
            self.line.set(self.line.get().saturating_add(1));
        }
        (*place, self.before) = (first, first);
        Ok(1)
    }
}

#[derive(Clone, Copy)]
struct Located<'a> {
    line: &'a Cell<u32>,
    shorten: &'a Shorten<'a>,
}

impl Located<'_> {
    fn here(&self, value: NodeValue) -> Node {
        Node { line: self.line.get(), value }
    }

    fn scalar(&self, text: String, kind: ScalarKind) -> Node {
        self.here(NodeValue::Scalar { text, kind })
    }
}

impl<'de> DeserializeSeed<'de> for Located<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Located<'_> {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(self.here(NodeValue::Null))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Node, E> {
        Ok(self.scalar(flag.to_string(), ScalarKind::Bool))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(self.scalar(number.to_string(), ScalarKind::Number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(self.scalar(number.to_string(), ScalarKind::Number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(self.scalar(number.to_string(), ScalarKind::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(self.scalar(text.to_owned(), ScalarKind::Text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut read = self.here(NodeValue::Null);
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self)? {
            items.push(item);
        }
        read.value = NodeValue::Sequence(items);
        Ok(read)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut read = self.here(NodeValue::Null);
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let key = Node::text_at(self.line.get(), key);
            entries.push((key, map.next_value_seed(self)?));
        }
        (self.shorten)(&mut entries);
        read.value = NodeValue::Mapping(entries);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(json: &Node) -> String {
        let line = json.line;
        match &json.value {
            NodeValue::Sequence(items) => {
                format!("{line}:[{}]", items.iter().map(show).collect::<Vec<_>>().join(" "))
            }
            NodeValue::Mapping(_) => {
                let pairs: Vec<_> = json.pairs().map(|(k, v)| format!("{k}={}", show(v))).collect();
                format!("{line}:{{{}}}", pairs.join(" "))
            }
            _ => format!("{line}:{}", crate::json::to_json(json)),
        }
    }

    fn check(text: &str, expected: &str) {
        let shown = match read("f.json", text) {
            Ok(json) => show(&json),
            Err(diagnostic) => diagnostic.to_string(),
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn values_know_their_lines() {
        check(
            "{\"a\": 1,\n\"b\":\n[true,\nnull, \"x\"\n], \"c\": 1.5\n}",
            "1:{a=1:1 b=3:[3:true 4:null 4:\"x\"] c=5:1.5}",
        );
        check("[1\n,-2\n]\n", "1:[1:1 2:-2]");
    }

    #[test]
    fn what_is_no_json_is_located() {
        check("{\"a\": 1,\n \"b\" 2}", "f.json:2: the JSON is malformed in column 6: expected `:`");
        check("{\"a\":\n[1, 2", "f.json:2: the JSON is malformed in column 5: EOF while parsing a list");
        check("{} x", "f.json:1: the JSON is malformed in column 4: trailing characters");
        check(&"[".repeat(1000), "f.json:1: the JSON is malformed in column 128: recursion limit exceeded");
    }
}
