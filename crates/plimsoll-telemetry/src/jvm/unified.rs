//! One line of the JVM's unified logging (JEP 158, JDK 9 and later): decorations in brackets, then a message.

use crate::number::{decimal, whole};
use crate::time::{self, WallClock};
use plimsoll_run::At;

/// A line taken apart.
#[derive(Debug, PartialEq)]
pub struct Decorated<'a> {
    /// From `time`, `utctime`, `timemillis`, `timenanos`.
    pub wall_us: Option<i64>,
    /// From `uptime`, `uptimemillis`, `uptimenanos`.
    pub uptime_us: Option<i64>,
    /// `gc,heap`; empty when not written.
    pub tags: &'a str,
    pub message: &'a str,
}

impl<'a> Decorated<'a> {
    /// `None` for a line without decorations that tell a time.
    pub fn read(line: &'a str, clock: &mut WallClock) -> Option<Decorated<'a>> {
        let mut rest = line;
        let mut found = Decorated { wall_us: None, uptime_us: None, tags: "", message: "" };
        while let Some(inner) = rest.strip_prefix('[') {
            let Some((decoration, after)) = inner.split_once(']') else { break };
            found.decoration(decoration.trim(), clock);
            rest = after;
        }
        found.message = rest.trim();
        (found.wall_us.is_some() || found.uptime_us.is_some()).then_some(found)
    }

    pub fn at(&self) -> At {
        match (self.wall_us, self.uptime_us) {
            (Some(us), _) => At::Wall(us),
            (None, us) => At::Since(us.unwrap_or(0)),
        }
    }

    fn decoration(&mut self, text: &'a str, clock: &mut WallClock) {
        if let Some(us) = duration_us(text) {
            // Milliseconds since 1970 look like a long uptime.
            if us > 1_000_000_000_000_000 {
                self.wall_us = Some(us);
            } else {
                self.uptime_us = Some(us);
            }
        } else if let Some(us) = time::iso(text.as_bytes()).and_then(|written| clock.unix_us(&written)) {
            self.wall_us = Some(us);
        } else if !matches!(text, "trace" | "debug" | "info" | "warning" | "error")
            && text.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b',' | b'+' | b'-' | b'_' | b' '))
        {
            self.tags = text;
        }
    }
}

/// `0.772s`, `708ms`, `708123456ns`.
fn duration_us(text: &str) -> Option<i64> {
    let us = if let Some(ns) = text.strip_suffix("ns") {
        whole(ns.as_bytes())? / 1000
    } else if let Some(ms) = text.strip_suffix("ms") {
        whole(ms.as_bytes())?.checked_mul(1000)?
    } else {
        let seconds = decimal(text.strip_suffix('s')?)?;
        return (0.0..1e9).contains(&seconds).then_some((seconds * 1e6).round() as i64);
    };
    i64::try_from(us).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorations_come_in_any_choice_and_order() {
        let cases = [
            (
                "[2026-11-21T08:22:01.524+0000][0.927s][info][gc,heap     ] GC(0) x",
                Some((Some(1_795_249_321_524_000), Some(927_000), "gc,heap", "GC(0) x")),
            ),
            ("[708ms][info][gc] GC(0)", Some((None, Some(708_000), "gc", "GC(0)"))),
            ("[708123456ns] plain", Some((None, Some(708_123), "", "plain"))),
            ("[1795249321524ms][4711][gc] [x] y", Some((Some(1_795_249_321_524_000), None, "gc", "[x] y"))),
            ("[0,927s][gc] German", Some((None, Some(927_000), "gc", "German"))),
            ("[info][gc] no time", None),
            ("plain", None),
            ("[", None),
        ];
        for (line, expected) in cases {
            let mut clock = WallClock::new(jiff::tz::TimeZone::UTC);
            let found = Decorated::read(line, &mut clock);
            let found = found.map(|d| (d.wall_us, d.uptime_us, d.tags, d.message));
            assert_eq!(found, expected, "{line}");
        }
    }
}
