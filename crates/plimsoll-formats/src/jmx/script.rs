//! Scripts of processors, assertions, samplers, timers and listeners, where they can be performed as a whole.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::expression::{Script, ScriptLanguage};
use plimsoll_plan::plan::{Check, LocalAction, Pause};

/// What JMeter does with an empty script in a JSR223 element: it fails (JSR223TestElement.processFileOrScript).
const EMPTY: &str = "assert false : \"the script is empty\"";

/// What a script's element is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Before a sampler, or at its timers.
    Before,
    After,
    Assertion,
    Sampler,
    Listener,
}

fn role(kind: &str) -> Role {
    match kind {
        kind if kind.ends_with("PostProcessor") => Role::After,
        kind if kind.ends_with("Assertion") => Role::Assertion,
        kind if kind.ends_with("Sampler") => Role::Sampler,
        kind if kind.ends_with("Listener") => Role::Listener,
        _ => Role::Before,
    }
}

/// The language and the text; none when it is empty.
pub fn script(
    lowering: &mut Lowering,
    element: &Element,
) -> ElementResult<Option<(ScriptLanguage, Template)>> {
    let language = language(element)?;
    if !own(element, "filename").trim().is_empty() {
        return Err("scripts in files are not run".to_owned());
    }
    let text = own(element, "script");
    if text.trim().is_empty() {
        return Ok(None);
    }
    let template = evaluation::template(text)?;
    if let Some(problem) = template.script_problem(language) {
        return Err(format!("the script is not understood: {problem}"));
    }
    expect_known_names(role(&element.kind), language, text)?;
    let is_fixed = template.as_literal().is_some() || only_logs(text);
    if !is_fixed && !matches!(element.text("cacheKey").trim(), "" | "false") {
        let difference =
            "each use puts its own values into the text; JMeter keeps a cached script's first ones";
        lowering.approximate(element, difference);
    }
    Ok(Some((language, template)))
}

/// Whether values that are put into the text are seen in the log alone.
fn only_logs(text: &str) -> bool {
    let line =
        |line: &&str| !line.trim_start().starts_with("log.") || line.trim_end().matches(';').count() > 1;
    text.lines().filter(line).all(|line| !line.contains("${"))
}

/// Scripts are read the same wherever they stand; what JMeter gives only some of them is looked for here.
fn expect_known_names(role: Role, language: ScriptLanguage, text: &str) -> ElementResult<()> {
    let before = matches!(role, Role::Before | Role::Sampler);
    let other_uses = [
        "SampleResult",
        "sampler.getCookieManager",
        "sampler.cookieManager",
        "getCurrentSampler().getCookieManager",
    ];
    let rest = other_uses.iter().fold(text.to_owned(), |text, known| text.replace(known, ""));
    if before && rest.to_lowercase().contains("sampler") {
        return Err("a script does not see the request that comes after it; of its sampler only `getCookieManager().clear()` is known".to_owned());
    }
    if role != Role::Assertion && text.contains("AssertionResult") {
        return Err("only an assertion has an `AssertionResult`".to_owned());
    }
    if role == Role::Assertion && text.contains("SampleResult.set") {
        return Err("a script does not change an answer".to_owned());
    }
    let has_sample = matches!(role, Role::Assertion | Role::Sampler);
    if !has_sample && language == ScriptLanguage::Groovy && text.contains("SampleResult") {
        return Err("there is no `SampleResult` here".to_owned());
    }
    Ok(())
}

pub fn check(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Check>> {
    let script = script(lowering, element)?.or_else(|| empty(element));
    Ok(script.map(|(language, text)| Check::Script { language, text }))
}

pub fn sample(lowering: &mut Lowering, element: &Element) -> ElementResult<LocalAction> {
    let script = script(lowering, element)?.or_else(|| empty(element));
    let (language, text) = script.unwrap_or((ScriptLanguage::BeanShell, Template::literal("")));
    Ok(LocalAction::Script { language, text })
}

/// The script's value in milliseconds; what is none is no time.
pub fn pause(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<Pause>> {
    let script = script(lowering, element)?;
    Ok(script.map(|(language, text)| Pause::Constant(Template::of_script(language, text))))
}

/// A listener that only looks and logs is nothing to perform.
pub fn listener(lowering: &mut Lowering, element: &Element) -> ElementResult<()> {
    let Some((language, template)) = script(lowering, element)? else { return Ok(()) };
    let script = template.as_literal().and_then(|text| Script::parse(language, text).ok());
    let does_nothing = script.is_some_and(|script| {
        let (variables, properties) = script.assigns();
        variables.is_some_and(|names| names.is_empty()) && !properties && !script.acts()
    });
    match does_nothing {
        true => Ok(()),
        false => Err("a listener's script that changes something is not run".to_owned()),
    }
}

fn empty(element: &Element) -> Option<(ScriptLanguage, Template)> {
    element.kind.starts_with("JSR223").then(|| (ScriptLanguage::Groovy, Template::literal(EMPTY)))
}

/// Some elements have their own name before the property's.
fn own<'e>(element: &'e Element, property: &str) -> &'e str {
    let older = match property {
        "script" => "query",
        property => property,
    };
    match element.text(property) {
        "" => element.text(&format!("{}.{older}", element.kind)),
        text => text,
    }
}

fn language(element: &Element) -> ElementResult<ScriptLanguage> {
    if element.kind.starts_with("BeanShell") {
        return Ok(ScriptLanguage::BeanShell);
    }
    match element.text("scriptLanguage").trim().to_ascii_lowercase().as_str() {
        "groovy" | "" => Ok(ScriptLanguage::Groovy),
        "beanshell" | "bsh" | "java" => Ok(ScriptLanguage::BeanShell),
        other => Err(format!("scripts in `{other}` are not run")),
    }
}
