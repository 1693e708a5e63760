//! Rows of the sample log. Nothing here runs unless somebody asked for it.

use super::Worker;
use super::call::CallEnd;
use crate::http::connection::Failure;
use crate::program::{Label, Request};
use crate::recorder::Sample;
use crate::sample_log::ExchangeLog;
use crate::user::{ChannelWait, Exchange, OpenGroup, User};
use plimsoll_plan::plan::Redirects;
use plimsoll_run::sample::{Chain, NotAnswered, joined, not_answered};
use plimsoll_run::{DataType, ErrorKind, SampleKind, SampleRow};
use std::sync::Arc;

/// When an answer's request began and ended, on the run's clock, and what had been sent when it ended.
struct Span {
    ended_us: u64,
    bytes_sent: u64,
}

impl Worker {
    pub(super) fn hand_over_log(&mut self) {
        if let Some(log) = &mut self.log {
            log.hand_over();
        }
    }

    /// The user's time has begun.
    pub(super) fn log_user(&self, user: &mut User) {
        if let Some(log) = &self.log
            && !std::mem::replace(&mut user.is_logged, true)
        {
            log.shared.user_began(user.scenario);
        }
    }

    pub(super) fn log_user_end(&self, user: &mut User) {
        if let Some(log) = &self.log
            && std::mem::take(&mut user.is_logged)
        {
            log.shared.user_ended(user.scenario);
        }
    }

    pub(super) fn exchange_log(&self, started_us: u64, place: usize) -> Option<Box<ExchangeLog>> {
        self.log.as_ref()?;
        Some(Box::new(ExchangeLog { started_us, place, ..ExchangeLog::default() }))
    }

    /// For the next part of a page.
    pub(super) fn part_log(&self, page: &Exchange) -> Option<Box<ExchangeLog>> {
        let finished = page.log.as_ref()?.parts.len();
        let active = page.page.as_ref().map_or(0, |page| page.under_way());
        self.exchange_log(self.shared.clock.now_us(), finished + active)
    }

    /// The answer sends the request on. Redirects that JMeter's client follows by itself are not seen.
    pub(super) fn log_hop(&mut self, user: &mut User, request: &Request) {
        if self.log.is_none() || request.redirects != Redirects::Follow {
            return;
        }
        let Some(mut exchange) = user.exchange.take() else { return };
        let ended_us = exchange.ended_us(true, self.shared.clock.now_us());
        let span = Span { ended_us, bytes_sent: exchange.bytes_sent };
        let row = self.row(user, &mut exchange, None, span);
        if let (Some(row), Some(log)) = (row, &mut exchange.log) {
            log.hops.push(row);
        }
        user.exchange = Some(exchange);
    }

    /// A part of a page has ended.
    pub(super) fn log_part(
        &mut self,
        user: &mut User,
        request: &Request,
        page: &mut Exchange,
        part: &mut Exchange,
        (failure, ended_us): (Option<&Failure>, u64),
    ) {
        let (Some(page), Some(place)) = (&mut page.log, part.log.as_ref().map(|log| log.place)) else {
            return;
        };
        let span = Span { ended_us, bytes_sent: part.bytes_sent };
        let Some(mut row) = self.row(user, part, failure, span) else { return };
        row.label = self.label_text(&request.label);
        let hops = part.log.as_mut().map(|log| std::mem::take(&mut log.hops)).unwrap_or_default();
        let mut whole = joined(Chain { hops, ..Chain::default() }, row);
        // JMeter tells only the sub-results of the sample itself whose they are (`JMeterThread.fillThreadInformation`).
        for sub in &mut whole.sub_results {
            (sub.group_threads, sub.all_threads) = (0, 0);
        }
        if let Some(first) = whole.sub_results.first_mut() {
            first.thread = "".into();
        }
        page.parts.push((place, whole));
    }

    /// A request has ended, with all that belongs to it.
    pub(super) fn log_request(
        &mut self,
        user: &mut User,
        request: &Request,
        exchange: &mut Exchange,
        failure: Option<&Failure>,
        (label, ended_us): (u32, u64),
    ) {
        let Some(mut log) = exchange.log.take() else { return };
        let (ended_us, bytes_sent) = log.page.unwrap_or((ended_us, exchange.bytes_sent));
        let (hops, mut parts) = (std::mem::take(&mut log.hops), std::mem::take(&mut log.parts));
        let failed_check = log.failed_check.take();
        exchange.log = Some(log);
        // A page is as good as its own answer; that a part failed is seen at the whole.
        let own = failure.filter(|(kind, _)| parts.is_empty() || *kind == ErrorKind::Assertion);
        let Some(mut last) = self.row(user, exchange, own, Span { ended_us, bytes_sent }) else { return };
        last.label = self.sample_name(&request.label, label);
        let parts_matter = failure.is_some_and(|(kind, _)| *kind != ErrorKind::Assertion);
        parts.sort_by_key(|(place, _)| *place);
        let parts = parts.into_iter().map(|(_, row)| row).collect();
        let mut whole = joined(Chain { hops, parts, parts_matter }, last);
        whole.failure = failed_check;
        whole.success &= failure.is_none();
        self.log_row(user, whole);
    }

    /// The row of one answer; its label is still to come where several make a sample.
    fn row(
        &mut self,
        user: &mut User,
        exchange: &mut Exchange,
        failure: Option<&Failure>,
        span: Span,
    ) -> Option<SampleRow> {
        let log = exchange.log.as_ref()?;
        let (reader, target) = (&exchange.reader, &exchange.outgoing.target);
        let wall_ms = |us: u64| self.shared.clock.wall_ms(us);
        let since_start = |at: Option<u64>| at.map_or(0, |at| (wall_ms(at) - wall_ms(log.started_us)) as u64);
        let url = target.to_string();
        let unanswered =
            failure.filter(|(kind, _)| !matches!(kind, ErrorKind::Status | ErrorKind::Assertion));
        let (code, message) = match unanswered {
            None => (reader.status.to_string(), reader.reason.clone()),
            Some((kind, detail)) => not_answered(&NotAnswered {
                kind: *kind,
                detail,
                method: &exchange.outgoing.method,
                url: &url,
                host: target.hop().0,
                port: target.hop().1,
                peer: exchange.address,
                body: match reader.bytes {
                    0 => None,
                    _ => Some((reader.bytes - reader.head_bytes, reader.length)),
                },
            }),
        };
        let content_type = header(&reader.headers, "content-type");
        let has_body = reader.bytes > reader.head_bytes;
        let mut row = SampleRow {
            kind: SampleKind::Http,
            started_unix_ms: wall_ms(log.started_us),
            elapsed_ms: since_start(Some(span.ended_us)),
            idle_ms: 0,
            latency_ms: since_start(log.first_byte_us.filter(|_| has_body)),
            connect_ms: since_start(log.connected_us),
            code,
            message,
            data: match unanswered {
                Some(_) => DataType::Text,
                None => content_type.map_or(DataType::Unknown, DataType::of),
            },
            encoding: content_type.and_then(charset).unwrap_or_default().to_owned(),
            success: failure.is_none(),
            bytes: reader.bytes,
            bytes_sent: span.bytes_sent.saturating_sub(log.sent_before),
            url: Some(url),
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        Some(row)
    }

    /// Whose row it is.
    fn identify_row(&self, user: &mut User, row: &mut SampleRow) {
        let Some(log) = &self.log else { return };
        let name = || format!("{}-{}", log.shared.groups[user.scenario], user.number).into();
        row.thread = Arc::clone(user.thread.get_or_insert_with(name));
        (row.group_threads, row.all_threads) = log.shared.threads(user.scenario);
        let value = |name: &String| user.variables.get_named(&self.program.slots, name);
        let names = log.shared.log.variables.iter();
        // JMeter writes `null` for a variable without a value.
        row.variables = names.map(|name| value(name).unwrap_or("null").to_owned()).collect();
    }

    /// Puts a sample into the transactions that are open, and into the log unless it is a part of one of them.
    pub(super) fn log_row(&mut self, user: &mut User, row: SampleRow) {
        let Some(own) = &mut self.log else { return };
        let mut parent = None;
        for (number, group) in user.groups.iter_mut().enumerate() {
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
        match parent.and_then(|number| user.groups[number].log.as_mut()) {
            Some(log) => log.rows.push(row),
            None => own.add(row),
        }
    }

    /// A transaction has ended (`TransactionController`, `TransactionSampler`).
    pub(super) fn log_group(&mut self, user: &mut User, group: &mut OpenGroup) {
        let Some(log) = group.log.take() else { return };
        let wall_ms = |us: u64| self.shared.clock.wall_ms(us);
        let started_unix_ms = wall_ms(group.started_us);
        let whole_ms = (wall_ms(self.shared.clock.now_us()) - started_unix_ms) as u64;
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
            label: self.labels.transaction(group.label).name.clone(),
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
        let parent = user.groups.iter_mut().rev().find(|outer| outer.replaces_requests);
        let parent = parent.filter(|_| group.replaces_requests);
        match (parent.and_then(|outer| outer.log.as_mut()), &mut self.log) {
            (Some(outer), _) => outer.rows.push(row),
            (None, Some(own)) => own.add(row),
            (None, None) => {}
        }
    }

    /// SQL and TCP: code and message are JMeter's.
    pub(super) fn log_call(&mut self, user: &mut User, end: &CallEnd, sample: &Sample<'_>, label: &Label) {
        if self.log.is_none() {
            return;
        }
        let wall_ms = |us: u64| self.shared.clock.wall_ms(us.max(end.started_us));
        let since_ms = |us: u64| (wall_ms(us) - wall_ms(end.started_us)) as u64;
        let mut row = SampleRow {
            kind: SampleKind::Other,
            started_unix_ms: wall_ms(end.started_us),
            elapsed_ms: since_ms(end.ended_us),
            latency_ms: end.first_byte_us.map_or(0, since_ms),
            connect_ms: end.connect_us.unwrap_or(0) / 1_000,
            label: self.sample_name(label, sample.label),
            code: end.code.clone(),
            message: end.reason.clone(),
            data: DataType::Text,
            success: sample.failure.is_none(),
            failure: failed_check(sample),
            bytes: end.body.len() as u64,
            bytes_sent: end.bytes_sent,
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        self.log_row(user, row);
    }

    /// A step of a channel has ended; for JMeter's file it is no HTTP sample.
    pub(super) fn log_channel_step(
        &mut self,
        user: &mut User,
        wait: &ChannelWait,
        sample: &Sample<'_>,
        end_us: u64,
        label: &Label,
    ) {
        if self.log.is_none() {
            return;
        }
        let wall_ms = |us: u64| self.shared.clock.wall_ms(us);
        let (code, message) = match sample.failure {
            None => ("200", "OK"),
            Some((kind, detail)) => (kind.name(), detail),
        };
        let mut row = SampleRow {
            kind: SampleKind::Other,
            started_unix_ms: wall_ms(wait.since_us),
            elapsed_ms: (wall_ms(end_us.max(wait.since_us)) - wall_ms(wait.since_us)) as u64,
            label: self.sample_name(label, sample.label),
            code: code.to_owned(),
            message: message.to_owned(),
            data: DataType::Text,
            success: sample.failure.is_none(),
            failure: failed_check(sample),
            bytes: sample.bytes_received,
            bytes_sent: sample.bytes_sent,
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        self.log_row(user, row);
    }

    /// A sample that asked no server has ended.
    pub(super) fn log_local(
        &mut self,
        user: &mut User,
        (started_us, ended_us): (u64, u64),
        sample: &Sample<'_>,
        (code, message): (String, String),
        label: &Label,
    ) {
        if self.log.is_none() {
            return;
        }
        let wall_ms = |us: u64| self.shared.clock.wall_ms(us);
        let mut row = SampleRow {
            kind: SampleKind::Other,
            started_unix_ms: wall_ms(started_us),
            elapsed_ms: (wall_ms(ended_us) - wall_ms(started_us)) as u64,
            label: self.sample_name(label, sample.label),
            code,
            message,
            data: DataType::Text,
            success: sample.failure.is_none(),
            failure: failed_check(sample),
            bytes: sample.bytes_received,
            bytes_sent: sample.bytes_sent,
            ..SampleRow::default()
        };
        self.identify_row(user, &mut row);
        self.log_row(user, row);
    }

    /// The name of the sample that was counted last: figures know only so many names that are made.
    fn sample_name(&mut self, label: &Label, id: u32) -> String {
        match label {
            Label::Known(_) => self.labels.transaction(id).name.clone(),
            Label::Made(_) => std::mem::take(&mut self.made_name),
        }
    }

    /// The name of a part's redirects; one that has to be made is not made again for them.
    fn label_text(&self, label: &Label) -> String {
        match label {
            Label::Known(id) => self.labels.transaction(*id).name.clone(),
            Label::Made(_) => String::new(),
        }
    }
}

fn failed_check(sample: &Sample<'_>) -> Option<String> {
    sample.failure.filter(|(kind, _)| *kind == ErrorKind::Assertion).map(|(_, text)| text.to_owned())
}

/// The value of a header; the last one counts, as for JMeter's client.
fn header<'h>(block: &'h str, name: &str) -> Option<&'h str> {
    let lines = block.lines().skip(1).filter_map(|line| line.split_once(':'));
    lines.filter(|(own, _)| own.trim_end().eq_ignore_ascii_case(name)).last().map(|(_, value)| value.trim())
}

/// `SampleResult.setEncodingAndType`.
fn charset(content_type: &str) -> Option<&str> {
    const NAME: &str = "charset=";
    let at = content_type.to_ascii_lowercase().find(NAME)?;
    let value = content_type[at + NAME.len()..].split(';').next()?;
    Some(value.trim_matches(['"', '\'']))
}
