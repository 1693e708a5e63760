//! Is the system still there? Looked at from time to time, by a thread of its own.

use super::health::HealthProbe;
use plimsoll_run::NoteContent;
use rustix::process::{Pid, WaitId, WaitIdOptions};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Between two looks.
const EVERY: Duration = Duration::from_secs(1);
/// Under load an answer may be late: so many failures in a row are told.
const FAILURES: u32 = 3;
/// Changes that are told; a check that comes and goes must not fill the run file.
const SIGHTS_MAX: usize = 200;

#[derive(Debug)]
pub struct Watcher {
    state: Arc<Mutex<State>>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct State {
    sights: Vec<(Instant, NoteContent)>,
    reported: usize,
    failures: u32,
    not_healthy: Option<String>,
    ended: Option<String>,
}

impl Watcher {
    /// `process`: one that this program has started and has not taken the end of.
    pub fn start(process: Option<u32>, health: Option<HealthProbe>) -> Watcher {
        let state = Arc::new(Mutex::new(State::default()));
        let shared = state.clone();
        let (stop, stopped) = channel::<()>();
        let process = process.and_then(|pid| Pid::from_raw(pid as i32));
        let look = move || {
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let ended = process.and_then(end_of);
                let asked = health.as_ref().map(HealthProbe::ask);
                locked(&shared).look(ended, asked);
            }
        };
        // Without the thread the run goes on: it only tells less.
        let thread = std::thread::Builder::new().name("health".to_owned()).spawn(look).ok();
        Watcher { state, stop: Some(stop), thread }
    }

    pub fn take(&self) -> Vec<(Instant, NoteContent)> {
        std::mem::take(&mut locked(&self.state).sights)
    }

    pub fn ended(&self) -> Option<String> {
        locked(&self.state).ended.clone()
    }

    pub fn down(&self) -> Option<String> {
        let state = locked(&self.state);
        state.ended.clone().or_else(|| state.not_healthy.clone())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl State {
    fn look(&mut self, ended: Option<String>, asked: Option<Result<(), String>>) {
        if let Some(how) = ended.filter(|_| self.ended.is_none()) {
            self.ended = Some(how.clone());
            self.announce(NoteContent::SystemEnded { how });
        }
        match asked {
            Some(Ok(())) => {
                self.failures = 0;
                if self.not_healthy.take().is_some() {
                    self.announce(NoteContent::SystemHealthyAgain);
                }
            }
            Some(Err(why)) => {
                self.failures += 1;
                if self.failures >= FAILURES && self.not_healthy.is_none() {
                    self.not_healthy = Some(why.clone());
                    self.announce(NoteContent::SystemUnhealthy { why });
                }
            }
            None => {}
        }
    }

    fn announce(&mut self, sight: NoteContent) {
        if self.reported < SIGHTS_MAX {
            self.reported += 1;
            self.sights.push((Instant::now(), sight));
        }
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a process has failed, without taking its end.
fn end_of(process: Pid) -> Option<String> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = rustix::process::waitid(WaitId::Pid(process), options).ok()??;
    match (status.exit_status(), status.terminating_signal()) {
        // A script that has brought the system up and has nothing more to do.
        (Some(0), _) => None,
        (Some(code), _) => Some(format!("exit status {code}")),
        (None, Some(signal)) => Some(format!("signal {signal}")),
        (None, None) => Some("an unknown end".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(looks: &[(Option<&str>, Result<(), &str>)], expected: &[NoteContent]) {
        let mut state = State::default();
        for (ended, asked) in looks {
            state.look(ended.map(str::to_owned), Some(asked.map_err(str::to_owned)));
        }
        let seen: Vec<NoteContent> = state.sights.into_iter().map(|(_, sight)| sight).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn changes_are_reported_once() {
        let (up, down) = ((None, Ok(())), (None, Err("refused")));
        check(&[up, down, down, up, up], &[]);
        let fails = NoteContent::SystemUnhealthy { why: "refused".to_owned() };
        check(&[down, down, down, down, up, up], &[fails.clone(), NoteContent::SystemHealthyAgain]);
        let dead = (Some("signal 9"), Err("refused"));
        check(&[up, dead, dead, dead], &[NoteContent::SystemEnded { how: "signal 9".to_owned() }, fails]);
    }
}
