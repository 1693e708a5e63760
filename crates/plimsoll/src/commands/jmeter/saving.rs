//! What of a sample goes into the result file: JMeter's `jmeter.save.saveservice.*` properties.

use plimsoll_formats::Properties;
use plimsoll_run::jtl::{JtlColumn, JtlColumns, JtlFormat};

/// The form of the result file, and what can't be done as asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Saving {
    pub format: JtlFormat,
    pub columns: JtlColumns,
    pub problems: Vec<String>,
}

impl Saving {
    pub fn of(properties: &Properties) -> Saving {
        let text =
            |name: &str| properties.get(&format!("jmeter.save.saveservice.{name}")).map(String::as_str);
        let flag = |name: &str, default: bool| text(name).map_or(default, |t| t.eq_ignore_ascii_case("true"));
        let mut problems = Vec::new();
        let time_stamp = text("timestamp_format").unwrap_or("ms");
        if !time_stamp.eq_ignore_ascii_case("ms") && !time_stamp.eq_ignore_ascii_case("none") {
            problems.push(format!("times are written in ms, not as timestamp_format={time_stamp}"));
        }
        for name in
            ["response_data", "response_data.on_error", "samplerData", "requestHeaders", "responseHeaders"]
        {
            if flag(name, false) {
                problems.push(format!("what jmeter.save.saveservice.{name} asks for is not kept"));
            }
        }
        let wanted = |column: &JtlColumn| match column {
            JtlColumn::TimeStamp => !time_stamp.eq_ignore_ascii_case("none"),
            column => flag(column.property(), !JtlColumn::OPTIONAL.contains(column)),
        };
        let mut columns = JtlColumns::of(JtlColumn::all().filter(wanted));
        columns.header = flag("print_field_names", true);
        columns.sub_results = flag("subresults", true);
        columns.delimiter = match text("default_delimiter") {
            Some("\\t") => '\t',
            other => other.and_then(|text| text.chars().next()).unwrap_or(','),
        };
        let variables = properties.get("sample_variables").map(String::as_str).unwrap_or_default();
        columns.variables =
            variables.split(',').map(str::trim).filter(|v| !v.is_empty()).map(str::to_owned).collect();
        let format = match text("output_format") {
            Some(format) if format.eq_ignore_ascii_case("xml") => JtlFormat::Xml,
            _ => JtlFormat::Csv,
        };
        Saving { format, columns, problems }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saving(properties: &[(&str, &str)]) -> Saving {
        let name = |name: &str| match name {
            "sample_variables" => name.to_owned(),
            other => format!("jmeter.save.saveservice.{other}"),
        };
        Saving::of(&properties.iter().map(|(n, v)| (name(n), (*v).to_owned())).collect())
    }

    #[test]
    fn the_default_is_jmeters() {
        assert_eq!(saving(&[]).columns, JtlColumns::default());
        assert_eq!((saving(&[]).format, saving(&[]).problems.len()), (JtlFormat::Csv, 0));
    }

    #[test]
    fn properties_change_the_columns() {
        let changed = saving(&[
            ("url", "false"),
            ("hostname", "true"),
            ("default_delimiter", "\\t"),
            ("print_field_names", "false"),
            ("output_format", "xml"),
            ("sample_variables", "a, b"),
            ("timestamp_format", "yyyy/MM/dd"),
        ]);
        assert!(!changed.columns.has(JtlColumn::Url) && changed.columns.has(JtlColumn::Hostname));
        assert!(changed.columns.has(JtlColumn::TimeStamp) && !changed.columns.header);
        assert_eq!((changed.columns.delimiter, changed.format), ('\t', JtlFormat::Xml));
        assert_eq!(changed.columns.variables, ["a", "b"]);
        assert_eq!(changed.problems.len(), 1);
    }
}
