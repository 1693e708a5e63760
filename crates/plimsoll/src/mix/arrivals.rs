//! How many requests there were, and when.

use plimsoll_run::At;
use std::collections::BTreeMap;

const MINUTE_US: i64 = 60_000_000;
const HOUR_US: i64 = 60 * MINUTE_US;

/// Most minutes that are distinguished: four years.
const MINUTES_MAX: usize = 2_100_000;

/// Requests per minute of the clock (UTC).
#[derive(Default)]
pub struct Arrivals {
    minutes: BTreeMap<i64, u64>,
    first_us: Option<i64>,
    last_us: Option<i64>,
}

impl Arrivals {
    pub fn add(&mut self, started: At) {
        let (At::Wall(us) | At::Run(us)) = started else { return };
        let minute = us.div_euclid(MINUTE_US);
        if self.minutes.len() < MINUTES_MAX || self.minutes.contains_key(&minute) {
            *self.minutes.entry(minute).or_default() += 1;
        }
        self.first_us = Some(self.first_us.map_or(us, |first| first.min(us)));
        self.last_us = Some(self.last_us.map_or(us, |last| last.max(us)));
    }

    /// From the first to the last request, at least a second; `None` without times.
    fn span_us(&self) -> Option<i64> {
        Some((self.last_us?.saturating_sub(self.first_us?)).max(1_000_000))
    }

    fn total(&self) -> u64 {
        self.minutes.values().sum()
    }

    /// Requests per second over the whole log.
    pub fn mean_per_s(&self) -> Option<f64> {
        Some(self.total() as f64 / (self.span_us()? as f64 / 1e6))
    }

    /// Requests in each hour of the clock, by its beginning in microseconds since 1970.
    pub fn hours(&self) -> Vec<(i64, u64)> {
        let mut hours: BTreeMap<i64, u64> = BTreeMap::new();
        for (minute, count) in &self.minutes {
            *hours.entry(minute.div_euclid(60)).or_default() += count;
        }
        hours.into_iter().map(|(hour, count)| (hour.saturating_mul(HOUR_US), count)).collect()
    }

    /// The hour of the clock with most requests, and its mean per second. A log shorter than an hour is one hour.
    pub fn busiest_hour(&self) -> Option<(i64, f64)> {
        if self.span_us()? < HOUR_US {
            return Some((self.first_us?, self.mean_per_s()?));
        }
        let (start, count) = self.hours().into_iter().max_by_key(|(start, count)| (*count, -start))?;
        Some((start, count as f64 / 3600.0))
    }

    /// The minute of the clock with most requests, and its mean per second.
    pub fn peak_minute(&self) -> Option<(i64, f64)> {
        let (minute, count) = self.minutes.iter().max_by_key(|(minute, count)| (**count, -**minute))?;
        Some((minute.saturating_mul(MINUTE_US), *count as f64 / 60.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_hour_and_minute_are_those_of_the_clock() {
        let mut arrivals = Arrivals::default();
        // 10 in the first hour, 40 in the second, 12 of these in one minute.
        for i in 0..10 {
            arrivals.add(At::Wall(i * 6 * MINUTE_US));
        }
        for i in 0..28 {
            arrivals.add(At::Wall(HOUR_US + i * 2 * MINUTE_US));
        }
        for i in 0..12 {
            arrivals.add(At::Wall(HOUR_US + 31 * MINUTE_US + i));
        }
        assert_eq!(arrivals.busiest_hour(), Some((HOUR_US, 40.0 / 3600.0)));
        assert_eq!(arrivals.peak_minute(), Some((HOUR_US + 31 * MINUTE_US, 12.0 / 60.0)));
        assert_eq!(arrivals.mean_per_s(), Some(50.0 / (114.0 * 60.0)));
    }

    #[test]
    fn a_short_log_has_its_own_mean_and_none_without_times() {
        let mut arrivals = Arrivals::default();
        assert_eq!(arrivals.busiest_hour(), None);
        (0..=10).for_each(|i| arrivals.add(At::Wall(i * 1_000_000)));
        assert_eq!(arrivals.busiest_hour(), Some((0, 1.1)));
    }
}
