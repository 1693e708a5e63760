//! Servers that do the same work, and so should do equally much of it.

use super::pool::{Pool, PoolKind};
use super::readings::{Observations, Readings};
use plimsoll_run::{Instance, Source, Telemetry};
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

/// Pools of one name in several services of one host that publish the same metrics: copies of one program, as far as can be seen.
pub(crate) fn pools(readings: Readings) -> Vec<Vec<Pool>> {
    let mut groups: BTreeMap<(PoolKind, String, String), Vec<Pool>> = BTreeMap::new();
    let services =
        Pool::all(readings).into_iter().filter(|pool| matches!(pool.source.instance, Instance::Service(_)));
    for pool in services {
        let key = (pool.of, pool.name.clone(), pool.source.host.clone());
        groups.entry(key).or_default().push(pool);
    }
    groups.retain(|_, pools| pools.windows(2).all(|two| are_alike(readings, &two[0], &two[1])));
    groups.into_values().filter(|pools| pools.len() > 1).collect()
}

/// One that was not asked yet lacks what the other counts of its requests, and has nothing of its own.
fn are_alike(readings: Readings, one: &Pool, other: &Pool) -> bool {
    let (one, other) = (readings.published_by(&one.source), readings.published_by(&other.source));
    one.is_subset(&other) || other.is_subset(&one)
}
