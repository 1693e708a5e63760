//! Puts a template together.

use super::{Call, EvaluationContext, Part, Template, perform};

/// A user's surroundings in which variables are named by `V`.
pub trait VariableScope<V>: EvaluationContext {
    fn variable(&self, variable: &V) -> Option<&str>;
    /// How the variable was written, for references that stay unresolved.
    fn name<'a>(&'a self, variable: &'a V) -> &'a str;
}

impl<V> Template<V> {
    /// Appends the text to `out`. A variable without a value stays as `${name}`.
    pub fn render<S: VariableScope<V>>(&self, scope: &mut S, out: &mut String) {
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

    pub fn to_text<S: VariableScope<V>>(&self, scope: &mut S) -> String {
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
    fn render<S: VariableScope<V>>(&self, scope: &mut S, out: &mut String) {
        let texts = self.arguments.iter().enumerate().map(|(at, argument)| match &self.script {
            Some(_) if at == 0 => String::new(),
            _ => argument.to_text(scope),
        });
        let arguments: Vec<String> = texts.collect();
        out.push_str(&perform::perform(self.function, self.site, self.script.as_deref(), &arguments, scope));
    }
}

/// Renders a template whose variables are still names. The parser bounds how deep calls stand inside calls.
pub(super) fn render_named(template: &Template, around: &mut dyn EvaluationContext, out: &mut String) {
    for part in &template.parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Variable(name) => match around.variable_named(name) {
                Some(value) => out.push_str(value),
                None => push_unresolved(name, out),
            },
            Part::Call(call) => {
                let mut arguments = Vec::with_capacity(call.arguments.len());
                for argument in &call.arguments {
                    let mut text = String::new();
                    render_named(argument, around, &mut text);
                    arguments.push(text);
                }
                let script = call.script.as_deref();
                out.push_str(&perform::perform(call.function, call.site, script, &arguments, around));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::ScriptCache;
    use crate::plan::Origin;
    use crate::template::{Files, LastAnswer, Rows};
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Variables {
        values: BTreeMap<String, String>,
        properties: BTreeMap<String, String>,
        origin: Origin,
        last: Option<LastAnswer>,
        scripts: ScriptCache,
        files: Files,
        rows: Rows,
        random: fastrand::Rng,
        eval_bounds: crate::template::EvalBounds,
        objects: crate::expression::Objects,
    }

    impl VariableScope<String> for Variables {
        fn variable(&self, name: &String) -> Option<&str> {
            self.variable_named(name)
        }
        fn name<'a>(&'a self, name: &'a String) -> &'a str {
            name
        }
    }

    impl EvaluationContext for Variables {
        fn variable_named(&self, name: &str) -> Option<&str> {
            self.values.get(name).map(String::as_str)
        }
        fn set_variable(&mut self, name: &str, value: String) {
            self.values.insert(name.to_owned(), value);
        }
        fn remove_variable(&mut self, name: &str) {
            self.values.remove(name);
        }
        fn property(&self, name: &str) -> Option<Cow<'_, str>> {
            self.properties.get(name).map(|value| Cow::Borrowed(value.as_str()))
        }
        fn set_property(&mut self, name: &str, value: String) {
            self.properties.insert(name.to_owned(), value);
        }
        fn iteration(&self) -> u64 {
            1
        }
        fn thread_name(&self) -> String {
            "Group 1-1".to_owned()
        }
        fn request_name(&mut self) -> String {
            "request".to_owned()
        }
        fn origin(&self) -> &Origin {
            &self.origin
        }
        fn last_answer(&self) -> Option<&LastAnswer> {
            self.last.as_ref()
        }
        fn scripts(&mut self) -> &mut ScriptCache {
            &mut self.scripts
        }
        fn files(&self) -> &Files {
            &self.files
        }
        fn rows(&mut self) -> &mut Rows {
            &mut self.rows
        }
        fn end_user(&mut self) {}
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
            "Group"
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
        fn eval_bounds(&mut self) -> &mut crate::template::EvalBounds {
            &mut self.eval_bounds
        }
        fn objects(&mut self) -> &mut crate::expression::Objects {
            &mut self.objects
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
    fn texts_of_many_evaluations_of_such_texts_end() {
        let nested = format!("{}1{}", "${__eval(".repeat(20_000), ")}".repeat(20_000));
        for template in ["${__eval(${v})}", "${__evalVar(v)}"] {
            let mut scope = Variables::default();
            scope.values.insert("v".to_owned(), nested.clone());
            assert!(Template::parse(template).to_text(&mut scope).contains('1'));
        }
        // Eight levels of thirty evaluations each would be 30^8.
        let row = (0..30).map(|_| "${__evalVar(v)}").collect::<String>();
        let mut scope = Variables::default();
        scope.values.insert("v".to_owned(), row);
        assert!(Template::parse("${__evalVar(v)}").to_text(&mut scope).len() > 1_000);
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

    #[test]
    fn scripts_end_whatever_they_do() {
        for script in [
            "while (true) { }",
            "def f(n) { f(n + 1) }; f(1)",
            "def l = []; while (true) { l.add('x') }",
            "def s = 'x'; while (true) { s = s + s }",
            "def l = []; l.add(l); l.toString() + (l == [l])",
            "def m = [:]; m.m = m; groovy.json.JsonOutput.toJson(m)",
            "def f = { it -> it(it) }; f(f)",
            "(1..1000).each { a -> (1..1000).each { b -> (1..1000).each { c -> a } } }",
            "try { while (true) { } } catch (e) { while (true) { } }",
            "for (int i = 0; ; i++) { new groovy.json.JsonSlurper().parseText('[1]') }",
        ] {
            let text = format!("${{__groovy({})}}", script.replace(',', "\\,"));
            let run = move || {
                let parsed = Template::parse_reporting(&text);
                assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
                parsed.template.to_text(&mut Variables::default()).len()
            };
            let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
            assert!(thread.join().is_ok(), "{script}");
        }
    }

    /// `jmeter_values.tsv`: templates, and what JMeter 5.6.3 (UTC, English) makes of them, in the order in which it
    /// evaluated them in one thread: each was a part of the name of a Debug Sampler, read back from the JTL.
    #[test]
    fn functions_and_scripts_give_what_jmeter_gives() {
        let mut scope = Variables::default();
        let variables = [
            ("n", "5"),
            ("t", "abc"),
            ("e", ""),
            ("u", "https"),
            ("list", "a,b,c"),
            ("big", "3000000000"),
            ("d", "2.5"),
        ];
        scope.values.extend(variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        scope.properties.insert("user.dir".to_owned(), String::new());
        scope.origin.folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests").into();
        scope.origin.file = "oracle.jmx".to_owned();
        let mut differing = Vec::new();
        for line in include_str!("../../tests/jmeter_values.tsv").lines() {
            let (text, expected) = line.split_once('\t').expect("a tab");
            let unescape = |text: &str| {
                text.replace("\\\\", "\u{1}").replace("\\t", "\t").replace("\\n", "\n").replace('\u{1}', "\\")
            };
            let (text, expected) = (unescape(text), unescape(expected));
            let parsed = Template::parse_reporting(&text);
            let value = parsed.template.to_text(&mut scope);
            if !parsed.problems.is_empty() || value != expected {
                differing.push(format!("{text}: {value} instead of {expected} {:?}", parsed.problems));
            }
        }
        assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
    }
}
