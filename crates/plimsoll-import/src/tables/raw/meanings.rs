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

/// The seconds of the unit that a rate is per: `requests/min` has 60, `tps` 1.
pub(super) fn seconds_of_rate(name: &str) -> f64 {
    let of_word = |word: &str| match word {
        "min" | "mins" | "minute" | "minutes" | "rpm" | "tpm" => Some(60.0),
        "h" | "hr" | "hour" | "hours" | "rph" | "tph" => Some(3_600.0),
        _ => None,
    };
    plain(name).split('_').rev().find_map(of_word).unwrap_or(1.0)
}

/// The name that it would have if it were per second: `throughput_req_min` is `throughput_req_s`.
pub(super) fn with_seconds(name: &str) -> String {
    let of_word = |word| match word {
        "min" | "mins" | "h" | "hr" => "s",
        "minute" | "minutes" | "hour" | "hours" => "second",
        "rpm" | "rph" => "rps",
        "tpm" | "tph" => "tps",
        word => word,
    };
    plain(name).split('_').map(of_word).collect::<Vec<_>>().join("_")
}
