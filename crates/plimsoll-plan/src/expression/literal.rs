//! Numbers and texts as they are written in a script.

use super::number::Decimal;
use super::parser::{Parser, Read};
use super::syntax::{Expression, Literal, ScriptLanguage};
use super::token::{ESCAPED_DOLLAR, tokens};

/// Longest fraction of JEXL 2 that is the same in 64 bits when it is written.
const JEXL2_DIGITS_MAX: usize = 6;

pub(super) fn number(language: ScriptLanguage, text: &str) -> Option<Literal> {
    let text = text.replace('_', "");
    if let Some(digits) = text.strip_prefix("0x") {
        let number = i64::from_str_radix(digits, 16).ok()?;
        return Some(whole(language, number));
    }
    let last = text.chars().last().filter(char::is_ascii_alphabetic);
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match last {
        Some('L' | 'l') => return Some(Literal::Long(digits.parse().ok()?)),
        Some('d' | 'D' | 'f' | 'F') => return Some(Literal::Double(digits.parse().ok()?)),
        Some('g' | 'G') => return Some(Literal::Decimal(Decimal::parse(digits)?)),
        Some('i' | 'I') => return Some(Literal::Int(digits.parse().ok()?)),
        _ => {}
    }
    // An octal number in Java.
    if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) {
        return match language {
            ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3 => None,
            _ => i64::from_str_radix(&text, 8).ok().map(|number| whole(language, number)),
        };
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(whole(language, number));
    }
    match language {
        ScriptLanguage::Groovy if !text.contains(['e', 'E']) => Decimal::parse(&text).map(Literal::Decimal),
        ScriptLanguage::Groovy => None,
        // A number of 32 bits there.
        ScriptLanguage::Jexl2 if text.len() > JEXL2_DIGITS_MAX || text.contains(['e', 'E']) => None,
        _ => text.parse().ok().map(Literal::Double),
    }
}

fn whole(language: ScriptLanguage, number: i64) -> Literal {
    match (language, i32::try_from(number)) {
        (ScriptLanguage::JavaScript, _) => Literal::Double(number as f64),
        (_, Ok(number)) => Literal::Int(number),
        (_, Err(_)) => Literal::Long(number),
    }
}

impl Parser<'_> {
    /// `"a $b ${c + 1}"`.
    pub fn interpolated(&mut self, text: &str) -> Read<Expression> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            let after = &rest[at + 1..];
            let (script, length) = match after.strip_prefix('{') {
                Some(inner) => match end_of(inner) {
                    Some(end) => (&inner[..end], end + 2),
                    None => return self.problem("`${` has no end"),
                },
                None => {
                    let word = |c: char| !c.is_alphanumeric() && c != '_' && c != '.';
                    let end = after.find(word).unwrap_or(after.len());
                    (after[..end].trim_end_matches('.'), after[..end].trim_end_matches('.').len())
                }
            };
            if script.trim().is_empty() {
                return self.problem("`$` is followed by nothing");
            }
            parts.push(Expression::Literal(Literal::Text(rest[..at].replace(ESCAPED_DOLLAR, "$"))));
            parts.push(self.part(script)?);
            rest = &after[length..];
        }
        let last = Expression::Literal(Literal::Text(rest.replace(ESCAPED_DOLLAR, "$")));
        if parts.is_empty() {
            return Ok(last);
        }
        parts.push(last);
        Ok(Expression::Text(parts))
    }

    fn part(&mut self, script: &str) -> Read<Expression> {
        let Ok(tokens) = tokens(self.language, script) else {
            return self.problem(format!("`{script}` is not understood"));
        };
        let mut inner = Parser {
            language: self.language,
            text: script,
            tokens,
            at: 0,
            open: 1,
            depth: self.depth + 1,
            links: self.links,
            blocks: self.blocks,
            names: self.names.clone(),
            imports: self.imports.clone(),
            has_maps: self.has_maps,
        };
        let found = inner.expression();
        self.links = inner.links;
        match found {
            Ok(found) if inner.peek().is_none() => Ok(found),
            Ok(_) => self.problem(format!("`{script}` is not understood")),
            Err(problem) => self.problem(problem.reason),
        }
    }
}

/// Where the brace closes that was opened before; braces in quotes do not count.
fn end_of(text: &str) -> Option<usize> {
    let (mut open, mut quote) = (0_u32, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(own), c) if own == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => open += 1,
            (None, '}') if open == 0 => return Some(at),
            (None, '}') => open -= 1,
            _ => {}
        }
    }
    None
}
