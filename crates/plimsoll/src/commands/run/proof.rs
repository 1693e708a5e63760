//! The run files that nodes wrote themselves, held against the run's.

use crate::exit::chain;
use crate::message;
use plimsoll_fleet::{Fleet, NodeFile};
use plimsoll_run::private::create_private_folders;
use plimsoll_run::{Run, TransactionKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What helps where the run has less than its nodes.
const NOT_ALL_CAME: &str =
    "seconds that a node measured while it was away may not have come: the report says which are missing";

/// Requests that ended, by second of the run's clock, in whichever step.
type Requests = BTreeMap<u32, u64>;

/// Brings the run files that the nodes wrote themselves, and holds their sum against the run's.
pub fn prove(fleet: &Fleet, folder: &Path, files: &[PathBuf]) {
    let own = folder.join("nodes");
    if let Err(error) = create_private_folders(&own) {
        return message::warning(&format!("failed to make {}: {error}", own.display()), None);
    }
    let runs: Vec<Run> = files.iter().filter_map(|file| Run::open(file).ok()).collect();
    let (mut proven, mut are_whole) = (0, true);
    for NodeFile { number, name, fetched, unwritten } in fleet.fetch_own_files(&own) {
        if let Some(what) = unwritten {
            message::warning(&format!("node {name}: its own run file is not whole: {what}"), None);
        }
        match fetched.and_then(|path| Run::open(&path).map_err(|error| chain(&error))) {
            Ok(file) => {
                let of_run = runs.iter().flat_map(|run| of_node(run, number));
                let (of_file, of_run) = (sums(of_all(&file)), sums(of_run));
                proven += of_file.values().sum::<u64>();
                if let Some(text) = lacking(&of_file, &of_run) {
                    are_whole = false;
                    message::warning(&format!("node {name}: its own run file lacks {text} of the run"), None);
                }
                if let Some(text) = lacking(&of_run, &of_file) {
                    let text = format!("node {name}: the run lacks {text} of the node's own run file");
                    message::warning(&text, Some(NOT_ALL_CAME));
                }
            }
            Err(why) => {
                are_whole = false;
                message::warning(&format!("node {name}: its own run file did not come: {why}"), None);
            }
        }
    }
    let run: u64 = runs.iter().flat_map(of_all).map(|(_, requests)| requests).sum();
    let what = format!("the nodes' own run files, in {}, have {proven} requests", own.display());
    match (proven == run, are_whole) {
        (true, true) => message::say(&format!("{what}; so has the run")),
        (false, true) => message::warning(&format!("{what}, and the run has {run}"), None),
        (_, false) => message::say(&format!("{what}, which is not all; the run has {run}")),
    }
}

fn of_all(run: &Run) -> impl Iterator<Item = (u32, u64)> {
    run.seconds.iter().map(|second| {
        let requests = second.transactions.iter().filter(|(key, _)| key.kind == TransactionKind::Request);
        (second.second, requests.map(|(_, interval)| interval.requests).sum())
    })
}

fn of_node(run: &Run, number: u32) -> impl Iterator<Item = (u32, u64)> {
    let node = move |second: &plimsoll_run::Second| {
        (second.second, second.generator.nodes.get(&number).map_or(0, |node| node.requests))
    };
    run.seconds.iter().map(node)
}

fn sums(counted: impl Iterator<Item = (u32, u64)>) -> Requests {
    let mut sums = Requests::new();
    counted.for_each(|(second, requests)| *sums.entry(second).or_default() += requests);
    sums
}

/// How many requests `all` has that are not in `some`, and when they were; `None`: none.
fn lacking(some: &Requests, all: &Requests) -> Option<String> {
    let of = |second: &u32| some.get(second).copied().unwrap_or(0);
    let lacking = || all.iter().filter(|(second, requests)| **requests > of(second));
    let count: u64 = lacking().map(|(second, requests)| requests - of(second)).sum();
    let (first, last) = (*lacking().next()?.0, *lacking().next_back()?.0);
    let requests = if count == 1 { "1 request".to_owned() } else { format!("{count} requests") };
    Some(match first == last {
        true => format!("{requests} in second {first}"),
        false => format!("{requests} between seconds {first} and {last}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_has_and_the_other_has_not_is_counted_and_placed() {
        let of = |counts: &[(u32, u64)]| sums(counts.iter().copied());
        let all = of(&[(1, 5), (2, 5), (3, 5), (3, 1)]);
        assert_eq!(lacking(&all, &all), None);
        let cut = of(&[(1, 5)]);
        assert_eq!(lacking(&cut, &all).as_deref(), Some("11 requests between seconds 2 and 3"));
        assert_eq!(lacking(&all, &cut), None);
        let less = of(&[(1, 5), (2, 5), (3, 5)]);
        assert_eq!(lacking(&less, &all).as_deref(), Some("1 request in second 3"));
    }
}
