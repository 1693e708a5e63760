//! Keys that change a run while it goes.

use crate::message;
use plimsoll_study::Steering;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// Listens on the terminal until it is dropped; then the terminal is as it was, also when that is by a panic.
/// Signals end a run in order, so they come here too.
pub struct Keys {
    done: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    before: Termios,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    TogglePause,
    /// The load is multiplied by this.
    Scale(f64),
    EndStep,
    Quit,
}

const HELP: &str =
    "keys: p pause or go on, + and - change the load by 10 %, n ends this step, q ends the run in order";
const STEP: f64 = 1.1;
/// How often it is looked whether to go on listening.
const WAIT: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

impl Keys {
    /// `None` where nobody can press a key: stdin or stderr is no terminal, or the run is in the background.
    pub fn listen(steering: &Steering) -> Option<Keys> {
        if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() || !in_foreground() {
            return None;
        }
        let before = rustix::termios::tcgetattr(std::io::stdin()).ok()?;
        let mut keywise = before.clone();
        // Ctrl-C stays a signal.
        keywise.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        keywise.special_codes[SpecialCodeIndex::VMIN] = 0;
        keywise.special_codes[SpecialCodeIndex::VTIME] = 0;
        rustix::termios::tcsetattr(std::io::stdin(), OptionalActions::Now, &keywise).ok()?;
        message::say(HELP);
        let done = Arc::new(AtomicBool::new(false));
        let (steering, until) = (steering.clone(), Arc::clone(&done));
        let reader = std::thread::Builder::new().name("keys".to_owned());
        let reader = reader.spawn(move || read(&steering, &until)).ok();
        Some(Keys { done, reader, before })
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(reader) = self.reader.take() {
            // A reader that panicked has nothing to tell here.
            let _ = reader.join();
        }
        if in_foreground() {
            let _ = rustix::termios::tcsetattr(std::io::stdin(), OptionalActions::Now, &self.before);
        }
    }
}

/// Whoever is not in the foreground is stopped when it touches the terminal.
fn in_foreground() -> bool {
    rustix::termios::tcgetpgrp(std::io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}

fn read(steering: &Steering, done: &AtomicBool) {
    let stdin = std::io::stdin();
    while !done.load(Ordering::Relaxed) {
        let mut ready = [PollFd::new(&stdin, PollFlags::IN)];
        match poll(&mut ready, Some(&WAIT)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => continue,
            Ok(_) if ready[0].revents() == PollFlags::IN => {}
            // The terminal has gone away.
            _ => return,
        }
        if !in_foreground() {
            std::thread::sleep(std::time::Duration::from_millis(100));
            continue;
        }
        let mut keys = [0; 64];
        match rustix::io::read(&stdin, &mut keys) {
            Ok(0) | Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Ok(count) => keys[..count].iter().filter_map(|key| wish(*key)).for_each(|w| fulfil(w, steering)),
            Err(_) => return,
        }
    }
}

fn wish(key: u8) -> Option<Wish> {
    Some(match key {
        b'p' | b'P' | b' ' => Wish::TogglePause,
        b'+' => Wish::Scale(STEP),
        b'-' => Wish::Scale(1.0 / STEP),
        b'n' | b'N' => Wish::EndStep,
        b'q' | b'Q' => Wish::Quit,
        _ => return None,
    })
}

fn fulfil(wish: Wish, steering: &Steering) {
    let possible = match wish {
        Wish::TogglePause => steering.toggle_pause(),
        Wish::Scale(by) => steering.scale(by),
        Wish::EndStep => steering.end_step(),
        Wish::Quit => {
            message::say("\nending in order: requests in flight are finished; Ctrl-C twice ends at once");
            steering.quit();
            true
        }
    };
    if !possible {
        message::say("\nthat is not possible now");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_meaning() {
        for (key, meaning) in [
            (b'p', Some(Wish::TogglePause)),
            (b'+', Some(Wish::Scale(1.1))),
            (b'-', Some(Wish::Scale(1.0 / 1.1))),
            (b'n', Some(Wish::EndStep)),
            (b'q', Some(Wish::Quit)),
            (b'x', None),
            (0x1b, None),
        ] {
            assert_eq!(wish(key), meaning, "{}", key as char);
        }
    }
}
