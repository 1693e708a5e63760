//! Runs against a load generator that simulates a server, in its own time.

use super::{RunContext, RunSetup, perform};
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepLoad, StepOutcome};
use crate::search::{ArrivalRate, CapacitySpec, LoadLevel};
use crate::steering::Steering;
use crate::study::{Steps, Study, Timing};
use plimsoll_engine::{Control, RunClock};
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};
use plimsoll_plan::{ArrivalProfile, LoadProfile, Plan, RateStage};
use plimsoll_run::{
    ArrivalInterval, Design, EndReason, ErrorKind, GeneratorInterval, Interval, Latencies, MeasuredFigure,
    NoteContent, NoteKind, RateAnswer, Run, RunHeader, RunWriter, SearchEnd, Second, StepReason,
    TransactionKey, TransactionKind, WindowFigure, WindowProblem, WorkerInterval,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// A server that answers in 20 ms up to `capacity_per_s`, and a generator that manages `limit_per_s`.
struct Simulated {
    capacity_per_s: f64,
    limit_per_s: f64,
    /// Users at work are not limited, so that arrivals don't wait.
    pool: u32,
    /// In so many steps, from the first on, its timers are late.
    degraded: usize,
    now_s: u32,
    rates: Vec<f64>,
    properties: Vec<BTreeMap<String, String>>,
    /// Called at the start of each step.
    meanwhile: Box<dyn FnMut(usize)>,
}

impl Simulated {
    fn with_capacity(capacity_per_s: f64) -> Self {
        Simulated {
            capacity_per_s,
            limit_per_s: f64::INFINITY,
            pool: u32::MAX,
            degraded: 0,
            now_s: 0,
            rates: Vec::new(),
            properties: Vec::new(),
            meanwhile: Box::new(|_| {}),
        }
    }

    /// One second of a step that has lasted `elapsed_s` seconds.
    fn second(&self, per_s: f64, elapsed_s: u32) -> (Interval, GeneratorInterval) {
        let (due, answered) = (per_s as u64, per_s.min(self.capacity_per_s) as u64);
        let late = (due - answered) * u64::from(elapsed_s + 1);
        let busy = late.min(u64::from(self.pool));
        let started = if busy < late { answered } else { due };
        let mut interval = Interval { requests: answered, ..Interval::default() };
        let response_us = 20_000 + late * 1_000_000 / answered.max(1);
        (0..answered).for_each(|_| interval.response.record_us(response_us));
        let arrivals =
            ArrivalInterval { due, started, waiting: late - busy, busy: busy as u32, ..Default::default() };
        let cpu_us = (900_000.0 * per_s / self.limit_per_s) as u64;
        let worker = WorkerInterval { cpu_us, wall_us: 1_000_000, users: 10, ..WorkerInterval::default() };
        let mut lateness = Latencies::default();
        if self.rates.len() <= self.degraded {
            (0..100).for_each(|_| lateness.record_us(500_000));
        }
        let generator = GeneratorInterval {
            lateness,
            workers: BTreeMap::from([(0, worker)]),
            arrivals: BTreeMap::from([("s".to_owned(), arrivals)]),
            ..GeneratorInterval::default()
        };
        (interval, generator)
    }
}

impl LoadGenerator for Simulated {
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        let per_s = load.plan.rate_per_s_max().expect("a rate");
        self.rates.push(per_s);
        self.properties.push(load.properties.clone());
        let at_us = u64::from(self.now_s) * 1_000_000;
        sink(GeneratorEvent::Started { at_us });
        let end = load.plan.scenarios[0].load.ends_at().expect("an end").as_secs() as u32;
        for elapsed_s in 0..end {
            if elapsed_s == end / 2 {
                (self.meanwhile)(self.rates.len());
            }
            if control.stopped().is_some() {
                break;
            }
            let (interval, generator) = self.second(per_s, elapsed_s);
            let transaction = TransactionKey { name: "home".to_owned(), kind: TransactionKind::Request };
            let transactions = [(transaction, interval)].into();
            let second = Second { step: 0, second: self.now_s, transactions, generator };
            sink(GeneratorEvent::Second(Box::new(second)));
            self.now_s += 1;
        }
        let ended_us = u64::from(self.now_s) * 1_000_000;
        self.now_s += 1;
        Ok(StepOutcome { ended_us, ..StepOutcome::default() })
    }
}

fn study(steps: Steps, requirements: &[&str]) -> Study {
    let mut study = Study::of_plan("s", "p.yaml".into(), BTreeMap::new());
    study.steps = steps;
    study.requirements = requirements.iter().map(|text| (*text).to_owned()).collect();
    study.timing =
        Timing { step: Duration::from_secs(20), ramp: Duration::from_secs(2), ..Timing::default() };
    study
}

fn plan() -> Plan {
    let scenario = Scenario {
        name: "s".to_owned(),
        phase: Phase::Main,
        load: LoadProfile::constant(1, Duration::ZERO, None).into(),
        iterations: Iterations::Forever,
        on_error: OnError::Continue,
        new_user_each_iteration: false,
        steps: Vec::new(),
    };
    Plan { scenarios: vec![scenario], ..Plan::named("p") }
}

/// Performs the study; its run as read back from the file.
fn run(study: &Study, generator: &mut dyn LoadGenerator, steering: &Steering) -> Run {
    run_of(study, plan(), generator, steering)
}

fn run_of(study: &Study, plan: Plan, generator: &mut dyn LoadGenerator, steering: &Steering) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.run");
    let stages = study.stages(&plan);
    let header = RunHeader {
        design: study.design(&plan),
        requirements: study.requirements.clone(),
        ..RunHeader::default()
    };
    let search = study.search(&plan);
    let setup = RunSetup {
        plan: &plan,
        properties: &BTreeMap::new(),
        design: &header.design,
        requirements: &header.requirements,
        timing: study.timing,
        search: search.as_ref(),
        jobs: None,
        stages: &stages,
        seed: 1,
        clock: RunClock::start(),
        before: None,
        journal: None,
    };
    let writer = RunWriter::create(&file, &header).expect("a new file");
    perform(&setup, generator, writer, RunContext::default(), steering, &mut ()).expect("performed");
    Run::open(&file).expect("a run file")
}

fn reason(run: &Run) -> &EndReason {
    &run.end.as_ref().expect("an end").reason
}

fn capacity(max_per_s: f64) -> Steps {
    Steps::Capacity(CapacitySpec { min_per_s: 1.0, max_per_s, ..CapacitySpec::starting_at(50.0) })
}

fn decisions(run: &Run) -> Vec<&NoteContent> {
    run.notes.iter().filter(|n| n.kind == NoteKind::Decision).map(|n| &n.content).collect()
}

#[test]
fn given_rates_are_put_on_one_after_another() {
    let rate = |per_s| LoadLevel::Rate(ArrivalRate { per_s, users: Some(7) });
    let study = study(Steps::Fixed(vec![rate(10.0), rate(50.0)]), &[]);
    let mut generator = Simulated::with_capacity(100.0);
    let run = run(&study, &mut generator, &Steering::default());
    assert_eq!(generator.rates, [10.0, 50.0]);
    let steps: Vec<_> = run.steps.iter().map(|s| (s.rate_per_s, s.threads, s.nodes)).collect();
    assert_eq!(steps, [(Some(10.0), 7, 1), (Some(50.0), 7, 1)]);
    assert_eq!(run.steps[1].measured_to_us.map(|to| to - run.steps[1].measured_from_us), Some(20_000_000));
    assert_eq!(generator.properties[1].get("rate").map(String::as_str), Some("50"));
    assert_eq!(reason(&run), &EndReason::Completed);
}

#[test]
fn a_load_of_the_plan_itself_is_measured_stage_by_stage() {
    let stage = |per_s: f64, ramp_s: u64, hold_s: u64| RateStage {
        per_s,
        ramp: Duration::from_secs(ramp_s),
        hold: Duration::from_secs(hold_s),
        spacing: None,
    };
    let mut plan = plan();
    let profile = ArrivalProfile::constant(1.0, Duration::ZERO, Duration::from_secs(1));
    let stages = vec![stage(10.0, 0, 15), stage(80.0, 0, 5), stage(10.0, 5, 20), stage(0.0, 5, 0)];
    plan.scenarios[0].load = ArrivalProfile { stages, users: 7, ..profile }.into();
    let study = study(Steps::Plan, &[]);
    let run = run_of(&study, plan, &mut Simulated::with_capacity(100.0), &Steering::default());
    let steps: Vec<_> = run
        .steps
        .iter()
        .map(|s| (s.rate_per_s, s.measured_from_us / 1_000_000, s.measured_to_us.map(|to| to / 1_000_000)))
        .collect();
    assert_eq!(
        steps,
        [(Some(10.0), 0, Some(15)), (Some(80.0), 15, Some(20)), (Some(10.0), 25, Some(45))],
        "the ramps are in no window"
    );
    assert_eq!((&run.header.design, reason(&run)), (&Design::Fixed, &EndReason::Completed));
    let of_steps: Vec<usize> =
        [1, 2, 3].map(|step| run.seconds.iter().filter(|second| second.step == step).count()).to_vec();
    assert_eq!(of_steps, [15, 5, 30], "a ramp is of the step after it, and the last one of the last");
}

#[test]
fn a_load_that_is_one_stage_is_one_step_as_it_is() {
    let plan = plan().with_rate(50.0, None, Duration::from_secs(2), Duration::from_secs(20));
    let study = study(Steps::Plan, &[]);
    assert!(study.stages(&plan).is_empty());
    let run = run_of(&study, plan, &mut Simulated::with_capacity(100.0), &Steering::default());
    assert_eq!((&run.header.design, run.steps.len()), (&Design::Single, 1));
}

#[test]
fn a_capacity_is_found_by_a_requirement_on_time() {
    let study = study(capacity(5_000.0), &["p95 <= 250 ms", "errors < 1 %", "throughput >= 1/s"]);
    let run = run(&study, &mut Simulated::with_capacity(330.0), &Steering::default());
    assert_eq!(reason(&run), &EndReason::Converged, "{:#?}", decisions(&run));
    let decisions = decisions(&run);
    assert_eq!(decisions[0], &NoteContent::StepChosen { step: 1, why: StepReason::First });
    let NoteContent::StepChosen { step: 2, why: StepReason::Double(rate) } = decisions[1] else {
        panic!("{:#?}", decisions[1]);
    };
    assert_eq!((rate.rate_per_s, rate.answer), (50.0, RateAnswer::Hold));
    let WindowFigure::Requirement { requirement, measured } = &rate.figures[0] else { panic!("{rate:?}") };
    let over = matches!(measured, MeasuredFigure::Percentile { over_percent: 0.0, measured_us: Some(_), .. });
    assert!(requirement == "p95 <= 250 ms" && over, "{rate:?}");
    let last = decisions.last().expect("a decision");
    assert!(matches!(last, NoteContent::SearchEnded(SearchEnd::Found { .. })), "{last:?}");
    let passing = run.steps.iter().filter_map(|s| s.rate_per_s).filter(|rate| *rate <= 330.0);
    let highest = passing.fold(0.0, f64::max);
    assert!(highest > 330.0 / 1.05, "{highest}");
}

#[test]
fn a_step_whose_timing_was_degraded_is_made_again_as_often_as_was_asked() {
    let load = LoadLevel::Rate(ArrivalRate { per_s: 50.0, users: None });
    let check = |retry_invalid: u32, degraded: usize, steps: usize| {
        let mut study = study(Steps::Fixed(vec![load; 2]), &[]);
        study.timing.retry_invalid = retry_invalid;
        let mut generator = Simulated { degraded, ..Simulated::with_capacity(1e6) };
        let run = run(&study, &mut generator, &Steering::default());
        assert_eq!((run.steps.len(), reason(&run)), (steps, &EndReason::Completed));
        let again = |note: &&NoteContent| {
            matches!(note, NoteContent::StepChosen { why: StepReason::Again(WindowProblem::Step { .. }), .. })
        };
        assert_eq!(decisions(&run).iter().filter(|note| again(note)).count(), steps - 2);
    };
    check(0, 2, 2);
    check(2, 1, 3);
    check(2, 2, 4);
    check(1, 9, 4);
}

#[test]
fn a_server_that_falls_behind_fails_without_a_requirement_that_says_so() {
    for (pool, part) in [(u32::MAX, "waiting_at_end: 0,"), (100, "busy_at_end: 100 ")] {
        let study = study(capacity(5_000.0), &["errors < 1 %"]);
        let mut generator = Simulated { pool, ..Simulated::with_capacity(330.0) };
        let run = run(&study, &mut generator, &Steering::default());
        assert_eq!(reason(&run), &EndReason::Converged, "{:#?}", decisions(&run));
        let decisions = format!("{:?}", decisions(&run));
        assert!(decisions.contains(part), "{decisions}");
    }
}

#[test]
fn the_ends_of_a_capacity_search_are_distinguished() {
    let always = study(capacity(200.0), &["p95 <= 250 ms"]);
    let buffered = run(&always, &mut Simulated::with_capacity(1e6), &Steering::default());
    assert_eq!(reason(&buffered), &EndReason::LoadExhausted);
    let never = study(capacity(200.0), &["p95 <= 1 ms"]);
    let failed = run(&never, &mut Simulated::with_capacity(1e6), &Steering::default());
    assert!(matches!(reason(&failed), EndReason::Impossible(SearchEnd::LowestFails(_))));
    let mut limited = Simulated { limit_per_s: 150.0, ..Simulated::with_capacity(1e6) };
    let limited_run = run(&always, &mut limited, &Steering::default());
    let EndReason::Inconclusive(why) = reason(&limited_run) else { panic!("{:?}", reason(&limited_run)) };
    let SearchEnd::Invalid(WindowProblem::Step { rate_per_s, problem }) = why else { panic!("{why:?}") };
    assert!(problem.is_generators() && *rate_per_s == Some(200.0), "{why:?}");
    assert_eq!(limited.rates, [50.0, 100.0, 200.0, 200.0]);
}

#[test]
fn a_window_that_was_ended_by_hand_is_made_again_and_noted() {
    let steering = Steering::default();
    let by_hand = steering.clone();
    let meanwhile = move |step: usize| {
        if step == 2 {
            assert!(by_hand.end_step());
        }
    };
    let study = study(capacity(200.0), &["p95 <= 250 ms"]);
    let mut generator = Simulated { meanwhile: Box::new(meanwhile), ..Simulated::with_capacity(1e6) };
    let run = run(&study, &mut generator, &steering);
    assert_eq!(generator.rates[..4], [50.0, 100.0, 100.0, 200.0]);
    assert_eq!(reason(&run), &EndReason::LoadExhausted);
    assert!(run.steps[1].cut_short && !run.steps[2].cut_short);
    let note = run.notes.iter().find(|note| note.kind == NoteKind::Warning).expect("a note");
    assert_eq!(note.content, NoteContent::StepEndedByHand);
}

#[test]
fn quitting_ends_the_run_in_order() {
    let steering = Steering::default();
    let by_hand = steering.clone();
    let meanwhile = move |step: usize| {
        if step == 2 {
            by_hand.quit();
        }
    };
    let mut generator = Simulated { meanwhile: Box::new(meanwhile), ..Simulated::with_capacity(1e6) };
    let run = run(&study(capacity(200.0), &["p95 <= 250 ms"]), &mut generator, &steering);
    assert_eq!((generator.rates.len(), reason(&run)), (2, &EndReason::Interrupted));
    assert!(run.notes.iter().any(|note| note.content == NoteContent::RunEndedByHand));
}

/// Failures that come at once are no answer either.
#[test]
fn a_server_that_only_refuses_is_not_reachable() {
    struct Refusing(Simulated);
    impl LoadGenerator for Refusing {
        fn perform(
            &mut self,
            load: &StepLoad<'_>,
            control: &Control,
            sink: &mut dyn FnMut(GeneratorEvent),
        ) -> Result<StepOutcome, GeneratorError> {
            self.0.perform(load, control, &mut |mut event| {
                if let GeneratorEvent::Second(second) = &mut event {
                    for interval in second.transactions.values_mut() {
                        for _ in 0..interval.requests {
                            interval.fail(ErrorKind::ConnectRefused, "", 20_000);
                        }
                    }
                }
                sink(event);
            })
        }
    }
    let study = study(capacity(200.0), &["p95 <= 250 ms"]);
    let run = run(&study, &mut Refusing(Simulated::with_capacity(1e6)), &Steering::default());
    let EndReason::Impossible(SearchEnd::LowestFails(rate)) = reason(&run) else {
        panic!("{:?}", reason(&run))
    };
    assert!(matches!(
        &rate.figures[..],
        [WindowFigure::Requirement {
            measured: MeasuredFigure::NothingSucceeded | MeasuredFigure::Percentile { .. },
            ..
        }]
    ));
}
