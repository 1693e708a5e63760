//! What the proxy sees goes into the archive, and what happens is said to whoever shows it.

use super::archive::Archive;
use super::entry::entry;
use super::event::{RecordEvent, RecordingSummary};
use super::exchange::{RecordedExchange, RequestHead, ResponseHead};
use super::pages::Pages;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Of the archive; beyond it bodies are left out.
const BYTES_MAX: u64 = 1 << 30;

/// What all connections write into.
pub struct Log {
    state: Mutex<State>,
    events: Mutex<Sender<RecordEvent>>,
}

struct State {
    archive: Archive,
    pages: Pages,
    hosts: BTreeMap<String, Host>,
    distrusted: Vec<String>,
    exchanges: u64,
    errands: u64,
    is_broken: bool,
    is_full: bool,
}

#[derive(Default)]
struct Host {
    requests: u64,
    /// A browser went there, or said that it is the same site as the page.
    is_own: bool,
    /// A browser said that it is another site.
    is_foreign: bool,
}

impl Log {
    pub fn new(archive: Archive, pause: Duration, events: Sender<RecordEvent>) -> Self {
        let state = State {
            archive,
            pages: Pages::new(pause),
            hosts: BTreeMap::new(),
            distrusted: Vec::new(),
            exchanges: 0,
            errands: 0,
            is_broken: false,
            is_full: false,
        };
        Log { state: Mutex::new(state), events: Mutex::new(events) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn say(&self, event: RecordEvent) {
        // Who listens no more needs nothing.
        let _ = self.events.lock().unwrap_or_else(PoisonError::into_inner).send(event);
    }

    /// Bodies are recorded as long as there is room.
    pub fn keeps_bodies(&self) -> bool {
        let state = self.state();
        !state.is_full && !state.is_broken
    }

    /// Each host is said once.
    pub fn distrusted(&self, host: &str, error: String) {
        let mut state = self.state();
        if state.distrusted.iter().any(|known| known == host) {
            return;
        }
        state.distrusted.push(host.to_owned());
        drop(state);
        self.say(RecordEvent::Distrusted { host: host.to_owned(), error });
    }

    pub fn errand(&self) {
        self.state().errands += 1;
    }

    fn page_of(&self, asked: &RequestHead) -> usize {
        let mut state = self.state();
        let (page, is_new) = state.pages.of(asked, Instant::now());
        let title = is_new.then(|| state.pages.title(page).to_owned());
        let host = state.hosts.entry(asked.host().to_owned()).or_default();
        host.requests += 1;
        match asked.header("sec-fetch-site") {
            _ if asked.is_navigation() => host.is_own = true,
            // `none`: the browser's own errand.
            Some("cross-site" | "none") => host.is_foreign = true,
            Some(_) => host.is_own = true,
            None => {}
        }
        drop(state);
        title.into_iter().for_each(|title| self.say(RecordEvent::Page(title)));
        page
    }

    pub fn begin_page(&self, name: &str) {
        self.state().pages.begin(name);
    }

    fn finish(&self, exchange: &RecordedExchange) {
        let entry = entry(exchange, &Pages::id(exchange.page));
        let mut state = self.state();
        state.pages.ended(&exchange.asked, exchange.answer.as_ref(), Instant::now());
        let mut events = Vec::new();
        if !state.is_broken {
            let pages = state.pages.to_json();
            match state.archive.append(&entry, &pages) {
                Ok(()) => state.exchanges += 1,
                Err(error) => {
                    state.is_broken = true;
                    events.push(RecordEvent::Broken(error));
                }
            }
        }
        if !state.is_full && state.archive.bytes() >= BYTES_MAX {
            state.is_full = true;
            events.push(RecordEvent::Full);
        }
        drop(state);
        self.say(said_of(exchange));
        events.into_iter().for_each(|event| self.say(event));
    }

    pub fn recording(&self) -> RecordingSummary {
        let state = self.state();
        let (hosts, foreign_hosts) = hosts(&state.hosts);
        RecordingSummary {
            exchanges: state.exchanges,
            pages: state.pages.len(),
            hosts,
            foreign_hosts,
            distrusted: state.distrusted.clone(),
            errands: state.errands,
        }
    }
}

/// Those of the site, and the others with their numbers of requests.
fn hosts(all: &BTreeMap<String, Host>) -> (Vec<String>, Vec<(String, u64)>) {
    let sites: Vec<String> = all.iter().filter(|(_, host)| host.is_own).map(|(name, _)| site(name)).collect();
    let is_own = |name: &str, host: &Host| {
        // Of hosts that no browser said anything of, those with the site's domain.
        host.is_own || (!host.is_foreign && (sites.is_empty() || sites.contains(&site(name))))
    };
    let (own, foreign): (Vec<_>, Vec<_>) = all.iter().partition(|(name, host)| is_own(name, host));
    (
        own.into_iter().map(|(name, _)| name.clone()).collect(),
        foreign.into_iter().map(|(name, host)| (name.clone(), host.requests)).collect(),
    )
}

/// `example.co.uk` of `www.example.co.uk`, roughly: which endings are a registry's is a long list, which browsers have.
fn site(host: &str) -> String {
    let labels: Vec<&str> = host.split('.').collect();
    if labels.len() <= 2 || host.parse::<std::net::IpAddr>().is_ok() {
        return host.to_owned();
    }
    let is_registrys = labels[labels.len() - 2].len() <= 3 && labels[labels.len() - 1].len() == 2;
    labels[labels.len() - if is_registrys { 3 } else { 2 }..].join(".")
}

fn said_of(exchange: &RecordedExchange) -> RecordEvent {
    RecordEvent::Exchange {
        method: exchange.asked.method.as_str().to_owned(),
        url: exchange.asked.url.clone(),
        status: exchange.answer.as_ref().map(|answer: &ResponseHead| answer.status.as_u16()),
        took: exchange.took(),
        is_resource: exchange.asked.is_resource(),
        failure: exchange.failure.clone(),
        messages: exchange.messages.len(),
    }
}

/// Recorded when it is dropped, whatever ends it.
pub struct LoggedExchange {
    log: Arc<Log>,
    exchange: RecordedExchange,
}

impl LoggedExchange {
    pub fn begin(log: &Arc<Log>, asked: RequestHead) -> Self {
        LoggedExchange { exchange: RecordedExchange::new(log.page_of(&asked), asked), log: Arc::clone(log) }
    }
}

impl Deref for LoggedExchange {
    type Target = RecordedExchange;

    fn deref(&self) -> &RecordedExchange {
        &self.exchange
    }
}

impl DerefMut for LoggedExchange {
    fn deref_mut(&mut self) -> &mut RecordedExchange {
        &mut self.exchange
    }
}

impl Drop for LoggedExchange {
    fn drop(&mut self) {
        self.log.finish(&self.exchange);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_other_sites_are_known_by_what_the_browser_says_and_by_their_names() {
        let host = |is_own, is_foreign| Host { requests: 1, is_own, is_foreign };
        let mut all = BTreeMap::from([
            ("www.shop.co.uk".to_owned(), host(true, false)),
            ("api.shop.co.uk".to_owned(), host(false, false)),
            ("cdn.shop.co.uk".to_owned(), host(false, true)),
            ("ads.co.uk".to_owned(), host(false, false)),
        ]);
        let (own, foreign) = hosts(&all);
        assert_eq!(own, ["api.shop.co.uk", "www.shop.co.uk"]);
        assert_eq!(foreign.len(), 2);
        all.retain(|_, host| !host.is_own);
        let (own, _) = hosts(&all);
        assert_eq!(own, ["ads.co.uk", "api.shop.co.uk"], "no browser went anywhere");
    }
}
