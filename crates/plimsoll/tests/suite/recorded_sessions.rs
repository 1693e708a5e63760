//! Whole sessions that are recorded, with their filters, and the plans that come of them.

use crate::program::{command, stderr, stdout};
use crate::recording::{Recording, archive, echo_socket, headless};
use plimsoll_testkit::nginx::nginx_with;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::small_disk::SmallDisk;
use std::path::Path;
use std::time::Duration;

/// Somebody logs in, looks and orders: each page gives a value that the next request must send. A script stands for the clicks.
const SHOP: &str = r#"
    default_type text/html;
    location = /start { return 200 '<title>Log in</title><form action="/session" method="post"><input type="hidden" name="csrf" value="k3y-$request_id"><input name="user" value="anna"><input name="password" type="password" value="secret-pw1"></form><script>document.forms[0].submit()</script>'; }
    location = /session { add_header Set-Cookie "sid=$request_id; Path=/"; return 200 '<title>Shop</title><a href="/browse?basket=b4s-$request_id">look</a><script>location = document.links[0].href</script>'; }
    location = /browse { return 200 '<title>Shoes</title><form action="/order" method="post"><input type="hidden" name="order_key" value="0rd-$request_id"><input name="size" value="42"></form><script>document.forms[0].submit()</script>'; }
    location = /order { return 200 '<title>Thanks</title><img src="/logo.png"><script>fetch("/done")</script>'; }
    location = /logo.png { default_type image/png; return 200 'no picture'; }
    location = /done { default_type application/json; return 200 '{"done": true}'; }
"#;

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_session_in_a_browser_becomes_a_plan_that_passes_without_a_change() {
    let Some(nginx) = nginx_with(SHOP) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let Some(browser) = headless(folder.path()) else { return };
    let url = format!("https://localhost:{}/start", nginx.tls_port);
    let arguments = ["--browser", "-k", "-o", "shop.yaml", &url];
    let mut recording =
        Recording::with(folder.path(), &arguments, &[("PLIMSOLL_CHROMIUM", browser.as_path())]);
    recording.hear("/done");
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    let plan = read(folder.path(), "shop.yaml");
    for part in [
        "post: /session",
        "csrf: ${csrf}",
        "user: ${username}",
        "/browse?basket=${basket}",
        "order_key: ${order_key}",
        "size: 42",
    ] {
        assert!(plan.contains(part), "{part} is not in:\n{plan}");
    }
    let trial = command(folder.path(), &["try", "shop.yaml", "--compare-with", "shop.har"]).output();
    let trial = trial.expect("the program starts");
    assert_eq!(trial.status.code(), Some(0), "{}{}", stdout(&trial), stderr(&trial));
    assert!(stdout(&trial).contains("answers as recorded"), "{}", stdout(&trial));
}

#[test]
fn messages_of_a_websocket_by_tls_are_recorded_and_sent_again() {
    let server = echo_socket();
    let locations = format!(
        r#"location = /page {{ default_type text/html; return 200 '<title>Chat</title><script>const s = new WebSocket("wss://" + location.host + "/chat"); s.onmessage = (m) => {{ if (m.data === "welcome") s.send("hello by TLS"); else {{ s.close(); fetch("/done"); }} }}</script>'; }}
        location = /chat {{ proxy_pass http://{server}; proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; }}"#
    );
    let Some(nginx) = nginx_with(&locations) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let Some(browser) = headless(folder.path()) else { return };
    let url = format!("https://localhost:{}/page", nginx.tls_port);
    let arguments = ["--browser", "-k", "-o", "chat.yaml", &url];
    let mut recording =
        Recording::with(folder.path(), &arguments, &[("PLIMSOLL_CHROMIUM", browser.as_path())]);
    recording.hear("/done");
    let (said, code) = recording.end();
    assert_eq!(code, Some(0), "{said}");
    let har = archive(&folder.path().join("chat.har"));
    let entries = har["log"]["entries"].as_array().expect("entries");
    let mut sockets = entries.iter().filter(|entry| entry["_webSocketMessages"].is_array());
    let messages = sockets.next().expect("a WebSocket")["_webSocketMessages"].as_array().expect("messages");
    let texts: Vec<_> = messages.iter().filter_map(|message| message["data"].as_str()).collect();
    assert!(texts.starts_with(&["welcome", "hello by TLS", "hello by TLS"]), "{texts:?}");
    let plan = read(folder.path(), "chat.yaml");
    assert!(plan.contains("wss") && plan.contains("send: hello by TLS"), "{plan}");
    let trial = command(folder.path(), &["try", "chat.yaml"]).output().expect("the program starts");
    assert_eq!(trial.status.code(), Some(0), "{}{}", stdout(&trial), stderr(&trial));
}

#[test]
fn other_sites_static_files_and_pauses_are_as_the_options_say() {
    if program("curl").is_none() {
        return;
    }
    let Some(nginx) = nginx_with(SHOP) else { return };
    let own = format!("http://127.0.0.1:{}", nginx.port);
    let other = format!("http://localhost:{}", nginx.port);
    let record = |options: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut recording = Recording::start(folder.path(), &[&["-o", "a.yaml"], options].concat());
        // As a browser says it.
        let navigates = ["-H", "Sec-Fetch-Mode: navigate", "-H", "Sec-Fetch-Dest: document"];
        recording.curl(&[&navigates[..], &[&format!("{own}/browse")]].concat());
        recording.hear("/browse");
        std::thread::sleep(Duration::from_millis(1_500));
        for url in [format!("{other}/statistics"), format!("{own}/logo.png")] {
            recording.curl(&["-H", "Sec-Fetch-Site: cross-site", &url]);
        }
        recording.curl(&[&format!("{own}/order")]);
        recording.hear("/order");
        let (said, code) = recording.end();
        assert_eq!(code, Some(0), "{options:?}: {said}");
        (read(folder.path(), "a.yaml"), said)
    };
    let (plan, said) = record(&["--pause", "1s"]);
    assert!(said.contains("in 2 transactions"), "{said}");
    assert!(
        said.contains("not in the plan: 1 request to other sites (localhost 1); --host takes them in"),
        "{said}"
    );
    assert!(
        plan.contains("get: /order") && !plan.contains("get: /statistics") && !plan.contains("/logo.png"),
        "{plan}"
    );
    let (plan, said) = record(&["--host", "localhost", "--host", "127.0.0.1", "--resources", "keep"]);
    assert!(said.contains("in 1 transaction") && !said.contains("not in the plan"), "{said}");
    assert!(plan.contains("/statistics") && plan.contains("get: /logo.png"), "{plan}");
    let (plan, _) = record(&["--resources", "embed"]);
    assert!(plan.contains("embedded: true") && !plan.contains("/logo.png"), "{plan}");
}

#[test]
fn a_value_that_has_become_another_and_is_sent_as_recorded_is_proposed_as_an_extractor() {
    if program("curl").is_none() {
        return;
    }
    // Another number for each connection, too short to be known as the server's by itself: somebody may have chosen it.
    let locations = r#"location = /list { default_type text/html; return 200 '<title>List</title><a href="/item/$connection">the newest</a>'; }
        location /item { default_type application/json; return 200 '{"name": "shirt"}'; }"#;
    let Some(nginx) = nginx_with(locations) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let recording = Recording::start(folder.path(), &["-o", "a.yaml"]);
    let page = stdout(&recording.curl(&[&format!("http://127.0.0.1:{}/list", nginx.port)]));
    let number =
        page.split("/item/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link").to_owned();
    recording.curl(&[&format!("http://127.0.0.1:{}/item/{number}", nginx.port)]);
    assert_eq!(recording.end().1, Some(0));
    let plan = read(folder.path(), "a.yaml");
    assert!(plan.contains(&format!("get: /item/{number}")), "{plan}");
    let compared = || {
        let trial = command(folder.path(), &["try", "a.yaml", "--compare-with", "a.har"]).output();
        stdout(&trial.expect("the program starts"))
    };
    let said = compared();
    let sent = format!(
        "`item` of GET /item/{number} is sent as recorded (`{number}`), and the answer to GET /list now has `"
    );
    assert!(said.contains("2 answers as recorded") && said.contains(&sent), "{said}");
    // What is proposed is what helps.
    let extractor = said
        .split("`extract: ")
        .nth(1)
        .and_then(|rest| rest.split("`, and send ").next())
        .expect("a proposal");
    let plan = plan
        .replace("get: /list\n", &format!("{{get: /list, extract: {extractor}}}\n"))
        .replace(&format!("get: /item/{number}"), "get: /item/${item_id}");
    std::fs::write(folder.path().join("a.yaml"), &plan).expect("written");
    let said = compared();
    assert!(
        said.contains("2 answers as recorded") && !said.contains("is sent as recorded"),
        "{plan}\n{said}"
    );
}

#[test]
fn a_recording_on_a_full_disk_ends_with_what_was_whole_and_its_plan_whole_or_not_at_all() {
    if program("curl").is_none() {
        return;
    }
    let (Some(nginx), Some(disk)) = (nginx_with(SHOP), SmallDisk::mount("400k")) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let plan = disk.path("a.yaml").display().to_string();
    let mut recording = Recording::start(folder.path(), &["-o", &plan]);
    recording.curl(&[&format!("http://127.0.0.1:{}/browse", nginx.port)]);
    recording.hear("/browse");
    // 750 kB of text.
    recording.curl(&["-o", "/dev/null", &format!("http://127.0.0.1:{}/file", nginx.port)]);
    recording.hear("No space left");
    let (said, code) = recording.ended();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("what was recorded before is in the file"), "{said}");
    let har = archive(&disk.path("a.har"));
    assert_eq!(har["log"]["entries"].as_array().map(Vec::len), Some(1), "{said}");
    let plan = std::fs::read_to_string(&plan).expect("a plan of what was whole");
    assert!(plan.contains("/browse\n") && !plan.contains("/file"), "{plan}");
    let left: Vec<_> = std::fs::read_dir(disk.folder()).expect("a folder").flatten().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
