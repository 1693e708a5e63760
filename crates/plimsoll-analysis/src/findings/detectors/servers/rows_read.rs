//! `rows-read`: a database reads thousands of rows for each request that it does not look up by an index: an index is missing, or a
//! query reads whole tables. It is cheap while the table is small, and grows with it. Rows that MySQL and MariaDB read one after
//! another (`Handler_read_rnd_next`), and those of PostgreSQL that no index scan fetched (`tup_returned` less `tup_fetched`, which
//! has the entries of scans that need the index alone). Whoever watches reads rows, too: `SHOW GLOBAL STATUS` some hundreds.

use crate::findings::by_step::{OfStep, of_step};
use crate::findings::prelude::*;
use crate::servers::readings::Readings;
use plimsoll_run::metric;

pub(crate) static DETECTOR: Detector = Detector {
    id: "rows-read",
    severities: &[Severity::Warning, Severity::Information],
    when: "a database reads > 1,000 rows for each request that it does not look up by an index (a warning: > 10,000), and > 5,000 a second",
    requires: "counters of rows of MySQL, MariaDB or PostgreSQL",
    needs: &[Need::Watched(Signal::RowsRead)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("rows-read", Limits {
    /// rows for each request
    rows = 1_000.0,
    /// rows for each request: a warning
    many = 10_000.0,
    /// rows a second: fewer may be those of whoever watches
    per_s = 5_000.0,
});

/// Requests make a database read whole tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowsRead {
    pub source: Source,
    pub steps: Vec<u32>,
    /// The step of the most.
    pub step: u32,
    pub rows_per_request: f64,
    pub is_many: bool,
}

impl Claimed for RowsRead {
    fn severity(&self) -> Option<Severity> {
        Some(if self.is_many { Severity::Warning } else { Severity::Information })
    }

    fn next_step(&self) -> NextStep {
        NextStep::LookAtQueries { host: self.source.host.clone() }
    }
}

/// What a database says of rows, and the attribute that it says it by.
const MYSQL: (&str, (&str, &str)) = (metric::MYSQL_HANDLERS, ("kind", "read_rnd_next"));
const RETURNED: (&str, (&str, &str)) = (metric::POSTGRESQL_TUP_RETURNED, ("", ""));
const FETCHED: (&str, (&str, &str)) = (metric::POSTGRESQL_TUP_FETCHED, ("", ""));

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let readings = evidence.readings();
    let found = readings.sources(&[MYSQL.0, RETURNED.0]).into_iter().filter_map(|source| {
        let of: Vec<OfStep> = evidence
            .run
            .steps
            .iter()
            .filter_map(|row| per_request(readings, source, row, limits.per_s))
            .filter(|step| step.mean > limits.rows)
            .collect();
        let worst = *of.iter().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
        let measured = if readings.sources(&[MYSQL.0]).contains(&source) { MYSQL.0 } else { RETURNED.0 };
        let item = worst.item(source, measured, Unit::Count, 1.0);
        let claim = RowsRead {
            source: source.clone(),
            steps: of.iter().map(|step| step.step).collect(),
            step: worst.step,
            rows_per_request: worst.mean,
            is_many: worst.mean > limits.many,
        };
        Some(Found::new(claim, vec![item]))
    });
    found.collect()
}

/// Rows for each request of a step; `None` too where they are few.
fn per_request(readings: Readings, source: &Source, row: &StepRow, few_per_s: f64) -> Option<OfStep> {
    let per_s = row.requests as f64 / row.measured_s;
    let of = |(metric, attribute)| of_step(row, &readings.growth(source, metric, attribute));
    let rows = of(MYSQL).or_else(|| {
        let returned = of(RETURNED)?;
        let fetched = of(FETCHED).map_or(0.0, |fetched| fetched.mean);
        Some(OfStep { mean: (returned.mean - fetched).max(0.0), ..returned })
    })?;
    (per_s > 0.0 && rows.mean > few_per_s).then(|| OfStep {
        mean: rows.mean / per_s,
        max: rows.max / per_s,
        ..rows
    })
}
