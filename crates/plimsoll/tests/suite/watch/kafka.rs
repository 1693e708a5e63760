//! A real Kafka broker (KRaft) that is asked over its own protocol. It takes half a minute and 600 MB, so it runs only where
//! `PLIMSOLL_TEST_KAFKA` names a folder with Kafka's jars; `make test-real` sets it.

use super::wait_until;
use super::watched::Watched;
use plimsoll_run::ServerEventKind;
use plimsoll_testkit::ports::free_port;
use plimsoll_testkit::programs::program;
use plimsoll_testkit::skip::skip;
use plimsoll_testkit::sql_servers::certificate;
use plimsoll_watch::{KafkaAccess, KafkaSource, Sasl, SourceKind, TlsOptions};
use std::io::Write;
use std::process::{Child, Command, Stdio};

struct Broker {
    process: Child,
    folder: tempfile::TempDir,
    jars: String,
    address: String,
    /// Where it wants TLS and a login.
    secure: String,
}

impl Drop for Broker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Ended with the value.
struct Tool(Child);

impl Drop for Tool {
    fn drop(&mut self) {
        // SIGTERM, so that a consumer leaves its group; else it is missed only after 45 s.
        if let Some(pid) = rustix::process::Pid::from_raw(self.0.id() as i32) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.0.wait();
    }
}

fn java(jars: &str, main: &str) -> Command {
    let mut command = Command::new("java");
    command.args(["-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", jars, main]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Broker {
    fn start() -> Option<Broker> {
        let Ok(folder) = std::env::var("PLIMSOLL_TEST_KAFKA") else {
            skip("PLIMSOLL_TEST_KAFKA", "it has to name a folder with Kafka's jars (`make test-real`)");
            return None;
        };
        let jars = format!("{folder}/*");
        let folder = tempfile::tempdir().expect("a folder");
        let (port, controller, secure) = (free_port(), free_port(), free_port());
        let made = certificate(&mut Command::new(program("openssl")?), folder.path()).output();
        assert!(made.expect("openssl runs").status.success());
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("made");
        let identity = folder.path().join("identity.pem");
        std::fs::write(&identity, read("server.key") + &read("server.crt")).expect("written");
        let config = folder.path().join("server.properties");
        let text = format!(
            "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{controller}\n\
             listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller},SECURE://127.0.0.1:{secure}\n\
             listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL\n\
             inter.broker.listener.name=PLAINTEXT\nlistener.name.secure.sasl.enabled.mechanisms=PLAIN\n\
             listener.name.secure.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule \
             required user_anna=\"secret\";\nssl.keystore.type=PEM\nssl.keystore.location={}\n\
             controller.listener.names=CONTROLLER\nlog.dirs={}\noffsets.topic.replication.factor=1\n\
             offsets.topic.num.partitions=1\ntransaction.state.log.replication.factor=1\n\
             share.coordinator.state.topic.replication.factor=1\nshare.coordinator.state.topic.min.isr=1\n\
             group.initial.rebalance.delay.ms=0\nnum.partitions=2\n",
            identity.display(),
            folder.path().join("data").display()
        );
        std::fs::write(&config, text).expect("written");
        let id = "MkU3OEVBNTcwNTJENDM2Qk";
        let mut format = java(&jars, "kafka.tools.StorageTool");
        format.args(["format", "-t", id, "-c"]).arg(&config);
        assert!(format.status().expect("java runs").success());
        let log = std::fs::File::create(folder.path().join("log")).expect("made");
        let process = java(&jars, "kafka.Kafka").arg(&config).stdout(log).spawn().expect("it starts");
        let broker = Broker {
            process,
            folder,
            jars,
            address: format!("127.0.0.1:{port}"),
            secure: format!("127.0.0.1:{secure}"),
        };
        wait_until("the broker", || std::net::TcpStream::connect(&broker.address).is_ok());
        Some(broker)
    }

    fn produce(&self, count: usize) {
        let mut producer = java(&self.jars, "org.apache.kafka.tools.ConsoleProducer");
        producer.args(["--bootstrap-server", &self.address, "--topic", "orders"]).stdin(Stdio::piped());
        let mut producer = producer.spawn().expect("it starts");
        let lines = "message\n".repeat(count);
        producer.stdin.take().expect("its input").write_all(lines.as_bytes()).expect("written");
        assert!(producer.wait().expect("it ends").success(), "{}", self.log());
    }

    fn consume(&self, protocol: &str) -> Tool {
        let mut consumer = java(&self.jars, "org.apache.kafka.tools.consumer.ConsoleConsumer");
        consumer.args(["--bootstrap-server", &self.address, "--topic", "orders", "--group", protocol]);
        consumer.args(["--from-beginning", "--consumer-property", "auto.commit.interval.ms=200"]);
        consumer.args(["--consumer-property", &format!("group.protocol={protocol}")]);
        Tool(consumer.spawn().expect("it starts"))
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

/// Both kinds of groups are called as their protocol: `classic` and `consumer` (KIP-848).
fn lag_rises_and_drains(broker: &Broker, group: &'static str) {
    let watched = Watched::start(SourceKind::Kafka(KafkaSource {
        bootstrap: vec![broker.address.clone()],
        access: Default::default(),
        groups: vec![group.to_owned()],
        topics: Vec::new(),
    }));
    let lag = move |found: &super::watched::Found| {
        found.values("kafka.consumer_group.lag_sum", &[group, "orders"]).last().copied()
    };
    let members = move |found: &super::watched::Found| {
        found.values("kafka.consumer_group.members", &[group]).last().copied()
    };
    broker.produce(500);
    let first = broker.consume(group);
    watched.wait_for("a consumer that has read all", |found| lag(found) == Some(0.0));
    watched.wait_for("one member", |found| members(found) == Some(1.0));
    let second = broker.consume(group);
    watched.wait_for("two members", |found| members(found) == Some(2.0));
    // Both members have the same client id, and the host is one: a line of both partitions.
    watched.wait_for("both partitions", |found| {
        let buffered =
            found.values("kafka.consumer_group.member.partitions", &[group, "orders", "127.0.0.1"]);
        buffered.last() == Some(&2.0)
    });
    watched.wait_for("the rebalance", |found| found.has_event(ServerEventKind::Rebalance, "1 joined"));
    drop((first, second));
    watched.wait_for("no member", |found| members(found) == Some(0.0));
    broker.produce(300);
    watched.wait_for("a lag", |found| lag(found) == Some(300.0));
    let third = broker.consume(group);
    watched.wait_for("no lag", |found| lag(found) == Some(0.0));
    drop(third);
    let found = watched.finish();
    assert_eq!(found.values("kafka.brokers", &[]).last(), Some(&1.0));
    assert_eq!(found.values("kafka.topic.partitions", &["orders"]).last(), Some(&2.0));
    assert!(!found.values("kafka.partition.current_offset", &["orders", "1"]).is_empty());
    assert_eq!(found.ended[0].input.problems, 0, "{:?}", found.ended);
}

fn a_login_over_tls(broker: &Broker) {
    let access = |password: &str, authority: &str| KafkaAccess {
        tls: Some(TlsOptions { authorities: Some(broker.folder.path().join(authority)) }),
        login: Some(Sasl { user: "anna".to_owned(), password: password.to_owned() }),
    };
    let watch = |access| {
        let (bootstrap, groups) = (vec![broker.secure.clone()], vec!["classic".to_owned()]);
        Watched::start(SourceKind::Kafka(KafkaSource { bootstrap, access, groups, topics: Vec::new() }))
    };
    let watched = watch(access("secret", "server.crt"));
    watched
        .wait_for("readings", |found| !found.values("kafka.consumer_group.lag_sum", &["classic"]).is_empty());
    assert!(watched.finish().gaps.is_empty());
    let refused = watch(access("wrong", "server.crt"));
    refused
        .wait_for("a gap", |found| found.gaps.iter().any(|gap| gap.reason.contains("anna: Authentication")));
    let plain = watch(KafkaAccess::default());
    plain.wait_for("a gap", |found| found.gaps.iter().any(|gap| gap.reason.contains("TLS")));
}

#[test]
#[ignore = "`make test-real`: needs the jars of a Kafka broker"]
fn lag_members_and_rebalances_are_seen_without_a_jvm() {
    let Some(broker) = Broker::start() else { return };
    lag_rises_and_drains(&broker, "classic");
    lag_rises_and_drains(&broker, "consumer");
    a_login_over_tls(&broker);
    let watched = Watched::start(SourceKind::Kafka(KafkaSource {
        bootstrap: vec![broker.address.clone()],
        access: Default::default(),
        groups: vec!["nobody".to_owned()],
        topics: vec!["nothing".to_owned()],
    }));
    for reason in ["there is no group nobody", "there is no topic nothing"] {
        watched.wait_for(reason, |found| found.gaps.iter().any(|gap| gap.reason == reason));
    }
    drop(broker);
    watched.wait_for("a gap", |found| found.gaps.iter().any(|gap| gap.reason.contains("127.0.0.1:")));
}
