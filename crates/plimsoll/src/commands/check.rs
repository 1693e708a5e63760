//! `plimsoll check`: what a run would do.

mod watched;

use crate::arguments::CheckArguments;
use crate::exit::{Exit, Failure};
use crate::loading::{self, PlanOrStudy};
use crate::plan_files::{self, FilePlace};
use crate::stdout;
use crate::{message, per_node, preflight, secrets};
use plimsoll_formats::PlanReading;
use plimsoll_plan::units::format_duration;
use plimsoll_plan::{
    ArrivalProfile, Diagnostic, ElementReport, Fidelity, Load, Overload, Plan, Spacing, SteadyLoad,
};
use plimsoll_run::Secrets;
use plimsoll_study::{
    ArrivalRate, CapacitySpec, Climb, HealthCheck, JobsSpec, LoadLevel, Order, RAISE_MAX, Range, Steps,
    Study, System,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub fn check(arguments: &CheckArguments) -> Result<Exit, Failure> {
    let mut given: BTreeMap<String, String> = arguments.properties.iter().cloned().collect();
    if let Some(file) = &arguments.secrets {
        let secret = secrets::read_file(file)?;
        message::keep_secret(&secrets::given(&secret));
        given.extend(secret);
    }
    match loading::read_input(&arguments.file)? {
        PlanOrStudy::Plan => {
            let required = Required { texts: &arguments.requirements, completion: None, by_fleet: false };
            let exit = check_plan(&arguments.file, &given, &required, arguments.all, true)?;
            let text = plimsoll_plan::input_file::read_text(&arguments.file).unwrap_or_default();
            preflight::unread_properties(&arguments.properties, &[&text]);
            Ok(exit)
        }
        PlanOrStudy::Study { mut study, text } => {
            study.properties.extend(given);
            stdout::print(&describe_study(&study));
            stdout::print(&watched::describe(&study));
            let mut seen: BTreeSet<(PathBuf, BTreeMap<String, String>)> = BTreeSet::new();
            let mut named: BTreeSet<String> = BTreeSet::new();
            let mut exit = Exit::Done;
            let own_load = study.steps == Steps::Plan;
            let plan_text = plimsoll_plan::input_file::read_text(&study.plan).unwrap_or_default();
            preflight::unread_properties(&arguments.properties, &[&text, &plan_text]);
            study.requirements.extend(arguments.requirements.iter().cloned());
            if let Err(refused) = preflight::requires_of_capacity(&study) {
                message::failure(&refused);
                exit = Exit::BadInput;
            }
            let completion = study.completion.as_ref().map(|completion| completion.transaction.as_str());
            let by_fleet = study.fleet.is_some();
            let required = Required { texts: &study.requirements, completion, by_fleet };
            for planned in study.runs(study.seed.unwrap_or(0)) {
                if named.insert(planned.variant.name.clone()) {
                    if !planned.variant.name.is_empty() {
                        stdout::print(&format!("\nvariant {}\n", planned.variant.name));
                    }
                    stdout::print(&describe_system(&planned.system, &study.folder));
                }
                if seen.insert((planned.plan.clone(), planned.properties.clone()))
                    && check_plan(&planned.plan, &planned.properties, &required, arguments.all, own_load)?
                        != Exit::Done
                {
                    exit = Exit::BadInput;
                }
            }
            Ok(exit)
        }
    }
}

/// Requirements that a run would judge by.
struct Required<'a> {
    texts: &'a [String],
    /// The name of the study's completion, which is no request of the plan.
    completion: Option<&'a str>,
    /// Many machines make the load.
    by_fleet: bool,
}

impl Required<'_> {
    /// As `run` refuses them. Without a plan nothing is known of transactions.
    fn problems(&self, plan: Option<&Plan>) -> Vec<Failure> {
        let labels = plan.and_then(Plan::labels).map(|mut labels| {
            labels.extend(self.completion);
            labels
        });
        preflight::requirements(self.texts, labels.as_deref())
    }
}

/// Lists a plan; bad input when `run` would refuse it.
fn check_plan(
    path: &Path,
    properties: &BTreeMap<String, String>,
    required: &Required,
    all: bool,
    own_load: bool,
) -> Result<Exit, Failure> {
    let reading = loading::read_plan_file(path, properties)?;
    if let Some(plan) = &reading.plan {
        message::keep_secret(&secrets::of_plan(plan, properties, &Secrets::default()));
    }
    stdout::print(&describe(path, &reading, all, own_load));
    // Of these the list says why.
    let listed = |line: u32| reading.elements.iter().any(|e| e.line == line && e.fidelity != Fidelity::Exact);
    let diagnostics = reading.diagnostics.iter();
    diagnostics.filter(|d| d.is_error() || !listed(d.line)).for_each(message::diagnostic);
    let problems = preflight::expressions(&path.display().to_string(), &reading, properties);
    problems.iter().for_each(message::diagnostic);
    let mut refused = required.problems(reading.plan.as_ref());
    if let Some(plan) = reading.plan.as_ref().filter(|plan| own_load && !preflight::has_work(plan)) {
        let text = "has nothing to run: no scenario with users and steps";
        refused.push(Failure::input(format!("{}: the plan \"{}\" {text}", path.display(), plan.name)));
    }
    refused.iter().for_each(message::failure);
    let unsupported = count(&reading.elements, |f| matches!(f, Fidelity::Unsupported(_)));
    let is_wrong = !refused.is_empty() || unsupported > 0 || problems.iter().any(Diagnostic::is_error);
    let Some(plan) = reading.plan.filter(|_| !is_wrong) else { return Ok(Exit::BadInput) };
    if own_load {
        preflight::warn_of_short_data(&plan, properties);
    }
    if required.by_fleet {
        per_node::sentences(&plan).iter().for_each(|text| stdout::print(&format!("per node     {text}\n")));
    }
    Ok(Exit::Done)
}

fn describe(path: &Path, reading: &PlanReading, all: bool, own_load: bool) -> String {
    let mut out = String::new();
    let file = path.display();
    for element in &reading.elements {
        let (word, reason) = match &element.fidelity {
            Fidelity::Exact => ("exact", ""),
            Fidelity::Approximated(reason) => ("approximated", reason.as_str()),
            Fidelity::Unsupported(reason) => ("unsupported", reason.as_str()),
            Fidelity::Inert if all && !element.enabled => ("disabled", ""),
            Fidelity::Inert if all => ("no effect", ""),
            Fidelity::Inert => continue,
        };
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        writeln!(out, "{word:<13}{file}:{}: {} \"{}\"{reason}", element.line, element.kind, element.name)
            .expect("writing to memory can't fail");
    }
    let exact = count(&reading.elements, |f| *f == Fidelity::Exact);
    let approximated = count(&reading.elements, |f| matches!(f, Fidelity::Approximated(_)));
    let unsupported = count(&reading.elements, |f| matches!(f, Fidelity::Unsupported(_)));
    let inert = count(&reading.elements, |f| *f == Fidelity::Inert);
    if !reading.elements.is_empty() {
        out.push_str(&format!(
            "{file}: {exact} exact, {approximated} approximated, {unsupported} unsupported, {inert} without effect\n"
        ));
        if unsupported > 0 && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jmx")) {
            let hint = "`--generator jmeter` runs them too, in your own JMeter";
            out.push_str(&format!("{file}: {hint}\n"));
        }
    }
    if let Some(plan) = reading.plan.as_ref().filter(|_| own_load) {
        out.push_str(&describe_load(plan));
        out.push_str(&describe_stages(plan));
    }
    out.extend(reading.plan.iter().map(|plan| describe_files(plan, all)));
    out
}

/// The steps of a load that is steady more than once.
fn describe_stages(plan: &Plan) -> String {
    let steady = plan.steady_loads();
    if steady.len() < 2 {
        return String::new();
    }
    let one = |load: &SteadyLoad| {
        let (from, length) = (format_duration(load.from), format_duration(load.to - load.from));
        format!("{} for {length} from {from} on", LoadLevel::of_steady(*load))
    };
    let each: Vec<String> = steady.iter().map(one).collect();
    format!("{} steps, one for each time at a steady load: {}\n", steady.len(), each.join("; "))
}

/// What a plan reads elsewhere, and all that it writes: nobody expects that of a test. With `all` the others, too.
fn describe_files(plan: &Plan, all: bool) -> String {
    let files = plan_files::files(plan).into_iter();
    let reported = files.filter(|file| all || file.is_written || file.place != FilePlace::Inside);
    reported.map(|file| format!("file: {}\n", plan_files::sentence(&file))).collect()
}

fn count(elements: &[ElementReport], wanted: impl Fn(&Fidelity) -> bool) -> usize {
    elements.iter().filter(|element| wanted(&element.fidelity)).count()
}

fn describe_load(plan: &Plan) -> String {
    let mut out = String::new();
    for scenario in &plan.scenarios {
        let load = &scenario.load;
        if let Load::Arrivals(arrivals) = load {
            out.push_str(&format!("scenario \"{}\": {}\n", scenario.name, arrivals_text(arrivals)));
            continue;
        }
        let end = match (load.ends_at(), scenario.iterations) {
            (Some(end), _) => format!("for {}", format_duration(end)),
            (None, plimsoll_plan::plan::Iterations::Times(times)) => {
                if times == 1 {
                    "once".to_owned()
                } else {
                    format!("{times} times")
                }
            }
            (None, plimsoll_plan::plan::Iterations::Forever) => "until stopped".to_owned(),
        };
        let ramp = format_duration(load.ramp_end());
        let users = match load.users_max() {
            1 => "1 user".to_owned(),
            n => format!("{n} users"),
        };
        out.push_str(&format!("scenario \"{}\": {users} in {ramp}, {end}\n", scenario.name));
    }
    out
}

/// `50/s for 1 min, evenly spaced, up to 500 users, arrivals wait when none is free`.
fn arrivals_text(arrivals: &ArrivalProfile) -> String {
    let stage = |stage: &plimsoll_plan::RateStage| {
        let rate = rate_text(stage.per_s);
        let hold = match stage.hold.is_zero() {
            true => String::new(),
            false => format!(" for {}", format_duration(stage.hold)),
        };
        let ramp = match stage.ramp.is_zero() {
            true => String::new(),
            false => format!(" after a ramp of {}", format_duration(stage.ramp)),
        };
        format!("{rate}{hold}{ramp}")
    };
    let stages: Vec<String> = arrivals.stages.iter().map(stage).collect();
    let spacing = match arrivals.spacing {
        Spacing::Even => "evenly spaced",
        Spacing::Poisson => "spaced at random (Poisson)",
        Spacing::Random => "at random moments, exactly so many",
    };
    let tick = arrivals
        .tick
        .map_or_else(String::new, |tick| format!(", sent together every {}", format_duration(tick)));
    let overload = match arrivals.overload {
        Overload::Queue => "arrivals wait when none is free",
        Overload::Drop => "arrivals are dropped when none is free",
        Overload::Abort => "the test ends when none is free",
    };
    let users = if arrivals.users == 1 { "1 user".to_owned() } else { format!("{} users", arrivals.users) };
    format!("{}, {spacing}{tick}, up to {users}, {overload}", stages.join(", then "))
}

fn rate_text(per_s: f64) -> String {
    LoadLevel::Rate(ArrivalRate { per_s, users: None }).to_string()
}

fn describe_study(study: &Study) -> String {
    let steps = match &study.steps {
        Steps::Plan => "the plan's own load, once".to_owned(),
        Steps::Fixed(loads) => {
            let each: Vec<String> = loads.iter().map(short_load).collect();
            let of = if loads.iter().all(|load| load.rate_per_s().is_none()) { " users" } else { "" };
            let steps = if loads.len() == 1 { "1 step".to_owned() } else { format!("{} steps", loads.len()) };
            format!("{steps} of {}{of}", each.join(", "))
        }
        Steps::Climb(climb) => {
            format!(
                "{}; each step must gain {:.0} % of the load it adds",
                climb_text(climb),
                climb.goal * 100.0
            )
        }
        Steps::Capacity(capacity) => capacity_text(capacity),
        Steps::Jobs(jobs) => jobs_text(jobs),
    };
    let count = study.runs(0).len() as u32;
    let time = match study.longest_run() {
        Some(longest) if matches!(study.steps, Steps::Fixed(_)) => {
            format!(", {} in all", format_duration(longest * count))
        }
        _ => String::new(),
    };
    let runs = if count == 1 { "1 run".to_owned() } else { format!("{count} runs") };
    let timing = study.timing;
    let mut out = format!("study \"{}\": {runs}, {steps}{time}\n", study.name);
    if !matches!(study.steps, Steps::Plan | Steps::Jobs(_)) {
        let measured = match timing.passes {
            Some(passes) => format!("{passes} passes of each user"),
            None => format!("{} measured", format_duration(timing.step)),
        };
        out.push_str(&format!(
            "each step: {} ramp, {measured}, {} pause\n",
            format_duration(timing.ramp),
            format_duration(timing.pause)
        ));
    }
    for requirement in &study.requirements {
        out.push_str(&format!("requirement: {requirement}\n"));
    }
    if let Some(completion) = &study.completion {
        let of = completion.of.as_ref().map_or("all requests".to_owned(), |name| format!("\"{name}\""));
        out.push_str(&format!(
            "completion \"{}\": events of {of}, as they arrive at {}; the last are waited for up to {}\n",
            completion.transaction,
            completion.events,
            format_duration(completion.timeout)
        ));
    }
    out.push_str(&describe_order(study));
    out
}

fn jobs_text(jobs: &JobsSpec) -> String {
    let each: Vec<String> =
        jobs.jobs.iter().map(|job| format!("{} × \"{}\"", job.repeat, job.name)).collect();
    format!(
        "{} all the time, beside it {} ({} before, {} after; at most {})",
        jobs.load,
        each.join(", then "),
        format_duration(jobs.ramp + jobs.before),
        format_duration(jobs.after),
        format_duration(jobs.longest())
    )
}

fn describe_order(study: &Study) -> String {
    if study.variants.len() < 2 || study.repeats < 2 {
        return String::new();
    }
    let random = matches!(study.order, Order::Random);
    let of_seed =
        if random && study.seed.is_none() { " (for `seed: 0`; without one each time another)" } else { "" };
    let runs = study.runs(study.seed.unwrap_or(0));
    let names: Vec<&str> = runs.iter().map(|run| run.variant.name.as_str()).collect();
    format!("order: {}: {}{of_seed}\n", study.order.name(), names.join(", "))
}

/// Which commands start, look at and stop the system under test, and where.
fn describe_system(system: &System, folder: &Path) -> String {
    if system.is_empty() {
        return String::new();
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut lines = vec![format!("commands in {}:", folder.display())];
    let mut line = |what: &str, text: &str| lines.push(format!("  {what:<13}{text}"));
    for (name, value) in &system.env {
        line("env", &format!("{name}={value}"));
    }
    if let Some(start) = &system.start {
        line("start", start);
    }
    if let Some(ready) = &system.ready {
        let (HealthCheck::Url(check) | HealthCheck::Command(check)) = &ready.check;
        let (timeout, every) = (format_duration(ready.timeout), format_duration(ready.every));
        line("ready", &format!("{check} (every {every}, up to {timeout})"));
    }
    system.before.run.iter().for_each(|command| line("before", command));
    for (name, command) in &system.record {
        line("record", &format!("{name}: {command}"));
    }
    system.before.step.iter().for_each(|command| line("before step", command));
    system.after.step.iter().for_each(|command| line("after step", command));
    system.after.run.iter().for_each(|command| line("after", command));
    if let Some(stop) = &system.stop {
        line("stop", stop);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn short_load(load: &LoadLevel) -> String {
    match load {
        LoadLevel::Users(users) => users.count().to_string(),
        LoadLevel::Rate(_) => load.to_string(),
    }
}

fn capacity_text(capacity: &CapacitySpec) -> String {
    let CapacitySpec { start_per_s, min_per_s, max_per_s, precision, repeats, users } = *capacity;
    let users = users.map_or_else(String::new, |users| format!(", up to {users} users"));
    format!(
        "a search for the highest rate at which the requirements hold: from {} (not below {}, not above {}) to \
         within {} %{users}; {} to confirm it, {} at most in all",
        rate_text(start_per_s),
        rate_text(min_per_s),
        rate_text(max_per_s),
        (precision * 1e6).round() / 1e4,
        counted(repeats, "window"),
        capacity.windows_max()
    )
}

fn counted(count: u32, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn climb_text(climb: &Climb) -> String {
    let (threads, nodes) = (climb.threads, climb.nodes);
    let upto = |range: Range| match range.max {
        RAISE_MAX => String::new(),
        max => format!(" up to {max}"),
    };
    let from = counted(threads.start, "thread");
    let mut text = format!("a climb from {from} by {}{}", threads.add, upto(threads));
    if nodes.add > 0 {
        text.push_str(&format!(
            ", then from {} by {}{}",
            counted(nodes.start, "node"),
            nodes.add,
            upto(nodes)
        ));
    } else if nodes.start > 1 {
        text.push_str(&format!(" on {} nodes", nodes.start));
    }
    text
}
