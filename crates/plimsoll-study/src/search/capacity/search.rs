//! Bracket, bisect, confirm.

use super::decisions::{Decisions, Purpose, RateDecision};
use crate::search::load::{ArrivalRate, LoadLevel, significant};
use crate::search::next::{Next, Observed, StepSearch, WindowAnswer};
use plimsoll_run::{RateAnswer, SearchEnd, StepReason, UndecidedSearch};

/// What a capacity search is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapacitySpec {
    /// The first rate.
    pub start_per_s: f64,
    /// Never less than this.
    pub min_per_s: f64,
    /// Never more than this.
    pub max_per_s: f64,
    /// Width of the bracket at which it is narrow enough, as a fraction of the rate.
    pub precision: f64,
    /// Windows that a decision may take, and windows of a confirmation.
    pub repeats: u32,
    /// The most users that may be at work; `None`: the plan's own, or what each rate usually needs.
    pub users: Option<u32>,
}

/// So often may a rate turn out to be other than it had been taken for.
const REVISIONS_MAX: usize = 4;
/// In a bracket narrower than this a decision takes two windows at least: there a single one is often wrong.
const NEAR: f64 = 1.25;

impl CapacitySpec {
    pub const PRECISION_DEFAULT: f64 = 0.05;
    pub const REPEATS_DEFAULT: u32 = 3;
    /// Where no upper end is given.
    pub const MAX_PER_S_DEFAULT: f64 = 1_000_000.0;
    /// Where no lower end is given: this share of the first rate.
    pub const MIN_SHARE_DEFAULT: f64 = 0.001;

    pub fn starting_at(start_per_s: f64) -> CapacitySpec {
        CapacitySpec {
            start_per_s,
            min_per_s: start_per_s * CapacitySpec::MIN_SHARE_DEFAULT,
            max_per_s: CapacitySpec::MAX_PER_S_DEFAULT.max(start_per_s),
            precision: CapacitySpec::PRECISION_DEFAULT,
            repeats: CapacitySpec::REPEATS_DEFAULT,
            users: None,
        }
    }

    /// More windows than this a search never takes: `repeats` for each decision of the longest bracket, of
    /// twice the bisections down to a third of the precision, and of the revisions.
    pub fn windows_max(&self) -> u32 {
        let doublings = (self.max_per_s / self.start_per_s).max(self.start_per_s / self.min_per_s).log2();
        let bisections = (2_f64.ln() / (1.0 + self.precision / 3.0).ln()).log2();
        let decisions = doublings.ceil() + 1.0 + 2.0 * (bisections.ceil() + 1.0);
        self.repeats * (decisions as u32 + 2 * REVISIONS_MAX as u32)
    }
}

/// The search for a [`CapacitySpec`].
///
/// The rate is doubled while the requirements hold and halved while they fail; then the bracket is bisected
/// at its geometric mean. A window that decides nothing is repeated and judged together with those before; a rate that
/// stays open for want of requests is doubled, too, and none below it is tried.
/// At the end the failing rate is measured once more, and the rate that holds with `repeats` fresh windows;
/// where that turns out otherwise, the search goes on from there.
#[derive(Clone, Debug)]
pub struct CapacitySearch {
    capacity: CapacitySpec,
}

/// What to do with the decisions so far.
enum Turn {
    Ask(Question),
    End(Next),
}

struct Question {
    per_s: f64,
    purpose: Purpose,
    /// Windows that it takes at least.
    least: u32,
    why: StepReason,
}

/// What the windows of one question say.
enum ProbeOutcome {
    /// More windows are needed.
    Asked(Next),
    /// With so many of the windows.
    Decided(RateDecision, usize),
    /// The load generator is the limit.
    Stuck(Next),
}

impl StepSearch for CapacitySearch {
    fn next(&self, history: &[Observed]) -> Next {
        self.replay(history).1
    }
}

impl CapacitySearch {
    pub fn new(capacity: CapacitySpec) -> Self {
        CapacitySearch { capacity }
    }

    /// Asks the same questions again and finds the answers in the history.
    pub(super) fn replay(&self, history: &[Observed]) -> (Decisions, Next) {
        let mut decisions = Decisions::default();
        let mut rest = history;
        loop {
            let question = match self.turn(&decisions, history.len() - rest.len()) {
                Turn::Ask(question) => question,
                Turn::End(end) => return (decisions, end),
            };
            match self.outcome(&question, rest) {
                ProbeOutcome::Decided(decision, windows) => {
                    decisions.0.push(decision);
                    rest = &rest[windows..];
                }
                ProbeOutcome::Asked(next) | ProbeOutcome::Stuck(next) => return (decisions, next),
            }
        }
    }

    fn outcome(&self, question: &Question, windows: &[Observed]) -> ProbeOutcome {
        let repeats = self.capacity.repeats.max(1);
        let (mut valid, mut invalid) = (0, 0);
        let mut why = question.why.clone();
        for (i, window) in windows.iter().enumerate() {
            let (answer, figures) = match &window.answer {
                Some(WindowAnswer::Holds(figures)) => (RateAnswer::Hold, figures.clone()),
                Some(WindowAnswer::Fails(figures)) => (RateAnswer::Fail, figures.clone()),
                Some(WindowAnswer::Undecided(figures)) => (RateAnswer::Open, figures.clone()),
                Some(WindowAnswer::Invalid(problem)) => {
                    invalid += 1;
                    if invalid > 1 {
                        return ProbeOutcome::Stuck(Next::Inconclusive(SearchEnd::Invalid(problem.clone())));
                    }
                    why = StepReason::Again(problem.clone());
                    continue;
                }
                None => return ProbeOutcome::Stuck(Next::Inconclusive(SearchEnd::NotJudged)),
            };
            valid += 1;
            if valid == repeats || (valid >= question.least && answer != RateAnswer::Open) {
                let Question { per_s, purpose, .. } = *question;
                let decision = RateDecision { per_s, purpose, answer, figures, windows: valid };
                return ProbeOutcome::Decided(decision, i + 1);
            }
            why = match answer {
                RateAnswer::Open => StepReason::Undecided { window: valid + 1, of: repeats, figures },
                _ => StepReason::Further { window: valid + 1, of: question.least, figures },
            };
        }
        let load = LoadLevel::Rate(ArrivalRate { per_s: question.per_s, users: self.capacity.users });
        ProbeOutcome::Asked(Next::Probe { load, why, pooled: valid })
    }

    fn turn(&self, decisions: &Decisions, windows: usize) -> Turn {
        let Some(last) = decisions.last() else {
            return ask(self.capacity.start_per_s, Purpose::Search, StepReason::First);
        };
        if decisions.revisions() > REVISIONS_MAX {
            let (revisions, decided) = (decisions.revisions() as u32, decisions.0.len() as u32);
            return undecided(decisions, UndecidedSearch::Revised { revisions, decisions: decided });
        }
        if windows >= self.capacity.windows_max() as usize {
            return undecided(decisions, UndecidedSearch::WindowsUsedUp { windows: windows as u32 });
        }
        match (decisions.highest_hold(), decisions.lowest_fail()) {
            (None, fail) => self.lower(decisions, last, fail),
            (Some(hold), None) => self.higher(decisions, last, hold),
            (Some(hold), Some(fail)) => self.narrow(decisions, last, hold, fail),
        }
    }

    /// Nothing holds yet.
    fn lower(&self, decisions: &Decisions, last: &RateDecision, fail: Option<&RateDecision>) -> Turn {
        let min = self.capacity.min_per_s;
        let open = decisions.open();
        if let Some((_, highest)) = open.filter(|_| decisions.want_requests()) {
            return self.with_more_requests(decisions, last, (highest, fail));
        }
        let open = open.map(|(low, _)| low);
        let lowest = open.into_iter().chain(fail.map(|fail| fail.per_s)).fold(f64::INFINITY, f64::min);
        if lowest > min {
            return ask((lowest / 2.0).max(min), Purpose::Search, StepReason::Half(last.finding()));
        }
        let Some(fail) = fail.filter(|fail| fail.per_s <= min) else {
            return undecided(decisions, UndecidedSearch::AtLowest);
        };
        if decisions.failing_windows(fail.per_s) < 2 {
            return ask(fail.per_s, Purpose::Recheck, StepReason::LowestAgain(fail.finding()));
        }
        Turn::End(Next::Impossible(SearchEnd::LowestFails(fail.finding())))
    }

    /// Nothing holds yet, for want of requests: only a rate above all that stayed open has more of them.
    fn with_more_requests(
        &self,
        decisions: &Decisions,
        last: &RateDecision,
        (highest, fail): (f64, Option<&RateDecision>),
    ) -> Turn {
        match fail {
            None if highest < self.capacity.max_per_s => self.doubled(highest, last),
            Some(fail) if fail.per_s / highest > 1.0 + self.capacity.precision => {
                let between = between(last, highest, fail.per_s);
                ask(self.middle(highest, fail.per_s), Purpose::Search, between)
            }
            _ => undecided(decisions, UndecidedSearch::AtLowest),
        }
    }

    /// Nothing fails yet.
    fn higher(&self, decisions: &Decisions, last: &RateDecision, hold: &RateDecision) -> Turn {
        let max = self.capacity.max_per_s;
        let open = decisions.open();
        let highest = open.map_or(hold.per_s, |(_, high)| high);
        if highest < max {
            return self.doubled(highest, last);
        }
        if let Some((low, _)) = open
            && low / hold.per_s > 1.0 + self.capacity.precision
        {
            return ask(self.middle(hold.per_s, low), Purpose::Search, between(last, hold.per_s, low));
        }
        if hold.purpose != Purpose::Confirm {
            return self.confirm(hold);
        }
        match open {
            Some(_) => undecided(decisions, UndecidedSearch::NothingFails),
            None => Turn::End(Next::Exhausted(SearchEnd::HighestHolds(hold.finding()))),
        }
    }

    fn doubled(&self, per_s: f64, last: &RateDecision) -> Turn {
        let rate = (per_s * 2.0).min(self.capacity.max_per_s);
        ask(rate, Purpose::Search, StepReason::Double(last.finding()))
    }

    fn narrow(
        &self,
        decisions: &Decisions,
        last: &RateDecision,
        hold: &RateDecision,
        fail: &RateDecision,
    ) -> Turn {
        let precision = self.capacity.precision;
        let (low, high) = (hold.per_s, fail.per_s);
        if high / low > 1.0 + precision {
            // Rates that stay open split the bracket; the wider part is looked into first.
            let (below, above) = decisions.open().unwrap_or((high, high));
            let parts = [(low, below), (above, high)];
            let widest = parts.into_iter().max_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
            let wide = widest.filter(|(from, to)| to / from > 1.0 + precision / 3.0);
            if let Some((from, to)) = wide {
                let least = if high / low < NEAR { 2.min(self.capacity.repeats) } else { 1 };
                let (per_s, why) = (self.middle(from, to), between(last, from, to));
                return Turn::Ask(Question { per_s, purpose: Purpose::Search, least, why });
            }
        }
        if decisions.failing_windows(high) < 2 {
            return ask(high, Purpose::Recheck, StepReason::FailAgain(fail.finding()));
        }
        if hold.purpose != Purpose::Confirm {
            return self.confirm(hold);
        }
        // What stays open may leave it a little wider than was asked for.
        if high / low > (1.0 + precision).powi(2) {
            return undecided(decisions, UndecidedSearch::Between);
        }
        let (holds, windows, fails) = (hold.finding(), hold.windows, fail.finding());
        Turn::End(Next::Converged(SearchEnd::Found { holds, windows, fails }))
    }

    fn confirm(&self, hold: &RateDecision) -> Turn {
        let least = self.capacity.repeats.max(1);
        let why = StepReason::Confirm { windows: least, holds: hold.finding() };
        Turn::Ask(Question { per_s: hold.per_s, purpose: Purpose::Confirm, least, why })
    }

    /// The geometric mean, without more digits than the precision needs.
    fn middle(&self, low: f64, high: f64) -> f64 {
        let exact = (low * high).sqrt();
        let rounded = significant(exact, if self.capacity.precision < 0.01 { 6 } else { 4 });
        if rounded > low && rounded < high { rounded } else { exact }
    }
}

fn ask(per_s: f64, purpose: Purpose, why: StepReason) -> Turn {
    Turn::Ask(Question { per_s, purpose, least: 1, why })
}

/// What is known all the same is said with it.
fn undecided(decisions: &Decisions, why: UndecidedSearch) -> Turn {
    let known = [decisions.highest_hold(), decisions.lowest_fail()].into_iter().flatten();
    let known = known.map(RateDecision::finding).collect();
    Turn::End(Next::Inconclusive(SearchEnd::Undecided { why, known }))
}

fn between(last: &RateDecision, low_per_s: f64, high_per_s: f64) -> StepReason {
    StepReason::Between { last: last.finding(), low_per_s, high_per_s }
}
