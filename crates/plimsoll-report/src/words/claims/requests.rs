//! Findings on what became of requests, events and jobs.

use super::capacity::known_limit;
use super::errors::{OUTAGES_MAX, failed_in_outage, find_errors, outages_when};
use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::finding::{ClaimWords, percents};
use crate::words::{Words, args, limits, load, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::findings::{
    ErrorsOutside, EventsLost, ExtractorMisses, FailedOutside, FastFailures, HighErrors, JobsFailed,
    NothingSucceeds, TransactionChange, TransactionErrors, TransactionsSlowDown, UsersStuck,
};
use plimsoll_analysis::requirements::Requirement;
use plimsoll_analysis::step::{ErrorCount, StuckUsers};

/// Of all steps.
pub fn most_frequent(run: &RunAnalysis) -> Option<&ErrorCount> {
    run.steps.iter().flat_map(|row| &row.error_details).max_by_key(|error| error.count)
}

impl ClaimWords for NothingSucceeds {
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if self.hung.is_some() {
            return Some(words.text("finding-next-hung"));
        }
        // What came back was an outage.
        let failures =
            run.filter(|_| self.to_s.is_some()).and_then(|run| failed_in_outage(run, self.step))?;
        Some(find_errors(words, run, Some(failures)))
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let NothingSucceeds { step, from_s, to_s, requests, hung } = self;
        let (from, requests) = (words.length(*from_s), words.count(*requests));
        match (hung, to_s) {
            (Some(users), _) => {
                let (users, lasted) = (u64::from(*users), to_s.map_or(0.0, |to_s| to_s - from_s));
                words.say("detector-hung", args![from, step = *step, users, lasted = words.length(lasted)])
            }
            (None, Some(_)) => {
                words.say("detector-nothing-succeeds-in-step", args![from, requests, step = *step])
            }
            (None, None) => words.say("detector-nothing-succeeds", args![from, requests]),
        }
    }

    fn short(&self, words: &Words) -> String {
        let (from, step) = (words.length(self.from_s), self.step);
        match (self.hung, self.to_s) {
            (Some(_), _) => words.say("finding-short-hung", args![from, step]),
            (None, Some(_)) => words.say("finding-short-nothing-succeeds-in-step", args![from, step]),
            (None, None) => words.say("finding-short-nothing-succeeds", args![from]),
        }
    }
}

impl ClaimWords for HighErrors {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let HighErrors { steps, errors, requests, errors_percent_min, errors_percent_max, top, .. } = self;
        let share = percents(words, words.percent(*errors_percent_min), words.percent(*errors_percent_max));
        let (steps, causes) = (words.steps(steps), run::causes_of(words, top, *errors));
        if *requests == 0 {
            return words.say("finding-errors-share", args![steps, share]);
        }
        let said =
            words.say("finding-errors", args![steps, errors = *errors, requests = *requests, share, causes]);
        if self.outages.is_empty() || self.outages.len() > OUTAGES_MAX {
            return said;
        }
        let when = outages_when(words, &self.outages);
        format!("{said} {}", words.say("finding-errors-outage", args![when]))
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        Some(find_errors(words, run, self.top.first()))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        let figure = ReportPlace::Figure(FigureKind::ErrorsOverTime);
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Section(SectionAnchor::Errors), figure]
    }
}

impl ClaimWords for ErrorsOutside {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ErrorsOutside { errors, requests, errors_percent_of_all, top, transactions, .. } = self;
        let there =
            words.with_percent_sign(words.percent(100.0 * *errors as f64 / (*requests).max(1) as f64));
        let share = words.with_percent_sign(words.percent(*errors_percent_of_all));
        let causes = run::causes_of(words, top, *errors);
        let said = args![errors = *errors, requests = *requests, there, share, causes];
        let mut said = words.say("finding-errors-outside", said);
        let of_transaction = |of: &FailedOutside| {
            let (transaction, errors) = (of.name.as_str(), words.count(of.errors));
            words.say(
                "finding-errors-outside-of",
                args![transaction, errors, requests = words.count(of.requests)],
            )
        };
        if !transactions.is_empty() {
            let listed = words.listed(&transactions.iter().map(of_transaction).collect::<Vec<_>>());
            said = format!("{said} {}", words.say("finding-errors-outside-by", args![transactions = listed]));
        }
        said
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        Some(find_errors(words, run, self.top.first()))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Errors), ReportPlace::Figure(FigureKind::ErrorsOverTime)]
    }
}

impl ClaimWords for TransactionsSlowDown {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let of = |changes: &[TransactionChange]| {
            let named = changes.iter().map(|change| {
                let (from, to) = (words.time(change.from_p50_us as f64), words.time(change.to_p50_us as f64));
                words.say(
                    "detector-transaction-change",
                    args![transaction = change.transaction.as_str(), from, to],
                )
            });
            words.listed(&named.collect::<Vec<_>>())
        };
        let steps = [self.from_step, self.to_step].map(|step| words.steps(&[step]));
        let [from, to] = steps;
        let (slowed, unchanged) = (of(&self.slowed), of(&self.unchanged));
        words.say("detector-transactions-slow-down", args![from, to, slowed, unchanged])
    }

    /// Where something is named that they wait for, that comes first.
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let cause = run.and_then(known_limit)?;
        let (grade, cause) = (limits::grade(words, cause.grade), limits::name(words, &cause.usage));
        Some(words.say("finding-next-plateau-known", args![cause, grade]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.from_step, self.to_step])]
    }
}

impl ClaimWords for TransactionErrors {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let TransactionErrors { transaction, errors, requests, .. } = self;
        let share = words.with_percent_sign(words.percent(self.errors_percent));
        let of_all = words.with_percent_sign(words.percent(self.errors_percent_of_all));
        let (steps, transaction) = (words.steps(&self.steps), transaction.as_str());
        let causes = run::causes_of(words, self.worst.as_slice(), self.errors);
        let said = words.say(
            "finding-transaction-errors",
            args![steps, transaction, errors = *errors, requests = *requests, share, of_all, causes],
        );
        match hides(self) {
            true => format!("{said} {}", words.text("finding-transaction-errors-hidden")),
            false => said,
        }
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let transaction = self.transaction.as_str();
        let is_own = |text: &String| {
            Requirement::parse(text).is_ok_and(|found| found.transaction.as_deref() == Some(transaction))
        };
        let has_own = run.is_some_and(|run| run.header.requirements.iter().any(is_own));
        Some(words.say(
            match hides(self) && !has_own {
                true => "finding-next-transaction-errors-hidden",
                false => "finding-next-transaction-errors",
            },
            args![transaction],
        ))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::ErrorsByTransaction)]
    }
}

/// Whether what is usually asked of all requests together holds all the same.
fn hides(claim: &TransactionErrors) -> bool {
    claim.errors_percent_of_all < 1.0
}

impl ClaimWords for ExtractorMisses {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ExtractorMisses { transaction, variable, uses, missed } = self;
        let (transaction, variable) = (transaction.as_str(), variable.as_str());
        let (missed, uses) = (words.count(*missed), words.count(*uses));
        words.say("finding-extractor-misses", args![transaction, variable, missed, uses])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-extractor"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Transactions)]
    }
}

impl ClaimWords for EventsLost {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let EventsLost { name, steps, sent, lost, doubled } = self;
        let (steps, sent) = (words.steps(steps), words.count(*sent));
        let (lost, doubled) = (words.count(*lost), words.count(*doubled));
        words.say("detector-events-lost", args![name, steps, sent, lost, doubled])
    }

    fn short(&self, words: &Words) -> String {
        let (lost, steps) = (words.count(self.lost), words.steps(&self.steps));
        words.say("finding-short-events", args![name = &self.name, lost, steps])
    }
}

impl ClaimWords for JobsFailed {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let JobsFailed { failed, jobs, first, timed_out, detail, .. } = self;
        let (failed, jobs) = (words.count(*failed), words.count(*jobs));
        let how = words.text(if *timed_out { "finding-job-timed-out" } else { "finding-job-failed" });
        words.say("finding-jobs-failed", args![failed, jobs, first, how, said = detail.as_str()])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-jobs"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}

impl ClaimWords for FastFailures {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let FastFailures { steps, errors_percent, failed_mean_us, succeeded_mean_us, .. } = self;
        let share = words.with_percent_sign(words.percent(*errors_percent));
        let (failed, succeeded) = (words.time(*failed_mean_us), words.time(*succeeded_mean_us));
        words.say("finding-fast-failures", args![steps = words.steps(steps), share, failed, succeeded])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("validity-remedy-failures"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Section(SectionAnchor::Errors)]
    }
}

impl ClaimWords for UsersStuck {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let UsersStuck { step, stuck, hidden_from } = self;
        let (users, of) = (words.count(u64::from(stuck.users)), load::short(words, stuck.of_users, 3));
        let (from, to) = (words.length(stuck.from_s), words.length(stuck.to_s));
        let (longest, usual) = (words.time(stuck.longest_us as f64), words.time(stuck.usual_us as f64));
        let share = words.with_percent_sign(words.percent(stuck.percent_of_time));
        let said = args![step = *step, users, of, from, to, longest, usual, share];
        let first = words.say("finding-users-stuck", said);
        if hidden_from.is_empty() {
            return first;
        }
        let hidden = args![requirements = words.listed(hidden_from)];
        format!("{first} {}", words.say("finding-users-stuck-hidden", hidden))
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(find_what_users_wait_for(words, self.step, &self.stuck))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.step])]
    }
}

pub(super) fn find_what_users_wait_for(words: &Words, step: u32, stuck: &StuckUsers) -> String {
    let (step, from) = (words.step(step), words.length(stuck.from_s));
    words.say("finding-next-users-stuck", args![step, from])
}
