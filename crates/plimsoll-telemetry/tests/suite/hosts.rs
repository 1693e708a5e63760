//! What vmstat and iostat print in files: several runs in one, times that others put before lines, time zones, counters that
//! overflowed.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{ReaderOptions, recognise};

/// `metric{mode or device}` of the readings that are asked for, with their times, and the problems.
#[track_caller]
fn check(log: &str, metric: &str, expected: &[&str]) {
    let format = recognise(log.as_bytes()).expect("it is recognised");
    let mut reader = format.reader(&ReaderOptions::default()).expect("the defaults suit");
    let mut dump = Dump::default();
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    let found: Vec<&str> =
        dump.text.lines().filter(|line| line.contains(metric) || line.starts_with('!')).collect();
    assert_eq!(found, expected);
}

const TITLE: &str = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n";
const HEADER: &str = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st";

fn row(interrupts: u32) -> String {
    format!(" 1  0      0 100 200 300    0    0     0     0  {interrupts}   60  2  1 97  0  0\n")
}

#[test]
fn the_first_row_of_each_appended_run_is_left_out() {
    let mut log = String::new();
    for (run, rows) in [(0, 24), (100, 3), (200, 2)] {
        for n in 0..rows {
            if n % 21 == 0 {
                log.push_str(&format!("{TITLE}{HEADER}\n"));
            }
            log.push_str(&row(run + n));
        }
    }
    let numbers = (1..24).chain([101, 102, 201]);
    let places = (1..24).chain([25, 26, 28]);
    let expected: Vec<String> = places
        .zip(numbers)
        .map(|(place, number)| format!("#{place} system.interrupts {number} {{interrupt}}/s rate"))
        .collect();
    check(&log, "system.interrupts", &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

/// A row as the mean since boot, which hardly changes, or of a machine at work.
fn row_of(interrupts: u32, is_since_boot: bool, time: &str) -> String {
    let rest = match is_since_boot {
        true => "1705 18  8 74  0  0",
        false => "9100 71 19 10  0  0",
    };
    format!(" 1  0      0 100 200 300    0    0  2478  1286  {interrupts} {rest}{time}\n")
}

#[test]
fn a_run_that_is_appended_when_a_header_repeats_is_reported_by_its_figures() {
    for rows in [21, 22, 24] {
        for appended in [true, false] {
            let mut log = format!("{TITLE}{HEADER}\n{}", row_of(466, true, ""));
            (1..rows).for_each(|n| log.push_str(&row_of(4_000 + n, false, "")));
            log.push_str(&format!("{TITLE}{HEADER}\n{}", row_of(470, appended, "")));
            log.push_str(&row_of(5_000, false, ""));
            let mut expected: Vec<String> = (1..rows)
                .map(|n| format!("#{n} system.interrupts {} {{interrupt}}/s rate", 4_000 + n))
                .collect();
            expected.push(match appended {
                true => format!(
                    "! input:{}: this row is like the mean since boot: it is taken for the first one of another run, and left out",
                    rows + 5
                ),
                false => format!("#{rows} system.interrupts 470 {{interrupt}}/s rate"),
            });
            expected.push(format!("#{} system.interrupts 5000 {{interrupt}}/s rate", rows + 1));
            check(&log, "system.interrupts", &expected.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_run_that_is_appended_when_a_header_repeats_is_reported_by_its_times() {
    for (second, appended) in [(40, true), (22, false), (23, false)] {
        let mut log = format!("{TITLE}{HEADER}   UTC\n{}", row_of(466, true, " 2018-03-21 10:07:00"));
        (1..22).for_each(|n| log.push_str(&row_of(4_000 + n, false, &format!(" 2018-03-21 10:07:{n:02}"))));
        let time = format!(" 2018-03-21 10:07:{second}");
        log.push_str(&format!("{TITLE}{HEADER}   UTC\n{}", row_of(4_100, false, &time)));
        let mut expected: Vec<String> = (1..22)
            .map(|n| format!("2018-03-21T10:07:{n:02}Z system.interrupts {} {{interrupt}}/s rate", 4_000 + n))
            .collect();
        if !appended {
            expected.push(format!("2018-03-21T10:07:{second}Z system.interrupts 4100 {{interrupt}}/s rate"));
        }
        check(&log, "system.interrupts", &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn the_zone_of_the_header_counts() {
    for (zone, time) in [("CET", "09:07:07"), ("UTC", "10:07:07"), ("EST", "15:07:07"), ("+0530", "04:37:07")]
    {
        let log =
            format!("{HEADER}   {zone}\n{} \n{} 2018-03-21 10:07:07\n", row(1).trim_end(), row(2).trim_end());
        let expected = format!("2018-03-21T{time}Z system.interrupts 2 {{interrupt}}/s rate");
        check(&log, "system.interrupts", &[&expected]);
    }
    let log = format!("{HEADER}   IST\n{}\n{} 2018-03-21 10:07:07\n", row(1).trim_end(), row(2).trim_end());
    check(
        &log,
        "system.interrupts",
        &[
            "! input:3: \"IST\" is the name of no time zone, or of several: --timezone says which",
            "2018-03-21T10:07:07Z system.interrupts 2 {interrupt}/s rate",
        ],
    );
}

#[test]
fn a_row_with_an_overflowed_counter_is_a_problem_and_no_figure() {
    let wrong = row(2).replace(" 97  0  0", " 101 3035110221  0");
    let log = format!("{HEADER}\n{}{wrong}{}{}", row(1), row(3).replace("200", "-4"), row(4));
    check(
        &log,
        "system.interrupts",
        &[
            "! input:3: system.cpu.utilization idle: \"101\" can't be; the row is left out",
            "! input:4: system.memory.usage buffers: \"-4\" can't be; the row is left out",
            "#3 system.interrupts 4 {interrupt}/s rate",
        ],
    );
}

#[test]
fn times_before_the_lines_of_vmstat_are_its_times() {
    let log = format!(
        "Mar 21 10:07:05 {TITLE}Mar 21 10:07:05 {HEADER}\nMar 21 10:07:05 {}Mar 21 10:07:06 {}Mar 21 10:07:07 {}",
        row(1),
        row(2),
        row(3)
    );
    check(
        &log,
        "system.interrupts",
        &[
            "+2000000 system.interrupts 2 {interrupt}/s rate",
            "+3000000 system.interrupts 3 {interrupt}/s rate",
        ]
        .map(|line| line.replace("+2", "+1").replace("+3", "+2"))
        .each_ref()
        .map(String::as_str),
    );
    let log = format!("1521626825 {HEADER}\n1521626825 {}2018-03-21T10:07:06Z {}", row(1), row(2));
    check(&log, "system.interrupts", &["2018-03-21T10:07:06Z system.interrupts 2 {interrupt}/s rate"]);
}

const IOSTAT: &str = "\
Linux 6.18.44 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          18.10    0.36    7.82    0.29    0.03   73.41

Device            r/s  %util
vda             99.28   1.02

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           4.98   85.57    7.96    0.00    1.49    0.00

Device            r/s  %util
vda              2.00 100.40

";

#[test]
fn each_run_of_iostat_begins_with_the_mean_since_boot() {
    let log = format!("{IOSTAT}{IOSTAT}").replace("2.00 100.40\n\nLinux", "2.00 900.40\n\nLinux");
    check(
        &log,
        "vda",
        &[
            "#1 system.disk.operations{disk.io.direction=read,system.device=vda} 2 {operation}/s rate",
            "! input:13: system.disk.io_time: \"900.40\" can't be; the row is left out",
            "#3 system.disk.operations{disk.io.direction=read,system.device=vda} 2 {operation}/s rate",
            "#3 system.disk.io_time{system.device=vda} 1 1 rate",
        ],
    );
}

#[test]
fn times_before_the_lines_of_iostat_are_its_times_and_no_device() {
    let log: String = IOSTAT.lines().map(|line| format!("Mar 21 10:07:05 {line}\n")).collect();
    check(
        &log,
        "device",
        &[
            "+0 system.disk.operations{disk.io.direction=read,system.device=vda} 2 {operation}/s rate",
            "+0 system.disk.io_time{system.device=vda} 1 1 rate",
        ],
    );
    let log: String = IOSTAT.lines().map(|line| format!("2018-03-21 10:07:05 {line}\n")).collect();
    check(&log, "%util", &[]);
    check(&log, "io_time", &["2018-03-21T10:07:05Z system.disk.io_time{system.device=vda} 1 1 rate"]);
}
