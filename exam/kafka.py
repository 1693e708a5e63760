"""Kafka for the examination: real brokers (KRaft), a service that produces, and a group that consumes."""
import contextlib
import os
import pathlib
import subprocess
import sys
import time
import urllib.request

from systems import SERVICES, CannotBeMade, free_port, program

#: Where the jars are: `make test-real`, or tests/install-kafka.sh.
JARS = pathlib.Path(os.environ.get("PLIMSOLL_TEST_KAFKA") or SERVICES.parents[1] / "target/test-tools/kafka")
CLUSTER = "MkU3OEVBNTcwNTJENDM2Qk"
JVM = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
WARM_UP_REQUESTS = 200


def orders(system, settings):
    """Brokers, the group `billing`, and the HTTP service before them; what to watch of each."""
    classes = compiled(system)
    bootstrap = brokers(system, settings)
    consumers = group(system, classes, bootstrap, settings)
    port = free_port()
    arguments = [settings.get("hot_percent", 0), settings.get("bytes", 200), settings.get("wait_ms", 20)]
    process = system.start([program("java"), "-Xmx96m", *JVM, "-Dsun.net.httpserver.nodelay=true", *classes, "Orders", port, bootstrap, *arguments], port)
    warm_up(port)
    (system.folder / "broker-1/loaded").touch()
    return {"port": port, "pid": process.pid, "consumers": consumers.pid, "bootstrap": bootstrap, "marker": "exam.broker=1"}


def compiled(system):
    if not list(JARS.glob("kafka-clients-*.jar")) or not list(JARS.glob("kafka_2*.jar")):
        raise CannotBeMade("Kafka's jars are missing: tests/install-kafka.sh")
    folder = system.folder / "classes"
    made = subprocess.run([program("javac"), "-cp", f"{JARS}/*", "-d", folder, SERVICES / "Orders.java", SERVICES / "Consumers.java"], capture_output=True)
    if made.returncode:
        raise CannotBeMade("javac: " + made.stderr.decode()[-300:])
    return ["-cp", f"{folder}:{JARS}/*"]


def brokers(system, settings):
    """The first broker is the controller, too. A second one replicates what the first one has, over a link of its own."""
    ports = {name: free_port() for name in ("clients", "replication", "controller", "link")}
    with_replica = settings.get("replicas", 1) > 1
    broker(system, 1, ports, ports["link"] if with_replica else ports["replication"], settings)
    if with_replica:
        system.start([sys.executable, SERVICES / "relay.py", ports["link"], ports["replication"], settings.get("link_bytes_per_s", 0)], ports["link"])
        more = {**ports, "clients": free_port(), "replication": free_port()}
        broker(system, 2, more, more["replication"], {})
    return f"127.0.0.1:{ports['clients']}"


def broker(system, number, ports, replicated_at, settings):
    folder = system.folder / f"broker-{number}"
    folder.mkdir()
    first = number == 1
    controller = f",CONTROLLER://127.0.0.1:{ports['controller']}" if first else ""
    config = folder / "server.properties"
    config.write_text(f"""
process.roles={'broker,controller' if first else 'broker'}
node.id={number}
controller.quorum.voters=1@127.0.0.1:{ports['controller']}
controller.listener.names=CONTROLLER
listeners=CLIENTS://127.0.0.1:{ports['clients']},REPLICATION://127.0.0.1:{ports['replication']}{controller}
advertised.listeners=CLIENTS://127.0.0.1:{ports['clients']},REPLICATION://127.0.0.1:{replicated_at}
listener.security.protocol.map=CLIENTS:PLAINTEXT,REPLICATION:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=REPLICATION
log.dirs={folder}/data
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=1000
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
auto.create.topics.enable=false
log.cleaner.dedupe.buffer.size=16777216
num.network.threads=2
num.io.threads=4
""")
    java = [program("java"), "-Xmx256m", "-Xms256m", *JVM, f"-Dexam.broker={number}", "-cp", f"{JARS}/*"]
    made = subprocess.run([*java, "kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", config], capture_output=True, text=True)
    if made.returncode:
        raise CannotBeMade(f"Kafka: {made.stderr[-300:]}")
    command = [*java, "kafka.Kafka", config]
    if "away_s" in settings:
        command = away(folder, command, *settings["away_s"])
    system.start(command, ports["clients"])


def away(folder, command, begins_s, for_s):
    """The same broker, which is killed so many s after its start and begins again later."""
    script = folder / "broker.sh"
    words = " ".join(f"'{word}'" for word in command)
    # A clock of its own: it begins when the load is about to.
    script.write_text(f"""{words} & broker=$!
while [ ! -e {folder}/loaded ]; do sleep 0.1; done
sleep {begins_s}; kill -9 $broker; wait $broker; sleep {for_s}
exec {words}
""")
    return ["sh", script]


def group(system, classes, bootstrap, settings):
    """Who consumes; waits until each consumer has its partitions."""
    consumers = settings.get("consumers", 2)
    names = ("partitions", "replicas", "consumers", "message_us", "batch", "slow_every_s", "slow_s", "poll_ms")
    usual = {"partitions": 4, "replicas": 1, "consumers": consumers, "message_us": 500, "batch": 50, "slow_every_s": 0, "slow_s": 0, "poll_ms": 300_000}
    process = system.start([program("java"), "-Xmx128m", *JVM, *classes, "Consumers", bootstrap, *({**usual, **settings}[name] for name in names)])
    log = system.folder / f"log-{len(system.processes) - 1}.txt"
    until = time.monotonic() + 40
    while log.read_text(errors="replace").count("assigned") < consumers:
        if time.monotonic() > until or process.poll() is not None:
            raise CannotBeMade(f"the consumers do not start: {system.log_end()}")
        time.sleep(0.1)
    return process


def warm_up(port):
    """JVMs are slow at first."""
    until = time.monotonic() + 15
    for _ in range(WARM_UP_REQUESTS):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
        if time.monotonic() > until:
            break


KINDS = {"kafka": orders}
