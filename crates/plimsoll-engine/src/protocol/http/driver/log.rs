//! Rows of requests in the sample log. Nothing here runs unless somebody asked for it.

use crate::net::FailureDetail;
use crate::program::{CompiledRequest, Label};
use crate::protocol::http::exchange::Exchange;
use crate::protocol::state::InFlight;
use crate::sample_log::ExchangeLog;
use crate::user::User;
use crate::worker::Worker;
use crate::worker::sample::EndedSample;
use plimsoll_plan::plan::Redirects;
use plimsoll_run::sample::{NotAnswered, RequestChain, joined, not_answered};
use plimsoll_run::{DataType, ErrorKind, SampleKind, SampleRow};

/// When an answer's request began and ended, on the run's clock, and what had been sent when it ended.
struct Span {
    ended_us: u64,
    bytes_sent: u64,
}

impl Worker {
    pub fn exchange_log(&self, started_us: u64, place: usize) -> Option<Box<ExchangeLog>> {
        if self.recording.log.is_none() && self.context.shared.observer.is_none() {
            return None;
        }
        Some(Box::new(ExchangeLog { started_us, place, ..ExchangeLog::default() }))
    }

    /// For the next part of a page.
    pub fn part_log(&self, page: &Exchange) -> Option<Box<ExchangeLog>> {
        let finished = page.log.as_ref()?.parts.len();
        let active = page.page.as_ref().map_or(0, |page| page.under_way());
        self.exchange_log(self.context.now_us(), finished + active)
    }

    /// The answer sends the request on. Redirects that JMeter's client follows by itself are not seen.
    pub fn log_hop(&mut self, user: &mut User, request: &CompiledRequest) {
        if self.recording.log.is_none() || request.redirects != Redirects::Follow {
            return;
        }
        let Some(mut exchange) = user.in_flight.take_exchange() else { return };
        let ended_us = exchange.times.ended_us(true, self.context.now_us());
        let span = Span { ended_us, bytes_sent: exchange.sending.bytes_sent };
        let row = self.row(user, &mut exchange, None, span);
        if let (Some(row), Some(log)) = (row, &mut exchange.log) {
            log.hops.push(row);
        }
        user.in_flight = InFlight::Request(exchange);
    }

    /// A part of a page has ended.
    pub fn log_part(
        &mut self,
        user: &mut User,
        request: &CompiledRequest,
        page: &mut Exchange,
        part: &mut Exchange,
        (failure, ended_us): (Option<&FailureDetail>, u64),
    ) {
        let (Some(page), Some(place)) = (&mut page.log, part.log.as_ref().map(|log| log.place)) else {
            return;
        };
        let span = Span { ended_us, bytes_sent: part.sending.bytes_sent };
        let failure = failure.map(|(kind, text)| (*kind, text.as_str()));
        let Some(mut row) = self.row(user, part, failure, span) else { return };
        row.label = self.label_text(&request.label);
        let hops = part.log.as_mut().map(|log| std::mem::take(&mut log.hops)).unwrap_or_default();
        let mut whole = joined(RequestChain { hops, ..RequestChain::default() }, row);
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
    pub fn log_request(&mut self, user: &mut User, exchange: &mut Exchange, sample: EndedSample<'_>) {
        let Some(mut log) = exchange.log.take() else { return };
        let (ended_us, bytes_sent) = log.page.unwrap_or((sample.ended_us, exchange.sending.bytes_sent));
        let (hops, mut parts) = (std::mem::take(&mut log.hops), std::mem::take(&mut log.parts));
        exchange.log = Some(log);
        let failure = sample.counted.failure;
        // A page, and the last answer of a chain, is as good as its own answer; that a part or an assertion of the whole
        // failed is seen at the whole.
        let is_alone = parts.is_empty() && hops.is_empty();
        let own = failure.filter(|(kind, _)| is_alone || (*kind != ErrorKind::Assertion && parts.is_empty()));
        let Some(mut last) = self.row(user, exchange, own, Span { ended_us, bytes_sent }) else { return };
        last.label = self.sample_name(sample.label);
        let parts_matter = failure.is_some_and(|(kind, _)| kind != ErrorKind::Assertion);
        parts.sort_by_key(|(place, _)| *place);
        let parts = parts.into_iter().map(|(_, row)| row).collect();
        let mut whole = joined(RequestChain { hops, parts, parts_matter }, last);
        whole.failure = sample.failed_check;
        whole.success &= failure.is_none();
        self.log_row(user, whole);
    }

    /// The row of one answer; its label is still to come where several make a sample.
    fn row(
        &mut self,
        user: &mut User,
        exchange: &mut Exchange,
        failure: Option<(ErrorKind, &str)>,
        span: Span,
    ) -> Option<SampleRow> {
        let log = exchange.log.as_ref()?;
        let (reader, target) = (&exchange.reader, &exchange.outgoing.target);
        let wall_ms = |us: u64| self.context.shared.clock.wall_ms(us);
        let since_start = |at: Option<u64>| at.map_or(0, |at| (wall_ms(at) - wall_ms(log.started_us)) as u64);
        let url = target.to_string();
        let unanswered =
            failure.filter(|(kind, _)| !matches!(kind, ErrorKind::Status | ErrorKind::Assertion));
        let (code, message) = match unanswered {
            None => (reader.status.to_string(), reader.reason.clone()),
            Some((kind, detail)) => not_answered(&NotAnswered {
                kind,
                detail,
                method: &exchange.outgoing.method,
                url: &url,
                host: target.hop().0,
                port: target.hop().1,
                peer: exchange.way.address,
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
            connect_ms: since_start(exchange.way.connected_us),
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

    /// The name of a part's redirects; one that has to be made is not made again for them.
    fn label_text(&self, label: &Label) -> String {
        match label {
            Label::Known(id) => self.context.labels.transaction(*id).name.clone(),
            Label::Made(_) => String::new(),
        }
    }
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
