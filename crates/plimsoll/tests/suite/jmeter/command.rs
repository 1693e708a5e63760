//! `plimsoll jmeter` beside `jmeter`: the same words, exit codes and files.

use crate::jmeter::place::{Place, run, wait_for};
use crate::jmeter::plans::{get, group, plan, script};
use crate::program::command;
use plimsoll_targets::{Behaviour, Target};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

fn target() -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Ok).expect("a free port")
}

fn http_plan(target: &Target, loops: &str) -> String {
    plan(&[group("ThreadGroup", 2, loops, &[get("home", target.address().port())])])
}

/// Every number is `#`, spaces are one; warnings of JMeter's own libraries are left out.
fn masked(text: &str) -> Vec<String> {
    let lines =
        text.lines().filter(|line| !line.contains("StatusConsoleListener") && !line.trim().is_empty());
    let mask = |line: &str| {
        let mut out = String::new();
        for c in line.chars() {
            let c = if c.is_ascii_digit() { '#' } else { c };
            if !((c == '#' || c == ' ') && out.ends_with(c)) {
                out.push(c);
            }
        }
        out.replace("#.#", "#")
    };
    lines.map(mask).collect()
}

/// Both say a line between in the first seconds of each interval of the clock: with one of 63 years there is none.
const NO_LINES_BETWEEN: &str = "-Jsummariser.interval=2000000000";

/// Both run in folders of their own with the same files; the same exit code, and stdout where only its numbers may
/// differ. Gives the folders.
fn check_same(files: &[(&str, &str)], arguments: &[&str], lines: usize) -> Option<(Place, Place)> {
    let (theirs, ours) = (Place::new(files)?, Place::new(files)?);
    let arguments: Vec<&str> = arguments.iter().copied().chain([NO_LINES_BETWEEN]).collect();
    let (their_code, their_words, _) = run(theirs.jmeter(&arguments));
    let all: Vec<&str> = ["jmeter"].into_iter().chain(arguments.iter().copied()).collect();
    let (our_code, our_words, errors) = run(ours.plimsoll(&all));
    assert_eq!(our_code, their_code, "{arguments:?}: {errors}");
    let folder =
        |text: &str, place: &Place| text.replace(&place.folder.path().display().to_string(), "FOLDER");
    let first = |text: String| masked(&text).into_iter().take(lines).collect::<Vec<_>>();
    let (their_words, our_words) = (folder(&their_words, &theirs), folder(&our_words, &ours));
    assert_eq!(first(our_words), first(their_words), "{arguments:?}: {errors}");
    Some((theirs, ours))
}

#[test]
fn a_run_says_and_writes_what_jmeter_does() {
    let target = target();
    let plan = http_plan(&target, "20");
    let files = [("p.jmx", plan.as_str())];
    let arguments = ["-n", "-t", "p.jmx", "-l", "out/r.jtl", "-j", "r.log", "-Junused=1"];
    let Some((theirs, ours)) = check_same(&files, &arguments, 100) else { return };
    let rows = |place: &Place| {
        let text = place.read("out/r.jtl");
        let mut rows = masked(&text);
        rows.sort();
        // How many users were still there differs from run to run; the numbers are masked, not their number.
        (text.lines().next().map(str::to_owned), rows)
    };
    let ((their_header, their_rows), (our_header, our_rows)) = (rows(&theirs), rows(&ours));
    assert_eq!(our_header, their_header);
    assert_eq!(our_rows, their_rows);
    assert!(ours.path("r.log").is_file());
    // A second run adds to the results, as JMeter does it.
    let mut again = vec!["jmeter"];
    again.extend(arguments);
    assert_eq!(run(ours.plimsoll(&again)).0, Some(0));
    let text = ours.read("out/r.jtl");
    assert_eq!((text.lines().count(), text.matches("timeStamp").count()), (81, 1));
    again.push("-f");
    assert_eq!(run(ours.plimsoll(&again)).0, Some(0));
    assert_eq!(ours.read("out/r.jtl").lines().count(), 41);
}

#[test]
fn properties_shape_the_results_as_in_jmeter() {
    let target = target();
    let plan = http_plan(&target, "1");
    let properties =
        "# columns\njmeter.save.saveservice.url=false\njmeter.save.saveservice.default_delimiter=;\n";
    let files = [("p.jmx", plan.as_str()), ("more.properties", properties)];
    let arguments = [
        "-nt",
        "p.jmx",
        "--logfile=r.jtl",
        "-q",
        "more.properties",
        "-Jjmeter.save.saveservice.sample_count=true",
        "-Jsummariser.name=lines",
    ];
    let Some((theirs, ours)) = check_same(&files, &arguments, 100) else { return };
    let header = |place: &Place| place.read("r.jtl").lines().next().map(str::to_owned);
    assert_eq!(header(&ours), header(&theirs));
    assert_eq!(masked(&ours.read("r.jtl")).len(), 3);
}

#[test]
fn wrong_use_ends_as_in_jmeter() {
    let target = target();
    let plan = http_plan(&target, "1");
    let files = [("p.jmx", plan.as_str()), ("full.jtl", "something\n")];
    check_same(&files, &["-n", "-t", "nowhere.jmx"], 100);
    check_same(&files, &["-n"], 1);
    check_same(&files, &["-n", "-t", "p.jmx", "-e"], 1);
    check_same(&files, &["-n", "-t", "p.jmx", "-l"], 1);
    check_same(&files, &["-n", "-t", "p.jmx", "-l", "r.jtl", "-e", "-o", "."], 100);
    check_same(&files, &["-n", "-t", "p.jmx", "-l", "full.jtl", "-e", "-o", "report"], 100);
    check_same(&files, &["-n", "-t", "p.jmx", "stray"], 100);
}

#[test]
fn the_report_is_in_its_folder() {
    let target = target();
    let plan = http_plan(&target, "5");
    let Some(place) = Place::new(&[("p.jmx", &plan)]) else { return };
    let (code, said, errors) =
        run(place.plimsoll(&["jmeter", "-n", "-t", "p.jmx", "-l", "r.jtl", "-e", "-o", "report"]));
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(place.read("report/index.html").contains("home"));
    // And from results that JMeter, too, could have written.
    let (code, said, errors) = run(place.plimsoll(&["jmeter", "-g", "r.jtl", "-o", "again"]));
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(place.read("again/index.html").contains("home"));
    let (code, said, _) = run(place.plimsoll(&["jmeter", "-g", "r.jtl", "-o", "again"]));
    assert_eq!((code, said.contains("folder is not empty")), (Some(1), true), "{said}");
    let (code, said, _) = run(place.plimsoll(&["jmeter", "-g", "p.jmx", "-o", "none"]));
    assert_eq!((code, said.contains("Cannot read test results file")), (Some(1), true), "{said}");
}

#[test]
fn what_only_jmeter_can_do_is_done_by_jmeter() {
    let text = plan(&[group(
        "ThreadGroup",
        1,
        "2",
        &[script("sleep", "new groovy.json.JsonSlurper(); Thread.sleep(5)")],
    )]);
    let Some(place) = Place::new(&[("p.jmx", &text)]) else { return };
    let (code, said, errors) = run(place.plimsoll(&["jmeter", "-n", "-t", "p.jmx", "-l", "r.jtl"]));
    assert_eq!(code, Some(0), "{said}{errors}");
    assert!(errors.contains("is run by JMeter") && errors.contains("JSR223Sampler \"sleep\""), "{errors}");
    assert!(said.contains("... end of run"), "{said}");
    assert_eq!(place.read("r.jtl").matches(",sleep,").count(), 2);
}

#[test]
fn without_jmeter_it_is_said_what_is_missing() {
    let text = plan(&[group(
        "ThreadGroup",
        1,
        "2",
        &[script("sleep", "new groovy.json.JsonSlurper(); Thread.sleep(5)")],
    )]);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.jmx"), text).expect("written");
    let check = |arguments: &[&str], parts: &[&str]| {
        let mut without = command(folder.path(), &[&["jmeter"], arguments].concat());
        without.env("JMETER_HOME", "/nowhere");
        let (code, said, errors) = run(without);
        assert_eq!(code, Some(1), "{said}{errors}");
        for part in parts {
            assert!(errors.contains(part), "{part:?} is not in:\n{errors}");
        }
    };
    check(&["-n", "-t", "p.jmx"], &["there is no JMeter to do it", "JSR223Sampler \"sleep\"", "hint:"]);
    check(&["-s"], &["no JMeter server", "hint:"]);
    check(&[], &["no GUI", "hint:"]);
}

#[test]
fn shutdown_on_jmeters_port_ends_the_run_in_order() {
    let target = target();
    let plan = http_plan(&target, "-1");
    let Some(place) = Place::new(&[("p.jmx", &plan)]) else { return };
    let arguments = [
        "jmeter",
        "-n",
        "-t",
        "p.jmx",
        "-Jjmeterengine.nongui.port=20000",
        "-Jjmeterengine.nongui.maxport=30000",
        NO_LINES_BETWEEN,
    ];
    let mut child = place.plimsoll(&arguments).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let waiting = lines.find(|line| line.starts_with("Waiting for possible Shutdown")).expect("it listens");
    let port: u16 = waiting.rsplit(' ').next().and_then(|port| port.parse().ok()).expect("a port");
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
    socket.send_to(b"Shutdown", (Ipv4Addr::LOCALHOST, port)).expect("sent");
    let rest: Vec<String> = lines.collect();
    wait_for("the end", || child.try_wait().expect("a child").is_some());
    assert_eq!(child.wait().expect("it ended").code(), Some(0));
    assert_eq!(rest.first().map(String::as_str), Some("Command: Shutdown received from /127.0.0.1"));
    assert_eq!(rest.last().map(String::as_str), Some("... end of run"), "{rest:?}");
}
