//! `mqtt:` steps: `{connect: URL}`, and then what is done with the connection.

use crate::yaml::context::Context;
use crate::yaml::emit::{map, text};
use crate::yaml::entries::push_list;
use crate::yaml::entries::{Entries, duration, push_flag};
use crate::yaml::shapes::{LABEL, SAMPLE_OPTIONS};
use crate::yaml::texts::{TemplateFields, scalar, template_of};
use crate::yaml::{check, extract, pause, shapes, url};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Key, Kind, MappingShape, Node, Problems, key};
use plimsoll_plan::plan::{MqttAction, MqttConnect, MqttMessage, MqttStep, QualityOfService, Step};
use std::time::Duration;

const NAME: &str = "mqtt";
const TIMEOUT: Duration = Duration::from_secs(10);
const KEEP_ALIVE: Duration = Duration::from_secs(60);
/// Without TLS, and with it (IANA).
const PORTS: [&str; 2] = ["1883", "8883"];

const QOS: Key = key("qos", Kind::Words(|| vec!["0", "1", "2"]), "The quality of service; 0 by default.");
const PAYLOAD: Key = key("payload", Kind::Text, "The message.");
const RETAIN: Key = key("retain", Kind::Flag, "The broker keeps the message.");

pub static MQTT: MappingShape = MappingShape::new(
    "mqtt",
    "MQTT 3.1.1: exactly one of connect, publish, subscribe, await and disconnect.",
    &[
        key("connect", Kind::Text, "The broker.").example("mqtt://127.0.0.1:1883"),
        key("publish", Kind::Text, "The topic to which a message is published.").example("lab/1/temperature"),
        key("subscribe", Kind::Text, "The filter of topics to which the user subscribes.")
            .example("lab/+/temperature"),
        key("await", Kind::Count, "Waits for so many messages."),
        key("disconnect", Kind::Flag, "Ends the connection in order."),
        key("name", Kind::Text, "What the connection is called, where a user has several."),
        PAYLOAD,
        QOS,
        RETAIN,
        key("messages", Kind::Count, "So many messages are waited for behind `subscribe`."),
        key("client_id", Kind::Text, "The client's identifier."),
        key("user", Kind::Text, "The user name."),
        key("password", Kind::Text, "The password."),
        key("clean_session", Kind::Flag, "The broker forgets the session; true by default."),
        key("keep_alive", Kind::Duration, "The longest silence; 60 s by default."),
        key("will", Kind::Mapping(&WILL), "What the broker publishes when the connection breaks."),
        LABEL,
        shapes::TIMEOUT,
    ],
)
.with(&[&SAMPLE_OPTIONS]);

static WILL: MappingShape =
    MappingShape::new("will", "", &[key("topic", Kind::Text, "The topic.").required(), PAYLOAD, QOS, RETAIN]);

pub fn read(node: &Node, context: &Context, problems: &mut Problems) -> Option<Step> {
    let mut fields = Fields::of(node, &MQTT, problems);
    let connection = fields.text("name").unwrap_or_else(|| NAME.to_owned());
    let action = action(&mut fields);
    let given = fields.template("label");
    let timeout = fields.duration("timeout").unwrap_or(TIMEOUT);
    let think = pause::read_all(&mut fields, context.timers);
    let extractors = extract::read_all(&mut fields);
    let checks = check::read_all(&mut fields);
    fields.finish();
    let action = action?;
    let label = given.unwrap_or_else(|| label(&connection, &action));
    Some(Step::Mqtt(Box::new(MqttStep { label, connection, action, timeout, think, extractors, checks })))
}

/// Exactly one of the words that say what is done.
fn action(fields: &mut Fields) -> Option<MqttAction> {
    let before = fields.problems.found.len();
    let mut found = Vec::new();
    if let Some(node) = fields.optional("connect") {
        found.extend(connect(node, fields).map(|connect| MqttAction::Connect(Box::new(connect))));
    }
    if let Some(node) = fields.optional("publish") {
        found.extend(message(node, "publish", fields).map(MqttAction::Publish));
    }
    if let Some(filter) = fields.template("subscribe") {
        let (qos, messages) = (qos(fields), fields.count("messages").unwrap_or(0));
        found.push(MqttAction::Subscribe { filter, qos, messages });
    }
    found.extend(fields.count("await").map(|messages| MqttAction::Await { messages }));
    found.extend(fields.flag("disconnect").filter(|set| *set).map(|_| MqttAction::Disconnect));
    let action = found.pop();
    // What is misspelt has its own message.
    if (action.is_none() || !found.is_empty()) && fields.problems.found.len() == before {
        fields.problems.error(fields.line(), "mqtt", "exactly one action is needed").hint =
            Some("one of connect, publish, subscribe, await, disconnect".to_owned());
    }
    action.filter(|_| found.is_empty())
}

fn connect(node: &Node, fields: &mut Fields) -> Option<MqttConnect> {
    let address = address(node, fields.problems);
    let client_id = fields.template("client_id").unwrap_or_else(|| Template::literal(""));
    let user = fields.template("user");
    let password = fields.template("password");
    let clean_session = fields.flag("clean_session").unwrap_or(true);
    let keep_alive = fields.duration("keep_alive").unwrap_or(KEEP_ALIVE);
    let will = fields.optional("will").and_then(|node| {
        let mut own = Fields::of(node, &WILL, fields.problems);
        let topic = own.required("topic");
        let will = topic.and_then(|topic| message(topic, "topic", &mut own));
        own.finish();
        will
    });
    if !clean_session && client_id.as_literal() == Some("") {
        fields.problems.error(fields.line(), "client_id", "a session that is to last needs a client id");
    }
    if password.is_some() && user.is_none() {
        fields.problems.error(fields.line(), "password", "a password needs a user (MQTT 3.1.1, 3.1.2.9)");
    }
    if keep_alive.as_secs() > u64::from(u16::MAX) || keep_alive.subsec_nanos() > 0 {
        let text = format!("a keep alive is whole seconds, {} at most", u16::MAX);
        fields.problems.error(fields.line(), "keep_alive", text);
    }
    let (secure, host, port) = address?;
    Some(MqttConnect { secure, host, port, client_id, user, password, clean_session, keep_alive, will })
}

fn address(node: &Node, problems: &mut Problems) -> Option<(bool, Template, Template)> {
    let written = scalar(node, "connect", problems)?;
    let wrong =
        || format!("`{written}` is not the address of a broker; it begins with `mqtt://` or `mqtts://`");
    let split = url::split(&written).map_err(|_| wrong()).and_then(|url| {
        let secure = match url.scheme.as_literal() {
            Some("mqtt") => false,
            Some("mqtts") => true,
            _ => return Err(wrong()),
        };
        let port = url.port.unwrap_or_else(|| Template::literal(PORTS[usize::from(secure)]));
        match url::port_problem(&port) {
            Some(problem) => Err(problem),
            None => Ok((secure, url.host, port)),
        }
    });
    split.map_err(|problem| problems.error(node.line, "connect", problem).line).ok()
}

/// A topic and what is published there.
fn message(topic: &Node, key: &'static str, fields: &mut Fields) -> Option<MqttMessage> {
    let topic = template_of(topic, key, fields.problems);
    let payload = fields.template("payload").unwrap_or_else(|| Template::literal(""));
    let (qos, retain) = (qos(fields), fields.flag("retain").unwrap_or(false));
    if let Some(name) = topic.as_ref().and_then(Template::as_literal)
        && (name.is_empty() || name.contains(['+', '#']))
    {
        let text = format!("`{name}` is not the name of a topic: it is empty, or has wildcards");
        fields.problems.error(fields.line(), key, text);
    }
    Some(MqttMessage { topic: topic?, payload, qos, retain })
}

fn qos(fields: &mut Fields) -> QualityOfService {
    let qos = fields.parsed("qos", |word| match word.trim() {
        "0" => Ok(QualityOfService::AtMostOnce),
        "1" => Ok(QualityOfService::AtLeastOnce),
        "2" => Ok(QualityOfService::ExactlyOnce),
        _ => Err(format!("`{word}` is not a quality of service: 0, 1 or 2")),
    });
    qos.unwrap_or_default()
}

fn label(connection: &str, action: &MqttAction) -> Template {
    let what = match action {
        MqttAction::Connect(_) => "connect",
        MqttAction::Publish(_) => "publish",
        MqttAction::Subscribe { .. } => "subscribe",
        MqttAction::Await { .. } => "await",
        MqttAction::Disconnect => "disconnect",
    };
    Template::literal(format!("{connection} {what}"))
}

pub fn write(step: &MqttStep) -> Node {
    let mut entries: Entries = Vec::new();
    match &step.action {
        MqttAction::Connect(connect) => push_connect(&mut entries, connect),
        MqttAction::Publish(message) => push_message(&mut entries, "publish", message),
        MqttAction::Subscribe { filter, qos, messages } => {
            entries.push(("subscribe", text(filter.source())));
            push_qos(&mut entries, *qos);
            if *messages > 0 {
                entries.push(("messages", text(messages.to_string())));
            }
        }
        MqttAction::Await { messages } => entries.push(("await", text(messages.to_string()))),
        MqttAction::Disconnect => entries.push(("disconnect", text("true"))),
    }
    if step.connection != NAME {
        entries.push(("name", text(step.connection.as_str())));
    }
    if step.label != label(&step.connection, &step.action) {
        entries.push(("label", text(step.label.source())));
    }
    if step.timeout != TIMEOUT {
        entries.push(("timeout", duration(step.timeout)));
    }
    push_list(&mut entries, "think", step.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", step.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", step.checks.iter().map(check::write).collect());
    map(vec![("mqtt", map(entries))])
}

fn push_connect(entries: &mut Entries, connect: &MqttConnect) {
    let scheme = if connect.secure { "mqtts" } else { "mqtt" };
    let address = format!("{scheme}://{}:{}", connect.host.source(), connect.port.source());
    entries.push(("connect", text(address)));
    if connect.client_id.as_literal() != Some("") {
        entries.push(("client_id", text(connect.client_id.source())));
    }
    entries.extend(connect.user.as_ref().map(|user| ("user", text(user.source()))));
    entries.extend(connect.password.as_ref().map(|password| ("password", text(password.source()))));
    if !connect.clean_session {
        entries.push(("clean_session", text("false")));
    }
    if connect.keep_alive != KEEP_ALIVE {
        entries.push(("keep_alive", duration(connect.keep_alive)));
    }
    if let Some(will) = &connect.will {
        let mut own: Entries = Vec::new();
        push_message(&mut own, "topic", will);
        entries.push(("will", map(own)));
    }
}

fn push_message(entries: &mut Entries, topic: &'static str, message: &MqttMessage) {
    entries.push((topic, text(message.topic.source())));
    if message.payload.as_literal() != Some("") {
        entries.push(("payload", text(message.payload.source())));
    }
    push_qos(entries, message.qos);
    push_flag(entries, "retain", message.retain);
}

fn push_qos(entries: &mut Entries, qos: QualityOfService) {
    if qos != QualityOfService::AtMostOnce {
        entries.push(("qos", text((qos as u8).to_string())));
    }
}
