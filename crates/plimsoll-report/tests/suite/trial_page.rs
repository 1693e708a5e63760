//! What the script of a trial's page does in a real browser. Without Chromium it is skipped, and says so.

use crate::viewer::seen;
use plimsoll_report::trial::{ShownBody, ShownExchange, TrialEnd, TrialSample, page};
use serde_json::{Value, json};

/// Searches, shows failures alone, opens and closes all, changes the form of a body, and copies a request.
const ACTIONS: &str = r##"
const told = {};
try {
const samples = [...document.querySelectorAll("details.sample")];
const visible = () => samples.filter((sample) => sample.getBoundingClientRect().height > 0).map((sample) => sample.id);
const search = (text) => {
  document.querySelector("#search").value = text;
  document.querySelector("#search").dispatchEvent(new Event("input"));
};
told.all = visible();
search("BASKET blue");
told.searched = [visible(), document.querySelector("#found").textContent];
search("nobody says this");
told.none = visible();
search("");
document.querySelector("#failed").click();
told.failed = visible();
document.querySelector("#failed").click();
told.again = [visible(), document.querySelector("#found").textContent];
const open = () => samples.map((sample) => sample.open);
told.first = open();
document.querySelector("#open").click();
told.opened = open();
const form = document.querySelector("button.form");
const texts = () => [...form.closest(".body").querySelectorAll("pre")].filter((pre) => pre.getBoundingClientRect().height > 0).map((pre) => pre.textContent);
told.pretty = texts();
form.click();
told.raw = texts();
form.click();
told.back = texts();
let copied = null;
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
document.querySelector("button[data-curl]").click();
told.copied = copied;
document.querySelector("#close").click();
told.closed = open();
} catch (error) { told.error = String(error); }
const out = document.createElement("pre");
out.id = "told";
out.textContent = JSON.stringify(told);
document.body.append(out);
"##;

fn sample(number: usize, path: &str, answer: &str, failure: Option<&str>) -> TrialSample {
    let text = |raw: &str, pretty: Option<&str>| ShownBody::Text {
        raw: raw.to_owned(),
        pretty: pretty.map(str::to_owned),
        left_out: 0,
    };
    let body =
        if answer.starts_with('{') { text(answer, Some("{\n  \"a\": 1\n}")) } else { text(answer, None) };
    TrialSample {
        number,
        scenario: "buyers".to_owned(),
        iteration: 1,
        transactions: Vec::new(),
        label: path.to_owned(),
        exchange: ShownExchange {
            method: "POST".to_owned(),
            url: format!("http://shop.example{path}"),
            asked_headers: vec![("X-A".to_owned(), "it's".to_owned())],
            asked_body: text("size=7", None),
            status: "200 OK".to_owned(),
            headers: Vec::new(),
            body,
            is_cut: false,
            took_us: 900,
        },
        parts: Vec::new(),
        phases: vec![("first byte", 800), ("rest", 100)],
        whole_us: 900,
        address: None,
        bytes_received: 12,
        extracted: Vec::new(),
        checks: Vec::new(),
        failure: failure.map(str::to_owned),
        changes: Vec::new(),
        waits_us: Vec::new(),
    }
}

#[test]
fn a_trial_is_searched_filtered_folded_shown_raw_and_copied() {
    let samples = vec![
        sample(1, "/items", "{\"a\":1}", None),
        sample(2, "/basket", "a blue shirt", None),
        sample(3, "/pay", "too late", Some("503 Busy")),
    ];
    let end = TrialEnd { samples, count: 3, failed: 1, ..TrialEnd::default() };
    let Some(reported) = seen(&page("shop", &end), ACTIONS) else { return };
    assert_eq!(reported["error"], Value::Null);
    assert_eq!(reported["all"], json!(["s1", "s2", "s3"]));
    assert_eq!(reported["searched"], json!([["s2"], "1 of 3"]));
    assert_eq!((&reported["none"], &reported["failed"]), (&json!([]), &json!(["s3"])));
    assert_eq!(reported["again"], json!([["s1", "s2", "s3"], ""]));
    assert_eq!(reported["first"], json!([false, false, true]), "what failed is open");
    assert_eq!(
        (&reported["opened"], &reported["closed"]),
        (&json!([true, true, true]), &json!([false, false, false]))
    );
    assert_eq!(reported["pretty"], json!(["{\n  \"a\": 1\n}"]));
    assert_eq!((&reported["raw"], &reported["back"]), (&json!(["{\"a\":1}"]), &reported["pretty"]));
    let copied = reported["copied"].as_str().unwrap_or_default();
    for part in ["curl -X POST", " http://shop.example/items ", r"'X-A: it'\''s'", "size=7"] {
        assert!(copied.contains(part), "{part} is not in {copied}");
    }
}
