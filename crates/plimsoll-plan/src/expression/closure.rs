//! Closures, functions, maps and arrays, from tokens; and a closure while a script runs.

use super::parser::{Parser, Read};
use super::syntax::{Expression, FunctionCode, Literal, ScriptLanguage, Statement};
use super::token::Token;
use super::type_name::{declared_type, type_named};
use std::sync::Arc;

/// The names of the functions that a script has: they may be used before they are made.
pub(super) fn function_names(language: ScriptLanguage, tokens: &[(usize, Token)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (_, token)) in tokens.iter().enumerate() {
        let Token::Name(name) = token else { continue };
        let before = at.checked_sub(1).and_then(|before| tokens.get(before)).map(|(_, token)| token);
        let is_declared = match before {
            Some(Token::Name(word)) => {
                matches!(word.as_str(), "function" | "void" | "def" | "static") || type_named(word).is_some()
            }
            Some(Token::Sign(sign)) => {
                *sign == "]" || (*sign == "}" && language == ScriptLanguage::BeanShell)
            }
            Some(Token::NewLine) | None => language == ScriptLanguage::BeanShell,
            _ => false,
        };
        let is_keyword = matches!(name.as_str(), "if" | "for" | "while" | "switch" | "catch");
        if is_declared && !is_keyword && opens_body(&tokens[at + 1..]) {
            found.push(name.clone());
        }
    }
    found
}

/// Words after which values have parts with names of their own.
pub(super) fn has_maps(tokens: &[(usize, Token)]) -> bool {
    const WORDS: [&str; 12] = [
        "collectEntries",
        "groupBy",
        "countBy",
        "JsonSlurper",
        "JsonSlurperClassic",
        "getObject",
        "JSON",
        "JsonPath",
        "HashMap",
        "LinkedHashMap",
        "parseText",
        "entrySet",
    ];
    let is_map = |pair: &[(usize, Token)]| {
        matches!(
            pair,
            [(_, Token::Sign("[" | "," | "{")), (_, Token::Name(_) | Token::Text(..)), (_, Token::Sign(":"))]
        )
    };
    let is_word = |token: &Token| matches!(token, Token::Name(name) if WORDS.contains(&name.as_str()));
    tokens.iter().any(|(_, token)| is_word(token))
        || tokens.windows(3).any(is_map)
        || tokens.windows(2).any(|pair| matches!(pair, [(_, Token::Sign("[")), (_, Token::Sign(":"))]))
}

/// `(…) {`
fn opens_body(tokens: &[(usize, Token)]) -> bool {
    let mut open = 0_u32;
    for (at, (_, token)) in tokens.iter().enumerate() {
        match token {
            Token::Sign("(") => open += 1,
            Token::Sign(")") if open == 1 => {
                let mut rest = tokens[at + 1..].iter().filter(|(_, token)| *token != Token::NewLine);
                return matches!(rest.next(), Some((_, Token::Sign("{"))));
            }
            Token::Sign(")") => open = open.saturating_sub(1),
            _ if open == 0 => return false,
            _ => {}
        }
    }
    false
}

/// A function at the start of a statement.
pub(super) fn function(parser: &mut Parser<'_>, depth: u32) -> Read<Option<Statement>> {
    let start = parser.position();
    let mut is_declared = false;
    while ["public", "private", "protected", "static", "void", "function", "synchronized"]
        .into_iter()
        .any(|word| parser.next_word(word))
    {
        is_declared = true;
    }
    let before_type = parser.position();
    if declared_type(parser).is_some() {
        is_declared = true;
        if parser.is_sign("(") {
            parser.go_back(before_type);
        }
    }
    let name = parser.next_name();
    let known = name.filter(|name| parser.names.contains(name) && parser.is_sign("("));
    let (Some(name), true) = (known, is_declared || parser.language == ScriptLanguage::BeanShell) else {
        parser.go_back(start);
        return Ok(None);
    };
    parser.next_sign("(");
    let parameters = parser.inside(")", |parser| Ok(parameters(parser)))?;
    parser.skip_newlines();
    if !parser.next_sign("{") {
        parser.go_back(start);
        return Ok(None);
    }
    parser.names.extend(parameters.iter().cloned());
    let body = parser.block(depth)?;
    let code = Arc::new(FunctionCode { parameters, has_it: false, body });
    Ok(Some(Statement::Function { name, code }))
}

fn parameters(parser: &mut Parser<'_>) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let before = parser.position();
        if declared_type(parser).is_some() && !matches!(parser.peek(), Some(Token::Name(_))) {
            parser.go_back(before);
        }
        let Some(name) = parser.next_name() else { return found };
        found.push(name);
        if !parser.next_sign(",") {
            return found;
        }
    }
}

/// A closure, of which the opening brace has been read.
pub(super) fn closure(parser: &mut Parser<'_>) -> Read<Expression> {
    let start = parser.position();
    parser.skip_ends();
    let found = parameters(parser);
    parser.skip_ends();
    let (parameters, has_it) = match parser.next_sign("->") {
        true => (found, false),
        false => {
            parser.go_back(start);
            (Vec::new(), true)
        }
    };
    let known = parser.names.len();
    parser.names.extend(parameters.iter().cloned());
    if has_it {
        parser.names.push("it".to_owned());
    }
    let body = parser.block(0)?;
    // What is declared inside is not known outside; what is assigned without a declaration may be.
    let inside: Vec<String> = parser.names.drain(known..).collect();
    let own = inside.into_iter().filter(|name| name != "it" && !parameters.contains(name));
    let own: Vec<String> = own.collect();
    parser.names.extend(own);
    Ok(Expression::Closure(Arc::new(FunctionCode { parameters, has_it, body })))
}

/// JavaScript's `function (a, b) { … }`, of which the word has been read.
pub(super) fn anonymous(parser: &mut Parser<'_>) -> Read<Expression> {
    parser.expect("(")?;
    let parameters = parser.inside(")", |parser| Ok(parameters(parser)))?;
    parser.skip_newlines();
    parser.expect("{")?;
    parser.names.extend(parameters.iter().cloned());
    let body = parser.block(0)?;
    Ok(Expression::Closure(Arc::new(FunctionCode { parameters, has_it: false, body })))
}

/// What is in brackets, or in the braces of a JavaScript object, of which the first has been read.
pub(super) fn list_or_map(parser: &mut Parser<'_>, close: &str) -> Read<Expression> {
    let is_object = close == "}";
    parser.inside(close, |parser| {
        let (mut values, mut entries) = (Vec::new(), Vec::new());
        if !is_object && parser.is_sign(":") {
            parser.next_sign(":");
            return Ok(Expression::Map(entries));
        }
        while !matches!(parser.peek(), Some(Token::Sign(sign)) if *sign == close) {
            match key(parser)? {
                Some(key) => {
                    parser.skip_newlines();
                    entries.push((key, parser.expression()?));
                }
                None if is_object => return parser.problem("a name and `:` are expected"),
                None => values.push(parser.expression()?),
            }
            if !parser.next_sign(",") {
                break;
            }
        }
        match (values.is_empty(), entries.is_empty() && !is_object) {
            (_, true) => Ok(Expression::List(values)),
            (true, _) => Ok(Expression::Map(entries)),
            _ => parser.problem("a list has no keys"),
        }
    })
}

/// The key of an entry with its `:`, if one is there.
fn key(parser: &mut Parser<'_>) -> Read<Option<Expression>> {
    let start = parser.position();
    let key = match parser.peek().cloned() {
        Some(Token::Name(name)) => {
            parser.next_name();
            Expression::Literal(Literal::Text(name))
        }
        Some(Token::Text(text, false)) => {
            parser.at += 1;
            Expression::Literal(Literal::Text(text))
        }
        Some(Token::Text(text, true)) => {
            let key = parser.interpolated(&text)?;
            parser.at += 1;
            key
        }
        Some(Token::Number(text)) => match super::literal::number(parser.language, &text) {
            Some(number) => {
                parser.at += 1;
                Expression::Literal(number)
            }
            None => return Ok(None),
        },
        Some(Token::Sign("(")) => {
            parser.next_sign("(");
            let Ok(key) = parser.inside(")", Parser::expression) else {
                parser.go_back(start);
                return Ok(None);
            };
            key
        }
        _ => return Ok(None),
    };
    match parser.next_sign(":") {
        true => Ok(Some(key)),
        false => {
            parser.go_back(start);
            Ok(None)
        }
    }
}

/// The value of a declaration: in Java's languages also the values of an array, in braces.
pub(super) fn initial(parser: &mut Parser<'_>) -> Read<Expression> {
    if parser.language == ScriptLanguage::BeanShell && parser.next_sign("{") {
        return array(parser);
    }
    parser.expression()
}

/// The values of an array up to its brace.
pub(super) fn array(parser: &mut Parser<'_>) -> Read<Expression> {
    parser.inside("}", |parser| {
        let mut values = Vec::new();
        while !matches!(parser.peek(), Some(Token::Sign("}"))) {
            values.push(parser.expression()?);
            if !parser.next_sign(",") {
                break;
            }
        }
        Ok(Expression::List(values))
    })
}
