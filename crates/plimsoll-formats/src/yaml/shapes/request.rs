//! Requests: over HTTP, and gRPC calls.

use super::answer::{LABEL, SAMPLE_OPTIONS};
use super::texts::{CACHES, COOKIES, LOGINS, PAIRS, PROXIES, TEXTS};
use crate::yaml::names::{GRPC_COMPRESSIONS, HTTP_VERSIONS, REDIRECTS};
use crate::yaml::request::METHODS;
use plimsoll_plan::document::{Key, Kind, MappingShape, key};

const KEEP_ALIVE: Key = key("keep_alive", Kind::Flag, "The connection is used again; true by default.");
const REDIRECTS_KEY: Key = key(
    "redirects",
    Kind::Words(|| REDIRECTS.words()),
    "Whether redirects are followed; `follow` by default.",
);
pub const CONNECT_TIMEOUT: Key =
    key("connect_timeout", Kind::Duration, "The longest time to connect; 0 is none.").example("5 s");
pub const RESPONSE_TIMEOUT: Key = key(
    "response_timeout",
    Kind::Duration,
    "The longest silence while the answer is awaited or read; 0 is none.",
)
.example("30 s");
const HEADERS: Key = key("headers", PAIRS, "Header fields.").example("{Accept: application/json}");

pub static REQUEST_DEFAULTS: MappingShape = MappingShape::new(
    "defaults",
    "What the requests of a scenario have in common.",
    &[
        key("base", Kind::Text, "Goes before URLs that begin with `/`.").example("https://shop.example"),
        HEADERS,
        REDIRECTS_KEY,
        KEEP_ALIVE,
        CONNECT_TIMEOUT,
        RESPONSE_TIMEOUT,
    ],
);

/// What a request may have beside its method and URL.
pub static REQUEST_OPTIONS: MappingShape = MappingShape::new(
    "request",
    "",
    &[
        LABEL,
        key("query", FIELDS, "Parameters that are appended to the URL.").example("{page: 2}"),
        HEADERS,
        key("inherit_headers", Kind::Flag, "false: the scenario's `defaults: {headers}` are left out."),
        key("body", Kind::Text, "The body.").example("'{\"user\": \"${user}\"}'"),
        key("form", FIELDS, "Fields of a form, sent as application/x-www-form-urlencoded.")
            .example("{user: '${user}'}"),
        key("multipart", Kind::Mapping(&MULTIPART), "Fields and files, sent as multipart/form-data."),
        key("body_file", FILE_KIND, "A file whose content is the body.").example("order.xml"),
        REDIRECTS_KEY,
        KEEP_ALIVE,
        key("http", Kind::Words(|| HTTP_VERSIONS.words()), "The version of HTTP; the plan's by default."),
        CONNECT_TIMEOUT,
        RESPONSE_TIMEOUT,
        COOKIES,
        CACHES,
        LOGINS,
        PROXIES,
        key(
            "embedded",
            Kind::Either(&[Kind::Flag, Kind::Mapping(&EMBEDDED)]),
            "true: the page comes with its images, scripts and style sheets.",
        ),
    ],
)
.with(&[&SAMPLE_OPTIONS]);

const FIELDS: Kind = Kind::Either(&[Kind::Named(&Kind::Text), Kind::List(&Kind::Mapping(&FIELD))]);

pub static FIELD: MappingShape = MappingShape::new(
    "field",
    "A parameter.",
    &[
        key("name", Kind::Text, "Its name.").required(),
        key("value", Kind::Text, "Its value."),
        key("encode", Kind::Flag, "Name and value are percent-encoded; true by default."),
        key("equals", Kind::Flag, "An empty value has a `=`; true by default."),
    ],
);

pub static MULTIPART: MappingShape = MappingShape::new(
    "multipart",
    "Fields and files of a form.",
    &[key("fields", FIELDS, "The fields."), key("files", Kind::OneOrMore(&FILE_KIND), "The files.")],
);

const FILE_KIND: Kind = Kind::Either(&[Kind::Text, Kind::Mapping(&FILE)]);

pub static FILE: MappingShape = MappingShape::new(
    "file",
    "A file that is sent.",
    &[
        key("path", Kind::Text, "The file, beside the plan.").required(),
        key("name", Kind::Text, "The name of the form's field."),
        key("content_type", Kind::Text, "Its media type.").example("image/png"),
    ],
);

pub static EMBEDDED: MappingShape = MappingShape::new(
    "embedded",
    "How the resources of a page are fetched.",
    &[
        key("pool", Kind::Count, "Connections to one host; 6 by default."),
        key("at_once", Kind::Count, "Resources under way at the same time; 24 by default."),
        key("match", Kind::Text, "A regular expression that must match the whole URL."),
        key("exclude", Kind::Text, "A regular expression that must not."),
    ],
);

const URL_ABOUT: &str = "The URL: whole, or a path where the scenario has a `base`.";
const EXAMPLE: &str = "http://127.0.0.1:8080/basket";

/// `- get: URL` and its like.
pub static SHORT_REQUEST: MappingShape = MappingShape::new(
    "request",
    "An HTTP request.",
    &[
        key("get", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("post", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("put", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("patch", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("delete", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("head", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("options", Kind::Text, URL_ABOUT).example(EXAMPLE),
    ],
)
.with(&[&REQUEST_OPTIONS])
.marked_by(&METHODS);

/// `- request: {…}`.
pub static LONG_REQUEST: MappingShape = MappingShape::new(
    "request",
    "An HTTP request with every part by itself.",
    &[
        key("method", Kind::Text, "The method; GET by default.").example("POST"),
        key("url", Kind::Text, URL_ABOUT).example(EXAMPLE),
        key("scheme", Kind::Text, "`http` or `https`, where there is no `url`."),
        key("host", Kind::Text, "The host, where there is no `url`."),
        key("port", Kind::Either(&[Kind::Count, Kind::Text]), "The port, where there is no `url`."),
        key("path", Kind::Text, "The path, where there is no `url`."),
    ],
)
.with(&[&REQUEST_OPTIONS]);

pub static GRPC: MappingShape = MappingShape::new(
    "grpc",
    "A gRPC call.",
    &[
        key("grpc", Kind::Text, "The URL of the method.")
            .required()
            .example("http://127.0.0.1:50051/shop.Shop/Buy"),
        key("proto", Kind::Text, "The `.proto` file that describes the service.").example("shop.proto"),
        key("includes", TEXTS, "Further folders in which imports are looked for."),
        key("reflection", Kind::Flag, "The server describes itself."),
        key("message", TEXTS, "The message in its JSON form; a list where the method takes a stream.")
            .example("'{\"id\": 7}'"),
        key("metadata", PAIRS, "Metadata of the call.").example("{authorization: 'Bearer ${token}'}"),
        key("deadline", Kind::Duration, "For the whole call; the server knows of it."),
        key(
            "message_limit",
            Kind::Count,
            "Bytes of the longest message that is accepted; 4194304 by default.",
        ),
        key(
            "compression",
            Kind::Words(|| GRPC_COMPRESSIONS.words()),
            "How messages are sent; `none` by default.",
        ),
        LABEL,
        CONNECT_TIMEOUT,
        RESPONSE_TIMEOUT,
        COOKIES,
        LOGINS,
        PROXIES,
    ],
)
.with(&[&SAMPLE_OPTIONS])
.marked_by(&["grpc"]);
