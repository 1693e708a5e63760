//! What foreign servers may cost the generator: how much time, memory and names. Each bound is a property, so that any plan
//! can be given another one (`-J plimsoll.bound.request_s=3600`); docs/security.md has the list.

use crate::load_task::PropertyMap;
use plimsoll_plan::Plan;
use plimsoll_run::{NAMES_MAX, NAMES_PROPERTY};

/// The bounds of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskBounds {
    /// CPU time that extractors and checks may use for one answer, microseconds.
    pub look_us: u64,
    /// Bytes that extractors may take out of one answer.
    pub taken_bytes: usize,
    /// Longest text that is read as a document (JSON, XML, HTML): a tree takes many times its text.
    pub document_bytes: usize,
    /// Bytes of bodies that are kept at a time, of all users together.
    pub bodies_bytes: usize,
    /// Longest time of one request, redirects and embedded resources included, microseconds.
    pub request_us: u64,
    /// Names that transactions may have; what has another one is counted under one name.
    pub transactions: usize,
    /// Credentials follow redirects and embedded resources to whatever host.
    pub credentials_everywhere: bool,
    /// Redirects and embedded resources lead to hosts only that the plan names.
    pub stay_on_hosts: bool,
}

impl Default for TaskBounds {
    fn default() -> Self {
        TaskBounds {
            look_us: 1_000_000,
            taken_bytes: 64 << 20,
            document_bytes: 16 << 20,
            bodies_bytes: 1 << 30,
            request_us: 600 * 1_000_000,
            transactions: NAMES_MAX,
            credentials_everywhere: false,
            stay_on_hosts: false,
        }
    }
}

const LOOK_MS: &str = "plimsoll.bound.look_ms";
const TAKEN_MB: &str = "plimsoll.bound.taken_mb";
const DOCUMENT_MB: &str = "plimsoll.bound.document_mb";
const BODIES_MB: &str = "plimsoll.bound.bodies_mb";
const REQUEST_S: &str = "plimsoll.bound.request_s";
const CREDENTIALS: &str = "plimsoll.credentials_across_origins";
/// Of `--stay-on-hosts`.
pub const STAY_ON_HOSTS: &str = "plimsoll.stay_on_hosts";
/// What the names of all bounds begin with.
const BOUND: &str = "plimsoll.bound.";

impl TaskBounds {
    /// The properties' bounds; those that are not given have their default. Whether credentials follow is a property, or else the
    /// plan says it. An error names the property that is no number, or no bound.
    pub fn of(plan: &Plan, properties: &PropertyMap) -> Result<TaskBounds, String> {
        let credentials_everywhere = plan.credentials_to_other_origins;
        let mut bounds = TaskBounds { credentials_everywhere, ..TaskBounds::default() };
        for (name, value) in properties.all() {
            let whole = || {
                let number = value.trim().parse::<u64>().ok().filter(|number| *number > 0);
                number.ok_or_else(|| {
                    format!("the property {name} is `{value}`: it has to be a whole number above 0")
                })
            };
            let bytes =
                |megabytes: u64| usize::try_from(megabytes.saturating_mul(1 << 20)).unwrap_or(usize::MAX);
            match name.as_str() {
                LOOK_MS => bounds.look_us = whole()?.saturating_mul(1_000),
                TAKEN_MB => bounds.taken_bytes = bytes(whole()?),
                DOCUMENT_MB => bounds.document_bytes = bytes(whole()?),
                BODIES_MB => bounds.bodies_bytes = bytes(whole()?),
                REQUEST_S => bounds.request_us = whole()?.saturating_mul(1_000_000),
                NAMES_PROPERTY => bounds.transactions = usize::try_from(whole()?).unwrap_or(usize::MAX),
                CREDENTIALS => bounds.credentials_everywhere = flag(&name, &value)?,
                STAY_ON_HOSTS => bounds.stay_on_hosts = flag(&name, &value)?,
                other if other.starts_with(BOUND) => {
                    let known = [LOOK_MS, TAKEN_MB, DOCUMENT_MB, BODIES_MB, REQUEST_S, NAMES_PROPERTY];
                    return Err(format!("the property {other} is no bound; there are {}", known.join(", ")));
                }
                _ => {}
            }
        }
        Ok(bounds)
    }
}

fn flag(name: &str, value: &str) -> Result<bool, String> {
    value
        .trim()
        .parse()
        .map_err(|_| format!("the property {name} is `{}`: it has to be true or false", value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, value: &str, expected: Result<TaskBounds, &str>) {
        let found = TaskBounds::of(
            &Plan::named("p"),
            &PropertyMap::new([(name.to_owned(), value.to_owned())].into()),
        );
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{name}"),
            (Err(problem), Err(part)) => assert!(problem.contains(part), "{problem}"),
            (found, expected) => panic!("{found:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn bounds_are_properties() {
        let default = TaskBounds::default();
        check("other", "7", Ok(default));
        check(LOOK_MS, "20", Ok(TaskBounds { look_us: 20_000, ..default }));
        check(BODIES_MB, " 7 ", Ok(TaskBounds { bodies_bytes: 7 << 20, ..default }));
        check(CREDENTIALS, "true", Ok(TaskBounds { credentials_everywhere: true, ..default }));
        check(STAY_ON_HOSTS, "true", Ok(TaskBounds { stay_on_hosts: true, ..default }));
        check(REQUEST_S, "soon", Err("whole number"));
        check(NAMES_PROPERTY, "0", Err("above 0"));
        check("plimsoll.bound.look", "1", Err("is no bound"));
        check(CREDENTIALS, "yes", Err("true or false"));
    }
}
