//! Which paths are read at all. Parsers of paths call themselves for each level of nesting, some twice, and what they make of
//! long rows of operators is as deep as these are long: a path that takes in a value of an answer may have any length.

/// Longest path, bytes.
const LENGTH_MAX: usize = 64 * 1024;
/// Deepest nesting of brackets.
const DEPTH_MAX: usize = 24;
/// Filters inside of filters: the parser of JSON paths tries each of them more than once, at every level.
const FILTERS_MAX: usize = 5;
/// Most operators, dots and brackets.
const SIGNS_MAX: usize = 1_000;
/// The same for JMESPath, whose library calls itself for each `[]` in turn.
const JMES_SIGNS_MAX: usize = 300;

pub fn json_path_is_bounded(path: &str) -> Result<(), String> {
    is_bounded(path, "'\"", true, SIGNS_MAX)
}

pub fn jmes_path_is_bounded(path: &str) -> Result<(), String> {
    is_bounded(path, "'\"`", false, JMES_SIGNS_MAX)
}

/// Where a path goes wrong, at a byte of it.
pub fn not_understood(path: &str, at: usize) -> String {
    let at = (0..=at.min(path.len())).rev().find(|at| path.is_char_boundary(*at)).unwrap_or(0);
    let rest: String = path[at..].chars().take(20).collect();
    match rest.is_empty() {
        true => "it ends too early".to_owned(),
        false => format!("it is not understood from `{rest}` on"),
    }
}

/// Whether JMeter's engine of regular expressions (Oro: Perl 5's) refuses an expression: a bracket without its pair, a
/// repetition of nothing or twice, a backslash at the end. An expression that only ours can't do is none of these.
pub fn is_broken_regex(pattern: &str) -> bool {
    let mut chars = pattern.chars().peekable();
    let mut open = 0_u32;
    // Something that can be repeated stands before, or its repetition.
    let (mut can_repeat, mut is_repeated) = (false, false);
    while let Some(c) = chars.next() {
        let was_repeated = std::mem::replace(&mut is_repeated, false);
        match c {
            '\\' if chars.next().is_none() => return true,
            '[' if !skip_class(&mut chars) => return true,
            '(' => {
                open += 1;
                can_repeat = false;
                // `(?:`, `(?=`: not a repetition.
                chars.next_if_eq(&'?');
                continue;
            }
            ')' if open == 0 => return true,
            ')' => open -= 1,
            '|' => {
                can_repeat = false;
                continue;
            }
            '?' if was_repeated => continue,
            '*' | '+' | '?' => {
                if !can_repeat || was_repeated {
                    return true;
                }
                is_repeated = true;
                continue;
            }
            _ => {}
        }
        can_repeat = true;
    }
    open > 0
}

/// To the end of a class, whose first character may be its bracket; false when it has none.
fn skip_class(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    chars.next_if_eq(&'^');
    chars.next_if_eq(&']');
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            ']' => return true,
            _ => {}
        }
    }
    false
}

/// What stands between `quotes` is a value and has no meaning.
fn is_bounded(path: &str, quotes: &str, has_filters: bool, signs_max: usize) -> Result<(), String> {
    if path.len() > LENGTH_MAX {
        return Err(format!("the path is longer than {LENGTH_MAX} bytes"));
    }
    let (mut quote, mut escaped, mut signs) = (None, false, 0);
    let mut open: Vec<bool> = Vec::new();
    let mut before = ' ';
    for c in path.chars() {
        if let Some(end) = quote {
            if !escaped && c == end {
                quote = None;
            }
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            c if quotes.contains(c) => quote = Some(c),
            '(' | '[' | '{' => open.push(false),
            ')' | ']' | '}' => drop(open.pop()),
            '?' if before == '[' => open.last_mut().into_iter().for_each(|is_filter| *is_filter = true),
            _ => {}
        }
        if !c.is_alphanumeric() && !c.is_whitespace() && c != '_' && c != '-' {
            signs += 1;
        }
        if !c.is_whitespace() {
            before = c;
        }
        if open.len() > DEPTH_MAX {
            return Err(format!("the path is nested more than {DEPTH_MAX} deep"));
        }
        if has_filters && open.iter().filter(|is_filter| **is_filter).count() > FILTERS_MAX {
            return Err(format!("the path has more than {FILTERS_MAX} filters inside of each other"));
        }
        if signs > signs_max {
            return Err(format!("the path has more than {signs_max} operators and brackets"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{jmes_path, json_path};

    fn check(path: &str, expected: Option<&str>) {
        let found = json_path(path).map(drop);
        check_found(path, found, expected);
    }

    #[test]
    fn what_jmeter_refuses_of_regular_expressions_is_known() {
        // Each tried with JMeter 5.6.3: `Error in pattern`, and the extractor's default.
        for broken in ["(unclosed", "un)matched", "[abc", "*x", "x\\", "h++ello", "a|*", "(+)", "a(b[c)"] {
            assert!(super::is_broken_regex(broken), "{broken}");
        }
        for whole in [
            "",
            "a(b|c)*?d",
            "[]a]",
            "[^]a]+",
            r"\(",
            r"a\\",
            "(?:a)+",
            "(?i)x",
            "h(ell)o{",
            "x{2,3}?",
            "[(]",
            "a|",
            r"\*",
            "(?=x)",
            "lo}",
            "()",
            "(a)?b",
        ] {
            assert!(!super::is_broken_regex(whole), "{whole}");
        }
    }

    fn check_jmes(path: &str, expected: Option<&str>) {
        check_found(path, jmes_path(path).map(drop), expected);
    }

    fn check_found(path: &str, found: Result<(), String>, expected: Option<&str>) {
        match (found, expected) {
            (Ok(()), None) => {}
            (Err(problem), Some(part)) => assert!(problem.contains(part), "{problem}: {path:.60}"),
            (found, expected) => panic!("{found:?} instead of {expected:?}: {path:.60}"),
        }
    }

    #[test]
    fn json_paths_are_read_up_to_a_depth() {
        let many = |part: &str, count: usize| part.repeat(count);
        check("$.a[?@.b == 'c' && (@.d > 1 || !@.e)]..f[0, 1]['x y']", None);
        check(&format!("$[?@.a == '{}']", many("(!", 20_000)), None);
        check(&format!("${}.a{}", many("[?@", 4), many("]", 4)), None);
        check(&format!("${}.a{}", many("[?@", 22), many("]", 22)), Some("filters inside"));
        check(&format!("$[?{}@.a{}]", many("(", 20_000), many(")", 20_000)), Some("nested more than"));
        check(&format!("$[?{}@.a{}]", many("!(", 20_000), many(")", 20_000)), Some("nested more than"));
        check(&format!("$[?@.a{}]", many(" || @.a", 20_000)), Some("longer"));
        check(&format!("$[?@.a{}]", many(" || @.a", 2_000)), Some("operators"));
        check(&format!("${}", many(".a", 5_000)), Some("operators"));
    }

    #[test]
    fn jmes_paths_are_read_up_to_a_depth() {
        let many = |part: &str, count: usize| part.repeat(count);
        check_jmes("items[?id == 'a' && !(b || c)].{x: d, y: e} | [0]", None);
        check_jmes(&format!("a[?b == '{}']", many("!(", 10_000)), None);
        check_jmes(&format!("{}a", many("!", 20_000)), Some("operators"));
        check_jmes(&format!("{}a{}", many("(", 5_000), many(")", 5_000)), Some("nested more than"));
        check_jmes(&format!("a{}", many("|a", 20_000)), Some("operators"));
        check_jmes(&format!("a{}", many("[]", 20_000)), Some("operators"));
        check_jmes(&format!("a{}", many("[]", 200)), Some("operators"));
    }

    #[test]
    fn the_longest_jmes_path_fits_into_the_stack_of_a_worker() {
        let search = || {
            let budget = crate::budget::LookBudget::new(
                crate::clock::RunClock::start(),
                crate::bounds::TaskBounds::default(),
            );
            for path in [
                format!("a{}", "[]".repeat(149)),
                format!("{}a", "!".repeat(299)),
                format!("*{}", ".*".repeat(149)),
            ] {
                let path = jmes_path(&path).expect("a path");
                let _ = crate::extract::jmespath::search(&path, "{\"a\": [[[1]], [2]]}", &budget);
            }
        };
        let worker = std::thread::Builder::new().stack_size(8 << 20).spawn(search).expect("a thread");
        worker.join().expect("no panic");
    }
}
