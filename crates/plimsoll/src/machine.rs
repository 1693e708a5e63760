//! What is said of the machine before a load begins: that other work has it, or that the server is on it too.

use crate::message;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

/// How long the machine is looked at.
const LOOK: Duration = Duration::from_millis(150);
/// Of all cores together.
const BUSY_PERCENT: f64 = 40.0;

/// Says it before the load: afterwards it can only be said that figures suffered. Gives what other work uses, if it is much.
pub fn warn_if_shared(servers: &BTreeMap<String, Vec<IpAddr>>) -> Option<f64> {
    let used = busy_percent();
    if let Some(percent) = used {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let text = format!(
            "other work uses {percent:.0} % of this machine's {cores} cores: the load generator will be late at times"
        );
        let hint = "figures carry that as an uncertainty. It helps to end the other work, to use another machine, or to make \
                    steps that suffered again: --retry-invalid 3";
        message::warning(&text, Some(hint));
    }
    let is_here = |addresses: &[IpAddr]| addresses.first().copied().is_some_and(is_own);
    if let Some((host, _)) = servers.iter().find(|(_, addresses)| is_here(addresses)) {
        let text = format!("note: {host} is this machine: server and load generator share its cores");
        message::say(&format!("{text} (taskset gives each its own, `plimsoll run --workers 1` uses one)"));
    }
    used
}

/// What is used now of all cores; `None`: little, or it can't be known.
fn busy_percent() -> Option<f64> {
    let before = ticks()?;
    std::thread::sleep(LOOK);
    busy_between(before, ticks()?)
}

/// Of two readings of the ticks used and of all ticks.
fn busy_between((busy, all): (u64, u64), (busy_later, all_later): (u64, u64)) -> Option<f64> {
    let all = all_later.checked_sub(all).filter(|ticks| *ticks > 0)?;
    let percent = 100.0 * busy_later.saturating_sub(busy) as f64 / all as f64;
    (percent > BUSY_PERCENT).then_some(percent)
}

/// Ticks of all cores since the machine started: those used, and all (proc(5), `/proc/stat`).
fn ticks() -> Option<(u64, u64)> {
    of_stat(&std::fs::read_to_string("/proc/stat").ok()?)
}

fn of_stat(text: &str) -> Option<(u64, u64)> {
    let line = text.lines().find(|line| line.starts_with("cpu "))?;
    // user nice system idle iowait irq softirq steal; guest time is in user time already.
    let ticks: Vec<u64> = line.split_whitespace().skip(1).take(8).map_while(|n| n.parse().ok()).collect();
    let idle = ticks.get(3)? + ticks.get(4).unwrap_or(&0);
    let all: u64 = ticks.iter().sum();
    Some((all.saturating_sub(idle), all))
}

/// Whether an address is this machine's: a loopback address, or one that can be bound.
fn is_own(address: IpAddr) -> bool {
    address.is_loopback() || std::net::UdpSocket::bind((address, 0)).is_ok_and(|_| !address.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_those_of_all_cores() {
        let text = "cpu  100 0 50 800 50 0 0 0 7 0\ncpu0 1 1 1 1\n";
        assert_eq!(of_stat(text), Some((150, 1_000)));
        assert_eq!(of_stat("intr 1"), None);
    }

    #[test]
    fn other_work_is_said_from_two_fifths_of_all_cores_on() {
        assert_eq!(busy_between((1_000, 10_000), (1_018, 10_030)), Some(60.0));
        assert_eq!(busy_between((1_000, 10_000), (1_012, 10_030)), None, "40 % leaves room");
        assert_eq!(busy_between((1_000, 10_000), (1_000, 10_000)), None, "no time has passed");
        assert_eq!(busy_between((1_000, 10_000), (0, 20)), None, "the counters began again");
    }

    #[test]
    fn loopback_is_this_machine_and_documentation_addresses_are_not() {
        let is_own = |text: &str| super::is_own(text.parse().expect("an address"));
        assert!(is_own("127.0.0.1") && is_own("::1"));
        assert!(!is_own("192.0.2.1"));
    }
}
