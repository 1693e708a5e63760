//! The machine that makes the load: what a reader must know of it to trust or repeat a run.
//!
//! From `/proc` and `/sys`; what can't be read there is left out, so other systems than Linux tell less.

use std::fs;
use std::path::Path;

/// The fact that other work used the machine's cores before the load began, a share of all: `63 %`. Only where it was much.
pub const CPU_USED_BEFORE: &str = "cpu used before the load";

/// Name and value, in the order to show them. To be called when the run starts: it tells the load then.
pub fn capture() -> Vec<(String, String)> {
    let facts = [
        ("host", hostname()),
        ("cpu", read("/proc/cpuinfo").and_then(|text| cpu_model(&text))),
        ("cores", std::thread::available_parallelism().ok().map(|n| n.to_string())),
        ("cores online", read("/sys/devices/system/cpu/online")),
        ("cpu governor", cpu_governors()),
        ("cpu limit", cpu_limit()),
        ("memory", read("/proc/meminfo").and_then(|text| memory_total(&text))),
        ("memory limit", memory_limit()),
        ("kernel", kernel()),
        ("system", read("/etc/os-release").and_then(|text| os_name(&text))),
        ("container", container()),
        ("open files", open_files()),
        ("local ports", read("/proc/sys/net/ipv4/ip_local_port_range").and_then(|text| local_ports(&text))),
        ("listen backlog limit", read("/proc/sys/net/core/somaxconn")),
        ("load average at start", read("/proc/loadavg").and_then(|text| load_average(&text))),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The machine's name; `None`: it has none.
#[cfg(unix)]
pub fn hostname() -> Option<String> {
    Some(rustix::system::uname().nodename().to_string_lossy().into_owned()).filter(|name| !name.is_empty())
}

#[cfg(unix)]
fn kernel() -> Option<String> {
    let name = rustix::system::uname();
    let words = [name.sysname(), name.release(), name.machine()];
    Some(words.map(|word| word.to_string_lossy().into_owned()).join(" "))
}

#[cfg(unix)]
fn open_files() -> Option<String> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let shown = |limit: Option<u64>| limit.map_or("unlimited".to_owned(), |n| n.to_string());
    Some(format!("{} (at most {})", shown(limit.current), shown(limit.maximum)))
}

/// The machine's name; `None`: it has none.
#[cfg(not(unix))]
pub fn hostname() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

#[cfg(not(unix))]
fn kernel() -> Option<String> {
    Some(format!("{} {}", std::env::consts::OS, std::env::consts::ARCH))
}

#[cfg(not(unix))]
fn open_files() -> Option<String> {
    None
}

fn cpu_model(cpuinfo: &str) -> Option<String> {
    let mut fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    // ARM kernels name no model.
    let (_, model) = fields.find(|(name, _)| name.trim() == "model name")?;
    Some(model.trim().to_owned())
}

fn memory_total(meminfo: &str) -> Option<String> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(mebibytes(kib * 1024))
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes / (1024 * 1024))
}

fn os_name(os_release: &str) -> Option<String> {
    let name = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

fn local_ports(range: &str) -> Option<String> {
    let (first, last) = range.split_once(char::is_whitespace)?;
    Some(format!("{first}–{}", last.trim()))
}

fn load_average(loadavg: &str) -> Option<String> {
    let three: Vec<&str> = loadavg.split_whitespace().take(3).collect();
    (three.len() == 3).then(|| three.join(" "))
}

/// `performance`, or `performance, powersave` where the cores differ.
fn cpu_governors() -> Option<String> {
    let mut governors: Vec<String> = fs::read_dir("/sys/devices/system/cpu")
        .ok()?
        .flatten()
        .filter_map(|cpu| read(cpu.path().join("cpufreq/scaling_governor")))
        .collect();
    governors.sort();
    governors.dedup();
    (!governors.is_empty()).then(|| governors.join(", "))
}

fn container() -> Option<String> {
    if std::env::var_os("KUBERNETES_SERVICE_HOST").is_some() {
        return Some("kubernetes".to_owned());
    }
    let marks = [("/.dockerenv", "docker"), ("/run/.containerenv", "podman")];
    marks.into_iter().find(|(path, _)| Path::new(path).exists()).map(|(_, name)| name.to_owned())
}

/// A file of this process's control group: `v2` of the unified hierarchy, else `v1` of that controller.
/// In a container the group's own path is often not visible, and its root is the container's.
fn control_group(controller: &str, v2: &str, v1: &str) -> Option<String> {
    let groups = read("/proc/self/cgroup")?;
    let unified = group_path(&groups, "").unwrap_or("/");
    let separate = group_path(&groups, controller).unwrap_or("/");
    read(format!("/sys/fs/cgroup{unified}/{v2}"))
        .or_else(|| read(format!("/sys/fs/cgroup/{v2}")))
        .or_else(|| read(format!("/sys/fs/cgroup/{controller}{separate}/{v1}")))
        .or_else(|| read(format!("/sys/fs/cgroup/{controller}/{v1}")))
}

/// The group in lines of `number:controller,…:path`; the unified hierarchy has no controller.
fn group_path<'a>(groups: &'a str, controller: &str) -> Option<&'a str> {
    groups.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let controllers = fields.next()?;
        let path = fields.next()?;
        controllers.split(',').any(|c| c == controller).then_some(path)
    })
}

fn memory_limit() -> Option<String> {
    let bytes: u64 = control_group("memory", "memory.max", "memory.limit_in_bytes")?.parse().ok()?;
    // The first version of control groups says "no limit" with a number near the largest.
    (bytes < 1 << 60).then(|| mebibytes(bytes))
}

fn cpu_limit() -> Option<String> {
    let quota = control_group("cpu", "cpu.max", "cpu.cfs_quota_us")?;
    let period = control_group("cpu", "cpu.max", "cpu.cfs_period_us")?;
    cores_of_quota(&quota, &period)
}

/// From `quota period` in one file, or one file each; microseconds.
fn cores_of_quota(quota: &str, period: &str) -> Option<String> {
    let quota_us: f64 = quota.split_whitespace().next()?.parse().ok()?;
    let period_us: f64 = period.split_whitespace().last()?.parse().ok()?;
    (quota_us > 0.0 && period_us > 0.0).then(|| format!("{:.2} cores", quota_us / period_us))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(found: Option<String>, expected: Option<&str>) {
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn files_of_the_kernel_are_read() {
        let cpuinfo = "processor\t: 0\nmodel name\t: AMD EPYC 7B13\n\nprocessor\t: 1\nmodel name\t: other\n";
        check(cpu_model(cpuinfo), Some("AMD EPYC 7B13"));
        check(cpu_model("processor : 0\n"), None);
        check(memory_total("MemTotal:       16384000 kB\nMemFree: 1 kB\n"), Some("16000 MiB"));
        check(memory_total(""), None);
        check(os_name("NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n"), Some("Debian GNU/Linux 12"));
        check(local_ports("32768\t60999"), Some("32768–60999"));
        check(load_average("0.10 0.20 0.30 1/200 4000"), Some("0.10 0.20 0.30"));
        check(load_average("0.10"), None);
    }

    #[test]
    fn limits_of_both_control_group_versions_are_read() {
        check(cores_of_quota("max 100000", "max 100000"), None);
        check(cores_of_quota("150000 100000", "150000 100000"), Some("1.50 cores"));
        check(cores_of_quota("-1", "100000"), None);
        check(cores_of_quota("200000", "100000"), Some("2.00 cores"));
        let groups = "4:memory:/a\n2:cpu,cpuacct:/b\n0::/c\n";
        assert_eq!(group_path(groups, "memory"), Some("/a"));
        assert_eq!(group_path(groups, "cpu"), Some("/b"));
        assert_eq!(group_path(groups, ""), Some("/c"));
        assert_eq!(group_path(groups, "pids"), None);
    }

    #[test]
    fn this_machine_has_a_name_and_cores() {
        let facts = capture();
        for name in ["host", "cores", "kernel"] {
            assert!(facts.iter().any(|(n, value)| n == name && !value.is_empty()), "{name} in {facts:?}");
        }
    }
}
