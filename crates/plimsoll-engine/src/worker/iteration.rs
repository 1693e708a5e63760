//! The end of an iteration, and what a user forgets with it.

use super::Worker;
use super::interpreter::Flow;
use crate::user::User;
use plimsoll_plan::plan::{Iterations, NameCaching};
use std::rc::Rc;

impl Worker {
    pub fn end_iteration(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        let scenario = &program.scenarios[user.data.scenario];
        user.data.iteration += 1;
        // How many arrivals come is said by their rate: where one user ends, another one serves the next.
        let done = matches!(scenario.iterations, Iterations::Times(times) if user.data.iteration >= times);
        if done || self.must_stop(user) {
            return Flow::End;
        }
        for (jar, cookies) in program.jars.iter().zip(&mut user.http.jars) {
            let with_user = scenario.new_user_each_iteration && jar.cleared_with_user;
            if jar.clear_each_iteration && !jar.cleared_with_user || with_user {
                *cookies = None;
            }
        }
        for (rules, cache) in program.caches.iter().zip(&mut user.http.caches) {
            let with_user = scenario.new_user_each_iteration && rules.cleared_with_user;
            if rules.clear_each_iteration && !rules.cleared_with_user || with_user {
                *cache = None;
            }
        }
        if program.names == NameCaching::ByIteration {
            user.http.names.clear();
        }
        user.http.challenges.retain(|session| !session.ends_with_iteration(scenario.new_user_each_iteration));
        if scenario.new_user_each_iteration {
            self.close_of_user(user);
        }
        for (counter, own) in program.counters.iter().zip(&mut user.execution.counters) {
            if counter.per_user && counter.reset_each_iteration {
                *own = None;
            }
        }
        user.execution.position = 0;
        match user.stream {
            Some(number) => self.free(index, user, number as usize),
            None => Flow::Next,
        }
    }
}
