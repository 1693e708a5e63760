//! The commands about the instrument itself: what it can measure, and targets to prove it by.

use crate::program::{command, plimsoll, stderr, stdout};
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{BufRead, Read, Write};
use std::process::Stdio;

#[test]
fn a_calibration_says_rates_noise_clock_and_limits_in_plausible_orders() {
    retry_if_stalled(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let output = plimsoll(folder.path(), &["calibrate", "--seconds", "1", "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let found: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        let number = |path: &str| {
            found
                .pointer(path)
                .and_then(serde_json::Value::as_f64)
                .unwrap_or_else(|| panic!("{path}: {found:#}"))
        };
        let cores = number("/machine/cores");
        let rates = found["rates"].as_array().expect("a list").len();
        assert_eq!(rates, if cores < 2.0 { 1 } else { 2 });
        for i in 0..rates {
            let figure = |name: &str| number(&format!("/rates/{i}/{name}"));
            assert_eq!(figure("errors"), 0.0);
            assert!((10.0..1e8).contains(&figure("requests_per_s")), "{}", figure("requests_per_s"));
            assert!((0.1..1e5).contains(&figure("cpu_us_per_request")), "{}", figure("cpu_us_per_request"));
            assert!(figure("possible_per_s") * 1.05 >= figure("requests_per_s"));
        }
        let floor = |name: &str| number(&format!("/floor/{name}"));
        assert!(floor("response/p50_us") >= 1.0 && floor("response/p50_us") <= floor("response/p99_us"));
        assert_eq!(floor("distinguishable_us"), floor("response/p99_us"));
        assert!(floor("lateness/max_us") >= floor("lateness/p50_us"));
        assert!(number("/clock/cost_ns") > 0.0 && number("/clock/resolution_ns") >= 1.0);
        assert!(number("/machine/connections_max") > 0.0);
        let warnings = found["warnings"].as_array().expect("a list");
        assert!(warnings.iter().all(|w| ["seen", "matters", "helps"].iter().all(|part| w[part].is_string())));
        assert!(!folder.path().join("runs").exists(), "a calibration leaves nothing behind");
    });
}

#[test]
fn a_calibration_is_a_table_on_stdout() {
    retry_if_stalled(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let output = plimsoll(folder.path(), &["calibrate", "--seconds", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let table = stdout(&output);
        for part in
            ["requests/s", "CPU/request", "1 worker", "noise floor", "timers late by", "clock", "open files"]
        {
            assert!(table.contains(part), "{part:?} is not in:\n{table}");
        }
        assert!(!table.contains("warning"), "warnings are conversation:\n{table}");
    });
}

#[test]
fn a_target_of_programmed_delays_shows_its_truth_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let listen = ["--listen", "127.0.0.1:0"];
    for wrong in [
        &["target", "delay", "--distribution", "fast"][..],
        &["target", "delay", "--distribution", "50% 1 ms, 40% 2 ms"],
        &["target", "delay", "--distribution", "1 ms", "--workers", "2"],
        &["target", "delay", "--stall", "10s/1s"],
    ] {
        let output = plimsoll(folder.path(), &[wrong, &listen].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(stderr(&output).contains("error:"), "{wrong:?}: {}", stderr(&output));
    }
    let delays = ["target", "delay", "--distribution", "90% 1 ms, 10% 20 ms", "--stall", "1s/10s"];
    let mut child = command(folder.path(), &[&delays[..], &listen].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut said = String::new();
    std::io::BufReader::new(child.stderr.as_mut().expect("piped")).read_line(&mut said).expect("a line");
    assert!(said.contains("delays: 90% 1 ms, 10% 20 ms, answers nothing for 1 s of every 10 s"), "{said}");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split(',').next()).expect("an address");
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    stream.write_all(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.ends_with("\r\n\r\nOK"), "{answer}");
    let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a pid");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("interrupted");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    let truth: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((&truth["requests"], &truth["stall"]["every_us"]), (&1.into(), &10_000_000.into()));
}
