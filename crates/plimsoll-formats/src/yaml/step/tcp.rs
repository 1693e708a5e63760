//! `tcp:` steps.

use crate::yaml::context::Context;
use crate::yaml::emit::{map, text};
use crate::yaml::entries::push_list;
use crate::yaml::entries::{duration, push_flag};
use crate::yaml::request::timeout;
use crate::yaml::shapes::{CONNECT_TIMEOUT, LABEL, RESPONSE_TIMEOUT, SAMPLE_OPTIONS};
use crate::yaml::texts::{TemplateFields, template_of};
use crate::yaml::{check, extract, pause, url};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, Problems, key};
use plimsoll_plan::plan::{Framing, Step, TcpStep};

/// What JMeter's own property says.
const PREFIX_BYTES: u8 = 2;

pub static TCP: MappingShape = MappingShape::new(
    "tcp",
    "A text or bytes over TCP, and the answer.",
    &[
        key("host", Kind::Text, "The host.").required(),
        key("port", Kind::Either(&[Kind::Count, Kind::Text]), "The port.").required(),
        key("send", Kind::Text, "What is sent; in hexadecimal digits unless the framing is `text`.")
            .required(),
        key(
            "framing",
            Kind::Words(|| vec!["text", "binary", "length_prefixed"]),
            "How the end of an answer is found; `text` by default.",
        ),
        key("end_byte", Kind::Number, "The byte that ends an answer.").example("10"),
        key("prefix_bytes", Kind::Words(|| vec!["2", "4"]), "The bytes of the length before each message."),
        LABEL,
        key("linger_s", Kind::Count, "SO_LINGER, in seconds."),
        key(
            "reuse_connection",
            Kind::Flag,
            "The user's next step takes the same connection; true by default.",
        ),
        key("close_connection", Kind::Flag, "The connection is closed behind the answer."),
        key("no_delay", Kind::Flag, "TCP_NODELAY."),
        CONNECT_TIMEOUT,
        RESPONSE_TIMEOUT,
    ],
)
.with(&[&SAMPLE_OPTIONS]);

pub fn read(node: &Node, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &TCP, problems);
    let mut required = |key| fields.required(key).and_then(|n: &Node| template_of(n, key, fields.problems));
    let (host, port, send) = (required("host"), required("port"), required("send"));
    if let Some(problem) = port.as_ref().and_then(url::port_problem) {
        let line = fields.optional("port").map_or(fields.line(), |node| node.line);
        fields.problems.error(line, "port", problem);
    }
    let framing = framing(&mut fields);
    if let (Some(Framing::Binary { .. } | Framing::LengthPrefixed { .. }), Some(send)) = (&framing, &send) {
        let is_hex = |text: &str| text.len().is_multiple_of(2) && text.bytes().all(|c| c.is_ascii_hexdigit());
        if let Some(text) = send.as_literal().map(str::trim).filter(|text| !is_hex(text)) {
            let line = fields.optional("send").map_or(fields.line(), |node| node.line);
            fields.problems.error(line, "send", format!("`{text}` is no bytes in hexadecimal digits")).hint =
                Some("two digits for each byte, for example `send: 48656c6c6f0a`".to_owned());
        }
    }
    let label = fields.template("label");
    let linger_s = fields.parsed("linger_s", |word| {
        word.trim().parse::<u16>().map_err(|_| format!("`{word}` is not a number of seconds"))
    });
    let reuse_connection = fields.flag("reuse_connection").unwrap_or(true);
    let close_connection = fields.flag("close_connection").unwrap_or(false);
    let no_delay = fields.flag("no_delay").unwrap_or(false);
    let connect_timeout = timeout(&mut fields, "connect_timeout", None);
    let response_timeout = timeout(&mut fields, "response_timeout", None);
    let think = pause::read_all(&mut fields, context.timers);
    let extractors = extract::read_all(&mut fields);
    let checks = check::read_all(&mut fields);
    fields.finish();
    let (host, port) = (host?, port?);
    Some(Step::Tcp(Box::new(TcpStep {
        label: label.unwrap_or_else(|| default_label(&host, &port)),
        host,
        port,
        framing: framing?,
        send: send?,
        reuse_connection,
        close_connection,
        no_delay,
        linger_s,
        connect_timeout,
        response_timeout,
        think,
        extractors,
        checks,
    })))
}

fn framing(fields: &mut Fields) -> Option<Framing> {
    let before = fields.problems.found.len();
    let end_byte = fields.parsed("end_byte", |word| match word.trim().parse::<i16>() {
        // Java's bytes have signs.
        Ok(byte @ -128..=255) => Ok(byte as u8),
        _ => Err(format!("`{word}` is not a byte; write a number such as 10 for the end of a line")),
    });
    let prefix_bytes = fields.parsed("prefix_bytes", |word| match word.trim().parse() {
        Ok(bytes @ (2 | 4)) => Ok(bytes),
        _ => Err(format!("`{word}` is neither 2 nor 4")),
    });
    let kind = fields.text("framing").unwrap_or_else(|| "text".to_owned());
    if fields.problems.found.len() > before {
        return None;
    }
    let framing = match (kind.as_str(), end_byte, prefix_bytes) {
        ("text", end_byte, None) => Ok(Framing::Text { end_byte }),
        ("binary", end_byte, None) => Ok(Framing::Binary { end_byte }),
        ("length_prefixed", None, bytes) => {
            Ok(Framing::LengthPrefixed { prefix_bytes: bytes.unwrap_or(PREFIX_BYTES) })
        }
        ("text" | "binary", ..) => Err("`prefix_bytes` belongs to `framing: length_prefixed`".to_owned()),
        ("length_prefixed", ..) => Err("`end_byte` belongs to the framings `text` and `binary`".to_owned()),
        _ => Err(format!("`{kind}` is not known; known here: text, binary, length_prefixed")),
    };
    framing.map_err(|message| fields.problems.error(fields.line(), "framing", message).line).ok()
}

fn default_label(host: &Template, port: &Template) -> Template {
    Template::parse(&format!("tcp://{}:{}", host.source(), port.source()))
}

pub fn write(step: &TcpStep) -> Node {
    let mut entries = vec![
        ("host", text(step.host.source())),
        ("port", text(step.port.source())),
        ("send", text(step.send.source())),
    ];
    match step.framing {
        Framing::Text { end_byte } => {
            entries.extend(end_byte.map(|byte| ("end_byte", text(byte.to_string()))));
        }
        Framing::Binary { end_byte } => {
            entries.push(("framing", text("binary")));
            entries.extend(end_byte.map(|byte| ("end_byte", text(byte.to_string()))));
        }
        Framing::LengthPrefixed { prefix_bytes } => {
            entries.push(("framing", text("length_prefixed")));
            if prefix_bytes != PREFIX_BYTES {
                entries.push(("prefix_bytes", text(prefix_bytes.to_string())));
            }
        }
    }
    if step.label != default_label(&step.host, &step.port) {
        entries.push(("label", text(step.label.source())));
    }
    if !step.reuse_connection {
        entries.push(("reuse_connection", text("false")));
    }
    push_flag(&mut entries, "close_connection", step.close_connection);
    push_flag(&mut entries, "no_delay", step.no_delay);
    entries.extend(step.linger_s.map(|seconds| ("linger_s", text(seconds.to_string()))));
    entries.extend(step.connect_timeout.map(|time| ("connect_timeout", duration(time))));
    entries.extend(step.response_timeout.map(|time| ("response_timeout", duration(time))));
    push_list(&mut entries, "think", step.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", step.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", step.checks.iter().map(check::write).collect());
    map(vec![("tcp", map(entries))])
}
