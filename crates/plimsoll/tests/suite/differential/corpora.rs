//! Plans of public repositories, made harmless and short: hosts become the recording server, users one, loops two,
//! pauses a millisecond. The same text goes to both programs.

use fancy_regex::Regex;
use plimsoll_testkit::corpora::corpora;
use std::path::PathBuf;

/// Which plans: a path per line.
const LIST: &str = include_str!("../../../../../tests/differential/corpora.txt");

/// All of the list, with their paths; none where the corpora are not here.
pub fn plans() -> Vec<(String, PathBuf)> {
    let Some(folder) = corpora("jmx") else { return Vec::new() };
    let names = LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(|name| (name.to_owned(), folder.join(name))).collect()
}

pub fn shortened(text: &str, port: u16) -> String {
    let mut text = text.to_owned();
    let port_text = port.to_string();
    for (name, value) in [
        ("HTTPSampler.domain", "127.0.0.1"),
        ("HTTPSampler.port", port_text.as_str()),
        ("HTTPSampler.protocol", "http"),
        ("HTTPSampler.proxyHost", ""),
        ("HTTPSampler.proxyPort", ""),
        ("ThreadGroup.num_threads", "1"),
        ("ThreadGroup.ramp_time", "0"),
        ("ThreadGroup.duration", ""),
        ("ThreadGroup.delay", ""),
        ("ConstantTimer.delay", "1"),
        ("RandomTimer.range", "1"),
        ("ActionProcessor.duration", "1"),
    ] {
        text = set(&text, name, |_| Some(value.to_owned()));
    }
    text = set(&text, "LoopController.loops", |old| match old.parse::<i64>() {
        Ok(0..=2) => None,
        _ => Some("2".to_owned()),
    });
    text = set(&text, "HTTPSampler.path", |old| {
        let rest = old.strip_prefix("http://").or_else(|| old.strip_prefix("https://"))?;
        Some(rest.split_once('/').map_or("/".to_owned(), |(_, path)| format!("/{path}")))
    });
    text = set(&text, "ThreadGroup.scheduler", |_| Some("false".to_owned()));
    // Of groups; a loop inside one would go wrong without it.
    let main = Regex::new("(?s)<elementProp name=\"ThreadGroup.main_controller\".*?</elementProp>").unwrap();
    let ended = |found: &fancy_regex::Captures<'_, str>| {
        set(&found[0], "LoopController.continue_forever", |_| Some("false".to_owned()))
    };
    text = main.replace_all(&text, ended).into_owned();
    for element in
        ["ResultCollector", "BackendListener", "kg.apc.jmeter.vizualizers.CorrectedResultCollector"]
    {
        let pattern =
            Regex::new(&format!("(<{}[^>]*enabled=\")true\"", element.replace('.', "\\."))).unwrap();
        text = pattern.replace_all(&text, "${1}false\"").into_owned();
    }
    text
}

/// Gives a property of any type a value; `None` leaves it.
fn set(text: &str, name: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let name = name.replace('.', "\\.");
    let pattern = Regex::new(&format!("<(\\w+Prop) name=\"({name})\"(?:/>|>([^<]*)</\\w+Prop>)")).unwrap();
    let replace = |found: &fancy_regex::Captures<'_, str>| {
        let old = found.get(3).map_or("", |value| value.as_str());
        match value(old) {
            Some(new) => format!("<{0} name=\"{1}\">{new}</{0}>", &found[1], &found[2]),
            None => found[0].to_owned(),
        }
    };
    pattern.replace_all(text, replace).into_owned()
}
