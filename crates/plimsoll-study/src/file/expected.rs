//! Reads the expected use, what calls carry, and how far below a maximum to operate.

use super::shapes;
use plimsoll_analysis::advice::{HEADROOM_PERCENT_MAX, headroom_percent};
use plimsoll_plan::document::{Fields, Node, NodeValue};
use plimsoll_plan::units;
use plimsoll_run::{ExpectedUse, WorkUnit};

const SECONDS_PER_HOUR: f64 = 3_600.0;

/// `units: {registrations: 500}`, or of one transaction alone: `units: {registrations: {per_call: 500, of: "POST /register"}}`.
pub fn units(fields: &mut Fields<'_, '_>) -> Vec<WorkUnit> {
    let Some(node) = fields.optional("units") else { return Vec::new() };
    if node.entries().is_empty() {
        let text = format!("expected names and numbers, found {}", node.kind());
        fields.problems.error(node.line, "units", text).hint =
            Some("for example `units: {registrations: 500}`".to_owned());
    }
    let number = |text: &str| match text.trim().parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("`{text}` is not a number above 0")),
    };
    let mut all = Vec::new();
    for (name, value) in node.entries() {
        let Some(name) = name.as_str().map(str::to_owned) else { continue };
        if let NodeValue::Mapping(_) = value.value {
            let mut inner = Fields::of(value, &shapes::UNIT, fields.problems);
            let per_call =
                inner.required("per_call").and_then(|node| inner.parse_node(node, "per_call", number));
            let transaction = inner.text("of");
            inner.finish();
            all.extend(per_call.map(|per_call| WorkUnit { name, per_call, transaction }));
        } else {
            let per_call = fields.parse_node(value, "units", number);
            all.extend(per_call.map(|per_call| WorkUnit { name, per_call, transaction: None }));
        }
    }
    all
}

/// `expected: 11000/h`, or `project: {expected: 11000/h, units: registrations, per: {municipality: 98}}`; a bare number
/// is per hour. Gives the rate in calls too.
pub fn read(fields: &mut Fields<'_, '_>, units: &[WorkUnit]) -> (Option<f64>, Option<ExpectedUse>) {
    let parse = |text: &str| match text.trim().parse::<f64>() {
        Ok(per_hour) if per_hour > 0.0 => Ok(per_hour / SECONDS_PER_HOUR),
        _ => units::rate_per_s(text).map_err(|e| e.to_string()),
    };
    let direct = fields.parsed("expected", parse);
    let Some(node) = fields.optional("project") else { return (direct, None) };
    let mut project = Fields::of(node, &shapes::PROJECT, fields.problems);
    let shared_by = project.optional("per").map(|node| shared_by(node, &mut project)).unwrap_or_default();
    let inner = project.parsed("expected", parse);
    let unit = project.parsed("units", |name| match units.iter().find(|unit| unit.name == name) {
        Some(unit) if unit.transaction.is_some() => {
            Err(format!("`{name}` are carried by one transaction alone: say the expected use in calls"))
        }
        Some(_) => Ok(name.to_owned()),
        None => Err(format!("the study has no `units` called `{name}`")),
    });
    project.finish();
    let Some(per_s) = inner.or(direct) else { return (None, unshared(shared_by, unit)) };
    let factor = unit.as_ref().and_then(|name| units.iter().find(|unit| unit.name == *name));
    let in_calls = per_s / factor.map_or(1.0, |unit| unit.per_call);
    let expected =
        (unit.is_some() || !shared_by.is_empty()).then_some(ExpectedUse { per_s, unit, shared_by });
    (Some(in_calls), expected)
}

/// What is to be left free of a maximum that is found: `20 %`; in percent.
pub fn headroom(text: &str) -> Result<f64, String> {
    let fraction = units::percentage(text).map_err(|error| error.to_string())?;
    headroom_percent(fraction)
        .ok_or_else(|| format!("`{text}` is not from 0 % to {HEADROOM_PERCENT_MAX} % of a maximum"))
}

/// Shares of the capacity can be told without an expected use.
fn unshared(shared_by: Vec<(String, f64)>, unit: Option<String>) -> Option<ExpectedUse> {
    (!shared_by.is_empty()).then_some(ExpectedUse { per_s: 0.0, unit, shared_by })
}

/// `{municipality: 98}`. A period is accepted as written in older studies: all usual ones are projected.
fn shared_by(node: &Node, fields: &mut Fields<'_, '_>) -> Vec<(String, f64)> {
    let mut all = Vec::new();
    for (name, value) in node.entries() {
        let count = fields.parse_node(value, "per", |text| match text.trim().parse::<f64>() {
            Ok(count) if count >= 1.0 && count.is_finite() => Ok(count),
            _ => Err(format!("`{text}` is not a number of 1 or more")),
        });
        all.extend(name.as_str().map(str::to_owned).zip(count));
    }
    all
}
