//! Values as Java prints them.

/// `Double.toString`.
pub fn double(text: &str) -> String {
    text.parse::<f64>().map_or_else(|_| text.to_owned(), |value| number(value, &format!("{value:e}")))
}

/// `Float.toString`.
pub fn float(text: &str) -> String {
    text.parse::<f32>().map_or_else(|_| text.to_owned(), |value| number(value.into(), &format!("{value:e}")))
}

/// `scientific` holds the fewest digits that tell the number from its neighbours.
fn number(value: f64, scientific: &str) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let (digits, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-3..1e7).contains(&magnitude) {
        let point = if digits.contains('.') { "" } else { ".0" };
        return format!("{digits}{point}E{exponent}");
    }
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let places = digits.split_once('.').map_or(0, |(_, after)| after.len() as i32) - exponent;
    // The plain form with exactly these digits.
    format!("{value:.*}", places.max(1) as usize)
}

/// `java.sql.Timestamp.toString` of `2024-01-02 03:04:05[.6][+00]`.
pub fn timestamp(text: &str) -> String {
    let end = text.char_indices().skip(11).find(|(_, c)| matches!(c, '+' | '-'));
    let text = end.map_or(text, |(end, _)| &text[..end]);
    match text.split_once('.') {
        None => format!("{text}.0"),
        Some((seconds, fraction)) => match fraction.trim_end_matches('0') {
            "" => format!("{seconds}.0"),
            fraction => format!("{seconds}.{fraction}"),
        },
    }
}

/// `java.time.LocalDateTime.toString`.
pub fn local_date_time(text: &str) -> String {
    let text = text.replacen(' ', "T", 1);
    let (seconds, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        // In groups of three digits.
        return format!("{seconds}.{fraction:0<width$}", width = fraction.len().div_ceil(3) * 3);
    }
    seconds.strip_suffix(":00").filter(|_| seconds.len() > 16).unwrap_or(seconds).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(print: fn(&str) -> String, pairs: &[(&str, &str)]) {
        for (given, expected) in pairs {
            assert_eq!(print(given), *expected, "{given}");
        }
    }

    #[test]
    fn numbers_look_like_java_numbers() {
        check(double, &[("1", "1.0"), ("0.5", "0.5"), ("100", "100.0"), ("0", "0.0"), ("-2.25", "-2.25")]);
        check(double, &[("1e7", "1.0E7"), ("123456789", "1.23456789E8"), ("0.0001", "1.0E-4"), ("x", "x")]);
        check(float, &[("3.14", "3.14"), ("1e10", "1.0E10"), ("NaN", "NaN"), ("Infinity", "Infinity")]);
    }

    #[test]
    fn times_look_like_java_times() {
        let at = "2024-01-02 03:04:05";
        check(
            timestamp,
            &[(at, "2024-01-02 03:04:05.0"), ("2024-01-02 03:04:05.120", "2024-01-02 03:04:05.12")],
        );
        check(timestamp, &[("2024-01-02 03:04:05.5+00", "2024-01-02 03:04:05.5")]);
        check(local_date_time, &[(at, "2024-01-02T03:04:05"), ("2024-01-02 03:04:00", "2024-01-02T03:04")]);
        check(local_date_time, &[("2024-01-02 03:04:05.12", "2024-01-02T03:04:05.120")]);
    }
}
