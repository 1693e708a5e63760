use super::decisions::Decisions;
use super::{CapacitySearch, CapacitySpec};
use crate::search::next::{Next, Observed, WindowAnswer};
use plimsoll_analysis::statistics::{Estimate, ratio_bounds, wilson};
use plimsoll_run::{
    MeasuredFigure, RateAnswer, SearchEnd, StepReason, UndecidedSearch, WindowFigure, WindowProblem,
};

/// Requests of a part of a window: how many were over, of how many.
type Batch = (u64, u64);

const BATCHES: u64 = 5;
const WINDOW_S: f64 = 30.0;
/// The requirement of all systems here: p95, so 5 % of the requests may be over the limit.
const ALLOWED: f64 = 0.05;

/// What a simulated system does with one window.
enum Window {
    Requests(Vec<Batch>),
    GeneratorLimited,
}

impl Window {
    /// All of its batches alike.
    fn even(over: u64, of: u64) -> Window {
        Window::Requests((0..BATCHES).map(|i| ((over + i) / BATCHES, (of + i) / BATCHES)).collect())
    }
}

/// How a search ended on a simulated system.
struct Ended {
    decisions: Decisions,
    next: Next,
    rates: Vec<f64>,
}

impl Ended {
    /// Highest rate that holds, lowest that fails.
    fn bracket(&self) -> (f64, f64) {
        let hold = self.decisions.highest_hold().map_or(0.0, |d| d.per_s);
        (hold, self.decisions.lowest_fail().map_or(f64::INFINITY, |d| d.per_s))
    }
}

/// Windows are judged by the rule of [`plimsoll_analysis::requirements`].
fn search(capacity: CapacitySpec, mut system: impl FnMut(f64) -> Window) -> Ended {
    let search = CapacitySearch::new(capacity);
    let mut history: Vec<Observed> = Vec::new();
    let mut valid: Vec<Vec<Batch>> = Vec::new();
    loop {
        let (decisions, next) = search.replay(&history);
        let Next::Probe { load, why, pooled } = next else {
            assert!(history.len() <= capacity.windows_max() as usize, "{} windows", history.len());
            let rates = history.iter().filter_map(|o| o.load.rate_per_s()).collect();
            return Ended { decisions, next, rates };
        };
        assert_ne!(why, StepReason::Given);
        let rate = load.rate_per_s().expect("a rate");
        assert!(rate >= capacity.min_per_s && rate <= capacity.max_per_s, "{rate}");
        let answer = match system(rate) {
            Window::GeneratorLimited => WindowAnswer::Invalid(WindowProblem::Interfered),
            Window::Requests(batches) => {
                valid.push(batches);
                judge(&valid[valid.len() - 1 - pooled as usize..])
            }
        };
        let throughput_per_s = Estimate { value: rate, bounds_95: None };
        history.push(Observed { load, throughput_per_s, answer: Some(answer) });
    }
}

fn judge(windows: &[Vec<Batch>]) -> WindowAnswer {
    let sum = |batches: &[Batch]| batches.iter().fold((0, 0), |sum, b| (sum.0 + b.0, sum.1 + b.1));
    let side = |low: f64, high: f64| i8::from(low > ALLOWED) - i8::from(high < ALLOWED);
    let of_sum = |batches: &[Batch]| {
        let (over, of) = sum(batches);
        let bounds = wilson(over, of);
        side(bounds.low, bounds.high)
    };
    let all = windows.concat();
    let ratios: Vec<(f64, f64)> = all.iter().map(|(over, of)| (*over as f64, *of as f64)).collect();
    let (whole, parts) = (of_sum(&all), ratio_bounds(&ratios, 1).expect("batches enough"));
    let contradicted = windows.iter().any(|window| of_sum(window) == -whole);
    let (over, of) = sum(&all);
    let share = wilson(over, of);
    let measured = MeasuredFigure::Percentile {
        measured_us: None,
        over_percent: 100.0 * over as f64 / of as f64,
        low_percent: 100.0 * share.low,
        high_percent: 100.0 * share.high,
    };
    let figures = vec![WindowFigure::Requirement { requirement: "r".to_owned(), measured }];
    match whole {
        _ if whole == 0 || side(parts.low, parts.high) != whole || contradicted => {
            WindowAnswer::Undecided(figures)
        }
        1 => WindowAnswer::Fails(figures),
        _ => WindowAnswer::Holds(figures),
    }
}

/// Batches of requests, each over with this probability.
fn over(random: &mut fastrand::Rng, of: u64, share: f64) -> Window {
    let mut batch = |i: u64| {
        let of = (of + i) / BATCHES;
        ((0..of).filter(|_| random.f64() < share).count() as u64, of)
    };
    Window::Requests((0..BATCHES).map(&mut batch).collect())
}

fn normal(random: &mut fastrand::Rng) -> f64 {
    let (u, v) = (1.0 - random.f64(), random.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Response times above 250 ms in an M/M/1 queue in its steady state: exp(−(μ − λ) t).
fn share_above(service_per_s: f64, rate_per_s: f64) -> f64 {
    (-(service_per_s - rate_per_s).max(0.0) * 0.25).exp()
}

/// The rate at which that is [`ALLOWED`].
fn true_capacity(service_per_s: f64) -> f64 {
    service_per_s + ALLOWED.ln() / 0.25
}

/// Of seeded searches: the answers must hold the truth in 95 %, and most must find one.
fn check_coverage(
    name: &str,
    capacity: CapacitySpec,
    truth: f64,
    seeds: u64,
    system: impl Fn(&mut fastrand::Rng, f64) -> Window,
) {
    let (mut found, mut right, mut windows, mut most) = (0, 0, 0, 0);
    for seed in 0..seeds {
        let mut random = fastrand::Rng::with_seed(seed);
        let ended = search(capacity, |rate| system(&mut random, rate));
        let (low, high) = ended.bracket();
        windows += ended.rates.len();
        most = most.max(ended.rates.len());
        if let Next::Converged(_) = ended.next {
            assert!(high / low <= (1.0 + capacity.precision).powi(2), "{name}: {low} to {high}");
            found += 1;
            right += u64::from(low <= truth && truth <= high);
        }
    }
    let mean = windows as f64 / seeds as f64;
    let reported =
        format!("{name}: {found} of {seeds} found, {right} right, {mean:.1} windows, {most} at most");
    assert!(found * 10 >= seeds * 8, "{reported}");
    assert!(right * 100 >= found * 95, "{reported}");
}

#[test]
fn the_answer_holds_the_true_capacity() {
    let truth = true_capacity(200.0);
    for start in [1.0, 50.0, 170.0, 5_000.0] {
        let name = format!("from {start}/s");
        check_coverage(&name, CapacitySpec::starting_at(start), truth, 60, |random, rate| {
            over(random, (rate * WINDOW_S) as u64, share_above(200.0, rate))
        });
    }
    let fine = CapacitySpec { precision: 0.02, ..CapacitySpec::starting_at(50.0) };
    check_coverage("2 %", fine, truth, 60, |random, rate| {
        over(random, (rate * WINDOW_S) as u64, share_above(200.0, rate))
    });
}

/// What a server manages differs from window to window by 1 % (standard deviation): more than the
/// interval of one window knows of.
#[test]
fn a_server_that_varies_from_window_to_window_is_found_all_the_same() {
    check_coverage("varies", CapacitySpec::starting_at(50.0), true_capacity(200.0), 200, |random, rate| {
        let service_per_s = 200.0 * (1.0 + 0.01 * normal(random));
        over(random, (rate * WINDOW_S) as u64, share_above(service_per_s, rate))
    });
}

/// One queue request by request (Lindley's recursion), in windows of a minute: response times that depend on
/// each other over several seconds.
#[test]
fn a_real_queue_is_found_although_its_response_times_depend_on_each_other() {
    check_coverage("queue", CapacitySpec::starting_at(50.0), true_capacity(200.0), 40, |random, rate| {
        let exponential = |random: &mut fastrand::Rng, per_s: f64| -(1.0 - random.f64()).ln() / per_s;
        let (mut wait_s, mut at_s) = (0.0_f64, -5.0);
        let mut batches = vec![(0, 0); BATCHES as usize];
        while at_s < 60.0 {
            let service_s = exponential(random, 200.0);
            if at_s >= 0.0 {
                let batch: &mut Batch = &mut batches[(at_s / 12.0) as usize];
                *batch = (batch.0 + u64::from(wait_s + service_s > 0.25), batch.1 + 1);
            }
            let gap_s = exponential(random, rate);
            wait_s = (wait_s + service_s - gap_s).max(0.0);
            at_s += gap_s;
        }
        Window::Requests(batches)
    });
}

#[test]
fn a_hard_capacity_is_found_without_a_repeat() {
    for truth in [0.5, 37.0, 100.0, 4_321.0] {
        let ended = search(CapacitySpec::starting_at(50.0), |rate| {
            let of = (rate * WINDOW_S * 20.0) as u64;
            Window::even(if rate > truth { of } else { 0 }, of)
        });
        let (low, high) = ended.bracket();
        assert!(matches!(ended.next, Next::Converged(_)), "{:?}", ended.next);
        assert!(low <= truth && truth < high && high / low <= 1.05, "{truth}: {low} to {high}");
        // The first, doublings or halvings, 4 bisections (2 of them with two windows), 3 to confirm, 1 for
        // the failing end.
        let doublings = (truth / 50.0_f64).log2().abs().floor() as usize + 1;
        assert!(ended.rates.len() <= 1 + doublings + 6 + 4, "{truth}: {:?}", ended.rates);
    }
}

#[test]
fn what_never_fails_is_at_least_the_highest_rate() {
    let capacity = CapacitySpec { max_per_s: 300.0, ..CapacitySpec::starting_at(50.0) };
    let ended = search(capacity, |rate| Window::even(0, (rate * WINDOW_S) as u64));
    assert_eq!(ended.rates, [50.0, 100.0, 200.0, 300.0, 300.0, 300.0, 300.0]);
    assert!(
        matches!(&ended.next, Next::Exhausted(SearchEnd::HighestHolds(rate)) if rate.rate_per_s == 300.0),
        "{:?}",
        ended.next
    );
}

#[test]
fn what_always_fails_is_not_reachable() {
    let capacity = CapacitySpec { min_per_s: 10.0, ..CapacitySpec::starting_at(50.0) };
    let ended = search(capacity, |_| Window::even(900, 1_000));
    assert_eq!(ended.rates, [50.0, 25.0, 12.5, 10.0, 10.0]);
    let Next::Impossible(SearchEnd::LowestFails(rate)) = &ended.next else { panic!("{:?}", ended.next) };
    assert_eq!((rate.rate_per_s, rate.answer), (10.0, RateAnswer::Fail));
    let [WindowFigure::Requirement { requirement, measured }] = &rate.figures[..] else {
        panic!("{:?}", rate.figures)
    };
    assert_eq!(requirement, "r");
    assert!(matches!(measured, MeasuredFigure::Percentile { over_percent: 90.0, .. }), "{measured:?}");
}

#[test]
fn a_generator_at_its_limit_gives_no_verdict() {
    let limited = |rate: f64| match rate {
        rate if rate > 300.0 => Window::GeneratorLimited,
        rate => Window::even(0, (rate * WINDOW_S) as u64),
    };
    let ended = search(CapacitySpec::starting_at(50.0), limited);
    assert_eq!(ended.rates, [50.0, 100.0, 200.0, 400.0, 400.0]);
    assert!(matches!(&ended.next, Next::Inconclusive(_)), "{:?}", ended.next);
    // Once is no limit: the window is made again.
    let mut first = true;
    let ended = search(CapacitySpec::starting_at(50.0), |rate| match std::mem::take(&mut first) {
        true => Window::GeneratorLimited,
        false => Window::even(if rate > 90.0 { 5_000 } else { 0 }, 10_000),
    });
    assert!(matches!(ended.next, Next::Converged(_)), "{:?}", ended.next);
    assert_eq!(ended.rates[..3], [50.0, 50.0, 100.0]);
}

#[test]
fn a_first_window_that_fails_for_a_passing_reason_does_not_cap_the_answer() {
    let mut windows = 0;
    let ended = search(CapacitySpec::starting_at(50.0), |rate| {
        windows += 1;
        let cold = windows == 1;
        Window::even(if cold || rate > 330.0 { 5_000 } else { 0 }, 10_000)
    });
    let (low, high) = ended.bracket();
    assert!(low <= 330.0 && 330.0 < high, "{low} to {high}");
    assert!(matches!(ended.next, Next::Converged(_)), "{:?}", ended.next);
}

#[test]
fn a_rate_that_met_only_once_is_given_up_for_a_lower_one() {
    // At first 200/s; after the tenth window the system manages only 150/s.
    let mut windows = 0;
    let ended = search(CapacitySpec::starting_at(50.0), |rate| {
        windows += 1;
        let truth = if windows <= 8 { 200.0 } else { 150.0 };
        Window::even(if rate > truth { 5_000 } else { 0 }, 10_000)
    });
    let (low, high) = ended.bracket();
    assert!(low <= 150.0 && 150.0 < high && high / low <= 1.05, "{low} to {high}");
}

#[test]
fn a_system_that_flaps_is_reported_from_one_that_is_known() {
    let mut windows = 0;
    let ended = search(CapacitySpec::starting_at(50.0), |_| {
        windows += 1;
        Window::even(if windows % 2 == 0 { 5_000 } else { 0 }, 10_000)
    });
    let Next::Inconclusive(SearchEnd::Undecided { why, .. }) = &ended.next else {
        panic!("{:?}", ended.next)
    };
    assert!(matches!(why, UndecidedSearch::Revised { .. }), "{why:?}");
}

#[test]
fn what_can_not_be_decided_is_not_claimed() {
    // 30 requests at each rate, a tenth of them over: 5 % are allowed, and the interval is 3 % to 26 %.
    let ended = search(CapacitySpec::starting_at(1.0), |_| Window::even(2, 30));
    assert!(matches!(ended.next, Next::Inconclusive(_)), "{:?}", ended.next);
    // Few requests, so that a wide band stays open; both ends of it are known.
    let mut random = fastrand::Rng::with_seed(1);
    let ended = search(CapacitySpec { precision: 0.02, ..CapacitySpec::starting_at(50.0) }, |rate| {
        over(&mut random, rate as u64, share_above(200.0, rate))
    });
    let (low, high) = ended.bracket();
    assert!(low < true_capacity(200.0) && true_capacity(200.0) < high, "{low} to {high}");
    assert!(format!("{:?}", ended.next).contains("answer: Hold"), "{:?}", ended.next);
}

#[test]
fn a_rate_with_too_few_requests_is_doubled_and_not_halved() {
    // Of 20 requests that are all in time, up to 17 % could be over; from 160/s on there are enough of them.
    let mut rates = Vec::new();
    let ended = search(CapacitySpec::starting_at(5.0), |rate| {
        rates.push(rate);
        Window::even(if rate > 500.0 { rate as u64 } else { 0 }, 4 * rate as u64)
    });
    assert!(rates.iter().all(|rate| *rate >= 5.0), "{rates:?}");
    let (low, high) = ended.bracket();
    assert!(low <= 500.0 && 500.0 < high && high / low <= 1.05, "{low} to {high}");
    // Between the highest that stays open and one that fails there may be some with enough of them.
    let ended = search(CapacitySpec::starting_at(5.0), |rate| {
        Window::even(if rate > 130.0 { rate as u64 } else { 0 }, rate as u64)
    });
    let (low, high) = ended.bracket();
    assert!(low <= 130.0 && 130.0 < high && high / low <= 1.05, "{low} to {high}: {:?}", ended.rates);
    assert!(ended.rates.iter().all(|rate| *rate >= 5.0), "{:?}", ended.rates);
    // Where higher ones fail, longer windows would decide it.
    let mut rates = Vec::new();
    let ended = search(CapacitySpec::starting_at(5.0), |rate| {
        rates.push(rate);
        Window::even(if rate > 15.0 { rate as u64 } else { 0 }, rate as u64)
    });
    let Next::Inconclusive(SearchEnd::Undecided { why, known }) = &ended.next else {
        panic!("{:?}", ended.next)
    };
    assert!(matches!(why, UndecidedSearch::AtLowest), "{why:?}");
    assert!(known.iter().any(|finding| finding.rate_per_s <= 40.0), "{known:?}");
    assert!(
        rates.iter().all(|rate| *rate >= 5.0) && rates.iter().any(|rate| *rate > 10.0 && *rate < 20.0),
        "{rates:?}"
    );
}

#[test]
fn a_rate_that_stays_open_above_one_with_too_few_requests_is_not_asked_again() {
    // At 10/s and 20/s an interval is open: of few requests none is over, of some more one is. From 40/s on it is decided.
    let ended = search(CapacitySpec::starting_at(10.0), |rate| {
        let over = if rate > 300.0 { rate as u64 } else { u64::from(rate > 15.0 && rate < 30.0) * 2 };
        Window::even(over, rate as u64)
    });
    let (low, high) = ended.bracket();
    assert!(low <= 300.0 && 300.0 < high && high / low <= 1.05, "{low} to {high}: {:?}", ended.rates);
    for rate in [10.0, 20.0] {
        let asked = ended.rates.iter().filter(|asked| **asked == rate).count();
        assert!(asked <= CapacitySpec::REPEATS_DEFAULT as usize, "{rate}: {:?}", ended.rates);
    }
}
