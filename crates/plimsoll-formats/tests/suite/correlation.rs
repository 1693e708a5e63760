//! Values of answers that later requests send: what is found in recordings, and what is left alone.

use plimsoll_formats::{Conversion, read_har, write_yaml};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A request with its answer.
struct Said {
    method: &'static str,
    url: String,
    headers: Vec<(&'static str, String)>,
    body: Option<(&'static str, String)>,
    status: u16,
    answered: Vec<(&'static str, String)>,
    kind: &'static str,
    text: String,
}

fn get(path: &str) -> Said {
    Said {
        method: "GET",
        url: format!("http://shop.example{path}"),
        headers: Vec::new(),
        body: None,
        status: 200,
        answered: Vec::new(),
        kind: "text/html",
        text: String::new(),
    }
}

impl Said {
    fn post(path: &str, kind: &'static str, body: &str) -> Said {
        Said { method: "POST", body: Some((kind, body.to_owned())), ..get(path) }
    }

    fn html(self, text: &str) -> Said {
        Said { text: text.to_owned(), ..self }
    }

    fn json(self, value: Value) -> Said {
        Said { kind: "application/json", text: value.to_string(), ..self }
    }

    fn sends(mut self, name: &'static str, value: &str) -> Said {
        self.headers.push((name, value.to_owned()));
        self
    }

    fn answers(mut self, status: u16, name: &'static str, value: &str) -> Said {
        self.status = status;
        self.answered.push((name, value.to_owned()));
        self
    }

    fn entry(&self, number: usize) -> Value {
        let pairs = |list: &[(&'static str, String)]| -> Value {
            list.iter().map(|(name, value)| json!({"name": name, "value": value})).collect()
        };
        let mut request = json!({"method": self.method, "url": self.url, "headers": pairs(&self.headers)});
        if let Some((kind, text)) = &self.body {
            request["postData"] = json!({"mimeType": kind, "text": text});
        }
        json!({
            "startedDateTime": format!("2026-11-22T10:00:{number:02}.000Z"), "time": 10,
            "request": request,
            "response": {"status": self.status, "headers": pairs(&self.answered),
                "content": {"mimeType": self.kind, "text": self.text}},
        })
    }
}

fn har(all: &[Said]) -> String {
    let entries: Vec<Value> = all.iter().enumerate().map(|(i, said)| said.entry(i)).collect();
    json!({"log": {"version": "1.2", "entries": entries}}).to_string()
}

fn read(all: &[Said], conversion: &Conversion) -> plimsoll_formats::PlanReading {
    read_har("a.har", &har(all), Path::new("."), conversion).expect("a recording")
}

/// The plan, and what is said of it.
fn plan(all: &[Said]) -> (String, String) {
    let reading = read(all, &Conversion::default());
    let notes: Vec<String> = reading.diagnostics.iter().map(|note| note.message.clone()).collect();
    (write_yaml(&reading.plan.expect("a plan")), notes.join("\n"))
}

#[track_caller]
fn check(all: &[Said], parts: &[&str]) {
    let (text, notes) = plan(all);
    for part in parts {
        assert!(text.contains(part), "{part} is not in:\n{text}\n{notes}");
    }
}

#[test]
fn a_refusal_is_expected_again_and_what_a_limiter_says_is_not() {
    let answered = |status| plan(&[Said { status, ..get("/x") }]);
    let (text, notes) = answered(404);
    assert!(text.contains("status: 404") && text.contains("assume_success: true"), "{text}");
    assert!(notes.contains("that is what the plan expects"), "{notes}");
    for status in [429, 408, 503] {
        let (text, notes) = answered(status);
        assert!(
            !text.contains("check:") && notes.contains(&format!("answered {status} when")),
            "{text}{notes}"
        );
        assert!(!notes.contains("expects"), "{notes}");
    }
}

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

#[test]
fn a_token_of_a_page_takes_its_name_again_when_it_is_replaced() {
    let page = |token: &str| format!("<form><input type=hidden name=csrf value='{token}'></form>");
    let all = [
        get("/a").html(&page("aaaa1111bbbb")),
        Said::post("/a", FORM, "csrf=aaaa1111bbbb&x=1").html(&page("cccc2222dddd")),
        Said::post("/b", FORM, "csrf=cccc2222dddd"),
    ];
    let (text, notes) = plan(&all);
    assert_eq!(text.matches("csrf: ${csrf}").count(), 2, "{text}");
    assert_eq!(text.matches("variable: csrf\n").count(), 2, "{text}");
    assert!(notes.contains("it comes from a form field of the answer to POST /a"), "{notes}");
}

#[test]
fn values_are_found_in_json_headers_cookies_redirects_and_texts() {
    check(
        &[
            Said::post("/login", JSON, r#"{"u": "x"}"#)
                .json(json!({"auth": {"access_token": "ey.ab12cd34"}})),
            get("/me").sends("authorization", "Bearer ey.ab12cd34"),
        ],
        &["json: $.auth.access_token", "authorization: Bearer ${access_token}"],
    );
    // Base64, whose slashes are no borders.
    check(
        &[
            Said::post("/token", FORM, "u=x")
                .json(json!({"access_token": "V3kr+7a/Htz8DmzWE/zOkyhJh4G2fC/y/w="})),
            get("/me").sends("authorization", "Bearer V3kr+7a/Htz8DmzWE/zOkyhJh4G2fC/y/w="),
        ],
        &["json: $.access_token", "authorization: Bearer ${access_token}\n"],
    );
    check(
        &[
            get("/").answers(200, "Set-Cookie", "XSRF-TOKEN=ab12%3Dcd34ef; path=/"),
            Said::post("/x", JSON, "{}").sends("x-xsrf-token", "ab12=cd34ef"),
        ],
        &["parts: all", "of: response_headers", "x-xsrf-token: ${__urldecode(${xsrf_token})}"],
    );
    check(
        &[
            Said::post("/orders", JSON, "{}").answers(201, "Location", "http://shop.example/orders/42"),
            get("/orders/42"),
        ],
        &["get: /orders/${order_id}", "label: GET /orders/{order_id}"],
    );
    check(
        &[
            get("/auth").answers(302, "Location", "/back?code=q1w2e3r4t5&state=x"),
            get("/back?code=q1w2e3r4t5&state=x"),
            Said::post("/token", FORM, "code=q1w2e3r4t5"),
        ],
        &["[?&#]code=", "code: ${code}"],
    );
    check(
        &[get("/").html("<script>boot({apiKey: 'k-99887766', n: 7})</script>"), get("/data?key=k-99887766")],
        &["apiKey:", "/data?key=${key}"],
    );
    check(
        &[get("/").json(json!({"next": "a/b=c+d12345"})), get("/go?to=a%2Fb%3Dc%2Bd12345")],
        &["/go?to=${__urlencode(${next})}"],
    );
}

/// As ASP.NET and JSF write them: Base64, and longer than most pages.
fn view_state(bytes: usize) -> String {
    "dDwtMTA4MzE0/2Jh+c2U2NH".chars().cycle().zip(0..bytes - 2).map(|(c, _)| c).chain("==".chars()).collect()
}

#[test]
fn a_view_state_is_sent_as_the_page_before_gave_it() {
    for (name, variable, bytes) in
        [("__VIEWSTATE", "viewstate", 900_000), ("javax.faces.ViewState", "javax_faces_view_state", 40_000)]
    {
        let state = view_state(bytes);
        let page = format!(
            r#"<form method="post"><input type="hidden" name="{name}" id="{name}" value="{state}" /><input name="q"></form>"#
        );
        let encoded = state.replace('/', "%2F").replace('+', "%2B").replace('=', "%3D");
        let (text, notes) =
            plan(&[get("/").html(&page), Said::post("/", FORM, &format!("{name}={encoded}&q=shoes"))]);
        assert!(text.contains(&format!("{name}: ${{{variable}}}")), "{notes}");
        assert!(text.contains(&format!("variable: {variable}\n")) && text.len() < 4_000, "{notes}");
        assert!(notes.contains("it comes from a form field of the answer to GET /"), "{notes}");
    }
}

#[test]
fn a_value_that_is_too_long_to_be_looked_for_is_named() {
    let state = "a1B2".repeat(300_000);
    let page = format!("<form><input type=hidden name=__VIEWSTATE value='{state}'></form>");
    let (text, notes) = plan(&[get("/").html(&page), Said::post("/", FORM, &format!("__VIEWSTATE={state}"))]);
    assert!(text.contains(&state));
    assert!(notes.contains("`__VIEWSTATE` of POST / is 1.1 MiB long, and was not looked for"), "{notes}");
}

#[test]
fn a_short_id_is_a_variable_only_where_it_means_the_same() {
    let (text, _) = plan(&[
        Said::post("/posts", JSON, "{}").json(json!({"id": 2})),
        Said::post("/comments", JSON, r#"{"postId": 2, "stars": 2}"#).json(json!({"id": 2})),
        get("/posts/2?page=2"),
        get("/comments/2"),
    ]);
    for part in [
        r#"{\"postId\": ${post_id}, \"stars\": 2}"#,
        "get: /posts/${post_id}?page=2",
        "get: /comments/${comment_id}",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    let page = r#"<a href="/item/7/edit">seven</a>"#;
    let (text, _) = plan(&[get("/list").html(page), get("/item/7/edit")]);
    assert!(text.contains("get: /item/7/edit"), "somebody chose it:\n{text}");
    let (text, _) = plan(&[Said::post("/item", FORM, "a=1").html(page), get("/item/7/edit")]);
    assert!(text.contains("get: /item/${item_id}/edit"), "it was just made:\n{text}");
}

#[test]
fn what_a_client_makes_up_or_types_is_no_value_of_the_server() {
    let time = "1795341601000";
    let uuid = "6f9619ff-8b86-4011-b42d-00cf4fc964ff";
    let (text, notes) = plan(&[
        get(&format!("/a?_={time}")).sends("x-request-id", uuid),
        get("/find?word=typed-by-anna-77").html("you typed typed-by-anna-77"),
        get("/find?word=typed-by-anna-77&key=zz11yy22xx33ww44vv"),
    ]);
    for part in
        ["/a?_=${__time()}", "x-request-id: ${__UUID()}", "word=typed-by-anna-77&key=zz11yy22xx33ww44vv"]
    {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    assert!(
        notes.contains("`key` of GET /find is `zz11yy22xx33ww44vv`, which no answer of the recording has"),
        "{notes}"
    );
}

#[test]
fn nothing_is_correlated_where_it_is_not_wanted() {
    let all = [get("/").json(json!({"token": "abcd12345678"})), get("/x?t=abcd12345678")];
    let reading = read(&all, &Conversion { correlate: false, ..Conversion::default() });
    let text = write_yaml(&reading.plan.expect("a plan"));
    assert!(text.contains("/x?t=abcd12345678") && !text.contains("extract"), "{text}");
}

#[test]
fn a_login_becomes_a_data_file() {
    for (kind, body, wanted) in [
        (FORM, "email=anna%40x.example&password=p%22w", "email: ${username}"),
        (
            JSON,
            r#"{"login": {"x": 1}, "username": "anna@x.example", "password": "p\"w"}"#,
            r#"\"username\": \"${username}\""#,
        ),
    ] {
        let conversion =
            Conversion { data_file: Some(PathBuf::from("a-users.csv")), ..Conversion::default() };
        let reading = read(&[Said::post("/login", kind, body)], &conversion);
        assert_eq!(reading.new_files[0].text, "username,password\n\"anna@x.example\",\"p\"\"w\"\n");
        let text = write_yaml(&reading.plan.expect("a plan"));
        assert!(
            text.contains(wanted) && text.contains("read: a-users.csv") && text.contains("${password}"),
            "{text}"
        );
    }
}

#[test]
fn a_second_recording_says_what_varies() {
    let way = |id: &str, token: &str, typed: &str| {
        [
            get("/list")
                .html(&format!("<a href='/item/{id}'>x</a>"))
                .json(json!({"sku": "constant-12345", "key": token})),
            get(&format!("/item/{id}?sku=constant-12345&key={token}&name={typed}")),
        ]
    };
    let folder = tempfile::tempdir().expect("a folder");
    let second = folder.path().join("second.har");
    std::fs::write(&second, har(&way("8", "tok-b-2222", "bert"))).expect("written");
    let conversion = Conversion { second: Some(second.clone()), ..Conversion::default() };
    let reading = read(&way("7", "tok-a-1111", "anna"), &conversion);
    let notes: String = reading.diagnostics.iter().map(|note| note.message.as_str()).collect();
    let text = write_yaml(&reading.plan.expect("a plan"));
    assert!(text.contains("sku=constant-12345&key=${key}&name=anna"), "{text}");
    assert!(
        notes.contains("`name` of GET /item/7 is `anna`, another value in the second recording"),
        "{notes}"
    );

    let with_file = Conversion { data_file: Some(PathBuf::from("way-users.csv")), ..conversion.clone() };
    let reading = read(&way("7", "tok-a-1111", "anna"), &with_file);
    assert_eq!(reading.new_files[0].text, "item,name\n\"7\",\"anna\"\n\"8\",\"bert\"\n");
    let text = write_yaml(&reading.plan.expect("a plan"));
    assert!(text.contains("&name=${name}") && text.contains("read: way-users.csv"), "{text}");

    let with_token = |token: &str| {
        [get("/").json(json!({"token": token})), get("/x").sends("authorization", &format!("Bearer {token}"))]
    };
    std::fs::write(&second, har(&with_token("tok-b-2222"))).expect("written");
    let reading = read(&with_token("tok-a-1111"), &conversion);
    let notes: String = reading.diagnostics.iter().map(|note| note.message.as_str()).collect();
    assert!(notes.contains("${token}") && !notes.contains("another value"), "{notes}");

    std::fs::write(&second, har(&[get("/other")])).expect("written");
    let reading = read(&way("7", "tok-a-1111", "anna"), &conversion);
    assert!(reading.plan.is_none());
    assert!(
        reading
            .diagnostics
            .iter()
            .any(|d| d.message.contains("did not make the same requests: 1 instead of 2"))
    );
}

#[test]
fn what_was_typed_in_two_recordings_becomes_columns_with_a_row_of_each() {
    let session = |user: &str, words: &str, street: &str, trace: &str| {
        let login = format!("username={user}&password={user}-pw");
        let encoded = words.replace(' ', "+").replace('&', "%26");
        let order = json!({"street": street, "again": words, "terms": "accepted"}).to_string();
        [
            Said::post("/login", FORM, &login),
            get(&format!("/find?words={encoded}")).sends("x-trace", trace),
            get(&format!("/find?words={encoded}&page=2")),
            Said::post("/order", JSON, &order),
        ]
    };
    let folder = tempfile::tempdir().expect("a folder");
    let second = folder.path().join("second.har");
    let bert = session("bert", "red & green", "Nørregade 7", "b7c1d9e0f2a34b5c6d");
    std::fs::write(&second, har(&bert)).expect("written");
    let conversion = Conversion {
        second: Some(second),
        data_file: Some(PathBuf::from("shop-users.csv")),
        ..Conversion::default()
    };
    let anna = session("anna", "blue shirt", "Vestergade 12", "a1b2c3d4e5f60718a9");
    let reading = read(&anna, &conversion);
    let notes: Vec<String> = reading.diagnostics.iter().map(|note| note.message.clone()).collect();
    assert_eq!(
        reading.new_files[0].text,
        "username,password,words,street\n\"anna\",\"anna-pw\",\"blue shirt\",\"Vestergade 12\"\n\"bert\",\"bert-pw\",\"red & green\",\"Nørregade 7\"\n"
    );
    let text = write_yaml(&reading.plan.expect("a plan"));
    for part in [
        "get: /find?words=${__urlencode(${words})}\n",
        "get: /find?words=${__urlencode(${words})}&page=2\n",
        r#"\"street\": \"${street}\""#,
        "accepted",
        "password: ${password}",
    ] {
        let compact = text.replace("\\\":\\\"", "\\\": \\\"");
        assert!(compact.contains(part), "{part} is not in:\n{text}\n{notes:#?}");
    }
    let notes = notes.join("\n");
    assert!(notes.contains("${words} in GET /find is in shop-users.csv: no answer has it"), "{notes}");
    assert!(notes.contains("`x-trace` of GET /find is `a1b2c3d4e5f60718a9`, another value"), "{notes}");
}

#[test]
fn as_many_requests_of_the_same_methods_are_paired_by_what_they_ask_for() {
    let session = |token: &str, poll: usize| {
        let mut all = vec![get("/").json(json!({"token": token}))];
        for step in 0..6 {
            (step == poll).then(|| all.push(get("/poll?since=yesterday")));
            all.push(get(&format!("/step/{}?token={token}&step={step}", (b'a' + step as u8) as char)));
        }
        all
    };
    let folder = tempfile::tempdir().expect("a folder");
    let second = folder.path().join("second.har");
    let conversion = Conversion { second: Some(second.clone()), ..Conversion::default() };
    std::fs::write(&second, har(&session("tok-b-2222", 4))).expect("written");
    let reading = read(&session("tok-a-1111", 1), &conversion);
    let notes: String = reading.diagnostics.iter().map(|note| note.message.as_str()).collect();
    let text = write_yaml(&reading.plan.expect("a plan"));
    assert_eq!(text.matches("token=${token}").count(), 6, "{text}");
    // A step is no other step's value, and a poll's is no step's.
    assert!(!notes.contains("another value") && text.contains("since=yesterday"), "{notes}");
    assert!(notes.contains("2 requests are in only one of the two recordings, such as GET /poll"), "{notes}");
}

#[test]
fn pages_that_ask_by_themselves_may_do_so_more_often_in_one_recording() {
    let session = |token: &str, polls: &[usize]| {
        let mut all = vec![get("/").json(json!({"token": token}))];
        for step in 0..6 {
            (0..polls.get(step).copied().unwrap_or_default()).for_each(|_| all.push(get("/poll")));
            let order = format!("token={token}&step={step}");
            all.push(Said::post(&format!("/step/{}", (b'a' + step as u8) as char), FORM, &order));
        }
        all
    };
    let folder = tempfile::tempdir().expect("a folder");
    let second = folder.path().join("second.har");
    let conversion = Conversion { second: Some(second.clone()), ..Conversion::default() };
    let with = |polls: &[usize]| {
        std::fs::write(&second, har(&session("tok-b-2222", polls))).expect("written");
        read(&session("tok-a-1111", &[1, 0, 1]), &conversion)
    };
    let reading = with(&[0, 0, 1, 1]);
    let notes: String = reading.diagnostics.iter().map(|note| note.message.as_str()).collect();
    let text = write_yaml(&reading.plan.expect("a plan"));
    assert_eq!(text.matches("token: ${token}").count(), 6, "{text}");
    assert!(
        text.contains("step: 3")
            && notes.contains("2 requests are in only one of the two recordings, such as GET /poll"),
        "{notes}"
    );
    let reading = with(&[9, 9, 9]);
    assert!(reading.plan.is_none(), "{:?}", reading.diagnostics);
}
