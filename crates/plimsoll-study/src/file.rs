//! Reads a study from a document.

mod completion;
pub mod detectors;
mod examples;
mod expected;
mod fleet;
mod generator;
mod jobs;
mod load;
mod report;
pub mod shapes;
mod system;
mod watch;

use crate::order::Order;
use crate::study::{Steps, Study, VariantSpec};
use plimsoll_analysis::requirements::Requirement;
use plimsoll_plan::document::{Fields, Node, NodeValue, Problems};
use plimsoll_run::Variant;
use plimsoll_run::jtl::JtlFormat;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use expected::headroom;
pub use fleet::read_fleet;
pub use generator::generators;
pub use load::{RAISE_MAX, precision, rate};
pub use report::read_texts;

/// The study in `node`; everything that is wrong with it goes into `problems`, and then there is none.
/// Paths are resolved against `folder`, or against the one that the study names in it.
pub fn read_study(node: &Node, folder: &Path, problems: &mut Problems) -> Option<Study> {
    let mut fields = Fields::of(node, &shapes::STUDY, problems);
    let folder = &fields.text("folder").map_or_else(|| folder.to_owned(), |own| folder.join(own));
    let name = fields.required("study").and_then(|n| n.as_str()).unwrap_or_default().to_owned();
    let plan = fields.text("plan").map(|path| folder.join(path));
    let generator = generator::read(&mut fields, plan.is_some());
    let properties = properties(fields.optional("properties"), fields.problems);
    let (steps, timing) = load::read(&mut fields);
    let steps = match jobs::read(&mut fields) {
        Some(_) if steps != Steps::Plan => {
            let (line, text) = (fields.line(), "`jobs` exclude `threads`, `rates`, `climb` and `capacity`");
            fields.problems.error(line, "jobs", text);
            steps
        }
        Some(jobs) => Steps::Jobs(jobs),
        None => steps,
    };
    let step_without_load = steps == Steps::Plan && timing.step.is_some();
    let timing = timing.complete(&steps, &mut fields);
    let variants = variants(&mut fields, folder);
    let repeats = fields.count("repeats").unwrap_or(1);
    if repeats == 0 {
        fields.problems.error(fields.line(), "repeats", "at least 1 is needed");
    }
    let order = order(&mut fields);
    let system =
        fields.optional("system").map(|node| system::read(node, fields.problems)).unwrap_or_default();
    let completion = fields.optional("completion").and_then(|node| completion::read(node, fields.problems));
    let requirements = requirements(&mut fields);
    let units = expected::units(&mut fields);
    let (expected_per_s, expected) = expected::read(&mut fields, &units);
    let headroom_percent = fields.parsed("headroom", headroom);
    let tracing = fields.parsed("tracing", plimsoll_plan::units::share);
    let seed =
        fields.parsed("seed", |text| text.parse().map_err(|_| format!("`{text}` is not a whole number")));
    let workers = fields.count("workers").filter(|n| *n > 0);
    let report = fields.optional("report").map(|node| report::read(node, folder, fields.problems));
    let report = report.unwrap_or_default();
    let about = pairs(&mut fields, "about", "about: {system: lookup service, version: 2.0.45}");
    let labels = pairs(&mut fields, "labels", "labels: {commit: a1b2c3}");
    let jtl = fields.parsed("jtl", |text| match text {
        "csv" => Ok(JtlFormat::Csv),
        "xml" => Ok(JtlFormat::Xml),
        other => Err(format!("`{other}` is not a format of JMeter's result files: csv, xml")),
    });
    let examples =
        fields.optional("examples").map(|node| examples::read(node, fields.problems)).unwrap_or_default();
    let detectors =
        fields.optional("detectors").map(|node| detectors::read(node, fields.problems)).unwrap_or_default();
    let fleet = fields.optional("fleet").map(|node| fleet::read_fleet(node, folder, fields.problems));
    let watch = fields.optional("watch").map(|node| watch::read(node, fields.problems)).unwrap_or_default();
    let line = fields.line();
    fields.finish();
    if matches!(steps, Steps::Capacity(_)) && requirements.is_empty() && !problems.any_error() {
        let text = "`requirements` are missing: capacity is the highest rate at which they hold";
        problems.warning(line, "capacity", text);
    }
    // Only when nothing else is wrong: a misspelt `threads` would make it untrue.
    if step_without_load && !problems.any_error() {
        problems.error(
            line,
            "step",
            "`step` has no meaning without `threads`, `rates`, `climb` or `capacity`",
        );
    }
    if problems.any_error() {
        return None;
    }
    Some(Study {
        name,
        plan: plan.unwrap_or_default(),
        properties,
        steps,
        timing,
        variants,
        repeats,
        order,
        system,
        completion,
        folder: folder.to_owned(),
        requirements,
        expected_per_s,
        expected,
        headroom_percent,
        tracing,
        units,
        seed,
        generator,
        workers,
        about,
        report_formats: report.formats,
        report_language: report.language,
        report_tables: report.tables,
        report_texts: report.texts,
        jtl,
        examples,
        fleet,
        detectors,
        watch,
        labels,
    })
}

fn properties(node: Option<&Node>, problems: &mut Problems) -> BTreeMap<String, String> {
    let Some(node) = node else { return BTreeMap::new() };
    if !matches!(node.value, NodeValue::Mapping(_)) {
        problems.error(node.line, "properties", format!("expected names and values, found {}", node.kind()));
    }
    let mut properties = BTreeMap::new();
    for (key, value) in node.entries() {
        match (key.as_str(), value.as_str(), &value.value) {
            (Some(key), Some(value), _) => {
                properties.insert(key.to_owned(), value.to_owned());
            }
            (Some(key), None, NodeValue::Null) => {
                properties.insert(key.to_owned(), String::new());
            }
            _ => {
                problems.error(value.line, "properties", format!("expected a value, found {}", value.kind()));
            }
        }
    }
    properties
}

/// `variants` (named configurations) times `matrix` (properties with several values each).
fn variants(fields: &mut Fields<'_, '_>, folder: &Path) -> Vec<VariantSpec> {
    let named = fields.optional("variants");
    let matrix = fields.optional("matrix");
    let mut all = match named {
        None => vec![VariantSpec::default()],
        Some(node) => named_variants(node, folder, fields.problems),
    };
    let several = all.len() > 1 && matrix.is_some();
    for variant in all.iter_mut().map(|spec| &mut spec.variant).filter(|v| several && v.factors.is_empty()) {
        variant.factors.push(("variant".to_owned(), variant.name.clone()));
    }
    for (key, values) in matrix.map(Node::entries).unwrap_or_default() {
        let Some(property) = key.as_str() else { continue };
        let values: Vec<&str> = values.items().iter().filter_map(Node::as_str).collect();
        if values.is_empty() {
            fields.problems.error(key.line, property, "expected a list of values for this property");
            continue;
        }
        all = all
            .iter()
            .flat_map(|spec| values.iter().map(|value| with_value(spec, property, value)))
            .collect();
    }
    all
}

fn with_value(spec: &VariantSpec, property: &str, value: &str) -> VariantSpec {
    let mut spec = spec.clone();
    let separator = if spec.variant.name.is_empty() { "" } else { ", " };
    spec.variant.name = format!("{}{separator}{property}={value}", spec.variant.name);
    spec.variant.properties.insert(property.to_owned(), value.to_owned());
    spec.variant.factors.push((property.to_owned(), value.to_owned()));
    spec
}

fn named_variants(node: &Node, folder: &Path, problems: &mut Problems) -> Vec<VariantSpec> {
    if node.entries().is_empty() {
        let message = format!("expected variants by name, found {}", node.kind());
        problems.error(node.line, "variants", message).hint =
            Some("for example `variants: {small: {properties: {heap: 1g}}}`".to_owned());
    }
    let mut all = Vec::new();
    for (key, value) in node.entries() {
        let Some(name) = key.as_str() else { continue };
        let mut fields = Fields::of(value, &shapes::VARIANT, problems);
        let properties = properties(fields.optional("properties"), fields.problems);
        let factors = pairs(&mut fields, "factors", "factors: {size: A, request: GET}");
        let plan: Option<PathBuf> = fields.text("plan").map(|path| folder.join(path));
        let system = system::of_fields(&mut fields);
        fields.finish();
        all.push(VariantSpec {
            variant: Variant { name: name.to_owned(), properties, factors },
            plan,
            system,
        });
    }
    all
}

fn order(fields: &mut Fields<'_, '_>) -> Order {
    let order = fields.parsed("order", |text| {
        let known = Order::NAMES.into_iter().find(|(name, _)| *name == text);
        known.map(|(_, order)| order).ok_or_else(|| {
            let names = Order::NAMES.map(|(name, _)| name).join(", ");
            format!("`{text}` is not an order of runs: {names}")
        })
    });
    order.unwrap_or_default()
}

fn requirements(fields: &mut Fields<'_, '_>) -> Vec<String> {
    let Some(node) = fields.optional("requirements") else { return Vec::new() };
    let mut all = Vec::new();
    for item in node.items() {
        let parse = |text: &str| {
            Requirement::parse(text).map(|_| text.to_owned()).map_err(|e| format!("failed to {e}"))
        };
        all.extend(fields.parse_node(item, "requirements", parse));
    }
    all
}

/// Any names, in the order written.
fn pairs(fields: &mut Fields<'_, '_>, key: &'static str, example: &str) -> Vec<(String, String)> {
    let Some(node) = fields.optional(key) else { return Vec::new() };
    if node.entries().is_empty() {
        let message = format!("expected names and values, found {}", node.kind());
        fields.problems.error(node.line, key, message).hint = Some(format!("for example `{example}`"));
    }
    let text = |node: &Node| node.as_str().map(str::to_owned);
    node.entries().iter().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect()
}
