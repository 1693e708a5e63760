//! Is the system under test still there? From what its requests say, and from what is seen of it beside them.

use super::perform::RunDriver;
use crate::system::Sight;
use plimsoll_run::{ErrorKind, Interval, Note, NoteKind, RunEvent, TransactionKey, TransactionKind};

/// So many seconds in a row in which no request reached the system are told.
const SILENT_S: u32 = 5;

/// What the requests of a run say of it.
#[derive(Debug, Default)]
pub struct Reachability {
    /// Seconds in a row in which every request failed to reach it, and the first of them.
    silent_s: u32,
    silent_from_s: u32,
    told: bool,
    news: Vec<String>,
    /// Why it is taken for gone.
    pub lost: Option<String>,
}

impl Reachability {
    pub fn count(&mut self, second: u32, transactions: &[(TransactionKey, Interval)]) {
        let requests = || transactions.iter().filter(|(t, _)| t.kind == TransactionKind::Request);
        let all: u64 = requests().map(|(_, interval)| interval.requests).sum();
        let unreached: u64 = requests()
            .flat_map(|(_, interval)| &interval.errors)
            .filter(|((kind, _), _)| is_unreached(*kind))
            .map(|(_, count)| count)
            .sum();
        if all == 0 {
            return;
        }
        if unreached < all {
            if std::mem::take(&mut self.told) {
                self.news.push(format!("requests reach the system under test again, since second {second}"));
            }
            self.silent_s = 0;
            return;
        }
        if self.silent_s == 0 {
            self.silent_from_s = second;
        }
        self.silent_s += 1;
        if self.silent_s >= SILENT_S && !self.told {
            self.told = true;
            let from = self.silent_from_s;
            self.news.push(format!("since second {from} no request has reached the system under test"));
        }
    }

    fn is_silent(&self) -> bool {
        self.silent_s >= SILENT_S
    }
}

/// There was nobody at the other end.
fn is_unreached(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectRefused | ErrorKind::ConnectTimeout | ErrorKind::ConnectFailed)
}

impl RunDriver<'_, '_> {
    /// Notes what became of the system, and ends the step when there is nothing left to measure.
    pub(super) fn look_at_system(&mut self) {
        for text in std::mem::take(&mut self.reachability.news) {
            self.note(NoteKind::Warning, text);
        }
        let Some(system) = &self.context.system else { return };
        let (sights, ended, down) = (system.seen(), system.has_ended(), system.is_down());
        for (when, sight) in sights {
            let at_us = self.setup.clock.now_us().saturating_sub(when.elapsed().as_micros() as u64);
            let text = match sight {
                Sight::Ended(how) => format!("the process of the system under test ended: {how}"),
                Sight::NotHealthy(why) => format!("the system under test fails its health check: {why}"),
                Sight::HealthyAgain => "the system under test passes its health check again".to_owned(),
            };
            self.write(&RunEvent::Note(Note { at_us, kind: NoteKind::Warning, text }));
        }
        let gone = match (ended, down) {
            (Some(how), _) => Some(format!("the system under test is gone: its process ended with {how}")),
            (None, Some(why)) if self.reachability.is_silent() => {
                Some(format!("the system under test is gone: no request reaches it, and {why}"))
            }
            _ => None,
        };
        if let (Some(gone), None) = (gone, &self.reachability.lost) {
            self.reachability.lost = Some(gone);
            self.steering.end_for_cause();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds of ten requests, so many of which were refused.
    fn check(refused: &[u64], news: &[&str]) {
        let mut reachability = Reachability::default();
        for (second, refused) in refused.iter().enumerate() {
            let mut interval = Interval { requests: 10, ..Interval::default() };
            (0..*refused).for_each(|_| interval.fail(ErrorKind::ConnectRefused, "", 10));
            (0..(10 - refused) / 2).for_each(|_| interval.fail(ErrorKind::Status, "503", 10));
            let transaction = TransactionKey { name: "home".to_owned(), kind: TransactionKind::Request };
            reachability.count(second as u32, &[(transaction, interval)]);
            reachability.count(second as u32, &[]);
        }
        assert_eq!(reachability.news, news);
    }

    #[test]
    fn a_system_that_nothing_reaches_is_told_once_and_when_it_comes_back() {
        check(&[0, 10, 10, 10, 10, 9, 10, 10], &[]);
        let gone = "since second 1 no request has reached the system under test";
        let back = "requests reach the system under test again, since second 7";
        check(&[0, 10, 10, 10, 10, 10, 10, 0, 0], &[gone, back]);
    }
}
