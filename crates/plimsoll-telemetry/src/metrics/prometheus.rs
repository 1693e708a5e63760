//! Prometheus' text exposition (0.0.4) and OpenMetrics 1.0, one scrape or many after another.
//!
//! Well-known exporters' metrics get OpenTelemetry names ([`super::names`], unless [`ReaderOptions::map_names`] is off); all
//! others keep their name and labels, with the unit their name ends in. A distribution's parts are series of one metric
//! with an attribute `statistic`: `sum`, `count`, `bucket` (with `le`), `quantile` (with `quantile`), `max`.
//!
//! Times: the stamp of the scrape, else the sample's own time, else the number of the scrape: a new one begins when a
//! series comes again.
//!
//! Traps: old versions of Micrometer leave a comma after the last label, and write no buckets unless told. `_max`
//! decays: it is the maximum of the last few minutes. `_created` and `_info` are not measurements and left out. Values
//! that are not finite are left out. A scrape in which a total fell is a restart of what is scraped, told once.

use super::containers::{CpuQuotas, SeriesOwner, owner};
use super::names;
use super::sample::ExpositionSample;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{SERIES_MAX, emit, restart};
use crate::time;
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::reading::growth;
use plimsoll_run::{At, Attributes, Instance, ReadingKind, Series, ServerEvent, ServerEventKind, Source};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// Families whose type is remembered.
const FAMILIES_MAX: usize = 50_000;

pub struct Prometheus {
    source: Source,
    map_names: bool,
    /// The type of each family, as declared.
    types: HashMap<String, Type>,
    series: HashMap<String, State>,
    quotas: CpuQuotas,
    full: bool,
    /// Scrapes before the present one.
    scrape: u64,
    /// The last scrape in which a total was seen to fall.
    reset_scrape: Option<u64>,
    /// When the scrape before ended, by the stamp: a new stamp is a new scrape.
    stamp_us: Option<i64>,
}

struct State {
    /// `None` for what is left out.
    series: Option<Arc<Series>>,
    growth_event: Option<ServerEventKind>,
    is_start_time: bool,
    /// In which scrape it came last, and its value.
    scrape: u64,
    value: f64,
    seen: Seen,
}

/// When a series came last, and how long after the time before.
#[derive(Clone, Copy, Default)]
struct Seen {
    at: Option<At>,
    interval_us: Option<i64>,
}

impl Seen {
    /// Notes that it comes now; when it was due: earlier where scrapes between had no answer.
    fn next(&mut self, now: At) -> At {
        let gap = match (self.at, now) {
            (Some(At::Run(before)), At::Run(now)) | (Some(At::Wall(before)), At::Wall(now)) => {
                Some(now - before)
            }
            _ => None,
        };
        let late_us = gap.zip(self.interval_us).map_or(0, |(gap, interval)| (gap - interval).max(0));
        *self = Seen { at: Some(now), interval_us: gap };
        match now {
            At::Run(us) => At::Run(us - late_us),
            At::Wall(us) => At::Wall(us - late_us),
            other => other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Type {
    Counter,
    Gauge,
    Histogram,
    /// Its buckets may fall.
    GaugeHistogram,
    Summary,
    Info,
    Unknown,
}

impl Prometheus {
    pub fn new(options: &ReaderOptions) -> Prometheus {
        Prometheus {
            source: options.source.clone(),
            map_names: options.map_names,
            types: HashMap::new(),
            series: HashMap::new(),
            quotas: CpuQuotas::default(),
            full: false,
            scrape: 0,
            reset_scrape: None,
            stamp_us: None,
        }
    }

    fn comment(&mut self, text: &str) {
        let mut words = text.split_ascii_whitespace();
        let (Some("TYPE"), Some(name), Some(kind)) = (words.next(), words.next(), words.next()) else {
            return;
        };
        let kind = match kind {
            "counter" => Type::Counter,
            "gauge" | "stateset" => Type::Gauge,
            "histogram" => Type::Histogram,
            "gaugehistogram" => Type::GaugeHistogram,
            "summary" => Type::Summary,
            "info" => Type::Info,
            _ => Type::Unknown,
        };
        if self.types.len() < FAMILIES_MAX || self.types.contains_key(name) {
            self.types.insert(name.trim_matches('"').to_owned(), kind);
        }
    }

    fn sample(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let sample = ExpositionSample::read(text).map_err(|expected| ProblemKind::Malformed {
            text: format!("expected {expected}: {:?}", crate::line::start_of(line.bytes)),
        })?;
        if !self.series.contains_key(sample.key) {
            if self.series.len() >= SERIES_MAX {
                if !self.full {
                    self.full = true;
                    out.problem(Problem {
                        line: line.number,
                        kind: ProblemKind::TooManySeries { max: SERIES_MAX },
                    });
                }
                return Ok(());
            }
            let state = self.state(&sample);
            self.series.insert(sample.key.to_owned(), state);
        } else if self.series[sample.key].scrape == self.scrape {
            self.scrape += 1;
        }
        let scrape = self.scrape;
        let value = if self.map_names { self.quotas.value(&sample) } else { Some(sample.value) };
        let Some(value) = value else { return Ok(()) };
        let Some(state) = self.series.get_mut(sample.key) else { return Ok(()) };
        let own = sample.time.and_then(time::unix_us).map_or(At::Index(scrape), At::Wall);
        let at = line.at(own);
        let due = state.seen.next(at);
        let before = std::mem::replace(&mut state.value, value);
        let seen = std::mem::replace(&mut state.scrape, scrape);
        // What was not there since a restart that is known began again with it.
        let is_of_known = self.reset_scrape.is_some_and(|reset| seen < reset);
        if before.is_finite() && value.is_finite() {
            let counter = state.series.as_ref().is_some_and(|series| series.kind == ReadingKind::Counter);
            let changed = state.is_start_time && (value - before).abs() > 1.0;
            let is_reset = changed || counter && growth(before, value).reset;
            if is_reset && !is_of_known && self.reset_scrape != Some(scrape) {
                self.reset_scrape = Some(scrape);
                let text = format!("{} went from {before} to {value}", sample.name);
                let whose = state.series.as_ref().map_or(&self.source, |series| &series.source);
                // What did not answer for a while was gone then already.
                out.event(restart(if seen + 1 == scrape { due } else { at }, whose, text));
            }
            if let Some(kind) = state.growth_event.filter(|_| value > before) {
                let text = format!("{} rose from {before} to {value}", sample.key);
                let whose = state.series.as_ref().map_or(&self.source, |series| &series.source);
                let source = whose.clone();
                out.event(ServerEvent { at, source, kind, duration_us: None, text });
            }
        }
        if let Some(series) = &state.series {
            emit(out, at, series, value);
        }
        Ok(())
    }

    fn state(&self, sample: &ExpositionSample<'_>) -> State {
        State {
            series: self.describe(sample).map(Arc::new),
            growth_event: names::event_of_growth(&sample.name),
            is_start_time: sample.name == "process_start_time_seconds",
            scrape: self.scrape,
            value: f64::NAN,
            seen: Seen::default(),
        }
    }

    /// The series of a sample; `None` for what is no measurement.
    fn describe(&self, sample: &ExpositionSample<'_>) -> Option<Series> {
        let name: &str = &sample.name;
        let (family, kind, statistic) = self.part(sample)?;
        let source = match owner(sample) {
            SeriesOwner::Container(name) if self.map_names => {
                Source { instance: Instance::Container(name), ..self.source.clone() }
            }
            SeriesOwner::Group if self.map_names => return None,
            _ => self.source.clone(),
        };
        let known = if self.map_names { names::find(name).or_else(|| names::find(family)) } else { None };
        let mut attributes = Attributes::new();
        let first_word = name.split('_').next().unwrap_or_default();
        for (label, value) in &sample.labels {
            let mapped = if known.is_some() { names::label(first_word, label) } else { label };
            // An empty label is the same as none, and so is Micrometer's exception "None".
            let no_error = mapped == "error.type" && value.eq_ignore_ascii_case("none");
            if !value.is_empty() && !no_error {
                attributes
                    .insert(Cow::Owned(mapped.to_owned()), names::label_value(mapped, value).to_owned());
            }
        }
        if known.is_some_and(|known| known.to.starts_with("jvm.memory."))
            && let Some(pool) = attributes.get(attribute::JVM_MEMORY_POOL_NAME)
        {
            let kind = names::pool_type(pool);
            attributes.entry(Cow::Borrowed(attribute::JVM_MEMORY_TYPE)).or_insert(kind.to_owned());
        }
        if !statistic.is_empty() {
            attributes.insert(Cow::Borrowed("statistic"), statistic.to_owned());
        }
        let counts = matches!(statistic, "count" | "bucket");
        let (metric, mut unit) = match known {
            Some(known) => {
                for (label, value) in known.attributes {
                    attributes.insert(Cow::Borrowed(*label), (*value).to_owned());
                }
                (Cow::Borrowed(known.to), known.unit)
            }
            None => {
                (Cow::Owned(if statistic.is_empty() { name } else { family }.to_owned()), names::unit(family))
            }
        };
        if counts {
            unit = if metric == metric::JVM_GC_DURATION { "{collection}" } else { "{count}" };
        }
        Some(Series { source, metric, attributes, unit: Cow::Borrowed(unit), kind })
    }

    /// Which family a sample belongs to, how it is to be read, and what part of a distribution it is.
    fn part<'a>(&self, sample: &'a ExpositionSample<'_>) -> Option<(&'a str, ReadingKind, &'static str)> {
        use ReadingKind::{Counter, Gauge};
        let name: &str = &sample.name;
        let declared = |family: &str| self.types.get(family).copied();
        let stem = |suffix: &str| name.strip_suffix(suffix).filter(|stem| !stem.is_empty());
        let distribution = |family: &str| matches!(declared(family), Some(Type::Histogram | Type::Summary));
        // Undeclared, it is a part of a distribution by its name, unless that is known as a whole.
        let is_whole = self.map_names && names::find(name).is_some();
        for (suffix, statistic) in [("_bucket", "bucket"), ("_sum", "sum"), ("_count", "count")] {
            if let Some(family) = stem(suffix)
                && (distribution(family)
                    || !is_whole && declared(name).is_none() && declared(family).is_none())
            {
                return Some((family, Counter, statistic));
            }
        }
        for (suffix, statistic) in [("_bucket", "bucket"), ("_gsum", "sum"), ("_gcount", "count")] {
            if let Some(family) = stem(suffix).filter(|family| declared(family) == Some(Type::GaugeHistogram))
            {
                return Some((family, Gauge, statistic));
            }
        }
        // OpenMetrics declares a counter without its suffix.
        let created = stem("_created").is_some_and(|family| {
            matches!(declared(family), Some(Type::Counter | Type::Histogram | Type::Summary))
        });
        let info = declared(name) == Some(Type::Info)
            || stem("_info").is_some_and(|f| declared(f) == Some(Type::Info));
        if created || info {
            return None;
        }
        if sample.label("quantile").is_some() {
            return Some((name, Gauge, "quantile"));
        }
        // Micrometer's maximum is a gauge of its own beside a distribution.
        if let Some(family) = stem("_max").filter(|family| distribution(family)) {
            return Some((family, Gauge, "max"));
        }
        let total = stem("_total");
        let is_total = total.is_some() || self.map_names && names::is_untyped_total(name);
        let counter = match declared(name).or_else(|| declared(total?)) {
            Some(kind) => kind == Type::Counter || kind == Type::Unknown && is_total,
            None => is_total,
        };
        Some((name, if counter { Counter } else { Gauge }, ""))
    }
}

impl LineReader for Prometheus {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let text = text.trim();
        if line.stamp_us.is_some() && self.stamp_us.is_some() && line.stamp_us != self.stamp_us {
            self.scrape += 1;
        }
        self.stamp_us = line.stamp_us;
        if text.is_empty() {
            return;
        }
        if let Some(comment) = text.strip_prefix('#') {
            return self.comment(comment);
        }
        if let Err(kind) = self.sample(&line, text, out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

/// `# TYPE` or `# HELP` before anything else, or lines that are all samples.
pub fn recognise(lines: &[String]) -> bool {
    let mut lines = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_some_and(|line| line.starts_with("# HELP ") || line.starts_with("# TYPE ")) {
        return true;
    }
    let is_name = |text: &str| {
        text.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':'))
    };
    lines.peek().is_some()
        && lines.take(10).all(|line| {
            line.starts_with('#') || ExpositionSample::read(line).is_ok_and(|sample| is_name(&sample.name))
        })
}

#[cfg(test)]
mod tests;
