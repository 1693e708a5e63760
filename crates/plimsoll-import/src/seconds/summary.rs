//! What is summed up of each second, and stays in memory.

/// What is known of a second at any time.
#[derive(Debug, Default)]
pub(super) struct SecondSummary {
    /// It has some, if only failures that are distinguished from their requests.
    pub has_rows: bool,
    /// Groups too.
    pub rows: u64,
    pub rate: SecondRate,
    /// By place in `instances`.
    pub users: Vec<(u32, ReportedUsers)>,
}

impl SecondSummary {
    pub fn put_users(&mut self, instance: u32, users: ReportedUsers) {
        match self.users.iter_mut().find(|(known, _)| *known == instance) {
            Some((_, known)) => known.add(users),
            None => self.users.push((instance, users)),
        }
    }
}

/// Users that rows of one second reported: their mean counts, for the most of a second is more than ran in it on average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReportedUsers {
    pub total: u64,
    pub rows: u64,
}

impl ReportedUsers {
    pub fn once(users: u32) -> ReportedUsers {
        ReportedUsers { total: users.into(), rows: 1 }
    }

    pub fn add(&mut self, others: ReportedUsers) {
        self.total += others.total;
        self.rows += others.rows;
    }

    pub fn mean(self) -> f64 {
        self.total as f64 / self.rows.max(1) as f64
    }
}

/// What one second carried.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SecondRate {
    pub requests: u64,
    /// Time of all its requests together.
    pub busy_us: u64,
    /// Requests that began in it, whenever they ended.
    pub started: u64,
    /// How far into it the first request began, and the last ended; `None`: that is not known, or what ended first had begun
    /// before it.
    pub first_start_us: Option<u32>,
    pub last_end_us: Option<u32>,
}

impl SecondRate {
    pub fn begin(&mut self, requests: u64, into_us: u32) {
        self.started += requests;
        self.first_start_us = Some(self.first_start_us.map_or(into_us, |first| first.min(into_us)));
    }

    pub fn end(&mut self, into_us: u32) {
        self.last_end_us = self.last_end_us.max(Some(into_us));
    }

    pub fn add(&mut self, other: SecondRate) {
        self.requests += other.requests;
        self.busy_us += other.busy_us;
        match other.first_start_us {
            Some(into_us) => self.begin(other.started, into_us),
            None => self.started += other.started,
        }
        other.last_end_us.into_iter().for_each(|into_us| self.end(into_us));
    }
}
