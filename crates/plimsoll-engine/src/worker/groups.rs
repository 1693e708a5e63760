//! Transactions: several requests measured as one.

use super::Worker;
use crate::program::Compiled;
use crate::recorder::Sample;
use crate::user::{OpenGroup, User};
use plimsoll_plan::plan::Transaction;
use plimsoll_run::{ErrorKind, TransactionKind};

impl Worker {
    pub(super) fn open_group(&mut self, user: &mut User, group: &Transaction<Compiled>) {
        let label = self.label(user, &group.label, TransactionKind::Group).id;
        user.execution.groups.push(OpenGroup {
            label,
            started_us: self.context.now_us(),
            intended_us: user.timing.intended_us,
            include_pauses: group.include_pauses,
            replaces_requests: group.replaces_requests,
            requests: 0,
            response_us: 0,
            service_us: 0,
            first_byte_us: None,
            bytes_sent: 0,
            bytes_received: 0,
            failure: None,
            log: self.recording.log.as_ref().map(|_| Box::default()),
        });
    }

    pub(super) fn close_group(&mut self, user: &mut User) {
        let Some(group) = user.execution.groups.pop() else { return };
        // JMeter gives a row of a transaction without a request, but not before the user's first request.
        if group.requests > 0 || group.replaces_requests || user.execution.has_performed {
            self.record_group(user, group);
        }
    }

    /// A loop is left inside of the transaction: what its last request was says whether it has failed
    /// (TransactionController.triggerEndOfLoop).
    pub(super) fn break_group(&mut self, user: &mut User) {
        let Some(mut group) = user.execution.groups.pop() else { return };
        if !group.replaces_requests {
            group.failure = match user.execution.last_succeeded {
                true => None,
                false => Some(group.failure.unwrap_or_else(|| "a request before".to_owned())),
            };
        }
        self.record_group(user, group);
    }

    /// The user ends: of its transactions only those give a row that stand for their requests
    /// (JMeterThread.processSampler).
    pub(super) fn abandon_groups(&mut self, user: &mut User) {
        while let Some(group) = user.execution.groups.pop() {
            if group.replaces_requests && group.requests > 0 {
                self.record_group(user, group);
            }
        }
    }

    fn record_group(&mut self, user: &mut User, mut group: OpenGroup) {
        self.log_group(user, &mut group);
        // One inside a parent sample is a part of that.
        if group.replaces_requests && user.execution.groups.iter().any(|outer| outer.replaces_requests) {
            return;
        }
        let now_us = self.context.now_us();
        let (response_us, service_us) = match group.include_pauses {
            true => (
                now_us.saturating_sub(group.intended_us.unwrap_or(group.started_us)),
                now_us - group.started_us,
            ),
            false => (group.response_us, group.service_us),
        };
        self.recording.recorder.record(&Sample {
            label: group.label,
            response_us,
            service_us: group.intended_us.map(|_| service_us),
            first_byte_us: group.first_byte_us,
            bytes_sent: group.bytes_sent,
            bytes_received: group.bytes_received,
            failure: group.failure.as_deref().map(|name| (ErrorKind::Child, name)),
        });
    }
}
