use super::*;

/// Users that rise by one a second to each level and stay there.
fn staircase(levels: &[(u32, usize)]) -> Vec<Option<u32>> {
    let mut users = Vec::new();
    let mut now = 0;
    for (level, seconds) in levels {
        while now != *level {
            now = if now < *level { now + 1 } else { now - 1 };
            users.push(Some(now));
        }
        users.extend(std::iter::repeat_n(Some(now), *seconds));
    }
    users
}

fn rates(per_second: impl IntoIterator<Item = u64>) -> Vec<SecondRate> {
    per_second
        .into_iter()
        .map(|requests| SecondRate {
            requests,
            busy_us: requests * 100_000,
            started: requests,
            ..SecondRate::default()
        })
        .collect()
}

fn windows(steps: &[LoadStep]) -> Vec<(u32, u32, u64, u64)> {
    let s = |us: u64| us / 1_000_000;
    steps
        .iter()
        .map(|step| (step.threads, step.nodes, s(step.measured_from_us), s(step.measured_to_us.unwrap_or(0))))
        .collect()
}

#[test]
fn steps_are_where_the_users_stand_still() {
    let users = staircase(&[(20, 60), (50, 60), (80, 60)]);
    let FoundSteps { steps, from, .. } = of_load(&users, 1, &rates(vec![10; users.len()]), "x.jtl");
    assert_eq!(from, StepsFrom::Users("x.jtl".to_owned()));
    assert_eq!(windows(&steps), [(20, 1, 19, 80), (50, 1, 108, 171), (80, 1, 198, 259)]);
    assert_eq!((steps[1].started_us, steps[1].ended_us), (80_000_000, Some(171_000_000)));
    let FoundSteps { steps, .. } = of_load(&users, 10, &rates(vec![10; users.len()]), "x.jtl");
    assert_eq!(steps.iter().map(|s| (s.threads, s.nodes)).collect::<Vec<_>>(), [(2, 10), (5, 10), (8, 10)]);
}

#[test]
fn a_plateau_has_its_own_users_and_not_those_of_the_ramps_end() {
    // From 0 to 100 in 300 s: its last six seconds are within 2 %.
    let mut users: Vec<Option<u32>> = (0..300).map(|second| Some(1 + second / 3)).collect();
    users.extend(std::iter::repeat_n(Some(100), 300));
    let FoundSteps { steps, .. } = of_load(&users, 1, &rates(vec![10; users.len()]), "x.jtl");
    assert_eq!(steps.iter().map(|step| step.threads).collect::<Vec<_>>(), [100]);
}

#[test]
fn steps_are_found_by_the_rate_where_users_are_unknown() {
    let noise = |n: u64| n * 7_919 % 11;
    let per_second = (0..300).map(|n| [100, 200, 300][n as usize / 100] + noise(n));
    let rates = rates(per_second);
    let FoundSteps { steps, from, .. } = of_load(&vec![None; 300], 1, &rates, "");
    assert_eq!(from, StepsFrom::Rate);
    let found = windows(&steps);
    assert_eq!(found.iter().map(|s| s.0).collect::<Vec<_>>(), [10, 21, 31], "{found:?}");
    assert!(found[1].2.abs_diff(100) <= 2 && found[1].3.abs_diff(200) <= 2, "{found:?}");
}

#[test]
fn users_that_change_in_too_short_a_time_are_no_load_that_stood() {
    let users: Vec<Option<u32>> = (0..10).map(|second| Some(1 + second / 3)).collect();
    let found = of_load(&users, 1, &rates(vec![9, 9, 9, 20, 20, 20, 30, 30, 30, 40]), "x.log");
    let from = StepsFrom::TooShort { users_of: "x.log".to_owned(), least: 1, most: 4 };
    assert_eq!((found.steps.len(), found.from), (1, from));
    let found = of_load(&[Some(4); 10], 1, &rates(vec![20; 10]), "x.log");
    assert!(!matches!(found.from, StepsFrom::TooShort { .. }), "{:?}", found.from);
}

#[test]
fn a_few_requests_now_and_then_are_one_step() {
    let rare = rates((0..3_000).map(|n| u64::from(n * 7_919 % 37 == 0)));
    assert_eq!(of_load(&[], 1, &rare, "").from, StepsFrom::WholeSeconds);
}

#[test]
fn what_does_not_change_is_one_step() {
    let found = of_load(&vec![Some(5); 100], 1, &rates(vec![10; 100]), "x");
    assert_eq!(
        (windows(&found.steps), found.from),
        (vec![(5, 1, 1, 99)], StepsFrom::OneLevel("x".to_owned()))
    );
    let found = of_load(&[None; 3], 1, &rates([1, 2, 1]), "x");
    assert_eq!((windows(&found.steps), found.from), (vec![(1, 1, 0, 3)], StepsFrom::Whole));
    assert_eq!(windows(&of_load(&[], 0, &[], "x").steps), [(1, 1, 0, 0)]);
}

#[test]
fn a_ramp_without_a_rest_is_cut_into_stretches_that_hold_all_of_it() {
    let users: Vec<Option<u32>> = (0..100).map(|second| Some(second / 2 + 1)).collect();
    let found = of_load(&users, 1, &rates(vec![10; 100]), "x");
    assert_eq!(found.from, StepsFrom::Ramp("x".to_owned()));
    assert_eq!(found.design, Design::Ramp { users_min: 1, users_max: 50 });
    let windows = windows(&found.steps);
    assert_eq!((windows.len(), windows[0], windows[9]), (10, (3, 1, 0, 10), (48, 1, 90, 100)));
    // A short rest in it changes nothing: most requests were sent while the load moved.
    let rest: Vec<Option<u32>> =
        (0..60).map(|n| Some(n + 1)).chain(std::iter::repeat_n(Some(61), 15)).collect();
    assert!(matches!(of_load(&rest, 1, &rates(vec![10; 75]), "x").design, Design::Ramp { .. }));
}

#[test]
fn steps_of_ten_seconds_are_found_though_users_come_in_one_of_them() {
    let users = staircase(&[(4, 10), (5, 9), (6, 9), (7, 9)]);
    let found = of_load(&users, 1, &rates(vec![40; users.len()]), "x");
    let threads: Vec<u32> = found.steps.iter().map(|step| step.threads).collect();
    assert_eq!(threads, [4, 5, 6, 7], "{:?}", windows(&found.steps));
}

#[test]
fn threads_that_hang_with_hardly_a_request_are_no_step() {
    let users = staircase(&[(4, 60), (20, 60), (9, 120)]);
    let per_second = (0..users.len()).map(|second| if second < users.len() - 120 { 20 } else { 0 });
    let found = of_load(&users, 1, &rates(per_second), "x");
    assert_eq!(found.steps.iter().map(|step| step.threads).collect::<Vec<_>>(), [4, 20]);
    let is_nine = matches!(found.left_out[0], ImportNote::TooFewOfUsers { users: 9, .. });
    assert!(is_nine, "{:?}", found.left_out);
}

#[test]
fn a_level_of_few_requests_within_a_step_is_not_said_to_be_none() {
    // A ramp that rests on its way, with three requests a second.
    let users = staircase(&[(20, 12), (60, 0)]);
    let per_second = (0..users.len()).map(|second| if (19..32).contains(&second) { 3 } else { 30 });
    let found = of_load(&users, 1, &rates(per_second), "x");
    assert_eq!((found.from, found.left_out), (StepsFrom::Ramp("x".to_owned()), Vec::new()));
}

#[test]
fn users_who_leave_slowly_at_the_end_are_no_levels() {
    let mut users = vec![Some(60); 300];
    users.extend((0..60).flat_map(|gone| std::iter::repeat_n(Some(59 - gone), 5)));
    let found = of_load(&users, 1, &rates(vec![30; users.len()]), "x");
    assert_eq!(found.steps.iter().map(|step| step.threads).collect::<Vec<_>>(), [60]);
}

#[test]
fn arrivals_of_which_none_is_answered_for_a_while_are_no_pause() {
    // Of 100/s those of 15 s are answered 30 s later.
    let mut rates = rates(vec![100; 120]);
    for second in 45..60 {
        (rates[second].requests, rates[second].busy_us) = (0, 0);
        let (late, busy_us) = (&mut rates[second + 30], 100 * 30_000_000);
        (late.requests, late.busy_us) = (late.requests + 100, late.busy_us + busy_us);
    }
    let found = of_load(&vec![None; 120], 1, &rates, "");
    assert_eq!((windows(&found.steps).len(), found.from), (1, StepsFrom::WholeSeconds));
}

#[test]
fn a_slow_ramp_of_many_users_is_a_ramp_and_its_parts_share_no_second() {
    // A user more every 5 s: of fifty and more each level is within the tolerance of its neighbours.
    let users: Vec<Option<u32>> = (0..300).map(|second| Some(second / 5 + 1)).collect();
    let found = of_load(&users, 1, &rates(vec![60; 300]), "x");
    assert!(matches!(found.design, Design::Ramp { .. }), "{:?}", found.from);
    // Levels a little apart, each long enough.
    let users = staircase(&[(50, 30), (52, 30), (54, 30), (56, 30)]);
    let found = windows(&of_load(&users, 1, &rates(vec![60; users.len()]), "x").steps);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(found.is_sorted_by(|one, next| one.3 <= next.2), "{found:?}");
}

proptest::proptest! {
    #[test]
    fn no_second_is_in_two_steps(levels in proptest::collection::vec((1u32..200, 1usize..40), 1..12)) {
        let users = staircase(&levels);
        let found = windows(&of_load(&users, 1, &rates(vec![60; users.len()]), "x").steps);
        proptest::prop_assert!(found.is_sorted_by(|one, next| one.3 <= next.2), "{:?}", found);
    }
}

fn busy(parts: &[(u64, u64, usize)]) -> Vec<SecondRate> {
    let second = |(requests, busy_us, _): &(u64, u64, usize)| SecondRate {
        requests: *requests,
        busy_us: *busy_us,
        started: *requests,
        ..SecondRate::default()
    };
    parts.iter().flat_map(|part| std::iter::repeat_n(second(part), part.2)).collect()
}

fn known(rates: &[SecondRate], users: u32) -> Vec<Option<u32>> {
    rates.iter().map(|rate| (rate.requests > 0).then_some(users)).collect()
}

#[test]
fn a_step_ends_when_the_last_request_began_unless_all_users_wait() {
    // In a hundred seconds requests begin; those that time out end in the ten seconds after it.
    let with = |late: u64| {
        let mut all = rates(vec![60; 100]);
        all.extend((0..10).map(|n| SecondRate {
            requests: late / 10 + u64::from(n < late % 10),
            busy_us: 10_000_000,
            started: 0,
            ..SecondRate::default()
        }));
        all
    };
    let found = |late: u64| {
        let rates = with(late);
        of_load(&vec![Some(100); rates.len()], 1, &rates, "x")
    };
    let stopped = found(24);
    assert_eq!(windows(&stopped.steps), [(100, 1, 1, 100)]);
    // In the second after the last one that is whole.
    assert_eq!(stopped.left_out.len(), 1, "{:?}", stopped.left_out);
    assert!(
        matches!(stopped.left_out[0], ImportNote::EndedLate { second: 101, .. }),
        "{:?}",
        stopped.left_out
    );
    let hangs = found(100);
    assert_eq!((windows(&hangs.steps)[0].3, hangs.left_out.len()), (109, 0), "{:?}", hangs.left_out);
    assert_eq!(found(0).left_out, []);
}

#[test]
fn a_step_ends_when_users_have_ended_and_not_with_the_last_request_that_hung() {
    // Three requests hang for two minutes.
    let rates = busy(&[(130, 6_500_000, 120), (0, 0, 119), (3, 360_000_000, 1)]);
    let found = of_load(&known(&rates, 20), 1, &rates, "x");
    assert_eq!(windows(&found.steps), [(20, 1, 1, 119)]);
    // They are counted with it, outside its window.
    assert_eq!(found.steps[0].ended_us, Some(240_000_000));
    assert_eq!(found.left_out, [ImportNote::TooFewApart { from_s: 239, to_s: 240, requests: 3 }]);
}

#[test]
fn a_system_that_stalls_ends_no_step() {
    let rates = busy(&[(130, 6_500_000, 60), (0, 0, 30), (20, 600_000_000, 1), (130, 6_500_000, 60)]);
    let found = of_load(&known(&rates, 20), 1, &rates, "x");
    assert_eq!((windows(&found.steps), found.left_out.len()), (vec![(20, 1, 1, 150)], 0));
    // Nothing is known of users.
    let found = of_load(&vec![None; rates.len()], 1, &rates, "x");
    assert!(!matches!(found.from, StepsFrom::Parts(_)), "{:?}", found.from);
}

#[test]
fn separate_tests_are_steps_of_their_own_however_far_apart() {
    for pause in [60, 1_200, 260_000] {
        let rates = busy(&[(170, 8_000_000, 60), (0, 0, pause), (170, 8_000_000, 60)]);
        for users in [known(&rates, 10), vec![None; rates.len()]] {
            let found = of_load(&users, 1, &rates, "x");
            assert_eq!(found.from, StepsFrom::Parts(2));
            let seconds: Vec<u64> = windows(&found.steps).iter().map(|step| step.3 - step.2).collect();
            assert_eq!(seconds, [58, 58], "{pause} s: {:?}", found.steps);
        }
    }
}

#[test]
fn users_who_pause_for_long_are_no_separate_tests() {
    let rates: Vec<SecondRate> = (0..600)
        .map(|second| SecondRate {
            requests: u64::from(second % 20 == 0),
            busy_us: 50_000,
            started: u64::from(second % 20 == 0),
            ..SecondRate::default()
        })
        .collect();
    assert_eq!(of_load(&known(&rates, 1), 1, &rates, "x").from, StepsFrom::WholeSeconds);
}

#[test]
fn users_who_send_all_at_once_and_pause_are_one_load() {
    // Pacing of a minute: two seconds of requests, or one of them longer than the others.
    for longer in [2, 12] {
        let bursts: Vec<(u64, u64, usize)> = (0..10)
            .flat_map(|burst| [(60, 3_000_000, if burst == 5 { longer } else { 2 }), (0, 0, 58)])
            .collect();
        let rates = busy(&bursts);
        let found = of_load(&known(&rates, 60), 1, &rates, "x");
        assert_eq!((found.steps.len(), found.left_out.len()), (1, 0), "{:?}", found.from);
        assert!(!matches!(found.from, StepsFrom::Parts(_)), "{:?}", found.from);
    }
}

/// Users of an open load: as many arrive per second and stay for some seconds.
fn open(levels: &[(f64, usize)], stay_s: f64) -> Vec<Option<u32>> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut leave: Vec<f64> = Vec::new();
    let mut users = Vec::new();
    let per_second = levels.iter().flat_map(|(rate, seconds)| std::iter::repeat_n(*rate, *seconds));
    for (second, rate) in per_second.enumerate() {
        let mut at = 0.0;
        loop {
            at -= random.f64().max(1e-12).ln() / rate;
            if at >= 1.0 {
                break;
            }
            leave.push(second as f64 + at - random.f64().max(1e-12).ln() * stay_s);
        }
        leave.retain(|at| *at > second as f64 + 1.0);
        users.push(Some(leave.len() as u32));
    }
    users
}

#[test]
fn users_who_come_and_go_at_one_rate_are_no_ramp() {
    for (rate, stay_s, mean) in [(10.0, 13.0, 130), (100.0, 0.03, 3), (2.0, 5.0, 10)] {
        let users = open(&[(rate, 600)], stay_s);
        let found = of_load(&users, 1, &rates(vec![50; 600]), "x.log");
        assert_eq!(found.from, StepsFrom::Fluctuating("x.log".to_owned()), "{rate}/s");
        assert_eq!(
            (found.steps.len(), found.design),
            (1, Design::Single),
            "{rate}/s: {:?}",
            windows(&found.steps)
        );
        assert!(
            found.steps[0].users().abs_diff(mean) <= mean / 5 + 1,
            "{rate}/s: {:?}",
            windows(&found.steps)
        );
    }
    let users = open(&[(10.0, 300), (20.0, 300), (40.0, 300)], 5.0);
    let per_second = [10, 20, 40].into_iter().flat_map(|rate| std::iter::repeat_n(rate, 300));
    let found = of_load(&users, 1, &rates(per_second), "x.log");
    let steps = windows(&found.steps);
    assert_eq!((steps.len(), found.from), (3, StepsFrom::Arrivals("x.log".to_owned())), "{steps:?}");
    assert!(steps[1].2.abs_diff(300) <= 15 && steps[2].2.abs_diff(600) <= 15, "{steps:?}");
    // A rate that rises all the time is a ramp.
    let rising: Vec<(f64, usize)> = (1..=60).map(|n| (f64::from(n), 10)).collect();
    let found = of_load(&open(&rising, 5.0), 1, &rates(vec![50; 600]), "x.log");
    assert_eq!(found.from, StepsFrom::Ramp("x.log".to_owned()), "{:?}", windows(&found.steps));
}

#[test]
fn users_who_are_more_because_answers_take_longer_are_no_other_load() {
    // As many come, and stay five times as long from the middle on.
    let mut users = open(&[(20.0, 300)], 1.0);
    users.extend(open(&[(20.0, 300)], 5.0));
    let found = of_load(&users, 1, &rates(vec![80; 600]), "x.log");
    assert_eq!(found.steps.len(), 1, "{:?}", windows(&found.steps));
    let is_joined = |note: &ImportNote| matches!(note, ImportNote::LevelsJoined { .. });
    assert!(found.left_out.iter().any(is_joined), "{:?}", found.left_out);
    // Twice as many come.
    let per_second = [80, 160].into_iter().flat_map(|rate| std::iter::repeat_n(rate, 300));
    let users = open(&[(20.0, 300), (40.0, 300)], 2.0);
    assert_eq!(of_load(&users, 1, &rates(per_second), "x.log").steps.len(), 2);
    // A number of users that is set: who leaves is replaced, in the same second but for a few.
    let set = |users: u32| (0..300).map(move |second| Some(if second % 3 == 0 { users - 1 } else { users }));
    let users: Vec<Option<u32>> = set(10).chain(set(20)).collect();
    assert_eq!(of_load(&users, 1, &rates(vec![80; 600]), "x.log").steps.len(), 2);
}

#[test]
fn one_step_is_the_whole_only_if_all_of_it_is_measured() {
    let check = |per_second: Vec<u64>, expected: (u64, u64), from: StepsFrom| {
        let length = per_second.len();
        let found = of_load(&vec![None; length], 1, &rates(per_second), "");
        let window = (windows(&found.steps)[0].2, windows(&found.steps)[0].3);
        assert_eq!((window, &found.from), (expected, &from));
        assert_eq!(found.from == StepsFrom::Whole, expected == (0, length as u64), "{:?}", found.from);
    };
    check(vec![20; 8], (0, 8), StepsFrom::Whole);
    check(vec![20; 100], (1, 99), StepsFrom::WholeSeconds);
    // A ramp before it that is too short for a step.
    let ramp: Vec<u64> = (0..14).map(|_| 2).chain((0..100).map(|_| 40)).collect();
    check(ramp, (14, 113), StepsFrom::OneRate);
}

#[test]
fn a_load_that_ends_within_a_second_is_measured_to_there() {
    let with = |length: usize, start: Option<u32>, end: Option<u32>| {
        let mut all = rates(vec![20; length]);
        if let (Some(first), true) = (all.first_mut(), length > 0) {
            first.first_start_us = start;
        }
        all[length - 1].last_end_us = end;
        all
    };
    let check = |rates: &[SecondRate], users: Option<u32>, expected: (u64, u64)| {
        let step = &of_load(&vec![users; rates.len()], 1, rates, "x").steps[0];
        assert_eq!((step.measured_from_us, step.measured_to_us), (expected.0, Some(expected.1)));
        // Nothing of it is before the window, nor after it.
        let is_whole = step.started_us == step.measured_from_us && step.ended_us == step.measured_to_us;
        assert_eq!(is_whole, expected.0 != 1_000_000, "{step:?}");
    };
    for users in [None, Some(4)] {
        check(&with(8, Some(516_000), Some(540_000)), users, (516_000, 7_540_000));
        check(&with(8, Some(3_000), Some(995_000)), users, (0, 8_000_000));
        // Where either is not known the other one is no measure.
        check(&with(8, None, Some(540_000)), users, (0, 8_000_000));
        check(&with(8, Some(516_000), None), users, (0, 8_000_000));
        // Of a part of a second there is no rate.
        check(&with(2, Some(900_000), Some(100_000)), users, (900_000, 1_900_000));
        check(&with(1, Some(200_000), Some(700_000)), users, (0, 1_000_000));
        check(&with(20, Some(900_000), Some(100_000)), users, (900_000, 19_100_000));
        check(&with(20, Some(900_000), None), users, (1_000_000, 19_000_000));
        // Of long loads the first and the last second are not measured.
        check(&with(60, Some(516_000), Some(540_000)), users, (1_000_000, 59_000_000));
    }
    // Requests at work on average are those of the time that it lasted: 8 × 2 s in 7.024 s.
    assert_eq!(of_load(&[], 1, &with(8, Some(516_000), Some(540_000)), "").steps[0].threads, 2);
    let rising: Vec<Option<u32>> = (0..100).map(|second| Some(second / 2 + 1)).collect();
    let steps = of_load(&rising, 1, &with(100, Some(200_000), Some(300_000)), "x").steps;
    let ends = |step: &LoadStep| (step.started_us, step.measured_from_us, step.measured_to_us, step.ended_us);
    assert_eq!(ends(&steps[0]), (200_000, 200_000, Some(10_000_000), Some(10_000_000)));
    assert_eq!(ends(&steps[9]), (90_000_000, 90_000_000, Some(99_300_000), Some(99_300_000)));
}

#[test]
fn parts_begin_and_end_within_a_second_too() {
    let mut rates = busy(&[(170, 8_000_000, 10), (0, 0, 300), (170, 8_000_000, 10)]);
    for first in [0, 310] {
        rates[first].first_start_us = Some(400_000);
        rates[first + 9].last_end_us = Some(700_000);
    }
    let steps = of_load(&known(&rates, 10), 1, &rates, "x").steps;
    let ends = |step: &LoadStep| (step.started_us, step.measured_from_us, step.measured_to_us, step.ended_us);
    assert_eq!(ends(&steps[0]), (400_000, 400_000, Some(9_700_000), Some(9_700_000)));
    assert_eq!(ends(&steps[1]), (310_400_000, 310_400_000, Some(319_700_000), Some(319_700_000)));
}

/// Numbers that vary as those of arrivals at random do, the same in each run of the test.
fn varied(mean: f64, n: u64) -> u64 {
    let unit = |salt: u64| ((n * 7_919 + salt * 104_729) % 1_009) as f64 / 1_009.0 - 0.5;
    // Twelve of variance 1/12 have the variance 1.
    let normal: f64 = (0..12).map(unit).sum();
    (mean + normal * mean.sqrt()).round().max(0.0) as u64
}

#[test]
fn arrivals_that_have_levels_are_steps_though_users_only_follow() {
    // Rates of 20, 40 and 60 a second; at the last one the system falls behind and users pile up.
    let per_second: Vec<u64> = (0..180).map(|n| varied([20.0, 40.0, 60.0][n as usize / 60], n)).collect();
    let users: Vec<Option<u32>> = (0..180)
        .map(|n: u32| match n / 60 {
            level @ 0..2 => Some(1 + level * 3 + n * 7_919 % 5),
            _ => Some(8 + (n - 120) * 10),
        })
        .collect();
    let found = of_load(&users, 1, &rates(per_second), "x");
    assert_eq!(found.from, StepsFrom::Arrivals("x".to_owned()));
    let found = windows(&found.steps);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[1].2.abs_diff(60) <= 2 && found[1].3.abs_diff(120) <= 2, "{found:?}");
}

#[test]
fn users_that_only_come_are_a_ramp_also_where_the_rate_has_levels() {
    let per_second: Vec<u64> = (0..180).map(|n| varied([20.0, 40.0, 60.0][n as usize / 60], n)).collect();
    let users: Vec<Option<u32>> = (0..180).map(|n: u32| Some(1 + n / 3)).collect();
    assert_eq!(of_load(&users, 1, &rates(per_second), "x").from, StepsFrom::Ramp("x".to_owned()));
}
