//! What options take.

use plimsoll_plan::units;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// One address, or `first-last` (IPv4).
pub fn address_range(text: &str) -> Result<Vec<IpAddr>, String> {
    const RANGE_MAX: u32 = 4_096;
    if let Ok(address) = text.trim().parse::<IpAddr>() {
        return Ok(vec![address]);
    }
    let bounds = text.split_once('-').map(|(first, last)| {
        (first.trim().parse::<Ipv4Addr>().map(u32::from), last.trim().parse::<Ipv4Addr>().map(u32::from))
    });
    match bounds {
        Some((Ok(first), Ok(last))) if first <= last && last - first < RANGE_MAX => {
            Ok((first..=last).map(|address| Ipv4Addr::from(address).into()).collect())
        }
        _ => Err(format!("`{text}` is neither an address nor a range such as 127.0.0.2-127.0.0.9")),
    }
}

pub fn duration(text: &str) -> Result<Duration, String> {
    units::duration(text).map_err(|e| e.to_string())
}

/// A bare number is per second.
pub fn rate(text: &str) -> Result<f64, String> {
    let bare = text.trim().parse::<f64>().is_ok();
    plimsoll_study::rate(&if bare { format!("{text}/s") } else { text.to_owned() })
}

/// What is said of files or hosts.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    property(text).map_err(|_| {
        format!("`{text}` has no `=`; a name of files or hosts stands before it, as in 'web*.log=nginx'")
    })
}

pub fn property(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not name=value; write for example -Jthreads=100")),
    }
}
