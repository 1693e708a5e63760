//! Real servers for tests: nginx with HTTP/2, and Node scripts. Each ends with its value.

use plimsoll_testkit::daemons::Ending;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Ended with the value.
pub struct Server {
    _process: Ending,
    pub port: u16,
    /// Of nginx: in clear text `port`, over TLS with h2, and over TLS without it.
    pub tls_port: u16,
    pub http1_tls_port: u16,
    pub folder: tempfile::TempDir,
}

/// A Node script of the folder `node`; it prints the port it listens on.
pub fn node(script: &str, arguments: &[&str]) -> Option<Server> {
    let node = program("node")?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/node").join(script);
    let mut process = Command::new(node)
        .arg(path)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
    let port = line.trim().parse().unwrap_or_else(|_| panic!("{script} does not listen: {line}"));
    let folder = tempfile::tempdir().expect("a folder");
    Some(Server { _process: Ending(process), port, tls_port: 0, http1_tls_port: 0, folder })
}

/// A folder with `key.pem` and `cert.pem` of a server of its own.
pub fn certificate() -> Option<tempfile::TempDir> {
    let openssl = program("openssl")?;
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let kind =
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
    let certificate = Command::new(openssl)
        .args(kind.split(' '))
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &at("key.pem"), "-out", &at("cert.pem")])
        .output()
        .expect("openssl runs");
    assert!(certificate.status.success(), "{}", String::from_utf8_lossy(&certificate.stderr));
    Some(folder)
}

/// nginx that speaks HTTP/2, and takes 100 requests per connection.
pub fn nginx() -> Option<Server> {
    let (nginx, folder) = (program("nginx")?, certificate()?);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (port, tls_port, http1_tls_port) = (free_port(), free_port(), free_port());
    let config = format!(
        "worker_processes 1; daemon off; error_log {d}/error.log; pid {d}/nginx.pid;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; client_body_temp_path {d}/b; proxy_temp_path {d}/p; fastcgi_temp_path {d}/f;\n\
         uwsgi_temp_path {d}/u; scgi_temp_path {d}/s; keepalive_requests 100; client_max_body_size 0;\n\
         http2_max_concurrent_streams 3;\n\
         server {{ listen 127.0.0.1:{port} http2; listen 127.0.0.1:{tls_port} ssl http2; listen 127.0.0.1:{http1_tls_port} ssl;\n\
         ssl_certificate {d}/cert.pem; ssl_certificate_key {d}/key.pem;\n\
         location / {{ return 200 \"$server_protocol\"; add_header Content-Type text/plain; }}\n\
         location /file {{ root {d}; gzip on; gzip_types *; }} }} }}\n",
        d = folder.path().display()
    );
    std::fs::write(folder.path().join("file"), "line of a file\n".repeat(50_000)).expect("written");
    std::fs::write(folder.path().join("nginx.conf"), config).expect("written");
    let process = Command::new(nginx)
        .args(["-p", &at(""), "-c", &at("nginx.conf")])
        .stderr(Stdio::null())
        .spawn()
        .expect("nginx starts");
    let server = Server { _process: Ending(process), port, tls_port, http1_tls_port, folder };
    let deadline = Instant::now() + Duration::from_secs(180);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "nginx does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(server)
}
