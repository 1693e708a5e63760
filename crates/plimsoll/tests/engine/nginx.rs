//! Against a real nginx: TLS, keep-alive, large answers, the Apinizer seed's plan.

use crate::daemons::Ending;
use crate::ports::free_port;
use crate::programs::program;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// An nginx of its own with a certificate of its own; ended with the value.
pub struct Nginx {
    _process: Ending,
    folder: tempfile::TempDir,
    pub port: u16,
    pub tls_port: u16,
}

fn nginx() -> Option<Nginx> {
    nginx_with("")
}

/// With further locations of its server.
pub fn nginx_with(locations: &str) -> Option<Nginx> {
    let (nginx, openssl) = (program("nginx")?, program("openssl")?);
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let certificate = Command::new(openssl)
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &at("key.pem"), "-out", &at("cert.pem")])
        .output()
        .expect("openssl runs");
    assert!(certificate.status.success(), "{}", String::from_utf8_lossy(&certificate.stderr));
    let (port, tls_port) = (free_port(), free_port());
    let config = format!(
        "worker_processes 1; daemon off; error_log {d}/error.log; pid {d}/nginx.pid;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; client_body_temp_path {d}/b; proxy_temp_path {d}/p; fastcgi_temp_path {d}/f;\n\
         uwsgi_temp_path {d}/u; scgi_temp_path {d}/s; keepalive_requests 100; client_max_body_size 0;\n\
         server {{ listen 127.0.0.1:{port}; listen 127.0.0.1:{tls_port} ssl;\n\
         ssl_certificate {d}/cert.pem; ssl_certificate_key {d}/key.pem;\n\
         location / {{ return 200 'OK'; add_header Content-Type text/plain; }}\n\
         location /file {{ root {d}; gzip on; gzip_types *; }}\n{locations} }} }}\n",
        d = folder.path().display()
    );
    std::fs::write(folder.path().join("file"), "line of a file\n".repeat(50_000)).expect("written");
    std::fs::write(folder.path().join("nginx.conf"), config).expect("written");
    let process = Command::new(nginx)
        .args(["-p", &at(""), "-c", &at("nginx.conf")])
        .stderr(Stdio::null())
        .spawn()
        .expect("nginx starts");
    let started = Nginx { _process: Ending(process), folder, port, tls_port };
    let deadline = Instant::now() + Duration::from_secs(180);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "nginx does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(started)
}

fn run(folder: &Path, arguments: &[&str], certificates: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plimsoll"));
    command.arg("run").args(arguments).current_dir(folder).stdin(Stdio::null());
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
fn tls_is_spoken_and_certificates_are_verified_unless_told_otherwise() {
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
    let output = run(folder, &["configurable.jmx", "-Jthreads=20", "-Jseconds=8", "-o", "out"], None);
    assert!(
        output.status.code().is_some_and(|c| c != 1 && c != 2),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (requests, errors) = totals(&folder.join("out/run.run"));
    assert!(requests > 100 && errors.is_empty(), "{requests} {errors:?}");
    let run = plimsoll_run::Run::open(&folder.join("out/run.run")).expect("a run file");
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
