//! Rows without secrets.

use super::columns::JtlColumns;
use crate::sample::SampleRow;
use std::borrow::Cow;

/// Passwords in URLs, values of variables with secret names and whatever else is known as a secret are masked.
pub fn masked<'a>(columns: &JtlColumns, row: &'a SampleRow) -> Cow<'a, SampleRow> {
    if is_clean(columns, row) { Cow::Borrowed(row) } else { Cow::Owned(cleaned(columns, row)) }
}

/// Nearly every row is.
fn is_clean(columns: &JtlColumns, row: &SampleRow) -> bool {
    let texts = [Some(&row.label), Some(&row.message), row.failure.as_ref(), row.url.as_ref()];
    let mut texts = texts.into_iter().flatten();
    let mut variables = columns.variables.iter().zip(&row.variables);
    let is_same =
        |masked: Cow<'_, str>| matches!(masked, Cow::Borrowed(text) if text != crate::secrets::MASK);
    texts.all(|text| text.is_empty() || is_same(columns.secrets.text(text)))
        && variables.all(|(name, value)| value.is_empty() || is_same(columns.secrets.value(name, value)))
        && row.sub_results.iter().all(|sub| is_clean(columns, sub))
}

fn cleaned(columns: &JtlColumns, row: &SampleRow) -> SampleRow {
    let text = |text: &String| columns.secrets.text(text).into_owned();
    let names = columns.variables.iter().map(String::as_str).chain(std::iter::repeat(""));
    let variable = |(name, value): (&str, &String)| columns.secrets.value(name, value).into_owned();
    SampleRow {
        label: text(&row.label),
        message: text(&row.message),
        failure: row.failure.as_ref().map(text),
        url: row.url.as_ref().map(text),
        variables: names.zip(&row.variables).map(variable).collect(),
        sub_results: row.sub_results.iter().map(|sub| cleaned(columns, sub)).collect(),
        ..row.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_a_row_and_its_parts_are_masked_and_other_rows_stay() {
        let columns =
            JtlColumns { variables: vec!["token".to_owned(), "id".to_owned()], ..JtlColumns::default() };
        let row = |url: &str, token: &str| SampleRow {
            url: Some(url.to_owned()),
            variables: vec![token.to_owned(), "7".to_owned()],
            ..SampleRow::default()
        };
        assert!(matches!(masked(&columns, &row("http://h/a?b=1", "")), Cow::Borrowed(_)));
        let mut with_parts = row("http://h/a", "t1");
        with_parts.sub_results.push(row("http://u:p@h/a?api_key=k", ""));
        let found = masked(&columns, &with_parts);
        assert_eq!(found.variables, ["***", "7"]);
        assert_eq!(found.sub_results[0].url.as_deref(), Some("http://u:***@h/a?api_key=***"));
    }
}
