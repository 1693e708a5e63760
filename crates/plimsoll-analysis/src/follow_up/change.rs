//! What was said to have been changed, as numbers: `pool 16 → 24` is 1.5 times as much.

/// By which factor a quantity was changed; `None`: the text does not say it.
pub(super) fn factor(text: &str) -> Option<f64> {
    let (before, after) = ["→", "->", " to "].iter().find_map(|arrow| text.split_once(arrow))?;
    let from = numbers(before).pop()?;
    let to = numbers(after).into_iter().next()?;
    Some(to / from).filter(|factor| factor.is_finite() && *factor > 0.0)
}

/// Numbers with a unit of memory right behind them, if any: `512m` is 536,870,912.
fn numbers(text: &str) -> Vec<f64> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let tail = &rest[start..];
        let end = tail.find(|c| !is_digit(c)).unwrap_or(tail.len());
        let unit = match tail[end..].trim_start().chars().next().map(|c| c.to_ascii_lowercase()) {
            Some('k') => 1_024.0,
            Some('m') => 1_048_576.0,
            Some('g') => 1_073_741_824.0,
            _ => 1.0,
        };
        found.extend(tail[..end].trim_end_matches('.').parse::<f64>().ok().map(|number| number * unit));
        rest = &tail[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_says_its_factor() {
        let cases = [
            ("pool 16 → 24", Some(1.5)),
            ("POOL 6 -> 9", Some(1.5)),
            ("heap 512m → 1g", Some(2.0)),
            ("cores from 2 to 4", Some(2.0)),
            ("another disk", None),
            ("pool 0 → 4", None),
        ];
        for (text, expected) in cases {
            assert_eq!(factor(text), expected, "{text}");
        }
    }
}
