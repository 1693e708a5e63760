//! JMeter's template syntax (org.apache.jmeter.engine.util.FunctionParser).

use super::{Call, Function, Part, Template};
use crate::diagnostic::closest;
use std::collections::HashSet;

/// A template, and why functions in it are not performed; those that are not known stayed in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    pub template: Template,
    /// What is wrong with functions in it, each a fragment such as `the function __x is not supported`.
    pub problems: Vec<String>,
}

pub(super) fn parse(text: &str) -> Parsed {
    let mut problems = Vec::new();
    // Without a reference the text is not looked at, so its backslashes stay.
    if !text.contains("${") {
        return Parsed { template: Template::literal(text), problems };
    }
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        endless: HashSet::new(),
        no_end: (0, 0),
        no_brace: (0, 0),
        problems: &mut problems,
    };
    let template = reader.template(|_| false);
    Parsed { template, problems }
}

/// Calls inside calls that are read; deeper ones stay text.
const DEPTH_MAX: u32 = 32;
/// Calls without an end that are looked for; a text with more is not worth more time.
const ENDLESS_MAX: usize = 40;

struct Reader<'t, 'u> {
    text: &'t str,
    at: usize,
    depth: u32,
    /// Where calls begin that are known never to end, so that none is read twice.
    endless: HashSet<usize>,
    /// From where to where there is neither a brace that closes nor a parenthesis that opens.
    no_end: (usize, usize),
    /// The same for a brace alone.
    no_brace: (usize, usize),
    problems: &'u mut Vec<String>,
}

impl Reader<'_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Up to a character that `ends`, or to the end of the text.
    fn template(&mut self, ends: impl Fn(char) -> bool + Copy) -> Template {
        let mut parts = Vec::new();
        let mut literal = String::new();
        while let Some(c) = self.peek().filter(|c| !ends(*c)) {
            if c == '\\' {
                self.at += 1;
                match self.peek() {
                    Some(escaped @ ('$' | ',' | '\\')) => {
                        literal.push(escaped);
                        self.at += 1;
                    }
                    // Whatever follows is text, a parenthesis too.
                    Some(other) => {
                        literal.extend(['\\', other]);
                        self.at += other.len_utf8();
                    }
                    None => literal.push('\\'),
                }
            } else if self.rest().starts_with("${") {
                self.reference(&mut literal, &mut parts);
            } else {
                literal.push(c);
                self.at += c.len_utf8();
            }
        }
        flush(&mut literal, &mut parts);
        Template::of(parts)
    }

    /// At `${`: a variable, a function, or text that only looks like one.
    fn reference(&mut self, literal: &mut String, parts: &mut Vec<Part>) {
        let start = self.at;
        self.at += 2;
        // Whatever is before the first brace or parenthesis belongs to the name: `${${a}}` names a variable `${a`.
        let end = next(self.text, self.at, &mut self.no_end, |c| matches!(c, '}' | '('));
        let text = self.text;
        let name = &text[self.at..end];
        self.at = end;
        match self.peek() {
            Some('}') => {
                self.at += 1;
                self.named(name, Vec::new(), start, literal, parts);
            }
            Some('(') if is_function_name(name) => {
                self.at += 1;
                match self.call_arguments(start) {
                    Some(arguments) => self.named(name, arguments, start, literal, parts),
                    None => self.keep_start(start, literal),
                }
            }
            Some('(') => match next(text, self.at, &mut self.no_brace, |c| c == '}') {
                end if end < text.len() => {
                    self.at = end + 1;
                    let whole = self.text[start + 2..self.at - 1].to_owned();
                    flush(literal, parts);
                    parts.push(Part::Variable(whole));
                }
                _ => self.keep_start(start, literal),
            },
            _ => self.keep_start(start, literal),
        }
    }

    fn keep_start(&mut self, start: usize, literal: &mut String) {
        literal.push_str("${");
        self.at = start + 2;
    }

    fn named(
        &mut self,
        name: &str,
        arguments: Vec<Template>,
        start: usize,
        literal: &mut String,
        parts: &mut Vec<Part>,
    ) {
        let whole = name;
        let name = name.trim();
        let is_call = self.text[start..self.at].contains('(');
        if let Some(function) = Function::named(name) {
            let call = Call::new(function, arguments);
            self.problems.extend(call.problem());
            flush(literal, parts);
            parts.push(Part::Call(call));
        } else if name.starts_with("__") && is_call {
            let close = closest(name, Function::ALL.iter().map(|function| function.name()));
            let close = close.map_or(String::new(), |close| format!("; `{close}` is"));
            self.problems.push(format!("the function {name} is not supported{close}"));
            literal.push_str(&format!("${{{whole}("));
            for (i, argument) in arguments.into_iter().enumerate() {
                literal.push_str(if i > 0 { "," } else { "" });
                for part in argument.parts {
                    match part {
                        Part::Literal(text) => literal.push_str(&text),
                        other => {
                            flush(literal, parts);
                            parts.push(other);
                        }
                    }
                }
            }
            literal.push_str(")}");
        } else {
            flush(literal, parts);
            parts.push(Part::Variable(whole.to_owned()));
        }
    }

    /// The arguments of the call that begins at `start`, unless it never ends or is nested too deeply.
    fn call_arguments(&mut self, start: usize) -> Option<Vec<Template>> {
        if self.depth >= DEPTH_MAX || self.endless.len() >= ENDLESS_MAX || self.endless.contains(&start) {
            return None;
        }
        self.depth += 1;
        let arguments = self.arguments();
        self.depth -= 1;
        if arguments.is_none() {
            self.endless.insert(start);
        }
        arguments
    }

    /// After `(`: up to and with `)}`. `None` when the call never ends; the reader may then stand anywhere.
    fn arguments(&mut self) -> Option<Vec<Template>> {
        let mut arguments = Vec::new();
        // Parentheses that are open; a comma ends an argument even inside them.
        let mut open = 0;
        loop {
            let mut argument = Template::of(Vec::new());
            self.argument(&mut argument, &mut open);
            let separator = self.peek()?;
            self.at += 1;
            arguments.push(argument);
            if separator == ')' {
                // Characters between `)` and `}` are skipped, as JMeter does.
                let end = self.rest().find('}')?;
                self.at += end + 1;
                if arguments.len() == 1 && arguments[0].is_empty() {
                    arguments.clear();
                }
                return Some(arguments);
            }
        }
    }

    /// Up to an unescaped `,` or the `)` that closes the call; inner parentheses are counted.
    fn argument(&mut self, into: &mut Template, open: &mut u32) {
        loop {
            let piece = self.template(|c| matches!(c, ',' | '(' | ')'));
            append(into, piece.parts);
            let literal = match self.peek() {
                Some('(') => {
                    *open += 1;
                    "("
                }
                Some(')') if *open > 0 => {
                    *open -= 1;
                    ")"
                }
                _ => return,
            };
            self.at += 1;
            append(into, vec![Part::Literal(literal.to_owned())]);
        }
    }
}

/// Where the next such character stands, or the end of the text. A stretch without one is looked through once.
fn next(text: &str, at: usize, known: &mut (usize, usize), is_it: impl Fn(char) -> bool) -> usize {
    if at < known.0 || at > known.1 || known.1 == 0 {
        *known = (at, text[at..].find(is_it).map_or(text.len(), |length| at + length));
    }
    known.1
}

/// What stands before a parenthesis is a function's name, known or not; anything else belongs to a variable's.
fn is_function_name(name: &str) -> bool {
    let name = name.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with("__") && !name.starts_with("__jm__") && name.chars().all(is_word)
}

fn flush(literal: &mut String, parts: &mut Vec<Part>) {
    if !literal.is_empty() {
        append_part(parts, Part::Literal(std::mem::take(literal)));
    }
}

fn append(into: &mut Template, parts: Vec<Part>) {
    for part in parts {
        append_part(&mut into.parts, part);
    }
}

fn append_part(parts: &mut Vec<Part>, part: Part) {
    match (parts.last_mut(), part) {
        (Some(Part::Literal(before)), Part::Literal(text)) => before.push_str(&text),
        (_, part) => parts.push(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let template = parse(text).template;
        let mut shown = String::new();
        show(&template, &mut shown);
        assert_eq!(shown, expected, "{text}");
        let again = parse(&template.source()).template;
        assert_eq!(again, template, "{text} written as {}", template.source());
    }

    #[test]
    fn texts_that_look_like_references_are_written_as_texts() {
        for text in ["${x} \\ ${__UUID}", "${__P(a,b)}", "a ${", "${__P(", "\\${x}"] {
            let template = Template::literal(text);
            let source = template.source();
            assert_eq!(parse(&source).template, template, "{text} written as {source}");
        }
    }

    fn show(template: &Template, out: &mut String) {
        for part in &template.parts {
            match part {
                Part::Literal(text) => out.push_str(&format!("[{text}]")),
                Part::Variable(name) => out.push_str(&format!("<{name}>")),
                Part::Call(call) => {
                    out.push_str(&format!("{}(", call.function.name()));
                    for argument in &call.arguments {
                        show(argument, out);
                        out.push(';');
                    }
                    out.push(')');
                }
            }
        }
    }

    #[test]
    fn variables_and_functions_are_found() {
        check("plain", "[plain]");
        check("${${name}}", "<${name>[}]");
        check("a${ b ${c} d", "[a]< b ${c>[ d]");
        check("a${b}c", "[a]<b>[c]");
        check("${__jm__Thread Group__idx}", "<__jm__Thread Group__idx>");
        check("${__P(threads,10)}", "__P([threads];[10];)");
        check("${__UUID}", "__UUID()");
        check("${__UUID()}", "__UUID()");
        check("${__V(a_${n})}", "__V([a_]<n>;)");
        check("${__eval(${__P(q,x)})}", "__eval(__P([q];[x];);)");
        check("${__time(yyyy-MM-dd'T'HH:mm:ss,)}", "__time([yyyy-MM-dd'T'HH:mm:ss];;)");
    }

    #[test]
    fn escapes_and_broken_references_stay_text() {
        check(r"\d+ $ {x}", r"[\d+ $ {x}]");
        check(r"${a}\$\,\\ \d", r"<a>[$,\ \d]");
        check("${open", "[${open]");
        check("${__P(open", "[${__P(open]");
        check(r"${__P(a\,b,c)}", "__P([a,b];[c];)");
        check("${__P(f(1,2))}", "__P([f(1];[2)];)");
        check(r"${__eval(f(1\,2))}", "__eval([f(1,2)];)");
        check(r"${__P(\))}", r"__P([\)];)");
        check(r"${\\0${x", r"[${\0${x]");
        check(r"${a}\\", r"<a>[\]");
        check(r"${a}\\${b", r"<a>[\${b]");
        check(r"${__P((\\))}", r"__P([(\)];)");
        check(r"${__P(\(\\),(\\,b\))})}", r"__P([\(\];)[)}]");
        check(r"${__P(\\(,b)\)\()}", r"__P([\(];[b)\)\(];)");
    }

    #[test]
    fn deep_and_endless_nesting_is_read_in_bounded_time() {
        for text in [
            "${__P(".repeat(20_000),
            format!("{}x{}", "${__P(".repeat(20_000), ")}".repeat(20_000)),
            // Each of these names was looked for to the end of the text.
            "${".repeat(500_000),
            format!("{}(", "${".repeat(500_000)),
            "${a(".repeat(300_000),
        ] {
            assert!(!parse(&text).template.parts.is_empty());
        }
    }

    #[test]
    fn problems_stay_in_the_text_and_are_named() {
        let parsed = parse("x${__secret(vars.get('a'))}y");
        assert_eq!(parsed.problems, ["the function __secret is not supported"]);
        assert_eq!(parsed.template.as_literal(), Some("x${__secret(vars.get('a'))}y"));
        check("x${__secret(vars.get('a'))}y", "[x${__secret(vars.get('a'))}y]");
        check(r"${__P(${__secret(${a(b},\(c)d(})}", r"__P([${__secret(]<a(b>[,\(c)}];)");
        check("${__jm__LC__idx}", "<__jm__LC__idx>");
    }
}
