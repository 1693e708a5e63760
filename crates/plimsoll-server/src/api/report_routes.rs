//! What the report says of a run, in its forms.

use super::route::{ApiRoute, Handler, RouteAnswer};
use super::{ApiCall, ApiError, ApiReply};
use crate::lab::LabServer;
use crate::library::{ReportForm, RunSummary};
use crate::people::UserRole;
use axum::http::Method;
use plimsoll_report::{Language, Words};
use std::path::Path;
use std::sync::Arc;

const LANGUAGE: &[(&str, &str)] = &[("language", "en, da, de, tr; that of the run")];
const PAGE: &[(&str, &str)] = &[LANGUAGE[0], ("theme", "light, dark; what the browser prefers")];

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
        ApiRoute {
            query: PAGE,
            ..route("/api/v1/runs/{id}/report", "The report as a page", "text/html", page)
        },
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

/// A form of the report on a run whose figures are final.
fn finished(lab: &LabServer, call: &ApiCall, form: &ReportForm) -> Result<(RunSummary, String), ApiError> {
    let summary = readable(lab, call)?;
    let path = lab.library.path(&summary);
    let language = language(call, &path)?;
    let text = lab.library.reports.form(&summary.id, &path, form, language)?;
    Ok((summary, text))
}

/// The one that is asked for, or the run's.
fn language(call: &ApiCall, path: &Path) -> Result<Language, ApiError> {
    let of_run = match call.asked("language") {
        Some(_) => None,
        None => plimsoll_run::LiveReader::open(path)?.1.language,
    };
    call.language(of_run.as_deref())
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
    let language = language(call, &path)?;
    if summary.is_running() {
        let (run, observed) = crate::library::recorded::open(&path)?;
        let analysis = plimsoll_analysis::analyse(&[run], &[observed], crate::library::ANALYSIS_SEED);
        return call.page(plimsoll_report::html(&analysis, &Words::new(language)));
    }
    call.page(lab.library.reports.form(&summary.id, &path, &ReportForm::Page, language)?)
}

fn name(summary: &RunSummary, ending: &str) -> Option<String> {
    Some(format!(
        "{}{}{ending}",
        summary.name,
        if summary.variant.is_empty() { String::new() } else { format!(" {}", summary.variant) }
    ))
}

fn json(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, text) = finished(lab, call, &ReportForm::Json)?;
    Ok(ApiReply::Json(text))
}

fn markdown(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (summary, text) = finished(lab, call, &ReportForm::Markdown)?;
    Ok(ApiReply::text("text/markdown; charset=utf-8", text, name(&summary, ".md")))
}

fn junit(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, text) = finished(lab, call, &ReportForm::Junit)?;
    Ok(ApiReply::text("application/xml", text, None))
}

fn text(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let (_, text) = finished(lab, call, &ReportForm::Text)?;
    Ok(ApiReply::text("text/plain; charset=utf-8", text, None))
}

fn table(lab: &Arc<LabServer>, call: &ApiCall) -> Result<ApiReply, ApiError> {
    let wanted = call.part("table").trim_end_matches(".csv").to_owned();
    let summary = readable(lab, call)?;
    let path = lab.library.path(&summary);
    if !lab.library.reports.tables(&summary.id, &path)?.contains(&wanted) {
        return Err(ApiError::not_found("table of this name in the report"));
    }
    let (summary, text) = finished(lab, call, &ReportForm::Table(wanted.clone()))?;
    Ok(ApiReply::text("text/csv; charset=utf-8", text, name(&summary, &format!(" {wanted}.csv"))))
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
