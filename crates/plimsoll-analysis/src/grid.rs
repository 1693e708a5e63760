//! Variants of several factors: sizes A and B by requests GET and POST. Where there are many, tables and figures are laid out
//! by them.

use serde::Serialize;

/// More variants than this are neither distinguished in one figure nor read in one row.
pub(crate) const VARIANTS_MAX: usize = 8;

/// Rows × columns of variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grid {
    /// Values of some factors, in the order of the variants.
    pub rows: Vec<String>,
    /// Values of the other factors.
    pub columns: Vec<String>,
    /// For each row and column the number of its variant, from 0.
    pub variants: Vec<Vec<Option<usize>>>,
}

/// The factors of a variant and its values of them.
type Factors = [(String, String)];

/// The smallest grid of one factor by the others; `None` for few variants, for such that have not the same factors, or where
/// most of it would be empty.
pub(crate) fn grid(variants: &[&Factors]) -> Option<Grid> {
    let (first, rest) = variants.split_first().filter(|_| variants.len() > VARIANTS_MAX)?;
    let names = |of: &Factors| of.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if rest.iter().any(|other| names(other) != names(first)) {
        return None;
    }
    let grids = (0..first.len()).flat_map(|factor| {
        let one = |place: usize| place == factor;
        let others = |place: usize| place != factor;
        [fitted(variants, one, others), fitted(variants, others, one)]
    });
    let cells = |grid: &Grid| grid.rows.len() * grid.columns.len();
    let fits =
        |grid: &Grid| grid.rows.len() > 1 && grid.columns.len() > 1 && cells(grid) <= 2 * variants.len();
    grids.flatten().filter(fits).min_by_key(cells)
}

/// `None`: two variants have the same values.
fn fitted(
    variants: &[&Factors],
    in_rows: impl Fn(usize) -> bool,
    in_columns: impl Fn(usize) -> bool,
) -> Option<Grid> {
    let mut grid = Grid { rows: Vec::new(), columns: Vec::new(), variants: Vec::new() };
    let mut places = Vec::new();
    for factors in variants {
        let row = place(&mut grid.rows, label(factors, &in_rows));
        places.push((row, place(&mut grid.columns, label(factors, &in_columns))));
    }
    grid.variants = vec![vec![None; grid.columns.len()]; grid.rows.len()];
    for (variant, (row, column)) in places.into_iter().enumerate() {
        if grid.variants[row][column].replace(variant).is_some() {
            return None;
        }
    }
    Some(grid)
}

/// `A`, `morning, threads=20`: a number says nothing without its name.
fn label(factors: &Factors, shown: impl Fn(usize) -> bool) -> String {
    let values = factors.iter().enumerate().filter(|(place, _)| shown(*place));
    let said = values.map(|(_, (name, value))| match value.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("{name}={value}"),
        false => value.clone(),
    });
    said.collect::<Vec<_>>().join(", ")
}

fn place(all: &mut Vec<String>, one: String) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

impl Grid {
    /// Variants that are looked at together, those of a column, with what they have in common.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (String, Vec<usize>)> {
        let of = |column: usize| self.variants.iter().filter_map(move |row| *row.get(column)?).collect();
        self.columns.iter().enumerate().map(move |(column, name)| (name.clone(), of(column)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the factors `a`, `b`, `c`.
    fn variants(values: &[&[&str]]) -> Vec<Vec<(String, String)>> {
        let one = |values: &&[&str]| {
            let names = ["a", "b", "c"].iter();
            names.zip(*values).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        values.iter().map(one).collect()
    }

    #[track_caller]
    fn check(values: &[&[&str]], expected: Option<(&str, &str)>) {
        let variants = variants(values);
        let found = grid(&variants.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let found = found.as_ref().map(|grid| (grid.rows.join("|"), grid.columns.join("|")));
        assert_eq!(found, expected.map(|(rows, columns)| (rows.to_owned(), columns.to_owned())));
    }

    const SIZES: [&[&str]; 10] = [
        &["A", "GET"],
        &["A", "POST"],
        &["A", "PUT"],
        &["B", "GET"],
        &["B", "POST"],
        &["B", "PUT"],
        &["C", "GET"],
        &["C", "POST"],
        &["C", "PUT"],
        &["C", "GET with policy"],
    ];

    #[test]
    fn variants_of_two_factors_are_a_grid_and_others_are_none() {
        check(&SIZES, Some(("A|B|C", "GET|POST|PUT|GET with policy")));
        check(&SIZES[..8], None);
        check(&[&["a"], &["b"], &["c"], &["d"], &["e"], &["f"], &["g"], &["h"], &["i"]], None);
        let same: &[&str] = &["A", "GET"];
        check(&[same; 9], None);
        let mut mixed = SIZES;
        mixed[4] = &["B", "POST", "x"];
        check(&mixed, None);
    }

    #[test]
    fn of_three_factors_one_is_set_against_the_others() {
        let sizes = [1, 2].map(|columns| columns.to_string());
        let mut all: Vec<Vec<&str>> = Vec::new();
        for columns in &sizes {
            for mix in ["morning", "midday", "night"] {
                all.extend(["20", "100"].map(|passes| vec![columns.as_str(), mix, passes]));
            }
        }
        let all: Vec<&[&str]> = all.iter().map(Vec::as_slice).collect();
        check(
            &all,
            Some((
                "a=1|a=2",
                "morning, c=20|morning, c=100|midday, c=20|midday, c=100|night, c=20|night, c=100",
            )),
        );
    }

    #[test]
    fn variants_of_a_column_are_looked_at_together() {
        let variants = variants(&SIZES);
        let grid = grid(&variants.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap();
        let groups: Vec<(String, Vec<usize>)> = grid.groups().collect();
        assert_eq!(groups[0], ("GET".to_owned(), vec![0, 3, 6]));
        assert_eq!(groups[3], ("GET with policy".to_owned(), vec![9]));
    }
}
