//! A Spring Boot service under load, watched in every way that a JVM offers: jstat, its GC log, actuator, the JMX exporter,
//! Jolokia. Its jars come from Maven Central, so it runs only where `PLIMSOLL_TEST_JVM` names a folder with them;
//! `make test-real` sets it.

use super::{plimsoll, study, target, wait_until};
use crate::program::assert_completed;
use plimsoll_run::{EndReason, Instance, Run, SeriesFilter, ServerEventKind, TelemetryReader, TimeWindow};
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::skip::skip;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

struct Shop {
    tools: PathBuf,
    folder: tempfile::TempDir,
    web: u16,
    jmx: u16,
    jolokia: u16,
    process: Option<Child>,
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Shop {
    fn new() -> Option<Shop> {
        let Ok(tools) = std::env::var("PLIMSOLL_TEST_JVM") else {
            skip("PLIMSOLL_TEST_JVM", "it has to name a folder with the service's jars (`make test-real`)");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("jmx.yaml"), "excludeObjectNames: ['*:*']\n").expect("written");
        let (web, jmx, jolokia) = (free_port(), free_port(), free_port());
        Some(Shop { tools: PathBuf::from(tools), folder, web, jmx, jolokia, process: None })
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// All that it prints is in the file `log`.
    fn start(&mut self, options: &[&str]) {
        let tools = self.tools.display();
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.at("log")).expect("a log");
        let mut java = Command::new("java");
        java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]).args(options);
        java.arg(format!(
            "-javaagent:{tools}/agents/jmx_prometheus_javaagent-1.0.1.jar=127.0.0.1:{}:{}",
            self.jmx,
            self.at("jmx.yaml").display()
        ));
        java.arg(format!(
            "-javaagent:{tools}/agents/jolokia-agent-jvm-2.4.1-javaagent.jar=port={},host=127.0.0.1",
            self.jolokia
        ));
        java.args(["-cp", &format!("{tools}/classes:{tools}/libs/*"), "shop.Shop"]);
        java.arg(format!("--server.port={}", self.web));
        java.args(["--server.address=127.0.0.1", "--management.endpoints.web.exposure.include=prometheus"]);
        let process = java.stdin(Stdio::null()).stdout(log).stderr(Stdio::null()).spawn().expect("java runs");
        self.process = Some(process);
        wait_until("the service", || self.get("/").is_some());
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// What it answers, when it does.
    fn get(&self, path: &str) -> Option<String> {
        let mut connection = TcpStream::connect(("127.0.0.1", self.web)).ok()?;
        write!(connection, "GET {path} HTTP/1.0\r\nHost: shop\r\n\r\n").ok()?;
        let mut answer = String::new();
        connection.read_to_string(&mut answer).ok()?;
        answer.contains(" 200 ").then_some(answer)
    }

    /// Of a study: every way.
    fn watch(&self, gc_log: &Path) -> String {
        let service = |name: &str, port: u16, path: &str| {
            format!("{{url: \"http://127.0.0.1:{port}/{path}\", name: {name}, every: 500 ms}}")
        };
        format!(
            "  - host: local\n    name: shop01\n    role: application server\n    \
             jstat: {{process: \"--server.port={}\", every: 500 ms}}\n    gc_log: {}\n    \
             prometheus: [{}, {}]\n    jolokia: {}\n",
            self.web,
            gc_log.display(),
            service("actuator", self.web, "actuator/prometheus"),
            service("jmx", self.jmx, "metrics"),
            service("jolokia", self.jolokia, "jolokia/read/java.lang:*"),
        )
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.web)
    }
}

const SERVICES: [&str; 3] = ["actuator", "jmx", "jolokia"];

/// What tells of the old generation, by who told it; `jstat` for the process.
fn old(file: &Path, metric: &str) -> Vec<(String, f64)> {
    let points = TelemetryReader::open(file)
        .and_then(|reader| reader.points(&SeriesFilter::metric(metric), TimeWindow::ALL));
    let mut found: Vec<(String, f64)> = points
        .unwrap_or_default()
        .into_iter()
        .filter(|series| {
            let pool = series.series.attributes.get("jvm.memory.pool.name");
            pool.is_some_and(|name| name == "old" || name == "Tenured Gen")
        })
        .filter_map(|series| {
            let who = match &series.series.source.instance {
                Instance::Service(name) => name.clone(),
                _ => "jstat".to_owned(),
            };
            Some((who, series.points.last()?.value))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn reported_by(found: &[(String, f64)]) -> Vec<&str> {
    found.iter().map(|(who, _)| who.as_str()).collect()
}

#[test]
#[ignore = "`make test-real`: needs the jars of a Spring Boot service"]
fn a_jvm_under_load_is_seen_alike_in_every_way() {
    let Some(mut shop) = Shop::new() else { return };
    let gc_log = shop.at("gc.log");
    let collect = format!("-Xlog:gc*:file={}:time,uptime,level,tags", gc_log.display());
    let options = ["-Xmx4g", "-Xmn40m", &collect];
    shop.start(&options);
    let folder = tempfile::tempdir().expect("a folder");
    let watch = shop.watch(&gc_log);
    let study_file = study(folder.path(), &shop.url(), 240, &watch);
    let out = folder.path().join("out");
    let mut load =
        plimsoll(&["run", &study_file.display().to_string(), "-o", &out.display().to_string()], None)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
    let file = out.join("run.run");
    let everybody = ["actuator", "jmx", "jolokia", "jstat"];
    wait_until("readings in every way", || reported_by(&old(&file, "jvm.memory.used")) == everybody);
    let has = |kind: ServerEventKind| {
        Run::open(&file).is_ok_and(|run| run.telemetry.events.iter().any(|event| event.kind == kind))
    };
    assert!(shop.get("/collect").is_some());
    let long_pause = || {
        let events = Run::open(&file).ok()?.telemetry.events;
        // On a busy machine others are long too.
        events.into_iter().find(|e| e.kind == ServerEventKind::LongPause && e.text.contains("System.gc()"))
    };
    wait_until("the long pause", || long_pause().is_some());
    shop.kill();
    // Each of them asks once a second, and has to find nobody.
    std::thread::sleep(std::time::Duration::from_secs(4));
    shop.start(&options);
    wait_until("the JVM's start", || has(ServerEventKind::JvmStart));
    wait_until("the restart", || has(ServerEventKind::Restart));
    wait_until("the ends of the gaps", || {
        let gaps = Run::open(&file).map(|run| run.telemetry.gaps).unwrap_or_default();
        let ended = |instance: &Instance| {
            gaps.iter().any(|gap| gap.source.instance == *instance && gap.to_us.is_some())
        };
        SERVICES.iter().all(|service| ended(&Instance::Service((*service).to_owned())))
    });
    let pid = rustix::process::Pid::from_raw(load.id() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told to end");
    load.wait().expect("it ends");
    let run = Run::open(&file).expect("a run file");
    assert_eq!(run.end.as_ref().map(|end| &end.reason), Some(&EndReason::Interrupted));
    let telemetry = &run.telemetry;
    let pause = long_pause().expect("it was there");
    assert!(pause.duration_us >= Some(1_000_000), "{pause:?}");
    for input in telemetry.inputs.iter().filter(|input| !input.name.starts_with("jstat")) {
        assert_eq!(input.problems, 0, "{input:?}");
    }
    for service in SERVICES {
        let service = Instance::Service(service.to_owned());
        let metrics = |metric: &str| {
            let mut all = telemetry.series.iter().map(|stored| &stored.series);
            all.any(|series| series.source.instance == service && series.metric == metric)
        };
        for metric in ["jvm.memory.used", "jvm.memory.committed", "jvm.gc.duration", "jvm.thread.count"] {
            assert!(metrics(metric), "{metric} of {service:?}");
        }
    }
    they_agree(&shop, folder.path(), &watch);
}

/// While nothing asks the service but the collectors, its old generation stays as it is.
fn they_agree(shop: &Shop, folder: &Path, watch: &str) {
    shop.get("/collect").expect("a full collection");
    let target = target();
    let study_file = study(folder, &target.url, 5, watch);
    let out = folder.join("quiet");
    let output =
        plimsoll(&["run", &study_file.display().to_string(), "-o", &out.display().to_string()], None)
            .output();
    assert_completed(output.expect("it runs").status.code(), &out);
    for metric in ["jvm.memory.used", "jvm.memory.committed"] {
        let found = old(&out.join("run.run"), metric);
        assert_eq!(reported_by(&found), ["actuator", "jmx", "jolokia", "jstat"], "{metric}");
        let (low, high) = found
            .iter()
            .fold((f64::MAX, 0.0_f64), |(low, high), (_, value)| (low.min(*value), high.max(*value)));
        assert!(high <= low * 1.02 && low > 1e6, "{metric}: {found:?}");
    }
}

/// As in a container: the GC log and all else on standard output.
#[test]
#[ignore = "`make test-real`: needs the jars of a Spring Boot service"]
fn a_jvm_that_has_no_memory_left_says_so_and_that_is_an_event() {
    let Some(mut shop) = Shop::new() else { return };
    shop.start(&["-Xmx200m", "-XX:+ExitOnOutOfMemoryError", "-Xlog:gc*:stdout:time,uptime,level,tags"]);
    let (folder, target) = (tempfile::tempdir().expect("a folder"), target());
    let watch = format!("  - host: local\n    name: shop01\n    gc_log: {}\n", shop.at("log").display());
    let study = study(folder.path(), &target.url, 120, &watch);
    let out = folder.path().join("out");
    let mut load = plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], None)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let file = out.join("run.run");
    wait_until("a reading", || {
        // The log is read from now on: something is to happen in it.
        (0..40).for_each(|_| drop(shop.get("/")));
        Run::open(&file).is_ok_and(|run| !run.telemetry.series.is_empty())
    });
    assert_eq!(shop.get("/exhaust"), None);
    let out_of_memory = || {
        let run = Run::open(&file).ok()?;
        run.telemetry.events.into_iter().find(|event| event.kind == ServerEventKind::OutOfMemory)
    };
    wait_until("the event", || out_of_memory().is_some());
    let event = out_of_memory().expect("it was there");
    assert_eq!(event.text, "Terminating due to java.lang.OutOfMemoryError: Java heap space");
    let pid = rustix::process::Pid::from_raw(load.id() as i32).expect("a process");
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("told to end");
    load.wait().expect("it ends");
}
