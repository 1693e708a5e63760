//! Conditions of If and While that need no script engine: texts, and comparisons of two texts.

use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::plan::Condition;
use plimsoll_plan::template::{Function, Part};

/// A condition, and how it differs from what JMeter evaluates.
#[derive(Debug, PartialEq)]
pub struct Judged {
    pub condition: Condition,
    pub difference: Option<&'static str>,
}

impl From<Condition> for Judged {
    fn from(condition: Condition) -> Self {
        Judged { condition, difference: None }
    }
}

/// If with "interpret condition as variable expression": the text must be `true`.
pub fn of_expression(text: &str) -> Result<Judged, String> {
    match script_inside(text)? {
        Some(script) => comparison(script).ok_or_else(|| needs_script(text)),
        None => Ok(Condition::IsTrue(evaluation::template(text)?).into()),
    }
}

/// If without it: the text is JavaScript once its variables are replaced.
pub fn of_script(text: &str) -> Result<Judged, String> {
    let script = script_inside(text)?.unwrap_or(text);
    if let Some(judged) = comparison(script) {
        return Ok(judged);
    }
    let template = evaluation::template(script)?;
    match (template.as_literal(), template.parts.as_slice()) {
        (Some("true" | "false"), _) | (None, [_]) => Ok(Condition::IsTrue(template).into()),
        _ => Err(needs_script(text)),
    }
}

/// While: goes on until the text is `false`; `LAST` or blank looks at the last sample.
pub fn of_while(text: &str) -> Result<Judged, String> {
    if text.is_empty() || text.eq_ignore_ascii_case("LAST") {
        return Ok(Condition::LastSucceeded.into());
    }
    match script_inside(text)? {
        Some(script) => comparison(script).ok_or_else(|| needs_script(text)),
        None => Ok(Condition::IsNotFalse(evaluation::template(text)?).into()),
    }
}

fn needs_script(text: &str) -> String {
    format!("the condition `{text}` needs a script engine")
}

/// What is inside `${__jexl3(…)}` and its like, when the text is nothing else.
fn script_inside(text: &str) -> Result<Option<&str>, String> {
    const FUNCTIONS: [&str; 5] = ["__jexl3(", "__jexl2(", "__jexl(", "__groovy(", "__javaScript("];
    let inside = FUNCTIONS.iter().find_map(|f| text.strip_prefix("${")?.strip_prefix(f)?.strip_suffix(")}"));
    let Some(script) = inside.map(str::trim) else { return Ok(None) };
    // The second argument names a variable for the result; mostly it is there but empty.
    match script.rsplit_once(',') {
        Some((script, variable)) if variable.trim().is_empty() => Ok(Some(script.trim())),
        _ => Ok(Some(script)),
    }
}

/// `left == right` or `left != right`, also in JavaScript's strict form.
fn comparison(script: &str) -> Option<Judged> {
    let (left, rest) = operand(script)?;
    let rest = rest.trim_start();
    let operators = [("===", true), ("!==", false), ("==", true), ("!=", false)];
    let (equal, rest) = operators.iter().find_map(|(o, equal)| Some((*equal, rest.strip_prefix(o)?)))?;
    let (right, rest) = operand(rest)?;
    if !rest.trim().is_empty() || left.is_number != right.is_number {
        return None;
    }
    let exact = !left.is_number || (left.is_plain_number() && right.is_plain_number());
    let (left, right) = (left.text, right.text);
    let condition = if equal { Condition::Equal(left, right) } else { Condition::NotEqual(left, right) };
    Some(Judged { condition, difference: (!exact).then_some("numbers are compared as they are written") })
}

struct Operand {
    text: Template,
    /// Without quotes: a script engine takes it as a number.
    is_number: bool,
}

impl Operand {
    /// Has one way of being written.
    fn is_plain_number(&self) -> bool {
        match self.text.parts.as_slice() {
            [Part::Literal(text)] => text.parse::<i64>().is_ok_and(|n| n.to_string() == *text),
            [Part::Call(call)] => matches!(call.function, Function::ThreadNumber | Function::Counter),
            _ => false,
        }
    }
}

/// A quoted text, `vars.get("name")`, a whole number, or a reference; and what follows it.
fn operand(text: &str) -> Option<(Operand, &str)> {
    let text = text.trim_start();
    let quoted = |text: &Template| Operand { text: text.clone(), is_number: false };
    if let Some((inner, rest)) = quoted_text(text) {
        return Some((quoted(&evaluation::template(inner).ok()?), rest));
    }
    if let Some(after) = text.strip_prefix("vars.get(") {
        let (name, rest) = quoted_text(after.trim_start())?;
        let variable = Template { parts: vec![Part::Variable(name.to_owned())] };
        return Some((quoted(&variable), rest.trim_start().strip_prefix(')')?));
    }
    let length = match text.strip_prefix("${") {
        Some(_) => reference_length(text)?,
        None => text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()),
    };
    let template = evaluation::template(&text[..length]).ok().filter(|t| t.parts.len() == 1)?;
    Some((Operand { text: template, is_number: true }, &text[length..]))
}

/// The inside of the quoted text at the start, when it holds no escape, and what follows it.
fn quoted_text(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (inner, rest) = text[1..].split_once(quote)?;
    (!inner.contains('\\')).then_some((inner, rest))
}

fn reference_length(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at + 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(judged: Result<Judged, String>) -> String {
        let judged = match judged {
            Ok(judged) => judged,
            Err(_) => return "unsupported".to_owned(),
        };
        let shown = match judged.condition {
            Condition::IsTrue(text) => format!("is true: {}", text.source()),
            Condition::IsNotFalse(text) => format!("is not false: {}", text.source()),
            Condition::LastSucceeded => "last succeeded".to_owned(),
            Condition::Equal(left, right) => format!("[{}] = [{}]", left.source(), right.source()),
            Condition::NotEqual(left, right) => format!("[{}] /= [{}]", left.source(), right.source()),
        };
        if judged.difference.is_some() { format!("about {shown}") } else { shown }
    }

    #[test]
    fn expressions_are_texts_or_simple_comparisons() {
        let cases = [
            ("true", "is true: true"),
            ("${ok}", "is true: ${ok}"),
            (r#"${__jexl3("${a}" != "0")}"#, "[${a}] /= [0]"),
            (r#"${__jexl3("${a}"== "https",)}"#, "[${a}] = [https]"),
            (r#"${__groovy(vars.get("a") == 'x')}"#, "[${a}] = [x]"),
            ("${__jexl3(${n} < 5)}", "unsupported"),
            ("${__groovy(vars.get('a').size() > 1)}", "unsupported"),
            (r#"${__jexl3("${a}" == "b" && "${c}" == "d")}"#, "unsupported"),
            ("${__jexl3(${n} == 5)}", "about [${n}] = [5]"),
        ];
        for (text, expected) in cases {
            assert_eq!(show(of_expression(text)), expected, "{text}");
        }
    }

    #[test]
    fn scripts_are_literals_variables_or_simple_comparisons() {
        let cases = [
            ("false", "is true: false"),
            (r#""${code}"=="""#, "[${code}] = []"),
            ("${__threadNum()} == 3", "[${__threadNum()}] = [3]"),
            ("${flag}", "is true: ${flag}"),
            ("If condition", "unsupported"),
            ("", "unsupported"),
            (r#""a\"b" == "c""#, "unsupported"),
        ];
        for (text, expected) in cases {
            assert_eq!(show(of_script(text)), expected, "{text}");
        }
    }

    #[test]
    fn while_goes_on_until_false() {
        let cases = [
            ("", "last succeeded"),
            ("LAST", "last succeeded"),
            ("${loop}", "is not false: ${loop}"),
            (r#"${__javaScript("${s}" !== "UP")}"#, "[${s}] /= [UP]"),
            ("${__javaScript(a.b())}", "unsupported"),
        ];
        for (text, expected) in cases {
            assert_eq!(show(of_while(text)), expected, "{text}");
        }
    }
}
