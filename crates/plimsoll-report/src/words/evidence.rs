//! What places in the report are called where a sentence leads to them.

use super::{Words, args, figure, panel, servers};
use crate::evidence::{Place, Section};

pub fn place(words: &Words, place: &Place) -> String {
    match place {
        Place::Steps(steps) => words.steps(steps),
        Place::Requirement(index) => words.say("evidence-requirement", args![n = index + 1]),
        Place::Figure(kind) => words.say("evidence-figure", args![name = words.text(figure::id(*kind))]),
        Place::Panel { kind, source } => {
            let (name, source) = (words.text(panel::id(*kind)), servers::source(words, source));
            words.say("evidence-panel", args![name, source])
        }
        Place::Host(name) => name.clone(),
        Place::Section(section) => words.text(match section {
            Section::Validity => "evidence-validity",
            Section::Setup => "evidence-setup",
            Section::Search => "evidence-search",
            Section::Steps => "evidence-steps",
            Section::Errors => "evidence-errors",
            Section::Generator => "evidence-generator",
            Section::Servers => "evidence-servers",
            Section::Limit => "evidence-limit",
            Section::Findings => "evidence-findings",
        }),
    }
}
