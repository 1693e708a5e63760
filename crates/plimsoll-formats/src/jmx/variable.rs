//! User Defined Variables: wherever they stand, they hold for the whole plan and the last one wins
//! (org.apache.jmeter.engine.PreCompiler).

use super::context::Lowering;
use super::element::{Element, ElementProperties, Property};
use crate::evaluation;

pub fn collect(lowering: &mut Lowering, plan: &Element) {
    let own = plan.group("TestPlan.user_defined_variables");
    define(lowering, plan, own);
    plan.children.iter().for_each(|child| visit(lowering, child));
}

fn visit(lowering: &mut Lowering, element: &Element) {
    if !element.enabled {
        return;
    }
    if element.kind == "Arguments" {
        define(lowering, element, &element.properties);
        lowering.report(element);
    }
    element.children.iter().for_each(|child| visit(lowering, child));
}

fn define(lowering: &mut Lowering, element: &Element, properties: &[Property]) {
    let mut names: Vec<&str> = Vec::new();
    for argument in properties.members("Arguments.arguments") {
        let name = argument.text("Argument.name");
        // Inside one element the first of a name stays (Arguments.getArgumentsAsMap).
        if name.is_empty() || names.contains(&name) {
            continue;
        }
        names.push(name);
        match evaluation::template(argument.text("Argument.value")) {
            Ok(value) => {
                lowering.evaluation.define(name, &value);
                lowering.plan.variables.push((name.to_owned(), value));
            }
            Err(reason) => {
                let known = format!("defined in line {} by what is not understood: {reason}", element.line);
                lowering.evaluation.define_unknown(name, known);
                lowering.leave_out_only(element, format!("variable {name}: {reason}"));
            }
        }
    }
}
