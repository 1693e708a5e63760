//! SQL and TCP steps in YAML plans: what is read, what is written back, what is refused.

use plimsoll_formats::{PlanReading, Properties, read_yaml, write_yaml};
use std::path::Path;

const SHOP: &str = "databases:\n  - {name: shop, url: \"jdbc:mysql://db/shop\", user: anna, password: hidden}\n\
    \x20 - {name: other, url: \"jdbc:postgresql://${host}/x\", connections_max: 4, wait_max: forever, autocommit: false, \
    isolation: serializable, init: [set a = 1, set b = 2]}\n";

/// Reads a plan with these lines at its top and this step; what can be read is the same when written.
fn read(top: &str, step: &str) -> PlanReading {
    let text = format!("plan: p\n{top}scenarios:\n  - steps:\n      - {step}\n");
    let reading = read_yaml("p.yaml", &text, Path::new(""), &Properties::new());
    if let Some(plan) = &reading.plan {
        let again = read_yaml("p.yaml", &write_yaml(plan), Path::new(""), &Properties::new());
        assert_eq!(again.plan.as_ref(), Some(plan), "{}\n{:?}", write_yaml(plan), again.diagnostics);
    }
    reading
}

fn check(top: &str, step: &str, expected: &[&str]) {
    let mut said: Vec<String> = read(top, step).diagnostics.iter().map(|d| d.to_string()).collect();
    // Steps alone have nobody who sets their variables.
    said.retain(|text| !text.contains(": nothing sets "));
    assert_eq!(said, expected, "{step}");
    assert!(!said.iter().any(|text| text.contains("hidden")), "a password is told");
}

#[test]
fn sql_steps_read_back_as_they_were() {
    for step in [
        "sql: {select: select 1}",
        "sql: {database: other, select: \"select ?\", arguments: \"${a},2\", types: \"INTEGER,VARCHAR\", variables: [a, \"\", b]}",
        "sql: {update: delete from x, prepared: true, query_timeout_s: 5, rows_max: \"${n}\", result_variable: rows}",
        "sql: {call: \"{call f()}\", label: c, check: {contains: x}, extract: {regex: \"(.)\", variable: x}}",
        "sql: {commit: true, counted: false}",
        "sql: {rollback: true, think: 5 ms}",
        "sql: {autocommit: false}",
    ] {
        check(SHOP, step, &[]);
    }
}

#[test]
fn what_is_wrong_with_sql_is_reported_with_its_line() {
    check("", "sql: {select: select 1}", &["p.yaml:4: sql: there is no database"]);
    check(SHOP, "sql: {database: shpo, select: a}", &["p.yaml:7: sql: there is no database `shpo`"]);
    check(SHOP, "sql: {label: x}", &["p.yaml:7: sql: exactly one statement is needed"]);
    check(SHOP, "sql: {select: a, commit: true}", &["p.yaml:7: sql: exactly one statement is needed"]);
    check(SHOP, "sql: {select: a, timeout: 3}", &["p.yaml:7: sql: unknown key `timeout`"]);
    let top = "databases: {name: a, url: \"jdbc:oracle:thin:anna/hidden@db\"}\n";
    check(
        top,
        "sql: {commit: true}",
        &["p.yaml:2: url: databases of the kind `jdbc:oracle:` can't be spoken to"],
    );
    let top = "databases: {name: a, url: \"jdbc:mysql://anna:hidden@db\"}\n";
    let said = "p.yaml:2: url: addresses of this form are not known; write `//host:port/database`";
    check(top, "sql: {commit: true}", &[said]);
}

#[test]
fn tcp_steps_read_back_as_they_were() {
    for step in [
        "tcp: {host: h, port: 1, send: \"a\\n\", end_byte: 10}",
        "tcp: {host: \"${h}\", port: \"${p}\", send: cafe, framing: binary, end_byte: 255, reuse_connection: false, label: x}",
        "tcp: {host: h, port: 1, send: ca, framing: length_prefixed, prefix_bytes: 4, close_connection: true}",
        "tcp: {host: h, port: 1, send: \"\", linger_s: 3, no_delay: true, connect_timeout: 1 s, response_timeout: 2 s}",
    ] {
        check("", step, &[]);
    }
}

#[test]
fn what_is_wrong_with_tcp_is_reported_with_its_line() {
    check("", "tcp: {host: h, send: x}", &["p.yaml:4: tcp: `port` is missing"]);
    let step = |more: &str| format!("tcp: {{host: h, port: 1, send: x, {more}}}");
    let cases = [
        ("end_byte: 300", "end_byte: `300` is not a byte; write a number such as 10 for the end of a line"),
        ("framing: lines", "framing: `lines` is not known; known here: text, binary, length_prefixed"),
        ("prefix_bytes: 2", "framing: `prefix_bytes` belongs to `framing: length_prefixed`"),
        ("framing: length_prefixed, prefix_bytes: 3", "prefix_bytes: `3` is neither 2 nor 4"),
    ];
    for (more, said) in cases {
        check("", &step(more), &[&format!("p.yaml:4: {said}")]);
    }
}

#[test]
fn mqtt_steps_read_back_as_they_were() {
    for step in [
        "mqtt: {connect: \"mqtt://h\"}",
        "mqtt: {connect: \"mqtts://${h}:1\", client_id: \"a${n}\", user: u, password: hidden, clean_session: false, keep_alive: 5 s}",
        "mqtt: {name: x, connect: \"mqtt://h:7\", will: {topic: t, payload: p, qos: 2, retain: true}}",
        "mqtt: {publish: \"a/${n}\", payload: \"${p}\", qos: 1, retain: true, label: l, timeout: 1 s, think: 5 ms}",
        "mqtt: {subscribe: \"a/+/#\", qos: 2, messages: 3, extract: {regex: \"(.)\", variable: x}}",
        "mqtt: {await: 2, check: {contains: x}}",
        "mqtt: {name: x, disconnect: true}",
    ] {
        check("", step, &[]);
    }
}

#[test]
fn what_is_wrong_with_mqtt_is_reported_with_its_line() {
    let address =
        "p.yaml:4: connect: `h:1` is not the address of a broker; it begins with `mqtt://` or `mqtts://`";
    check("", "mqtt: {connect: \"h:1\"}", &[address]);
    check(
        "",
        "mqtt: {qos: 1}",
        &[
            "p.yaml:4: mqtt: exactly one action is needed",
            "p.yaml:4: mqtt: `qos` has no meaning together with the other keys here",
        ],
    );
    check("", "mqtt: {publish: a, qos: 3}", &["p.yaml:4: qos: `3` is not a quality of service: 0, 1 or 2"]);
    check(
        "",
        "mqtt: {publish: \"a/+\"}",
        &["p.yaml:4: publish: `a/+` is not the name of a topic: it is empty, or has wildcards"],
    );
    check(
        "",
        "mqtt: {connect: \"mqtt://h\", clean_session: false}",
        &["p.yaml:4: client_id: a session that is to last needs a client id"],
    );
}
