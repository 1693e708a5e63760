//! Where in one file another run of vmstat begins: its first row is the mean since boot, which is no measurement.
//!
//! A run whose output goes to a file repeats its header after so many rows as its version takes a terminal to have. A header
//! after any other number of rows begins another run. After such a number both are possible. Then the times decide, where
//! they are not those of one run; else the figures: means since boot change slowly, so the row behind the header is one when
//! it is like the first mean since boot and not like the row before.

use crate::options::FirstRow;
use crate::reader::InputLine;
use plimsoll_run::At;

/// The 24 lines of a terminal that it can't ask, less those of the header as each version counts them.
const ROWS_OF_HEADER: [u64; 3] = [21, 22, 24];

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RowIs {
    Measured,
    SinceBoot,
    /// By its figures alone.
    LikeSinceBoot,
}

pub(super) struct Runs {
    first_row: FirstRow,
    rows: u64,
    /// Since the last header.
    rows_of_header: u64,
    next: Next,
    since_boot: Option<Vec<VmstatFigure>>,
    last: Option<Vec<VmstatFigure>>,
    last_wall_us: Option<i64>,
    interval_us: Option<i64>,
}

enum Next {
    Row,
    SinceBoot,
    Either,
}

/// A rate or a share of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct VmstatFigure {
    pub value: f64,
    pub is_share: bool,
}

impl VmstatFigure {
    fn is_like(self, other: VmstatFigure) -> bool {
        // Shares are whole per cents; a rate of a few each second is like any other such rate.
        const SHARE: f64 = 0.025;
        const RATIO: f64 = 1.25;
        const FEW: f64 = 20.0;
        let (low, high) = (self.value.min(other.value), self.value.max(other.value));
        if self.is_share { high - low <= SHARE } else { high <= low * RATIO || high <= FEW }
    }
}

impl Runs {
    pub fn new(first_row: FirstRow) -> Runs {
        Runs {
            first_row,
            rows: 0,
            rows_of_header: 0,
            next: if first_row == FirstRow::SinceBoot { Next::SinceBoot } else { Next::Row },
            since_boot: None,
            last: None,
            last_wall_us: None,
            interval_us: None,
        }
    }

    /// A header. A live collector's run is one.
    pub fn header(&mut self, line: &InputLine<'_>) {
        if self.rows > 0 && line.stamp_us.is_none() && self.first_row == FirstRow::SinceBoot {
            let repeats = ROWS_OF_HEADER.contains(&self.rows_of_header);
            self.next = if repeats { Next::Either } else { Next::SinceBoot };
        }
        self.rows_of_header = 0;
    }

    /// What the next row is. Its figures: none where they can't be read.
    pub fn row(&mut self, at: At, figures: Option<Vec<VmstatFigure>>) -> RowIs {
        let is = match std::mem::replace(&mut self.next, Next::Row) {
            Next::Row => RowIs::Measured,
            Next::SinceBoot => RowIs::SinceBoot,
            Next::Either if self.is_out_of_step(at) => RowIs::SinceBoot,
            Next::Either if self.is_like_since_boot(figures.as_deref()) => RowIs::LikeSinceBoot,
            Next::Either => RowIs::Measured,
        };
        self.rows += 1;
        self.rows_of_header += 1;
        if let At::Wall(us) = at {
            let gap_us = self.last_wall_us.replace(us).and_then(|last_us| us.checked_sub(last_us));
            self.interval_us = gap_us.filter(|_| is == RowIs::Measured).or(self.interval_us);
        }
        match is {
            RowIs::Measured => self.last = figures,
            RowIs::SinceBoot | RowIs::LikeSinceBoot => {
                self.since_boot = figures.or(self.since_boot.take());
            }
        }
        is
    }

    /// Its time is not one interval after that of the row before.
    fn is_out_of_step(&self, at: At) -> bool {
        let (At::Wall(us), Some(last_us), Some(interval_us)) = (at, self.last_wall_us, self.interval_us)
        else {
            return false;
        };
        // Times are whole seconds.
        let late_us = us.saturating_sub(last_us).saturating_sub(interval_us);
        late_us.abs() > 1_000_000 + interval_us.abs() / 10
    }

    fn is_like_since_boot(&self, figures: Option<&[VmstatFigure]>) -> bool {
        let is_like = |other: &Option<Vec<VmstatFigure>>| {
            figures.zip(other.as_deref()).is_some_and(|(ours, others)| {
                ours.len() == others.len() && ours.iter().zip(others).all(|(a, b)| a.is_like(*b))
            })
        };
        is_like(&self.since_boot) && !is_like(&self.last)
    }
}
