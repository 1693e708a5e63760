//! A plan, compiled: flat instructions, variables as slots, texts without variables as ready bytes.

mod choice;
mod compile;
mod compiled;
mod compiler;
mod constants;
mod instruction;
mod login;
mod nesting;
mod repetition;
mod request;
mod samplers;
mod slots;
mod structure;
mod texts;

pub use crate::labels::Label;
pub use compile::compile;
#[cfg(test)]
pub use compiled::Variable;
pub use compiled::{Compiled, CompiledPattern};
pub use constants::Constants;
pub use instruction::{Depth, Instruction, Sampler, Turns};
pub use login::{Logins, basic, way_by};
pub use request::{CompiledRequest, Opens, Ready, is_wanted};
pub use samplers::Samplers;
pub use slots::{Slot, Slots, Text};

use crate::error::PatternProblem;
use crate::labels::Labels;
use crate::protocol::http::cache::CacheRules;
use plimsoll_plan::plan::{
    CookieJar, Counter, ExecutionShare, ForEach, Iterations, NameCaching, OnError, Origin, RandomNumber,
    SharedConnections, Timer,
};
use std::collections::HashMap;

/// Everything that the users of one task need. Each worker has its own copy, so that nothing in it (the
/// regular expressions' scratch memory, say) is shared on the way of a request.
// A field for each kind of list that instructions point into by index, as in the plan.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub origin: Origin,
    pub scenarios: Vec<CompiledScenario>,
    pub slots: Slots,
    pub labels: Labels,
    pub samplers: Samplers,
    /// The names of channels; steps know them by number.
    pub channels: Vec<String>,
    /// What users wait for beside their pauses.
    pub timers: Vec<Timer<Compiled>>,
    pub counters: Vec<Counter<Compiled>>,
    pub random_numbers: Vec<RandomNumber<Compiled>>,
    pub for_eachs: Vec<ForEach<Compiled>>,
    pub shares: Vec<DecidedShare>,
    pub has_locks: bool,
    pub jars: Vec<CookieJar<Compiled>>,
    pub caches: Vec<CacheRules>,
    /// Names in small letters, and what they stand for.
    pub hosts: HashMap<String, Vec<String>>,
    pub names: NameCaching,
    /// Uses of functions that count, see `plimsoll_plan::template::Call::site`.
    pub sites: u32,
    pub data_sets: usize,
    /// Scripts or functions look at what the last request brought.
    pub sees_answers: bool,
    /// The files of the client certificate and its key, where they differ from user to user.
    pub identity: Option<(Text, Text)>,
    /// Asked for in TLS instead of the target's host.
    pub server_name: Option<Box<str>>,
    pub http2: Option<SharedConnections>,
    /// Patterns that can't be read and that the plan does without.
    pub tolerated: Vec<PatternProblem>,
}

impl Program {
    /// All of every answer is looked at.
    pub fn keep_answers(&mut self) {
        for request in &mut self.samplers.requests {
            (request.keeps_body, request.keeps_headers, request.keeps_parts) = (true, true, true);
        }
    }

    /// Whether a run that stays on the plan's hosts goes to this one: a request began there, or the plan spells it out.
    pub fn names_host(&self, home: &str, host: &str) -> bool {
        let mut spelled = self.samplers.requests.iter().filter_map(|request| request.host.as_literal());
        let own = |named: &str| named.rsplit('@').next().unwrap_or_default().trim().to_lowercase();
        let host = own(host);
        own(home) == host || spelled.any(|named| own(named) == host)
    }
}

#[derive(Clone, Debug)]
pub struct CompiledScenario {
    pub name: String,
    /// From 1, among those of its phase.
    pub number_in_phase: usize,
    pub iterations: Iterations,
    pub on_error: OnError,
    pub new_user_each_iteration: bool,
    pub instructions: Vec<Instruction>,
    pub registers: u32,
    /// Of these, those that hold the last beat of a steady pace.
    pub paces: Vec<u32>,
    pub shuffles: u32,
}

/// A share of the passes of some steps.
#[derive(Clone, Debug)]
pub struct DecidedShare {
    pub share: ExecutionShare<Compiled>,
    /// The decision of this pass, then the user's own numbers of passes performed and of passes.
    pub register: u32,
}
