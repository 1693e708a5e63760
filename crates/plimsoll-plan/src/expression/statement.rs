//! Statements: declarations, assignments, branches, loops, functions, and expressions.

use super::parser::{Parser, Read};
use super::syntax::{Case, Expression, Loop, ScriptLanguage, Statement};
use super::token::Token;

/// Blocks inside blocks that are read.
const DEPTH_MAX: u32 = 16;
/// The same, those of closures counted.
const BLOCKS_MAX: u32 = 20;

/// The whole script.
pub(super) fn body(parser: &mut Parser<'_>) -> Read<Vec<Statement>> {
    let found = until(parser, 0, |parser| parser.peek().is_none())?;
    Ok(found)
}

impl Parser<'_> {
    /// What is in braces, of which the first has been read.
    pub(super) fn block(&mut self, depth: u32) -> Read<Vec<Statement>> {
        self.blocks += 1;
        let found = match self.blocks > BLOCKS_MAX {
            true => self.problem("blocks are nested too deeply"),
            false => self.in_braces(|parser| until(parser, depth + 1, |parser| parser.next_sign("}"))),
        };
        self.blocks -= 1;
        found
    }

    pub(super) fn skip_ends(&mut self) {
        loop {
            self.skip_newlines();
            if !self.next_sign(";") {
                return;
            }
        }
    }
}

fn until(
    parser: &mut Parser<'_>,
    depth: u32,
    ends: impl Fn(&mut Parser<'_>) -> bool,
) -> Read<Vec<Statement>> {
    let mut found = Vec::new();
    loop {
        parser.skip_ends();
        if ends(parser) {
            return Ok(found);
        }
        if parser.peek().is_none() {
            return parser.problem("`}` is expected");
        }
        let before = found.len();
        statement(parser, depth, &mut found)?;
        let ended = matches!(parser.peek(), None | Some(Token::Sign(";" | "}") | Token::NewLine));
        let needs_no_end = found.len() == before || found.last().is_some_and(ends_itself);
        if !ended && !needs_no_end {
            return parser.problem("the statement should end here");
        }
    }
}

fn ends_itself(statement: &Statement) -> bool {
    match statement {
        Statement::If { .. }
        | Statement::ForEach { .. }
        | Statement::Switch { .. }
        | Statement::Try { .. }
        | Statement::Function { .. } => true,
        Statement::Loop(inner) => !inner.body_first,
        _ => false,
    }
}

fn statement(parser: &mut Parser<'_>, depth: u32, into: &mut Vec<Statement>) -> Read<()> {
    if depth > DEPTH_MAX {
        return parser.problem("blocks are nested too deeply");
    }
    parser.links = 0;
    let start = parser.position();
    if parser.language != ScriptLanguage::Groovy && parser.next_sign("{") {
        into.extend(parser.block(depth)?);
        return Ok(());
    }
    let Some(word) = parser.next_name() else {
        into.push(Statement::Value(parser.expression()?));
        return Ok(());
    };
    let is_jexl = parser.language.is_jexl();
    let is_groovy = parser.language == ScriptLanguage::Groovy;
    match word.as_str() {
        "import" if !is_jexl => return import(parser),
        "importPackage" | "importClass" => return parser.problem("imports of JavaScript are not supported"),
        "if" => into.push(choice(parser, depth)?),
        "for" => into.push(for_loop(parser, depth)?),
        "while" => into.push(while_loop(parser, depth)?),
        "do" if !is_jexl => into.push(do_loop(parser, depth)?),
        "switch" if !is_jexl => into.push(switch(parser, depth)?),
        "try" if !is_jexl => into.push(attempt(parser, depth)?),
        "break" => into.push(Statement::Break),
        "continue" => into.push(Statement::Continue),
        "throw" if !is_jexl => into.push(Statement::Throw(parser.expression()?)),
        "return" => {
            let ends = matches!(parser.peek(), None | Some(Token::Sign(";" | "}") | Token::NewLine));
            into.push(Statement::Return(if ends { None } else { Some(parser.expression()?) }));
        }
        "assert" if is_groovy => {
            let condition = parser.expression()?;
            let message = if parser.next_sign(":") { Some(parser.expression()?) } else { None };
            into.push(Statement::Assert(condition, message));
        }
        "class" | "interface" | "enum" => {
            parser.go_back(start);
            return parser.problem(
                "classes of a script's own are not supported; functions (`def f(x) { … }`) and closures are",
            );
        }
        _ => {
            parser.go_back(start);
            if let Some(function) = super::closure::function(parser, depth)? {
                into.push(function);
                return Ok(());
            }
            if let Some(kind) = super::type_name::declared_type(parser)
                && let Some(name) = declared(parser)
            {
                return declaration(parser, kind, name, into);
            }
            parser.go_back(start);
            if is_groovy && let Some(command) = super::command::command(parser)? {
                into.push(Statement::Value(command));
                return Ok(());
            }
            into.push(Statement::Value(parser.expression()?));
        }
    }
    Ok(())
}

/// The name behind a type, when a declaration follows.
fn declared(parser: &mut Parser<'_>) -> Option<String> {
    let start = parser.position();
    // `final String x`
    let _ = super::type_name::declared_type(parser);
    let mut found = parser.next_name();
    if found.is_none() {
        parser.go_back(start);
        return None;
    }
    // `String parts[]`
    if parser.is_sign("[") {
        parser.next_sign("[");
        if !parser.next_sign("]") {
            found = None;
        }
    }
    let goes_on = matches!(parser.peek(), None | Some(Token::Sign("=" | ";" | "," | "}") | Token::NewLine));
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
                Some(super::closure::initial(parser)?)
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
    parser.skip_ends();
    if !parser.next_word("else") {
        parser.go_back(before);
        return Ok(Statement::If { condition, then, otherwise: Vec::new() });
    }
    Ok(Statement::If { condition, then, otherwise: branch(parser, depth)? })
}

pub(super) fn branch(parser: &mut Parser<'_>, depth: u32) -> Read<Vec<Statement>> {
    parser.skip_newlines();
    if parser.next_sign("{") {
        return parser.block(depth);
    }
    let mut found = Vec::new();
    statement(parser, depth + 1, &mut found)?;
    Ok(found)
}

/// `for (x in values)`, `for (Type x : values)`, or with three parts.
fn for_loop(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    parser.expect("(")?;
    let start = parser.position();
    parser.open += 1;
    let _ = super::type_name::declared_type(parser);
    let named = parser.next_name();
    let is_each = named.is_some() && (parser.next_sign(":") || parser.next_word("in"));
    parser.open -= 1;
    if let (Some(name), true) = (named, is_each) {
        let values = parser.inside(")", Parser::expression)?;
        parser.names.push(name.clone());
        return Ok(Statement::ForEach { name, values, body: branch(parser, depth)? });
    }
    parser.go_back(start);
    let mut before = Vec::new();
    parser.open += 1;
    let head = head(parser, depth, &mut before);
    parser.open -= 1;
    let (condition, after) = head?;
    let body = branch(parser, depth)?;
    Ok(Statement::Loop(Box::new(Loop { before, condition, after, body, body_first: false })))
}

/// From behind `for (` up to and with its `)`.
fn head(
    parser: &mut Parser<'_>,
    depth: u32,
    before: &mut Vec<Statement>,
) -> Read<(Option<Expression>, Vec<Expression>)> {
    if !parser.next_sign(";") {
        statement(parser, depth + 1, before)?;
        parser.expect(";")?;
    }
    let condition = match parser.next_sign(";") {
        true => None,
        false => {
            let condition = parser.expression()?;
            parser.expect(";")?;
            Some(condition)
        }
    };
    let mut after = Vec::new();
    while !parser.next_sign(")") {
        after.push(parser.expression()?);
        if !parser.next_sign(",") {
            parser.expect(")")?;
            break;
        }
    }
    Ok((condition, after))
}

fn while_loop(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    parser.expect("(")?;
    let condition = Some(parser.inside(")", Parser::expression)?);
    let body = branch(parser, depth)?;
    let (before, after) = (Vec::new(), Vec::new());
    Ok(Statement::Loop(Box::new(Loop { before, condition, after, body, body_first: false })))
}

fn do_loop(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    let body = branch(parser, depth)?;
    parser.skip_ends();
    if !parser.next_word("while") {
        return parser.problem("`while` is expected");
    }
    parser.expect("(")?;
    let condition = Some(parser.inside(")", Parser::expression)?);
    let (before, after) = (Vec::new(), Vec::new());
    Ok(Statement::Loop(Box::new(Loop { before, condition, after, body, body_first: true })))
}

fn switch(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    parser.expect("(")?;
    let value = parser.inside(")", Parser::expression)?;
    parser.skip_newlines();
    parser.expect("{")?;
    let cases = parser.in_braces(|parser| {
        let mut cases: Vec<Case> = Vec::new();
        loop {
            parser.skip_ends();
            if parser.next_sign("}") {
                return Ok(cases);
            }
            if parser.next_word("default") {
                parser.expect(":")?;
                cases.push(Case { value: None, body: Vec::new() });
            } else if parser.next_word("case") {
                let value = Some(parser.case_value()?);
                parser.expect(":")?;
                cases.push(Case { value, body: Vec::new() });
            } else if let Some(case) = cases.last_mut() {
                let mut body = Vec::new();
                statement(parser, depth + 1, &mut body)?;
                case.body.extend(body);
            } else {
                return parser.problem("`case` is expected");
            }
        }
    })?;
    Ok(Statement::Switch { value, cases })
}

fn attempt(parser: &mut Parser<'_>, depth: u32) -> Read<Statement> {
    let body = branch(parser, depth)?;
    let mut caught = None;
    let mut finally = Vec::new();
    loop {
        let before = parser.position();
        parser.skip_ends();
        if parser.next_word("catch") {
            parser.expect("(")?;
            let name = parser.inside(")", |parser| {
                let mut name = String::new();
                while let Some(word) = parser.next_name() {
                    name = word;
                    while parser.next_sign(".") || parser.next_sign("|") {}
                }
                Ok(name)
            })?;
            parser.names.push(name.clone());
            let handler = branch(parser, depth)?;
            // Which kind an error is of is not distinguished: the first handler takes it.
            caught.get_or_insert((name, handler));
        } else if parser.next_word("finally") {
            finally = branch(parser, depth)?;
        } else {
            parser.go_back(before);
            return Ok(Statement::Try { body, caught, finally });
        }
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
        return parser.problem("this import is not understood; `import package.Class` is");
    }
    parser.imports.push(name);
    Ok(())
}
