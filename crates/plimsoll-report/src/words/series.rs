//! Sentences on series of values.

use super::compare::{effect, p, signed};
use super::number::dash;
use super::{Words, args};
use plimsoll_analysis::comparison::{HISTORY_RUNS_MIN, LevelChange, SeriesHistory, ValueSeries};

pub fn summary(words: &Words, history: &SeriesHistory) -> String {
    let changes: usize = history.series.iter().map(|series| series.changes.len()).sum();
    words.say(
        "compare-series-summary",
        args![points = history.points.len(), series = history.series.len(), changes],
    )
}

pub fn change(words: &Words, series: &ValueSeries, change: &LevelChange) -> String {
    let (before, after) = (value(words, change.before), value(words, change.after));
    let args = args![
        name = &series.name,
        effect = sense(words, change),
        point = &change.point,
        before,
        after,
        percent = percent(words, change),
        n = change.values,
        p = p(words, change.p)
    ];
    words.say("compare-series-change", args)
}

/// `worse`; where nobody said which way is good, that it is another level.
pub fn sense(words: &Words, change: &LevelChange) -> String {
    match change.effect {
        Some(found) => effect(words, found),
        None if change.matters => words.text("compare-series-changed"),
        None => words.text("compare-series-within"),
    }
}

pub fn percent(words: &Words, change: &LevelChange) -> String {
    change.percent.map_or_else(dash, |percent| words.with_percent_sign(signed(words, percent, 1)))
}

/// Four digits that count, in whatever unit.
pub fn value(words: &Words, value: f64) -> String {
    words.significant(value, 4)
}

/// What kept a series from being looked at, and what was not said.
pub fn remarks(words: &Words, history: &SeriesHistory) -> Vec<String> {
    let few = history.series.iter().filter(|series| series.measured() < HISTORY_RUNS_MIN);
    let few = few.map(|s| words.say("compare-series-few", args![name = &s.name, n = s.measured()]));
    let unsaid = history.series.iter().filter(|s| s.better_is.is_none() && !s.changes.is_empty());
    let names: Vec<String> = unsaid.map(|series| series.name.clone()).collect();
    let sense = words.say("compare-series-sense", args![names = words.listed(&names)]);
    few.chain((!names.is_empty()).then_some(sense)).collect()
}
