//! Samples as scripts see them: the last one, the one that a sampler's script makes, and what an assertion's script
//! says. BeanShell reads and sets them by variables of its own, too (BeanShellAssertion, BeanShellSampler).

use super::arguments::Arguments;
use super::syntax::ScriptLanguage;
use super::value::ScriptValue;
use crate::template::{EvaluationContext, LastAnswer};

type Outcome = Result<ScriptValue, String>;

pub(super) const GETTERS: [&str; 12] = [
    "getResponseData",
    "getStartTime",
    "getResponseCode",
    "getResponseMessage",
    "getResponseDataAsString",
    "getResponseHeaders",
    "isSuccessful",
    "isResponseCodeOK",
    "getSampleLabel",
    "getTime",
    "getUrlAsString",
    "getThreadName",
];
const SETTERS: [&str; 14] = [
    "setSuccessful",
    "setResponseCode",
    "setResponseCodeOK",
    "setResponseMessage",
    "setResponseMessageOK",
    "setResponseOK",
    "setResponseData",
    "setResponseHeaders",
    "setSampleLabel",
    "setIgnore",
    // What follows changes nothing that is looked at.
    "setDataType",
    "setContentType",
    "setDataEncoding",
    "setSamplerData",
];
/// What scripts after a sampler may say of its sample.
const JUDGING: [&str; 2] = ["setSuccessful", "setStopThread"];

/// The variables of BeanShell.
pub(super) const BOUND: [&str; 9] = [
    "Failure",
    "FailureMessage",
    "ResponseCode",
    "ResponseMessage",
    "ResponseHeaders",
    "SampleLabel",
    "Successful",
    "IsSuccess",
    "Label",
];

pub(super) fn check_method(method: &str) -> Result<(), String> {
    match GETTERS.contains(&method) || SETTERS.contains(&method) || is_verdict(method) {
        true => Ok(()),
        false => Err(format!("the method `{method}` of SampleResult is not supported")),
    }
}

/// Of `prev`.
pub(super) fn check_last(method: &str) -> Result<(), String> {
    match GETTERS.contains(&method) || is_verdict(method) {
        true => Ok(()),
        false => Err(format!(
            "the method `{method}` of the last sample is not supported; what it holds can be read, and \
             `setSuccessful` and `setStopThread` are known"
        )),
    }
}

pub(super) fn is_verdict(method: &str) -> bool {
    JUDGING.contains(&method)
}

/// Whether the last sample was a success, or is the last of its user.
pub(super) fn judge(method: &str, arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    let holds = truth(arguments)?;
    match method {
        "setSuccessful" => around.set_successful(holds),
        _ if holds => around.end_user(),
        _ => {}
    }
    Ok(ScriptValue::Null)
}

pub(super) fn read(method: &str, around: &mut dyn EvaluationContext) -> Outcome {
    let thread = around.thread_name();
    let Some(answer) = around.last_answer() else { return Err("there is no sample yet".to_owned()) };
    Ok(value_of(method, answer, thread))
}

fn value_of(method: &str, answer: &LastAnswer, thread: String) -> ScriptValue {
    match method {
        "getResponseCode" => answer.code.clone().into(),
        "getResponseMessage" => answer.message.clone().into(),
        "getResponseDataAsString" => answer.body.clone().into(),
        "getResponseData" => ScriptValue::bytes(answer.body.clone().into_bytes()),
        "getStartTime" => ScriptValue::Long(answer.started_ms),
        "getResponseHeaders" => answer.headers.clone().into(),
        "isSuccessful" => ScriptValue::Bool(answer.successful),
        "isResponseCodeOK" => ScriptValue::Bool(answer.code == "200"),
        "getSampleLabel" => answer.label.clone().into(),
        "getTime" => ScriptValue::Long(answer.elapsed_ms),
        "getUrlAsString" => answer.url.clone().into(),
        _ => thread.into(),
    }
}

pub(super) fn made(method: &str, arguments: &Arguments<'_>, around: &mut dyn EvaluationContext) -> Outcome {
    let thread = around.thread_name();
    let Some(made) = around.made() else {
        return match GETTERS.contains(&method) {
            true => read(method, around),
            false if is_verdict(method) => judge(method, arguments, around),
            false => Err("only a sampler's script changes its sample".to_owned()),
        };
    };
    match method {
        "setSuccessful" => made.successful = truth(arguments)?,
        "setResponseCode" => made.code = arguments.text(0)?,
        "setResponseCodeOK" => made.code = OK_CODE.to_owned(),
        "setResponseMessage" => made.message = arguments.text(0)?,
        "setResponseMessageOK" => made.message = OK.to_owned(),
        "setResponseOK" => {
            (made.successful, made.code, made.message) = (true, OK_CODE.to_owned(), OK.to_owned());
        }
        "setResponseData" => made.body = arguments.text(0)?,
        "setResponseHeaders" => made.headers = arguments.text(0)?,
        "setSampleLabel" => made.label = arguments.text(0)?,
        "setIgnore" => made.is_ignored = true,
        "setStopThread" => return judge(method, arguments, around),
        setter if SETTERS.contains(&setter) => {}
        getter => return Ok(value_of(getter, made, thread)),
    }
    Ok(ScriptValue::Null)
}

const OK_CODE: &str = "200";
const OK: &str = "OK";

pub(super) fn verdict(
    method: &str,
    arguments: &Arguments<'_>,
    around: &mut dyn EvaluationContext,
) -> Outcome {
    let verdict = around.verdict().ok_or("only an assertion's script judges")?;
    match method {
        "setFailure" | "setError" => verdict.fails = truth(arguments)?,
        "setFailureMessage" => verdict.message = arguments.text(0)?,
        "getFailureMessage" => return Ok(verdict.message.clone().into()),
        _ => return Ok(ScriptValue::Bool(verdict.fails)),
    }
    Ok(ScriptValue::Null)
}

fn truth(arguments: &Arguments<'_>) -> Result<bool, String> {
    match arguments.get(0)? {
        ScriptValue::Bool(value) => Ok(*value),
        _ => Err("an argument is neither true nor false".to_owned()),
    }
}

/// What BeanShell's variables are when the script begins.
pub(super) fn bound(around: &mut dyn EvaluationContext) -> Vec<(&'static str, ScriptValue)> {
    let mut found: Vec<(&'static str, ScriptValue)> = Vec::new();
    if around.made().is_some() {
        let (code, message) = (OK_CODE.to_owned(), OK.to_owned());
        found.extend([("ResponseCode", code.into()), ("ResponseMessage", message.into())]);
        found.extend([("IsSuccess", ScriptValue::Bool(true)), ("Label", String::new().into())]);
    } else if around.verdict().is_some() {
        found.extend([("Failure", ScriptValue::Bool(false)), ("FailureMessage", String::new().into())]);
        if let Some(answer) = around.last_answer() {
            found.extend([
                ("ResponseCode", answer.code.clone().into()),
                ("ResponseMessage", answer.message.clone().into()),
                ("ResponseHeaders", answer.headers.clone().into()),
                ("SampleLabel", answer.label.clone().into()),
                ("Successful", ScriptValue::Bool(answer.successful)),
            ]);
        }
    }
    found
}

/// What the script made of them.
pub(super) fn give_back<'v>(
    value: impl Fn(&str) -> Option<&'v ScriptValue>,
    around: &mut dyn EvaluationContext,
) {
    let text = |name: &str| value(name).map(|value| value.to_text(ScriptLanguage::BeanShell));
    if let Some(made) = around.made() {
        made.code = text("ResponseCode").unwrap_or_default();
        made.message = text("ResponseMessage").unwrap_or_default();
        made.successful = text("IsSuccess").is_some_and(|text| text.eq_ignore_ascii_case("true"));
    } else if let Some(verdict) = around.verdict() {
        verdict.fails |= text("Failure").is_some_and(|text| text.eq_ignore_ascii_case("true"));
        verdict.message = text("FailureMessage").unwrap_or_default();
    }
}
