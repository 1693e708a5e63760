//! Runs beside each other, and a study over time: with the judgement of `plimsoll compare`.

use super::route::{ApiRoute, Handle, Handler, RouteAnswer, schema_of};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::library::{ANALYSIS_SEED, RunSummary, SetupDifferences, differences, recorded};
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_analysis::Observations;
use plimsoll_analysis::comparison::{self, Comparison, Group, History, Options};
use plimsoll_report::Words;
use plimsoll_run::{LiveReader, Run, RunHeader};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs of one comparison, and of a history: each is read whole.
const COMPARED_MAX: usize = 24;
const HISTORY_MAX: usize = 200;
/// As on the command line.
const MARGIN_PERCENT: f64 = 5.0;
const ERRORS_MARGIN_POINTS: f64 = 0.5;

const RUNS: &[(&str, &str)] = &[
    ("runs", "ids, with commas"),
    ("baseline", "the id that the others are compared with; the first"),
    ("margin", "percent that count as equal; 5"),
    ("language", "en, da, de, tr"),
    ("theme", "light, dark; of the page"),
];

const STUDY: &[(&str, &str)] = &[
    ("study", "the name of a study or plan"),
    ("language", "en, da, de, tr"),
    ("theme", "light, dark; of the page"),
];

fn route(
    path: &'static str,
    summary: &'static str,
    query: &'static [(&'static str, &'static str)],
    answer: RouteAnswer,
    handle: Handle,
) -> ApiRoute {
    ApiRoute {
        method: Method::GET,
        path,
        summary,
        role: Some(UserRole::Viewer),
        query,
        body: None,
        answer,
        handler: Handler::Plain(handle),
    }
}

pub fn routes() -> Vec<ApiRoute> {
    vec![
        route(
            "/api/v1/compare",
            "Runs against a baseline, as a page",
            RUNS,
            RouteAnswer::Other("text/html"),
            compare_page,
        ),
        route("/api/v1/compare.json", "The same as JSON", RUNS, RouteAnswer::AnyJson, compare_json),
        route(
            "/api/v1/compare.junit.xml",
            "The same as JUnit XML",
            RUNS,
            RouteAnswer::Other("application/xml"),
            compare_junit,
        ),
        route(
            "/api/v1/diff",
            "In what runs were set up differently",
            RUNS,
            RouteAnswer::Json(schema_of::<SetupDifferences>),
            diff,
        ),
        route(
            "/api/v1/history",
            "A study over time with its changes of level, as a page",
            STUDY,
            RouteAnswer::Other("text/html"),
            history_page,
        ),
        route(
            "/api/v1/history.json",
            "The same as points and changes",
            STUDY,
            RouteAnswer::Json(schema_of::<Trend>),
            history_json,
        ),
    ]
}

fn asked_runs(lab: &LabServer, call: &ApiCall) -> Result<Vec<RunSummary>, ApiError> {
    let ids: Vec<&str> =
        call.asked("runs").unwrap_or_default().split(',').filter(|id| !id.is_empty()).collect();
    let mut distinct = ids.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if ids.len() < 2 || distinct.len() != ids.len() {
        return Err(ApiError::bad("runs names two different runs or more, with commas"));
    }
    if ids.len() > COMPARED_MAX {
        return Err(ApiError::bad(format!("at most {COMPARED_MAX} runs are compared at once")));
    }
    ids.into_iter().map(|id| lab.run(id)).collect()
}

fn opened(lab: &LabServer, runs: &[RunSummary]) -> Result<(Vec<Run>, Vec<Observations>), ApiError> {
    let open = |summary: &RunSummary| {
        let path = lab.library.path(summary);
        Ok((Run::open(&path)?, recorded::requests(&path)?))
    };
    Ok(runs.iter().map(open).collect::<Result<Vec<_>, ApiError>>()?.into_iter().unzip())
}

/// By which a reader knows it.
fn name(summary: &RunSummary) -> String {
    let label = summary.labels.values().next().cloned();
    let variant = Some(summary.variant.clone()).filter(|variant| !variant.is_empty());
    let started = summary.started.as_deref().map(|at| at.replace('T', " ").trim_end_matches('Z').to_owned());
    let parts = [Some(summary.name.clone()), variant, label, started].into_iter().flatten();
    parts.collect::<Vec<_>>().join(", ")
}

fn compared(lab: &LabServer, call: &ApiCall) -> Result<(Comparison, Words), ApiError> {
    let runs = asked_runs(lab, call)?;
    let names: Vec<String> = runs.iter().map(name).collect();
    let baseline = match call.asked("baseline") {
        None => 0,
        Some(id) => {
            let place = runs.iter().position(|run| run.id == id);
            place.ok_or_else(|| ApiError::bad("the baseline is none of these runs"))?
        }
    };
    let margin: f64 = match call.asked("margin") {
        None => MARGIN_PERCENT,
        Some(text) => text
            .parse()
            .ok()
            .filter(|percent| (0.0..=1_000.0).contains(percent))
            .ok_or_else(|| ApiError::bad("margin is a number of percent"))?,
    };
    let group = |place: usize| Group { name: names[place].clone(), runs: vec![place] };
    let others = (0..runs.len()).filter(|place| *place != baseline);
    let pairs: Vec<(Group, Group)> = others.map(|other| (group(baseline), group(other))).collect();
    let (opened, observed) = opened(lab, &runs)?;
    let options =
        Options { margin: margin / 100.0, errors_margin_points: ERRORS_MARGIN_POINTS, seed: ANALYSIS_SEED };
    let mut found = comparison::compare(&opened, &observed, &names, &pairs, options);
    let files: Vec<PathBuf> = runs.iter().map(|run| lab.library.path(run)).collect();
    found.follow_ups = recorded::follow_ups(&opened, files.iter().map(PathBuf::as_path), ANALYSIS_SEED)?;
    Ok((found, Words::new(call.language(None)?)))
}

fn compare_page(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (found, words) = compared(lab, call)?;
    call.page(plimsoll_report::comparison_html(&found, &words))
}

fn compare_json(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    Ok(ApiReply::Json(plimsoll_report::comparison_json(&compared(lab, call)?.0)))
}

fn compare_junit(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (found, words) = compared(lab, call)?;
    Ok(ApiReply::text("application/xml", plimsoll_report::comparison_junit(&found, &words), None))
}

fn diff(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let header = |summary: RunSummary| Ok(LiveReader::open(&lab.library.path(&summary))?.1);
    let headers: Vec<RunHeader> =
        asked_runs(lab, call)?.into_iter().map(header).collect::<Result<_, ApiError>>()?;
    ApiReply::json(&differences(&headers.iter().collect::<Vec<_>>()))
}

#[derive(Serialize, JsonSchema)]
struct Trend {
    study: String,
    points: Vec<TrendPoint>,
    changes: Vec<TrendChange>,
}

#[derive(Serialize, JsonSchema)]
struct TrendPoint {
    id: String,
    started: Option<String>,
    /// A commit or release, where the run has a label.
    label: Option<String>,
    variant: String,
    capacity_per_s: Option<f64>,
    throughput_per_s: Option<f64>,
    p95_us: Option<u64>,
    error_percent: f64,
    verdict: Option<String>,
    pinned: bool,
}

/// A change of level (E-Divisive).
#[derive(Serialize, JsonSchema)]
struct TrendChange {
    /// `throughput`, `p95`: as in the comparison's JSON.
    figure: String,
    load: String,
    transaction: Option<String>,
    /// The first run of the new level.
    at: String,
    before: f64,
    after: f64,
    percent: Option<f64>,
    effect: String,
}

/// The newest, in the order of time.
fn of_study(lab: &LabServer, call: &ApiCall) -> Result<Vec<RunSummary>, ApiError> {
    let study = call.asked("study").ok_or_else(|| ApiError::bad("study names a study or plan"))?;
    let mut runs = lab.library.index.of_study(study)?;
    if runs.is_empty() {
        return Err(ApiError::not_found("run of a study of this name"));
    }
    let old = runs.len().saturating_sub(HISTORY_MAX);
    runs.drain(..old);
    runs.into_iter().map(|run| lab.run(&run.id)).collect()
}

fn history(lab: &LabServer, runs: &[RunSummary]) -> Result<History, ApiError> {
    let names: Vec<String> = runs.iter().map(name).collect();
    let (opened, observed) = opened(lab, runs)?;
    Ok(comparison::history(
        &opened,
        &observed,
        &names,
        MARGIN_PERCENT / 100.0,
        ERRORS_MARGIN_POINTS,
        ANALYSIS_SEED,
    ))
}

fn history_page(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let found = history(lab, &of_study(lab, call)?)?;
    call.page(plimsoll_report::history_html(&found, &Words::new(call.language(None)?)))
}

fn history_json(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let runs = of_study(lab, call)?;
    let words = Words::new(call.language(None)?);
    let found = history(lab, &runs)?;
    let changes = found.series.iter().flat_map(|series| {
        series.changes.iter().filter_map(|change| {
            let tag = |value: serde_json::Value| value.as_str().map(str::to_owned);
            Some(TrendChange {
                figure: tag(serde_json::to_value(series.metric).ok()?)?,
                load: plimsoll_report::load(&words, &series.subject.load),
                transaction: series.subject.transaction.clone(),
                at: runs.get(change.run)?.id.clone(),
                before: change.before,
                after: change.after,
                percent: change.percent,
                effect: tag(serde_json::to_value(change.effect).ok()?)?,
            })
        })
    });
    let changes = changes.collect();
    let point = |run: &RunSummary| TrendPoint {
        id: run.id.clone(),
        started: run.started.clone(),
        label: run.labels.get("commit").or_else(|| run.labels.values().next()).cloned(),
        variant: run.variant.clone(),
        capacity_per_s: run.capacity_per_s,
        throughput_per_s: run.throughput_per_s,
        p95_us: run.p95_us,
        error_percent: 100.0 * run.errors as f64 / run.requests.max(1) as f64,
        verdict: run.verdict.clone(),
        pinned: run.pinned,
    };
    let study = call.asked("study").unwrap_or_default().to_owned();
    ApiReply::json(&Trend { study, points: runs.iter().map(point).collect(), changes })
}
