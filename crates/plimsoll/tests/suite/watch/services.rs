//! Services of a study, end to end. `kubectl` is a script that prints answers in the shapes of Kubernetes' documentation
//! (`PodMetricsList`, `PodList`): no cluster is made here.

use super::{plimsoll, study, target};
use crate::program::{assert_completed, said};
use plimsoll_run::{Run, ServerEventKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Its second answer has a container that was killed and started again.
const KUBECTL: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/asked"
pods() { echo '{"kind":"PodList","items":[{"metadata":{"name":"web-0"},"spec":{"containers":[{"name":"app","resources":{"limits":{"memory":"256Mi"}}}]},"status":{"containerStatuses":[{"name":"app","ready":true,"restartCount":'$1',"state":{"running":{"startedAt":"2026-11-21T08:22:12Z"}},"lastState":'$2'}]}}]}'; }
case "$*" in
  *metrics.k8s.io*) echo '{"kind":"PodMetricsList","items":[{"metadata":{"name":"web-0"},"timestamp":"'$(date -u +%FT%TZ)'","window":"15s","containers":[{"name":"app","usage":{"cpu":"250m","memory":"204800Ki"}}]}]}' ;;
  *) if [ -e "$here/seen" ]; then pods 1 '{"terminated":{"exitCode":137,"reason":"OOMKilled","finishedAt":"2026-11-21T08:22:10Z"}}'; else pods 0 '{}'; fi; touch "$here/seen" ;;
esac
"#;

fn run(folder: &Path, watch: &str, bin: Option<&Path>) -> Run {
    let target = target();
    let study = study(folder, &target.url, 10, watch);
    let out = folder.join("out");
    let output = plimsoll(&["run", &study.display().to_string(), "-o", &out.display().to_string()], bin);
    let output = { output }.output().expect("it runs");
    assert_completed(output.status.code(), &out);
    Run::open(&out.join("run.run")).unwrap_or_else(|error| panic!("{error}: {}", said(&output)))
}

#[test]
fn pods_are_watched_with_kubectl() {
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("bin");
    std::fs::create_dir(&bin).expect("a folder");
    std::fs::write(bin.join("kubectl"), KUBECTL).expect("a script");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bin.join("kubectl"), mode).expect("executable");
    let watch = "  - kubernetes: {context: lab, namespace: shop, selector: \"app=web\", every: 1 s}\n";
    let run = run(folder.path(), watch, Some(&bin));
    let points = |metric: &str| {
        let series = run.telemetry.series.iter().find(|series| series.series.metric == metric);
        series.map_or(0, |series| series.points)
    };
    for metric in ["container.cpu.usage", "container.memory.usage", "container.memory.limit"] {
        assert!(points(metric) > 0, "{metric}: {:?}", run.telemetry.series);
    }
    let kinds: Vec<_> = run.telemetry.events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [ServerEventKind::OomKill, ServerEventKind::Restart]);
    let asked = std::fs::read_to_string(bin.join("asked")).expect("asked");
    assert!(asked.contains("--context lab") && asked.contains("labelSelector=app%3Dweb"), "{asked}");
}

#[test]
fn services_that_do_not_answer_leave_gaps_and_the_load_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let watch = "  - {name: d, docker: {api: \"unix:///nowhere/docker.sock\"}}\n  \
                 - {name: k, kafka: \"127.0.0.1:9\"}\n  \
                 - {name: m, mysql: \"mysql://a@127.0.0.1:9/\"}\n  \
                 - {name: p, postgres: {url: \"postgres://a@127.0.0.1:9/\", every: 500 ms}}\n";
    let run = run(folder.path(), watch, None);
    let mut hosts: Vec<&str> = run.telemetry.gaps.iter().map(|gap| gap.source.host.as_str()).collect();
    hosts.sort_unstable();
    assert_eq!(hosts, ["d", "k", "m", "p"], "{:?}", run.telemetry.gaps);
}

#[test]
fn what_is_wrong_with_services_is_all_said_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let watch = "  - docker: {api: \"ftp://x\"}\n  \
                 - {host: \"ssh://box\", docker: {api: \"unix:///var/run/docker.sock\"}}\n  \
                 - kubernetes: {selector: a}\n  \
                 - mysql: {url: \"mysql://a:hidden@x\"}\n  \
                 - postgres: {url: \"http://x\", password_env: NO_SUCH_VARIABLE_9}\n  \
                 - kafka: {bootstrap: \"x:port\", grup: g}\n";
    let study = study(folder.path(), "http://127.0.0.1:1", 1, watch);
    let output = plimsoll(&["check", &study.display().to_string()], None).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = said(&output);
    for expected in [
        "`ftp://x` is no address of the Docker API",
        "is this machine's own",
        "namespace",
        "a password does not belong into a study",
        "is no address of this database",
        "NO_SUCH_VARIABLE_9",
        "`x:port` is no broker",
        "unknown key `grup`",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    assert!(!said.contains("hidden"), "{said}");
}

/// A MySQL that lets everybody in and says that its answers have so many columns.
fn hostile_mysql(columns: u64) -> std::net::SocketAddr {
    use std::io::{Read, Write};
    fn packet(sequence: u8, payload: &[u8]) -> Vec<u8> {
        [&(payload.len() as u32).to_le_bytes()[..3], &[sequence], payload].concat()
    }
    const GREETING: &[u8] = b"\x0a5.7.0\0\x01\0\0\x0012345678\0\xff\xf7\x21\x02\0\xff\x81\x15\0\0\0\0\0\0\0\0\0\x00123456789012\0mysql_native_password\0";
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut said = [0; 4096];
                let mut answer = [&[0xfe], &columns.to_le_bytes()[..]].concat();
                let _ = stream.write_all(&packet(0, GREETING));
                let mut reply = packet(2, b"\0\0\0\x02\0\0\0");
                while stream.read(&mut said).is_ok_and(|count| count > 0) && stream.write_all(&reply).is_ok()
                {
                    reply = packet(1, &std::mem::take(&mut answer));
                }
            });
        }
    });
    address
}

#[test]
fn a_watched_database_that_means_harm_leaves_a_gap_and_the_load_goes_on() {
    for columns in [1 << 36, 1 << 60] {
        let folder = tempfile::tempdir().expect("a folder");
        let watch = format!("  - {{name: m, mysql: \"mysql://a@{}/\"}}\n", hostile_mysql(columns));
        let run = run(folder.path(), &watch, None);
        let gaps: Vec<&str> = run.telemetry.gaps.iter().map(|gap| gap.reason.as_str()).collect();
        assert!(gaps.iter().any(|gap| gap.contains(&format!("it has {columns} columns"))), "{gaps:?}");
    }
}

/// Listens, and does this with each connection once it has been asked something.
fn hostile(act: fn(&[u8], &mut std::net::TcpStream)) -> std::net::SocketAddr {
    use std::io::Read;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut asked = [0; 4096];
                let length = stream.read(&mut asked).unwrap_or(0);
                act(&asked[..length], &mut stream);
            });
        }
    });
    address
}

#[test]
fn watched_services_that_mean_harm_leave_gaps_and_the_load_goes_on() {
    use std::io::Write;
    const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
    let endless = || {
        hostile(|_, stream| {
            let _ = stream.write_all(HEAD);
            while stream.write_all(&[b'x'; 65_536]).is_ok() {}
        })
    };
    let dripping = hostile(|_, stream| {
        let _ = stream.write_all(HEAD);
        while stream.write_all(b"x").is_ok() {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    });
    // As many brokers as the count in Kafka's answer can say.
    let kafka = hostile(|asked, stream| {
        let claim = [&asked[8..12], &[0; 4], &i32::MAX.to_be_bytes(), &[0; 8]].concat();
        let _ = stream.write_all(&(claim.len() as u32).to_be_bytes()).and_then(|()| stream.write_all(&claim));
    });
    let folder = tempfile::tempdir().expect("a folder");
    let watch = format!(
        "  - {{name: d, docker: {{api: \"tcp://{}\"}}}}\n  - {{name: e, prometheus: \"http://{}/\"}}\n  \
         - {{name: j, jolokia: \"http://{dripping}/\"}}\n  - {{name: k, kafka: \"{kafka}\"}}\n",
        endless(),
        endless()
    );
    let run = run(folder.path(), &watch, None);
    let mut hosts: Vec<&str> = run.telemetry.gaps.iter().map(|gap| gap.source.host.as_str()).collect();
    hosts.sort_unstable();
    assert_eq!(hosts, ["d", "e", "j", "k"], "{:?}", run.telemetry.gaps);
}
