//! Who puts the load on.

use crate::tool::{GeneratorSpec, ResultFormat, TOOLS, ToolSpec, known};
use plimsoll_plan::document::{Fields, Kind, MappingShape, Node, Problems, key};

pub fn generators() -> Vec<&'static str> {
    ["engine", "jmeter"].into_iter().chain(TOOLS.iter().map(|tool| tool.name)).collect()
}

/// A known tool, or a command.
pub static GENERATOR: MappingShape = MappingShape::new(
    "generator",
    "Another load generator: `tool`, or `command` with `format`.",
    &[
        key("tool", Kind::Words(generators), "A load generator that is known by name.").example("wrk"),
        key(
            "command",
            Kind::Text,
            "A command of a POSIX shell, run for each step; {users}, {rate}, {duration} (s), {url}, {seed} and {results} are filled in.",
        )
        .example("hey -c {users} -z {duration}s {url}"),
        key(
            "results",
            Kind::Text,
            "The file that the command writes, from the study's folder; `-`, the default without {results}: what it prints.",
        )
        .example("out-{users}.csv"),
        key("format", Kind::Words(ResultFormat::names), "The format of the results.").example("k6-csv"),
        key("url", Kind::Text, "The URL under test.").example("http://127.0.0.1:8080/"),
        key("arguments", Kind::Text, "Further arguments of `tool`, as a shell reads them.")
            .example("-H 'Accept: text/html'"),
    ],
);

/// Also says where the plan is missing that it needs.
pub fn read(fields: &mut Fields<'_, '_>, has_plan: bool) -> GeneratorSpec {
    let line = fields.line();
    let node = fields.optional("generator");
    let spec = node.and_then(|node| of_node(node, fields.problems));
    let is_wrong = node.is_some() && spec.is_none();
    let spec = spec.unwrap_or_default();
    let needs_plan = match &spec {
        GeneratorSpec::Tool(tool) => tool.known().is_some_and(|known| known.has_script),
        GeneratorSpec::Engine | GeneratorSpec::Jmeter => true,
    };
    if needs_plan && !has_plan && !is_wrong {
        fields.problems.error(line, "study", "`plan` is missing");
    }
    spec
}

fn of_node(node: &Node, problems: &mut Problems) -> Option<GeneratorSpec> {
    if let Some(name) = node.as_str() {
        let spec = of_name(name, node.line, problems)?;
        if let GeneratorSpec::Tool(tool) = &spec {
            check(tool, node.line, problems)?;
        }
        return Some(spec);
    }
    let mut fields = Fields::of(node, &GENERATOR, problems);
    let line = fields.line();
    let mut tool = ToolSpec {
        tool: fields.text("tool"),
        command: fields.text("command"),
        results: fields.text("results"),
        format: fields.parsed("format", |name| match ResultFormat::named(name) {
            Some(_) => Ok(name.to_owned()),
            None => Err(format!("`{name}` is no format of results: {}", ResultFormat::names().join(", "))),
        }),
        url: fields.text("url"),
        arguments: fields.text("arguments"),
    };
    fields.finish();
    if problems.any_error() {
        return None;
    }
    if let (Some(name), None) = (tool.tool.clone(), &tool.command) {
        match of_name(&name, line, problems)? {
            GeneratorSpec::Tool(_) => {}
            own => return Some(own),
        }
    }
    if tool.command.is_some() {
        tool.tool = None;
    }
    check(&tool, line, problems)?;
    Some(GeneratorSpec::Tool(tool))
}

fn of_name(name: &str, line: u32, problems: &mut Problems) -> Option<GeneratorSpec> {
    match name {
        "engine" => Some(GeneratorSpec::Engine),
        "jmeter" => Some(GeneratorSpec::Jmeter),
        name if known(name).is_some() => Some(GeneratorSpec::Tool(ToolSpec::of_known(name))),
        name => {
            let text = format!("`{name}` is no load generator that is known: {}", generators().join(", "));
            problems.error(line, "generator", text).hint =
                Some("any other: `generator: {command: …, format: …}`".to_owned());
            None
        }
    }
}

fn check(tool: &ToolSpec, line: u32, problems: &mut Problems) -> Option<()> {
    let mut wrong = |text: String, hint: &str| {
        problems.error(line, "generator", text).hint = Some(hint.to_owned());
        None
    };
    let Some(known) = tool.known() else {
        let Some(command) = &tool.command else {
            return wrong(
                "neither `tool` nor `command` is there".to_owned(),
                "`generator: {tool: wrk, url: …}`",
            );
        };
        if tool.format.is_none() {
            let text = "`format` is missing: how the results of the command are read".to_owned();
            return wrong(text, &format!("one of {}", ResultFormat::names().join(", ")));
        }
        if !command.contains("{users}") && !command.contains("{rate}") {
            let text =
                "the command has neither {users} nor {rate}: each step would be the same load".to_owned();
            return wrong(text, "for example `hey -c {users} -z {duration}s {url}`");
        }
        if !command.contains("{duration}") {
            let text = "the command has no {duration}: it would not know when the step ends".to_owned();
            return wrong(text, "it stands for whole seconds: `-z {duration}s`");
        }
        if command.contains("{url}") && tool.url.is_none() {
            return wrong(
                "the command has {url}, and `url` is missing".to_owned(),
                "`url: http://127.0.0.1:8080/`",
            );
        }
        return Some(());
    };
    if known.needs_url && tool.url.is_none() {
        let text = format!("{} needs a `url`", known.name);
        return wrong(
            text,
            &format!("`generator: {{tool: {}, url: \"http://127.0.0.1:8080/\"}}`", known.name),
        );
    }
    if let (Some(example), None) = (known.needs_arguments, &tool.arguments) {
        return wrong(format!("{} needs `arguments`", known.name), &format!("`arguments: \"{example}\"`"));
    }
    Some(())
}
