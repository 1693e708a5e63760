//! Text of others as it can be shown: what would command a terminal, or turn the order of characters round, is seen and
//! does nothing.
//!
//! Control characters become their pictures of Unicode (ESC is `␛`, DEL `␡`), those without a picture their number
//! (`\u{9b}`). They are: C0 and DEL, C1 (ISO 6429, 8-bit CSI and OSC), the formatting characters of bidirectional text
//! (UAX #9: embeddings, overrides, isolates, and the marks), the separators of lines and paragraphs, interlinear annotation,
//! and the invisible tags.

use std::borrow::Cow;

/// Text of several lines: line feeds and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, |c| is_control(c) && !matches!(c, '\n' | '\t'))
}

/// Text that belongs into one line: a name, a cell, a reason. Line feeds and tabs are shown, too (`␊`, `␉`), so that a name
/// can't be a line of its own.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    shown(text, is_control)
}

/// Whether a character does something instead of being seen.
pub fn is_control(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'
            | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

fn shown(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly every text is plain, and most of them are ASCII.
    let is_plain_ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_plain_ascii || !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) { picture(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

fn picture(c: char, out: &mut String) {
    match c {
        '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + u32::from(c))),
        '\x7f' => out.push('\u{2421}'),
        c => out.extend(c.escape_unicode()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(visible_line(text), expected, "{text:?}");
    }

    #[test]
    fn what_commands_a_terminal_is_shown() {
        check("\x1b[31mRED\x1b[0m", "␛[31mRED␛[0m");
        check("\x1b]52;c;cm0=\x07", "␛]52;c;cm0=␇");
        check("\u{9b}31m \u{9d}0;x", "\\u{9b}31m \\u{9d}0;x");
        check("a\x08\x7f\r\n\tb", "a␈␡␍␊␉b");
        check("\u{202e}gnp.exe\u{202c} \u{2066}x\u{2069}", "\\u{202e}gnp.exe\\u{202c} \\u{2066}x\\u{2069}");
        check("a\u{2028}b\u{feff}\u{e0041}", "a\\u{2028}b\\u{feff}\\u{e0041}");
    }

    #[test]
    fn words_of_any_script_stay_as_they_are() {
        for text in ["", "GET /a?b=c", "ærø – 5 µs", "مرحبا", "שלום", "👩‍👩‍👧 日本語 ไทย\u{200b}ไทย", "a\u{a0}b"]
        {
            check(text, text);
        }
        assert_eq!(visible("a\n\tb\r\n"), "a\n\tb␍\n");
    }
}
