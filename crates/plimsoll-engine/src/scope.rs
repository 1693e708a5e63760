//! What a template sees while a virtual user runs.

use crate::budget::LookBudget;
use crate::clock::RunClock;
use crate::extract::json_at;
use crate::load_task::{PropertyMap, Share};
use crate::program::{Label, Program, Sampler, Slot, Slots};
use plimsoll_plan::expression::{Objects, ScriptCache};
use plimsoll_plan::plan::Origin;
use plimsoll_plan::template::{AssertionResult, EvaluationContext, Files, LastAnswer, Rows, VariableScope};
use plimsoll_run::Secrets;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::net::ToSocketAddrs;
use std::rc::Rc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Of a secret's begin so much is looked for before all of it is.
const SECRET_BEGIN_BYTES: usize = 3;

/// One user's variables: the plan's by slot, others (`name_1` of a match, a computed name) by name.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    slots: Vec<Option<Rc<str>>>,
    others: HashMap<String, Rc<str>>,
}

impl Variables {
    pub fn new(slots: usize) -> Self {
        Variables { slots: vec![None; slots], others: HashMap::new() }
    }

    pub fn get(&self, slot: Slot) -> Option<&str> {
        self.slots[slot.0 as usize].as_deref()
    }

    pub fn set(&mut self, slot: Slot, value: &str) {
        self.slots[slot.0 as usize] = Some(value.into());
    }

    pub fn get_named(&self, slots: &Slots, name: &str) -> Option<&str> {
        match slots.find(name) {
            Some(slot) => self.get(slot),
            None => self.others.get(name).map(|value| &**value),
        }
    }

    /// A text without the values of variables that are secrets by their names: what an answer brings is known to nobody before.
    pub fn without_secrets(&self, slots: &Slots, text: String) -> String {
        // A value may stand there encoded, and cut.
        let may_have = |value: &str| {
            let plain = |c: char| c.is_ascii_alphanumeric();
            let begin = value.find(|c| !plain(c)).unwrap_or(value.len()).min(SECRET_BEGIN_BYTES);
            !value.is_empty() && text.contains(&value[..begin])
        };
        let of_slots =
            slots.secret().iter().filter_map(|slot| self.get(*slot)).filter(|value| may_have(value));
        // `access_token_1` of a match has no slot.
        let others =
            self.others.iter().filter(|(name, value)| may_have(value) && slots.secrets().is_secret(name));
        let mut secrets = Secrets::default();
        let found = of_slots.chain(others.map(|(_, value)| &**value));
        let count = found.map(|value| secrets.add_value(value)).count();
        if count == 0 { text } else { secrets.text(&text).into_owned() }
    }

    /// All that have a value, by name.
    pub fn all(&self, slots: &Slots) -> BTreeMap<String, String> {
        let by_slot = self.slots.iter().enumerate().filter_map(|(slot, value)| {
            Some((slots.name(Slot(slot as u32)).to_owned(), value.as_deref()?.to_owned()))
        });
        let others = self.others.iter().map(|(name, value)| (name.clone(), value.to_string()));
        by_slot.chain(others).collect()
    }

    pub fn set_named(&mut self, slots: &Slots, name: &str, value: &str) {
        match slots.find(name) {
            Some(slot) => self.set(slot, value),
            None => {
                self.others.insert(name.to_owned(), value.into());
            }
        }
    }

    pub fn remove_named(&mut self, slots: &Slots, name: &str) {
        match slots.find(name) {
            Some(slot) => self.slots[slot.0 as usize] = None,
            None => {
                self.others.remove(name);
            }
        }
    }
}

/// Counters and reading positions that all users of a task share.
#[derive(Clone, Debug)]
pub struct SharedCounters {
    /// By function use.
    sites: Arc<[AtomicU64]>,
    /// By which numbers are dealt out.
    share: Share,
    /// By counter element; `i64::MIN` before its first use.
    elements: Arc<[AtomicI64]>,
    /// Reading positions of the files that functions read.
    files: Files,
    /// By share: how often it was performed, and out of how many passes.
    shares: Arc<[Mutex<(i64, i64)>]>,
}

impl SharedCounters {
    pub fn of(program: &Program, share: Share) -> Self {
        SharedCounters {
            share,
            sites: (0..=program.sites).map(|_| AtomicU64::new(0)).collect(),
            elements: program.counters.iter().map(|_| AtomicI64::new(i64::MIN)).collect(),
            files: Files::default(),
            shares: program.shares.iter().map(|_| Mutex::default()).collect(),
        }
    }

    /// Decides with `count`, which is given the share's numbers.
    pub fn share<T>(&self, share: usize, count: impl FnOnce(&mut i64, &mut i64) -> T) -> T {
        let mut numbers = self.shares[share].lock().unwrap_or_else(PoisonError::into_inner);
        let (performed, passes) = &mut *numbers;
        count(performed, passes)
    }

    /// Whether other processes count with the same counters.
    pub fn is_dealt(&self) -> bool {
        self.share.count > 1
    }

    /// Of a counter that all shares have together: which of all its turns (from 0) is the next one of ours.
    pub fn turn(&self, element: usize) -> u64 {
        // Whoever is first sets it to 0 turns.
        let _ = self.elements[element].compare_exchange(i64::MIN, 0, Ordering::Relaxed, Ordering::Relaxed);
        self.share.of_all(self.elements[element].fetch_add(1, Ordering::Relaxed) as u64)
    }

    /// Moves the shared counter on with `next`, which is given the number before, and returns the new one.
    pub fn advance(&self, element: usize, next: impl Fn(Option<i64>) -> i64) -> i64 {
        let step = |before: i64| Some(next((before != i64::MIN).then_some(before)));
        let counter = &self.elements[element];
        let before = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
        next(before.ok().filter(|before| *before != i64::MIN))
    }
}

/// What the texts and scripts of a user see of it, and change.
#[derive(Debug)]
pub struct UserData {
    /// From 1, within its scenario.
    pub number: u32,
    pub scenario: usize,
    /// From 0.
    pub iteration: u64,
    pub variables: Variables,
    pub eval: EvalState,
}

impl UserData {
    pub fn new(number: u32, scenario: usize, variables: Variables) -> Self {
        UserData { number, scenario, iteration: 0, variables, eval: EvalState::default() }
    }
}

/// What functions and scripts remember of a user between two texts.
#[derive(Debug, Default)]
pub struct EvalState {
    /// Its own counts of `__counter(TRUE)`, by function use.
    counts: HashMap<u32, u64>,
    /// Its rows in the files of `__CSVRead`.
    rows: Option<Box<Rows>>,
    /// What its last request brought, in programs that look at it.
    pub last: Option<Box<LastAnswer>>,
    /// The sample that a script makes.
    pub made: Option<Box<LastAnswer>>,
    /// What a script says of the last request, while it says so.
    pub verdict: Option<AssertionResult>,
    /// Why the last script came to nothing.
    pub script_failure: Option<String>,
    /// The step with samples that it is at.
    pub sampler: Option<Sampler>,
    /// What scripts keep beside texts.
    objects: Option<Box<Objects>>,
    /// What a script said of the last request, until that is heeded.
    pub said_successful: Option<bool>,
    /// A script asks for the user's cookies to be forgotten.
    pub forgets_cookies: bool,
    /// A function found that it is to end.
    pub ends: bool,
}

/// A user's view.
pub struct UserScope<'a> {
    pub user: &'a mut UserData,
    pub scripts: &'a mut ScriptCache,
    pub program: &'a Program,
    pub clock: &'a RunClock,
    pub properties: &'a PropertyMap,
    pub shared: &'a SharedCounters,
    pub random: &'a mut fastrand::Rng,
    pub machine_ip: &'a OnceLock<String>,
    pub eval_bounds: plimsoll_plan::template::EvalBounds,
    /// Of the answer that is looked at.
    pub budget: &'a LookBudget,
}

impl VariableScope<Slot> for UserScope<'_> {
    fn variable(&self, slot: &Slot) -> Option<&str> {
        self.user.variables.get(*slot)
    }

    fn name<'a>(&'a self, slot: &'a Slot) -> &'a str {
        self.program.slots.name(*slot)
    }
}

impl EvaluationContext for UserScope<'_> {
    fn variable_named(&self, name: &str) -> Option<&str> {
        self.user.variables.get_named(&self.program.slots, name)
    }

    fn set_variable(&mut self, name: &str, value: String) {
        self.user.variables.set_named(&self.program.slots, name, &value);
    }

    fn remove_variable(&mut self, name: &str) {
        self.user.variables.remove_named(&self.program.slots, name);
    }

    fn property(&self, name: &str) -> Option<Cow<'_, str>> {
        self.properties.get(name).map(Cow::Owned)
    }

    fn set_property(&mut self, name: &str, value: String) {
        self.properties.set(name, value);
    }

    fn random(&mut self) -> &mut fastrand::Rng {
        self.random
    }

    fn wall_ms(&self) -> i64 {
        self.clock.wall_ms(self.clock.now_us())
    }

    fn user_number(&self) -> u32 {
        self.user.number
    }

    fn scenario_name(&self) -> &str {
        self.program.scenarios.get(self.user.scenario).map_or("", |scenario| &scenario.name)
    }

    fn count(&mut self, site: u32, per_user: bool) -> u64 {
        if per_user {
            let count = self.user.eval.counts.entry(site).or_default();
            *count += 1;
            return *count;
        }
        let sites = &self.shared.sites;
        sites
            .get(site as usize)
            .map_or(1, |count| self.shared.share.of_all(count.fetch_add(1, Ordering::Relaxed)) + 1)
    }

    fn machine_name(&self) -> String {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }

    fn machine_ip(&self) -> String {
        // Looked up once: a name server's answer must not hold up a worker at each use.
        let look_up = || {
            let addresses = (self.machine_name().as_str(), 0).to_socket_addrs();
            let first = addresses.ok().and_then(|mut list| list.next());
            first.map_or_else(|| "127.0.0.1".to_owned(), |address| address.ip().to_string())
        };
        self.machine_ip.get_or_init(look_up).clone()
    }

    fn eval_bounds(&mut self) -> &mut plimsoll_plan::template::EvalBounds {
        &mut self.eval_bounds
    }

    fn iteration(&self) -> u64 {
        self.user.iteration + 1
    }

    fn thread_name(&self) -> String {
        let number =
            self.program.scenarios.get(self.user.scenario).map_or(1, |scenario| scenario.number_in_phase);
        format!("{} {number}-{}", self.scenario_name(), self.user.number)
    }

    fn request_name(&mut self) -> String {
        // Away meanwhile: a label that asks for itself would have no end.
        let Some(sampler) = self.user.eval.sampler.take() else { return String::new() };
        let program = self.program;
        let name = match program.samplers.label_of(sampler) {
            Some(Label::Known(id)) => program.labels.transaction(*id).name.clone(),
            Some(Label::Made(text)) => text.to_text(self),
            None => String::new(),
        };
        self.user.eval.sampler = Some(sampler);
        name
    }

    fn origin(&self) -> &Origin {
        &self.program.origin
    }

    fn last_answer(&self) -> Option<&LastAnswer> {
        self.user.eval.last.as_deref()
    }

    fn made(&mut self) -> Option<&mut LastAnswer> {
        self.user.eval.made.as_deref_mut()
    }

    fn verdict(&mut self) -> Option<&mut AssertionResult> {
        self.user.eval.verdict.as_mut()
    }

    fn objects(&mut self) -> &mut Objects {
        self.user.eval.objects.get_or_insert_default()
    }

    fn set_successful(&mut self, successful: bool) {
        self.user.eval.said_successful = Some(successful);
    }

    fn clear_cookies(&mut self) {
        self.user.eval.forgets_cookies = true;
    }

    fn json_at(&self, text: &str, path: &str) -> Result<String, String> {
        json_at(text, path)
    }

    fn script_failed(&mut self, problem: String) {
        self.user.eval.script_failure = Some(problem);
    }

    fn scripts(&mut self) -> &mut ScriptCache {
        self.scripts
    }

    fn files(&self) -> &Files {
        &self.shared.files
    }

    fn rows(&mut self) -> &mut Rows {
        self.user.eval.rows.get_or_insert_default()
    }

    fn end_user(&mut self) {
        self.user.eval.ends = true;
    }
}
