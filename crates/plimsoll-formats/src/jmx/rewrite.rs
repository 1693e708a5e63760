//! A JMeter plan as JMeter itself is to run it: the text as written, with other loads in its thread groups.
//!
//! Thread groups of other kinds than JMeter's plain one (those of plug-ins, say) become plain ones where a load is
//! asked of them, and open model ones where it is a rate; otherwise they stay as they are.

use super::context::Lowering;
use super::element::{Element, ElementProperties as _, Property, PropertyValue};
use super::{group, xml};
use crate::Properties;
use plimsoll_plan::plan::{Iterations, OnError, Phase, Scenario};
use plimsoll_plan::{Diagnostic, Load, LoadProfile, Plan, Spacing, Stage};
use roxmltree::{Document, Node};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// So much longer than planned do the thread groups run that have an end: users that think past it would stop
/// early otherwise. Whoever runs the plan shuts JMeter down at the planned end.
pub const EXTRA: Duration = Duration::from_secs(30);

/// A plan that JMeter runs.
#[derive(Clone, Debug)]
pub struct JmeterPlan {
    /// The loads of its thread groups, without what their users do.
    pub loads: Plan,
    /// Some transaction holds its requests (`Generate parent sample`): only results in XML tell them.
    pub has_parent_samples: bool,
    /// With forbidden references escaped, see `xml`.
    text: String,
    /// Its main thread groups, in the order of the scenarios.
    groups: Vec<Group>,
    test_plan: Range<usize>,
    tear_down: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
struct Group {
    range: Range<usize>,
    is_plain: bool,
    /// As written, for what the load does not say.
    on_error: String,
    same_user: bool,
    delayed_start: bool,
}

impl JmeterPlan {
    /// Reads a plan. `folder` is where it lies. Only what JMeter could not read either is an error; whether it has
    /// the classes that the plan names is not seen here.
    pub fn read(
        file_name: &str,
        text: &str,
        folder: &Path,
        properties: &Properties,
    ) -> Result<JmeterPlan, Diagnostic> {
        let roots = xml::elements(file_name, text)?;
        // For the variables of the plan, which loads may be written with.
        let (mut lowering, roots) = Lowering::of(file_name, folder, properties, roots);
        let is_plan = |e: &&Element| e.kind == "TestPlan" && e.enabled;
        let Some(test_plan) = roots.iter().find(is_plan) else {
            let message = "there is no enabled test plan in the file";
            return Err(Diagnostic::error(file_name, 0, "", message));
        };
        let mut loads = Plan::named(&test_plan.name);
        loads.scenarios_in_order = test_plan.flag("TestPlan.serialize_threadgroups", false);
        loads.verify_certificates = false;
        let enabled = test_plan.children.iter().filter(|e| e.enabled && is_group(&e.kind));
        loads.scenarios = enabled.map(|element| scenario(&mut lowering, element)).collect();
        if loads.main().next().is_none() {
            let diagnostic =
                Diagnostic::error(file_name, test_plan.line, test_plan.title(), "no thread group is enabled");
            return Err(diagnostic.with_hint("enable a thread group in JMeter, or add one"));
        }
        let text = xml::declared_first(text);
        let text = xml::without_forbidden_references(&text).into_owned();
        let places = Places::find(file_name, &text)?;
        let has_parent_samples = roots.iter().any(holds_parent_sample);
        Ok(JmeterPlan {
            loads,
            has_parent_samples,
            groups: places.groups,
            test_plan: places.test_plan,
            tear_down: places.tear_down,
            text,
        })
    }

    /// The plan's text with the main scenarios' loads; a group whose load is the plan's own stays, but for the
    /// [`EXTRA`] time.
    pub fn text(&self, loads: &Plan) -> String {
        let own = self.loads.main();
        let mut changes: Vec<(Range<usize>, String)> = Vec::new();
        let mut ends = false;
        for ((group, scenario), own) in self.groups.iter().zip(loads.main()).zip(own) {
            let is_own = scenario.load == own.load && scenario.iterations == own.iterations;
            let has_end = scenario.load.ends_at().is_some() && !loads.scenarios_in_order;
            ends |= has_end;
            if is_own && !(has_end && group.is_plain) {
                continue;
            }
            let extra = if has_end { EXTRA } else { Duration::ZERO };
            let element = match &scenario.load {
                Load::Users(profile) => plain_group(group, scenario, profile, extra),
                Load::Arrivals(_) => open_group(scenario, extra),
                // No step asks for waves: the group stays as it is.
                Load::Waves(_) => continue,
            };
            changes.push((group.range.clone(), element));
        }
        if ends {
            // JMeter is shut down at the planned end, and tear-down is to run all the same.
            changes.push(self.tear_down_change());
        }
        changes.sort_by_key(|(range, _)| range.start);
        let mut out = String::with_capacity(self.text.len() + 1024);
        let mut done = 0;
        for (range, change) in changes {
            out.push_str(&self.text[done..range.start]);
            out.push_str(&change);
            done = range.end;
        }
        out.push_str(&self.text[done..]);
        xml::with_forbidden_references(&in_utf8(&out))
    }

    fn tear_down_change(&self) -> (Range<usize>, String) {
        const SET: &str = "<boolProp name=\"TestPlan.tearDown_on_shutdown\">true</boolProp>";
        if let Some(range) = &self.tear_down {
            return (range.clone(), SET.to_owned());
        }
        let Range { end, .. } = self.test_plan;
        let element = &self.text[self.test_plan.clone()];
        if element.ends_with("/>") {
            return (end - 2..end, format!(">{SET}</TestPlan>"));
        }
        let close = element.rfind("</").map_or(end, |at| self.test_plan.start + at);
        (close..close, SET.to_owned())
    }
}

fn is_group(kind: &str) -> bool {
    kind.ends_with("ThreadGroup")
}

fn holds_parent_sample(element: &Element) -> bool {
    let here = element.enabled
        && element.kind == "TransactionController"
        && element.flag("TransactionController.parent", false);
    here || element.children.iter().any(holds_parent_sample)
}

/// What the thread group asks for; what is not known when the plan is read counts as one user.
fn scenario(lowering: &mut Lowering, element: &Element) -> Scenario {
    let mut number = |text: &str| -> Option<f64> {
        let known = lowering.evaluation.known_text(text).ok()?;
        known.trim().parse::<f64>().ok().filter(|n| (0.0..=1e9).contains(n))
    };
    let users = users(element).iter().filter_map(|text| number(text)).sum::<f64>();
    let users =
        if users >= 1.0 { users as u32 } else { u32::from(element.text("ThreadGroup.num_threads") != "0") };
    let is_plain = group::phase(&element.kind).is_some();
    let mut seconds = |name: &str| number(element.text(name)).map_or(Duration::ZERO, Duration::from_secs_f64);
    let scheduled = is_plain && element.flag("ThreadGroup.scheduler", false);
    let ramp = if is_plain { seconds("ThreadGroup.ramp_time") } else { Duration::ZERO };
    let delay = if scheduled { seconds("ThreadGroup.delay") } else { Duration::ZERO };
    let end = scheduled.then(|| seconds("ThreadGroup.duration")).filter(|end| !end.is_zero());
    let controller = element.group("ThreadGroup.main_controller");
    let loops = number(controller.text("LoopController.loops")).map_or(-1, |n| n as i64);
    let forever = controller.flag("LoopController.continue_forever", false) || (is_plain && loops < 0);
    Scenario {
        name: element.name.clone(),
        phase: group::phase(&element.kind).unwrap_or(Phase::Main),
        load: LoadProfile { delay, stages: vec![Stage { users, ramp, hold: None }], end }.into(),
        iterations: if forever { Iterations::Forever } else { Iterations::Times(loops.max(1) as u64) },
        on_error: OnError::Continue,
        new_user_each_iteration: false,
        steps: Vec::new(),
    }
}

/// Where thread groups of JMeter and of the usual plug-ins say how many users they start: numbers to be added.
fn users(element: &Element) -> Vec<String> {
    for name in ["ThreadGroup.num_threads", "TargetLevel"] {
        if !element.text(name).is_empty() {
            return vec![element.text(name).to_owned()];
        }
    }
    let rows = element.group("ultimatethreadgroupdata").iter().filter_map(Property::as_group);
    let first = |row: &[Property]| match row.first().map(|p| &p.value) {
        Some(PropertyValue::Text(text)) => Some(text.clone()),
        _ => None,
    };
    rows.filter_map(first).collect()
}

/// Where in the text the thread groups are.
struct Places {
    groups: Vec<Group>,
    test_plan: Range<usize>,
    tear_down: Option<Range<usize>>,
}

impl Places {
    fn find(file_name: &str, text: &str) -> Result<Places, Diagnostic> {
        // It was parsed before, from the same text.
        let document =
            Document::parse(text).map_err(|e| Diagnostic::error(file_name, 0, "", e.to_string()))?;
        let trees = document.root_element().children().filter(|n| n.has_tag_name("hashTree"));
        let mut elements = trees.flat_map(|tree| tree.children().filter(Node::is_element));
        let Some(plan) = elements.find(|n| kind(*n) == "TestPlan" && is_enabled(*n)) else {
            return Err(Diagnostic::error(file_name, 0, "", "there is no enabled test plan in the file"));
        };
        let below = plan.next_siblings().skip(1).filter(Node::is_element);
        // Until the next element: a plan may have several trees, and no tree.
        let trees = below.take_while(|n| n.has_tag_name("hashTree"));
        let groups = trees
            .flat_map(|tree| tree.children().filter(Node::is_element))
            .filter(|n| !n.has_tag_name("hashTree") && is_enabled(*n) && is_group(kind(*n)))
            .filter(|n| group::phase(kind(*n)).is_none_or(|phase| phase == Phase::Main));
        Ok(Places {
            groups: groups.map(Group::of).collect(),
            test_plan: plan.range(),
            tear_down: property(plan, "TestPlan.tearDown_on_shutdown").map(|n| n.range()),
        })
    }
}

impl Group {
    fn of(node: Node) -> Group {
        let text = |name: &str| property(node, name).and_then(|n| n.text()).unwrap_or_default().trim();
        Group {
            range: node.range(),
            is_plain: kind(node) == "ThreadGroup",
            on_error: text("ThreadGroup.on_sample_error").to_owned(),
            same_user: !text("ThreadGroup.same_user_on_next_iteration").eq_ignore_ascii_case("false"),
            delayed_start: text("ThreadGroup.delayedStart").eq_ignore_ascii_case("true"),
        }
    }

    fn on_error(&self) -> &str {
        if self.on_error.is_empty() { "continue" } else { &self.on_error }
    }
}

fn kind<'a>(node: Node<'a, '_>) -> &'a str {
    let class = node.attribute("testclass").filter(|c| !c.is_empty());
    xml::short_class(class.unwrap_or(node.tag_name().name()))
}

fn is_enabled(node: Node) -> bool {
    node.attribute("enabled").is_none_or(|e| e.eq_ignore_ascii_case("true"))
}

fn property<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|n| n.attribute("name") == Some(name))
}

/// JMeter counts ramps and durations in whole seconds.
fn whole_seconds(duration: Duration) -> u64 {
    duration.as_micros().div_ceil(1_000_000) as u64
}

fn plain_group(group: &Group, scenario: &Scenario, profile: &LoadProfile, extra: Duration) -> String {
    let loops = match scenario.iterations {
        Iterations::Forever => -1,
        Iterations::Times(times) => i64::try_from(times).unwrap_or(i64::MAX),
    };
    let duration = profile.ends_at().map(|end| whole_seconds(end.saturating_sub(profile.delay) + extra));
    let ramp = profile.stages.first().map_or(Duration::ZERO, |stage| stage.ramp);
    format!(
        "<ThreadGroup guiclass=\"ThreadGroupGui\" testclass=\"ThreadGroup\" testname=\"{name}\" enabled=\"true\">\
         <stringProp name=\"ThreadGroup.on_sample_error\">{on_error}</stringProp>\
         <elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\" \
         guiclass=\"LoopControlPanel\" testclass=\"LoopController\" enabled=\"true\">\
         <boolProp name=\"LoopController.continue_forever\">false</boolProp>\
         <stringProp name=\"LoopController.loops\">{loops}</stringProp></elementProp>\
         <stringProp name=\"ThreadGroup.num_threads\">{users}</stringProp>\
         <stringProp name=\"ThreadGroup.ramp_time\">{ramp}</stringProp>\
         <boolProp name=\"ThreadGroup.scheduler\">{scheduled}</boolProp>\
         <stringProp name=\"ThreadGroup.duration\">{duration}</stringProp>\
         <stringProp name=\"ThreadGroup.delay\">{delay}</stringProp>\
         <boolProp name=\"ThreadGroup.delayedStart\">{delayed}</boolProp>\
         <boolProp name=\"ThreadGroup.same_user_on_next_iteration\">{same_user}</boolProp></ThreadGroup>",
        name = escaped(&scenario.name),
        on_error = escaped(group.on_error()),
        users = profile.users_max(),
        ramp = whole_seconds(ramp),
        scheduled = duration.is_some(),
        duration = duration.map_or_else(String::new, |seconds| seconds.to_string()),
        delay = whole_seconds(profile.delay),
        delayed = group.delayed_start,
        same_user = group.same_user,
    )
}

/// An open model thread group (from JMeter 5.5 on): each arrival is a thread that goes once through the steps.
fn open_group(scenario: &Scenario, extra: Duration) -> String {
    let spacing = scenario.load.as_arrivals().map(|arrivals| arrivals.spacing);
    let arrivals = if spacing == Some(Spacing::Even) { "even_arrivals" } else { "random_arrivals" };
    let mut schedule = String::new();
    let mut before = 0.0;
    for stage in scenario.load.as_arrivals().iter().flat_map(|arrivals| &arrivals.stages) {
        let mut part = |from: f64, to: f64, time: Duration| {
            if !time.is_zero() {
                let seconds = time.as_secs_f64();
                schedule.push_str(&format!("rate({from}/sec) {arrivals}({seconds} sec) rate({to}/sec) "));
            }
        };
        part(before, stage.per_s, stage.ramp);
        part(stage.per_s, stage.per_s, stage.hold);
        before = stage.per_s;
    }
    schedule.push_str(&format!("{arrivals}({} sec)", extra.as_secs()));
    format!(
        "<OpenModelThreadGroup guiclass=\"OpenModelThreadGroupGui\" testclass=\"OpenModelThreadGroup\" \
         testname=\"{name}\" enabled=\"true\">\
         <elementProp name=\"ThreadGroup.main_controller\" elementType=\"OpenModelThreadGroupController\"/>\
         <stringProp name=\"ThreadGroup.on_sample_error\">continue</stringProp>\
         <stringProp name=\"OpenModelThreadGroup.schedule\">{schedule}</stringProp>\
         <stringProp name=\"OpenModelThreadGroup.random_seed\"></stringProp></OpenModelThreadGroup>",
        name = escaped(&scenario.name),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The declaration says what the text is in now.
fn in_utf8(text: &str) -> String {
    let declared = text.find("?>").filter(|_| text.starts_with("<?xml")).unwrap_or(0);
    let (declaration, rest) = text.split_at(declared);
    match declaration.is_empty() {
        true => text.to_owned(),
        false => format!("<?xml version=\"{}\" encoding=\"UTF-8\"{rest}", version(declaration)),
    }
}

/// XML 1.1 stays XML 1.1: it allows more characters.
fn version(declaration: &str) -> &str {
    if declaration.contains("1.1") { "1.1" } else { "1.0" }
}
