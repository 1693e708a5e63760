//! `plimsoll examples`: the requests and answers that runs kept.

use crate::arguments::{ExamplesArguments, ExamplesFormat};
use crate::examples::{ExampleChoice, har, lines};
use crate::exit::{Exit, Failure};
use crate::{message, outputs, recording, stdout};
use plimsoll_plan::diagnostic::closest;
use plimsoll_report::{Language, Words};
use plimsoll_run::{ErrorKind, ExchangeExample, Run};
use std::path::Path;

pub fn examples(arguments: &ExamplesArguments) -> Result<Exit, Failure> {
    let choice = ExampleChoice {
        transaction: arguments.transaction.clone(),
        kind: arguments.kind.as_deref().map(kind).transpose()?,
        is_slowest: arguments.slowest,
        is_failed: arguments.failed,
        step: arguments.step,
    };
    let files = recording::find_runs(std::slice::from_ref(&arguments.run))?;
    let [file] = files.as_slice() else {
        let text = format!("{} holds {} runs", arguments.run.display(), files.len());
        return Err(Failure::input(text).with_hint("name one run file"));
    };
    if let Some(output) = &arguments.output {
        outputs::check_new(output, [file.as_path()], arguments.force)?;
    }
    let (runs, _) = recording::open_runs(&files)?;
    let [run] = runs.as_slice() else { return Err(Failure::input("there is no run")) };
    let chosen = choice.of(run);
    if chosen.is_empty() {
        return nothing(run, arguments);
    }
    let text = match arguments.format() {
        ExamplesFormat::Text => tree(run, &chosen, arguments),
        ExamplesFormat::Json => json(&chosen)?,
        ExamplesFormat::Har => json(&har(run, &chosen))?,
    };
    match &arguments.output {
        Some(output) => {
            recording::write_whole(output, text)?;
            message::say(&format!("{} exchanges: {}", chosen.len(), output.display()));
        }
        None => stdout::print(&text),
    }
    Ok(Exit::Done)
}

fn kind(name: &str) -> Result<ErrorKind, Failure> {
    ErrorKind::named(name).ok_or_else(|| {
        let known: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
        let hint = match closest(name, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known: {}", known.join(", ")),
        };
        Failure::input(format!("`{name}` is no kind of failure")).with_hint(hint)
    })
}

/// Why there is none, and what there is instead.
fn nothing(run: &Run, arguments: &ExamplesArguments) -> Result<Exit, Failure> {
    if run.exchanges.is_empty() {
        let text = match run.header.generator {
            plimsoll_run::LoadGeneratorKind::Engine => "the run kept no exchanges",
            _ => "another tool made the load of this run, and no exchanges are known of it",
        };
        message::say(text);
        return Ok(Exit::Done);
    }
    let mut names: Vec<&str> = run.exchanges.iter().map(|example| example.transaction.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if let Some(name) = arguments.transaction.as_deref().filter(|name| !names.contains(name)) {
        let hint = match closest(name, names.iter().copied()) {
            Some(meant) => format!("did you mean \"{meant}\"?"),
            None => format!("there are exchanges of: {}", names.join(", ")),
        };
        return Err(
            Failure::input(format!("no exchange of a transaction \"{name}\" was kept")).with_hint(hint)
        );
    }
    message::say(&format!("none of the {} exchanges is of that kind", run.exchanges.len()));
    Ok(Exit::Done)
}

fn tree(run: &Run, chosen: &[&ExchangeExample], arguments: &ExamplesArguments) -> String {
    let words = Words::new(Language::English);
    let shown = chosen.iter().take(arguments.limit).map(|example| {
        let at = run.header.started_unix_us.saturating_add_unsigned(example.at_us);
        lines(example, &words.clock(at, &run.header.time_zone), arguments.full)
    });
    let mut text = shown.collect::<Vec<_>>().join("\n");
    if chosen.len() > arguments.limit {
        let more = chosen.len() - arguments.limit;
        text.push_str(&format!("\n{more} more: --limit {}, or -o FILE.har\n", chosen.len()));
    }
    text
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::internal(error.to_string()))?;
    Ok(text + "\n")
}

impl ExamplesArguments {
    /// As asked for; else by the name of the file.
    fn format(&self) -> ExamplesFormat {
        let by_name = |path: &Path| match path.extension().and_then(|extension| extension.to_str()) {
            Some("har") => ExamplesFormat::Har,
            Some("json") => ExamplesFormat::Json,
            _ => ExamplesFormat::Text,
        };
        self.format.unwrap_or_else(|| self.output.as_deref().map_or(ExamplesFormat::Text, by_name))
    }
}
