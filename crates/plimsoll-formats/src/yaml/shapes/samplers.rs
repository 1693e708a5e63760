//! Steps that give samples over other protocols, or without a server.

use super::answer::{
    CHECK, DOCUMENT_CHECK, JMESPATH_CHECK, JSON_CHECK, LABEL, SAMPLE_OPTIONS, SCRIPT, SCRIPT_CHECK,
    SIZE_CHECK, TEXT_CHECK, XPATH_CHECK,
};
use super::request::REQUEST_OPTIONS;
use super::texts::TEXTS;
use crate::yaml::names::COMPRESSIONS;
use plimsoll_plan::document::{Key, Kind, MappingShape, key};

pub static SAMPLE: MappingShape = MappingShape::new(
    "sample",
    "A sample without a server: exactly one of show, sleep and script.",
    &[
        key("label", Kind::Text, "The transaction it is counted under.").required(),
        key(
            "show",
            Kind::OneOrMore(&Kind::Words(|| vec!["variables", "properties"])),
            "The body has a line `name=value` for each.",
        ),
        key("sleep", Kind::Text, "How many milliseconds it takes.").example("100"),
        key("mask", Kind::Text, "The time of day in milliseconds modulo this is added; with `sleep`."),
        key("status", Kind::Text, "The answer's status; with `sleep`."),
        key("message", Kind::Text, "The answer's status text; with `sleep`."),
        key("request", Kind::Text, "What stands for the request; with `sleep`."),
        key("body", Kind::Text, "The answer's body; with `sleep`."),
        key("outcome", Kind::Text, "The sample fails unless this is OK; with `sleep`."),
        key("script", SCRIPT, "What makes the answer."),
    ],
)
.with(&[&SAMPLE_OPTIONS]);

const CHANNEL_NAME: Key =
    key("name", Kind::Text, "What the channel is called, where a user has several.").example("chat");
const MESSAGES: Key = key("messages", Kind::Text, "A transaction that counts each message, under this name.");
const MESSAGE_BYTES_MAX: Key =
    key("message_bytes_max", Kind::Count, "The longest message that is accepted; 16777216 by default.");
pub const TIMEOUT: Key = key("timeout", Kind::Duration, "Of the whole step; 10 s by default.");
const QUIET: Key =
    key("quiet", Kind::Duration, "Takes all messages until none has come for so long.").example("500 ms");
static AWAITED_KINDS: [Kind; 3] =
    [Kind::Words(|| vec!["any", "end"]), Kind::Mapping(&AWAIT), Kind::List(&CHECK)];
const AWAITED: Key = key("await", Kind::Either(&AWAITED_KINDS), "The message that the step waits for.");

pub static WEBSOCKET_OPEN: MappingShape = MappingShape::new(
    "websocket",
    "Opens a WebSocket.",
    &[
        key("open", Kind::Text, "The URL.").required().example("ws://127.0.0.1:8080/chat"),
        CHANNEL_NAME,
        key("subprotocols", TEXTS, "Subprotocols, in this order."),
        key(
            "compression",
            Kind::Words(|| COMPRESSIONS.words()),
            "`deflate`: messages are compressed; `none` by default.",
        ),
        MESSAGE_BYTES_MAX,
        MESSAGES,
        key("pings", Kind::Text, "A transaction that counts the server's pings, under this name."),
    ],
)
.with(&[&REQUEST_OPTIONS])
.marked_by(&["open"]);

pub static WEBSOCKET: MappingShape = MappingShape::new(
    "websocket",
    "Uses a WebSocket: exactly one action; `await` may stand beside `send`.",
    &[
        CHANNEL_NAME,
        AWAITED,
        key("send", Kind::Text, "A text message.").example("hello"),
        key("send_binary", Kind::Text, "A binary message, in hexadecimal digits.").example("ca fe 00"),
        key("ping", Kind::Text, "A ping with this text, and its pong."),
        QUIET,
        key("close", Kind::Either(&[Kind::Flag, Kind::Count]), "The closing handshake, with this code.")
            .example("1000"),
        key("reason", Kind::Text, "The reason that is sent with `close`."),
        LABEL,
        TIMEOUT,
    ],
)
.with(&[&SAMPLE_OPTIONS]);

pub static EVENTS_OPEN: MappingShape = MappingShape::new(
    "sse",
    "Opens a stream of server-sent events.",
    &[
        key("open", Kind::Text, "The URL.").required().example("http://127.0.0.1:8080/prices"),
        CHANNEL_NAME,
        key("method", Kind::Text, "The method; GET by default."),
        MESSAGE_BYTES_MAX,
        MESSAGES,
    ],
)
.with(&[&REQUEST_OPTIONS])
.marked_by(&["open"]);

pub static EVENTS: MappingShape = MappingShape::new(
    "sse",
    "Uses a stream of server-sent events: exactly one action.",
    &[CHANNEL_NAME, AWAITED, QUIET, key("close", Kind::Flag, "The connection is closed."), LABEL, TIMEOUT],
)
.with(&[&SAMPLE_OPTIONS]);

pub static AWAIT: MappingShape = MappingShape::new(
    "await",
    "A message for which these checks hold.",
    &[
        key("event", Kind::Text, "The type of the event; of `sse` only."),
        key("count", Kind::Count, "So many of them; 1 by default."),
        key("all", Kind::OneOrMore(&CHECK), "Several checks that all must hold."),
    ],
)
.with(&[
    &TEXT_CHECK,
    &JSON_CHECK,
    &JMESPATH_CHECK,
    &XPATH_CHECK,
    &DOCUMENT_CHECK,
    &SIZE_CHECK,
    &SCRIPT_CHECK,
]);

pub static SQL: MappingShape = MappingShape::new(
    "sql",
    "A statement for a database: exactly one of select, update, call, commit, rollback and autocommit.",
    &[
        key("database", Kind::Text, "One of the plan's `databases`; the first by default."),
        key("select", Kind::Text, "A query.").example("SELECT name FROM users WHERE id = 7"),
        key("update", Kind::Text, "A statement that gives a number of rows."),
        key("call", Kind::Text, "A call of a procedure."),
        key("commit", Kind::Flag, "Ends the transaction."),
        key("rollback", Kind::Flag, "Takes the transaction back."),
        key("autocommit", Kind::Flag, "Whether each statement is a transaction from here on."),
        key("prepared", Kind::Flag, "The statement is prepared; by default where there are arguments."),
        key("arguments", Kind::Text, "Values for the question marks, with commas between.")
            .example("'${id},open'"),
        key("types", Kind::Text, "Types of the arguments, with commas between.").example("INTEGER,VARCHAR"),
        LABEL,
        key("counted", Kind::Flag, "false: the step gives no sample."),
        key("query_timeout_s", Kind::Text, "The longest time of the query, in seconds."),
        key("rows_max", Kind::Text, "The most rows that are read."),
        key("variables", TEXTS, "Names for the columns: row 1 is `name_1`."),
        key("result_variable", Kind::Text, "The variable that gets the whole result."),
    ],
)
.with(&[&SAMPLE_OPTIONS]);
