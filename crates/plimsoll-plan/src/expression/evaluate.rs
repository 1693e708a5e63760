//! Performs a script for one user.

use super::call::{self, Arguments};
use super::class;
use super::library;
use super::operator;
use super::sample;
use super::syntax::{Expression, Language, Object, Operator, Script, Statement, Target};
use super::value::{Type, Value};
use crate::template::Surroundings;
use std::collections::HashMap;

type Outcome = Result<Value, String>;

impl Script {
    /// The value of the last statement, or of `return`. An error is what the script's own engine would have thrown,
    /// in words.
    pub fn evaluate(&self, around: &mut dyn Surroundings) -> Outcome {
        let is_bound = self.language == Language::BeanShell;
        let bound = if is_bound { sample::bound(around) } else { Vec::new() };
        let names = bound.into_iter().map(|(name, value)| (name.to_owned(), (None, value))).collect();
        let mut run = Run { language: self.language, around, names, returned: None };
        let last = run.statements(&self.body)?;
        let Run { names, returned, .. } = run;
        if is_bound {
            sample::give_back(|name| names.get(name).map(|(_, value)| value), around);
        }
        Ok(returned.unwrap_or(last))
    }
}

struct Run<'a> {
    language: Language,
    around: &'a mut dyn Surroundings,
    names: HashMap<String, (Option<Type>, Value)>,
    returned: Option<Value>,
}

impl Run<'_> {
    fn statements(&mut self, body: &[Statement]) -> Outcome {
        let mut last = Value::Null;
        for statement in body {
            match statement {
                Statement::Value(value) => last = self.value(value)?,
                Statement::Declare { kind, name, value } => {
                    let value = value.as_ref().map_or(Ok(Value::Null), |value| self.value(value))?;
                    let value = match kind {
                        Some(kind) => value.into_type(*kind, self.language, false)?,
                        None => value,
                    };
                    self.names.insert(name.clone(), (*kind, value));
                    last = Value::Null;
                }
                Statement::If { condition, then, otherwise } => {
                    let branch = if self.truth(condition)? { then } else { otherwise };
                    last = self.statements(branch)?;
                }
                Statement::Return(value) => {
                    let value = value.as_ref().map_or(Ok(Value::Null), |value| self.value(value))?;
                    self.returned = Some(value);
                }
                Statement::Assert(condition, message) => {
                    if !self.truth(condition)? {
                        return Err(match message {
                            Some(message) => self.value(message)?.to_text(self.language),
                            None => "an assertion of the script does not hold".to_owned(),
                        });
                    }
                    last = Value::Null;
                }
            }
            if self.returned.is_some() {
                break;
            }
        }
        Ok(last)
    }

    fn truth(&mut self, condition: &Expression) -> Result<bool, String> {
        self.value(condition)?.truth(self.language)
    }

    fn values(&mut self, expressions: &[Expression]) -> Result<Vec<Value>, String> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    fn value(&mut self, expression: &Expression) -> Outcome {
        let value = self.raw(expression)?;
        // All numbers of JavaScript are of one kind.
        Ok(match value {
            Value::Int(n) if self.language == Language::JavaScript => Value::Double(n.into()),
            Value::Long(n) if self.language == Language::JavaScript => Value::Double(n as f64),
            value => value,
        })
    }

    fn raw(&mut self, expression: &Expression) -> Outcome {
        match expression {
            Expression::Literal(value) => Ok(value.clone()),
            Expression::Text(parts) => {
                let mut text = String::new();
                for part in parts {
                    text.push_str(&self.value(part)?.to_text(self.language));
                }
                Ok(text.into())
            }
            Expression::Name(name) => match self.names.get(name) {
                Some((_, value)) => Ok(value.clone()),
                None => Err(format!("`{name}` has no value")),
            },
            Expression::Object(object) => Ok(Value::Object(*object)),
            Expression::Class(class) => Err(format!("`{class}` is no value")),
            Expression::New(class, arguments) => {
                let values = self.values(arguments)?;
                let arguments = Arguments { language: self.language, values: &values };
                class::construct(class, &arguments, self.around)
            }
            Expression::Function("threadName", _) => Ok(self.around.thread_name().into()),
            Expression::Function(name, arguments) => {
                let values = self.values(arguments)?;
                library::call_function(name, &Arguments { language: self.language, values: &values })
            }
            Expression::Call { receiver, method, arguments, safe } => {
                self.call(receiver, method, arguments, *safe)
            }
            Expression::Property { receiver, name, safe } => self.property(receiver, name, *safe),
            Expression::Index(of, index) => self.index(of, index),
            Expression::Not(value) => Ok(Value::Bool(!self.truth(value)?)),
            Expression::Negative(value) => {
                let value = self.value(value)?;
                self.negative(value)
            }
            Expression::Number(value) => {
                let value = self.value(value)?;
                match self.language {
                    Language::JavaScript => Ok(Value::Double(operator::javascript_number(&value))),
                    _ => Ok(value),
                }
            }
            Expression::Binary(operator, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                operator::apply(self.language, *operator, left, right)
            }
            Expression::And(left, right) => self.logical(left, right, false),
            Expression::Or(left, right) => self.logical(left, right, true),
            Expression::Choice(condition, then, otherwise) => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.value(branch)
            }
            Expression::Elvis(value, otherwise) => {
                let value = self.value(value)?;
                match !value.is_nothing() && value.truth(self.language)? {
                    true => Ok(value),
                    false => self.value(otherwise),
                }
            }
            Expression::Cast(kind, value) => {
                let value = self.value(value)?;
                value.into_type(*kind, self.language, true)
            }
            Expression::List(values) => Ok(Value::List(self.values(values)?)),
            Expression::Assign(target, operator, value) => self.assign(target, *operator, value),
            Expression::Increment { target, by, before } => {
                let old = self.read(target)?;
                let new = operator::apply(self.language, Operator::Add, old.clone(), Value::Int(*by))?;
                self.write(target, new.clone())?;
                Ok(if *before { old } else { new })
            }
        }
    }

    /// JavaScript's `&&` and `||` give one of their operands, those of the others a truth value.
    fn logical(&mut self, left: &Expression, right: &Expression, or: bool) -> Outcome {
        let left = self.value(left)?;
        let truth = left.truth(self.language)?;
        if self.language == Language::JavaScript {
            return if truth == or { Ok(left) } else { self.value(right) };
        }
        if truth == or {
            return Ok(Value::Bool(or));
        }
        Ok(Value::Bool(self.truth(right)?))
    }

    fn negative(&self, value: Value) -> Outcome {
        Ok(match value {
            Value::Int(n) => Value::Int(n.wrapping_neg()),
            Value::Long(n) => Value::Long(n.wrapping_neg()),
            Value::Double(n) => Value::Double(-n),
            Value::Decimal(n) => Value::Decimal(n.negated()),
            other if self.language == Language::JavaScript => {
                Value::Double(-operator::javascript_number(&other))
            }
            other if self.language.is_jexl() => {
                operator::apply(self.language, Operator::Subtract, Value::Int(0), other)?
            }
            _ => return Err("`-` needs a number".to_owned()),
        })
    }

    fn call(&mut self, receiver: &Expression, method: &str, arguments: &[Expression], safe: bool) -> Outcome {
        if let Expression::Class(class) = receiver {
            let values = self.values(arguments)?;
            let arguments = Arguments { language: self.language, values: &values };
            return class::call_static(class, method, &arguments, self.around);
        }
        let receiver = self.value(receiver)?;
        if safe && receiver.is_nothing() {
            return Ok(Value::Null);
        }
        let values = self.values(arguments)?;
        let arguments = Arguments { language: self.language, values: &values };
        match receiver {
            Value::Object(object) => {
                library::check_method(object, method)?;
                library::call_object(object, method, &arguments, self.around)
            }
            receiver => call::method(&receiver, method, &arguments),
        }
    }

    fn property(&mut self, receiver: &Expression, name: &str, safe: bool) -> Outcome {
        if let Expression::Class(class) = receiver {
            return class::constant(class, name).ok_or_else(|| format!("`{class}.{name}` is not known"));
        }
        let none = Arguments { language: self.language, values: &[] };
        match self.value(receiver)? {
            value if value.is_nothing() && safe => Ok(Value::Null),
            Value::Object(object) => match library::getter(self.language, object, name) {
                Some(method) => library::call_object(object, &method, &none, self.around),
                None => Err(format!("`{name}` is not known")),
            },
            Value::List(values) if name == "length" => {
                Ok(Value::Int(i32::try_from(values.len()).unwrap_or(i32::MAX)))
            }
            value @ Value::Text(_) if name == "length" && self.language == Language::JavaScript => {
                call::method(&Value::JavaText(value.to_text(self.language)), "length", &none)
            }
            Value::Date(ms) if name == "time" && self.language == Language::Groovy => Ok(Value::Long(ms)),
            value if name == "empty" => call::method(&value, "isEmpty", &none),
            _ => Err(format!("`{name}` is not known")),
        }
    }

    fn index(&mut self, of: &Expression, index: &Expression) -> Outcome {
        let of = self.value(of)?;
        let index = self.value(index)?;
        match (&of, index.to_i64()) {
            (Value::Object(object @ (Object::Variables | Object::Properties)), _)
                if self.language != Language::BeanShell =>
            {
                let arguments = Arguments { language: self.language, values: &[index] };
                library::call_object(*object, "get", &arguments, self.around)
            }
            (Value::List(values), Some(at)) => {
                let from_end = if at < 0 { at + values.len() as i64 } else { at };
                let found = usize::try_from(from_end).ok().and_then(|at| values.get(at));
                match (found, self.language) {
                    (Some(value), _) => Ok(value.clone()),
                    (None, Language::BeanShell) => Err("the index is outside of the list".to_owned()),
                    (None, _) => Ok(Value::Null),
                }
            }
            (Value::Text(_) | Value::JavaText(_), Some(_)) if self.language == Language::Groovy => {
                let arguments = Arguments { language: self.language, values: &[index] };
                call::method(&of, "charAt", &arguments)
            }
            _ => Err("this can't be indexed".to_owned()),
        }
    }

    fn assign(&mut self, target: &Target, operator: Option<Operator>, value: &Expression) -> Outcome {
        let mut value = self.value(value)?;
        if let Some(operator) = operator {
            let old = self.read(target)?;
            value = operator::apply(self.language, operator, old, value)?;
        }
        self.write(target, value.clone())?;
        Ok(value)
    }

    fn read(&mut self, target: &Target) -> Outcome {
        match target {
            Target::Name(name) => self.value(&Expression::Name(name.clone())),
            Target::Index(of, index) => self.index(of, index),
            Target::Property(..) => Err("this can't be assigned to".to_owned()),
        }
    }

    fn write(&mut self, target: &Target, value: Value) -> Result<(), String> {
        match target {
            Target::Name(name) => {
                let kind = self.names.get(name).and_then(|(kind, _)| *kind);
                let value = match kind {
                    Some(kind) => value.into_type(kind, self.language, false)?,
                    None => value,
                };
                self.names.insert(name.clone(), (kind, value));
                Ok(())
            }
            Target::Index(of, index) => {
                let of = self.value(of)?;
                let index = self.value(index)?;
                match of {
                    Value::Object(object @ (Object::Variables | Object::Properties)) => {
                        let arguments = Arguments { language: self.language, values: &[index, value] };
                        library::call_object(object, "put", &arguments, self.around).map(drop)
                    }
                    _ => Err("this can't be assigned to".to_owned()),
                }
            }
            Target::Property(..) => Err("this can't be assigned to".to_owned()),
        }
    }
}
