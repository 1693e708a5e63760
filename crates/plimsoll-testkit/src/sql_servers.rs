//! Real databases in folders of their own: MariaDB and PostgreSQL, with a user `anna` (password `secret`) and a
//! table `item`.

use crate::ports::free_port;
use crate::programs::program;
use rustix::process::{Pid, Signal};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server; killed with the value.
pub struct SqlServer {
    process: Child,
    pub folder: tempfile::TempDir,
    /// The begin of the `databases:` entry of a plan.
    pub address: String,
    /// Ends it at once, and the processes that it has started.
    signal: Signal,
}

impl Drop for SqlServer {
    fn drop(&mut self) {
        self.end();
    }
}

impl SqlServer {
    /// The top of a plan with this database, called `db`.
    pub fn top(&self, more: &str) -> String {
        let Self { address, .. } = self;
        format!("databases:\n  - {{name: db, {address}, user: anna, password: secret{more}}}\n")
    }

    /// At once, as in a crash; gone when this returns.
    pub fn end(&mut self) {
        let is_running = self.process.try_wait().is_ok_and(|status| status.is_none());
        if let Some(pid) = Pid::from_raw(self.process.id() as i32).filter(|_| is_running) {
            let _ = rustix::process::kill_process(pid, self.signal);
        }
        let _ = self.process.wait();
    }
}

const TABLE: &str = "create table item (id int primary key, name varchar(30), price decimal(8,2), at timestamp(3) null, good boolean);\
    insert into item values (1, 'apple', 1.50, '2024-01-02 03:04:05', true), (2, null, 2.25, null, false),\
    (3, 'cherry', 3, '2024-01-02 03:04:05.5', true);";

fn run(command: &mut Command, input: &str) -> bool {
    use std::io::Write;
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input.as_bytes()));
    child.wait().is_ok_and(|status| status.success())
}

/// Asks until the server answers.
fn set_up(folder: &Path, mut client: impl FnMut() -> Command, sql: &str) {
    let deadline = Instant::now() + Duration::from_secs(180);
    while !run(&mut client(), sql) {
        let said = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        assert!(Instant::now() < deadline, "the server does not answer: {said}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub fn mariadb() -> Option<SqlServer> {
    let (server, install, client) =
        (program("mariadbd")?, program("mariadb-install-db")?, program("mariadb")?);
    let folder = tempfile::tempdir().expect("a folder");
    let (data, socket) = (folder.path().join("data"), folder.path().join("socket"));
    let install_arguments =
        ["--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"];
    // A server that starts removes what others keep in the folder for temporary tables.
    let in_own_folder = |program: PathBuf| {
        let mut command = Command::new(program);
        command.env("TMPDIR", folder.path());
        command
    };
    let data_option = format!("--datadir={}", data.display());
    let made = run(in_own_folder(install).args(install_arguments).arg(&data_option), "");
    assert!(made, "the data folder is made");
    let port = free_port();
    let log = std::fs::File::create(folder.path().join("log")).expect("made");
    let process = in_own_folder(server)
        .args(["--no-defaults", "--user=root", "--bind-address=127.0.0.1", "--innodb-buffer-pool-size=16M"])
        .args([data_option, format!("--socket={}", socket.display())])
        .args([format!("--port={port}"), "--innodb-flush-log-at-trx-commit=0".to_owned()])
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("it starts");
    let address = format!("url: \"jdbc:mariadb://127.0.0.1:{port}/shop\"");
    let server = SqlServer { process, folder, address, signal: Signal::KILL };
    let sql = format!(
        "create database shop; use shop; {TABLE} create user anna identified by 'secret';\
         grant all on *.* to anna; create procedure upto(in n int) select id from item where id <= n order by id;"
    );
    let connect = || {
        let mut command = Command::new(&client);
        command.args(["--no-defaults", "-uroot", "-S"]).arg(&socket);
        command
    };
    set_up(server.folder.path(), connect, &sql);
    Some(server)
}

pub fn postgres() -> Option<SqlServer> {
    let (server, install) = (postgres_program("postgres")?, postgres_program("initdb")?);
    let client = program("psql")?;
    let folder = tempfile::tempdir().expect("a folder");
    let (data, password) = (folder.path().join("data"), folder.path().join("password"));
    std::fs::write(&password, "secret\n").expect("written");
    let owner = not_root(&folder);
    let as_owner = |path: &Path| {
        let mut command = Command::new(path);
        command.current_dir("/");
        owner.map(|(user, group)| command.uid(user).gid(group));
        command
    };
    let mut made = as_owner(&install);
    made.args(["-U", "anna", "-A", "scram-sha-256", "-E", "UTF8", "--no-sync"]);
    made.arg("-D").arg(&data).arg(format!("--pwfile={}", password.display()));
    assert!(run(&mut made, ""), "the data folder is made");
    let mut openssl = as_owner(&program("openssl")?);
    assert!(run(certificate(&mut openssl, &data), ""), "the certificate is made");
    let port = free_port();
    let log = std::fs::File::create(folder.path().join("log")).expect("made");
    let process = as_owner(&server)
        .args([
            "-p",
            &port.to_string(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "fsync=off",
            "-c",
            "ssl=on",
        ])
        .args(["-c", "unix_socket_directories=", "-D"])
        .arg(&data)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("it starts");
    let address = format!("url: \"jdbc:postgresql://127.0.0.1:{port}/postgres\"");
    let server = SqlServer { process, folder, address, signal: Signal::QUIT };
    let sql = format!(
        "{TABLE} create function upto(n int) returns table (id int) language sql as 'select id from item where id <= n order by id';"
    );
    let connect = || {
        let mut command = Command::new(&client);
        command.env("PGPASSWORD", "secret").args(["-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", "anna"]);
        command.args(["-p", &port.to_string(), "postgres"]);
        command
    };
    set_up(server.folder.path(), connect, &sql);
    Some(server)
}

/// `openssl` that makes `server.key` and `server.crt` of 127.0.0.1 there; it is its own authority.
pub fn certificate<'a>(openssl: &'a mut Command, folder: &Path) -> &'a mut Command {
    openssl.args([
        "req",
        "-x509",
        "-nodes",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-days",
        "2",
    ]);
    openssl.args(["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]);
    openssl.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    openssl.arg("-keyout").arg(folder.join("server.key")).arg("-out").arg(folder.join("server.crt"))
}

/// In the folder of its version.
fn postgres_program(name: &str) -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions.map(|version| version.path().join("bin").join(name)).find(|path| path.exists());
    found.or_else(|| program(name))
}

/// PostgreSQL refuses to run as root; then the folder is given to its own user.
fn not_root(folder: &tempfile::TempDir) -> Option<(u32, u32)> {
    if !rustix::process::getuid().is_root() {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").expect("the list of users");
    let line = users.lines().find(|line| line.starts_with("postgres:")).expect("the user of PostgreSQL");
    let mut numbers = line.split(':').skip(2).map(|field| field.parse::<u32>().expect("a number"));
    let (user, group) = (numbers.next().expect("a user"), numbers.next().expect("a group"));
    for path in [folder.path().to_owned(), folder.path().join("password")] {
        std::os::unix::fs::chown(path, Some(user), Some(group)).expect("given away");
    }
    Some((user, group))
}
