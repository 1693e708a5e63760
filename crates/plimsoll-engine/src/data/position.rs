//! Who has read how far.

use super::file::{DataError, DataFile};
use crate::load_task::{Dealing, Share};
use plimsoll_plan::plan::{DataSet, Plan, Sharing};
use plimsoll_run::DataEnd;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whose position it is. Two data sets that name one file and share in the same way share the position,
/// as in JMeter; that is why the file is part of it.
type Identity = (PathBuf, Sharing, Option<usize>);

/// The data sets of a plan with their positions, shared by all workers.
#[derive(Clone, Debug)]
pub struct Positions {
    sets: Vec<Set>,
    /// Of rows that are shared: the file's rows are dealt out in turn.
    share: Share,
    dealing: Dealing,
}

#[derive(Clone, Debug)]
struct Set {
    file: Arc<DataFile>,
    name: String,
    /// Rows that were asked for beyond its end.
    beyond: Arc<AtomicU64>,
    recycle: bool,
    stop_at_end: bool,
    /// For sharing per user: which of the user's own positions; sets of one file share it.
    own: Option<usize>,
    /// By scenario index; one for all when the sharing is not per scenario.
    shared: Vec<Arc<AtomicU64>>,
}

/// What a user gets.
pub enum DataRow<'a> {
    Values {
        variables: &'a [String],
        values: &'a csv::StringRecord,
    },
    /// The file is used up: the variables become `<EOF>`.
    EndOfFile {
        variables: &'a [String],
    },
    /// The file is used up and the user stops.
    Stop,
}

impl Positions {
    /// Reads the files; all errors at once.
    pub fn open(plan: &Plan, share: Share, dealing: Dealing) -> Result<Self, Vec<DataError>> {
        let mut positions: HashMap<Identity, Arc<AtomicU64>> = HashMap::new();
        let (mut sets, mut errors) = (Vec::new(), Vec::new());
        for set in &plan.data {
            let file = match DataFile::read(set) {
                Ok(file) if dealing == Dealing::OwnPart && file.rows.len() < share.count as usize => {
                    let (path, rows) = (set.path.clone(), file.rows.len());
                    errors.push(DataError::TooFew { path, rows, shares: share.count });
                    continue;
                }
                Ok(file) => Arc::new(file),
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            let shared = (0..plan.scenarios.len()).map(|scenario| {
                let scenario = (set.sharing == Sharing::Scenario).then_some(scenario);
                let identity = (set.path.clone(), set.sharing.clone(), scenario);
                Arc::clone(positions.entry(identity).or_default())
            });
            sets.push(Set {
                file,
                name: set.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                beyond: Arc::default(),
                recycle: set.recycle,
                stop_at_end: set.stop_at_end,
                own: (set.sharing == Sharing::User).then(|| {
                    let same = |other: &DataSet| other.sharing == Sharing::User && other.path == set.path;
                    plan.data.iter().position(same).unwrap_or(0)
                }),
                shared: shared.collect(),
            });
        }
        if errors.is_empty() { Ok(Positions { sets, share, dealing }) } else { Err(errors) }
    }

    pub fn variables(&self, set: usize) -> &[String] {
        &self.sets[set].file.variables
    }

    /// The next row of `set` for a user of `scenario` with these positions of its own, one per set.
    pub fn next(&self, set: usize, scenario: usize, own: &mut [u64]) -> DataRow<'_> {
        let set = &self.sets[set];
        let index = match set.own {
            Some(position) => {
                own[position] += 1;
                own[position] - 1
            }
            None => self.share.of_all(set.shared[scenario].fetch_add(1, Ordering::Relaxed)),
        };
        let (rows, variables) = (&set.file.rows, set.file.variables.as_slice());
        match rows.get(index as usize) {
            Some(values) => DataRow::Values { variables, values },
            None if set.recycle => {
                DataRow::Values { variables, values: &rows[self.again(index, rows.len())] }
            }
            None => {
                set.beyond.fetch_add(1, Ordering::Relaxed);
                if set.stop_at_end { DataRow::Stop } else { DataRow::EndOfFile { variables } }
            }
        }
    }

    /// Files that had no more rows for somebody.
    pub fn ended(&self) -> Vec<DataEnd> {
        let of = |set: &Set| DataEnd {
            file: set.name.clone(),
            rows: set.file.rows.len() as u64,
            asked: set.beyond.load(Ordering::Relaxed),
            ended: set.stop_at_end,
        };
        self.sets.iter().map(of).filter(|end| end.asked > 0).collect()
    }

    /// Which row of a file that begins again this one is.
    fn again(&self, index: u64, rows: usize) -> usize {
        let (rows, count, own) =
            (rows as u64, u64::from(self.share.count.max(1)), u64::from(self.share.index));
        let row = match self.dealing {
            Dealing::OwnPart if index % count == own => {
                let ours = (rows - own).div_ceil(count);
                (index / count % ours) * count + own
            }
            _ => index % rows,
        };
        row as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows that the share with this index of so many gets, of a file of five that begins again.
    fn rows(index: u32, count: u32, dealing: Dealing) -> Vec<usize> {
        let positions = Positions { sets: Vec::new(), share: Share { index, count }, dealing };
        (0..6).map(|number| positions.again(positions.share.of_all(number), 5)).collect()
    }

    #[test]
    fn a_row_stays_with_its_share_when_the_file_begins_again() {
        assert_eq!(rows(0, 2, Dealing::OwnPart), [0, 2, 4, 0, 2, 4]);
        assert_eq!(rows(1, 2, Dealing::OwnPart), [1, 3, 1, 3, 1, 3]);
        assert_eq!(rows(1, 2, Dealing::Once), [1, 3, 0, 2, 4, 1]);
        assert_eq!(rows(4, 5, Dealing::OwnPart), [4; 6]);
        assert_eq!(rows(0, 1, Dealing::OwnPart), rows(0, 1, Dealing::Once));
    }
}
