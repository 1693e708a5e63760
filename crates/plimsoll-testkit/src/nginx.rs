//! nginx with a certificate of its own.

use crate::daemons::Ending;
use crate::ports::free_port;
use crate::programs::program;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An nginx of its own with a certificate of its own; ended with the value.
pub struct Nginx {
    _process: Ending,
    pub folder: tempfile::TempDir,
    pub port: u16,
    pub tls_port: u16,
}

pub fn nginx() -> Option<Nginx> {
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
