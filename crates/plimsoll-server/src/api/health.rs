//! For READMEs and for monitoring: a badge, and figures of the runs that go on.

use super::route::{ApiRoute, Handler, RouteAnswer};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::people::UserRole;
use axum::http::Method;
use std::fmt::Write;
use std::sync::Arc;

pub fn routes() -> Vec<ApiRoute> {
    let get = |path, summary, query, answer, handler| ApiRoute {
        method: Method::GET,
        path,
        summary,
        role: Some(UserRole::Viewer),
        query,
        body: None,
        answer: RouteAnswer::Other(answer),
        handler: Handler::Plain(handler),
    };
    vec![
        get(
            "/api/v1/badge.svg",
            "The newest verdict of a study as a badge",
            &[("study", "the name of a study or plan")],
            "image/svg+xml",
            badge,
        ),
        get(
            "/metrics",
            "Figures of the runs that go on, for Prometheus",
            &[],
            "text/plain; version=0.0.4",
            metrics,
        ),
    ]
}

/// Width of a letter of 11 pixels Verdana, on average.
const LETTER: f64 = 6.8;

fn badge(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let study = call.asked("study").ok_or_else(|| ApiError::bad("study names a study or plan"))?;
    let newest = lab.library.index.of_study(study)?.into_iter().next_back();
    let (text, colour) = match newest {
        None => ("no run".to_owned(), "#57606a"),
        Some(run) => {
            let capacity = run.capacity_per_s.map(|rate| {
                let least = if run.capacity_is_lower_bound { "≥ " } else { "" };
                format!(" {least}{rate:.0}/s")
            });
            let capacity = capacity.unwrap_or_default();
            match run.verdict.as_deref() {
                Some("holds") => (format!("pass{capacity}"), "#0a6640"),
                Some("requirement-failed" | "requests-failed") => (format!("fail{capacity}"), "#a4230f"),
                _ => ("inconclusive".to_owned(), "#7a5200"),
            }
        }
    };
    Ok(ApiReply::text("image/svg+xml; charset=utf-8", svg("plimsoll", &text, colour), None))
}

fn svg(label: &str, text: &str, colour: &str) -> String {
    let width = |text: &str| (text.chars().count() as f64 * LETTER + 12.0).round();
    let (left, right) = (width(label), width(text));
    let all = left + right;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" aria-label=\"{label}: {text}\">\
         <title>{label}: {text}</title><rect width=\"{left}\" height=\"20\" fill=\"#1b1f24\"/>\
         <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{colour}\"/>\
         <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\
         <text x=\"{}\" y=\"14\">{label}</text><text x=\"{}\" y=\"14\">{text}</text></g></svg>",
        left / 2.0,
        left + right / 2.0
    )
}

/// The exposition format of Prometheus, version 0.0.4. Totals begin at 0 with each run.
fn metrics(lab: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    let mut requests = String::from(
        "# HELP plimsoll_requests_total Requests of the load that ended.\n# TYPE plimsoll_requests_total counter\n",
    );
    let mut errors = String::from(
        "# HELP plimsoll_errors_total Requests of the load that failed.\n# TYPE plimsoll_errors_total counter\n",
    );
    let mut times = String::from(
        "# HELP plimsoll_response_seconds Response times since the run began.\n# TYPE plimsoll_response_seconds gauge\n",
    );
    let mut users = String::from("# HELP plimsoll_users Users that run.\n# TYPE plimsoll_users gauge\n");
    let running = lab.library.index.running()?;
    for run in &running {
        let live = lab.feed(run)?.live();
        let of_run = format!(
            "run=\"{}\",study=\"{}\",variant=\"{}\"",
            run.id,
            escaped(&run.name),
            escaped(&run.variant)
        );
        for transaction in &live.picture.transactions {
            let labels = format!("{of_run},transaction=\"{}\"", escaped(&transaction.name));
            let _ = writeln!(requests, "plimsoll_requests_total{{{labels}}} {}", transaction.requests);
            let _ = writeln!(errors, "plimsoll_errors_total{{{labels}}} {}", transaction.errors);
            for (quantile, us) in [("0.5", transaction.p50_us), ("0.95", transaction.p95_us)] {
                if let Some(us) = us {
                    let _ = writeln!(
                        times,
                        "plimsoll_response_seconds{{{labels},quantile=\"{quantile}\"}} {}",
                        us as f64 / 1e6
                    );
                }
            }
        }
        if let Some(count) = live.users() {
            let _ = writeln!(users, "plimsoll_users{{{of_run}}} {count}");
        }
    }
    let runs = format!(
        "# HELP plimsoll_runs_running Runs that go on in the lab's folder.\n# TYPE plimsoll_runs_running gauge\nplimsoll_runs_running {}\n",
        running.len()
    );
    Ok(ApiReply::text(
        "text/plain; version=0.0.4; charset=utf-8",
        [runs, requests, errors, times, users].concat(),
        None,
    ))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
