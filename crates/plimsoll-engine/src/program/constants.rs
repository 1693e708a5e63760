//! What can't change while a task runs: properties that nobody sets, and variables that only the plan's
//! own list defines. Put into the texts when the plan is compiled, they turn most requests of real
//! plans, which name their host by a variable or a property, into ready bytes.

use super::slots::{Slot, Text};
use crate::load_task::PropertyMap;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Assignments, Plan};
use plimsoll_plan::template::{Call, Function, Part};
use std::collections::HashMap;

#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// `None` when the plan sets properties.
    properties: Option<PropertyMap>,
    variables: HashMap<String, String>,
    /// Scripts or functions look at what the last request brought.
    pub sees_answers: bool,
}

impl Constants {
    /// `variables`: the plan's own, as evaluated at the start. `data`: the names that data files give.
    pub fn of(
        plan: &Plan,
        properties: &PropertyMap,
        variables: &[(String, String)],
        data: &[String],
    ) -> Self {
        let mut seen = Assignments::of(plan);
        seen.names.extend(data.iter().cloned());
        let fixed = |(name, _): &&(String, String)| !seen.anything && !seen.assigns(name);
        Constants {
            properties: (!seen.sets_properties).then(|| properties.clone()),
            variables: variables.iter().filter(fixed).cloned().collect(),
            sees_answers: seen.sees_answers,
        }
    }

    /// The text with its constants in place.
    pub fn fold(&self, text: Text, name: &impl Fn(Slot) -> String) -> Text {
        let mut parts: Vec<Part<Slot>> = Vec::with_capacity(text.parts.len());
        for mut part in text.parts {
            if let Part::Call(call) = &mut part {
                let arguments = std::mem::take(&mut call.arguments).into_iter();
                call.arguments = arguments.map(|argument| self.fold(argument, name)).collect();
                call.read_script();
            }
            let literal = match &part {
                Part::Literal(text) => Some(text.clone()),
                Part::Variable(slot) => self.variables.get(&name(*slot)).cloned(),
                Part::Call(call) => self.property(call),
            };
            match (literal, parts.last_mut()) {
                (Some(text), Some(Part::Literal(before))) => before.push_str(&text),
                (Some(text), _) if text.is_empty() => {}
                (Some(text), _) => parts.push(Part::Literal(text)),
                (None, _) => parts.push(part),
            }
        }
        Template { parts, line: text.line }
    }

    fn property(&self, call: &Call<Slot>) -> Option<String> {
        let properties = self.properties.as_ref()?;
        let argument = |i: usize| call.arguments.get(i).map(Template::as_literal);
        let name = argument(0)??.trim().to_owned();
        let default = match call.function {
            Function::P => argument(1).unwrap_or(Some("1"))?.to_owned(),
            Function::Property if argument(1).unwrap_or(Some("")) == Some("") => {
                argument(2).unwrap_or(Some(&name))?.to_owned()
            }
            _ => return None,
        };
        Some(properties.get(&name).unwrap_or(default))
    }
}
