//! Which variants are set against each other.

use crate::findings::amount;

/// Between the parts of the name of a variant that is a cell of a grid: `2 columns, morning`, `A GET`.
pub(crate) const BETWEEN_PARTS: &str = ", ";

/// Places of variants, the one before first. Variants of a grid are compared where they differ in one part alone, for
/// else nobody knows which of the parts makes the difference; others with the first.
pub(super) fn pairs(names: &[&str]) -> Vec<(usize, usize)> {
    let parts: Vec<Vec<&str>> = names.iter().map(|name| name.split(BETWEEN_PARTS).collect()).collect();
    let words: Vec<Vec<&str>> = names.iter().map(|name| name.splitn(2, ' ').collect()).collect();
    if let Some(found) = [parts, words].iter().find_map(|cells| of_grid(cells)) {
        return found;
    }
    let base = base(names);
    let other = |place: &usize| names[*place] != names[base];
    (0..names.len()).filter(other).map(|place| (base, place)).collect()
}

/// `None`: it is no grid, or some cell differs from all others in more than one part.
fn of_grid(cells: &[Vec<&str>]) -> Option<Vec<(usize, usize)>> {
    let parts = cells.first().map_or(0, Vec::len);
    if parts < 2 || cells.iter().any(|cell| cell.len() != parts) {
        return None;
    }
    let found: Vec<(usize, usize)> = (0..parts).flat_map(|part| along(cells, part)).collect();
    let compared = |place: usize| found.iter().any(|(a, b)| *a == place || *b == place);
    (0..cells.len()).all(compared).then_some(found)
}

/// Cells that differ in this part alone, against those that have the part's base.
fn along(cells: &[Vec<&str>], part: usize) -> Vec<(usize, usize)> {
    let mut levels: Vec<&str> = Vec::new();
    for cell in cells {
        if !levels.contains(&cell[part]) {
            levels.push(cell[part]);
        }
    }
    let base = levels[base(&levels)];
    let alike =
        |a: &[&str], b: &[&str]| a.iter().zip(b).enumerate().all(|(i, (a, b))| (a == b) == (i != part));
    let of_base = cells.iter().enumerate().filter(|(_, cell)| cell[part] == base);
    let others = |place: usize| {
        cells
            .iter()
            .enumerate()
            .filter(move |(_, cell)| alike(&cells[place], cell))
            .map(move |(i, _)| (place, i))
    };
    of_base.flat_map(|(place, _)| others(place)).collect()
}

/// Runs are often made in an order of chance: of sizes the smallest is what the others are compared with, of single
/// letters that of the alphabet. Else the first.
fn base(levels: &[&str]) -> usize {
    let smallest = |number: fn(&str) -> Option<f64>| -> Option<usize> {
        let numbers: Vec<f64> = levels.iter().map(|level| number(value(level))).collect::<Option<_>>()?;
        numbers.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map(|(place, _)| place)
    };
    let letters = levels.iter().all(|level| level.chars().count() == 1);
    let of_letters = || levels.iter().enumerate().min_by_key(|(_, level)| **level).map(|(place, _)| place);
    let found = smallest(amount).or_else(|| smallest(leading_number));
    found.or_else(|| letters.then(of_letters).flatten()).unwrap_or(0)
}

/// `512m` of `heap=512m`
fn value(level: &str) -> &str {
    level.rsplit('=').next().unwrap_or(level)
}

/// `2 columns`
fn leading_number(level: &str) -> Option<f64> {
    let digits = level.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(level.len());
    level[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expected: &[(&str, &str)]) {
        let found: Vec<(&str, &str)> = pairs(names).into_iter().map(|(a, b)| (names[a], names[b])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn others_are_compared_with_the_first_and_sizes_with_the_smallest() {
        check(&[], &[]);
        check(&["a"], &[]);
        check(&["red", "blue", "cyan"], &[("red", "blue"), ("red", "cyan")]);
        check(&["C", "A", "B"], &[("A", "C"), ("A", "B")]);
        check(&["8 cores", "2 cores", "4 cores"], &[("2 cores", "8 cores"), ("2 cores", "4 cores")]);
        check(&["none", "2 cores"], &[("none", "2 cores")]);
        check(&["heap=1g", "heap=512m"], &[("heap=512m", "heap=1g")]);
    }

    #[test]
    fn cells_of_a_grid_are_compared_where_one_part_differs() {
        check(
            &["2 columns, morning", "1 column, midday", "2 columns, midday", "1 column, morning"],
            &[
                ("1 column, midday", "2 columns, midday"),
                ("1 column, morning", "2 columns, morning"),
                ("2 columns, morning", "2 columns, midday"),
                ("1 column, morning", "1 column, midday"),
            ],
        );
        check(
            &["B POST", "A POST", "B GET", "A GET"],
            &[("A POST", "B POST"), ("A GET", "B GET"), ("B POST", "B GET"), ("A POST", "A GET")],
        );
        check(&["heap=1g, c=2", "heap=512m, c=2"], &[("heap=512m, c=2", "heap=1g, c=2")]);
        // One of them differs from all others in both parts.
        check(&["a x", "b x", "c y"], &[("a x", "b x"), ("a x", "c y")]);
        // No two differ in one part alone.
        check(&["a, x", "b, y"], &[("a, x", "b, y")]);
        check(&["a, x", "b"], &[("a, x", "b")]);
    }
}
