//! The mix as a plan of the open model: arrivals of the busiest hour, routes by their weights.

use super::{Mix, Route};
use plimsoll_formats::servers::{self, NamedServers, UrlParts};
use plimsoll_plan::plan::{
    ChoiceOrder, DataSet, Iterations, OnError, Phase, Plan, Scenario, Step, WeightedOption,
};
use plimsoll_plan::{ArrivalProfile, Template};
use std::path::PathBuf;
use std::time::Duration;

/// A plan and the values beside it.
pub struct Drawn {
    pub plan: Plan,
    /// Of the CSV file; empty when no route has parameters.
    pub values: String,
}

/// Used where a log has no times.
const RATE_PER_S: f64 = 1.0;

const HOLD: Duration = Duration::from_secs(10 * 60);

/// Replaces random choices by a block in which each option has its exact share, and the arrivals of requests by those of
/// blocks. Every option is in it at least once; at most one read of values stands before the choice, for each request.
pub fn in_blocks(plan: &mut Plan, size: u32) {
    for scenario in &mut plan.scenarios {
        let Some(Step::WeightedChoice(options)) = scenario.steps.pop() else { continue };
        let before = std::mem::take(&mut scenario.steps);
        let weights: Vec<u32> = options.iter().map(|option| option.weight).collect();
        let shares = plimsoll_plan::plan::share_out(size, &weights);
        let times = |(option, share): (WeightedOption, u32)| {
            let steps = [before.clone(), option.steps].concat();
            vec![steps; share.max(1) as usize]
        };
        let options: Vec<Vec<Step>> = options.into_iter().zip(shares).flat_map(times).collect();
        if let plimsoll_plan::Load::Arrivals(arrivals) = &mut scenario.load {
            arrivals.stages.iter_mut().for_each(|stage| stage.per_s /= options.len() as f64);
        }
        let order = ChoiceOrder::Shuffle;
        scenario.steps = vec![Step::Choice { order, one_request: false, by_user: false, options }];
    }
}

/// `routes` are those of the plan, of `mix`. `values_file` is named in the plan as it is.
pub fn draw(
    name: &str,
    mix: &Mix,
    routes: &[(&(String, String), &Route)],
    server: &UrlParts,
    values_file: &str,
) -> Drawn {
    let mut servers = NamedServers::default();
    let mut columns: Vec<(String, Vec<String>)> = Vec::new();
    let mut options = Vec::new();
    let largest = routes.iter().map(|(_, route)| route.count).max().unwrap_or(0);
    let divisor = largest / u64::from(u32::MAX) + 1;
    for (index, ((method, pattern), route)) in routes.iter().enumerate() {
        let path = path(pattern, route, index + 1, &mut columns);
        let base = server.path.trim_end_matches('/');
        let mut request =
            servers::request(method, servers.address(server), Template::parse(&format!("{base}{path}")));
        request.label = Template::literal(format!("{method} {}", pattern.replace("{}", "{id}")));
        let weight = u32::try_from(route.count / divisor).unwrap_or(u32::MAX).max(1);
        options.push(WeightedOption { weight, steps: vec![Step::Request(Box::new(request))] });
    }
    let retained: u64 = routes.iter().map(|(_, route)| route.count).sum();
    let share = retained as f64 / mix.requests.max(1) as f64;
    let rate_per_s = mix.arrivals.busiest_hour().map_or(RATE_PER_S, |(_, per_s)| per_s * share);
    // Six digits are more than a log says.
    let rate_per_s = ((rate_per_s * 1e6).round() / 1e6).max(1e-6);
    let mut steps = vec![Step::WeightedChoice(options)];
    let mut plan = Plan::named(name);
    if !columns.is_empty() {
        steps.insert(0, Step::ReadData(0));
        plan.data = vec![DataSet::csv(PathBuf::from(values_file))];
    }
    plan.variables = servers.variables();
    plan.scenarios = vec![Scenario {
        name: "visitors".to_owned(),
        phase: Phase::Main,
        load: ArrivalProfile::constant(rate_per_s, Duration::ZERO, HOLD).into(),
        iterations: Iterations::Forever,
        on_error: OnError::Continue,
        new_user_each_iteration: false,
        steps,
    }];
    Drawn { plan, values: csv(&columns) }
}

/// The path with a variable for each parameter that has several values; the columns gain their values.
fn path(pattern: &str, route: &Route, number: usize, columns: &mut Vec<(String, Vec<String>)>) -> String {
    let count = pattern.matches("{}").count();
    let mut place = |index: usize, name: String| {
        let values: Vec<String> =
            route.samples.iter().filter_map(|sample| sample.get(index).cloned()).collect();
        match values.first() {
            Some(first) if values.iter().all(|value| value == first) => {
                Template::literal(first.as_str()).source()
            }
            Some(_) => {
                columns.push((name.clone(), values));
                format!("${{{name}}}")
            }
            None => String::new(),
        }
    };
    let mut out = String::new();
    for (i, piece) in pattern.split("{}").enumerate() {
        if i > 0 {
            out.push_str(&place(i - 1, format!("route{number}_id{i}")));
        }
        out.push_str(piece);
    }
    out.push_str(&place(count, format!("route{number}_query")));
    out
}

/// Columns of one length: the shorter ones begin again.
fn csv(columns: &[(String, Vec<String>)]) -> String {
    let rows = columns.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let quoted = |text: &str| match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let line = |fields: Vec<String>| format!("{}\n", fields.join(","));
    let mut out = String::new();
    if rows > 0 {
        out.push_str(&line(columns.iter().map(|(name, _)| name.clone()).collect()));
    }
    for row in 0..rows {
        let field = |(_, values): &(String, Vec<String>)| quoted(&values[row % values.len()]);
        out.push_str(&line(columns.iter().map(field).collect()));
    }
    out
}
