//! Kinds of values, and keys, that stand in many places.

use plimsoll_plan::document::{Key, Kind, key};

/// The name of any step in the plan's definitions.
pub const STEP_NAME: &str = "any_step";
pub const STEPS: Kind = Kind::OneOrMore(&Kind::Defined(STEP_NAME));
pub const TEXTS: Kind = Kind::OneOrMore(&Kind::Text);
/// Names and values; as a list where a name comes twice.
pub const PAIRS: Kind = Kind::Either(&[Kind::Named(&Kind::Text), Kind::List(&Kind::Named(&Kind::Text))]);
/// One of the plan's own, by its number, or none of them.
const CHOSEN: Kind = Kind::Either(&[Kind::Word("false"), Kind::Count]);
pub const TIME_OR_REFERENCE: Kind = Kind::Either(&[Kind::Duration, Kind::Text]);
/// Of a scenario: worked out when the plan is read, from `variables` and properties.
pub const KNOWN_COUNT: Kind = Kind::Either(&[Kind::Count, Kind::Text]);
pub const KNOWN_TIME: Kind = TIME_OR_REFERENCE;
pub const KNOWN_RATE: Kind = Kind::Either(&[Kind::Rate, Kind::Text]);

/// Keys of requests and steps that choose one of the plan's own.
pub const COOKIES: Key =
    key("cookies", CHOSEN, "false, or the number of a cookie jar from 1; the first by default.");
pub const LOGINS: Key =
    key("login", CHOSEN, "false, or the number of a set of logins from 1; the first by default.");
pub const PROXIES: Key =
    key("proxy", CHOSEN, "false, or the number of a proxy from 1; the first by default.");
pub const CACHES: Key = key("cache", CHOSEN, "false, or the number of a cache from 1; the first by default.");
