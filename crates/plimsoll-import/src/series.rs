//! Series of values as somebody kept them: a CSV with a column of times or labels and columns of values, or JSON lines (an
//! object in each), or a JSON list of such objects.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeriesFile {
    /// Of each row; its number where there is no time and no label.
    pub points: Vec<String>,
    /// Name and values, one for each row; `None`: the cell is empty or no number.
    pub columns: Vec<(String, Vec<Option<f64>>)>,
    /// What was taken for what, in sentences.
    pub taken: Vec<String>,
    /// What could not be read, with lines.
    pub problems: Vec<String>,
}

/// Columns of these names hold times or labels, also where they are numbers.
const LABELS: [&str; 21] = [
    "time",
    "timestamp",
    "date",
    "datetime",
    "day",
    "epoch",
    "at",
    "commit",
    "sha",
    "revision",
    "rev",
    "build",
    "build_number",
    "run",
    "run_id",
    "label",
    "version",
    "release",
    "id",
    "job",
    "n",
];
/// Cells that say that there is no value.
const NOTHING: [&str; 7] = ["", "-", "–", "nan", "null", "none", "n/a"];
/// Problems that are named.
const PROBLEMS_MAX: usize = 20;

/// Reads a file's text; a sentence where it is no such file.
pub fn read_series(text: &str) -> Result<SeriesFile, String> {
    let text = text.trim_start_matches('\u{feff}');
    let rows = if text.trim_start().starts_with(['{', '[']) { json(text)? } else { csv(text)? };
    of_rows(rows)
}

/// Names of columns, and rows with their lines.
struct Rows {
    names: Vec<String>,
    rows: Vec<(u64, Vec<String>)>,
    problems: Vec<String>,
}

fn csv(text: &str) -> Result<Rows, String> {
    // Some tools write comments before the header.
    let skipped = text.lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    let first = text.lines().nth(skipped).unwrap_or_default();
    let cells = |line: &str| line.split([',', ';', '\t']).count();
    let numbers = first.split([',', ';', '\t']).filter(|cell| number(cell, false).is_some()).count();
    // HdrHistogram's logs and gnuplot's data have their header in the last comment.
    let header_in_comment = || {
        let comment = text.lines().take(skipped).filter(|line| line.starts_with('#')).last()?;
        let comment = comment.trim_start_matches('#').trim_start();
        (2 * numbers > cells(first) && cells(comment) == cells(first)).then_some(comment)
    };
    let header = header_in_comment();
    // Lines are counted as the file has them.
    let skipped = if header.is_some() { skipped - 1 } else { skipped };
    let rows = text.lines().skip(skipped + usize::from(header.is_some()));
    let body: String = header.into_iter().chain(rows).flat_map(|line| [line, "\n"]).collect();
    let header = body.lines().next().unwrap_or_default();
    let count = |byte: &u8| header.bytes().filter(|b| b == byte).count();
    let delimiter = *[b'\t', b';', b','].iter().max_by_key(|byte| count(byte)).unwrap_or(&b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(body.as_bytes());
    let names: Vec<String> =
        reader.headers().map_err(|error| error.to_string())?.iter().map(str::to_owned).collect();
    if !names.is_empty() && names.iter().all(|name| number(name, delimiter == b';').is_some()) {
        return Err("its first line holds numbers: it needs a header that names the columns".to_owned());
    }
    let (mut rows, mut problems) = (Vec::new(), Vec::new());
    for record in reader.records() {
        match record {
            Ok(record) => {
                let line = record.position().map_or(0, csv::Position::line) + skipped as u64;
                if record.len() > names.len() {
                    let (found, expected) = (record.len(), names.len());
                    problems.push(format!("line {line}: {found} cells under a header of {expected}"));
                }
                let decimal = |cell: &str| match number(cell, delimiter == b';') {
                    Some(value) => value.to_string(),
                    None => cell.to_owned(),
                };
                rows.push((line, record.iter().map(decimal).collect()));
            }
            Err(error) => problems.push(error.to_string()),
        }
    }
    Ok(Rows { names, rows, problems })
}

/// `1.5`, `-3e-2`; with semicolons between the cells also `1,5`.
fn number(text: &str, comma: bool) -> Option<f64> {
    let plain = text.trim();
    let found = plain.parse::<f64>().ok();
    let found = found.or_else(|| plain.replace(',', ".").parse().ok().filter(|_| comma));
    found.filter(|value| value.is_finite())
}

fn json(text: &str) -> Result<Rows, String> {
    let mut objects: Vec<(u64, Map<String, Value>)> = Vec::new();
    let mut problems = Vec::new();
    match serde_json::from_str::<Vec<Map<String, Value>>>(text) {
        Ok(list) => objects.extend(list.into_iter().zip(1..).map(|(object, number)| (number, object))),
        Err(error) if text.trim_start().starts_with('[') => {
            return Err(format!("it is no list of objects: {error}"));
        }
        Err(_) => {
            for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
                match serde_json::from_str(line) {
                    Ok(object) => objects.push((number, object)),
                    Err(error) => problems.push(format!("line {number}: no JSON object: {error}")),
                }
            }
        }
    }
    let mut names: Vec<String> = Vec::new();
    let flat: Vec<(u64, Vec<(String, String)>)> = objects
        .into_iter()
        .map(|(line, object)| {
            let mut fields = Vec::new();
            flatten("", &object, &mut fields);
            for (name, _) in &fields {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            (line, fields)
        })
        .collect();
    let cells = |fields: &[(String, String)]| {
        let cell = |name: &String| {
            fields.iter().find(|(known, _)| known == name).map_or_else(String::new, |(_, text)| text.clone())
        };
        names.iter().map(cell).collect()
    };
    let rows = flat.iter().map(|(line, fields)| (*line, cells(fields))).collect();
    Ok(Rows { names, rows, problems })
}

/// `{"a": {"b": 1}}` is `a.b`.
fn flatten(before: &str, object: &Map<String, Value>, fields: &mut Vec<(String, String)>) {
    for (name, value) in object {
        let name = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
        match value {
            Value::Object(inner) => flatten(&name, inner, fields),
            Value::String(text) => fields.push((name, text.clone())),
            Value::Number(number) => fields.push((name, number.to_string())),
            Value::Bool(_) | Value::Null | Value::Array(_) => {}
        }
    }
}

fn of_rows(Rows { names, rows, mut problems }: Rows) -> Result<SeriesFile, String> {
    let cell = |row: &[String], place: usize| row.get(place).cloned().unwrap_or_default();
    let is_nothing = |text: &str| NOTHING.contains(&text.trim().to_lowercase().as_str());
    // A column is one of values if most of what stands in it are numbers.
    let is_values = |place: &usize| {
        let named = rows.iter().map(|(_, row)| cell(row, *place)).filter(|text| !is_nothing(text));
        let (numbers, all) =
            named.fold((0, 0), |(n, all), text| (n + usize::from(number(&text, false).is_some()), all + 1));
        numbers * 2 > all
    };
    let is_label = |place: &usize| LABELS.contains(&names[*place].to_lowercase().as_str());
    let (labels, values): (Vec<usize>, Vec<usize>) = (0..names.len())
        .filter(|place| !names[*place].is_empty())
        .partition(|p| is_label(p) || !is_values(p));
    if values.is_empty() {
        return Err(format!("no column holds numbers; there are {}", names.join(", ")));
    }
    if rows.is_empty() {
        return Err("it has a header and no rows".to_owned());
    }
    let label = |(number, (_, row)): (usize, &(u64, Vec<String>))| {
        let named: Vec<String> =
            labels.iter().map(|place| cell(row, *place)).filter(|t| !t.is_empty()).collect();
        if named.is_empty() { format!("row {}", number + 1) } else { named.join(" ") }
    };
    let mut points: Vec<String> = rows.iter().enumerate().map(label).collect();
    let mut columns: Vec<(String, Vec<Option<f64>>)> = Vec::new();
    for place in &values {
        let mut of_column = Vec::with_capacity(rows.len());
        for (line, row) in &rows {
            let text = cell(row, *place);
            let value = number(&text, false);
            if value.is_none() && !is_nothing(&text) {
                problems.push(format!("line {line}: {}: {text:?} is not a number", names[*place]));
            }
            of_column.push(value);
        }
        columns.push((names[*place].clone(), of_column));
    }
    let list =
        |places: &[usize]| places.iter().map(|p| format!("{:?}", names[*p])).collect::<Vec<_>>().join(", ");
    let mut taken = vec![match labels.is_empty() {
        true => format!("{} values; no column of times or labels: rows are numbered", list(&values)),
        false => format!("{} name the points, {} are values", list(&labels), list(&values)),
    }];
    let mut times: BTreeMap<&String, usize> = BTreeMap::new();
    points.iter().for_each(|point| *times.entry(point).or_default() += 1);
    if let Some((point, n)) = times.into_iter().max_by_key(|(_, n)| *n).filter(|(_, n)| *n > 1) {
        taken.push(format!(
            "{point:?} stands in {n} rows: rows of different things are one series here; give each a file of its own"
        ));
    }
    if falls(&points) {
        points.reverse();
        columns.iter_mut().for_each(|(_, values)| values.reverse());
        taken.push("the newest row comes first: the order was turned".to_owned());
    }
    let further = problems.len().saturating_sub(PROBLEMS_MAX);
    problems.truncate(PROBLEMS_MAX);
    if further > 0 {
        problems.push(format!("{further} more cells or lines could not be read"));
    }
    Ok(SeriesFile { points, columns, taken, problems })
}

/// Times or numbers that fall from row to row. Labels such as commits have no order.
fn falls(points: &[String]) -> bool {
    let different: BTreeSet<&String> = points.iter().collect();
    let numbers: Option<Vec<f64>> = points.iter().map(|point| number(point, false)).collect();
    let dated = points.iter().all(|p| p.len() >= 10 && p.as_bytes()[..4].iter().all(u8::is_ascii_digit));
    let fall = match numbers {
        Some(numbers) => numbers.windows(2).all(|pair| pair[1] <= pair[0]),
        None => dated && points.windows(2).all(|pair| pair[1] <= pair[0]),
    };
    points.len() > 1 && different.len() > 1 && fall
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_taken_by_what_its_columns_hold() {
        let text = "time;commit;metric1;metric2;remark\n2024.01.01 3:00;aaa0;154023;-10,43;\n\
                    2024.01.02 3:00;aaa1;;10,23;cold\n2024.01.03 3:00;aaa2;x;1e1;\n2024.01.04 3:00;aaa3;5;5;\n";
        let found = read_series(text).expect("a table");
        assert_eq!(found.points[0], "2024.01.01 3:00 aaa0");
        assert_eq!(found.columns[0], ("metric1".to_owned(), vec![Some(154_023.0), None, None, Some(5.0)]));
        assert_eq!(found.columns[1].1, [Some(-10.43), Some(10.23), Some(10.0), Some(5.0)]);
        assert_eq!(found.problems, ["line 4: metric1: \"x\" is not a number"]);
    }

    #[test]
    fn a_header_in_a_comment_is_one() {
        let text = "#made by x\n#[Unit: ms]\n#Tag,start,max\na,1,10\nb,2,11\n";
        let found = read_series(text).expect("a table");
        assert_eq!((found.points[1].as_str(), found.columns[1].0.as_str()), ("b", "max"));
        let said = read_series("date,x\n2024-01-01,1\n2024-01-01,2\n").expect("a table").taken;
        assert!(said[1].contains("2 rows"), "{said:?}");
    }

    #[test]
    fn lines_and_lists_of_objects_are_read_alike() {
        let lines = "{\"build\": 7, \"ms\": {\"p95\": 12.5}, \"tags\": [1]}\n\n{\"build\": 8, \"ms\": {\"p95\": 13}}\n";
        let found = read_series(lines).expect("lines");
        assert_eq!(
            (found.points.as_slice(), found.columns.len()),
            (["7".to_owned(), "8".to_owned()].as_slice(), 1)
        );
        assert_eq!(found.columns[0], ("ms.p95".to_owned(), vec![Some(12.5), Some(13.0)]));
        let list = "[{\"build\": 7, \"ms\": {\"p95\": 12.5}}, {\"build\": 8, \"ms\": {\"p95\": 13}}]";
        assert_eq!(read_series(list).map(|file| file.columns), Ok(found.columns));
        assert_eq!(read_series("{\"a\": 1}\n{broken\n").expect("one line").problems.len(), 1);
    }

    #[test]
    fn the_newest_first_is_turned_and_what_is_no_table_is_from_table() {
        let found = read_series("date,x\n2024-03-02,2\n2024-03-01,1\n").expect("a table");
        assert_eq!((found.points[0].as_str(), found.columns[0].1[0]), ("2024-03-01", Some(1.0)));
        assert!(read_series("1,2\n3,4\n").is_err_and(|reason| reason.contains("header")));
        assert!(read_series("a,b\nx,y\n").is_err_and(|reason| reason.contains("no column holds numbers")));
        assert!(read_series("a,b\n").is_err());
        assert!(read_series("").is_err());
    }
}
