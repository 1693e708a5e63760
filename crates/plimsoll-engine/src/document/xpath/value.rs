//! What an expression gives, and the conversions between the four types (XPath 1.0, 3 and 4).

use std::borrow::Cow;
use uppsala::dom::NodeId;

#[derive(Clone, Debug, PartialEq)]
pub enum XPathValue {
    /// In the order of the document, each once.
    Nodes(Vec<NodeId>),
    Boolean(bool),
    Number(f64),
    Text(String),
}

/// Not a number where the text is none; there is no exponent.
pub fn number_of(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

pub fn text_of(number: f64) -> Cow<'static, str> {
    match number {
        number if number.is_nan() => Cow::Borrowed("NaN"),
        f64::INFINITY => Cow::Borrowed("Infinity"),
        f64::NEG_INFINITY => Cow::Borrowed("-Infinity"),
        // Zero has no sign.
        number => Cow::Owned(format!("{}", number + 0.0)),
    }
}

pub fn is_true(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// To the nearest whole number, halves up.
pub fn rounded(number: f64) -> f64 {
    if number.is_finite() && number.fract() == -0.5 { number.ceil() } else { number.round() }
}
