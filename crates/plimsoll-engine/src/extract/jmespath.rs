//! Values by JMESPath (JMESPathExtractor).

use super::answer::Answer;
use super::found::set_default;
use super::json::forget_list;
use super::names::{MATCHES_MAX, MatchNames};
use super::path::{JmesPath, jmes_path};
use crate::budget::LookBudget;
use crate::program::{Compiled, CompiledPattern};
use crate::scope::UserScope;
use jmespath::Variable;
use plimsoll_plan::plan::Extractor;
use std::borrow::Cow;

/// What is at the expression in the JSON text.
pub fn search(path: &JmesPath, text: &str, budget: &LookBudget) -> Result<jmespath::Rcvar, String> {
    budget.reads(text)?;
    let value = Variable::from_json(text)?;
    path.search(value).map_err(|e| e.to_string())
}

/// A value as JMeter writes it: strings bare, the rest as JSON.
pub fn value_text(value: &Variable) -> String {
    value.as_string().cloned().unwrap_or_else(|| value.to_string())
}

/// Sets `name`, or with all matches `name_1`…, and `name_matchNr`. The elements of an array are matches.
pub fn by_path(
    extractor: &Extractor<Compiled>,
    path: &CompiledPattern<JmesPath>,
    answer: &Answer<'_>,
    scope: &mut UserScope<'_>,
) -> bool {
    forget_list(&extractor.variable.name, scope);
    let texts: Vec<String> = answer.texts(extractor, scope).into_iter().map(Cow::into_owned).collect();
    let budget = scope.budget;
    let mut found = Vec::new();
    let searched = path.get(scope, jmes_path).and_then(|path| {
        let texts: Vec<&String> = texts.iter().filter(|text| !text.trim().is_empty()).collect();
        for text in &texts {
            let value = search(&path, text, budget)?;
            match value.as_array() {
                Some(items) => {
                    let texts = items.iter().take(MATCHES_MAX).map(|item| value_text(item));
                    found.extend(texts.take_while(|text| budget.takes(text.len())));
                }
                None if value.is_null() => {}
                None => found.push(value_text(&value)),
            }
        }
        Ok(!texts.is_empty())
    });
    if searched != Ok(true) {
        return set_default(extractor, scope);
    }
    found.truncate(MATCHES_MAX);
    let count = found.len();
    let chosen = match extractor.match_number {
        _ if count == 0 => None,
        n if n < 0 => {
            for (i, text) in found.iter().enumerate() {
                MatchNames { name: &extractor.variable.name, scope }.set(&format!("_{}", i + 1), text);
            }
            MatchNames { name: &extractor.variable.name, scope }.set("_matchNr", &count.to_string());
            return true;
        }
        _ if count == 1 => found.first(),
        0 => found.get(scope.random.usize(..count)),
        n => found.get(n as usize - 1),
    };
    let is_found = match chosen {
        Some(text) => {
            scope.user.variables.set(extractor.variable.slot, text);
            true
        }
        None => set_default(extractor, scope),
    };
    MatchNames { name: &extractor.variable.name, scope }.set("_matchNr", &count.to_string());
    is_found
}
