//! Resources of a service's own: which of its series say how much of something is in use, how much there is, and who waits for
//! it. A study says it (`pools`, `queues`, `limits`); where nobody does, names that tell it are taken: `orders_pool_in_use` and
//! `orders_pool_max`, `go_sql_in_use_connections` and `go_sql_max_open_connections`, `pool.connections` with `state="active"`.

use crate::reading::Series;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// Connections, workers, permits: each is in use by one at a time.
    Pool,
    /// Places in which work waits.
    Queue,
    /// Anything else of which there is only so much.
    Limit,
}

impl ResourceKind {
    pub const ALL: [ResourceKind; 3] = [ResourceKind::Pool, ResourceKind::Queue, ResourceKind::Limit];

    /// The value of the attribute by which it is told.
    pub fn name(self) -> &'static str {
        match self {
            ResourceKind::Pool => "pool",
            ResourceKind::Queue => "queue",
            ResourceKind::Limit => "limit",
        }
    }

    pub fn named(name: &str) -> Option<ResourceKind> {
        ResourceKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Series by their metric and some of their attributes: `pool_connections{state="active"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesPattern {
    pub metric: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

impl SeriesPattern {
    /// As Prometheus writes a series; quotes may be left out.
    pub fn parse(text: &str) -> Result<SeriesPattern, String> {
        let (metric, labels) = match text.trim().split_once('{') {
            None => (text.trim(), ""),
            Some((metric, rest)) => (
                metric.trim(),
                rest.strip_suffix('}').ok_or_else(|| format!("`{text}` has no closing `}}`"))?,
            ),
        };
        if metric.is_empty() || metric.contains(char::is_whitespace) {
            return Err(format!("`{text}` is no metric's name, as `orders_pool_in_use`"));
        }
        let mut attributes = BTreeMap::new();
        for label in labels.split(',').map(str::trim).filter(|label| !label.is_empty()) {
            let (name, value) =
                label.split_once('=').ok_or_else(|| format!("`{label}` is no label with its value"))?;
            attributes.insert(name.trim().to_owned(), value.trim().trim_matches(['"', '\'']).to_owned());
        }
        Ok(SeriesPattern { metric: metric.to_owned(), attributes })
    }

    pub fn fits(&self, series: &Series) -> bool {
        let has = |(name, value): (&String, &String)| series.attributes.get(name.as_str()) == Some(value);
        series.metric == self.metric && self.attributes.iter().all(has)
    }
}

/// How much there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ResourceSize {
    Number(f64),
    Series(SeriesPattern),
}

/// A resource as a study declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclaredResource {
    /// As the study names the host or service.
    pub host: String,
    pub kind: ResourceKind,
    pub name: String,
    pub used: Option<SeriesPattern>,
    pub max: Option<ResourceSize>,
    pub waiting: Option<SeriesPattern>,
}

impl DeclaredResource {
    /// The series that it is known by.
    pub fn patterns(&self) -> impl Iterator<Item = &SeriesPattern> {
        let size = match &self.max {
            Some(ResourceSize::Series(pattern)) => Some(pattern),
            _ => None,
        };
        [self.used.as_ref(), size, self.waiting.as_ref()].into_iter().flatten()
    }
}

/// What a series says of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResourcePart {
    Used,
    Max,
    Waiting,
}

/// What a name tells: the part, and what is left of the name without it, which the parts of one resource have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NamedPart {
    pub part: ResourcePart,
    pub stem: String,
    pub kind: ResourceKind,
}

/// Words of a name, by what they tell. Those that mean several things are read by their neighbours, below.
const USED: &[&str] =
    &["active", "acquired", "borrowed", "busy", "checkedout", "current", "inuse", "leased", "open", "used"];
const MAX: &[&str] = &["capacity", "limit", "max", "maximum"];
const WAITING: &[&str] = &["backlog", "pending", "queued", "waiters", "waiting"];
/// What a queue holds.
const QUEUE_LENGTH: &[&str] = &["depth", "length", "size"];
/// How it was configured is no part of a resource's name.
const IGNORED: &[&str] = &["config", "configured", "total", "count", "number", "num"];
/// Names of MBeans as the JMX exporter of Prometheus writes them, in small letters.
const SPELT_TOGETHER: &[(&str, &str)] = &[
    ("currentthreadsbusy", "busy_threads"),
    ("currentthreadcount", "current_count"),
    ("maxthreads", "max_threads"),
    ("numactive", "active"),
];
/// Attributes whose value tells a part.
const STATES: [&str; 2] = ["state", "status"];

/// What the system or a runtime schedules: its states are not those of a resource.
const SCHEDULED: &[&str] = &["thread", "threads", "goroutine", "goroutines", "process", "processes", "procs"];

/// `None`: the name tells nothing, or two different things. Amounts of bytes and times are no resources of this kind: what a heap or a
/// buffer has in use says little.
pub fn part_of_name(series: &Series) -> Option<NamedPart> {
    if matches!(series.unit.as_ref(), "By" | "s" | "ms" | "%" | "1/s") {
        return None;
    }
    let state = STATES.iter().find_map(|name| series.attributes.get(*name));
    let name = snake_case(&series.metric).replace(['.', '-', ':'], "_");
    let name =
        name.replace("in_use", "inuse").replace("checked_out", "checkedout").replace("max_open", "max");
    let name = SPELT_TOGETHER.iter().fold(name, |name, (together, apart)| name.replace(together, apart));
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    if is_no_use(&words) {
        return None;
    }
    let is_queue = words.iter().any(|word| matches!(*word, "queue" | "backlog" | "buffer"));
    let part = |word: &str| match word {
        _ if USED.contains(&word) => Some(ResourcePart::Used),
        _ if MAX.contains(&word) => Some(ResourcePart::Max),
        _ if WAITING.contains(&word) && !is_queue => Some(ResourcePart::Waiting),
        _ if QUEUE_LENGTH.contains(&word) && is_queue => Some(ResourcePart::Used),
        // The size of a pool is how much there is of it.
        "size" => Some(ResourcePart::Max),
        _ => None,
    };
    let mut parts: Vec<ResourcePart> = words.iter().filter_map(|word| part(word)).collect();
    let state = state.and_then(|state| part(&state.to_lowercase().replace("in_use", "inuse")));
    // A thread that waits has nothing to do (`jvm_threads_states_threads{state="waiting"}`).
    let is_idle = state == Some(ResourcePart::Waiting) && words.iter().any(|word| SCHEDULED.contains(word));
    parts.extend(state.filter(|_| !is_idle));
    parts.dedup();
    let [part_found] = parts[..] else { return None };
    let stem: Vec<&str> =
        words.iter().copied().filter(|word| part(word).is_none() && !IGNORED.contains(word)).collect();
    if stem.is_empty() {
        return None;
    }
    let kind = if is_queue { ResourceKind::Queue } else { ResourceKind::Pool };
    Some(NamedPart { part: part_found, stem: stem.join("_"), kind })
}

/// As MBeans are read: `currentThreadsBusy`, `NumActive`.
fn snake_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for c in name.chars() {
        if was_small && c.is_uppercase() {
            out.push('_');
        }
        was_small = c.is_lowercase() || c.is_ascii_digit();
        out.extend(c.to_lowercase());
    }
    out
}

/// How many there are now (Tomcat's `currentThreadCount`), or have ever been lent (DBCP's `BorrowedCount`), busy or not.
fn is_no_use(words: &[&str]) -> bool {
    words.contains(&"count") && words.iter().any(|word| matches!(*word, "current" | "borrowed"))
}

/// Labels that tell one resource from another of the same name.
pub fn own_attributes(series: &Series) -> BTreeMap<String, String> {
    let own = series.attributes.iter().filter(|(name, _)| !STATES.contains(&name.as_ref()));
    own.map(|(name, value)| (name.to_string(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Attributes, ReadingKind, Source};

    fn series(metric: &'static str, attributes: &[(&'static str, &str)]) -> Series {
        let attributes: Attributes =
            attributes.iter().map(|(name, value)| ((*name).into(), (*value).to_owned())).collect();
        let unit = if metric.ends_with("bytes") { "By" } else { "" };
        Series {
            source: Source::host("a"),
            metric: metric.into(),
            attributes,
            unit: unit.into(),
            kind: ReadingKind::Gauge,
        }
    }

    #[track_caller]
    fn check(metric: &'static str, expected: Option<(ResourcePart, &str)>) {
        let found = part_of_name(&series(metric, &[]));
        let found = found.as_ref().map(|found| (found.part, found.stem.as_str()));
        assert_eq!(found, expected, "{metric}");
    }

    #[test]
    fn names_of_many_habits_say_what_they_are() {
        use ResourcePart::{Max, Used, Waiting};
        check("orders_pool_in_use", Some((Used, "orders_pool")));
        check("orders_pool_max", Some((Max, "orders_pool")));
        check("orders_pool_waiting", Some((Waiting, "orders_pool")));
        check("orders_pool_size", Some((Max, "orders_pool")));
        check("go_sql_in_use_connections", Some((Used, "go_sql_connections")));
        check("go_sql_max_open_connections", Some((Max, "go_sql_connections")));
        check("worker.threads.busy", Some((Used, "worker_threads")));
        check("worker.threads.max", Some((Max, "worker_threads")));
        check("tomcat_connections_config_max_connections", Some((Max, "tomcat_connections_connections")));
        check("jobs_queue_size", Some((Used, "jobs_queue")));
        check("jobs_queue_capacity", Some((Max, "jobs_queue")));
        check("lookups_pending", Some((Waiting, "lookups")));
    }

    #[test]
    fn names_of_mbeans_say_it_too() {
        use ResourcePart::{Max, Used};
        // Tomcat's connector, DBCP's and Jetty's pools.
        check("jmx.currentThreadsBusy", Some((Used, "jmx_threads")));
        check("jmx.maxThreads", Some((Max, "jmx_threads")));
        check("jmx.NumActive", Some((Used, "jmx")));
        check("jmx.MaxTotal", Some((Max, "jmx")));
        check("jmx.busyThreads", Some((Used, "jmx_threads")));
        check("tomcat_threadpool_currentthreadsbusy", Some((Used, "tomcat_threadpool_threads")));
        check("tomcat_threadpool_maxthreads", Some((Max, "tomcat_threadpool_threads")));
        for none in ["jmx.currentThreadCount", "jmx.BorrowedCount", "jmx.connectionCount", "jmx.NumIdle"] {
            check(none, None);
        }
    }

    #[test]
    fn names_that_say_nothing_or_two_things_are_none() {
        check("tomcat_sessions_active_max_sessions", None);
        check("jvm_buffer_memory_used_bytes", None);
        check("http_requests_total", None);
        check("max", None);
    }

    #[test]
    fn a_state_says_it_too() {
        let found = part_of_name(&series("pool_connections", &[("state", "active"), ("pool", "a")])).unwrap();
        assert_eq!((found.part, found.stem.as_str()), (ResourcePart::Used, "pool_connections"));
        let state = |metric, state| part_of_name(&series(metric, &[("state", state)]));
        assert_eq!(state("jvm_threads_states_threads", "waiting"), None);
        assert_eq!(state("executor_threads", "active").map(|found| found.part), Some(ResourcePart::Used));
        assert_eq!(state("orders", "waiting").map(|found| found.part), Some(ResourcePart::Waiting));
    }

    #[test]
    fn a_pattern_is_written_as_prometheus_writes_series() {
        let pattern = SeriesPattern::parse("pool_connections{state=\"active\", pool=a}").unwrap();
        assert!(pattern.fits(&series("pool_connections", &[("state", "active"), ("pool", "a")])));
        assert!(!pattern.fits(&series("pool_connections", &[("state", "idle"), ("pool", "a")])));
        for wrong in ["", "a b", "a{b", "a{b}"] {
            assert!(SeriesPattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
