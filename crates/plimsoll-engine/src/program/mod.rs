//! A plan, compiled: flat instructions, variables as slots, texts without variables as ready bytes.

mod choice;
mod compile;
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

pub use compile::compile;
pub use constants::Constants;
pub use instruction::{Depth, Instruction, Label, Sampler, Turns};
pub use login::{Logins, basic, way_by};
pub use request::{CompiledRequest, Opens, Ready, is_wanted};
pub use slots::{Slot, Slots, Text};
#[cfg(test)]
pub use texts::Variable;
pub use texts::{Compiled, CompiledPattern};

use crate::http::cache::CacheRules;
use crate::labels::Labels;
use plimsoll_plan::plan::{
    ChannelStep, CookieJar, Counter, ExecutionShare, ForEach, Iterations, KeptNames, LocalSample, OnError,
    Origin, RandomNumber, SharedConnections, SqlStep, TcpStep, Timer,
};
use std::collections::HashMap;

/// Everything that the users of one job need. Each worker has its own copy, so that nothing in it (the
/// regular expressions' scratch memory, say) is shared on the way of a request.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub origin: Origin,
    pub scenarios: Vec<Scenario>,
    pub slots: Slots,
    pub labels: Labels,
    pub requests: Vec<CompiledRequest>,
    pub channel_steps: Vec<ChannelStep<Compiled>>,
    pub sql_steps: Vec<SqlStep<Compiled>>,
    pub tcp_steps: Vec<TcpStep<Compiled>>,
    pub local_samples: Vec<LocalSample<Compiled>>,
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
    pub names: KeptNames,
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
}

impl Program {
    /// What its samples are counted under.
    pub fn label_of(&self, sampler: Sampler) -> Option<&Label> {
        match sampler {
            Sampler::Request(number) => self.requests.get(number as usize).map(|step| &step.label),
            Sampler::Channel(number) => self.channel_steps.get(number as usize).map(|step| &step.label),
            Sampler::Sql(number) => self.sql_steps.get(number as usize)?.label.as_ref(),
            Sampler::Tcp(number) => self.tcp_steps.get(number as usize).map(|step| &step.label),
            Sampler::Local(number) => self.local_samples.get(number as usize).map(|step| &step.label),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Scenario {
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
