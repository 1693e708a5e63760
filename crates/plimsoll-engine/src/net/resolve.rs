//! Host names to addresses, through the system's resolver, off the workers' threads.

use std::collections::HashMap;
use std::net::{IpAddr, ToSocketAddrs};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a name is: its addresses in the system's order of preference, or why there are none.
pub type Addresses = Result<Arc<[IpAddr]>, String>;

/// How long an answer is used before the system is asked again.
const VALID_FOR: Duration = Duration::from_secs(30);
/// The same for a failure, which may be a passing one of this machine.
const FAILURE_VALID_FOR: Duration = Duration::from_secs(1);

/// Most names that are kept.
const NAMES_MAX: usize = 65_536;

/// Most lookups at a time before a load begins.
const LOOKUPS_MAX: usize = 32;

/// The addresses that a user keeps for names (DNSCacheManager.resolve). Failures are not kept.
pub type UserAddresses = Vec<(String, Arc<[IpAddr]>)>;

/// One per worker. A lookup runs on a thread of its own and wakes the worker through `wake`, so a slow
/// name server delays only the users that wait for the name. At most one lookup per name is under way.
pub struct Resolver {
    known: HashMap<String, (Instant, Addresses)>,
    pending: HashMap<String, Vec<u32>>,
    answers: Receiver<(String, Addresses)>,
    sender: Sender<(String, Addresses)>,
    wake: Arc<OwnedFd>,
    cache: SharedCache,
    /// The plan's own: names in small letters, and what they stand for.
    hosts: HashMap<String, Vec<String>>,
}

/// Lets workers profit from each other's lookups.
pub type SharedCache = Arc<Mutex<HashMap<String, (Instant, Addresses)>>>;

impl Resolver {
    pub fn new(cache: SharedCache, hosts: HashMap<String, Vec<String>>) -> std::io::Result<Self> {
        let flags = rustix::event::EventfdFlags::NONBLOCK | rustix::event::EventfdFlags::CLOEXEC;
        let wake = Arc::new(rustix::event::eventfd(0, flags)?);
        let (sender, answers) = channel();
        Ok(Resolver { known: HashMap::new(), pending: HashMap::new(), answers, sender, wake, cache, hosts })
    }

    /// Readable when an answer has come.
    pub fn wake_fd(&self) -> impl AsFd + '_ {
        self.wake.as_fd()
    }

    /// The addresses, or `None` when `user` must wait for [`Resolver::answered`]. A user that keeps names asks once for each.
    pub fn lookup(&mut self, host: &str, user: u32, names: Option<&mut UserAddresses>) -> Option<Addresses> {
        let Some(names) = names else { return self.look_up(host, user) };
        if let Some((_, addresses)) = names.iter().find(|(name, _)| name == host) {
            return Some(Ok(Arc::clone(addresses)));
        }
        let found = self.look_up(host, user)?;
        if let Ok(addresses) = &found {
            names.push((host.to_owned(), Arc::clone(addresses)));
        }
        Some(found)
    }

    fn look_up(&mut self, host: &str, user: u32) -> Option<Addresses> {
        if let Ok(address) = host.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Some(Ok([address].into()));
        }
        if let Some(entry) = self.known.get(host).filter(|e| is_fresh(e)) {
            return Some(entry.1.clone());
        }
        let shared =
            self.cache.lock().ok().and_then(|cache| cache.get(host).filter(|e| is_fresh(e)).cloned());
        if let Some(entry) = shared {
            make_room(&mut self.known);
            self.known.insert(host.to_owned(), entry.clone());
            return Some(entry.1);
        }
        let waiting = self.pending.entry(host.to_owned()).or_default();
        waiting.push(user);
        if waiting.len() == 1 {
            self.start(host.to_owned());
        }
        None
    }

    fn start(&self, host: String) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let report = move |host: String, addresses: Addresses| {
            // The worker may be gone by now; then nobody waits.
            let _ = sender.send((host, addresses));
            let _ = rustix::io::write(&*wake, &1_u64.to_ne_bytes());
        };
        let names = self.hosts.get(&host.to_lowercase()).cloned().unwrap_or_else(|| vec![host.clone()]);
        let (looked_up, report_failure) = (host.clone(), report.clone());
        let thread = std::thread::Builder::new().name("resolver".to_owned()).spawn(move || {
            let addresses = lookup_all(&names);
            report(looked_up, addresses);
        });
        if let Err(error) = thread {
            report_failure(host, Err(format!("no thread to look the name up: {error}")));
        }
    }

    /// The users whose names have been answered since the last call.
    pub fn answered(&mut self) -> Vec<u32> {
        let _ = rustix::io::read(&*self.wake, &mut [0_u8; 8]);
        let mut users = Vec::new();
        while let Ok((host, addresses)) = self.answers.try_recv() {
            let entry = (Instant::now(), addresses);
            if let Ok(mut cache) = self.cache.lock() {
                make_room(&mut cache);
                cache.insert(host.clone(), entry.clone());
            }
            users.extend(self.pending.remove(&host).unwrap_or_default());
            make_room(&mut self.known);
            self.known.insert(host, entry);
        }
        users
    }
}

fn is_fresh((since, addresses): &(Instant, Addresses)) -> bool {
    since.elapsed() < if addresses.is_ok() { VALID_FOR } else { FAILURE_VALID_FOR }
}

/// UserAddresses that are made up again for each request don't pile up.
fn make_room(names: &mut HashMap<String, (Instant, Addresses)>) {
    if names.len() >= NAMES_MAX {
        names.retain(|_, entry| is_fresh(entry));
    }
    if names.len() >= NAMES_MAX {
        names.clear();
    }
}

/// What each of these hosts is, looked up side by side; `None` where the system has not answered within `patience`.
pub fn look_up_all(hosts: &[&str], patience: Duration) -> Vec<Option<Addresses>> {
    let until = Instant::now() + patience;
    let (sender, answers) = channel();
    let names: Vec<(usize, String)> = hosts.iter().map(|host| (*host).to_owned()).enumerate().rev().collect();
    let queue = Arc::new(Mutex::new(names));
    let mut found = vec![None; hosts.len()];
    for _ in 0..hosts.len().min(LOOKUPS_MAX) {
        let (sender, queue) = (sender.clone(), Arc::clone(&queue));
        let look_up = move || {
            while let Some((number, host)) = queue.lock().ok().and_then(|mut queue| queue.pop()) {
                let bare = host.trim_matches(['[', ']']);
                let addresses =
                    bare.parse::<IpAddr>().map_or_else(|_| system_lookup(&host), |ip| Ok([ip].into()));
                // Whoever asked may wait no more.
                if sender.send((number, addresses)).is_err() {
                    return;
                }
            }
        };
        // Without a thread there is one answer less in time.
        let _ = std::thread::Builder::new().name("resolver".to_owned()).spawn(look_up);
    }
    drop(sender);
    while let Ok((number, addresses)) = answers.recv_timeout(until.saturating_duration_since(Instant::now()))
    {
        found[number] = Some(addresses);
    }
    found
}

/// All addresses of these names; those that can't be looked up are left out (DNSCacheManager.fromStaticHost).
fn lookup_all(names: &[String]) -> Addresses {
    let found: Vec<Addresses> = names.iter().map(|name| system_lookup(name)).collect();
    let all: Vec<IpAddr> = found.iter().flatten().flat_map(|list| list.iter().copied()).collect();
    match found.into_iter().find(Result::is_err) {
        Some(problem) if all.is_empty() => problem,
        _ => Ok(all.into()),
    }
}

fn system_lookup(host: &str) -> Addresses {
    match (host, 0).to_socket_addrs() {
        Ok(addresses) => {
            let mut list: Vec<IpAddr> = Vec::new();
            for address in addresses.map(|a| a.ip()) {
                if !list.contains(&address) {
                    list.push(address);
                }
            }
            if list.is_empty() { Err(format!("{host} has no address")) } else { Ok(list.into()) }
        }
        Err(error) => Err(format!("{host}: {}", error_text(&error))),
    }
}

fn error_text(error: &std::io::Error) -> String {
    error.to_string().trim_start_matches("failed to lookup address information: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_that_are_looked_up_side_by_side_have_their_own_addresses() {
        let hosts: Vec<String> =
            (1..200).map(|n| format!("127.0.0.{n}")).chain(["[::1]".to_owned()]).collect();
        let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
        let found = look_up_all(&hosts, Duration::from_secs(600));
        for (host, addresses) in hosts.iter().zip(found) {
            let addresses = addresses.expect("an answer").expect("an address");
            assert_eq!(addresses[..], [host.trim_matches(['[', ']']).parse::<IpAddr>().expect("one")]);
        }
        assert_eq!(look_up_all(&[], Duration::ZERO), []);
    }
}
