//! Puts a template together.

use super::{Call, Function, Part, Template, clock};
use std::borrow::Cow;

/// What a template sees when it is rendered: the variables of one virtual user, and the run's clock,
/// properties and random numbers.
pub trait Scope<V> {
    fn variable(&self, variable: &V) -> Option<&str>;
    /// How the variable was written, for references that stay unresolved.
    fn name<'a>(&'a self, variable: &'a V) -> &'a str;
    fn variable_named(&self, name: &str) -> Option<&str>;
    fn set_variable(&mut self, name: &str, value: String);
    fn property(&self, name: &str) -> Option<Cow<'_, str>>;
    fn set_property(&mut self, name: &str, value: String);
    fn random(&mut self) -> &mut fastrand::Rng;
    /// Milliseconds since 1970.
    fn wall_ms(&self) -> i64;
    /// From 1.
    fn user_number(&self) -> u32;
    fn scenario_name(&self) -> &str;
    /// The next number of the `__counter` at this site, from 1.
    fn count(&mut self, site: u32, per_user: bool) -> u64;
    fn machine_name(&self) -> String;
    fn machine_ip(&self) -> String;
}

impl<V> Template<V> {
    /// Appends the text to `out`. A variable without a value stays as `${name}`.
    pub fn render<S: Scope<V>>(&self, scope: &mut S, out: &mut String) {
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Variable(variable) => match scope.variable(variable) {
                    Some(value) => out.push_str(value),
                    None => push_unresolved(scope.name(variable), out),
                },
                Part::Call(call) => call.render(scope, out),
            }
        }
    }

    pub fn to_text<S: Scope<V>>(&self, scope: &mut S) -> String {
        let mut out = String::new();
        self.render(scope, &mut out);
        out
    }
}

fn push_unresolved(name: &str, out: &mut String) {
    out.push_str("${");
    out.push_str(name);
    out.push('}');
}

impl<V> Call<V> {
    fn render<S: Scope<V>>(&self, scope: &mut S, out: &mut String) {
        let arguments: Vec<String> = self.arguments.iter().map(|a| a.to_text(scope)).collect();
        let argument = |i: usize| arguments.get(i).map_or("", |a| a.trim());
        let (value, store_in) = match self.function {
            Function::P => (property_or(scope, argument(0), arguments.get(1).map_or("1", |a| a)), None),
            Function::Property => {
                let default = arguments.get(2).map_or(argument(0), |a| a);
                (property_or(scope, argument(0), default), Some(1))
            }
            Function::SetProperty => (set_property(scope, &arguments), None),
            Function::Random => (random_between(scope, argument(0), argument(1)), Some(2)),
            Function::RandomString => {
                let characters = arguments.get(1).map_or("", |a| a);
                (random_string(scope, argument(0), characters), Some(2))
            }
            Function::Time => (clock::time(argument(0), scope.wall_ms()), Some(1)),
            Function::TimeShift => {
                (clock::time_shift(argument(0), argument(1), argument(2), scope.wall_ms()), Some(4))
            }
            Function::Uuid => (uuid(scope), None),
            Function::ThreadNumber => (scope.user_number().to_string(), None),
            Function::ThreadGroupName => (scope.scenario_name().to_owned(), None),
            Function::Counter => {
                let per_user = argument(0).eq_ignore_ascii_case("true");
                (scope.count(self.site, per_user).to_string(), Some(1))
            }
            Function::Variable => (variable_or(scope, argument(0), arguments.get(1)), None),
            Function::Eval => (eval(scope, arguments.first().map_or("", |a| a)), None),
            Function::EvalVariable => {
                let text = scope.variable_named(argument(0)).unwrap_or_default().to_owned();
                (eval(scope, &text), None)
            }
            Function::UrlEncode => {
                let text = arguments.first().map_or("", |a| a);
                (url::form_urlencoded::byte_serialize(text.as_bytes()).collect(), None)
            }
            Function::UrlDecode => (url_decode(arguments.first().map_or("", |a| a)), None),
            Function::IntSum | Function::LongSum => (sum(scope, &arguments), None),
            Function::ChangeCase => (change_case(&arguments), Some(2)),
            Function::MachineName => (scope.machine_name(), Some(0)),
            Function::MachineIp => (scope.machine_ip(), Some(0)),
        };
        if let Some(name) = store_in.map(argument).filter(|name| !name.is_empty()) {
            scope.set_variable(name, value.clone());
        }
        out.push_str(&value);
    }
}

fn property_or<V>(scope: &impl Scope<V>, name: &str, default: &str) -> String {
    scope.property(name).map_or_else(|| default.to_owned(), Cow::into_owned)
}

fn set_property<V>(scope: &mut impl Scope<V>, arguments: &[String]) -> String {
    let [name, value, rest @ ..] = arguments else { return String::new() };
    let old = scope.property(name.trim()).map(Cow::into_owned);
    scope.set_property(name.trim(), value.clone());
    let wants_old = rest.first().is_some_and(|a| a.trim().eq_ignore_ascii_case("true"));
    if wants_old { old.unwrap_or_default() } else { String::new() }
}

fn random_between<V>(scope: &mut impl Scope<V>, low: &str, high: &str) -> String {
    match (low.parse::<i64>(), high.parse::<i64>()) {
        (Ok(low), Ok(high)) if low <= high => scope.random().i64(low..=high).to_string(),
        _ => String::new(),
    }
}

/// Longest text that `__RandomString` makes.
const RANDOM_STRING_MAX: usize = 10_000_000;

fn random_string<V>(scope: &mut impl Scope<V>, length: &str, characters: &str) -> String {
    let length = length.parse::<usize>().unwrap_or(0).min(RANDOM_STRING_MAX);
    let characters: Vec<char> = characters.chars().collect();
    let random = scope.random();
    (0..length)
        .map(|_| match characters.as_slice() {
            [] => random.alphanumeric(),
            some => some[random.usize(..some.len())],
        })
        .collect()
}

fn uuid<V>(scope: &mut impl Scope<V>) -> String {
    let bytes = scope.random().u128(..).to_be_bytes();
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

fn variable_or<V>(scope: &impl Scope<V>, name: &str, default: Option<&String>) -> String {
    match (scope.variable_named(name), default) {
        (Some(value), _) => value.to_owned(),
        (None, Some(default)) => default.clone(),
        (None, None) => name.to_owned(),
    }
}

/// Deepest nesting of `__eval`; deeper ones stay as they are.
const EVAL_DEPTH_MAX: u32 = 8;

fn eval<V, S: Scope<V>>(scope: &mut S, text: &str) -> String {
    let mut out = String::new();
    let template = Template::parse(text);
    render_named(&template, scope, EVAL_DEPTH_MAX, &mut out);
    out
}

/// Renders a template whose variables are still names, in a scope that knows slots.
fn render_named<V, S: Scope<V>>(template: &Template, scope: &mut S, depth: u32, out: &mut String) {
    for part in &template.parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Variable(name) => match scope.variable_named(name) {
                Some(value) => out.push_str(value),
                None => push_unresolved(name, out),
            },
            Part::Call(call) if depth > 0 => {
                let arguments = call.arguments.iter().map(|argument| {
                    let mut text = String::new();
                    render_named(argument, scope, depth - 1, &mut text);
                    Template { parts: vec![Part::Literal(text)] }
                });
                let arguments = arguments.collect();
                Call { function: call.function, arguments, site: call.site }.render(scope, out);
            }
            Part::Call(call) => out.push_str(call.function.name()),
        }
    }
}

fn url_decode(text: &str) -> String {
    let pair = format!("x={}", text.replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes()).map(|(_, value)| value.into_owned()).collect()
}

/// The last argument names a variable unless it is a number.
fn sum<V>(scope: &mut impl Scope<V>, arguments: &[String]) -> String {
    let numbers = |a: &[String]| a.iter().map(|n| n.trim().parse::<i64>().ok()).collect::<Option<Vec<_>>>();
    if let Some(all) = numbers(arguments) {
        return all.iter().sum::<i64>().to_string();
    }
    let Some((name, rest)) = arguments.split_last() else { return String::new() };
    let value = numbers(rest).map_or_else(String::new, |n| n.iter().sum::<i64>().to_string());
    if !name.trim().is_empty() {
        scope.set_variable(name.trim(), value.clone());
    }
    value
}

fn change_case(arguments: &[String]) -> String {
    let text = arguments.first().map_or("", |a| a);
    match arguments.get(1).map_or("UPPER", |mode| mode.trim()).to_ascii_uppercase().as_str() {
        "LOWER" => text.to_lowercase(),
        "CAPITALIZE" => {
            let mut characters = text.chars();
            let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
            first + characters.as_str()
        }
        _ => text.to_uppercase(),
    }
}
