//! The values of expressions.

use super::arguments::{Arguments, outside};
use super::call;
use super::class;
use super::compare;
use super::library;
use super::map_method;
use super::operator;
use super::run::{Evaluated, ScriptRun};
use super::static_method;
use super::syntax::{AssignmentTarget, Expression, Object, Operator, ScriptLanguage};
use super::text;
use super::value::{ScriptValue, Type};

/// Longest list that `a..b` makes.
const RANGE_MAX: i64 = 100_000;

impl ScriptRun<'_> {
    fn values(&mut self, expressions: &[Expression]) -> Result<Vec<ScriptValue>, String> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    pub(super) fn value(&mut self, expression: &Expression) -> Evaluated {
        let value = self.deeper(|run| run.raw(expression))?;
        self.step(value.as_str().map_or(0, str::len))?;
        // All numbers of JavaScript are of one kind.
        Ok(match value {
            ScriptValue::Int(n) if self.language == ScriptLanguage::JavaScript => {
                ScriptValue::Double(n.into())
            }
            ScriptValue::Long(n) if self.language == ScriptLanguage::JavaScript => {
                ScriptValue::Double(n as f64)
            }
            value => value,
        })
    }

    fn raw(&mut self, expression: &Expression) -> Evaluated {
        match expression {
            Expression::Literal(value) => Ok(value.value()),
            Expression::Text(parts) => {
                let mut text = String::new();
                for part in parts {
                    text.push_str(&self.value(part)?.to_text(self.language));
                    text::bounded(text.len())?;
                }
                Ok(text.into())
            }
            Expression::Name(name) => match self.variable(name) {
                Some(value) => Ok(value.clone()),
                None => Err(format!("`{name}` has no value")),
            },
            Expression::Object(object) => Ok(ScriptValue::Object(*object)),
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
            Expression::Call { receiver, method, arguments, safe, each } => {
                self.call(receiver, method, arguments, (*safe, *each))
            }
            Expression::Invoke(function, arguments) => {
                let function = self.value(function)?;
                let values = self.values(arguments)?;
                match function {
                    ScriptValue::Closure(closure) => self.invoke(&closure, values),
                    _ => Err("only functions and closures can be called".to_owned()),
                }
            }
            Expression::Property { receiver, name, safe, each } => {
                self.property(receiver, name, (*safe, *each))
            }
            Expression::Index(of, index) => self.index(of, index),
            Expression::Not(value) => Ok(ScriptValue::Bool(!self.truth(value)?)),
            Expression::Negative(value) => {
                let value = self.value(value)?;
                self.negative(value)
            }
            Expression::Number(value) => {
                let value = self.value(value)?;
                match self.language {
                    ScriptLanguage::JavaScript => Ok(ScriptValue::Double(compare::javascript_number(&value))),
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
            Expression::IsA(kind, value) => {
                let value = self.value(value)?;
                Ok(ScriptValue::Bool(is_a(&value, *kind)))
            }
            Expression::List(values) => Ok(ScriptValue::list(self.values(values)?)),
            Expression::Map(entries) => {
                let map = super::value::MapEntries::default();
                for (key, value) in entries {
                    let key = self.value(key)?;
                    map.put(key, self.value(value)?);
                }
                Ok(ScriptValue::Map(map))
            }
            Expression::Range(from, to, is_whole) => self.range(from, to, *is_whole),
            Expression::Closure(code) => Ok(self.closure(code)),
            Expression::Assign(target, operator, value) => self.assign(target, *operator, value),
            Expression::Increment { target, by, before } => {
                let old = self.read(target)?;
                let new = operator::apply(self.language, Operator::Add, old.clone(), ScriptValue::Int(*by))?;
                self.write(target, new.clone())?;
                Ok(if *before { old } else { new })
            }
        }
    }

    fn range(&mut self, from: &Expression, to: &Expression, is_whole: bool) -> Evaluated {
        let (from, to) = (self.value(from)?.to_i64(), self.value(to)?.to_i64());
        let (Some(from), Some(to)) = (from, to) else { return Err("a range needs whole numbers".to_owned()) };
        if !is_whole && from == to {
            return Ok(ScriptValue::list(Vec::new()));
        }
        let to = if is_whole { to } else { to - (to - from).signum() };
        if from.abs_diff(to) > RANGE_MAX as u64 {
            return Err(format!("a range of more than {RANGE_MAX} numbers"));
        }
        let numbers: Vec<i64> = if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
        Ok(ScriptValue::list(numbers.into_iter().map(|number| ScriptValue::Int(number as i32)).collect()))
    }

    /// JavaScript's `&&` and `||` give one of their operands, those of the others a truth value.
    fn logical(&mut self, left: &Expression, right: &Expression, or: bool) -> Evaluated {
        let left = self.value(left)?;
        let truth = left.truth(self.language)?;
        if self.language == ScriptLanguage::JavaScript {
            return if truth == or { Ok(left) } else { self.value(right) };
        }
        if truth == or {
            return Ok(ScriptValue::Bool(or));
        }
        Ok(ScriptValue::Bool(self.truth(right)?))
    }

    fn negative(&self, value: ScriptValue) -> Evaluated {
        Ok(match value {
            ScriptValue::Int(n) => ScriptValue::Int(n.wrapping_neg()),
            ScriptValue::Long(n) => ScriptValue::Long(n.wrapping_neg()),
            ScriptValue::Double(n) => ScriptValue::Double(-n),
            ScriptValue::Decimal(n) => ScriptValue::Decimal(n.negated()),
            other if self.language == ScriptLanguage::JavaScript => {
                ScriptValue::Double(-compare::javascript_number(&other))
            }
            other if self.language.is_jexl() => {
                operator::apply(self.language, Operator::Subtract, ScriptValue::Int(0), other)?
            }
            _ => return Err("`-` needs a number".to_owned()),
        })
    }

    fn call(
        &mut self,
        receiver: &Expression,
        method: &str,
        arguments: &[Expression],
        (safe, each): (bool, bool),
    ) -> Evaluated {
        if let Expression::Class(class) = receiver {
            let values = self.values(arguments)?;
            let arguments = Arguments { language: self.language, values: &values };
            return static_method::call(class, method, &arguments, self.around);
        }
        let of = self.value(receiver)?;
        if safe && of.is_nothing() {
            return Ok(ScriptValue::Null);
        }
        let values = self.values(arguments)?;
        if let (ScriptValue::List(items), true) = (&of, each) {
            let found = items.all().into_iter().map(|one| self.method(&one, method, &values));
            return found.collect::<Result<Vec<_>, _>>().map(ScriptValue::list);
        }
        // A date of a variable is another one afterwards.
        if let (Expression::Name(name), ScriptValue::Date(ms)) = (receiver, &of)
            && let Some(changed) = call::changed_date(*ms, method, &values)
        {
            self.set(name, ScriptValue::Date(changed))?;
            return Ok(ScriptValue::Null);
        }
        self.method(&of, method, &values)
    }

    /// A method of a value.
    pub(super) fn method(&mut self, of: &ScriptValue, method: &str, values: &[ScriptValue]) -> Evaluated {
        let arguments = Arguments { language: self.language, values };
        match of {
            ScriptValue::Object(object) => {
                library::check_method(*object, method)?;
                library::call_object(*object, method, &arguments, self.around)
            }
            ScriptValue::Closure(closure) if matches!(method, "call" | "doCall") => {
                self.invoke(closure, values.to_vec())
            }
            ScriptValue::File(_) | ScriptValue::Writer(_) => {
                super::file::method(of, method, &arguments, self.around)
            }
            ScriptValue::Map(entries)
                if matches!(
                    entries.get(&ScriptValue::Text(method.to_owned())),
                    Some(ScriptValue::Closure(_))
                ) =>
            {
                match entries.get(&ScriptValue::Text(method.to_owned())) {
                    Some(ScriptValue::Closure(closure)) => self.invoke(&closure, values.to_vec()),
                    _ => Ok(ScriptValue::Null),
                }
            }
            _ => match values.last() {
                Some(ScriptValue::Closure(closure)) => {
                    let closure = std::rc::Rc::clone(closure);
                    self.with_closure(of, method, &closure, values)
                }
                _ => call::method(of, method, &arguments),
            },
        }
    }

    fn property(&mut self, receiver: &Expression, name: &str, (safe, each): (bool, bool)) -> Evaluated {
        if let Expression::Class(class) = receiver {
            return class::constant(class, name).ok_or_else(|| format!("`{class}.{name}` is not known"));
        }
        let of = self.value(receiver)?;
        if of.is_nothing() && safe {
            return Ok(ScriptValue::Null);
        }
        if let (ScriptValue::List(items), true) = (&of, each) {
            let found = items.all().into_iter().map(|one| self.property_of(&one, name));
            return found.collect::<Result<Vec<_>, _>>().map(ScriptValue::list);
        }
        self.property_of(&of, name)
    }

    fn property_of(&mut self, of: &ScriptValue, name: &str) -> Evaluated {
        let none = Arguments { language: self.language, values: &[] };
        let is_groovy = self.language == ScriptLanguage::Groovy;
        match of {
            ScriptValue::Object(object) => match library::getter(self.language, *object, name) {
                Some(method) => library::call_object(*object, &method, &none, self.around),
                None => Err(format!("`{name}` is not known")),
            },
            ScriptValue::Map(entries) if self.language != ScriptLanguage::BeanShell => {
                let nothing = if is_groovy { ScriptValue::Null } else { ScriptValue::Undefined };
                Ok(entries.get(&ScriptValue::Text(name.to_owned())).unwrap_or(nothing))
            }
            ScriptValue::List(values) if name == "length" => Ok(ScriptValue::count(values.len())),
            ScriptValue::Bytes(bytes) if name == "length" => Ok(ScriptValue::count(bytes.len())),
            value @ ScriptValue::Text(_)
                if name == "length" && self.language == ScriptLanguage::JavaScript =>
            {
                call::method(&ScriptValue::JavaText(value.to_text(self.language)), "length", &none)
            }
            ScriptValue::Date(ms) if name == "time" && is_groovy => Ok(ScriptValue::Long(*ms)),
            ScriptValue::File(_) if is_groovy => {
                super::file::method(of, &getter_of(name), &none, self.around)
            }
            value if name == "empty" => call::method(value, "isEmpty", &none),
            // Of each value of a list its own.
            ScriptValue::List(values) if is_groovy && !matches!(name, "bytes" | "count" | "size") => {
                let found = values.all().into_iter().map(|one| self.property_of(&one, name));
                found.collect::<Result<Vec<_>, _>>().map(ScriptValue::list)
            }
            value if is_groovy => match map_method::part(value, name) {
                Some(found) => Ok(found),
                None => call::method(value, &getter_of(name), &none),
            },
            value if value.is_nothing() => Err(format!("`{name}` of null")),
            _ => Err(format!("`{name}` is not known")),
        }
    }

    fn index(&mut self, of: &Expression, index: &Expression) -> Evaluated {
        let of = self.value(of)?;
        let index = self.value(index)?;
        let of_javascript = self.language == ScriptLanguage::JavaScript;
        match (&of, index.to_i64()) {
            (ScriptValue::Object(object @ (Object::Variables | Object::Properties)), _)
                if self.language != ScriptLanguage::BeanShell =>
            {
                let arguments = Arguments { language: self.language, values: &[index] };
                library::call_object(*object, "get", &arguments, self.around)
            }
            (ScriptValue::Map(entries), _) => {
                let nothing = if of_javascript { ScriptValue::Undefined } else { ScriptValue::Null };
                Ok(entries.get(&index).unwrap_or(nothing))
            }
            (ScriptValue::List(values), Some(at)) => match values.get(at) {
                Some(value) => Ok(value),
                None if self.language == ScriptLanguage::BeanShell => {
                    Err("the index is outside of the list".to_owned())
                }
                None if of_javascript => Ok(ScriptValue::Undefined),
                None => Ok(ScriptValue::Null),
            },
            (ScriptValue::Bytes(bytes), Some(at)) => {
                let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
                byte.map(|byte| ScriptValue::Int((*byte as i8).into())).ok_or_else(outside)
            }
            (ScriptValue::Matcher(matcher), Some(at)) => matcher.at(at).ok_or_else(outside),
            (ScriptValue::Text(_) | ScriptValue::JavaText(_), Some(_))
                if self.language == ScriptLanguage::Groovy =>
            {
                let arguments = Arguments { language: self.language, values: &[index] };
                call::method(&of, "getAt", &arguments)
            }
            (_, None) if matches!(index, ScriptValue::List(_)) => self.part(&of, &index),
            _ => Err("this can't be indexed".to_owned()),
        }
    }

    /// `text[1..3]`, `list[0..-2]`: those at the numbers of a list.
    fn part(&mut self, of: &ScriptValue, places: &ScriptValue) -> Evaluated {
        let ScriptValue::List(places) = places else { return Err("this can't be indexed".to_owned()) };
        let one = |run: &mut Self, place: &ScriptValue| {
            let arguments = Arguments { language: run.language, values: std::slice::from_ref(place) };
            call::method(of, "getAt", &arguments)
        };
        let found: Result<Vec<ScriptValue>, String> =
            places.all().iter().map(|place| one(self, place)).collect();
        match of {
            ScriptValue::List(_) => found.map(ScriptValue::list),
            _ => Ok(found?.iter().map(|value| value.to_text(self.language)).collect::<String>().into()),
        }
    }

    fn assign(
        &mut self,
        target: &AssignmentTarget,
        operator: Option<Operator>,
        value: &Expression,
    ) -> Evaluated {
        let mut value = self.value(value)?;
        if let Some(operator) = operator {
            let old = self.read(target)?;
            value = operator::apply(self.language, operator, old, value)?;
        }
        self.write(target, value.clone())?;
        Ok(value)
    }

    fn read(&mut self, target: &AssignmentTarget) -> Evaluated {
        match target {
            AssignmentTarget::Name(name) => self.value(&Expression::Name(name.clone())),
            AssignmentTarget::Index(of, index) => self.index(of, index),
            AssignmentTarget::Property(of, name) => self.property(of, name, (false, false)),
        }
    }

    fn write(&mut self, target: &AssignmentTarget, value: ScriptValue) -> Result<(), String> {
        match target {
            AssignmentTarget::Name(name) => self.set(name, value),
            AssignmentTarget::Index(of, index) => {
                let of = self.value(of)?;
                let index = self.value(index)?;
                match of {
                    ScriptValue::Object(object @ (Object::Variables | Object::Properties)) => {
                        let arguments = Arguments { language: self.language, values: &[index, value] };
                        library::call_object(object, "put", &arguments, self.around).map(drop)
                    }
                    ScriptValue::Map(entries) => {
                        entries.put(index, value);
                        Ok(())
                    }
                    ScriptValue::List(items) => super::list_method::put(&items, &index, value),
                    _ => Err("this can't be assigned to".to_owned()),
                }
            }
            AssignmentTarget::Property(of, name) => match self.value(of)? {
                ScriptValue::Map(entries) => {
                    entries.put(ScriptValue::Text(name.clone()), value);
                    Ok(())
                }
                _ => Err("this can't be assigned to".to_owned()),
            },
        }
    }
}

/// `bytes` is `getBytes`.
fn getter_of(name: &str) -> String {
    let mut rest = name.chars();
    let first = rest.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("get{first}{}", rest.as_str())
}

fn is_a(value: &ScriptValue, kind: Type) -> bool {
    match kind {
        Type::Any => !value.is_nothing(),
        Type::Bool => matches!(value, ScriptValue::Bool(_)),
        Type::Int => matches!(value, ScriptValue::Int(_)),
        Type::Long => matches!(value, ScriptValue::Long(_)),
        Type::Double => matches!(value, ScriptValue::Double(_)),
        Type::Decimal => matches!(value, ScriptValue::Decimal(_)),
        Type::Text => value.as_str().is_some(),
        Type::List => matches!(value, ScriptValue::List(_)),
        Type::Map => matches!(value, ScriptValue::Map(_)),
        Type::Bytes => matches!(value, ScriptValue::Bytes(_)),
        Type::Closure => matches!(value, ScriptValue::Closure(_)),
        Type::Date => matches!(value, ScriptValue::Date(_)),
    }
}
