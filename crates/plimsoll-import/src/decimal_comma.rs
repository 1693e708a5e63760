//! Tables with a decimal comma, as spreadsheets of many countries write them: `1.195,5;0,05 %`.

use csv::StringRecord;

/// Whether cells between semicolons have decimal commas: one that can be nothing else has, and none has a decimal point. A comma before
/// three digits may be one between thousands.
pub fn is_used(delimiter: u8, text: &str) -> bool {
    let cells =
        || text.lines().skip(1).flat_map(|line| line.split(';')).map(|cell| cell.trim().trim_matches('"'));
    let is_sure = |cell: &str| {
        let decimals =
            cell.split_once(',').map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).count());
        decimals.is_some_and(|digits| digits != 3 || cell.contains('.')) && in_plain(cell).is_some()
    };
    let has_point =
        |cell: &str| cell.parse::<f64>().is_ok() && cell.contains('.') && in_plain(cell).is_none();
    delimiter == b';' && cells().any(is_sure) && !cells().any(has_point)
}

/// The same row with decimal points, and without signs between thousands.
pub fn plain(record: StringRecord) -> StringRecord {
    let mut plain: StringRecord =
        record.iter().map(|cell| in_plain(cell).unwrap_or_else(|| cell.to_owned())).collect();
    plain.set_position(record.position().cloned());
    plain
}

/// `1.195,5 ms` as `1195.5 ms`; `None`: it does not begin with such a number.
fn in_plain(cell: &str) -> Option<String> {
    let end = cell.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(cell.len());
    let (number, rest) = cell.split_at(end);
    let is_unit = rest.trim_start().chars().all(|c| c == '%' || c == '/' || c.is_alphabetic());
    let (whole, decimals) = number.split_once(',').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split('.');
    let first = groups.next().unwrap_or_default();
    // `0.125` is no group of thousands.
    let is_grouped = !(whole.contains('.') && first.starts_with('0'))
        && is_digits(first)
        && !first.is_empty()
        && (!whole.contains('.') || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    let has_decimals = !number.contains(',') || !decimals.is_empty();
    if !is_unit || !is_grouped || !has_decimals || !is_digits(decimals) {
        return None;
    }
    let whole = whole.replace('.', "");
    Some(if decimals.is_empty() { format!("{whole}{rest}") } else { format!("{whole}.{decimals}{rest}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_decimal_comma_are_read_and_nothing_else_is_changed() {
        let cases = [
            ("99,5", Some("99.5")),
            ("1.195,5", Some("1195.5")),
            ("1.195", Some("1195")),
            ("12.345.678,25 ms", Some("12345678.25 ms")),
            ("0,05 %", Some("0.05 %")),
            ("80", Some("80")),
            ("99.5", None),
            ("0.125", None),
            ("2020-12-09T13:00:42,5", None),
            ("09.12.2020 13:00", None),
            ("1,2,3", None),
            ("99,", None),
            ("text", None),
        ];
        for (text, expected) in cases {
            assert_eq!(in_plain(text).as_deref(), expected, "{text}");
        }
        assert!(is_used(b';', "a;b\n1;\"2,5\"\n"));
        assert!(!is_used(b';', "a;b\n1.195;2.5\n") && !is_used(b',', "a,b\n1,5\n"));
        assert!(!is_used(b';', "a;b\n1,000;250.5\n") && !is_used(b';', "a;b\n1,000;2,500\n"), "thousands");
    }
}
