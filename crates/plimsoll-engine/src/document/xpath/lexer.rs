//! The tokens of an expression (XPath 1.0, 3.7).

use super::axis::XPathAxis;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum XPathToken<'e> {
    /// With its prefix, if any; the local part may be `*`.
    Name(&'e str),
    /// `*` as a name.
    Any,
    /// `node(`, `text(` and so on, up to the parenthesis.
    NodeType(&'e str),
    /// Up to the parenthesis.
    Function(&'e str),
    /// With its `::`.
    Axis(XPathAxis),
    Number(f64),
    /// Without its quotation marks.
    Literal(&'e str),
    /// `and`, `div`, `*`, `<=`, `|` and so on.
    Operator(&'e str),
    /// `( ) [ ] . .. @ , / //`
    Sign(&'e str),
}

/// Most tokens of an expression.
const TOKENS_MAX: usize = 4_000;

/// All of the expression. An error says what can't be read.
pub fn tokens(expression: &str) -> Result<Vec<XPathToken<'_>>, String> {
    let mut found: Vec<XPathToken<'_>> = Vec::new();
    let mut rest = expression.trim_start();
    while !rest.is_empty() {
        if found.len() >= TOKENS_MAX {
            return Err(format!("it has more than {TOKENS_MAX} parts"));
        }
        let (token, length) = token(rest, found.last())?;
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The first token, and its length.
fn token<'e>(text: &'e str, before: Option<&XPathToken<'e>>) -> Result<(XPathToken<'e>, usize), String> {
    // After an operand `*`, `and`, `or`, `div` and `mod` are operators, and elsewhere names.
    let is_operator = match before {
        None | Some(XPathToken::Operator(_) | XPathToken::Axis(_)) => false,
        Some(XPathToken::Sign(sign)) => !matches!(*sign, "@" | "(" | "[" | "," | "/" | "//"),
        // The parenthesis follows.
        Some(_) => true,
    };
    let first = text.chars().next().unwrap_or(' ');
    let start = |length: usize| &text[..length];
    if let Some(sign) = ["..", "//", "(", ")", "[", "]", "@", ",", "/"].iter().find(|s| text.starts_with(**s))
    {
        return Ok((XPathToken::Sign(start(sign.len())), sign.len()));
    }
    if let Some(length) = number_length(text) {
        let number = start(length).parse().map_err(|_| format!("`{}` is no number", start(length)))?;
        return Ok((XPathToken::Number(number), length));
    }
    if let Some(sign) =
        ["<=", ">=", "!=", "<", ">", "=", "+", "-", "|"].iter().find(|s| text.starts_with(**s))
    {
        return Ok((XPathToken::Operator(start(sign.len())), sign.len()));
    }
    match first {
        '.' => Ok((XPathToken::Sign(start(1)), 1)),
        '*' if is_operator => Ok((XPathToken::Operator(start(1)), 1)),
        '*' => Ok((XPathToken::Any, 1)),
        '"' | '\'' => {
            let end = text[1..].find(first).ok_or_else(|| "a text has no end".to_owned())?;
            Ok((XPathToken::Literal(&text[1..=end]), end + 2))
        }
        '$' => Err("there are no variables".to_owned()),
        c if is_name_start(c) => Ok(name(text, is_operator)),
        c => Err(format!("`{c}` can't stand there")),
    }
}

fn number_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map(digits);
    match (whole, fraction) {
        (0, None | Some(0)) => None,
        (whole, None) => Some(whole),
        (whole, Some(fraction)) => Some(whole + 1 + fraction),
    }
}

/// What begins with a name.
fn name(text: &str, is_operator: bool) -> (XPathToken<'_>, usize) {
    let length = name_length(text);
    let own = &text[..length];
    if is_operator && ["and", "or", "div", "mod"].contains(&own) {
        return (XPathToken::Operator(own), length);
    }
    let behind = text[length..].trim_start();
    if behind.starts_with("::")
        && let Some(axis) = XPathAxis::named(own)
    {
        return (XPathToken::Axis(axis), text.len() - behind.len() + 2);
    }
    // A prefix and its colon stand beside the name.
    let length = match text[length..].strip_prefix(':') {
        Some(local) if local.starts_with('*') => length + 2,
        Some(local) if local.starts_with(is_name_start) => length + 1 + name_length(local),
        _ => length,
    };
    let whole = &text[..length];
    match text[length..].trim_start().starts_with('(') {
        true if ["node", "text", "comment", "processing-instruction"].contains(&whole) => {
            (XPathToken::NodeType(whole), length)
        }
        true => (XPathToken::Function(whole), length),
        false => (XPathToken::Name(whole), length),
    }
}

fn name_length(text: &str) -> usize {
    text.find(|c| !is_name_part(c)).unwrap_or(text.len())
}

/// `NameStartChar` of XML 1.0 (fifth edition), but for the colon.
fn is_name_start(c: char) -> bool {
    matches!(c,
        'A'..='Z' | '_' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}'
        | '\u{10000}'..='\u{EFFFF}')
}

/// `NameChar`, but for the colon.
fn is_name_part(c: char) -> bool {
    let is_mark = matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}');
    is_name_start(c) || c.is_ascii_digit() || matches!(c, '-' | '.') || is_mark
}

/// The prefixes of names in an expression.
pub fn prefixes(expression: &str) -> Vec<&str> {
    let prefix = |token: &XPathToken<'_>| matches!(token, XPathToken::Name(_) | XPathToken::Function(_));
    let tokens = tokens(expression).unwrap_or_default();
    let named = tokens.iter().filter(|token| prefix(token));
    named
        .filter_map(|token| match token {
            XPathToken::Name(name) | XPathToken::Function(name) => Some(name.split_once(':')?.0),
            _ => None,
        })
        .collect()
}
