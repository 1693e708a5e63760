//! `transaction-errors`: surely (Wilson's lower bound) more than 1 % of a transaction's requests failed, over all steps
//! together, and surely more than twice the share of the others. One that fails in 1 of 40 hides behind twenty that do not,
//! and a requirement on all requests passes. Where all fail alike `errors` says it.

use crate::findings::prelude::*;
use crate::statistics::{Bounds, wilson};
use crate::step::{ErrorCount, TransactionRow};
use plimsoll_run::{ErrorKind, MeasurementSource, TransactionKind};
use std::collections::BTreeMap;

pub(crate) static DETECTOR: Detector = Detector {
    id: "transaction-errors",
    severities: &[Severity::Warning],
    when: "surely (Wilson) > 1 % of the requests of a transaction failed (and 3; of more than 20 transactions 15, or surely more than half), all steps together, and surely more than twice the \
        share of all other transactions, and 1.1 times that of all; in servers' logs paths that were answered 404 only are left out",
    requires: "",
    needs: &[Need::Errors],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("transaction-errors", Limits {
    /// % of a transaction's requests
    percent = 1.0,
    /// times the share of the other transactions
    times_others = 2.0,
    /// failures, at least
    errors = 3.0,
});

/// One transaction fails more than the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransactionErrors {
    pub transaction: String,
    /// In which it failed.
    pub steps: Vec<u32>,
    pub errors: u64,
    /// Of these steps.
    pub requests: u64,
    pub errors_percent: f64,
    /// Of all requests of the same steps.
    pub errors_percent_of_all: f64,
    /// The most frequent failure, of all steps.
    pub worst: Option<ErrorCount>,
}

impl Claimed for TransactionErrors {
    fn next_step(&self) -> NextStep {
        NextStep::MendFailures
    }
}

/// Of more transactions some stand out by chance: each needs so many times the failures.
const MANY: usize = 20;
const OF_MANY: f64 = 5.0;
/// Times the share of all, at least.
const OF_ALL: f64 = 1.1;
/// … unless surely more than half of its requests fail, in %.
const MOST: f64 = 50.0;
/// Transactions that are named, at most: those of the largest share.
const NAMED_MAX: usize = 5;

/// Of one transaction, or of some.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FailureCount {
    errors: u64,
    requests: u64,
}

impl FailureCount {
    fn of<'a>(rows: impl Iterator<Item = &'a TransactionRow>) -> FailureCount {
        let one = |row: &TransactionRow| FailureCount {
            errors: row.errors,
            requests: row.requests.saturating_sub(row.generator_errors),
        };
        rows.map(one).fold(FailureCount::default(), FailureCount::plus)
    }

    fn plus(self, other: FailureCount) -> FailureCount {
        FailureCount { errors: self.errors + other.errors, requests: self.requests + other.requests }
    }

    fn bounds(self) -> Bounds {
        let share = wilson(self.errors, self.requests);
        Bounds { low: 100.0 * share.low, high: 100.0 * share.high }
    }

    fn percent(self) -> f64 {
        100.0 * self.errors as f64 / self.requests.max(1) as f64
    }
}

/// The rows of each request's name.
type RowsByName<'a> = BTreeMap<&'a str, Vec<&'a TransactionRow>>;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    let mut rows = RowsByName::new();
    for row in evidence.run.transactions.iter().filter(|row| row.kind == TransactionKind::Request) {
        rows.entry(&row.name).or_default().push(row);
    }
    // Whoever asks a server for what is not there has its own fault: nothing is to be mended where a path never had an answer.
    let generator = evidence.run.header.generator.imported();
    if generator.is_some_and(|by| by.source == MeasurementSource::ServerLogs) {
        rows.retain(|_, rows| !rows.iter().all(|row| is_never_found(row)));
    }
    let (all, is_many) = (FailureCount::of(rows.values().flatten().copied()), rows.len() > MANY);
    let is_apart = |own: FailureCount| {
        let others = FailureCount { errors: all.errors - own.errors, requests: all.requests - own.requests };
        let least = own.bounds().low;
        // A run of one transaction has no others: `errors` says it.
        others.requests > 0
            && own.errors as f64 >= limits.errors
            && (!is_many || own.errors as f64 >= OF_MANY * limits.errors || least > MOST)
            && least > limits.percent
            && least > limits.times_others * others.percent()
            // Nearly all requests are its: what fails of it is what fails of all, which `errors` says.
            && own.percent() > OF_ALL * all.percent()
    };
    let apart = rows.iter().filter(|(_, own)| is_apart(FailureCount::of(own.iter().copied())));
    let mut by_step: BTreeMap<u32, FailureCount> = BTreeMap::new();
    for row in rows.values().flatten() {
        let sum = by_step.entry(row.step).or_default();
        *sum = sum.plus(FailureCount::of([*row].into_iter()));
    }
    let mut claims: Vec<TransactionErrors> = apart.map(|(name, own)| claim(name, own, &by_step)).collect();
    // In its steps it may be the only one.
    claims.retain(|claim| claim.errors_percent > OF_ALL * claim.errors_percent_of_all);
    claims.sort_by(|a, b| b.errors_percent.total_cmp(&a.errors_percent));
    claims.truncate(NAMED_MAX);
    let found = |claim: TransactionErrors| {
        let own = FailureCount { errors: claim.errors, requests: claim.requests };
        let item = EvidenceItem::load(LoadMeasure::Errors, Unit::Percent, claim.errors_percent);
        let item = EvidenceItem { bounds_95: Some(own.bounds()), ..item.with_n(claim.requests) };
        Found::new(claim, vec![item])
    };
    claims.into_iter().map(found).collect()
}

fn is_never_found(row: &TransactionRow) -> bool {
    let is_404 = |error: &ErrorCount| error.kind == ErrorKind::Status && error.detail == "404";
    row.errors == row.requests && row.error_details.iter().all(is_404)
}

/// Of the steps in which it failed: those in which nothing did would hide it.
fn claim(name: &str, own: &[&TransactionRow], by_step: &BTreeMap<u32, FailureCount>) -> TransactionErrors {
    let steps: Vec<u32> = own.iter().filter(|row| row.errors > 0).map(|row| row.step).collect();
    let is_of_steps = |row: &&TransactionRow| steps.contains(&row.step);
    let rows: Vec<&TransactionRow> = own.iter().copied().filter(is_of_steps).collect();
    let own = FailureCount::of(rows.iter().copied());
    let of_steps = steps.iter().filter_map(|step| by_step.get(step)).copied();
    let all = of_steps.fold(FailureCount::default(), FailureCount::plus);
    let mut kinds: Vec<ErrorCount> = Vec::new();
    for error in rows.iter().flat_map(|row| &row.error_details).filter(|error| !error.kind.is_generators()) {
        match kinds.iter_mut().find(|known| (known.kind, &known.detail) == (error.kind, &error.detail)) {
            Some(known) => known.count += error.count,
            None => kinds.push(error.clone()),
        }
    }
    TransactionErrors {
        transaction: name.to_owned(),
        steps,
        errors: own.errors,
        requests: own.requests,
        errors_percent: own.percent(),
        errors_percent_of_all: all.percent(),
        worst: kinds.into_iter().max_by_key(|error| error.count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_run::Interval;
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// A second transaction with so many requests and failures in each second, beside the run's own, of which one in so many
    /// fails.
    fn found(requests: u64, failures: u64, others_fail_1_in: u64) -> Vec<TransactionErrors> {
        let mut run = run(&Spec { loads: vec![(40, 1)], measured_s: 60, ..Spec::default() });
        for second in &mut run.seconds {
            for interval in second.transactions.values_mut() {
                let failing = interval.requests.checked_div(others_fail_1_in).unwrap_or(0);
                (0..failing).for_each(|_| interval.fail(ErrorKind::Status, "503", 10));
            }
            let mut interval = Interval { requests, ..Interval::default() };
            (0..requests).for_each(|_| interval.response.record_us(1_000));
            (0..failures).for_each(|_| interval.fail(ErrorKind::Status, "500", 1_000));
            second.transactions.insert(request("pay"), interval);
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        let claims = findings.into_iter().filter_map(|finding| match finding.claim {
            Claim::TransactionErrors(claim) => Some(claim),
            _ => None,
        });
        claims.collect()
    }

    #[test]
    fn of_many_transactions_a_few_failures_of_one_are_chance() {
        let named = |transactions: usize| {
            let mut run = run(&Spec { loads: vec![(40, 1)], measured_s: 60, ..Spec::default() });
            for (second, at) in run.seconds.iter_mut().zip(0..) {
                let mut interval = Interval { requests: 1, ..Interval::default() };
                interval.response.record_us(1_000);
                if (10..14).contains(&at) {
                    interval.fail(ErrorKind::Status, "503", 1_000);
                }
                // The first is asked for in each fifth second.
                let name = if at % 5 == 0 || (10..14).contains(&at) { 0 } else { at % transactions };
                second.transactions.insert(request(&format!("item {name}")), interval);
            }
            crate::analyse(&[run], &[], 42)
                .runs
                .remove(0)
                .findings
                .into_iter()
                .any(|f| f.id == "transaction-errors")
        };
        assert!(named(5) && !named(40));
    }

    #[test]
    fn one_that_fails_behind_many_that_do_not_is_named() {
        let claims = found(40, 1, 0);
        let [claim] = claims.as_slice() else { panic!("{claims:?}") };
        assert_eq!((claim.transaction.as_str(), claim.errors_percent), ("pay", 2.5));
        assert!(claim.errors_percent_of_all < 1.0, "{claim:?}");
        assert_eq!(claim.worst.as_ref().map(|error| error.detail.as_str()), Some("500"));
    }

    #[test]
    fn a_path_that_a_server_never_had_is_nothing_to_be_mended() {
        let is_named = |source: MeasurementSource, succeeds: bool| {
            let mut run = run(&Spec { loads: vec![(40, 1)], measured_s: 60, ..Spec::default() });
            for (at, second) in run.seconds.iter_mut().enumerate() {
                let mut interval = Interval { requests: 1, ..Interval::default() };
                interval.response.record_us(1_000);
                if !(succeeds && at % 3 == 0) {
                    interval.fail(ErrorKind::Status, "404", 1_000);
                }
                second.transactions.insert(request("GET /nowhere"), interval);
            }
            let by = plimsoll_run::ImportedMeasurement { source, ..Default::default() };
            run.header.generator = plimsoll_run::LoadGeneratorKind::Imported(by);
            let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
            findings.iter().any(|finding| finding.id == "transaction-errors")
        };
        assert!(!is_named(MeasurementSource::ServerLogs, false));
        assert!(is_named(MeasurementSource::ServerLogs, true));
        assert!(is_named(MeasurementSource::LoadGenerator, false));
    }

    #[test]
    fn what_fails_like_the_others_or_hardly_ever_is_not() {
        assert_eq!(found(40, 1, 40), Vec::new(), "all alike");
        assert_eq!(found(400, 1, 0), Vec::new(), "hardly ever");
    }
}
