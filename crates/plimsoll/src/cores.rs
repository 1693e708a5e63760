//! Cores of this machine that the load generator is to run on.

use crate::exit::Failure;
use crate::message;
use plimsoll_study::{GeneratorSpec, Study};
use rustix::thread::CpuSet;

/// Of one number or range: `3`, `4-7`.
pub fn range(text: &str) -> Result<Vec<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|core| *core < CpuSet::MAX_CPU);
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok((first..=last).collect()),
        _ => Err("cores are numbers and ranges of them, like 2,3 or 4-7 (`lscpu -e` lists them)".to_owned()),
    }
}

/// A worker for each, or for each core that the program may use.
pub fn workers(named: &[usize]) -> u32 {
    if named.is_empty() { available() } else { named.len() as u32 }
}

pub fn available() -> u32 {
    std::thread::available_parallelism().map_or(1, |n| n.get() as u32)
}

/// The cores that this process may use, ascending.
pub fn allowed() -> Vec<usize> {
    let allowed = rustix::thread::sched_getaffinity(None);
    let cores: Vec<usize> = allowed
        .map(|set| (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect())
        .unwrap_or_default();
    if cores.is_empty() { vec![0] } else { cores }
}

/// Those that are named, which this program may use, and that make the load.
pub fn named(ranges: &[Vec<usize>], study: &Study) -> Result<Vec<usize>, Failure> {
    let cores = ranges.concat();
    if cores.is_empty() {
        return Ok(cores);
    }
    if study.generator != GeneratorSpec::Engine {
        return Err(Failure::input("--generator-cores is for Plimsoll's own engine")
            .with_hint("start the other tool under `taskset -c CORES`"));
    }
    let allowed = allowed();
    let missing: Vec<usize> = cores.iter().copied().filter(|core| !allowed.contains(core)).collect();
    if !missing.is_empty() {
        let text = format!("--generator-cores names {}, which this program may not use", shown(&missing));
        return Err(Failure::input(text).with_hint(format!("it may use {}", shown(&allowed))));
    }
    for (place, core) in cores.iter().enumerate() {
        if cores[..place].contains(core) {
            return Err(Failure::input(format!("--generator-cores names core {core} twice"))
                .with_hint("--workers N makes more workers than cores"));
        }
    }
    for (core, other) in siblings(&cores) {
        let text = format!("cores {core} and {other} are two threads of one physical core");
        message::warning(
            &text,
            Some("together they carry less than two cores: name one of each physical core"),
        );
    }
    Ok(cores)
}

/// `2,3`
pub fn shown(cores: &[usize]) -> String {
    cores.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Pairs of them that share a physical core (hyper-threads), as the kernel says.
fn siblings(cores: &[usize]) -> Vec<(usize, usize)> {
    let of = |core: usize| {
        let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.trim().split(',').filter_map(|part| range(part).ok()).flatten().collect::<Vec<usize>>()
    };
    let pairs = |(place, core): (usize, &usize)| {
        let shared = of(*core);
        cores[..place]
            .iter()
            .filter(move |other| shared.contains(other))
            .map(|other| (*other, *core))
            .collect::<Vec<_>>()
    };
    cores.iter().enumerate().flat_map(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_are_numbers_and_ranges() {
        for (text, expected) in [("0", vec![0]), ("4-7", vec![4, 5, 6, 7]), (" 2 - 3 ", vec![2, 3])] {
            assert_eq!(range(text), Ok(expected), "{text}");
        }
        for wrong in ["", "a", "3-2", "-1", "1-", "5000", "1.5"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
