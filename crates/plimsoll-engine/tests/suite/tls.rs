//! TLS against a real nginx: client certificates, resumed sessions, versions, names.

use crate::performing::{Performed, perform, plan};
use plimsoll_run::ErrorKind;
use plimsoll_testkit::daemons::{Daemon, nginx};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::path::Path;
use std::process::Command;

fn openssl(folder: &Path, arguments: &str) -> Option<()> {
    let output = Command::new(program("openssl")?)
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .expect("openssl runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(())
}

/// An authority `ca.pem`, and certificates of it for the server and for the users anna and bert.
fn certificates(folder: &Path) -> Option<()> {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    openssl(folder, &format!("req -x509 {key} -subj /CN=authority -keyout ca.key -out ca.pem"))?;
    for (name, more) in
        [("server", " -addext subjectAltName=DNS:localhost,DNS:other.example"), ("anna", ""), ("bert", "")]
    {
        let signed = "-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE";
        let files = format!("-keyout {name}.key -out {name}.pem");
        openssl(folder, &format!("req -x509 {key} {signed} -subj /CN={name} {files}{more}"))?;
    }
    let both = [read(folder, "anna.pem"), read(folder, "anna.key")].concat();
    std::fs::write(folder.join("anna-both.pem"), both).expect("written");
    std::fs::write(folder.join("users.csv"), "name\nanna\nbert\nanna\n").expect("written");
    Some(())
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("there")
}

/// An nginx that says who asks, and how, in its log and in its answer.
fn server(more: &str) -> Option<(Daemon, u16)> {
    let folder = tempfile::tempdir().expect("a folder");
    certificates(folder.path())?;
    let port = free_port();
    let protocols = if more.contains("ssl_protocols") { "" } else { "ssl_protocols TLSv1.2 TLSv1.3;" };
    let server = format!(
        "log_format who '$ssl_client_s_dn $ssl_session_reused $ssl_protocol $ssl_server_name';\n\
         server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate FOLDER/server.pem; ssl_certificate_key FOLDER/server.key;\n\
         ssl_session_cache shared:s:1m; access_log FOLDER/who.log who; {protocols} {more}\n\
         location / {{ return 200 OK; }} }}"
    );
    Some((nginx(folder, &server, port)?, port))
}

fn run(daemon: &Daemon, top: &str, head: &str, steps: &str) -> Performed {
    perform(&plan(daemon.folder.path(), top, head, steps), 1)
}

/// Two requests of one user over connections of their own; what nginx logged, or the failure.
fn check(more: &str, tls: &str, expected: Result<&[&str], (ErrorKind, &str)>) {
    let Some((daemon, port)) = server(more) else { return };
    let steps = format!("- get: https://localhost:{port}/\n  label: x\n  keep_alive: no");
    let performed = run(&daemon, &format!("tls: {{ca: ca.pem, {tls}}}"), "users: 1\niterations: 2", &steps);
    let failures = performed.failures("x");
    match expected {
        Ok(lines) => {
            assert!(failures.is_empty(), "{failures:?}");
            assert_eq!(daemon.log("who.log", 2).lines().collect::<Vec<_>>(), lines);
        }
        Err((kind, part)) => {
            let found = failures.iter().all(|(k, text, _)| *k == kind && text.contains(part));
            assert!(found && performed.count("x") == 2 && !failures.is_empty(), "{failures:?}");
        }
    }
}

const ASKS: &str = "ssl_client_certificate FOLDER/ca.pem; ssl_verify_client on;";

#[test]
fn sessions_are_resumed() {
    check("ssl_protocols TLSv1.3;", "", Ok(&["- . TLSv1.3 localhost", "- r TLSv1.3 localhost"]));
    check("ssl_protocols TLSv1.2;", "", Ok(&["- . TLSv1.2 localhost", "- r TLSv1.2 localhost"]));
    let no_tickets = "ssl_protocols TLSv1.2; ssl_session_tickets off;";
    check(no_tickets, "", Ok(&["- . TLSv1.2 localhost", "- r TLSv1.2 localhost"]));
}

#[test]
fn versions_and_names_are_as_the_plan_says() {
    check("", "maximum: 1.2", Ok(&["- . TLSv1.2 localhost", "- r TLSv1.2 localhost"]));
    check("", "minimum: 1.3", Ok(&["- . TLSv1.3 localhost", "- r TLSv1.3 localhost"]));
    check("ssl_protocols TLSv1.2;", "minimum: 1.3", Err((ErrorKind::Tls, "")));
    let named = ["- . TLSv1.3 other.example", "- r TLSv1.3 other.example"];
    check("", "server_name: other.example", Ok(&named));
    check("", "server_name: wrong.example", Err((ErrorKind::Tls, "wrong.example")));
}

#[test]
fn users_show_their_certificates() {
    let anna = ["CN=anna . TLSv1.3 localhost", "CN=anna r TLSv1.3 localhost"];
    check(ASKS, "certificate: anna.pem, key: anna.key", Ok(&anna));
    check(ASKS, "certificate: anna-both.pem", Ok(&anna));
    check(ASKS, "", Err((ErrorKind::Status, "400")));
}

/// One user with the certificates of four rows, one after the other.
fn check_rows(version: &str) {
    let Some((daemon, port)) = server(ASKS) else { return };
    let steps = format!("- read: users.csv\n- get: https://localhost:{port}/\n  label: x");
    let tls = "tls: {ca: ca.pem, certificate: './${name}.pem', key: './${name}.key'}";
    let top = format!("data: users.csv\n{tls}\n{version}");
    let performed = run(&daemon, &top, "users: 1\niterations: 4", &steps);
    assert_eq!((performed.count("x"), performed.failures("x")), (4, vec![]));
    // The third and the fourth row are both anna's: the same connection, and no session of bert's.
    let expected: Vec<String> =
        ["anna", "bert", "anna", "anna"].map(|name| format!("CN={name} . TLSv1.3 localhost")).into();
    assert_eq!(daemon.log("who.log", 4).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn each_row_may_have_its_own_certificate() {
    check_rows("http: 1.1");
    check_rows("http: 2");
    // Nobody shows another one's certificate.
    check_rows("http: 2\nhttp2: {connections: 1}");
}

#[test]
fn a_certificate_that_is_missing_then_is_said() {
    let Some((daemon, port)) = server(ASKS) else { return };
    let steps = format!("- get: https://localhost:{port}/\n  label: x");
    let top = "variables: {name: nobody}\ntls: {ca: ca.pem, certificate: '${name}.pem', key: '${name}.key'}";
    let performed = run(&daemon, top, "users: 1\niterations: 1", &steps);
    let failures = performed.failures("x");
    let found =
        matches!(failures.as_slice(), [(ErrorKind::BadRequest, text, 1)] if text.contains("nobody.pem"));
    assert!(found, "{failures:?}");
}

#[test]
fn the_limit_of_silence_is_not_for_connecting_after_a_redirect() {
    // It speaks when the limit is over, and no TLS.
    let late = crate::peers::server(|mut stream| {
        std::thread::sleep(std::time::Duration::from_millis(2_500));
        let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    let first = crate::scripted::scripted(move |asked| {
        let location = format!("Location: https://{late}/\r\nContent-Length: 0\r\n\r\n");
        asked.answer(&format!("HTTP/1.1 302 Found\r\n{location}"));
        true
    });
    let steps = format!("- get: http://{}/\n  label: x\n  response_timeout: 1 s", first.address);
    let performed = perform(&plan(Path::new("."), "", "users: 1\niterations: 1", &steps), 1);
    let kinds: Vec<_> = performed.failures("x").into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds, [ErrorKind::Tls]);
}
