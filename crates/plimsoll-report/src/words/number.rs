//! Numbers with the digits they deserve, thousands separated. A unit is joined by a no-break space.

use plimsoll_analysis::statistics::{Bounds, Estimate};

/// `93,822`
pub fn count(value: u64) -> String {
    separated(&value.to_string())
}

/// `one step`, `2 steps`: `noun` in the singular.
pub fn counted(value: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(value), if value == 1 { "" } else { "s" })
}

/// A rate per second without its unit: `2.76`, `112.0`, `15,420`.
pub fn rate(per_s: f64) -> String {
    fixed(per_s, rate_decimals(per_s))
}

fn rate_decimals(per_s: f64) -> usize {
    match per_s.abs() {
        x if x >= 999.95 => 0,
        x if x >= 9.995 => 1,
        _ => 2,
    }
}

/// `112.0/s`
pub fn per_s(value: f64) -> String {
    format!("{}/s", rate(value))
}

/// `110.9–113.2`
pub fn rate_bounds(estimate: &Estimate) -> Option<String> {
    let decimals = rate_decimals(estimate.value);
    estimate.bounds_95.map(|b| format!("{}–{}", fixed(b.low, decimals), fixed(b.high, decimals)))
}

/// `112.0/s (95 % CI 110.9–113.2)`
pub fn per_s_with_bounds(estimate: &Estimate) -> String {
    match rate_bounds(estimate) {
        Some(bounds) => format!("{} (95\u{a0}% CI {bounds})", per_s(estimate.value)),
        None => format!("{} (too few seconds for an interval)", per_s(estimate.value)),
    }
}

/// Percent without its sign: `0`, `0.04`, `1.25`, `41.1`, `100`.
pub fn percent(value: f64) -> String {
    if value == 0.0 || value == 100.0 { fixed(value, 0) } else { fixed(value, percent_decimals(value)) }
}

/// A whole percentage with its sign: `28 %`, `−12 %`.
pub fn whole_percent(value: i64) -> String {
    format!("{} %", fixed(value as f64, 0))
}

/// `6.0 % more`, `0.1 % less`
pub fn change(percent: f64, decimals: usize) -> String {
    let shown = fixed(percent, decimals);
    match shown.strip_prefix('−') {
        Some(shown) => format!("{shown}\u{a0}% less"),
        None => format!("{shown}\u{a0}% more"),
    }
}

/// `0.04 %, CI 0.03–0.06`
pub fn percent_with_bounds(value: f64, bounds: &Bounds) -> String {
    let decimals = percent_decimals(bounds.high);
    let low = if bounds.low == 0.0 { "0".to_owned() } else { fixed(bounds.low, decimals) };
    let value = if value == 0.0 { "0".to_owned() } else { fixed(value, decimals) };
    format!("{value}\u{a0}%, CI {low}–{}", fixed(bounds.high, decimals))
}

fn percent_decimals(value: f64) -> usize {
    match value.abs() {
        x if x >= 9.995 => 1,
        x if x >= 0.0095 => 2,
        x if x >= 0.00095 => 3,
        _ => 4,
    }
}

/// A time with its unit and three significant digits, as exact as the histograms: `412 µs`, `41.2 ms`, `2.53 s`.
pub fn time(us: f64) -> String {
    let (value, unit) = match us {
        x if x < 999.5 => (x, "µs"),
        x if x < 999_500.0 => (x / 1e3, "ms"),
        x => (x / 1e6, "s"),
    };
    let decimals = match value {
        _ if unit == "µs" => 0,
        x if x >= 99.95 => 0,
        x if x >= 9.995 => 1,
        _ => 2,
    };
    format!("{}\u{a0}{unit}", fixed(value, decimals))
}

/// The same where nothing may have been measured.
pub fn time_or_dash(us: Option<u64>) -> String {
    us.map_or_else(dash, |us| time(us as f64))
}

/// `78.9–79.5 ms`; each end has its own unit only if they differ.
pub fn time_bounds(bounds: &Bounds) -> String {
    let (low, high) = (time(bounds.low), time(bounds.high));
    let (low_value, low_unit) = low.split_once('\u{a0}').unwrap_or((&low, ""));
    let same = high.split_once('\u{a0}').is_some_and(|(_, unit)| unit == low_unit);
    if same { format!("{low_value}–{high}") } else { format!("{low}–{high}") }
}

/// A limit as a user writes it, not as something measured: `60 ms`, `2.5 s`.
pub fn limit_time(us: f64) -> String {
    match us {
        x if x < 1e3 => format!("{x}\u{a0}µs"),
        x if x < 1e6 => format!("{}\u{a0}ms", x / 1e3),
        x => format!("{}\u{a0}s", x / 1e6),
    }
}

/// The same for rates: `100/s`, `3.06/s`.
pub fn limit_rate(per_s: f64) -> String {
    if per_s.fract() == 0.0 { format!("{}/s", fixed(per_s, 0)) } else { self::per_s(per_s) }
}

/// `step 4 is …` as the start of a sentence.
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Where there is no value.
pub fn dash() -> String {
    "–".to_owned()
}

/// `1.24 MB/s`, decimal prefixes.
pub fn bytes_per_s(value: f64) -> String {
    let (value, unit) = match value {
        x if x >= 1e9 => (x / 1e9, "GB/s"),
        x if x >= 1e6 => (x / 1e6, "MB/s"),
        x if x >= 1e3 => (x / 1e3, "kB/s"),
        x => return format!("{} B/s", fixed(x, 0)),
    };
    format!("{}\u{a0}{unit}", significant(value, 3))
}

/// `factor 1.24`, `0.998`: so many significant digits, no more.
pub fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i64;
    fixed(value, (digits as i64 - 1 - magnitude).clamp(0, 6) as usize)
}

/// Three digits, as many as a rate supports, so that a reader who multiplies comes to the same:
/// `67.7 million`, `403,000`.
pub fn projected(value: f64) -> String {
    match value {
        x if x >= 1e9 => format!("{} billion", significant(x / 1e9, 3)),
        x if x >= 1e6 => format!("{} million", significant(x / 1e6, 3)),
        x if x >= 1.0 => {
            let unit = 10_f64.powi((x.log10().floor() as i32 - 2).max(0));
            fixed((x / unit).round() * unit, 0)
        }
        x => significant(x, 3),
    }
}

/// With so many decimals and separated thousands.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // −0.00 is 0.00 to a reader.
    let text = if text.trim_start_matches('-').bytes().all(|b| b == b'0' || b == b'.') {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    };
    separated(&text)
}

fn separated(number: &str) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |rest| ("−", rest));
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(w, f)| (w, Some(f)));
    let mut text = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Step numbers as a sentence names them: `step 4`, `steps 1–3, 5 and 7–9`.
pub fn steps(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let parts: Vec<String> = runs
        .iter()
        .flat_map(|(a, b)| match b - a {
            0 => vec![a.to_string()],
            1 => vec![a.to_string(), b.to_string()],
            _ => vec![format!("{a}–{b}")],
        })
        .collect();
    let noun = if numbers.len() == 1 { "step" } else { "steps" };
    format!("{noun} {}", listed(&parts))
}

/// `a, b and c`
pub fn listed(parts: &[String]) -> String {
    match parts {
        [] => dash(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_they_deserve() {
        assert_eq!(count(93_822), "93,822");
        assert_eq!(count(604_800_000), "604,800,000");
        assert_eq!(
            (rate(2.756), rate(112.02), rate(15_420.4)),
            ("2.76".into(), "112.0".into(), "15,420".into())
        );
        assert_eq!((rate(999.96), rate(9.996)), ("1,000".into(), "10.0".into()));
        assert_eq!(
            (time(412.0), time(41_234.0), time(2_534_000.0)),
            ("412\u{a0}µs".into(), "41.2\u{a0}ms".into(), "2.53\u{a0}s".into())
        );
        assert_eq!(
            (time(999.6), time(999_700.0), time(9_996.0)),
            ("1.00\u{a0}ms".into(), "1.00\u{a0}s".into(), "10.0\u{a0}ms".into())
        );
        assert_eq!(
            percent_with_bounds(0.0437, &Bounds { low: 0.0322, high: 0.0593 }),
            "0.04\u{a0}%, CI 0.03–0.06"
        );
        assert_eq!(percent_with_bounds(0.0, &Bounds { low: 0.0, high: 0.0041 }), "0\u{a0}%, CI 0–0.004");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(
            (change(-0.09, 2), change(-0.001, 2)),
            ("0.09\u{a0}% less".into(), "0.00\u{a0}% more".into())
        );
        assert_eq!(fixed(-1234.5, 1), "−1,234.5");
        assert_eq!(projected(67_749_696.0), "67.7 million");
        assert_eq!(
            (projected(423_960.0), projected(11_000.0), projected(7.4)),
            ("424,000".into(), "11,000".into(), "7".into())
        );
    }

    #[test]
    fn steps_are_named_in_runs() {
        assert_eq!(steps(&[4]), "step 4");
        assert_eq!(steps(&[1, 2]), "steps 1 and 2");
        assert_eq!(steps(&[1, 2, 3, 5, 7, 8, 9]), "steps 1–3, 5 and 7–9");
    }
}
