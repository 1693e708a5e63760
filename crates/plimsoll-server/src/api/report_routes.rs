//! What the report says of a run, in its forms.

use super::route::{ApiRoute, Handler, RouteAnswer};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::library::RunSummary;
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_analysis::Analysis;
use plimsoll_report::Words;
use std::sync::Arc;

const LANGUAGE: &[(&str, &str)] = &[("language", "en, da, de, tr; that of the run")];

fn route(
    path: &'static str,
    summary: &'static str,
    answer: &'static str,
    handler: super::route::Handle,
) -> ApiRoute {
    ApiRoute {
        method: Method::GET,
        path,
        summary,
        role: Some(UserRole::Viewer),
        query: LANGUAGE,
        body: None,
        answer: RouteAnswer::Other(answer),
        handler: Handler::Plain(handler),
    }
}

pub fn routes() -> Vec<ApiRoute> {
    vec![
        route("/api/v1/runs/{id}/report", "The report as a page", "text/html", page),
        route(
            "/api/v1/runs/{id}/report.json",
            "The report as JSON (docs/report.schema.json)",
            "application/json",
            json,
        ),
        route(
            "/api/v1/runs/{id}/report.md",
            "The report as Markdown, without its figures",
            "text/markdown",
            markdown,
        ),
        route(
            "/api/v1/runs/{id}/report.junit.xml",
            "A test case for each requirement",
            "application/xml",
            junit,
        ),
        route("/api/v1/runs/{id}/report.txt", "The summary as text", "text/plain", text),
        route(
            "/api/v1/runs/{id}/tables/{table}",
            "A table of the report, its name with .csv",
            "text/csv",
            table,
        ),
        route("/api/v1/runs/{id}/file", "The run file", "application/octet-stream", file),
        route("/api/v1/report.css", "The style sheet of reports", "text/css", style),
    ]
}

/// Of a run whose figures are final.
fn finished(lab: &LabServer, call: &ApiCall) -> Result<(RunSummary, Words, Arc<Analysis>), ApiError> {
    let summary = readable(lab, call)?;
    let path = lab.library.path(&summary);
    let analysis = lab.library.reports.analysis(&path)?;
    let of_run = analysis.runs.first().and_then(|run| run.header.language.as_deref());
    let words = Words::new(call.language(of_run)?);
    Ok((summary, words, analysis))
}

fn readable(lab: &LabServer, call: &ApiCall) -> Result<RunSummary, ApiError> {
    let summary = lab.run(call.part("id"))?;
    match &summary.problem {
        Some(problem) => Err(ApiError::unprocessable(problem.clone(), Vec::new())),
        None => Ok(summary),
    }
}

fn page(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = readable(lab, call)?;
    let path = lab.library.path(&summary);
    let of_run = match call.asked("language") {
        Some(_) => None,
        None => plimsoll_run::LiveReader::open(&path)?.1.language,
    };
    let language = call.language(of_run.as_deref())?;
    if summary.is_running() {
        let (run, observed) = crate::library::recorded::open(&path)?;
        let analysis = plimsoll_analysis::analyse(&[run], &[observed], crate::library::ANALYSIS_SEED);
        return Ok(ApiReply::Page(plimsoll_report::html(&analysis, &Words::new(language))));
    }
    Ok(ApiReply::Page(lab.library.reports.page(&summary.id, &path, language)?))
}

fn name(summary: &RunSummary, ending: &str) -> Option<String> {
    Some(format!(
        "{}{}{ending}",
        summary.name,
        if summary.variant.is_empty() { String::new() } else { format!(" {}", summary.variant) }
    ))
}

fn json(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, _, analysis) = finished(lab, call)?;
    Ok(ApiReply::Json(plimsoll_report::json(&analysis)))
}

fn markdown(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (summary, words, analysis) = finished(lab, call)?;
    let text = plimsoll_report::markdown(&analysis, &words, "report-figures").text;
    Ok(ApiReply::text("text/markdown; charset=utf-8", text, name(&summary, ".md")))
}

fn junit(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, words, analysis) = finished(lab, call)?;
    Ok(ApiReply::text("application/xml", plimsoll_report::junit(&analysis, &words), None))
}

fn text(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, words, analysis) = finished(lab, call)?;
    Ok(ApiReply::text("text/plain; charset=utf-8", plimsoll_report::terminal(&analysis, &words, 100), None))
}

fn table(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (summary, words, analysis) = finished(lab, call)?;
    let wanted = call.part("table").trim_end_matches(".csv");
    let found = plimsoll_report::tables(&analysis, &words).into_iter().find(|table| table.id == wanted);
    let table = found.ok_or_else(|| ApiError::not_found("table of this name in the report"))?;
    Ok(ApiReply::text("text/csv; charset=utf-8", table.csv(), name(&summary, &format!(" {wanted}.csv"))))
}

fn file(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let summary = lab.run(call.part("id"))?;
    if summary.is_running() {
        let error = ApiError::conflict("this run goes on, and its file is not whole before it ends");
        return Err(error.with_hint("`plimsoll report` on its machine reads it all the same"));
    }
    let file_name = summary.file.rsplit('/').next().unwrap_or(&summary.file).to_owned();
    Ok(ApiReply::File { path: lab.library.path(&summary), file_name })
}

fn style(_: &Arc<LabServer>, _: &ApiCall) -> Result<ApiReply, ApiError> {
    Ok(ApiReply::text("text/css; charset=utf-8", plimsoll_report::style_sheet().to_owned(), None))
}
