//! Expressions, from tokens; precedence as in each language (Groovy, JavaScript and Java agree on what is here).

use super::library;
use super::statement;
use super::syntax::{Expression, Language, Operator, Script, Target};
use super::token::{ESCAPED_DOLLAR, Token, tokens};
use super::value::{Type, Value};
use super::{call, number::Decimal};
use std::fmt;

/// Why a script is not performed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptProblem {
    /// From 1, within the script.
    pub line: usize,
    pub column: usize,
    /// What was not understood.
    pub reason: String,
}

impl fmt::Display for ScriptProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ScriptProblem { line, column, reason } = self;
        match line {
            1 => write!(f, "column {column} of the script: {reason}"),
            _ => write!(f, "line {line}, column {column} of the script: {reason}"),
        }
    }
}

impl ScriptProblem {
    pub(super) fn at(script: &str, at: usize, reason: impl Into<String>) -> Self {
        let before = &script[..at.min(script.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ScriptProblem {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: reason.into(),
        }
    }
}

impl Script {
    /// Reads a script, or says where the first thing is that is not understood.
    pub fn parse(language: Language, text: &str) -> Result<Script, ScriptProblem> {
        let tokens = tokens(language, text)?;
        let mut parser = Parser {
            language,
            text,
            tokens,
            at: 0,
            open: 0,
            depth: 0,
            names: declared(language),
            imports: Vec::new(),
        };
        let body = statement::body(&mut parser)?;
        Ok(Script { language, body })
    }
}

/// The names that a script need not declare.
fn declared(language: Language) -> Vec<String> {
    match language {
        Language::BeanShell => super::sample::BOUND.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

/// Expressions inside expressions that are read.
const DEPTH_MAX: u32 = 48;

pub(super) type Read<T> = Result<T, ScriptProblem>;

pub(super) struct Parser<'t> {
    pub language: Language,
    text: &'t str,
    tokens: Vec<(usize, Token)>,
    at: usize,
    /// Parentheses and brackets around the current token: newlines mean nothing in them.
    open: u32,
    depth: u32,
    /// Variables that the script declared.
    pub names: Vec<String>,
    pub imports: Vec<String>,
}

impl Parser<'_> {
    pub fn problem<T>(&self, reason: impl Into<String>) -> Read<T> {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |(at, _)| *at);
        Err(ScriptProblem::at(self.text, at, reason))
    }

    fn ends_at_newline(&self) -> bool {
        self.open == 0 && matches!(self.language, Language::Groovy | Language::JavaScript)
    }

    pub fn skip_newlines(&mut self) {
        while matches!(self.tokens.get(self.at), Some((_, Token::NewLine))) {
            self.at += 1;
        }
    }

    /// The next token; a newline only where it can end a statement.
    pub fn peek(&mut self) -> Option<&Token> {
        let start = self.at;
        self.skip_newlines();
        if self.at > start && self.ends_at_newline() {
            let goes_on = match self.tokens.get(self.at) {
                Some((_, Token::Sign(sign))) => matches!(*sign, "." | "?." | "&&" | "||" | "?" | ":" | "?:"),
                _ => false,
            };
            if !goes_on {
                self.at = start;
            }
        }
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub fn next_sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn expect(&mut self, sign: &str) -> Read<()> {
        if self.next_sign(sign) { Ok(()) } else { self.problem(format!("`{sign}` is expected")) }
    }

    pub fn next_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(found)) if found == word);
        if found {
            self.at += 1;
        }
        found
    }

    pub fn next_name(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.peek() else { return None };
        let name = name.clone();
        self.at += 1;
        Some(name)
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn go_back(&mut self, position: usize) {
        self.at = position;
    }

    /// Reads something between an opening and a closing sign.
    pub fn inside<T>(&mut self, close: &str, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.open += 1;
        let found = read(self);
        let closed = found.and_then(|found| self.expect(close).map(|()| found));
        self.open -= 1;
        closed
    }

    pub fn expression(&mut self) -> Read<Expression> {
        self.depth += 1;
        let found = match self.depth > DEPTH_MAX {
            true => self.problem("expressions are nested too deeply"),
            false => self.assignment(),
        };
        self.depth -= 1;
        found
    }

    fn assignment(&mut self) -> Read<Expression> {
        let start = self.at;
        let left = self.choice()?;
        const SIGNS: [(&str, Option<Operator>); 6] = [
            ("=", None),
            ("+=", Some(Operator::Add)),
            ("-=", Some(Operator::Subtract)),
            ("*=", Some(Operator::Multiply)),
            ("/=", Some(Operator::Divide)),
            ("%=", Some(Operator::Remainder)),
        ];
        let Some((_, operator)) = SIGNS.into_iter().find(|(sign, _)| self.next_sign(sign)) else {
            return Ok(left);
        };
        let target = self.target(left, start)?;
        self.skip_newlines();
        let value = self.expression()?;
        Ok(Expression::Assign(target, operator, Box::new(value)))
    }

    fn target(&mut self, expression: Expression, start: usize) -> Read<Target> {
        Ok(match expression {
            Expression::Name(name) => {
                self.names.push(name.clone());
                Target::Name(name)
            }
            Expression::Index(of, index) => Target::Index(of, index),
            Expression::Property { receiver, name, .. } => Target::Property(receiver, name),
            _ => {
                self.at = start;
                return self.problem("this can't be assigned to");
            }
        })
    }

    fn choice(&mut self) -> Read<Expression> {
        let condition = self.binary(0)?;
        if self.next_sign("?:") || (self.language == Language::Jexl3 && self.next_sign("??")) {
            self.skip_newlines();
            let otherwise = self.choice()?;
            return Ok(Expression::Elvis(Box::new(condition), Box::new(otherwise)));
        }
        if !self.next_sign("?") {
            return Ok(condition);
        }
        self.skip_newlines();
        let then = self.expression()?;
        self.expect(":")?;
        self.skip_newlines();
        let otherwise = self.choice()?;
        Ok(Expression::Choice(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn binary(&mut self, level: usize) -> Read<Expression> {
        let Some(signs) = LEVELS.get(level) else { return self.cast() };
        let mut left = self.binary(level + 1)?;
        while let Some(meaning) = self.operator(signs) {
            self.skip_newlines();
            let right = self.binary(level + 1)?;
            let (a, b) = (Box::new(left), Box::new(right));
            left = match meaning {
                Meaning::Or => Expression::Or(a, b),
                Meaning::And => Expression::And(a, b),
                Meaning::Binary(operator) => Expression::Binary(operator, a, b),
            };
        }
        Ok(left)
    }

    fn operator(&mut self, signs: &[(&str, Meaning)]) -> Option<Meaning> {
        let language = self.language;
        let found = match self.peek()? {
            Token::Sign(sign) => *sign,
            Token::Name(name) if language.is_jexl() => match name.as_str() {
                "and" => "&&",
                "or" => "||",
                "eq" => "==",
                "ne" => "!=",
                "lt" => "<",
                "le" => "<=",
                "gt" => ">",
                "ge" => ">=",
                "div" => "/",
                "mod" => "%",
                _ => return None,
            },
            Token::Name(name) if language == Language::Groovy && name == "in" => "in",
            _ => return None,
        };
        let known = match found {
            "===" | "!==" => language == Language::JavaScript,
            "==~" | "<=>" | "**" => language == Language::Groovy,
            "=~" | "!~" => language.is_jexl(),
            "=^" | "=$" => language == Language::Jexl3,
            _ => true,
        };
        let (_, meaning) = signs.iter().find(|(sign, _)| known && *sign == found)?;
        self.at += 1;
        Some(*meaning)
    }

    fn cast(&mut self) -> Read<Expression> {
        let mut value = self.unary()?;
        while self.language == Language::Groovy && self.next_word("as") {
            let Some(kind) = self.next_name().as_deref().and_then(type_named) else {
                return self.problem("this type is not known");
            };
            value = Expression::Cast(kind, Box::new(value));
        }
        Ok(value)
    }

    fn unary(&mut self) -> Read<Expression> {
        if self.next_sign("!") || (self.language.is_jexl() && self.next_word("not")) {
            return Ok(Expression::Not(Box::new(self.unary_deeper()?)));
        }
        if self.next_sign("-") {
            return Ok(Expression::Negative(Box::new(self.unary_deeper()?)));
        }
        if self.next_sign("+") {
            return Ok(Expression::Number(Box::new(self.unary_deeper()?)));
        }
        for (sign, by) in [("++", 1), ("--", -1)] {
            let start = self.at;
            if self.next_sign(sign) {
                let value = self.unary_deeper()?;
                let target = self.target(value, start)?;
                return Ok(Expression::Increment { target, by, before: false });
            }
        }
        let start = self.at;
        let mut value = self.postfix()?;
        for (sign, by) in [("++", 1), ("--", -1)] {
            if self.next_sign(sign) {
                value = Expression::Increment { target: self.target(value, start)?, by, before: true };
                return Ok(value);
            }
        }
        Ok(value)
    }

    fn unary_deeper(&mut self) -> Read<Expression> {
        self.depth += 1;
        let found = match self.depth > DEPTH_MAX {
            true => self.problem("expressions are nested too deeply"),
            false => self.unary(),
        };
        self.depth -= 1;
        found
    }

    fn postfix(&mut self) -> Read<Expression> {
        let mut value = self.primary()?;
        loop {
            let safe = match self.peek() {
                Some(Token::Sign(".")) => false,
                Some(Token::Sign("?.")) => true,
                Some(Token::Sign("[")) => {
                    self.at += 1;
                    let index = self.inside("]", Self::expression)?;
                    value = Expression::Index(Box::new(value), Box::new(index));
                    continue;
                }
                _ => return Ok(value),
            };
            self.at += 1;
            let start = self.at;
            let Some(name) = self.next_name() else { return self.problem("a name is expected") };
            value = match self.next_sign("(") {
                true => {
                    let arguments = self.arguments()?;
                    Expression::Call { receiver: Box::new(value), method: name, arguments, safe }
                }
                false => Expression::Property { receiver: Box::new(value), name, safe },
            };
            if let Err(reason) = call::check(self.language, &value) {
                self.at = start;
                return self.problem(reason);
            }
        }
    }

    pub fn arguments(&mut self) -> Read<Vec<Expression>> {
        self.list(")")
    }

    fn list(&mut self, close: &str) -> Read<Vec<Expression>> {
        self.inside(close, |parser| {
            let mut found = Vec::new();
            while !matches!(parser.peek(), Some(Token::Sign(sign)) if *sign == close) {
                found.push(parser.expression()?);
                if !parser.next_sign(",") {
                    break;
                }
            }
            Ok(found)
        })
    }

    fn primary(&mut self) -> Read<Expression> {
        let Some(token) = self.peek().cloned() else { return self.problem("an expression is missing") };
        match token {
            Token::Number(text) => match number(self.language, &text) {
                Some(value) => {
                    self.at += 1;
                    Ok(Expression::Literal(value))
                }
                None => self.problem(format!("the number {text} is not supported")),
            },
            Token::Text(text, false) => {
                self.at += 1;
                Ok(Expression::Literal(Value::Text(text)))
            }
            Token::Text(text, true) => {
                let parts = self.interpolated(&text)?;
                self.at += 1;
                Ok(parts)
            }
            Token::Sign("(") => {
                self.at += 1;
                self.parenthesis()
            }
            Token::Sign("[") if self.language != Language::BeanShell => {
                self.at += 1;
                Ok(Expression::List(self.list("]")?))
            }
            Token::Name(name) => {
                let start = self.at;
                self.at += 1;
                self.named(name, start)
            }
            Token::Sign("{") => self.problem("closures and maps are not supported"),
            Token::Sign("/") => self.problem("a regular expression between slashes is not supported"),
            Token::Sign(sign) => self.problem(format!("`{sign}` is not expected here")),
            Token::NewLine => self.problem("the expression ends too early"),
        }
    }

    /// A cast such as `(int) x`, or an expression in parentheses.
    fn parenthesis(&mut self) -> Read<Expression> {
        let start = self.at;
        let kind = self.next_name().as_deref().and_then(type_named);
        let casts = matches!(self.language, Language::Groovy | Language::BeanShell);
        if let (Some(kind), true, true) = (kind, casts, self.next_sign(")")) {
            let value = self.unary_deeper()?;
            return Ok(Expression::Cast(kind, Box::new(value)));
        }
        self.at = start;
        self.inside(")", Self::expression)
    }

    fn named(&mut self, name: String, start: usize) -> Read<Expression> {
        let literal = match name.as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            "undefined" if self.language == Language::JavaScript => Some(Value::Undefined),
            _ => None,
        };
        if let Some(value) = literal {
            return Ok(Expression::Literal(value));
        }
        if name == "new" {
            return library::construction(self);
        }
        if self.names.contains(&name) {
            return Ok(Expression::Name(name));
        }
        if let Some(object) = library::object(self.language, &name) {
            return Ok(Expression::Object(object));
        }
        if name == "threadName" {
            return Ok(Expression::Function("threadName", Vec::new()));
        }
        if let Some(function) = library::function(self.language, &name)
            && self.next_sign("(")
        {
            return Ok(Expression::Function(function, self.arguments()?));
        }
        if let Some(class) = library::class(self, &name) {
            return Ok(Expression::Class(class));
        }
        // `x = 1` declares `x`.
        if matches!(self.peek(), Some(Token::Sign("="))) {
            return Ok(Expression::Name(name));
        }
        self.at = start;
        self.problem(format!("`{name}` is not known"))
    }

    /// `"a $b ${c + 1}"`.
    fn interpolated(&mut self, text: &str) -> Read<Expression> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            let after = &rest[at + 1..];
            let (script, length) = match after.strip_prefix('{') {
                Some(inner) => match inner.find('}') {
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
            parts.push(Expression::Literal(Value::Text(rest[..at].replace(ESCAPED_DOLLAR, "$"))));
            parts.push(self.part(script)?);
            rest = &after[length..];
        }
        let last = Expression::Literal(Value::Text(rest.replace(ESCAPED_DOLLAR, "$")));
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
            names: self.names.clone(),
            imports: self.imports.clone(),
        };
        match inner.expression() {
            Ok(found) if inner.peek().is_none() => Ok(found),
            Ok(_) => self.problem(format!("`{script}` is not understood")),
            Err(problem) => self.problem(problem.reason),
        }
    }
}

#[derive(Clone, Copy)]
enum Meaning {
    Or,
    And,
    Binary(Operator),
}

/// From the loosest to the tightest.
const LEVELS: [&[(&str, Meaning)]; 7] = [
    &[("||", Meaning::Or)],
    &[("&&", Meaning::And)],
    &[
        ("==", Meaning::Binary(Operator::Equal)),
        ("!=", Meaning::Binary(Operator::NotEqual)),
        ("===", Meaning::Binary(Operator::Identical)),
        ("!==", Meaning::Binary(Operator::NotIdentical)),
        ("<=>", Meaning::Binary(Operator::Compare)),
        ("=~", Meaning::Binary(Operator::Matches)),
        ("==~", Meaning::Binary(Operator::Matches)),
        ("!~", Meaning::Binary(Operator::NotMatches)),
        ("=^", Meaning::Binary(Operator::StartsWith)),
        ("=$", Meaning::Binary(Operator::EndsWith)),
    ],
    &[
        ("<=", Meaning::Binary(Operator::LessOrEqual)),
        ("<", Meaning::Binary(Operator::Less)),
        (">=", Meaning::Binary(Operator::GreaterOrEqual)),
        (">", Meaning::Binary(Operator::Greater)),
        ("in", Meaning::Binary(Operator::In)),
    ],
    &[("+", Meaning::Binary(Operator::Add)), ("-", Meaning::Binary(Operator::Subtract))],
    &[
        ("*", Meaning::Binary(Operator::Multiply)),
        ("/", Meaning::Binary(Operator::Divide)),
        ("%", Meaning::Binary(Operator::Remainder)),
    ],
    &[("**", Meaning::Binary(Operator::Power))],
];

pub(super) fn type_named(name: &str) -> Option<Type> {
    Some(match name {
        "def" | "var" | "let" | "const" | "final" | "Object" | "Random" | "Date" | "SimpleDateFormat"
        | "UUID" => Type::Any,
        "String" | "GString" | "CharSequence" => Type::Text,
        "int" | "Integer" | "short" | "Short" => Type::Int,
        "long" | "Long" => Type::Long,
        "double" | "Double" | "float" | "Float" => Type::Double,
        "BigDecimal" => Type::Decimal,
        "boolean" | "Boolean" => Type::Bool,
        "List" | "ArrayList" => Type::List,
        _ => return None,
    })
}

/// Longest fraction of JEXL 2 that is the same in 64 bits when it is written.
const JEXL2_DIGITS_MAX: usize = 6;

fn number(language: Language, text: &str) -> Option<Value> {
    let text = text.replace('_', "");
    if let Some(digits) = text.strip_prefix("0x") {
        let number = i64::from_str_radix(digits, 16).ok()?;
        return Some(whole(language, number));
    }
    let last = text.chars().last().filter(char::is_ascii_alphabetic);
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match last {
        Some('L' | 'l') => return Some(Value::Long(digits.parse().ok()?)),
        Some('d' | 'D' | 'f' | 'F') => return Some(Value::Double(digits.parse().ok()?)),
        Some('g' | 'G') => return Some(Value::Decimal(Decimal::parse(digits)?)),
        Some('i' | 'I') => return Some(Value::Int(digits.parse().ok()?)),
        _ => {}
    }
    // An octal number in Java.
    if text.len() > 1 && text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) {
        return match language {
            Language::Jexl2 | Language::Jexl3 => None,
            _ => i64::from_str_radix(&text, 8).ok().map(|number| whole(language, number)),
        };
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(whole(language, number));
    }
    match language {
        Language::Groovy if !text.contains(['e', 'E']) => Decimal::parse(&text).map(Value::Decimal),
        Language::Groovy => None,
        // A number of 32 bits there.
        Language::Jexl2 if text.len() > JEXL2_DIGITS_MAX || text.contains(['e', 'E']) => None,
        _ => text.parse().ok().map(Value::Double),
    }
}

fn whole(language: Language, number: i64) -> Value {
    match (language, i32::try_from(number)) {
        (Language::JavaScript, _) => Value::Double(number as f64),
        (_, Ok(number)) => Value::Int(number),
        (_, Err(_)) => Value::Long(number),
    }
}
