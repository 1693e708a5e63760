//! Comparisons (XPath 1.0, 3.4): of nodes it is enough that one is so.

use super::evaluation::XPathEvaluation;
use super::value::{XPathValue, is_true, number_of};
use std::collections::HashSet;
use uppsala::dom::NodeId;

impl XPathEvaluation<'_> {
    /// XPath 1.0, 3.4: of nodes any.
    pub fn is_equal(&self, a: &XPathValue, b: &XPathValue, wanted: bool) -> Result<bool, String> {
        use XPathValue::{Boolean, Nodes, Number, Text};
        let truth = |value: &XPathValue| match value {
            Nodes(nodes) => !nodes.is_empty(),
            Boolean(value) => *value,
            Number(number) => is_true(*number),
            Text(text) => !text.is_empty(),
        };
        Ok(match (a, b) {
            (Boolean(_), _) | (_, Boolean(_)) => (truth(a) == truth(b)) == wanted,
            (Nodes(a), Nodes(b)) => {
                let (a, b) = (self.texts(a)?, self.texts(b)?);
                match wanted {
                    true => a.iter().any(|text| b.contains(text)),
                    // Two that are not the same: all of both are one text, or there are two.
                    false => !a.is_empty() && !b.is_empty() && (a.len() > 1 || b.len() > 1 || a != b),
                }
            }
            (Nodes(nodes), Number(number)) | (Number(number), Nodes(nodes)) => {
                let found = self.texts(nodes)?;
                found.iter().any(|text| (number_of(text) == *number) == wanted)
            }
            (Nodes(nodes), Text(text)) | (Text(text), Nodes(nodes)) => {
                self.texts(nodes)?.iter().any(|found| (found == text) == wanted)
            }
            (Number(_), _) | (_, Number(_)) => (self.as_number(a)? == self.as_number(b)?) == wanted,
            (Text(a), Text(b)) => (a == b) == wanted,
        })
    }

    fn texts(&self, nodes: &[NodeId]) -> Result<HashSet<String>, String> {
        nodes.iter().map(|node| self.string_value(*node)).collect()
    }

    /// Of nodes any: it is enough to compare the least with the greatest.
    pub fn is_ordered(&self, a: &XPathValue, b: &XPathValue, operator: &str) -> Result<bool, String> {
        // With a truth a set is a truth, too.
        let is_truth = matches!(a, XPathValue::Boolean(_)) || matches!(b, XPathValue::Boolean(_));
        let range = |value: &XPathValue| -> Result<Option<(f64, f64)>, String> {
            let numbers = match value {
                XPathValue::Nodes(nodes) if is_truth => vec![f64::from(u8::from(!nodes.is_empty()))],
                XPathValue::Nodes(nodes) => {
                    let texts = nodes.iter().map(|node| Ok(number_of(&self.string_value(*node)?)));
                    texts.collect::<Result<Vec<_>, String>>()?
                }
                other => vec![self.as_number(other)?],
            };
            let numbers = numbers.into_iter().filter(|number| !number.is_nan());
            Ok(numbers.fold(None, |range, number| match range {
                None => Some((number, number)),
                Some((least, most)) => Some((least.min(number), most.max(number))),
            }))
        };
        let (Some(a), Some(b)) = (range(a)?, range(b)?) else { return Ok(false) };
        Ok(match operator {
            "<" => a.0 < b.1,
            "<=" => a.0 <= b.1,
            ">" => a.1 > b.0,
            _ => a.1 >= b.0,
        })
    }
}
