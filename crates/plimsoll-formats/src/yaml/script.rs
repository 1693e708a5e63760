//! Scripts: `{language: groovy, text: …}`, or the text alone.

use super::emit::{map, text};
use super::shapes::SCRIPT_SHAPE;
use super::texts::template_of;
use plimsoll_plan::Template;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::expression::ScriptLanguage;

pub fn read(node: &Node, problems: &mut Problems) -> Option<(ScriptLanguage, Template)> {
    let (language, text) = match node.as_str() {
        Some(_) => (ScriptLanguage::Groovy, template_of(node, "script", problems)),
        None => read_fields(node, problems),
    };
    let text = text?;
    if let Some(problem) = text.script_problem(language) {
        problems.error(node.line, "script", problem);
        return None;
    }
    Some((language, text))
}

fn read_fields(node: &Node, problems: &mut Problems) -> (ScriptLanguage, Option<Template>) {
    let mut fields = Fields::of(node, &SCRIPT_SHAPE, problems);
    let language = fields.parsed("language", |word| {
        let known = ScriptLanguage::ALL.into_iter().find(|(name, _)| *name == word);
        known.map(|(_, language)| language).ok_or_else(|| {
            let names: Vec<&str> = ScriptLanguage::ALL.iter().map(|(name, _)| *name).collect();
            format!("`{word}` is no language; known here: {}", names.join(", "))
        })
    });
    let text = fields.required("text").and_then(|n| template_of(n, "text", fields.problems));
    fields.finish();
    (language.unwrap_or(ScriptLanguage::Groovy), text)
}

pub fn write(language: ScriptLanguage, script: &Template) -> Node {
    let name = ScriptLanguage::ALL.iter().find(|(_, l)| *l == language).map_or("", |(name, _)| name);
    map(vec![("language", text(name)), ("text", text(script.source()))])
}
