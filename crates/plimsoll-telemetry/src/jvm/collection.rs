//! What both kinds of garbage collection log tell: pauses, and the heap before and after.

use crate::reader::Output;
use crate::series::{MetricSpec, SeriesSet, emit};
use plimsoll_run::ReadingKind::Gauge;
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::reading::LONG_PAUSE_US;
use plimsoll_run::{At, ServerEvent, ServerEventKind, Source};

/// `17M->2M(61M)`, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub before: f64,
    pub after: f64,
    pub committed: Option<f64>,
}

impl Change {
    /// The change around the arrow at `arrow`: sizes with a unit (`24.0M`, `0B`, `14M(11%)`), nothing without one.
    pub fn around(text: &str, arrow: usize) -> Option<Change> {
        let left = text.get(..arrow)?;
        // What stands in parentheses before the arrow was committed then.
        let left = match left.strip_suffix(')') {
            Some(inner) => &left[..inner.rfind('(')?],
            None => left,
        };
        let start = left
            .rfind(|c: char| !is_size(c))
            .map_or(0, |at| at + left[at..].chars().next().map_or(1, char::len_utf8));
        let right = text.get(arrow + 2..)?;
        let end = right.find(|c: char| !is_size(c)).unwrap_or(right.len());
        let inside = right[end..].strip_prefix('(').and_then(|rest| rest.split_once(')'));
        Some(Change {
            before: size(&left[start..])?,
            after: size(&right[..end])?,
            committed: inside.and_then(|(committed, _)| size(committed)),
        })
    }

    /// The first change in a text.
    pub fn first(text: &str) -> Option<Change> {
        text.match_indices("->").find_map(|(arrow, _)| Change::around(text, arrow))
    }
}

fn is_size(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',' | 'B' | 'K' | 'M' | 'G' | 'T')
}

/// The JVM's sizes are binary.
fn size(text: &str) -> Option<f64> {
    let factor = match text.as_bytes().last()? {
        b'B' => 1.0,
        b'K' => 1024.0,
        b'M' => 1_048_576.0,
        b'G' => 1_073_741_824.0,
        b'T' => 1_099_511_627_776.0,
        _ => return None,
    };
    Some(crate::number::decimal(&text[..text.len() - 1])? * factor)
}

/// Gives readings and events of one JVM.
pub struct Collections {
    pub source: Source,
    /// `G1`, `Serial`; empty until the log says it.
    pub collector: String,
    series: SeriesSet,
}

impl Collections {
    pub fn new(source: Source) -> Collections {
        Collections { source, collector: String::new(), series: SeriesSet::default() }
    }

    /// A stop of all threads that ended at `at`.
    pub fn pause(
        &mut self,
        at: At,
        duration_us: u64,
        (action, cause): (&str, &str),
        line: u64,
        out: &mut dyn Output,
    ) {
        const PAUSE: MetricSpec = MetricSpec::new(metric::JVM_GC_DURATION, "s", Gauge);
        let key = format!("pause\0{action}\0{cause}\0{}", self.collector);
        let (source, collector) = (&self.source, &self.collector);
        let make = || {
            let all = [
                (attribute::JVM_GC_NAME, collector.as_str()),
                (attribute::JVM_GC_ACTION, action),
                (attribute::JVM_GC_CAUSE, cause),
            ];
            let reported: Vec<_> = all.into_iter().filter(|(_, value)| !value.is_empty()).collect();
            PAUSE.of(source, &reported)
        };
        if let Some(series) = self.series.get(key.as_bytes(), line, out, make) {
            emit(out, at, &series, duration_us as f64 / 1e6);
        }
        if duration_us >= LONG_PAUSE_US {
            let cause = if cause.is_empty() { String::new() } else { format!(" ({cause})") };
            out.event(ServerEvent {
                at: earlier(at, duration_us),
                source: self.source.clone(),
                kind: ServerEventKind::LongPause,
                duration_us: Some(duration_us),
                text: format!("{action}{cause} of {:.3} s", duration_us as f64 / 1e6),
            });
        }
    }

    /// The whole heap (`pool` is empty) or one pool, around a collection that ended at `at`.
    pub fn memory(&mut self, at: At, pool: &str, change: Change, line: u64, out: &mut dyn Output) {
        const AFTER: MetricSpec = MetricSpec::new(metric::JVM_MEMORY_USED_AFTER_LAST_GC, "By", Gauge);
        const BEFORE: MetricSpec = MetricSpec::new("jvm.memory.used_before_last_gc", "By", Gauge);
        const COMMITTED: MetricSpec = MetricSpec::new(metric::JVM_MEMORY_COMMITTED, "By", Gauge);
        let values =
            [(AFTER, Some(change.after)), (BEFORE, Some(change.before)), (COMMITTED, change.committed)];
        for (metric, value) in values {
            let Some(value) = value else { continue };
            let key = format!("{}\0{pool}", metric.name);
            let kind = if pool.contains("etaspace") || pool.contains("Perm") { "non_heap" } else { "heap" };
            let source = &self.source;
            let make = || match pool {
                "" => metric.of(source, &[(attribute::JVM_MEMORY_TYPE, kind)]),
                pool => metric.of(
                    source,
                    &[(attribute::JVM_MEMORY_TYPE, kind), (attribute::JVM_MEMORY_POOL_NAME, pool)],
                ),
            };
            if let Some(series) = self.series.get(key.as_bytes(), line, out, make) {
                emit(out, at, &series, value);
            }
        }
    }

    pub fn event(&self, at: At, kind: ServerEventKind, text: impl Into<String>, out: &mut dyn Output) {
        let source = self.source.clone();
        out.event(ServerEvent { at, source, kind, duration_us: None, text: text.into() });
    }
}

/// So much before.
pub fn earlier(at: At, us: u64) -> At {
    shifted(at, -i64::try_from(us).unwrap_or(i64::MAX))
}

pub fn later(at: At, us: u64) -> At {
    shifted(at, i64::try_from(us).unwrap_or(i64::MAX))
}

fn shifted(at: At, us: i64) -> At {
    match at {
        At::Run(time) => At::Run(time.saturating_add(us)),
        At::Wall(time) => At::Wall(time.saturating_add(us)),
        At::Since(time) => At::Since(time.saturating_add(us)),
        At::Index(index) => At::Index(index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_memory_have_units() {
        let change = |before, after, committed| Some(Change { before, after, committed });
        let mega = 1_048_576.0;
        let cases = [
            ("17M->2M(61M) 154.931ms", change(17.0 * mega, 2.0 * mega, Some(61.0 * mega))),
            ("14M(11%)->8M(6%)", change(14.0 * mega, 8.0 * mega, None)),
            ("Heap: 24.0M(256.0M)->0.0B(13.0M)", change(24.0 * mega, 0.0, Some(13.0 * mega))),
            ("Eden regions: 24->0(26)", None),
            ("->", None),
            ("å->1M", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Change::first(text), expected, "{text}");
        }
    }
}
