//! `plimsoll jmeter -R`: hosts over a real ssh, each of which performs the whole plan.

use super::lab::{Shop, requests};
use crate::jmeter::plans::{get, group, plan};
use crate::program::{command, said, write};
use crate::watch::sshd::Keys;
use plimsoll_run::Run;
use plimsoll_testkit::programs::program;
use std::collections::BTreeSet;
use std::io::Write;

#[test]
fn each_host_performs_the_whole_plan() {
    let (Some(_), Some(keys)) = (program("nats-server"), Keys::new()) else { return };
    let Some(sshd) = keys.server() else { return };
    let (folder, shop) = (tempfile::tempdir().expect("a folder"), Shop::open());
    let mut configuration =
        std::fs::OpenOptions::new().append(true).open(keys.folder.path().join("config")).expect("a file");
    for host in ["gen1", "gen2"] {
        let text = format!("Host {host}\n  HostName 127.0.0.1\n  Port {}\n", sshd.port);
        configuration.write_all(text.as_bytes()).expect("written");
    }
    let port = shop.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let text = plan(&[group("ThreadGroup", 3, "${__P(loops,1)}", &[get("home", port)])]);
    write(folder.path(), "p.jmx", &text);
    // JMeter's own port after the name is none of ssh's.
    write(folder.path(), "hosts.properties", "remote_hosts=gen1:1099,gen2\n");
    let run = |arguments: &[&str]| {
        let paths = format!("{}:{}", keys.bin().display(), std::env::var("PATH").unwrap_or_default());
        let mut command = command(folder.path(), &[&["jmeter", "-n", "-t", "p.jmx"], arguments].concat());
        command.env("PATH", paths).output().expect("it runs")
    };
    let output = run(&["-R", "gen1,gen2", "-Gloops=5", "-l", "r.jtl", "-e", "-o", "report"]);
    // On a busy machine the load generator was too late for its figures to count.
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", said(&output));
    assert_eq!(shop.count(), 2 * 3 * 5, "{}", said(&output));
    assert!(said(&output).contains("samples stay on the hosts"), "{}", said(&output));
    let found = Run::open(&folder.path().join("report/run.run")).expect("a run file");
    assert_eq!((requests(&found), found.steps[0].threads, found.steps[0].nodes), (30, 3, 2));
    let names: BTreeSet<String> =
        found.header.fleet.iter().flat_map(|fleet| &fleet.nodes).map(|node| node.name.clone()).collect();
    assert_eq!(names, ["gen1".to_owned(), "gen2".to_owned()].into());
    // What -J says is the coordinator's alone, as in JMeter.
    let output = run(&["-r", "-q", "hosts.properties", "-Jloops=7"]);
    assert_eq!(shop.count(), 30 + 2 * 3, "{}", said(&output));
    assert!(said(&output).contains("-J properties are not sent to the hosts"), "{}", said(&output));
}
