//! The engine against the built-in targets and against peers that misbehave.

use crate::performing::{Performed, perform, perform_until, plan};
use plimsoll_engine::{Control, StopMode};
use plimsoll_run::{ErrorKind, Latencies};
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::skip::skip;
use plimsoll_testkit::stalls::retry_if_stalled;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::{Duration, Instant};

fn target(behaviour: Behaviour) -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), behaviour).expect("a free port")
}

/// Performs `steps` once with one user; `HOST` stands for the target's address.
fn once(behaviour: Behaviour, steps: &str) -> Performed {
    repeated(behaviour, "users: 1\niterations: 1", steps)
}

fn repeated(behaviour: Behaviour, head: &str, steps: &str) -> Performed {
    let target = target(behaviour);
    let steps = steps.replace("HOST", &target.address().to_string());
    perform(&plan(Path::new("."), "cookies:\n  - {}", head, &steps), 2)
}

/// One request with this path must give this outcome.
fn check(path: &str, more: &str, expected: Option<(ErrorKind, &str)>) {
    let steps = format!("- get: http://HOST{path}\n  label: x\n{more}");
    let performed = once(Behaviour::Ok, &steps);
    assert_eq!(performed.count("x"), 1, "{path}");
    let failures = performed.failures("x");
    match (failures.as_slice(), expected) {
        ([], None) => {}
        ([(kind, detail, 1)], Some((wanted, part))) => {
            assert_eq!(*kind, wanted, "{path}: {detail}");
            assert!(detail.contains(part), "{path}: {detail}");
        }
        (got, wanted) => panic!("{path}: {got:?} instead of {wanted:?}"),
    }
}

#[test]
fn answers_are_good_or_bad_by_their_status() {
    check("/", "", None);
    check("/status/204", "", None);
    check("/status/304", "", None);
    check("/status/404", "", Some((ErrorKind::Status, "404 Not Found")));
    check("/status/503", "", Some((ErrorKind::Status, "503")));
    check("/status/404", "  check: {status: 404, assume_success: yes}", None);
}

#[test]
fn bodies_of_every_framing_are_read_and_checked() {
    check("/gzip", "  check: {contains: ship's hull}", None);
    check("/chunked", "  check: [{contains: first}, {contains: third}]", None);
    check("/bytes/300000", "  check: {size: \"== 300000\"}", None);
    check("/bytes/10", "  check: {size: \"> 10\"}", Some((ErrorKind::Assertion, "size")));
    check("/json", "  check: {json: \"$.items[1].price\", value: \"20\"}", None);
    check("/json", "  check: {json: $.nothing}", Some((ErrorKind::Assertion, "not found")));
    check(
        "/",
        "  check: {contains: Welcome}",
        Some((ErrorKind::Assertion, "Test failed: text expected to contain /Welcome/")),
    );
    check("/close", "", Some((ErrorKind::ClosedEarly, "in the middle of an answer")));
}

#[test]
fn redirects_are_followed_as_one_sample() {
    check("/redirect/3", "", None);
    check("/redirect/20", "", None);
    check("/redirect/21", "", Some((ErrorKind::TooManyRedirects, "20")));
    check("/redirect/1", "  redirects: keep\n  check: {status: 302}", None);
    let target = target(Behaviour::Ok);
    let steps = format!("- get: http://{}/redirect/3\n  label: x", target.address());
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1);
    assert_eq!((performed.count("x"), target.requests()), (1, 4));
}

#[test]
fn silence_ends_with_the_response_timeout() {
    retry_if_stalled(|| {
        check("/delay/3000", "  response_timeout: 100 ms", Some((ErrorKind::ResponseTimeout, "100 ms")));
        check("/delay/50", "  response_timeout: 2 s", None);
    });
}

#[test]
fn hosts_and_ports_that_are_not_there_are_named() {
    let port = free_port();
    let steps = format!(
        "- get: http://127.0.0.1:{port}/\n  label: refused\n- get: http://no-such-host.invalid/\n  label: unknown\n\
         - get: http://a b/\n  label: nonsense"
    );
    let performed = once(Behaviour::Ok, &steps);
    let kind = |label: &str| performed.failures(label)[0].0;
    assert_eq!(kind("refused"), ErrorKind::ConnectRefused);
    assert_eq!(kind("unknown"), ErrorKind::NameResolution);
    assert_eq!(kind("nonsense"), ErrorKind::BadRequest);
    assert!(performed.failures("refused")[0].1.contains(&port.to_string()));
}

#[test]
fn a_connection_that_is_never_accepted_ends_with_the_connect_timeout() {
    use socket2::{Domain, Socket, Type};
    let listener = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    listener.bind(&SocketAddr::from((Ipv4Addr::LOCALHOST, 0)).into()).expect("bound");
    listener.listen(0).expect("listening");
    let address = listener.local_addr().expect("an address").as_socket().expect("an inet address");
    // They fill the backlog, so that the next one hangs.
    let _fillers: Vec<Socket> = (0..4)
        .map(|_| {
            let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
            socket.set_nonblocking(true).expect("set");
            let _ = socket.connect(&address.into());
            socket
        })
        .collect();
    let steps = format!("- get: http://{address}/\n  label: x\n  connect_timeout: 200 ms");
    let performed = once(Behaviour::Ok, &steps);
    assert_eq!(performed.failures("x")[0].0, ErrorKind::ConnectTimeout);
}

/// A peer that does `act` with the first connection.
fn peer(act: impl FnOnce(std::net::TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        act(stream);
    });
    address
}

fn check_peer(act: impl FnOnce(std::net::TcpStream) + Send + 'static, expected: ErrorKind) {
    let steps = format!("- get: http://{}/\n  label: x\n  response_timeout: 3 s", peer(act));
    let performed = once(Behaviour::Ok, &steps);
    let failures = performed.failures("x");
    assert_eq!(failures.first().map(|f| f.0), Some(expected), "{failures:?}");
}

#[test]
fn peers_that_misbehave_are_distinguished() {
    let read = |stream: &mut std::net::TcpStream| {
        let _ = stream.read(&mut [0; 1024]);
    };
    check_peer(
        move |mut s| {
            read(&mut s);
            let _ = s.write_all(b"SSH-2.0-OpenSSH_9.2\r\n\r\n");
        },
        ErrorKind::BadHttp,
    );
    check_peer(
        move |mut s| {
            read(&mut s);
            let socket = socket2::SockRef::from(&s);
            socket.set_linger(Some(Duration::ZERO)).expect("set");
        },
        ErrorKind::Reset,
    );
    check_peer(move |mut s| read(&mut s), ErrorKind::ClosedEarly);
    check_peer(
        move |mut s| {
            read(&mut s);
            let _ = s.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort");
            let _ = s.read(&mut [0; 10]);
        },
        ErrorKind::ResponseTimeout,
    );
}

#[test]
fn connections_are_reused_and_an_idle_one_that_was_closed_is_replaced() {
    let performed = repeated(Behaviour::Ok, "users: 3\niterations: 10", "- get: http://HOST/\n  label: x");
    assert_eq!((performed.count("x"), performed.generator.connect.count()), (30, 3));
    let steps = "- get: http://HOST/\n  label: x\n  keep_alive: no";
    let performed = repeated(Behaviour::Ok, "users: 3\niterations: 10", steps);
    assert_eq!((performed.count("x"), performed.generator.connect.count()), (30, 30));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten().take(2) {
            let mut stream = stream;
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK");
        }
    });
    let steps = format!(
        "- get: http://{address}/\n  label: x\n- pause: 100 ms\n- get: http://{address}/\n  label: x"
    );
    let performed = once(Behaviour::Ok, &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (2, vec![]));
}

#[test]
fn ipv6_addresses_are_reached() {
    let address = SocketAddr::from((std::net::Ipv6Addr::LOCALHOST, 0));
    let Ok(target) = Target::start(address, Behaviour::Ok) else {
        skip("IPv6", "this machine has no such address");
        return;
    };
    let steps = format!("- get: http://{}/\n  label: x", target.address());
    let performed = once(Behaviour::Ok, &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (1, vec![]));
}

#[test]
fn cookies_come_back_to_the_host_that_set_them() {
    let steps = "- get: http://HOST/cookie/set/colour/red\n  label: set\n- get: http://HOST/cookie\n  label: get\n  \
                 check: {contains: colour=red}";
    let performed = once(Behaviour::Ok, steps);
    assert_eq!(performed.failures("get"), vec![]);
}

#[test]
fn extracted_values_are_used_in_later_requests() {
    let steps = r#"
- get: http://HOST/json
  label: first
  extract:
    - {variable: id, json: $.id}
    - {variable: name, regex: '"name":"(.+?)"'}
    - {variable: tag, between: {left: '"tags":["', right: '"'}}
    - {variable: none, json: $.none, default: nothing}
    - {variable: prices, regex: '"price":([0-9.]+)', match: all}
- get: http://HOST/status/2${id}-
  label: bad ${id}
- post: http://HOST/echo/${name}
  label: ${tag} ${none} ${prices_matchNr} ${prices_2} ${unknown}
  body: "${id}"
"#;
    let performed = once(Behaviour::Ok, steps);
    let labels: Vec<&String> = performed.requests.keys().collect();
    assert_eq!(labels, ["bad 42", "first", "load nothing 2 20 ${unknown}"]);
    assert_eq!(performed.failures("bad 42")[0].0, ErrorKind::Status);
}

#[test]
fn matches_are_counted_listed_and_taken_apart_as_jmeter_does() {
    let steps = r#"
- get: http://HOST/json
  label: first
  extract:
    - {variable: tags, json: $.tags}
    - {variable: item, json: "$.items[0]", match: 3}
    - {variable: ids, json: "$.items[*].id", match: all}
    - {variable: parent, json: $.parent, default: nobody}
    - {variable: gone, json: $.gone, match: all}
    - {variable: pair, regex: '"(i)d":(\d+)', template: "$2$$1$", match: 3}
    - {variable: every, regex: '"x":([-0-9.]+)', match: all, default: none}
  check: {json: $.tags, value: line}
- get: http://HOST/
  label: ${tags} ${tags_matchNr} ${item} ${item_matchNr}
- get: http://HOST/
  label: ${ids_1} ${ids_2} ${ids_3} ${ids_matchNr} ${parent} ${gone_matchNr}
- get: http://HOST/
  label: ${pair} ${pair_g} ${pair_g0} ${pair_g1} ${every} ${every_1} ${every_1_g1} ${every_matchNr}
"#;
    let performed = once(Behaviour::Ok, steps);
    assert_eq!(performed.failures("first"), vec![]);
    for label in [
        r#"["load","line"] 1 {"id":1,"price":9.95} 1"#,
        "1 2 ${ids_3} 2 nobody 0",
        r#"2i 2 "id":2 i none 1.5 1.5 1"#,
    ] {
        assert_eq!(performed.count(label), 1, "{label}: {:?}", performed.requests.keys());
    }
}

#[test]
fn what_is_sent_arrives_as_the_plan_says() {
    let steps = r#"
- post: http://HOST/x
  label: form
  form: {name: a b, sign: "&="}
  check: {equals: name=a+b&sign=%26%3D}
- post: http://HOST/x
  label: raw
  headers: {Content-Type: application/json, X-One: "1"}
  body: '{"n": ${__threadNum}}'
  check: [{equals: '{"n": 1}'}, {contains: application/json, of: response_headers}]
- get: http://HOST/headers?q=1
  label: headers
  headers: {X-One: "1", User-Agent: me}
  check: [{contains: "x-one: 1"}, {contains: "user-agent: me"}, {contains: "connection: keep-alive"}]
"#;
    let performed = once(Behaviour::Echo, steps);
    for label in ["form", "raw", "headers"] {
        assert_eq!(performed.failures(label), vec![], "{label}");
        assert_eq!(performed.count(label), 1);
    }
}

#[test]
fn users_take_rows_in_turn_and_each_row_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: String = (0..20).map(|i| format!("{i},name{i}\n")).collect();
    std::fs::write(folder.path().join("rows.csv"), format!("id,name\n{rows}")).expect("written");
    let target = target(Behaviour::Ok);
    let steps = format!("- read: rows.csv\n- get: http://{}/\n  label: ${{id}} ${{name}}", target.address());
    let data = "data:\n  - {file: rows.csv, recycle: no, stop_at_end: yes}";
    let plan = plan(folder.path(), data, "users: 4\niterations: forever", &steps);
    let performed = perform(&plan, 2);
    assert_eq!(performed.total(), 20);
    // Each user asks for one more, and ends.
    let [end] = performed.summary.data_ended.as_slice() else { panic!("{:?}", performed.summary) };
    assert_eq!((end.rows, end.asked, end.ended), (20, 4, true), "{end:?}");
    assert!(
        (0..20).all(|i| performed.count(&format!("{i} name{i}")) == 1),
        "{:?}",
        performed.requests.keys()
    );
}

#[test]
fn controllers_repeat_choose_and_skip() {
    let steps = r#"
- once: [{get: http://HOST/, label: once}]
- loop:
    times: 3
    steps:
      - once: [{get: http://HOST/, label: inner once}]
      - {get: http://HOST/, label: thrice}
- choice: {order: interleave, options: [[{get: http://HOST/, label: a}], [{get: http://HOST/, label: b}]]}
- choice: {order: shuffle, options: [[{get: http://HOST/, label: c}], [{get: http://HOST/, label: d}]]}
- if: {equal: ["1", "2"], steps: [{get: http://HOST/, label: never}]}
- counter: {variable: n, start: 5, increment: 5, per_user: yes}
- {get: http://HOST/, label: "n ${n}"}
"#;
    let performed = repeated(Behaviour::Ok, "users: 1\niterations: 4", steps);
    let expected = [
        ("once", 1),
        ("inner once", 4),
        ("thrice", 12),
        ("a", 2),
        ("b", 2),
        ("c", 4),
        ("d", 4),
        ("never", 0),
    ];
    for (label, count) in expected {
        assert_eq!(performed.count(label), count, "{label}");
    }
    assert!(["n 5", "n 10", "n 15", "n 20"].iter().all(|label| performed.count(label) == 1));
}

#[test]
fn transactions_sum_their_requests_and_fail_with_them() {
    let steps = r#"
- transaction:
    name: both
    include_pauses: no
    steps:
      - {get: http://HOST/delay/40, label: one}
      - pause: 100 ms
      - {get: http://HOST/delay/40, label: two}
- transaction:
    name: broken
    replaces_requests: yes
    steps: [{get: http://HOST/status/500, label: bad}]
"#;
    let performed = once(Behaviour::Ok, steps);
    let both = &performed.groups["both"];
    let sum = performed.requests["one"].response.max_us().expect("a value")
        + performed.requests["two"].response.max_us().expect("a value");
    let whole = both.response.max_us().expect("a value");
    assert!(whole.abs_diff(sum) <= sum / 100, "{whole} is not the sum {sum}");
    assert_eq!((performed.count("bad"), performed.failures("broken").len()), (0, 1));
    assert!(performed.generator.workers.values().map(|w| w.think_us).sum::<u64>() >= 100_000);
}

#[test]
fn a_transaction_is_as_late_as_its_request() {
    for pauses in ["yes", "no"] {
        let steps = format!(
            "- transaction:\n    name: late\n    include_pauses: {pauses}\n    steps:\n      - pace: 20 ms\n      \
             - {{get: http://HOST/delay/100, label: x}}"
        );
        let performed = repeated(Behaviour::Ok, "users: 1\niterations: 5", &steps);
        let (x, late) = (&performed.requests["x"], &performed.groups["late"]);
        let longest_us = |latencies: &Latencies| latencies.max_us().expect("values");
        // Each request begins 80 ms later behind its beat than the one before.
        assert!(longest_us(&x.response) > 400_000, "{pauses}: {}", longest_us(&x.response));
        assert!(longest_us(&late.response) >= longest_us(&x.response), "{pauses}");
        assert!(longest_us(late.service()) < longest_us(&late.response) - 200_000, "{pauses}");
    }
}

#[test]
fn a_failed_request_does_what_the_scenario_says() {
    let steps = "- get: http://HOST/status/500\n  label: bad\n- get: http://HOST/\n  label: after";
    for (on_error, bad, after, stopped) in
        [("continue", 6, 6, false), ("start_next_iteration", 6, 0, false), ("stop_user", 2, 0, false)]
    {
        let head = format!("users: 2\niterations: 3\non_error: {on_error}");
        let performed = repeated(Behaviour::Ok, &head, steps);
        let got = (performed.count("bad"), performed.count("after"), performed.summary.stopped_by_plan);
        assert_eq!(got, (bad, after, stopped), "{on_error}");
    }
    let performed = repeated(Behaviour::Ok, "users: 2\niterations: 1000\non_error: stop_test", steps);
    assert!(performed.summary.stopped_by_plan && performed.count("bad") < 2000);
}

#[test]
fn a_stop_from_outside_keeps_what_was_measured() {
    for (mode, path) in [(StopMode::InOrder, "/delay/300"), (StopMode::Now, "/delay/20000")] {
        let target = target(Behaviour::Ok);
        let steps = format!(
            "- get: http://{}/\n  label: quick\n- get: http://{0}{path}\n  label: slow",
            target.address()
        );
        let plan = plan(Path::new("."), "", "users: 3\niterations: forever", &steps);
        let control = Control::default();
        let stopper = control.clone();
        let started = Instant::now();
        let thread = std::thread::spawn(move || {
            while target.requests() < 3 {
                std::thread::yield_now();
            }
            // Counted by the server is not yet received by the user.
            std::thread::sleep(Duration::from_millis(150));
            stopper.stop(mode);
            target
        });
        let performed = perform_until(&plan, 2, &control);
        drop(thread.join());
        assert!(performed.count("quick") >= 3);
        assert!(started.elapsed() < Duration::from_secs(10), "{mode:?}");
        match mode {
            StopMode::InOrder => assert_eq!(performed.summary.abandoned, 0),
            StopMode::Now => assert!(performed.summary.abandoned > 0),
        }
    }
}

#[test]
fn users_end_with_their_time_and_pauses_do_not_outlast_it() {
    let head = "users: 5\nramp: 1 s\nhold: 3 s\niterations: forever";
    let started = Instant::now();
    let performed = repeated(Behaviour::Ok, head, "- get: http://HOST/\n  label: x\n- pause: 1 h");
    assert_eq!(performed.count("x"), 5);
    assert!(started.elapsed() < Duration::from_secs(60), "a pause kept the run alive");
}

/// The law N = X·(R + Z) holds of what was recorded: think time that is cut off at the end of the window
/// belongs to no second of it.
#[test]
fn recorded_times_account_for_all_users() {
    retry_if_stalled(|| {
        let target = target(Behaviour::Ok);
        let steps = format!("- get: http://{}/\n  label: x\n  think: 700 ms", target.address());
        let plan = plan(Path::new("."), "", "users: 200\nramp: 1 s\nhold: 4 s\niterations: forever", &steps);
        let (mut start_us, mut accounted_us) = (0, 0);
        let grace = Duration::from_secs(2);
        let task = plimsoll_engine::LoadTask { workers: 2, grace, ..plimsoll_engine::LoadTask::of(&plan) };
        plimsoll_engine::run(&task, &Control::default(), &mut |event| match event {
            plimsoll_engine::EngineEvent::MainStarted { at_us } => start_us = at_us,
            plimsoll_engine::EngineEvent::Second(second) => {
                let since_us = (u64::from(second.second) * 1_000_000).saturating_sub(start_us);
                if (1_000_000..5_000_000).contains(&since_us) {
                    let workers = second.generator.workers.values();
                    accounted_us += workers.map(|w| w.think_us + w.busy_us).sum::<u64>();
                }
            }
        })
        .expect("it runs");
        let users = accounted_us as f64 / 4e6;
        assert!((users / 200.0 - 1.0).abs() < 0.03, "{users} users of 200");
    });
}

#[test]
fn shares_are_disjoint_and_together_the_whole() {
    use plimsoll_engine::Share;
    for count in 1..7 {
        for user in 0..100 {
            let owners = (0..count).filter(|index| Share { index: *index, count }.has(user)).count();
            assert_eq!(owners, 1, "user {user} of {count} shares");
        }
    }
}
