//! Timers, as think time before each request in their scope.

use super::element::{Element, Properties};
use super::lowering::{Lowering, Outcome};
use crate::milliseconds;
use plimsoll_plan::Template;
use plimsoll_plan::plan::Pause;

pub fn pause(element: &Element) -> Outcome<Pause> {
    let offset = time(element, "ConstantTimer.delay")?;
    Ok(match element.kind.as_str() {
        "UniformRandomTimer" => Pause::Uniform { offset, range: time(element, "RandomTimer.range")? },
        "GaussianRandomTimer" => Pause::Gaussian { offset, deviation: time(element, "RandomTimer.range")? },
        "PoissonRandomTimer" => Pause::Poisson { offset, lambda: time(element, "RandomTimer.range")? },
        _ => Pause::Constant(offset),
    })
}

fn time(element: &Element, property: &str) -> Outcome<Template> {
    Ok(milliseconds::lenient(Lowering::template(property, element.text(property).trim())?))
}
