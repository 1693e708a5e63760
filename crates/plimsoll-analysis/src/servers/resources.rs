//! A service's own series as resources: what the study declares, and what names tell ([`plimsoll_run::resource`]). They become series of
//! four metrics, so that whoever looks at pools looks at these too. A queue without a limit is a lag, too: its consumers may fall behind.

use plimsoll_run::metric::{self, attribute};
use plimsoll_run::resource::{ResourcePart, own_attributes, part_of_name};
use plimsoll_run::{
    Attributes, DeclaredResource, Point, ReadingKind, ResourceKind, ResourceSize, Series, SeriesPattern,
    SeriesPoints, Source,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who says what a series is: the study, or its name.
pub(crate) const NAMED_BY_STUDY: &str = "study";
pub(crate) const NAMED_BY_METRIC: &str = "metric";

/// Resources that names tell; what more there is, is left out.
const BY_NAME_MAX: usize = 200;

/// Series of [`metric::RESOURCE_USED`], [`metric::RESOURCE_LIMIT`], [`metric::RESOURCE_WAITING`] and [`metric::RESOURCE_BACKLOG`] from those of a service's own. What is declared is not guessed again.
pub fn resources<'a>(
    points: impl IntoIterator<Item = &'a SeriesPoints>,
    declared: &[DeclaredResource],
) -> Vec<SeriesPoints> {
    let points: &[&SeriesPoints] = &points.into_iter().collect::<Vec<_>>();
    let mut made: Vec<SeriesPoints> =
        declared.iter().flat_map(|resource| of_study(points, resource)).collect();
    let is_declared = |series: &Series| {
        let of_host = declared.iter().filter(|resource| resource.host == series.source.host);
        of_host.flat_map(DeclaredResource::patterns).any(|pattern| pattern.fits(series))
    };
    let rest: Vec<&SeriesPoints> =
        points.iter().copied().filter(|series| !is_declared(&series.series)).collect();
    made.extend(by_name(&rest));
    made
}

fn of_study(points: &[&SeriesPoints], resource: &DeclaredResource) -> Vec<SeriesPoints> {
    let find = |pattern: &SeriesPattern| {
        points
            .iter()
            .copied()
            .filter(|s| s.series.source.host == resource.host && pattern.fits(&s.series))
            .collect::<Vec<_>>()
    };
    let of = |metric: &'static str, found: &SeriesPoints| {
        let kind = (resource.kind, resource.name.as_str(), NAMED_BY_STUDY);
        series(&found.series.source, metric, kind, found.points.clone())
    };
    let used: Vec<&SeriesPoints> = resource.used.as_ref().map(find).unwrap_or_default();
    let waiting: Vec<&SeriesPoints> = resource.waiting.as_ref().map(find).unwrap_or_default();
    let limit: Vec<SeriesPoints> = match &resource.max {
        Some(ResourceSize::Series(pattern)) => {
            find(pattern).into_iter().map(|found| of(metric::RESOURCE_LIMIT, found)).collect()
        }
        Some(ResourceSize::Number(size)) => {
            let known = used.first().or(waiting.first());
            let constant = |found: &&SeriesPoints| {
                let points = found.points.iter().map(|point| Point { value: *size, ..*point }).collect();
                let kind = (resource.kind, resource.name.as_str(), NAMED_BY_STUDY);
                series(&found.series.source, metric::RESOURCE_LIMIT, kind, points)
            };
            known.map(constant).into_iter().collect()
        }
        None => Vec::new(),
    };
    // What a queue without a limit holds waits.
    let (used_as, sized) =
        if limit.is_empty() { (metric::RESOURCE_WAITING, false) } else { (metric::RESOURCE_USED, true) };
    let is_lag = resource.kind == ResourceKind::Queue && !sized;
    let lag: Vec<SeriesPoints> = used
        .iter()
        .filter(|_| is_lag)
        .map(|found| lag(&found.series.source, &resource.name, found))
        .collect();
    let used = used.into_iter().map(|found| of(used_as, found));
    let waiting = waiting.into_iter().filter(|_| sized || resource.used.is_none());
    let waiting = waiting.map(|found| of(metric::RESOURCE_WAITING, found));
    used.chain(waiting).chain(limit).chain(lag).collect()
}

/// The parts of one resource by name: its source, what its names have in common, and its labels.
type ResourceKey = (Source, String, BTreeMap<String, String>);

#[derive(Default)]
struct ResourceParts<'a> {
    kind: Option<ResourceKind>,
    used: Vec<&'a SeriesPoints>,
    max: Vec<&'a SeriesPoints>,
    waiting: Vec<&'a SeriesPoints>,
}

fn by_name(points: &[&SeriesPoints]) -> Vec<SeriesPoints> {
    let mut found: BTreeMap<ResourceKey, ResourceParts> = BTreeMap::new();
    // What has a name of its own here is looked at by that.
    for series in points.iter().filter(|found| !metric::ANALYSED.contains(&found.series.metric.as_ref())) {
        let Some(named) = part_of_name(&series.series) else { continue };
        let key = (series.series.source.clone(), named.stem, own_attributes(&series.series));
        let parts = found.entry(key).or_default();
        parts.kind.get_or_insert(named.kind);
        match named.part {
            ResourcePart::Used => parts.used.push(series),
            ResourcePart::Max => parts.max.push(series),
            ResourcePart::Waiting => parts.waiting.push(series),
        }
    }
    found.into_iter().filter_map(|(key, parts)| of_name(key, parts)).take(BY_NAME_MAX).flatten().collect()
}

/// `None`: they make no resource: nothing is in use, or two series say the same.
fn of_name((source, stem, labels): ResourceKey, parts: ResourceParts) -> Option<Vec<SeriesPoints>> {
    let kind = parts.kind.unwrap_or(ResourceKind::Pool);
    let labels: Vec<String> = labels.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    let name = if labels.is_empty() { stem } else { format!("{stem} ({})", labels.join(", ")) };
    let of = |metric: &'static str, found: &SeriesPoints| {
        series(&source, metric, (kind, name.as_str(), NAMED_BY_METRIC), found.points.clone())
    };
    let waiting = parts.waiting.first().filter(|_| parts.waiting.len() == 1);
    match (&parts.used[..], &parts.max[..]) {
        ([used], [max]) if fits(used, max) => {
            let waiting = waiting.map(|found| of(metric::RESOURCE_WAITING, found));
            let sized = [of(metric::RESOURCE_USED, used), of(metric::RESOURCE_LIMIT, max)];
            Some(sized.into_iter().chain(waiting).collect())
        }
        ([used], []) if kind == ResourceKind::Queue => {
            let lag = is_messages(used).then(|| lag(&source, &name, used));
            Some(std::iter::once(of(metric::RESOURCE_WAITING, used)).chain(lag).collect())
        }
        _ => waiting.map(|found| vec![of(metric::RESOURCE_WAITING, found)]),
    }
}

/// What is called a buffer holds anything, a total only rises, and what waits for a processor, a thread or an answer is no message.
fn is_messages(queue: &SeriesPoints) -> bool {
    const OTHERS: [&str; 9] =
        ["buffer", "processor", "cpu", "disk", "thread", "executor", "listen", "accept", "request"];
    let name = queue.series.metric.to_lowercase();
    queue.series.kind == ReadingKind::Gauge && !OTHERS.iter().any(|other| name.contains(other))
}

/// What a queue holds, as what its consumers have not taken yet.
fn lag(source: &Source, name: &str, queue: &SeriesPoints) -> SeriesPoints {
    let topic = Cow::Borrowed(attribute::MESSAGING_DESTINATION_NAME);
    let made = Cow::Borrowed(attribute::RESOURCE_NAMED_BY);
    let series = Series {
        source: source.clone(),
        metric: Cow::Borrowed(metric::RESOURCE_BACKLOG),
        attributes: Attributes::from([(topic, name.to_owned()), (made, NAMED_BY_METRIC.to_owned())]),
        unit: Cow::Borrowed("{message}"),
        kind: ReadingKind::Gauge,
    };
    SeriesPoints { series: Arc::new(series), points: queue.points.clone() }
}

/// A maximum that stands, and is not exceeded by more than a reading that came in between.
fn fits(used: &SeriesPoints, max: &SeriesPoints) -> bool {
    let values = |series: &SeriesPoints| {
        let values = series.points.iter().map(|point| point.value);
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let ((_, most), (least, size)) = (values(used), values(max));
    least > 0.0 && size <= 2.0 * least && most <= 1.1 * size + 1.0
}

fn series(
    source: &Source,
    metric: &'static str,
    (kind, name, named_by): (ResourceKind, &str, &str),
    points: Vec<Point>,
) -> SeriesPoints {
    let attributes: Attributes = [
        (attribute::RESOURCE_KIND, kind.name()),
        (attribute::RESOURCE_NAME, name),
        (attribute::RESOURCE_NAMED_BY, named_by),
    ]
    .into_iter()
    .map(|(name, value)| (Cow::Borrowed(name), value.to_owned()))
    .collect();
    let series = Series {
        source: source.clone(),
        metric: Cow::Borrowed(metric),
        attributes,
        unit: Cow::Borrowed(""),
        kind: ReadingKind::Gauge,
    };
    SeriesPoints { series: Arc::new(series), points }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(name: &'static str, values: &[f64]) -> SeriesPoints {
        let points =
            values.iter().enumerate().map(|(s, value)| Point { at_us: s as i64 * 1_000_000, value: *value });
        let series = Series {
            source: Source::host("app"),
            metric: name.into(),
            attributes: Attributes::new(),
            unit: "".into(),
            kind: ReadingKind::Gauge,
        };
        SeriesPoints { series: Arc::new(series), points: points.collect() }
    }

    fn named(points: &[SeriesPoints], declared: &[DeclaredResource]) -> Vec<(String, String, String, f64)> {
        let text = |series: &SeriesPoints, name: &str| series.series.attributes[name].clone();
        let is_resource =
            |series: &SeriesPoints| series.series.attributes.contains_key(attribute::RESOURCE_NAME);
        let one = |series: SeriesPoints| {
            let (name, by) =
                (text(&series, attribute::RESOURCE_NAME), text(&series, attribute::RESOURCE_NAMED_BY));
            (series.series.metric.to_string(), name, by, series.points[0].value)
        };
        resources(points, declared).into_iter().filter(is_resource).map(one).collect()
    }

    #[test]
    fn names_make_a_pool_of_what_belongs_together() {
        let points = [
            gauge("orders_pool_in_use", &[3.0]),
            gauge("orders_pool_max", &[3.0]),
            gauge("orders_pool_waiting", &[13.0]),
        ];
        let of =
            |metric: &str, value| (metric.to_owned(), "orders_pool".to_owned(), "metric".to_owned(), value);
        assert_eq!(
            named(&points, &[]),
            [of("resource.used", 3.0), of("resource.limit", 3.0), of("resource.waiting", 13.0)]
        );
    }

    #[test]
    fn a_part_alone_is_no_pool_but_who_waits_counts() {
        assert_eq!(named(&[gauge("orders_pool_in_use", &[3.0])], &[]), []);
        assert_eq!(named(&[gauge("orders_pool_max", &[3.0])], &[]), []);
        assert_eq!(named(&[gauge("lookups_pending", &[16.0])], &[]).len(), 1);
        // More in use than there is: the names mislead.
        assert_eq!(named(&[gauge("a_in_use", &[30.0]), gauge("a_max", &[3.0])], &[]), []);
    }

    #[test]
    fn what_is_looked_at_by_a_name_of_its_own_is_no_second_resource() {
        let pool = [
            gauge(metric::DB_CLIENT_CONNECTION_PENDING_REQUESTS, &[2.0]),
            gauge(metric::DB_CLIENT_CONNECTION_MAX, &[6.0]),
        ];
        assert_eq!(named(&pool, &[]), []);
    }

    #[test]
    fn a_queue_without_a_limit_is_a_lag() {
        let lags = |name: &'static str| {
            let made = resources(&[gauge(name, &[5.0, 9.0])], &[]);
            made.into_iter().filter(|series| series.series.metric == metric::RESOURCE_BACKLOG).count()
        };
        assert_eq!(lags("mail_queue_size"), 1);
        assert_eq!((lags("log_buffer_size"), lags("executor_queue_size")), (0, 0));
        let bounded = [gauge("jobs_queue_size", &[5.0]), gauge("jobs_queue_capacity", &[9.0])];
        let names: Vec<_> = resources(&bounded, &[]).iter().map(|made| made.series.metric.clone()).collect();
        assert_eq!(names, ["resource.used", "resource.limit"]);
    }

    #[test]
    fn a_study_says_what_names_do_not_say() {
        let pattern = |metric: &str| SeriesPattern { metric: metric.to_owned(), ..SeriesPattern::default() };
        let declared = DeclaredResource {
            host: "app".to_owned(),
            kind: ResourceKind::Limit,
            name: "sessions".to_owned(),
            used: Some(pattern("people")),
            max: Some(ResourceSize::Number(16.0)),
            waiting: None,
        };
        let of = |metric: &str, value| (metric.to_owned(), "sessions".to_owned(), "study".to_owned(), value);
        assert_eq!(
            named(&[gauge("people", &[12.0])], &[declared]),
            [of("resource.used", 12.0), of("resource.limit", 16.0)]
        );
    }
}
