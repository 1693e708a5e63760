//! Samples that ask no server: `sample: {label: name, sleep: 100}` `sample: {show: [variables]}` or
//! `sample: {script: …}`.

use super::emit::{list, map, text};
use super::entries::Entries;
use super::entries::push_list;
use super::texts::{TemplateFields, template_of};
use super::{check, extract, pause, script, shapes};
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{LocalAction, LocalSample, LocalSleep};

const SHOWN: [&str; 2] = ["variables", "properties"];

pub fn read(node: &Node, timers: usize, problems: &mut Problems) -> Option<LocalSample> {
    let mut fields = Fields::of(node, &shapes::SAMPLE, problems);
    let label = fields.required("label").and_then(|n| template_of(n, "label", fields.problems));
    let shown = fields.optional("show").map(|n| read_shown(n, fields.problems));
    let sleep = read_sleep(&mut fields);
    let script = fields.optional("script").map(|n| script::read(n, fields.problems));
    let action = match (shown, sleep, script) {
        (Some(action), None, None) => action,
        (None, Some(sleep), None) => Some(LocalAction::Sleep(Box::new(sleep))),
        (None, None, Some(script)) => script.map(|(language, text)| LocalAction::Script { language, text }),
        _ => {
            let line = fields.line();
            fields.problems.error(line, "sample", "exactly one of `show`, `sleep` and `script` is needed");
            None
        }
    };
    let think = pause::read_all(&mut fields, timers);
    let extractors = extract::read_all(&mut fields);
    let checks = check::read_all(&mut fields);
    fields.finish();
    Some(LocalSample { label: label?, action: action?, think, extractors, checks })
}

fn read_shown(node: &Node, problems: &mut Problems) -> Option<LocalAction> {
    for item in node.items() {
        if !item.as_str().is_some_and(|word| SHOWN.contains(&word)) {
            problems.error(item.line, "show", "expected `variables`, `properties`, or a list of both");
            return None;
        }
    }
    let has = |word: &str| node.items().iter().any(|item| item.as_str() == Some(word));
    Some(LocalAction::Show { variables: has(SHOWN[0]), properties: has(SHOWN[1]) })
}

fn read_sleep(fields: &mut Fields) -> Option<LocalSleep> {
    let mut optional =
        |key: &'static str, default: &str| fields.template(key).unwrap_or_else(|| Template::literal(default));
    let mask = optional("mask", "0");
    let status = optional("status", "");
    let message = optional("message", "");
    let request = optional("request", "");
    let body = optional("body", "");
    let outcome = optional("outcome", "OK");
    let time = fields.template("sleep")?;
    Some(LocalSleep { time, mask, status, message, request, body, outcome })
}

pub fn write(sample: &LocalSample) -> Node {
    let mut entries: Entries = vec![("label", text(sample.label.source()))];
    match &sample.action {
        LocalAction::Show { variables, properties } => {
            let shown = SHOWN.into_iter().zip([*variables, *properties]).filter(|(_, shown)| *shown);
            entries.push(("show", list(shown.map(|(word, _)| text(word)).collect())));
        }
        LocalAction::Script { language, text } => entries.push(("script", script::write(*language, text))),
        LocalAction::Sleep(sleep) => {
            entries.push(("sleep", text(sleep.time.source())));
            let others = [
                ("mask", &sleep.mask, "0"),
                ("status", &sleep.status, ""),
                ("message", &sleep.message, ""),
                ("request", &sleep.request, ""),
                ("body", &sleep.body, ""),
                ("outcome", &sleep.outcome, "OK"),
            ];
            let others = others.into_iter().filter(|(_, value, default)| value.as_literal() != Some(default));
            entries.extend(others.map(|(key, value, _)| (key, text(value.source()))));
        }
    }
    push_list(&mut entries, "think", sample.think.iter().map(pause::write).collect());
    push_list(&mut entries, "extract", sample.extractors.iter().map(extract::write).collect());
    push_list(&mut entries, "check", sample.checks.iter().map(check::write).collect());
    map(vec![("sample", map(entries))])
}
