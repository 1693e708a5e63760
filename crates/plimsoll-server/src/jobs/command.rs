//! The command line that a request is.

use super::TestRequest;
use crate::api::ApiError;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    pub file: String,
    #[serde(default)]
    pub properties: BTreeMap<String, String>,
    #[serde(default)]
    pub requirements: Vec<String>,
}

/// Of `plimsoll run`; values stand behind `=`, so that none of them can be an option of its own.
pub fn run_arguments(request: &TestRequest, output: &str) -> Result<Vec<String>, ApiError> {
    let mut arguments = vec!["run".to_owned()];
    arguments.extend(properties(&request.properties)?);
    let mut option = |name: &str, value: Option<String>| {
        arguments.extend(value.map(|value| format!("--{name}={value}")));
    };
    option("users", request.users.map(|users| users.to_string()));
    option("rate", text("rate", request.rate.as_deref())?);
    option("duration", text("duration", request.duration.as_deref())?);
    option("from", text("find_capacity_from", request.find_capacity_from.as_deref())?);
    if request.find_capacity_from.is_some() {
        arguments.push("--find-capacity".to_owned());
    }
    arguments.extend(requirements(&request.requirements)?);
    for (name, value) in &request.label {
        if name.is_empty() || name.contains(['=', '\n', '\0']) || value.contains(['\n', '\0']) {
            return Err(ApiError::bad("a label is a name and a value, each on one line"));
        }
        arguments.push(format!("--label={name}={value}"));
    }
    arguments.extend([format!("--output={output}"), "--".to_owned(), request.file.clone()]);
    Ok(arguments)
}

/// Of `plimsoll check`.
pub fn check_arguments(request: &CheckRequest) -> Result<Vec<String>, ApiError> {
    let mut arguments = vec!["check".to_owned()];
    arguments.extend(properties(&request.properties)?);
    arguments.extend(requirements(&request.requirements)?);
    arguments.extend(["--".to_owned(), request.file.clone()]);
    Ok(arguments)
}

fn properties(all: &BTreeMap<String, String>) -> Result<Vec<String>, ApiError> {
    let one = |(name, value): (&String, &String)| {
        let is_name = !name.is_empty() && !name.contains(['=', '\n', '\0']);
        match is_name && !value.contains('\0') {
            true => Ok(format!("-J{name}={value}")),
            false => Err(ApiError::bad(format!("{name:?} is no name of a property"))),
        }
    };
    all.iter().map(one).collect()
}

fn requirements(all: &[String]) -> Result<Vec<String>, ApiError> {
    all.iter()
        .map(|written| Ok(format!("--require={}", text("requirement", Some(written))?.unwrap_or_default())))
        .collect()
}

fn text(name: &str, value: Option<&str>) -> Result<Option<String>, ApiError> {
    match value {
        Some(value) if value.contains(['\0', '\n']) => {
            Err(ApiError::bad(format!("{name} is a text of one line")))
        }
        value => Ok(value.filter(|value| !value.is_empty()).map(str::to_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_the_command_that_a_person_would_type() {
        let request = TestRequest {
            file: "-plans/shop.jmx".to_owned(),
            properties: BTreeMap::from([("host".to_owned(), "a b".to_owned())]),
            users: Some(5),
            duration: Some("30s".to_owned()),
            requirements: vec!["p95 <= 250 ms".to_owned()],
            label: BTreeMap::from([("commit".to_owned(), "--x".to_owned())]),
            ..TestRequest::default()
        };
        let arguments = run_arguments(&request, "out").expect("it is a right one");
        assert_eq!(
            arguments,
            [
                "run",
                "-Jhost=a b",
                "--users=5",
                "--duration=30s",
                "--require=p95 <= 250 ms",
                "--label=commit=--x",
                "--output=out",
                "--",
                "-plans/shop.jmx"
            ]
        );
    }

    #[test]
    fn names_that_would_be_something_else_are_refused() {
        for name in ["", "a=b", "a\nb"] {
            let properties = BTreeMap::from([(name.to_owned(), "x".to_owned())]);
            assert!(
                run_arguments(&TestRequest { properties, ..TestRequest::default() }, "out").is_err(),
                "{name:?}"
            );
        }
    }
}
