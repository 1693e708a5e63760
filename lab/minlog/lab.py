"""A log of who looked at whose health data: registration through two Kafkas into a database, and lookups in it.

    registration: nginx -> cnsp-docker01, 02 -> local Kafka -> MirrorMaker 2 -> central Kafka -> bo-docker01, 02 -> MariaDB
    lookup:       nginx -> docker01, 02 -> MariaDB
"""

import json
import time
import urllib.request

import frame

TOPIC = "minlog"
PARTITIONS = 12
LOOKUP = {"lookup": True, "registration": False}
REGISTRATION = {"lookup": False, "registration": True}

VARIANTS = {
    # docker01 has half the heap of docker02, as nobody noticed in the original.
    "lookup": {**LOOKUP, "heap_mib": {"docker01": 64, "docker02": 128}},
    "lookup-equal": {**LOOKUP, "heap_mib": {"docker01": 128, "docker02": 128}},
    # 12 consumers on each host for 12 partitions: those of one host get them all.
    "registration": {**REGISTRATION, "consumers": 12},
    "registration-six": {**REGISTRATION, "consumers": 6},
}

CITIZENS = 600
HELPERS = 20
# A helper's lookup holds so many documents: 3 MB of them, for as long as it takes.
ROWS_PER_HELPER = 480
DOCUMENT_CHARACTERS = 5_000
JVM = ["-XX:TieredStopAtLevel=1", "-Xlog:gc*:stdout:time,uptime,level,tags",
       "-XX:+ExitOnOutOfMemoryError"]
SMALL = ["-XX:+UseSerialGC"]
LOG = ["-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"]


def up(lab):
    if lab.settings["registration"]:
        start_kafkas(lab)
    start_database(lab)
    if lab.settings["lookup"]:
        start_lookup(lab)
    if lab.settings["registration"]:
        start_registration(lab)
    start_nginx(lab)
    if lab.settings["registration"]:
        see_one_through(lab)


# --- MariaDB ---


def start_database(lab):
    folder, socket = lab.data / "mariadb", lab.data / "mariadb.sock"
    lab.run("mariadb-install", [frame.program("mariadb-install-db"), "--no-defaults", f"--datadir={folder}",
                                "--auth-root-authentication-method=normal", "--skip-test-db", "--user=root"],
            env={"TMPDIR": str(lab.data)})
    lab.start("mariadb", [frame.program("mariadbd"), "--no-defaults", "--user=root", f"--datadir={folder}",
                          f"--socket={socket}", f"--tmpdir={lab.data}", f"--port={lab.ports['MINLOG_MARIADB']}",
                          f"--bind-address={','.join(sorted({frame.LOOPBACK, lab.host}))}",
                          "--innodb-buffer-pool-size=160M", "--innodb-flush-log-at-trx-commit=2", "--max-connections=200",
                          "--skip-name-resolve"], port=lab.ports["MINLOG_MARIADB"])
    lab.run("mariadb-fill", [frame.program("mariadb"), "--no-defaults", "-uroot", f"--socket={socket}"],
            stdin=tables(lab.settings["lookup"]))


def tables(with_rows):
    """The schema; for the lookups, what citizens and helpers find, made by MariaDB's own sequences."""
    sql = """
        CREATE DATABASE minlog; USE minlog;
        CREATE USER minlog@'%' IDENTIFIED BY 'minlog'; GRANT ALL ON minlog.* TO minlog@'%';
        CREATE TABLE registration (id BIGINT AUTO_INCREMENT PRIMARY KEY, cpr CHAR(10) NOT NULL, helper CHAR(10) NOT NULL,
            at DATETIME(3) NOT NULL, system_name VARCHAR(40) NOT NULL, activity VARCHAR(200) NOT NULL,
            document TEXT NOT NULL DEFAULT '');
    """
    if with_rows:
        sql += f"""
        INSERT INTO registration (cpr, helper, at, system_name, activity, document)
            SELECT LPAD(seq % {CITIZENS}, 10, '0'), LPAD(seq DIV {ROWS_PER_HELPER}, 10, '0'),
                '2020-12-01' + INTERVAL seq SECOND, CONCAT('system ', seq % 7),
                CONCAT('opened the medicine card, entry ', seq),
                RPAD(CONCAT('entry ', seq, ' '), {DOCUMENT_CHARACTERS}, 'who looked at what and why ')
            FROM seq_0_to_{HELPERS * ROWS_PER_HELPER - 1};
        """
    return sql + """
        CREATE INDEX by_citizen ON registration (cpr, at);
        CREATE INDEX by_helper ON registration (helper);
        ANALYZE TABLE registration;
    """


def database_url(lab):
    return f"jdbc:mariadb://{lab.host}:{lab.ports['MINLOG_MARIADB']}/minlog"


# --- JVM services ---


def start_service(lab, name, heap_mib, main, arguments=(), env=None, classpath=None, memory_mib=None, options=SMALL, publish=None):
    """A JVM whose command line names it, for jstat: `-Dlab.process=NAME`."""
    lab.start(name, ["java", f"-Dlab.process={name}", f"-Xms{heap_mib}m", f"-Xmx{heap_mib}m", *options, *JVM, *LOG,
                     "-cp", classpath or lab.classpath("minlog"), main, *arguments], env={"NAME": name, **(env or {})}, container=True, memory_mib=memory_mib,
              publish=publish)


def start_web(lab, name, heap_mib, main, port, env, options=SMALL):
    # The container has four times the heap, so that the JVM's other memory never meets the limit.
    start_service(lab, name, heap_mib, main, memory_mib=4 * heap_mib, options=options, publish=lab.ports[port], env={
        "PORT": lab.ports[port], "ACCESS_LOG": lab.logs / f"{name}-access.log", **env})


def start_lookup(lab):
    names = {"docker01": "MINLOG_LOOKUP_1", "docker02": "MINLOG_LOOKUP_2"}
    for name, port in names.items():
        start_web(lab, name, lab.settings["heap_mib"][name], "minlog.Lookup", port, {
            "DATABASE_URL": database_url(lab), "CONNECTIONS": 24, "WORKER_THREADS": 64, "AUTHORISATION_MS": 1_000,
            "HELPERS_AT_ONCE": 24,
            "HELPER_AUTHORISATION_MS": 1_500}, options=[*SMALL, "-Xmn8m"])
    for name, port in names.items():
        lab.ready(name, url=f"http://{lab.address(name)}:{lab.ports[port]}/configuration")


def kafka_addresses(lab):
    return (f"{lab.address('kafka-local')}:{lab.ports['MINLOG_KAFKA_LOCAL']}",
            f"{lab.address('kafka-central')}:{lab.ports['MINLOG_KAFKA_CENTRAL']}")


def start_registration(lab):
    local, central = kafka_addresses(lab)
    line = {"KAFKA_LOCAL": local, "KAFKA_CENTRAL": central, "TOPIC": TOPIC, "PARTITIONS": PARTITIONS,
            "GROUP": "mirrormaker", "LINE_BYTES_PER_S": 320_000}
    lab.run("broker-prepare", ["java", "-Xmx32m", *SMALL, *JVM, *LOG, "-cp", lab.classpath("minlog"), "minlog.Broker", "prepare"],
            env=line)
    names = {"cnsp-docker01": "MINLOG_REGISTRATION_1", "cnsp-docker02": "MINLOG_REGISTRATION_2"}
    for name, port in names.items():
        start_web(lab, name, 96, "minlog.Registration", port, {
            "KAFKA": local, "TOPIC": TOPIC, "WORKER_THREADS": 32,
            "SIGNATURES_AT_ONCE": 16, "SIGNATURE_MS": 4_500})
    properties = lab.fill("mirror.properties", "mirror.properties", LOCAL=local, CENTRAL=central, TOPIC=TOPIC)
    start_service(lab, "mirrormaker", 224, "org.apache.kafka.connect.mirror.MirrorMaker", [properties],
                  classpath=kafka_classpath())
    start_service(lab, "mirrored", 32, "minlog.Broker", ["mirrored"], env=line)
    for name in ("bo-docker01", "bo-docker02"):
        start_service(lab, name, 96, "minlog.Consumers", env={
            "KAFKA": central, "TOPIC": TOPIC, "GROUP": "minlog", "CONSUMERS": lab.settings["consumers"],
            "DATABASE_URL": database_url(lab), "CONNECTIONS": 12, "BATCH_REGISTRATIONS": 25, "ARCHIVE_MS": 200})
    for name, port in names.items():
        lab.ready(name, url=f"http://{lab.address(name)}:{lab.ports[port]}/configuration")


# --- Kafka ---


def kafka_classpath():
    return str(frame.BUILT / "kafka" / "libs" / "*")


def start_kafkas(lab):
    """Both brokers at once: each is its own controller."""
    brokers = {"kafka-local": "MINLOG_KAFKA_LOCAL", "kafka-central": "MINLOG_KAFKA_CENTRAL"}
    for name, port in brokers.items():
        properties = lab.fill("kafka.properties", f"{name}.properties", ADDRESS=lab.address(name), PORT=lab.ports[port],
                              CONTROLLER_PORT=lab.ports[f"{port}_CONTROLLER"], FOLDER=lab.data / name)
        lab.run(f"{name}-format", ["java", "-Xmx64m", *SMALL, *JVM, "-cp", kafka_classpath(), "kafka.tools.StorageTool", "format",
                                   "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", properties])
        start_service(lab, name, 192, "kafka.Kafka", [properties], classpath=kafka_classpath(), publish=lab.ports[port])
    for name, port in brokers.items():
        lab.ready(name, port=lab.ports[port])


# --- nginx, and the proof that all of it works ---


def start_nginx(lab):
    addresses = {name.upper().replace("-", "_"): lab.address(name)
                 for name in ("docker01", "docker02", "cnsp-docker01", "cnsp-docker02")}
    file = lab.fill("nginx.conf", "nginx/nginx.conf", **addresses)
    lab.start("nginx", [frame.program("nginx"), "-p", file.parent, "-e", lab.logs / "nginx-error.log", "-c", file,
                        "-g", "daemon off;"], port=lab.ports["MINLOG_LOOKUP"])


def see_one_through(lab):
    """A registration that is sent must arrive in the database: then every part works."""
    body = json.dumps([{"cpr": f"{number:010}", "helper": "0", "system": "lab", "activity": "first"}
                       for number in range(PARTITIONS)]).encode()
    url = f"http://127.0.0.1:{lab.ports['MINLOG_REGISTRATION']}/registration"
    urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"}), timeout=10).read()
    deadline = time.monotonic() + frame.READY_S_MAX
    while time.monotonic() < deadline:
        found = lab.run("first", [frame.program("mariadb"), "--no-defaults", "-uroot", f"--socket={lab.data}/mariadb.sock",
                                  "-Ne", "SELECT COUNT(*) FROM minlog.registration"])
        if found.strip() == str(PARTITIONS):
            return
        for name in lab.known():
            lab.ready(name)
        time.sleep(0.3)
    raise frame.LabError(f"a registration did not arrive in the database within {frame.READY_S_MAX} s; see {lab.logs}")
