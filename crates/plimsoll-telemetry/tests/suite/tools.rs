//! What the tools of this machine print today. A tool that is not installed is skipped.

use plimsoll_run::At;
use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{Format, ReaderOptions, recognise};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::skip::skip;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a command prints; `None` when it is not there.
fn output(command: &str, arguments: &[&str]) -> Option<Vec<u8>> {
    match Command::new(command).args(arguments).output() {
        Ok(output) => Some(output.stdout),
        Err(error) => {
            skip(command, &error.to_string());
            None
        }
    }
}

fn read(format: &str, bytes: &[u8]) -> Dump {
    assert_eq!(
        recognise(bytes).map(|format| format.name),
        Some(format),
        "{}",
        String::from_utf8_lossy(bytes)
    );
    let mut reader = Format::named(format)
        .and_then(|format| format.reader(&ReaderOptions::default()))
        .expect("a format of the list");
    let mut dump = Dump::default();
    reader.read(bytes, None, &mut dump);
    reader.finish(&mut dump);
    assert_eq!(dump.problems, [], "{}", String::from_utf8_lossy(bytes));
    dump
}

/// The sum over all modes, by time.
fn cpu(dump: &Dump) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    for reading in dump.readings.iter().filter(|r| r.series.metric == "system.cpu.utilization") {
        *sums.entry(format!("{:?}", reading.at)).or_default() += reading.value;
    }
    sums
}

#[test]
fn vmstat_of_this_machine_is_read() {
    for arguments in [&["-t", "-w", "1", "2"][..], &["-n", "1", "2"], &["-a", "-S", "K", "1", "2"]] {
        let Some(printed) = output("vmstat", arguments) else { return };
        let dump = read("vmstat", &printed);
        let sums = cpu(&dump);
        assert_eq!(sums.len(), 1, "the first of two rows is left out");
        // Whole per cents, rounded one by one.
        assert!(sums.values().all(|sum| (0.95..1.05).contains(sum)), "{sums:?}");
        assert!(dump.readings.len() >= 17);
    }
}

#[test]
fn iostat_of_this_machine_is_read() {
    for arguments in [&["-x", "-t", "1", "2"][..], &["1", "2"]] {
        let Some(printed) = output("iostat", arguments) else { return };
        let sums = cpu(&read("iostat", &printed));
        assert_eq!(sums.len(), 1, "the first of two reports is left out");
        // The kernel's counters of waiting may go back, then iostat says 0 of a part that is in its total.
        assert!(sums.values().all(|sum| (0.9..1.1).contains(sum)), "{sums:?}");
    }
}

/// A JVM that collects garbage, then says so and waits for its input to end.
struct Jvm(Child);

impl Jvm {
    fn start(folder: &Path, collector: &str) -> Option<Jvm> {
        const PROGRAM: &str = "
            public class Garbage {
                public static void main(String[] arguments) throws Exception {
                    java.util.ArrayList<byte[]> kept = new java.util.ArrayList<>();
                    for (int i = 0; i < 20000; i++) {
                        byte[] some = new byte[10000];
                        if (i % 10 == 0) kept.add(some);
                        if (kept.size() > 1000) kept.clear();
                    }
                    System.gc();
                    System.out.println(\"collected\");
                    System.in.read();
                }
            }";
        std::fs::write(folder.join("Garbage.java"), PROGRAM).expect("a temporary file");
        let child = Command::new("java")
            .current_dir(folder)
            .args(["-Xmx64m", collector, "-Xlog:gc*:file=gc.log:time,uptime,level,tags", "Garbage.java"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut jvm = match child {
            Ok(child) => Jvm(child),
            Err(error) => {
                skip("java", &error.to_string());
                return None;
            }
        };
        let mut line = String::new();
        BufReader::new(jvm.0.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("text");
        if line.trim() != "collected" {
            skip("java", "it runs no source files here");
            return None;
        }
        Some(jvm)
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn jstat_and_the_garbage_collection_log_agree() {
    for collector in ["-XX:+UseSerialGC", "-XX:+UseParallelGC"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let Some(jvm) = Jvm::start(folder.path(), collector) else { return };
        let pid = jvm.0.id().to_string();
        let Some(printed) = output("jstat", &["-gc", "-t", &pid, "100", "2"]) else { return };
        let dump = read("jstat", &printed);
        let last = |name: &str, statistic: &str| {
            let of = dump.readings.iter().filter(|r| {
                let attribute = |key: &str| r.series.attributes.get(key).map(String::as_str);
                attribute("jvm.gc.name") == Some(name) && attribute("statistic") == Some(statistic)
            });
            of.max_by(|a, b| a.value.total_cmp(&b.value)).map_or(0.0, |reading| reading.value)
        };
        let log = std::fs::read(folder.path().join("gc.log")).expect("a log");
        let log = read("gc-log", &log);
        let pauses: Vec<f64> = log
            .readings
            .iter()
            .filter(|reading| reading.series.metric == "jvm.gc.duration")
            .map(|reading| reading.value)
            .collect();
        assert_eq!(pauses.len() as f64, last("young", "count") + last("full", "count"), "{collector}");
        assert!(pauses.len() > 2);
        assert!(dump.readings.iter().all(|reading| matches!(reading.at, At::Since(1..))));
        for option in ["-gcutil", "-gccause", "-gccapacity"] {
            let printed = output("jstat", &[option, &pid, "100", "2"]).expect("jstat, as before");
            assert!(!read("jstat", &printed).readings.is_empty(), "{option}");
        }
    }
}

/// nginx before a server that takes its time.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const LOG_FORMAT: &str =
    "log_format timed '$remote_addr [$msec] \"$request\" $status $body_bytes_sent $request_length '
    '$request_time $upstream_response_time \"$http_user_agent\"';";

fn configuration(folder: &Path, port: u16, behind: u16) -> String {
    let folder = folder.display();
    format!(
        "daemon off; master_process off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
        events {{ }}
        http {{
            {LOG_FORMAT}
            access_log {folder}/access.log timed;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            server {{
                listen 127.0.0.1:{port};
                location / {{ return 200 'hello'; }}
                location /behind {{ proxy_pass http://127.0.0.1:{behind}; }}
            }}
        }}"
    )
}

fn unix_us() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    i64::try_from(now.as_micros()).expect("before 292277")
}

fn get(port: u16, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(std::time::Duration::from_secs(60)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nUser-Agent: a \"b\"\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// Answers one request, so long after it came.
fn answer_late(listener: TcpListener, late: std::time::Duration) {
    let Ok((mut stream, _)) = listener.accept() else { return };
    let _ = stream.read(&mut [0; 1000]);
    std::thread::sleep(late);
    let _ = stream.write_all(b"HTTP/1.1 503 No\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
}

#[test]
fn the_start_of_a_request_in_an_nginx_log_is_when_it_was_sent() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let behind = TcpListener::bind("127.0.0.1:0").expect("a port");
    let behind_port = behind.local_addr().expect("an address").port();
    let port = free_port();
    let file = folder.path().join("nginx.conf");
    std::fs::write(&file, configuration(folder.path(), port, behind_port)).expect("a temporary file");
    let child =
        Command::new("nginx").arg("-p").arg(folder.path()).arg("-c").arg(&file).stderr(Stdio::null()).spawn();
    let _nginx = match child {
        Ok(child) => Nginx(child),
        Err(error) => return skip("nginx", &error.to_string()),
    };
    let late_us = 400_000;
    let late = std::time::Duration::from_micros(late_us);
    let server = std::thread::spawn(move || answer_late(behind, late));
    // Until it listens, a connection is refused.
    let answered = (0..3_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        get(port, "/quick?a=b").is_ok()
    });
    assert!(answered, "nginx does not answer");
    let before_us = unix_us();
    get(port, "/behind").expect("an answer");
    let after_us = unix_us();
    server.join().expect("no panic");

    let options = ReaderOptions { pattern: Some(LOG_FORMAT.to_owned()), ..ReaderOptions::default() };
    let mut reader = Format::named("nginx").expect("a format").reader(&options).expect("a pattern");
    let mut requests = Requests::default();
    reader.read(&std::fs::read(folder.path().join("access.log")).expect("a log"), None, &mut requests);
    reader.finish(&mut requests);
    let [quick, behind] = &requests.0[..] else { panic!("{:?}", requests.0) };
    assert_eq!((quick.label.as_str(), quick.status.as_str(), quick.success), ("/quick", "200", true));
    assert_eq!((behind.label.as_str(), behind.status.as_str(), behind.success), ("/behind", "503", false));
    assert!(behind.duration_us >= late_us - 10_000 && behind.upstream_us >= late_us - 10_000);
    // nginx' clock has milliseconds and is a little behind.
    let started_us = behind.started_us;
    assert!(before_us - 10_000 <= started_us, "started {} us before", before_us - started_us);
    assert!(started_us + i64::try_from(late_us).expect("small") <= after_us + 20_000);
}

/// Requests, kept.
#[derive(Default, Debug)]
struct Requests(Vec<Chosen>);

#[derive(Debug)]
struct Chosen {
    started_us: i64,
    duration_us: u64,
    upstream_us: u64,
    label: String,
    status: String,
    success: bool,
}

impl plimsoll_telemetry::Output for Requests {
    fn reading(&mut self, reading: plimsoll_run::Reading) {
        panic!("{reading:?}");
    }

    fn event(&mut self, event: plimsoll_run::ServerEvent) {
        panic!("{event:?}");
    }

    fn request(&mut self, request: &plimsoll_telemetry::RequestRow<'_>) {
        let At::Wall(started_us) = request.started else { panic!("{request:?}") };
        self.0.push(Chosen {
            started_us,
            duration_us: request.duration_us.expect("a duration"),
            upstream_us: request.upstream_us.unwrap_or(0),
            label: request.label.to_owned(),
            status: request.status.to_owned(),
            success: request.success,
        });
    }

    fn problem(&mut self, problem: plimsoll_telemetry::Problem) {
        panic!("{problem:?}");
    }
}
