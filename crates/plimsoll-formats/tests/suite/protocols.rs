//! Versions of HTTP and gRPC calls in YAML plans: what is read, what is written back, what is refused.

use plimsoll_formats::{PlanReading, Properties, read_yaml, write_yaml};
use plimsoll_plan::Plan;
use plimsoll_plan::plan::{HttpVersion, SharedConnections, Step};
use std::path::Path;

const PROTO: &str = "syntax = \"proto3\";\npackage shop;\nmessage Order { int64 id = 1; }\nmessage Receipt { string text = 1; }\n\
    service Shop { rpc Buy(Order) returns (Receipt); rpc Stock(stream Order) returns (Receipt); }\n";

/// Reads a plan with these lines at its top and these steps, beside `shop.proto`.
fn read(top: &str, steps: &str) -> PlanReading {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("shop.proto"), PROTO).expect("written");
    std::fs::write(folder.path().join("bad.proto"), "syntax = \"proto3\";\nmessage A { int3 x = 1; }\n")
        .expect("written");
    let text = format!("plan: p\n{top}scenarios:\n  - steps:\n{steps}");
    let reading = read_yaml("p.yaml", &text, folder.path(), &Properties::new());
    if let Some(plan) = &reading.plan {
        let again = read_yaml("p.yaml", &write_yaml(plan), folder.path(), &Properties::new());
        assert_eq!(again.plan.as_ref(), Some(plan), "{}\n{:?}", write_yaml(plan), again.diagnostics);
    }
    reading
}

fn good(top: &str, steps: &str) -> Plan {
    let reading = read(top, steps);
    reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

fn check_bad(top: &str, steps: &str, expected: &[&str]) {
    let reading = read(top, steps);
    assert_eq!(reading.plan, None);
    let said: Vec<String> = reading.diagnostics.iter().map(|d| d.to_string()).collect();
    assert_eq!(said, expected);
}

#[test]
fn the_plan_says_which_http_and_a_request_may_say_otherwise() {
    let plan = good(
        "http: auto\nhttp2: {connections: 4}\n",
        "      - get: http://h/\n      - {get: http://h/, http: 2}\n      - {get: http://h/, http: 1.1}\n",
    );
    assert_eq!(plan.http2, Some(SharedConnections { connections: 4, streams: 100 }));
    let versions: Vec<HttpVersion> = plan.scenarios[0]
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Request(request) => Some(request.http),
            _ => None,
        })
        .collect();
    assert_eq!(versions, [HttpVersion::Auto, HttpVersion::Http2, HttpVersion::Http1]);
    check_bad(
        "http: quick\n",
        "      - get: http://h/\n",
        &["p.yaml:2: http: `quick` is not known; known here: 1.1, 2, auto"],
    );
    check_bad(
        "http2: {connections: 0, streams: x}\n",
        "      - get: http://h/\n",
        &[
            "p.yaml:2: connections: `0` is not a whole number of 1 or more",
            "p.yaml:2: streams: `x` is not a whole number of 1 or more",
        ],
    );
}

#[test]
fn calls_read_back_as_they_were_written() {
    good("", "      - grpc: http://h:1/shop.Shop/Buy\n        proto: shop.proto\n");
    good(
        "cookies: true\n",
        "      - grpc: https://${host}/shop.Shop/Stock\n        proto: shop.proto\n        includes: [a, b]\n        label: x\n        \
         message: ['{\"id\": ${n}}', '{}']\n        metadata: {authorization: 'Bearer ${t}'}\n        deadline: 2 s\n        \
         message_limit: 100\n        response_timeout: 1 s\n        cookies: false\n        think: 1 s\n        \
         extract: {variable: v, json: $.text}\n        check: {status: NOT_FOUND, assume_success: yes}\n",
    );
    good(
        "",
        "      - grpc: http://h:1/any.Thing/Do\n        reflection: true\n        message: '{}'\n        compression: gzip\n",
    );
}

#[test]
fn what_is_wrong_with_a_call_has_its_line() {
    let call = |method: &str, rest: &str| format!("      - grpc: http://h:1{method}\n        {rest}\n");
    let check = |method: &str, rest: &str, expected: &str| check_bad("", &call(method, rest), &[expected]);
    check(
        "/shop.Shop/Sell",
        "proto: shop.proto",
        "p.yaml:4: grpc: the service `shop.Shop` has no method `Sell`; known here: Buy, Stock",
    );
    check(
        "/shop.Store/Buy",
        "proto: shop.proto",
        "p.yaml:4: grpc: there is no service `shop.Store`; known here: shop.Shop",
    );
    check(
        "/Buy",
        "proto: shop.proto",
        "p.yaml:4: grpc: `/Buy` does not name a method; write `/package.Service/Method`",
    );
    check("/${s}/Buy", "proto: shop.proto", "p.yaml:4: grpc: the name of the method can't hold variables");
    check(
        "/shop.Shop/Buy",
        "label: x",
        "p.yaml:4: grpc: exactly one of `proto` and `reflection` says what the messages are",
    );
    check(
        "/shop.Shop/Buy",
        "proto: bad.proto",
        "p.yaml:5: proto: bad.proto:2:13: name 'int3' is not defined",
    );
    check(
        "/shop.Shop/Buy",
        "proto: shop.proto\n        message: '{\"idd\": 1}'",
        "p.yaml:6: message: not a message of type shop.Order: unrecognized field name 'idd' at line 1 column 6",
    );
    check(
        "/shop.Shop/Buy",
        "proto: shop.proto\n        message: ['{}', '{}']",
        "p.yaml:6: message: the method takes one message, and there are 2",
    );
    check(
        "/shop.Shop/Buy",
        "proto: shop.proto\n        check: {status: MISSING}",
        "p.yaml:6: status: `MISSING` is not a status of gRPC",
    );
    check(
        "/shop.Shop/Buy",
        "proto: shop.proto\n        reflection: maybe",
        "p.yaml:6: reflection: `maybe` is neither true nor false",
    );
}

#[test]
fn whether_requests_go_over_tls_is_known_where_their_addresses_are_fixed() {
    let of = |steps: &[&str]| {
        let steps: String = steps.iter().map(|step| format!("      - {step}\n")).collect();
        let text = format!(
            "plan: p\nvariables:\n  base: http://h\nscenarios:\n  - users: 1\n    steps:\n      - set: {{path: x}}\n{steps}"
        );
        let reading = read_yaml("p.yaml", &text, Path::new("/nowhere"), &Properties::new());
        let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        assert_eq!(plan.may_use_tls(), plan.uses_tls() != Some(false), "{steps}");
        plan.uses_tls()
    };
    assert_eq!(of(&[]), Some(false));
    assert_eq!(of(&["get: http://h/"]), Some(false));
    assert_eq!(of(&["get: HTTPS://h/"]), Some(true));
    assert_eq!(of(&["get: http://h/", "websocket: {open: ws://h/}"]), Some(false));
    assert_eq!(of(&["get: http://h/", "websocket: {open: wss://h/}"]), Some(true));
    // A step may set it to anything.
    assert_eq!(of(&["get: \"${base}/\""]), None);
    assert_eq!(of(&["get: \"${base}/\"", "get: http://h/"]), None);
    assert_eq!(of(&["get: \"${base}/\"", "get: https://h/"]), Some(true));
    // The scheme is fixed, the host is not.
    assert_eq!(of(&["get: \"http://${host}/\""]), Some(false));
}
