//! Reads how many exchanges a run keeps as examples.

use super::shapes;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_run::ExampleLimits;

/// More would be a recording, and no examples.
const COUNT_MAX: u32 = 1_000;
const MEGABYTES_MAX: u32 = 1_000;

/// `examples: off`, or `{failures: 20, slowest: 20, megabytes: 16}`.
pub fn read(node: &Node, problems: &mut Problems) -> ExampleLimits {
    if matches!(node.as_str(), Some("off" | "false" | "no")) {
        return ExampleLimits::NONE;
    }
    let mut fields = Fields::of(node, &shapes::EXAMPLES, problems);
    let mut number = |key, max: u32| {
        fields.parsed(key, |text| match text.trim().parse::<u32>() {
            Ok(number) if number <= max => Ok(number),
            _ => Err(format!("`{text}` is not a whole number from 0 to {max}")),
        })
    };
    let usual = ExampleLimits::default();
    let limits = ExampleLimits {
        failures: number("failures", COUNT_MAX).unwrap_or(usual.failures),
        slowest: number("slowest", COUNT_MAX).unwrap_or(usual.slowest),
        megabytes: number("megabytes", MEGABYTES_MAX).unwrap_or(usual.megabytes),
    };
    fields.finish();
    limits
}
