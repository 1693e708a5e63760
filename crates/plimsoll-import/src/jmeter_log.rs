//! `jmeter.log`: when threads began and ended. JMeter (`JMeterThread`, 5.x) writes, in local time,
//! `2020-12-09 13:00:42,123 INFO o.a.j.t.JMeterThread: Thread started: Thread Group 1-1` and `… Thread finished: …`;
//! older versions have slashes in the date and other names of the class.

use plimsoll_telemetry::time::{WallClock, iso};
use std::collections::BTreeMap;

pub fn recognise(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    text.lines().take(200).any(|line| {
        line.contains("JMeterThread: Thread started")
            || line.contains("JMeterUtils: Setting Locale")
            || line.contains("o.a.j.JMeter:")
            || line.contains("jmeter.JMeter:")
    })
}

/// Threads at work by second since 1970, wherever their number changed.
pub fn users(lines: &mut dyn Iterator<Item = String>, clock: &mut WallClock) -> BTreeMap<i64, u32> {
    let mut now = 0_u32;
    let mut users = BTreeMap::new();
    for line in lines {
        let started = line.contains("Thread started: ");
        if !started && !line.contains("Thread finished: ") {
            continue;
        }
        let Some(unix_us) = line
            .as_bytes()
            .get(..23)
            .and_then(|time| {
                iso(&time.iter().map(|b| if *b == b',' { b'.' } else { *b }).collect::<Vec<u8>>())
            })
            .and_then(|written| clock.unix_us(&written))
        else {
            continue;
        };
        now = if started { now + 1 } else { now.saturating_sub(1) };
        users.insert(unix_us.div_euclid(1_000_000), now);
    }
    users
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn threads_are_counted() {
        let log = "2020-12-09 13:00:40,001 INFO o.a.j.u.JMeterUtils: Setting Locale to en_US\n\
            2020-12-09 13:00:42,123 INFO o.a.j.t.JMeterThread: Thread started: Users 1-1\n\
            2020-12-09 13:00:42,900 INFO o.a.j.t.JMeterThread: Thread started: Users 1-2\n\
            2020-12-09 13:00:45,000 INFO o.a.j.t.JMeterThread: Thread is done: Users 1-1\n\
            2020-12-09 13:00:45,001 INFO o.a.j.t.JMeterThread: Thread finished: Users 1-1\n";
        assert!(recognise(log.as_bytes()));
        let found = users(&mut log.lines().map(str::to_owned), &mut WallClock::new(TimeZone::UTC));
        let first = 1_607_518_842;
        assert_eq!(found, BTreeMap::from([(first, 2), (first + 3, 1)]));
    }
}
