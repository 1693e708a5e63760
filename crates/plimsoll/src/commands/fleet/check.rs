//! `plimsoll fleet check`: every node as it is found, and all that stands in the way of the load.

use super::{MORE_FILES, end, failure, shortages, spec_in, users_max};
use crate::arguments::FleetCheckArguments;
use crate::exit::{Exit, Failure};
use crate::{loading, message, preflight, signals, stdout};
use plimsoll_engine::Control;
use plimsoll_fleet::{CheckedTarget, Fleet, NodeCalibration, NodeCheck};
use plimsoll_plan::Plan;
use plimsoll_study::{FleetSpec, LoadLevel, Steps, Study};
use std::collections::BTreeMap;
use url::Url;

/// For each of the two measurements of a node's calibration.
const CALIBRATE_S: u32 = 1;
/// A load above this share of what was calibrated leaves a generator no room: the real target needs more of it than one
/// that answers at once.
const ROOM: f64 = 0.5;

pub fn check(arguments: &FleetCheckArguments) -> Result<Exit, Failure> {
    let (spec, study) = spec_in(&arguments.file)?;
    let plan = study.as_deref().and_then(plan_of);
    let targets = targets(arguments, plan.as_ref())?;
    let plan = plan.map(|(plan, _)| plan);
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let say = |text: &str| message::say(text);
    let (fleet, problems) = Fleet::assemble_what_comes(&spec, env!("CARGO_PKG_VERSION"), &control, &say)
        .map_err(|error| failure(&error))?;
    let nodes = fleet.check(&targets, (!arguments.quick).then_some(CALIBRATE_S));
    end(&fleet);
    stdout::print(&shown(&spec, &nodes));
    let away = problems.len();
    for error in problems {
        message::failure(&failure(&error));
    }
    let mut missing = Vec::new();
    if let Some(study) = study.as_deref() {
        let records: Vec<_> = nodes.iter().map(|node| node.record.clone()).collect();
        let users = users_max(study, plan.as_ref());
        let short = users.map_or(Vec::new(), |users| shortages(&records, users));
        missing.extend(short.into_iter().map(|text| (text, MORE_FILES)));
        missing.extend(short_of_rate(&nodes, study).map(|text| (text, "more nodes, or more cores for them")));
    }
    let unreached = nodes.iter().flat_map(|node| node.targets.iter().map(move |target| (node, target)));
    for (node, CheckedTarget { address, round_trip_us }) in unreached {
        if let Err(why) = round_trip_us {
            let text = format!("node {} does not reach {address}: {why}", node.record.name);
            missing.push((text, "is it up, and is the way open from there?"));
        }
    }
    missing.iter().for_each(|(text, hint)| message::warning(text, Some(hint)));
    Ok(match (away, missing.is_empty()) {
        (0, true) => Exit::Done,
        (0, false) => Exit::Inconclusive,
        _ => Exit::BadInput,
    })
}

/// The study's own, where it can be read: what is wrong with it is for `plimsoll check`.
fn plan_of(study: &Study) -> Option<(Plan, BTreeMap<String, String>)> {
    let planned = study.runs(0).into_iter().next()?;
    let plan = loading::load_plan(&planned.plan, &planned.properties, true).ok()?.plan;
    Some((plan, planned.properties))
}

/// `host:port` of what is to be loaded.
fn targets(
    arguments: &FleetCheckArguments,
    plan: Option<&(Plan, BTreeMap<String, String>)>,
) -> Result<Vec<String>, Failure> {
    let given = match (arguments.target.as_slice(), plan) {
        ([], Some((plan, properties))) => preflight::tested(plan, properties).targets,
        (given, _) => given.to_vec(),
    };
    let addresses: Option<Vec<String>> = given.iter().map(|target| address(target)).collect();
    addresses.ok_or_else(|| {
        Failure::input(format!("--target {}: no address", given.join(", ")))
            .with_hint("`--target https://shop.lab/`, or `--target db.lab:5432`")
    })
}

/// `https://shop/x` is `shop:443`.
fn address(target: &str) -> Option<String> {
    let text = if target.contains("://") { target.to_owned() } else { format!("tcp://{target}") };
    let url = Url::parse(&text).ok()?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    Some(format!("{host}:{}", url.port_or_known_default()?))
}

/// The nodes together can't make the rate that the study asks for.
fn short_of_rate(nodes: &[NodeCheck], study: &Study) -> Option<String> {
    let asked = rate_max(study)?;
    let calibrated: Option<Vec<&NodeCalibration>> =
        nodes.iter().map(|node| node.calibration.as_ref()?.as_ref().ok()).collect();
    let together: f64 = calibrated?.iter().map(|found| found.requests_per_s).sum();
    (asked > ROOM * together).then(|| {
        format!(
            "the study asks for up to {asked:.0} requests per second, and the nodes together can make {together:.0} where the server \
             answers at once: more than half of that leaves them no room"
        )
    })
}

/// The highest rate that the study itself names.
fn rate_max(study: &Study) -> Option<f64> {
    match &study.steps {
        Steps::Fixed(loads) => {
            let rates = loads.iter().filter_map(|load| match load {
                LoadLevel::Rate(rate) => Some(rate.per_s),
                LoadLevel::Users(_) => None,
            });
            rates.max_by(f64::total_cmp)
        }
        _ => None,
    }
}

fn shown(spec: &FleetSpec, nodes: &[NodeCheck]) -> String {
    let number = if nodes.len() == 1 { "1 node".to_owned() } else { format!("{} nodes", nodes.len()) };
    let mut out = format!("fleet \"{}\": {number}\n\n", spec.name);
    let width = nodes.iter().map(|node| node.record.name.chars().count()).max().unwrap_or(0).max(4);
    out.push_str(&format!(
        "  # {:width$}  version  cores  open files  ports  clock known to  time of day  kernel\n",
        "node"
    ));
    for NodeCheck { record, day_ahead_us, .. } in nodes {
        out.push_str(&format!(
            "{:3} {:width$}  {:7}  {:5}  {:10}  {:5}  {:>14}  {:>11}  {} {}\n",
            record.number,
            record.name,
            record.version,
            record.cores,
            record.descriptors_max,
            record.ports_max,
            format!("± {}", time(record.clock_uncertainty_us)),
            ahead(*day_ahead_us),
            record.kernel,
            record.architecture,
        ));
    }
    let found: String = nodes.iter().map(found).collect();
    if !found.is_empty() {
        out.push_str(&format!("\n{found}"));
    }
    let connections: u64 =
        nodes.iter().map(|node| node.record.descriptors_max.min(node.record.ports_max.into())).sum();
    let cores: u32 = nodes.iter().map(|node| node.record.cores).sum();
    out.push_str(&format!("\ntogether {cores} cores and up to {connections} connections to one address\n"));
    out
}

/// What was measured at the node.
fn found(node: &NodeCheck) -> String {
    let mut parts = Vec::new();
    for CheckedTarget { address, round_trip_us } in &node.targets {
        parts.push(match round_trip_us {
            Ok(us) => format!("{address} is {} away", time(*us)),
            Err(why) => format!("{address}: {why}"),
        });
    }
    match &node.calibration {
        Some(Ok(found)) => parts.push(format!(
            "{:.0} requests/s with {} {} on a server of its own that answers at once{}, one at a time in {} (p99 {})",
            found.requests_per_s,
            found.workers,
            if found.workers == 1 { "worker" } else { "workers" },
            if found.is_shared { " and has the same cores" } else { "" },
            time(found.floor_p50_us as u64),
            time(found.floor_p99_us as u64)
        )),
        Some(Err(why)) => parts.push(format!("not calibrated: {why}")),
        None => {}
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!("{}: {}\n", node.record.name, parts.join("; ")),
    }
}

fn time(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{:.1} ms", us as f64 / 1e3),
        _ => format!("{:.1} s", us as f64 / 1e6),
    }
}

/// `+3.0 s`
fn ahead(us: i64) -> String {
    format!("{}{}", if us < 0 { '−' } else { '+' }, time(us.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_addresses_with_their_usual_ports() {
        let cases = [
            ("https://shop.lab/a?b", Some("shop.lab:443")),
            ("http://u:p@shop.lab", Some("shop.lab:80")),
            ("ws://h:8080/x", Some("h:8080")),
            ("db.lab:5432", Some("db.lab:5432")),
            ("http://[::1]/", Some("[::1]:80")),
            ("[::1]:80", Some("[::1]:80")),
            ("shop.lab", None),
            ("https://", None),
        ];
        for (target, expected) in cases {
            assert_eq!(address(target).as_deref(), expected, "{target}");
        }
    }

    #[test]
    fn times_of_day_are_shown_with_their_sign() {
        assert_eq!([ahead(3_000_000), ahead(-1_500), ahead(0)], ["+3.0 s", "−1.5 ms", "+0 µs"]);
    }
}
