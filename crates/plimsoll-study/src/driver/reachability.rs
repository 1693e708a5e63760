//! Is the system under test still there? From what its requests say, and from what is seen of it beside them.

use super::perform::RunDriver;
use plimsoll_run::{ErrorKind, Note, NoteContent, RunEvent, RunFailure, Second, TransactionKind};

/// So many seconds in a row in which no request reached the system are told.
const SILENT_S: u32 = 5;

/// What the requests of a run say of it.
#[derive(Debug, Default)]
pub struct Reachability {
    /// Seconds in a row in which every request failed to reach it, and the first of them.
    silent_s: u32,
    silent_from_s: u32,
    reported: bool,
    news: Vec<NoteContent>,
    /// Why it is taken for gone.
    pub lost: Option<RunFailure>,
}

impl Reachability {
    pub fn count(&mut self, second: &Second) {
        let Second { second, transactions, .. } = second;
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
            if std::mem::take(&mut self.reported) {
                self.news.push(NoteContent::ReachedAgain { since_s: *second });
            }
            self.silent_s = 0;
            return;
        }
        if self.silent_s == 0 {
            self.silent_from_s = *second;
        }
        self.silent_s += 1;
        if self.silent_s >= SILENT_S && !self.reported {
            self.reported = true;
            self.news.push(NoteContent::Unreached { since_s: self.silent_from_s });
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
        for content in std::mem::take(&mut self.reachability.news) {
            self.note(content);
        }
        let Some(system) = &self.context.system else { return };
        let (sights, ended, down) = (system.seen(), system.has_ended(), system.is_down());
        for (when, content) in sights {
            let at_us = self.setup.clock.now_us().saturating_sub(when.elapsed().as_micros() as u64);
            self.write(&RunEvent::Note(Note::new(at_us, content)));
        }
        let gone = match (ended, down) {
            (Some(how), _) => Some(RunFailure::SystemEnded { how }),
            (None, Some(why)) if self.reachability.is_silent() => Some(RunFailure::SystemUnreachable { why }),
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
    use plimsoll_run::{Interval, TransactionKey};

    /// Seconds of ten requests, so many of which were refused.
    fn check(refused: &[u64], news: &[NoteContent]) {
        let mut reachability = Reachability::default();
        for (second, refused) in refused.iter().enumerate() {
            let mut interval = Interval { requests: 10, ..Interval::default() };
            (0..*refused).for_each(|_| interval.fail(ErrorKind::ConnectRefused, "", 10));
            (0..(10 - refused) / 2).for_each(|_| interval.fail(ErrorKind::Status, "503", 10));
            let transaction = TransactionKey { name: "home".to_owned(), kind: TransactionKind::Request };
            let second = Second { second: second as u32, ..Second::default() };
            reachability.count(&Second { transactions: [(transaction, interval)].into(), ..second.clone() });
            reachability.count(&second);
        }
        assert_eq!(reachability.news, news);
    }

    #[test]
    fn a_system_that_nothing_reaches_is_reported_once_and_when_it_comes_back() {
        check(&[0, 10, 10, 10, 10, 9, 10, 10], &[]);
        let gone = NoteContent::Unreached { since_s: 1 };
        let back = NoteContent::ReachedAgain { since_s: 7 };
        check(&[0, 10, 10, 10, 10, 10, 10, 0, 0], &[gone, back]);
    }
}
