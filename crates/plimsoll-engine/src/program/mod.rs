//! A plan, compiled: flat instructions, variables as slots, texts without variables as ready bytes.

mod answer;
mod assigned;
mod call;
mod channel;
mod choice;
mod compile;
mod constants;
mod embedded;
mod instruction;
mod local;
mod login;
mod nesting;
mod pause;
mod repetition;
mod request;
mod slots;
mod structure;

pub use answer::{Check, Extractor, Finder, JsonValue, SizePart, Source, TextCheck, TextFinder, XPath};
pub use call::{Prepared, SqlStep, Statement, TcpStep};
pub use channel::{Action, Await, ChannelStep, Opens, Payload, Protocol};
pub use compile::compile;
pub use constants::Constants;
pub use embedded::Embedded;
pub use instruction::{Condition, Count, Depth, Group, Instruction, Label, Pause, Sampler, Turns};
pub use local::{Local, LocalSample, Sleep};
pub use login::{LoginSet, basic};
pub use pause::Timer;
pub use request::{Body, Field, FilePart, Ready, Request};
pub use slots::{Slot, Slots, Text};

use crate::labels::Labels;
use crate::protocol::http::cache::CacheRules;
use plimsoll_plan::plan::{CookieJar, Iterations, KeptNames, OnError, Origin, SharedConnections};
use std::collections::HashMap;

/// Everything that the users of one job need. Each worker has its own copy, so that nothing in it (the
/// regular expressions' scratch memory, say) is shared on the way of a request.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub origin: Origin,
    pub scenarios: Vec<Scenario>,
    pub slots: Slots,
    pub labels: Labels,
    pub requests: Vec<Request>,
    pub channel_steps: Vec<ChannelStep>,
    pub sql_steps: Vec<SqlStep>,
    pub tcp_steps: Vec<TcpStep>,
    pub local_samples: Vec<LocalSample>,
    /// The names of channels; steps know them by number.
    pub channels: Vec<String>,
    /// What users wait for beside their pauses.
    pub timers: Vec<Timer>,
    pub counters: Vec<Counter>,
    pub random_numbers: Vec<RandomNumber>,
    pub for_eachs: Vec<ForEach>,
    pub shares: Vec<Share>,
    pub has_locks: bool,
    pub jars: Vec<Jar>,
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
            Sampler::Sql(number) => self.sql_steps.get(number as usize)?.judging.label.as_ref(),
            Sampler::Tcp(number) => self.tcp_steps.get(number as usize)?.judging.label.as_ref(),
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

#[derive(Clone, Debug)]
pub struct Counter {
    pub slot: Slot,
    pub start: Text,
    pub increment: Text,
    pub end: Option<Text>,
    pub format: String,
    pub per_user: bool,
    pub reset_each_iteration: bool,
}

/// A loop over numbered variables, see `plimsoll_plan::plan::ForEach`.
#[derive(Clone, Debug)]
pub struct ForEach {
    pub prefix: Text,
    pub variable: Text,
    pub after: Option<Text>,
    pub to: Option<Text>,
    pub index: Option<Slot>,
}

/// See `plimsoll_plan::plan::Share`.
#[derive(Clone, Debug)]
pub struct Share {
    pub amount: Amount,
    pub per_user: bool,
    /// The decision of this pass, then the user's own numbers of passes performed and of passes.
    pub register: u32,
}

#[derive(Clone, Debug)]
pub enum Amount {
    Times(Text),
    Percent(Text),
}

#[derive(Clone, Debug)]
pub struct RandomNumber {
    pub slot: Slot,
    pub minimum: Text,
    pub maximum: Text,
    pub format: String,
}

#[derive(Clone, Debug)]
pub struct Jar {
    pub clear_each_iteration: bool,
    pub cleared_with_user: bool,
    pub cookies: Vec<PresetCookie>,
}

#[derive(Clone, Debug)]
pub struct PresetCookie {
    pub name: String,
    pub value: Text,
    pub domain: Text,
    pub path: Text,
    pub secure: bool,
}

impl Jar {
    fn of(jar: &CookieJar, slots: &mut Slots) -> Jar {
        let cookies = jar.cookies.iter().map(|cookie| PresetCookie {
            name: cookie.name.clone(),
            value: slots.text(&cookie.value),
            domain: slots.text(&cookie.domain),
            path: slots.text(&cookie.path),
            secure: cookie.secure,
        });
        Jar {
            clear_each_iteration: jar.clear_each_iteration,
            cleared_with_user: jar.cleared_with_user,
            cookies: cookies.collect(),
        }
    }
}
