//! The forms in which a run's report can be had.

use crate::api::ApiError;
use plimsoll_analysis::Analysis;
use plimsoll_report::{Language, Words};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportForm {
    Page,
    Json,
    Markdown,
    Junit,
    Text,
    /// The names of all tables, a line each.
    Tables,
    /// One table as CSV.
    Table(String),
}

const TABLE: &str = "table-";

impl ReportForm {
    fn name(&self) -> String {
        match self {
            ReportForm::Page => "page".to_owned(),
            ReportForm::Json => "json".to_owned(),
            ReportForm::Markdown => "markdown".to_owned(),
            ReportForm::Junit => "junit".to_owned(),
            ReportForm::Text => "text".to_owned(),
            ReportForm::Tables => "tables".to_owned(),
            ReportForm::Table(id) => format!("{TABLE}{id}"),
        }
    }

    fn of_name(name: &str) -> Option<ReportForm> {
        let plain = [
            ReportForm::Page,
            ReportForm::Json,
            ReportForm::Markdown,
            ReportForm::Junit,
            ReportForm::Text,
            ReportForm::Tables,
        ];
        match name.strip_prefix(TABLE) {
            Some(id) => Some(ReportForm::Table(id.to_owned())),
            None => plain.into_iter().find(|form| form.name() == name),
        }
    }

    /// Stable: of files in the lab's folder, and of what another process is asked for.
    pub fn file_name(&self, language: Language) -> String {
        format!("{}.{}", self.name(), language.tag())
    }

    pub fn of_file_name(name: &str) -> Option<(ReportForm, Language)> {
        let (form, tag) = name.rsplit_once('.')?;
        Some((ReportForm::of_name(form)?, tag.parse().ok()?))
    }

    /// Others are made quickly of an analysis.
    pub fn is_stored(&self) -> bool {
        matches!(self, ReportForm::Page | ReportForm::Tables)
    }

    pub fn made(&self, analysis: &Analysis, words: &Words) -> Result<String, ApiError> {
        Ok(match self {
            ReportForm::Page => plimsoll_report::html(analysis, words),
            ReportForm::Json => plimsoll_report::json(analysis),
            ReportForm::Markdown => plimsoll_report::markdown(analysis, words, "report-figures").text,
            ReportForm::Junit => plimsoll_report::junit(analysis, words),
            ReportForm::Text => plimsoll_report::terminal(analysis, words, 100),
            ReportForm::Tables => {
                let tables = plimsoll_report::tables(analysis, words);
                tables.into_iter().map(|table| table.id).collect::<Vec<_>>().join("\n")
            }
            ReportForm::Table(id) => {
                let found =
                    plimsoll_report::tables(analysis, words).into_iter().find(|table| table.id == *id);
                found.ok_or_else(|| ApiError::not_found("table of this name in the report"))?.csv()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_found_by_its_name() {
        for form in [ReportForm::Page, ReportForm::Junit, ReportForm::Table("steps".to_owned())] {
            let name = form.file_name(Language::Danish);
            assert_eq!(ReportForm::of_file_name(&name), Some((form, Language::Danish)));
        }
        assert_eq!(ReportForm::of_file_name("pdf.en"), None);
    }
}
