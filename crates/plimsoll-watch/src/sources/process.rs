//! What the kernel counts of a process, by `/proc`: CPU (of the busiest thread, too), memory, threads, descriptors and their limit, I/O,
//! context switches, and the time in which it was ready to run and had no core.

use crate::sources::{Access, TelemetrySource};
use crate::transport::quoted;
use plimsoll_run::Instance;
use std::time::Duration;

/// A process by its number, or all of one name; where none has the name, those whose command line contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSource {
    pub process: String,
}

impl TelemetrySource for ProcessSource {
    fn name(&self) -> &str {
        "process"
    }

    fn format(&self) -> Option<&str> {
        Some("process")
    }

    fn access(&self, every: Duration) -> Access {
        Access::Script(
            SCRIPT
                .replace("@PROCESS@", &quoted(&self.process))
                .replace("@SECONDS@", &every.as_secs().max(1).to_string()),
        )
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Process(name.unwrap_or(&self.process).to_owned())
    }
}

/// Three commands a tick, however many processes there are. Who bears a name is looked up at every tick, for workers come and go; a command
/// line is searched for when a process is gone, and every ten ticks. Shells and tools that only bear the name in their command line are left out.
const SCRIPT: &str = r#"export LC_ALL=C; want=@PROCESS@; hz=$(getconf CLK_TCK 2>/dev/null || echo 100); n=0; pids=; seen=; by_name=
find_them() {
  pids=
  case $want in
    *[!0-9]*)
      for f in $(grep -lxF -e "$want" /proc/[0-9]*/comm 2>/dev/null); do f=${f#/proc/}; pids="$pids ${f%/comm}"; done
      by_name=1; [ -n "$pids" ] && return; by_name=
      for f in $(grep -lF -e "$want" /proc/[0-9]*/cmdline 2>/dev/null); do
        f=${f#/proc/}; f=${f%/cmdline}; c=; read -r c 2>/dev/null < /proc/$f/comm || continue
        case $c in sh|bash|dash|ash|ssh|sshd|sudo|su|grep|plimsoll|timeout|env) ;; *) pids="$pids $f" ;; esac
      done ;;
    *) [ -r "/proc/$want/stat" ] && pids=$want ;;
  esac
}
while :; do
  gone=; for p in $pids; do [ -r "/proc/$p/stat" ] || gone=1; done
  if [ -z "$pids" ] || [ -n "$gone$by_name" ] || [ $((n % 10)) -eq 0 ]; then find_them; fi
  n=$((n + 1))
  if [ -z "$pids" ] && [ -z "$seen" ] && [ $n -ge 3 ]; then echo "no process is called $want, or has it in its command line" >&2; exit 69; fi
  if [ -n "$pids" ]; then
    seen=1; files=; fds=; count=0
    for p in $pids; do
      count=$((count + 1)); [ $count -le 64 ] || break
      set -- /proc/$p/fd/*; [ -L "$1" ] && fds="$fds $p=$#"
      files="$files /proc/$p/stat /proc/$p/status /proc/$p/io /proc/$p/limits /proc/$p/task/*/stat /proc/$p/task/*/status /proc/$p/task/*/schedstat"
    done
    read -r up rest < /proc/uptime
    grep -H '' $files 2>/dev/null | awk -v up="$up" -v hz="$hz" -v fds="$fds" '
      { at = index($0, ":"); file = substr($0, 1, at - 1); text = substr($0, at + 1)
        split(file, part, "/"); pid = part[3]; what = part[4]; tid = ""
        if (what == "task") { tid = part[5]; what = "task" part[6] }
        count = split(text, word, /[ \t:]+/) }
      what == "stat" || what == "taskstat" {
        sub(/^.*\) /, "", text); split(text, word, " ")
        if (tid == "") { cpu[pid] = word[12] + word[13] } else { thread[pid " " tid] = word[12] + word[13] } }
      what == "status" && word[1] == "Threads" { threads[pid] = word[2] }
      what == "status" && word[1] == "VmRSS" { rss[pid] = word[2] }
      what == "taskstatus" && word[1] == "voluntary_ctxt_switches" { vol[pid] += word[2] }
      what == "taskstatus" && word[1] == "nonvoluntary_ctxt_switches" { invol[pid] += word[2] }
      what == "taskschedstat" { split(text, word, " "); wait[pid] += word[2]; has_wait[pid] = 1 }
      what == "io" && word[1] == "read_bytes" { rd[pid] = word[2]; has_io[pid] = 1 }
      what == "io" && word[1] == "write_bytes" { wr[pid] = word[2] }
      what == "limits" && text ~ /^Max open files/ { split(text, word, " "); max[pid] = word[4] }
      END {
        print "tick at=" up " hz=" hz
        m = split(fds, pair, " "); for (i = 1; i <= m; i++) { split(pair[i], word, "="); open[word[1]] = word[2] }
        for (pid in cpu) {
          line = sprintf("process pid=%s cpu=%d threads=%d rss_kb=%d voluntary=%.0f involuntary=%.0f", pid, cpu[pid], threads[pid], rss[pid], vol[pid], invol[pid])
          if (pid in has_io) line = line sprintf(" read_bytes=%.0f write_bytes=%.0f", rd[pid], wr[pid])
          if (pid in has_wait) line = line sprintf(" wait_ns=%.0f", wait[pid])
          if ((pid in open) && max[pid] + 0 > 0) line = line " fds=" open[pid] " fds_max=" max[pid]
          print line }
        for (key in thread) { split(key, word, " "); if (thread[key] > 0) print "thread pid=" word[1] " tid=" word[2] " cpu=" thread[key] }
        print "end" }'
  fi
  sleep @SECONDS@
done"#;

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    /// Two ticks of this very process, as the shell of this machine makes them.
    #[test]
    fn the_script_prints_what_the_reader_reads() {
        let own = std::process::id().to_string();
        let source = ProcessSource { process: own.clone() };
        let Access::Script(script) = source.access(Duration::from_secs(1)) else { panic!("no script") };
        let mut child =
            Command::new("sh").arg("-c").arg(script).stdout(Stdio::piped()).spawn().expect("a shell");
        let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
        let mut ends = 0;
        let printed: Vec<String> = std::iter::from_fn(|| lines.next()?.ok())
            .take_while(|line| {
                let goes_on = ends < 2;
                ends += u32::from(line == "end");
                goes_on
            })
            .take(10_000)
            .collect();
        child.kill().unwrap();
        child.wait().unwrap();
        let process = printed.iter().find(|line| line.starts_with("process ")).expect("a process");
        for field in [&format!("pid={own}"), "threads=", "rss_kb=", "voluntary=", "fds=", "fds_max="] {
            assert!(process.contains(field), "{field}: {process}");
        }
        assert!(printed.iter().any(|line| line.starts_with("tick at=")), "{printed:?}");
    }
}
