//! Users of the load generator's instances.

use super::Seconds;
use super::summary::ReportedUsers;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of users are alike up to this factor.
const ALIKE: f64 = 1.05;

impl Seconds {
    /// Of those that reported their users.
    pub fn instance_names(&self) -> &[String] {
        &self.instances
    }

    /// Instances that come to the same name are one.
    pub fn rename_instances(&mut self, rename: &dyn Fn(&str) -> String) {
        let renamed: Vec<String> = self.instances.iter().map(|name| rename(name)).collect();
        self.instances.clear();
        let ids: Vec<u32> = renamed.iter().map(|name| self.instance(name)).collect();
        for summary in self.summaries.values_mut() {
            for (instance, users) in std::mem::take(&mut summary.users) {
                summary.put_users(ids[instance as usize], users);
            }
        }
    }

    /// Behind the last second that an instance reported it has no users.
    pub fn end_instances(&mut self) {
        let mut last: BTreeMap<u32, i64> = BTreeMap::new();
        for (second, summary) in &self.summaries {
            for (instance, _) in &summary.users {
                let known = last.entry(*instance).or_insert(*second);
                *known = (*known).max(*second);
            }
        }
        for (instance, second) in last {
            let none = ReportedUsers::once(0);
            self.summaries.entry(second + 1).or_default().put_users(instance, none);
        }
    }

    pub fn put_users(&mut self, second: i64, instance: &str, users: u32) {
        let instance = self.instance(instance);
        self.summaries.entry(second).or_default().put_users(instance, ReportedUsers::once(users));
    }

    /// Puts users of whom their time together is known, and of how long.
    pub fn put_users_time(&mut self, second: i64, (users_us, of_us): (u64, u64)) {
        let instance = self.instance("");
        let users = ReportedUsers { total: users_us, rows: of_us };
        self.summaries.entry(second).or_default().put_users(instance, users);
    }

    /// Users of all instances together, for each second from `first` on that any of them reported; an instance that is
    /// silent for a second keeps what it reported last. Whole users, of which the mean over many seconds is right.
    pub fn users(&self, first: i64, last: i64) -> Vec<Option<u32>> {
        let mut now: BTreeMap<u32, f64> = BTreeMap::new();
        let mut seconds = Vec::with_capacity(usize::try_from(last - first + 1).unwrap_or(0));
        let mut rounded_off = 0.0;
        for second in first..=last {
            let reported = self.summaries.get(&second).into_iter().flat_map(|summary| &summary.users);
            now.extend(reported.map(|(instance, users)| (*instance, users.mean())));
            let exact = now.values().sum::<f64>() + rounded_off;
            let whole = exact.round().max(0.0);
            rounded_off = exact - whole;
            seconds.push((!now.is_empty()).then_some(whole as u32));
        }
        seconds
    }

    /// The same, in the seconds alone in which any of them reported.
    pub fn reported_users(&self, first: i64, last: i64) -> Vec<Option<u32>> {
        let reported = |second| self.summaries.get(&second).is_some_and(|summary| !summary.users.is_empty());
        let users = self.users(first, last).into_iter().zip(first..);
        users.map(|(users, second)| users.filter(|_| reported(second))).collect()
    }

    /// Instances of the load generator that told their users.
    pub fn instances(&self) -> usize {
        let reported =
            self.summaries.values().flat_map(|summary| &summary.users).map(|(instance, _)| *instance);
        reported.collect::<BTreeSet<u32>>().len()
    }

    /// Instances with the same users each; 1 where their users differ by more than a twentieth on average.
    pub fn equal_instances(&self) -> usize {
        let mut users: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        for (instance, reported) in self.summaries.values().flat_map(|summary| &summary.users) {
            let (sum, seconds) = users.entry(*instance).or_default();
            (*sum, *seconds) = (*sum + reported.mean(), *seconds + 1.0);
        }
        let means = || users.values().map(|(sum, seconds)| sum / seconds);
        let (least, most) = (means().fold(f64::INFINITY, f64::min), means().fold(0.0, f64::max));
        if most <= ALIKE * least { users.len() } else { 1 }
    }

    /// Few, and mostly one.
    pub(super) fn instance(&mut self, name: &str) -> u32 {
        // To compare no bytes at all is slow: glibc's masked load of an address that isn't there takes an assist of the
        // processor, which was measurable time.
        let is_it = |known: &String| known.len() == name.len() && (name.is_empty() || known == name);
        if let Some(place) = self.instances.iter().position(is_it) {
            return place as u32;
        }
        self.instances.push(name.to_owned());
        self.instances.len() as u32 - 1
    }
}
