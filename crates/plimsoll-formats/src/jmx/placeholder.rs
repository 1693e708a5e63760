//! What to say about XML that is not well-formed. The usual reason is a plan from a documentation with
//! a place to fill in, such as `<Change with Your IP>`.

use plimsoll_plan::Diagnostic;
use roxmltree::Error;

/// Longest text in angle brackets that counts as a place to fill in.
const LENGTH_MAX: usize = 80;

pub fn malformed(file: &str, text: &str, error: &Error) -> Diagnostic {
    let row = match error {
        Error::UnclosedRootNode | Error::NoRootNode => text.lines().count().max(1) as u32,
        other => other.pos().row,
    };
    if let Some((line, placeholder)) = find(text, row).filter(|_| may_be_of_a_place(error, text)) {
        let message = format!("the place to fill in `{placeholder}` makes the XML malformed");
        let hint = format!("replace `{placeholder}` by the real value");
        return Diagnostic::error(file, line, "", message).with_hint(hint);
    }
    Diagnostic::error(file, row, "", format!("the XML is malformed: {}", describe(error)))
        .with_hint(hint(error))
}

/// A tag that closes what was never opened is a mistake of its own.
fn may_be_of_a_place(error: &Error, text: &str) -> bool {
    match error {
        Error::UnexpectedCloseTag(_, closed, _) => text.contains(&format!("<{closed}")),
        _ => true,
    }
}

fn describe(error: &Error) -> String {
    match error {
        Error::UnexpectedCloseTag(expected, actual, _) => {
            format!("`<{expected}>` is closed by `</{actual}>`")
        }
        Error::UnclosedRootNode => "the file ends before its elements are closed".to_owned(),
        Error::NoRootNode => "there is no element".to_owned(),
        other => {
            let text = other.to_string();
            text.rsplit_once(" at ").map_or(text.as_str(), |(what, _)| what).to_owned()
        }
    }
}

fn hint(error: &Error) -> &'static str {
    match error {
        Error::UnclosedRootNode => "is the file cut off? Copy it again",
        Error::MalformedEntityReference(_) | Error::UnknownEntityReference(..) => {
            "in XML an `&` is written `&amp;`"
        }
        Error::InvalidAttributeValue(_) => "in XML a `<` inside a value is written `&lt;`",
        _ => "open the plan in JMeter, or look at this line and the one before it",
    }
}

/// The first place to fill in up to and with this line, and its own line.
fn find(text: &str, row: u32) -> Option<(u32, String)> {
    for (i, line) in text.lines().enumerate().take(row as usize) {
        for (at, _) in line.match_indices('<') {
            let Some(length) = line[at..].find('>') else { continue };
            let inner = &line[at + 1..at + length];
            if is_placeholder(inner) && !text.contains(&format!("</{inner}>")) {
                return Some((i as u32 + 1, format!("<{inner}>")));
            }
        }
    }
    None
}

/// Words, and not a tag that JMeter writes.
fn is_placeholder(inner: &str) -> bool {
    let words = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '\'' | ',' | ':');
    let is_tag = inner.ends_with("Prop") || inner == "hashTree" || inner == "jmeterTestPlan";
    inner.starts_with(char::is_alphabetic) && inner.len() <= LENGTH_MAX && inner.chars().all(words) && !is_tag
}
