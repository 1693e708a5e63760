//! Plans of other tools: `convert`, `mix`, and `run` of what they gave.

use crate::program::{assert_completed, has_problem, measured, plimsoll};
use plimsoll_run::StepProblem;
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::small_disk::SmallDisk;
use plimsoll_testkit::stalls::retry_if_stalled;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plimsoll-formats/tests/fixtures");

/// stdout; the exit code must be `code`, and every part must be in what was said.
fn check(folder: &Path, arguments: &[&str], code: i32, parts: &[&str]) -> String {
    let output = plimsoll(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    let data = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    for part in parts {
        assert!(
            said.contains(part) || data.contains(part),
            "{arguments:?}: {part:?} is not in:\n{said}\n{data}"
        );
    }
    data
}

fn fixture(name: &str) -> String {
    format!("{FIXTURES}/{name}")
}

#[test]
fn what_is_converted_is_checked_and_run_as_yaml() {
    retry_if_stalled(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let target =
            Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a port");
        let port = format!("-Jport={}", target.address().port());
        let there = ["-Jscheme=http", "-Jhost=127.0.0.1", port.as_str()];
        let recording = fixture("shop.har");
        let convert =
            ["convert", &recording, "--host", "shop.example", "--round-pauses", "0", "-o", "shop.yaml"];
        check(folder.path(), &convert, 0, &["plan: shop.yaml"]);
        check(folder.path(), &["check", "shop.yaml"], 0, &["1 user"]);
        let text = std::fs::read_to_string(folder.path().join("shop.yaml")).expect("written");
        for part in ["# Made of ", "# To look at:", "was `b-7781-2290`", "base: ${scheme}://${host}:${port}"]
        {
            assert!(text.contains(part), "{part} is not in:\n{text}");
        }
        assert!(!text.contains("stats.example") && !text.contains("pause:"), "{text}");
        // The recording itself pauses for longer than the run lasts.
        for (plan, seen) in [("shop.yaml", "POST /login"), (recording.as_str(), "GET /collect")] {
            let elsewhere = ["-Jscheme_2=http", "-Jhost_2=127.0.0.1", &port.replace("port", "port_2")];
            let run = ["run", plan, "--format", "json", "--duration", "1s"];
            let made = measured(folder.path(), &[&run[..], &there, &elsewhere].concat());
            // An echo has no value for `${x}` of the next request, which then can't be made.
            let not_made = |problem: &StepProblem| matches!(problem, StepProblem::RequestsNotMade { .. });
            if !(made.code() == Some(4) && has_problem(&made.out, not_made)) {
                assert_completed(made.code(), &made.out);
            }
            let report = std::fs::read_to_string(made.out.join("report.json")).expect("a report");
            assert!(report.contains(seen), "{plan}");
        }
    });
}

#[test]
fn a_plan_with_unsupported_elements_is_converted_only_when_they_may_be_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = fixture("pets.openapi.yaml");
    let refused =
        check(folder.path(), &["convert", &plan], 2, &["1 element is not supported", ":72: operation"]);
    assert_eq!(refused, "");
    let parts =
        ["# Left out, because it is not supported:", "#   ", ":72: operation \"POST /elsewhere\"", "choose:"];
    check(folder.path(), &["convert", &plan, "--skip-unsupported"], 0, &parts);
    check(folder.path(), &["convert", &plan, "--tag", "nothing"], 2, &["there is no operation", "--tag"]);
    std::fs::write(folder.path().join("cut.har"), "{\"log\": {\n\"entries\": [").expect("written");
    check(folder.path(), &["check", "cut.har"], 2, &["cut.har:2: the JSON is malformed in column"]);
}

#[test]
fn an_environment_goes_before_the_variables_of_a_collection() {
    let folder = tempfile::tempdir().expect("a folder");
    let environment = fixture("test.postman_environment.json");
    let plan = fixture("shop.postman_collection.json");
    let convert = ["convert", &plan, "--skip-unsupported", "--environment", &environment];
    let text = check(folder.path(), &convert, 0, &["baseUrl: ${__P(baseUrl,http://127.0.0.1:19000)}"]);
    assert!(text.contains("token: ${__P(token,abc)}") && !text.contains("old:"), "{text}");
    let convert = ["convert", &plan, "--environment", "none.json"];
    check(folder.path(), &convert, 2, &["failed to read the plan none.json"]);
}

#[test]
fn an_access_log_becomes_a_table_and_a_plan_with_its_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |minute: u32, second: u32, request: &str, status: u32, us: u32| {
        format!(
            "10.0.0.1 - - [04/Mar/2026:10:{minute:02}:{second:02} +0000] \"{request} HTTP/1.1\" {status} 12 {us}\n"
        )
    };
    let mut log = String::new();
    for i in 0..6 {
        log += &line(0, i * 10, &format!("GET /ship/{}", 100 + i), 200, 20_000);
    }
    for query in ["q=a", "q=b,c", "q=a"] {
        log += &line(1, 0, &format!("GET /search?{query}"), 200, 1500);
    }
    log += &line(1, 30, "POST /order", 201, 40_000);
    log += &line(1, 40, "GET /wp-login.php", 404, 10);
    log += &line(1, 40, "GET /app.js", 200, 10);
    std::fs::write(folder.path().join("access.log"), log).expect("written");
    let arguments =
        ["mix", "access.log", "-p", "%h %l %u %t \"%r\" %s %b %D", "--no-static", "-o", "mix.yaml"];
    let table = check(folder.path(), &arguments, 0, &["plan: mix.yaml", "values: mix.csv"]);
    let expected = "  share    requests    failed        p95  route\n \
                    54.5 %           6         0      20 ms  GET /ship/{id}\n \
                    27.3 %           3         0     1.5 ms  GET /search\n  \
                    9.1 %           1         1     0.0 ms  GET /wp-login.php\n  \
                    9.1 %           1         0      40 ms  POST /order\n\
                    11 requests\n\
                    1 static files left out\n\
                    mean: 6.60/min\n\
                    busiest hour 2026-03-04T10:00:00Z: 6.60/min\n\
                    peak minute 2026-03-04T10:00:00Z: 6.00/min\n";
    assert_eq!(table, expected);
    let plan = std::fs::read_to_string(folder.path().join("mix.yaml")).expect("written");
    for part in [
        "rate: 0.1/s",
        "weight: 6",
        "get: /ship/${route1_id1}",
        "get: /search${route2_query}",
        "#   GET /wp-login.php",
    ] {
        assert!(plan.contains(part), "{part} is not in:\n{plan}");
    }
    let values = std::fs::read_to_string(folder.path().join("mix.csv")).expect("written");
    assert_eq!(
        values.lines().take(3).collect::<Vec<_>>(),
        ["route1_id1,route2_query", "100,?q=a", "101,\"?q=b,c\""]
    );
    check(folder.path(), &["check", "mix.yaml"], 0, &["0.1/s for 10 min"]);
    check(folder.path(), &["mix", "mix.yaml"], 2, &["failed to tell the format"]);
}

/// A recording in which somebody logs in with `note` in the form.
fn login(note: &str) -> String {
    let entry = |second: u32, method: &str, more: &str, answer: &str| {
        format!(
            r#"{{"startedDateTime": "2026-03-04T10:00:{second:02}.000Z", "time": 5,
            "request": {{"method": "{method}", "url": "http://127.0.0.1:8/login", "headers": []{more}}},
            "response": {{"status": 200, "headers": [], "content": {{"mimeType": "text/html", "text": "{answer}"}}}}}}"#
        )
    };
    let form = format!(
        r#", "postData": {{"mimeType": "application/x-www-form-urlencoded", "text": "user=anna&password=pw1&note={note}"}}"#
    );
    let (page, session) = (entry(0, "GET", "", "log in"), entry(1, "POST", &form, "welcome"));
    format!(r#"{{"log": {{"entries": [{page}, {session}]}}}}"#)
}

#[test]
fn neither_recording_is_replaced_by_the_plan_or_its_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["first.har", "second.har", "shop-users.csv"];
    for name in names {
        std::fs::write(folder.path().join(name), login("x")).expect("written");
    }
    for (second, output) in
        [("second.har", "first.har"), ("second.har", "second.har"), ("shop-users.csv", "shop.yaml")]
    {
        let convert = ["convert", "first.har", "--second", second, "-o", output, "--force"];
        check(folder.path(), &convert, 2, &["is what the command reads: it would be lost"]);
    }
    for name in names {
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).expect("there"), login("x"), "{name}");
    }
}

#[test]
fn what_differs_between_two_recordings_goes_into_the_data_file_of_the_plan() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, note) in [("first.har", "please hurry"), ("second.har", "no hurry")] {
        std::fs::write(folder.path().join(name), login(note)).expect("written");
    }
    let convert = ["convert", "first.har", "--second", "second.har", "-o", "shop.yaml"];
    check(folder.path(), &convert, 0, &["data: ", "shop-users.csv", "plan: shop.yaml"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("written");
    let users = "username,password,note\n\"anna\",\"pw1\",\"please hurry\"\n\"anna\",\"pw1\",\"no hurry\"\n";
    assert_eq!(read("shop-users.csv"), users);
    let plan = read("shop.yaml");
    assert!(
        plan.contains("note: ${note}") && plan.contains("#   ${note} in POST /login is in shop-users.csv"),
        "{plan}"
    );
    check(folder.path(), &["check", "shop.yaml"], 0, &["1 user"]);
}

#[test]
fn a_plan_without_room_leaves_nothing_half_written() {
    let Some(disk) = SmallDisk::mount("100k") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("login.har"), login(&"n".repeat(200_000))).expect("written");
    let plan = disk.path("shop.yaml").display().to_string();
    let convert = ["convert", "login.har", "-o", &plan];
    check(folder.path(), &convert, 2, &["failed to write", "No space left", "is there room"]);
    let said = plimsoll(folder.path(), &convert).stderr;
    assert!(!String::from_utf8_lossy(&said).contains("data: "), "it is not said of a file that is not there");
    let left: Vec<_> = std::fs::read_dir(disk.folder()).expect("a folder").flatten().collect();
    assert!(left.is_empty(), "{left:?}");
    // An earlier one stays as it was.
    std::fs::write(&plan, "plan: mine\n").expect("written");
    check(folder.path(), &[&convert[..], &["--force"]].concat(), 2, &["failed to write"]);
    assert_eq!(std::fs::read_to_string(&plan).expect("there"), "plan: mine\n");
}

#[test]
fn a_recording_without_requests_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("empty.har"), r#"{"log": {"version": "1.2", "entries": []}}"#)
        .expect("written");
    for arguments in
        [&["convert", "empty.har", "-o", "plan.yaml"][..], &["run", "empty.har"], &["try", "empty.har"]]
    {
        check(
            folder.path(),
            arguments,
            2,
            &["there is no request to make", "open the network panel before the page is loaded"],
        );
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "the recording alone");
}
