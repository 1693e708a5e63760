//! Scripts: the usual lines become checks, extractors and assignments; the others are listed.

use super::variable::{name, template};
use crate::json;
use crate::openapi::status_check;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{
    Check, Extractor, ExtractorKind, JsonExpectation, Request, ResponseField, SampleScope, Step, TextCheck,
    TextComparison,
};

/// Takes over what can be; gives what can't.
pub fn add(event: &Node, request: &mut Request, before: &mut Vec<Step>) -> Vec<String> {
    let Some(script) = event.get("script").filter(|_| !event.flag("disabled")) else { return Vec::new() };
    let text = match script.get("exec") {
        Some(exec) if exec.as_text().is_some() => json::plain(exec),
        Some(exec) => exec.elements().iter().map(json::plain).collect::<Vec<_>>().join("\n"),
        None => script.as_text().unwrap_or_default().to_owned(),
    };
    let is_test = event.text("listen") == Some("test");
    // Names of the answer's JSON, and of parts of it.
    let mut aliases: Vec<(String, String)> = Vec::new();
    let mut left = Vec::new();
    for statement in statements(&text) {
        let done = match is_test {
            true => test(&statement, request, &mut aliases),
            false => assignment(&statement, before),
        };
        if done.is_none() {
            let shown: String = statement.chars().take(80).collect();
            left.push(format!("not converted: `{shown}`"));
        }
    }
    left
}

/// Without comments, without the `pm.test` around them.
fn statements(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| match line.find("//") {
        Some(at) if !line[..at].ends_with(':') => &line[..at],
        _ => line,
    });
    let mut rest = lines.collect::<Vec<_>>().join("\n");
    while let Some(start) = rest.find("pm.test(") {
        let Some(open) = rest[start..].find('{') else { break };
        rest.replace_range(start..=start + open, ";");
    }
    rest.split([';', '\n'])
        .map(|part| part.trim().trim_end_matches([' ', '}', ')']).trim())
        .filter(|part| !part.is_empty() && !part.starts_with("console.") && !part.starts_with('}'))
        .map(balanced)
        .collect()
}

/// The brackets that belonged to the statement itself come back.
fn balanced(text: &str) -> String {
    let count = |c: char| text.matches(c).count();
    let missing = count('(').saturating_sub(count(')'));
    format!("{text}{}", ")".repeat(missing))
}

const SETTERS: [&str; 6] = [
    "pm.environment.set(",
    "pm.collectionVariables.set(",
    "pm.variables.set(",
    "pm.globals.set(",
    "postman.setEnvironmentVariable(",
    "postman.setGlobalVariable(",
];

/// `set("name", expression)`.
fn setter(statement: &str) -> Option<(String, &str)> {
    let inner = SETTERS.iter().find_map(|start| statement.strip_prefix(start))?.strip_suffix(')')?;
    let (variable, value) = inner.split_once(',')?;
    Some((name(quoted(variable.trim())?), value.trim()))
}

fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains([quote, '\\'])).then_some(inner)
}

/// Before the request: fixed values.
fn assignment(statement: &str, before: &mut Vec<Step>) -> Option<()> {
    let (variable, value) = setter(statement)?;
    let is_number = value.parse::<f64>().is_ok();
    let value = if is_number { Template::literal(value) } else { template(quoted(value)?) };
    before.push(Step::Assign { variable, value });
    Some(())
}

fn test(statement: &str, request: &mut Request, aliases: &mut Vec<(String, String)>) -> Option<()> {
    let declared = ["var ", "let ", "const "].into_iter().find_map(|word| statement.strip_prefix(word));
    if let Some((alias, value)) = declared.and_then(|rest| rest.split_once('=')) {
        let path = json_path(value.trim(), aliases)?;
        aliases.push((alias.trim().to_owned(), path));
        return Some(());
    }
    if let Some((variable, value)) = setter(statement) {
        request.extractors.push(extractor(variable, value, aliases)?);
        return Some(());
    }
    let check = status(statement)
        .or_else(|| duration(statement))
        .or_else(|| content(statement))
        .or_else(|| member(statement, aliases))?;
    request.checks.push(check);
    Some(())
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.strip_suffix(end).map(str::trim)
}

/// What stands behind `.to.equal(` and its like.
fn expected<'a>(statement: &'a str, subject: &str) -> Option<&'a str> {
    let rest = between(statement, "pm.expect(", ")")?;
    let (given, rest) = rest.split_once(").to.")?;
    let words = ["equal(", "eql(", "eq(", "be.equal(", "be.eql("];
    (given.trim() == subject).then(|| words.iter().find_map(|word| rest.strip_prefix(word)))?.map(str::trim)
}

fn status(statement: &str) -> Option<Check> {
    let legacy = statement.starts_with("tests[").then(|| statement.split_once("responseCode.code")).flatten();
    let one = between(statement, "pm.response.to.have.status(", ")")
        .or_else(|| expected(statement, "pm.response.code"))
        .or_else(|| legacy.map(|(_, rest)| rest.trim_start_matches(['=', ' '])));
    let several = between(statement, "pm.expect(pm.response.code).to.be.oneOf([", "])");
    let codes: Vec<String> = match (one, several) {
        (Some(one), _) => vec![one.to_owned()],
        (None, Some(several)) => several.split(',').map(|code| code.trim().to_owned()).collect(),
        (None, None) if statement == "pm.response.to.be.ok" || statement == "pm.response.to.be.success" => {
            return Some(text_check(ResponseField::StatusCode, TextComparison::Matches, "2.."));
        }
        _ => return None,
    };
    codes.iter().all(|code| code.len() == 3 && code.parse::<u16>().is_ok()).then(|| status_check(&codes))
}

fn duration(statement: &str) -> Option<Check> {
    let below = between(statement, "pm.expect(pm.response.responseTime).to.be.below(", ")")?;
    below.parse::<u32>().ok().map(|ms| Check::MaxDurationMs(Template::literal(ms.to_string())))
}

fn content(statement: &str) -> Option<Check> {
    let text = between(statement, "pm.expect(pm.response.text()).to.include(", ")")
        .or_else(|| between(statement, "pm.expect(pm.response.text()).to.contain(", ")"))
        .or_else(|| between(statement, "pm.response.to.have.body(", ")"));
    let is_whole = statement.starts_with("pm.response.to.have.body(");
    let comparison = if is_whole { TextComparison::Equals } else { TextComparison::Substring };
    Some(text_check(ResponseField::Body, comparison, quoted(text?)?))
}

/// `pm.expect(json.a.b).to.eql("x")`.
fn member(statement: &str, aliases: &[(String, String)]) -> Option<Check> {
    let rest = statement.strip_prefix("pm.expect(")?;
    let (subject, _) = rest.split_once(").to.")?;
    let path = json_path(subject.trim(), aliases)?;
    let value = expected(statement, subject.trim())?;
    let is_plain = value.parse::<f64>().is_ok() || matches!(value, "true" | "false");
    let value = if is_plain { Template::literal(value) } else { template(quoted(value)?) };
    let value = JsonExpectation { expected: Some(value), regex: false, or_null: false, negate: false };
    Some(Check::Json { path: Template::literal(path), value })
}

fn text_check(source: ResponseField, comparison: TextComparison, pattern: &str) -> Check {
    Check::Text(TextCheck {
        source,
        comparison,
        negate: false,
        any: false,
        patterns: vec![template(pattern)],
        assume_success: false,
        message: None,
    })
}

fn extractor(variable: String, value: &str, aliases: &[(String, String)]) -> Option<Extractor> {
    let header = between(value, "pm.response.headers.get(", ")").and_then(quoted);
    let (source, kind) = match header {
        Some(header) if header.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            let pattern = Template::literal(format!("(?im)^{header}: *(.*?)\\r?$"));
            (ResponseField::ResponseHeaders, ExtractorKind::Regex { pattern, template: "$1$".to_owned() })
        }
        _ => (ResponseField::Body, ExtractorKind::JsonPath(Template::literal(json_path(value, aliases)?))),
    };
    let scope = SampleScope::Main;
    Some(Extractor { variable, source, scope, kind, match_number: 1, default: None })
}

/// `pm.response.json().a[0]["b"]`, or a name for a part of it, as a JSON path.
fn json_path(text: &str, aliases: &[(String, String)]) -> Option<String> {
    let roots = ["pm.response.json()", "JSON.parse(responseBody)", "JSON.parse(pm.response.text())"];
    let of_root = roots.into_iter().find_map(|root| Some(("$", text.strip_prefix(root)?)));
    let of_alias = || {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (_, path) = aliases.iter().rev().find(|(alias, _)| *alias == text[..end])?;
        Some((path.as_str(), &text[end..]))
    };
    let (start, mut rest) = of_root.or_else(of_alias)?;
    let mut path = start.to_owned();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (key, after) = inner.split_once(']')?;
            match quoted(key) {
                Some(key) if !key.contains('\'') => path.push_str(&format!("['{key}']")),
                _ => path.push_str(&format!("[{}]", key.parse::<u32>().ok()?)),
            }
            rest = after;
        } else {
            let inner = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'))?;
            let end = inner.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inner.len());
            if end == 0 || inner[end..].starts_with('(') {
                return None;
            }
            path.push_str(&format!(".{}", &inner[..end]));
            rest = &inner[end..];
        }
    }
    Some(path)
}
