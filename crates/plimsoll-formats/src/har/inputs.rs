//! What users typed to log in: a data file, so that each user can have another name.

use super::chosen::{Chosen, request_of};
use crate::json;
use crate::plan_file::NewFile;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, DataSet, Request};
use plimsoll_plan::template::Part;
use std::path::Path;

const USER: &str = "username";
const PASSWORD: &str = "password";

pub struct Inputs {
    pub data_set: DataSet,
    pub file: NewFile,
    pub notes: Vec<String>,
}

/// The first login's names and values; later ones with the same values become variables too.
pub fn take(steps: &mut [Chosen], path: &Path) -> Option<Inputs> {
    let requests = || 0..steps.len();
    let found = requests().find_map(|at| credentials(request_of(&mut steps[at].step.clone())?))?;
    let mut names = Vec::new();
    for chosen in steps.iter_mut() {
        let name = chosen.entry.name();
        let Some(request) = request_of(&mut chosen.step) else { continue };
        if replace(request, &found) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return None;
    }
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let text = format!("{USER},{PASSWORD}\n{},{}\n", quoted(&found.user.1), quoted(&found.password.1));
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let note = format!("${{{USER}}} and ${{{PASSWORD}}} of {} are in {file}: a line for each user", names[0]);
    Some(Inputs {
        data_set: DataSet::csv(path.to_owned()),
        file: NewFile { path: path.to_owned(), text },
        notes: vec![note],
    })
}

/// Names and values.
struct Credentials {
    user: (String, String),
    password: (String, String),
}

fn credentials(request: &Request) -> Option<Credentials> {
    let pairs = pairs(&request.body);
    let find = |words: &[&str]| {
        pairs.iter().find(|(name, value)| {
            let name: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            !value.is_empty() && words.iter().any(|word| name.ends_with(word))
        })
    };
    let password = find(&["password", "passwd", "pwd", "pass"])?.clone();
    let user = find(&["username", "email", "login", "user", "userid", "account", "mail", "name"])?.clone();
    Some(Credentials { user, password })
}

fn pairs(body: &Body) -> Vec<(String, String)> {
    match body {
        Body::Form(fields) | Body::Multipart { fields, .. } => {
            fields.iter().map(|field| (field.name.source(), field.value.source())).collect()
        }
        Body::Text(text) => {
            let tree = text.as_literal().and_then(|text| json::read("", text).ok());
            let entries = tree.iter().flat_map(|tree| tree.pairs());
            entries.filter_map(|(key, value)| Some((key.to_owned(), value.as_text()?.to_owned()))).collect()
        }
        _ => Vec::new(),
    }
}

fn replace(request: &mut Request, found: &Credentials) -> bool {
    let mut any = false;
    let both = [(&found.user, USER), (&found.password, PASSWORD)];
    match &mut request.body {
        Body::Form(fields) | Body::Multipart { fields, .. } => {
            for field in fields {
                for ((name, value), variable) in both {
                    if field.name.source() == *name && field.value.source() == *value {
                        field.value = Template::of(vec![Part::Variable(variable.to_owned())]);
                        any = true;
                    }
                }
            }
        }
        Body::Text(text) => {
            for ((name, value), variable) in both {
                any |= put(text, name, value, variable);
            }
        }
        _ => {}
    }
    any
}

/// In a text of JSON, behind the key.
fn put(text: &mut Template, name: &str, value: &str, variable: &str) -> bool {
    let mut parts = Vec::new();
    let mut any = false;
    for part in std::mem::take(&mut text.parts) {
        let place = match &part {
            Part::Literal(text) => text.find(&format!("\"{name}\"")).and_then(|key| {
                let from = key + name.len() + 2;
                let quoted = serde_json::to_string(value).ok()?;
                Some((text.clone(), from + text[from..].find(&quoted)? + 1, quoted.len() - 2))
            }),
            _ => None,
        };
        match place {
            Some((text, at, length)) => {
                parts.push(Part::Literal(text[..at].to_owned()));
                parts.push(Part::Variable(variable.to_owned()));
                parts.push(Part::Literal(text[at + length..].to_owned()));
                any = true;
            }
            None => parts.push(part),
        }
    }
    text.parts = parts;
    any
}
