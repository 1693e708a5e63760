//! A template as text, in the syntax that [`super::parse`] reads: what is read again is the same template.

use super::{Part, Template};

pub(super) fn source(template: &Template) -> String {
    if let Some(text) = template.as_literal().filter(|text| !text.contains("${")) {
        return text.to_owned();
    }
    let mut out = String::new();
    write(template, None, &mut out);
    out
}

/// Inside of a call `counted` says of each parenthesis behind a backslash whether it counts.
fn write(template: &Template, mut counted: Option<&mut dyn Iterator<Item = bool>>, out: &mut String) {
    for part in &template.parts {
        match part {
            Part::Literal(text) => match &mut counted {
                Some(counted) => write_literal(text, Some(&mut **counted), out),
                None => write_literal(text, None, out),
            },
            Part::Variable(name) => out.push_str(&format!("${{{name}}}")),
            Part::Call(call) => {
                out.push_str(&format!("${{{}(", call.function.name()));
                let mut counted = counted_parentheses(&call.arguments).into_iter();
                for (i, argument) in call.arguments.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    write(argument, Some(&mut counted), out);
                }
                out.push_str(")}");
            }
        }
    }
}

fn write_literal(text: &str, mut counted: Option<&mut dyn Iterator<Item = bool>>, out: &mut String) {
    let in_call = counted.is_some();
    let mut characters = text.chars().peekable();
    let mut counts = || counted.as_mut().is_some_and(|counted| counted.next().unwrap_or(true));
    while let Some(c) = characters.next() {
        let escape = match (c, characters.peek()) {
            ('\\', Some('(' | ')')) => counts(),
            ('\\', next) => matches!(next, Some('$' | ',' | '\\') | None),
            (',', _) => in_call,
            ('$', Some('{')) => true,
            _ => false,
        };
        if escape {
            out.push('\\');
        }
        out.push(c);
    }
}

struct Parenthesis {
    opens: bool,
    /// Behind a backslash: it counts if that is written twice, otherwise the two are text.
    is_free: bool,
}

/// Whether the parentheses behind backslashes count, for a call ends where as many are closed as were opened. Those
/// that need not count do not.
fn counted_parentheses(arguments: &[Template]) -> Vec<bool> {
    let found = parentheses(arguments);
    let mut counts = vec![false; found.len()];
    let (mut open, mut free) = (Vec::new(), Vec::new());
    for (at, parenthesis) in found.iter().enumerate() {
        match (parenthesis.opens, parenthesis.is_free) {
            (true, false) => open.push(at),
            (true, true) => free.push(at),
            (false, true) => {}
            (false, false) if open.pop().is_some() => {}
            (false, false) => free.pop().into_iter().for_each(|at| counts[at] = true),
        }
    }
    let is_free_end = |at: &usize| !found[*at].opens && found[*at].is_free;
    let mut ends: Vec<usize> = (0..found.len()).filter(is_free_end).collect();
    for _ in open {
        ends.pop().into_iter().for_each(|at| counts[at] = true);
    }
    let free = found.iter().zip(counts).filter(|(parenthesis, _)| parenthesis.is_free);
    free.map(|(_, counts)| counts).collect()
}

fn parentheses(arguments: &[Template]) -> Vec<Parenthesis> {
    let mut found = Vec::new();
    for part in arguments.iter().flat_map(|argument| &argument.parts) {
        let Part::Literal(text) = part else { continue };
        let mut before = None;
        for c in text.chars() {
            if matches!(c, '(' | ')') {
                found.push(Parenthesis { opens: c == '(', is_free: before == Some('\\') });
            }
            before = Some(c);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_was_written_reads_back_as_it_was_read() {
        const PIECES: [&str; 16] = [
            "${", "${__P(", "${__x(", "${a(", "${__UUID", "$", "{", "}", ")}", "(", ")", "\\", "\\", ",",
            "a", " ",
        ];
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..100_000 {
            let count = random.usize(1..24);
            let text: String = (0..count).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
            let template = Template::parse(&text);
            let source = source(&template);
            assert_eq!(Template::parse(&source), template, "{text} written as {source}");
        }
    }
}
