//! Texts for a terminal whose locale has no UTF-8 (`LC_ALL=C`, `de_DE@euro`): letters and signs in their plainest form. Files and
//! pipes get UTF-8 in any case, and so does a terminal where the environment names no locale.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::sync::LazyLock;

static IS_PLAIN: LazyLock<bool> = LazyLock::new(|| lacks_utf8(|name| std::env::var(name).ok()));

/// A text as this stream can show it.
pub fn for_stream<'a>(text: &'a str, stream: &impl IsTerminal) -> Cow<'a, str> {
    if text.is_ascii() || !*IS_PLAIN || !stream.is_terminal() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(plain(text))
    }
}

/// In the order of locale(7): the first that is set and not empty counts.
fn lacks_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let named =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    named.is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        !name.contains("utf-8") && !name.contains("utf8")
    })
}

fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() { out.push(letter) } else { out.push_str(ascii(letter).unwrap_or("?")) }
    }
    out
}

/// What stands for a letter or a sign that the program's own texts have.
fn ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ä' => "a",
        'ç' => "c",
        'é' | 'è' | 'ê' => "e",
        'ğ' => "g",
        'ı' | 'î' => "i",
        'ö' | 'ó' => "o",
        'ş' => "s",
        'ü' | 'û' => "u",
        'å' => "aa",
        'æ' => "ae",
        'ø' => "oe",
        'ß' => "ss",
        'Ä' | 'Â' => "A",
        'Ç' => "C",
        'É' => "E",
        'Ğ' => "G",
        'İ' => "I",
        'Ö' => "O",
        'Ş' => "S",
        'Ü' => "U",
        'Å' => "Aa",
        'Æ' => "Ae",
        'Ø' => "Oe",
        '\u{a0}' => " ",
        '–' | '—' | '−' | '·' => "-",
        '…' => "...",
        '→' => "->",
        '↳' => "`-",
        '×' => "x",
        '≥' => ">=",
        '≤' => "<=",
        '±' => "+-",
        '≈' => "~",
        'µ' | 'μ' => "u",
        '²' => "^2",
        '“' | '”' | '„' | '»' | '«' => "\"",
        '’' | '‘' => "'",
        '›' => ">",
        '★' => "*",
        '✓' | '✅' => "+",
        '✗' | '❌' => "x",
        '⚠' => "!",
        '€' => "EUR",
        'α' => "alpha",
        'β' => "beta",
        'λ' => "lambda",
        'Δ' => "delta",
        'Σ' => "sum",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_first_variable_that_is_set_names_the_locale() {
        for (variables, expected) in [
            (&[][..], false),
            (&[("LC_ALL", "C")], true),
            (&[("LANG", "POSIX")], true),
            (&[("LANG", "C.UTF-8")], false),
            (&[("LC_ALL", ""), ("LANG", "de_DE.utf8")], false),
            (&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], true),
            (&[("LC_CTYPE", "tr_TR.UTF-8"), ("LANG", "C")], false),
            (&[("LANG", "de_DE@euro")], true),
        ] {
            let of = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
            assert_eq!(lacks_utf8(of), expected, "{variables:?}");
        }
    }

    #[test]
    fn every_letter_of_the_catalogues_has_a_plain_form() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plimsoll-report/locales");
        let mut read = 0;
        for language in std::fs::read_dir(folder).expect("the catalogues") {
            for file in std::fs::read_dir(language.expect("one").path()).expect("a catalogue") {
                let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
                let unknown: Vec<char> =
                    text.chars().filter(|c| !c.is_ascii() && ascii(*c).is_none()).collect();
                assert!(unknown.is_empty(), "{unknown:?}");
                read += 1;
            }
        }
        assert!(read >= 4, "{read}");
    }

    #[test]
    fn what_is_not_known_is_a_question_mark() {
        assert_eq!(plain("p95 ≤ 250 µs – 日"), "p95 <= 250 us - ?");
    }
}
