//! Regular expressions of extractors and checks.

use fancy_regex::Regex;

/// Longest backtracking of one expression, steps.
const BACKTRACK_MAX: usize = 1_000_000;

/// A regular expression; `whole`: it must match the whole text.
pub fn regex(pattern: &str, whole: bool) -> Result<Regex, String> {
    let pattern = if whole { format!(r"\A(?:{pattern})\z") } else { pattern.to_owned() };
    let built = fancy_regex::RegexBuilder::new(&pattern).backtrack_limit(BACKTRACK_MAX).build();
    built.map_err(|e| e.to_string().split('\n').next_back().unwrap_or_default().to_owned())
}

/// The expression as the plan has it, without what [`regex`] put around it.
pub fn as_written(regex: &Regex) -> &str {
    let pattern = regex.as_str();
    pattern.strip_prefix(r"\A(?:").and_then(|inner| inner.strip_suffix(r")\z")).unwrap_or(pattern)
}

/// Whether the expression is found in the text. An error: it took too long to tell.
pub fn matches(regex: &Regex, text: &str) -> Result<bool, String> {
    regex.is_match(text).map_err(|_| backtracked(regex))
}

pub fn backtracked(regex: &Regex) -> String {
    format!("gave up after {BACKTRACK_MAX} steps of backtracking: /{}/", as_written(regex))
}
