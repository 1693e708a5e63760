//! What a recording got for each of its requests.

use super::chosen::Chosen;
use super::entry::Entry;
use crate::answer_shape::AnswerShape;
use plimsoll_plan::plan::Step;

/// Of each request that a plan makes of the recording, in the order of time.
pub fn shapes(steps: &[Chosen]) -> Vec<AnswerShape> {
    let is_request = |chosen: &&Chosen| matches!(chosen.step, Step::Request(_));
    steps
        .iter()
        .filter(is_request)
        .filter_map(|chosen| Some(of(chosen.answers.first()?, chosen.answers.last()?)))
        .collect()
}

fn of(first: &Entry, last: &Entry) -> AnswerShape {
    let path = |entry: &Entry| {
        let path = entry.place.as_ref().map_or("", |place| place.path.as_str());
        path.split('?').next().unwrap_or_default().to_owned()
    };
    let content = last.content();
    let text = |key: &str| content.and_then(|content| content.text(key)).unwrap_or_default();
    let shape = AnswerShape {
        method: first.method.to_owned(),
        path: path(first),
        status: last.status,
        end: path(last),
        ..AnswerShape::default()
    };
    shape.with_body(text("mimeType"), text("text"))
}
