//! Sees the samples of a trial as they end, says them, and ends what does not end by itself.

use super::raw::{RawSample, RawSamples};
use super::sample::observed;
use super::tree::{self, Place};
use crate::message;
use plimsoll_engine::{Control, ObservedSample, ObservedUser, SampleObserver, StopMode};
use plimsoll_report::trial::TrialEnd;
use plimsoll_run::{ErrorKind, Secrets};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Samples that are kept for a page: the last ones.
const RETAINED_MAX: usize = 500;

/// When a trial ends that would go on.
#[derive(Clone, Copy, Debug)]
pub struct TrialBounds {
    pub samples: usize,
    pub until_failure: bool,
}

/// What is shown, and whether waits take place.
#[derive(Clone, Copy, Debug)]
pub struct TrialView {
    pub is_full: bool,
    pub waits: bool,
    /// Samples are kept for a page.
    pub keeps: bool,
    /// What went over the connections is kept as it was, for a recording to be held against it.
    pub keeps_raw: bool,
}

pub struct TrialWatcher {
    state: Mutex<State>,
    bounds: TrialBounds,
    view: TrialView,
    control: Control,
    print: fn(&str),
}

struct State {
    secrets: Secrets,
    end: TrialEnd,
    /// Of the samples in `end`.
    raw: RawSamples,
    place: Place,
    waits_us: Vec<u64>,
    /// Of users, by scenario and number.
    variables: BTreeMap<(String, u32), BTreeMap<String, String>>,
}

impl State {
    /// The lines above what comes next of this user.
    fn above(&mut self, user: &ObservedUser) -> String {
        let place = Place::of(user, |name| self.secrets.text(name).into_owned());
        let headings = place.headings(&self.place);
        self.place = place;
        headings
    }
}

impl TrialWatcher {
    pub fn new(
        secrets: Secrets,
        bounds: TrialBounds,
        view: TrialView,
        control: Control,
        print: fn(&str),
    ) -> TrialWatcher {
        let state = State {
            secrets,
            end: TrialEnd::default(),
            raw: RawSamples::default(),
            place: Place::default(),
            waits_us: Vec::new(),
            variables: BTreeMap::new(),
        };
        TrialWatcher { state: Mutex::new(state), bounds, view, control, print }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has come of it so far.
    pub fn end(&self) -> (TrialEnd, RawSamples) {
        let mut state = self.state();
        (std::mem::take(&mut state.end), std::mem::take(&mut state.raw))
    }

    /// With all that has become known of them.
    pub fn secrets(&self) -> Secrets {
        self.state().secrets.clone()
    }
}

impl SampleObserver for TrialWatcher {
    fn sampled(&self, sample: ObservedSample) {
        let mut state = self.state();
        if state.end.count >= self.bounds.samples {
            state.end.is_bounded = true;
            return self.control.stop(StopMode::Now);
        }
        // What an answer brought under a secret name is one from now on, wherever it goes.
        let known = &mut state.secrets;
        sample.variables.iter().for_each(|(name, value)| known.add_named(name, value));
        message::keep_secret(known);
        state.end.count += 1;
        let key = (sample.user.scenario.clone(), sample.user.number);
        let before = state.variables.remove(&key).unwrap_or_default();
        let waits_us = std::mem::take(&mut state.waits_us);
        let shown = observed(&sample, state.end.count, &before, waits_us, &state.secrets);
        let above = state.above(&sample.user);
        (self.print)(&(above + &tree::lines(&shown, self.view.is_full)));
        if let Some((kind, detail)) = &sample.failure {
            state.end.failed += 1;
            let is_untrusted = *kind == ErrorKind::Tls && detail.to_ascii_lowercase().contains("certificate");
            state.end.has_untrusted |= is_untrusted;
            if self.bounds.until_failure {
                self.control.stop(StopMode::InOrder);
            }
        }
        if self.view.keeps {
            if state.end.samples.len() >= RETAINED_MAX {
                state.end.samples.remove(0);
                if self.view.keeps_raw {
                    state.raw.shift();
                }
            }
            if self.view.keeps_raw {
                state.raw.push(RawSample::of(&sample));
            }
            state.end.samples.push(shown);
        }
        state.variables.insert(key, sample.variables);
    }

    fn waits(&self, user: &ObservedUser, micros: u64) -> bool {
        let mut state = self.state();
        state.waits_us.push(micros);
        let above = state.above(user);
        (self.print)(&(above + &state.place.wait(micros, self.view.waits)));
        self.view.waits
    }
}
