//! Java's DecimalFormat for whole numbers.

/// The zeros are the least number of digits, text around them stays; text in quotes is no format.
pub fn decimal_format(format: &str, value: i64) -> String {
    let mut prefix = String::new();
    let mut suffix = String::new();
    let (mut zeros, mut seen, mut quoted) = (0, false, false);
    for c in format.chars() {
        match c {
            '\'' => quoted = !quoted,
            '0' | '#' if !quoted => {
                seen = true;
                zeros += usize::from(c == '0');
            }
            c if seen => suffix.push(c),
            c => prefix.push(c),
        }
    }
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{prefix}{:0zeros$}{suffix}", value.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_javas_decimal_format() {
        for (format, value, expected) in
            [("", 7, "7"), ("000", 7, "007"), ("user_000", 42, "user_042"), ("#", 5, "5"), ("00", -3, "-03")]
        {
            assert_eq!(decimal_format(format, value), expected, "{format}");
        }
    }
}
