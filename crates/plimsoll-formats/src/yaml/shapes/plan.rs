//! The plan itself and what all its scenarios share.

use super::load::SCENARIO;
use super::texts::{KNOWN_COUNT, KNOWN_RATE, KNOWN_TIME, PAIRS, TEXTS};
use crate::yaml::names::{
    AMONG, COOKIE_POLICIES, DIALECTS, HTTP_VERSIONS, ISOLATIONS, LOGIN_SCHEMES, NAMES, TLS_VERSIONS,
};
use plimsoll_plan::document::{Key, Kind, MappingShape, key};

pub static PLAN: MappingShape = MappingShape::new(
    "plan",
    "What virtual users do: scenarios with their load and their steps.",
    &[
        key("plan", Kind::Text, "The name of the plan.").required().example("shop"),
        key(
            "variables",
            PAIRS,
            "Names and values for all scenarios, worked out once, in order. Steps use them as `${name}`.",
        )
        .example("{host: '${__P(host,127.0.0.1)}'}"),
        key(
            "secrets",
            TEXTS,
            "Names of variables, headers, fields and JSON keys whose values are masked, beside those that say it themselves.",
        )
        .example("[customer_number, iban]"),
        key(
            "data",
            Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&DATA)])),
            "CSV files whose rows become variables, with the step `read`.",
        )
        .example("[users.csv]"),
        key(
            "cookies",
            Kind::Either(&[Kind::Flag, Kind::OneOrMore(&Kind::Mapping(&COOKIE_JAR))]),
            "true: each user keeps its cookies; or a list of cookie jars.",
        )
        .example("true"),
        key(
            "cache",
            Kind::Either(&[Kind::Flag, Kind::OneOrMore(&Kind::Mapping(&CACHE))]),
            "true: each user remembers answers that are fresh; or a list of caches.",
        )
        .example("true"),
        key(
            "hosts",
            Kind::Named(&TEXTS),
            "Addresses of hosts that are used instead of what the system's resolver knows.",
        )
        .example("{shop.example: 127.0.0.1}"),
        key(
            "dialect",
            Kind::Words(|| DIALECTS.words()),
            "`jmeter`: URLs, headers and extractors as JMeter's HTTP client has them.",
        ),
        key("names", Kind::Words(|| NAMES.words()), "How long requests keep the addresses of a host."),
        key(
            "login",
            Kind::OneOrMore(&Kind::ByKey(&[&LOGIN_SET, &LOGIN])),
            "User names and passwords for Basic and Digest authentication.",
        )
        .example("{user: anna, password: '${__P(password)}'}"),
        key(
            "proxy",
            Kind::OneOrMore(&Kind::Either(&[Kind::Text, Kind::Mapping(&PROXY)])),
            "A proxy, or several of which requests choose one.",
        )
        .example("http://proxy.lab:3128"),
        key(
            "timers",
            Kind::OneOrMore(&Kind::Mapping(&TIMER)),
            "What requests of several users wait for together; steps name one by its number from 1.",
        ),
        key(
            "mixes",
            Kind::Named(&Kind::Named(&Kind::Count)),
            "Named distributions of blocks, for the step `mix`.",
        )
        .example("{morning: {issue: 7, proxy: 6, status: 1}}"),
        key("databases", Kind::OneOrMore(&Kind::Mapping(&DATABASE)), "Databases for the step `sql`."),
        key("tls", Kind::Mapping(&TLS), "Certificates, and the versions of TLS."),
        key(
            "http",
            Kind::Words(|| HTTP_VERSIONS.words()),
            "The version of HTTP that requests use unless they say otherwise.",
        ),
        key(
            "http2",
            Kind::Mapping(&HTTP2),
            "Users share HTTP/2 connections; without it each user has its own.",
        ),
        key(
            "tracing",
            Kind::Percentage,
            "Each HTTP request begins a trace (`traceparent`, W3C Trace Context); the share that is to be sampled.",
        )
        .example("10 %"),
        key(
            "scenarios_in_order",
            Kind::Flag,
            "The scenarios of a phase run one after another instead of at the same time.",
        ),
        key(
            "tear_down_after_stop",
            Kind::Flag,
            "Scenarios of the phase `tear_down` also run when the test was stopped.",
        ),
        key(
            "credentials_across_origins",
            Kind::Flag,
            "Headers and logins follow redirects and embedded resources to other origins.",
        ),
        key(
            "scenarios",
            Kind::OneOrMore(&Kind::Mapping(&SCENARIO)),
            "Groups of users, each with its load and its steps.",
        )
        .required(),
    ],
);

pub static DATA: MappingShape = MappingShape::new(
    "data",
    "A CSV file whose rows become variables.",
    &[
        key("file", Kind::Text, "The file, beside the plan.").required().example("users.csv"),
        key("variables", TEXTS, "Names of the columns; without them the first line has the names.")
            .example("[user, password]"),
        key(
            "skip_first_line",
            Kind::Flag,
            "The first line is a heading that is not to be used; with `variables`.",
        ),
        key("delimiter", Kind::Text, "One character between columns; `\\t` is a tab.").example(";"),
        key("quoted", Kind::Flag, "Values may stand in double quotes."),
        key("encoding", Kind::Text, "The file's encoding; UTF-8 by default.").example("ISO-8859-1"),
        key("recycle", Kind::Flag, "After the last row the first one comes again; true by default."),
        key("stop_at_end", Kind::Flag, "A user stops when there is no further row."),
        key(
            "sharing",
            Kind::Either(&[Kind::Words(|| vec!["all", "scenario", "user"]), Kind::Mapping(&SHARING)]),
            "Who takes turns with the rows: all users, those of a scenario, or each user alone.",
        ),
    ],
);

pub static SHARING: MappingShape = MappingShape::new(
    "sharing",
    "Scenarios of one group share the rows.",
    &[key("group", Kind::Text, "The name of the group.")],
);

const CLEAR_EACH_ITERATION: Key =
    key("clear_each_iteration", Kind::Flag, "Each iteration of a user begins without what was kept.");
const CLEARED_WITH_USER: Key =
    key("cleared_with_user", Kind::Flag, "As the scenario's `new_user_each_iteration` says.");

pub static COOKIE_JAR: MappingShape = MappingShape::new(
    "cookies",
    "A cookie jar of each user.",
    &[
        CLEAR_EACH_ITERATION,
        CLEARED_WITH_USER,
        key("policy", Kind::Words(|| COOKIE_POLICIES.words()), "Which cookies are taken and sent."),
        key(
            "preset",
            Kind::OneOrMore(&Kind::Mapping(&PRESET_COOKIE)),
            "Cookies that are there from the beginning.",
        ),
    ],
);

pub static PRESET_COOKIE: MappingShape = MappingShape::new(
    "preset",
    "A cookie that is there from the beginning.",
    &[
        key("name", Kind::Text, "The cookie's name.").required(),
        key("value", Kind::Text, "Its value."),
        key("domain", Kind::Text, "The host that gets it.").example("shop.example"),
        key("path", Kind::Text, "The paths below which it is sent; `/` by default."),
        key("secure", Kind::Flag, "It is sent over TLS only."),
    ],
);

pub static CACHE: MappingShape = MappingShape::new(
    "cache",
    "What each user remembers of answers.",
    &[
        key(
            "uses_expiry",
            Kind::Flag,
            "What is fresh by its headers is not requested again; true by default.",
        ),
        key("entries_max", Kind::Count, "The most answers of a user that are remembered; 5000 by default."),
        CLEAR_EACH_ITERATION,
        CLEARED_WITH_USER,
    ],
);

pub static LOGIN_SET: MappingShape = MappingShape::new(
    "login",
    "Logins that requests choose together.",
    &[
        CLEAR_EACH_ITERATION,
        CLEARED_WITH_USER,
        key("logins", Kind::OneOrMore(&Kind::Mapping(&LOGIN)), "The logins.").required(),
    ],
)
.marked_by(&["logins"]);

pub static LOGIN: MappingShape = MappingShape::new(
    "login",
    "A user name and a password.",
    &[
        key("user", Kind::Text, "The user name.").required().example("anna"),
        key("password", Kind::Text, "The password; better a property than a text in the plan.")
            .example("'${__P(password)}'"),
        key("url", Kind::Text, "For requests whose URL begins with this; all requests by default.")
            .example("https://shop.example/"),
        key("realm", Kind::Text, "For this realm only."),
        key(
            "scheme",
            Kind::Words(|| LOGIN_SCHEMES.words()),
            "The scheme of authentication; what the server offers by default.",
        ),
    ],
);

pub static PROXY: MappingShape = MappingShape::new(
    "proxy",
    "A proxy that requests go through.",
    &[
        key("url", Kind::Text, "`http://host:port`.").required().example("http://proxy.lab:3128"),
        key("user", Kind::Text, "The user name for the proxy."),
        key("password", Kind::Text, "The password for the proxy."),
        key("except", TEXTS, "Hosts that are reached without it.").example("[localhost]"),
    ],
);

pub static TLS: MappingShape = MappingShape::new(
    "tls",
    "Certificates, and the versions of TLS.",
    &[
        key("verify", Kind::Flag, "false: any certificate is accepted; true by default."),
        key("ca", Kind::Text, "A file with the authorities that are trusted (PEM), instead of the system's.")
            .example("lab-ca.pem"),
        key("certificate", Kind::Text, "The client's certificate (PEM).").example("client.pem"),
        key("key", Kind::Text, "The client's private key (PEM); by default in the file of the certificate."),
        key("server_name", Kind::Text, "The name that is sent (SNI) and checked instead of the host."),
        key("minimum", Kind::Words(|| TLS_VERSIONS.words()), "The lowest version."),
        key("maximum", Kind::Words(|| TLS_VERSIONS.words()), "The highest version."),
    ],
);

pub static HTTP2: MappingShape = MappingShape::new(
    "http2",
    "Users of a worker share HTTP/2 connections.",
    &[
        key("connections", Kind::Count, "Connections to each server.").required(),
        key("streams", Kind::Count, "Requests at the same time on each; 100 by default."),
    ],
);

pub static DATABASE: MappingShape = MappingShape::new(
    "databases",
    "A database and its pool of connections.",
    &[
        key("name", Kind::Text, "What steps call it.").required().example("shop"),
        key("url", Kind::Text, "A JDBC URL of MySQL, MariaDB or PostgreSQL.")
            .required()
            .example("jdbc:postgresql://127.0.0.1:5432/shop"),
        key("user", Kind::Text, "The user name."),
        key("password", Kind::Text, "The password; better a property than a text in the plan.")
            .example("'${__P(password)}'"),
        key(
            "connections_max",
            Kind::Count,
            "The size of the pool; without it each user has a connection of its own.",
        ),
        key(
            "wait_max",
            Kind::Either(&[Kind::Duration, Kind::Word("forever")]),
            "How long a step waits for a connection of the pool; 10 s by default.",
        ),
        key("autocommit", Kind::Flag, "Each statement is a transaction; true by default."),
        key(
            "isolation",
            Kind::Words(|| ISOLATIONS.words()),
            "The isolation of transactions; the database's own by default.",
        ),
        key("init", TEXTS, "Statements for each new connection.").example("[SET NAMES utf8mb4]"),
    ],
);

pub static TIMER: MappingShape = MappingShape::new(
    "timer",
    "What requests of several users wait for together: exactly one of these keys.",
    &[
        key(
            "throughput",
            Kind::Mapping(&THROUGHPUT),
            "At most so many requests; what was missed is not caught up with.",
        ),
        key(
            "shape",
            Kind::OneOrMore(&Kind::Mapping(&SHAPE_STAGE)),
            "At most so many requests per second, by a schedule.",
        ),
        key(
            "random_throughput",
            Kind::Mapping(&RANDOM_THROUGHPUT),
            "Requests at random moments, exactly so many in each period.",
        ),
        key("rendezvous", Kind::Mapping(&RENDEZVOUS), "Users wait for each other, then go on together."),
        key("gathering", Kind::Mapping(&RENDEZVOUS), "The former name of `rendezvous`."),
    ],
);

pub static THROUGHPUT: MappingShape = MappingShape::new(
    "throughput",
    "At most so many requests.",
    &[
        key("rate", KNOWN_RATE, "The rate; a text with references is a number per minute.")
            .required()
            .example("600/min"),
        key("among", Kind::Words(|| AMONG.words()), "Whose requests count together."),
    ],
);

pub static SHAPE_STAGE: MappingShape = MappingShape::new(
    "shape",
    "A part of the schedule.",
    &[
        key("rate", KNOWN_RATE, "The rate at the end of this part.").required().example("20/s"),
        key("from", KNOWN_RATE, "The rate at its beginning; the same by default.").example("1/s"),
        key("hold", KNOWN_TIME, "How long the part is.").required().example("1 min"),
    ],
);

pub static RANDOM_THROUGHPUT: MappingShape = MappingShape::new(
    "random_throughput",
    "Requests at random moments.",
    &[
        key("rate", KNOWN_RATE, "The rate.").required().example("50/s"),
        key(
            "period",
            KNOWN_TIME,
            "Each period has exactly as many requests as the rate says; 1 h by default.",
        ),
        key("batch", Kind::Count, "Requests at each moment; 1 by default."),
        key("seed", Kind::Number, "The same seed gives the same moments; 0 is the run's own."),
    ],
);

pub static RENDEZVOUS: MappingShape = MappingShape::new(
    "rendezvous",
    "Users wait for each other.",
    &[
        key(
            "users",
            Kind::Either(&[KNOWN_COUNT, Kind::Word("all")]),
            "How many; `all` of the scenario by default.",
        ),
        key("timeout", KNOWN_TIME, "After so long those who are there go on."),
    ],
);
