//! MQTT steps against a real broker, mosquitto.

use crate::performing::{Performed, check_all_succeed, check_failure, perform, plan};
use crate::servers::certificate;
use plimsoll_run::ErrorKind;
use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// In clear text and over TLS for everybody, and for the user `anna` with the password `secret` only.
pub struct Broker {
    _process: Ending,
    pub port: u16,
    tls_port: u16,
    private_port: u16,
    _folder: tempfile::TempDir,
}

pub fn broker() -> Option<Broker> {
    let (mosquitto, passwords, folder) =
        (program("mosquitto")?, program("mosquitto_passwd")?, certificate()?);
    let (port, tls_port, private_port) = (free_port(), free_port(), free_port());
    let at = folder.path().display();
    let config = format!(
        "per_listener_settings true\nuser root\nlog_dest none\n\
         listener {port} 127.0.0.1\nallow_anonymous true\n\
         listener {tls_port} 127.0.0.1\nallow_anonymous true\ncertfile {at}/cert.pem\nkeyfile {at}/key.pem\n\
         listener {private_port} 127.0.0.1\nallow_anonymous false\npassword_file {at}/users\n"
    );
    std::fs::write(folder.path().join("mosquitto.conf"), config).expect("written");
    let users = folder.path().join("users").display().to_string();
    let made =
        Command::new(passwords).args(["-b", "-c", &users, "anna", "secret"]).output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let process = Command::new(mosquitto)
        .arg("-c")
        .arg(folder.path().join("mosquitto.conf"))
        .stderr(Stdio::null())
        .spawn()
        .expect("mosquitto starts");
    let broker = Broker { _process: Ending(process), port, tls_port, private_port, _folder: folder };
    let deadline = Instant::now() + Duration::from_secs(60);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "mosquitto does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(broker)
}

/// Performs the steps once; `PORT` is the broker's port for everybody.
fn run(broker: &Broker, steps: &str) -> Performed {
    let steps = steps
        .replace("TLS_PORT", &broker.tls_port.to_string())
        .replace("PRIVATE_PORT", &broker.private_port.to_string())
        .replace("PORT", &broker.port.to_string());
    perform(
        &plan(broker._folder.path(), "tls: {verify: false}\nvariables: {n: 5}", "iterations: 1", &steps),
        1,
    )
}

#[test]
fn messages_of_every_quality_of_service_arrive_once() {
    let Some(broker) = broker() else { return };
    for address in ["mqtt://127.0.0.1:PORT", "mqtts://localhost:TLS_PORT"] {
        let steps = format!(
            r#"
- mqtt: {{connect: "{address}", client_id: "c${{n}}"}}
- mqtt: {{subscribe: "a/+", qos: 2}}
- mqtt: {{publish: a/0, payload: zero}}
- mqtt: {{publish: a/1, payload: one, qos: 1}}
- mqtt: {{publish: a/2, payload: "two ${{n}}", qos: 2}}
- mqtt: {{await: 3, check: [{{contains: "two 5"}}, {{contains: "topic: a/2", of: response_headers}}, {{contains: "qos: 2", of: response_headers}}]}}
- mqtt: {{publish: b, qos: 2, payload: nobody listens}}
- mqtt: {{disconnect: true}}
"#
        );
        let performed = run(&broker, &steps);
        let labels = [("connect", 1), ("subscribe", 1), ("publish", 4), ("await", 1), ("disconnect", 1)];
        let labels = labels.map(|(what, count)| (format!("mqtt {what}"), count));
        check_all_succeed(&performed, &labels.each_ref().map(|(label, count)| (label.as_str(), *count)));
        assert!(!performed.groups.keys().any(|name| name.contains("not awaited")), "{:?}", performed.groups);
    }
}

#[test]
fn what_the_broker_keeps_is_there_later() {
    let Some(broker) = broker() else { return };
    let steps = r#"
- mqtt: {connect: "mqtt://127.0.0.1:PORT"}
- mqtt: {publish: state, payload: on, qos: 1, retain: true}
- mqtt: {subscribe: state, messages: 1, label: retained, extract: {regex: "(o.)", variable: state}, check: {contains: "retain: true", of: response_headers}}
- mqtt: {name: sleeper, connect: "mqtt://127.0.0.1:PORT", client_id: sleeper, clean_session: false}
- mqtt: {name: sleeper, subscribe: news, qos: 1}
- mqtt: {name: sleeper, disconnect: true}
- mqtt: {publish: news, payload: "${state}", qos: 1}
- mqtt: {name: sleeper, connect: "mqtt://127.0.0.1:PORT", client_id: sleeper, clean_session: false}
- mqtt: {name: sleeper, await: 1, check: {equals: "on"}}
"#;
    let performed = run(&broker, steps);
    check_all_succeed(&performed, &[("retained", 1), ("mqtt publish", 2), ("sleeper await", 1)]);
}

#[test]
fn a_will_is_published_when_its_client_is_gone() {
    let Some(broker) = broker() else { return };
    // Another connection with the same client id ends the first (MQTT 3.1.1, 3.1.4).
    let steps = r#"
- mqtt: {name: watcher, connect: "mqtt://127.0.0.1:PORT"}
- mqtt: {name: watcher, subscribe: gone}
- mqtt: {name: first, connect: "mqtt://127.0.0.1:PORT", client_id: x, will: {topic: gone, payload: "bye ${n}", qos: 1}}
- mqtt: {name: second, connect: "mqtt://127.0.0.1:PORT", client_id: x}
- mqtt: {name: watcher, await: 1, check: {equals: bye 5}}
- mqtt: {name: first, publish: a, qos: 1, label: late}
"#;
    let performed = run(&broker, steps);
    check_all_succeed(&performed, &[("watcher await", 1), ("first connect", 1), ("second connect", 1)]);
    check_failure(&performed, "late", ErrorKind::ClosedEarly, "");
}

#[test]
fn a_silent_connection_is_retained_alive() {
    let Some(broker) = broker() else { return };
    let steps = r#"
- mqtt: {connect: "mqtt://127.0.0.1:PORT", keep_alive: 1 s}
- pause: 2500 ms
- mqtt: {publish: a, qos: 1}
"#;
    check_all_succeed(&run(&broker, steps), &[("mqtt connect", 1), ("mqtt publish", 1)]);
}

#[test]
fn what_fails_is_said() {
    let Some(broker) = broker() else { return };
    let steps = r#"
- mqtt: {publish: a, label: unopened}
- mqtt: {connect: "mqtt://127.0.0.1:1", label: nobody}
- mqtt: {connect: "mqtt://127.0.0.1:PRIVATE_PORT", user: anna, password: wrong, label: wrong}
- mqtt: {connect: "mqtt://127.0.0.1:PRIVATE_PORT", user: anna, password: secret}
- mqtt: {await: 1, timeout: 200 ms, label: silence}
- mqtt: {publish: a, qos: 1}
"#;
    let performed = run(&broker, steps);
    check_failure(&performed, "unopened", ErrorKind::ClosedEarly, "the connection `mqtt` is not open");
    check_failure(&performed, "nobody", ErrorKind::ConnectRefused, "Connection refused");
    check_failure(
        &performed,
        "wrong",
        ErrorKind::Status,
        "the broker refused the connection: 5 not authorized",
    );
    check_failure(&performed, "silence", ErrorKind::ResponseTimeout, "0 of 1 messages came within 200 ms");
    check_all_succeed(&performed, &[("mqtt connect", 1), ("mqtt publish", 1)]);
}

#[test]
fn messages_that_nobody_awaits_are_counted() {
    let Some(broker) = broker() else { return };
    let steps = r#"
- mqtt: {connect: "mqtt://127.0.0.1:PORT"}
- mqtt: {subscribe: a}
- loop: {times: 3, steps: [{mqtt: {publish: a, payload: x, qos: 1}}]}
- pause: 200 ms
"#;
    let performed = run(&broker, steps);
    let counted = performed.groups.get("mqtt not awaited").map(|interval| interval.requests);
    assert_eq!(counted, Some(3), "{:?}", performed.groups.keys());
}

#[test]
fn other_clients_understand_it() {
    let Some(broker) = broker() else { return };
    let Some(client) = program("mosquitto_sub") else { return };
    let listener = Command::new(client)
        .args([
            "-h",
            "127.0.0.1",
            "-p",
            &broker.port.to_string(),
            "-t",
            "q/#",
            "-q",
            "2",
            "-C",
            "1",
            "-W",
            "60",
            "-v",
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let steps = r#"
- mqtt: {connect: "mqtt://127.0.0.1:PORT"}
- loop: {times: 50, steps: [{mqtt: {publish: q/1, payload: "{\"a\": 1}", qos: 2}}, {pause: 20 ms}]}
"#;
    check_all_succeed(&run(&broker, steps), &[("mqtt connect", 1), ("mqtt publish", 50)]);
    // It may have come too late for all of them on a busy machine; then it waits for nothing more.
    let steps = "- mqtt: {connect: \"mqtt://127.0.0.1:PORT\"}\n- mqtt: {publish: q/1, payload: \"{\\\"a\\\": 1}\", qos: 1, retain: true}";
    run(&broker, steps);
    let output = listener.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "q/1 {\"a\": 1}\n");
}
