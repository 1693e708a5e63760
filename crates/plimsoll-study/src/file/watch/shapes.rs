//! Which keys `watch` of a study may have.

use plimsoll_plan::document::{Key, Kind, MappingShape, key};
use plimsoll_telemetry::FORMATS;

const TEXTS: Kind = Kind::OneOrMore(&Kind::Text);
/// `true`, the time between two readings, or a mapping.
const READINGS: Kind = Kind::Either(&[Kind::Flag, Kind::Duration, Kind::Mapping(&EVERY_ONLY)]);
const EVERY: Key =
    key("every", Kind::Duration, "The time between two readings; 1 s by default.").example("10 s");
const NAME: Key = key("name", Kind::Text, "What the report calls it.");
const USER: Key = key("user", Kind::Text, "The user name.");
const PASSWORD_ENV: Key =
    key("password_env", Kind::Text, "The environment variable that holds the password.");
const PASSWORD_FILE: Key = key("password_file", Kind::Text, "The file that holds the password.");

pub static WATCHED: MappingShape = MappingShape::new(
    "watch",
    "A host or a service that is watched.",
    &[
        key("host", Kind::Text, "`local`, `ssh://[user@]host[:port]`, `docker://NAME`, or `kubectl://[context@]namespace/pod[/container]`.").example("ssh://root@app01"),
        key("name", Kind::Text, "What the report calls it; from the address by default."),
        key("role", Kind::Text, "What it is for.").example("application server"),
        key("vmstat", READINGS, "CPU, memory and swap of the host.").example("10 s"),
        key("iostat", READINGS, "Disks of the host.").example("10 s"),
        key("tcp", READINGS, "Lost packets and refused connections, as the kernel of a Linux host counts them.").example("1 s"),
        key("process", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&PROCESS)])), "CPU, threads, memory, descriptors and I/O of a process, by its name or number.").example("[nginx, postgres]"),
        key("jstat", Kind::OneOrMore(&Kind::Mapping(&JSTAT)), "Heap and garbage collection of a JVM.").example("{process: jboss-modules}"),
        key("docker", Kind::OneOrMore(&Kind::Either(&[Kind::Flag, Kind::Duration, Kind::ByKey(&[&DOCKER_API, &DOCKER])])), "CPU, memory and network of containers.").example("{containers: [web]}"),
        key("access_log", LOGS, "A web server's access log.").example("/var/log/nginx/access.log"),
        key("gc_log", LOGS, "A JVM's log of garbage collections.").example("/var/log/gc.log"),
        key("log", LOGS, "Another log."),
        key("command", Kind::OneOrMore(&Kind::Mapping(&COMMAND)), "A command whose output is read."),
        key("prometheus", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&HTTP)])), "A page of metrics in Prometheus' format.").example("http://app01:9100/metrics"),
        key("jolokia", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&HTTP)])), "JMX of a JVM over Jolokia.").example("http://app01:8778/jolokia"),
        key("kubernetes", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&KUBERNETES)])), "Pods of a namespace, over kubectl."),
        key("mysql", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&DATABASE)])), "MySQL or MariaDB.").example("mysql://monitor@db01:3306/"),
        key("postgres", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&DATABASE)])), "PostgreSQL.").example("postgres://monitor@db01:5432/"),
        key("kafka", Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&KAFKA)])), "Lag of Kafka's consumers.").example("kafka01:9092"),
        key("pools", Kind::OneOrMore(&Kind::Mapping(&RESOURCE)), "Series of its own that say how many of something are in use, how many there are, who waits.").example("{name: orders, used: orders_in_use, max: orders_max, waiting: orders_waiting}"),
        key("queues", Kind::OneOrMore(&Kind::Mapping(&RESOURCE)), "Series of its own that say how much waits in a queue, and how much room it has.").example("{name: jobs, used: jobs_queued, max: 16}"),
        key("limits", Kind::OneOrMore(&Kind::Mapping(&RESOURCE)), "Series of its own of which there is only so much.").example("{name: sessions, used: sessions, max: 500}"),
    ],
);

const LOGS: Kind = Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&LOG)]));

pub static EVERY_ONLY: MappingShape = MappingShape::new("watch", "", &[EVERY]);

pub static RESOURCE: MappingShape = MappingShape::new(
    "resource",
    "",
    &[
        key("name", Kind::Text, "What the report calls it.").required(),
        key("used", Kind::Text, "The series that says how much is in use, as it is recorded.")
            .example("pool_connections{state=\"active\"}"),
        key("max", Kind::Text, "The series that says how much there is, or a number.").example("16"),
        key("waiting", Kind::Text, "The series that says how many wait for it."),
    ],
);

pub static PROCESS: MappingShape = MappingShape::new(
    "process",
    "",
    &[
        key("process", Kind::Text, "The name, the number, or a part of the command line.")
            .required()
            .example("nginx"),
        EVERY,
        NAME,
    ],
);

pub static JSTAT: MappingShape = MappingShape::new(
    "jstat",
    "",
    &[
        key("process", Kind::Text, "A part of the JVM's command line.").required().example("jboss-modules"),
        EVERY,
        NAME,
    ],
);

const CONTAINER: Key = key("container", TEXTS, "The container's name.");
const CONTAINERS: Key = key("containers", TEXTS, "Names of containers; all by default.").example("[web, db]");

pub static DOCKER: MappingShape = MappingShape::new(
    "docker",
    "Containers, by docker's command on the host.",
    &[CONTAINER, CONTAINERS, EVERY, key("command", Kind::Text, "Another command.").example("podman")],
);

pub static DOCKER_API: MappingShape = MappingShape::new(
    "docker",
    "Containers, by Docker's API.",
    &[
        key("api", Kind::Text, "The socket, or `tcp://host:2375`.")
            .required()
            .example("unix:///var/run/docker.sock"),
        CONTAINER,
        CONTAINERS,
        EVERY,
    ],
)
.marked_by(&["api"]);

pub static LOG: MappingShape = MappingShape::new(
    "log",
    "",
    &[
        key("path", Kind::Text, "The file on the host.").required(),
        FORMAT,
        key("pattern", Kind::Text, "The pattern by which the server writes its lines.")
            .example("'%h %t \"%r\" %s %D'"),
        NAME,
    ],
);

const FORMAT: Key = key("format", Kind::Words(formats), "The format, where it can't be recognised.");

fn formats() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name).chain(["wildfly"]).collect()
}

pub static COMMAND: MappingShape = MappingShape::new(
    "command",
    "",
    &[key("run", Kind::Text, "The command.").required(), FORMAT, EVERY, NAME],
);

pub static HTTP: MappingShape = MappingShape::new(
    "service",
    "",
    &[
        key("url", Kind::Text, "The address.").required(),
        EVERY,
        NAME,
        USER,
        PASSWORD_ENV,
        PASSWORD_FILE,
        key("token_env", Kind::Text, "The environment variable that holds a bearer token."),
        key("token_file", Kind::Text, "The file that holds a bearer token."),
    ],
);

pub static KUBERNETES: MappingShape = MappingShape::new(
    "kubernetes",
    "",
    &[
        key("namespace", Kind::Text, "The namespace.").required(),
        key("context", Kind::Text, "The context of kubectl's configuration."),
        key("selector", Kind::Text, "A selector of labels.").example("app=shop"),
        key("pod", TEXTS, "The pod's name."),
        key("pods", TEXTS, "Names of pods; all by default."),
        key("every", Kind::Duration, "The time between two readings; 10 s by default."),
    ],
);

static TLS_KINDS: [Kind; 2] = [Kind::Flag, Kind::Mapping(&AUTHORITIES)];
const TLS: Key = key("tls", Kind::Either(&TLS_KINDS), "Over TLS.");

pub static AUTHORITIES: MappingShape = MappingShape::new(
    "tls",
    "",
    &[key("ca", Kind::Text, "A file with the authorities that are trusted (PEM).")
        .required()
        .example("lab-ca.pem")],
);

pub static DATABASE: MappingShape = MappingShape::new(
    "database",
    "",
    &[
        key("url", Kind::Text, "The address, without a password.").required(),
        EVERY,
        NAME,
        USER,
        PASSWORD_ENV,
        PASSWORD_FILE,
        TLS,
    ],
);

pub static KAFKA: MappingShape = MappingShape::new(
    "kafka",
    "",
    &[
        key("bootstrap", TEXTS, "Brokers.").required().example("kafka01:9092"),
        key("group", TEXTS, "The consumer group."),
        key("groups", TEXTS, "Consumer groups; all by default."),
        key("topic", TEXTS, "The topic."),
        key("topics", TEXTS, "Topics; all by default."),
        EVERY,
        NAME,
        TLS,
        USER,
        PASSWORD_ENV,
        PASSWORD_FILE,
    ],
);
