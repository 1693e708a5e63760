//! The study that the command line asks for, and its load.

use crate::arguments::{LoadArguments, RunArguments};
use crate::exit::Failure;
use crate::loading::{self, PlanOrStudy};
use crate::url_plan::MadePlan;
use crate::{message, preflight, secrets};
use plimsoll_plan::Plan;
use plimsoll_plan::plan::Iterations;
use plimsoll_run::ExampleLimits;
use plimsoll_run::Secrets;
use plimsoll_study::{CapacitySpec, LoadChange, Steps, Study, Timing};
use std::path::Path;
use std::time::Duration;

/// The first rate of `--find-capacity` where no `--from` is given.
const FIRST_RATE_PER_S: f64 = 10.0;
/// A window of `--find-capacity` where no `--duration` is given, and its ramp.
const WINDOW: Duration = Duration::from_secs(30);
const WINDOW_RAMP: Duration = Duration::from_secs(2);

/// The study that the command line asks for: a plan alone is a study of one run.
pub fn study(arguments: &RunArguments, made: Option<&MadePlan>) -> Result<(Study, Option<String>), Failure> {
    let made_file = made.map(MadePlan::file);
    let file = made_file.as_deref().or(arguments.file.as_deref()).unwrap_or(Path::new(""));
    let input = if made.is_some() { PlanOrStudy::Plan } else { loading::read_input(file)? };
    let (mut study, text) = match input {
        PlanOrStudy::Study { text, study } => {
            let own_load = arguments.load.is_given();
            if own_load {
                let text = "--users, --rate, --duration, --ramp and --find-capacity are for plans; a study says \
                            its own load";
                let hint = "change `threads`, `rates` or `capacity`, `step` and `ramp` in the study";
                return Err(Failure::input(text).with_hint(hint));
            }
            (*study, Some(text))
        }
        PlanOrStudy::Plan => {
            let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned());
            let name = made.map(|made| made.name.clone()).or(stem).unwrap_or_else(|| "plan".to_owned());
            let mut study = Study::of_plan(&name, file.to_owned(), Default::default());
            find_capacity(&mut study, &arguments.load)?;
            (study, None)
        }
    };
    study.timing.retry_invalid = arguments.load.retry_invalid.unwrap_or(study.timing.retry_invalid);
    if arguments.no_examples {
        study.examples = ExampleLimits::NONE;
    }
    study.headroom_percent = arguments.headroom.or(study.headroom_percent);
    for spec in &mut study.variants {
        for (name, value) in &arguments.properties {
            if spec.variant.properties.remove(name).is_some() {
                let text = format!("-J{name} overrides what the variant \"{}\" says", spec.variant.name);
                message::warning(&text, Some("variants that differ only in this property are now the same"));
            }
            study.properties.insert(name.clone(), value.clone());
        }
    }
    if arguments.generator.stay_on_hosts {
        study.properties.insert(plimsoll_engine::STAY_ON_HOSTS.to_owned(), "true".to_owned());
    }
    preflight::refuse(&preflight::requirements(&arguments.requirements, None))?;
    study.requirements.extend(arguments.requirements.iter().cloned());
    preflight::requires_of_capacity(&study)?;
    Ok((study, text))
}

/// The command line goes before the study.
pub fn labels(arguments: &RunArguments, study: &Study) -> Vec<(String, String)> {
    let is_given = |name: &String| arguments.labels.iter().any(|(given, _)| given == name);
    let of_study = study.labels.iter().filter(|(name, _)| !is_given(name));
    of_study.chain(&arguments.labels).cloned().collect()
}

/// The properties of `--secrets`, which are the study's from now on; what they hold is in no message.
pub fn secrets(arguments: &RunArguments, study: &mut Study) -> Result<Secrets, Failure> {
    let Some(file) = &arguments.secrets else { return Ok(Secrets::default()) };
    let properties = secrets::read_file(file)?;
    let given = secrets::given(&properties);
    message::keep_secret(&given);
    for spec in &mut study.variants {
        properties.iter().for_each(|(name, _)| drop(spec.variant.properties.remove(name)));
    }
    study.properties.extend(properties);
    Ok(given)
}

/// `--find-capacity` makes the plan a study of its capacity.
fn find_capacity(study: &mut Study, load: &LoadArguments) -> Result<(), Failure> {
    if !load.find_capacity {
        return Ok(());
    }
    let from = load.from.unwrap_or(FIRST_RATE_PER_S);
    let mut capacity = CapacitySpec { users: load.users, ..CapacitySpec::starting_at(from) };
    if let Some(to) = load.to {
        if to < from {
            return Err(Failure::input("--to is lower than --from"));
        }
        capacity.max_per_s = to;
    }
    capacity.precision = load.precision.unwrap_or(capacity.precision);
    study.steps = Steps::Capacity(capacity);
    study.timing = Timing {
        step: load.duration.unwrap_or(WINDOW),
        ramp: load.ramp.unwrap_or(WINDOW_RAMP),
        ..Timing::default()
    };
    if study.timing.step < Duration::from_secs(1) {
        return Err(Failure::input("a window is measured for at least 1 s")
            .with_hint("--duration, for example --duration '30 s'"));
    }
    Ok(())
}

/// Replaces the plan's load by what the command line says.
pub fn with_load(plan: Plan, load: &LoadArguments) -> Result<Plan, Failure> {
    Ok(change(&plan, load)?.of(plan))
}

/// What the command line says of the load of this plan.
pub fn change(plan: &Plan, load: &LoadArguments) -> Result<LoadChange, Failure> {
    if load.find_capacity {
        // Each window gets its own.
        return Ok(LoadChange::None);
    }
    let LoadArguments { users, rate, duration, ramp, .. } = *load;
    if users.is_none() && rate.is_none() && duration.is_none() && ramp.is_none() {
        let forever = plan.main().any(|s| s.iterations == Iterations::Forever && s.load.ends_at().is_none());
        if forever && !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            let text = "the plan never ends by itself, and there is no terminal to end it from";
            return Err(Failure::input(text).with_hint("--duration gives it an end"));
        }
        return Ok(LoadChange::None);
    }
    let own_ramp = plan.main().map(|s| s.load.ramp_end()).max().unwrap_or_default();
    let ramp = ramp.unwrap_or(own_ramp);
    let own_end = plan.main().filter_map(|s| s.load.ends_at()).max();
    let hold = duration.or_else(|| own_end.map(|end| end.saturating_sub(own_ramp)));
    let Some(hold) = hold.filter(|hold| !hold.is_zero()) else {
        let text = "the plan says no time for its load";
        return Err(Failure::input(text).with_hint("--duration gives it one, for example --duration '30 s'"));
    };
    let with_users = |users| LoadChange::Users { users, ramp, hold, passes: None };
    let with_rate = |per_s, users| LoadChange::Rate { per_s, users, ramp, hold, drops: false };
    match (users, rate, plan.rate_per_s_max()) {
        (users, Some(rate), _) => Ok(with_rate(rate, users)),
        (Some(users), None, _) => Ok(with_users(users)),
        (None, None, None) => Ok(with_users(plan.users_max())),
        (None, None, Some(_)) if plan.main().any(|s| s.load.as_arrivals().is_none()) => {
            let text = "some scenarios of the plan have users and others a rate: --duration and --ramp fit both \
                        only with --users or --rate";
            Err(Failure::input(text).with_hint("or change the times in the plan"))
        }
        (None, None, Some(rate)) => Ok(with_rate(rate, None)),
    }
}

#[cfg(test)]
mod tests {
    use crate::arguments::{Command, CommandLine};
    use clap::Parser;

    /// How often an invalid step is made again, and how much of a maximum is left free.
    fn asked(study: &str, options: &[&str]) -> (u32, Option<f64>) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("s.yaml");
        let steps = "threads: 1\nstep: 1 s\n";
        std::fs::write(&file, format!("study: s\nplan: p.yaml\n{steps}{study}")).expect("written");
        let file = file.display().to_string();
        let typed = [&["plimsoll", "run", &file], options].concat();
        let Some(Command::Run(arguments)) = CommandLine::parse_from(typed).command else {
            panic!("another command")
        };
        let Ok((study, _)) = super::study(&arguments, None) else { panic!("refused") };
        (study.timing.retry_invalid, study.headroom_percent)
    }

    #[test]
    fn retries_and_headroom_are_those_of_the_study_unless_the_command_line_says_others() {
        assert_eq!(asked("", &[]), (0, None));
        let study = "retry_invalid: 2\nheadroom: 35 %\n";
        assert_eq!(asked(study, &[]), (2, Some(35.0)));
        assert_eq!(asked(study, &["--retry-invalid", "3", "--headroom", "30 %"]), (3, Some(30.0)));
        assert_eq!(asked(study, &["--retry-invalid", "0", "--headroom", "0 %"]), (0, Some(0.0)));
    }
}
