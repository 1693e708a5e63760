//! Validity, and what was run.

use crate::document::{Block, Section, Spans};
use crate::evidence::SectionAnchor;
use crate::words::{self, Words};
use plimsoll_analysis::RunAnalysis;

pub fn validity<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let invalid = run.steps.iter().filter(|step| !step.is_valid());
    let problems = invalid.flat_map(|step| {
        let said = |problem| words::validity::step_problem(words, step.number, problem);
        step.problems.iter().map(said).collect::<Vec<String>>()
    });
    let property = |id: &str, value: String| (Spans::from(words.text(id)), Spans::from(value));
    let mut properties = vec![
        property("label-end-of-run", words::run::end(words, run)),
        property("label-certificates", words::run::certificates(words, &run.header)),
        property("label-load-generator", words::run::generator(words, &run.header.generator)),
        property(
            "label-abandoned",
            match run.is_imported() {
                true => words.text("run-not-known"),
                false => words::run::abandoned(words, run.steps.iter().map(|s| s.abandoned).sum()),
            },
        ),
    ];
    // Of made-up times it is not known how many requests there were.
    let outside = (!run.header.lengths_made_up && run.outside.of_requests > 0)
        .then(|| property("label-outside", words::run::outside(words, run)));
    properties.extend(outside);
    properties.extend(words::run::unread(words, run).map(|text| property("label-unread", text)));
    let summary = Spans::new()
        .strong(format!("{}. ", words::validity::word(words, run)))
        .text(words::validity::summary(words, run));
    let section = Section::new(words.text("label-validity-of-experiment")).at(SectionAnchor::Validity.name());
    let blocks = std::iter::once(Block::paragraph(summary)).chain(Block::list(problems));
    Some(section.with(blocks).with([Block::Properties(properties)]))
}

pub fn section<'a>(words: &Words, run: &'a RunAnalysis) -> Option<Section<'a>> {
    let header = &run.header;
    let mut section = Section::new(words.text("label-setup")).at(SectionAnchor::Setup.name());
    section.push(Block::Properties(properties(words, run)));
    if !header.configuration.is_empty() {
        let pairs = header.configuration.iter().map(|(name, value)| (name.into(), Spans::new().code(value)));
        section.push(Block::heading(words.text("experiment-configuration")));
        section.push(Block::Properties(pairs.collect()));
    }
    if !header.environment.is_empty() {
        let recorded = |(name, value): &(String, String)| {
            (words::recorded::text(words, name).into(), words::recorded::value(words, value).into())
        };
        section.push(Block::heading(words.text("label-environment")));
        section.push(Block::Properties(header.environment.iter().map(recorded).collect()));
    }
    for (title, elements) in
        [("label-skipped", &header.plan.skipped), ("label-approximated", &header.plan.approximated)]
    {
        let list = Block::list(elements);
        section.blocks.extend(list.into_iter().flat_map(|list| [Block::heading(words.text(title)), list]));
    }
    section.push(Block::note(words::run::load_model(words, run)));
    Some(section)
}

fn properties(words: &Words, run: &RunAnalysis) -> Vec<(Spans, Spans)> {
    let (header, variant) = (&run.header, &run.header.variant);
    let mut all: Vec<(Spans, Spans)> =
        header.about.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let mut add = |id: &str, value: Spans| all.push((words.text(id).into(), value));
    match header.generator.imported() {
        Some(by) => add("label-load-generator", words::run::measured_by(words, by).into()),
        None => add("label-plan", Spans::new().code(&header.plan.file)),
    }
    add("label-design", words::run::design(words, header).into());
    if !variant.name.is_empty() {
        add("label-variant", (&variant.name).into());
    }
    if !variant.properties.is_empty() {
        let one = |spans: Spans, (name, value): (&String, &String)| {
            spans.code(format!("{name}={}", words::run::property(name, value))).text(" ")
        };
        add("label-properties", variant.properties.iter().fold(Spans::new(), one));
    }
    if let Some(expected) = header.expected_per_s {
        add("label-expected-use", words.per_s(expected).into());
    }
    if !header.command.is_empty() {
        add("label-command", Spans::new().code(words::run::command(&header.command)));
    }
    all
}
