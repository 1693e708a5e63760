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
    /// How many `__eval` and `__evalVar` are at work inside each other; 0 between two texts.
    fn eval_depth(&mut self) -> &mut u32;
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
            Function::IntSum => (sum(scope, &arguments, true), None),
            Function::LongSum => (sum(scope, &arguments, false), None),
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

/// Deepest nesting of `__eval` and `__evalVar`; the texts of deeper ones stay as they are. A variable
/// whose content evaluates itself has no end.
const EVAL_DEPTH_MAX: u32 = 8;

fn eval<V, S: Scope<V>>(scope: &mut S, text: &str) -> String {
    if *scope.eval_depth() >= EVAL_DEPTH_MAX {
        return text.to_owned();
    }
    *scope.eval_depth() += 1;
    let mut out = String::new();
    render_named(&Template::parse(text), scope, &mut out);
    *scope.eval_depth() -= 1;
    out
}

/// Renders a template whose variables are still names, in a scope that knows slots. The parser bounds
/// how deep calls stand inside calls.
fn render_named<V, S: Scope<V>>(template: &Template, scope: &mut S, out: &mut String) {
    for part in &template.parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Variable(name) => match scope.variable_named(name) {
                Some(value) => out.push_str(value),
                None => push_unresolved(name, out),
            },
            Part::Call(call) => {
                let arguments = call.arguments.iter().map(|argument| {
                    let mut text = String::new();
                    render_named(argument, scope, &mut text);
                    Template { parts: vec![Part::Literal(text)] }
                });
                let arguments = arguments.collect();
                Call { function: call.function, arguments, site: call.site }.render(scope, out);
            }
        }
    }
}

fn url_decode(text: &str) -> String {
    let pair = format!("x={}", text.replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes()).map(|(_, value)| value.into_owned()).collect()
}

/// `__intSum` (32 bits) and `__longSum` (64 bits): beyond their range they wrap as Java's numbers do.
/// The last argument names a variable unless it is a number.
fn sum<V>(scope: &mut impl Scope<V>, arguments: &[String], is_int: bool) -> String {
    let number = |text: &String| match is_int {
        true => text.trim().parse::<i32>().ok().map(i64::from),
        false => text.trim().parse::<i64>().ok(),
    };
    let sum = |texts: &[String]| {
        let sum = texts.iter().map(number).try_fold(0_i64, |sum, n| Some(sum.wrapping_add(n?)))?;
        Some(if is_int { (sum as i32).to_string() } else { sum.to_string() })
    };
    if let Some(all) = sum(arguments) {
        return all;
    }
    let Some((name, rest)) = arguments.split_last() else { return String::new() };
    let value = sum(rest).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Variables {
        values: BTreeMap<String, String>,
        random: fastrand::Rng,
        eval_depth: u32,
    }

    impl Scope<String> for Variables {
        fn variable(&self, name: &String) -> Option<&str> {
            self.variable_named(name)
        }
        fn name<'a>(&'a self, name: &'a String) -> &'a str {
            name
        }
        fn variable_named(&self, name: &str) -> Option<&str> {
            self.values.get(name).map(String::as_str)
        }
        fn set_variable(&mut self, name: &str, value: String) {
            self.values.insert(name.to_owned(), value);
        }
        fn property(&self, _: &str) -> Option<Cow<'_, str>> {
            None
        }
        fn set_property(&mut self, _: &str, _: String) {}
        fn random(&mut self) -> &mut fastrand::Rng {
            &mut self.random
        }
        fn wall_ms(&self) -> i64 {
            0
        }
        fn user_number(&self) -> u32 {
            1
        }
        fn scenario_name(&self) -> &str {
            ""
        }
        fn count(&mut self, _: u32, _: bool) -> u64 {
            1
        }
        fn machine_name(&self) -> String {
            String::new()
        }
        fn machine_ip(&self) -> String {
            String::new()
        }
        fn eval_depth(&mut self) -> &mut u32 {
            &mut self.eval_depth
        }
    }

    /// The text with these variables, rendered twice: nothing may be left of the first time.
    fn check(text: &str, variables: &[(&str, &str)], expected: &str) {
        let mut scope = Variables::default();
        scope.values.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        for _ in 0..2 {
            assert_eq!(Template::parse(text).to_text(&mut scope), expected, "{text}");
        }
    }

    #[test]
    fn texts_are_evaluated_in_texts() {
        check("${__eval(${a})}", &[("a", "x${b}"), ("b", "y")], "xy");
        check("${__evalVar(a)}", &[("a", "x${__evalVar(b)}"), ("b", "${c}"), ("c", "z")], "xz");
        check("${__evalVar(${n})} ${none}", &[("n", "a"), ("a", "1")], "1 ${none}");
    }

    #[test]
    fn a_variable_that_evaluates_itself_ends_as_text() {
        check("${__evalVar(x)}", &[("x", "a${__evalVar(x)}")], "aaaaaaaaa${__evalVar(x)}");
        check("${__eval(${x})}", &[("x", "${__eval(${x})}")], "${__eval(${x})}");
        check("${__evalVar(x)}", &[("x", "${__evalVar(y)}"), ("y", "${__eval(${x})}")], "${__evalVar(y)}");
    }

    #[test]
    fn the_deepest_evaluation_fits_into_a_small_stack() {
        let deep = format!("{}${{__evalVar(x)}}{}", "${__V(".repeat(31), ")}".repeat(31));
        let run = move || check("${__evalVar(x)}", &[("x", &deep)], &deep);
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
        assert!(thread.join().is_ok());
    }

    #[test]
    fn sums_wrap_as_java_numbers_do() {
        check("${__intSum(1,2,-4)}", &[], "-1");
        check("${__intSum(2147483647,1)}", &[], "-2147483648");
        check("${__longSum(2147483647,1)}", &[], "2147483648");
        check("${__longSum(9223372036854775807,1)}", &[], "-9223372036854775808");
        check("${__longSum(9223372036854775807,9223372036854775807,v)}${v}", &[], "-2-2");
        check("${__intSum(x,1)}", &[], "");
    }
}
