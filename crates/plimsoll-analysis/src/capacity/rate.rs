//! What a capacity search found: the highest arrival rate at which every requirement holds.
//!
//! Every window (a step) of the search is judged, and the windows of its last decision on a rate together. The answer rests on
//! these: the lowest rate that fails, and the highest below it that holds.

use super::operating_point::OperatingPoint;
use crate::requirements::{
    JudgedAt, Judgement, Requirement, StepVerdict, Verdict, WindowReason, WindowVerdict, judge_parts, worst,
};
use crate::step::{StepRow, Window, throughput_of};
use plimsoll_run::{End, EndReason, Interval, NoteContent, Run, RunFailure, SearchEnd, StepReason};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateCapacity {
    pub result: RateResult,
    /// Why it is not more than that; `None` where it was found.
    pub reason: Option<RateReason>,
    /// The highest rate that holds, below any that fails.
    pub holds: Option<ProbedRate>,
    /// The lowest rate that fails.
    pub fails: Option<ProbedRate>,
    /// The load at `holds`, with the throughput of all its valid windows.
    pub best: Option<OperatingPoint>,
    /// How near the two were to come, as a fraction of the rate.
    pub precision: f64,
    /// The requirement that fails first as the rate rises, or else the first that was given; `None`: only that
    /// arrivals waited, or there is none.
    pub limiting: Option<String>,
    /// Every rate that was tried, ascending.
    pub rates: Vec<ProbedRate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RateResult {
    /// It lies between `holds` and `fails`.
    Found,
    /// It is `holds` or more.
    LowerBound,
    /// At no rate that was tried do the requirements hold.
    NotReachable,
    Inconclusive,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum RateReason {
    /// The highest rate that was to be tried still holds.
    HighestTried,
    /// At higher rates the load generator was the limit, or nothing could be judged.
    HigherInvalid {
        steps: Vec<u32>,
    },
    /// Higher rates were tried, and could not be decided.
    HigherUndecided {
        steps: Vec<u32>,
    },
    Interrupted,
    CutOff,
    StoppedByPlan,
    Search {
        why: SearchEnd,
    },
    Failed {
        why: RunFailure,
    },
    /// No rate is shown to hold, and none to fail.
    Undecided,
}

/// One rate, and all windows at it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbedRate {
    pub rate_per_s: f64,
    pub windows: Vec<ProbedWindow>,
    /// Of the valid windows together that count.
    pub pooled: WindowVerdict,
    /// Of the windows that count, each by itself.
    pub passed: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbedWindow {
    pub step: u32,
    pub verdict: WindowVerdict,
    /// The search asked for its rate once more and decided by fresh windows: it counts for nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_superseded: bool,
}

impl ProbedRate {
    /// Of the windows that count.
    pub fn steps(&self) -> Vec<u32> {
        self.windows.iter().filter(|window| !window.is_superseded).map(|window| window.step).collect()
    }

    /// Windows that count for nothing any more, and failed.
    pub fn failed_before(&self) -> usize {
        let failed =
            |window: &&ProbedWindow| window.is_superseded && window.verdict.judgement == Judgement::Fail;
        self.windows.iter().filter(failed).count()
    }

    /// Requirements that the search leaves aside, as a throughput, and that fail at this rate.
    pub fn failed_aside(&self) -> impl Iterator<Item = &str> {
        let of = self.pooled.requirements.iter();
        let failed = of.filter(|verdict| !verdict.decides && verdict.judgement == Judgement::Fail);
        failed.map(|verdict| verdict.requirement.as_str())
    }

    fn is_invalid(&self) -> bool {
        matches!(self.pooled.reason, WindowReason::Invalid { .. } | WindowReason::NothingToJudge)
    }
}

impl RateCapacity {
    /// What the run's verdicts rest on: the rate that holds, or else the one that shows that none does.
    pub fn load_line(&self) -> Option<&ProbedRate> {
        match self.result {
            RateResult::NotReachable => self.fails.as_ref(),
            _ => self.holds.as_ref(),
        }
    }

    pub(crate) fn of(
        run: &Run,
        windows: &[Window],
        rows: &[StepRow],
        precision: f64,
        seed: u64,
    ) -> RateCapacity {
        let requirements: Vec<Requirement> =
            run.header.requirements.iter().flat_map(|text| Requirement::parse(text)).collect();
        let groups = groups(windows, rows);
        let rates: Vec<ProbedRate> = groups
            .iter()
            .map(|(rate, parts)| probed((*rate, decided_from(run, parts)), parts, &requirements, seed))
            .collect();
        let fails = rates.iter().find(|rate| rate.pooled.judgement == Judgement::Fail);
        let below = |rate: &&ProbedRate| fails.is_none_or(|fails| rate.rate_per_s < fails.rate_per_s);
        let holds = rates.iter().rev().filter(below).find(|rate| rate.pooled.judgement == Judgement::Pass);
        let (result, reason) = result(run.end.as_ref(), &rates, holds, fails);
        let best = holds.and_then(|holds| {
            let (_, parts) = groups.iter().find(|(rate, _)| *rate == holds.rate_per_s)?;
            let counts = |part: &&(&Window, &StepRow)| holds.steps().contains(&part.1.number);
            point(&parts.iter().filter(counts).copied().collect(), seed)
        });
        RateCapacity {
            result,
            reason,
            best,
            precision,
            limiting: limiting(fails, &rates),
            holds: holds.cloned(),
            fails: fails.cloned(),
            rates,
        }
    }

    /// A capacity search breaks requirements on purpose: they are judged at the rate that it claims. Its windows are judged as it
    /// judged them.
    pub(crate) fn judge(&self, verdict: Verdict) -> Verdict {
        if matches!(verdict.judged_at, JudgedAt::Unreadable { .. }) {
            return verdict;
        }
        let found = self.load_line().and_then(|rate| {
            let requirement = rate.pooled.of(&verdict.requirement)?;
            let evidence = Box::new(requirement.evidence.clone());
            let judged_at = JudgedAt::Rate { rate_per_s: rate.rate_per_s, steps: rate.steps(), evidence };
            // Where more may be possible, too little throughput is no failure yet.
            let open = matches!(self.result, RateResult::LowerBound | RateResult::Inconclusive);
            let fails = requirement.judgement == Judgement::Fail;
            let undecided = open && fails && !requirement.decides;
            let judgement = if undecided { Judgement::Inconclusive } else { requirement.judgement };
            Some((judgement, judged_at))
        });
        let (judgement, judged_at) = found.unwrap_or((Judgement::Inconclusive, JudgedAt::NoStep));
        let steps: Vec<StepVerdict> =
            verdict.steps.iter().map(|step| self.judge_step(step, &verdict.requirement)).collect();
        Verdict {
            judgement,
            judged_at,
            holds_in: Verdict::holding(&steps),
            worst_step: worst(&steps),
            steps,
            ..verdict
        }
    }

    /// What the search could not decide of a window, its requests alone do not decide either.
    fn judge_step(&self, step: &StepVerdict, requirement: &str) -> StepVerdict {
        let window = self.rates.iter().flat_map(|rate| &rate.windows).find(|window| window.step == step.step);
        let judged = window.and_then(|window| window.verdict.of(requirement));
        let is_open =
            judged.is_some_and(|judged| judged.decides && judged.judgement == Judgement::Inconclusive);
        let judgement = if is_open { Judgement::Inconclusive } else { step.judgement };
        StepVerdict { judgement, ..step.clone() }
    }
}

type Parts<'a> = Vec<(&'a Window<'a>, &'a StepRow)>;

/// Steps by their rate, ascending; steps without one are no part of the search.
fn groups<'a>(windows: &'a [Window<'a>], rows: &'a [StepRow]) -> Vec<(f64, Parts<'a>)> {
    let mut groups: Vec<(f64, Parts)> = Vec::new();
    for (window, row) in windows.iter().zip(rows) {
        let Some(rate) = row.rate_per_s else { continue };
        match groups.iter_mut().find(|(of_group, _)| *of_group == rate) {
            Some((_, parts)) => parts.push((window, row)),
            None => groups.push((rate, vec![(window, row)])),
        }
    }
    groups.sort_by(|a, b| a.0.total_cmp(&b.0));
    groups
}

/// The first window of the search's last decision on a rate. It asks for a rate once more where it was decided in the wake of an
/// overload, or was chosen because it held: then fresh windows alone count, as in its own answer. While a search goes on, and where it
/// was cut short, all count.
fn decided_from(run: &Run, parts: &Parts) -> u32 {
    // Without an answer to its last question the search has those before it.
    let is_answer = |end: &SearchEnd| !matches!(end, SearchEnd::Invalid(_) | SearchEnd::NotJudged);
    let has_ended =
        run.notes.iter().any(|note| matches!(&note.content, NoteContent::SearchEnded(end) if is_answer(end)));
    let begins = |step: u32| {
        run.notes.iter().any(|note| match &note.content {
            NoteContent::StepChosen { step: chosen, why } => *chosen == step && !is_further(why),
            _ => false,
        })
    };
    let decisions = parts.iter().map(|(_, row)| row.number).filter(|step| begins(*step));
    decisions.filter(|_| has_ended).max().unwrap_or(0)
}

/// One more window of the same decision.
fn is_further(why: &StepReason) -> bool {
    matches!(why, StepReason::Again(_) | StepReason::Undecided { .. } | StepReason::Further { .. })
}

fn probed(
    (rate_per_s, from_step): (f64, u32),
    parts: &Parts,
    requirements: &[Requirement],
    seed: u64,
) -> ProbedRate {
    let window = |part: &(&Window, &StepRow)| ProbedWindow {
        step: part.1.number,
        verdict: judge_parts(&[*part], requirements, seed ^ u64::from(part.1.number)),
        is_superseded: part.1.number < from_step,
    };
    let windows: Vec<ProbedWindow> = parts.iter().map(window).collect();
    let counting: Parts = parts.iter().filter(|(_, row)| row.number >= from_step).copied().collect();
    let count = || windows.iter().filter(|window| !window.is_superseded);
    let pooled = match count().collect::<Vec<_>>().as_slice() {
        [only] => only.verdict.clone(),
        _ => judge_parts(&counting, requirements, seed),
    };
    let passed = count().filter(|w| w.verdict.judgement == Judgement::Pass).count() as u32;
    ProbedRate { rate_per_s, windows, pooled, passed }
}

fn result(
    end: Option<&End>,
    rates: &[ProbedRate],
    holds: Option<&ProbedRate>,
    fails: Option<&ProbedRate>,
) -> (RateResult, Option<RateReason>) {
    let cut_off = match end.map(|end| &end.reason) {
        None => Some(RateReason::CutOff),
        Some(EndReason::Interrupted) => Some(RateReason::Interrupted),
        Some(EndReason::StoppedByPlan) => Some(RateReason::StoppedByPlan),
        Some(EndReason::Failed(why)) => Some(RateReason::Failed { why: why.clone() }),
        Some(EndReason::Inconclusive(why)) => {
            let reason = RateReason::Search { why: why.clone() };
            return (RateResult::Inconclusive, Some(reason));
        }
        Some(EndReason::Impossible(why)) if holds.is_none() => {
            let reason = RateReason::Search { why: why.clone() };
            let result = if fails.is_some() { RateResult::NotReachable } else { RateResult::Inconclusive };
            return (result, Some(reason));
        }
        Some(_) => None,
    };
    match (holds, fails, cut_off) {
        (Some(_), _, Some(reason)) => (RateResult::LowerBound, Some(reason)),
        (Some(_), Some(_), None) => (RateResult::Found, None),
        (Some(holds), None, None) => (RateResult::LowerBound, Some(higher(rates, holds))),
        (None, Some(_), None) => (RateResult::NotReachable, None),
        (None, _, reason) => (RateResult::Inconclusive, Some(reason.unwrap_or(RateReason::Undecided))),
    }
}

/// What is above the highest rate that holds, where nothing fails.
fn higher(rates: &[ProbedRate], holds: &ProbedRate) -> RateReason {
    let above: Vec<&ProbedRate> = rates.iter().filter(|rate| rate.rate_per_s > holds.rate_per_s).collect();
    let steps = || above.iter().flat_map(|rate| rate.steps()).collect();
    if above.is_empty() {
        RateReason::HighestTried
    } else if above.iter().all(|rate| rate.is_invalid()) {
        RateReason::HigherInvalid { steps: steps() }
    } else {
        RateReason::HigherUndecided { steps: steps() }
    }
}

fn limiting(fails: Option<&ProbedRate>, rates: &[ProbedRate]) -> Option<String> {
    let failing = fails.and_then(|rate| match &rate.pooled.reason {
        WindowReason::Requirement { requirement, .. } => Some(requirement.clone()),
        _ => None,
    });
    let deciding = || rates.iter().flat_map(|rate| &rate.pooled.requirements).find(|verdict| verdict.decides);
    failing.or_else(|| deciding().map(|verdict| verdict.requirement.clone()))
}

fn point(parts: &Parts, seed: u64) -> Option<OperatingPoint> {
    let valid: Vec<&(&Window, &StepRow)> = parts.iter().filter(|(_, row)| row.is_valid()).collect();
    let (_, last) = valid.last()?;
    let windows: Vec<&Window> = valid.iter().map(|(window, _)| *window).collect();
    let mut total = Interval::default();
    windows.iter().for_each(|window| total.merge(&window.total));
    let throughput_per_s = match windows.as_slice() {
        [_] => last.throughput_per_s,
        _ => throughput_of(&windows, &total, None, seed),
    };
    Some(OperatingPoint { throughput_per_s, ..OperatingPoint::of(last) })
}
