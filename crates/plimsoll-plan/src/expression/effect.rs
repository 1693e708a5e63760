//! What a script assigns and looks at, known without performing it.

use super::sample;
use super::syntax::{Expression, Object, Script, Statement, Target};
use super::value::Value;

impl Script {
    /// Which variables it assigns by fixed names; `None`: it may assign any. And whether it sets properties.
    pub fn assigns(&self) -> (Option<Vec<&str>>, bool) {
        let mut seen = Seen { names: Some(Vec::new()), properties: false };
        seen.statements(&self.body);
        (seen.names, seen.properties)
    }

    /// Whether it looks at the last sample.
    pub fn sees_sample(&self) -> bool {
        fn any(body: &[Statement]) -> bool {
            body.iter().any(|statement| {
                let inner = match statement {
                    Statement::If { then, otherwise, .. } => any(then) || any(otherwise),
                    _ => false,
                };
                inner || statement.expressions().into_iter().any(sees)
            })
        }
        fn sees(expression: &Expression) -> bool {
            match expression {
                Expression::Object(Object::Sample | Object::Made) => true,
                Expression::Name(name) => sample::BOUND.contains(&name.as_str()),
                Expression::Call { method, .. } if method == "getPreviousResult" => true,
                Expression::Property { name, .. } if name == "previousResult" => true,
                other => other.parts().into_iter().any(sees),
            }
        }
        any(&self.body)
    }
}

/// What a script assigns.
struct Seen<'s> {
    names: Option<Vec<&'s str>>,
    properties: bool,
}

impl<'s> Seen<'s> {
    fn statements(&mut self, body: &'s [Statement]) {
        for statement in body {
            statement.expressions().into_iter().for_each(|e| self.expression(e));
            if let Statement::If { then, otherwise, .. } = statement {
                self.statements(then);
                self.statements(otherwise);
            }
        }
    }

    fn assigned(&mut self, name: Option<&'s Expression>) {
        match (name, &mut self.names) {
            (Some(Expression::Literal(Value::Text(name))), Some(names)) => names.push(name),
            _ => self.names = None,
        }
    }

    fn expression(&mut self, expression: &'s Expression) {
        match expression {
            Expression::Call { receiver, method, arguments, .. } => {
                let changes = matches!(method.as_str(), "put" | "remove" | "setProperty");
                match &**receiver {
                    Expression::Object(Object::Variables) if changes => self.assigned(arguments.first()),
                    Expression::Object(Object::Properties) if changes => self.properties = true,
                    Expression::Class("JMeterUtils") => self.properties |= changes,
                    Expression::Object(_) | Expression::Class(_) => {}
                    // `ctx.getVariables()` and its like.
                    _ if changes => (self.names, self.properties) = (None, true),
                    _ => {}
                }
            }
            Expression::Assign(Target::Index(of, index), ..)
            | Expression::Increment { target: Target::Index(of, index), .. } => match &**of {
                Expression::Object(Object::Variables) => self.assigned(Some(index)),
                _ => (self.names, self.properties) = (None, true),
            },
            _ => {}
        }
        expression.parts().into_iter().for_each(|part| self.expression(part));
    }
}
