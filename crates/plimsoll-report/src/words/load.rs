//! What was asked of a step: users, or a rate of arrivals.

use super::number::{counted, fixed, limit_rate, significant};
use plimsoll_analysis::step::Load;

/// `48 users`, `412/s`
pub fn load(load: &Load) -> String {
    load.rate_per_s.map_or_else(|| counted(u64::from(load.users), "user"), asked)
}

/// `with 48 users`, `at 412/s`
pub fn with(load: &Load) -> String {
    let preposition = if load.rate_per_s.is_some() { "at" } else { "with" };
    format!("{preposition} {}", self::load(load))
}

/// A rate that was asked for, as its user or a search set it: `412/s`, `20.5/s`.
pub fn asked(per_s: f64) -> String {
    format!("{}/s", asked_number(per_s))
}

/// The same without its unit, for tables.
pub fn asked_number(per_s: f64) -> String {
    if per_s.fract() == 0.0 {
        return fixed(per_s, 0);
    }
    let text = significant(per_s, 4);
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if text.contains('.') { short.to_owned() } else { limit_rate(per_s).trim_end_matches("/s").to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asked_rates_have_no_more_digits_than_they_need() {
        let shown = [400.0, 412.5, 20.25, 0.5, 412.345, 1_234.5].map(asked);
        assert_eq!(shown, ["400/s", "412.5/s", "20.25/s", "0.5/s", "412.3/s", "1,234/s"]);
        let users = Load { users: 1, rate_per_s: None };
        assert_eq!((load(&users), with(&users)), ("1 user".to_owned(), "with 1 user".to_owned()));
        assert_eq!(with(&Load { users: 100, rate_per_s: Some(40.0) }), "at 40/s");
    }
}
