//! What a failed sample does to its user (org.apache.jmeter.reporters.ResultAction).

use super::context::ElementResult;
use super::element::{Element, ElementProperties};
use plimsoll_plan::plan::{Leave, OnError, Step};

/// The codes are those of org.apache.jmeter.testelement.OnErrorTestElement; `None` is to continue.
pub fn action(element: &Element) -> ElementResult<Option<Step>> {
    Ok(Some(match element.text("OnError.action").trim() {
        "0" | "" => return Ok(None),
        "1" => Step::Stop(OnError::StopUser),
        "2" => Step::Stop(OnError::StopTest),
        "3" => Step::Stop(OnError::StopTestNow),
        "4" => Step::Stop(OnError::StartNextIteration),
        "5" => Step::Leave(Leave::Pass),
        "6" => Step::Leave(Leave::Loop),
        other => return Err(format!("OnError.action: `{other}` is not known")),
    }))
}
