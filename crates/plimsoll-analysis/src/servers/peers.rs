//! Servers that do the same work, and so should do equally much of it.

use super::readings::Observations;
use plimsoll_run::{Source, Telemetry};
use std::collections::{BTreeMap, BTreeSet};

/// Hosts of equal work: of the same role, as the study says it; without roles, those that log requests.
pub(crate) fn hosts<'a>(telemetry: &'a Telemetry, observed: &'a Observations) -> Vec<Vec<&'a str>> {
    let mut roles: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for host in telemetry.hosts.iter().filter(|host| !host.role.is_empty()) {
        roles.entry(&host.role).or_default().insert(&host.name);
    }
    let logging = || observed.requests.iter().map(|second| second.source.host.as_str());
    if roles.is_empty() {
        roles.insert("", logging().collect());
    }
    let groups = roles.into_values().filter(|hosts| hosts.len() > 1);
    groups.map(|hosts| hosts.into_iter().collect()).collect()
}

/// The sources of each of the hosts; one kind of source is compared with its like, so only the only one of a host counts.
pub(crate) fn one_on_each<'a>(hosts: &[&str], sources: &[&'a Source]) -> Vec<&'a Source> {
    let of = |host: &str| {
        let mut own = sources.iter().filter(move |source| source.host == host);
        own.next().filter(|_| own.next().is_none()).copied()
    };
    hosts.iter().filter_map(|host| of(host)).collect()
}
