//! `plimsoll try`: one user goes through a plan once, watched.

use crate::arguments::TryArguments;
use crate::exit::{Exit, Failure, chain};
use crate::loading::{self, LoadedPlan, PlanOrStudy};
use crate::trial::{RawSamples, TrialBounds, TrialView, TrialWatcher};
use crate::{kernel, message, outputs, preflight, recording, secrets, url_plan};
use compared::compared;
use plimsoll_engine::{Control, EngineEvent, LoadTask, StopMode};
use plimsoll_formats::Properties;
use plimsoll_plan::Plan;
use plimsoll_plan::diagnostic::closest;
use plimsoll_plan::plan::{Iterations, Phase};
use plimsoll_report::trial::{TrialEnd, is_page, page};
use plimsoll_run::Secrets;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

mod compared;

/// Iterations of `--until-failure`.
const UNTIL_FAILURE: u64 = 1_000;
/// Requests in an iteration, at most: a loop in a plan may have no end.
const SAMPLES_MAX: usize = 1_000;

pub fn trial(arguments: &TryArguments) -> Result<Exit, Failure> {
    kernel::check()?;
    let given: Properties = arguments.properties.iter().cloned().collect();
    let (properties, mut secrets) = with_secrets(arguments, given)?;
    let loaded = load(arguments, &properties)?;
    secrets = secrets::of_plan(&loaded.plan, &properties, &secrets);
    message::keep_secret(&secrets);
    if let Some(output) = &arguments.output {
        let inputs = [arguments.file.as_deref(), arguments.requests.targets.as_deref()];
        outputs::check_no_input(output, inputs.into_iter().flatten())?;
        outputs::check_report(output, is_page, "page of a trial")?;
    }
    let compared = compared(arguments, &properties, &secrets)?;
    let plan = one_user(loaded.plan, arguments)?;
    let Tried { end, raw, secrets } = perform(&plan, &properties, arguments, secrets)?;
    summarise(&end, arguments);
    let is_same = compared.is_none_or(|compared| compared.show(&end.samples, &raw, &secrets));
    if let Some(output) = &arguments.output {
        recording::write_whole(output, page(&loaded.record.file, &end))?;
        message::say(&format!("page: {}", output.display()));
    }
    Ok(match (end.count, end.failed) {
        (0, _) => Exit::Inconclusive,
        (_, 0) if end.is_bounded => Exit::Inconclusive,
        (_, 0) if is_same => Exit::Done,
        _ => Exit::RequirementFailed,
    })
}

fn with_secrets(arguments: &TryArguments, mut given: Properties) -> Result<(Properties, Secrets), Failure> {
    let Some(file) = &arguments.secrets else { return Ok((given, Secrets::default())) };
    let properties = secrets::read_file(file)?;
    let secret = secrets::given(&properties);
    message::keep_secret(&secret);
    given.extend(properties);
    Ok((given, secret))
}

fn load(arguments: &TryArguments, properties: &Properties) -> Result<LoadedPlan, Failure> {
    let file = arguments.file.as_deref();
    if let Some(made) = url_plan::made(file, &arguments.requests, Ok)? {
        return loading::made_plan(&made, properties);
    }
    let path = file.unwrap_or(Path::new(""));
    if let PlanOrStudy::Study { .. } = loading::read_input(path)? {
        return Err(Failure::input(format!("{} is a study, not a plan", path.display()))
            .with_hint("try the plan that it names, with its properties as -Jname=value"));
    }
    loading::load_plan(path, properties, arguments.skip_unsupported)
}

fn one_user(mut plan: Plan, arguments: &TryArguments) -> Result<Plan, Failure> {
    if let Some(name) = &arguments.scenario {
        let names: Vec<&str> = plan.main().map(|scenario| scenario.name.as_str()).collect();
        if !names.contains(&name.as_str()) {
            let hint = match closest(name, names.iter().copied()) {
                Some(meant) => format!("did you mean \"{meant}\"?"),
                None => format!("the plan has: {}", names.join(", ")),
            };
            return Err(Failure::input(format!("the plan has no scenario \"{name}\"")).with_hint(hint));
        }
        plan.scenarios.retain(|scenario| scenario.phase != Phase::Main || scenario.name == *name);
    }
    let usual = if arguments.until_failure { UNTIL_FAILURE } else { 1 };
    Ok(plan.for_one_user(arguments.iterations.unwrap_or(usual)))
}

/// What has come of it, and what is known of it that is not shown.
struct Tried {
    end: TrialEnd,
    raw: RawSamples,
    secrets: Secrets,
}

fn perform(
    plan: &Plan,
    properties: &Properties,
    arguments: &TryArguments,
    secrets: Secrets,
) -> Result<Tried, Failure> {
    let control = Control::default();
    let passes = plan.main().map(|scenario| match scenario.iterations {
        Iterations::Times(times) => times as usize,
        Iterations::Forever => 1,
    });
    let samples = SAMPLES_MAX.saturating_mul(passes.max().unwrap_or(1));
    let bounds = TrialBounds { samples, until_failure: arguments.until_failure };
    let view = TrialView {
        is_full: arguments.full,
        waits: arguments.timers,
        keeps: arguments.output.is_some() || arguments.compare_with.is_some(),
        keeps_raw: arguments.compare_with.is_some(),
    };
    let watcher = Arc::new(TrialWatcher::new(secrets, bounds, view, control.clone(), crate::stdout::print));
    let seed = arguments.seed.unwrap_or_else(super::run::random_seed);
    let task = LoadTask { seed, observer: Some(watcher.clone()), ..preflight::task(plan, properties) };
    let failed = |error: plimsoll_engine::EngineError| Failure::input(chain(&error));
    plimsoll_engine::preflight(&task).map_err(failed)?;
    let (since, mut is_late) = (Instant::now(), false);
    let summary = plimsoll_engine::run(&task, &control, &mut |event| {
        if matches!(event, EngineEvent::Second(_)) && since.elapsed() >= arguments.time {
            is_late = true;
            control.stop(StopMode::Now);
        }
    })
    .map_err(failed)?;
    let (mut end, raw) = watcher.end();
    end.is_bounded |= is_late;
    end.abandoned = summary.abandoned;
    Ok(Tried { end, raw, secrets: watcher.secrets() })
}

fn summarise(end: &TrialEnd, arguments: &TryArguments) {
    let count = |count: usize| if count == 1 { "1 request".to_owned() } else { format!("{count} requests") };
    let failed = match end.failed {
        0 => "none failed".to_owned(),
        failed => format!("{failed} failed"),
    };
    crate::stdout::print(&format!("{}, {failed}\n", count(end.count)));
    if end.is_bounded {
        let under_way = match end.abandoned {
            0 => String::new(),
            abandoned => format!(", {abandoned} more under way"),
        };
        let text = format!("ended after {}{under_way}: the plan goes on", count(end.count));
        let hint = "--for gives it more time, --iterations more requests";
        message::warning(&text, Some(hint));
    }
    if end.count == 0 && !end.is_bounded {
        message::warning("the plan sent nothing", Some("`plimsoll check` lists what it would do"));
    }
    if end.has_untrusted && !arguments.requests.insecure {
        let hint = "-k takes any certificate of a URL's server, `tls: {verify: false}` in a plan; SSL_CERT_FILE names \
                    a file of the authorities that are trusted";
        message::warning("a server's certificate is not trusted", Some(hint));
    }
}
