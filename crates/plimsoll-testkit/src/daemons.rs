//! Real servers with configurations of their own: nginx, and Apache httpd as server and as proxy.

use crate::programs::program;
use rustix::process::{Pid, Signal, kill_process};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that is told to end (SIGTERM) with the value, so that its workers end too.
pub struct Ending(pub Child);

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.0.id() as i32) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let _ = self.0.wait();
    }
}

/// A server in a folder of its own; ended with the value.
pub struct Daemon {
    _process: Ending,
    pub folder: tempfile::TempDir,
}

impl Daemon {
    /// A log that should have so many lines: servers write them after they have answered.
    pub fn log(&self, name: &str, count: usize) -> String {
        let deadline = Instant::now() + Duration::from_secs(180);
        while self.read(name).lines().count() < count && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.read(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

fn start(
    name: &str,
    arguments: &[&str],
    folder: tempfile::TempDir,
    config: &str,
    port: u16,
) -> Option<Daemon> {
    let program = program(name)?;
    let config = config.replace("FOLDER", &folder.path().display().to_string());
    let at = folder.path().join("server.conf");
    std::fs::write(&at, config).expect("written");
    let errors = std::fs::File::create(folder.path().join("stderr")).expect("made");
    let process = Command::new(program)
        .args(arguments)
        .arg(&at)
        .stderr(errors)
        .stdout(Stdio::null())
        .spawn()
        .expect("the server starts");
    let daemon = Daemon { _process: Ending(process), folder };
    let deadline = Instant::now() + Duration::from_secs(180);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "{name} does not listen: {}", daemon.read("stderr"));
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(daemon)
}

/// An nginx with this server block; `FOLDER` stands for its folder.
pub fn nginx(folder: tempfile::TempDir, server: &str, port: u16) -> Option<Daemon> {
    let config = format!(
        "worker_processes 1; daemon off; error_log FOLDER/error.log; pid FOLDER/nginx.pid;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ log_format short '$status $request_uri $connection $remote_user'; access_log FOLDER/access.log short;\n\
         client_body_temp_path FOLDER/b; proxy_temp_path FOLDER/p; fastcgi_temp_path FOLDER/f;\n\
         uwsgi_temp_path FOLDER/u; scgi_temp_path FOLDER/s; types {{ text/html html; text/css css; }}\n\
         {server} }}\n"
    );
    start("nginx", &["-c"], folder, &config, port)
}

/// An Apache httpd with these lines beside the usual ones. The user `anna` with the password `secret` is in
/// the files `basic` and `digest` (realm `private`).
pub fn apache(lines: &str, port: u16) -> Option<Daemon> {
    const MODULES: [&str; 11] = [
        "mpm_event",
        "authn_core",
        "authn_file",
        "authz_core",
        "authz_user",
        "auth_basic",
        "auth_digest",
        "proxy",
        "proxy_http",
        "proxy_connect",
        "alias",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("basic", "anna:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n");
    write("digest", "anna:private:7868c9a28e199d7ca61bf5346b09ecbc\n");
    std::fs::create_dir(folder.path().join("www")).expect("made");
    for name in ["open", "basic", "digest"] {
        std::fs::create_dir(folder.path().join("www").join(name)).expect("made");
        std::fs::write(folder.path().join("www").join(name).join("x"), format!("{name} page"))
            .expect("written");
    }
    // Readable by the user that httpd's workers run as.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), mode).expect("set");
    let modules: String = MODULES
        .iter()
        .map(|name| format!("LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n"))
        .collect();
    let config = format!(
        "{modules}ServerName localhost\nServerRoot FOLDER\nDefaultRuntimeDir FOLDER\nPidFile FOLDER/pid\n\
         User nobody\nGroup nogroup\nStartServers 1\nListen 127.0.0.1:{port}\nErrorLog FOLDER/error.log\n\
         LogFormat \"%>s %m %U %{{Authorization}}i\" short\nCustomLog FOLDER/access.log short\nDocumentRoot FOLDER/www\n{lines}"
    );
    start("apache2", &["-X", "-f"], folder, &config, port)
}
