//! Variants whose names are made of two parts: `A GET`, `A POST`, `B GET`, `B POST` are two sizes by two kinds of
//! requests. Where there are many, tables and figures are laid out by them.

use serde::Serialize;

/// More variants than this are neither told apart in one figure nor read in one row.
pub(crate) const VARIANTS_MAX: usize = 8;
/// Words that the first or the last part of a name may have.
const WORDS_MAX: usize = 3;

/// Rows × columns of variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grid {
    /// First parts of the names, in the order of the variants.
    pub rows: Vec<String>,
    /// Second parts.
    pub columns: Vec<String>,
    /// For each row and column the number of its variant, from 0.
    pub variants: Vec<Vec<Option<usize>>>,
}

/// The smallest grid that all names fit into; `None` for few names, or where most of it would be empty.
pub(crate) fn grid(names: &[String]) -> Option<Grid> {
    if names.len() <= VARIANTS_MAX {
        return None;
    }
    let cuts = (1..=WORDS_MAX).flat_map(|words| [Cut::First(words), Cut::Last(words)]);
    let grids = cuts.filter_map(|cut| fitted(names, cut));
    let cells = |grid: &Grid| grid.rows.len() * grid.columns.len();
    let fits = |grid: &Grid| grid.rows.len() > 1 && grid.columns.len() > 1 && cells(grid) <= 2 * names.len();
    grids.filter(fits).min_by_key(cells)
}

/// Where a name is cut.
#[derive(Clone, Copy)]
enum Cut {
    /// After so many words.
    First(usize),
    /// Before so many words.
    Last(usize),
}

fn fitted(names: &[String], cut: Cut) -> Option<Grid> {
    let mut grid = Grid { rows: Vec::new(), columns: Vec::new(), variants: Vec::new() };
    let mut places = Vec::new();
    for name in names {
        let (row, column) = parts(name, cut)?;
        places.push((place(&mut grid.rows, row), place(&mut grid.columns, column)));
    }
    grid.variants = vec![vec![None; grid.columns.len()]; grid.rows.len()];
    for (variant, (row, column)) in places.into_iter().enumerate() {
        // Two spaces instead of one would make two names the same.
        if grid.variants[row][column].replace(variant).is_some() {
            return None;
        }
    }
    Some(grid)
}

fn parts(name: &str, cut: Cut) -> Option<(String, String)> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let at = match cut {
        Cut::First(n) => n,
        Cut::Last(n) => words.len().checked_sub(n)?,
    };
    let joined = |words: &[&str]| words.join(" ").trim_matches([',', ' ']).to_owned();
    let (row, column) = (joined(words.get(..at)?), joined(words.get(at..)?));
    (!row.is_empty() && !column.is_empty()).then_some((row, column))
}

fn place(all: &mut Vec<String>, one: String) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

impl Grid {
    /// Variants that are looked at together, with what their names have in common. What only one row has is beside the
    /// column that its name begins with.
    pub(crate) fn groups(&self) -> Vec<(String, Vec<usize>)> {
        let of = |column: usize| -> Vec<usize> {
            self.variants.iter().filter_map(|row| *row.get(column)?).collect()
        };
        let begins = |column: usize| {
            let name = &self.columns[column];
            let other = |(i, other): &(usize, &String)| {
                *i != column
                    && of(*i).len() > 1
                    && name.strip_prefix(*other).is_some_and(|r| r.starts_with(' '))
            };
            self.columns.iter().enumerate().find(other).map(|(i, _)| i)
        };
        let home =
            |column: usize| if of(column).len() == 1 { begins(column).unwrap_or(column) } else { column };
        let columns = || 0..self.columns.len();
        let group = |column: usize| -> Vec<usize> {
            columns().filter(|other| home(*other) == column).flat_map(of).collect()
        };
        columns()
            .map(|column| (self.columns[column].clone(), group(column)))
            .filter(|(_, of)| !of.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: Option<(&[&str], &[&str])>) {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = grid(&names);
        let found = found.as_ref().map(|grid| {
            let of = |all: &[String]| all.join("|");
            (of(&grid.rows), of(&grid.columns))
        });
        assert_eq!(found, expected.map(|(rows, columns)| (rows.join("|"), columns.join("|"))));
    }

    const SIZES: [&str; 13] = [
        "A GET",
        "A POST 5 KB",
        "A POST 50 KB",
        "B GET",
        "B POST 5 KB",
        "B POST 50 KB",
        "C GET",
        "C POST 5 KB",
        "C POST 50 KB",
        "D GET",
        "D POST 5 KB",
        "D POST 50 KB",
        "D GET with policy",
    ];

    #[test]
    fn names_of_two_parts_are_a_grid_and_others_are_none() {
        check(&SIZES, Some((&["A", "B", "C", "D"], &["GET", "POST 5 KB", "POST 50 KB", "GET with policy"])));
        check(&SIZES[..8], None);
        let listed = [
            "1 column, morning, 20",
            "1 column, morning, 100",
            "1 column, midday, 20",
            "1 column, midday, 100",
            "2 columns, morning, 20",
            "2 columns, morning, 100",
            "2 columns, midday, 20",
            "2 columns, midday, 100",
            "2 columns, night, 100",
        ];
        check(
            &listed,
            Some((
                &[
                    "1 column, morning",
                    "1 column, midday",
                    "2 columns, morning",
                    "2 columns, midday",
                    "2 columns, night",
                ],
                &["20", "100"],
            )),
        );
        check(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], None);
        check(&["a 1", "b 2", "c 3", "d 4", "e 5", "f 6", "g 7", "h 8", "i 9"], None);
    }

    #[test]
    fn what_one_row_has_alone_is_shown_beside_its_like() {
        let grid = grid(&SIZES.map(str::to_owned)).unwrap();
        let groups = grid.groups();
        let names: Vec<&str> = groups.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["GET", "POST 5 KB", "POST 50 KB"]);
        assert_eq!(groups[0].1, [0, 3, 6, 9, 12]);
    }
}
