//! A [`Plan`] as YAML that reads back as the same plan. What the reader fills in is left out.

use super::context::ScenarioDefaults;
use super::emit::{emit, list, map, text};
use super::entries::{named, push_flag};
use super::names::{COOKIE_POLICIES, DIALECTS, NAMES, ON_ERROR, PHASES};
use super::write_step::{WriteContext, steps};
use super::{cache, database, defaults, login, protocol, timer, tls, write_load};
use plimsoll_plan::Plan;
use plimsoll_plan::document::Node;
use plimsoll_plan::plan::{
    CookieJar, CookiePolicy, DataSet, Dialect, Iterations, NameCaching, OnError, Phase, PresetCookie,
    Scenario, Sharing,
};

/// Writes a plan. Files are named by their absolute paths, as the plan holds them.
pub fn write_yaml(plan: &Plan) -> String {
    let mut entries = vec![("plan", text(plan.name.as_str()))];
    if !plan.variables.is_empty() {
        entries.push(("variables", named(&plan.variables)));
    }
    if !plan.secrets.is_empty() {
        entries.push(("secrets", list(plan.secrets.iter().map(|name| text(name.as_str())).collect())));
    }
    if !plan.data.is_empty() {
        entries.push(("data", list(plan.data.iter().map(data_set).collect())));
    }
    if !plan.cookie_jars.is_empty() {
        entries.push(("cookies", cookie_jars(&plan.cookie_jars)));
    }
    if !plan.hosts.is_empty() {
        entries.push(("hosts", cache::write_hosts(&plan.hosts)));
    }
    if plan.names != NameCaching::default() {
        entries.push(("names", text(NAMES.write(&plan.names).unwrap_or_default())));
    }
    if plan.dialect != Dialect::default() {
        entries.push(("dialect", text(DIALECTS.write(&plan.dialect).unwrap_or_default())));
    }
    if !plan.caches.is_empty() {
        entries.push(("cache", cache::write(&plan.caches)));
    }
    login::push(&mut entries, plan);
    if !plan.timers.is_empty() {
        entries.push(("timers", list(plan.timers.iter().map(timer::write).collect())));
    }
    database::push(&mut entries, plan);
    tls::push(&mut entries, plan);
    push_flag(&mut entries, "scenarios_in_order", plan.scenarios_in_order);
    push_flag(&mut entries, "tear_down_after_stop", plan.tear_down_after_stop);
    push_flag(&mut entries, "credentials_across_origins", plan.credentials_to_other_origins);
    entries.extend(plan.http2.map(|limits| ("http2", protocol::write_shared(limits))));
    entries.push(("scenarios", list(plan.scenarios.iter().map(|s| scenario(s, plan)).collect())));
    emit(&map(entries))
}

fn data_set(data: &DataSet) -> Node {
    let mut entries = vec![("file", text(data.path.display().to_string()))];
    if !data.variables.is_empty() {
        entries.push(("variables", list(data.variables.iter().map(|v| text(v.as_str())).collect())));
    }
    push_flag(&mut entries, "skip_first_line", data.skip_first_line);
    if data.delimiter != ',' {
        entries.push(("delimiter", text(data.delimiter)));
    }
    push_flag(&mut entries, "quoted", data.quoted);
    if !data.encoding.is_empty() {
        entries.push(("encoding", text(data.encoding.as_str())));
    }
    if !data.recycle {
        entries.push(("recycle", text("false")));
    }
    push_flag(&mut entries, "stop_at_end", data.stop_at_end);
    match &data.sharing {
        Sharing::All => {}
        Sharing::Scenario => entries.push(("sharing", text("scenario"))),
        Sharing::User => entries.push(("sharing", text("user"))),
        Sharing::Named(name) => entries.push(("sharing", map(vec![("group", text(name.as_str()))]))),
    }
    map(entries)
}

fn cookie_jars(jars: &[CookieJar]) -> Node {
    let is_plain = |jar: &CookieJar| {
        !jar.clear_each_iteration
            && !jar.cleared_with_user
            && jar.policy == CookiePolicy::default()
            && jar.cookies.is_empty()
    };
    match jars {
        [jar] if is_plain(jar) => text("true"),
        jars => list(jars.iter().map(cookie_jar).collect()),
    }
}

fn cookie_jar(jar: &CookieJar) -> Node {
    let mut entries = Vec::new();
    push_flag(&mut entries, "clear_each_iteration", jar.clear_each_iteration);
    push_flag(&mut entries, "cleared_with_user", jar.cleared_with_user);
    if jar.policy != CookiePolicy::default() {
        entries.push(("policy", text(COOKIE_POLICIES.write(&jar.policy).unwrap_or_default())));
    }
    if !jar.cookies.is_empty() {
        entries.push(("preset", list(jar.cookies.iter().map(preset).collect())));
    }
    map(entries)
}

fn preset(cookie: &PresetCookie) -> Node {
    let mut entries = vec![
        ("name", text(cookie.name.as_str())),
        ("value", text(cookie.value.source())),
        ("domain", text(cookie.domain.source())),
        ("path", text(cookie.path.source())),
    ];
    push_flag(&mut entries, "secure", cookie.secure);
    map(entries)
}

fn scenario(scenario: &Scenario, plan: &Plan) -> Node {
    let mut entries = vec![("name", text(scenario.name.as_str()))];
    if scenario.phase != Phase::Main {
        entries.push(("phase", text(PHASES.write(&scenario.phase).unwrap_or_default())));
    }
    write_load::push(&mut entries, &scenario.load);
    if scenario.iterations != defaults::iterations(&scenario.load) {
        let times = match scenario.iterations {
            Iterations::Forever => "forever".to_owned(),
            Iterations::Times(times) => times.to_string(),
        };
        entries.push(("iterations", text(times)));
    }
    if scenario.on_error != OnError::Continue {
        entries.push(("on_error", on_error(scenario.on_error)));
    }
    push_flag(&mut entries, "new_user_each_iteration", scenario.new_user_each_iteration);
    let place = WriteContext { plan, defaults: ScenarioDefaults::of(scenario) };
    entries.extend(place.defaults.write().map(|defaults| ("defaults", defaults)));
    entries.push(("steps", steps(&scenario.steps, &place)));
    map(entries)
}

pub fn on_error(action: OnError) -> Node {
    text(ON_ERROR.write(&action).unwrap_or_default())
}
