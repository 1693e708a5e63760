//! Expressions as trees (XPath 1.0, 2 and 3). What an expression gives is known before it is evaluated, for there are no variables.

use super::axis::XPathAxis;
use super::functions::XPathFunction;
use super::lexer::{XPathToken, tokens};

/// Deepest nesting of brackets.
const DEPTH_MAX: u32 = 24;

pub enum XPathExpression<'e> {
    /// Operators of one precedence, from left to right.
    Chain(Box<XPathExpression<'e>>, Vec<(&'e str, XPathExpression<'e>)>),
    Negative(Box<XPathExpression<'e>>),
    Path(LocationPath<'e>),
    Call(XPathFunction, Vec<XPathExpression<'e>>),
    Number(f64),
    Text(&'e str),
}

pub struct LocationPath<'e> {
    pub start: PathStart<'e>,
    pub steps: Vec<LocationStep<'e>>,
}

pub enum PathStart<'e> {
    Root,
    Context,
    /// What stands in parentheses or a function gives, and its predicates.
    Of(Box<XPathExpression<'e>>, Vec<XPathExpression<'e>>),
}

pub struct LocationStep<'e> {
    pub axis: XPathAxis,
    pub test: NodeTest<'e>,
    pub predicates: Vec<XPathExpression<'e>>,
}

#[derive(Clone, Copy)]
pub enum NodeTest<'e> {
    /// Elements, and attributes on their axis.
    Named {
        prefix: Option<&'e str>,
        local: Option<&'e str>,
    },
    Node,
    Text,
    Comment,
    Instruction(Option<&'e str>),
}

impl XPathExpression<'_> {
    /// Whether it gives nodes.
    pub fn is_nodes(&self) -> bool {
        match self {
            XPathExpression::Chain(_, rest) => rest.iter().all(|(operator, _)| *operator == "|"),
            XPathExpression::Path(_) => true,
            XPathExpression::Call(function, _) => function.gives_nodes(),
            XPathExpression::Negative(_) | XPathExpression::Number(_) | XPathExpression::Text(_) => false,
        }
    }
}

/// By precedence, the weakest first.
const LEVELS: [&[&str]; 6] =
    [&["or"], &["and"], &["=", "!="], &["<", "<=", ">", ">="], &["+", "-"], &["*", "div", "mod"]];

pub fn parse(expression: &str) -> Result<XPathExpression<'_>, String> {
    let mut parser = XPathParser { tokens: tokens(expression)?, at: 0, depth: 0 };
    let parsed = parser.expression()?;
    match parser.peek() {
        None => Ok(parsed),
        Some(_) => Err(parser.unexpected()),
    }
}

struct XPathParser<'e> {
    tokens: Vec<XPathToken<'e>>,
    at: usize,
    depth: u32,
}

impl<'e> XPathParser<'e> {
    fn peek(&self) -> Option<XPathToken<'e>> {
        self.tokens.get(self.at).copied()
    }

    /// Takes the sign if it is the next token.
    fn takes(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(XPathToken::Sign(next)) if next == sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(format!("`{sign}` is missing {}", self.place())),
        }
    }

    fn place(&self) -> String {
        match self.peek() {
            None => "at the end".to_owned(),
            Some(token) => format!("before {}", shown(token)),
        }
    }

    fn unexpected(&self) -> String {
        match self.peek() {
            None => "it is cut off".to_owned(),
            Some(token) => format!("{} can't stand there", shown(token)),
        }
    }

    /// One inside of brackets.
    fn expression(&mut self) -> Result<XPathExpression<'e>, String> {
        if self.depth >= DEPTH_MAX {
            return Err(format!("it has more than {DEPTH_MAX} brackets inside of each other"));
        }
        self.depth += 1;
        let expression = self.level(0);
        self.depth -= 1;
        expression
    }

    fn level(&mut self, level: usize) -> Result<XPathExpression<'e>, String> {
        let Some(operators) = LEVELS.get(level) else { return self.negative() };
        let first = self.level(level + 1)?;
        let mut rest = Vec::new();
        while let Some(XPathToken::Operator(operator)) =
            self.peek().filter(|token| is_one_of(*token, operators))
        {
            self.at += 1;
            rest.push((operator, self.level(level + 1)?));
        }
        Ok(if rest.is_empty() { first } else { XPathExpression::Chain(Box::new(first), rest) })
    }

    fn negative(&mut self) -> Result<XPathExpression<'e>, String> {
        let mut signs = 0;
        while self.peek() == Some(XPathToken::Operator("-")) {
            (self.at, signs) = (self.at + 1, signs + 1);
        }
        let union = self.union()?;
        Ok(match signs {
            0 => union,
            // Two of them make a number of it.
            _ if signs % 2 == 0 => XPathExpression::Call(XPathFunction::Number, vec![union]),
            _ => XPathExpression::Negative(Box::new(union)),
        })
    }

    fn union(&mut self) -> Result<XPathExpression<'e>, String> {
        let first = self.path()?;
        let mut rest = Vec::new();
        while self.peek() == Some(XPathToken::Operator("|")) {
            self.at += 1;
            rest.push(("|", self.path()?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        match first.is_nodes() && rest.iter().all(|(_, other)| other.is_nodes()) {
            true => Ok(XPathExpression::Chain(Box::new(first), rest)),
            false => Err("`|` stands between nodes only".to_owned()),
        }
    }

    fn path(&mut self) -> Result<XPathExpression<'e>, String> {
        let start = match self.peek() {
            Some(XPathToken::Sign("/")) => {
                self.at += 1;
                let steps = if self.is_at_step() { self.steps()? } else { Vec::new() };
                return Ok(XPathExpression::Path(LocationPath { start: PathStart::Root, steps }));
            }
            Some(XPathToken::Sign("//")) => {
                let steps = self.more_steps(Vec::new())?;
                return Ok(XPathExpression::Path(LocationPath { start: PathStart::Root, steps }));
            }
            Some(XPathToken::Number(number)) => {
                self.at += 1;
                XPathExpression::Number(number)
            }
            Some(XPathToken::Literal(text)) => {
                self.at += 1;
                XPathExpression::Text(text)
            }
            Some(XPathToken::Function(name)) => {
                self.at += 1;
                self.call(name)?
            }
            Some(XPathToken::Sign("(")) => {
                self.at += 1;
                let inside = self.expression()?;
                self.expect(")")?;
                inside
            }
            _ => {
                let steps = self.steps()?;
                return Ok(XPathExpression::Path(LocationPath { start: PathStart::Context, steps }));
            }
        };
        let predicates = self.predicates()?;
        let has_steps = matches!(self.peek(), Some(XPathToken::Sign("/" | "//")));
        if predicates.is_empty() && !has_steps {
            return Ok(start);
        }
        if !start.is_nodes() {
            return Err("predicates and steps follow nodes only".to_owned());
        }
        let steps = self.more_steps(Vec::new())?;
        Ok(XPathExpression::Path(LocationPath { start: PathStart::Of(Box::new(start), predicates), steps }))
    }

    fn call(&mut self, name: &str) -> Result<XPathExpression<'e>, String> {
        let function = XPathFunction::named(name).ok_or_else(|| format!("there is no function `{name}`"))?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.takes(")") {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.expression()?);
        }
        if !function.takes(arguments.len()) {
            return Err(format!("`{name}` can't be used with {} arguments", arguments.len()));
        }
        if function.needs_nodes() && arguments.iter().any(|argument| !argument.is_nodes()) {
            return Err(format!("`{name}` is for nodes only"));
        }
        Ok(XPathExpression::Call(function, arguments))
    }

    fn is_at_step(&self) -> bool {
        matches!(
            self.peek(),
            Some(
                XPathToken::Name(_)
                    | XPathToken::Any
                    | XPathToken::NodeType(_)
                    | XPathToken::Axis(_)
                    | XPathToken::Sign("." | ".." | "@")
            )
        )
    }

    fn steps(&mut self) -> Result<Vec<LocationStep<'e>>, String> {
        let first = self.step()?;
        self.more_steps(vec![first])
    }

    fn more_steps(&mut self, mut steps: Vec<LocationStep<'e>>) -> Result<Vec<LocationStep<'e>>, String> {
        loop {
            if self.takes("//") {
                steps.push(LocationStep {
                    axis: XPathAxis::DescendantOrSelf,
                    test: NodeTest::Node,
                    predicates: Vec::new(),
                });
            } else if !self.takes("/") {
                return Ok(steps);
            }
            steps.push(self.step()?);
        }
    }

    fn step(&mut self) -> Result<LocationStep<'e>, String> {
        for (sign, axis) in [(".", XPathAxis::OwnNode), ("..", XPathAxis::Parent)] {
            if self.takes(sign) {
                return Ok(LocationStep { axis, test: NodeTest::Node, predicates: Vec::new() });
            }
        }
        let axis = match self.peek() {
            Some(XPathToken::Axis(axis)) => {
                self.at += 1;
                axis
            }
            _ if self.takes("@") => XPathAxis::Attribute,
            _ => XPathAxis::Child,
        };
        let test = self.node_test()?;
        Ok(LocationStep { axis, test, predicates: self.predicates()? })
    }

    fn node_test(&mut self) -> Result<NodeTest<'e>, String> {
        let test = match self.peek() {
            Some(XPathToken::Any) => NodeTest::Named { prefix: None, local: None },
            Some(XPathToken::Name(name)) => {
                let (prefix, local) = match name.split_once(':') {
                    Some((prefix, local)) => (Some(prefix), local),
                    None => (None, name),
                };
                NodeTest::Named { prefix, local: Some(local).filter(|local| *local != "*") }
            }
            Some(XPathToken::NodeType(kind)) => {
                self.at += 1;
                return self.node_type(kind);
            }
            _ => return Err(self.unexpected()),
        };
        self.at += 1;
        Ok(test)
    }

    fn node_type(&mut self, kind: &str) -> Result<NodeTest<'e>, String> {
        self.expect("(")?;
        let target = match (kind, self.peek()) {
            ("processing-instruction", Some(XPathToken::Literal(target))) => {
                self.at += 1;
                Some(target)
            }
            _ => None,
        };
        self.expect(")")?;
        Ok(match kind {
            "text" => NodeTest::Text,
            "comment" => NodeTest::Comment,
            "node" => NodeTest::Node,
            _ => NodeTest::Instruction(target),
        })
    }

    fn predicates(&mut self) -> Result<Vec<XPathExpression<'e>>, String> {
        let mut predicates = Vec::new();
        while self.takes("[") {
            predicates.push(self.expression()?);
            self.expect("]")?;
        }
        Ok(predicates)
    }
}

fn is_one_of(token: XPathToken<'_>, operators: &[&str]) -> bool {
    matches!(token, XPathToken::Operator(operator) if operators.contains(&operator))
}

fn shown(token: XPathToken<'_>) -> String {
    match token {
        XPathToken::Any => "`*`".to_owned(),
        XPathToken::Axis(_) => "an axis".to_owned(),
        XPathToken::Number(number) => format!("`{number}`"),
        XPathToken::Literal(text) => format!("'{text}'"),
        XPathToken::Name(text)
        | XPathToken::NodeType(text)
        | XPathToken::Function(text)
        | XPathToken::Operator(text)
        | XPathToken::Sign(text) => format!("`{text}`"),
    }
}
