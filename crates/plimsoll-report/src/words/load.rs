//! What was asked of a step: users, or a rate of arrivals.

use super::{Words, args};
use plimsoll_analysis::step::Load;

/// `48 users`, `412/s`
pub fn load(words: &Words, load: &Load) -> String {
    load.rate_per_s.map_or_else(|| users(words, load.users), |rate| asked(words, rate))
}

/// `48 users`
pub fn users(words: &Words, users: u32) -> String {
    words.say("load-users", args![n = users])
}

/// `with 48 users`, `at 412/s`
pub fn with(words: &Words, load: &Load) -> String {
    match load.rate_per_s {
        Some(rate) => words.say("load-at-rate", args![rate = asked(words, rate)]),
        None => words.say("load-with-users", args![n = load.users]),
    }
}

/// `48 users`, `412/s asked`
pub fn load_asked(words: &Words, load: &Load) -> String {
    match load.rate_per_s {
        Some(rate) => words.say("load-rate-asked", args![rate = asked(words, rate)]),
        None => users(words, load.users),
    }
}

/// A rate that was asked for, as its user or a search set it: `412/s`, `20.5/s`.
pub fn asked(words: &Words, per_s: f64) -> String {
    words.say("number-per-s", args![value = asked_number(words, per_s)])
}

/// The same without its unit, for tables: no more digits than the rate needs.
pub fn asked_number(words: &Words, per_s: f64) -> String {
    if per_s.fract() == 0.0 || per_s.abs() >= 999.95 {
        return words.fixed(per_s, 0);
    }
    let point = words.language().decimal_point();
    let text = words.significant(per_s, 4);
    if text.contains(point) { text.trim_end_matches('0').trim_end_matches(point).to_owned() } else { text }
}

/// What became of the arrivals of a rate that is not kept up: those that were due, and those that started.
pub fn falls_behind(
    words: &Words,
    (due, started): (u64, u64),
    dropped: u64,
    waiting: u64,
    busy: u32,
) -> String {
    if started as f64 >= 0.99 * due as f64 {
        return words.say("search-falls-behind", args![users = self::users(words, busy)]);
    }
    let share = words.with_percent_sign(words.percent(100.0 * started as f64 / due.max(1) as f64));
    let parts: Vec<String> = [(dropped, "search-dropped"), (waiting, "search-waiting")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(n, id)| words.say(id, args![n]))
        .collect();
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{}{parts}", words.say("search-began", args![share]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn asked_rates_have_no_more_digits_than_they_need() {
        let words = &Words::new(Language::English);
        let shown = [400.0, 412.5, 20.25, 0.5, 412.345, 1_234.5].map(|rate| asked(words, rate));
        assert_eq!(shown, ["400/s", "412.5/s", "20.25/s", "0.5/s", "412.3/s", "1,234/s"]);
        let users = Load { users: 1, rate_per_s: None };
        assert_eq!(
            (load(words, &users), with(words, &users)),
            ("1 user".to_owned(), "with 1 user".to_owned())
        );
        assert_eq!(with(words, &Load { users: 100, rate_per_s: Some(40.0) }), "at 40/s");
    }
}
