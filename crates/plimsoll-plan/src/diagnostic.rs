//! What a reader of plans and studies has to say about its input.

use std::fmt;

/// How bad a [`Diagnostic`] is. An `Error` means that the input can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DiagnosticSeverity {
    Note,
    Warning,
    Error,
}

/// One located message about an input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: DiagnosticSeverity,
    /// The file as the user named it.
    pub file: String,
    /// 1-based; 0 when the message is about the whole file.
    pub line: u32,
    /// The element or key the message is about, e.g. `HTTPSamplerProxy "Login"`; may be empty.
    pub element: String,
    /// A lowercase fragment.
    pub message: String,
    pub hint: Option<String>,
}

impl Diagnostic {
    pub fn error(file: &str, line: u32, element: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(DiagnosticSeverity::Error, file, line, element, message)
    }

    pub fn warning(file: &str, line: u32, element: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(DiagnosticSeverity::Warning, file, line, element, message)
    }

    fn new(
        severity: DiagnosticSeverity,
        file: &str,
        line: u32,
        element: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (element, message) = (element.into(), message.into());
        Diagnostic { severity, file: file.to_owned(), line, element, message, hint: None }
    }

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == DiagnosticSeverity::Error
    }
}

impl fmt::Display for Diagnostic {
    /// `plan.jmx:84: BeanShellSampler "x": message`; the hint is left to the printer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if !self.element.is_empty() {
            write!(f, ": {}", self.element)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// How faithfully one element of a foreign plan is performed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// Performed as the plan's own tool does it.
    Exact,
    /// Performed with a stated difference.
    Approximated(String),
    /// Not performed; the text says what is missing.
    Unsupported(String),
    /// Has no effect on the load: a listener, a comment, a disabled element.
    Inert,
}

/// One element of a plan as `plimsoll check` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementReport {
    pub line: u32,
    /// The element's type as written, e.g. `HTTPSamplerProxy`.
    pub kind: String,
    pub name: String,
    pub enabled: bool,
    pub fidelity: Fidelity,
}

/// The closest of `known` to a misspelt `word`, when one is close enough to be what was meant.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&lower, &k.to_lowercase()), k))
        .filter(|(distance, k)| *distance <= 1 + k.len().min(word.len()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, k)| k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_finds_the_closest_known_one() {
        let known = ["threads", "nodes", "step", "requirements"];
        assert_eq!(closest("thraeds", known), Some("threads"));
        assert_eq!(closest("requirments", known), Some("requirements"));
        assert_eq!(closest("banana", known), None);
    }
}
