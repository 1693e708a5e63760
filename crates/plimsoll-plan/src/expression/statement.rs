//! Statements: declarations, assignments, `if`, `return`, and expressions.

use super::parse::type_named;
use super::parser::{Parser, Read};
use super::syntax::{Expression, Language, Statement};
use super::token::Token;

/// Blocks inside blocks that are read.
const DEPTH_MAX: u32 = 16;
const LOOPS: [&str; 6] = ["for", "while", "do", "switch", "try", "throw"];

/// The whole script.
pub(super) fn body(parser: &mut Parser<'_>) -> Read<Vec<Statement>> {
    let mut found = Vec::new();
    loop {
        skip_ends(parser);
        if parser.peek().is_none() {
            return Ok(found);
        }
        statement(parser, 0, &mut found)?;
        let ended = matches!(parser.peek(), None | Some(Token::Sign(";") | Token::NewLine));
        if !ended && !matches!(found.last(), Some(Statement::If { .. })) {
            return parser.problem("the statement should end here");
        }
    }
}

fn skip_ends(parser: &mut Parser<'_>) {
    loop {
        parser.skip_newlines();
        if !parser.next_sign(";") {
            return;
        }
    }
}

fn statement(parser: &mut Parser<'_>, depth: u32, into: &mut Vec<Statement>) -> Read<()> {
    if depth > DEPTH_MAX {
        return parser.problem("blocks are nested too deeply");
    }
    let start = parser.position();
    let Some(word) = parser.next_name() else {
        into.push(Statement::Value(parser.expression()?));
        return Ok(());
    };
    match word.as_str() {
        "import" if !parser.language.is_jexl() => return import(parser),
        "importPackage" | "importClass" => return parser.problem("imports of JavaScript are not supported"),
        "if" => {
            into.push(choice(parser, depth)?);
            return Ok(());
        }
        "return" => {
            let ends = matches!(parser.peek(), None | Some(Token::Sign(";" | "}") | Token::NewLine));
            let value = if ends { None } else { Some(parser.expression()?) };
            into.push(Statement::Return(value));
            return Ok(());
        }
        "assert" if parser.language == Language::Groovy => {
            let condition = parser.expression()?;
            let message = if parser.next_sign(":") { Some(parser.expression()?) } else { None };
            into.push(Statement::Assert(condition, message));
            return Ok(());
        }
        "function" | "class" | "static" | "void" => {
            parser.go_back(start);
            return parser.problem("functions and classes are not supported");
        }
        loops if LOOPS.contains(&loops) => {
            parser.go_back(start);
            return parser.problem(format!("`{loops}` is not supported"));
        }
        _ => {}
    }
    if let Some(kind) = type_named(&word)
        && let Some(name) = declared(parser)
    {
        return declaration(parser, kind, name, into);
    }
    parser.go_back(start);
    into.push(Statement::Value(parser.expression()?));
    Ok(())
}

/// The name behind a type, when a declaration follows.
fn declared(parser: &mut Parser<'_>) -> Option<String> {
    let start = parser.position();
    let found = parser.next_name().and_then(|first| match type_named(&first) {
        // `final String x`
        Some(_) => parser.next_name(),
        None => Some(first),
    });
    let goes_on = matches!(parser.peek(), None | Some(Token::Sign("=" | ";" | ",") | Token::NewLine));
    if found.is_none() || !goes_on {
        parser.go_back(start);
        return None;
    }
    found
}

fn declaration(
    parser: &mut Parser<'_>,
    kind: super::value::Type,
    name: String,
    into: &mut Vec<Statement>,
) -> Read<()> {
    let mut name = name;
    loop {
        let value = match parser.next_sign("=") {
            true => {
                parser.skip_newlines();
                Some(parser.expression()?)
            }
            false => None,
        };
        parser.names.push(name.clone());
        into.push(Statement::Declare { kind: Some(kind), name, value });
        if !parser.next_sign(",") {
            return Ok(());
        }
        name = match parser.next_name() {
            Some(name) => name,
            None => return parser.problem("a name is expected"),
        };
    }
}

fn choice(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    parser.expect("(")?;
    let condition = parser.inside(")", Parser::expression)?;
    let then = branch(parser, depth)?;
    let before = parser.position();
    skip_ends(parser);
    if !parser.next_word("else") {
        parser.go_back(before);
        return Ok(Statement::If { condition, then, otherwise: Vec::new() });
    }
    Ok(Statement::If { condition, then, otherwise: branch(parser, depth)? })
}

fn branch(parser: &mut Parser<'_>, depth: u32) -> Read<Vec<Statement>> {
    let mut found = Vec::new();
    parser.skip_newlines();
    if !parser.next_sign("{") {
        statement(parser, depth + 1, &mut found)?;
        return Ok(found);
    }
    loop {
        skip_ends(parser);
        if parser.next_sign("}") {
            return Ok(found);
        }
        statement(parser, depth + 1, &mut found)?;
    }
}

/// `import a.b.C` and `import a.b.*`.
fn import(parser: &mut Parser<'_>) -> Read<()> {
    let mut name = String::new();
    while let Some(part) = parser.next_name() {
        name.push_str(&part);
        if !parser.next_sign(".") {
            break;
        }
        name.push('.');
        if parser.next_sign("*") {
            name.push('*');
            break;
        }
    }
    if name.starts_with("static") || name.is_empty() {
        return parser.problem("this import is not understood");
    }
    parser.imports.push(name);
    Ok(())
}

impl Statement {
    /// The expression that is the statement's value.
    pub(super) fn expressions(&self) -> Vec<&Expression> {
        match self {
            Statement::Value(value) => vec![value],
            Statement::Declare { value, .. } | Statement::Return(value) => value.iter().collect(),
            Statement::If { condition, .. } => vec![condition],
            Statement::Assert(condition, message) => {
                std::iter::once(condition).chain(message.as_ref()).collect()
            }
        }
    }
}
