//! JSON paths and JMESPaths, parsed.

use super::json_query::JsonQuery;
use super::pattern;
use jmespath::Expression;
use serde_json_path::JsonPath;

/// A JSON path (RFC 9535), with the older spellings that JMeter's library allows.
pub fn json_path(path: &str) -> Result<JsonQuery, String> {
    let path = path.trim();
    pattern::json_path_is_bounded(path)?;
    let path = if path.starts_with('$') { path.to_owned() } else { format!("$.{path}") };
    let path = without_extra_dots(&path);
    let parsed = JsonPath::parse(&path).map_err(|error| {
        let place = pattern::not_understood(&path, error.position());
        format!("{place}; paths are like `$.a.b[0]`, `$..b`, `$.a[?(@.b == 'text')].c`, with texts in quotes")
    })?;
    Ok(JsonQuery::new(parsed, &path))
}

/// A path that JMeter's library (com.jayway.jsonpath) may read though RFC 9535 does not: with operators and functions
/// of its own.
pub fn is_more_than_json_path(path: &str) -> bool {
    const OPERATORS: [&str; 9] =
        ["=~", " in ", " nin ", " subsetof ", " anyof ", " noneof ", " size ", " sizeof ", " empty "];
    const FUNCTIONS: [&str; 12] = [
        "length(", "size(", "min(", "max(", "avg(", "stddev(", "sum(", "keys(", "concat(", "append(",
        "first(", "last(",
    ];
    OPERATORS.iter().any(|operator| path.contains(operator))
        || FUNCTIONS.iter().any(|function| path.contains(&format!(".{function}")))
}

/// `$.a.[0]` is `$.a[0]`; in `$..[0]` the dots have a meaning.
fn without_extra_dots(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut quote = None;
    for c in path.chars() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '[') if out.ends_with('.') && !out.ends_with("..") => {
                out.pop();
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

pub type JmesPath = Expression<'static>;

pub fn jmes_path(path: &str) -> Result<JmesPath, String> {
    pattern::jmes_path_is_bounded(path)?;
    let path = path.trim();
    jmespath::compile(path).map_err(|error| {
        // Its places are counted in characters.
        let at = path.char_indices().nth(error.offset).map_or(path.len(), |(at, _)| at);
        let place = pattern::not_understood(path, at);
        format!("{place}; expressions are like `a.b[0]`, `a[*].b`, `a[?b == 'text'].c`, with texts in single quotes")
    })
}
