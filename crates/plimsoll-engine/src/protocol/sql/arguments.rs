//! Arguments of prepared statements (AbstractJDBCTestElement.setArguments).

use super::SqlFailure;

/// What stands for no value; JMeter's `jdbcsampler.nullmarker`.
const NULL_MARKER: &str = "]NULL[";

#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub kind: JdbcType,
    pub value: Option<String>,
}

/// `java.sql.Types`, as far as they are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JdbcType {
    /// Whole numbers with so many bits.
    Whole(u8),
    Decimal,
    Double,
    Float,
    Text,
    Boolean,
    Date,
    Time,
    Timestamp,
    Binary,
    Null,
    Other,
}

/// Names and codes of `java.sql.Types`.
const TYPES: [(&str, i32, JdbcType); 31] = [
    ("integer", 4, JdbcType::Whole(32)),
    ("bigint", -5, JdbcType::Whole(64)),
    ("smallint", 5, JdbcType::Whole(16)),
    ("tinyint", -6, JdbcType::Whole(8)),
    ("decimal", 3, JdbcType::Decimal),
    ("numeric", 2, JdbcType::Decimal),
    ("double", 8, JdbcType::Double),
    ("float", 6, JdbcType::Double),
    ("real", 7, JdbcType::Float),
    ("char", 1, JdbcType::Text),
    ("varchar", 12, JdbcType::Text),
    ("longvarchar", -1, JdbcType::Text),
    ("nchar", -15, JdbcType::Text),
    ("nvarchar", -9, JdbcType::Text),
    ("longnvarchar", -16, JdbcType::Text),
    ("clob", 2005, JdbcType::Text),
    ("bit", -7, JdbcType::Boolean),
    ("boolean", 16, JdbcType::Boolean),
    ("date", 91, JdbcType::Date),
    ("time", 92, JdbcType::Time),
    ("timestamp", 93, JdbcType::Timestamp),
    ("binary", -2, JdbcType::Binary),
    ("varbinary", -3, JdbcType::Binary),
    ("longvarbinary", -4, JdbcType::Binary),
    ("null", 0, JdbcType::Null),
    ("other", 1111, JdbcType::Other),
    ("array", 2003, JdbcType::Other),
    ("java_object", 2000, JdbcType::Other),
    ("sqlxml", 2009, JdbcType::Other),
    ("time_with_timezone", 2013, JdbcType::Other),
    ("timestamp_with_timezone", 2014, JdbcType::Other),
];

/// From one line of CSV, and the names of types with commas between them.
pub fn arguments(values: &str, types: &str) -> Result<Vec<Argument>, SqlFailure> {
    if values.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut line = csv::ReaderBuilder::new().has_headers(false).from_reader(values.as_bytes());
    let record = line.records().next().and_then(Result::ok).unwrap_or_default();
    let types: Vec<&str> = types.split(',').collect();
    if record.len() != types.len() {
        let (values, types) = (record.len(), types.len());
        let text = format!("number of arguments ({values}) and number of types ({types}) are not equal");
        return Err(SqlFailure::unusable("null 0", text));
    }
    record.iter().zip(types).map(|(value, name)| argument(value, name)).collect()
}

fn argument(value: &str, name: &str) -> Result<Argument, SqlFailure> {
    let (way, name) = name.split_once(' ').unwrap_or(("IN", name));
    if !way.eq_ignore_ascii_case("in") {
        return Err(SqlFailure::unusable(
            "null 0",
            format!("arguments that come out ({way}) are not supported"),
        ));
    }
    let code = name.parse::<i32>().ok();
    let known =
        TYPES.iter().find(|(known, number, _)| known.eq_ignore_ascii_case(name) || code == Some(*number));
    let Some((_, _, kind)) = known else {
        return Err(SqlFailure::unusable("null 0", format!("Invalid data type: {name}")));
    };
    if value == NULL_MARKER || *kind == JdbcType::Null {
        return Ok(Argument { kind: *kind, value: None });
    }
    let value = match kind {
        JdbcType::Boolean => value.eq_ignore_ascii_case("true").to_string(),
        _ if fits(*kind, value) => value.to_owned(),
        // Java's NumberFormatException, and the like.
        _ => return Err(SqlFailure::unusable("000", format!("`{value}` is no {}", name.to_uppercase()))),
    };
    Ok(Argument { kind: *kind, value: Some(value) })
}

fn fits(kind: JdbcType, value: &str) -> bool {
    match kind {
        JdbcType::Whole(8) => value.parse::<i8>().is_ok(),
        JdbcType::Whole(16) => value.parse::<i16>().is_ok(),
        JdbcType::Whole(32) => value.parse::<i32>().is_ok(),
        JdbcType::Whole(_) => value.parse::<i64>().is_ok(),
        // As numbers go into statements as they are written, nothing else may.
        JdbcType::Decimal => value.parse::<f64>().is_ok_and(f64::is_finite),
        JdbcType::Double | JdbcType::Float => value.trim().parse::<f64>().is_ok(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &str, types: &str, expected: Result<&[(JdbcType, Option<&str>)], &str>) {
        let read = arguments(values, types).map_err(|f| format!("{}: {}", f.code, f.message));
        let read: Result<Vec<_>, _> = read.map(|list| list.into_iter().map(|a| (a.kind, a.value)).collect());
        let expected = expected
            .map(|list| list.iter().map(|(kind, value)| (*kind, value.map(str::to_owned))).collect())
            .map_err(str::to_owned);
        assert_eq!(read, expected, "{values} | {types}");
    }

    #[test]
    fn values_are_distinguished_by_their_types() {
        check(
            "1,\"a,b\",]NULL[",
            "INTEGER,varchar,12",
            Ok(&[(JdbcType::Whole(32), Some("1")), (JdbcType::Text, Some("a,b")), (JdbcType::Text, None)]),
        );
        check(" ", "", Ok(&[]));
        check("yes", "BOOLEAN", Ok(&[(JdbcType::Boolean, Some("false"))]));
        check(
            "1",
            "INTEGER,INTEGER",
            Err("null 0: number of arguments (1) and number of types (2) are not equal"),
        );
        check("1", "NUMBER", Err("null 0: Invalid data type: NUMBER"));
        check("one", "INTEGER", Err("000: `one` is no INTEGER"));
        check("x", "OUT INTEGER", Err("null 0: arguments that come out (OUT) are not supported"));
    }
}
