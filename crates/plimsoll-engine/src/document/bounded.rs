//! What of a markup text is looked at before a parser reads it, for that can't be stopped.

use crate::budget::LookBudget;

/// Most attributes of one element: each is compared with all that are there.
pub const ATTRIBUTES_MAX: usize = 1_000;

pub fn too_many_attributes() -> String {
    format!("an element has more than {ATTRIBUTES_MAX} attributes")
}

/// Whether the text may be read as XML: not too long, and without an element of endless attributes.
pub fn markup(text: &str, budget: &LookBudget) -> Result<(), String> {
    budget.reads(text)?;
    if has_many_attributes(text.as_bytes()) {
        budget.refuse(too_many_attributes());
        return Err(too_many_attributes());
    }
    Ok(())
}

/// Attributes are told by their equals signs outside of quotes, in whatever stands between `<` and `>`. In a comment or a
/// CDATA section more of them may be counted than there are.
fn has_many_attributes(text: &[u8]) -> bool {
    let (mut inside, mut quote, mut count) = (false, None, 0);
    for byte in text {
        match (inside, quote, byte) {
            (false, _, b'<') => (inside, count) = (true, 0),
            (false, _, _) => {}
            (true, Some(open), byte) if open == *byte => quote = None,
            (true, Some(_), _) => {}
            (true, None, b'"' | b'\'') if count > 0 => quote = Some(*byte),
            // The tag before was none.
            (true, None, b'<') => count = 0,
            (true, None, b'>') => inside = false,
            (true, None, b'=') => {
                count += 1;
                if count > ATTRIBUTES_MAX {
                    return true;
                }
            }
            (true, None, _) => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        assert_eq!(has_many_attributes(text.as_bytes()), expected, "{}", &text[..text.len().min(60)]);
    }

    #[test]
    fn attributes_are_counted_by_element() {
        let attributes = |count: usize| (0..count).map(|i| format!(" x{i}='1'")).collect::<String>();
        check(&format!("<a{}/>", attributes(ATTRIBUTES_MAX)), false);
        check(&format!("<a{}/>", attributes(ATTRIBUTES_MAX + 1)), true);
        check(&format!("<a{0}/><b{0}/>", attributes(900)), false);
        check(&format!("<a x='{}'/>", "=".repeat(5_000)), false);
        check(&format!("it's < that {}", "x=1 ".repeat(900)), false);
        check(&"a=b ".repeat(5_000), false);
    }
}
