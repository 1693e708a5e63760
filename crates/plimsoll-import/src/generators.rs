//! Whose users files of results have that overlap in time and name no load generator (JMeter's `Hostname`): those of one
//! load generator, of which each file has a part of the requests, or of several, whose users are added.

use crate::seconds::Seconds;
use crate::thread_sample::ThreadSample;
use plimsoll_run::{ImportNote, SeveralGenerators};
use std::collections::BTreeMap;

/// Users that differ by more than this share on average are not the same ones.
const DIFFERENT_MIN: f64 = 0.1;
/// No more requests than users are at work at a time; by so much more, there are more users.
const AT_WORK_MAX: f64 = 1.05;
/// Seconds that both have; fewer say nothing.
const SECONDS_MIN: usize = 3;
/// Between the name of an instance and the number of its file.
const APART: char = '\u{1f}';

/// What one file has of a second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputSecond {
    pub requests: u64,
    pub busy_us: u64,
    /// By the instance's place.
    pub users: Vec<(u32, f64)>,
}

/// A file by second since 1970.
#[derive(Debug)]
pub struct FileSeconds {
    pub index: usize,
    pub name: String,
    /// As the file calls them.
    pub instances: Vec<String>,
    pub seconds: BTreeMap<i64, InputSecond>,
    pub threads: Option<ThreadSample>,
}

impl FileSeconds {
    /// What is summed up of it; its instances are named apart from those of other files.
    pub fn of(index: usize, name: &str, seconds: &mut Seconds, threads: Option<ThreadSample>) -> FileSeconds {
        let instances = seconds.instance_names().to_vec();
        // Threads of several instances may have the same names.
        let threads = threads.filter(|_| instances.len() <= 1);
        let found =
            FileSeconds { index, name: name.to_owned(), instances, seconds: seconds.by_second(), threads };
        seconds.rename_instances(&|instance| format!("{instance}{APART}{index}"));
        found
    }

    /// Of one instance: users, and the requests at work, which are not known of each where there are several.
    fn series(&self, instance: &str) -> Series {
        let is_alone = self.instances.len() == 1;
        let Some(place) = self.instances.iter().position(|name| name == instance) else {
            return Series::new();
        };
        let of = |(second, found): (&i64, &InputSecond)| {
            let (_, users) = found.users.iter().find(|(id, _)| *id as usize == place)?;
            let at_work = if is_alone { found.busy_us as f64 / 1e6 } else { 0.0 };
            Some((*second, (*users, at_work)))
        };
        self.seconds.iter().filter_map(of).collect()
    }
}

/// Users and requests at work by second.
type Series = BTreeMap<i64, (f64, f64)>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    /// Never at the same time.
    Apart,
    Same,
    Differ,
    /// More requests were at work than either has users.
    Exceed,
    /// Threads of the same names had requests in both at a time.
    Overlap,
}

fn relation(one: &Series, other: &Series) -> Relation {
    let both: Vec<_> = one.iter().filter_map(|(second, one)| Some((one, other.get(second)?))).collect();
    if both.len() < SECONDS_MIN {
        return Relation::Apart;
    }
    let most: f64 = both.iter().map(|(one, other)| one.0.max(other.0)).sum();
    let difference: f64 = both.iter().map(|(one, other)| (one.0 - other.0).abs()).sum();
    let at_work: f64 = both.iter().map(|(one, other)| one.1 + other.1).sum();
    if difference > DIFFERENT_MIN * most {
        Relation::Differ
    } else if at_work > AT_WORK_MAX * most {
        Relation::Exceed
    } else {
        Relation::Same
    }
}

/// Files of one load generator, and its users by second.
struct Generator {
    files: Vec<usize>,
    series: Series,
}

impl Generator {
    fn add(&mut self, file: usize, series: Series) {
        self.files.push(file);
        for (second, (users, at_work)) in series {
            let known = self.series.entry(second).or_default();
            *known = (known.0.max(users), known.1 + at_work);
        }
    }
}

/// Says whose users are whose, once all files are read; what was decided.
pub fn unite(files: &[FileSeconds], seconds: &mut Seconds) -> Vec<ImportNote> {
    let mut instances: Vec<&str> =
        files.iter().flat_map(|file| &file.instances).map(String::as_str).collect();
    instances.sort_unstable();
    instances.dedup();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut notes = Vec::new();
    for instance in instances {
        let (generators, relations) = generators_of(instance, files);
        notes.extend(note(&generators, &relations, files));
        for (generator, number) in generators.iter().zip(0..) {
            let own = format!("{instance}{APART}generator {number}");
            for file in &generator.files {
                names.insert(format!("{instance}{APART}{}", files[*file].index), own.clone());
            }
        }
    }
    seconds.rename_instances(&|name| names.get(name).cloned().unwrap_or_else(|| name.to_owned()));
    if names.values().any(|name| !name.ends_with(" 0")) {
        seconds.end_instances();
    }
    notes
}

fn generators_of(instance: &str, files: &[FileSeconds]) -> (Vec<Generator>, Vec<Relation>) {
    let mut generators: Vec<Generator> = Vec::new();
    let mut relations = Vec::new();
    for (place, file) in files.iter().enumerate() {
        let series = file.series(instance);
        if series.is_empty() {
            continue;
        }
        let to = |known: &Generator| match relation(&known.series, &series) {
            Relation::Same if known.files.iter().any(|other| overlap(file, &files[*other])) => {
                Relation::Overlap
            }
            found => found,
        };
        let found: Vec<Relation> = generators.iter().map(to).collect();
        let of = |wanted: Relation| found.iter().position(|relation| *relation == wanted);
        match of(Relation::Same).or_else(|| of(Relation::Apart)) {
            Some(known) => generators[known].add(place, series),
            None => generators.push(Generator { files: vec![place], series }),
        }
        relations.extend(found);
    }
    (generators, relations)
}

/// Threads of the same names had requests in two of the files at a time.
pub fn any_overlap(files: &[FileSeconds]) -> bool {
    files.iter().enumerate().any(|(place, one)| files[..place].iter().any(|other| overlap(one, other)))
}

fn overlap(one: &FileSeconds, other: &FileSeconds) -> bool {
    let both = one.threads.as_ref().zip(other.threads.as_ref());
    both.is_some_and(|(one, other)| one.overlaps(other))
}

/// Nothing, where no two files overlap.
fn note(generators: &[Generator], relations: &[Relation], files: &[FileSeconds]) -> Option<ImportNote> {
    let has = |wanted: Relation| relations.contains(&wanted);
    let names = |generator: &Generator| {
        generator.files.iter().map(|place| files[*place].name.clone()).collect::<Vec<String>>()
    };
    let files: Vec<Vec<String>> = generators.iter().map(names).collect();
    if generators.len() > 1 {
        let why = match (has(Relation::Differ), has(Relation::Overlap)) {
            (true, _) => SeveralGenerators::OtherUsers,
            (false, true) => SeveralGenerators::SameThreads,
            (false, false) => SeveralGenerators::MoreAtWork,
        };
        return Some(ImportNote::UsersAdded { why, files });
    }
    has(Relation::Same).then(|| ImportNote::UsersOfOne { files: files.concat() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users, and requests at work, of seconds from `first` on.
    fn series(first: i64, of: &[(f64, f64)]) -> Series {
        (first..).zip(of.iter().copied()).collect()
    }

    #[test]
    fn users_are_those_of_one_load_generator_unless_something_speaks_against_it() {
        let check = |other: Series, expected: Relation| {
            assert_eq!(relation(&series(0, &[(10.0, 6.0); 20]), &other), expected, "{other:?}");
        };
        check(series(0, &[(20.0, 3.0); 20]), Relation::Differ);
        check(series(0, &[(10.0, 3.0); 20]), Relation::Same);
        check(series(0, &[(10.0, 6.0); 20]), Relation::Exceed);
        check(series(18, &[(20.0, 9.0); 20]), Relation::Apart);
        check(series(10, &[(10.5, 3.0); 20]), Relation::Same);
    }
}
