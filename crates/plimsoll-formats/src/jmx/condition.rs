//! Conditions of If and While: texts, scripts inside texts, and JavaScript.

use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::plan::Condition;
use plimsoll_plan::template::{Call, Function, Part};

/// If with "interpret condition as variable expression": the text must be `true`.
pub fn of_expression(text: &str) -> Result<Condition, String> {
    Ok(Condition::IsTrue(evaluation::template(text)?))
}

/// If without it: the text is JavaScript once its variables are replaced, and sees nothing of JMeter
/// (IfController.RhinoJsEngine).
pub fn of_script(text: &str) -> Result<Condition, String> {
    let template = evaluation::template(text)?;
    if let Some(object) = ["vars", "props", "ctx"].into_iter().find(|name| mentions(&template, name)) {
        return Err(format!(
            "JavaScript in a condition does not see `{object}`, so JMeter never runs what is inside: \
             switch \"interpret condition as variable expression\" on and write `${{__groovy(…)}}`"
        ));
    }
    if matches!(template.as_literal(), Some("true" | "false")) || is_one_function(&template) {
        return Ok(Condition::IsTrue(template));
    }
    let call = Call::new(Function::JavaScript, vec![template]);
    match call.problem() {
        None if !is_written(&call) => Err(format!("the condition `{text}` has a lone parenthesis in a text")),
        None => Ok(Condition::IsTrue(Template::of(vec![Part::Call(call)]))),
        Some(problem) => Err(format!("the condition `{text}`: {problem}")),
    }
}

/// A parenthesis without its other one can't be written inside a function.
fn is_written(call: &Call) -> bool {
    let template = Template::of(vec![Part::Call(call.clone())]);
    Template::parse(&template.source()) == template
}

/// A script of its own gives `true` or `false`, and JavaScript makes the same of that.
fn is_one_function(template: &Template) -> bool {
    matches!(template.parts.as_slice(), [Part::Call(call)] if call.function.language().is_some())
}

fn mentions(template: &Template, name: &str) -> bool {
    let word = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    template.parts.iter().any(|part| matches!(part, Part::Literal(text) if word(text)))
}

/// While: goes on until the text is `false`; `LAST` or blank looks at the last sample.
pub fn of_while(text: &str) -> Result<Condition, String> {
    if text.is_empty() || text.eq_ignore_ascii_case("LAST") {
        return Ok(Condition::LastSucceeded);
    }
    Ok(Condition::IsNotFalse(evaluation::template(text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(judged: Result<Condition, String>, expected: &str) {
        let shown = match judged {
            Ok(Condition::IsTrue(text)) => format!("is true: {}", text.source()),
            Ok(Condition::IsNotFalse(text)) => format!("is not false: {}", text.source()),
            Ok(Condition::LastSucceeded) => "last succeeded".to_owned(),
            Ok(other) => format!("{other:?}"),
            Err(reason) => reason,
        };
        assert!(shown.contains(expected), "{shown} instead of {expected}");
    }

    #[test]
    fn expressions_are_texts_whose_functions_are_performed() {
        for text in [
            "true",
            "${ok}",
            r#"${__jexl3("${a}" != "0")}"#,
            r#"${__groovy(vars.get("a") == 'x')}"#,
            "${__jexl3(${n} < 5)}",
            r#"${__jexl3("${a}" == "b" && "${c}" == "d")}"#,
        ] {
            check(of_expression(text), &format!("is true: {text}"));
        }
        check(
            of_expression("${__groovy([1].transpose())}"),
            "column 5 of the script: the method `transpose` is not supported",
        );
    }

    #[test]
    fn scripts_are_literals_or_javascript() {
        check(of_script("false"), "is true: false");
        check(of_script(r#""${code}"=="""#), r#"is true: ${__javaScript("${code}"=="")}"#);
        check(of_script("${__threadNum()} == 3"), "is true: ${__javaScript(${__threadNum()} == 3)}");
        check(of_script("${flag}"), "is true: ${__javaScript(${flag})}");
        check(of_script("If condition"), "column 1 of the script");
        check(of_script("vars.get('a') == 1"), "does not see `vars`");
    }

    #[test]
    fn while_goes_on_until_false() {
        check(of_while(""), "last succeeded");
        check(of_while("LAST"), "last succeeded");
        check(of_while("${loop}"), "is not false: ${loop}");
        check(of_while(r#"${__javaScript("${s}" !== "UP")}"#), "is not false: ${__javaScript(");
        check(of_while("${__javaScript(a.b())}"), "`a` is not known");
    }
}
