//! Expressions, from tokens; precedence as in each language (Groovy, JavaScript and Java agree on what is here).

use super::call;
use super::class;
use super::library;
use super::literal::number;
use super::parser::{Parser, Read};
use super::problem::ScriptProblem;
use super::statement;
use super::syntax::{Expression, Language, Operator, Script, Target};
use super::token::{Token, tokens};
use super::value::{Type, Value};

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
            return class::construction(self);
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
        if let Some(class) = class::class(self, &name) {
            return Ok(Expression::Class(class));
        }
        // `x = 1` declares `x`.
        if matches!(self.peek(), Some(Token::Sign("="))) {
            return Ok(Expression::Name(name));
        }
        self.at = start;
        self.problem(format!("`{name}` is not known"))
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
