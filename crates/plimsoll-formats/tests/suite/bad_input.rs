//! What is said about input that can't be used.

use plimsoll_formats::{Properties, read_jmx, read_plan, read_yaml};
use plimsoll_plan::Diagnostic;
use plimsoll_plan::plan::{OnError, Step};
use std::path::Path;

fn show(diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().filter(|d| d.is_error());
    lines.map(|d| format!("{d} [{}]", d.hint.as_deref().unwrap_or("no hint"))).collect::<Vec<_>>().join("\n")
}

fn check_jmx(text: &str, expected: &str) {
    let folder = Path::new("/nowhere");
    let reading = read_jmx("plan.jmx", text, folder, &Properties::new());
    assert_eq!(show(&reading.diagnostics), expected, "{text}");
    assert_eq!(reading.plan, None);
}

fn check_yaml(text: &str, expected: &str) {
    let reading = read_yaml("plan.yaml", text, Path::new("/nowhere"), &Properties::new());
    assert_eq!(show(&reading.diagnostics), expected, "{text}");
    assert_eq!(reading.plan, None);
}

/// A plan with these elements in the test plan's tree, which begins at line 2.
fn jmx(elements: &str) -> String {
    format!(
        "<jmeterTestPlan><hashTree><TestPlan testname=\"t\"/>\n<hashTree>{elements}</hashTree></hashTree></jmeterTestPlan>"
    )
}

fn group(users: &str, elements: &str) -> String {
    let users = format!("<stringProp name=\"ThreadGroup.num_threads\">{users}</stringProp>");
    jmx(&format!("<ThreadGroup testname=\"g\">{users}</ThreadGroup>\n<hashTree>{elements}</hashTree>"))
}

#[test]
fn files_that_are_no_plan_are_refused() {
    check_jmx(" \n", "plan.jmx: the file is empty [was it saved? A plan begins with `<jmeterTestPlan`]");
    check_jmx(
        "<html/>",
        "plan.jmx:1: this is no JMeter plan: its root is `html` [a JMeter plan begins with `<jmeterTestPlan version=…>`]",
    );
    check_jmx(
        "<jmeterTestPlan>\n<hashTree><testelement class=\"x\"/></hashTree></jmeterTestPlan>",
        "plan.jmx:2: testelement: this plan was written by JMeter 1 or 2.0 [open it in JMeter 2.1 or later, save it, and use the saved file]",
    );
    check_jmx(
        "<jmeterTestPlan/>",
        "plan.jmx: there is no enabled test plan in the file [is this a test fragment? Add it to a test plan and save that]",
    );
}

#[test]
fn malformed_xml_is_located() {
    check_jmx(
        "<jmeterTestPlan>\n<hashTree>\n</jmeterTestPlan>",
        "plan.jmx:3: the XML is malformed: `<hashTree>` is closed by `</jmeterTestPlan>` [open the plan in JMeter, or look at this line and the one before it]",
    );
    check_jmx(
        "<jmeterTestPlan>\n<hashTree>\n",
        "plan.jmx:2: the XML is malformed: the file ends before its elements are closed [is the file cut off? Copy it again]",
    );
    check_jmx(
        "<jmeterTestPlan>\n<stringProp name=\"a\">a & b</stringProp></jmeterTestPlan>",
        "plan.jmx:2: the XML is malformed: malformed entity reference [in XML an `&` is written `&amp;`]",
    );
}

#[test]
fn a_place_to_fill_in_is_named() {
    for placeholder in ["<Change with Your IP>", "<your-host>", "<HOST>"] {
        let text = jmx(&format!("\n<stringProp name=\"HTTPSampler.domain\">{placeholder}</stringProp>"));
        check_jmx(
            &text,
            &format!(
                "plan.jmx:3: the place to fill in `{placeholder}` makes the XML malformed [replace `{placeholder}` by the real value]"
            ),
        );
    }
}

#[test]
fn a_plan_that_runs_nothing_is_refused() {
    check_jmx(
        &jmx("<x.UltimateThreadGroup/><hashTree/>"),
        "plan.jmx:1: TestPlan \"t\": the plan has no thread group of a kind that is supported [use ordinary thread groups]",
    );
}

/// What JMeter goes on with although it is hardly meant.
#[test]
fn what_runs_nothing_is_warned_of() {
    let warned = |text: &str, expected: &str| {
        let reading = read_jmx("plan.jmx", text, Path::new("/nowhere"), &Properties::new());
        let said: Vec<String> = reading.diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(said, [expected], "{text}");
        reading.plan.unwrap()
    };
    let plan = warned(
        &jmx("<ThreadGroup enabled=\"false\"/><hashTree/>"),
        "plan.jmx:1: TestPlan \"t\": the plan has no enabled thread group",
    );
    assert!(plan.scenarios.is_empty());
    let plan = warned(
        &group("${users}", ""),
        "plan.jmx:2: ThreadGroup \"g\": ThreadGroup.num_threads: nothing defines `${users}` before the start, so it counts as 0",
    );
    assert!(plan.scenarios[0].load.is_empty());
    let plan = warned(
        &group("${__P(users,many)}", ""),
        "plan.jmx:2: ThreadGroup \"g\": ThreadGroup.num_threads: `${__P(users,many)}` is `many`, which is no whole number and counts as 0",
    );
    assert!(plan.scenarios[0].load.is_empty());
    let csv = "<CSVDataSet testname=\"c\"><stringProp name=\"filename\"></stringProp></CSVDataSet>";
    let plan =
        warned(&group("1", csv), "plan.jmx:3: CSVDataSet \"c\": no data file is named; users end here");
    assert_eq!(plan.scenarios[0].steps, [Step::Stop(OnError::StopUser)]);
}

#[test]
fn numbers_that_are_not_known_are_located() {
    let hint = "write a number here, or `${__P(name,10)}` and give the number with `-Jname=…`";
    check_jmx(
        &group("${__secret(1)}", ""),
        &format!(
            "plan.jmx:2: ThreadGroup \"g\": ThreadGroup.num_threads: the function __secret is not supported [{hint}]"
        ),
    );
    check_jmx(
        &group("-1", ""),
        "plan.jmx:2: ThreadGroup \"g\": ThreadGroup.num_threads: -1 is not a number of users from 0 to 1000000 [no hint]",
    );
}

#[test]
fn data_files_that_are_not_there_are_named() {
    let csv = |file: &str| {
        group(
            "1",
            &format!(
                "<CSVDataSet testname=\"c\"><stringProp name=\"filename\">{file}</stringProp></CSVDataSet>"
            ),
        )
    };
    check_jmx(
        &csv("users.csv"),
        "plan.jmx:3: CSVDataSet \"c\": the data file /nowhere/users.csv is not there [put `users.csv` beside the plan, or change the file name]",
    );
    check_jmx(
        &csv("${f}.csv"),
        "plan.jmx:3: CSVDataSet \"c\": the name of the data file: `${f}.csv` has no value: `f` is not defined when the plan is read [define the variable in the plan, or write `${__P(name)}` and give `-Jname=…`]",
    );
}

#[test]
fn nesting_is_bounded() {
    let deep = format!(
        "<jmeterTestPlan>{}{}</jmeterTestPlan>",
        "<hashTree><a/>".repeat(2000),
        "</hashTree>".repeat(2000)
    );
    check_jmx(
        &deep,
        "plan.jmx:1: the plan is nested more than 400 tags deep [no plan made with JMeter is; is the file damaged?]",
    );
    check_jmx(
        &group(&"${__P(".repeat(5000), ""),
        "plan.jmx:2: ThreadGroup \"g\": ThreadGroup.num_threads: `${…}` is nested more than 12 deep [write a number here, or `${__P(name,10)}` and give the number with `-Jname=…`]",
    );
}

#[test]
fn what_is_wrong_with_the_way_to_a_server_is_said() {
    check_yaml(
        r#"plan: p
login: [{usre: a}, {user: a, scheme: ntlm}]
proxy: [https://proxy:1, 'http://user:pw@proxy:1', 'http://proxy:1/path', {user: a}]
tls: {ca: none.pem, key: none.key, minimum: 1.3, maximum: 1.2, cipher: x}
scenarios:
  - users: 1
    steps:
      - get: http://host/
        login: 3
        proxy: 2
        embedded: {pool: 0, at_once: many, matches: x}
      - get: http://host/
        embedded: images
"#,
        "plan.yaml:2: login: `user` is missing [The user name. For example `user: anna`]\n\
         plan.yaml:2: login: unknown key `usre` [did you mean `user`?]\n\
         plan.yaml:2: scheme: `ntlm` is not known; known here: basic, digest, any [no hint]\n\
         plan.yaml:3: proxy: a proxy is asked over `http` only; TLS goes through it in a tunnel [no hint]\n\
         plan.yaml:3: proxy: write the proxy's `user` and `password` beside its `url` [no hint]\n\
         plan.yaml:3: proxy: `http://proxy:1/path` is not a proxy; write `http://host:port` [no hint]\n\
         plan.yaml:3: proxy: `url` is missing [`http://host:port`. For example `url: http://proxy.lab:3128`]\n\
         plan.yaml:4: ca: the file /nowhere/none.pem is not there [no hint]\n\
         plan.yaml:4: key: the file /nowhere/none.key is not there [no hint]\n\
         plan.yaml:4: tls: there is a `key`, but no `certificate` that it belongs to [no hint]\n\
         plan.yaml:4: tls: `minimum` is above `maximum` [no hint]\n\
         plan.yaml:4: tls: unknown key `cipher` [known here: verify, ca, certificate, key, server_name, minimum, maximum]\n\
         plan.yaml:9: login: `3` is neither false nor the number of a set of logins (there are 1) [no hint]\n\
         plan.yaml:10: proxy: `2` is neither false nor the number of a proxy (there are 0) [no hint]\n\
         plan.yaml:11: pool: `0` is not a number from 1 to 256 [no hint]\n\
         plan.yaml:11: at_once: `many` is not a number from 1 to 256 [no hint]\n\
         plan.yaml:11: embedded: unknown key `matches` [did you mean `match`?]\n\
         plan.yaml:13: embedded: `images` is neither true, false, nor a mapping [for example `embedded: {pool: 6, match: 'http://host/.*'}`]",
    );
}

#[test]
fn every_mistake_in_a_yaml_plan_is_reported_at_once() {
    let text = "\
plan: p
scenarois: []
scenarios:
  - usres: 3
    ramp: soon
    phase: mian
    steps:
      - gte: http://host/
      - get: host/path
      - get: http://host/
        chekc: {status: 200}
        redirects: never
        extract: {variable: x}
        body: a
        form: {b: 1}
      - read: users.csv
      - loop: {steps: []}
      - if: {steps: []}
      - stop: everything
      - post: http://host/${__secret(1)}
      - just text
";
    check_yaml(
        text,
        "\
plan.yaml:2: plan: unknown key `scenarois` [did you mean `scenarios`?]
plan.yaml:4: scenario: unknown key `usres` [did you mean `users`?]
plan.yaml:5: ramp: `soon` is not a duration; write for example `250 ms`, `10 s`, `15 min` or `1 h` [no hint]
plan.yaml:6: phase: `mian` is not known; did you mean `main`? [no hint]
plan.yaml:8: step: unknown step `gte` [did you mean `get`?]
plan.yaml:9: url: `host/path` is not a URL; it begins with `http://` or `https://` [no hint]
plan.yaml:10: request: a request has one body: `body`, `form`, `multipart` or `body_file` [no hint]
plan.yaml:11: request: unknown key `chekc` [did you mean `check`?]
plan.yaml:12: redirects: `never` is not known; known here: follow, follow_safe_methods, keep [no hint]
plan.yaml:13: extract: exactly one pattern is needed [one of regex, json, jmespath, xpath, css, between, script]
plan.yaml:16: read: there is no data set `users.csv` [list it under `data:`]
plan.yaml:17: loop: `times` is missing [How often; or `forever`. For example `times: 3`]
plan.yaml:18: condition: exactly one condition is needed [one of is_true, is_not_false, equal, not_equal, last_succeeded]
plan.yaml:19: stop: `everything` is not known; known here: continue, start_next_iteration, stop_user, stop_test, stop_test_now [no hint]
plan.yaml:20: url: the function __secret is not supported [no hint]
plan.yaml:21: step: unknown step `just text` [known here: get, post, put, patch, delete, head, options, grpc, request, sample, websocket, sse, sql, tcp, mqtt, mix, pause, pace, loop, once, if, while, for_each, for, if_failed, group, share, switch, lock, transaction, choice, choose, read, counter, random, set_by_user, set, script, leave, stop]",
    );
}

#[test]
fn yaml_that_is_no_plan_is_refused() {
    check_yaml(
        "plan: p\n",
        "plan.yaml:1: plan: `scenarios` is missing [Groups of users, each with its load and its steps.]",
    );
    check_yaml(
        "a: b: c\n",
        "plan.yaml:1: the YAML is malformed: mapping values are not allowed in this context [put a text that holds `: ` in quotes]",
    );
    check_yaml(
        "- 1\n",
        "plan.yaml:1: plan: expected a mapping of keys to values, found a list [no hint]\n\
         plan.yaml:1: plan: `plan` is missing [The name of the plan. For example `plan: shop`]\n\
         plan.yaml:1: plan: `scenarios` is missing [Groups of users, each with its load and its steps.]",
    );
}

#[test]
fn unreadable_and_unknown_files_say_what_to_do() {
    let check = |name: &str, content: Option<&str>, expected: &str, hint: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        if let Some(content) = content {
            std::fs::write(&path, content).unwrap();
        }
        let error = read_plan(&path, &Properties::new()).unwrap_err();
        assert_eq!(error.to_string(), format!("{expected} {}", path.display()));
        assert!(error.hint().contains(hint), "{}", error.hint());
    };
    check("none.jmx", None, "failed to read the plan", "there is no such file");
    let path_last = |name: &str, content: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        read_plan(&path, &Properties::new()).map_err(|e| e.hint())
    };
    assert!(path_last("notes.txt", "hello").unwrap_err().contains(".jmx"));
    assert!(path_last("plan", "<jmeterTestPlan/>").is_ok());
    assert!(path_last("plan.txt", "plan: p\nscenarios: []\n").is_ok());
}

#[test]
fn mistakes_in_channels_are_located() {
    let yaml = |steps: &str| format!("plan: p\nscenarios:\n- users: 1\n  steps:\n{steps}");
    check_yaml(
        &yaml("  - websocket: {open: http://h/}\n  - websocket: {}\n  - websocket: {sent: x}\n"),
        "plan.yaml:5: open: `http://h/` is not a URL; it begins with `ws://` or `wss://` [no hint]\n\
         plan.yaml:6: websocket: exactly one action is needed [one of open, send, send_binary, await, ping, quiet, close; `await` may stand beside `send`]\n\
         plan.yaml:7: websocket: exactly one action is needed [one of open, send, send_binary, await, ping, quiet, close; `await` may stand beside `send`]\n\
         plan.yaml:7: websocket: unknown key `sent` [did you mean `send`?]",
    );
    check_yaml(
        &yaml(
            "  - websocket: {open: ws://h/, name: chat, body: x, compression: gzip}\n  - websocket: {name: chart, send: x, ping: y}\n",
        ),
        "plan.yaml:5: compression: `gzip` is not known; known here: none, deflate [no hint]\n\
         plan.yaml:5: websocket: a WebSocket is opened by a request without a body [send it as the first message: `- websocket: {send: …}`]\n\
         plan.yaml:6: websocket: exactly one action is needed [one of open, send, send_binary, await, ping, quiet, close; `await` may stand beside `send`]\n\
         plan.yaml:6: name: no step of this scenario opens a channel `chart` [did you mean `chat`?]",
    );
    check_yaml(
        &yaml(
            "  - websocket: {open: ws://h/}\n  - websocket: {await: welcome}\n  - websocket: {await: {status: 200}}\n  - websocket: {await: {max_duration: 1 s}}\n  - websocket: {await: {count: 0, event: x}}\n",
        ),
        "plan.yaml:6: await: `welcome` is neither `any` nor `end` [to wait for a message with a text: `await: {contains: welcome}`]\n\
         plan.yaml:7: await: a message has a body, and no status [check the status of the handshake where the channel is opened]\n\
         plan.yaml:8: await: a time is no condition of a message [write `timeout:` beside `await:`, or `check: {max_duration: …}`]\n\
         plan.yaml:9: count: `0` is not a number of messages [no hint]\n\
         plan.yaml:9: await: `event` has no meaning together with the other keys here [take it out, or write what it belongs to]",
    );
    check_yaml(
        &yaml(
            "  - websocket: {open: ws://h/}\n  - websocket: {close: 999}\n  - websocket: {send_binary: caf}\n  - websocket: {open: 'wss://${host', message_bytes_max: 1 MB}\n",
        ),
        "plan.yaml:6: close: `999` is not a close code; use 1000, or 3000 to 4999 for your own [no hint]\n\
         plan.yaml:7: send_binary: `caf` is not a row of bytes; write for example `ca fe 00` [no hint]\n\
         plan.yaml:8: message_bytes_max: `1 MB` is not a number of bytes [no hint]",
    );
    check_yaml(
        &yaml(
            "  - sse: {open: ws://h/}\n  - sse: {send: x}\n  - sse: {close: no}\n  - get: ws://h/\n  - get: ftp://h/\n",
        ),
        "plan.yaml:5: open: `ws://h/` is not a URL; it begins with `http://` or `https://` [no hint]\n\
         plan.yaml:6: sse: exactly one action is needed [one of open, await, quiet, close]\n\
         plan.yaml:6: sse: unknown key `send` [known here: name, await, quiet, close, label, timeout, think, extract, check]\n\
         plan.yaml:7: sse: exactly one action is needed [one of open, await, quiet, close]\n\
         plan.yaml:8: url: `ws://` is no request [write `- websocket: {open: …}`]\n\
         plan.yaml:9: url: `ftp://` is no request; it begins with `http://` or `https://` [no hint]",
    );
    check_yaml(
        &yaml(
            "  - sse: {open: http://h/, name: feed}\n  - websocket: {name: feed, send: x}\n  - sse: {await: any}\n",
        ),
        "plan.yaml:6: name: `feed` is opened by `sse:`, and this is a step of `websocket:` [no hint]\n\
         plan.yaml:7: name: no step of this scenario opens a channel `sse` [open it before: `{open: URL, name: sse}`]",
    );
}

#[test]
fn modules_that_lead_nowhere_are_refused() {
    let module = |path: &[&str]| {
        let path: String = path.iter().map(|name| format!("<stringProp>{name}</stringProp>")).collect();
        format!(
            "<ModuleController testname=\"m\"><collectionProp name=\"ModuleController.node_path\">{path}</collectionProp></ModuleController><hashTree/>"
        )
    };
    check_jmx(
        &group("1", &module(&["x", "t", "g", "gone"])),
        "plan.jmx:3: ModuleController \"m\": there is no controller at t > g > gone [choose the module again in JMeter, or delete this element; JMeter stops here, too]",
    );
    check_jmx(
        &group("1", &module(&[])),
        "plan.jmx:3: ModuleController \"m\": no controller is chosen [choose the module again in JMeter, or delete this element; JMeter stops here, too]",
    );
    let around =
        format!("<GenericController testname=\"c\"/><hashTree>{}</hashTree>", module(&["x", "t", "g", "c"]));
    check_jmx(
        &group("1", &around),
        "plan.jmx:3: ModuleController \"m\": GenericController \"c\" leads back to itself [a module must not contain itself]",
    );
}

#[test]
fn a_file_that_includes_itself_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let include = |file: &str| {
        format!(
            "<IncludeController testname=\"to {file}\"><stringProp name=\"IncludeController.includepath\">{file}</stringProp></IncludeController><hashTree/>"
        )
    };
    for (file, next) in [("a.jmx", "b.jmx"), ("b.jmx", "a.jmx")] {
        let text =
            jmx(&format!("<TestFragmentController testname=\"f\"/><hashTree>{}</hashTree>", include(next)));
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    let reading = read_jmx("plan.jmx", &group("1", &include("a.jmx")), folder.path(), &Properties::new());
    let said = show(&reading.diagnostics).replace(&folder.path().display().to_string(), "");
    assert_eq!(
        said,
        "b.jmx:2: IncludeController \"to a.jmx\": /a.jmx includes itself [an included file must not include itself]"
    );
}

#[test]
fn shares_need_one_amount_and_loops_are_left_by_name() {
    let plan = |step: &str| format!("plan: p\nscenarios:\n  - steps:\n      - {step}");
    check_yaml(
        &plan("share: {percent: 5, times: 3, steps: []}"),
        "plan.yaml:4: share: exactly one amount is needed [`percent: 20`, or `times: 5` for the first five passes]",
    );
    check_yaml(&plan("leave: lop"), "plan.yaml:4: leave: `lop` is not known; did you mean `loop`? [no hint]");
}

#[test]
fn a_timer_that_users_share_is_not_scaled() {
    check_yaml(
        "plan: p\ntimers:\n  - throughput: {rate: 600/min}\nscenarios:\n  - users: 1\n    steps:\n      - get: http://h/\n        \
         think:\n          - {scaled: {by: 0.5, pause: {timer: 1}}}\n          - {scaled: {by: 2, pause: 1 s}}\n",
        "plan.yaml:9: scaled: a timer has no length of its own, and can't be scaled [take `timer` out of `scaled`, and change the rate of the timer itself]",
    );
}

/// Plans of before call a rendezvous so.
#[test]
fn a_rendezvous_is_a_rendezvous() {
    let plan = |word: &str| {
        let text = format!(
            "plan: p\ntimers:\n  - {word}: {{users: all}}\nscenarios:\n  - users: 2\n    iterations: 1\n    steps:\n      - get: http://127.0.0.1:1/\n"
        );
        let reading =
            plimsoll_formats::read_yaml("p.yaml", &text, std::path::Path::new("."), &Default::default());
        reading.plan.unwrap_or_else(|| panic!("{:#?}", reading.diagnostics))
    };
    assert_eq!(format!("{:?}", plan("gathering")), format!("{:?}", plan("rendezvous")));
}
