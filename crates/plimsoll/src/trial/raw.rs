//! What went over a trial's connections as it was, for a recording to be held against it.

use plimsoll_engine::ObservedSample;
use std::collections::VecDeque;

/// Bytes of all samples together; of those that came first the texts are dropped.
const BYTES_MAX: usize = 64 * 1024 * 1024;

/// A sample as it was, with its secrets: nothing of it is shown as it is.
#[derive(Debug, Default)]
pub struct RawSample {
    /// The heads of all that was asked, and the bodies.
    pub asked: String,
    /// The heads of all answers: the last one first, then those that led to it.
    pub heads: String,
    pub body: String,
}

impl RawSample {
    pub fn of(sample: &ObservedSample) -> RawSample {
        let mut raw = RawSample::default();
        let last = &sample.exchange;
        raw.body = String::from_utf8_lossy(&last.body).into_owned();
        for exchange in std::iter::once(last).chain(sample.parts.iter().filter(|part| part.head != last.head))
        {
            raw.asked.push_str(&format!("{}\n{}\n", exchange.url, exchange.asked_head));
            raw.asked.push_str(&String::from_utf8_lossy(&exchange.asked_body));
            raw.heads.push_str(&exchange.head);
        }
        raw
    }

    fn bytes(&self) -> usize {
        self.asked.len() + self.heads.len() + self.body.len()
    }
}

/// Those of the last samples, within bounds.
#[derive(Debug, Default)]
pub struct RawSamples {
    samples: VecDeque<RawSample>,
    /// Those that have their texts come after so many.
    dropped: usize,
    bytes: usize,
}

impl RawSamples {
    pub fn push(&mut self, sample: RawSample) {
        self.bytes += sample.bytes();
        self.samples.push_back(sample);
        while self.bytes > BYTES_MAX && self.dropped < self.samples.len() {
            let first = &mut self.samples[self.dropped];
            self.bytes -= first.bytes();
            *first = RawSample::default();
            self.dropped += 1;
        }
    }

    /// Without the first.
    pub fn shift(&mut self) {
        if let Some(first) = self.samples.pop_front() {
            self.bytes -= first.bytes();
            self.dropped = self.dropped.saturating_sub(1);
        }
    }

    pub fn get(&self, at: usize) -> Option<&RawSample> {
        self.samples.get(at).filter(|_| at >= self.dropped)
    }

    /// How many were too much.
    pub fn dropped(&self) -> usize {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_answers_of_a_trial_push_out_those_before_them() {
        let of = |megabytes: usize| RawSample { body: "x".repeat(megabytes << 20), ..RawSample::default() };
        let mut raw = RawSamples::default();
        [10, 10, 50].into_iter().for_each(|megabytes| raw.push(of(megabytes)));
        assert!(raw.get(0).is_none() && raw.get(1).is_some() && raw.get(2).is_some());
        raw.shift();
        raw.push(of(1));
        assert_eq!((raw.dropped(), raw.bytes), (0, 61 << 20));
        raw.push(of(65));
        assert_eq!((raw.dropped(), raw.bytes), (4, 0), "one that is too large alone is dropped, too");
        assert!(raw.get(3).is_none() && raw.get(4).is_none());
    }
}
