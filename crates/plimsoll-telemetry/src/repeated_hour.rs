//! The local hour that clocks repeat when they are set back. No row says which of the two its time is of: it follows from the
//! order of the rows.

/// A row this far behind the latest one is no row in order; ends and starts of requests differ by less.
const LATE_S: i64 = 300;
/// Of all rows; with more of them a log is not in order, and its order says nothing.
const LATE_PERCENT_MAX: u64 = 1;

/// How times of an hour that occurs twice were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedHour {
    /// The log goes back by that hour: what stands behind is of the second.
    Both,
    /// Nothing says which of the two they are of: all as of the first.
    First,
}

/// The order of a log's times.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowOrder {
    latest_s: Option<i64>,
    /// The latest is of the second hour.
    is_second: bool,
    rows: u64,
    late: u64,
    found: Option<RepeatedHour>,
}

impl RowOrder {
    /// Whether a time is of the second hour. `first_s`: when it is as of the first; `repeated_s`: how long the repeated time is,
    /// 0 where the time occurs once.
    pub fn is_second(&mut self, first_s: i64, repeated_s: i64) -> bool {
        let behind_s = self.latest_s.map_or(0, |latest_s| latest_s - first_s);
        let in_order = self.late * 100 <= self.rows * LATE_PERCENT_MAX;
        let is_back_by_it = (repeated_s - LATE_S..=repeated_s + LATE_S).contains(&behind_s);
        // Once it has gone back, only what was late then is of the first.
        let goes_on = self.is_second && (LATE_S..=2 * repeated_s).contains(&behind_s);
        let is_second = repeated_s > 0 && in_order && (is_back_by_it || goes_on);
        let placed_s = first_s + if is_second { repeated_s } else { 0 };
        self.rows += 1;
        if self.latest_s.is_none_or(|latest_s| placed_s >= latest_s) {
            (self.latest_s, self.is_second) = (Some(placed_s), is_second);
        } else if !is_second && behind_s > LATE_S {
            self.late += 1;
        }
        if is_second {
            self.found = Some(RepeatedHour::Both);
        } else if repeated_s > 0 {
            self.found.get_or_insert(RepeatedHour::First);
        }
        is_second
    }

    /// Once: what was found so far.
    pub fn take(&mut self) -> Option<RepeatedHour> {
        self.found.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_S: i64 = 3_600;

    /// Local seconds, of which those from 0 to 3,600 occur twice, to the seconds that they are taken as.
    fn placed(local_s: impl IntoIterator<Item = i64>) -> (Vec<i64>, Option<RepeatedHour>) {
        let mut order = RowOrder::default();
        let place = |local_s: i64| match local_s {
            0..HOUR_S => local_s + HOUR_S * i64::from(order.is_second(local_s, HOUR_S)),
            _ => {
                let s = local_s + HOUR_S * i64::from(local_s >= HOUR_S);
                order.is_second(s, 0);
                s
            }
        };
        let placed = local_s.into_iter().map(place).collect();
        (placed, order.take())
    }

    /// A steady log over the change, with each second `off_s` seconds from its place in turns.
    fn check_steady(off_s: i64) {
        let real: Vec<i64> = (-600..3 * HOUR_S).map(|s| s - off_s * (s % 7 / 6)).collect();
        let local = real.iter().map(|s| if *s >= HOUR_S { s - HOUR_S } else { *s });
        assert_eq!(placed(local), (real.clone(), Some(RepeatedHour::Both)), "{off_s}");
    }

    #[test]
    fn a_log_that_goes_back_by_the_hour_has_every_second_once() {
        check_steady(0);
        check_steady(30);
        // With a pause of ten minutes in the second hour.
        let (found, _) = placed((0..HOUR_S).chain(0..600).chain(1_200..HOUR_S));
        assert_eq!(found.last(), Some(&(2 * HOUR_S - 1)));
    }

    #[test]
    fn without_the_step_back_the_hour_is_the_first() {
        assert_eq!(placed(-600..HOUR_S + 600).1, Some(RepeatedHour::First));
        assert_eq!(placed(HOUR_S..2 * HOUR_S).1, None);
        // By twenty minutes only.
        let (found, hour) = placed((0..1_800).chain(600..1_800));
        assert_eq!((found.last(), hour), (Some(&1_799), Some(RepeatedHour::First)));
        // In no order.
        let shuffled = (0..7_200).map(|n| (1_800 + n * 1_009) % HOUR_S);
        assert_eq!(placed(shuffled).1, Some(RepeatedHour::First));
    }
}
