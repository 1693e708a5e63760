//! Users who wait until enough of them are there (SyncTimer, a cyclic barrier).

use std::sync::Mutex;

/// One place of waiting.
#[derive(Debug, Default)]
pub struct RendezvousState {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Rises when those who wait are let go.
    generation: u64,
    waiting: u32,
}

/// What becomes of a user who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It was the last one that was missing: all go on.
    Complete,
    /// It waits until this generation is over.
    Waits(u64),
}

impl RendezvousState {
    fn with<T>(&self, action: impl FnOnce(&mut State) -> T) -> T {
        // Nothing in here panics while it holds the lock, and a count is sound at any time.
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        action(&mut state)
    }

    pub fn arrive(&self, users: u32) -> Arrival {
        self.with(|state| {
            state.waiting += 1;
            if state.waiting < users {
                return Arrival::Waits(state.generation);
            }
            state.is_abandoned();
            Arrival::Complete
        })
    }

    /// The patience of one of this generation is over: all who wait go on. False when they did already.
    pub fn give_up(&self, generation: u64) -> bool {
        self.with(|state| {
            let waits = state.generation == generation;
            if waits {
                state.is_abandoned();
            }
            waits
        })
    }

    /// One of this generation has ended.
    pub fn leave(&self, generation: u64) {
        self.with(|state| {
            if state.generation == generation {
                state.waiting = state.waiting.saturating_sub(1);
            }
        });
    }

    pub fn is_over(&self, generation: u64) -> bool {
        self.with(|state| state.generation != generation)
    }
}

impl State {
    fn is_abandoned(&mut self) {
        (self.generation, self.waiting) = (self.generation + 1, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_go_on_together_or_when_patience_is_over() {
        let rendezvous = RendezvousState::default();
        assert_eq!(rendezvous.arrive(2), Arrival::Waits(0));
        assert_eq!(rendezvous.arrive(2), Arrival::Complete);
        assert!(rendezvous.is_over(0));
        assert_eq!(rendezvous.arrive(2), Arrival::Waits(1));
        assert!(rendezvous.give_up(1));
        assert!(!rendezvous.give_up(1));
        assert_eq!(rendezvous.arrive(2), Arrival::Waits(2));
        rendezvous.leave(2);
        assert_eq!(rendezvous.arrive(2), Arrival::Waits(2));
    }
}
