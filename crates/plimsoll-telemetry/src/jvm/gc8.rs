//! One collection of a garbage collection log of JDK 8 and before (`-XX:+PrintGCDetails`; Serial, Parallel, CMS, G1,
//! and Shenandoah's of that time): what stands between the bracket of `[GC` or `[Full GC` and the bracket that closes
//! it, whatever lines it took ([`super::gc8_lines`] puts them together).
//!
//! Brackets hold brackets: those of pools (`[ParNew: 9K->1K(10K), 0.01 secs]`), of phases, and of what a concurrent
//! phase printed meanwhile. The collection's own text is what is in none of them: its cause, the heap, its length.
//!
//! A collection that begins as a young one and goes on with the old generation (`[Tenured: …]`, `[CMS… (concurrent mode
//! failure): …]`) is a full one.

use super::collection::Change;
use crate::number::{milliseconds_us, seconds_us};
use crate::problem::ProblemKind;

#[derive(Debug, PartialEq)]
pub struct Gc8Record {
    pub action: String,
    pub cause: String,
    /// How long all threads stood still; `None`: they did not, it is the heap alone that is of interest.
    pub duration_us: Option<u64>,
    /// Pool (empty for the heap) and change.
    pub changes: Vec<(&'static str, Change)>,
}

/// Longer names first, where one begins with another.
const POOLS: [&str; 16] = [
    "ASPSYoungGen",
    "ASParNew",
    "ASCMS Perm",
    "CMS Perm",
    "ASPSOldGen",
    "PSYoungGen",
    "ParOldGen",
    "PSOldGen",
    "PSPermGen",
    "Metaspace",
    "Tenured",
    "DefNew",
    "ParNew",
    "ASCMS",
    "Perm",
    "CMS",
];

const OLD_POOLS: [&str; 6] = ["ParOldGen", "PSOldGen", "ASPSOldGen", "Tenured", "CMS", "ASCMS"];

impl Gc8Record {
    /// Of the text from the bracket to the one that closes it. `None`: the line of a phase's beginning.
    pub fn read(text: &str) -> Result<Option<Gc8Record>, ProblemKind> {
        let (own, inner) = levels(text);
        if let Some(phase) = own.strip_prefix("Pause ").or_else(|| own.strip_prefix("Concurrent ")) {
            return shenandoah(&own, phase);
        }
        let (is_full, rest) = match own.strip_prefix("Full") {
            Some(rest) => (true, rest.trim_start().trim_start_matches("GC")),
            None => (false, own.strip_prefix("GC").unwrap_or(&own)),
        };
        let rest = rest.trim_start_matches('-').trim_start();
        let duration_us = length_us(&own)?;
        let mut changes: Vec<(&'static str, Change)> = inner.iter().filter_map(|text| pool(text)).collect();
        let goes_on = changes.iter().any(|(pool, _)| OLD_POOLS.contains(pool));
        if let Some(change) = heap(&own) {
            changes.push(("", change));
        }
        let action = match rest.split([' ', ',']).next() {
            _ if is_full || goes_on => "Full GC",
            Some("remark") => "GC remark",
            Some("cleanup") => "GC cleanup",
            _ => "GC",
        };
        let cause = cause(rest, &inner, !is_full && goes_on);
        Ok(Some(Gc8Record { action: action.to_owned(), cause, duration_us: Some(duration_us), changes }))
    }
}

/// `[Pause Init Mark (process weakrefs), 3.341 ms]`, `[Concurrent cleanup 205M->191M(3991M), 0.5 ms]`.
fn shenandoah(own: &str, phase: &str) -> Result<Option<Gc8Record>, ProblemKind> {
    if own.trim_end().ends_with("start") {
        return Ok(None);
    }
    let changes: Vec<_> = heap(own).map(|change| ("", change)).into_iter().collect();
    let is_pause = own.starts_with("Pause ");
    if !is_pause && changes.is_empty() {
        return Ok(None);
    }
    let end = phase.find(|c: char| matches!(c, '(' | ',') || c.is_ascii_digit());
    let name = phase[..end.unwrap_or(phase.len())].trim_end();
    let ms = own.trim_end().strip_suffix("ms").and_then(|own| own.split_whitespace().last());
    let duration_us = match (is_pause, ms) {
        (false, _) => None,
        (true, ms) => Some(
            ms.and_then(|ms| milliseconds_us(ms.as_bytes()))
                .ok_or_else(|| ProblemKind::number("length of a pause", own.as_bytes()))?,
        ),
    };
    Ok(Some(Gc8Record { action: format!("Pause {name}"), cause: String::new(), duration_us, changes }))
}

/// A bracket's own text, and the own texts of the brackets right in it.
fn levels(text: &str) -> (String, Vec<String>) {
    let (mut own, mut inner) = (String::new(), Vec::<String>::new());
    let (mut depth, mut last) = (0_i32, 0);
    let mut add = |depth: i32, part: &str, inner: &mut Vec<String>| match depth {
        1 => own.push_str(part),
        2 => inner.last_mut().into_iter().for_each(|text| text.push_str(part)),
        _ => {}
    };
    for (at, step) in brackets(text) {
        add(depth, &text[last..at], &mut inner);
        depth += step;
        last = at + 1;
        if (depth, step) == (2, 1) {
            inner.push(String::new());
        }
        if depth <= 0 {
            return (own, inner);
        }
    }
    add(depth, &text[last..], &mut inner);
    (own, inner)
}

/// Places of brackets, with 1 for one that opens and -1 for one that closes. Addresses (`[0x…, 0x…)`) are none.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = (usize, i32)> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(found) = memchr::memchr2(b'[', b']', bytes.get(at..)?).map(|found| at + found) {
            at = found + 1;
            if bytes[found] == b']' {
                return Some((found, -1));
            }
            if !bytes[at..].starts_with(b"0x") {
                return Some((found, 1));
            }
            at += memchr::memchr2(b')', b']', &bytes[at..]).map_or(0, |end| end + 1);
        }
        None
    })
}

/// `…, 0.0066860 secs` at the end.
fn length_us(own: &str) -> Result<u64, ProblemKind> {
    let text = own.trim_end();
    let number = text.strip_suffix("secs").or_else(|| text.strip_suffix("sec"));
    let number = number.and_then(|text| text.split_whitespace().last()).map(|n| n.trim_start_matches(','));
    let us = number.and_then(|number| seconds_us(number.as_bytes()));
    us.filter(|us| *us < LENGTH_MAX_US)
        .ok_or_else(|| ProblemKind::number("length of a collection", number.unwrap_or(text).as_bytes()))
}

/// No collection takes a day.
const LENGTH_MAX_US: u64 = 86_400 * 1_000_000;

fn heap(own: &str) -> Option<Change> {
    let all = || own.match_indices("->").filter_map(|(arrow, _)| Change::around(own, arrow));
    all().find(|change| change.committed.is_some()).or_else(|| all().next())
}

fn pool(text: &str) -> Option<(&'static str, Change)> {
    let name = POOLS.iter().find(|name| text.trim_start().starts_with(*name))?;
    let changes = text.match_indices("->").filter_map(|(arrow, _)| Change::around(text, arrow));
    changes.last().map(|change| (*name, change))
}

/// What stands in parentheses behind `GC` or `GC pause`; with CMS before JDK 8 what the brackets say.
fn cause(rest: &str, inner: &[String], became_full: bool) -> String {
    let said = |what: &str| inner.iter().any(|text| text.contains(what));
    if became_full {
        for why in ["concurrent mode failure", "concurrent mode interrupted", "promotion failed"] {
            if said(&format!("({why})")) {
                return why.to_owned();
            }
        }
    }
    let rest = rest.strip_prefix("pause").unwrap_or(rest).trim_start();
    let first = rest.strip_prefix('(').and_then(|inside| closing(inside).map(|end| &inside[..end]));
    match first {
        Some(first) if rest.contains("(to-space exhausted)") || rest.contains("(to-space overflow)") => {
            format!("{first}, to-space exhausted")
        }
        Some(first) => first.to_owned(),
        None if said("CMS-initial-mark") => "CMS Initial Mark".to_owned(),
        None if said("CMS-remark") => "CMS Final Remark".to_owned(),
        None => String::new(),
    }
}

/// The end of a parenthesis that was opened before; `System.gc()` holds a pair of its own.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
