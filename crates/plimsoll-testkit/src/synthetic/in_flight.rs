//! Requests that are under way when a window ends.

use super::{each_second, request};
use plimsoll_run::{Interval, Run, SECOND_US};

/// Of the users' time in step 2 only so many percent are in requests that ended in its window. The rest is in a request of each
/// user that ended `late_s` seconds after the window, but for `lost` percent of all of it.
pub fn leave(run: &mut Run, percent: u64, late_s: u32, lost: u64) {
    each_second(run, 2, |s| {
        for worker in s.generator.workers.values_mut() {
            (worker.busy_us, worker.think_us) = (u64::from(worker.users) * 10_000 * percent, 0);
        }
    });
    let users = u64::from(run.steps[1].users());
    let whole: u64 = run.seconds_of(2).map(|s| u64::from(s.generator.users()) * SECOND_US).sum();
    let late_us = u64::from(late_s) * SECOND_US;
    let rest_us = whole * (100 - lost - percent) / 100 + users * late_us;
    make_room(run, late_s);
    let at = run.seconds.iter().rposition(|s| s.step == 2).expect("a second");
    let last = run.seconds[at].clone();
    for i in 1..=late_s {
        let ends = i == late_s;
        let mut after = last.clone();
        after.second += i;
        for worker in after.generator.workers.values_mut() {
            worker.users = if ends { 0 } else { worker.users };
            (worker.busy_us, worker.think_us) = (if ends { rest_us / 2 } else { 0 }, 0);
        }
        after.transactions.clear();
        if ends {
            let mut late = Interval { requests: users, ..Interval::default() };
            (0..users).for_each(|_| late.response.record_us(rest_us / users));
            after.transactions.insert(request("GET /lookup"), late);
        }
        run.seconds.insert(at + i as usize, after);
    }
}

/// Step 2 ends later, and what follows it begins later.
fn make_room(run: &mut Run, late_s: u32) {
    let late_us = u64::from(late_s) * SECOND_US;
    run.seconds.iter_mut().filter(|s| s.step > 2).for_each(|s| s.second += late_s);
    let (before, after) = run.steps.split_at_mut(2);
    before[1].ended_us = before[1].ended_us.map(|at| at + late_us);
    for step in after {
        step.started_us += late_us;
        step.measured_from_us += late_us;
        step.measured_to_us = step.measured_to_us.map(|at| at + late_us);
        step.ended_us = step.ended_us.map(|at| at + late_us);
    }
}
