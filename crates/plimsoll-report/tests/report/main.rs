//! The three forms of a report, from made-up runs.

#[path = "../../../plimsoll-analysis/tests/synthetic/mod.rs"]
mod synthetic;

#[path = "../../../plimsoll-analysis/tests/synthetic/open.rs"]
mod open;

#[path = "../../../plimsoll-analysis/tests/synthetic/lab.rs"]
#[expect(dead_code, reason = "only a part of what tests of detectors need")]
mod lab;

#[path = "../../../plimsoll-analysis/tests/synthetic/lost.rs"]
#[expect(dead_code, reason = "made for tests of the limiting factor")]
mod lost;

mod evidence;
mod figures;
mod json;
mod language;
mod page;
mod runs;
mod terminal;
