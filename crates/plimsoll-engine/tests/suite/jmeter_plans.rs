//! Plans that nobody here wrote: JMeter's own test plans against a loopback server.

use crate::performing::perform;
use plimsoll_plan::plan::{Iterations, Step};
use plimsoll_plan::{Fidelity, LoadProfile, Plan, Template};
use plimsoll_targets::{Behaviour, Target};
use plimsoll_testkit::corpora::corpora;
use plimsoll_testkit::files::files;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Sends every request of the plan to `address`, and shortens what would take long.
fn redirect_to(plan: &mut Plan, address: SocketAddr) {
    for scenario in &mut plan.scenarios {
        let users = scenario.load.users_max().min(3);
        scenario.load = LoadProfile::constant(users, Duration::ZERO, None).into();
        if let Iterations::Forever = scenario.iterations {
            scenario.iterations = Iterations::Times(3);
        }
        redirect_steps(&mut scenario.steps, address);
    }
}

fn redirect_steps(steps: &mut [Step], address: SocketAddr) {
    for step in steps {
        match step {
            Step::Request(request) => {
                request.scheme = Template::literal("http");
                request.host = Template::literal(address.ip().to_string());
                request.port = Some(Template::literal(address.port().to_string()));
                let path = request.path.source();
                if let Some((_, rest)) = path.split_once("://") {
                    let path = rest.find('/').map_or("/", |slash| &rest[slash..]);
                    request.path = Template::parse(path);
                }
                request.think.clear();
            }
            other => other.bodies_mut().into_iter().for_each(|body| redirect_steps(body, address)),
        }
    }
}

fn has_local(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Local(_) => true,
        Step::Loop { body, .. } | Step::Once { body } | Step::If { body, .. } | Step::While { body, .. } => {
            has_local(body)
        }
        Step::Transaction { body, .. } => has_local(body),
        Step::Choice { options, .. } => options.iter().any(|option| has_local(option)),
        _ => false,
    })
}

#[test]
fn jmeters_own_http_plans_run_against_a_loopback_server() {
    let Some(folder) = corpora("jmx") else { return };
    let mut ran = 0;
    for path in files(&folder.join("apache+jmeter"), "jmx") {
        let reading = plimsoll_formats::read_plan(&path, &BTreeMap::new()).expect("readable");
        let unsupported =
            reading.elements.iter().any(|e| e.enabled && matches!(e.fidelity, Fidelity::Unsupported(_)));
        let (Some(mut plan), false) = (reading.plan, unsupported) else { continue };
        let target =
            Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a port");
        redirect_to(&mut plan, target.address());
        // Samples without a server, and requests that need not be made.
        if plan.scenarios.iter().any(|s| has_local(&s.steps)) || !plan.caches.is_empty() {
            continue;
        }
        if plan.scenarios.iter().all(|s| s.steps.is_empty()) {
            continue;
        }
        let performed = perform(&plan, 1);
        assert!(performed.total() > 0, "{}: no request", path.display());
        assert_eq!(
            performed.total(),
            target.requests(),
            "{}: samples are not what was served",
            path.display()
        );
        ran += 1;
    }
    assert!(ran >= 9, "only {ran} plans were pure HTTP");
}

/// JMeter's rules for loops, once-only and interleave controllers, counted.
#[test]
fn jmeters_controller_plans_give_jmeters_counts() {
    let Some(folder) = corpora("jmx") else { return };
    let counts = |name: &str| {
        let path = folder.join("apache+jmeter").join(format!("bin__testfiles__{name}.jmx"));
        let reading = plimsoll_formats::read_plan(&path, &BTreeMap::new()).expect("readable");
        let mut plan = reading.plan.expect("a plan");
        let target =
            Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Ok).expect("a port");
        redirect_to(&mut plan, target.address());
        for scenario in &mut plan.scenarios {
            scenario.load = LoadProfile::constant(1, Duration::ZERO, None).into();
        }
        let performed = perform(&plan, 1);
        performed.requests.into_iter().map(|(label, i)| (label, i.requests)).collect::<Vec<_>>()
    };
    println!(
        "{:?} {:?} {:?}",
        counts("LoopTestPlan"),
        counts("OnceOnlyTestPlan"),
        counts("InterleaveTestPlan")
    );
}
