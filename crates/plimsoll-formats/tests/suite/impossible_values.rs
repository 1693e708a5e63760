//! Plans that can be read and could not do what they say.

use plimsoll_formats::{Properties, read_jmx, read_yaml};
use plimsoll_plan::plan::Step;
use plimsoll_plan::{Plan, Template};
use std::path::Path;

/// A plan whose only scenario has this load and these steps, from line 4.
fn plan(load: &str, steps: &[&str]) -> String {
    let steps: String = steps.iter().map(|step| format!("      - {step}\n")).collect();
    format!("plan: p\nscenarios:\n  - {load}\n    steps:\n{steps}")
}

/// What is said, errors and warnings.
fn check(text: &str, expected: &[&str]) {
    let reading = read_yaml("p.yaml", text, Path::new("/nowhere"), &Properties::new());
    let said: Vec<String> = reading.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(said, expected, "{text}");
}

fn check_step(step: &str, expected: &[&str]) {
    check(&plan("users: 1", &[step]), expected);
}

fn read(text: &str) -> Plan {
    read_yaml("p.yaml", text, Path::new("/nowhere"), &Properties::new()).plan.expect("a plan")
}

#[test]
fn loads_have_the_limits_of_the_command_line() {
    let get = ["get: http://h/"];
    for users in ["3000000000", "1000001", "-1"] {
        check(
            &plan(&format!("users: {users}"), &get),
            &[&format!("p.yaml:3: users: `{users}` is not a number of users from 0 to 1000000")],
        );
    }
    check(
        &plan("arrivals: {rate: 1e9/s, hold: 1 s}", &get),
        &["p.yaml:3: rate: `1e9/s` is above 10000000/s"],
    );
    let scenario = "  - users: 600000\n    steps: [get: http://h/]\n";
    check(
        &format!("plan: p\nscenarios:\n{scenario}{scenario}"),
        &["p.yaml:3: scenarios: 1200000 users in all; a plan has at most 1000000"],
    );
    let group = "<jmeterTestPlan><hashTree><TestPlan testname=\"t\"/>\n<hashTree><ThreadGroup testname=\"g\">\
                 <stringProp name=\"ThreadGroup.num_threads\">3000000</stringProp></ThreadGroup><hashTree/></hashTree></hashTree></jmeterTestPlan>";
    let reading = read_jmx("p.jmx", group, Path::new("/nowhere"), &Properties::new());
    let said: Vec<String> = reading.diagnostics.iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|text| text.contains("3000000 is not a number of users from 0 to 1000000")),
        "{said:?}"
    );
}

#[test]
fn values_that_can_never_be_are_located() {
    check_step("get: http://h:99999/", &["p.yaml:5: url: `99999` is not a port from 1 to 65535"]);
    check_step("request: {host: h, port: 70000}", &["p.yaml:5: port: `70000` is not a port from 1 to 65535"]);
    check_step(
        "tcp: {host: h, port: 70000, send: a}",
        &["p.yaml:5: port: `70000` is not a port from 1 to 65535"],
    );
    check_step("get: http://h:${__P(port,80)}/", &[]);
    check_step(
        "tcp: {host: h, port: 7, framing: binary, send: 0xzz}",
        &["p.yaml:5: send: `0xzz` is no bytes in hexadecimal digits"],
    );
    check_step("tcp: {host: h, port: 7, framing: binary, send: 00ff}", &[]);
    check_step("pace: 0", &["p.yaml:5: pace: a pace of 0 paces nothing"]);
    check_step(
        "random: {variable: n, minimum: 9, maximum: 1}",
        &["p.yaml:5: random: no number is from 9 to 1"],
    );
    check_step(
        "share: {percent: 200, steps: [get: http://h/]}",
        &["p.yaml:5: percent: 200 is not from 0 to 100 percent"],
    );
    check_step(
        "switch: {value: 1, options: []}",
        &["p.yaml:5: switch: there are no options: the step does nothing"],
    );
    check_step(
        "post: http://h/\n        body_file: gone.bin",
        &["p.yaml:6: request: the file /nowhere/gone.bin is not there"],
    );
}

#[test]
fn a_time_of_0_is_no_limit() {
    let of = |step: &str| {
        let plan = read(&plan("users: 1\n    defaults: {response_timeout: 5 s}", &[step]));
        match &plan.scenarios[0].steps[..] {
            [Step::Request(request)] => (request.connect_timeout, request.response_timeout),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(of("get: http://h/\n        connect_timeout: 0\n        response_timeout: 0"), (None, None));
    assert_eq!(of("get: http://h/").1.map(|time| time.as_secs()), Some(5));
}

#[test]
fn a_request_is_named_by_what_is_written_not_by_its_values() {
    for (path, label) in [
        ("/item/7?x=${n}", Template::literal("GET /item/7")),
        ("/item/${__counter(false)}/${n}", Template::literal("GET /item/${__counter(false)}/${n}")),
        ("/${__P(version,1)}/item", Template::parse("GET /${__P(version,1)}/item")),
    ] {
        let text = plan("users: 1", &["set: {n: 1}", &format!("get: \"http://h{path}\"")]);
        let Step::Request(request) = &read(&text).scenarios[0].steps[1] else { panic!("a request") };
        assert_eq!(request.label, label, "{path}");
    }
}

#[test]
fn variables_that_nothing_sets_are_named() {
    let said = |set: &str| {
        let body = "post: http://h/\n        body: \"${user} ${usr} ${nope_1}\"";
        let text = plan("users: 1", &[set, body]);
        let reading = read_yaml("p.yaml", &text, Path::new("/nowhere"), &Properties::new());
        let line = |d: &plimsoll_plan::Diagnostic| format!("{d} [{}]", d.hint.as_deref().unwrap_or_default());
        reading.diagnostics.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        said("set: {user: ann}"),
        [
            "p.yaml:7: variable: nothing sets `${nope_1}`: it is sent as it is written, and where it is in the URL itself no request can be made []",
            "p.yaml:7: variable: nothing sets `${usr}`: it is sent as it is written, and where it is in the URL itself no request can be made [did you mean `${user}`?]",
        ]
    );
    for set in [
        "script: {language: groovy, text: \"1\"}",
        "set: {user: a, usr: b, nope: c}",
        "set: {user: \"${__Random(1,2,usr)}\", nope: \"${__groovy(1)}\"}",
    ] {
        assert_eq!(said(set), [""; 0], "{set}");
    }
}

#[test]
fn a_tag_that_closes_nothing_is_no_place_to_fill_in() {
    let reading = read_jmx("p.jmx", "<jmeterTestPlan><a></b>", Path::new("/nowhere"), &Properties::new());
    let said: Vec<String> = reading.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["p.jmx:1: the XML is malformed: `<a>` is closed by `</b>`"]);
}
