//! Which variants are set against each other.

/// Between the parts of the name of a variant that is a cell of a grid: `2 columns, morning`.
const BETWEEN_PARTS: &str = ", ";

/// Places of variants, the one before first. Variants of a grid are compared where they differ in one part alone, for
/// else nobody knows which of the parts makes the difference; others with the first.
pub(super) fn pairs(names: &[&str]) -> Vec<(usize, usize)> {
    let cells: Vec<Vec<&str>> = names.iter().map(|name| name.split(BETWEEN_PARTS).collect()).collect();
    let parts = cells.first().map_or(0, Vec::len);
    if parts > 1 && cells.iter().all(|cell| cell.len() == parts) {
        let of_grid: Vec<(usize, usize)> = (0..parts).flat_map(|part| along(&cells, part)).collect();
        if !of_grid.is_empty() {
            return of_grid;
        }
    }
    let base = base(names);
    let other = |place: &usize| names[*place] != names[base];
    (0..names.len()).filter(other).map(|place| (base, place)).collect()
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

/// Runs are often made in an order of chance: of sizes the smallest is what the others are compared with. Else the first.
fn base(levels: &[&str]) -> usize {
    let numbers: Option<Vec<f64>> = levels.iter().map(|level| leading_number(level)).collect();
    let by_number = |numbers: Vec<f64>| {
        numbers.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).map(|(place, _)| place)
    };
    numbers.and_then(by_number).unwrap_or(0)
}

/// `512 MB`, `2 columns`
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
        check(&["b", "a", "c"], &[("b", "a"), ("b", "c")]);
        check(&["8 cores", "2 cores", "4 cores"], &[("2 cores", "8 cores"), ("2 cores", "4 cores")]);
        check(&["none", "2 cores"], &[("none", "2 cores")]);
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
        // No two differ in one part alone.
        check(&["a, x", "b, y"], &[("a, x", "b, y")]);
        check(&["a, x", "b"], &[("a, x", "b")]);
    }
}
