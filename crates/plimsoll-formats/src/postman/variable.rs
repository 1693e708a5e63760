//! `{{name}}` as `${name}`.

use crate::json;
use crate::servers;
use plimsoll_plan::Template;
use plimsoll_plan::document::Node;
use plimsoll_plan::template::Part;

/// Postman's dynamic variables that have a function.
const DYNAMIC: [(&str, &str); 7] = [
    ("$guid", "${__UUID}"),
    ("$randomUUID", "${__UUID}"),
    ("$timestamp", "${__time(/1000)}"),
    ("$randomInt", "${__Random(0,1000)}"),
    ("$randomAlphaNumeric", "${__RandomString(1,abcdefghijklmnopqrstuvwxyz0123456789)}"),
    (
        "$randomPassword",
        "${__RandomString(15,abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789)}",
    ),
    ("$randomBoolean", "${__chooseRandom(true,false,_)}"),
];

/// A text of the collection; what else it holds stays as it is.
pub fn template(text: &str) -> Template {
    let mut parts: Vec<Part> = Vec::new();
    let mut literal = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        let Some(end) = rest[start..].find("}}") else { break };
        // `{{{x}}` ends with the inner braces.
        let start = start + rest[start..start + end].rfind("{{").unwrap_or(0);
        let end = rest[start..].find("}}").unwrap_or(0);
        literal.push_str(&rest[..start]);
        let given = rest[start + 2..start + end].trim();
        rest = &rest[start + end + 2..];
        let made = match given.strip_prefix('$') {
            None if given.is_empty() => Vec::new(),
            None => vec![Part::Variable(name(given))],
            Some(_) => DYNAMIC
                .iter()
                .find(|(dynamic, _)| *dynamic == given)
                .map_or_else(Vec::new, |(_, function)| Template::parse(function).parts),
        };
        if made.is_empty() {
            literal.push_str(&format!("{{{{{given}}}}}"));
            continue;
        }
        if !literal.is_empty() {
            parts.push(Part::Literal(std::mem::take(&mut literal)));
        }
        parts.extend(made);
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        parts.push(Part::Literal(literal));
    }
    Template::of(parts)
}

/// A name that `${…}` can hold.
pub fn name(given: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let name: String = given.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    let name = name.trim_start_matches("__");
    if name.is_empty() { "variable".to_owned() } else { name.to_owned() }
}

/// The variables of a collection or an environment, in its order.
pub fn list(variables: &[Node]) -> Vec<(String, String)> {
    let is_on =
        |v: &&Node| !v.flag("disabled") && v.get("enabled").is_none_or(|flag| json::plain(flag) != "false");
    let pair = |v: &Node| {
        let key = v.text("key").or_else(|| v.text("id"))?;
        Some((name(key), v.get("value").map(json::plain).unwrap_or_default()))
    };
    variables.iter().filter(is_on).filter_map(pair).collect()
}

/// As variables of a plan: each takes its value from a property, when that is set.
pub fn of_plan(values: &[(String, String)]) -> Vec<(String, Template)> {
    let made = |(name, value): &(String, String)| {
        let made = if value.contains("{{") { template(value) } else { servers::property(name, value) };
        (name.clone(), made)
    };
    values.iter().map(made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let made = template(text);
        assert_eq!(made.source(), expected, "{text}");
        assert_eq!(Template::parse(&made.source()), made, "{text}");
    }

    #[test]
    fn variables_have_other_braces() {
        check("plain", "plain");
        check("{{a}}/{{ b c }}", "${a}/${b_c}");
        check("{\"a\": {\"b\": {{c}}}}", "{\"a\": {\"b\": ${c}}}");
        check("{{$guid}}-{{$randomCity}}", "${__UUID()}-{{$randomCity}}");
        check("{{{a}}}", "{${a}}");
        check("{{", "{{");
        check("{{}}", "{{}}");
        check("${x} {{a}}", "\\${x} ${a}");
    }
}
