//! `station-width`: where throughput stands, it is so many requests at a time that are served: X · R₀, the throughput of the plateau times the
//! time that a request takes when nobody waits (Little 1961; the asymptotic bound X ≤ m / S of m servers, Denning & Buzen 1978). A
//! width near a small whole number is that of a pool, of worker threads, of permits, or of one lock, whoever watches it or not.

use crate::findings::prelude::*;
use crate::step::{TransactionRow, idle_users};

pub(crate) static DETECTOR: Detector = Detector {
    id: "station-width",
    severities: &[Severity::Information],
    when: "the highest loads, of which the highest is 1.5 times the lowest or more, bring the same throughput (3 % at most apart), and at the \
        lowest load of all no more were at work than half of X · R₀ (or one): so many are served at a time. Only with users, not with rates",
    requires: "users; three loads",
    needs: &[Need::Loads(3), Need::Seconds],
    thresholds: Limits::ALL,
    look: Look::Run(detect),
};

thresholds!("station-width", Limits {
    /// % by which the plateau's throughputs may differ
    plateau_percent = 3.0,
    /// % by which a width may differ from a whole number to be said as one
    whole_percent = 8.0,
    /// a width above this is nobody's pool
    most = 512.0,
});

/// So many requests are served at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StationWidth {
    pub width: f64,
    /// Where it is near one.
    pub whole: Option<u32>,
    /// Where nobody waited, and how long a request took there.
    pub low_step: u32,
    pub alone_us: f64,
    /// On the plateau.
    pub steps: Vec<u32>,
    pub per_s: f64,
    /// Where others do not wait: of these transactions alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
}

impl Claimed for StationWidth {
    fn next_step(&self) -> NextStep {
        NextStep::FindWidth { width: self.width }
    }
}

fn detect(evidence: &Evidence) -> Vec<Found> {
    let limits = Limits::of(evidence.settings());
    if evidence.run.is_open() || evidence.run.rate_capacity().is_some() {
        return Vec::new();
    }
    let sound = |row: &&StepRow| row.is_of_one_system() && row.carries_claims() && row.errors_percent < 1.0;
    let mut rows: Vec<&StepRow> = evidence.run.steps.iter().filter(sound).collect();
    rows.sort_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    width(evidence, &rows, limits).into_iter().map(|claim| with_items(evidence, claim)).collect()
}

fn with_items(evidence: &Evidence, claim: StationWidth) -> Found {
    let items = evidence.items(&claim.steps, EvidenceItem::throughput);
    Found::new(claim, items)
}

/// Of rows in the order of their loads.
fn width(evidence: &Evidence, rows: &[&StepRow], limits: Limits) -> Option<StationWidth> {
    let (low, high) = (*rows.first()?, *rows.last()?);
    let x = |row: &StepRow| row.throughput_per_s.value;
    let stands = |row: &&&StepRow| (x(row) / x(high) - 1.0).abs() <= limits.plateau_percent / 100.0;
    let plateau: Vec<&StepRow> = rows.iter().rev().take_while(stands).copied().collect();
    let (first, last) = (plateau.last()?, plateau.first()?);
    if plateau.len() < 2 || last.load().value() < 1.5 * first.load().value() || first.number == low.number {
        return None;
    }
    // Where a timer or pacing set the rate nothing in the system does.
    if idle_users(first, last).is_some() {
        return None;
    }
    let waiting = Waiting::of(evidence, low, last);
    let of_plateau = plateau.iter().map(|row| waiting.per_s(evidence, row)).sum::<f64>();
    let per_s = of_plateau / plateau.len() as f64;
    let alone_us = waiting.alone_us(evidence, low, &plateau)?;
    let width = per_s * alone_us / 1e6;
    let at_work = waiting.per_s(evidence, low) * alone_us / 1e6;
    let is_free = at_work <= (width / 2.0).max(1.05);
    if !is_free || width > limits.most || width < 0.5 {
        return None;
    }
    let nearest = width.round().max(1.0);
    let whole = ((width / nearest - 1.0).abs() <= limits.whole_percent / 100.0).then_some(nearest as u32);
    Some(StationWidth {
        width,
        whole,
        low_step: low.number,
        alone_us,
        steps: plateau.iter().rev().map(|row| row.number).collect(),
        per_s,
        of: waiting.0.unwrap_or_default(),
    })
}

/// The transactions that wait on the plateau; `None`: all do.
struct Waiting(Option<Vec<String>>);

/// Times its mean at the lowest load: one that takes longer waits, one that takes no longer does not.
const WAITS: f64 = 2.0;
const WAITS_NOT: f64 = 1.3;

impl Waiting {
    /// A mean over those that wait and those that do not is the time of neither.
    fn of(evidence: &Evidence, low: &StepRow, high: &StepRow) -> Waiting {
        let (mut waiting, mut free) = (Vec::new(), 0);
        for row in evidence.run.requests_of(low.number) {
            let later =
                evidence.run.requests_of(high.number).find(|of| of.name == row.name).and_then(mean_us);
            match mean_us(row).zip(later).map(|(before, later)| later / before) {
                Some(times) if times >= WAITS => waiting.push(row.name.clone()),
                Some(times) if times <= WAITS_NOT => free += 1,
                _ => {}
            }
        }
        Waiting((free > 0 && !waiting.is_empty()).then_some(waiting))
    }

    fn has(&self, row: &TransactionRow) -> bool {
        self.0.as_ref().is_none_or(|names| names.contains(&row.name))
    }

    fn per_s(&self, evidence: &Evidence, row: &StepRow) -> f64 {
        match &self.0 {
            None => row.throughput_per_s.value,
            Some(_) => self.rows(evidence, row).map(|of| of.throughput_per_s).sum(),
        }
    }

    /// What one takes that waits for nobody; of several as often as each is served on the plateau.
    fn alone_us(&self, evidence: &Evidence, low: &StepRow, plateau: &[&StepRow]) -> Option<f64> {
        if self.0.is_none() {
            return low.service().mean_us;
        }
        let (mut all_us, mut all_per_s) = (0.0, 0.0);
        for alone in self.rows(evidence, low) {
            let same = |row: &&StepRow| self.rows(evidence, row).find(|of| of.name == alone.name);
            let per_s: f64 = plateau.iter().filter_map(same).map(|of| of.throughput_per_s).sum();
            all_us += per_s * mean_us(alone)?;
            all_per_s += per_s;
        }
        (all_per_s > 0.0).then(|| all_us / all_per_s)
    }

    fn rows<'a>(&'a self, evidence: &'a Evidence, row: &StepRow) -> impl Iterator<Item = &'a TransactionRow> {
        evidence.run.requests_of(row.number).filter(|row| self.has(row))
    }
}

fn mean_us(row: &TransactionRow) -> Option<f64> {
    row.service.as_ref().unwrap_or(&row.response).mean_us
}

#[cfg(test)]
mod tests {
    use crate::findings::{Claim, StationWidth};
    use plimsoll_run::{Latencies, SECOND_US};
    use plimsoll_testkit::synthetic::{Spec, request, run};

    /// Every user asks again at once; `m` are served at a time, each for 50 ms.
    fn served(m: u32, users: &[u32]) -> Option<StationWidth> {
        let loads = users.iter().map(|users| (*users, 1)).collect();
        let mut run = run(&Spec { loads, measured_s: 30, ..Spec::default() });
        let of_step = run.steps.iter().map(|step| (step.number, step.threads)).collect::<Vec<_>>();
        for second in &mut run.seconds {
            let users =
                of_step.iter().find(|(number, _)| *number == second.step).map_or(1, |(_, users)| *users);
            let per_s = u64::from(20 * m.min(users));
            let us = SECOND_US * u64::from(users) / per_s;
            let mut interval = plimsoll_run::Interval { requests: per_s, ..Default::default() };
            interval.response = Latencies::from_counts([(us, per_s)]);
            second.transactions.clear();
            second.transactions.insert(request("GET /"), interval);
            for worker in second.generator.workers.values_mut() {
                (worker.busy_us, worker.think_us) = (u64::from(worker.users) * SECOND_US, 0);
            }
        }
        let findings = crate::analyse(&[run], &[], 42).runs.remove(0).findings;
        findings.into_iter().find_map(|finding| match finding.claim {
            Claim::StationWidth(width) => Some(width),
            _ => None,
        })
    }

    #[test]
    fn a_plateau_says_how_many_are_served_at_a_time() {
        let found = served(4, &[1, 2, 8, 16]).expect("a width");
        assert_eq!((found.whole, found.steps.as_slice()), (Some(4), &[3, 4][..]), "{found:?}");
        assert_eq!(served(1, &[1, 4, 8]).and_then(|found| found.whole), None, "one is seen at every load");
    }

    #[test]
    fn growth_has_no_width() {
        assert_eq!(served(64, &[1, 2, 8, 16]), None);
    }
}
