//! What is said when the recording has ended.

use crate::exit::Failure;
use crate::message;
use plimsoll_record::RecordingSummary;
use std::path::Path;

/// Hosts that are named.
const HOSTS_MAX: usize = 3;

pub fn counts(recording: &RecordingSummary) {
    let (requests, pages) = (recording.exchanges, recording.pages);
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let of_browser = match recording.errands {
        0 => String::new(),
        errands => format!(" ({errands} of the browser's own are not recorded)"),
    };
    message::say(&format!(
        "recorded {requests} request{} in {pages} transaction{}{of_browser}",
        plural(requests),
        plural(pages as u64)
    ));
}

/// Requests to other sites, which are in the recording and not in the plan.
pub fn foreign(recording: &RecordingSummary, hosts: &[String]) -> Option<String> {
    let is_own = |name: &str| {
        hosts.is_empty() || hosts.iter().any(|host| name == host || name.ends_with(&format!(".{host}")))
    };
    let mut others: Vec<_> = recording.foreign_hosts.iter().filter(|(name, _)| !is_own(name)).collect();
    others.sort_by_key(|(_, requests)| std::cmp::Reverse(*requests));
    let all: u64 = others.iter().map(|(_, requests)| requests).sum();
    let named: Vec<String> =
        others.iter().take(HOSTS_MAX).map(|(name, requests)| format!("{name} {requests}")).collect();
    let more = if others.len() > HOSTS_MAX { ", …" } else { "" };
    (all > 0).then(|| {
        let requests = if all == 1 { "request" } else { "requests" };
        format!(
            "not in the plan: {all} {requests} to other sites ({}{more}); --host takes them in",
            named.join(", ")
        )
    })
}

pub fn files(archive: &Path, plan: &Path) {
    let (archive, plan) = (archive.display(), plan.display());
    message::say(&format!("plan: {plan}"));
    message::say(&format!("recording: {archive}; passwords that were typed are in both"));
    message::say(&format!("next: plimsoll try {plan} --compare-with {archive}"));
}

pub fn nothing(recording: &RecordingSummary) -> Failure {
    match recording.distrusted.first() {
        Some(host) => Failure::input(format!("nothing was recorded: clients did not trust the certificate for {host}"))
            .with_hint("`plimsoll record --trust` says how they do; `--browser` needs nothing"),
        None => Failure::input("nothing was recorded: no request came through the proxy").with_hint(
            "set it as the client's proxy for HTTP and HTTPS (curl --proxy, HTTP_PROXY and HTTPS_PROXY, the browser's \
             settings), or use --browser; many clients ask 127.0.0.1 and localhost without a proxy",
        ),
    }
}
