//! What a run would refuse in a plan that can be read, found without sending, opening or looking up anything.

use plimsoll_engine::{EngineError, Job, PropertyMap, ReceiveTime, RunClock, Share};
use plimsoll_formats::{Properties, Reading};
use plimsoll_plan::plan::{Check, Extractor, Iterations, LocalAction, LocalSample, Phase, Scenario, Step};
use plimsoll_plan::{Diagnostic, Load, Plan, Template};
use std::net::IpAddr;
use std::time::Duration;

/// A job that is looked at and not performed.
pub fn job<'a>(plan: &'a Plan, properties: &Properties) -> Job<'a> {
    Job {
        plan,
        share: Share::WHOLE,
        workers: 1,
        seed: 0,
        properties: PropertyMap::new(properties.clone()),
        clock: RunClock::start(),
        grace: Duration::ZERO,
        source_addresses: Vec::new(),
        busy_poll: false,
        receive_time: ReceiveTime::default(),
        sample_log: None,
    }
}

/// Expressions of extractors and checks that can't be understood, all of them, with the lines where they stand.
pub fn expressions(file: &str, reading: &Reading, properties: &Properties) -> Vec<Diagnostic> {
    let Some(plan) = &reading.plan else { return Vec::new() };
    let mut samples = Vec::new();
    plan.scenarios.iter().for_each(|scenario| collect(&scenario.steps, &mut samples));
    // Mostly all is well, and one look is enough.
    if first_problem(plan, &samples, properties).is_none() {
        return Vec::new();
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    for sample in &samples {
        let problem = first_problem(plan, std::slice::from_ref(sample), properties);
        let Some((request, pattern, problem)) = problem else { continue };
        let message = format!("the pattern `{pattern}` can't be used: {problem}");
        found.push(Diagnostic::error(file, reading.line_of(&pattern), &request, message));
    }
    found.sort_by_key(|diagnostic| diagnostic.line);
    found.dedup();
    found
}

/// Request, expression, and what is wrong with it.
fn first_problem(
    plan: &Plan,
    samples: &[LocalSample],
    properties: &Properties,
) -> Option<(String, String, String)> {
    let steps: Vec<Step> = samples.iter().map(|sample| Step::Local(Box::new(sample.clone()))).collect();
    let scenario = Scenario {
        name: String::new(),
        phase: Phase::Main,
        load: Load::Users(plimsoll_plan::LoadProfile::constant(1, Duration::ZERO, None)),
        iterations: Iterations::Times(1),
        on_error: plimsoll_plan::plan::OnError::Continue,
        new_user_each_iteration: false,
        steps,
    };
    let bare = Plan { variables: plan.variables.clone(), origin: plan.origin.clone(), ..Plan::named("") };
    let plan = Plan { scenarios: vec![scenario], verify_certificates: false, ..bare };
    match plimsoll_engine::preflight(&job(&plan, properties)) {
        Err(EngineError::Patterns(found)) => {
            found.into_iter().next().map(|found| (found.request, found.pattern, found.problem))
        }
        _ => None,
    }
}

/// A sample that sends nothing for each expression.
fn collect(steps: &[Step], samples: &mut Vec<LocalSample>) {
    let unnamed = Template::literal("sql");
    for step in steps {
        let (label, extractors, checks) = match step {
            Step::Request(step) => (&step.label, &step.extractors, &step.checks),
            Step::OpenChannel(step) => (&step.request.label, &step.request.extractors, &step.request.checks),
            Step::Channel(step) => (&step.label, &step.extractors, &step.checks),
            Step::Sql(step) => (step.label.as_ref().unwrap_or(&unnamed), &step.extractors, &step.checks),
            Step::Tcp(step) => (&step.label, &step.extractors, &step.checks),
            Step::Local(step) => (&step.label, &step.extractors, &step.checks),
            other => {
                other.bodies().into_iter().for_each(|body| collect(body, samples));
                continue;
            }
        };
        samples.extend(extractors.iter().map(|one| sample(label, Some(one), None)));
        samples.extend(checks.iter().map(|one| sample(label, None, Some(one))));
    }
}

fn sample(label: &Template, extractor: Option<&Extractor>, check: Option<&Check>) -> LocalSample {
    LocalSample {
        label: label.clone(),
        action: LocalAction::Show { variables: false, properties: false },
        think: Vec::new(),
        extractors: extractor.into_iter().cloned().collect(),
        checks: check.into_iter().cloned().collect(),
    }
}

/// Whether any of the main scenarios has users and something for them to do.
pub fn has_work(plan: &Plan) -> bool {
    plan.main().any(|scenario| {
        let repeats = scenario.iterations != Iterations::Times(0) || scenario.load.as_arrivals().is_some();
        !scenario.steps.is_empty() && repeats && !scenario.load.is_empty()
    })
}

/// Why an address can't be connected from: it must be one of this machine.
pub fn source_problem(address: IpAddr) -> Option<std::io::Error> {
    std::net::UdpSocket::bind((address, 0)).err()
}
