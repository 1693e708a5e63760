//! `plimsoll mix`: an access log as a table of routes and a plan.

use super::convert::write;
use crate::arguments::MixArguments;
use crate::exit::{Exit, Failure, chain};
use crate::mix::{Mix, Route, draw, in_blocks, table};
use crate::stdout;
use crate::{message, outputs};
use plimsoll_formats::servers::UrlParts;
use plimsoll_formats::write_yaml;
use plimsoll_telemetry::{Format, ReaderOptions, read_all, recognise};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

/// What a format is recognised by.
const HEAD_BYTES: u64 = 64 * 1024;

pub fn mix(arguments: &MixArguments) -> Result<Exit, Failure> {
    let server = UrlParts::of(&arguments.server).ok_or_else(|| {
        Failure::input(format!("`{}` is no URL of a server", arguments.server))
            .with_hint("for example --server https://shop.example")
    })?;
    let files = arguments.output.as_deref().map(Files::next_to);
    if let Some(Files { plan, values, .. }) = &files {
        if plan == values {
            let text = format!("{} is the plan, and its values go into a file of that name", plan.display());
            return Err(Failure::input(text).with_hint("the name of a plan ends in .yaml"));
        }
        outputs::check_new(plan, [arguments.file.as_path()], arguments.force)?;
        outputs::check_no_input(values, [arguments.file.as_path()])?;
    }
    let mix = read(arguments)?;
    let mut routes: Vec<(&(String, String), &Route)> = mix.routes.iter().collect();
    routes.sort_by_key(|(key, route)| (std::cmp::Reverse(route.count), *key));
    routes.truncate(arguments.routes as usize);
    stdout::print(&table(&mix, &routes));
    let Some(Files { plan: output, stem, values }) = files else { return Ok(Exit::Done) };
    // What never succeeded is scanners and dead links: nothing is known that could be asked for.
    let (routes, failing): (Vec<_>, Vec<_>) =
        routes.into_iter().partition(|(_, route)| !route.samples.is_empty());
    if routes.is_empty() {
        return Err(Failure::input("no route was ever answered with a status from 100 to 399"));
    }
    let mut drawn = draw(&stem, &mix, &routes, &server, &format!("{stem}.csv"));
    if let Some(size) = arguments.block {
        in_blocks(&mut drawn.plan, size);
    }
    if !drawn.values.is_empty() {
        outputs::check_new(&values, [], arguments.force)?;
    }
    let head = head(&arguments.file, &mix, &failing, arguments.block);
    // The plan reads the values: they are there before it.
    if !drawn.values.is_empty() {
        write(&values, &drawn.values)?;
        message::say(&format!("values: {}", values.display()));
    }
    write(&output, &format!("{head}\n{}", write_yaml(&drawn.plan)))?;
    message::say(&format!("plan: {}", output.display()));
    Ok(Exit::Done)
}

/// What is written.
struct Files {
    plan: PathBuf,
    /// Of both names.
    stem: String,
    values: PathBuf,
}

impl Files {
    fn next_to(plan: &Path) -> Files {
        let stem =
            plan.file_stem().map_or_else(|| "mix".to_owned(), |stem| stem.to_string_lossy().into_owned());
        Files { plan: plan.to_owned(), values: plan.with_file_name(format!("{stem}.csv")), stem }
    }
}

fn read(arguments: &MixArguments) -> Result<Mix, Failure> {
    let path = &arguments.file;
    let cannot = |error: &std::io::Error| {
        Failure::input(format!("failed to read {}: {error}", path.display()))
            .with_hint("check the name and the folder")
    };
    let mut file = std::fs::File::open(path).map_err(|e| cannot(&e))?;
    let mut head = Vec::new();
    (&mut file).take(HEAD_BYTES).read_to_end(&mut head).map_err(|e| cannot(&e))?;
    let format = match &arguments.format {
        Some(name) => Format::named(name).map_err(|error| Failure::input(chain(&error)))?,
        None => recognise(&head).ok_or_else(|| {
            Failure::input(format!("failed to tell the format of {}", path.display()))
                .with_hint("name it: --format nginx, and --pattern where it is not the usual one")
        })?,
    };
    let options = ReaderOptions {
        pattern: arguments.pattern.clone(),
        latest_unix_us: super::import::latest_unix_us(),
        ..ReaderOptions::default()
    };
    let mut reader = format.reader(&options).map_err(|error| Failure::input(chain(&error)))?;
    let mut mix = Mix { without_static: arguments.no_static, ..Mix::default() };
    read_all(&mut Cursor::new(head).chain(file), reader.as_mut(), &mut mix).map_err(|e| cannot(&e))?;
    for problem in &mix.problems {
        message::warning(&format!("{}:{}: {}", path.display(), problem.line, problem.kind), None);
    }
    let more = mix.problem_count.saturating_sub(mix.problems.len() as u64);
    if more > 0 {
        message::warning(
            &format!("{more} more lines could not be read"),
            Some("is --pattern that of the server?"),
        );
    }
    if mix.requests == 0 {
        return Err(Failure::input(format!("{} holds no requests", path.display()))
            .with_hint("is --format the right one, and --pattern that of the server?"));
    }
    Ok(mix)
}

/// Comments at the top of the plan.
fn head(log: &Path, mix: &Mix, failing: &[(&(String, String), &Route)], block: Option<u32>) -> String {
    let mut lines = vec![
        format!("Made of {} by `plimsoll mix`: {} requests.", log.display(), mix.requests),
        match block {
            None => "An arrival is one request: sessions are not inferred.".to_owned(),
            Some(size) => format!("An arrival is a block of about {size} requests in the log's proportions: sessions are not inferred."),
        },
        "The rate is the mean of the busiest hour, for the".to_owned(),
        "routes below; weights are the log's counts. Logs hold no bodies: give requests that need one a `body`.".to_owned(),
    ];
    lines.extend(crate::mix::times(mix));
    if !failing.is_empty() {
        lines.push("Left out, because the log shows no request that succeeded:".to_owned());
    }
    for ((method, pattern), route) in failing {
        lines.push(format!("  {method} {} ({} requests)", pattern.replace("{}", "{id}"), route.count));
    }
    let clean =
        |line: &String| line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    lines.iter().map(|line| format!("# {}\n", clean(line))).collect()
}
