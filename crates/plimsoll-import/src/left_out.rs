//! What can't be in one run with the rest, and what is said of it with its file: tables without times with results that
//! have some, steps and requests that are weeks away, a file that was read already.

use crate::load::LoadPass;
use crate::outcome::Imported;
use crate::step_table::TableStep;
use plimsoll_run::{FileNote, ImportNote, ImportedRows, Input, PlacementEvidence};
use plimsoll_telemetry::ReadProblems;

/// Beyond, a time is a mistake: days on either side of most of the load.
const DAYS_MAX: i64 = 14;

pub const UNTIMED_WITH_TIMED: &str = "it has no times and the other results have, so it can't be placed with them: it is left out; \
                                      import it by itself (or give a table of steps the columns start and end)";

/// Why the steps of a second table are not in the run.
pub fn second_table(first: &str) -> String {
    format!("a run has the steps of one table, which are those of {first}: import this one by itself")
}

impl LoadPass {
    /// The file that was read already and has the same content.
    pub fn same_as(&self, input: &Input) -> Option<String> {
        let is_same = |known: &&Input| known.sha256 == input.sha256 && known.requests > 0;
        input.sha256.as_ref().filter(|_| input.requests > 0)?;
        self.inputs.values().find(is_same).map(|known| known.name.clone())
    }

    pub fn repeats(&mut self, index: usize, input: Input, other: &str) {
        let mut input = Input { requests: 0, problems: 0, refused: None, ..input };
        input.placement.evidence = PlacementEvidence::Repeats { other: other.to_owned() };
        let note = FileNote::Repeats { other: other.to_owned() };
        self.row_notes.push(ImportNote::of_file(&input.name, note));
        self.imported.insert(index, Imported::of(&input, &ReadProblems::default()));
        self.inputs.insert(index, input);
    }

    pub fn has_timed_table(&self) -> bool {
        !self.is_nominal && (self.table.is_some() || !self.jobs.is_empty())
    }

    /// A table without times, where something else has some.
    pub fn leave_out_nominal(&mut self) {
        if self.is_nominal {
            if let Some((file, _)) = self.table.take() {
                self.leave_out_table(&file, UNTIMED_WITH_TIMED);
            }
            (self.is_nominal, self.has_lengths, self.printed_by) = (false, false, None);
            (self.variant, self.jobs) = Default::default();
        }
    }

    pub fn leave_out_table(&mut self, file: &str, reason: &str) {
        self.imported_tables.retain(|table| table.file != file);
        self.row_notes.retain(|note| !matches!(note, ImportNote::OfFile { file: of, .. } if of == file));
        let place = self.inputs.iter().find(|(_, input)| input.name == file).map(|(index, _)| *index);
        if let Some(index) = place {
            self.refuse(index, reason.to_owned());
        }
    }

    fn refuse(&mut self, index: usize, reason: String) {
        if let (Some(input), Some(imported)) = (self.inputs.get_mut(&index), self.imported.get_mut(&index)) {
            input.refused = Some(reason.clone());
            (imported.refused, imported.is_incomplete) = (Some(reason), true);
        }
    }

    /// Leaves out what can't be of the same test as most of the requests. `is_results`: of a load generator, which writes no
    /// times of other weeks.
    pub fn leave_out_what_is_far(&mut self, is_results: bool) -> Option<ImportNote> {
        let before = self.seconds.count;
        let near = self.seconds.clip(DAYS_MAX * 86_400);
        self.left_out = before - self.seconds.count;
        let far: Vec<(usize, u64)> = if self.files.is_empty() {
            self.inputs
                .iter()
                .find(|(_, input)| input.requests > 0)
                .map(|(index, _)| (*index, self.left_out))
                .into_iter()
                .collect()
        } else {
            let of = |file: &crate::generators::FileSeconds| {
                let far = file.seconds.iter().filter(|(second, _)| !near.contains(second));
                (file.index, far.map(|(_, second)| second.requests).sum())
            };
            self.files.iter().map(of).collect()
        };
        for (index, requests) in far.into_iter().filter(|(_, requests)| *requests > 0) {
            self.put_far(index, requests, is_results);
        }
        self.leave_out_far_steps();
        (self.left_out > 0).then_some(ImportNote::FarAway { requests: self.left_out })
    }

    fn put_far(&mut self, index: usize, requests: u64, is_results: bool) {
        let (Some(input), Some(imported)) = (self.inputs.get_mut(&index), self.imported.get_mut(&index))
        else {
            return;
        };
        let all = input.requests;
        if all == requests {
            self.users_of.retain(|name| *name != input.name);
        }
        (input.requests, imported.requests) = (all.saturating_sub(requests), all.saturating_sub(requests));
        let reason = format!(
            "{requests} of its {all} requests are more than {DAYS_MAX} days away from most of the load: they are left out"
        );
        match is_results {
            true => self.refuse(index, reason),
            false => imported.refused = Some(reason),
        }
    }

    /// Steps of a table of steps that are of another time than the requests, or without requests than its other steps.
    fn leave_out_far_steps(&mut self) {
        let has_times = |(_, rows): &mut (String, Vec<TableStep>)| !rows.is_empty();
        let taken = if self.is_nominal { None } else { self.table.take_if(has_times) };
        let Some((file, rows)) = taken else { return };
        let middle = rows[rows.len() / 2].start_unix_us.div_euclid(1_000_000);
        let (first, last) = self.seconds.extent().unwrap_or((middle, middle));
        let reach_s = DAYS_MAX * 86_400;
        let all = rows.len();
        let is_near = |row: &TableStep| {
            row.start_unix_us / 1_000_000 >= first - reach_s && row.end_unix_us / 1_000_000 <= last + reach_s
        };
        let near: Vec<TableStep> = rows.iter().filter(|row| is_near(row)).cloned().collect();
        if near.len() == all {
            self.table = Some((file, rows));
            return;
        }
        let left_out = all - near.len();
        if near.is_empty() {
            let reason = format!(
                "its steps are more than {DAYS_MAX} days away from the requests (or last longer): it is left out"
            );
            return self.leave_out_table(&file, &reason);
        }
        self.imported_tables
            .retain(|table| table.file != file || !matches!(table.rows, ImportedRows::Steps(_)));
        self.put_steps(&file, near);
        let place = self.inputs.iter().find(|(_, input)| input.name == file).map(|(index, _)| *index);
        if let Some(index) = place {
            let reason = format!(
                "left out of its {all} steps, for they are more than {DAYS_MAX} days away from the others, or longer than that: {left_out}"
            );
            self.refuse(index, reason);
        }
    }
}
