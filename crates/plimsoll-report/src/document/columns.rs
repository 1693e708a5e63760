//! A table's columns, each with everything that any form of the table needs of it: its heading, the names of its values,
//! and its cell of a row. A cell may cover columns to its right, whose own are not asked for then.

use super::{Cell, CellKind, RowClass, Table, TableColumn, TableRow};

type CellOf<'f, R> = Box<dyn Fn(&R) -> Cell + 'f>;

/// Of rows of `R`, whose cells may take words and analysis from around them.
pub struct ColumnSet<'f, R> {
    columns: Vec<TableColumn>,
    cells: Vec<CellOf<'f, R>>,
}

impl<'f, R> ColumnSet<'f, R> {
    pub fn new() -> ColumnSet<'f, R> {
        ColumnSet { columns: Vec::new(), cells: Vec::new() }
    }

    /// One more, to the right: what its cells are, its heading in the reader's language, the names of the values in its
    /// cells, and the cell of a row.
    pub fn column(
        mut self,
        kind: CellKind,
        head: String,
        names: &[&str],
        cell: impl Fn(&R) -> Cell + 'f,
    ) -> ColumnSet<'f, R> {
        self.columns.push(TableColumn::new(kind, head, names));
        self.cells.push(Box::new(cell));
        self
    }

    /// The same under a heading that neighbouring columns share.
    pub fn within(
        self,
        group: &str,
        kind: CellKind,
        head: String,
        names: &[&str],
        cell: impl Fn(&R) -> Cell + 'f,
    ) -> ColumnSet<'f, R> {
        let mut set = self.column(kind, head, names, cell);
        if let Some(column) = set.columns.last_mut() {
            column.group = Some(group.to_owned());
        }
        set
    }

    /// The last one apart from the others where there is no room for all.
    pub fn apart(mut self) -> ColumnSet<'f, R> {
        if let Some(column) = self.columns.last_mut() {
            column.is_apart = true;
        }
        self
    }

    /// Some of whose rows links lead to.
    pub fn anchored(
        self,
        id: &str,
        rows: impl IntoIterator<Item = R>,
        class: impl Fn(&R) -> RowClass,
        anchor: impl Fn(&R) -> Option<String>,
    ) -> Table {
        let row = |row: R| {
            let mut covered = 0;
            let cells = self.cells.iter().filter_map(|cell| {
                if covered > 0 {
                    covered -= 1;
                    return None;
                }
                let cell = cell(&row);
                covered = cell.covers;
                Some(cell)
            });
            let cells = cells.collect();
            TableRow { class: class(&row), anchor: anchor(&row), cells }
        };
        let rows = rows.into_iter().map(row).collect();
        Table { rows, ..Table::new(id, self.columns) }
    }

    pub fn table(self, id: &str, rows: impl IntoIterator<Item = R>) -> Table {
        self.marked(id, rows, |_| RowClass::Plain)
    }

    /// Some of whose rows are marked.
    pub fn marked(
        self,
        id: &str,
        rows: impl IntoIterator<Item = R>,
        class: impl Fn(&R) -> RowClass,
    ) -> Table {
        self.anchored(id, rows, class, |_| None)
    }
}
