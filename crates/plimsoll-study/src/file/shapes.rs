//! Which keys the mappings of a study may have: what the readers beside this file read, and what
//! `plimsoll schema study` prints. What is watched has a table of its own, `watch/shapes.rs`.

use super::fleet::FLEET;
use super::generator::{GENERATOR, generators};
use super::watch::shapes::WATCHED;
use crate::order::Order;
use plimsoll_analysis::findings::DETECTORS;
use plimsoll_plan::document::{Key, Kind, MappingShape, key};
use plimsoll_run::{Language, ReportFormat, TableStyle};

const TEXTS: Kind = Kind::OneOrMore(&Kind::Text);
const NAMED_TEXTS: Kind = Kind::Named(&Kind::Text);
const COUNTS: Kind = Kind::OneOrMore(&Kind::Count);

pub static STUDY: MappingShape = MappingShape::new(
    "study",
    "An experiment: a plan, the loads to put on, the configurations to compare, what is required.",
    &[
        key("study", Kind::Text, "The name of the study.").required().example("checkout, climb"),
        key(
            "plan",
            Kind::Text,
            "The plan, a `.jmx` or `.yaml` file, or the script of another load generator.",
        )
        .example("checkout.jmx"),
        key(
            "folder",
            Kind::Text,
            "Where paths begin and commands are performed, instead of in the study's own folder.",
        )
        .example("../studies"),
        PROPERTIES,
        key("threads", COUNTS, "Fixed steps: users per node, one number or a list.").example("[2, 4, 8]"),
        key(
            "generator",
            Kind::Either(&[Kind::Words(generators), Kind::Mapping(&GENERATOR)]),
            "Who puts the load on; Plimsoll's own engine by default.",
        )
        .example("{tool: wrk, url: \"http://127.0.0.1:8080/\"}"),
        key("nodes", COUNTS, "Every number of nodes goes through all `threads`; 1 by default."),
        key("rates", Kind::OneOrMore(&Kind::Rate), "Fixed steps: arrival rates, one or a list.")
            .example("[50/s, 100/s]"),
        key("users", Kind::Count, "With `rates` or `capacity`: the most users that may be at work."),
        key("climb", Kind::Mapping(&CLIMB), "Raises users until throughput no longer gains.")
            .example("{threads: {start: 5, add: 5, max: 100}, step: 30 s}"),
        key(
            "capacity",
            Kind::Mapping(&CAPACITY),
            "Searches the highest rate at which the requirements hold.",
        )
        .example("{start: 50/s, step: 30 s}"),
        key("background", Kind::Mapping(&BACKGROUND), "The load beside `jobs`.")
            .example("{users: 20, before: 1 min, after: 30 s}"),
        key("jobs", Kind::OneOrMore(&Kind::Mapping(&JOB)), "Long jobs beside a load."),
        key("variants", Kind::Named(&Kind::Mapping(&VARIANT)), "Configurations to compare, by name.")
            .example("{small: {properties: {heap: 1g}}, large: {properties: {heap: 4g}}}"),
        key("matrix", Kind::Named(&TEXTS), "Properties with several values each; multiplies the variants.")
            .example("{port: [19001, 19002]}"),
        key("repeats", Kind::Count, "Runs of each variant; 1 by default."),
        key(
            "order",
            Kind::Words(|| Order::NAMES.map(|(name, _)| name).to_vec()),
            "The order of the runs; `interleaved` by default.",
        ),
        key("system", Kind::Mapping(&SYSTEM), "Commands that start, look at and stop the system under test."),
        key(
            "completion",
            Kind::Either(&[Kind::Text, Kind::Mapping(&COMPLETION)]),
            "Where events that requests send arrive.",
        ),
        key("requirements", TEXTS, "What is demanded.").example("[p95 <= 500 ms, errors < 1 %]"),
        key(
            "units",
            Kind::Named(&Kind::Either(&[Kind::Number, Kind::Mapping(&UNIT)])),
            "What a call carries.",
        )
        .example("{registrations: 500}"),
        EXPECTED,
        key(
            "project",
            Kind::Mapping(&PROJECT),
            "The expected use in units, and among how many it is shared.",
        ),
        key(
            "headroom",
            Kind::Percentage,
            "How much of a maximum the recommended operating point leaves free; 20 % by default.",
        ),
        key(
            "tracing",
            Kind::Percentage,
            "Each HTTP request begins a trace (`traceparent`); the share that is to be sampled.",
        )
        .example("10 %"),
        key("seed", Kind::Count, "Makes random values repeatable."),
        key("workers", Kind::Count, "Threads that generate load; one per core by default."),
        key("report", Kind::Mapping(&REPORT), "Formats, language and texts of the report.")
            .example("{formats: [html, junit], language: da}"),
        key("about", NAMED_TEXTS, "What the report says of the system under test.")
            .example("{system: lookup service, version: 2.0.45}"),
        key("labels", NAMED_TEXTS, "What the runs are of; `--label` adds to them.")
            .example("{commit: a1b2c3}"),
        key(
            "examples",
            Kind::Either(&[Kind::Word("false"), Kind::Mapping(&EXAMPLES)]),
            "How many whole exchanges are kept: requests with their answers; `off`: none.",
        )
        .example("{failures: 20, slowest: 20, megabytes: 16}"),
        key("fleet", Kind::Mapping(&FLEET), "Many machines that make the load together.")
            .example("{nats: \"nats://nats.lab:4222\", ssh: [gen1, gen2]}"),
        key("jtl", Kind::Words(|| vec!["csv", "xml"]), "Writes JMeter's result file beside each run file."),
        key(
            "detectors",
            Kind::NamedOf(
                detector_ids,
                &Kind::Either(&[Kind::Words(|| vec!["off", "on"]), Kind::Flag, Kind::Named(&Kind::Text)]),
            ),
            "Detectors of findings that are off or have other thresholds.",
        )
        .example("{leak-suspected: {p: 0.05}, knee: off}"),
        key(
            "watch",
            Kind::OneOrMore(&Kind::Mapping(&WATCHED)),
            "Hosts and services that are watched meanwhile.",
        ),
    ],
)
.with(&[&TIMING]);

fn detector_ids() -> Vec<&'static str> {
    DETECTORS.iter().map(|detector| detector.id).collect()
}

const PROPERTIES: Key =
    key("properties", NAMED_TEXTS, "Properties, as JMeter's -J.").example("{host: 127.0.0.1}");
const EXPECTED: Key = key(
    "expected",
    Kind::Either(&[Kind::Rate, Kind::Number]),
    "The expected use; a bare number is per hour.",
)
.example("11000/h");

/// Of the study, and beside what they are for.
pub static TIMING: MappingShape = MappingShape::new(
    "study",
    "",
    &[
        key("step", Kind::Duration, "How long each load is measured.").example("5 min"),
        key("ramp", Kind::Duration, "Time before it in which the load is reached; in no figure.")
            .example("30 s"),
        key("passes", Kind::Count, "Instead of `step`: passes of each user through its scenario."),
        key(
            "retry_invalid",
            Kind::Count,
            "How often a step is made again whose window is invalid; 0 by default.",
        ),
        key("pause", Kind::Duration, "Between steps.").example("10 s"),
        key("watch_after", Kind::Duration, "How long servers are watched after the last step.")
            .example("1 min"),
    ],
);

pub static CLIMB: MappingShape = MappingShape::new(
    "climb",
    "Raises threads, then nodes, while each step reaches its goal.",
    &[
        key("threads", Kind::Mapping(&RANGE), "Users per node.")
            .required()
            .example("{start: 5, add: 5, max: 100}"),
        key("nodes", Kind::Mapping(&RANGE), "Nodes; 1 by default."),
        key("goal", Kind::Percentage, "The share of the added load that a step must gain; 60 % by default."),
    ],
)
.with(&[&TIMING]);

pub static RANGE: MappingShape = MappingShape::new(
    "range",
    "",
    &[
        key("start", Kind::Count, "The first number; 1 by default."),
        key("add", Kind::Count, "What is added each time; 1 by default."),
        key("max", Kind::Count, "The last number; 100000 by default."),
    ],
);

pub static CAPACITY: MappingShape = MappingShape::new(
    "capacity",
    "Searches the highest rate at which the requirements hold.",
    &[
        key("start", Kind::Rate, "The first rate.").required().example("50/s"),
        key("min", Kind::Rate, "No rate below it is tried."),
        key("max", Kind::Rate, "No rate above it is tried.").example("5000/s"),
        key(
            "precision",
            Kind::Percentage,
            "How close the highest rate that holds and the lowest that fails come; 5 % by default.",
        ),
        key("repeats", Kind::Count, "Windows that one decision may take; 3 by default."),
    ],
)
.with(&[&TIMING]);

pub static BACKGROUND: MappingShape = MappingShape::new(
    "background",
    "The load beside jobs: `users` or `rate`.",
    &[
        key("users", Kind::Count, "Users; with `rate` the most that may be at work.").example("20"),
        key("rate", Kind::Rate, "Arrivals per time.").example("10/s"),
        key("ramp", Kind::Duration, "Time in which it is reached; in no figure."),
        key("before", Kind::Duration, "The load alone, before the first job.").example("1 min"),
        key("after", Kind::Duration, "The load alone, after the last job.").example("30 s"),
    ],
);

pub static JOB: MappingShape = MappingShape::new(
    "job",
    "A long job beside the load.",
    &[
        key("name", Kind::Text, "Its name; `job` by default.").example("import"),
        key("repeat", Kind::Count, "How often, one after another; 1 by default."),
        key("start", Kind::Either(&[Kind::Text, Kind::Mapping(&JOB_START)]), "A command, or a request.")
            .required()
            .example("./import.sh"),
        key(
            "poll",
            Kind::Either(&[Kind::Text, Kind::Mapping(&JOB_POLL)]),
            "What says whether the job is done.",
        ),
        key("timeout", Kind::Duration, "Of each job; 10 min by default."),
        key("pause", Kind::Duration, "Before the next job."),
    ],
);

/// A command, or one request.
static JOB_REQUEST: MappingShape = MappingShape::new(
    "start",
    "",
    &[
        key("command", Kind::Text, "A command of a POSIX shell."),
        key("get", Kind::Text, "The URL of a GET request."),
        key("post", Kind::Text, "The URL of a POST request."),
        key("put", Kind::Text, "The URL of a PUT request."),
        key("patch", Kind::Text, "The URL of a PATCH request."),
        key("delete", Kind::Text, "The URL of a DELETE request."),
        key("headers", NAMED_TEXTS, "Header fields of the request."),
        key("body", Kind::Text, "The request's body."),
        key("extract", NAMED_TEXTS, "Values of the answer, by JSONPath.").example("{id: $.id}"),
    ],
);

pub static JOB_START: MappingShape =
    MappingShape::new("start", "A command, or a request.", &[]).with(&[&JOB_REQUEST]);

pub static JOB_POLL: MappingShape = MappingShape::new(
    "poll",
    "What says whether the job is done: a command, or a request.",
    &[
        key("every", Kind::Duration, "The time between two polls; 1 s by default."),
        key("done", Kind::Mapping(&JOB_CONDITION), "The answer of a job that is done.")
            .example("{json: $.status, is: COMPLETED}"),
        key("failed", Kind::Mapping(&JOB_CONDITION), "The answer of a job that has failed."),
    ],
)
.with(&[&JOB_REQUEST]);

pub static JOB_CONDITION: MappingShape = MappingShape::new(
    "condition",
    "",
    &[
        key("json", Kind::Text, "A JSONPath.").required().example("$.status"),
        key("is", TEXTS, "The values that it may have.").required().example("[COMPLETED]"),
    ],
);

pub static VARIANT: MappingShape = MappingShape::new(
    "variant",
    "A configuration.",
    &[
        PROPERTIES,
        key("factors", NAMED_TEXTS, "In what it differs, for the report's tables.")
            .example("{size: A, request: GET}"),
        key("plan", Kind::Text, "A plan of its own."),
    ],
)
.with(&[&SYSTEM]);

pub static SYSTEM: MappingShape = MappingShape::new(
    "system",
    "Commands that start, look at and stop the system under test.",
    &[
        key("start", Kind::Text, "Starts the system.").example("exec ./server --port 8080"),
        key("stop", Kind::Text, "Stops it, after the run."),
        key("env", NAMED_TEXTS, "Environment variables of all commands.").example("{DELAY: 2 ms}"),
        key(
            "ready",
            Kind::Either(&[Kind::Text, Kind::Mapping(&READY)]),
            "A URL or a command that says whether it is up.",
        )
        .example("http://127.0.0.1:8080/health"),
        key("before", AROUND_KIND, "Commands before each run."),
        key("after", AROUND_KIND, "Commands after each run."),
        key("record", NAMED_TEXTS, "Commands whose output is kept in the run.")
            .example("{java: java -version}"),
        key("timeout", Kind::Duration, "Of each command; 2 min by default."),
    ],
);

const AROUND_KIND: Kind = Kind::Either(&[TEXTS, Kind::Mapping(&AROUND)]);

pub static AROUND: MappingShape = MappingShape::new(
    "commands",
    "",
    &[key("run", TEXTS, "Around each run."), key("step", TEXTS, "Around each step.")],
);

pub static READY: MappingShape = MappingShape::new(
    "ready",
    "A URL or a command that says whether the system is up.",
    &[
        key("url", Kind::Text, "GET must answer with 200 to 399.").example("http://127.0.0.1:8080/health"),
        key("command", Kind::Text, "It must end with 0."),
        key("timeout", Kind::Duration, "How long it may take; 60 s by default."),
        key("every", Kind::Duration, "The time between two tries; 500 ms by default."),
    ],
);

pub static COMPLETION: MappingShape = MappingShape::new(
    "completion",
    "Where events that requests send arrive.",
    &[
        key("events", Kind::Text, "The address of `plimsoll target events`.")
            .required()
            .example("http://127.0.0.1:3904"),
        key("transaction", Kind::Text, "The name under which their times are reported."),
        key("of", Kind::Text, "The label of the requests that send one event each; all by default."),
        key("timeout", Kind::Duration, "How long the last events are waited for; 30 s by default."),
    ],
);

pub static UNIT: MappingShape = MappingShape::new(
    "units",
    "",
    &[
        key("per_call", Kind::Number, "How many a call carries.").required().example("500"),
        key("of", Kind::Text, "Calls of this transaction alone."),
    ],
);

pub static PROJECT: MappingShape = MappingShape::new(
    "project",
    "The expected use in units, and among how many it is shared.",
    &[
        EXPECTED,
        key("units", Kind::Text, "One of the study's `units`.").example("registrations"),
        key("per", Kind::Named(&Kind::Number), "Among how many it is shared.").example("{municipality: 98}"),
    ],
);

pub static REPORT: MappingShape = MappingShape::new(
    "report",
    "Formats, language and texts of the report. Texts are in Markdown.",
    &[
        key(
            "language",
            Kind::Words(|| Language::ALL.map(Language::tag).into()),
            "The report's language; `en` by default.",
        ),
        key(
            "tables",
            Kind::Words(|| TableStyle::ALL.map(TableStyle::tag).into()),
            "Also writes the tables in the style of known studies.",
        ),
        key(
            "formats",
            Kind::OneOrMore(&Kind::Words(|| ReportFormat::ALL.map(ReportFormat::tag).into())),
            "What is written; `html` by default.",
        )
        .example("[html, junit]"),
        key("author", TEXTS, "Who made the report."),
        key("contact", TEXTS, "Whom to ask."),
        key("purpose", TEXTS, "What the test is for."),
        key("scope", TEXTS, "What was tested and what was not."),
        key("assumptions", TEXTS, "What was assumed."),
        key("conclusion", TEXTS, "A conclusion in your words."),
        key("recommendations", TEXTS, "Recommendations in your words."),
        key("history", Kind::OneOrMore(&Kind::Mapping(&DOCUMENT_VERSION)), "Versions of the document."),
        key("diagram", Kind::Text, "A drawing of the system, an SVG file.").example("system.svg"),
        key("glossary", Kind::Flag, "Whether terms are explained at the end."),
    ],
);

pub static EXAMPLES: MappingShape = MappingShape::new(
    "examples",
    "How many whole exchanges a run keeps: requests with their answers.",
    &[
        key("failures", Kind::Count, "Of each transaction and kind of failure; 20 by default."),
        key("slowest", Kind::Count, "The slowest of each transaction and step; 20 by default."),
        key("megabytes", Kind::Count, "Of all of them together, in the run file; 16 by default."),
    ],
);

pub static DOCUMENT_VERSION: MappingShape = MappingShape::new(
    "version of the document",
    "",
    &[
        key("version", Kind::Text, "The version.").example("'1.0'"),
        key("date", Kind::Text, "Its date.").example("'2026-03-01'"),
        key("author", Kind::Text, "Who wrote it."),
        key("change", Kind::Text, "What changed."),
    ],
);
