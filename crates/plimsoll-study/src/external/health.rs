//! What a load generator costs its machine.

use std::path::Path;
use std::time::Instant;

/// The CPU time of the processes of one group, such as JMeter's script and its JVM.
pub struct ProcessHealth {
    group: u32,
    cores: u32,
    before: Option<(Instant, u64)>,
}

/// Since the last look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuUse {
    /// User + system time.
    pub cpu_us: u64,
    pub wall_us: u64,
}

impl ProcessHealth {
    pub fn of_group(group: u32) -> ProcessHealth {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
        ProcessHealth { group, cores, before: None }
    }

    pub fn cores(&self) -> u32 {
        self.cores
    }

    /// What was used since this was last asked.
    pub fn look(&mut self) -> CpuUse {
        let now = (Instant::now(), self.cpu_us());
        let before = self.before.replace(now).unwrap_or(now);
        CpuUse {
            // A process of the group that has ended takes its time with it.
            cpu_us: now.1.saturating_sub(before.1),
            wall_us: (now.0 - before.0).as_micros() as u64,
        }
    }

    fn cpu_us(&self) -> u64 {
        let ticks_per_s = rustix::param::clock_ticks_per_second().max(1);
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ticks: u64 = processes.filter_map(|process| ticks(&process.path(), self.group)).sum();
        ticks * 1_000_000 / ticks_per_s
    }
}

/// User + system time of a process of the group, see proc(5): `pid (name) state ppid pgrp …`.
fn ticks(process: &Path, group: u32) -> Option<u64> {
    process.file_name()?.to_str()?.parse::<u32>().ok()?;
    let stat = std::fs::read_to_string(process.join("stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    if fields.nth(2)?.parse::<u32>().ok()? != group {
        return None;
    }
    let user: u64 = fields.nth(8)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}
