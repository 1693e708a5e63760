//! A script as tokens.

use super::problem::ScriptProblem;
use super::syntax::ScriptLanguage;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Name(String),
    /// As written, suffix included.
    Number(String),
    /// Text, and whether `$` in it begins an expression.
    Text(String, bool),
    Sign(&'static str),
    NewLine,
}

/// Longer ones first.
const SIGNS: [&str; 56] = [
    "===", "!==", "<=>", "==~", "..<", "**", "..", "*.", "==", "!=", "<=", ">=", "&&", "||", "++", "--",
    "+=", "-=", "*=", "/=", "%=", "?:", "?.", "??", "=~", "!~", "=^", "=$", "->", "<<", ">>", "^", "+", "-",
    "*", "/", "%", "=", "<", ">", "!", "?", ":", ".", ",", ";", "(", ")", "[", "]", "{", "}", "&", "|", "@",
    "~",
];

/// Longest script that is read, bytes.
const LENGTH_MAX: usize = 64 * 1024;

/// The tokens, each with its byte in the script.
pub(super) fn tokens(language: ScriptLanguage, script: &str) -> Result<Vec<(usize, Token)>, ScriptProblem> {
    if script.len() > LENGTH_MAX {
        return Err(ScriptProblem::at(script, 0, "the script is longer than 64 KiB"));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = script[at..].chars().next() {
        let rest = &script[at..];
        let start = at;
        if rest.starts_with("//") || (language.is_jexl() && rest.starts_with("##")) {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").ok_or_else(|| ScriptProblem::at(script, at, "a comment has no end"))?;
            at += end + 2;
        } else if c == '\n' {
            found.push((start, Token::NewLine));
            at += 1;
        } else if c.is_whitespace() {
            at += c.len_utf8();
        } else if c.is_alphabetic() || c == '_' || c == '$' {
            let length =
                rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
            found.push((start, Token::Name(rest[..length].to_owned())));
            at += length;
        } else if c.is_ascii_digit() {
            let length = number_length(rest);
            found.push((start, Token::Number(rest[..length].to_owned())));
            at += length;
        } else if c == '/' && language == ScriptLanguage::Groovy && begins_pattern(&found) {
            let (text, length) = pattern(rest).map_err(|e| ScriptProblem::at(script, at, e))?;
            found.push((start, text));
            at += length;
        } else if matches!(c, '"' | '\'') {
            let (text, length) = text(language, rest, c).map_err(|e| ScriptProblem::at(script, at, e))?;
            found.push((start, text));
            at += length;
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign =
                sign.ok_or_else(|| ScriptProblem::at(script, at, format!("`{c}` is not understood")))?;
            found.push((start, Token::Sign(sign)));
            at += sign.len();
        }
    }
    Ok(found)
}

/// A slash is a division behind a value.
fn begins_pattern(before: &[(usize, Token)]) -> bool {
    match before.last() {
        None | Some((_, Token::NewLine)) => true,
        Some((_, Token::Sign(sign))) => !matches!(*sign, ")" | "]" | "}"),
        Some((_, Token::Name(name))) => matches!(name.as_str(), "return" | "in" | "case"),
        Some(_) => false,
    }
}

/// `/…/`: only `\/` is an escape.
fn pattern(rest: &str) -> Result<(Token, usize), String> {
    let mut text = String::new();
    let mut characters = rest[1..].char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '/' => return Ok((Token::Text(text, true), at + 2)),
            '\\' if matches!(characters.peek(), Some((_, '/'))) => {}
            // Backslashes stay, and a dollar that begins nothing is the end of a line.
            '$' if !characters.peek().is_some_and(|(_, c)| c.is_alphabetic() || *c == '{') => {
                text.push(ESCAPED_DOLLAR);
            }
            c => text.push(c),
        }
    }
    Err("the pattern between slashes has no end".to_owned())
}

fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    while let Some(byte) = bytes.get(length) {
        let next_is_digit = bytes.get(length + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'0'..=b'9' | b'_' => {}
            // `5.toString()` is a call.
            b'.' if next_is_digit && !text[..length].contains('.') => {}
            b'e' | b'E' if next_is_digit => {}
            b'e' | b'E' if matches!(bytes.get(length + 1..length + 3), Some([b'-' | b'+', b'0'..=b'9'])) => {
                length += 1
            }
            b'L' | b'l' | b'g' | b'G' | b'd' | b'D' | b'f' | b'F' | b'i' | b'I' => return length + 1,
            b'x' if length == 1 => {
                let digits = bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
                return 2 + digits;
            }
            _ => break,
        }
        length += 1;
    }
    length
}

/// A quoted text at the start: its content, and how long it is with its quotes.
fn text(language: ScriptLanguage, rest: &str, quote: char) -> Result<(Token, usize), String> {
    let triple: String = [quote; 3].iter().collect();
    let is_triple = language == ScriptLanguage::Groovy && rest.starts_with(&triple);
    let interpolates = language == ScriptLanguage::Groovy && quote == '"';
    let open = if is_triple { 3 } else { 1 };
    let mut text = String::new();
    let mut characters = rest[open..].char_indices();
    while let Some((at, c)) = characters.next() {
        let here = &rest[open + at..];
        if (is_triple && here.starts_with(&triple)) || (!is_triple && c == quote) {
            return Ok((Token::Text(text, interpolates), open + at + open));
        }
        if c == '\n' && !is_triple && !language.is_jexl() {
            return Err("a text has no end in its line".to_owned());
        }
        if c != '\\' {
            text.push(c);
            continue;
        }
        let Some((_, escaped)) = characters.next() else { break };
        match escaped {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'u' => {
                let digits: String = characters.by_ref().take(4).map(|(_, c)| c).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                text.push(code.ok_or("`\\u` needs four digits")?);
            }
            // Kept apart from a `$` that begins an expression.
            '$' if interpolates => text.push(ESCAPED_DOLLAR),
            '\\' | '"' | '\'' | '$' | '/' => text.push(escaped),
            other if language == ScriptLanguage::JavaScript => text.push(other),
            other if language.is_jexl() => text.extend(['\\', other]),
            other => return Err(format!("the escape `\\{other}` is not known")),
        }
    }
    Err("a text has no end".to_owned())
}

/// Stands for `\$` inside a text until its expressions are found; a private character of Unicode.
pub(super) const ESCAPED_DOLLAR: char = '\u{f8ff}';
