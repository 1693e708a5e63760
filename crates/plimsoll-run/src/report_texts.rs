//! What people say in a report, besides what was measured: who made it, of what and for what, and what they make of it.

use serde::{Deserialize, Serialize};

/// Texts of more than a line are Markdown; raw HTML in them is shown as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ReportTexts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// What is to be found out. Markdown, as the following ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// What was tested, and what was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// What is taken for granted, and where the test differs from production.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumptions: Option<String>,
    /// What the author makes of the results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommendations: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<DocumentVersion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagram: Option<Diagram>,
    /// The appendix defines its words; `None`: it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glossary: Option<bool>,
}

/// A row of the document history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DocumentVersion {
    pub version: String,
    /// As it was written.
    pub date: String,
    pub author: String,
    pub change: String,
}

/// A drawing of what was tested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagram {
    /// As the study named it.
    pub file: String,
    /// As the file held it: foreign, and not to be shown without making it inert.
    pub svg: String,
}

/// Longest SVG of a diagram, bytes.
pub const DIAGRAM_MAX: usize = 1 << 20;

impl ReportTexts {
    pub fn is_empty(&self) -> bool {
        *self == ReportTexts::default()
    }
}
