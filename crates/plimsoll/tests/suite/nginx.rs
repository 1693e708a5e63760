//! Against a real nginx: TLS, keep-alive, large answers, the Apinizer seed's plan.

use crate::program::{assert_completed, command, measured};
use plimsoll_testkit::nginx::nginx;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Output;

fn run(folder: &Path, arguments: &[&str], certificates: Option<&Path>) -> Output {
    let mut command = command(folder, &[&["run"], arguments].concat());
    if let Some(path) = certificates {
        command.env("SSL_CERT_FILE", path);
    }
    command.output().expect("the program starts")
}

/// Requests and failures of a run.
fn totals(file: &Path) -> (u64, Vec<String>) {
    let run = plimsoll_run::Run::open(file).expect("a run file");
    let intervals = run.seconds.iter().flat_map(|second| second.transactions.values());
    let (mut requests, mut errors) = (0, Vec::new());
    for interval in intervals {
        requests += interval.requests;
        errors.extend(interval.errors.keys().map(|(kind, detail)| format!("{kind}: {detail}")));
    }
    (requests, errors)
}

fn check_tls(tls: &str, host: &str, trusted: bool, expected: Option<&str>) {
    let Some(nginx) = nginx() else { return };
    let folder = nginx.folder.path();
    let plan = format!(
        "plan: p\n{tls}scenarios:\n  - users: 3\n    iterations: 20\n    steps:\n      - get: https://{host}:{}/\n\
        \x20       label: x\n        check: {{equals: OK}}\n",
        nginx.tls_port
    );
    std::fs::write(folder.join("p.yaml"), plan).expect("written");
    let certificates = folder.join(if trusted { "cert.pem" } else { "none.pem" });
    run(folder, &["p.yaml", "-o", "out"], Some(&certificates));
    let (requests, errors) = totals(&folder.join("out/run.run"));
    assert_eq!(requests, 60);
    match expected {
        None => assert_eq!(errors, Vec::<String>::new()),
        Some(part) => assert!(errors.iter().all(|e| e.contains(part)) && !errors.is_empty(), "{errors:?}"),
    }
}

#[test]
fn tls_is_spoken_and_certificates_are_verified_unless_reported_otherwise() {
    check_tls("", "localhost", true, None);
    check_tls("", "localhost", false, Some("tls: "));
    check_tls("tls: {verify: false}\n", "127.0.0.1", false, None);
}

#[test]
fn a_large_body_goes_up_over_tls() {
    let Some(nginx) = nginx() else { return };
    let folder = nginx.folder.path();
    std::fs::write(folder.join("body"), vec![b'x'; 20_000_000]).expect("written");
    let plan = format!(
        "plan: p\ntls: {{verify: false}}\nscenarios:\n  - users: 2\n    iterations: 2\n    steps:\n      \
         - post: https://127.0.0.1:{}/\n        body_file: {}\n        response_timeout: 10 s\n        check: {{equals: OK}}\n",
        nginx.tls_port,
        folder.join("body").display()
    );
    std::fs::write(folder.join("p.yaml"), plan).expect("written");
    run(folder, &["p.yaml", "-o", "out"], None);
    assert_eq!(totals(&folder.join("out/run.run")), (4, vec![]));
}

#[test]
fn large_and_compressed_files_arrive_whole_and_connections_are_renewed() {
    let Some(nginx) = nginx() else { return };
    let folder = nginx.folder.path();
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 2\n    iterations: 150\n    steps:\n      - get: http://127.0.0.1:{0}/file\n\
        \x20       label: plain\n        check: {{size: \"== 750000\"}}\n      - get: http://127.0.0.1:{0}/file\n\
        \x20       label: packed\n        headers: {{Accept-Encoding: gzip}}\n        check: {{contains: line of a file}}\n",
        nginx.port
    );
    std::fs::write(folder.join("p.yaml"), plan).expect("written");
    run(folder, &["p.yaml", "-o", "out"], None);
    // nginx closes a connection after 100 requests; none of them may be lost by that.
    assert_eq!(totals(&folder.join("out/run.run")), (600, vec![]));
}

#[test]
fn the_apinizer_plan_runs_with_its_places_filled_in() {
    let Some(nginx) = nginx() else { return };
    let folder = nginx.folder.path();
    let written = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/apinizer/configurable.jmx");
    let text = std::fs::read_to_string(written).expect("the seed's plan");
    std::fs::write(folder.join("as-it-stands.jmx"), &text).expect("written");
    let refused = run(folder, &["as-it-stands.jmx"], None);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("<Change with Your IP>"), "{said}");
    let filled = text
        .replace("<Change with Your IP>", "127.0.0.1")
        .replace("<Change with Your Path>", "service")
        .replace("30080", &nginx.port.to_string());
    std::fs::write(folder.join("configurable.jmx"), filled).expect("written");
    // As many requests as the generator can make, on the machine of the server: it may be the limit.
    let made = measured(folder, &["run", "configurable.jmx", "-Jthreads=20", "-Jseconds=8"]);
    assert_completed(made.code(), &made.out);
    let (requests, errors) = totals(&made.out.join("run.run"));
    assert!(requests > 100 && errors.is_empty(), "{requests} {errors:?}");
    let run = made.run();
    let step = &run.steps[0];
    let window =
        (step.measured_from_us - step.started_us, step.measured_to_us.map(|to| to - step.started_us));
    // Five seconds of ramp are left out; the scheduler's eight seconds include them.
    assert_eq!((step.threads, window), (20, (5_000_000, Some(8_000_000))));
}

#[test]
fn nginx_answers_as_the_seed_configures_it() {
    let Some(nginx) = nginx() else { return };
    let mut stream = TcpStream::connect(("127.0.0.1", nginx.port)).expect("connected");
    stream.write_all(b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("read");
    assert!(answer.ends_with("\r\n\r\nOK"), "{answer}");
}
