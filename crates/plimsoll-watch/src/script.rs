//! Which command a source is.

use super::place::quoted;
use super::spec::What;
use std::time::Duration;

/// How a source is kept going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Script {
    /// A tool that prints again and again until it is ended.
    Stream(String),
    /// A service that is asked again and again.
    Fetch,
}

/// The script of a source. `LC_ALL=C` keeps numbers and headers as the readers know them best.
pub fn script(what: &What, every: Duration) -> Script {
    let seconds = every.as_secs().max(1);
    let tool = match what {
        What::Http { .. }
        | What::DockerApi { .. }
        | What::Kubernetes { .. }
        | What::Mysql(_)
        | What::Postgres(_)
        | What::Kafka { .. } => return Script::Fetch,
        What::Vmstat => format!("LC_ALL=C exec vmstat {seconds}"),
        What::Iostat { cpu } => {
            format!("LC_ALL=C exec iostat {}-x -k {seconds}", if *cpu { "" } else { "-d " })
        }
        What::Jstat { process } => jstat(process, every),
        What::DockerStats { command, containers } => {
            let names: Vec<String> = containers.iter().map(|name| quoted(name)).collect();
            again(
                &format!("{command} stats --no-stream --format '{{{{json .}}}}' {}", names.join(" ")),
                seconds,
            )
        }
        What::Log { path, .. } => {
            let path = quoted(&path.to_string_lossy());
            // Without this tail would wait in silence for a file that is missing.
            format!(
                "[ -r {path} ] || {{ echo {path} cannot be read >&2; exit 66; }}; exec tail -n 0 -F {path}"
            )
        }
        What::Command { command, .. } => again(command, seconds),
    };
    Script::Stream(guarded(&tool))
}

fn again(command: &str, seconds: u64) -> String {
    format!("while :; do {command} || exit; sleep {seconds}; done")
}

/// Finds the JVM by its command line, as only root sees the JVMs of others with `jps`.
fn jstat(process: &str, every: Duration) -> String {
    let process = quoted(process);
    format!(
        "for d in /proc/[0-9]*; do \
         [ \"$(cat $d/comm 2>/dev/null)\" = java ] || continue; \
         tr '\\0' ' ' < $d/cmdline 2>/dev/null | grep -qF -e {process} || continue; \
         exec jstat -gc ${{d#/proc/}} {}; done; \
         echo no JVM with {process} in its command line >&2; exit 69",
        every.as_millis().max(1)
    )
}

/// Ends the tool when standard input ends: so nothing is left behind on a host, however the connection is lost.
/// Prints the CPU time that it took to standard error ([`cpu_time`]).
fn guarded(tool: &str) -> String {
    format!(
        "exec 3<&0; ({tool}) 3<&- & p=$!; \
         (cat <&3; kill $p) >/dev/null 2>&1 & \
         wait $p; s=$?; wait $p 2>/dev/null; times >&2; exit $s"
    )
}

/// CPU time from the output of a shell's `times`: two lines of `0m0.12s 0m0.03s`, of the shell and of its children.
pub fn cpu_time(line: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut parts = line.split_whitespace();
    for part in [parts.next()?, parts.next()?] {
        let (minutes, seconds) = part.strip_suffix('s')?.split_once('m')?;
        let seconds: f64 = seconds.replace(',', ".").parse().ok().filter(|s| (0.0..60.0).contains(s))?;
        total += Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?);
        total += Duration::from_secs_f64(seconds);
    }
    parts.next().is_none().then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shells_times_are_read() {
        assert_eq!(cpu_time("0m0.120s 1m0.030s"), Some(Duration::from_millis(60_150)));
        assert_eq!(cpu_time("0m0,120s 0m0,030s"), Some(Duration::from_millis(150)));
        for other in ["", "0m0.1s", "vmstat: not found", "0m0.1s 0m0.1s x", "xm0.1s 0m0.1s"] {
            assert_eq!(cpu_time(other), None, "{other}");
        }
    }
}
