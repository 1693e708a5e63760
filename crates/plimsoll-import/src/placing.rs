//! Where the rows of an input lie on the run's clock. Pure.

use crate::activity::median;
use plimsoll_run::{
    FittedTo, InputPlacement, MovedStart, Placement, PlacementEvidence, PlacementMethod, RowBeat, StartSource,
};
use plimsoll_telemetry::placement::{Fit, Sampled, Stamp, best_fit, best_interval};

/// An input whose times are no wall times.
pub struct Untimed<'a> {
    pub unit: RowClock,
    /// Position and activity of its rows; empty when it tells nothing that follows the load.
    pub rows: &'a [(i64, f64)],
    /// The first position of any reading.
    pub first: i64,
    pub stated_start_unix_us: Option<i64>,
    pub stated_interval_us: Option<u64>,
    pub stamp: Option<&'a Stamp>,
    /// Its zero is its beginning: a GC log that begins with its JVM.
    pub begins_at_zero: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowClock {
    /// Rows.
    Index,
    /// Microseconds since an unknown start.
    Since,
}

/// What is known of time.
pub struct KnownTimes<'a> {
    pub run_started_unix_us: i64,
    pub clock_ahead_us: i64,
    /// On the run's clock, the surest first.
    pub references: &'a [(FittedTo, Sampled)],
    pub run_length_us: u64,
}

/// Beats that people give to tools, in seconds.
const INTERVALS_S: [u64; 9] = [1, 2, 3, 5, 10, 15, 20, 30, 60];
/// A start that is told is moved only by a fit as good as this.
const SURE: f64 = 0.8;
/// And at most so far: clocks are off by seconds or minutes.
const CLOCK_OFF_MAX_US: u64 = 300 * 1_000_000;

pub fn own_times(run_started_unix_us: i64, clock_ahead_us: i64) -> InputPlacement {
    let evidence = match clock_ahead_us {
        0 => PlacementEvidence::OwnTimes,
        us => PlacementEvidence::OwnTimesAhead { seconds: us as f64 / 1e6 },
    };
    InputPlacement {
        method: PlacementMethod::OwnTimes,
        placement: Placement { run_started_unix_us, clock_ahead_us, ..Placement::default() },
        uncertainty_us: None,
        evidence,
    }
}

pub fn place(input: &Untimed<'_>, known: &KnownTimes<'_>) -> InputPlacement {
    let start = start(input, known);
    let shift_max_us = match start {
        Some(_) => CLOCK_OFF_MAX_US,
        // It may have been started long before the load, and stopped long after.
        None => known.run_length_us.saturating_add(3_600_000_000),
    };
    let first_us = start.as_ref().map_or(0, |start| start.us);
    let (interval_us, guessed, fit) = fitted(input, known, first_us, shift_max_us);
    let needed = if start.is_some() { SURE } else { 0.0 };
    let fit = fit.filter(|(fit, _)| {
        fit.correlation >= needed && (start.is_none() || fit.shift_us.unsigned_abs() > fit.uncertainty_us)
    });
    let beat = (input.unit == RowClock::Index)
        .then_some(RowBeat { seconds: interval_us as f64 / 1e6, assumed: guessed });
    let (method, first_us, uncertainty_us, evidence) = match (fit, start) {
        (Some((fit, to)), start) => (
            PlacementMethod::Correlated,
            first_us + fit.shift_us,
            Some(fit.uncertainty_us),
            PlacementEvidence::Fitted {
                to: to.clone(),
                correlation: fit.correlation,
                moved: start.map(|start| MovedStart { seconds: fit.shift_us as f64 / 1e6, of: start.of }),
                beat,
            },
        ),
        (None, Some(start)) => (
            start.method(),
            start.us,
            (!guessed || input.unit == RowClock::Since).then_some(start.uncertainty_us),
            PlacementEvidence::Start { of: start.of, beat },
        ),
        (None, None) => (PlacementMethod::Assumed, 0, None, PlacementEvidence::Assumed { beat }),
    };
    InputPlacement {
        method,
        placement: Placement {
            run_started_unix_us: known.run_started_unix_us,
            clock_ahead_us: known.clock_ahead_us,
            origin_us: Some(origin(input, first_us)),
            interval_us: (input.unit == RowClock::Index).then_some(interval_us),
        },
        uncertainty_us,
        evidence,
    }
}

struct Start {
    us: i64,
    uncertainty_us: u64,
    of: StartSource,
}

impl Start {
    fn method(&self) -> PlacementMethod {
        match self.of {
            StartSource::Given => PlacementMethod::Given,
            StartSource::FileName(_) => PlacementMethod::FileName,
        }
    }
}

/// When its beginning was, on the run's clock.
fn start(input: &Untimed<'_>, known: &KnownTimes<'_>) -> Option<Start> {
    let on_clock = |unix_us: i64| unix_us - known.run_started_unix_us - known.clock_ahead_us;
    if let Some(unix_us) = input.stated_start_unix_us {
        return Some(Start { us: on_clock(unix_us), uncertainty_us: 1_000_000, of: StartSource::Given });
    }
    let stamp = input.stamp?;
    Some(Start {
        // Of what lies up to the precision later, the middle.
        us: on_clock(stamp.unix_us) + (stamp.precision_us / 2) as i64,
        uncertainty_us: stamp.precision_us / 2 + 500_000,
        of: StartSource::FileName(stamp.text.to_string()),
    })
}

/// Index 0 or the source's zero, when the input's beginning lies at `first_us`.
fn origin(input: &Untimed<'_>, first_us: i64) -> i64 {
    match input.unit {
        RowClock::Index => first_us,
        RowClock::Since if input.begins_at_zero => first_us,
        RowClock::Since => first_us - input.first,
    }
}

type Fitted<'a> = (u64, bool, Option<(Fit, &'a FittedTo)>);

/// The interval, whether it was guessed, and the best fit to any of the references.
fn fitted<'a>(
    input: &Untimed<'_>,
    known: &'a KnownTimes<'_>,
    first_us: i64,
    shift_max_us: u64,
) -> Fitted<'a> {
    let values: Vec<f64> = match input.unit {
        RowClock::Index => by_index(input.rows),
        RowClock::Since => Vec::new(),
    };
    let mut best: Option<(u64, Fit, &FittedTo)> = None;
    for (name, reference) in known.references {
        let found = match (input.unit, input.stated_interval_us) {
            (RowClock::Index, Some(interval_us)) => {
                let moved = Sampled { start_us: first_us, interval_us, values: values.clone() };
                best_fit(&moved, reference, shift_max_us).map(|fit| (interval_us, fit))
            }
            (RowClock::Index, None) => {
                let candidates = INTERVALS_S.map(|s| s * 1_000_000);
                best_interval(first_us, &values, &candidates, reference, shift_max_us)
            }
            (RowClock::Since, _) => by_time(input).and_then(|mut moved| {
                moved.start_us += origin(input, first_us);
                best_fit(&moved, reference, shift_max_us).map(|fit| (moved.interval_us, fit))
            }),
        };
        if let Some((interval_us, fit)) = found
            && best.as_ref().is_none_or(|(_, known, _)| fit.correlation > known.correlation)
        {
            best = Some((interval_us, fit, name));
        }
    }
    match best {
        Some((interval_us, fit, name)) => (interval_us, false, Some((fit, name))),
        None => (input.stated_interval_us.unwrap_or(1_000_000), input.stated_interval_us.is_none(), None),
    }
}

fn by_index(rows: &[(i64, f64)]) -> Vec<f64> {
    const ROWS_MAX: i64 = 2_000_000;
    let length = rows.last().map_or(0, |(index, _)| (*index + 1).min(ROWS_MAX));
    let mut values = vec![f64::NAN; usize::try_from(length).unwrap_or(0)];
    for (index, value) in rows {
        if let Some(place) = usize::try_from(*index).ok().and_then(|index| values.get_mut(index)) {
            *place = *value;
        }
    }
    values
}

/// Rows of microseconds on a steady grid, from the source's own zero.
fn by_time(input: &Untimed<'_>) -> Option<Sampled> {
    const CELLS_MAX: i64 = 2_000_000;
    let interval = median(input.rows.windows(2).map(|pair| pair[1].0 - pair[0].0).collect())?.max(1_000_000);
    let (first, last) = (input.rows.first()?.0, input.rows.last()?.0);
    let length = ((last - first) / interval + 1).min(CELLS_MAX);
    // Where nothing was logged, nothing happened.
    let mut values = vec![0.0; usize::try_from(length).ok()?];
    for (us, value) in input.rows {
        let cell = usize::try_from((us - first) / interval).ok();
        if let Some(place) = cell.and_then(|cell| values.get_mut(cell)) {
            *place += value;
        }
    }
    Some(Sampled { start_us: first, interval_us: u64::try_from(interval).ok()?, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;
    use plimsoll_telemetry::placement::stamp_in;

    const RUN_UNIX_US: i64 = 1_570_447_199_000_000;

    fn load() -> Sampled {
        let values =
            (0..1_200).map(|s| [10.0, 60.0, 25.0, 90.0, 5.0][s / 97 % 5] + (s * 7 % 11) as f64).collect();
        Sampled { start_us: 0, interval_us: 1_000_000, values }
    }

    /// CPU rows that follow the load, the first of them `from_s` into the run, each `every` seconds.
    fn rows(from_s: usize, every: usize) -> Vec<(i64, f64)> {
        let load = load();
        let seconds = &load.values[from_s..];
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64 / 100.0;
        (1..).zip(seconds.chunks_exact(every).map(mean)).collect()
    }

    fn placed(input: &Untimed<'_>) -> (PlacementMethod, i64, Option<u64>, PlacementEvidence) {
        let references = [(FittedTo::Requests, load())];
        let known = KnownTimes {
            run_started_unix_us: RUN_UNIX_US,
            clock_ahead_us: 0,
            references: &references,
            run_length_us: 1_200_000_000,
        };
        let placed = place(input, &known);
        let origin_us = placed.placement.origin_us.expect("an origin");
        (placed.method, origin_us / 1_000_000, placed.placement.interval_us, placed.evidence)
    }

    fn untimed<'a>(rows: &'a [(i64, f64)], stamp: Option<&'a Stamp>) -> Untimed<'a> {
        Untimed {
            unit: RowClock::Index,
            rows,
            first: 1,
            stated_start_unix_us: None,
            stated_interval_us: None,
            stamp,
            begins_at_zero: false,
        }
    }

    #[test]
    fn a_start_in_the_name_is_taken_and_the_beat_found() {
        let rows = rows(60, 10);
        let stamp = stamp_in("d-vmstat-20191007112059.log", &TimeZone::UTC);
        let (method, origin_s, interval_us, evidence) = placed(&untimed(&rows, stamp.as_ref()));
        assert_eq!(
            (method, origin_s, interval_us),
            (PlacementMethod::FileName, 60, Some(10_000_000)),
            "{evidence:?}"
        );
    }

    #[test]
    fn a_clock_that_is_wrong_is_corrected_by_the_load() {
        let rows = rows(60, 5);
        let stamp = stamp_in("d-vmstat-20191007112219.log", &TimeZone::UTC);
        let (method, origin_s, interval_us, evidence) = placed(&untimed(&rows, stamp.as_ref()));
        assert_eq!((method, interval_us), (PlacementMethod::Correlated, Some(5_000_000)), "{evidence:?}");
        assert!((55..=65).contains(&origin_s), "{origin_s} {evidence:?}");
    }

    #[test]
    fn without_a_start_the_load_places_it_and_else_the_run() {
        let rows = rows(300, 1);
        let (method, origin_s, ..) = placed(&untimed(&rows, None));
        assert_eq!(method, PlacementMethod::Correlated);
        assert!((298..=302).contains(&origin_s), "{origin_s}");
        let (method, origin_s, interval_us, evidence) = placed(&untimed(&[], None));
        assert_eq!((method, origin_s, interval_us), (PlacementMethod::Assumed, 0, Some(1_000_000)));
        let beat = Some(RowBeat { seconds: 1.0, assumed: true });
        assert_eq!(evidence, PlacementEvidence::Assumed { beat });
        let reported = Untimed {
            stated_start_unix_us: Some(RUN_UNIX_US - 5_000_000),
            stated_interval_us: Some(2_000_000),
            ..untimed(&[], None)
        };
        assert_eq!(placed(&reported).1, -5);
    }
}
