//! VariableNames of variables.

use std::collections::BTreeMap;

#[derive(Default)]
pub struct VariableNames {
    /// Until which step a name is in use, and for which value.
    used: BTreeMap<String, usize>,
}

/// Those that plans of recordings have already.
const TAKEN: [&str; 5] = ["scheme", "host", "port", "username", "password"];

impl VariableNames {
    /// A name for a value that is extracted at a step and last used at another one. One that is no longer used is taken
    /// again: a token that is replaced on each page keeps its name.
    pub fn of(&mut self, wanted: &str, value: &str, from: usize, until: usize) -> String {
        let base = plain(wanted, value);
        let numbered = |n: usize| if n == 1 { base.clone() } else { format!("{base}_{n}") };
        let is_free = |name: &String| {
            !TAKEN.contains(&name.as_str()) && self.used.get(name).is_none_or(|last| *last <= from)
        };
        let name = (1..).map(numbered).find(is_free).unwrap_or(base);
        self.used.insert(name.clone(), until);
        name
    }
}

/// A word that may be said of a thing: no number, and not `id` itself.
pub fn is_noun(text: &str) -> bool {
    text.len() > 2 && text.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_'))
}

/// Of English.
pub fn singular(noun: &str) -> String {
    match (noun.strip_suffix("ies"), noun.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
        _ => noun.to_owned(),
    }
}

/// `csrf_token` of `csrf-token` or `form[csrf-token]`, `order_id` of `orderId`.
fn plain(name: &str, value: &str) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && was_lower {
                out.push('_');
            }
            was_lower = c.is_ascii_lowercase();
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
            was_lower = false;
        }
    }
    let out: String = out.trim_matches('_').chars().take(40).collect();
    let is_name = out.starts_with(|c: char| c.is_ascii_alphabetic()) && out != value;
    if is_name { out } else { "value".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_taken_again_when_they_are_free() {
        assert_eq!(plain("form[_csrf-token]", ""), "form_csrf_token");
        assert_eq!(
            [plain("orderId", ""), plain("__VIEWSTATE", ""), plain("7", "")],
            ["order_id", "viewstate", "value"]
        );
        let mut names = VariableNames::default();
        assert_eq!(names.of("csrf", "", 0, 3), "csrf");
        assert_eq!(names.of("csrf", "", 2, 4), "csrf_2", "the first is still used");
        assert_eq!(names.of("csrf", "", 3, 5), "csrf");
        assert_eq!(names.of("host", "", 3, 5), "host_2");
    }
}
