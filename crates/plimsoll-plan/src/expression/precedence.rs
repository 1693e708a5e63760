//! Which operators bind tighter than others.

use super::syntax::Operator;

#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Or,
    And,
    Binary(Operator),
}

/// From the loosest to the tightest.
pub(super) const LEVELS: [&[(&str, Meaning)]; 11] = [
    &[("||", Meaning::Or)],
    &[("&&", Meaning::And)],
    &[("|", Meaning::Binary(Operator::Or))],
    &[("^", Meaning::Binary(Operator::Xor))],
    &[("&", Meaning::Binary(Operator::And))],
    &[
        ("==", Meaning::Binary(Operator::Equal)),
        ("!=", Meaning::Binary(Operator::NotEqual)),
        ("===", Meaning::Binary(Operator::Identical)),
        ("!==", Meaning::Binary(Operator::NotIdentical)),
        ("<=>", Meaning::Binary(Operator::Compare)),
        ("=~", Meaning::Binary(Operator::Matches)),
        ("==~", Meaning::Binary(Operator::Matches)),
        ("!~", Meaning::Binary(Operator::NotMatches)),
        ("=^", Meaning::Binary(Operator::StartsWith)),
        ("=$", Meaning::Binary(Operator::EndsWith)),
    ],
    &[
        ("<=", Meaning::Binary(Operator::LessOrEqual)),
        ("<", Meaning::Binary(Operator::Less)),
        (">=", Meaning::Binary(Operator::GreaterOrEqual)),
        (">", Meaning::Binary(Operator::Greater)),
        ("in", Meaning::Binary(Operator::In)),
    ],
    &[("<<", Meaning::Binary(Operator::ShiftLeft)), (">>", Meaning::Binary(Operator::ShiftRight))],
    &[("+", Meaning::Binary(Operator::Add)), ("-", Meaning::Binary(Operator::Subtract))],
    &[
        ("*", Meaning::Binary(Operator::Multiply)),
        ("/", Meaning::Binary(Operator::Divide)),
        ("%", Meaning::Binary(Operator::Remainder)),
    ],
    &[("**", Meaning::Binary(Operator::Power))],
];
