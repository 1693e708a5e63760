//! Scripts before and after a request, where they can be performed as a whole.

use super::element::{Element, Properties};
use super::lowering::{Lowering, Outcome};
use crate::evaluation;
use plimsoll_plan::expression::Language;
use plimsoll_plan::plan::Step;

/// The script as a step; none when it is empty.
pub fn script(lowering: &mut Lowering, element: &Element) -> Outcome<Vec<Step>> {
    let language = language(element)?;
    if !element.text("filename").trim().is_empty() {
        return Err("scripts in files are not run".to_owned());
    }
    let text = element.text("script");
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let template = evaluation::template(text)?;
    let is_fixed = template.as_literal().is_some();
    if let Some(problem) = template.script_problem(language) {
        return Err(format!("the script is not understood: {problem}"));
    }
    let is_before = element.kind.ends_with("PreProcessor");
    if is_before && text.to_lowercase().contains("sampler") {
        return Err("a script does not see the request that comes after it".to_owned());
    }
    if !is_before {
        lowering.approximate(
            element,
            "it runs after the assertions, and not after a failure that ends the iteration",
        );
    } else if !is_fixed && !matches!(element.text("cacheKey").trim(), "" | "false") {
        let difference =
            "each use puts its own values into the text; JMeter keeps a cached script's first ones";
        lowering.approximate(element, difference);
    }
    Ok(vec![Step::Script { language, text: template }])
}

fn language(element: &Element) -> Outcome<Language> {
    if element.kind.starts_with("BeanShell") {
        return Ok(Language::BeanShell);
    }
    match element.text("scriptLanguage").trim().to_ascii_lowercase().as_str() {
        "groovy" | "" => Ok(Language::Groovy),
        "beanshell" | "bsh" | "java" => Ok(Language::BeanShell),
        other => Err(format!("scripts in `{other}` are not run")),
    }
}
