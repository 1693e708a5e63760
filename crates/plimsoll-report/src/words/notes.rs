//! What a run noted, what its search decided, and why it failed.

use super::import_notes;
use super::load::{self, asked};
use super::{Words, args, validity};
use plimsoll_run::{
    ClimbGain, ClimbReason, DataEnd, MeasuredFigure, NoteContent, RaisedNodes, RateAnswer, RateFinding,
    RunFailure, SearchEnd, StepProblem, StepReason, UndecidedSearch, WindowFigure, WindowProblem,
};

pub use super::import_notes::content as import_note;
pub use super::servers::placement_evidence;

pub fn content(words: &Words, content: &NoteContent) -> String {
    let ms = |us: i64| words.say("number-ms", args![value = words.fixed(us as f64 / 1e3, 1)]);
    match content {
        NoteContent::Text(text) => text.clone(),
        NoteContent::StepChosen { step, why } => {
            words.say("note-step-chosen", args![step = step.to_string(), why = step_reason(words, why)])
        }
        NoteContent::SearchEnded(why) => words.say("note-search-ended", args![why = search_end(words, why)]),
        NoteContent::RunEndedByHand => words.text("note-run-ended-by-hand"),
        NoteContent::StepEndedByHand => words.text("note-step-ended-by-hand"),
        NoteContent::LoadPaused => words.text("note-load-paused"),
        NoteContent::LoadResumed => words.text("note-load-resumed"),
        NoteContent::LoadScaled { percent } => {
            words.say("note-load-scaled", args![share = words.whole_percent(i64::from(*percent))])
        }
        NoteContent::Overloaded => words.text("note-overloaded"),
        NoteContent::SampleLogSlow { waited_ms } => {
            words.say("note-log-slow", args![time = words.length(*waited_ms as f64 / 1e3)])
        }
        NoteContent::SampleLogLost { samples } => words.say("note-log-lost", args![n = *samples]),
        NoteContent::DataRanOut(end) => data_ran_out(words, end),
        NoteContent::SentAgain { requests } => words.say("note-sent-again", args![n = *requests]),
        NoteContent::TextsLeftOut { requests, errors } => {
            words.say("note-texts-left-out", args![requests = *requests, errors = *errors])
        }
        NoteContent::ChecksFailed { check, failed, of } => {
            words.say("note-checks-failed", args![check, failed = *failed, of = *of])
        }
        NoteContent::IterationsDropped { iterations } => {
            words.say("note-iterations-dropped", args![n = *iterations])
        }
        NoteContent::Failed(why) => failure(words, why),
        NoteContent::Unreached { since_s } => {
            words.say("note-unreached", args![second = since_s.to_string()])
        }
        NoteContent::ReachedAgain { since_s } => {
            words.say("note-reached-again", args![second = since_s.to_string()])
        }
        NoteContent::SystemEnded { how } => words.say("note-system-ended", args![how]),
        NoteContent::SystemUnhealthy { why } => words.say("note-system-unhealthy", args![why]),
        NoteContent::SystemHealthyAgain => words.text("note-system-healthy"),
        NoteContent::NodeLost { node, name, since_s } => {
            let (node, second) = (node.to_string(), since_s.to_string());
            words.say("note-node-lost", args![node, name, second])
        }
        NoteContent::NodeFound { node, name } => {
            words.say("note-node-found", args![node = node.to_string(), name])
        }
        NoteContent::NodeAbsent { node, name } => {
            words.say("note-node-absent", args![node = node.to_string(), name])
        }
        NoteContent::NodeFailed { node, name, why } => {
            words.say("note-node-failed", args![node = node.to_string(), name, why])
        }
        NoteContent::CoordinatorResumed { since_s, until_s } => {
            words.say("note-coordinator-resumed", args![from = since_s.to_string(), to = until_s.to_string()])
        }
        NoteContent::JobWatchedAgain { job, since_s, until_s } => {
            let (from, to) = (since_s.to_string(), until_s.to_string());
            words.say("note-job-watched-again", args![job, from, to])
        }
        NoteContent::JobEndUnseen { job, since_s, until_s } => {
            let (from, to) = (since_s.to_string(), until_s.to_string());
            words.say("note-job-end-unseen", args![job, from, to])
        }
        NoteContent::JobCutOff { job } => words.say("note-job-cut-off", args![job]),
        NoteContent::NodesStarted { nodes, spread_us } => {
            let spread = words.time(*spread_us as f64);
            words.say("note-nodes-started", args![n = *nodes, spread])
        }
        NoteContent::NodesArrived { nodes, late_us } => {
            words.say("note-nodes-arrived", args![n = *nodes, late = words.time(*late_us as f64)])
        }
        NoteContent::WatchedAfterLoad { seconds } => {
            words.say("note-watched-after", args![time = words.length(*seconds as f64)])
        }
        NoteContent::Import(note) => import_notes::content(words, note),
        NoteContent::CollectorTrouble { input, trouble } => format!("{input}: {trouble}"),
        NoteContent::ResultsUnreadable { line, problem } => {
            words.say("note-results-unreadable", args![line = *line, problem])
        }
        NoteContent::SinkClock { ahead_us, uncertainty_us } => {
            let id = match ahead_us.signum() {
                0 => return words.say("note-sink-clock", args![uncertainty = ms(*uncertainty_us)]),
                1 => "note-sink-clock-ahead",
                _ => "note-sink-clock-behind",
            };
            words.say(id, args![by = ms(ahead_us.abs()), uncertainty = ms(*uncertainty_us)])
        }
        NoteContent::SinkForgot { arrivals } => words.say("note-sink-forgot", args![n = *arrivals]),
        NoteContent::SinkSilent { times, why } => words.say("note-sink-silent", args![n = *times, why]),
        NoteContent::ArrivalsUntimed { arrivals } => words.say("note-arrivals-untimed", args![n = *arrivals]),
        NoteContent::ArrivalsForeign { arrivals } => words.say("note-arrivals-foreign", args![n = *arrivals]),
        NoteContent::ArrivalsNegative { arrivals } => {
            words.say("note-arrivals-negative", args![n = *arrivals])
        }
    }
}

/// Why a run failed; as far as others said it, in their words.
pub fn failure(words: &Words, failure: &RunFailure) -> String {
    match failure {
        RunFailure::Text(text) => text.clone(),
        RunFailure::SystemEnded { how } => words.say("note-failed-system-ended", args![how]),
        RunFailure::SystemUnreachable { why } => words.say("note-failed-unreachable", args![why]),
    }
}

/// `few.csv has 900 rows, …`
pub(super) fn data_ran_out(words: &Words, end: &DataEnd) -> String {
    let ended = if end.ended { "yes" } else { "no" };
    words.say("note-data-ran-out", args![file = &end.file, rows = end.rows, asked = end.asked, ended])
}

/// Why a step has its load; empty where it was asked for.
pub fn step_reason(words: &Words, reason: &StepReason) -> String {
    let said = |id, rate: &RateFinding| words.say(id, args![finding = finding(words, rate)]);
    match reason {
        StepReason::Given => String::new(),
        StepReason::Job(name) => name.clone(),
        StepReason::First => words.text("note-first-step"),
        StepReason::Climb(why) => climb(words, why),
        StepReason::GainAgain { gain_percent, low_percent, high_percent, goal_percent, repeat, of } => {
            let gain = words.gain(*gain_percent);
            let (low, high) = (words.fixed(*low_percent, 1), words.fixed(*high_percent, 1));
            let goal = words.whole_percent(*goal_percent);
            words.say("note-gain-again", args![gain, low, high, goal, n = *repeat, of = *of])
        }
        StepReason::Again(problem) => {
            words.say("note-again", args![problem = window_problem(words, problem)])
        }
        StepReason::Undecided { window, of, figures } => {
            let figures = self::figures(words, figures);
            words.say("note-not-decided-yet", args![window = *window, of = *of, figures])
        }
        StepReason::Further { window, of, figures } => {
            let figures = self::figures(words, figures);
            words.say("note-so-far", args![window = *window, of = *of, figures])
        }
        StepReason::Half(last) => said("note-half", last),
        StepReason::Double(last) => said("note-double", last),
        StepReason::Between { last, low_per_s, high_per_s } => {
            let (low, high) = (asked(words, *low_per_s), asked(words, *high_per_s));
            let is_next_to_it = [*low_per_s, *high_per_s].contains(&last.rate_per_s);
            let id = if is_next_to_it { "note-between" } else { "note-between-widest" };
            words.say(id, args![finding = finding(words, last), low, high])
        }
        StepReason::LowestAgain(fails) => said("note-lowest-again", fails),
        StepReason::FailAgain(fails) => said("note-fail-again", fails),
        StepReason::Confirm { windows, holds } => {
            words.say("note-confirm", args![n = *windows, finding = finding(words, holds)])
        }
    }
}

/// Why a search is over.
pub fn search_end(words: &Words, end: &SearchEnd) -> String {
    match end {
        SearchEnd::Text(text) => text.clone(),
        // Where the last step gained its goal, it is not the gain that ended the search.
        SearchEnd::Climb(why) if why.gain.is_some_and(ClimbGain::is_reached) => {
            format!(
                "{}; {}",
                climb(words, &ClimbReason { nodes: None, ..*why }),
                words.text("note-no-more-load")
            )
        }
        SearchEnd::Climb(why) => climb(words, why),
        SearchEnd::NothingSucceeded => words.text("note-nothing-succeeded"),
        SearchEnd::TooManySteps { steps } => words.say("note-too-many-steps", args![n = *steps]),
        SearchEnd::Found { holds, windows, fails } => {
            let (low, high) = (asked(words, holds.rate_per_s), asked(words, fails.rate_per_s));
            let (holds, fails) = (finding(words, holds), finding(words, fails));
            words.say("note-found", args![low, high, holds, n = *windows, fails])
        }
        SearchEnd::HighestHolds(holds) => {
            words.say("note-highest-holds", args![finding = finding(words, holds)])
        }
        SearchEnd::LowestFails(fails) => {
            words.say("note-lowest-fails", args![finding = finding(words, fails)])
        }
        SearchEnd::Invalid(problem) => {
            let said = window_problem(words, problem);
            match problem {
                WindowProblem::Step { rate_per_s: Some(rate), .. } => {
                    words.say("note-at-rate", args![rate = asked(words, *rate), problem = said])
                }
                _ => said,
            }
        }
        SearchEnd::NotJudged => words.text("note-not-judged"),
        SearchEnd::Undecided { why, known } => {
            let mut parts = vec![undecided(words, *why)];
            parts.extend(known.iter().map(|rate| finding(words, rate)));
            parts.push(words.text("note-more-decides"));
            parts.join("; ")
        }
    }
}

fn undecided(words: &Words, why: UndecidedSearch) -> String {
    match why {
        UndecidedSearch::Revised { revisions, decisions } => {
            words.say("note-revised", args![revisions, decisions])
        }
        UndecidedSearch::WindowsUsedUp { windows } => words.say("note-windows-used-up", args![n = windows]),
        UndecidedSearch::AtLowest => words.text("note-undecided-at-lowest"),
        UndecidedSearch::NothingFails => words.text("note-nothing-fails"),
        UndecidedSearch::Between => words.text("note-undecided-between"),
    }
}

/// `gain 36.0 %, goal 22 % reached; no more threads to add`
fn climb(words: &Words, why: &ClimbReason) -> String {
    let gained = why.gain.map_or_else(
        || words.text("note-comparison-step"),
        |gain| {
            let id = if gain.is_reached() { "note-goal-reached" } else { "note-goal-missed" };
            let goal = words.whole_percent(gain.goal_percent);
            words.say(id, args![gain = words.gain(gain.gain_percent), goal])
        },
    );
    match why.nodes {
        None => gained,
        Some(RaisedNodes::NoMoreThreads) => format!("{gained}; {}", words.text("note-no-more-threads")),
        Some(RaisedNodes::AtThreads(n)) => format!("{gained}; {}", words.say("note-nodes-raised", args![n])),
    }
}

/// `the requirements hold at 50/s (p95 <= 250 ms: 20 ms, 0 % over (0–0.4))`
fn finding(words: &Words, finding: &RateFinding) -> String {
    let id = match finding.answer {
        RateAnswer::Hold => "note-rate-holds",
        RateAnswer::Fail => "note-rate-fails",
        RateAnswer::Open => "note-rate-open",
    };
    let (rate, figures) = (asked(words, finding.rate_per_s), figures(words, &finding.figures));
    words.say(id, args![rate, figures])
}

fn figures(words: &Words, figures: &[WindowFigure]) -> String {
    figures.iter().map(|one| figure(words, one)).collect::<Vec<_>>().join(", ")
}

fn figure(words: &Words, figure: &WindowFigure) -> String {
    match figure {
        WindowFigure::Requirement { requirement, measured } => {
            format!("{requirement}: {}", self::measured(words, measured))
        }
        WindowFigure::FallsBehind { due, started, dropped, waiting_at_end, busy_at_end } => {
            load::falls_behind(words, (*due, *started), *dropped, *waiting_at_end, *busy_at_end)
        }
        WindowFigure::EveryArrivalStarted => words.text("note-arrivals-started"),
        WindowFigure::NoArrivalDue => words.text("note-no-arrival-due"),
        WindowFigure::NoRequestEnded => words.text("note-no-request-ended"),
    }
}

fn measured(words: &Words, measured: &MeasuredFigure) -> String {
    let share = |percent: f64| words.with_percent_sign(words.percent(percent));
    let bounds = |low: f64, high: f64| words.interval(&words.percent(low), &words.percent(high));
    match measured {
        MeasuredFigure::Percentile { measured_us, over_percent, low_percent, high_percent } => {
            let (share, bounds) = (share(*over_percent), bounds(*low_percent, *high_percent));
            let over = words.say("note-share-over", args![share, bounds]);
            measured_us.map_or(over.clone(), |us| format!("{}, {over}", words.time(us as f64)))
        }
        MeasuredFigure::Errors { percent, low_percent, high_percent } => {
            format!("{} ({})", share(*percent), bounds(*low_percent, *high_percent))
        }
        MeasuredFigure::Mean { mean_us } => words.time(*mean_us),
        MeasuredFigure::Throughput { per_s } => words.per_s(*per_s),
        MeasuredFigure::Max { max_us, over } => {
            words.say("note-longest", args![longest = words.time(*max_us as f64), over = *over])
        }
        MeasuredFigure::NothingSucceeded => words.text("note-no-success"),
        MeasuredFigure::UnknownTransaction { name } => words.say("note-unknown-transaction", args![name]),
        MeasuredFigure::NoRequests => words.text("note-no-such-request"),
    }
}

fn window_problem(words: &Words, problem: &WindowProblem) -> String {
    match problem {
        WindowProblem::Interfered => words.text("note-interfered"),
        WindowProblem::Step { problem: StepProblem::CutShort { measured_s }, .. } => {
            words.say("note-window-cut", args![time = words.length(*measured_s)])
        }
        WindowProblem::Step { problem, .. } => {
            words.say("note-window-invalid", args![why = validity::short(words, problem)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    #[track_caller]
    fn check(note: NoteContent, english: &str, danish: &str) {
        let said = |language| content(&Words::new(language), &note).replace('\u{a0}', " ");
        assert_eq!((said(Language::English).as_str(), said(Language::Danish).as_str()), (english, danish));
    }

    fn chosen(why: StepReason) -> NoteContent {
        NoteContent::StepChosen { step: 4, why }
    }

    #[test]
    fn decisions_of_a_climb_are_said_in_the_readers_language() {
        let gain = |gain_percent, goal_percent| Some(ClimbGain { gain_percent, goal_percent });
        // That no threads are left goes without saying where no nodes are either.
        let out_of_load = ClimbReason { gain: gain(36.0, 22), nodes: Some(RaisedNodes::NoMoreThreads) };
        assert_eq!(
            search_end(&Words::new(Language::English), &SearchEnd::Climb(out_of_load)).replace('\u{a0}', " "),
            "gain 36.0 %, goal 22 % reached; no more threads or nodes to add"
        );
        check(chosen(StepReason::First), "step 4: the first step", "trin 4: det første trin");
        check(
            chosen(StepReason::Climb(ClimbReason {
                gain: gain(36.0, 22),
                nodes: Some(RaisedNodes::NoMoreThreads),
            })),
            "step 4: gain 36.0 %, goal 22 % reached; no more threads to add",
            "trin 4: forbedring 36,0 %, mål 22 % nået; der er ikke flere tråde at lægge til",
        );
        check(
            chosen(StepReason::Climb(ClimbReason {
                gain: gain(2.04, 20),
                nodes: Some(RaisedNodes::AtThreads(8)),
            })),
            "step 4: gain 2.0 %, goal 20 % missed; the number of nodes is raised at 8 threads",
            "trin 4: forbedring 2,0 %, mål 20 % ikke nået; antallet af noder øges ved 8 tråde",
        );
        check(
            chosen(StepReason::GainAgain {
                gain_percent: 12.3,
                low_percent: 8.0,
                high_percent: 16.5,
                goal_percent: 15,
                repeat: 1,
                of: 2,
            }),
            "step 4: gain 12.3 % (CI 8.0 to 16.5) leaves it open whether the goal of 15 % is reached; a load is \
             measured once more (repeat 1 of at most 2)",
            "trin 4: forbedring 12,3 % (KI 8,0 til 16,5) lader det stå åbent, om målet på 15 % er nået; en belastning \
             måles en gang til (gentagelse 1 af højst 2)",
        );
        check(
            NoteContent::SearchEnded(SearchEnd::Climb(ClimbReason { gain: gain(-3.0, 20), nodes: None })),
            "the search ended: gain −3.0 %, goal 20 % missed",
            "søgningen sluttede: forbedring −3,0 %, mål 20 % ikke nået",
        );
    }

    #[test]
    fn decisions_of_a_capacity_search_are_said_in_the_readers_language() {
        let measured = MeasuredFigure::Percentile {
            measured_us: Some(20_000),
            over_percent: 0.0,
            low_percent: 0.0,
            high_percent: 0.4,
        };
        let figures = vec![WindowFigure::Requirement { requirement: "p95 <= 250 ms".to_owned(), measured }];
        let holds = RateFinding { rate_per_s: 50.0, answer: RateAnswer::Hold, figures };
        check(
            chosen(StepReason::Double(holds)),
            "step 4: the requirements hold at 50/s (p95 <= 250 ms: 20.0 ms, 0 % over (0–0.40)), so twice as much",
            "trin 4: kravene er opfyldt ved 50/s (p95 <= 250 ms: 20,0 ms, 0 % over grænsen (0–0,40)), så det dobbelte",
        );
        let problem = StepProblem::GeneratorLateness { lateness_p99_us: 1, limit_us: 2, service_p50_us: 3 };
        let problem = WindowProblem::Step { rate_per_s: Some(200.0), problem };
        check(
            chosen(StepReason::Again(problem.clone())),
            "step 4: again: the window is invalid (the load generator's timers were late)",
            "trin 4: igen: vinduet er ugyldigt (lastgeneratorens timere var forsinkede)",
        );
        check(
            NoteContent::SearchEnded(SearchEnd::Invalid(problem)),
            "the search ended: at 200/s the window is invalid (the load generator's timers were late)",
            "søgningen sluttede: ved 200/s: vinduet er ugyldigt (lastgeneratorens timere var forsinkede)",
        );
    }

    #[test]
    fn a_failure_is_said_in_the_readers_language_and_others_texts_stay() {
        let gone = RunFailure::SystemEnded { how: "exit status 3".to_owned() };
        check(
            NoteContent::Failed(gone),
            "the system under test is gone: its process ended with exit status 3",
            "systemet under test er væk: dets proces sluttede med exit status 3",
        );
        check(NoteContent::Text("the disk is slow".to_owned()), "the disk is slow", "the disk is slow");
    }
}
