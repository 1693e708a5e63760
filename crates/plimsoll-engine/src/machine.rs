//! What the generator's machine has left.

use plimsoll_run::MachineInterval;
use rustix::process::{Resource, getrlimit};

/// Reads the machine's limits once and its sockets whenever asked.
#[derive(Clone, Copy, Debug)]
pub struct MachineResources {
    descriptors_max: u64,
    ports_max: u32,
}

impl MachineResources {
    /// Each local address to connect from has the range of ports for itself.
    pub fn new(source_addresses: usize) -> Self {
        let ports = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap_or_default();
        MachineResources {
            descriptors_max: getrlimit(Resource::Nofile).current.unwrap_or(0),
            ports_max: port_range(&ports).unwrap_or(0).saturating_mul(source_addresses.max(1) as u32),
        }
    }

    pub fn now(self) -> MachineInterval {
        let (v4, v6) = ("/proc/net/sockstat", "/proc/net/sockstat6");
        let [v4, v6] = [v4, v6].map(|path| std::fs::read_to_string(path).unwrap_or_default());
        MachineInterval {
            descriptors_max: self.descriptors_max,
            ports_max: self.ports_max,
            sockets_used: value_of(&v4, "TCP:", "inuse") + value_of(&v6, "TCP6:", "inuse"),
            sockets_time_wait: value_of(&v4, "TCP:", "tw"),
        }
    }
}

/// What this machine and this process have.
pub fn machine_resources() -> MachineInterval {
    MachineResources::new(1).now()
}

/// How many ports `first last` holds.
fn port_range(text: &str) -> Option<u32> {
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<u32>().ok());
    let (first, last) = (numbers.next()??, numbers.next()??);
    (last + 1).checked_sub(first)
}

/// A value of a line such as `TCP: inuse 5 orphan 0 tw 12` (Documentation/networking/proc_net_sockstat).
fn value_of(text: &str, line: &str, name: &str) -> u32 {
    let words = text.lines().find_map(|l| l.strip_prefix(line)).unwrap_or_default();
    let mut words = words.split_ascii_whitespace().skip_while(|word| *word != name);
    words.nth(1).and_then(|value| value.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_texts_are_read() {
        let text = "sockets: used 290\nTCP: inuse 10 orphan 0 tw 4021 alloc 35 mem 2\nUDP: inuse 1 mem 0\n";
        assert_eq!(value_of(text, "TCP:", "inuse"), 10);
        assert_eq!(value_of(text, "TCP:", "tw"), 4_021);
        assert_eq!(value_of(text, "TCP6:", "inuse"), 0);
        assert_eq!(port_range("32768\t60999\n"), Some(28_232));
        assert_eq!(port_range("many"), None);
    }
}
