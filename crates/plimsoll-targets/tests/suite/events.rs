//! The target that takes events.

use crate::client::Client;
use plimsoll_targets::{Behaviour, EventFields, Target};
use serde_json::{Value, json};

fn event(id: &str, start_us: i64) -> String {
    json!({"event": {"commonEventHeader": {"eventId": id, "startEpochMicrosec": start_us}}}).to_string()
}

fn asked(client: &mut Client, path: &str) -> Value {
    serde_json::from_slice(&client.get(path).body).unwrap()
}

#[test]
fn events_are_counted_timed_and_reported_in_batches() {
    let fields = Behaviour::Events(EventFields::default());
    let target = Target::start("127.0.0.1:0".parse().unwrap(), fields).unwrap();
    let mut client = Client::connect(target.address());
    let now_us = asked(&mut client, "/arrivals")["now_us"].as_i64().unwrap();
    let start_us = now_us - 5_000_000;
    let list = json!({"eventList": [
        {"commonEventHeader": {"eventId": "b", "startEpochMicrosec": start_us.to_string()}},
        {"commonEventHeader": {"eventId": 7}},
    ]});
    for (body, status, count) in [
        (event("a", start_us), 200, 1),
        (format!("[{}, {}]", event("a", start_us), event("c", start_us)), 200, 2),
        (list.to_string(), 200, 2),
        ("not json".to_owned(), 400, 0),
    ] {
        let answer = client.send("POST", "/events/unauthenticated.SEC_FAULT_OUTPUT", &[], body.as_bytes());
        assert_eq!(answer.status, status, "{body}");
        if status == 200 {
            let said: Value = serde_json::from_slice(&answer.body).unwrap();
            assert_eq!(said["count"], count, "{body}");
        }
    }
    let summary = asked(&mut client, "/summary");
    assert_eq!((&summary["count"], &summary["withoutStart"]), (&json!(5), &json!(1)));
    assert_eq!(summary["topics"], json!({"unauthenticated.SEC_FAULT_OUTPUT": 5}));
    assert!(summary["averageProcessingTime"].as_f64().unwrap() >= 5_000.0, "{summary}");
    let first = asked(&mut client, "/arrivals?after=0&limit=3");
    assert_eq!((&first["next"], &first["end"], &first["missed"]), (&json!(3), &json!(5), &json!(0)));
    assert_eq!(first["arrivals"][0][0], "a");
    assert_eq!(first["arrivals"][1][1], start_us);
    let rest = asked(&mut client, "/arrivals?after=3");
    assert_eq!(
        (&rest["next"], &rest["arrivals"][1][0], &rest["arrivals"][1][1]),
        (&json!(5), &json!("7"), &Value::Null)
    );
    assert_eq!(asked(&mut client, "/arrivals?after=99")["arrivals"], json!([]));
    client.send("DELETE", "/summary", &[], b"");
    assert_eq!(asked(&mut client, "/summary")["count"], 0);
    assert_eq!(asked(&mut client, "/arrivals")["epoch"], 1);
}
