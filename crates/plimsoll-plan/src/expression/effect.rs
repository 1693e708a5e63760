//! What a script assigns and looks at, known without performing it.

use super::sample;
use super::syntax::{AssignmentTarget, Expression, Literal, Object, Script, Statement};

impl Script {
    /// Which variables it assigns by fixed names; `None`: it may assign any. And whether it sets properties.
    pub fn assigns(&self) -> (Option<Vec<&str>>, bool) {
        let mut seen = Seen { names: Some(Vec::new()), properties: false, leaks: self.leaks() };
        Statement::visit_all(&self.body, &mut |expression| seen.expression(expression));
        (seen.names, seen.properties)
    }

    /// Whether it looks at the last sample.
    pub fn sees_sample(&self) -> bool {
        self.any(|expression| match expression {
            Expression::Object(Object::Sample | Object::Made) => true,
            Expression::Name(name) => sample::BOUND.contains(&name.as_str()),
            Expression::Call { method, .. } => method == "getPreviousResult",
            Expression::Property { name, .. } => name == "previousResult",
            _ => false,
        })
    }

    /// Whether it does something beside setting variables and properties: to files, cookies, samples, its user.
    pub fn acts(&self) -> bool {
        self.any(|expression| match expression {
            Expression::New(class, _) => class.ends_with("Writer") || *class == "File",
            Expression::Call { method, .. } => {
                matches!(method.as_str(), "stop" | "putObject" | "getCookieManager")
                    || method.starts_with("setS")
                    || method.starts_with("setR")
            }
            Expression::Property { name, .. } => name == "cookieManager",
            _ => false,
        })
    }

    fn any(&self, is: impl Fn(&Expression) -> bool) -> bool {
        let mut found = false;
        Statement::visit_all(&self.body, &mut |expression| found |= is(expression));
        found
    }

    /// JMeter's variables or properties may go by another name.
    fn leaks(&self) -> bool {
        let is_shared = |expression: &Expression| {
            matches!(expression, Expression::Object(Object::Variables | Object::Properties | Object::Context))
        };
        let (mut all, mut as_receivers) = (0, 0);
        let mut by_getter = false;
        Statement::visit_all(&self.body, &mut |expression| {
            all += usize::from(is_shared(expression));
            match expression {
                Expression::Call { receiver, method, .. } => {
                    as_receivers += usize::from(is_shared(receiver));
                    by_getter |= matches!(method.as_str(), "getVariables" | "getProperties" | "getContext");
                }
                Expression::Property { receiver, name, .. } => {
                    as_receivers += usize::from(is_shared(receiver));
                    by_getter |= matches!(name.as_str(), "variables" | "properties");
                }
                Expression::Index(of, _)
                | Expression::Assign(AssignmentTarget::Index(of, _), ..)
                | Expression::Increment { target: AssignmentTarget::Index(of, _), .. } => {
                    as_receivers += usize::from(is_shared(of));
                }
                _ => {}
            }
        });
        by_getter || all > as_receivers
    }
}

/// What a script assigns.
struct Seen<'s> {
    names: Option<Vec<&'s str>>,
    properties: bool,
    /// What is not known by its name may be JMeter's variables.
    leaks: bool,
}

impl<'s> Seen<'s> {
    fn assigned(&mut self, name: Option<&'s Expression>) {
        match (name, &mut self.names) {
            (Some(Expression::Literal(Literal::Text(name))), Some(names)) => names.push(name),
            _ => self.names = None,
        }
    }

    fn expression(&mut self, expression: &'s Expression) {
        match expression {
            Expression::Call { receiver, method, arguments, .. } => {
                let changes = matches!(method.as_str(), "put" | "putObject" | "remove" | "setProperty");
                match &**receiver {
                    Expression::Object(Object::Variables) if changes => self.assigned(arguments.first()),
                    Expression::Object(Object::Properties) if changes => self.properties = true,
                    Expression::Class("JMeterUtils") => self.properties |= changes,
                    Expression::Object(_) | Expression::Class(_) => {}
                    // `ctx.getVariables()` and its like.
                    _ if changes && self.leaks => (self.names, self.properties) = (None, true),
                    _ => {}
                }
            }
            Expression::Assign(AssignmentTarget::Index(of, index), ..)
            | Expression::Increment { target: AssignmentTarget::Index(of, index), .. } => match &**of {
                Expression::Object(Object::Variables) => self.assigned(Some(index)),
                Expression::Object(Object::Properties) => self.properties = true,
                _ if self.leaks => (self.names, self.properties) = (None, true),
                _ => {}
            },
            _ => {}
        }
    }
}
