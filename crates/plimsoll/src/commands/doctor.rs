//! `plimsoll doctor`: what on this machine is missing for what, and the line that mends it.

use super::calibrate::{Machine, read};
use crate::exit::{Exit, Failure};
use crate::{chromium, kernel, stdout};
use plimsoll_engine::kernel_stamps_arrivals;
use plimsoll_study::JmeterHome;
use std::path::{Path, PathBuf};

/// Fewer connections than this, and a load of many users meets a limit.
const CONNECTIONS_FEW: u64 = 10_000;
/// Processes that want to run, for each core.
const LOAD_PER_CORE: f64 = 0.5;
/// Clocks of these are read in nanoseconds; others ask the kernel or a device.
const QUICK_CLOCKS: [&str; 4] = ["tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page"];
const GENERATORS: [&str; 6] = ["k6", "wrk", "h2load", "vegeta", "pgbench", "sysbench"];

/// One thing that was looked at.
struct Checked {
    name: &'static str,
    /// As it is.
    seen: String,
    /// What it is needed for.
    matters: &'static str,
    /// What mends it; `None`: nothing has to be mended.
    helps: Option<String>,
}

pub fn doctor() -> Result<Exit, Failure> {
    let machine = Machine::read();
    let mut all = limits(&machine);
    all.extend(state(&machine));
    all.extend(programs());
    all.push(folder());
    stdout::print(&shown(&all));
    Ok(Exit::Done)
}

fn shown(all: &[Checked]) -> String {
    let mut out = String::new();
    for one in all {
        let mark = if one.helps.is_none() { "✓" } else { "✗" };
        out.push_str(&format!("{mark} {:<16} {}\n", one.name, one.seen));
        if let Some(helps) = &one.helps {
            out.push_str(&format!("    needed for: {}\n    what helps: {helps}\n", one.matters));
        }
    }
    let missing = all.iter().filter(|one| one.helps.is_some()).count();
    out.push_str(&match missing {
        0 => "nothing is missing; `plimsoll calibrate` measures what this machine can generate\n".to_owned(),
        1 => "1 thing can be better; all else works without it\n".to_owned(),
        n => format!("{n} things can be better; all else works without them\n"),
    });
    out
}

fn checked(name: &'static str, seen: String, matters: &'static str, helps: Option<&str>) -> Checked {
    Checked { name, seen, matters, helps: helps.map(str::to_owned) }
}

fn limits(machine: &Machine) -> Vec<Checked> {
    let files = machine.descriptors_hard;
    let few = |count: Option<u64>| count.is_some_and(|count| count < CONNECTIONS_FEW);
    let ports = machine.ports_count();
    vec![
        checked(
            "open files",
            files.map_or("unlimited".to_owned(), |files| format!("{files}")),
            "so many users with a connection at a time",
            few(files).then_some(
                "ulimit -Hn 65536 as root, `nofile` in /etc/security/limits.conf, LimitNOFILE= in systemd",
            ),
        ),
        checked(
            "local ports",
            ports.map_or("not known".to_owned(), |ports| format!("{ports}")),
            "so many connections to one address and port at a time",
            few(ports).then_some("sudo sysctl -w net.ipv4.ip_local_port_range='1024 65535'"),
        ),
    ]
}

fn state(machine: &Machine) -> Vec<Checked> {
    let load = machine.load_average;
    let is_busy = load.is_some_and(|load| load > LOAD_PER_CORE * f64::from(machine.cores));
    let governor = machine.cpu_governor.clone();
    let is_slow = governor.as_deref().is_some_and(|name| name != "performance");
    let clock = read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    let is_odd = clock.as_deref().is_some_and(|name| !QUICK_CLOCKS.contains(&name));
    vec![
        checked(
            "kernel",
            read("/proc/sys/kernel/osrelease").unwrap_or_else(|| "not known".to_owned()),
            "the load engine (Linux 5.11 or newer)",
            kernel::too_old()
                .map(|_| "a newer kernel; reports, comparisons and imports work on this one, too"),
        ),
        checked(
            "cores",
            machine.cores.to_string(),
            "load and report while something else runs here",
            (machine.cores < 2).then_some("a machine, or a container, with two cores or more"),
        ),
        checked(
            "CPU governor",
            governor.unwrap_or_else(|| "not set by this machine".to_owned()),
            "response times of a few milliseconds: the first requests after a pause run on a slow clock",
            is_slow.then_some("sudo cpupower frequency-set --governor performance"),
        ),
        checked(
            "other work",
            load.map_or("not known".to_owned(), |load| {
                format!("{load:.2} processes want to run (mean of a minute)")
            }),
            "a load generator that is in time",
            is_busy.then_some(
                "end the other work, or use another machine; `ps aux --sort=-%cpu | head` shows it",
            ),
        ),
        checked(
            "clock",
            clock.unwrap_or_else(|| "not known".to_owned()),
            "high rates: the clock is read several times for each request",
            is_odd.then_some("boot with clocksource=tsc where the machine has it"),
        ),
        time_stamps(),
    ]
}

fn time_stamps() -> Checked {
    let stamps = kernel_stamps_arrivals();
    checked(
        "time stamps",
        match &stamps {
            Ok(true) => "the kernel's, of when an answer arrived".to_owned(),
            Ok(false) => "the kernel gives none".to_owned(),
            Err(error) => format!("not known: {error}"),
        },
        "response times without the wait for a busy load generator (SO_TIMESTAMPNS)",
        (!matches!(stamps, Ok(true))).then_some("run it on the machine itself or in an ordinary container: some sandboxes have no such time stamps"),
    )
}

fn programs() -> Vec<Checked> {
    let found = |names: &[&str]| names.iter().find_map(|name| chromium::on_path(Path::new(name)));
    let path = |path: Option<PathBuf>| path.map_or("not found".to_owned(), |path| path.display().to_string());
    let chromium = chromium::find("", "").ok();
    let (ssh, containers, kubectl) = (found(&["ssh"]), found(&["docker", "podman"]), found(&["kubectl"]));
    let nats = found(&["nats-server", "/usr/sbin/nats-server"]);
    let (java, jmeter) = (found(&["java"]), JmeterHome::folder(None).ok());
    let generators: Vec<&str> =
        GENERATORS.into_iter().filter(|name| chromium::on_path(Path::new(name)).is_some()).collect();
    let no_jmeter = match (&jmeter, &java) {
        (Some(_), Some(_)) => None,
        (Some(_), None) => Some("install Java 17 or later (Debian: apt-get install default-jre-headless)"),
        (None, _) => {
            Some("https://jmeter.apache.org/download_jmeter.cgi, then JMETER_HOME or its bin on PATH")
        }
    };
    vec![
        checked(
            "Chromium",
            path(chromium.clone()),
            "reports as PDF, `record --browser`",
            chromium.is_none().then_some("apt-get install chromium, or PLIMSOLL_CHROMIUM names Chrome"),
        ),
        checked(
            "ssh",
            path(ssh.clone()),
            "watching other hosts (ssh://user@host)",
            ssh.is_none().then_some("apt-get install openssh-client"),
        ),
        checked(
            "nats-server",
            path(nats.clone()),
            "a fleet over ssh that names no NATS server",
            nats.is_none().then_some("apt-get install nats-server"),
        ),
        checked(
            "containers",
            path(containers.clone()),
            "watching docker://NAME",
            containers.is_none().then_some("apt-get install podman, or Docker"),
        ),
        checked(
            "kubectl",
            path(kubectl.clone()),
            "watching kubectl://namespace/pod",
            kubectl.is_none().then_some("https://kubernetes.io/docs/tasks/tools/"),
        ),
        checked(
            "JMeter",
            path(jmeter),
            "plans with elements that only JMeter has (--generator jmeter), `try --compare-with jmeter`",
            no_jmeter,
        ),
        checked(
            "other generators",
            if generators.is_empty() { "none found".to_owned() } else { generators.join(", ") },
            "studies with the load of k6, wrk, h2load, vegeta, pgbench or sysbench",
            None,
        ),
    ]
}

fn folder() -> Checked {
    let attempt = tempfile::Builder::new().prefix(".plimsoll-").tempfile_in(".");
    checked(
        "this folder",
        attempt.as_ref().map_or_else(|error| error.to_string(), |_| "can be written to".to_owned()),
        "run files and reports, which go to runs/ unless -o says otherwise",
        attempt.is_err().then_some("change to a folder of yours, or name one with -o"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_with_what_helps() {
        let machine =
            Machine { cores: 1, descriptors_hard: Some(1_024), load_average: Some(3.0), ..Machine::read() };
        let all: Vec<Checked> = limits(&machine).into_iter().chain(state(&machine)).collect();
        let text = shown(&all);
        for part in [
            "✗ open files       1024",
            "ulimit",
            "✗ cores            1",
            "✗ other work       3.00",
            "things can be better",
        ] {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        let good = checked("ssh", "/usr/bin/ssh".to_owned(), "", None);
        assert_eq!(shown(&[good]).lines().count(), 2);
    }
}
