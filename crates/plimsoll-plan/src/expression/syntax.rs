//! What a script is once it is read.

use super::number::Decimal;
use super::value::{ScriptValue, Type};
use std::sync::Arc;

/// The language of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScriptLanguage {
    Groovy,
    Jexl2,
    Jexl3,
    /// As Mozilla Rhino performs it, JMeter's default.
    JavaScript,
    BeanShell,
}

impl ScriptLanguage {
    pub const ALL: [(&'static str, ScriptLanguage); 5] = [
        ("groovy", ScriptLanguage::Groovy),
        ("jexl3", ScriptLanguage::Jexl3),
        ("jexl2", ScriptLanguage::Jexl2),
        ("javascript", ScriptLanguage::JavaScript),
        ("beanshell", ScriptLanguage::BeanShell),
    ];

    pub fn is_jexl(self) -> bool {
        matches!(self, ScriptLanguage::Jexl2 | ScriptLanguage::Jexl3)
    }
}

/// A script that is understood as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    pub language: ScriptLanguage,
    pub(super) body: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement {
    Value(Expression),
    Declare {
        kind: Option<Type>,
        name: String,
        value: Option<Expression>,
    },
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `for (x in …)`; of a map its entries, in JavaScript its keys.
    ForEach {
        name: String,
        values: Expression,
        body: Vec<Statement>,
    },
    /// `for (…; …; …)`, `while` and, where the body comes first, `do`.
    Loop(Box<Loop>),
    Switch {
        value: Expression,
        cases: Vec<Case>,
    },
    Break,
    Continue,
    Return(Option<Expression>),
    Assert(Expression, Option<Expression>),
    Throw(Expression),
    Try {
        body: Vec<Statement>,
        caught: Option<(String, Vec<Statement>)>,
        finally: Vec<Statement>,
    },
    Function {
        name: String,
        code: Arc<FunctionCode>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loop {
    pub before: Vec<Statement>,
    pub condition: Option<Expression>,
    pub after: Vec<Expression>,
    pub body: Vec<Statement>,
    pub body_first: bool,
}

/// What is done from here on when one of the values fits; none: `default`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Case {
    pub value: Option<Expression>,
    pub body: Vec<Statement>,
}

/// A closure or a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FunctionCode {
    pub parameters: Vec<String>,
    /// Without parameters a closure has `it`.
    pub has_it: bool,
    pub body: Vec<Statement>,
}

/// A value that stands in the script.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Literal {
    Null,
    Undefined,
    Bool(bool),
    Int(i32),
    Long(i64),
    Double(f64),
    Decimal(Decimal),
    Text(String),
}

impl Literal {
    pub(super) fn value(&self) -> ScriptValue {
        match self {
            Literal::Null => ScriptValue::Null,
            Literal::Undefined => ScriptValue::Undefined,
            Literal::Bool(value) => ScriptValue::Bool(*value),
            Literal::Int(number) => ScriptValue::Int(*number),
            Literal::Long(number) => ScriptValue::Long(*number),
            Literal::Double(number) => ScriptValue::Double(*number),
            Literal::Decimal(number) => ScriptValue::Decimal(*number),
            Literal::Text(text) => ScriptValue::Text(text.clone()),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Literal(Literal),
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
        /// `list*.method()`
        each: bool,
    },
    /// A closure or a function of the script: `f(x)`.
    Invoke(Box<Expression>, Vec<Expression>),
    Property {
        receiver: Box<Expression>,
        name: String,
        safe: bool,
        /// `list*.name`
        each: bool,
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
    IsA(Type, Box<Expression>),
    List(Vec<Expression>),
    Map(Vec<(Expression, Expression)>),
    /// `a..b`, and whether the end belongs to it.
    Range(Box<Expression>, Box<Expression>, bool),
    Closure(Arc<FunctionCode>),
    Assign(AssignmentTarget, Option<Operator>, Box<Expression>),
    /// `x++`: the value before.
    Increment {
        target: AssignmentTarget,
        by: i32,
        before: bool,
    },
}

/// What can be assigned to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AssignmentTarget {
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
    CookieManager,
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
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
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
    /// Groovy's `=~`: a matcher.
    Find,
    StartsWith,
    EndsWith,
    In,
}

impl Expression {
    /// The expressions directly inside.
    pub(super) fn parts(&self) -> Vec<&Expression> {
        match self {
            Expression::Literal(_)
            | Expression::Name(_)
            | Expression::Object(_)
            | Expression::Class(_)
            | Expression::Closure(_) => Vec::new(),
            Expression::Text(parts) | Expression::List(parts) => parts.iter().collect(),
            Expression::Map(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
            Expression::New(_, parts) | Expression::Function(_, parts) => parts.iter().collect(),
            Expression::Call { receiver, arguments, .. } | Expression::Invoke(receiver, arguments) => {
                std::iter::once(&**receiver).chain(arguments).collect()
            }
            Expression::Property { receiver, .. } => vec![receiver],
            Expression::Not(value)
            | Expression::Negative(value)
            | Expression::Number(value)
            | Expression::Cast(_, value)
            | Expression::IsA(_, value) => vec![value],
            Expression::Index(a, b)
            | Expression::Binary(_, a, b)
            | Expression::And(a, b)
            | Expression::Or(a, b)
            | Expression::Range(a, b, _)
            | Expression::Elvis(a, b) => vec![a, b],
            Expression::Choice(a, b, c) => vec![a, b, c],
            Expression::Assign(target, _, value) => target.parts().into_iter().chain([&**value]).collect(),
            Expression::Increment { target, .. } => target.parts(),
        }
    }

    /// This one and all inside, those of closures too.
    pub(super) fn visit<'e>(&'e self, look: &mut impl FnMut(&'e Expression)) {
        look(self);
        self.parts().into_iter().for_each(|part| part.visit(look));
        if let Expression::Closure(code) = self {
            Statement::visit_all(&code.body, look);
        }
    }
}

impl Statement {
    /// Shows all expressions of the statements, and of those inside.
    pub(super) fn visit_all<'s>(body: &'s [Statement], look: &mut impl FnMut(&'s Expression)) {
        body.iter().for_each(|statement| statement.visit(look));
    }

    fn visit<'s>(&'s self, look: &mut impl FnMut(&'s Expression)) {
        match self {
            Statement::Value(value) | Statement::Throw(value) => value.visit(look),
            Statement::Declare { value, .. } | Statement::Return(value) => {
                value.iter().for_each(|value| value.visit(look));
            }
            Statement::If { condition, then, otherwise } => {
                condition.visit(look);
                Statement::visit_all(then, look);
                Statement::visit_all(otherwise, look);
            }
            Statement::ForEach { values, body, .. } => {
                values.visit(look);
                Statement::visit_all(body, look);
            }
            Statement::Loop(inner) => {
                Statement::visit_all(&inner.before, look);
                inner.condition.iter().chain(&inner.after).for_each(|value| value.visit(look));
                Statement::visit_all(&inner.body, look);
            }
            Statement::Switch { value, cases } => {
                value.visit(look);
                for case in cases {
                    case.value.iter().for_each(|value| value.visit(look));
                    Statement::visit_all(&case.body, look);
                }
            }
            Statement::Break | Statement::Continue => {}
            Statement::Assert(condition, message) => {
                condition.visit(look);
                message.iter().for_each(|value| value.visit(look));
            }
            Statement::Try { body, caught, finally } => {
                Statement::visit_all(body, look);
                caught.iter().for_each(|(_, body)| Statement::visit_all(body, look));
                Statement::visit_all(finally, look);
            }
            Statement::Function { code, .. } => Statement::visit_all(&code.body, look),
        }
    }
}

impl AssignmentTarget {
    fn parts(&self) -> Vec<&Expression> {
        match self {
            AssignmentTarget::Name(_) => Vec::new(),
            AssignmentTarget::Index(of, index) => vec![of, index],
            AssignmentTarget::Property(of, _) => vec![of],
        }
    }
}
