//! Think time: how long a user waits before a request.

use super::stage::{AsWritten, TextForm, TextMap};

/// Think time.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause<S: TextForm = AsWritten> {
    /// Milliseconds.
    Constant(S::Text),
    /// `offset + U(0, range)`, milliseconds.
    Uniform { offset: S::Text, range: S::Text },
    /// `offset + |or signed| N(0,1)·deviation`, at least 0, milliseconds.
    Gaussian { offset: S::Text, deviation: S::Text },
    /// Poisson-distributed around `lambda`, plus `offset`, milliseconds.
    Poisson { offset: S::Text, lambda: S::Text },
    /// So many times another pause.
    Scaled { factor: f64, pause: Box<Pause<S>> },
    /// Until `plan.timers[i]` lets the user go on.
    Timer(usize),
}

impl Pause {
    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> Pause<M::To> {
        match self {
            Pause::Constant(time) => Pause::Constant(map.text(time)),
            Pause::Uniform { offset, range } => {
                Pause::Uniform { offset: map.text(offset), range: map.text(range) }
            }
            Pause::Gaussian { offset, deviation } => {
                Pause::Gaussian { offset: map.text(offset), deviation: map.text(deviation) }
            }
            Pause::Poisson { offset, lambda } => {
                Pause::Poisson { offset: map.text(offset), lambda: map.text(lambda) }
            }
            Pause::Scaled { factor, pause } => {
                Pause::Scaled { factor: *factor, pause: Box::new(pause.map_texts(map)) }
            }
            Pause::Timer(timer) => Pause::Timer(*timer),
        }
    }
}
