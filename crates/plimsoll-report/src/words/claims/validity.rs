//! Findings on whether what was measured can be used.

use super::answer_sizes::others_in;
use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::{ClaimWords, percents};
use crate::words::load::{load, step_with_load};
use crate::words::{Words, args, run, validity};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::findings::{
    CertificatesNotVerified, ChecksFailed, ElementsApproximated, ElementsSkipped, FailedCheck,
    GeneratorDelayed, GeneratorLimited, Inversion, InversionKind, IterationsDropped, LittleMismatch,
    NoSteadyState, RequestsInFlight, RequestsNotMade, RunCutOff, RunStopped, UnequalRepeats, Unsteady,
    WindowTooShort,
};
use plimsoll_analysis::step::Slowdown;

impl ClaimWords for GeneratorLimited {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let sentence = self.short(words);
        let further: Vec<String> =
            self.further.iter().map(|problem| validity::problem(words, problem)).collect();
        if further.is_empty() {
            return sentence;
        }
        words.say("finding-also", args![sentence, further = further.join("; ")])
    }

    fn short(&self, words: &Words) -> String {
        let problem = validity::problem(words, &self.problem);
        words.say("finding-generator-limited", args![step = self.step, problem])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(validity::remedy(words, &self.problem))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        let figure = ReportPlace::Figure(FigureKind::GeneratorCpuOverTime);
        vec![ReportPlace::Steps(vec![self.step]), ReportPlace::Section(SectionAnchor::Generator), figure]
    }
}

impl ClaimWords for RequestsNotMade {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let problem = validity::problem(words, &self.problem);
        words.say("finding-generator-limited", args![step = self.step, problem])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(validity::remedy(words, &self.problem))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.step]), ReportPlace::Section(SectionAnchor::Errors)]
    }
}

impl ClaimWords for GeneratorDelayed {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let time = |us: u64| words.time(us as f64);
        let parts = [
            self.run_delay_percent_max.map(|percent| {
                let share = words.with_percent_sign(words.percent(percent));
                words.say("finding-delayed-cores", args![share])
            }),
            self.lateness_us_max.map(|us| words.say("finding-delayed-timers", args![time = time(us)])),
            self.turn_us_max.map(|us| words.say("finding-delayed-turns", args![time = time(us)])),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        words.say(
            "finding-generator-delayed",
            args![steps = words.steps(&self.steps), parts = words.listed(&parts)],
        )
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("validity-remedy-delayed"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Section(SectionAnchor::Generator)]
    }
}

impl ClaimWords for RunCutOff {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let recorded = words.length(self.recorded_to_us as f64 / 1e6);
        match self.last_step {
            Some(step) => words.say("finding-cut-off", args![recorded, step]),
            None => words.text("finding-cut-off-nothing"),
        }
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("validity-remedy-again"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Validity)]
    }
}

impl ClaimWords for RunStopped {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RunStopped { reason, at_us } = self;
        let (reason, after) = (run::reason(words, reason), words.length(*at_us as f64 / 1e6));
        words.say("finding-stopped", args![reason, after])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("validity-remedy-again"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Validity)]
    }
}

impl ClaimWords for LittleMismatch {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let LittleMismatch { steps, ratio_min, ratio_max } = self;
        let share = percents(words, words.fixed(ratio_min * 100.0, 0), words.fixed(ratio_max * 100.0, 0));
        words.say("finding-little-mismatch", args![steps = words.steps(steps), share])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-little"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}

impl ClaimWords for RequestsInFlight {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RequestsInFlight {
            steps,
            in_flight_max,
            worst_step,
            mean_us,
            mean_with_in_flight_us,
            throughout,
        } = self;
        let (at, length) = throughout.map_or((0, 0.0), |of| (of.step, of.measured_s));
        let (throughout, length) = (throughout.map_or(0, |of| of.requests), words.length(length));
        let (mean, whole) = (words.time(*mean_us), words.time(*mean_with_in_flight_us));
        let (steps, requests) = (words.steps(steps), words.count(*in_flight_max));
        words.say(
            "finding-requests-in-flight",
            args![steps, requests, step = *worst_step, mean, whole, at, throughout, length],
        )
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-in-flight"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}

impl ClaimWords for WindowTooShort {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let WindowTooShort { steps, measured_s_min, measured_s_max, min_s } = self;
        let (from, to) = (words.length(*measured_s_min), words.length(*measured_s_max));
        let measured = if from == to { from } else { words.say("finding-range", args![from, to]) };
        let (n, steps, least) = (steps.len(), words.steps_start(steps), words.length(*min_s));
        words.say("finding-window-too-short", args![n, steps, measured, least])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-minutes"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}

impl ClaimWords for NoSteadyState {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let NoSteadyState { step, kind, failing_later } = self;
        let said = match kind {
            Unsteady::WarmUp { .. } => words.say("detector-warm-up", args![step = *step]),
            Unsteady::ColdStart { seconds, first_us, later_us } => {
                let (first, later) = (words.time(*first_us), words.time(*later_us));
                let lasted = words.length(f64::from(*seconds));
                words.say("detector-cold-start", args![step = *step, lasted, first, later])
            }
            Unsteady::Slowed { slowed } => {
                let (first, later) = (words.per_s(slowed.first_per_s), words.per_s(slowed.later_per_s));
                let after = words.length(f64::from(slowed.after_s));
                let from = words.length(slowed.from_s);
                let id =
                    if slowed.is_gradual { "detector-slowed-down-gradual" } else { "detector-slowed-down" };
                let said = words.say(id, args![step = *step, first, later, after, from]);
                format!("{said} {}", how_it_was_later(words, slowed))
            }
            Unsteady::LoadMoved { moved } => {
                let (least, most) = (words.per_s(moved.least_per_s), words.per_s(moved.most_per_s));
                words.say("detector-load-moved", args![step = *step, least, most])
            }
            Unsteady::MixMoved { percent, first_us, second_us, has_common } => {
                let (first, second) = (words.time(*first_us), words.time(*second_us));
                let share = words.with_percent_sign(words.percent(*percent));
                let said = words.say("detector-mix-moved", args![step = *step, share, first, second]);
                let of_both = if *has_common { "detector-mix-moved-same" } else { "detector-mix-moved-none" };
                format!("{said} {}", words.text(of_both))
            }
            Unsteady::Shift { percent, first_us, second_us, at_s } => {
                let (first, second) = (words.time(*first_us), words.time(*second_us));
                let change = words.change(*percent, 1);
                if let Some(at_s) = at_s {
                    let from = words.length(*at_s);
                    words.say("detector-shift-at", args![step = *step, first, second, change, from])
                } else {
                    words.say("detector-shift", args![step = *step, first, second, change])
                }
            }
        };
        if failing_later.is_empty() {
            return said;
        }
        let requirements = words.listed(failing_later);
        format!("{said} {}", words.say("detector-fails-later", args![requirements]))
    }

    fn short(&self, words: &Words) -> String {
        match self.kind {
            Unsteady::LoadMoved { .. } => words.say("finding-short-load-moved", args![step = self.step]),
            Unsteady::MixMoved { .. } => words.say("finding-short-mix-moved", args![step = self.step]),
            _ => self.sentence(words, &[]),
        }
    }

    /// What only becomes slower is no warm-up.
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if run.is_some_and(|run| others_in(run, self.step).is_some()) {
            return None;
        }
        match self.kind {
            Unsteady::Slowed { slowed } => return Some(find_what_changed(words, self.step, &slowed)),
            Unsteady::Shift { percent, at_s: Some(at_s), .. } if percent > 0.0 => {
                let (step, from) = (words.step(self.step), words.length(at_s));
                return Some(words.say("finding-next-slowed-down", args![step, from]));
            }
            Unsteady::LoadMoved { .. } => return Some(words.text("finding-next-load-moved")),
            Unsteady::MixMoved { .. } => return Some(words.text("finding-next-mix-moved")),
            _ => {}
        }
        let slower = matches!(self.kind, Unsteady::Shift { percent, .. } if percent > 0.0);
        // At a rate that is more than the system answers its queue grows as long as one looks.
        let is_rate = run.and_then(|run| run.step(self.step)).is_some_and(|row| row.rate_per_s.is_some());
        let id = match is_rate {
            true => "detector-next-slower-with-time-at-rate",
            false => "detector-next-slower-with-time",
        };
        slower.then(|| words.say(id, args![step = words.step(self.step)]))
    }
}

pub(super) fn find_what_changed(words: &Words, step: u32, slowed: &Slowdown) -> String {
    let (step, from) = (words.step(step), words.length(slowed.from_s));
    match slowed.is_gradual {
        true => words.say("finding-next-slowed-down-gradual", args![step]),
        false => words.say("finding-next-slowed-down", args![step, from]),
    }
}

/// How long requests took, and how many failed, before it and later.
fn how_it_was_later(words: &Words, slowed: &Slowdown) -> String {
    let (first, later) = (words.time(slowed.first_us), words.time(slowed.later_us));
    let share = |percent: f64| words.with_percent_sign(words.percent(percent));
    let failed = share(slowed.later_failed_percent);
    match slowed.later_failed_percent > slowed.first_failed_percent {
        true => {
            let before = share(slowed.first_failed_percent);
            words.say("detector-slowed-down-failing", args![first, later, before, failed])
        }
        false => words.say("detector-slowed-down-times", args![first, later]),
    }
}

impl ClaimWords for UnequalRepeats {
    fn short(&self, words: &Words) -> String {
        let (before, after) = (words.per_s(self.first_per_s), words.per_s(self.last_per_s));
        let step = self.overload_step.unwrap_or(self.first_step);
        words.say("finding-short-not-recovered", args![step, before, after, under = load(words, &self.load)])
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (first, last) = (self.first_step, self.last_step);
        let (first_rate, last_rate) = (words.per_s(self.first_per_s), words.per_s(self.last_per_s));
        let (first_time, last_time) = (words.time(self.first_us as f64), words.time(self.last_us as f64));
        let under = load(words, &self.load);
        let figures = args![first, last, under, first_rate, first_time, last_rate, last_time];
        let said = match self.overload_step {
            Some(step) => {
                let said = words.say("finding-unequal-repeats-overload", figures);
                format!("{said} {}", words.say("finding-unequal-repeats-not-recovered", args![step]))
            }
            None => words.say("finding-unequal-repeats", figures),
        };
        if !self.fails_otherwise() {
            return said;
        }
        let share = |percent: f64| words.with_percent_sign(words.percent(percent));
        let (before, after) = (share(self.first_failed_percent), share(self.last_failed_percent));
        format!("{said} {}", words.say("finding-unequal-repeats-failed", args![before, after]))
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(match self.overload_step {
            Some(step) => words.say("finding-next-not-recovered", args![step]),
            None => words.text("finding-next-repeats-differ"),
        })
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.first_step, self.last_step])]
    }
}

impl ClaimWords for Inversion {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let Inversion { from_step, to_step, from_load, to_load, kind } = self;
        let (from, to) = (*from_step, *to_step);
        let (from_load, to_load) = (load(words, from_load), load(words, to_load));
        let (id, before, after) = match kind {
            InversionKind::Throughput { from_per_s, to_per_s } => {
                ("finding-throughput-inversion", words.per_s(*from_per_s), words.per_s(*to_per_s))
            }
            InversionKind::Response { from_p50_us, to_p50_us } => {
                ("finding-response-inversion", words.time(*from_p50_us as f64), words.time(*to_p50_us as f64))
            }
        };
        words.say(id, args![from, from_load, to, to_load, before, after])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if run.is_some_and(|run| others_in(run, self.to_step).is_some()) {
            return None;
        }
        let from = step_with_load(words, self.from_step, &self.from_load);
        let to = step_with_load(words, self.to_step, &self.to_load);
        Some(words.say("finding-next-other-order", args![from, to]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        let figure = match self.kind {
            InversionKind::Throughput { .. } => FigureKind::ThroughputByLoad,
            InversionKind::Response { .. } => FigureKind::ResponseByLoad,
        };
        vec![ReportPlace::Steps(vec![self.from_step, self.to_step]), ReportPlace::Figure(figure)]
    }
}

/// Names of checks that a sentence takes.
const CHECKS_SHOWN: usize = 3;

impl ClaimWords for ChecksFailed {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ChecksFailed { failed, of, checks } = self;
        let of_check = |check: &FailedCheck| {
            words.say("finding-check", args![name = &check.name, failed = check.failed])
        };
        let mut names: Vec<String> = checks.iter().take(CHECKS_SHOWN).map(of_check).collect();
        if checks.len() > CHECKS_SHOWN {
            names.push("…".to_owned());
        }
        let checks = names.join(", ");
        words.say("finding-checks-failed", args![failed = *failed, of = *of, checks])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-checks"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Errors)]
    }
}

impl ClaimWords for IterationsDropped {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        words.say("finding-iterations-dropped", args![n = self.iterations])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-iterations"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Steps)]
    }
}

impl ClaimWords for ElementsSkipped {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ElementsSkipped { elements } = self;
        words.say("finding-elements-skipped", args![n = elements.len()])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-elements"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Setup)]
    }
}

impl ClaimWords for ElementsApproximated {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ElementsApproximated { elements } = self;
        words.say("finding-elements-approximated", args![n = elements.len()])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-elements"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Setup)]
    }
}

impl ClaimWords for CertificatesNotVerified {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        words.text("finding-certificates")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-certificates"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Validity)]
    }
}
