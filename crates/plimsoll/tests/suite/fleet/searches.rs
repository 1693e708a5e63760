//! What a study asks of a fleet beside one load: searches, repeats, jobs, keys, and what becomes of steps without a node.

use super::lab::{Lab, PATIENCE, Shop, missing_seconds, noted, once_asked, requests};
use crate::program::{command, plimsoll, said, write};
use plimsoll_run::{NoteContent, Run};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A plan of one request, and a study of it.
fn study(lab: &Lab, shop: &Shop, study: &str) {
    let steps = format!("steps: [{{get: \"http://{}/\"}}]", shop.address);
    write(lab.path(), "p.yaml", &format!("plan: p\nscenarios: [{{users: 1, duration: 1 s, {steps}}}]\n"));
    write(lab.path(), "s.yaml", &format!("study: s\nplan: p.yaml\n{study}"));
}

fn runs(lab: &Lab) -> Vec<Run> {
    let files = std::fs::read_dir(lab.path().join("out")).expect("a folder").flatten();
    let mut files: Vec<_> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "run"));
    files.sort();
    files.iter().map(|file| Run::open(file).expect("a run")).collect()
}

#[test]
fn a_search_for_capacity_and_repeats_of_a_study_are_made_by_the_same_nodes() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let load = "capacity: {start: 20/s, max: 40/s, precision: 50 %, step: 3 s}\nusers: 20\n";
    study(&lab, &shop, &format!("{load}requirements: [\"p95 < 10 s\"]\nrepeats: 2\n"));
    let output = lab.run(&["s.yaml"]);
    let runs = runs(&lab);
    assert_eq!(runs.len(), 2, "{}", said(&output));
    for run in &runs {
        let rates: Vec<f64> = run.steps.iter().filter_map(|step| step.rate_per_s).collect();
        assert!(rates.len() >= 2 && rates[0] == 20.0 && rates.contains(&40.0), "{rates:?} {}", said(&output));
        let nodes = run.seconds.iter().flat_map(|second| second.generator.nodes.values());
        assert!(nodes.clone().count() > 0 && nodes.clone().all(|node| !node.is_missing), "{}", said(&output));
    }
    assert_eq!(runs.iter().map(requests).sum::<u64>(), shop.count(), "{}", said(&output));
}

#[test]
fn jobs_go_on_while_nodes_make_a_load() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    study(
        &lab,
        &shop,
        "background: {users: 4, before: 2 s, after: 2 s}\njobs: {name: rest, start: sleep 3}\n",
    );
    let output = lab.run(&["s.yaml"]);
    let run = lab.opened(&output);
    assert_eq!(
        run.jobs.iter().map(|job| job.name.as_str()).collect::<Vec<_>>(),
        ["rest"],
        "{}",
        said(&output)
    );
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0), "{}", said(&output));
    assert!(requests(&run) > 0);
}

#[test]
fn pause_and_raise_reach_all_nodes_within_a_second() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let url = format!("http://{}/", shop.address);
    let run = ["run", &url, "--rate", "60", "-d", "40s", "--fleet", "fleet.yaml", "-o", "out"];
    let mut load =
        command(lab.path(), &run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    once_asked(&shop, 120, || ()).join().expect("it was asked");
    let file = lab.path().join("out/run.run");
    let steer = |action| plimsoll_server::ask_control(&file, action).expect("it is steered");
    let rate = |seconds: u64| {
        let before = shop.count();
        std::thread::sleep(Duration::from_secs(seconds));
        (shop.count() - before) as f64 / seconds as f64
    };
    assert!(steer(plimsoll_server::Action::Pause).paused);
    // What is under way ends meanwhile.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(rate(2), 0.0, "no node sends anything");
    steer(plimsoll_server::Action::Resume);
    for _ in 0..8 {
        steer(plimsoll_server::Action::Raise);
    }
    std::thread::sleep(Duration::from_secs(2));
    let raised = rate(4);
    // 1.1 to the power of 8 is 2.14.
    assert!((100.0..160.0).contains(&raised), "{raised}/s where 128/s were asked for");
    steer(plimsoll_server::Action::End);
    let deadline = Instant::now() + PATIENCE;
    while load.try_wait().expect("a child").is_none() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(load.try_wait().expect("a child").is_some(), "it has ended");
    let run = Run::open(&file).expect("a run");
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0));
    assert!(noted(&run, |note| matches!(note, NoteContent::RunEndedByHand)));
}

#[test]
fn a_lost_node_ends_the_run_where_the_fleet_says_so() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, ", lost_after: 2 s, on_lost_node: end");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    let killing = once_asked(&shop, 200, move || drop(b));
    study(&lab, &shop, "threads: [4, 6]\nstep: 8 s\n");
    let output = lab.run(&["s.yaml"]);
    killing.join().expect("it was killed");
    let run = lab.opened(&output);
    assert_eq!(run.steps.len(), 1, "{}", said(&output));
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("on_lost_node: end"), "{}", said(&output));
}

#[test]
fn a_step_is_made_again_without_its_lost_node_and_the_report_says_who_made_it() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, ", lost_after: 2 s, on_lost_node: repeat-step");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    let killing = once_asked(&shop, 200, move || drop(b));
    study(&lab, &shop, "threads: 4\nstep: 8 s\n");
    let output = lab.run(&["s.yaml"]);
    killing.join().expect("it was killed");
    let run = lab.opened(&output);
    assert_eq!(run.steps.len(), 2, "{}", said(&output));
    assert!(missing_seconds(&run) > 0, "the first one is not judged");
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeAbsent { node: 2, .. })), "{}", said(&output));
    let report = plimsoll(lab.path(), &["report", "out/run.run", "--format", "md", "-o", "report.md"]);
    let text = std::fs::read_to_string(lab.path().join("report.md")).unwrap_or_else(|_| said(&report));
    assert!(text.contains("Made without node 2 (b): step 2"), "{text}");
    // Beside a run of all nodes it is no whole step.
    let _again = [lab.node("b")];
    std::fs::rename(lab.path().join("out"), lab.path().join("before")).expect("a folder");
    let whole = lab.run(&["s.yaml"]);
    let files = ["before/run.run", "out/run.run"];
    let compared = plimsoll(lab.path(), &[&["compare"], files.as_slice()].concat());
    assert!(
        said(&compared).contains("1 of the 2 nodes of the fleet made the load"),
        "{}\n{}",
        said(&whole),
        said(&compared)
    );
}

#[test]
fn two_fleets_of_one_name_do_not_mix() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, "");
    let _node = lab.node("a");
    let url = format!("http://{}/", shop.address);
    let run = ["run", &url, "-c", "2", "-d", "8s", "--fleet", "fleet.yaml", "-o", "first"];
    let mut first =
        command(lab.path(), &run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    once_asked(&shop, 100, || ()).join().expect("it was asked");
    let second = lab.run(&[&url, "-c", "2", "-d", "2s"]);
    assert_eq!(second.status.code(), Some(2), "{}", said(&second));
    assert!(said(&second).contains("another run coordinates the fleet \"lab\" now"), "{}", said(&second));
    first.wait().expect("it ends");
    let run = Run::open(&lab.path().join("first/run.run")).expect("a run");
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0));
}

#[test]
fn nodes_that_do_not_come_are_counted_and_one_that_was_started_twice_is_named() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, ", join_within: 3 s");
    let nodes = [lab.node("a"), lab.node("a")];
    let url = format!("http://{}/", shop.address);
    let output = lab.run(&[&url, "-c", "2", "-d", "2s"]);
    assert_eq!((output.status.code(), shop.count()), (Some(2), 0), "{}", said(&output));
    for part in [
        "1 of 2 nodes of the fleet \"lab\" are there after 3 s",
        "a was started twice on one machine",
        "hint:",
    ] {
        assert!(said(&output).contains(part), "{part}: {}", said(&output));
    }
    let checked = plimsoll(lab.path(), &["fleet", "check", "fleet.yaml", "--quick"]);
    assert_eq!(checked.status.code(), Some(2), "{}", said(&checked));
    assert!(
        said(&checked).contains("1 node\n") && said(&checked).contains("1 of 2 nodes"),
        "{}",
        said(&checked)
    );
    let _b = lab.node("b");
    let output = lab.run(&[&url, "-c", "2", "-d", "2s"]);
    let run = lab.opened(&output);
    let names: Vec<String> =
        run.header.fleet.iter().flat_map(|fleet| &fleet.nodes).map(|node| node.name.clone()).collect();
    assert_eq!(names, ["a", "b"], "{}", said(&output));
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0));
    drop(nodes);
}

#[test]
fn a_look_at_a_fleet_says_what_its_nodes_are_and_how_far_the_target_is() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let target = format!("http://{}/", shop.address);
    let output = plimsoll(lab.path(), &["fleet", "check", "fleet.yaml", "--target", &target]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in ["2 nodes\n", "clock known to", "time of day", "one at a time in"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The time to a node once: half a round trip is how well its clock is known.
    assert!(!text.contains("round trip"), "{text}");
    // As many threads as a run has there.
    assert_eq!(text.matches("requests/s with 1 worker on a server").count(), 2, "{text}");
    assert_eq!(text.matches(&format!("{} is ", shop.address)).count(), 2, "{text}");
    let output = plimsoll(
        lab.path(),
        &[
            "fleet",
            "check",
            "fleet.yaml",
            "--quick",
            "--target",
            "127.0.0.1:9",
            "--target",
            "nowhere.invalid:1",
        ],
    );
    let text = said(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert_eq!(text.matches("does not reach 127.0.0.1:9").count(), 2, "{text}");
    assert!(text.contains("node a does not reach nowhere.invalid:1"), "{text}");
}

#[test]
fn the_files_that_nodes_wrote_themselves_prove_the_sum_and_hold_no_secret() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let steps = format!(
        "steps: [{{get: \"http://{}/${{__P(hall)}}\", check: [{{contains: nothing-has-this}}]}}]",
        shop.address
    );
    write(lab.path(), "p.yaml", &format!("plan: p\nscenarios: [{{users: 4, iterations: 20, {steps}}}]\n"));
    write(lab.path(), "secrets.txt", "hall=door-4711-open\n");
    let output = lab.run(&["p.yaml", "--secrets", "secrets.txt", "--node-files"]);
    let run = lab.opened(&output);
    assert_eq!((requests(&run), shop.count()), (80, 80), "{}", said(&output));
    assert!(shop.asked().iter().all(|path| path == "/door-4711-open"));
    assert!(said(&output).contains("have 80 requests; so has the run"), "{}", said(&output));
    let own = ["1-a.run", "2-b.run"]
        .map(|name| Run::open(&lab.path().join("out/nodes").join(name)).expect("a run"));
    assert_eq!(own.iter().map(requests).sum::<u64>(), 80);
    let mut seen = 0;
    for_each_file(lab.path(), &mut |path, bytes| {
        if path.file_name().is_some_and(|name| name != "secrets.txt") {
            seen += 1;
            let found = bytes.windows(14).any(|part| part == b"door-4711-open");
            assert!(!found, "{} holds the secret", path.display());
        }
    });
    assert!(seen > 8, "{seen} files were looked through");
}

#[test]
fn a_run_file_that_a_node_could_not_write_whole_is_named_with_what_it_lacks() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let room = format!("ulimit -f {ROOM_BLOCKS}; exec \"$@\"");
    let _nodes = [lab.node("a"), lab.node_by("b", &["sh", "-c", &room, "sh"], lab.port, &[])];
    let url = format!("http://{}/", shop.address);
    let output = lab.run(&[&url, "--rate", "100", "-d", "12s", "--node-files"]);
    let run = lab.opened(&output);
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0), "{}", said(&output));
    let text = said(&output);
    for part in [
        "node b: its own run file is not whole: ",
        "seconds could not be written, from second ",
        "node b: its own run file lacks ",
        ", which is not all; the run has ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("node a: ") && !text.contains("so has the run"), "{text}");
    let of = |name: &str| Run::open(&lab.path().join("out/nodes").join(name)).expect("a run");
    let (a, b) = (requests(&of("1-a.run")), requests(&of("2-b.run")));
    let said_of_b = format!("lacks {} requests", shop.count() - a - b);
    assert!(b > 0 && text.contains(&said_of_b), "{said_of_b}: {text}");
}

/// Of 512 bytes: of a run file some seconds fit.
const ROOM_BLOCKS: u32 = 600;

fn for_each_file(folder: &std::path::Path, look: &mut impl FnMut(&std::path::Path, &[u8])) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => for_each_file(&path, look),
            false => look(&path, &std::fs::read(&path).unwrap_or_default()),
        }
    }
}

#[test]
fn a_run_ends_though_its_nats_server_never_comes_back() {
    let Some(mut lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, ", orphan_timeout: 4 s");
    let _node = lab.node("a");
    let url = format!("http://{}/", shop.address);
    let server = lab.server.take().expect("a server");
    let killing = once_asked(&shop, 500, move || drop(server));
    let output = lab.run(&[&url, "-c", "2", "-d", "60s"]);
    killing.join().expect("it was ended");
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("the NATS server of the fleet went away"), "{}", said(&output));
    assert!(requests(&run) > 0, "{}", said(&output));
}
