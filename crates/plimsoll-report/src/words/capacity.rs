//! Capacity: the figure, what it is called, and by what it is shown.

use super::claims::answer_sizes::others_in;
use super::claims::rising_response_times;
use super::{Words, args, detectors, load, notes, search};
use plimsoll_analysis::capacity::{Scatter, SlowerService};
use plimsoll_analysis::step::Growth;
use plimsoll_analysis::{BoundReason, Capacity, Gain, OperatingPoint, RunAnalysis};

/// The figure alone, for the verdict box: `≥ 112.0/s`.
pub fn figure(words: &Words, capacity: &Capacity) -> String {
    let rate = |best: &OperatingPoint| words.per_s(best.throughput_per_s.value);
    match capacity {
        Capacity::BelowAsked { best, pool_may_limit: true, .. } | Capacity::LowerBound { best, .. } => {
            let rate = best.surely_per_s().map_or_else(|| rate(best), |low| words.per_s(low));
            words.say("capacity-figure-at-least", args![rate])
        }
        Capacity::Maximum { best, .. }
        | Capacity::BelowAsked { best, .. }
        | Capacity::Refused { best, .. }
        | Capacity::OneLoad { best, .. } => rate(best),
        Capacity::Rate(search) => search::figure(words, search),
        Capacity::Ramp { highest, .. } => rate(highest),
        Capacity::TooLittle { .. } | Capacity::Rising { .. } | Capacity::Unknown => {
            words.text("capacity-figure-unknown")
        }
    }
}

fn below_asked_by_system(words: &Words, best: &OperatingPoint, slowed: &SlowerService) -> String {
    let (full, free) = (words.time(slowed.full_us), words.time(slowed.free_us));
    let throughput = words.per_s_with_bounds(&best.throughput_per_s);
    let (place, step) = (place(words, best), words.step(slowed.step));
    words.say("capacity-below-asked-system", args![throughput, place, full, free, step])
}

/// Beside the figure, where more load found fewer servers.
pub fn until_lost(words: &Words, capacity: &Capacity) -> Option<String> {
    let lost = matches!(capacity, Capacity::Maximum { shown_by: Gain { servers: Some(_), .. }, .. });
    lost.then(|| words.text("capacity-until-lost"))
}

/// What the figure is called.
pub fn kind(words: &Words, capacity: &Capacity) -> String {
    words.text(match capacity {
        Capacity::Maximum { shown_by: Gain { servers: Some(_), .. }, .. } => "capacity-kind-until-lost",
        Capacity::Maximum { .. }
        | Capacity::Refused { .. }
        | Capacity::BelowAsked { pool_may_limit: false, .. } => "capacity-kind-maximum",
        Capacity::LowerBound { .. } | Capacity::BelowAsked { pool_may_limit: true, .. } => {
            "capacity-kind-lower-bound"
        }
        Capacity::OneLoad { .. } => "capacity-kind-one-load",
        Capacity::Rate(found) => search::kind(found),
        Capacity::Ramp { .. } => "capacity-kind-ramp",
        Capacity::TooLittle { .. } => "capacity-kind-too-little",
        Capacity::Rising { .. } => "capacity-kind-rising",
        Capacity::Unknown => "capacity-kind",
    })
}

/// With what of it failed, where that is more than a few requests.
pub fn of_run(words: &Words, run: &RunAnalysis) -> String {
    if run.capacity == Capacity::Unknown
        && !run.steps.is_empty()
        && !run.steps.iter().any(|row| row.is_valid())
    {
        return words.text("capacity-unknown-invalid");
    }
    let sentence = sentence(words, &run.capacity);
    let best = run.capacity.best().filter(|_| !matches!(run.capacity, Capacity::Refused { .. }));
    let row = best.and_then(|best| run.step(best.step));
    let failing = row.filter(|row| row.errors_percent >= FAILING_PERCENT).map(|row| {
        let share = words.with_percent_sign(words.percent(row.errors_percent));
        words.say("capacity-with-failures", args![step = row.number.to_string(), share])
    });
    let others = row.and_then(|row| others_in(run, row.number).map(|of| (row, of))).map(|(row, of)| {
        let id = if of.within_step { "capacity-other-answers-within" } else { "capacity-other-answers" };
        words.say(id, args![step = row.number.to_string()])
    });
    std::iter::once(sentence).chain(failing).chain(others).collect::<Vec<_>>().join(" ")
}

/// Of the requests at the load that a capacity is claimed at.
const FAILING_PERCENT: f64 = 1.0;

fn sentence(words: &Words, capacity: &Capacity) -> String {
    let throughput = |best: &OperatingPoint| words.per_s_with_bounds(&best.throughput_per_s);
    let reached = |id: &str, best: &OperatingPoint| {
        words.say(id, args![throughput = throughput(best), place = place(words, best)])
    };
    let because = |id: &str, best: &OperatingPoint, why: String| {
        words.say(id, args![throughput = throughput(best), place = place(words, best), why])
    };
    match capacity {
        Capacity::Maximum { best, shown_by, reached_from } => {
            let is_until_lost = shown_by.servers.is_some();
            let id = if is_until_lost { "capacity-maximum-until-lost" } else { "capacity-maximum" };
            let said = because(id, best, self::shown_by(words, best, shown_by));
            let from = reached_from.as_ref().map(|from| reached("capacity-reached-from", from));
            [Some(said), from].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Capacity::BelowAsked { best, pool_may_limit, slowed, is_of_finished, .. } => {
            let said = match slowed {
                Some(slowed) => below_asked_by_system(words, best, slowed),
                None if *pool_may_limit => reached("capacity-below-asked-pool", best),
                None => reached("capacity-below-asked", best),
            };
            let unfinished = is_of_finished.then(|| words.text("capacity-unfinished"));
            [Some(said), unfinished].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        Capacity::Refused { best, failed_percent, failed_percent_below } => words.say(
            "capacity-refused",
            args![
                throughput = throughput(best),
                place = place(words, best),
                failed = words.with_percent_sign(words.percent(*failed_percent)),
                below = words.with_percent_sign(words.percent(*failed_percent_below))
            ],
        ),
        Capacity::LowerBound { best, reason } => {
            let why = reason_at(words, reason, best.nodes);
            match best.surely_per_s() {
                Some(low) => words.say(
                    "capacity-lower-bound-wide",
                    args![
                        throughput = throughput(best),
                        place = place(words, best),
                        low = words.per_s(low),
                        why
                    ],
                ),
                None => because("capacity-lower-bound", best, why),
            }
        }
        Capacity::OneLoad { best, differs } => {
            let said = match best.rate_per_s {
                Some(rate) => {
                    let rate = load::asked(words, rate);
                    words.say("capacity-one-rate", args![throughput = throughput(best), rate])
                }
                None => {
                    let with = load::with(words, &best.load());
                    words.say("capacity-one-load", args![throughput = throughput(best), with])
                }
            };
            match differs {
                Some(why) => words.say("capacity-one-load-differs", args![said, why = reason(words, why)]),
                None => said,
            }
        }
        Capacity::Rate(found) => search::sentence(words, found),
        Capacity::Ramp { highest, users_min, users_max } => {
            let users = load::load(words, &highest.load());
            let place = format!("{} ({users})", highest.step);
            let throughput = throughput(highest);
            words.say("capacity-ramp", args![from = *users_min, to = *users_max, throughput, place])
        }
        Capacity::TooLittle { highest, succeeded, measured_s, needed, steps } => {
            let long = words.length((measured_s * *needed as f64 / (*succeeded).max(1) as f64).ceil());
            words.say(
                "capacity-too-little",
                args![
                    steps = words.say("capacity-steps", args![n = *steps]),
                    throughput = throughput(highest),
                    place = place(words, highest),
                    succeeded = *succeeded,
                    measured = words.length(*measured_s),
                    needed = *needed,
                    long
                ],
            )
        }
        Capacity::Rising { highest, of } => {
            let (throughput, place) = (throughput(highest), place(words, highest));
            if of.of_steps == 1 {
                return words.say("capacity-rising-in-one", args![throughput, place]);
            }
            let how_many = rising_response_times::how_many(words, of);
            words.say("capacity-rising", args![how_many, throughput, place])
        }
        // Of a run that is spoken of by itself.
        Capacity::Unknown if words.knows_no_step() => words.text("capacity-unknown-no-steps"),
        Capacity::Unknown => words.text("capacity-unknown"),
    }
}

/// `step 9 with 72 users (8 threads × 9 nodes)`, and of how many steps it is the mean.
pub fn place(words: &Words, point: &OperatingPoint) -> String {
    let place = step_place(words, point);
    match point.of_steps {
        0 | 1 => place,
        n => words.say("capacity-place-mean", args![place, n]),
    }
}

fn step_place(words: &Words, point: &OperatingPoint) -> String {
    let step = point.step;
    if let Some(rate) = point.rate_per_s {
        return words.say("capacity-place-rate", args![step, rate = load::asked(words, rate)]);
    }
    let users = load::load(words, &point.load());
    if point.nodes > 1 && point.mean_users.is_none() {
        let threads = words.say("load-threads", args![n = point.threads]);
        words.say("capacity-place-nodes", args![step, users, threads, nodes = point.nodes])
    } else {
        words.say("capacity-place", args![step, users])
    }
}

/// As [`reason`], where it is known how many nodes the last step had: a climb with several raised them last.
fn reason_at(words: &Words, reason: &BoundReason, nodes: u32) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } if nodes > 1 => {
            grew(words, growth, "capacity-no-node-left")
        }
        other => self::reason(words, other),
    }
}

/// Completes "the maximum was not found: …".
pub fn reason(words: &Words, reason: &BoundReason) -> String {
    match reason {
        BoundReason::LoadExhausted { growth: Some(growth) } => {
            grew(words, growth, "capacity-no-load-left-growing")
        }
        BoundReason::LoadExhausted { growth: None } => words.text("capacity-no-load-left"),
        BoundReason::StillGrowing { gain } if gain.highest_tried => {
            let (step, base, change) = (gain.step, gain.base_step, change(words, gain));
            let said = words.say("capacity-highest-still-grew", args![step, change, base]);
            [Some(said), of_steps(words, gain)].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        BoundReason::StillGrowing { gain } => {
            let change = words.change(gain.percent.value, 1);
            brought(words, "capacity-brought", gain, change)
        }
        BoundReason::GainUncertain { gain } => {
            let shown = words.gain(gain.percent.value);
            let (step, goal) = (gain.step, words.whole_percent(gain.goal_percent));
            let gained = with_bounds(words, gain, shown);
            let said = words.say("capacity-gain-uncertain", args![step, gain = gained, goal]);
            [Some(said), of_steps(words, gain)].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        BoundReason::FallsFromLowest { gain } => {
            let (step, fall) = (gain.step, change(words, gain));
            words.say("capacity-falls-from-lowest", args![step, fall])
        }
        BoundReason::RepeatsDiffer { first_step, first_per_s, last_step, last_per_s } => {
            let (first, last) = (words.per_s(*first_per_s), words.per_s(*last_per_s));
            let (step, later) = (*first_step, *last_step);
            words.say("capacity-repeats-differ", args![step, first, later, last])
        }
        BoundReason::ChangedBetween { change } => {
            let times = words.significant(change.after_us / change.before_us, 2);
            let (from, to) = (words.step(change.before_step), words.step(change.after_step));
            words.say("capacity-changed-between", args![from, to, times])
        }
        BoundReason::TransactionSaturated { of } => {
            let named: Vec<String> = of.transactions.iter().map(|of| of.transaction.clone()).collect();
            let (n, transactions) = (named.len(), words.listed(&named));
            let (from, to) = (of.from_step, of.to_step);
            words.say("capacity-transaction-saturated", args![n, transactions, from, to])
        }
        BoundReason::MixesDiffer { of } => {
            let share = words.with_percent_sign(words.significant(of.percent, 2));
            words.say("capacity-mixes-differ", args![step = of.step, other = of.other_step, share])
        }
        BoundReason::SlowedDown { step, slowed } => words.say(
            if slowed.is_gradual { "capacity-slowed-down-gradual" } else { "capacity-slowed-down" },
            args![
                step = *step,
                first = words.per_s(slowed.first_per_s),
                later = words.per_s(slowed.later_per_s),
                after = words.length(f64::from(slowed.after_s)),
                from = words.length(slowed.from_s)
            ],
        ),
        BoundReason::UsersStuck { step, stuck } => words.say(
            "capacity-users-stuck",
            args![
                step = *step,
                users = words.count(u64::from(stuck.users)),
                of = load::short(words, stuck.of_users, 3),
                longest = words.time(stuck.longest_us as f64)
            ],
        ),
        BoundReason::UsersIdle { idle } => words.say(
            "capacity-users-idle",
            args![
                from = idle.from_step,
                to = idle.to_step,
                response_from = words.time(idle.response_from_us),
                response_to = words.time(idle.response_to_us),
                between_from = words.time(idle.between_from_us),
                between_to = words.time(idle.between_to_us)
            ],
        ),
        BoundReason::HigherStepsInvalid { steps } => {
            words.say("capacity-higher-invalid", args![n = steps.len(), steps = words.steps(steps)])
        }
        BoundReason::Interrupted => words.text("capacity-interrupted"),
        BoundReason::LoadUnknown => words.text("capacity-load-unknown"),
        BoundReason::CutOff => words.text("capacity-cut-off"),
        BoundReason::StoppedByPlan => words.text("capacity-stopped-by-plan"),
        BoundReason::Impossible { why } => {
            words.say("capacity-impossible", args![message = notes::search_end(words, why)])
        }
        BoundReason::Failed { why } => {
            words.say("capacity-failed", args![message = notes::failure(words, why)])
        }
    }
}

/// Completes "Capacity is …: …".
fn shown_by(words: &Words, best: &OperatingPoint, gain: &Gain) -> String {
    let change = change(words, gain);
    let mut parts = vec![if let Some(servers) = gain.servers {
        let (step, base, servers) = (gain.step, gain.base_step, detectors::servers_at_work(words, servers));
        words.say("capacity-brought-with-fewer-servers", args![step, change, base, servers])
    } else if gain.percent.value < 0.0 {
        let (step, base) = (gain.step, gain.base_step);
        words.say("capacity-brought-with-more-load", args![step, change, base])
    } else if gain.goal_percent > 0 {
        brought(words, "capacity-brought-only", gain, change)
    } else {
        brought(words, "capacity-brought", gain, change)
    }];
    parts.extend(of_steps(words, gain));
    if best.step == gain.step && gain.highest_tried {
        parts.push(words.text("capacity-untried"));
    }
    if gain.percent.bounds_95.is_none() {
        parts.push(words.text(if gain.is_from_table { "capacity-means" } else { "capacity-few-seconds" }));
    }
    parts.extend(gain.scatter.map(|found| scatter(words, &found)));
    parts.join("; ")
}

/// Which of a table's figures is the highest may be chance.
fn scatter(words: &Words, found: &Scatter) -> String {
    words.say(
        "capacity-scatter",
        args![
            n = found.steps,
            from = found.from_step,
            to = found.to_step,
            low = words.per_s(found.low_per_s),
            high = words.per_s(found.high_per_s),
            mean = words.per_s(found.mean_per_s),
            deviation = words.with_percent_sign(words.fixed(found.deviation_percent, 0))
        ],
    )
}

/// Where loads were measured more than once.
fn of_steps(words: &Words, gain: &Gain) -> Option<String> {
    (gain.of_steps > 2).then(|| words.say("capacity-of-steps", args![n = gain.of_steps]))
}

fn brought(words: &Words, id: &str, gain: &Gain, change: String) -> String {
    let goal = words.whole_percent(gain.goal_percent);
    words.say(id, args![step = gain.step, change, base = gain.base_step, goal])
}

/// `6.0 % more (CI −0.4 to 7.9)`
fn change(words: &Words, gain: &Gain) -> String {
    with_bounds(words, gain, words.change(gain.percent.value, 1))
}

fn with_bounds(words: &Words, gain: &Gain, value: String) -> String {
    match gain.percent.bounds_95 {
        Some(bounds) => {
            let (low, high) = (words.fixed(bounds.low, 1), words.fixed(bounds.high, 1));
            words.say("capacity-with-bounds", args![value, low, high])
        }
        None => value,
    }
}

fn grew(words: &Words, growth: &Growth, id: &str) -> String {
    let goal = words.with_percent_sign(words.fixed(growth.goal_percent as f64, 0));
    let gain = words.gain(growth.gain_percent_exact);
    words.say(id, args![gain, goal])
}
