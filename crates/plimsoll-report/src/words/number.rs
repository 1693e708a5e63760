//! Numbers with the digits they deserve, in the language's form. A unit is joined by a no-break space.

use super::catalogue::{Words, args};
use super::language::LanguageForms;
use plimsoll_analysis::statistics::{Bounds, Estimate};
use plimsoll_analysis::step::AppliedLoad;

/// Numbers. Examples are English.
impl Words {
    /// `93,822`
    pub(crate) fn count(&self, value: u64) -> String {
        self.language().count(value)
    }

    /// A rate per second without its unit: `2.76`, `112.0`, `15,420`.
    pub(crate) fn rate(&self, per_s: f64) -> String {
        self.fixed(per_s, rate_decimals(per_s))
    }

    /// `112.0/s`
    pub(crate) fn per_s(&self, value: f64) -> String {
        self.say("number-per-s", args![value = self.rate(value)])
    }

    /// `110.9–113.2` of numbers that are written already, `−0.61 to −0.48` where one is negative: a minus beside a dash can't
    /// be read.
    pub(crate) fn interval(&self, low: &str, high: &str) -> String {
        if low.starts_with('−') || high.starts_with('−') {
            self.say("number-interval", args![low, high])
        } else {
            format!("{low}–{high}")
        }
    }

    /// `110.9–113.2`
    pub(crate) fn rate_bounds(&self, estimate: &Estimate) -> Option<String> {
        let decimals = rate_decimals(estimate.value);
        estimate.bounds_95.map(|b| self.interval(&self.fixed(b.low, decimals), &self.fixed(b.high, decimals)))
    }

    /// `112.0/s (95 % CI 110.9–113.2)`
    pub(crate) fn per_s_with_bounds(&self, estimate: &Estimate) -> String {
        let value = self.rate(estimate.value);
        match self.rate_bounds(estimate) {
            Some(bounds) => self.say("number-rate-with-bounds", args![value, bounds]),
            None => self.say("number-rate-without-bounds", args![value]),
        }
    }

    /// Percent without its sign: `0`, `0.04`, `1.25`, `41.1`, `100`.
    pub(crate) fn percent(&self, value: f64) -> String {
        let decimals = if value == 0.0 || value == 100.0 { 0 } else { percent_decimals(value) };
        self.fixed(value, decimals)
    }

    /// `1.25 %` of a number that is written already.
    pub(crate) fn with_percent_sign(&self, value: String) -> String {
        self.say("number-percent", args![value])
    }

    /// What a step gained, in tables, sentences and notes alike: `7.8 %`.
    pub(crate) fn gain(&self, percent: f64) -> String {
        self.with_percent_sign(self.fixed(percent, 1))
    }

    /// A whole percentage with its sign: `28 %`, `−12 %`.
    pub(crate) fn whole_percent(&self, value: i64) -> String {
        self.say("number-percent-whole", args![value = self.fixed(value as f64, 0)])
    }

    /// `6.0 % more`, `0.1 % less`
    pub(crate) fn change(&self, percent: f64, decimals: usize) -> String {
        let shown = self.fixed(percent, decimals);
        match shown.strip_prefix('−') {
            Some(value) => self.say("number-less", args![value]),
            None => self.say("number-more", args![value = shown]),
        }
    }

    /// `0.04 %, CI 0.03–0.06`
    pub(crate) fn percent_with_bounds(&self, value: f64, bounds: &Bounds) -> String {
        let decimals = percent_decimals(bounds.high);
        let shown = |value: f64| if value == 0.0 { "0".to_owned() } else { self.fixed(value, decimals) };
        let (value, low, high) = (shown(value), shown(bounds.low), self.fixed(bounds.high, decimals));
        self.say("number-percent-with-bounds", args![value, bounds = self.interval(&low, &high)])
    }

    /// A time with its unit and three significant digits, as exact as the histograms: `412 µs`, `41.2 ms`, `2.53 s`.
    pub(crate) fn time(&self, us: f64) -> String {
        // Histograms begin at 1 µs: it stands for the 0 ms of results in whole milliseconds, not for a microsecond.
        if us > 0.0 && us <= 1.0 {
            return self.say("number-ms", args![value = self.fixed(0.0, 0)]);
        }
        let (value, unit) = time_parts(us);
        self.say(unit, args![value = self.fixed(value, time_decimals(value, unit))])
    }

    /// The same where nothing may have been measured.
    pub(crate) fn time_or_dash(&self, us: Option<u64>) -> String {
        us.map_or_else(dash, |us| self.time(us as f64))
    }

    /// `78.9–79.5 ms`; each end has its own unit only if they differ.
    pub(crate) fn time_bounds(&self, bounds: &Bounds) -> String {
        let ((low, low_unit), (_, high_unit)) = (time_parts(bounds.low), time_parts(bounds.high));
        let high = self.time(bounds.high);
        if low_unit == high_unit {
            self.interval(&self.fixed(low, time_decimals(low, low_unit)), &high)
        } else {
            self.interval(&self.time(bounds.low), &high)
        }
    }

    /// A limit as a user writes it, not as something measured: `60 ms`, `2.5 s`.
    pub(crate) fn limit_time(&self, us: f64) -> String {
        let (value, unit) = match us {
            x if x < 1e3 => (x, "number-us"),
            x if x < 1e6 => (x / 1e3, "number-ms"),
            x => (x / 1e6, "number-s"),
        };
        self.say(unit, args![value = self.written(value)])
    }

    /// A number as a user writes it, with the decimals it has: `0.1`, `5`.
    pub(crate) fn written(&self, value: f64) -> String {
        self.language().number(&value.to_string())
    }

    /// A percentage of a table, as it was written; one that was calculated of counts is rounded.
    pub(crate) fn percent_of_table(&self, percent: f64) -> String {
        const DECIMALS_WRITTEN: usize = 6;
        match percent.to_string().split_once('.') {
            Some((_, decimals)) if decimals.len() > DECIMALS_WRITTEN => self.percent(percent),
            _ => self.written(percent),
        }
    }

    /// The same for rates: `100/s`, `3.06/s`.
    pub(crate) fn limit_rate(&self, per_s: f64) -> String {
        let decimals = if per_s.fract() == 0.0 { 0 } else { rate_decimals(per_s) };
        self.say("number-per-s", args![value = self.fixed(per_s, decimals)])
    }

    /// `step 4 is …` as the start of a sentence.
    pub(crate) fn capitalised(&self, text: &str) -> String {
        let mut characters = text.chars();
        let first = characters.next();
        first.map_or_else(String::new, |first| self.language().capital(first) + characters.as_str())
    }

    /// `1.24 MB/s`, decimal prefixes.
    pub(crate) fn bytes_per_s(&self, value: f64) -> String {
        let (value, unit) = match value {
            x if x >= 1e9 => (x / 1e9, "GB"),
            x if x >= 1e6 => (x / 1e6, "MB"),
            x if x >= 1e3 => (x / 1e3, "kB"),
            x => (x, "B"),
        };
        let number = if unit == "B" { self.fixed(value, 0) } else { self.significant(value, 3) };
        self.say("number-per-s", args![value = format!("{number}\u{a0}{unit}")])
    }

    /// `factor 1.24`, `0.998`: so many significant digits, no more.
    pub(crate) fn significant(&self, value: f64, digits: usize) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        let magnitude = value.abs().log10().floor() as i64;
        self.fixed(value, (digits as i64 - 1 - magnitude).clamp(0, 6) as usize)
    }

    /// Three digits, as many as a rate supports, so that a reader who multiplies comes to the same:
    /// `67.7 million`, `403,000`.
    pub(crate) fn projected(&self, value: f64) -> String {
        match value {
            x if x >= 1e9 => self.say("number-billion", args![value = self.significant(x / 1e9, 3)]),
            x if x >= 1e6 => self.say("number-million", args![value = self.significant(x / 1e6, 3)]),
            x if x >= 1.0 => {
                let unit = 10_f64.powi((x.log10().floor() as i32 - 2).max(0));
                self.fixed((x / unit).round() * unit, 0)
            }
            x => self.significant(x, 3),
        }
    }

    /// With so many decimals and separated thousands.
    pub(crate) fn fixed(&self, value: f64, decimals: usize) -> String {
        let text = format!("{value:.decimals$}");
        // −0.00 is 0.00 to a reader.
        let zero = text.trim_start_matches('-').bytes().all(|b| b == b'0' || b == b'.');
        self.language().number(if zero { text.trim_start_matches('-') } else { &text })
    }

    /// Step numbers as a sentence names them: `step 4`, `steps 1–3, 5 and 7–9`.
    pub(crate) fn steps(&self, numbers: &[u32]) -> String {
        let list = self.listed(&ranges(numbers));
        self.with_loads(numbers, self.say("number-steps", args![n = numbers.len(), list]))
    }

    /// `step 4 (32 users)`
    pub(crate) fn step(&self, number: u32) -> String {
        self.steps(&[number])
    }

    /// Where the loads are known of the run that is spoken of: `steps 1–4 (5–40 users)`.
    fn with_loads(&self, numbers: &[u32], steps: String) -> String {
        let loads: Option<Vec<&AppliedLoad>> =
            numbers.iter().map(|number| self.step_loads.get(number)).collect();
        let is_known = |loads: &Vec<&AppliedLoad>| loads.iter().all(|load| load.is_known());
        match loads.filter(is_known).and_then(|loads| super::load::range(self, &loads)) {
            Some(load) => self.say("number-step-load", args![step = steps, load]),
            None => steps,
        }
    }

    /// The same where a sentence begins with it.
    pub(crate) fn steps_start(&self, numbers: &[u32]) -> String {
        let list = self.listed(&ranges(numbers));
        self.with_loads(numbers, self.say("number-steps-start", args![n = numbers.len(), list]))
    }

    /// `a, b and c`
    pub(crate) fn listed(&self, parts: &[String]) -> String {
        match parts {
            [] => dash(),
            [one] => one.clone(),
            [most @ .., last] => self.say("number-listed", args![most = most.join(", "), last]),
        }
    }
}

/// Where there is no value.
pub fn dash() -> String {
    "–".to_owned()
}

fn rate_decimals(per_s: f64) -> usize {
    match per_s.abs() {
        x if x >= 999.95 => 0,
        x if x >= 9.995 => 1,
        x if x >= 0.0995 || x == 0.0 => 2,
        // Two digits of what is rarer than once in ten seconds.
        x if x >= 0.00995 => 3,
        x if x >= 0.000_995 => 4,
        _ => 5,
    }
}

fn percent_decimals(value: f64) -> usize {
    match value.abs() {
        // Nearly all is not all.
        x if (99.95..99.9995).contains(&x) => 3,
        x if x >= 9.995 => 1,
        x if x >= 0.0095 => 2,
        x if x >= 0.00095 => 3,
        _ => 4,
    }
}

/// The value in its unit, which is named by its message.
fn time_parts(us: f64) -> (f64, &'static str) {
    match us {
        x if x < 999.5 => (x, "number-us"),
        x if x < 999_500.0 => (x / 1e3, "number-ms"),
        x => (x / 1e6, "number-s"),
    }
}

fn time_decimals(value: f64, unit: &str) -> usize {
    match value {
        _ if unit == "number-us" => 0,
        x if x >= 99.95 => 0,
        x if x >= 9.995 => 1,
        _ => 2,
    }
}

/// `1–3`, `5`, `7`, `8`
fn ranges(numbers: &[u32]) -> Vec<String> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let parts = runs.iter().flat_map(|(a, b)| match b - a {
        0 => vec![a.to_string()],
        1 => vec![a.to_string(), b.to_string()],
        _ => vec![format!("{a}–{b}")],
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    fn english() -> Words {
        Words::new(Language::English)
    }

    #[test]
    fn numbers_have_the_digits_they_deserve() {
        assert_eq!(english().count(93_822), "93,822");
        assert_eq!(english().count(604_800_000), "604,800,000");
        assert_eq!(
            (english().rate(2.756), english().rate(112.02), english().rate(15_420.4)),
            ("2.76".into(), "112.0".into(), "15,420".into())
        );
        let percent = |value| english().percent(value);
        assert_eq!(
            (percent(100.0), percent(99.987), percent(85.41)),
            ("100".into(), "99.987".into(), "85.4".into())
        );
        assert_eq!((english().rate(999.96), english().rate(9.996)), ("1,000".into(), "10.0".into()));
        assert_eq!(
            (english().time(412.0), english().time(41_234.0), english().time(2_534_000.0)),
            ("412\u{a0}µs".into(), "41.2\u{a0}ms".into(), "2.53\u{a0}s".into())
        );
        // Results in whole milliseconds say 0, which a histogram keeps as its smallest time.
        assert_eq!((english().time(1.0), english().time(2.0)), ("0\u{a0}ms".into(), "2\u{a0}µs".into()));
        assert_eq!(
            (english().time(999.6), english().time(999_700.0), english().time(9_996.0)),
            ("1.00\u{a0}ms".into(), "1.00\u{a0}s".into(), "10.0\u{a0}ms".into())
        );
        assert_eq!(
            english().percent_with_bounds(0.0437, &Bounds { low: 0.0322, high: 0.0593 }),
            "0.04\u{a0}%, CI 0.03–0.06"
        );
        assert_eq!(
            english().percent_with_bounds(0.0, &Bounds { low: 0.0, high: 0.0041 }),
            "0\u{a0}%, CI 0–0.004"
        );
        assert_eq!(english().fixed(-0.001, 2), "0.00");
        assert_eq!(
            (english().change(-0.09, 2), english().change(-0.001, 2)),
            ("0.09\u{a0}% less".into(), "0.00\u{a0}% more".into())
        );
        assert_eq!(english().fixed(-1234.5, 1), "−1,234.5");
        assert_eq!(english().projected(67_749_696.0), "67.7 million");
        assert_eq!(
            (english().projected(423_960.0), english().projected(11_000.0), english().projected(7.4)),
            ("424,000".into(), "11,000".into(), "7".into())
        );
    }

    #[test]
    fn an_interval_with_a_negative_end_is_written_with_a_word() {
        let reported = |language| {
            let words = Words::new(language);
            let of = |low: f64, high: f64| words.interval(&words.fixed(low, 2), &words.fixed(high, 2));
            [of(0.35, 0.49), of(-0.614, -0.485), of(-0.1, 0.1), of(-0.001, 0.1)].join(" | ")
        };
        assert_eq!(reported(Language::English), "0.35–0.49 | −0.61 to −0.48 | −0.10 to 0.10 | 0.00–0.10");
        assert_eq!(reported(Language::Danish), "0,35–0,49 | −0,61 til −0,48 | −0,10 til 0,10 | 0,00–0,10");
        assert!(reported(Language::Turkish).contains("−0,61 ile −0,48 arası"));
    }

    #[test]
    fn steps_are_named_in_runs() {
        assert_eq!(english().steps(&[4]), "step 4");
        assert_eq!(english().steps(&[1, 2]), "steps 1 and 2");
        assert_eq!(english().steps(&[1, 2, 3, 5, 7, 8, 9]), "steps 1–3, 5 and 7–9");
    }

    #[test]
    fn a_percentage_of_a_table_is_as_it_was_written_and_a_calculated_one_is_rounded() {
        let words = Words::new(Language::English);
        let percent = |value| words.percent_of_table(value);
        assert_eq!([percent(0.125), percent(2.0), percent(100.0 / 70.0)], ["0.125", "2", "1.43"]);
    }

    #[test]
    fn every_language_has_its_own_forms() {
        let forms = |language| {
            let words = Words::new(language);
            let steps = words.steps(&[1, 2, 3, 5]);
            let bounds = Bounds { low: 78_900.0, high: 1_234_000.0 };
            let share = words.percent_with_bounds(0.0437, &Bounds { low: 0.0322, high: 0.0593 });
            [
                words.count(93_822),
                words.fixed(-1234.5, 1),
                words.per_s(2.756),
                words.whole_percent(-12),
                share,
                words.time_bounds(&bounds),
                words.limit_time(2_500_000.0),
                words.projected(67_749_696.0),
                words.bytes_per_s(1_240_000.0),
                steps,
            ]
            .map(|text| text.replace('\u{a0}', " "))
        };
        let joined = |language| forms(language).join(" | ");
        assert_eq!(
            joined(Language::English),
            "93,822 | −1,234.5 | 2.76/s | −12 % | 0.04 %, CI 0.03–0.06 | 78.9 ms–1.23 s | 2.5 s | 67.7 million | 1.24 MB/s | \
             steps 1–3 and 5"
        );
        assert_eq!(
            joined(Language::Danish),
            "93.822 | −1.234,5 | 2,76/s | −12 % | 0,04 %, KI 0,03–0,06 | 78,9 ms–1,23 s | 2,5 s | 67,7 mio. | 1,24 MB/s | \
             trin 1–3 og 5"
        );
        assert_eq!(
            joined(Language::Turkish),
            "93.822 | −1.234,5 | 2,76/sn | %−12 | %0,04, GA 0,03–0,06 | 78,9 ms–1,23 sn | 2,5 sn | 67,7 milyon | \
             1,24 MB/sn | adım 1–3 ve 5"
        );
    }
}
