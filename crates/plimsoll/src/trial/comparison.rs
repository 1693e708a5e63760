//! A trial beside the recording that its plan was made of.

use plimsoll_formats::{AnswerShape, RequestKey, same_requests};
use plimsoll_report::trial::{ShownBody, ShownExchange, TrialSample};

/// What of the trial is not as it was recorded.
#[derive(Debug, Default)]
pub struct TrialComparison {
    pub compared: usize,
    /// Requests, and what differs.
    pub differing: Vec<(String, Vec<String>)>,
    /// Recorded requests that the trial did not send.
    pub missing: Vec<String>,
    /// Places of recorded requests, and of the samples that are the same.
    pub pairs: Vec<(usize, usize)>,
}

impl TrialComparison {
    /// Both in the order of time.
    pub fn of(samples: &[TrialSample], recorded: &[AnswerShape]) -> Self {
        let mut found = TrialComparison::default();
        let shaped = |(at, sample): (usize, &TrialSample)| Some((at, shape_of_answer(sample)?));
        let (places, all): (Vec<usize>, Vec<AnswerShape>) =
            samples.iter().enumerate().filter_map(shaped).unzip();
        let mut next = 0;
        for (at, of_trial) in same_requests(&requests(recorded), &requests(&all)) {
            let then = &recorded[at];
            found.pairs.push((at, places[of_trial]));
            found.missing.extend(recorded[next..at].iter().map(name));
            next = at + 1;
            let differences = then.differences(&all[of_trial]);
            if !differences.is_empty() {
                found.differing.push((name(then), differences));
            }
        }
        found.compared = found.pairs.len();
        found.missing.extend(recorded[next..].iter().map(name));
        found
    }

    pub fn is_same(&self) -> bool {
        self.differing.is_empty() && self.missing.is_empty()
    }

    pub fn text(&self, file: &str) -> String {
        let mut out = format!("compared with {file}: ");
        match (self.compared, self.differing.len()) {
            (0, _) => out.push_str("no request is the same"),
            (all, 0) => out.push_str(&format!("{all} answers as recorded")),
            (all, some) => out.push_str(&format!("{some} of {all} answers differ")),
        }
        out.push('\n');
        for (name, differences) in &self.differing {
            out.push_str(&format!("  {name}: {}\n", differences.join("; ")));
        }
        if self.differing.len() > 1 {
            out.push_str("  the first one is to be looked at first: what follows may come from it\n");
        }
        for name in &self.missing {
            out.push_str(&format!("  {name}: not sent\n"));
        }
        out
    }
}

fn requests(shapes: &[AnswerShape]) -> Vec<RequestKey<'_>> {
    shapes.iter().map(AnswerShape::request).collect()
}

fn name(shape: &AnswerShape) -> String {
    format!("{} {}", shape.method, shape.path)
}

/// The request that was first sent, and the answer that it came to.
pub fn shape_of_answer(sample: &TrialSample) -> Option<AnswerShape> {
    let last = &sample.exchange;
    let first = sample.parts.iter().find(|part| part.status.starts_with('3')).unwrap_or(last);
    if last.method.is_empty() || !last.url.contains("://") {
        return None;
    }
    let media_type = last.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let body = match &last.body {
        ShownBody::Text { raw, .. } => raw.as_str(),
        _ => "",
    };
    let shape = AnswerShape {
        method: first.method.clone(),
        path: path(first),
        status: last.status.split(' ').next().and_then(|code| code.parse().ok()).unwrap_or(0),
        end: path(last),
        ..AnswerShape::default()
    };
    Some(shape.with_body(media_type.map_or("", |(_, value)| value), body))
}

fn path(exchange: &ShownExchange) -> String {
    let rest = exchange.url.split_once("://").map_or("", |(_, rest)| rest);
    let path = rest.find('/').map_or("/", |at| &rest[at..]);
    path.split(['?', '#']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_comes_at_another_time_is_not_compared_with_another_one() {
        let exchange = |path: &str| ShownExchange {
            method: "GET".to_owned(),
            url: format!("http://h{path}"),
            status: "200 OK".to_owned(),
            ..ShownExchange::default()
        };
        let sample = |path: &str| TrialSample { exchange: exchange(path), ..TrialSample::default() };
        let samples = ["/", "/a/2", "/b", "/poll"].map(sample);
        let recorded: Vec<AnswerShape> =
            ["/", "/poll", "/a/1", "/b"].iter().filter_map(|path| shape_of_answer(&sample(path))).collect();
        let found = TrialComparison::of(&samples, &recorded);
        assert_eq!(found.pairs, [(0, 0), (2, 1), (3, 2)]);
        assert_eq!((found.compared, found.missing.concat()), (3, "GET /poll".to_owned()));
        assert!(found.differing.is_empty(), "{found:?}");
    }
}
