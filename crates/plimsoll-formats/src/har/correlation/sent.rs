//! What a step sends: the values in its texts, and variables in their place.

use super::texts::{OF_CLIENT, TextKind, Texts};
use crate::json;
use crate::servers::form_decoded;
use plimsoll_plan::document::{Node, NodeValue, ScalarKind};
use plimsoll_plan::plan::Step;

/// Shorter values come again by chance.
const LENGTH_MIN: usize = 8;

/// Longer ones are not looked for. View states of large pages are hundreds of kilobytes long.
const LENGTH_MAX: usize = 1024 * 1024;

/// Of longer ones no pieces are looked at: they are contents, and view states are sent as they came.
const PIECES_OF_MAX: usize = 16 * 1024;

/// Values of one step.
const VALUES_MAX: usize = 5_000;

/// A value that is too long to be looked for.
pub struct LongValue {
    pub name: String,
    pub bytes: usize,
}

/// A value in a text of a step.
#[derive(Clone, Debug)]
pub struct SentValue {
    /// What it is called: a parameter, a header, a key of JSON; in a path the segment before it.
    pub name: String,
    pub value: String,
    /// Long, and no word: it is the same value wherever it stands.
    pub is_strong: bool,
    /// A parameter, a key or a segment as a whole.
    pub is_whole: bool,
    pub is_header: bool,
    /// Which of the step's texts.
    pub text: usize,
    /// What stands before it there, as a regular expression.
    pub before: String,
}

impl SentValue {
    /// What it is known by when it comes again: a short value only under its name.
    pub fn key(&self) -> String {
        if self.is_strong { self.value.clone() } else { format!("{}={}", self.name, self.value) }
    }

    /// A segment of a path, whose name is the segment before it.
    pub fn is_segment(&self) -> bool {
        self.before.starts_with('/')
    }

    pub fn is_piece_of(&self, whole: &SentValue) -> bool {
        !self.is_whole && whole.is_whole && self.text == whole.text && whole.value.contains(&self.value)
    }
}

pub fn values(step: &Step) -> Vec<SentValue> {
    looked_at(step).0
}

pub fn too_long(step: &Step) -> Vec<LongValue> {
    looked_at(step).1
}

fn looked_at(step: &Step) -> (Vec<SentValue>, Vec<LongValue>) {
    // Looked at only.
    let mut step = step.clone();
    let (mut found, mut long) = (Vec::new(), Vec::new());
    for (i, (kind, name, template)) in Texts::of(&mut step).0.into_iter().enumerate() {
        let Some(text) = template.as_literal() else { continue };
        let mut out =
            Out { found: &mut found, long: &mut long, text: i, is_header: kind == TextKind::Header };
        match kind {
            TextKind::Path => in_path(text, &mut out),
            TextKind::Header if OF_CLIENT.contains(&name.to_ascii_lowercase().as_str()) => {}
            TextKind::Header => in_header(&name, text, &mut out),
            TextKind::Field => out.whole(&name, text, "^"),
            TextKind::Body => in_body(text, &mut out),
        }
    }
    (found, long)
}

struct Out<'a> {
    found: &'a mut Vec<SentValue>,
    long: &'a mut Vec<LongValue>,
    text: usize,
    is_header: bool,
}

impl Out<'_> {
    fn whole(&mut self, name: &str, value: &str, before: &str) {
        self.add(name, value, before, true);
        if value.len() > PIECES_OF_MAX {
            return;
        }
        // `Bearer x`, `/back?token=x`
        for piece in value.split(is_delimiter).filter(|piece| *piece != value && is_strong(piece)) {
            self.add(name, piece, "", false);
        }
    }

    fn add(&mut self, name: &str, value: &str, before: &str, is_whole: bool) {
        if is_whole && value.len() > LENGTH_MAX {
            self.long.push(LongValue { name: name.to_owned(), bytes: value.len() });
            return;
        }
        if value.is_empty() || value.len() > LENGTH_MAX || self.found.len() >= VALUES_MAX {
            return;
        }
        let (name, value, before) = (name.to_owned(), value.to_owned(), before.to_owned());
        let is_strong = is_strong(&value);
        let (text, is_header) = (self.text, self.is_header);
        self.found.push(SentValue { name, value, is_strong, is_whole, is_header, text, before });
    }
}

fn in_path(text: &str, out: &mut Out) {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let mut previous = "";
    for segment in path.split('/') {
        // `;jsessionid=x`
        let (own, rest) = segment.split_once(';').unwrap_or((segment, ""));
        if !previous.is_empty() {
            let before = format!("/{}/", fancy_regex::escape(previous));
            out.add(previous, &percent_decoded(own), &before, true);
        }
        for (name, value) in rest.split(';').filter_map(|pair| pair.split_once('=')) {
            out.add(name, &percent_decoded(value), &format!("{}=", fancy_regex::escape(name)), true);
        }
        previous = own;
    }
    for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        out.whole(&form_decoded(name), &form_decoded(value), &format!("[?&]{}=", fancy_regex::escape(name)));
    }
}

fn percent_decoded(text: &str) -> String {
    form_decoded(&text.replace('+', "%2B"))
}

/// Of `Bearer x` the credentials are a value as a whole: Base64 has slashes.
fn in_header(name: &str, text: &str, out: &mut Out) {
    match text.split_once(' ') {
        Some((scheme, credentials))
            if scheme.chars().all(|c| c.is_ascii_alphabetic())
                && !credentials.contains(char::is_whitespace) =>
        {
            out.whole(name, credentials, &format!("^{scheme} "));
        }
        _ => out.whole(name, text, "^"),
    }
}

fn in_body(text: &str, out: &mut Out) {
    let tree = text.trim_start().starts_with(['{', '[']).then(|| json::read("", text).ok()).flatten();
    match tree {
        Some(tree) => in_json("", &tree, out),
        None => {
            for piece in text.split(is_delimiter).filter(|piece| is_strong(piece)) {
                out.add("", piece, "", false);
            }
        }
    }
}

fn in_json(name: &str, json: &Node, out: &mut Out) {
    match &json.value {
        NodeValue::Scalar { text: value, kind: ScalarKind::Text } => {
            out.whole(name, value, &format!(r#""{}"\s*:\s*""#, fancy_regex::escape(name)));
        }
        NodeValue::Scalar { text: value, kind: ScalarKind::Number } => {
            out.add(name, value, &format!(r#""{}"\s*:\s*"#, fancy_regex::escape(name)), true)
        }
        NodeValue::Sequence(items) => items.iter().for_each(|item| in_json(name, item, out)),
        NodeValue::Mapping(_) => json.pairs().for_each(|(key, value)| in_json(key, value, out)),
        NodeValue::Null | NodeValue::Scalar { .. } => {}
    }
}

fn is_delimiter(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '?' | '&'
                | '"'
                | '\''
                | '<'
                | '>'
                | '{'
                | '}'
                | '['
                | ']'
                | ','
                | ';'
                | '/'
                | '='
                | ':'
                | '('
                | ')'
                | '|'
        )
}

/// Long enough to be no chance, and no word of the language.
pub fn is_strong(value: &str) -> bool {
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let is_word = letters == value.chars().count()
        && (value.len() < 16 || value.chars().skip(1).all(char::is_lowercase))
        || value.chars().all(|c| c.is_lowercase() || matches!(c, '-' | '_' | '.'));
    (LENGTH_MIN..=LENGTH_MAX).contains(&value.len()) && !is_word && !value.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_plan::Template;
    use plimsoll_plan::plan::Body;

    #[test]
    fn values_are_found_with_their_names() {
        let template = |text: &str| Template::literal(text);
        let address = (template("http"), template("h"), template("80"));
        let path = template("/orders/42;jsessionid=AB12?token=a%2Fb%3D1234567&x=1");
        let mut request = crate::servers::request("POST", address, path);
        request.body = Body::Text(template(r#"{"user": {"id": 7}, "key": "k-123456789"}"#));
        let mut step = Step::Request(Box::new(request));
        let found = values(&step);
        let pair = |name: &str| found.iter().find(|sent| sent.name == name).map(|sent| sent.value.as_str());
        assert_eq!(pair("orders"), Some("42"));
        assert_eq!(pair("jsessionid"), Some("AB12"));
        assert_eq!(pair("token"), Some("a/b=1234567"));
        assert_eq!((pair("id"), pair("key")), (Some("7"), Some("k-123456789")));
        for (name, variable) in [("orders", "order"), ("id", "user_id")] {
            let sent = found.iter().find(|sent| sent.name == name).expect("sent");
            Texts::of(&mut step).replace_there(sent, variable);
        }
        Texts::of(&mut step).replace_everywhere("a/b=1234567", "token", false);
        let Step::Request(request) = step else { panic!("no request") };
        assert_eq!(
            request.path.source(),
            "/orders/${order};jsessionid=AB12?token=${__urlencode(${token})}&x=1"
        );
        let Body::Text(body) = &request.body else { panic!("no body") };
        assert_eq!(body.source(), r#"{"user": {"id": ${user_id}}, "key": "k-123456789"}"#);
    }

    #[test]
    fn words_are_no_values_of_a_server() {
        for word in ["checkout", "shopping-cart", "Configuration", "short1"] {
            assert!(!is_strong(word), "{word}");
        }
        for value in ["c5f1a0b2e9d84", "anchor-0042", "eyJhbGciOi.J9", "QWxhZGRpbjpvcGVuIHNlc2FtZQ"] {
            assert!(is_strong(value), "{value}");
        }
    }
}
