//! What a run would refuse in a plan that can be read, found without sending, opening or looking up anything.

use plimsoll_engine::{Job, PatternProblem, PropertyMap, ReceiveTime, RunClock, Share};
use plimsoll_formats::{Properties, Reading};
use plimsoll_plan::plan::Iterations;
use plimsoll_plan::{Diagnostic, Plan};
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
    let problems = plimsoll_engine::pattern_problems(&job(plan, properties)).into_iter();
    let mut found: Vec<Diagnostic> = problems
        .map(|PatternProblem { line, request, pattern, problem, .. }| {
            let message = format!("the pattern `{pattern}` can't be used: {problem}");
            Diagnostic::error(file, line, &request, message)
        })
        .collect();
    found.sort_by_key(|diagnostic| diagnostic.line);
    found.dedup();
    found
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
