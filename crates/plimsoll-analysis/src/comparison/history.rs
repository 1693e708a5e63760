//! Many runs in the order of time: where did the level of a figure change?

use super::compare::ComparedRun;
use super::judgement::{Effect, Judged};
use super::measure::{Metric, Subject, fewest, measure};
use crate::servers::Observations;
use crate::statistics::e_divisive;
use crate::step::ServersAtWork;
use plimsoll_run::{Run, TransactionKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// A change counts if chance would make one with this probability; Otava's default.
pub const HISTORY_P_MAX: f64 = 0.001;

/// Fewer runs have no levels.
pub const HISTORY_RUNS_MIN: usize = 6;

/// A regression counts for the exit code if it is no older than this many runs.
pub const RECENT_RUNS: usize = 10;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    pub judged: Judged,
    /// In the order of their starts.
    pub runs: Vec<ComparedRun>,
    /// Those with a change first come first by its size; those without follow.
    pub series: Vec<HistorySeries>,
}

/// One figure over the runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistorySeries {
    pub subject: Subject,
    pub metric: Metric,
    /// One per run; `None`: not measured, or the step was invalid.
    pub values: Vec<Option<f64>>,
    pub changes: Vec<HistoryChange>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryChange {
    /// The first run of the new level, by its place in the history.
    pub run: usize,
    pub name: String,
    pub before: f64,
    pub after: f64,
    /// Signed, of the level before; `None` where that is 0.
    pub percent: Option<f64>,
    pub p: f64,
    /// Better or worse; equivalent where it is within the margin.
    pub effect: Effect,
    /// Runs at the new level, until the next change.
    pub runs: usize,
    /// Where a server was lost in some run of the level before: the fewest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers_before: Option<ServersAtWork>,
    /// The same of the new level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers_after: Option<ServersAtWork>,
}

impl HistoryChange {
    /// Of a history of so many runs.
    pub fn is_recent(&self, runs: usize) -> bool {
        self.run + RECENT_RUNS >= runs
    }
}

/// Change points of every figure of every load, by E-Divisive with a t-test.
/// `observed` is as in a comparison.
pub fn history(
    runs: &[Run],
    observed: &[Observations],
    names: &[String],
    margin: f64,
    errors_margin_points: f64,
    seed: u64,
) -> History {
    let nothing = Observations::default();
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by_key(|i| runs[*i].header.started_unix_us);
    let mut found: BTreeMap<Key, (Subject, Vec<HistoryValue>)> = BTreeMap::new();
    for (place, i) in order.iter().enumerate() {
        for ((name, rate, users), step) in measure(&runs[*i], observed.get(*i).unwrap_or(&nothing), seed) {
            let valid = step.invalid_steps.is_empty();
            let all = std::iter::once((None, &step.all));
            // A single transaction is the same as all.
            let distinguished = step.transactions.iter().filter(|_| step.transactions.len() > 1);
            for (transaction, measured) in all.chain(distinguished.map(|(t, m)| (Some(t), m))) {
                for metric in Metric::ALL {
                    let subject = Subject {
                        load: step.load,
                        step_name: name.clone(),
                        transaction: transaction.map(|t| t.name.clone()),
                        group: transaction.is_some_and(|t| t.kind != TransactionKind::Request),
                    };
                    let key = (rate, users, name.clone(), transaction.cloned(), metric);
                    let entry =
                        found.entry(key).or_insert_with(|| (subject, vec![(None, None); order.len()]));
                    let figure = measured.figure(metric).map(|f| f.value).filter(|_| valid);
                    entry.1[place] = (figure, step.servers());
                }
            }
        }
    }
    let place_names: Vec<&str> = order.iter().map(|i| names[*i].as_str()).collect();
    let mut series: Vec<HistorySeries> = found
        .into_iter()
        .map(|((.., metric), (subject, values))| {
            let changes = changes(metric, &values, &place_names, margin, errors_margin_points);
            let values = values.into_iter().map(|(value, _)| value).collect();
            HistorySeries { subject, metric, values, changes }
        })
        .collect();
    let size = |series: &HistorySeries| {
        series.changes.iter().filter_map(|c| c.percent).map(f64::abs).fold(0.0, f64::max)
    };
    series
        .sort_by(|a, b| (a.changes.is_empty()).cmp(&b.changes.is_empty()).then(size(b).total_cmp(&size(a))));
    let judged = judged(&series, runs.len());
    let run = |i: &usize| ComparedRun {
        name: names[*i].clone(),
        variant: runs[*i].header.variant.name.clone(),
        repeat: runs[*i].header.repeat,
        started_unix_us: runs[*i].header.started_unix_us,
        time_zone: runs[*i].header.time_zone.clone(),
    };
    History { judged, runs: order.iter().map(run).collect(), series }
}

/// With the servers, where one was lost.
type HistoryValue = (Option<f64>, Option<ServersAtWork>);

type Key = (u64, u64, String, Option<plimsoll_run::TransactionKey>, Metric);

fn changes(
    metric: Metric,
    values: &[HistoryValue],
    names: &[&str],
    margin: f64,
    errors_margin_points: f64,
) -> Vec<HistoryChange> {
    let measured: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(i, (v, _))| Some((i, (*v)?))).collect();
    if measured.len() < HISTORY_RUNS_MIN {
        return Vec::new();
    }
    let plain: Vec<f64> = measured.iter().map(|(_, value)| *value).collect();
    let found = e_divisive(&plain, HISTORY_P_MAX);
    let ends: Vec<usize> = found.iter().skip(1).map(|change| change.at).chain([plain.len()]).collect();
    let begins: Vec<usize> = std::iter::once(0).chain(found.iter().map(|change| change.at)).collect();
    let servers = |of: std::ops::Range<usize>| fewest(measured[of].iter().filter_map(|(i, _)| values[*i].1));
    found
        .iter()
        .zip(begins.iter().zip(ends))
        .map(|(change, (begin, end))| {
            let run = measured[change.at].0;
            let rises = change.after > change.before;
            let matters = if metric.is_share() {
                (change.after - change.before).abs() > errors_margin_points
            } else {
                (change.after - change.before).abs() > margin * change.before.abs()
            };
            HistoryChange {
                run,
                name: names[run].to_owned(),
                before: change.before,
                after: change.after,
                percent: Some(change.percent()).filter(|percent| percent.is_finite()),
                p: change.p,
                effect: match (matters, rises == metric.higher_is_better()) {
                    (false, _) => Effect::Equivalent,
                    (true, true) => Effect::Better,
                    (true, false) => Effect::Worse,
                },
                runs: end - change.at,
                servers_before: servers(*begin..change.at),
                servers_after: servers(change.at..end),
            }
        })
        .collect()
}

/// A regression that is the last change of its series and recent; doubt where there were too few runs.
fn judged(series: &[HistorySeries], runs: usize) -> Judged {
    let recent = |change: &HistoryChange| change.is_recent(runs) && change.effect == Effect::Worse;
    if series.iter().any(|series| series.changes.last().is_some_and(recent)) {
        Judged::Regression
    } else if runs < HISTORY_RUNS_MIN {
        Judged::Undecided
    } else {
        Judged::NoRegression
    }
}
