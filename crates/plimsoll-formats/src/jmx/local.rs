//! Samplers that ask no server: DebugSampler, and the two Java classes that come with JMeter.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use super::scope::Scope;
use super::script;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{LocalAction, LocalSample, LocalSleep};

pub fn is_local(element: &Element) -> bool {
    matches!(element.kind.as_str(), "DebugSampler" | "JavaSampler" | "JSR223Sampler" | "BeanShellSampler")
}

pub fn sample(lowering: &mut Lowering, element: &Element, scope: &Scope) -> ElementResult<LocalSample> {
    let mut label = Lowering::template("testname", &element.name)?;
    let action = match element.kind.as_str() {
        "DebugSampler" => {
            let flag = |name: &str| element.flag(name, false);
            let difference = match flag("displaySystemProperties") {
                true => "JMeter's own variables and properties, and Java's, are not in its text",
                false => "JMeter's own variables and properties are not in its text",
            };
            let is_looked_at = !scope.extractors().is_empty() || !scope.checks().is_empty();
            if is_looked_at || lowering.looks_back {
                lowering.approximate(element, difference);
            }
            LocalAction::Show {
                variables: flag("displayJMeterVariables"),
                properties: flag("displayJMeterProperties"),
            }
        }
        "JSR223Sampler" | "BeanShellSampler" => script::sample(lowering, element)?,
        _ => LocalAction::Sleep(Box::new(java(element, &mut label)?)),
    };
    Ok(LocalSample {
        label,
        action,
        think: scope.timers(),
        extractors: scope.extractors(),
        checks: scope.checks(),
    })
}

fn java(element: &Element, label: &mut Template) -> ElementResult<LocalSleep> {
    let arguments = element.group("arguments").members("Arguments.arguments");
    let text = |name: &str, default: &str| {
        let argument = arguments.iter().find(|argument| argument.text("Argument.name") == name);
        Lowering::template(name, argument.map_or(default, |argument| argument.text("Argument.value")))
    };
    let literal = Template::literal;
    match element.text("classname") {
        "org.apache.jmeter.protocol.java.test.JavaTest" => {
            let own = text("Label", "")?;
            if !own.is_empty() {
                *label = own;
            }
            let status = text("ResponseCode", "")?;
            if status
                .as_literal()
                .is_some_and(|code| !code.trim().is_empty() && code.trim().parse::<u16>().is_err())
            {
                return Err("a response code that is no number is not supported".to_owned());
            }
            Ok(LocalSleep {
                time: text("Sleep_Time", "100")?,
                mask: text("Sleep_Mask", "0xFF")?,
                status,
                message: text("ResponseMessage", "")?,
                request: text("SamplerData", "")?,
                body: text("ResultData", "")?,
                outcome: text("Status", "OK")?,
            })
        }
        "org.apache.jmeter.protocol.java.test.SleepTest" => Ok(LocalSleep {
            time: text("SleepTime", "1000")?,
            mask: text("SleepMask", "0x3FF")?,
            status: literal(""),
            message: literal(""),
            request: literal(""),
            body: literal(""),
            outcome: literal("OK"),
        }),
        class => Err(format!("the Java class {class} is not run")),
    }
}
