//! Expressions, from tokens; precedence as in each language (Groovy, JavaScript and Java agree on what is here).

use super::class;
use super::closure;
use super::known_method;
use super::library;
use super::literal::number;
use super::parser::{Parser, Read};
use super::precedence::{LEVELS, Meaning};
use super::problem::ScriptProblem;
use super::statement;
use super::syntax::{AssignmentTarget, Expression, Literal, Operator, Script, ScriptLanguage};
use super::token::{Token, tokens};
use super::type_name::declared_type;
use super::value::Type;

impl Script {
    /// Reads a script, or says where the first thing is that is not understood.
    pub fn parse(language: ScriptLanguage, text: &str) -> Result<Script, ScriptProblem> {
        let tokens = tokens(language, text)?;
        let mut names = declared(language);
        names.extend(closure::function_names(language, &tokens));
        let has_maps = closure::has_maps(&tokens);
        let mut parser = Parser {
            language,
            text,
            tokens,
            at: 0,
            open: 0,
            depth: 0,
            links: 0,
            blocks: 0,
            names,
            imports: Vec::new(),
            has_maps,
        };
        let body = statement::body(&mut parser)?;
        Ok(Script { language, body })
    }
}

/// The names that a script need not declare.
fn declared(language: ScriptLanguage) -> Vec<String> {
    match language {
        ScriptLanguage::BeanShell => super::sample::BOUND.map(str::to_owned).to_vec(),
        _ => Vec::new(),
    }
}

/// Expressions inside expressions that are read.
const DEPTH_MAX: u32 = 48;
/// Most operators, members and casts in one statement: what is made of a row of them is as deep as the row is long, and a script
/// that takes in a value of an answer may have any length.
const LINKS_MAX: u32 = 600;

impl Parser<'_> {
    pub fn expression(&mut self) -> Read<Expression> {
        self.depth += 1;
        let found = match self.depth > DEPTH_MAX {
            true => self.problem("expressions are nested too deeply"),
            false => self.assignment(),
        };
        self.depth -= 1;
        found
    }

    fn link(&mut self) -> Read<()> {
        self.links += 1;
        if self.links > LINKS_MAX {
            self.problem(format!("the statement has more than {LINKS_MAX} operators and calls"))
        } else {
            Ok(())
        }
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

    fn target(&mut self, expression: Expression, start: usize) -> Read<AssignmentTarget> {
        Ok(match expression {
            Expression::Name(name) => {
                self.names.push(name.clone());
                AssignmentTarget::Name(name)
            }
            Expression::Index(of, index) => AssignmentTarget::Index(of, index),
            Expression::Property { receiver, name, .. } => AssignmentTarget::Property(receiver, name),
            _ => {
                self.at = start;
                return self.problem("this can't be assigned to");
            }
        })
    }

    fn choice(&mut self) -> Read<Expression> {
        let condition = self.binary(0)?;
        if let Some(range) = self.range(&condition)? {
            return Ok(range);
        }
        if self.next_sign("?:") || (self.language == ScriptLanguage::Jexl3 && self.next_sign("??")) {
            self.link()?;
            self.skip_newlines();
            let otherwise = self.choice()?;
            return Ok(Expression::Elvis(Box::new(condition), Box::new(otherwise)));
        }
        if !self.next_sign("?") {
            return Ok(condition);
        }
        self.link()?;
        self.skip_newlines();
        let then = self.expression()?;
        self.expect(":")?;
        self.skip_newlines();
        let otherwise = self.choice()?;
        Ok(Expression::Choice(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    /// Groovy's `a..b` and `a..<b`.
    fn range(&mut self, start: &Expression) -> Read<Option<Expression>> {
        if self.language != ScriptLanguage::Groovy {
            return Ok(None);
        }
        let is_whole = self.next_sign("..");
        if !is_whole && !self.next_sign("..<") {
            return Ok(None);
        }
        let end = self.binary(0)?;
        Ok(Some(Expression::Range(Box::new(start.clone()), Box::new(end), is_whole)))
    }

    /// What stands between `case` and its colon.
    pub fn case_value(&mut self) -> Read<Expression> {
        let value = self.binary(0)?;
        Ok(self.range(&value)?.unwrap_or(value))
    }

    fn binary(&mut self, level: usize) -> Read<Expression> {
        let Some(signs) = LEVELS.get(level) else { return self.cast() };
        let mut left = self.binary(level + 1)?;
        while let Some(meaning) = self.operator(signs) {
            self.link()?;
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
            Token::Name(name) if language == ScriptLanguage::Groovy && name == "in" => "in",
            _ => return None,
        };
        let known = match found {
            "===" | "!==" => language == ScriptLanguage::JavaScript,
            "==~" | "<=>" | "**" => language == ScriptLanguage::Groovy,
            "=~" => language.is_jexl() || language == ScriptLanguage::Groovy,
            "!~" => language.is_jexl(),
            "=^" | "=$" => language == ScriptLanguage::Jexl3,
            _ => true,
        };
        let (_, meaning) = signs.iter().find(|(sign, _)| known && *sign == found)?;
        self.at += 1;
        match (found, language) {
            ("=~", ScriptLanguage::Groovy) => Some(Meaning::Binary(Operator::Find)),
            _ => Some(*meaning),
        }
    }

    fn cast(&mut self) -> Read<Expression> {
        let mut value = self.unary()?;
        while self.language == ScriptLanguage::Groovy && self.next_word("as") {
            self.link()?;
            let Some(kind) = declared_type(self) else {
                return self
                    .problem("this type is not known; numbers, `String`, `boolean`, `List` and `Map` are");
            };
            value = Expression::Cast(kind, Box::new(value));
        }
        if !self.language.is_jexl() && self.next_word("instanceof") {
            let Some(kind) = declared_type(self).filter(|kind| *kind != Type::Any) else {
                return self
                    .problem("this type is not known; numbers, `String`, `boolean`, `List` and `Map` are");
            };
            value = Expression::IsA(kind, Box::new(value));
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
            let mut each = false;
            // A list that begins the next line is none of this value's places.
            let is_place = self.open > 0 || self.is_sign("[");
            let is_groovy = self.language == ScriptLanguage::Groovy;
            let safe = match self.peek() {
                Some(Token::Sign(".")) => false,
                Some(Token::Sign("?.")) => true,
                Some(Token::Sign("*.")) if is_groovy => {
                    each = true;
                    false
                }
                Some(Token::Sign("[")) if is_place => {
                    self.at += 1;
                    self.link()?;
                    let index = self.inside("]", Self::expression)?;
                    value = Expression::Index(Box::new(value), Box::new(index));
                    continue;
                }
                _ => return Ok(value),
            };
            self.at += 1;
            self.link()?;
            let start = self.at;
            let name = match self.peek().cloned() {
                Some(Token::Name(name)) => name,
                // `json.'some name'`
                Some(Token::Text(text, false)) if self.language == ScriptLanguage::Groovy => text,
                _ => return self.problem("a name is expected"),
            };
            self.at += 1;
            let takes_closure =
                self.language == ScriptLanguage::Groovy && !self.is_sign("(") && self.is_sign("{");
            value = match takes_closure || self.is_sign("(") {
                true => {
                    let mut arguments = if self.next_sign("(") { self.arguments()? } else { Vec::new() };
                    if self.language == ScriptLanguage::Groovy
                        && self.is_sign("{")
                        && known_method::takes_closure(&name)
                    {
                        self.next_sign("{");
                        arguments.push(closure::closure(self)?);
                    }
                    Expression::Call { receiver: Box::new(value), method: name, arguments, safe, each }
                }
                false => Expression::Property { receiver: Box::new(value), name, safe, each },
            };
            if let Err(reason) = known_method::check(self.language, &value, self.has_maps) {
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
                Ok(Expression::Literal(Literal::Text(text)))
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
            Token::Sign("[") if self.language != ScriptLanguage::BeanShell => {
                self.at += 1;
                closure::list_or_map(self, "]")
            }
            Token::Name(name) => {
                let start = self.at;
                self.at += 1;
                self.named(name, start)
            }
            Token::Sign("{") if self.language == ScriptLanguage::Groovy => {
                self.at += 1;
                closure::closure(self)
            }
            Token::Sign("{") if self.language == ScriptLanguage::JavaScript => {
                self.at += 1;
                closure::list_or_map(self, "}")
            }
            Token::Sign("{") => self.problem("a block is not expected here"),
            Token::Sign("~") if self.language == ScriptLanguage::Groovy => {
                self.at += 1;
                self.primary()
            }
            Token::Sign("/") => self.problem("a regular expression between slashes is not supported"),
            Token::Sign(sign) => self.problem(format!("`{sign}` is not expected here")),
            Token::NewLine => self.problem("the expression ends too early"),
        }
    }

    /// A cast such as `(int) x`, or an expression in parentheses.
    fn parenthesis(&mut self) -> Read<Expression> {
        let start = self.at;
        let kind = declared_type(self);
        let casts = matches!(self.language, ScriptLanguage::Groovy | ScriptLanguage::BeanShell);
        if let (Some(kind), true, true) = (kind, casts, self.next_sign(")")) {
            let value = self.unary_deeper()?;
            return Ok(Expression::Cast(kind, Box::new(value)));
        }
        self.at = start;
        self.inside(")", Self::expression)
    }

    fn named(&mut self, name: String, start: usize) -> Read<Expression> {
        let literal = match name.as_str() {
            "true" => Some(Literal::Bool(true)),
            "false" => Some(Literal::Bool(false)),
            "null" => Some(Literal::Null),
            "undefined" if self.language == ScriptLanguage::JavaScript => Some(Literal::Undefined),
            _ => None,
        };
        if let Some(value) = literal {
            return Ok(Expression::Literal(value));
        }
        if name == "new" {
            return class::construction(self);
        }
        if name == "function" && self.language == ScriptLanguage::JavaScript {
            return closure::anonymous(self);
        }
        if self.names.contains(&name) {
            let name = Expression::Name(name);
            return match self.is_sign("(") {
                true => {
                    self.next_sign("(");
                    Ok(Expression::Invoke(Box::new(name), self.arguments()?))
                }
                false => Ok(name),
            };
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
        if let Some(class) = class::class(self, &name) {
            return Ok(Expression::Class(class));
        }
        // `x = 1` declares `x`.
        if matches!(self.peek(), Some(Token::Sign("="))) {
            return Ok(Expression::Name(name));
        }
        self.at = start;
        self.problem(super::problem::unknown_name(self.language, &name))
    }
}
