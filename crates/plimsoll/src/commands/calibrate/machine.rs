//! The machine's limits, from `/proc` and `/sys`; what can't be read there is not known.

use crate::cores;
use rustix::process::{Resource, getrlimit};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    pub cpu: Option<String>,
    /// Cores that this process may use.
    pub cores: u32,
    pub cores_online: Option<String>,
    /// A hypervisor is underneath.
    pub is_virtual: bool,
    /// `performance`, `powersave`, …; of the first core.
    pub cpu_governor: Option<String>,
    /// Processes that wanted to run, mean of the last minute, when the calibration began.
    pub load_average: Option<f64>,
    /// Open files; `None` is unlimited.
    pub descriptors_soft: Option<u64>,
    pub descriptors_hard: Option<u64>,
    /// First and last local port for connections.
    pub ports: Option<(u32, u32)>,
    /// Connections that may wait to be accepted by a server on this machine.
    pub somaxconn: Option<u32>,
    /// Connections to one address and port at the same time: the smaller one of ports and open files.
    pub connections_max: Option<u64>,
}

/// Files that are open beside the connections: the run file, epoll and timers of the workers, and more.
const DESCRIPTORS_RETAINED: u64 = 64;

impl Machine {
    pub fn read() -> Machine {
        let cpuinfo = read("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let mut fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(n, _)| n.trim() == name).map(|(_, value)| value.trim().to_owned())
        };
        let limit = getrlimit(Resource::Nofile);
        let ports = read("/proc/sys/net/ipv4/ip_local_port_range").and_then(|text| port_range(&text));
        let load = read("/proc/loadavg").and_then(|text| text.split_whitespace().next()?.parse().ok());
        Machine {
            cpu: field("model name"),
            cores: cores::allowed().len() as u32,
            cores_online: read("/sys/devices/system/cpu/online"),
            is_virtual: field("flags").is_some_and(|flags| flags.split(' ').any(|f| f == "hypervisor")),
            cpu_governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            load_average: load,
            descriptors_soft: limit.current,
            descriptors_hard: limit.maximum,
            ports,
            somaxconn: read("/proc/sys/net/core/somaxconn").and_then(|text| text.parse().ok()),
            connections_max: connections_max(ports, limit.current),
        }
    }

    pub fn ports_count(&self) -> Option<u64> {
        self.ports.map(|(first, last)| u64::from(last.saturating_sub(first)) + 1)
    }
}

fn port_range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once(char::is_whitespace)?;
    Some((first.parse().ok()?, last.trim().parse().ok()?))
}

fn connections_max(ports: Option<(u32, u32)>, descriptors: Option<u64>) -> Option<u64> {
    let ports = ports.map(|(first, last)| u64::from(last.saturating_sub(first)) + 1);
    let descriptors = descriptors.map(|n| n.saturating_sub(DESCRIPTORS_RETAINED));
    ports.into_iter().chain(descriptors).min()
}

/// A text of the kernel's, trimmed; `None` when it can't be read or is empty.
pub fn read(path: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The kernel's count of CPU time since it started, all cores (proc(5), `/proc/stat`).
#[derive(Clone, Copy, Debug)]
pub struct CpuTimes {
    total: u64,
    steal: u64,
}

impl CpuTimes {
    pub fn read() -> Option<CpuTimes> {
        CpuTimes::parse(&read("/proc/stat")?)
    }

    fn parse(stat: &str) -> Option<CpuTimes> {
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user and nice already.
        let times: Vec<u64> = line.split_whitespace().take(8).map_while(|n| n.parse().ok()).collect();
        Some(CpuTimes { total: times.iter().sum(), steal: *times.get(7)? })
    }

    pub fn steal_percent(self, before: CpuTimes) -> Option<f64> {
        let total = self.total.checked_sub(before.total).filter(|total| *total > 0)?;
        Some(100.0 * self.steal.saturating_sub(before.steal) as f64 / total as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_time_is_a_share_of_all_time_in_between() {
        let before = CpuTimes::parse("cpu  100 0 0 800 0 0 0 100 7 7\ncpu0 1 1\n").expect("a line of times");
        let after = CpuTimes::parse("cpu  150 0 0 840 0 0 0 110 9 9\n").expect("a line of times");
        assert_eq!(after.steal_percent(before), Some(10.0));
        assert_eq!(before.steal_percent(before), None);
        assert!(CpuTimes::parse("intr 1 2 3").is_none());
    }

    #[test]
    fn connections_are_limited_by_ports_or_by_open_files() {
        let ports = port_range("32768\t60999");
        assert_eq!(ports, Some((32_768, 60_999)));
        assert_eq!(connections_max(ports, Some(1_024)), Some(960));
        assert_eq!(connections_max(ports, None), Some(28_232));
        assert_eq!(connections_max(None, None), None);
    }
}
