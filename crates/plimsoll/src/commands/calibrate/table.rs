//! A calibration as a person reads it.

use super::Calibration;
use super::load::{Percentiles, Rate};
use std::fmt::Write as _;

pub fn table(calibration: &Calibration) -> String {
    let mut text = String::new();
    // Writing into a String can't fail.
    let _ = write_rates(&mut text, calibration)
        .and_then(|()| write_floor(&mut text, calibration))
        .and_then(|()| write_machine(&mut text, calibration));
    text
}

fn write_rates(text: &mut String, calibration: &Calibration) -> std::fmt::Result {
    writeln!(
        text,
        "{:<38}{:>12}{:>14}{:>11}{:>14}",
        "load", "requests/s", "CPU/request", "of a core", "at 100 %"
    )?;
    for rate in &calibration.rates {
        let Rate { cpu_us_per_request, possible_per_s, .. } = rate;
        writeln!(
            text,
            "{:<38}{:>12}{:>14}{:>11}{:>14}",
            label(rate),
            grouped(rate.requests_per_s),
            time(*cpu_us_per_request),
            format!("{:.0} %", rate.cpu_percent),
            possible_per_s.map_or_else(|| "–".to_owned(), |n| format!("{}/s", grouped(n))),
        )?;
    }
    writeln!(
        text,
        "  closed loop, keep-alive, smallest answers; the server is built in, and often the limit\n"
    )
}

fn label(rate: &Rate) -> String {
    let plural = if rate.workers == 1 { "" } else { "s" };
    let place = match (rate.is_shared, rate.workers) {
        (true, _) => "cores shared with the server",
        (false, 1) => "a core of its own",
        (false, _) => "cores of their own",
    };
    format!("{} worker{plural}, {place}", rate.workers)
}

fn write_floor(text: &mut String, calibration: &Calibration) -> std::fmt::Result {
    let floor = &calibration.floor;
    writeln!(
        text,
        "{:<30}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "noise floor", "p50", "p90", "p99", "p99.9", "max"
    )?;
    for (name, percentiles) in [
        ("response, instant server", &floor.response),
        ("of it in the server", &floor.server),
        ("timers late by", &floor.lateness),
    ] {
        let Percentiles { p50_us, p90_us, p99_us, p99_9_us, max_us } = *percentiles;
        write!(text, "{name:<30}")?;
        for us in [p50_us, p90_us, p99_us, p99_9_us, max_us] {
            write!(text, "{:>10}", time(us))?;
        }
        writeln!(text)?;
    }
    let place = if floor.is_shared { "; load and server shared a core" } else { "" };
    writeln!(text, "  {} requests, one at a time, {:.0}/s{place}", floor.requests, floor.requests_per_s)?;
    let (p50, p99) = (time(floor.response.p50_us), time(floor.distinguishable_us));
    writeln!(
        text,
        "  every response time holds about {p50} of this machine; one above {p99} was not made by it\n"
    )
}

fn write_machine(text: &mut String, calibration: &Calibration) -> std::fmt::Result {
    let Calibration { machine, clock, .. } = calibration;
    let unknown = || "not known".to_owned();
    let virtual_machine = if machine.is_virtual { ", virtual machine" } else { "" };
    let cpu = machine.cpu.clone().unwrap_or_else(unknown);
    let source = clock.source.as_deref().unwrap_or("unknown source");
    let limit = |n: Option<u64>| n.map_or("unlimited".to_owned(), |n| n.to_string());
    let ports = machine.ports.map_or_else(unknown, |(first, last)| format!("{first}–{last}"));
    let rows = [
        ("cores", format!("{} ({cpu}{virtual_machine})", machine.cores)),
        ("CPU governor", machine.cpu_governor.clone().unwrap_or_else(unknown)),
        ("load average before", machine.load_average.map_or_else(unknown, |load| format!("{load:.2}"))),
        ("stolen by the hypervisor", calibration.steal_percent.map_or_else(unknown, |p| format!("{p:.1} %"))),
        (
            "clock",
            format!(
                "{source}, {} ns resolution, {} ns steps seen, {:.0} ns a reading",
                clock.resolution_ns, clock.step_ns, clock.cost_ns
            ),
        ),
        ("recorded", "whole microseconds, three significant digits".to_owned()),
        (
            "open files",
            format!("{}, hard limit {}", limit(machine.descriptors_soft), limit(machine.descriptors_hard)),
        ),
        ("local ports", ports),
        (
            "connections to one server",
            machine.connections_max.map_or_else(unknown, |n| format!("at most {n}, by ports and open files")),
        ),
        ("listen backlog", machine.somaxconn.map_or_else(unknown, |n| n.to_string())),
    ];
    for (name, value) in rows {
        writeln!(text, "{name:<30}{value}")?;
    }
    Ok(())
}

/// A time with the unit that keeps it short.
fn time(us: Option<f64>) -> String {
    match us {
        None => "–".to_owned(),
        Some(us) if us < 10.0 => format!("{us:.1} µs"),
        Some(us) if us < 1e3 => format!("{us:.0} µs"),
        Some(us) if us < 1e5 => format!("{:.1} ms", us / 1e3),
        Some(us) => format!("{:.0} ms", us / 1e3),
    }
}

/// A whole number with commas.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        for (number, expected) in [(0.0, "0"), (999.6, "1,000"), (123_456.0, "123,456"), (1e6, "1,000,000")] {
            assert_eq!(grouped(number), expected);
        }
        for (us, expected) in [(0.25, "0.2 µs"), (45.0, "45 µs"), (1_234.0, "1.2 ms"), (250_000.0, "250 ms")]
        {
            assert_eq!(time(Some(us)), expected);
        }
        assert_eq!(time(None), "–");
    }
}
