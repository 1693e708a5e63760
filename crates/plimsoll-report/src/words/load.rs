//! What was asked of a step: users, or a rate of arrivals.

use super::language::LanguageForms;
use super::number::dash;
use super::{Words, args};
use plimsoll_analysis::step::AppliedLoad;

/// `48 users`, `412/s`
pub fn load(words: &Words, load: &AppliedLoad) -> String {
    load.rate_per_s.map_or_else(|| users_of(words, load), |rate| asked(words, rate))
}

/// `48 users`, `5.8 users on average`
fn users_of(words: &Words, load: &AppliedLoad) -> String {
    match load.mean_users {
        None if load.is_at_work => words.text("load-unknown"),
        Some(_) if load.is_at_work => words.say("load-at-work", args![n = users_number(words, load)]),
        Some(_) => words.say("load-mean-users", args![n = users_number(words, load)]),
        None => users(words, load.users),
    }
}

/// The number alone, for tables: `48`, `5.83`.
pub fn users_number(words: &Words, load: &AppliedLoad) -> String {
    if load.is_at_work && load.mean_users.is_none() {
        return dash();
    }
    load.mean_users.map_or_else(|| words.count(u64::from(load.users)), |mean| short(words, mean, 3))
}

/// So many digits that count, and no zeros at the end.
pub(super) fn short(words: &Words, value: f64, digits: usize) -> String {
    let (text, point) = (words.significant(value, digits), words.language().decimal_point());
    if text.contains(point) { text.trim_end_matches('0').trim_end_matches(point).to_owned() } else { text }
}

/// `48 users`
pub fn users(words: &Words, users: u32) -> String {
    words.say("load-users", args![n = users])
}

/// `48 users`, `5–40 users`, `10–50/s`; `None`: there are none, or of both kinds.
pub fn range(words: &Words, loads: &[&AppliedLoad]) -> Option<String> {
    let by_value = |a: &&&AppliedLoad, b: &&&AppliedLoad| a.value().total_cmp(&b.value());
    let (least, most) = (loads.iter().min_by(by_value)?, loads.iter().max_by(by_value)?);
    if loads.iter().any(|load| load.rate_per_s.is_some() != least.rate_per_s.is_some()) {
        return None;
    }
    if least.value() == most.value() {
        return Some(load(words, least));
    }
    Some(match most.rate_per_s {
        Some(rate) => {
            let from = asked_number(words, least.rate_per_s.unwrap_or_default());
            words.say("load-range", args![from, to = asked(words, rate)])
        }
        None => {
            let from = users_number(words, least);
            words.say("load-range", args![from, to = users_of(words, most)])
        }
    })
}

/// `with 48 users`, `at 412/s`
pub fn with(words: &Words, load: &AppliedLoad) -> String {
    match load.rate_per_s {
        Some(rate) => words.say("load-at-rate", args![rate = asked(words, rate)]),
        None => match load.mean_users {
            None if load.is_at_work => words.text("load-with-unknown"),
            Some(_) if load.is_at_work => {
                words.say("load-with-at-work", args![n = users_number(words, load)])
            }
            Some(_) => words.say("load-with-mean-users", args![n = users_number(words, load)]),
            None => words.say("load-with-users", args![n = load.users]),
        },
    }
}

/// `48 users`, `412/s offered`
pub fn load_asked(words: &Words, load: &AppliedLoad) -> String {
    match load.rate_per_s {
        Some(rate) => words.say("load-rate-asked", args![rate = asked(words, rate)]),
        None => users_of(words, load),
    }
}

/// `step 4 (56 users)`
pub fn step_with_load(words: &Words, step: u32, load: &AppliedLoad) -> String {
    let step = words.say("number-steps", args![n = 1_usize, list = step.to_string()]);
    words.say("number-step-load", args![step, load = load_asked(words, load)])
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
    short(words, per_s, 4)
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
    use plimsoll_run::Language;

    #[test]
    fn asked_rates_have_no_more_digits_than_they_need() {
        let words = &Words::new(Language::English);
        let shown = [400.0, 412.5, 20.25, 0.5, 412.345, 1_234.5].map(|rate| asked(words, rate));
        assert_eq!(shown, ["400/s", "412.5/s", "20.25/s", "0.5/s", "412.3/s", "1,234/s"]);
        let users = AppliedLoad { users: 1, ..AppliedLoad::default() };
        assert_eq!(
            (load(words, &users), with(words, &users)),
            ("1 user".to_owned(), "with 1 user".to_owned())
        );
        assert_eq!(
            with(words, &AppliedLoad { users: 100, rate_per_s: Some(40.0), ..AppliedLoad::default() }),
            "at 40/s"
        );
    }
}
