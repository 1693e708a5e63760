//! A page and what it needs beside itself. The page's exchange stays with its user until the last part has
//! come; each part is an exchange of its own. To be worked at it takes the page's place for a moment, so
//! that connecting, sending, receiving, redirects and logins are the same for both.

use super::cache;
use crate::net::FailureDetail;
use crate::program::{Compiled, CompiledRequest, is_wanted, way_by};
use crate::protocol::http::exchange::{Exchange, Page, PagePart};
use crate::protocol::http::message::Outgoing;
use crate::protocol::http::page::PageKind;
use crate::protocol::http::response::ResponseReader;
use crate::protocol::http::{HttpTarget, content, page, sub_responses};
use crate::protocol::sample_times::ExchangePhase;
use crate::protocol::state::InFlight;
use crate::timer::{Deadline, Timers};
use crate::user::User;
use crate::worker::Worker;
use crate::worker::interpreter::Flow;
use plimsoll_plan::plan::Embedded;
use plimsoll_run::ErrorKind;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Frames in frames, imports in imports: JMeter's `httpsampler.max_frame_depth`.
const DEPTH_MAX: u8 = 5;
/// Most parts of one page.
const PARTS_MAX: usize = 10_000;

impl Worker {
    /// The answer to a request for a page has come: goes on with the page's parts, if it has any.
    pub fn open_page(&mut self, index: u32, user: &mut User, request: &CompiledRequest) -> Flow {
        let good = user.in_flight.exchange().is_some_and(|e| (200..400).contains(&e.reader.status));
        let parts = if good { self.parts(user, request) } else { Vec::new() };
        if parts.is_empty() {
            return self.finish(index, user, None);
        }
        let mut pieces = match self.pieces(user, request) {
            Ok(pieces) => pieces,
            Err(failure) => return self.finish(index, user, Some(failure)),
        };
        let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
        exchange.pieces = Some(pieces.clone());
        pieces.method = "GET".to_owned();
        pieces.body.clear();
        pieces.headers.retain(|(name, _)| {
            let name = name.to_ascii_lowercase();
            let is_of_body = name.starts_with("content-") && !request.keeps_type(&name);
            name != "host" && name != "expect" && !is_of_body
        });
        if let Some(log) = &mut exchange.log {
            let ended_us = exchange.times.arrived_us.unwrap_or_else(|| self.context.now_us());
            log.page = Some((ended_us, exchange.sending.bytes_sent));
        }
        // Its own connection is free again.
        (exchange.way.serial, exchange.phase) = (0, ExchangePhase::Receive);
        exchange.page = Some(Box::new(Page {
            pieces,
            waiting: VecDeque::new(),
            active: Vec::new(),
            count: 0,
            bytes_sent: 0,
            bytes_received: 0,
            failure: None,
        }));
        enqueue(exchange, parts, 1);
        self.fetch_parts(index, user)
    }

    /// The wanted resources of the document that the current exchange has received.
    fn parts(&mut self, user: &mut User, request: &CompiledRequest) -> Vec<Arc<HttpTarget>> {
        let (Some(embedded), Some(exchange)) = (&request.embedded, user.in_flight.exchange_mut()) else {
            return Vec::new();
        };
        let found = links(&mut exchange.reader, &exchange.outgoing.target);
        let home = Arc::clone(exchange.chain.origin.as_ref().unwrap_or(&exchange.outgoing.target));
        if let Some(responses) = &mut exchange.sub_responses {
            responses.has_links |= !found.is_empty();
        }
        let mut scope = self.context.scope(&mut user.data);
        let wanted = found.into_iter().filter(|url| is_wanted(embedded, url, &mut scope));
        let mut targets: Vec<HttpTarget> = wanted.filter_map(|url| HttpTarget::parse(&url).ok()).collect();
        if let Some(proxy) = &request.way {
            // Where the way can't be told, the page itself would have failed.
            targets.iter_mut().for_each(|t| t.via = way_by(proxy, t, &mut scope).unwrap_or_default());
        }
        if self.context.shared.bounds.stay_on_hosts {
            targets.retain(|target| self.context.program.names_host(&home.host, &target.host));
        }
        targets.into_iter().map(|target| Arc::new(target.spelled(request.dialect))).collect()
    }

    /// Begins with as many parts as may be under way; ends the page after its last one.
    fn fetch_parts(&mut self, index: u32, user: &mut User) -> Flow {
        let program = Rc::clone(&self.context.program);
        loop {
            let Some(exchange) = user.in_flight.exchange_mut() else { return Flow::Next };
            let request = &program.samplers.requests[exchange.request as usize];
            let (Some(page), Some(embedded)) = (&mut exchange.page, &request.embedded) else {
                return Flow::Wait;
            };
            if page.waiting.is_empty() && page.active.is_empty() {
                let failure = page.failure.take();
                exchange.chain.bytes_before += page.bytes_received;
                exchange.sending.bytes_sent += page.bytes_sent;
                exchange.page = None;
                return self.finish(index, user, failure);
            }
            let Some((target, depth)) = next_part(page, embedded) else { break };
            if request.cache.is_some() {
                let now_ms = self.context.shared.clock.wall_ms(self.context.now_us());
                if cache::is_fresh(&user.http.caches, request, &target, &page.pieces, now_ms) {
                    continue;
                }
            }
            let mut pieces = page.pieces.clone();
            let origin = exchange.chain.origin.as_ref().unwrap_or(&exchange.outgoing.target);
            let everywhere = self.context.shared.bounds.credentials_everywhere;
            let (origin, home) = (Arc::clone(origin), Arc::clone(&exchange.outgoing.target));
            let nothing = Outgoing { target: home, method: "GET".into(), bytes: [].into() };
            let mut part = Box::new(Exchange::new(exchange.request, nothing, self.context.now_us()));
            part.chain.origin = Some(origin);
            part.send_on(&target, &mut pieces, everywhere);
            part.sub_responses = request.keeps_parts.then(Box::default);
            part.log = self.part_log(exchange);
            part.part = Some(Box::new(PagePart {
                page: user.in_flight.take_exchange(),
                depth,
                deadline_us: u64::MAX,
            }));
            user.in_flight = InFlight::Request(part);
            Timers::clear(&mut user.timing.deadline);
            self.send_again(user, request, target, pieces);
            // Whatever happened: a part that has ended has given its place back.
            let _ = self.route(index, user);
            put_back(user);
        }
        let earliest = user
            .in_flight
            .exchange()
            .into_iter()
            .filter_map(|e| e.page.as_ref())
            .flat_map(|page| &page.active);
        let earliest = earliest.filter_map(|part| part.part.as_ref()).map(|part| part.deadline_us).min();
        match earliest {
            Some(at_us) if at_us != u64::MAX => {
                self.users.timers.set(index, &mut user.timing.deadline, at_us)
            }
            _ => Timers::clear(&mut user.timing.deadline),
        }
        Flow::Wait
    }

    /// The current exchange is a part that has ended; its page takes its place.
    pub fn part_ended(
        &mut self,
        user: &mut User,
        part: Box<Exchange>,
        failure: Option<FailureDetail>,
    ) -> Flow {
        let program = Rc::clone(&self.context.program);
        let request = &program.samplers.requests[part.request as usize];
        user.in_flight = InFlight::Request(part);
        let status = user.in_flight.exchange().map_or(0, |part| part.reader.status);
        let failure = failure.or_else(|| {
            let reason = user.in_flight.exchange().map_or("", |part| part.reader.reason.as_str());
            (!(200..400).contains(&status)).then(|| (ErrorKind::Status, format!("{status} {reason}")))
        });
        let parts = if failure.is_none() { self.parts(user, request) } else { Vec::new() };
        let Some(mut part) = user.in_flight.take_exchange() else { return Flow::Wait };
        let Some(PagePart { page: Some(mut exchange), depth, .. }) = part.part.take().map(|part| *part)
        else {
            return Flow::Wait;
        };
        let ended_us = part.times.ended_us(failure.is_none(), self.context.now_us());
        self.log_part(user, request, &mut exchange, &mut part, (failure.as_ref(), ended_us));
        if let Some(page) = &mut exchange.page {
            page.bytes_sent += part.sending.bytes_sent;
            page.bytes_received += part.chain.bytes_before + part.reader.bytes;
            if let Some((kind, text)) = failure {
                page.failure
                    .get_or_insert_with(|| (kind, format!("{text} (embedded: {})", part.outgoing.target)));
            }
        }
        sub_responses::keep_resource(&mut exchange, &mut part, ended_us);
        exchange.times.arrived_us = exchange.times.arrived_us.max(Some(ended_us));
        enqueue(&mut exchange, parts, depth + 1);
        user.in_flight = InFlight::Request(exchange);
        Flow::Wait
    }

    /// Something happened on a connection; true when a part of a page uses it.
    pub fn part_event(&mut self, index: u32, user: &mut User, serial: u32) -> bool {
        let is_parts = |part: &Exchange| part.way.serial == serial && part.phase != ExchangePhase::Resolve;
        if !self.work_at(index, user, is_parts, |worker, user| {
            match user.in_flight.exchange().map(|e| e.phase) {
                Some(ExchangePhase::Connect) => worker.go_on_connecting(index, user),
                Some(ExchangePhase::Send) => worker.send(index, user),
                _ => worker.receive(index, user),
            }
        }) {
            return false;
        }
        let flow = self.fetch_parts(index, user);
        self.resume(index, user, flow);
        true
    }

    /// A name has been looked up that parts of a page may wait for.
    pub fn parts_resolved(&mut self, index: u32, user: &mut User) {
        for _ in 0..active(user) {
            self.work_at(
                index,
                user,
                |part| part.phase == ExchangePhase::Resolve,
                |w, user| w.connect(index, user),
            );
        }
        let flow = self.fetch_parts(index, user);
        self.resume(index, user, flow);
    }

    /// The earliest time-out among the parts is over.
    pub fn parts_timed_out(&mut self, index: u32, user: &mut User) {
        let now_us = self.context.now_us();
        let is_due = |part: &Exchange| part.part.as_ref().is_some_and(|part| part.deadline_us <= now_us);
        for _ in 0..active(user) {
            self.work_at(index, user, is_due, |worker, user| {
                Timers::clear(&mut user.timing.deadline);
                worker.http_timed_out(index, user);
                Flow::Wait
            });
        }
        let flow = self.fetch_parts(index, user);
        self.resume(index, user, flow);
    }

    /// Lets the first fitting part take its page's place for the time of `action`. False: none fits.
    fn work_at(
        &mut self,
        index: u32,
        user: &mut User,
        fits: impl Fn(&Exchange) -> bool,
        action: impl FnOnce(&mut Self, &mut User) -> Flow,
    ) -> bool {
        let Some(exchange) = user.in_flight.exchange_mut() else { return false };
        let Some(page) = &mut exchange.page else { return false };
        let Some(at) = page.active.iter().position(|part| fits(part)) else { return false };
        let mut part = page.active.remove(at);
        if let Some(own) = &mut part.part {
            own.page = user.in_flight.take_exchange();
            match own.deadline_us {
                u64::MAX => Timers::clear(&mut user.timing.deadline),
                at_us => self.users.timers.set(index, &mut user.timing.deadline, at_us),
            }
        }
        user.in_flight = InFlight::Request(part);
        // A part only ever waits, or has ended and given its place back.
        let _ = action(self, user);
        put_back(user);
        true
    }
}

/// The page takes its place again, if a part still has it; the part waits in the page.
fn put_back(user: &mut User) {
    let Some(mut part) = user.in_flight.take_exchange() else { return };
    let Some(page) = part.part.as_mut().and_then(|own| own.page.take()) else {
        user.in_flight = InFlight::Request(part);
        return;
    };
    if let Some(own) = &mut part.part {
        own.deadline_us = Deadline::wanted_us(&user.timing.deadline);
    }
    let mut page = page;
    if let Some(own) = &mut page.page {
        own.active.push(part);
    }
    user.in_flight = InFlight::Request(page);
}

fn active(user: &User) -> usize {
    user.in_flight.exchange().and_then(|exchange| exchange.page.as_ref()).map_or(0, |page| page.active.len())
}

/// The first part whose host has a connection left.
fn next_part(page: &mut Page, embedded: &Embedded<Compiled>) -> Option<(Arc<HttpTarget>, u8)> {
    if page.active.len() >= embedded.at_once as usize {
        return None;
    }
    let is_free = |target: &HttpTarget| {
        let same = |other: &HttpTarget| {
            other.host == target.host && other.port == target.port && other.secure == target.secure
        };
        let busy = page.active.iter().filter(|part| same(&part.outgoing.target)).count();
        busy < embedded.per_host as usize
    };
    let at = page.waiting.iter().position(|(target, _)| is_free(target))?;
    page.waiting.remove(at)
}

/// Adds the parts of a document.
fn enqueue(exchange: &mut Exchange, parts: Vec<Arc<HttpTarget>>, depth: u8) {
    let Some(page) = &mut exchange.page else { return };
    page.count += parts.len();
    let problem = match () {
        () if parts.is_empty() => return,
        () if depth > DEPTH_MAX => format!("resources are nested more than {DEPTH_MAX} deep"),
        () if page.count > PARTS_MAX => format!("more than {PARTS_MAX} embedded resources"),
        () => return page.waiting.extend(parts.into_iter().map(|target| (target, depth))),
    };
    page.failure.get_or_insert((ErrorKind::BadHttp, problem));
}

/// The links of a document; none in other answers. Its body stays, decoded.
fn links(reader: &mut ResponseReader, target: &HttpTarget) -> Vec<String> {
    let Some(kind) = PageKind::of(&reader.headers) else { return Vec::new() };
    let encoding = reader.content_encoding.take();
    reader.body = content::decode(std::mem::take(&mut reader.body), encoding.as_deref());
    let found = page::resources(kind, &reader.body, &target.to_string());
    found.into_iter().map(String::from).collect()
}
