pub use plimsoll_run::ErrorCount;
use plimsoll_run::Interval;

pub const ERROR_DETAILS_MAX: usize = 20;

pub(crate) fn error_details(interval: &Interval) -> Vec<ErrorCount> {
    let mut details: Vec<ErrorCount> = interval
        .errors
        .iter()
        .map(|((kind, detail), count)| ErrorCount { kind: *kind, detail: detail.clone(), count: *count })
        .collect();
    details.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| (a.kind, &a.detail).cmp(&(b.kind, &b.detail))));
    details.truncate(ERROR_DETAILS_MAX);
    details
}
