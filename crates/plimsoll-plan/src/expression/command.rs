//! Calls without parentheses.

use super::parser::{Parser, Read};
use super::syntax::{Expression, Object};
use super::token::Token;

/// Groovy's calls without parentheses of what only tells something: `log.info "text"`, `println x`.
pub(super) fn command(parser: &mut Parser<'_>) -> Read<Option<Expression>> {
    let start = parser.position();
    let first = parser.next_name().unwrap_or_default();
    let method = match first.as_str() {
        "println" | "print" => Some(first.clone()),
        "log" | "OUT" if parser.is_sign(".") => {
            parser.next_sign(".");
            parser.next_name()
        }
        _ => None,
    };
    let has_argument = matches!(
        parser.tokens.get(parser.at),
        Some((_, Token::Text(..) | Token::Name(_) | Token::Number(_)))
    );
    let (Some(method), true) = (method, has_argument) else {
        parser.go_back(start);
        return Ok(None);
    };
    let mut arguments = vec![parser.expression()?];
    while parser.next_sign(",") {
        arguments.push(parser.expression()?);
    }
    let receiver = Box::new(Expression::Object(if first == "log" { Object::Log } else { Object::Output }));
    let call = Expression::Call { receiver, method, arguments, safe: false, each: false };
    match super::known_method::check(parser.language, &call, parser.has_maps) {
        Ok(()) => Ok(Some(call)),
        Err(reason) => parser.problem(reason),
    }
}
