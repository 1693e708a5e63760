//! The recording: what the proxy sees goes into the archive, and what happens is said to whoever shows it.

use super::archive::Archive;
use super::authority::Authority;
use super::entry::entry;
use super::error::RecordError;
use super::exchange::{Answer, Asked, Exchange};
use super::pages::Pages;
use super::proxy;
use super::upstream::Upstream;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Of the archive; beyond it bodies are left out.
const BYTES_MAX: u64 = 1 << 30;

pub struct Settings {
    /// Whether servers' certificates are looked at.
    pub verify: bool,
    /// Whom servers must be trusted by; the system's where there is none.
    pub authorities: Option<PathBuf>,
    /// As long without a request, and the next one begins another page.
    pub pause: Duration,
}

/// What happens while it is recorded.
#[derive(Debug)]
pub enum Event {
    /// A page began.
    Page(String),
    Exchange {
        method: String,
        url: String,
        /// `None`: there was no answer.
        status: Option<u16>,
        took: Duration,
        is_resource: bool,
        /// Why there was no answer.
        failure: Option<String>,
        messages: usize,
    },
    /// A client does not take a certificate that the recording made for this host.
    Distrusted { host: String, error: String },
    /// The archive can't be written any more: nothing else is recorded.
    Broken(RecordError),
    /// The archive is as large as it may get: from now on without bodies.
    Full,
}

/// What was recorded.
#[derive(Debug)]
pub struct Recording {
    pub exchanges: u64,
    pub pages: usize,
    /// Hosts of the site, as far as a browser said what is: all of them where none did.
    pub hosts: Vec<String>,
    /// Hosts of other sites, with their numbers of requests.
    pub foreign_hosts: Vec<(String, u64)>,
    pub distrusted: Vec<String>,
    /// Requests of a browser for itself, which are not recorded.
    pub errands: u64,
}

/// A proxy that listens; it ends when it is dropped.
pub struct Recorder {
    address: SocketAddr,
    events: Receiver<Event>,
    log: Arc<Log>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Recorder {
    /// The listener is asked for, so that a port in use is known before the archive is made.
    pub fn start(
        listener: std::net::TcpListener,
        settings: &Settings,
        authority: Authority,
        archive: Archive,
    ) -> Result<Self, RecordError> {
        let upstream = Upstream::new(settings.verify, settings.authorities.as_deref())?;
        listener.set_nonblocking(true).map_err(RecordError::Start)?;
        let address = listener.local_addr().map_err(RecordError::Start)?;
        let (sender, events) = channel();
        let log = Arc::new(Log::new(archive, settings.pause, sender));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RecordError::Start)?;
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let proxy = proxy::Proxy::new(authority, upstream, Arc::clone(&log), address);
        let thread = std::thread::Builder::new()
            .name("proxy".to_owned())
            .spawn(move || {
                runtime.block_on(async {
                    tokio::select! {
                        () = proxy::listen(listener, Arc::new(proxy)) => {}
                        _ = stopped => {}
                    }
                });
                // Exchanges under way are recorded as far as they got, by their end.
                runtime.shutdown_timeout(Duration::from_millis(200));
            })
            .map_err(RecordError::Start)?;
        Ok(Recorder { address, events, log, stop: Some(stop), thread: Some(thread) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// The next request begins a page of this name, which lasts until the next call; an empty name: pages begin by
    /// themselves again.
    pub fn begin_page(&self, name: &str) {
        self.log.state().pages.begin(name);
    }

    /// Ends the proxy; what was under way is recorded as far as it got.
    pub fn finish(mut self) -> (Recording, Vec<Event>) {
        self.end();
        (self.log.recording(), self.events.try_iter().collect())
    }

    fn end(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // It has nothing to return, and a panic of it has been printed.
            let _ = thread.join();
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.end();
    }
}

/// What all connections write into.
pub struct Log {
    state: Mutex<State>,
    events: Mutex<Sender<Event>>,
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
    fn new(archive: Archive, pause: Duration, events: Sender<Event>) -> Self {
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

    pub fn say(&self, event: Event) {
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
        self.say(Event::Distrusted { host: host.to_owned(), error });
    }

    pub fn errand(&self) {
        self.state().errands += 1;
    }

    pub fn page_of(&self, asked: &Asked) -> usize {
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
        title.into_iter().for_each(|title| self.say(Event::Page(title)));
        page
    }

    pub fn finish(&self, exchange: &Exchange) {
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
                    events.push(Event::Broken(error));
                }
            }
        }
        if !state.is_full && state.archive.bytes() >= BYTES_MAX {
            state.is_full = true;
            events.push(Event::Full);
        }
        drop(state);
        self.say(said_of(exchange));
        events.into_iter().for_each(|event| self.say(event));
    }

    fn recording(&self) -> Recording {
        let state = self.state();
        let (hosts, foreign_hosts) = hosts(&state.hosts);
        Recording {
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

fn said_of(exchange: &Exchange) -> Event {
    Event::Exchange {
        method: exchange.asked.method.as_str().to_owned(),
        url: exchange.asked.url.clone(),
        status: exchange.answer.as_ref().map(|answer: &Answer| answer.status.as_u16()),
        took: exchange.took(),
        is_resource: exchange.asked.is_resource(),
        failure: exchange.failure.clone(),
        messages: exchange.messages.len(),
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
