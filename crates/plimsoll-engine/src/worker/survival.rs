//! What goes on when a task of ours panics: the sample has failed, and its user begins its next iteration.

use super::Worker;
use super::interpreter::Flow;
use crate::recorder::Sample;
use crate::user::User;
use plimsoll_plan::plan::OnError;
use plimsoll_run::{ErrorKind, TransactionKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a sample is counted under whose name is not known.
const UNNAMED: &str = "(failed task)";
/// What a step that sets a variable is counted under when it fails; it is no sample otherwise.
const LONG_VALUE: &str = "(value of a variable)";

impl Worker {
    /// Performs what a user has to do. After a panic nothing that it had under way or open is used again.
    pub fn surviving(&mut self, index: u32, user: &mut User, action: impl FnOnce(&mut Self, u32, &mut User)) {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            #[cfg(test)]
            tests::fail_if_wanted(self, user);
            action(self, index, user)
        }));
        if let Err(panic) = outcome {
            self.survive(index, user, &*panic);
        }
    }

    #[cold]
    fn survive(&mut self, index: u32, user: &mut User, panic: &(dyn Any + Send)) {
        user.in_flight = crate::protocol::state::InFlight::Nothing;
        self.close_all(user);
        let known = user.data.eval.sampler.and_then(|sampler| {
            let program = &self.context.program;
            program.samplers.label_of(sampler).and_then(crate::program::Label::known)
        });
        let label = known.unwrap_or_else(|| self.context.labels.id(UNNAMED, TransactionKind::Request));
        let detail = format!("a task of Plimsoll failed: {}", panic_text(panic));
        match self.give_up(index, user, label, ErrorKind::GeneratorResources, &detail) {
            Flow::End => self.end_user(index, user),
            _ if self.must_stop(user) => self.end_user(index, user),
            _ => drop(self.recover(index, user)),
        }
    }

    /// A variable would get a value of so many bytes.
    #[cold]
    pub fn refuse_value(&mut self, index: u32, user: &mut User, bytes: usize) -> Flow {
        let label = self.context.labels.id(LONG_VALUE, TransactionKind::Request);
        let detail = format!("the value of a variable gets longer than 64 MB ({} MB)", bytes >> 20);
        match self.give_up(index, user, label, ErrorKind::AnswerLimit, &detail) {
            Flow::End => Flow::End,
            _ if self.must_stop(user) => Flow::End,
            _ => self.recover(index, user),
        }
    }

    /// Counts what could not be performed; the user begins its next iteration.
    fn give_up(&mut self, index: u32, user: &mut User, label: u32, kind: ErrorKind, detail: &str) -> Flow {
        self.count_sample(
            user,
            &Sample {
                label,
                response_us: 0,
                service_us: None,
                first_byte_us: None,
                bytes_sent: 0,
                bytes_received: 0,
                failure: Some((kind, detail)),
            },
        );
        self.apply(index, user, OnError::StartNextIteration)
    }
}

/// What a panic says.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Control, EngineEvent, LoadTask, PropertyMap};
    use plimsoll_targets::{Behaviour, Target};
    use std::net::{Ipv4Addr, SocketAddr};
    use std::time::Duration;

    const FAILS: &str = "test.fails";

    /// Panics where an answer has come, in a task that says so.
    pub fn fail_if_wanted(worker: &Worker, user: &User) {
        assert!(
            user.in_flight.is_nothing() || worker.context.shared.properties.get(FAILS).is_none(),
            "it was wanted"
        );
    }

    #[test]
    fn a_panic_in_a_task_is_a_failed_sample_and_its_user_goes_on() {
        let target =
            Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Ok).expect("a port");
        let text = format!(
            "plan: p\nscenarios:\n  - users: 2\n    iterations: 3\n    steps:\n      - {{get: \"http://{}/\", label: x}}\n",
            target.address()
        );
        let reading =
            plimsoll_formats::read_yaml("p.yaml", &text, std::path::Path::new("."), &Default::default());
        let plan = reading.plan.expect("a plan");
        let task = LoadTask {
            properties: PropertyMap::new([(FAILS.to_owned(), "yes".to_owned())].into()),
            grace: Duration::from_secs(5),
            ..LoadTask::of(&plan)
        };
        let mut failures = Vec::new();
        let summary = crate::run(&task, &Control::default(), &mut |event| {
            let EngineEvent::Second(second) = event else { return };
            for (transaction, interval) in second.transactions {
                failures.extend(
                    interval
                        .errors
                        .into_iter()
                        .map(|(error, count)| (transaction.name.clone(), error, count)),
                );
            }
        });
        assert_eq!(summary.expect("it is performed").stuck_workers, 0);
        let count: u64 = failures.iter().map(|(_, _, count)| count).sum();
        assert_eq!(count, 6, "{failures:?}");
        for (name, (kind, detail), _) in &failures {
            assert_eq!((name.as_str(), *kind), ("x", ErrorKind::GeneratorResources));
            assert!(detail.contains("it was wanted"), "{detail}");
        }
    }
}
