//! `traceparent`, as servers get it (W3C Trace Context, 3.2).

use crate::peers::{read_head, server};
use crate::performing::{plan, task};
use crate::servers::nginx;
use plimsoll_engine::{Control, EngineEvent, LoadTask};
use plimsoll_run::ExampleLimits;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

const REQUESTS: usize = 200;

/// The values of the header in all requests of a plan with these lines, as a server read them.
fn received(top: &str, headers: &str, seed: u64) -> Vec<String> {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    let address = server(move |mut stream| {
        loop {
            let head = read_head(&mut stream);
            if head.is_empty() {
                return;
            }
            seen.lock().expect("no panic").push(head);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        }
    });
    let steps = format!("- get: http://{address}/x\n  label: x\n{headers}");
    let plan = plan(Path::new("."), top, &format!("users: 1\niterations: {REQUESTS}"), &steps);
    let task = LoadTask { seed, ..task(&plan) };
    plimsoll_engine::run(&task, &Control::default(), &mut |_| ()).expect("it runs");
    let heads = heads.lock().expect("no panic");
    assert_eq!(heads.len(), REQUESTS);
    heads
        .iter()
        .filter_map(|head| head.lines().find_map(|line| line.strip_prefix("traceparent: ")))
        .map(str::to_owned)
        .collect()
}

fn is_well_formed(value: &str) -> bool {
    let parts: Vec<&str> = value.split('-').collect();
    let is_id = |id: &str, length| {
        id.len() == length
            && id.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
            && id.bytes().any(|b| b != b'0')
    };
    matches!(parts[..], ["00", trace, span, "00" | "01"] if is_id(trace, 32) && is_id(span, 16))
}

#[test]
fn each_request_begins_a_trace_and_a_share_of_them_is_sampled() {
    let values = received("tracing: 25 %", "", 7);
    assert_eq!(values.len(), REQUESTS);
    assert!(values.iter().all(|value| is_well_formed(value)), "{values:?}");
    let traces: BTreeSet<&str> = values.iter().map(|value| &value[3..35]).collect();
    assert_eq!(traces.len(), REQUESTS);
    let sampled = values.iter().filter(|value| value.ends_with("-01")).count();
    // Of 200 by chance: outside of it once in ten million seeds.
    assert!((20..=85).contains(&sampled), "{sampled}");
    assert_eq!(received("tracing: 25 %", "", 7), values, "the seed makes them");
    assert_ne!(received("tracing: 25 %", "", 8), values);
}

#[test]
fn all_none_and_a_header_of_the_requests_own() {
    let ends = |values: &[String], end: &str| values.iter().filter(|value| value.ends_with(end)).count();
    assert_eq!(ends(&received("tracing: 100 %", "", 1), "-01"), REQUESTS);
    assert_eq!(ends(&received("tracing: 0 %", "", 1), "-00"), REQUESTS);
    assert_eq!(received("", "", 1), Vec::<String>::new());
    let own = received("tracing: 100 %", "  headers: {traceparent: mine}\n", 1);
    assert_eq!(own, vec!["mine"; REQUESTS]);
}

#[test]
fn over_http2_it_is_sent_and_is_in_the_examples() {
    let Some(server) = nginx() else { return };
    let steps = format!("- get: http://127.0.0.1:{}/x\n  label: x\n  http: 2", server.port);
    let plan = plan(Path::new("."), "tracing: 100 %", "users: 1\niterations: 3", &steps);
    let task = LoadTask { examples: ExampleLimits::default(), ..task(&plan) };
    let mut heads = Vec::new();
    plimsoll_engine::run(&task, &Control::default(), &mut |event| {
        if let EngineEvent::Second(second) = event {
            heads.extend(second.generator.exchanges.into_iter().map(|example| example.request_head));
        }
    })
    .expect("it runs");
    assert_eq!(heads.len(), 3);
    let value =
        |head: &String| head.lines().find_map(|line| line.strip_prefix("traceparent: ").map(str::to_owned));
    assert!(heads.iter().all(|head| value(head).is_some_and(|value| is_well_formed(&value))), "{heads:?}");
}
