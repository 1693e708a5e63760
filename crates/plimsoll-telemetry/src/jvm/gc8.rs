//! One line of a garbage collection log of JDK 8 and before (`-XX:+PrintGCDetails`, `-XX:+PrintGCDateStamps`,
//! `-XX:+PrintGCTimeStamps`; Serial, Parallel, CMS, and G1 without its details).
//!
//! The time is that of the pause's beginning. Sizes around an arrow: in inner brackets those of a pool, outside
//! those of the heap. Lines that CMS' concurrent phases tear apart are passed over.

use super::collection::Change;
use crate::number::{decimal, seconds_us};
use crate::time::{self, WallClock};
use plimsoll_run::At;

#[derive(Debug, PartialEq)]
pub struct Gc8Record<'a> {
    /// When it began.
    pub at: At,
    pub action: &'a str,
    pub cause: &'a str,
    pub duration_us: u64,
    /// Pool (empty for the heap) and change.
    pub changes: Vec<(&'a str, Change)>,
}

impl<'a> Gc8Record<'a> {
    pub fn read(line: &'a str, clock: &mut WallClock) -> Option<Gc8Record<'a>> {
        let start = [line.find("[GC"), line.find("[Full GC")].into_iter().flatten().min()?;
        let at = time_before(&line[..start], clock)?;
        let body = &line[start + 1..];
        let body = body.split_once(" [Times:").map_or(body, |(body, _)| body);
        let end = body.rfind(" secs]")?;
        let duration = body[..end].rsplit(' ').next()?;
        let duration_us = seconds_us(duration.as_bytes())?;
        let action_end = body.find([' ', '[', ',']).unwrap_or(body.len());
        let (action, rest) = match body.strip_prefix("Full GC") {
            Some(rest) => ("Full GC", rest),
            None => (&body[..action_end], &body[action_end..]),
        };
        let rest = rest.trim_start().strip_prefix("pause").unwrap_or(rest).trim_start();
        let cause = rest.strip_prefix('(').and_then(closing).map_or("", |end| &rest[1..=end]);
        let changes = changes(&body[..end]);
        Some(Gc8Record { at, action, cause, duration_us, changes })
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

/// `2026-11-21T08:22:01.369+0100: 0.772: `, either or both.
fn time_before(text: &str, clock: &mut WallClock) -> Option<At> {
    let mut found = None;
    for part in text.split(": ").map(str::trim).filter(|part| !part.is_empty()) {
        if let Some(us) = time::iso(part.as_bytes()).and_then(|written| clock.unix_us(&written)) {
            return Some(At::Wall(us));
        }
        let seconds = decimal(part.trim_end_matches(':'))?;
        (0.0..1e9).contains(&seconds).then_some(())?;
        found = Some(At::Since((seconds * 1e6).round() as i64));
    }
    found
}

fn changes(body: &str) -> Vec<(&str, Change)> {
    let mut changes = Vec::new();
    for (arrow, _) in body.match_indices("->") {
        let Some(change) = Change::around(body, arrow) else { continue };
        let before = &body[..arrow];
        let open = before.rfind('[').filter(|at| !before[*at..].contains(']'));
        let pool = match open {
            None => "",
            Some(open) => match before[open + 1..].split_once(':') {
                Some((name, _)) => name.trim(),
                None => "",
            },
        };
        changes.push((pool, change));
    }
    changes
}
