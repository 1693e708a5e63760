//! Who puts the load on.

use crate::arguments::RunArguments;
use crate::exit::{Failure, chain};
use crate::loading::LoadedPlan;
use crate::message;
use crate::url_plan::MadePlan;
use plimsoll_plan::Plan;
use plimsoll_run::PlanRecord;
use plimsoll_study::{GeneratorSpec, HomeError, JmeterHome, LoadChange, Steps, Study, ToolSpec, ToolSummary};
use std::path::Path;
use std::process::{Command, Stdio};

/// The command line goes before the study.
pub fn choose(arguments: &RunArguments, study: &mut Study, made: Option<&MadePlan>) -> Result<(), Failure> {
    if let Some(kind) = &arguments.generator.kind {
        let same = matches!(&study.generator, GeneratorSpec::Tool(tool) if tool.name() == kind);
        study.generator = match kind.as_str() {
            "engine" => GeneratorSpec::Engine,
            "jmeter" => GeneratorSpec::Jmeter,
            _ if same => study.generator.clone(),
            tool => GeneratorSpec::Tool(ToolSpec::of_known(tool)),
        };
    }
    if made.is_some() && study.generator == GeneratorSpec::Jmeter {
        return Err(Failure::input("--generator jmeter runs .jmx files, and a URL is none")
            .with_hint("leave it out: Plimsoll sends the requests itself"));
    }
    let timing = study.timing;
    let (steps, file) = (&study.steps, arguments.file.as_deref());
    let GeneratorSpec::Tool(tool) = &mut study.generator else { return Ok(()) };
    let name = tool.name().to_owned();
    if made.is_some() {
        let url = file.map(|file| file.display().to_string()).filter(|url| url.contains("://"));
        let Some(url) = url.filter(|_| tool.known().is_some_and(|known| known.needs_url)) else {
            return Err(Failure::input(format!("{name} takes no URL or list of URLs"))
                .with_hint("name its script, or leave --generator out"));
        };
        if let Some(option) = arguments.requests.given() {
            return Err(Failure::input(format!(
                "{option} is for Plimsoll's own requests, not for those of {name}"
            ))
            .with_hint("a study gives them to it: `generator: {tool: …, url: …, arguments: …}`"));
        }
        tool.url = Some(url);
    }
    if let Some(known) = tool.known() {
        if known.needs_url && tool.url.is_none() {
            return Err(Failure::input(format!("{name} needs a URL")).with_hint(format!(
                "plimsoll run http://127.0.0.1:8080/ --generator {name} --users 10 -d 30s"
            )));
        }
        if let (Some(example), None) = (known.needs_arguments, &tool.arguments) {
            return Err(Failure::input(format!("{name} needs arguments, which a study gives it")).with_hint(
                format!("`generator: {{tool: {name}, arguments: \"{example}\"}}` in a study's file"),
            ));
        }
        there(known.program)?;
    }
    if timing.passes.is_some() || matches!(steps, Steps::Jobs(_)) {
        return Err(Failure::input(format!(
            "{name} makes loads of a fixed time: `passes` and `jobs` are Plimsoll's own"
        )));
    }
    if tool.is_summary() && !timing.ramp.is_zero() {
        return Err(Failure::input(format!("{name} prints one summary, and a ramp would be in its figures"))
            .with_hint("leave `ramp` out"));
    }
    Ok(())
}

/// A program that is missing is better known before the load.
fn there(program: &str) -> Result<(), Failure> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    match std::env::split_paths(&paths).any(|folder| folder.join(program).is_file()) {
        true => Ok(()),
        false => Err(Failure::input(format!("{program} is not on PATH"))
            .with_hint("install it, or name its folder in PATH")),
    }
}

/// What a tool is asked, as a plan of loads alone; the tool performs it.
pub fn tool_plan(tool: &ToolSpec, script: &Path) -> Result<LoadedPlan, Failure> {
    let has_script = tool.known().is_some_and(|known| known.has_script);
    let text = match has_script {
        true => std::fs::read(script).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).map_err(
            |error| {
                Failure::input(format!("failed to read {}: {error}", script.display()))
                    .with_hint(format!("it is the script of {}", tool.name()))
            },
        )?,
        false => tool.command.clone().or(tool.url.clone()).unwrap_or_default(),
    };
    let file = if has_script { script.display().to_string() } else { tool.name().to_owned() };
    // What a script or a command does about certificates is not known, nor that a tool verifies them.
    let is_https = tool.url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let uses_tls = tool.url.as_ref().map(|_| is_https);
    let record = PlanRecord { file, text, verify_certificates: !is_https, uses_tls, ..PlanRecord::default() };
    Ok(LoadedPlan { plan: Plan::of_loads(tool.name()), change: LoadChange::None, record, jmeter: None })
}

/// A tool needs a time and users or a rate.
pub fn check_load(tool: &ToolSpec, study: &Study, plan: &Plan) -> Result<(), Failure> {
    if study.steps != Steps::Plan {
        return Ok(());
    }
    let has_end = plan.main().all(|scenario| scenario.load.ends_at().is_some());
    if has_end && (plan.users_max() > 0 || plan.rate_per_s_max().is_some()) {
        return Ok(());
    }
    Err(Failure::input(format!("{} needs a load: users or a rate, and a time", tool.name()))
        .with_hint("for example --users 10 --duration '30 s', or `threads` and `step` in a study"))
}

/// Its version, as it prints it: `k6 v1.0.0`.
pub fn version(tool: &ToolSpec) -> String {
    let name = tool.name().to_owned();
    let Some(known) = tool.known() else { return name };
    let output = Command::new("sh").arg("-c").arg(known.version).stdin(Stdio::null()).output();
    let printed = output.map(|output| [output.stdout, output.stderr].concat()).unwrap_or_default();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let first = printed.lines().map(str::trim).find(|line| line.chars().any(|c| c.is_ascii_digit()));
    let number = first.and_then(|line| {
        line.split([' ', ','])
            .find(|word| word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()))
    });
    number.map_or(name.clone(), |number| format!("{name} {number}"))
}

/// The last summary in what a tool printed.
pub fn summary(tool: &str, text: &str) -> Option<ToolSummary> {
    let found = plimsoll_import::read_summary(tool, text)?;
    let fraction = |name: &str| name.strip_prefix('p')?.parse::<f64>().ok().map(|percent| percent / 100.0);
    let percentile = |(name, us): &(String, f64)| Some((fraction(name)?, *us as u64));
    let mut percentiles: Vec<(f64, u64)> = found.percentiles.iter().filter_map(percentile).collect();
    percentiles.sort_by(|a, b| a.0.total_cmp(&b.0));
    Some(ToolSummary { rate_per_s: found.rate_per_s, errors: found.error_percent() / 100.0, percentiles })
}

pub fn jmeter_home(arguments: &RunArguments) -> Result<JmeterHome, Failure> {
    let home = JmeterHome::find(arguments.generator.jmeter_home.as_deref())
        .map_err(|error: HomeError| Failure::input(chain(&error)).with_hint(error.hint()))?;
    message::say(&format!("load generator: JMeter {} in {}", home.version, home.folder.display()));
    Ok(home)
}
