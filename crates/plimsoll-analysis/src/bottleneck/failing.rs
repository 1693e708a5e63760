//! What is used up by requests that fail.

use super::usage::{Resource, Usage};
use crate::measured::MeasuredRun;

/// Requests come so much faster than any ever succeeded, and fail: what computes there answers failures, and is no limit of the
/// work that is asked for.
pub(super) fn is_busy_failing(run: &MeasuredRun, usage: &Usage) -> bool {
    let computes = matches!(usage.resource, Resource::Cpu | Resource::ContainerCpu | Resource::Thread);
    let Some(row) = run.step(usage.step).filter(|row| computes && row.mostly_fails()) else { return false };
    let best_per_s = run.steps.iter().map(|row| row.throughput_per_s.value).fold(0.0, f64::max);
    row.requests as f64 / row.measured_s.max(1.0) > FAILING_TIMES * best_per_s
}

/// So many times as often as any step had successes.
const FAILING_TIMES: f64 = 1.5;
