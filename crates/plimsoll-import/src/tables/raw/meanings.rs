//! What columns of a table of loads may be called.

/// What a column can be taken for, as `--columns` names it; its usual names, as [`plain`] has them.
pub(super) const MEANINGS: [(&str, &[&str]); 11] = [
    (
        "threads",
        // Where there are connections or clients too, threads are those of the load generator (wrk, pgbench).
        &[
            "users",
            "vus",
            "concurrent_users",
            "virtual_users",
            "number_of_users",
            "clients",
            "concurrent_clients",
            "concurrency",
            "connections",
            "conn",
            "terminals",
            "threads",
            "num_threads",
            "number_of_threads",
            "benutzer",
            "nutzer",
            "virtuelle_benutzer",
            "anzahl_benutzer",
            "brugere",
            "samtidige_brugere",
            "antal_brugere",
            "kullanıcı",
            "kullanıcılar",
            "kullanıcı_sayısı",
        ],
    ),
    (
        "throughput",
        &[
            "throughput",
            "throughput_per_s",
            "throughput_s",
            "throughput_1_s",
            "throughput_requests_per_second",
            "throughput_req_per_s",
            "throughput_requests_sec",
            "throughput_requests_s",
            "throughput_req_s",
            "throughput_per_sec",
            "throughput_tps",
            "throughput_rps",
            "requests_sec",
            "requests_s",
            "requests_per_second",
            "requests_per_sec",
            "req_s",
            "req_per_s",
            "reqs_per_s",
            "rps",
            "tps",
            "transactions_per_second",
            "transactions_per_sec",
            "transactions_sec",
            "qps",
            "queries_per_second",
            "events_per_second",
            "events_per_sec",
            "eventspersec",
            "ops",
            "ops_s",
            "ops_sec",
            "ops_per_sec",
            "durchsatz",
            "durchsatz_1_s",
            "durchsatz_anfragen_s",
            "anfragen_s",
            "anfragen_pro_sekunde",
            "gennemløb",
            "kald_s",
            "kald_pr_sekund",
            "verim",
            "istek_s",
        ],
    ),
    (
        "errors_pct",
        &[
            "error_pct",
            "errors_pct",
            "error_percent",
            "errors_percent",
            "error_percentage",
            "pct_errors",
            "pct_error",
            "failed_pct",
            "failures_pct",
            "failure_pct",
            "fail_pct",
            "error_rate_pct",
            "failure_rate_pct",
            "failed_requests_pct",
            "requests_failed_pct",
            "fehler_pct",
            "fehlerrate_pct",
            "fehlerquote_pct",
            "fejl_pct",
            "fejlrate_pct",
            "hata_pct",
            "hata_oranı_pct",
        ],
    ),
    (
        "mean_ms",
        &[
            "average_response_time_ms",
            "avg_response_time_ms",
            "mean_response_time_ms",
            "avg_latency_ms",
            "average_latency_ms",
            "latency_avg_ms",
            "lat_avg_ms",
            "latency_average_ms",
            "mean_latency_ms",
            "avg_ms",
            "mean_ms",
            "response_time_avg_ms",
            "mittlere_antwortzeit_ms",
            "durchschnittliche_antwortzeit_ms",
            "gennemsnitlig_svartid_ms",
            "ortalama_yanıt_süresi_ms",
        ],
    ),
    (
        "mean_s",
        &[
            "average_response_time_s",
            "avg_latency_s",
            "mean_s",
            "avg_s",
            "mittlere_antwortzeit_s",
            "durchschnittliche_antwortzeit_s",
            "gennemsnitlig_svartid_s",
            "ortalama_yanıt_süresi_s",
        ],
    ),
    ("nodes", &["nodes"]),
    ("minutes", &["minutes", "duration_min"]),
    ("seconds", &["seconds", "duration_s", "duration_sec"]),
    (
        "requests",
        &[
            "samples",
            "num_samples",
            "number_of_samples",
            "requests",
            "num_requests",
            "number_of_requests",
            "total_requests",
        ],
    ),
    (
        "errors",
        &["error_count", "errors", "failures", "failed", "failed_requests", "num_errors", "number_of_errors"],
    ),
    ("test", &["test", "scenario", "scenario_name"]),
];

/// Names that `--columns` takes.
pub fn meanings() -> Vec<&'static str> {
    MEANINGS.iter().map(|(name, ..)| *name).collect()
}

/// `Error %` is `error_pct`, `Throughput (Requests/sec)` is `throughput_requests_sec`.
pub(super) fn plain(name: &str) -> String {
    let spelt = name.to_lowercase().replace('%', " pct ");
    let parts = spelt.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}

/// What a rate is per, where its name says so behind `/` or `per`, or in one word: `requests/min`, `requests per hour`, `tpm`. `throughput_min` may be
/// the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RateUnit {
    Second,
    Minute,
    Hour,
}

impl RateUnit {
    pub fn seconds(self) -> f64 {
        match self {
            RateUnit::Second => 1.0,
            RateUnit::Minute => 60.0,
            RateUnit::Hour => 3_600.0,
        }
    }

    fn of_word(word: &str) -> Option<RateUnit> {
        match word {
            "s" | "sec" | "second" | "sekunde" | "sekund" | "sn" => Some(RateUnit::Second),
            "min" | "minute" | "minut" | "dk" => Some(RateUnit::Minute),
            "h" | "hr" | "hour" | "stunde" | "saat" => Some(RateUnit::Hour),
            _ => None,
        }
    }
}

/// With the words of the name, in which the unit is that of a second.
fn unit_and_words(name: &str) -> (RateUnit, Vec<String>) {
    let is_slash = name.contains('/');
    let spelt = name.to_lowercase().replace('/', " per ");
    let parts = spelt.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let mut words: Vec<String> = parts.map(str::to_owned).collect();
    let mut unit = None;
    for place in 0..words.len() {
        let is_behind = place > 0 && matches!(words[place - 1].as_str(), "per" | "pro" | "pr");
        let found = match words[place].as_str() {
            "rpm" | "tpm" => Some(RateUnit::Minute),
            "rph" | "tph" => Some(RateUnit::Hour),
            word => RateUnit::of_word(word).filter(|_| is_behind),
        };
        if let Some(found) = found.filter(|_| unit.is_none()) {
            unit = Some(found);
            words[place] = match words[place].as_str() {
                "rpm" | "rph" => "rps",
                "tpm" | "tph" => "tps",
                "minute" | "hour" if !is_slash => "second",
                "stunde" if !is_slash => "sekunde",
                "minut" if !is_slash => "sekund",
                "min" | "h" | "hr" | "minute" | "hour" | "stunde" | "minut" | "dk" | "saat" => "s",
                word => word,
            }
            .to_owned();
        }
    }
    (unit.unwrap_or(RateUnit::Second), words)
}

pub(super) fn unit_of_rate(name: &str) -> RateUnit {
    unit_and_words(name).0
}

/// The name that it would have if it were per second: `requests/min` is `requests_s`.
pub(super) fn with_seconds(name: &str) -> String {
    let (unit, words) = unit_and_words(name);
    if unit == RateUnit::Second {
        return plain(name);
    }
    let is_slash = name.contains('/');
    words.into_iter().filter(|word| !(is_slash && word == "per")).collect::<Vec<_>>().join("_")
}
