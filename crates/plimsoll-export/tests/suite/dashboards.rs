//! The dashboards of integrations/grafana: their queries, as a real receiver is asked them.

use serde_json::Value;

/// All queries of a dashboard with its variables filled in: everything is asked for.
pub fn queries(file: &str) -> Vec<String> {
    let path = format!("{}/../../integrations/grafana/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let dashboard: Value = serde_json::from_str(&text).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().expect("targets"));
    let queries = targets.map(|target| {
        let query = target["expr"].as_str().or(target["query"].as_str()).expect("a query");
        query
            .replace("$timeFilter", "time > now() - 1h")
            .replace("$__interval_ms", "10000")
            .replace("$__interval", "10s")
            .replace("$__range", "10m")
            .replace("$run", ".*")
            .replace("$transaction", ".*")
    });
    let queries: Vec<String> = queries.collect();
    assert!(
        queries.len() > 15
            && !queries.iter().any(|query| ["$__", "$r", "$t"].iter().any(|name| query.contains(name))),
        "{queries:?}"
    );
    queries
}
