//! What users typed: a data file, so that each user can have something else.

use super::chosen::{Chosen, request_of};
use crate::json;
use crate::plan_file::NewFile;
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Body, DataSet, Request};
use plimsoll_plan::template::Part;
use std::path::{Path, PathBuf};

const USER: &str = "username";
const PASSWORD: &str = "password";

/// Columns of the data file, each with its values: of the recording, and of the second one where there is one.
pub struct Inputs {
    path: PathBuf,
    columns: Vec<(String, Vec<String>)>,
    notes: Vec<String>,
}

impl Inputs {
    pub fn new(path: &Path) -> Self {
        Inputs { path: path.to_owned(), columns: Vec::new(), notes: Vec::new() }
    }

    /// What else was typed, as the second recording shows.
    pub fn add(&mut self, typed: Vec<TypedValue>) {
        let file = self.file_name();
        for value in typed {
            // It may be a password: the values are in that file alone.
            self.notes.push(format!(
                "${{{}}} in {} is in {file}: no answer has it, and the recordings differ in it",
                value.variable, value.request
            ));
            self.columns.push((value.variable, vec![value.first, value.second]));
        }
    }

    /// `None`: nothing was typed.
    pub fn finish(self) -> Option<(DataSet, NewFile, Vec<String>)> {
        let rows = self.columns.iter().map(|(_, values)| values.len()).max()?;
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        let mut text = format!("{}\n", names.join(","));
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        for row in 0..rows {
            let value = |values: &Vec<String>| {
                values.get(row).or(values.last()).map_or_else(String::new, |v| quoted(v))
            };
            let line: Vec<String> = self.columns.iter().map(|(_, values)| value(values)).collect();
            text.push_str(&format!("{}\n", line.join(",")));
        }
        Some((DataSet::csv(self.path.clone()), NewFile { path: self.path, text }, self.notes))
    }

    fn file_name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// A value that somebody typed, in both recordings.
pub struct TypedValue {
    pub variable: String,
    /// Which sends it.
    pub request: String,
    pub first: String,
    pub second: String,
}

/// The first login's names and values; later ones with the same values become variables too. A second recording's are the
/// second row.
pub fn take(steps: &mut [Chosen], inputs: &mut Inputs, second: Option<&RecordedLogin>) {
    let Some(found) = first_login(steps) else { return };
    let mut names = Vec::new();
    for chosen in steps.iter_mut() {
        let name = chosen.entry.name();
        let Some(request) = request_of(&mut chosen.step) else { continue };
        if replace(request, &found) {
            names.push(name);
        }
    }
    let Some(name) = names.first() else { return };
    let file = inputs.file_name();
    inputs
        .notes
        .push(format!("${{{USER}}} and ${{{PASSWORD}}} of {name} are in {file}: a line for each user"));
    // Two rows of one account say no more than one.
    let second =
        second.filter(|second| (&second.user.1, &second.password.1) != (&found.user.1, &found.password.1));
    let values = |own: &str, of: fn(&RecordedLogin) -> &str| {
        [own].into_iter().chain(second.map(of)).map(str::to_owned).collect::<Vec<_>>()
    };
    inputs.columns.push((USER.to_owned(), values(&found.user.1, |second| &second.user.1)));
    inputs.columns.push((PASSWORD.to_owned(), values(&found.password.1, |second| &second.password.1)));
}

/// Names and values.
pub struct RecordedLogin {
    user: (String, String),
    password: (String, String),
}

pub fn first_login(steps: &[Chosen]) -> Option<RecordedLogin> {
    steps.iter().find_map(|chosen| credentials(request_of(&mut chosen.step.clone())?))
}

fn credentials(request: &Request) -> Option<RecordedLogin> {
    let pairs = pairs(&request.body);
    let find = |words: &[&str]| {
        pairs.iter().find(|(name, value)| {
            let name: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            !value.is_empty() && words.iter().any(|word| name.ends_with(word))
        })
    };
    let password = find(&["password", "passwd", "pwd", "pass"])?.clone();
    let user = find(&["username", "email", "login", "user", "userid", "account", "mail", "name"])?.clone();
    Some(RecordedLogin { user, password })
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

fn replace(request: &mut Request, found: &RecordedLogin) -> bool {
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
