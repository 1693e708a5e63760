//! What a capacity search has found out so far.

use plimsoll_run::{MeasuredFigure, RateAnswer, RateFinding, WindowFigure};

/// Why a rate was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To narrow the bracket.
    Search,
    /// The lowest failing rate once more: one window may fail for a reason that has passed.
    Recheck,
    /// The highest rate that holds, with fresh windows: it was chosen because it held.
    Confirm,
}

/// One rate, decided with windows of its own.
#[derive(Clone, Debug)]
pub struct RateDecision {
    pub per_s: f64,
    pub purpose: Purpose,
    pub answer: RateAnswer,
    /// By which figures.
    pub figures: Vec<WindowFigure>,
    pub windows: u32,
}

impl RateDecision {
    /// As the run file has it.
    pub fn finding(&self) -> RateFinding {
        RateFinding { rate_per_s: self.per_s, answer: self.answer, figures: self.figures.clone() }
    }

    /// Open for want of requests: not one was over its limit. A lower rate has fewer still.
    pub fn wants_requests(&self) -> bool {
        let few = |figure: &WindowFigure| match figure {
            WindowFigure::NoArrivalDue | WindowFigure::NoRequestEnded => true,
            WindowFigure::Requirement {
                measured:
                    MeasuredFigure::Percentile { low_percent, .. } | MeasuredFigure::Errors { low_percent, .. },
                ..
            } => *low_percent <= 0.0,
            _ => false,
        };
        self.answer == RateAnswer::Open && !self.figures.is_empty() && self.figures.iter().all(few)
    }
}

/// In the order they were made. Of decisions on one rate the last counts.
#[derive(Debug, Default)]
pub struct Decisions(pub Vec<RateDecision>);

impl Decisions {
    pub fn last(&self) -> Option<&RateDecision> {
        self.0.last()
    }

    /// What counts for each rate.
    fn standing(&self) -> impl Iterator<Item = &RateDecision> {
        self.0
            .iter()
            .enumerate()
            .filter(|(i, decision)| self.0[i + 1..].iter().all(|later| later.per_s != decision.per_s))
            .map(|(_, decision)| decision)
    }

    /// The lowest rate that fails.
    pub fn lowest_fail(&self) -> Option<&RateDecision> {
        let failing = self.standing().filter(|d| d.answer == RateAnswer::Fail);
        failing.min_by(|a, b| a.per_s.total_cmp(&b.per_s))
    }

    /// The highest rate that holds, below the lowest that fails.
    pub fn highest_hold(&self) -> Option<&RateDecision> {
        let below = self.lowest_fail().map_or(f64::INFINITY, |fail| fail.per_s);
        let holding = self.standing().filter(|d| d.answer == RateAnswer::Hold && d.per_s < below);
        holding.max_by(|a, b| a.per_s.total_cmp(&b.per_s))
    }

    /// Lowest and highest of the rates between the two that stayed open.
    pub fn open(&self) -> Option<(f64, f64)> {
        let low = self.highest_hold().map_or(0.0, |hold| hold.per_s);
        let high = self.lowest_fail().map_or(f64::INFINITY, |fail| fail.per_s);
        let open =
            self.standing().filter(|d| d.answer == RateAnswer::Open && d.per_s > low && d.per_s < high);
        open.map(|d| d.per_s).fold(None, |range: Option<(f64, f64)>, per_s| {
            Some(range.map_or((per_s, per_s), |(low, high)| (low.min(per_s), high.max(per_s))))
        })
    }

    /// Some rate below the lowest that fails stayed open for want of requests.
    pub fn want_requests(&self) -> bool {
        let fail = self.lowest_fail().map_or(f64::INFINITY, |fail| fail.per_s);
        self.standing().any(|d| d.wants_requests() && d.per_s < fail)
    }

    /// Windows in a row by which this rate fails.
    pub fn failing_windows(&self, per_s: f64) -> u32 {
        let at = self.0.iter().rev().filter(|d| d.per_s == per_s);
        at.take_while(|d| d.answer == RateAnswer::Fail).map(|d| d.windows).sum()
    }

    /// How often a rate turned out to be other than it had been taken for.
    pub fn revisions(&self) -> usize {
        let revised = |(i, later): (usize, &RateDecision)| {
            let before = self.0[..i].iter().rev().find(|d| d.per_s == later.per_s);
            before.is_some_and(|before| before.answer != later.answer)
        };
        self.0.iter().enumerate().filter(|pair| revised(*pair)).count()
    }
}
