//! The plan and its scenarios.

use super::data::{AnswerCache, CookieJar, DataSet};
use super::database::Database;
use super::login::{LoginSet, Proxy};
use super::origin::Origin;
use super::protocol::{Dialect, SharedConnections};
use super::stage::TextVisitor;
use super::step::{OnError, Step};
use super::timer::Timer;
use super::tls::TlsSettings;
use crate::load::{ArrivalProfile, Load, LoadProfile, Overload};
use crate::template::Template;
use std::time::Duration;

/// What virtual users do. Indices such as [`Step::ReadData`]'s point into the plan's own lists.
// A field for each kind of list that steps point into by index, and for each section of a plan file.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub name: String,
    pub origin: Origin,
    /// Evaluated once at the start, in order, for all scenarios; a later one wins.
    pub variables: Vec<(String, Template)>,
    /// Names whose values are shown nowhere, beside those that say themselves that they are secrets.
    pub secrets: Vec<String>,
    pub data: Vec<DataSet>,
    pub cookie_jars: Vec<CookieJar>,
    pub caches: Vec<AnswerCache>,
    /// What hosts are, instead of what the system knows of them: a name, whatever its case, and addresses or other
    /// names that it stands for.
    pub hosts: Vec<(String, Vec<String>)>,
    pub names: NameCaching,
    pub logins: Vec<LoginSet>,
    pub proxies: Vec<Proxy>,
    /// What users wait for beside their pauses.
    pub timers: Vec<Timer>,
    pub databases: Vec<Database>,
    pub scenarios: Vec<Scenario>,
    /// Scenarios of one phase run one after another instead of together.
    pub scenarios_in_order: bool,
    /// Tear-down scenarios run even when the run was stopped early.
    pub tear_down_after_stop: bool,
    /// False accepts any certificate, as JMeter does.
    pub verify_certificates: bool,
    pub tls: TlsSettings,
    /// Headers and logins follow redirects and embedded resources to other origins, too, as in JMeter.
    pub credentials_to_other_origins: bool,
    pub dialect: Dialect,
    /// `None`: each user has HTTP/2 connections of its own, as a browser.
    pub http2: Option<SharedConnections>,
}

/// How long HTTP requests use the addresses of a host before they are looked up again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameCaching {
    /// 30 s, for all users together, as in Java.
    #[default]
    Shared,
    /// Each user keeps what it was told; it is told what is known to all.
    ByUser,
    /// The same until its iteration ends.
    ByIteration,
}

/// JMeter's thread group: users that do the same steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    pub name: String,
    pub phase: Phase,
    pub load: Load,
    pub iterations: Iterations,
    pub on_error: OnError,
    /// True: an iteration is a new user (connections closed, jars that say so cleared).
    pub new_user_each_iteration: bool,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    SetUp,
    Main,
    TearDown,
}

/// How often each user goes through a scenario's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    Forever,
    Times(u64),
}

impl Plan {
    /// An empty plan with this name.
    pub fn named(name: &str) -> Self {
        Plan {
            name: name.to_owned(),
            origin: Origin::default(),
            variables: Vec::new(),
            secrets: Vec::new(),
            data: Vec::new(),
            cookie_jars: Vec::new(),
            caches: Vec::new(),
            hosts: Vec::new(),
            names: NameCaching::default(),
            logins: Vec::new(),
            proxies: Vec::new(),
            timers: Vec::new(),
            databases: Vec::new(),
            scenarios: Vec::new(),
            scenarios_in_order: false,
            tear_down_after_stop: false,
            verify_certificates: true,
            tls: TlsSettings::default(),
            credentials_to_other_origins: false,
            dialect: Dialect::default(),
            http2: None,
        }
    }

    /// A plan that somebody else performs: one scenario of this name, whose load is still to be said.
    pub fn of_loads(name: &str) -> Self {
        let scenario = Scenario {
            name: name.to_owned(),
            phase: Phase::Main,
            load: LoadProfile::constant(0, Duration::ZERO, None).into(),
            iterations: Iterations::Times(1),
            on_error: OnError::Continue,
            new_user_each_iteration: false,
            steps: Vec::new(),
        };
        Plan { scenarios: vec![scenario], ..Plan::named(name) }
    }

    /// Replaces the load of the main scenarios: `users` in all, shared out in the plan's own
    /// proportions (largest remainder), repeating until `hold` has passed after the `ramp`. A scenario
    /// that the plan gives no users gets none, unless the plan gives none to any. Shapes, which are a load
    /// of their own, hold nobody back any more, and nobody waits for more users than there are.
    pub fn with_users(mut self, users: u32, ramp: Duration, hold: Duration) -> Self {
        let mut weights: Vec<u32> = self.main().map(|s| s.load.users_max()).collect();
        if weights.iter().all(|weight| *weight == 0) {
            weights.fill(1);
        }
        let shares = share_out(users, &weights);
        let main = self.scenarios.iter_mut().filter(|s| s.phase == Phase::Main);
        for (scenario, share) in main.zip(shares) {
            scenario.load = LoadProfile::constant(share, ramp, Some(hold)).into();
            scenario.iterations = Iterations::Forever;
        }
        for timer in &mut self.timers {
            timer.forget_load(false);
            timer.limit_users(users);
        }
        self
    }

    /// Each user of the main scenarios goes so many times through its scenario and is done, however long that takes.
    pub fn with_passes(mut self, passes: u32, ramp: Duration) -> Self {
        for scenario in self.scenarios.iter_mut().filter(|s| s.phase == Phase::Main) {
            scenario.load = LoadProfile::constant(scenario.load.users_max(), ramp, None).into();
            scenario.iterations = Iterations::Times(passes.into());
        }
        self
    }

    /// One user goes through the scenarios, one scenario after another: `passes` times through the main ones, once through
    /// the others. It waits for no other users and for no throughput.
    pub fn for_one_user(mut self, passes: u64) -> Self {
        for scenario in &mut self.scenarios {
            scenario.load = LoadProfile::constant(1, Duration::ZERO, None).into();
            scenario.iterations = Iterations::Times(if scenario.phase == Phase::Main { passes } else { 1 });
        }
        self.scenarios_in_order = true;
        for timer in &mut self.timers {
            timer.forget_load(true);
            timer.limit_users(1);
        }
        self
    }

    /// Replaces the load of the main scenarios: `per_s` arrivals per second in all, reached within `ramp` and
    /// held for `hold`. The rate is shared out in the proportions of the plan's own rates, or of its users
    /// where it has no rates; spacing, tick and overload policy stay as the plan has them. Timers of a
    /// throughput hold nobody back any more.
    pub fn with_rate(mut self, per_s: f64, users: Option<u32>, ramp: Duration, hold: Duration) -> Self {
        let weight = |scenario: &Scenario| match &scenario.load {
            Load::Arrivals(profile) => profile.rate_per_s_max(),
            load => f64::from(load.users_max()),
        };
        let mut weights: Vec<f64> = self.main().map(weight).collect();
        if self.main().any(|s| s.load.as_arrivals().is_some()) {
            // Rates and numbers of users can't be weighed against each other.
            let own = self.main().map(|s| s.load.as_arrivals().is_some()).collect::<Vec<_>>();
            weights.iter_mut().zip(own).for_each(|(weight, own)| *weight *= f64::from(u8::from(own)));
        }
        if weights.iter().all(|weight| *weight == 0.0) {
            weights.fill(1.0);
        }
        let sum: f64 = weights.iter().sum();
        let main = self.scenarios.iter_mut().filter(|s| s.phase == Phase::Main);
        for (scenario, weight) in main.zip(weights) {
            let share = weight / sum;
            let mut profile = ArrivalProfile::constant(per_s * share, ramp, hold);
            if let Load::Arrivals(own) = &scenario.load {
                let ArrivalProfile { spacing, tick, overload, at_end, users, .. } = *own;
                profile = ArrivalProfile { spacing, tick, overload, at_end, users, ..profile };
            }
            if let Some(users) = users {
                profile.users = (f64::from(users) * share).ceil() as u32;
            }
            scenario.load = profile.into();
            scenario.iterations = Iterations::Forever;
        }
        self.timers.iter_mut().for_each(|timer| timer.forget_load(true));
        self
    }

    /// Arrivals without a free user are dropped where they would end the test.
    pub fn drop_instead_of_abort(&mut self) {
        for scenario in &mut self.scenarios {
            if let Load::Arrivals(profile) = &mut scenario.load
                && profile.overload == Overload::Abort
            {
                profile.overload = Overload::Drop;
            }
        }
    }

    /// Arrivals per second that the main scenarios ask for together at the most; `None` when they have users
    /// instead.
    pub fn rate_per_s_max(&self) -> Option<f64> {
        let rates: Vec<f64> =
            self.main().filter_map(|s| s.load.as_arrivals()).map(ArrivalProfile::rate_per_s_max).collect();
        (!rates.is_empty()).then(|| rates.iter().sum())
    }

    /// The names under which requests and transactions are counted; `None` when some are made while the
    /// plan runs.
    pub fn labels(&self) -> Option<Vec<&str>> {
        let mut labels = Labels { fixed: Vec::new(), some_are_made: false };
        self.visit_steps(&mut |step| step.visit_texts(&mut labels));
        (!labels.some_are_made).then_some(labels.fixed)
    }

    /// Whether a request may go over TLS: one whose scheme or address is made while the plan runs may.
    pub fn may_use_tls(&self) -> bool {
        self.uses_tls() != Some(false)
    }

    /// Whether some request goes over TLS; `None`: it turns out while the plan runs.
    pub fn uses_tls(&self) -> Option<bool> {
        let (mut some, mut unknown) = (false, false);
        self.visit_steps(&mut |step| match step.uses_tls() {
            Some(uses) => some |= uses,
            None => unknown = true,
        });
        if some { Some(true) } else { (!unknown).then_some(false) }
    }

    /// Calls `look` for all steps of all scenarios, those inside of others too.
    pub fn visit_steps<'a>(&'a self, look: &mut impl FnMut(&'a Step)) {
        self.scenarios.iter().for_each(|scenario| Step::visit(&scenario.steps, look));
    }

    /// Shows the visitor all texts but the plan's own variables, which are made before anything else.
    pub fn visit_texts<'a>(&'a self, visitor: &mut impl TextVisitor<'a>) {
        self.visit_steps(&mut |step| step.visit_texts(visitor));
        self.timers.iter().for_each(|timer| drop(timer.map_texts(visitor)));
        self.cookie_jars.iter().for_each(|jar| drop(jar.map_texts(visitor)));
        self.logins.iter().for_each(|logins| drop(logins.map_texts(visitor)));
        self.proxies.iter().for_each(|proxy| drop(proxy.map_texts(visitor)));
        let identity = self.tls.identity.iter().flat_map(|identity| [&identity.certificate, &identity.key]);
        identity.for_each(|text| visitor.text(text));
        for database in &self.databases {
            let texts = [&database.url, &database.user, &database.password];
            texts.into_iter().chain(&database.init).for_each(|text| visitor.text(text));
        }
    }

    pub fn main(&self) -> impl Iterator<Item = &Scenario> {
        self.scenarios.iter().filter(|s| s.phase == Phase::Main)
    }

    /// The most users that the main scenarios ask for together.
    pub fn users_max(&self) -> u32 {
        self.main().map(|s| s.load.users_max()).sum()
    }
}

/// Collects labels.
struct Labels<'a> {
    fixed: Vec<&'a str>,
    some_are_made: bool,
}

impl<'a> TextVisitor<'a> for Labels<'a> {
    fn text(&mut self, _: &'a Template) {}

    fn label(&mut self, name: &'a Template) {
        self.fixed.extend(name.as_literal());
        self.some_are_made |= name.as_literal().is_none();
    }
}

/// Shares `total` out in proportion to `weights`; the shares add up to `total`.
pub fn share_out(total: u32, weights: &[u32]) -> Vec<u32> {
    let sum: u64 = weights.iter().map(|w| u64::from(*w)).sum::<u64>().max(1);
    let exact = |w: u32| u64::from(total) * u64::from(w);
    let mut shares: Vec<u32> = weights.iter().map(|w| (exact(*w) / sum) as u32).collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder.sort_by_key(|i| std::cmp::Reverse(exact(weights[*i]) % sum));
    let missing = total.saturating_sub(shares.iter().sum());
    for i in by_remainder.into_iter().cycle().take(if weights.is_empty() { 0 } else { missing as usize }) {
        shares[i] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_follow_the_weights() {
        assert_eq!(share_out(10, &[1, 1]), [5, 5]);
        assert_eq!(share_out(10, &[2, 1]), [7, 3]);
        assert_eq!(share_out(3, &[1, 1, 1, 1]), [1, 1, 1, 0]);
        assert_eq!(share_out(7, &[]), Vec::<u32>::new());
        assert_eq!(share_out(7, &[0, 2, 0, 1, 1]), [0, 3, 0, 2, 2]);
    }

    /// A plan whose main scenarios have `given` users is given `users`.
    fn check_users(given: &[u32], users: u32, expected: &[u32]) {
        let mut plan = Plan::named("p");
        plan.scenarios = given.iter().map(|users| scenario(Phase::Main, *users)).collect();
        plan.scenarios.insert(0, scenario(Phase::SetUp, 1));
        let plan = plan.with_users(users, Duration::ZERO, Duration::from_secs(1));
        let got: Vec<u32> = plan.main().map(|s| s.load.users_max()).collect();
        assert_eq!(got, expected, "{users} for {given:?}");
        assert_eq!(plan.scenarios[0].load.users_max(), 1);
    }

    fn scenario(phase: Phase, users: u32) -> Scenario {
        Scenario {
            name: String::new(),
            phase,
            load: LoadProfile::constant(users, Duration::ZERO, None).into(),
            iterations: Iterations::Times(1),
            on_error: OnError::Continue,
            new_user_each_iteration: false,
            steps: Vec::new(),
        }
    }

    #[test]
    fn scenarios_without_users_stay_without() {
        check_users(&[3, 1], 8, &[6, 2]);
        check_users(&[2, 0, 2], 5, &[3, 0, 2]);
        check_users(&[0, 1], 100, &[0, 100]);
        check_users(&[0, 0], 5, &[3, 2]);
    }
}
