//! Rows of the sample log. Nothing here runs unless somebody asked for it.

use super::Worker;
use crate::user::{OpenGroup, User};
use plimsoll_run::{SampleKind, SampleRow};
use std::sync::Arc;

impl Worker {
    pub fn hand_over_log(&mut self) {
        if let Some(log) = &mut self.recording.log {
            log.hand_over();
        }
    }

    /// The user's time has begun.
    pub fn log_user(&self, user: &mut User) {
        if let Some(log) = &self.recording.log
            && !std::mem::replace(&mut user.is_logged, true)
        {
            log.shared.user_began(user.data.scenario);
        }
    }

    pub fn log_user_end(&self, user: &mut User) {
        if let Some(log) = &self.recording.log
            && std::mem::take(&mut user.is_logged)
        {
            log.shared.user_ended(user.data.scenario);
        }
    }

    /// Whose row it is.
    pub fn identify_row(&self, user: &mut User, row: &mut SampleRow) {
        let Some(log) = &self.recording.log else { return };
        let name = || format!("{}-{}", log.shared.groups[user.data.scenario], user.data.number).into();
        row.thread = Arc::clone(user.thread.get_or_insert_with(name));
        (row.group_threads, row.all_threads) = log.shared.threads(user.data.scenario);
        let value = |name: &String| user.data.variables.get_named(&self.context.program.slots, name);
        let names = log.shared.log.variables.iter();
        // JMeter writes `null` for a variable without a value.
        row.variables = names.map(|name| value(name).unwrap_or("null").to_owned()).collect();
    }

    /// Puts a sample into the transactions that are open, and into the log unless it is a part of one of them.
    pub fn log_row(&mut self, user: &mut User, row: SampleRow) {
        let Some(own) = &mut self.recording.log else { return };
        let mut parent = None;
        for (number, group) in user.execution.groups.iter_mut().enumerate() {
            let Some(log) = &mut group.log else { continue };
            log.requests += 1;
            log.latency_ms += row.latency_ms;
            log.connect_ms += row.connect_ms;
            log.elapsed_ms += row.elapsed_ms;
            log.bytes += row.bytes;
            log.bytes_sent += row.bytes_sent;
            if log.failed == 0 {
                log.code.clone_from(&row.code);
            }
            log.failed += u32::from(!row.success);
            if group.replaces_requests {
                parent = Some(number);
            }
        }
        match parent.and_then(|number| user.execution.groups[number].log.as_mut()) {
            Some(log) => log.rows.push(row),
            None => own.add(row),
        }
    }

    /// A transaction has ended (`TransactionController`, `TransactionSampler`).
    pub fn log_group(&mut self, user: &mut User, group: &mut OpenGroup) {
        let Some(log) = group.log.take() else { return };
        let wall_ms = |us: u64| self.context.shared.clock.wall_ms(us);
        let started_unix_ms = wall_ms(group.started_us);
        let whole_ms = (wall_ms(self.context.now_us()) - started_unix_ms) as u64;
        let elapsed_ms = if group.include_pauses { whole_ms } else { log.elapsed_ms.min(whole_ms) };
        // One that was left may be a success though a request in it failed.
        let success = group.failure.is_none();
        let mut row = SampleRow {
            kind: SampleKind::Other,
            started_unix_ms,
            elapsed_ms,
            idle_ms: whole_ms - elapsed_ms,
            latency_ms: if group.replaces_requests { 0 } else { log.latency_ms },
            connect_ms: log.connect_ms,
            label: self.context.labels.transaction(group.label).name.clone(),
            code: match (success, group.replaces_requests) {
                (true, _) => "200".to_owned(),
                (false, true) => log.code,
                (false, false) => String::new(),
            },
            message: format!(
                "Number of samples in transaction : {}, number of failing samples : {}",
                log.requests, log.failed
            ),
            success,
            bytes: log.bytes,
            bytes_sent: log.bytes_sent,
            sub_results: log.rows,
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        // Only a parent sample is a part of another one.
        let parent = user.execution.groups.iter_mut().rev().find(|outer| outer.replaces_requests);
        let parent = parent.filter(|_| group.replaces_requests);
        match (parent.and_then(|outer| outer.log.as_mut()), &mut self.recording.log) {
            (Some(outer), _) => outer.rows.push(row),
            (None, Some(own)) => own.add(row),
            (None, None) => {}
        }
    }
}
