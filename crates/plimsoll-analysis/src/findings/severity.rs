use serde::Serialize;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Figures can't be used, or a requirement failed.
    Critical,
    /// Puts a caveat on a figure, or asks for another experiment.
    Warning,
    Information,
}
