//! `report`: in which forms and language, and what people say in it.

use super::shapes;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_run::report_texts::DIAGRAM_MAX;
use plimsoll_run::{Diagram, DocumentVersion, Language, ReportFormat, ReportTexts, TableStyle, UnknownTag};
use std::path::Path;
use std::str::FromStr;

/// What a study asks of its report.
pub struct ReportRequest {
    pub formats: Vec<ReportFormat>,
    pub language: Language,
    pub tables: Option<TableStyle>,
    pub texts: ReportTexts,
}

impl Default for ReportRequest {
    fn default() -> ReportRequest {
        ReportRequest {
            formats: vec![ReportFormat::Html],
            language: Language::default(),
            tables: None,
            texts: ReportTexts::default(),
        }
    }
}

/// Paths are resolved against `folder`.
pub fn read(node: &Node, folder: &Path, problems: &mut Problems) -> ReportRequest {
    let mut report = Fields::of(node, &shapes::REPORT, problems);
    let language = report.parsed("language", tagged);
    let tables = report.parsed("tables", tagged);
    let mut formats = Vec::new();
    if let Some(node) = report.optional("formats") {
        for item in node.items() {
            formats.extend(report.parse_node(item, "formats", tagged::<ReportFormat>));
        }
    }
    let texts = texts(&mut report, folder);
    report.finish();
    let usual = ReportRequest::default();
    ReportRequest {
        formats: if formats.is_empty() { usual.formats } else { formats },
        language: language.unwrap_or(usual.language),
        tables,
        texts,
    }
}

fn tagged<T: FromStr<Err = UnknownTag>>(tag: &str) -> Result<T, String> {
    tag.parse().map_err(|unknown: UnknownTag| unknown.to_string())
}

/// Those of a file that holds what stands under `report` in a study, or a whole study of which only that is looked at.
pub fn read_texts(node: &Node, folder: &Path, problems: &mut Problems) -> ReportTexts {
    let under = node.entries().iter().find(|(key, _)| key.as_str() == Some("report"));
    match under {
        Some((_, report)) => read(report, folder, problems).texts,
        None => read(node, folder, problems).texts,
    }
}

fn texts(report: &mut Fields<'_, '_>, folder: &Path) -> ReportTexts {
    ReportTexts {
        author: text(report, "author"),
        contact: text(report, "contact"),
        purpose: text(report, "purpose"),
        scope: text(report, "scope"),
        assumptions: text(report, "assumptions"),
        conclusion: text(report, "conclusion"),
        recommendations: text(report, "recommendations"),
        history: history(report),
        diagram: diagram(report, folder),
        glossary: report.flag("glossary"),
    }
}

/// A text; of a list its items, as Markdown has them.
fn text(report: &mut Fields<'_, '_>, key: &'static str) -> Option<String> {
    let node = report.optional(key)?;
    let items = match &node.value {
        NodeValue::Sequence(items) => items,
        _ => {
            return report.parse_node(node, key, |text| Ok(text.trim().to_owned())).filter(|t| !t.is_empty());
        }
    };
    let lines: Vec<String> = items
        .iter()
        .filter_map(|item| report.parse_node(item, key, |text| Ok(text.trim().replace('\n', "\n  "))))
        .map(|item| format!("- {item}"))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn history(report: &mut Fields<'_, '_>) -> Vec<DocumentVersion> {
    let Some(node) = report.optional("history") else { return Vec::new() };
    if node.items().is_empty() {
        let message = format!("expected a list of versions, found {}", node.kind());
        report.problems.error(node.line, "history", message).hint = Some(
            "for example `history: [{version: 1.0, date: 2026-03-01, author: A. Tester, change: first issue}]`"
                .to_owned(),
        );
    }
    let version = |item: &Node, problems: &mut Problems| {
        let mut fields = Fields::of(item, &shapes::DOCUMENT_VERSION, problems);
        let mut text = |key| fields.text(key).unwrap_or_default();
        let version = DocumentVersion {
            version: text("version"),
            date: text("date"),
            author: text("author"),
            change: text("change"),
        };
        fields.finish();
        version
    };
    node.items().iter().map(|item| version(item, report.problems)).collect()
}

/// The file's text; what is drawn in it is looked at when it is shown.
fn diagram(report: &mut Fields<'_, '_>, folder: &Path) -> Option<Diagram> {
    report.parsed("diagram", |file| {
        let path = folder.join(file);
        let metadata =
            std::fs::metadata(&path).map_err(|e| format!("failed to read {}: {e}", path.display()))?;
        if !metadata.is_file() {
            return Err(format!("{} is no file", path.display()));
        }
        if metadata.len() > DIAGRAM_MAX as u64 {
            return Err(format!("{} is larger than {} kB", path.display(), DIAGRAM_MAX / 1024));
        }
        let svg =
            std::fs::read_to_string(&path).map_err(|e| format!("failed to read {}: {e}", path.display()))?;
        match svg.contains("<svg") {
            true => Ok(Diagram { file: file.to_owned(), svg }),
            false => Err(format!("{} is no SVG: save the drawing as plain SVG", path.display())),
        }
    })
}
