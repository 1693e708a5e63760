//! From the tree as written to a [`Plan`]: walks the elements in the order of the file, resolves their
//! scopes, and notes for each how faithfully it will be performed.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties as _};
use super::expansion::Expansion;
use super::scope::{Level, Scope};
use super::{
    check, data, database, extractor, group, kind, local, login, manager, result, script, session, tcp,
    timer, variable, xml,
};
use crate::evaluation::{self, Evaluation};
use crate::{PlanReading, Properties, files};
use plimsoll_plan::plan::{AtLine, Counter, Dialect, Extractor, Phase, Step};
use plimsoll_plan::{Diagnostic, Plan, Template};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// Reads a JMeter plan. `folder` is where the plan lies: the files it names are looked for there.
pub fn read_jmx(file_name: &str, text: &str, folder: &Path, properties: &Properties) -> PlanReading {
    let roots = match xml::elements(file_name, text) {
        Ok(roots) => roots,
        Err(diagnostic) => return PlanReading::failed(diagnostic),
    };
    let (lowering, _) = Lowering::of(file_name, folder, properties, roots);
    lowering.finish()
}

impl<'a> Lowering<'a> {
    /// Lowers these elements; with them as they are once what lies elsewhere is included.
    pub(super) fn of(
        file: &'a str,
        folder: &'a Path,
        properties: &Properties,
        roots: Vec<Element>,
    ) -> (Self, Vec<Element>) {
        let mut lowering = Lowering::new(file, folder, properties);
        let expansion = Expansion::of(file, folder, properties, roots);
        lowering.diagnostics = expansion.diagnostics;
        lowering.copies = expansion.copies;
        lowering.missing_files = expansion.missing;
        lowering.test(&expansion.roots);
        (lowering, expansion.roots)
    }

    fn new(file: &'a str, folder: &'a Path, properties: &Properties) -> Self {
        let mut plan = Plan::named(file);
        plan.verify_certificates = false;
        plan.dialect = Dialect::JMeter;
        plan.origin = files::origin(folder, file);
        Lowering {
            folder,
            evaluation: Evaluation::new(properties, &plan.origin),
            plan,
            indices: Vec::new(),
            missing_files: HashMap::new(),
            copies: HashMap::new(),
            databases: Vec::new(),
            global: HashSet::new(),
            looks_back: false,
            of_all_groups: Vec::new(),
            kerberos: Vec::new(),
            file,
            reports: BTreeMap::new(),
            diagnostics: Vec::new(),
        }
    }

    fn finish(mut self) -> PlanReading {
        self.diagnostics.sort_by_key(|d| d.line);
        self.diagnostics.dedup();
        for (copy, original) in std::mem::take(&mut self.copies) {
            self.join_reports(copy, original);
        }
        PlanReading::new(self.plan, self.reports.into_values().collect(), self.diagnostics)
    }

    fn test(&mut self, roots: &[Element]) {
        roots.iter().for_each(|root| self.find_indices(root));
        let is_plan = |e: &&Element| e.kind == "TestPlan" && e.enabled;
        for element in roots.iter().filter(|e| !is_plan(e)) {
            self.inert(element);
        }
        let Some(plan) = roots.iter().find(is_plan) else {
            let hint = "is this a test fragment? Add it to a test plan and save that";
            let missing = Diagnostic::error(self.file, 0, "", "there is no enabled test plan in the file");
            self.diagnostics.push(missing.with_hint(hint));
            return;
        };
        self.test_plan(plan);
    }

    fn test_plan(&mut self, element: &Element) {
        self.plan.name = element.name.clone();
        self.plan.scenarios_in_order = element.flag("TestPlan.serialize_threadgroups", false);
        self.plan.tear_down_after_stop = element.flag("TestPlan.tearDown_on_shutdown", false);
        variable::collect(self, element);
        database::collect(self, element);
        self.report(element);
        self.find_global(element);
        let level = self.level(&element.children);
        self.find_of_all_groups(element);
        let mut groups = 0;
        for child in &element.children {
            match (child.enabled, group::phase(&child.kind)) {
                (false, _) => self.inert(child),
                (true, Some(phase)) => {
                    groups += 1;
                    self.scenario(child, phase, &level);
                }
                (true, None) if child.kind.ends_with("ThreadGroup") => {
                    groups += 1;
                    self.leave_out(child, kind::unsupported_reason(&child.kind));
                }
                // Performed where modules lead to it.
                (true, None) if child.kind == "TestFragmentController" => self.inert(child),
                (true, None) if is_step(child) => {}
                (true, None) => self.leave_out_unless_done(child, &kind::unsupported_reason(&child.kind)),
            }
        }
        self.expect_scenarios(element, groups);
    }

    /// JMeter copies what stands in the plan into each thread group, behind what is there, but not what is below it
    /// (StandardJMeterEngine.startThreadGroup).
    fn find_of_all_groups(&mut self, plan: &Element) {
        let steps: Vec<&Element> =
            plan.children.iter().filter(|child| child.enabled && is_step(child)).collect();
        for step in &steps {
            self.report(step);
            for below in &step.children {
                self.leave_out(
                    below,
                    "JMeter does not see it: it is below an element outside of any thread group".to_owned(),
                );
            }
        }
        self.of_all_groups =
            steps.into_iter().map(|s| Element { children: Vec::new(), ..s.clone() }).collect();
    }

    /// The group with what each group has at its end. Each copy is told of by itself, and joined at the end.
    fn with_steps_of_all_groups(&mut self, element: &Element) -> Element {
        let mut element = element.clone();
        for step in &self.of_all_groups {
            let ordinal = COPIES_FROM + self.copies.len();
            self.copies.insert(ordinal, step.ordinal);
            element.children.push(Element { ordinal, ..step.clone() });
        }
        element
    }

    fn scenario(&mut self, element: &Element, phase: Phase, plan_level: &Level) {
        let with_all;
        let element = match self.of_all_groups.is_empty() {
            true => element,
            false => {
                with_all = self.with_steps_of_all_groups(element);
                &with_all
            }
        };
        if let Some(mut scenario) = group::scenario(self, element, phase) {
            self.report(element);
            let mut level = self.level(&element.children);
            level.append(plan_level.clone());
            let scope = Scope { outer: None, level: &level };
            scenario.steps = self.body_in(element, &scope).concat();
            // JMeter counts the iterations of a thread group under its name, from 0.
            if let Some(variable) = self.index(element) {
                let [start, increment] = ["0", "1"].map(Template::literal);
                let counter = Counter {
                    variable,
                    start,
                    increment,
                    end: None,
                    format: String::new(),
                    per_user: true,
                    reset_each_iteration: false,
                };
                scenario.steps.insert(0, Step::Counter(counter));
            }
            self.plan.scenarios.push(scenario);
        }
    }

    fn find_indices(&mut self, element: &Element) {
        let texts = element.all_texts().into_iter().filter(|(_, text)| text.contains("__jm__"));
        self.indices.extend(texts.map(|(_, text)| text.to_owned()));
        element.children.iter().for_each(|child| self.find_indices(child));
    }

    /// The variable that holds the number of a loop's pass, where the plan uses it.
    pub fn index(&self, element: &Element) -> Option<String> {
        let name = format!("__jm__{}__idx", element.name);
        self.indices.iter().any(|text| text.contains(&name)).then_some(name)
    }

    /// Notes what holds for all samplers: what stands in the plan itself, or in its only thread group.
    fn find_global(&mut self, plan: &Element) {
        let enabled = || plan.children.iter().filter(|child| child.enabled);
        let mut groups = enabled().filter(|child| group::phase(&child.kind).is_some());
        let only = groups.next().filter(|_| groups.next().is_none());
        let below = only.iter().flat_map(|group| &group.children);
        self.global = enabled().chain(below).map(|element| element.ordinal).collect();
        self.looks_back = looks_back(plan);
    }

    fn expect_scenarios(&mut self, element: &Element, groups: usize) {
        if !self.plan.scenarios.is_empty() || self.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let (message, hint) = match groups {
            0 => ("the plan has no enabled thread group", "enable a thread group in JMeter, or add one"),
            _ => ("the plan has no thread group of a kind that is supported", "use ordinary thread groups"),
        };
        let problem = match groups {
            // JMeter runs it, and ends at once.
            0 => self.warn(element, message),
            _ => self.error(element, message),
        };
        problem.hint = Some(hint.to_owned());
    }

    /// The elements of one hash tree that apply to all samplers in it.
    pub fn level<'e>(&mut self, children: &'e [Element]) -> Level<'e> {
        let mut level = Level::default();
        for child in children.iter().filter(|c| c.enabled) {
            match self.scoped(child, &mut level) {
                None => {}
                Some(Ok(())) => {
                    self.report(child);
                    child.children.iter().for_each(|below| self.inert(below));
                }
                Some(Err(reason)) => self.leave_out(child, reason),
            }
        }
        level
    }

    /// Lowers a scoped element into its level; `None` when it is none.
    fn scoped<'e>(&mut self, element: &'e Element, level: &mut Level<'e>) -> Option<ElementResult<()>> {
        Some(match element.kind.as_str() {
            // Collected before the walk: they hold for the whole plan.
            "Arguments" => Ok(()),
            "ConfigTestElement" if tcp::is_defaults(element) => {
                level.tcp_defaults.push(element);
                Ok(())
            }
            "ConfigTestElement" => manager::defaults(element).map(|is_http| {
                level.defaults.extend(is_http.then_some(element));
            }),
            "HeaderManager" => manager::headers(element).map(|h| level.headers.push(h)),
            "CookieManager" => manager::cookie_jar(self, element).map(|jar| level.jars.push(jar)),
            "CacheManager" => manager::cache(self, element).map(|cache| level.caches.push(cache)),
            "DNSCacheManager" => manager::hosts(self, element),
            "AuthManager" => login::login_set(self, element).map(|set| level.logins.extend(set)),
            "CSVDataSet" => data::data_set(self, element).map(|step| level.starts.extend(step)),
            "CounterConfig" => data::counter(element).map(|step| level.starts.push(step)),
            "RandomVariableConfig" => data::random_number(self, element).map(|step| level.starts.push(step)),
            "UserParameters" => data::user_parameters(element).map(|steps| {
                let each_iteration = element.flag("UserParameters.per_iteration", false);
                if each_iteration { level.starts.extend(steps) } else { level.before.extend(steps) }
            }),
            "URLRewritingModifier" => session::session(element).map(|(session, step)| {
                level.before.push(step);
                level.sessions.push(session);
            }),
            "RegExUserParameters" => {
                session::matched_parameters(element).map(|matched| level.matched.push(matched))
            }
            "JDBCPreProcessor" => {
                database::processor(self, element).map(|step| level.before.push(Step::Sql(Box::new(step))))
            }
            "JDBCPostProcessor" => database::processor(self, element).map(|step| {
                level.after.push(Step::Sql(Box::new(step)));
                self.approximate(element, "it runs after the extractors and assertions of its sampler");
            }),
            "ResultAction" => result::action(element).map(|step| level.on_failure.extend(step)),
            kind if timer::is_timer(kind) => {
                timer::pause(self, element).map(|pause| level.timers.push(pause))
            }
            "ResponseAssertion" | "DurationAssertion" | "SizeAssertion" | "JSONPathAssertion"
            | "JMESPathAssertion" | "XPathAssertion" | "XPath2Assertion" | "XMLAssertion"
            | "HTMLAssertion" | "XMLSchemaAssertion" | "MD5HexAssertion" | "CompareAssertion" => {
                check::check(self, element).map(|check| {
                    let placed = check.into_iter().map(|check| check.map_texts(&mut AtLine(element.line)));
                    level.checks.extend(placed);
                })
            }
            "RegexExtractor" | "JSONPostProcessor" | "BoundaryExtractor" | "JMESPathExtractor"
            | "XPathExtractor" | "XPath2Extractor" | "HtmlExtractor" => extractor::extractors(self, element)
                .map(|found| {
                    let placed = found.iter().map(|found| found.map_texts(&mut AtLine(element.line)));
                    level.extractors.extend(placed);
                }),
            "JSR223PreProcessor" | "BeanShellPreProcessor" => {
                let script = script::script(self, element);
                script.map(|s| level.before.extend(s.map(|(language, text)| Step::Script { language, text })))
            }
            "JSR223PostProcessor" | "BeanShellPostProcessor" => {
                let script = script::script(self, element);
                script.map(|s| level.extractors.extend(s.map(|(l, text)| Extractor::script(l, text))))
            }
            "JSR223Assertion" | "BeanShellAssertion" => {
                script::check(self, element).map(|check| level.checks.extend(check))
            }
            "JSR223Timer" | "BeanShellTimer" => {
                script::pause(self, element).map(|pause| level.timers.extend(pause))
            }
            "JSR223Listener" | "BeanShellListener" => script::listener(self, element),
            kind if kind::is_inert(kind) || kind::is_foreign_config(kind) => {
                self.inert(element);
                Ok(())
            }
            _ => return None,
        })
    }

    /// The steps of each child of a controller, those of the start of its iteration first.
    pub fn body(&mut self, element: &Element, outer: &Scope) -> Vec<Vec<Step>> {
        let level = self.level(&element.children);
        self.body_in(element, &Scope { outer: Some(outer), level: &level })
    }

    pub fn body_in(&mut self, element: &Element, scope: &Scope) -> Vec<Vec<Step>> {
        let mut starts = scope.level.starts.clone();
        let mut steps = Vec::new();
        for child in &element.children {
            if child.enabled {
                let child_steps = self.child(child, scope, &mut starts);
                steps.extend(Some(child_steps).filter(|s| !s.is_empty()));
            } else {
                self.inert(child);
            }
        }
        if !starts.is_empty() {
            // The last in the file comes first (GenericController.addIterationListener).
            starts.reverse();
            steps.insert(0, starts);
        }
        steps
    }

    /// What is left of a template's text, or why it can't be used; `property` names it in the message.
    pub fn template(property: &str, text: &str) -> ElementResult<Template> {
        evaluation::template(text).map_err(|reason| format!("{property}: {reason}"))
    }
}

/// Beyond the ordinals of any plan's own elements.
const COPIES_FROM: usize = usize::MAX / 2;

/// A sampler or a controller.
fn is_step(element: &Element) -> bool {
    kind::is_sampler(element)
        || local::is_local(element)
        || element.kind == "TestAction"
        || (element.kind.ends_with("Controller") && element.kind != "TestFragmentController")
}

fn sees_own(kind: &str) -> bool {
    ["PostProcessor", "Assertion", "Listener"].iter().any(|ending| kind.ends_with(ending))
}

/// Functions and scripts before a sampler see the answer of the one before it.
fn looks_back(element: &Element) -> bool {
    let is_script = kind::is_script(&element.kind) && !sees_own(&element.kind);
    let sees = |text: &str| {
        text.contains("__regexFunction")
            || text.contains("sampleResult")
            || is_script && ["prev", "SampleResult", "PreviousResult"].iter().any(|word| text.contains(word))
    };
    element.enabled
        && (element.kind == "URLRewritingModifier"
            || element.all_texts().iter().any(|(_, text)| sees(text))
            || element.children.iter().any(looks_back))
}
