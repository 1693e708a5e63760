//! Series of values that somebody kept, in any unit: where did their level change? The same search as in a
//! [history](super::history) of runs, without runs.

use super::history::{HISTORY_P_MAX, HISTORY_RUNS_MIN, RECENT_RUNS};
use super::judgement::{Effect, Judged};
use crate::statistics::e_divisive;
use serde::Serialize;

/// Which way is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BetterIs {
    Higher,
    Lower,
}

/// One column of values, in the order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValues {
    pub name: String,
    /// One per point; `None`: not measured there.
    pub values: Vec<Option<f64>>,
    /// `None`: nobody said which way is good, so a change is neither better nor worse.
    pub better_is: Option<BetterIs>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesHistory {
    pub judged: Judged,
    /// Times or labels.
    pub points: Vec<String>,
    /// In the order in which they were given.
    pub series: Vec<ValueSeries>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueSeries {
    pub name: String,
    pub better_is: Option<BetterIs>,
    pub values: Vec<Option<f64>>,
    /// Too few values have no levels, and so no changes: see [`HISTORY_RUNS_MIN`].
    pub changes: Vec<LevelChange>,
}

impl ValueSeries {
    pub fn measured(&self) -> usize {
        self.values.iter().flatten().count()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelChange {
    /// The first point of the new level, by its place.
    pub at: usize,
    pub point: String,
    /// Means of the levels.
    pub before: f64,
    pub after: f64,
    /// Of the size of the level before; `None` where that is 0.
    pub percent: Option<f64>,
    pub p: f64,
    /// Larger than the margin of the level before.
    pub matters: bool,
    /// `None`: nobody said which way is good.
    pub effect: Option<Effect>,
    /// Values at the new level, until the next change.
    pub values: usize,
}

/// Change points of every series, by E-Divisive with a t-test. `margin` is a fraction of the level before.
pub fn series_history(points: &[String], columns: Vec<NamedValues>, margin: f64) -> SeriesHistory {
    let series: Vec<ValueSeries> =
        columns.into_iter().map(|column| of_column(points, column, margin)).collect();
    let worse = |series: &ValueSeries| {
        let last = series.changes.last();
        last.is_some_and(|c| c.effect == Some(Effect::Worse) && c.at + RECENT_RUNS >= points.len())
    };
    let enough = series.iter().any(|series| series.measured() >= HISTORY_RUNS_MIN);
    let judged = match (series.iter().any(worse), enough) {
        (true, _) => Judged::Regression,
        (false, true) => Judged::NoRegression,
        (false, false) => Judged::Undecided,
    };
    SeriesHistory { judged, points: points.to_vec(), series }
}

fn of_column(points: &[String], column: NamedValues, margin: f64) -> ValueSeries {
    let NamedValues { name, values, better_is } = column;
    let measured: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?))).collect();
    let plain: Vec<f64> = measured.iter().map(|(_, value)| *value).collect();
    let found = if plain.len() < HISTORY_RUNS_MIN { Vec::new() } else { e_divisive(&plain, HISTORY_P_MAX) };
    let ends = found.iter().skip(1).map(|change| change.at).chain([plain.len()]);
    let change = |(change, end): (&crate::statistics::ChangePoint, usize)| {
        let by = change.after - change.before;
        let matters = by.abs() > margin * change.before.abs();
        let at = measured[change.at].0;
        LevelChange {
            at,
            point: points[at].clone(),
            before: change.before,
            after: change.after,
            percent: (change.before != 0.0).then(|| 100.0 * by / change.before.abs()),
            p: change.p,
            matters,
            effect: better_is.map(|better| match (matters, (by > 0.0) == (better == BetterIs::Higher)) {
                (false, _) => Effect::Equivalent,
                (true, true) => Effect::Better,
                (true, false) => Effect::Worse,
            }),
            values: end - change.at,
        }
    };
    let changes = found.iter().zip(ends).map(change).collect();
    ValueSeries { name, better_is, values, changes }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], better_is: Option<BetterIs>) -> SeriesHistory {
        let points: Vec<String> = (1..=values.len()).map(|n| format!("build {n}")).collect();
        let values = values.iter().copied().map(Some).collect();
        series_history(&points, vec![NamedValues { name: "x".to_owned(), values, better_is }], 0.05)
    }

    fn step(before: f64, after: f64) -> Vec<f64> {
        let noise = |n: usize| (n * 7 % 5) as f64 * 0.1;
        (0..20).map(|n| noise(n) + if n < 14 { before } else { after }).collect()
    }

    #[test]
    fn a_change_has_its_place_its_size_and_where_it_is_from_table_its_sense() {
        let found = check(&step(100.0, 120.0), Some(BetterIs::Lower));
        let change = &found.series[0].changes[0];
        assert_eq!((change.at, change.point.as_str(), change.values), (14, "build 15", 6));
        assert_eq!((change.effect, found.judged), (Some(Effect::Worse), Judged::Regression));
        let found = check(&step(100.0, 120.0), Some(BetterIs::Higher));
        assert_eq!(
            (found.series[0].changes[0].effect, found.judged),
            (Some(Effect::Better), Judged::NoRegression)
        );
        let found = check(&step(100.0, 120.0), None);
        assert_eq!((found.series[0].changes[0].effect, found.judged), (None, Judged::NoRegression));
    }

    #[test]
    fn negative_values_rise_when_they_come_nearer_to_zero() {
        let found = check(&step(-100.0, -80.0), Some(BetterIs::Higher));
        let change = &found.series[0].changes[0];
        assert!(change.percent.is_some_and(|percent| (percent - 20.0).abs() < 1.0), "{change:?}");
        assert_eq!(change.effect, Some(Effect::Better));
    }

    #[test]
    fn five_values_have_no_levels() {
        assert_eq!(check(&[1.0, 1.0, 9.0, 9.0, 9.0], None).judged, Judged::Undecided);
        assert_eq!(check(&step(5.0, 5.0), None).series[0].changes, []);
    }
}
