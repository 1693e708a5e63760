//! A second on its way from one machine to another: JSON, histograms as HdrHistogram's V2 encoding in hexadecimal digits.

use crate::interval::Interval;
use crate::latencies::Latencies;
use crate::node::NodeInterval;
use crate::record::{Second, TransactionKind};
use crate::secrets::Secrets;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Bytes that are no second.
#[derive(Debug, thiserror::Error)]
#[error("a second that came from a node can't be read: {0}")]
pub struct DamagedSecond(#[from] serde_json::Error);

impl Second {
    /// As parts of at most about `bytes_max` each; the parts of one second merge to it again.
    pub fn to_wire(&self, bytes_max: usize) -> Vec<Vec<u8>> {
        let whole = encoded(self);
        if whole.len() <= bytes_max || self.transactions.len() <= 1 {
            return vec![whole];
        }
        let middle = self.transactions.len() / 2;
        let mut first = self.clone();
        let later: Vec<_> = first.transactions.keys().skip(middle).cloned().collect();
        let mut second = Second { step: self.step, second: self.second, ..Second::default() };
        for key in later {
            if let Some(interval) = first.transactions.remove(&key) {
                second.transactions.insert(key, interval);
            }
        }
        [first, second].iter().flat_map(|part| part.to_wire(bytes_max)).collect()
    }

    /// Without secrets in what it quotes of requests and answers: it may wait on another machine's disk before it is here.
    pub fn masked(&self, secrets: &Secrets) -> Cow<'_, Second> {
        let has_details = |interval: &Interval| interval.errors.keys().any(|(_, detail)| !detail.is_empty());
        let generator = &self.generator;
        let has_examples = !generator.examples.is_empty() || !generator.exchanges.is_empty();
        if !has_examples && !self.transactions.values().any(has_details) {
            return Cow::Borrowed(self);
        }
        let mut masked = self.clone();
        for interval in masked.transactions.values_mut() {
            for ((kind, detail), count) in std::mem::take(&mut interval.errors) {
                *interval.errors.entry((kind, secrets.text(&detail).into_owned())).or_default() += count;
            }
        }
        let examples = std::mem::take(&mut masked.generator.examples).into_iter();
        masked.generator.examples = examples.map(|example| example.masked(secrets, str::to_owned)).collect();
        let exchanges = std::mem::take(&mut masked.generator.exchanges);
        let exchanges = exchanges.into_iter().map(|example| example.masked(secrets, str::to_owned));
        masked.generator.exchanges = exchanges.collect();
        Cow::Owned(masked)
    }

    pub fn from_wire(bytes: &[u8]) -> Result<Second, DamagedSecond> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// All that one node did in it, in short.
    pub fn of_node(&self) -> NodeInterval {
        let mut node = NodeInterval::default();
        let requests = self.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        for (_, interval) in requests {
            node.requests += interval.requests;
            node.errors += interval.errors_total();
            node.response.merge(&interval.response);
        }
        node.response = node.response.packed();
        node.connect = self.generator.connect.packed();
        node.lateness = self.generator.lateness.packed();
        for worker in self.generator.workers.values() {
            node.cpu_us += worker.cpu_us;
            node.wall_us += worker.wall_us;
        }
        node.users = self.generator.users();
        node
    }

    /// What two machines, or two parts of one, say of the same second.
    pub fn merge(&mut self, other: &Second) {
        for (key, interval) in &other.transactions {
            self.transactions.entry(key.clone()).or_default().merge(interval);
        }
        self.generator.merge(&other.generator);
    }
}

fn encoded(second: &Second) -> Vec<u8> {
    serde_json::to_vec(second).expect("a second has only texts and numbers")
}

impl Serialize for Latencies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_empty() {
            return serializer.serialize_str("");
        }
        let digits = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
        let text: String =
            self.packed().to_bytes().iter().flat_map(|byte| [digits(byte >> 4), digits(byte & 15)]).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Latencies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() {
            return Ok(Latencies::default());
        }
        let nibble = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
        let bytes: Option<Vec<u8>> = text
            .as_bytes()
            .chunks(2)
            .map(|pair| Some(nibble(*pair.first()?)? << 4 | nibble(*pair.get(1)?)?))
            .collect();
        let bytes = bytes.ok_or_else(|| D::Error::custom("a histogram is not in hexadecimal digits"))?;
        Latencies::from_bytes(&bytes).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::{ErrorKind, Interval};
    use crate::record::TransactionKey;

    fn a_second() -> Second {
        let mut second = Second { step: 0, second: 7, ..Second::default() };
        for number in 0..9_u64 {
            let mut interval = Interval { requests: 2, ..Interval::default() };
            interval.response.record_us(1_000 + number);
            interval.response.record_us(90_000);
            interval.fail(ErrorKind::Status, "503 \"x\"", 90_000);
            let name = format!("GET /{number}");
            second.transactions.insert(TransactionKey { name, kind: TransactionKind::Request }, interval);
        }
        second.generator.workers.insert(3, crate::WorkerInterval { cpu_us: 5, ..Default::default() });
        second.generator.connect.record_us(40);
        second
    }

    #[test]
    fn a_second_comes_back_whole_or_in_parts() {
        let second = a_second();
        for bytes_max in [100_000, 600, 1] {
            let parts = second.to_wire(bytes_max);
            assert_eq!(parts.len() > 1, bytes_max < 1_000, "{bytes_max}");
            let mut back = Second { second: 7, ..Second::default() };
            for part in &parts {
                back.merge(&Second::from_wire(part).expect("own bytes"));
            }
            assert_eq!(back, second);
        }
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let whole = a_second().to_wire(100_000).remove(0);
        assert!(Second::from_wire(&whole[..whole.len() / 2]).is_err());
        let text = String::from_utf8(whole).expect("JSON");
        for (from, to) in [("1c84", "1c8"), ("1c84", "zz84"), ("\"requests\":2", "\"requests\":-2")] {
            assert!(Second::from_wire(text.replace(from, to).as_bytes()).is_err(), "{from}");
        }
    }

    #[test]
    fn a_second_leaves_its_machine_without_secrets() {
        let mut interval = Interval { requests: 1, ..Interval::default() };
        interval.fail(ErrorKind::Status, "key door-4711-open is taken", 1_000);
        let key = TransactionKey { name: "buy".to_owned(), kind: TransactionKind::Request };
        let mut second = Second { transactions: [(key, interval)].into(), ..Second::default() };
        second.generator.examples.push(crate::answers::ErrorExample {
            transaction: "buy".to_owned(),
            kind: ErrorKind::Status,
            at_us: 0,
            detail: String::new(),
            url: "http://h/door-4711-open".to_owned(),
            status: String::new(),
            excerpt: "no door-4711-open".to_owned(),
        });
        let mut secrets = Secrets::default();
        secrets.add_value("door-4711-open");
        let sent = String::from_utf8(second.masked(&secrets).to_wire(1 << 20).concat()).expect("JSON");
        assert!(!sent.contains("4711") && sent.contains("key *** is taken"), "{sent}");
        assert_eq!(second.masked(&secrets).transactions.values().next().map(Interval::errors_total), Some(1));
    }
}
