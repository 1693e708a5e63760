//! What a script is once it is read.

use super::value::{Type, Value};

/// The language of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    Groovy,
    Jexl2,
    Jexl3,
    /// As Mozilla Rhino performs it, JMeter's default.
    JavaScript,
    BeanShell,
}

impl Language {
    pub const ALL: [(&'static str, Language); 5] = [
        ("groovy", Language::Groovy),
        ("jexl3", Language::Jexl3),
        ("jexl2", Language::Jexl2),
        ("javascript", Language::JavaScript),
        ("beanshell", Language::BeanShell),
    ];

    pub fn is_jexl(self) -> bool {
        matches!(self, Language::Jexl2 | Language::Jexl3)
    }
}

/// A script that is understood as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    pub language: Language,
    pub(super) body: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    Value(Expression),
    Declare { kind: Option<Type>, name: String, value: Option<Expression> },
    If { condition: Expression, then: Vec<Statement>, otherwise: Vec<Statement> },
    Return(Option<Expression>),
    Assert(Expression, Option<Expression>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Literal(Value),
    /// Text with expressions in it.
    Text(Vec<Expression>),
    Name(String),
    Object(Object),
    Class(&'static str),
    New(&'static str, Vec<Expression>),
    /// A function that belongs to nobody: `parseInt(x)`.
    Function(&'static str, Vec<Expression>),
    Call {
        receiver: Box<Expression>,
        method: String,
        arguments: Vec<Expression>,
        safe: bool,
    },
    Property {
        receiver: Box<Expression>,
        name: String,
        safe: bool,
    },
    Index(Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Number(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    Elvis(Box<Expression>, Box<Expression>),
    Cast(Type, Box<Expression>),
    List(Vec<Expression>),
    Assign(Target, Option<Operator>, Box<Expression>),
    /// `x++`: the value before.
    Increment {
        target: Target,
        by: i32,
        before: bool,
    },
}

/// What can be assigned to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Name(String),
    Index(Box<Expression>, Box<Expression>),
    Property(Box<Expression>, String),
}

/// What JMeter gives a script by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Variables,
    Properties,
    Context,
    /// The last sample.
    Sample,
    /// The sample that the script makes; elsewhere the last one.
    Made,
    /// What the script says of the last sample.
    Verdict,
    Log,
    Sampler,
    ThreadGroup,
    Thread,
    FileServer,
    Output,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Equal,
    NotEqual,
    Identical,
    NotIdentical,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Compare,
    Matches,
    NotMatches,
    StartsWith,
    EndsWith,
    In,
}

impl Expression {
    /// The expressions directly inside.
    pub(super) fn parts(&self) -> Vec<&Expression> {
        match self {
            Expression::Literal(_) | Expression::Name(_) | Expression::Object(_) | Expression::Class(_) => {
                Vec::new()
            }
            Expression::Text(parts) | Expression::List(parts) => parts.iter().collect(),
            Expression::New(_, parts) | Expression::Function(_, parts) => parts.iter().collect(),
            Expression::Call { receiver, arguments, .. } => {
                std::iter::once(&**receiver).chain(arguments).collect()
            }
            Expression::Property { receiver, .. } => vec![receiver],
            Expression::Not(value)
            | Expression::Negative(value)
            | Expression::Number(value)
            | Expression::Cast(_, value) => vec![value],
            Expression::Index(a, b)
            | Expression::Binary(_, a, b)
            | Expression::And(a, b)
            | Expression::Or(a, b)
            | Expression::Elvis(a, b) => vec![a, b],
            Expression::Choice(a, b, c) => vec![a, b, c],
            Expression::Assign(target, _, value) => target.parts().into_iter().chain([&**value]).collect(),
            Expression::Increment { target, .. } => target.parts(),
        }
    }
}

impl Target {
    fn parts(&self) -> Vec<&Expression> {
        match self {
            Target::Name(_) => Vec::new(),
            Target::Index(of, index) => vec![of, index],
            Target::Property(of, _) => vec![of],
        }
    }
}
