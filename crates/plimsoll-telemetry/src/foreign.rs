//! Logs that are known by name and not read: what they are, and what can be read in their place. A log that nobody
//! knows is "not recognised"; of one that looks like another the figures would be wrong.

/// A kind of log that is not read.
#[derive(Clone, Copy, Debug)]
pub struct ForeignLog {
    /// As messages call it.
    pub name: &'static str,
    /// What to do.
    pub advice: &'static str,
    is: fn(&str) -> bool,
}

const GC_ADVICE: &str = "garbage collection logs of HotSpot (OpenJDK, Oracle) are read; jstat or JMX (Jolokia) shows other JVMs' collections";
const HOST_ADVICE: &str = "vmstat and iostat of Linux are read";

const ACCESS_ADVICE: &str = "an access log is read, if it says how long requests took";

/// By a line of the input's beginning; those with the surest marks first.
const FOREIGN: &[ForeignLog] = &[
    ForeignLog {
        name: "a verbose GC log of IBM J9 or Eclipse OpenJ9",
        advice: GC_ADVICE,
        is: |line| line.starts_with("<verbosegc") || line.starts_with("<vgc:verbosegc"),
    },
    ForeignLog {
        name: "a verbose GC log of an IBM JVM before J9",
        advice: GC_ADVICE,
        is: |line| {
            let line = line.trim_start();
            ["<AF[", "<AF: ", "<GC(", "<GC[", "GC: initial heap(KB)"]
                .iter()
                .any(|mark| line.starts_with(mark))
        },
    },
    ForeignLog {
        name: "a GC log of an HP-UX JVM",
        advice: GC_ADVICE,
        is: |line| {
            let values = line.strip_prefix("<GC: ").and_then(|rest| rest.trim_end().strip_suffix('>'));
            values.is_some_and(|values| {
                values.split_whitespace().filter(|v| v.parse::<f64>().is_ok()).count() > 10
            })
        },
    },
    ForeignLog {
        name: "a memory log of BEA or Oracle JRockit",
        advice: GC_ADVICE,
        is: |line| {
            line.starts_with('[')
                && (line.contains("[memory ]") || line.contains("[memory  ]") || line.contains("[gcpause]"))
        },
    },
    ForeignLog {
        name: "a GC log of Azul Zing (Prime)",
        advice: GC_ADVICE,
        is: |line| line.contains("[SYSINFO ") || line.starts_with("Zing ") || line.contains("[gc,sysinfo"),
    },
    ForeignLog {
        name: "a JVM's unified log without times",
        advice: "start the JVM with the decorations time and uptime: -Xlog:gc*:file=gc.log:time,uptime,level,tags",
        is: |line| {
            ["[info", "[debug", "[trace", "[gc"].iter().any(|mark| line.starts_with(mark))
                && (line.contains("][gc") || line.starts_with("[gc"))
                && line.contains(']')
        },
    },
    ForeignLog {
        name: "a GC trace of Go (GODEBUG=gctrace=1)",
        advice: "Go's collections are read from its Prometheus metrics (go_gc_duration_seconds)",
        is: |line| line.starts_with("gc ") && line.contains(" @") && line.contains("%: "),
    },
    ForeignLog {
        name: "a GC trace of V8 or Node.js (--trace-gc)",
        advice: "Node.js' collections are read from its Prometheus metrics",
        is: |line| line.starts_with('[') && (line.contains(" ms: Scavenge ") || line.contains(" ms: Mark-")),
    },
    ForeignLog {
        name: "vm_stat of macOS",
        advice: HOST_ADVICE,
        is: |line| line.contains("Mach Virtual Memory Statistics"),
    },
    ForeignLog {
        name: "vmstat of a BSD, Solaris or AIX",
        advice: HOST_ADVICE,
        is: |line| {
            let words = || line.split_whitespace();
            let has = |name: &str| words().any(|word| word == name);
            has("r")
                // OpenBSD has `s` in its place.
                && (has("b") || has("s"))
                && has("us")
                && has("sy")
                && has("id")
                && !has("bi")
                && (has("re") || has("flt") || has("fre"))
        },
    },
    ForeignLog {
        name: "iostat of macOS, a BSD or Solaris",
        advice: HOST_ADVICE,
        is: |line| {
            let words = || line.split_whitespace();
            let has = |name: &str| words().any(|word| word == name);
            has("KB/t")
                || has("extended") && has("device") && has("statistics")
                || has("asvc_t")
                || has("kr/s") && has("svc_t")
        },
    },
    ForeignLog {
        name: "sar, mpstat or pidstat of sysstat",
        advice: "record vmstat -t 1 and iostat -x -t 1 instead",
        is: |line| {
            let words = || line.split_whitespace();
            let has = |name: &str| words().any(|word| word == name);
            has("CPU")
                && (has("%usr") || has("%user") || has("%CPU"))
                && (has("%idle") || has("%wait") || has("PID") || has("Command"))
                || has("DEV") && has("tps")
                || has("IFACE") && has("rxpck/s")
                || has("kbmemfree") && has("kbmemused")
                || has("runq-sz") && has("plist-sz")
        },
    },
    ForeignLog {
        name: "iostat's JSON",
        advice: "record iostat -x -t 1 without -o JSON",
        is: |line| line.trim_start().starts_with("{\"sysstat\":"),
    },
    ForeignLog {
        name: "a TCP log of HAProxy (option tcplog)",
        advice: "its HTTP log is read (option httplog)",
        is: is_tcp_log,
    },
    ForeignLog {
        name: "a log in IIS' own format",
        advice: "its W3C log is read, with the field time-taken",
        is: |line| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            fields.len() >= 14
                && fields[4].starts_with("W3SVC")
                && fields[7..12].iter().all(|field| field.bytes().all(|b| b.is_ascii_digit()))
        },
    },
    ForeignLog {
        name: "a varnishlog",
        advice: "what varnishncsa writes is read: varnishncsa -F '%h %l %u %t \"%r\" %s %b %D'",
        is: |line| {
            let grouped = line.trim_start_matches('*').trim_start();
            line.starts_with('*') && grouped.starts_with("<< ") && grouped.contains(" >> ")
                || line.contains(" Begin ")
                    && (line.contains(" rxreq") || line.contains(" req ") || line.contains(" sess "))
        },
    },
    ForeignLog {
        name: "an error log of a web server",
        advice: ACCESS_ADVICE,
        is: |line| {
            // `2026/11/21 08:22:10 [error] 7#7: *1 …`, `[Sat Nov 21 08:22:10.123 2026] [core:error] [pid 7] …`.
            let nginx = line.split_once(" [").is_some_and(|(time, rest)| {
                time.len() == 19 && time.as_bytes()[4] == b'/' && rest.contains('#') && rest.contains("] ")
            });
            nginx || line.starts_with('[') && line.contains("] [") && line.contains(":error] [pid ")
        },
    },
    ForeignLog {
        name: "percentiles or a plot of ab (-e, -g)",
        advice: "what ab prints is read",
        is: |line| {
            line.starts_with("Percentage served,Time in ms")
                || line.starts_with("starttime\tseconds\tctime\tdtime")
        },
    },
    ForeignLog {
        name: "binary results or a histogram of vegeta (hist, hdrplot)",
        advice: "vegeta report is read, as text and with -type=json, and vegeta encode --to csv or json",
        is: |line| {
            line.contains("Result\u{1}") && line.contains("Attack")
                || line.starts_with("Value(ms)  Percentile  TotalCount")
                || line.starts_with("Bucket ") && line.contains("Histogram")
        },
    },
    ForeignLog {
        name: "terse output of fio",
        advice: "what fio prints and its --output-format=json are read",
        is: |line| line.split(';').nth(1).is_some_and(|version| version.starts_with("fio-")),
    },
    ForeignLog {
        name: "interim reports of sysbench without its summary",
        advice: "the summary that sysbench prints at its end is read",
        is: |line| line.starts_with("[ ") && line.contains("s ] thds: ") && line.contains(" tps: "),
    },
    ForeignLog {
        name: "a summary of k6",
        advice: "it has no single seconds: record them with k6 run --out json=FILE",
        is: |line| {
            line.contains("\"http_req_duration\":") && !line.contains("\"type\"")
                || line.trim_start().starts_with("http_req_duration") && line.contains("avg=")
        },
    },
    ForeignLog {
        name: "a HAR archive, a recording",
        advice: "plimsoll convert makes a plan of it",
        is: |line| {
            let plain: String = line.chars().filter(|c| !c.is_whitespace()).take(300).collect();
            ["{\"log\":{", "\"log\":{"].iter().any(|mark| plain.starts_with(mark))
                || plain.starts_with("\"creator\":") && plain.contains("\"name\"")
                || plain.starts_with("\"startedDateTime\":")
        },
    },
    ForeignLog {
        name: "a report of Artillery",
        advice: "it has no single seconds: its figures as a table of loads (users, throughput, percentiles) are read",
        is: |line| line.contains("\"vusers.created\":") || line.contains("\"http.codes.200\":"),
    },
    ForeignLog {
        name: "failures or exceptions of Locust",
        advice: "PREFIX_stats_history.csv is read",
        is: |line| {
            line.starts_with("Method,Name,Error,Occurrences")
                || line.starts_with("Count,Message,Traceback,Nodes")
        },
    },
    ForeignLog {
        name: "statistics of Gatling's report",
        advice: "its simulation.log is read",
        is: |line| {
            line.contains("\"All Requests\"") || line.trim_start().starts_with("\"numberOfRequests\":")
        },
    },
    ForeignLog {
        name: "a table of a JMeter listener or dashboard",
        advice: "it has no single requests: JMeter writes them with -l results.jtl",
        is: |line| {
            line.starts_with("Label,# Samples,") && !line.contains("Users")
                || line.starts_with("sampler_label,aggregate_report_count,")
                || line.trim_start().starts_with("\"transaction\" : ")
        },
    },
    ForeignLog {
        name: "top",
        advice: "record vmstat -t 1 instead; for containers docker stats",
        is: |line| line.starts_with("top - ") && line.contains("load average") || is_top_header(line),
    },
];

/// `  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND`, also of macOS and BusyBox.
fn is_top_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("PID") && {
        let rest: Vec<&str> = words.collect();
        rest.iter().any(|word| matches!(*word, "%CPU" | "CPU"))
            && rest.iter().any(|word| matches!(*word, "COMMAND" | "TIME+" | "TIME"))
    }
}

/// `… haproxy[7]: 10.0.1.2:33313 [06/Feb/2009:12:12:51.443] fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0`: three timers where
/// the HTTP log has five.
fn is_tcp_log(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(at) = words.iter().position(|word| {
        let time = word.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
        time.is_some_and(|time| time.contains('.') && crate::time::common_log(time.as_bytes()).is_some())
    }) else {
        return false;
    };
    let timers =
        words.get(at + 3).map_or(0, |word| word.split('/').filter(|n| n.parse::<i64>().is_ok()).count());
    timers == 3 && words.get(at + 2).is_some_and(|word| word.contains('/'))
}

/// What an input that begins with these lines is, if it is known and not read.
pub(crate) fn of(lines: &[String]) -> Option<&'static ForeignLog> {
    FOREIGN.iter().find(|foreign| lines.iter().any(|line| (foreign.is)(line)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_not_read_has_a_name() {
        let cases = [
            ("<?xml version=\"1.0\" ?>\n<verbosegc version=\"200811_07\">", "IBM J9"),
            ("<AF[1]: Allocation Failure. need 528 bytes, 0 ms since last AF or CON>", "before J9"),
            (
                "<GC: 2 4.020320 1 104 32 25179176 0 107544576 0 0 13369344 0 3343624 268435456 0.117212 >",
                "HP-UX",
            ),
            ("[memory ][Thu Feb 21 15:06:32 2013][11844] GC mode: Garbage collection", "JRockit"),
            ("[INFO ][memory ] GC mode: Static, strategy: Concurrent Mark & Sweep", "JRockit"),
            ("[info][gc] GC(0) Pause Young (Normal) 6M->1M(64M) 16.028ms", "unified log without times"),
            ("gc 1 @0.012s 2%: 0.026+0.39+0.10 ms clock, 4->4->0 MB, 5 MB goal, 8 P", "Go"),
            ("[4711:0x5]       55 ms: Scavenge 2.3 (3.0) -> 1.9 (4.0) MB, 0.9 / 0.0 ms", "Node.js"),
            ("Mach Virtual Memory Statistics: (page size of 16384 bytes)", "macOS"),
            (
                " r b w     avm     fre   flt  re  pi  po    fr   sr ad0   in    sy    cs us sy id",
                "vmstat of a BSD",
            ),
            (
                "              disk0       cpu    load average\n    KB/t  tps  MB/s  us sy id   1m   5m   15m",
                "iostat",
            ),
            ("                    extended device statistics", "iostat"),
            ("08:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle", "sar"),
            (
                "08:00:01     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle",
                "mpstat",
            ),
            (" r   s   avm     fre  flt  re  pi  po  fr  sr sd0  int   sys   cs us sy id", "vmstat of a BSD"),
            (
                "kthr   memory     page              faults        cpu\n r  b   avm   fre  re  pi  po  fr   sr  cy  in   sy  cs us sy id wa",
                "AIX",
            ),
            (" r b w   swap  free  re  mf pi po fr de sr s0 s1 -- --   in   sy   cs us sy id", "Solaris"),
            (
                "      tty              sd0             cpu\n tin tout  KB/t  t/s  MB/s  us ni sy sp in id",
                "iostat of macOS",
            ),
            ("{\"sysstat\": {\n\t\"hosts\": [", "iostat's JSON"),
            (
                "Feb  6 12:12:56 localhost haproxy[14387]: 10.0.1.2:33313 [06/Feb/2009:12:12:51.443] fnt bck/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0",
                "TCP log of HAProxy",
            ),
            (
                "192.168.114.201, -, 03/20/01, 7:55:20, W3SVC2, SERVER, 172.21.13.45, 4502, 163, 3223, 200, 0, GET, /logo.gif, -,",
                "IIS' own format",
            ),
            ("*   << Request  >> 32770     \n-   Begin          req 32769 rxreq", "varnishlog"),
            ("     32770 Begin          c req 32769 rxreq", "varnishlog"),
            ("2026/11/21 08:22:10 [error] 7#7: *1 connect() failed (111: Connection refused)", "error log"),
            (
                "[Sat Nov 21 08:22:10.123456 2026] [proxy:error] [pid 7:tid 8] (111)Connection refused",
                "error log",
            ),
            ("Percentage served,Time in ms\n0,2.438\n1,2.451", "ab (-e"),
            (
                "starttime\tseconds\tctime\tdtime\tttime\twait\nMon Nov 23 06:12:31 2026\t1795414351\t0\t2\t2\t2",
                "ab (-e",
            ),
            (
                "Value(ms)  Percentile  TotalCount  1/(1-Percentile)\n2.835103   0.000000    0           1.000000",
                "vegeta",
            ),
            ("Bucket         #    %       Histogram\n[0s,    2ms]   0    0.00%   ", "vegeta"),
            ("\u{2}\u{3}\u{1}\u{1}\u{6}Result\u{1}\u{2}\u{1}\u{c}\u{1}\u{6}Attack\u{1}\u{c}", "vegeta"),
            ("3;fio-3.33;r;0;0;22056;22033;5508;1001;0;0;0.000000", "terse output of fio"),
            (
                "[ 1s ] thds: 4 tps: 1538.48 qps: 30801.50 (r/w/o: 21566.66/6153.90/3080.94) lat (ms,95%): 3.96",
                "sysbench",
            ),
            (
                "     http_req_duration..............: avg=117.55ms min=102.8ms med=110ms max=201ms",
                "summary of k6",
            ),
            ("{\n  \"metrics\": {\n    \"http_req_duration\": {\n      \"avg\": 1.2,", "summary of k6"),
            ("Method,Name,Error,Occurrences\nGET,/a,HTTPError,3", "Locust"),
            ("Count,Message,Traceback,Nodes\n", "Locust"),
            ("{\"type\": \"GROUP\",\n\"name\": \"All Requests\",", "Gatling"),
            (
                "Label,# Samples,Average,Median,90% Line,95% Line,99% Line,Min,Max,Error %,Throughput,Received KB/sec,Sent KB/sec",
                "JMeter listener",
            ),
            (
                "{\n  \"Total\" : {\n    \"transaction\" : \"Total\",\n    \"sampleCount\" : 100,",
                "JMeter listener",
            ),
            ("top - 10:00:01 up 1 day,  2 users,  load average: 0.00, 0.01, 0.05", "top"),
            ("  PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND", "top"),
        ];
        for (head, name) in cases {
            let found = crate::foreign(head.as_bytes()).map_or("", |foreign| foreign.name);
            assert!(found.contains(name), "{head}: {found:?}");
            assert!(crate::recognise(head.as_bytes()).is_none(), "{head}");
        }
    }

    #[test]
    fn what_is_read_is_not_foreign() {
        for head in
            ["r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st", "hello"]
        {
            assert!(crate::foreign(head.as_bytes()).is_none(), "{head}");
        }
    }
}
