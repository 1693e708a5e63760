//! `answer-sizes`: answers of a transaction become smaller or larger with load, though none of them failed. A system under load may answer with a
//! page that says so, or leave parts out; what becomes larger takes longer by itself.

use crate::findings::prelude::*;
use crate::step::Window;
use plimsoll_run::{TransactionKey, TransactionKind};

pub(crate) static DETECTOR: Detector = Detector {
    id: "answer-sizes",
    severities: &[Severity::Critical, Severity::Warning, Severity::Information],
    when: "of a transaction of which < 2 % failed, 50 requests each: the mean size of an answer at a higher load is < 0.8 times that at the lowest, or > 1.25 times, \
        by five standard errors (of the seconds' sums) or more. Smaller ones are critical below 0.7 times where they come faster by the median, too, else a warning; larger ones information",
    requires: "sizes of answers",
    needs: &[Need::LoadsOfAnyMix(2)],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("answer-sizes", Limits {
    /// times the size at the lowest load: smaller
    smaller = 0.8,
    /// times the size at the lowest load: far smaller
    far_smaller = 0.7,
    /// times the size at the lowest load: larger
    larger = 1.25,
    /// standard errors that the sizes differ by
    standard_errors = 5.0,
    /// requests of it at each of both loads
    requests = 50.0,
});

/// Answers that are smaller, or larger, with more load.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerSizes {
    /// That whose size changes most first.
    pub transactions: Vec<AnswerSize>,
    pub smaller: bool,
    /// Answers of these steps are far smaller, and come faster: they are others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspect_steps: Vec<u32>,
}

/// Of one transaction, in bytes on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerSize {
    pub transaction: String,
    /// The lowest load, and the one at which it differs most.
    pub from_step: u32,
    pub to_step: u32,
    pub from_bytes: f64,
    pub to_bytes: f64,
}

impl AnswerSize {
    fn times(&self) -> f64 {
        self.to_bytes / self.from_bytes
    }
}

impl Claimed for AnswerSizes {
    fn severity(&self) -> Option<Severity> {
        Some(match (self.smaller, self.suspect_steps.is_empty()) {
            (true, false) => Severity::Critical,
            (true, true) => Severity::Warning,
            (false, _) => Severity::Information,
        })
    }

    fn next_step(&self) -> NextStep {
        if self.smaller { NextStep::CheckAnswers } else { NextStep::LookAtGrowth }
    }

    fn failed_in(&self) -> Option<FailedIn> {
        Some(FailedIn::Steps(self.suspect_steps.clone())).filter(|_| !self.suspect_steps.is_empty())
    }
}

/// With more failures an answer is another one.
const FAILING_PERCENT: f64 = 2.0;

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if evidence.run.header.means_only || evidence.run.header.lengths_made_up {
        return Vec::new();
    }
    let counts = |row: &StepRow| row.is_of_one_system() && row.carries_claims();
    let mut steps: Vec<(&StepRow, &Window)> =
        evidence.run.steps.iter().zip(evidence.windows).filter(|(row, _)| counts(row)).collect();
    steps.sort_by(|a, b| a.0.load().value().total_cmp(&b.0.load().value()));
    let Some(((low, base), higher)) = steps.split_first() else { return Vec::new() };
    let is_more = |row: &StepRow| row.load().value() > low.load().value();
    let higher: Vec<&(&StepRow, &Window)> = higher.iter().filter(|(row, _)| is_more(row)).collect();
    let (mut smaller, mut larger, mut suspect_steps) = (Vec::new(), Vec::new(), Vec::new());
    for key in base.transactions.keys().filter(|key| key.kind == TransactionKind::Request) {
        let Some(from) = Size::of(base, key, limits) else { continue };
        let changed = higher.iter().filter_map(|(row, window)| {
            let to = Size::of(window, key, limits)?;
            from.differs(&to, limits).then_some((*row, *window, to))
        });
        let changed: Vec<(&StepRow, &Window, Size)> = changed.collect();
        let is_other = |row: &StepRow, window: &Window, to: &Size| {
            let median = |of: &Window| of.transactions.get(key).and_then(|of| of.response.quantile_us(0.5));
            let is_faster = median(window).zip(median(base)).is_some_and(|(to, from)| to < from);
            (to.bytes < limits.far_smaller * from.bytes && is_faster).then_some(row.number)
        };
        suspect_steps.extend(changed.iter().filter_map(|(row, window, to)| is_other(row, window, to)));
        let size = |(row, _, to): &(&StepRow, &Window, Size)| AnswerSize {
            transaction: key.name.clone(),
            from_step: low.number,
            to_step: row.number,
            from_bytes: from.bytes,
            to_bytes: to.bytes,
        };
        let by_bytes =
            |a: &&(&StepRow, &Window, Size), b: &&(&StepRow, &Window, Size)| a.2.bytes.total_cmp(&b.2.bytes);
        let least = changed.iter().min_by(by_bytes).map(size).filter(|of| of.times() < 1.0);
        match least {
            Some(least) => smaller.push(least),
            None => larger.extend(changed.iter().max_by(by_bytes).map(size)),
        }
    }
    suspect_steps.sort_unstable();
    suspect_steps.dedup();
    smaller.sort_by(|a, b| a.times().total_cmp(&b.times()));
    larger.sort_by(|a, b| b.times().total_cmp(&a.times()));
    let claims = [
        AnswerSizes { transactions: smaller, smaller: true, suspect_steps },
        AnswerSizes { transactions: larger, smaller: false, suspect_steps: Vec::new() },
    ];
    claims.into_iter().filter(|claim| !claim.transactions.is_empty()).map(found).collect()
}

fn found(claim: AnswerSizes) -> Found {
    let first = &claim.transactions[0];
    let item = |bytes, step| EvidenceItem::load(LoadMeasure::AnswerSize, Unit::Bytes, bytes).in_step(step);
    let items = vec![item(first.from_bytes, first.from_step), item(first.to_bytes, first.to_step)];
    Found::new(claim, items)
}

/// The mean size of a transaction's answers in a window, and its standard error.
struct Size {
    bytes: f64,
    error: f64,
}

impl Size {
    /// A ratio of sums; its error by the linearised variance of the seconds (Cochran 1977).
    fn of(window: &Window, key: &TransactionKey, limits: Limits) -> Option<Size> {
        let all = window.transactions.get(key)?;
        let failed = 100.0 * all.errors_total() as f64 / all.requests.max(1) as f64;
        if (all.requests as f64) < limits.requests || failed > FAILING_PERCENT || all.bytes_received == 0 {
            return None;
        }
        let bytes = all.bytes_received as f64 / all.requests as f64;
        let of_seconds = window.seconds.iter().filter_map(|second| second.transactions.get(key));
        let squares: f64 =
            of_seconds.map(|of| (of.bytes_received as f64 - bytes * of.requests as f64).powi(2)).sum();
        Some(Size { bytes, error: squares.sqrt() / all.requests as f64 })
    }

    fn differs(&self, to: &Size, limits: Limits) -> bool {
        let times = to.bytes / self.bytes;
        let surely = (to.bytes - self.bytes).abs() > limits.standard_errors * self.error.hypot(to.error);
        surely && (times < limits.smaller || times > limits.larger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Claim;
    use plimsoll_run::{ErrorKind, Interval, Latencies};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// In steps of 4, 8 and 16 users answers have so many bytes, and take so long; so many of 50 in each second fail.
    fn found(of_steps: [(u64, u64, u64); 3]) -> Vec<(Severity, AnswerSizes)> {
        let mut made = run(&Spec { loads: vec![(4, 1), (8, 1), (16, 1)], measured_s: 20, ..Spec::default() });
        for second in &mut made.seconds {
            let Some((bytes, us, failed)) = of_steps.get(second.step.max(1) as usize - 1) else { continue };
            let bytes_received = 50 * (bytes + u64::from(second.second % 7));
            let response = Latencies::from_counts([(*us, 50)]);
            let mut interval = Interval { requests: 50, bytes_received, response, ..Interval::default() };
            if *failed > 0 {
                interval.errors.insert((ErrorKind::Status, "503".to_owned()), *failed);
            }
            second.transactions = [(request("GET /"), interval)].into();
        }
        let analysis = crate::analyse(&[made], &[], 42);
        let findings = analysis.runs[0].findings.iter();
        let of = findings.filter_map(|finding| match &finding.claim {
            Claim::AnswerSizes(claim) => Some((finding.severity, claim.clone())),
            _ => None,
        });
        of.collect()
    }

    #[test]
    fn answers_that_become_smaller_with_load_are_said_and_faster_ones_are_suspect() {
        let sick = found([(2_000, 50_000, 0), (2_000, 50_000, 0), (900, 2_000, 0)]);
        let [(Severity::Critical, claim)] = sick.as_slice() else { panic!("{sick:?}") };
        let size = &claim.transactions[0];
        assert_eq!((size.from_step, size.to_step, claim.suspect_steps.as_slice()), (1, 3, [3].as_slice()));
        let slower = found([(2_000, 50_000, 0), (1_600, 60_000, 0), (900, 90_000, 0)]);
        assert!(matches!(slower.as_slice(), [(Severity::Warning, _)]), "{slower:?}");
    }

    #[test]
    fn larger_answers_are_said_and_equal_or_failing_ones_are_not() {
        let larger = found([(2_000, 50_000, 0), (2_600, 60_000, 0), (4_000, 90_000, 0)]);
        let [(Severity::Information, claim)] = larger.as_slice() else { panic!("{larger:?}") };
        assert_eq!((claim.smaller, claim.transactions[0].to_step), (false, 3));
        assert_eq!(found([(2_000, 50_000, 0), (1_800, 60_000, 0), (2_200, 90_000, 0)]), []);
        assert_eq!(
            found([(2_000, 50_000, 0), (2_000, 60_000, 0), (900, 2_000, 20)]),
            [],
            "failures are known"
        );
    }
}
