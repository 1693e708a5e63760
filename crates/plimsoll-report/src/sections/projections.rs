//! What the capacity comes to in an hour, a day and a week.

use crate::document::{Block, Cell, CellKind, RowClass, Section, Table, TableColumn};
use crate::words::{self, Words};
use plimsoll_analysis::{Projection, RunAnalysis};

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let (projected, said) = projections(words, run)?;
    let mut section = Section::new(words.text("label-projections"));
    section.push(Block::Table(projected.laid_out("projections")));
    section.blocks.extend(said.into_iter().map(|text| Block::paragraph(format!("{text}."))));
    section.push(Block::note(words.text("capacity-projection-caveat")));
    Some(section)
}

/// Of the best step, of the recommended one where that is another, and of what consumers keep up with; with what is said of
/// expected use.
fn projections(words: &Words, run: &RunAnalysis) -> Option<(Table, Vec<String>)> {
    let columns = vec![
        TableColumn::new(CellKind::Name, String::new(), &["point"]),
        TableColumn::new(CellKind::Line, words.text("label-arithmetic"), &["per_s", "seconds"]),
        TableColumn::new(CellKind::Number, words.text("label-result"), &["requests"]),
    ];
    let mut table = Table::new("projections", columns);
    // The same point twice would be the same lines twice.
    let other = run.advice.projection_recommended.as_ref().filter(|_| {
        let same = || {
            run.advice.recommended.as_ref().map(|point| point.step)
                == run.capacity.best().map(|best| best.step)
        };
        run.advice.projection_best.is_none() || !same()
    });
    let named = [
        (words::capacity::kind(words, &run.capacity), "best", run.advice.projection_best.as_ref()),
        (words.text("label-recommended"), "recommended", other),
        (words.text("label-sustained"), "sustained", run.advice.projection_sustained.as_ref()),
    ];
    if named.iter().all(|(_, _, projection)| projection.is_none()) {
        return None;
    }
    let mut said = Vec::new();
    for (name, point, projection) in named {
        let Some(projection) = projection else { continue };
        said.extend(words::capacity::headroom(words, projection));
        let values = values(projection);
        let lines = words::capacity::arithmetic(words, projection).into_iter().zip(values);
        for (i, ((arithmetic, result), (seconds, requests))) in lines.enumerate() {
            let cells = vec![
                Cell::of(name.clone(), point).joined(i > 0),
                Cell::written(arithmetic).valued(vec![projection.per_s.into(), seconds.into()]),
                Cell::of(result, requests).strong(),
            ];
            table.row(RowClass::Plain, cells);
        }
    }
    Some((table, said))
}

fn values(projection: &Projection) -> [(u64, f64); 3] {
    [(3_600, projection.per_hour), (86_400, projection.per_day), (604_800, projection.per_week)]
}
