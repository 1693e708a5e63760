//! Numbers as tools print them: decimal commas, units, and the fast integers of long files.

/// A finite number with a decimal point or a decimal comma. When both occur, the last one is the decimal sign and
/// the other groups thousands; a single comma is decimal.
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    // Rust also reads "inf", "nan" and "infinity".
    let first = *text.as_bytes().first()?;
    if !(first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.' | b',')) {
        return None;
    }
    let value: f64 = match (text.rfind('.'), text.rfind(',')) {
        (_, None) => text.parse().ok()?,
        (None, Some(_)) => text.replace(',', ".").parse().ok()?,
        (Some(point), Some(comma)) if point > comma => text.replace(',', "").parse().ok()?,
        (Some(_), Some(_)) => text.replace('.', "").replace(',', ".").parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// A value times a factor; a factor below 1 divides, so that 4.98 % is 0.0498 and not the float beside it.
pub fn scale(value: f64, factor: f64) -> f64 {
    if factor < 1.0 { value / (1.0 / factor) } else { value * factor }
}

/// A plain whole number.
pub fn whole(bytes: &[u8]) -> Option<u64> {
    if bytes.is_empty() || bytes.len() > 19 {
        return None;
    }
    bytes.iter().try_fold(0_u64, |total, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| total * 10 + u64::from(digit))
    })
}

/// A number of seconds (`0.057`, `12`) in microseconds; further digits are cut off.
pub fn seconds_us(bytes: &[u8]) -> Option<u64> {
    scaled_us(bytes, 6)
}

/// A number of milliseconds (`245.591`) in microseconds.
pub fn milliseconds_us(bytes: &[u8]) -> Option<u64> {
    scaled_us(bytes, 3)
}

/// A plain decimal number times ten to the given power, at most 6, without rounding.
pub fn scaled_us(bytes: &[u8], power: u32) -> Option<u64> {
    if let Some(value) = whole(bytes) {
        return value.checked_mul(10_u64.pow(power));
    }
    let point = memchr::memchr2(b'.', b',', bytes);
    let (integer, fraction) = match point {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[][..]),
    };
    let mut value = if integer.is_empty() && !fraction.is_empty() { 0 } else { whole(integer)? };
    value = value.checked_mul(10_u64.pow(power))?;
    let mut weight = 10_u64.pow(power);
    for byte in fraction {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        weight /= 10;
        value = value.checked_add(u64::from(digit) * weight)?;
    }
    Some(value)
}

/// `12.5MiB`, `1.2kB`, `0B`: bytes. A unit without `i` is decimal, one with it is binary, as Docker prints them
/// (go-units: `BytesSize` for memory, `HumanSizeWithPrecision` for network and blocks).
pub fn size_bytes(text: &str) -> Option<f64> {
    let text = text.trim();
    // Docker writes a thousand as 1e+03.
    let is_unit = |(at, c): &(usize, char)| {
        c.is_ascii_alphabetic() && !(matches!(c, 'e' | 'E') && text[at + 1..].starts_with(['+', '-']))
    };
    let end = text.char_indices().find(is_unit).map_or(text.len(), |(at, _)| at);
    let factor = match &text[end..] {
        "" | "B" => 1.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "TB" => 1e12,
        "PB" => 1e15,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        "TiB" => 1_099_511_627_776.0,
        "PiB" => 1_125_899_906_842_624.0,
        _ => return None,
    };
    // Three digits of kB are whole bytes; the float between them is not.
    Some((decimal(&text[..end])? * factor).round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_have_points_or_commas() {
        let cases = [
            ("1.5", Some(1.5)),
            ("1,5", Some(1.5)),
            (" -0,25 ", Some(-0.25)),
            ("1.234,5", Some(1234.5)),
            ("1,234.5", Some(1234.5)),
            ("12", Some(12.0)),
            (".5", Some(0.5)),
            ("1e400", None),
            ("inf", None),
            ("NaN", None),
            ("-", None),
            ("", None),
            ("1.2.3", None),
        ];
        for (text, expected) in cases {
            assert_eq!(decimal(text), expected, "{text}");
        }
    }

    #[test]
    fn seconds_become_whole_microseconds() {
        let cases: [(&[u8], Option<u64>); 8] = [
            (b"0.057", Some(57_000)),
            (b"12", Some(12_000_000)),
            (b"0,5", Some(500_000)),
            (b".000001999", Some(1)),
            (b"-", None),
            (b"", None),
            (b"1.x", None),
            (b"99999999999999999999", None),
        ];
        for (text, expected) in cases {
            assert_eq!(seconds_us(text), expected);
        }
        assert_eq!(milliseconds_us(b"245.5914"), Some(245_591));
    }

    #[test]
    fn sizes_are_binary_with_an_i() {
        let cases = [
            ("1.5MiB", Some(1_572_864.0)),
            ("1.2kB", Some(1200.0)),
            ("0B", Some(0.0)),
            ("3.25GB", Some(3_250_000_000.0)),
            ("1e+03MB", Some(1_000_000_000.0)),
            ("1.02e+03kB", Some(1_020_000.0)),
            ("1eMB", None),
            ("--", None),
            ("7 parsecs", None),
        ];
        for (text, expected) in cases {
            assert_eq!(size_bytes(text), expected, "{text}");
        }
    }
}
