//! What Linux counts of TCP: `/proc/net/snmp` and `/proc/net/netstat`, one after the other, again and again.
//!
//! ```text
//! Tcp: RtoAlgorithm RtoMin … OutSegs RetransSegs InErrs OutRsts InCsumErrors
//! Tcp: 1 200 … 81230 14 0 12 0
//! TcpExt: SyncookiesSent … ListenOverflows ListenDrops …
//! TcpExt: 0 … 3 3 …
//! ```
//!
//! Each line of names is followed by one of values; kernels add names, so a value is found by its name. All are totals since the
//! network namespace was made (RFC 4022 for `Tcp`; Documentation/networking/snmp_counter.rst of Linux for `TcpExt`). A `RetransSegs`
//! is in no `OutSegs`. `ListenOverflows` are connections that found the queue of a listening socket full.

use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, emit};
use plimsoll_run::ReadingKind::Counter;
use plimsoll_run::metric;
use plimsoll_run::{At, Series, Source};
use std::collections::HashMap;
use std::sync::Arc;

/// The group, the name in it, and what it is.
const COUNTED: [(&str, &str, MetricSpec); 5] = [
    ("Tcp", "OutSegs", MetricSpec::new(metric::SYSTEM_TCP_SEGMENTS_SENT, "{segment}", Counter)),
    ("Tcp", "RetransSegs", MetricSpec::new(metric::SYSTEM_TCP_SEGMENTS_RETRANSMITTED, "{segment}", Counter)),
    (
        "TcpExt",
        "ListenOverflows",
        MetricSpec::new(metric::SYSTEM_TCP_ACCEPT_QUEUE_OVERFLOWS, "{connection}", Counter),
    ),
    ("TcpExt", "TCPTimeouts", MetricSpec::new("system.tcp.timeouts", "{timeout}", Counter)),
    ("TcpExt", "TCPSynRetrans", MetricSpec::new("system.tcp.syn_retransmissions", "{segment}", Counter)),
];

pub struct TcpCounters {
    source: Source,
    series: HashMap<&'static str, Arc<Series>>,
    /// The group and names of the line before, whose values come next.
    names: Option<(String, Vec<String>)>,
    first: Option<String>,
    ticks: u64,
}

impl TcpCounters {
    pub fn new(options: &ReaderOptions) -> TcpCounters {
        TcpCounters {
            source: options.source.clone(),
            series: HashMap::new(),
            names: None,
            first: None,
            ticks: 0,
        }
    }

    fn values(&mut self, group: &str, names: &[String], values: &[&str], at: At, out: &mut dyn Output) {
        for (_, name, metric) in COUNTED.iter().filter(|(of, ..)| *of == group) {
            let place = names.iter().position(|known| known == name);
            let Some(value) = place.and_then(|at| values.get(at)?.parse().ok()) else { continue };
            let source = &self.source;
            let series = self.series.entry(name).or_insert_with(|| metric.of(source, &[])).clone();
            emit(out, at, &series, value);
        }
    }
}

impl LineReader for TcpCounters {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if text.trim().is_empty() {
            return;
        }
        let Some((group, rest)) = text.split_once(':') else {
            return out.problem(Problem { line: line.number, kind: ProblemKind::unrecognised(line.bytes) });
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        match self.names.take() {
            Some((of, names)) if of == group => {
                // Those of one moment have one number: it is another moment when the first group comes again.
                if !COUNTED.iter().any(|(of, ..)| *of == group) {
                    return;
                }
                let first = self.first.get_or_insert_with(|| group.to_owned());
                self.ticks += u64::from(first == group);
                let at = line.at(At::Index(self.ticks.saturating_sub(1)));
                self.values(group, &names, &words, at, out);
            }
            _ => self.names = Some((group.to_owned(), words.into_iter().map(str::to_owned).collect())),
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    let marks = ["Ip: Forwarding ", "Tcp: RtoAlgorithm ", "TcpExt: SyncookiesSent "];
    lines
        .iter()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| marks.iter().any(|mark| line.starts_with(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    const TWICE: &str = "\
Ip: Forwarding DefaultTTL InReceives
Ip: 1 64 120
Tcp: RtoAlgorithm RtoMin OutSegs RetransSegs
Tcp: 1 200 81230 14
TcpExt: SyncookiesSent ListenOverflows ListenDrops
TcpExt: 0 3 4
IpExt: InNoRoutes
IpExt: 0
Tcp: RtoAlgorithm RtoMin NewName OutSegs RetransSegs
Tcp: 1 200 7 81330 24
TcpExt: SyncookiesSent ListenOverflows ListenDrops
TcpExt: 0 3
total 12
";

    #[test]
    fn values_are_found_by_their_names_and_those_of_one_moment_have_one_number() {
        let mut dump = Dump::default();
        let mut reader = Lines::new(TcpCounters::new(&ReaderOptions::default()));
        reader.read(TWICE.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        insta::assert_snapshot!(dump.text, @r#"
        #0 system.tcp.segments.sent 81230 {segment} total
        #0 system.tcp.segments.retransmitted 14 {segment} total
        #0 system.tcp.accept_queue.overflows 3 {connection} total
        #1 system.tcp.segments.sent 81330 {segment} total
        #1 system.tcp.segments.retransmitted 24 {segment} total
        #1 system.tcp.accept_queue.overflows 3 {connection} total
        ! input:13: not a line of this format: "total 12"
        "#);
    }

    #[test]
    fn it_is_known_by_its_first_names() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(recognise(&lines(TWICE)));
        assert!(recognise(&lines("\nTcpExt: SyncookiesSent SyncookiesRecv\nTcpExt: 0 0\n")));
        assert!(!recognise(&lines("Tcp:\n    3 active connection openings\n")));
    }
}
