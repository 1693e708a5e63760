//! What places in the report are called where a sentence leads to them.

use super::{Words, args, figure, panel, servers};
use crate::evidence::{ReportPlace, SectionAnchor};

pub fn place(words: &Words, place: &ReportPlace) -> String {
    match place {
        ReportPlace::Steps(steps) => words.steps(steps),
        ReportPlace::Requirement(index) => words.say("evidence-requirement", args![n = index + 1]),
        ReportPlace::Figure(kind) => {
            words.say("evidence-figure", args![name = words.text(figure::id(*kind))])
        }
        ReportPlace::Panel { kind, source } => {
            let (name, source) = (words.text(panel::id(*kind)), servers::source(words, source));
            words.say("evidence-panel", args![name, source])
        }
        ReportPlace::Host(name) => name.clone(),
        ReportPlace::Section(section) => words.text(match section {
            SectionAnchor::Validity => "evidence-validity",
            SectionAnchor::Setup => "evidence-setup",
            SectionAnchor::Search => "evidence-search",
            SectionAnchor::Steps => "evidence-steps",
            SectionAnchor::Errors => "evidence-errors",
            SectionAnchor::ErrorsByTransaction => "evidence-errors-by-transaction",
            SectionAnchor::Transactions => "evidence-transactions",
            SectionAnchor::Generator => "evidence-generator",
            SectionAnchor::Servers => "evidence-servers",
            SectionAnchor::Limit => "evidence-limit",
            SectionAnchor::Findings => "evidence-findings",
        }),
    }
}
