//! What breaks while a fleet works: each time the report says so, and every request is counted once or known to be missing.

use super::lab::{Lab, PATIENCE, Shop, by_node, missing_seconds, noted, once_asked, requests};
use super::link::{Link, Speed};
use crate::program::{plimsoll, said, write};
use plimsoll_run::NoteContent;
use plimsoll_testkit::skip::skip;
use rustix::process::Signal;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn url(shop: &Shop) -> String {
    format!("http://{}/", shop.address)
}

#[test]
fn a_node_that_is_cut_off_goes_on_and_its_seconds_come_when_it_is_back() {
    let Some(lab) = Lab::new() else { return };
    let (shop, link) = (Shop::open(), Link::to(lab.port, None));
    lab.fleet(2, ", lost_after: 2 s");
    let _nodes = [lab.node("a"), lab.node_by("b", &[], link.port, &[])];
    let cutting = once_asked(&shop, 200, move || {
        link.cut(true);
        std::thread::sleep(Duration::from_secs(6));
        link.cut(false);
    });
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "14s"]);
    cutting.join().expect("it was cut");
    let run = lab.opened(&output);
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { node: 2, .. })), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFound { node: 2, .. })), "{}", said(&output));
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
}

#[test]
fn a_node_that_is_cut_off_for_good_is_missing_and_has_the_rest_in_its_own_file() {
    let Some(lab) = Lab::new() else { return };
    let (shop, link) = (Shop::open(), Link::to(lab.port, None));
    lab.fleet(2, ", lost_after: 2 s");
    let _nodes = [lab.node("a"), lab.node_by("b", &[], link.port, &[])];
    let cutting = once_asked(&shop, 200, move || {
        link.cut(true);
        link
    });
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "8s", "-r", "p95 < 10 s"]);
    let _link = cutting.join().expect("it was cut");
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("Node 2 (b) of the fleet was away"), "{}", said(&output));
    assert!(missing_seconds(&run) >= 4 && requests(&run) == by_node(&run), "{}", said(&output));
    let of_first = run.seconds.iter().filter_map(|second| second.generator.nodes.get(&1));
    let of_first: u64 = of_first.map(|node| node.requests).sum();
    assert_eq!(of_first + requests(&lab.own_run("b")), shop.count());
}

#[test]
fn a_node_that_is_asked_to_end_is_missing_from_then_on() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    // As a service manager or an orchestrator does it: the node ends in order, and earlier than its share.
    let ending = once_asked(&shop, 200, move || {
        b.signal(Signal::TERM);
        std::thread::sleep(Duration::from_secs(15));
    });
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "10s", "-r", "p95 < 10 s"]);
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFailed { node: 2, .. })), "{}", said(&output));
    assert!(missing_seconds(&run) >= 4, "{}", said(&output));
    assert_eq!((requests(&run), by_node(&run)), (shop.count(), shop.count()), "{}", said(&output));
    ending.join().expect("it has ended");
}

#[test]
fn a_node_that_was_away_when_the_load_began_is_not_waited_for() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, ", lost_after: 2 s");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    let get = format!("get: \"{}\"", url(&shop));
    let set_up =
        format!("{{phase: set_up, users: 1, iterations: 1, steps: [{{{get}}}, {{{get}, think: 8 s}}]}}");
    let main = format!("{{users: 4, duration: 6 s, steps: [{{{get}}}]}}");
    write(lab.path(), "p.yaml", &format!("plan: p\nscenarios: [{set_up}, {main}]\n"));
    // The set-up is performed once; the other node waits for its end, and does not hear of it.
    let standing = once_asked(&shop, 1, move || {
        b.signal(Signal::STOP);
        std::thread::sleep(Duration::from_secs(13));
        b.signal(Signal::CONT);
        std::thread::sleep(Duration::from_secs(10));
    });
    let output = lab.run(&["p.yaml"]);
    let run = lab.opened(&output);
    let is_late = |note: &NoteContent| matches!(note, NoteContent::NodeFailed { node: 2, why, .. } if why.contains("away when the load"));
    assert!(noted(&run, is_late), "{}", said(&output));
    assert!(requests(&run) > 100, "{}", said(&output));
    standing.join().expect("it went on");
}

#[test]
fn a_slow_link_loses_nothing() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let speed = Speed { delay: Duration::from_millis(60), bytes_per_s: 60_000 };
    let link = Link::to(lab.port, Some(speed));
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node_by("b", &[], link.port, &[])];
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "6s"]);
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
    let nodes = run.seconds.iter().flat_map(|second| second.generator.nodes.iter());
    let uncertainties = nodes.filter(|(number, _)| **number == 2).map(|(_, node)| node.clock_uncertainty_us);
    // Half of a round trip of at least twice the delay.
    assert!(uncertainties.max().is_some_and(|us| us >= 60_000), "the report knows how sure its clock is");
}

#[test]
fn a_node_that_was_started_twice_is_used_once() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, "");
    let _nodes = [lab.node("a"), lab.node_by("a", &[], lab.port, &[])];
    let output = lab.run(&[&url(&shop), "-c", "3", "-d", "2s"]);
    let run = lab.opened(&output);
    assert_eq!(run.header.fleet.as_ref().map(|fleet| fleet.nodes.len()), Some(1));
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
}

#[test]
fn a_node_of_another_version_is_refused_before_the_load_begins() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, "");
    let mut nats = TcpStream::connect(("127.0.0.1", lab.port)).expect("a server");
    let record = r#"{"number":0,"name":"old","version":"0.0.9","cores":1,"kernel":"","architecture":""}"#;
    let beat = format!(r#"{{"id":"0123456789abcdef","protocol":0,"record":{record},"step":null}}"#);
    let said_once = format!("PUB plimsoll.lab.c.beat {}\r\n{beat}\r\n", beat.len());
    nats.write_all(b"CONNECT {\"verbose\":false}\r\n").expect("a connection");
    let mut answers = nats.try_clone().expect("a connection");
    let pinging = std::thread::spawn(move || {
        // It beats for as long as the coordinator waits.
        let deadline = Instant::now() + Duration::from_secs(20);
        while Instant::now() < deadline && nats.write_all(said_once.as_bytes()).is_ok() {
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    let output = lab.run(&[&url(&shop), "-c", "2", "-d", "2s"]);
    assert_eq!((output.status.code(), shop.count()), (Some(2), 0), "{}", said(&output));
    assert!(said(&output).contains("node old runs plimsoll 0.0.9, and this is"), "{}", said(&output));
    let _ = answers.write_all(b"PING\r\n");
    drop(BufReader::new(answers.try_clone().expect("a connection")).lines().next());
    let _ = answers.shutdown(std::net::Shutdown::Both);
    pinging.join().expect("it has ended");
}

#[test]
fn a_node_without_room_on_its_disk_measures_on() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    // No file of its may be longer than so many blocks: the plan fits, a run file does not.
    let limited = ["sh", "-c", "ulimit -f 16; exec \"$@\"", "sh"];
    let _nodes = [lab.node("a"), lab.node_by("b", &limited, lab.port, &[])];
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "4s"]);
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
}

/// The library that tells a process another time of day; it is not asked for times since the start.
fn faketime() -> Option<String> {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let libraries = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
    let found = libraries.into_iter().find(|library| library.is_file());
    if found.is_none() {
        skip("faketime", "the library libfaketime is not installed");
    }
    found.map(|library| library.display().to_string())
}

#[test]
fn a_clock_that_is_off_or_is_set_meanwhile_changes_nothing() {
    let Some(lab) = Lab::new() else { return };
    let Some(library) = faketime() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let file = lab.path().join("time");
    std::fs::write(&file, "-3s").expect("written");
    let file_text = file.display().to_string();
    let variables = [
        ("LD_PRELOAD", library.as_str()),
        ("FAKETIME_TIMESTAMP_FILE", &file_text),
        ("FAKETIME_NO_CACHE", "1"),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
    ];
    let _nodes = [lab.node("a"), lab.node_by("b", &[], lab.port, &variables)];
    let setting = once_asked(&shop, 300, move || std::fs::write(&file, "+3s").expect("written"));
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "6s"]);
    setting.join().expect("it was set");
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
    let ahead = run.seconds.iter().flat_map(|second| second.generator.nodes.values());
    assert!(ahead.map(|node| node.clock_ahead_us.abs()).max().is_some_and(|us| us < 100_000));
}

#[test]
#[ignore = "`make test-real`: a drift needs its time"]
fn a_clock_that_drifts_is_followed_through_a_long_step() {
    let Some(lab) = Lab::new() else { return };
    let Some(library) = faketime() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    // 0.4 ms in each second, and the first look after the start comes within half a minute.
    let variables = [("LD_PRELOAD", library.as_str()), ("FAKETIME", "+0 x1.0004")];
    let _nodes = [lab.node("a"), lab.node_by("b", &[], lab.port, &variables)];
    let output = lab.run(&[&url(&shop), "-c", "4", "-d", "50s"]);
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
    let clock = |second: &plimsoll_run::Second, number: u32| {
        let node = &second.generator.nodes[&number];
        (node.clock_ahead_us, node.clock_uncertainty_us as i64)
    };
    let seconds: Vec<_> = run.seconds.iter().filter(|second| second.generator.nodes.len() == 2).collect();
    let (first, last) = (seconds[0], seconds[seconds.len() - 2]);
    let passed_us = i64::from(last.second - first.second) * 400;
    let ((began, _), (ended, unsure)) = (clock(first, 2), clock(last, 2));
    assert!(
        passed_us > 15_000 && (ended - began - passed_us).abs() < unsure + 3_000,
        "{began} {ended} ± {unsure}"
    );
    let (steady, unsure) = clock(last, 1);
    assert!(steady.abs() <= unsure + 1_000, "{steady} ± {unsure}");
}

#[test]
fn a_node_whose_coordinator_is_gone_ends_by_itself() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, "");
    let own = ["sh", "-c", "exec \"$@\" --orphan-timeout '3 s'", "sh"];
    let mut node = lab.node_by("a", &own, lab.port, &[]);
    let url = url(&shop);
    lab.kill_coordinator_after(&shop, 200, &[&url, "-c", "2", "-d", "100s", "-o", "first"]);
    let deadline = Instant::now() + PATIENCE;
    while matches!(node.0.try_wait(), Ok(None)) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(node.0.try_wait().expect("a child").is_some(), "the node has ended");
    // What it measured is in its own file and on the server; nobody can go on with the step, but it has an end.
    assert_eq!(requests(&lab.own_run("a")), shop.count());
    let output = plimsoll(lab.path(), &["run", "--resume", "first"]);
    let run = plimsoll_run::Run::open(&lab.path().join("first/run.run")).expect("a run file");
    assert_eq!(requests(&run), shop.count(), "{}", said(&output));
}
