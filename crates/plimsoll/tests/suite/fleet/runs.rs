//! Runs of a fleet: nodes are processes of this machine, or are started over a real ssh.

use super::lab::{Lab, Shop, by_node, left_in, missing_seconds, noted, once_asked, requests};
use crate::program::{command, plimsoll, said, write};
use crate::watch::sshd::{Keys, home};
use plimsoll_run::{NoteContent, Run};
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::programs::program;
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

#[test]
fn rows_numbers_and_users_are_dealt_out_once_among_all_nodes() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let rows: String = (1..=41).map(|row| format!("{row}\n")).collect();
    write(lab.path(), "rows.csv", &format!("row\n{rows}"));
    let plan = format!(
        "plan: p\ndata: {{file: rows.csv, recycle: false, stop_at_end: true}}\nscenarios:\n  - users: 5\n    iterations: 100\n    steps:\n      \
         - read: rows.csv\n      - get: http://{}/${{row}}/${{__threadNum}}/${{__counter(FALSE)}}\n",
        shop.address
    );
    write(lab.path(), "p.yaml", &plan);
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let output = lab.run(&["p.yaml"]);
    let run = lab.opened(&output);
    let asked: Vec<Vec<u64>> = shop
        .asked()
        .iter()
        .map(|path| path.split('/').skip(1).map(|part| part.parse().expect(path)).collect())
        .collect();
    let column = |at: usize| asked.iter().map(|parts| parts[at]).collect::<BTreeSet<u64>>();
    assert_eq!(asked.len(), 41, "{}", said(&output));
    assert_eq!(column(0), (1..=41).collect(), "each row once");
    assert_eq!(column(1), (1..=5).collect(), "each user has a number of its own");
    assert_eq!(column(2).len(), 41, "each number of a counter once");
    assert_eq!((requests(&run), by_node(&run)), (41, 41));
    let fleet = run.header.fleet.expect("a fleet");
    assert_eq!(fleet.nodes.iter().map(|node| node.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn a_row_stays_with_its_node_when_the_file_begins_again() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    write(lab.path(), "rows.csv", "row\n0\n1\n2\n3\n4\n");
    let plan = format!(
        "plan: p\ndata: {{file: rows.csv}}\nscenarios: [{{users: 4, iterations: 5, steps: [{{read: rows.csv}}, \
         {{get: \"http://{}/${{row}}\"}}]}}]\n",
        shop.address
    );
    write(lab.path(), "p.yaml", &plan);
    lab.fleet(2, ", data: own-part");
    let _nodes = [lab.node("a"), lab.node("b")];
    let output = lab.run(&["p.yaml"]);
    let asked = shop.asked();
    let times = ["/0", "/1", "/2", "/3", "/4"].map(|row| asked.iter().filter(|path| *path == row).count());
    // Ten times three rows of one node, and two of the other.
    assert_eq!(times, [4, 5, 3, 5, 3], "{}", said(&output));
    write(lab.path(), "rows.csv", "row\n0\n");
    let output = lab.run(&["p.yaml"]);
    assert_eq!((output.status.code(), shop.count()), (Some(2), 20), "{}", said(&output));
    let why = "has 1 rows, too few for one of its own for each of 2 nodes";
    assert!(said(&output).contains(why), "{}", said(&output));
}

#[test]
fn a_climb_raises_real_nodes_and_arrivals_are_shared_out() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    write(
        lab.path(),
        "p.yaml",
        &format!(
            "plan: p\nscenarios: [{{users: 1, duration: 1 s, steps: [{{get: \"http://{}/\"}}]}}]\n",
            shop.address
        ),
    );
    write(
        lab.path(),
        "s.yaml",
        "study: s\nplan: p.yaml\nclimb: {threads: {start: 2, add: 0, max: 2}, nodes: {start: 1, add: 1, max: 2}, \
         step: 3 s, goal: 10 %}\n",
    );
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let output = lab.run(&["s.yaml"]);
    let run = lab.opened(&output);
    assert_eq!(run.steps.iter().map(|step| step.nodes).collect::<Vec<_>>(), [1, 2], "{}", said(&output));
    for step in &run.steps {
        let nodes: BTreeSet<u32> =
            run.seconds_of(step.number).flat_map(|second| second.generator.nodes.keys().copied()).collect();
        assert_eq!(nodes.len() as u32, step.nodes);
    }
    assert_eq!(requests(&run), shop.count());
    assert!(noted(&run, |note| matches!(note, NoteContent::NodesStarted { nodes: 2, .. })));
    let url = format!("http://{}/", shop.address);
    let output = plimsoll(
        lab.path(),
        &["run", &url, "--rate", "40", "-d", "3s", "--fleet", "fleet.yaml", "-o", "rate"],
    );
    let run = Run::open(&lab.path().join("rate/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    let arrivals = run.seconds.iter().flat_map(|second| second.generator.arrivals.values());
    assert_eq!(arrivals.map(|arrivals| arrivals.due).sum::<u64>(), 120, "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodesArrived { nodes: 2, .. })));
    assert!(
        !noted(&run, |note| matches!(note, NoteContent::NodesStarted { .. })),
        "arrivals begin one after another"
    );
}

#[test]
fn examples_say_which_node_made_them() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let output = lab.run(&[&format!("http://{}/", shop.address), "-c", "4", "-d", "3s"]);
    let run = lab.opened(&output);
    let nodes: BTreeSet<Option<u32>> = run.exchanges.iter().map(|example| example.node).collect();
    assert_eq!(nodes, [Some(1), Some(2)].into(), "{}", said(&output));
    let text = said(&plimsoll(lab.path(), &["examples", "out", "--limit", "50"]));
    assert!(text.contains(", node 1, ") && text.contains(", node 2, "), "{text}");
    let har = said(&plimsoll(lab.path(), &["examples", "out", "--format", "har"]));
    assert!(har.contains("\"_node\": 1,") && har.contains("\"_node\": 2,"), "{har}");
    let page = std::fs::read_to_string(lab.path().join("out/report.html")).expect("a report");
    assert!(
        page.contains(", node 1, user ") || page.contains(", node 2, user "),
        "no node beside an example"
    );
}

#[test]
fn a_node_that_is_killed_is_named_and_its_step_is_not_judged() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    let killing = once_asked(&shop, 200, move || drop(b));
    let url = format!("http://{}/", shop.address);
    let output = lab.run(&[&url, "-c", "4", "-d", "12s", "-r", "p95 < 10 s"]);
    killing.join().expect("it was killed");
    let run = lab.opened(&output);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("Node 2 (b) of the fleet was away"), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { node: 2, .. })));
    assert!(missing_seconds(&run) >= 5);
    assert!(requests(&run) == by_node(&run) && requests(&run) <= shop.count());
}

#[test]
fn what_a_node_measured_while_it_was_away_comes_later() {
    let Some(mut lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    // The server itself goes, and nobody can say anything: a load that has begun goes on.
    let url = format!("http://{}/", shop.address);
    let server = lab.server.take().expect("a server");
    let port = lab.port;
    let store = lab.path().join("store");
    let restarting = once_asked(&shop, 200, move || {
        drop(server);
        std::thread::sleep(Duration::from_secs(4));
        let child = Command::new(program("nats-server").expect("it was there"))
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(store)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server starts");
        Ending(child)
    });
    let output = lab.run(&[&url, "-c", "4", "-d", "12s"]);
    let _server = restarting.join().expect("it was started");
    let run = lab.opened(&output);
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()), "{}", said(&output));
    assert!(!noted(&run, |note| matches!(note, NoteContent::NodeLost { .. })));
}

#[test]
fn a_node_that_stood_still_is_heard_of_again() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, ", lost_after: 2 s");
    let (_a, b) = (lab.node("a"), lab.node("b"));
    let standing = once_asked(&shop, 200, move || {
        b.signal(Signal::STOP);
        std::thread::sleep(Duration::from_secs(5));
        b.signal(Signal::CONT);
        std::thread::sleep(Duration::from_secs(20));
    });
    let url = format!("http://{}/", shop.address);
    let output = lab.run(&[&url, "-c", "4", "-d", "15s"]);
    let run = lab.opened(&output);
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeLost { node: 2, .. })), "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::NodeFound { node: 2, .. })), "{}", said(&output));
    assert_eq!((missing_seconds(&run), requests(&run)), (0, shop.count()));
    standing.join().expect("it went on");
}

#[test]
fn nodes_go_on_without_their_coordinator_and_serve_the_next_one() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(1, "");
    let _node = lab.node("a");
    let url = format!("http://{}/", shop.address);
    lab.kill_coordinator_after(&shop, 400, &[&url, "-c", "2", "-d", "10s", "-o", "first"]);
    let run = Run::open(&lab.path().join("first/run.run")).expect("what was measured before");
    assert!(requests(&run) > 0 && !run.is_complete());
    let before = shop.count();
    once_asked(&shop, before + 100, || ()).join().expect("it was asked");
    assert!(shop.count() >= before + 100);
    let output = lab.run(&[&url, "-c", "2", "-d", "2s"]);
    let run = lab.opened(&output);
    assert!(requests(&run) > 0 && missing_seconds(&run) == 0, "{}", said(&output));
}

#[test]
fn nodes_are_started_over_ssh_with_a_server_of_their_own_and_are_gone_afterwards() {
    let (Some(_), Some(keys)) = (program("nats-server"), Keys::new()) else { return };
    let Some(sshd) = keys.server() else { return };
    let (folder, shop) = (tempfile::tempdir().expect("a folder"), Shop::open());
    let name = format!("ssh-{}", sshd.port);
    write(
        folder.path(),
        "fleet.yaml",
        &format!("name: {name}\nssh: [{{host: 127.0.0.1, port: {}, cores: 1}}]\n", sshd.port),
    );
    let scratch = folder.path().join("tmp");
    std::fs::create_dir(&scratch).expect("a folder");
    let paths = format!("{}:{}", keys.bin().display(), std::env::var("PATH").unwrap_or_default());
    let url = format!("http://{}/", shop.address);
    let run = |arguments: &[&str]| {
        let mut command = command(folder.path(), arguments);
        command.env("PATH", &paths).env("TMPDIR", &scratch).output().expect("the program starts")
    };
    let checked = run(&["fleet", "check", "fleet.yaml"]);
    assert!(said(&checked).contains("1 node\n"), "{}", said(&checked));
    let output = run(&["run", &url, "-c", "2", "-d", "3s", "--fleet", "fleet.yaml", "-o", "out"]);
    let found = Run::open(&folder.path().join("out/run.run")).unwrap_or_else(|_| panic!("{}", said(&output)));
    assert_eq!(requests(&found), shop.count(), "{}", said(&output));
    assert_eq!(left_in(&scratch), Vec::<String>::new(), "server and connections are gone");
    let deadline = Instant::now() + Duration::from_secs(20);
    let is_left = || {
        let listing = Command::new("ps").args(["-eo", "args"]).output().expect("ps runs");
        let listing = String::from_utf8_lossy(&listing.stdout).into_owned();
        listing.lines().any(|line| line.contains("--fleet") && line.contains(&name) && !line.contains("ssh "))
    };
    while is_left() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!is_left(), "the node is gone");
    let copies = std::fs::read_dir(home().join(".cache/plimsoll/bin")).expect("the program is there").count();
    assert!((1..=3).contains(&copies), "{copies} copies, in the home of the tests");
}

#[test]
fn what_keeps_a_fleet_from_coming_together_is_said_with_what_helps() {
    let Some(mut lab) = Lab::new() else { return };
    let check = |lab: &Lab| plimsoll(lab.path(), &["fleet", "check", "fleet.yaml"]);
    let refused = |output: &Output, part: &str| {
        assert_eq!(output.status.code(), Some(2), "{}", said(output));
        assert!(said(output).contains(part) && said(output).contains("hint:"), "{}", said(output));
    };
    lab.fleet(1, "");
    lab.server = None;
    refused(&check(&lab), "no connection to the NATS server");
    lab.start_server(&[]);
    refused(&check(&lab), "has no JetStream");
    lab.server = None;
    lab.start_server(&["-js", "--user", "u", "--pass", "secret-word"]);
    refused(&check(&lab), "authorization");
    write(lab.path(), "fleet.yaml", "name: a b\nnats: {ur: x}\nssh: [-x]\non_lost_node: foo\n");
    let output = check(&lab);
    for part in ["fleet.yaml:1", "fleet.yaml:2", "fleet.yaml:3", "fleet.yaml:4", "did you mean `url`?"] {
        refused(&output, part);
    }
    write(lab.path(), "fleet.yaml", "joined: 2\n");
    refused(&check(&lab), "need a NATS server that they can reach");
    write(
        lab.path(),
        "p.yaml",
        "plan: p\nscenarios: [{users: 1, duration: 1 s, steps: [{get: \"http://127.0.0.1:9/\"}]}]\n",
    );
    write(lab.path(), "s.yaml", "study: s\nplan: p.yaml\nthreads: 2\nnodes: [1, 3]\nstep: 1 s\n");
    write(lab.path(), "fleet.yaml", "nats: \"nats://127.0.0.1:9\"\njoined: 2\n");
    let output = lab.run(&["s.yaml"]);
    refused(&output, "the study asks for up to 3 nodes, and the fleet has 2");
    refused(&lab.run(&["s.yaml", "--workers", "2"]), "workers are of one machine");
}
