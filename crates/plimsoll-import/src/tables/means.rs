//! Mean times of transactions, a condition in each column: `transaction` or `request`, often `config` or `variant`, and columns
//! that begin with `with` or end with `_avg_s`, `_avg_ms`. The unit is the column's ending, else the file name's, else ms.

use super::sheet::{Sheet, unit_us};
use plimsoll_run::ImportedMean;

const TRANSACTION: &[&str] = &["transaction", "request"];
const VARIANT: &[&str] = &["config", "variant", "configuration"];

fn conditions(sheet: &Sheet) -> Vec<(usize, &str)> {
    let is = |name: &str| {
        name.starts_with("with")
            || ["_avg_s", "_avg_ms", "_mean_s", "_mean_ms"].iter().any(|end| name.ends_with(end))
    };
    sheet.others(&[]).filter(|(_, name)| is(name)).collect()
}

pub fn is(sheet: &Sheet) -> bool {
    sheet.has(TRANSACTION) && conditions(sheet).len() >= 2
}

pub fn read(sheet: &Sheet, file: &str, problems: &mut Vec<String>) -> Vec<ImportedMean> {
    let Some(transaction) = sheet.place(TRANSACTION) else { return Vec::new() };
    let variant = sheet.place(VARIANT);
    let stem = file.rsplit(['/', ':']).next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let mut means = Vec::new();
    for row in &sheet.rows {
        for (place, name) in conditions(sheet) {
            let unit = unit_us(name).or_else(|| unit_us(stem)).unwrap_or(1e3);
            let Some(mean) = row.number(sheet, place, problems) else { continue };
            means.push(ImportedMean {
                transaction: row.text(transaction).to_owned(),
                variant: variant.map_or_else(String::new, |place| row.text(place).to_owned()),
                condition: name.to_owned(),
                mean_us: mean * unit,
            });
        }
    }
    means
}
