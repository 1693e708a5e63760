//! `plimsoll jmeter`: takes the place of the `jmeter` command in scripts. What it says on stdout, its exit codes and its
//! files are JMeter's; plans with elements that only JMeter has go to the user's own JMeter.

mod listener;
mod native;
mod options;
mod properties;
mod remote;
mod report_only;
mod rows;
mod run_log;
mod saving;
mod summariser;
mod wrong;

use crate::arguments::JmeterArguments;
use crate::exit::{Exit, Failure, chain};
use crate::stdout;
use crate::{loading, message};
use options::JmeterOptions;
use plimsoll_plan::Fidelity;
use plimsoll_study::JmeterHome;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use wrong::{absolute, incorrect, occurred};

/// The JMeter whose command line and files these are.
const LIKE: &str = "5.6.3";

pub fn jmeter(arguments: &JmeterArguments) -> Result<Exit, Failure> {
    let options = match JmeterOptions::parse(&arguments.arguments) {
        Ok(options) => options,
        Err(error) => {
            message::say(&format!("Error: {error}"));
            stdout::print(&format!("Usage\n{}\nError: {error}\n", options::describe()));
            // As JMeter does it.
            return Ok(Exit::Done);
        }
    };
    if let Some(stray) = options.stray() {
        return Ok(occurred(&format!("Unknown arg: {stray}")));
    }
    if options.has('v') || options.has('h') || options.has('?') {
        stdout::print(&information(&options));
        return Ok(Exit::Done);
    }
    refuse(&options)?;
    if let Some(results) = options.value('g') {
        return report_only::report(Path::new(results), &options);
    }
    run(&options, &arguments.arguments)
}

fn information(options: &JmeterOptions) -> String {
    let version = format!("Plimsoll {}, in the place of JMeter {LIKE}\n", env!("CARGO_PKG_VERSION"));
    match () {
        () if options.has('v') => version,
        () if options.has('h') => format!(
            "{version}\nRun a plan:             -n -t plan.jmx [-l results.jtl] [-j log] [-Jname=value]\n\
             And report on it:       -n -t plan.jmx -l results.jtl -e -o folder\n\
             Report on results:      -g results.jtl -o folder\n\
             All options:            -?\n"
        ),
        () => format!("{version}{}\n", options::describe()),
    }
}

/// What only JMeter does.
fn refuse(options: &JmeterOptions) -> Result<(), Failure> {
    let refused = |what: &str, hint: &str| Err(Failure::internal(what).with_hint(hint));
    if options.has('s') {
        return refused("-s: Plimsoll is no JMeter server", "start `jmeter-server` of JMeter itself");
    }
    if options.value('t') == Some("LAST") {
        return refused("-t LAST: nothing remembers the last plan", "name the plan");
    }
    if !options.has('n') && !options.has('g') {
        return refused("Plimsoll has no GUI", "-n runs a plan without one; `jmeter` itself edits plans");
    }
    Ok(())
}

fn run(options: &JmeterOptions, arguments: &[String]) -> Result<Exit, Failure> {
    let home = properties::home(options);
    let (properties, problems) = properties::read(options, home.as_deref());
    problems.iter().for_each(|problem| message::warning(problem, None));
    if options.has('e') && options.value('l').is_none() {
        return Ok(incorrect("Option -e requires -l option"));
    }
    let Some(plan) = options.value('t').map(PathBuf::from) else {
        return Ok(incorrect("Non-GUI runs require a test plan"));
    };
    if !plan.is_file() {
        let path = absolute(&plan);
        return Ok(occurred(&format!("The file {} doesn't exist or can't be opened", path.display())));
    }
    let reading = loading::read_plan_file(&plan, &properties)?;
    let unsupported: Vec<String> = reading
        .elements
        .iter()
        .filter(|e| e.enabled && matches!(e.fidelity, Fidelity::Unsupported(_)))
        .map(|e| format!("{} \"{}\" in line {}", e.kind, e.name, e.line))
        .collect();
    let by_proxy = options.has('H') || options.has('P');
    let only_jmeter = match (unsupported.first(), &reading.plan) {
        (Some(first), _) if unsupported.len() == 1 => Some(first.clone()),
        (Some(first), _) => Some(format!("{first} and {} more elements", unsupported.len() - 1)),
        (None, None) => Some("an error in the plan".to_owned()),
        (None, Some(_)) if by_proxy => Some("the proxy of the command line".to_owned()),
        (None, Some(_)) => None,
    };
    match (only_jmeter, home) {
        (None, _) if options.has('r') || options.has('R') => remote::perform(&plan, options, &properties),
        (None, _) => native::perform(&plan, options, &properties),
        (Some(why), Some(home)) => hand_over(&plan, &why, &home, arguments),
        (Some(why), None) => {
            reading.diagnostics.iter().for_each(message::diagnostic);
            let text =
                format!("{}: {why}: Plimsoll can't do this, and there is no JMeter to do it", plan.display());
            let hint = "install JMeter and name it in JMETER_HOME, or with -d; `plimsoll check` lists the plan's elements";
            Err(Failure::internal(text).with_hint(hint))
        }
    }
}

/// JMeter itself takes the place of this process.
fn hand_over(plan: &Path, why: &str, home: &Path, arguments: &[String]) -> Result<Exit, Failure> {
    message::say(&format!(
        "plimsoll: {} is run by JMeter in {}, because of {why}",
        plan.display(),
        home.display()
    ));
    let error = JmeterHome::command(home).args(arguments).exec();
    let text = format!("failed to start JMeter in {}: {}", home.display(), chain(&error));
    Err(Failure::internal(text).with_hint("is Java installed?"))
}
