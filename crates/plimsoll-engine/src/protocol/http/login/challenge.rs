//! What a server asks for in `WWW-Authenticate`.

/// One challenge: a scheme and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Challenge {
    /// In small letters.
    pub scheme: String,
    /// Names in small letters, values without their quotes.
    parameters: Vec<(String, String)>,
}

/// Most challenges that one answer is read for.
const CHALLENGES_MAX: usize = 16;
/// Most parameters of one challenge.
const PARAMETERS_MAX: usize = 32;

impl Challenge {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The challenges of one header. Commas stand between challenges and between parameters alike: a name
    /// with `=` is a parameter of the scheme before it (RFC 9110, 11.6.1).
    pub fn parse_all(header: &str) -> Vec<Challenge> {
        let mut found: Vec<Challenge> = Vec::new();
        let mut rest = header;
        loop {
            rest = rest.trim_start_matches([' ', '\t', ',']);
            let length = rest.find([' ', '\t', ',', '=', '"']).unwrap_or(rest.len());
            let (token, after) = rest.split_at(length);
            if token.is_empty() {
                // A stray mark; without it the rest may still make sense.
                let Some(mark) = after.chars().next() else { return found };
                rest = &after[mark.len_utf8()..];
                continue;
            }
            let token = token.to_ascii_lowercase();
            let is_full = found.len() == CHALLENGES_MAX;
            match (after.trim_start().strip_prefix('='), found.last_mut()) {
                (Some(value), Some(challenge)) => {
                    let (value, after) = value_of(value.trim_start_matches([' ', '\t']));
                    if challenge.parameters.len() < PARAMETERS_MAX {
                        challenge.parameters.push((token, value));
                    }
                    rest = after;
                }
                (Some(value), None) => rest = value,
                (None, _) if is_full => return found,
                (None, _) => {
                    found.push(Challenge { scheme: token, parameters: Vec::new() });
                    rest = after;
                }
            }
        }
    }
}

/// A token or a quoted text, and what follows it.
fn value_of(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let length = text.find([' ', '\t', ',']).unwrap_or(text.len());
        return (text[..length].to_owned(), &text[length..]);
    };
    let (mut value, mut escaped) = (String::new(), false);
    for (at, c) in quoted.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return (value, &quoted[at + 1..]),
            c => {
                value.push(c);
                escaped = false;
            }
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, expected: &[(&str, &[(&str, &str)])]) {
        let found = Challenge::parse_all(header);
        let owned = |(scheme, parameters): &(&str, &[(&str, &str)])| Challenge {
            scheme: (*scheme).to_owned(),
            parameters: parameters.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect(),
        };
        assert_eq!(found, expected.iter().map(owned).collect::<Vec<_>>(), "{header}");
    }

    #[test]
    fn challenges_are_taken_apart() {
        check("Basic realm=\"a, \\\"b\\\"\"", &[("basic", &[("realm", "a, \"b\"")])]);
        check(
            "Digest realm = x, qop=\"auth,auth-int\" , stale=TRUE,Basic realm=\"y\"",
            &[
                ("digest", &[("realm", "x"), ("qop", "auth,auth-int"), ("stale", "TRUE")]),
                ("basic", &[("realm", "y")]),
            ],
        );
        check("Negotiate, NTLM", &[("negotiate", &[]), ("ntlm", &[])]);
        check("", &[]);
        check(",,=\"", &[]);
        check("Basic realm=\"open", &[("basic", &[("realm", "open")])]);
    }

    proptest::proptest! {
        #[test]
        fn any_header_is_survived(
            bytes in proptest::collection::vec(proptest::sample::select(b"aD=\"\\, \t\xc3\xa9".to_vec()), 0..120),
        ) {
            let found = Challenge::parse_all(&String::from_utf8_lossy(&bytes));
            proptest::prop_assert!(found.len() <= CHALLENGES_MAX);
        }
    }
}
