//! `jmeter -r` and `-R host1,host2`: each host performs the whole plan, over ssh and as one run.

use super::options::{JmeterOptions, PropertyOption};
use super::properties;
use super::wrong::{occurred, report_folder};
use crate::arguments::{Command, CommandLine};
use crate::commands::run;
use crate::exit::{Exit, Failure};
use crate::message;
use clap::Parser;
use plimsoll_formats::Properties;
use plimsoll_run::ScratchFolder;
use std::path::Path;

/// JMeter's, where no file says another one.
const HOSTS: &str = "127.0.0.1";

pub fn perform(plan: &Path, options: &JmeterOptions, properties: &Properties) -> Result<Exit, Failure> {
    let hosts = match hosts(options, properties) {
        hosts if hosts.is_empty() => {
            return Ok(occurred(
                "No remote hosts: name them with -R, or as remote_hosts in jmeter.properties",
            ));
        }
        hosts => hosts,
    };
    if options.properties().any(|property| matches!(property, PropertyOption::Value(..))) {
        let text = "-J properties are not sent to the hosts, as in JMeter";
        message::warning(text, Some("-Gname=value sends one"));
    }
    if let Some(results) = options.value('l') {
        let text = format!("{results} is not written: samples stay on the hosts, which send their seconds");
        message::warning(&text, Some("the report and the run file (`plimsoll report`) have all of them"));
    }
    let scratch = ScratchFolder::new("jmeter");
    let scratch = scratch.map_err(|error| Failure::internal(format!("failed to make a folder: {error}")))?;
    let file = scratch.path().join("fleet.yaml");
    let nodes: String =
        hosts.iter().map(|host| format!("  - {}\n", serde_json::Value::from(host.as_str()))).collect();
    std::fs::write(&file, format!("name: jmeter-{}\nload: each-node\nssh:\n{nodes}", std::process::id()))
        .map_err(|error| Failure::internal(format!("failed to write {}: {error}", file.display())))?;
    let mut arguments: Vec<String> =
        ["plimsoll", "run", &path(plan), "--fleet", &path(&file)].map(str::to_owned).into();
    arguments.extend(remote_properties(options).iter().map(|(name, value)| format!("-J{name}={value}")));
    if options.has('e') || options.has('o') {
        match report_folder(options, properties) {
            Ok(folder) => arguments.extend(["-o".to_owned(), path(&folder)]),
            Err(why) => return Ok(occurred(&why)),
        }
    }
    let parsed =
        CommandLine::try_parse_from(arguments).map_err(|error| Failure::internal(error.to_string()))?;
    let Some(Command::Run(arguments)) = parsed.command else { return Ok(Exit::Failed) };
    match run::run(&arguments)? {
        // To JMeter a run is done whatever its requests met.
        Exit::RequirementFailed => Ok(Exit::Done),
        exit => Ok(exit),
    }
}

fn path(path: &Path) -> String {
    path.display().to_string()
}

/// Without the ports, which are those of JMeter's servers.
fn hosts(options: &JmeterOptions, properties: &Properties) -> Vec<String> {
    let named = options.value('R').or_else(|| properties.get("remote_hosts").map(String::as_str));
    let names = named.unwrap_or(HOSTS).split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(without_port).collect()
}

fn without_port(name: &str) -> String {
    match name.rsplit_once(':') {
        Some((host, port))
            if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) && !host.contains(':') =>
        {
            host.to_owned()
        }
        _ => name.to_owned(),
    }
}

fn remote_properties(options: &JmeterOptions) -> Properties {
    let (mut all, mut problems) = (Properties::new(), Vec::new());
    for property in options.remote_properties() {
        match property {
            PropertyOption::File(file) => properties::add(Path::new(file), &mut all, &mut problems),
            PropertyOption::Value(name, value) => drop(all.insert(name.to_owned(), value.to_owned())),
        }
    }
    problems.iter().for_each(|problem| message::warning(problem, None));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], remote_hosts: Option<&str>, expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let options = JmeterOptions::parse(&arguments).expect("JMeter's options");
        let properties = remote_hosts.map(|hosts| ("remote_hosts".to_owned(), hosts.to_owned()));
        assert_eq!(hosts(&options, &properties.into_iter().collect()), expected);
    }

    #[test]
    fn hosts_are_those_of_the_command_line_or_of_the_properties() {
        check(&["-n", "-R", "gen1, gen2:1099"], Some("gen9"), &["gen1", "gen2"]);
        check(&["-n", "-r"], Some("gen1,perf@gen2,"), &["gen1", "perf@gen2"]);
        check(&["-n", "-r"], None, &["127.0.0.1"]);
        check(&["-n", "-r"], Some(""), &[]);
    }
}
