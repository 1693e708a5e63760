//! What is secret in one run: what the command line gives as a secret, properties by their names, and what a plan uses as a
//! password, a token or a key.

use crate::exit::Failure;
use plimsoll_formats::Properties;
use plimsoll_plan::plan::{Body, Field, MqttAction, Request, Step, TextVisitor};
use plimsoll_plan::template::{Function, Part};
use plimsoll_plan::{Plan, Template};
use plimsoll_run::Secrets;
use std::path::Path;

/// Longer files are none of properties.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// The properties of `--secrets`: lines of `name=value`; blank ones and those that begin with `#` say nothing.
pub fn read_file(path: &Path) -> Result<Vec<(String, String)>, Failure> {
    let cannot =
        |why: String| Failure::input(format!("failed to read the secrets {}: {why}", path.display()));
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(|error| cannot(error.to_string()))?;
    std::io::Read::read_to_string(&mut std::io::Read::take(file, FILE_BYTES_MAX), &mut text)
        .map_err(|error| cannot(error.to_string()))?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, number)| match line.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            }
            // What stands there may be a secret: it is not repeated.
            _ => Err(cannot(format!("line {number} is not name=value"))),
        })
        .collect()
}

/// Properties whose values are secret, whatever they are called.
pub fn given(properties: &[(String, String)]) -> Secrets {
    let mut secrets = Secrets::default();
    for (name, value) in properties {
        secrets.add_name(name);
        secrets.add_value(value);
    }
    secrets
}

/// All that is secret when this plan is performed with these properties.
pub fn of_plan(plan: &Plan, properties: &Properties, given: &Secrets) -> Secrets {
    let mut found = PlanSecrets { secrets: given.clone(), properties };
    plan.secrets.iter().for_each(|name| found.secrets.add_name(name));
    for (name, value) in properties {
        found.secrets.add_named(name, value);
    }
    for login in plan.logins.iter().flat_map(|set| &set.logins) {
        found.secret(&login.password);
    }
    plan.proxies.iter().for_each(|proxy| found.secret(&proxy.password));
    plan.databases.iter().for_each(|database| found.secret(&database.password));
    for cookie in plan.cookie_jars.iter().flat_map(|jar| &jar.cookies) {
        found.secret(&cookie.value);
    }
    plan.visit_steps(&mut |step| found.step(step));
    plan.visit_texts(&mut found);
    plan.variables.iter().for_each(|(_, value)| found.text(value));
    // A variable that is used as a secret is one wherever it comes from.
    for _ in 0..2 {
        for (name, value) in &plan.variables {
            if found.secrets.is_secret(name) {
                found.secret(value);
            }
        }
    }
    found.secrets
}

/// What any text takes from the environment by a name that says so.
impl<'a> TextVisitor<'a> for PlanSecrets<'_> {
    fn text(&mut self, text: &'a Template) {
        for part in &text.parts {
            let Part::Call(call) = part else { continue };
            let name = call.arguments.first().and_then(Template::as_literal);
            if call.function == Function::Environment && name.is_some_and(|name| self.secrets.is_secret(name))
            {
                self.parts(&Template::of(vec![part.clone()]));
                if let Some(default) = call.arguments.get(2).and_then(Template::as_literal) {
                    self.secrets.add_value(default);
                }
            }
            call.arguments.iter().for_each(|argument| self.text(argument));
        }
    }
}

struct PlanSecrets<'a> {
    secrets: Secrets,
    properties: &'a Properties,
}

impl PlanSecrets<'_> {
    fn step(&mut self, step: &Step) {
        match step {
            Step::Request(request) => self.request(request),
            Step::OpenChannel(open) => self.request(&open.request),
            Step::Mqtt(step) => {
                if let MqttAction::Connect(connect) = &step.action {
                    connect.password.iter().for_each(|password| self.secret(password));
                }
            }
            Step::Assign { variable, value } if self.secrets.is_secret(variable) => self.secret(value),
            _ => {}
        }
    }

    fn request(&mut self, request: &Request) {
        request.headers.iter().for_each(|header| self.named(&header.name, &header.value));
        let fields: &[Field] = match &request.body {
            Body::Form(fields) | Body::Multipart { fields, .. } => fields,
            _ => &[],
        };
        for field in request.query.iter().chain(fields) {
            self.named(&field.name, &field.value);
        }
        let port = request.port.as_ref().map_or_else(String::new, |port| format!(":{}", port.source()));
        self.login_of(&Template::parse(&format!("{}{port}", request.host.source())));
        self.login_of(&request.path);
    }

    /// `user:password@host`, or a whole URL of that.
    fn login_of(&mut self, text: &Template) {
        // What stands behind a colon is a password only if an `@` ends it: else it is a port.
        let mut behind_colon: Option<Vec<Part>> = None;
        for part in &text.parts {
            let Part::Literal(literal) = part else {
                behind_colon.iter_mut().for_each(|parts| parts.push(part.clone()));
                continue;
            };
            let rest = literal.rsplit_once("://").map_or(literal.as_str(), |(_, rest)| rest);
            let authority = rest.split(['/', '?']).next().unwrap_or_default();
            let login = authority.rsplit_once('@').map(|(login, _)| login);
            if let (Some(parts), Some(_)) = (behind_colon.take(), login) {
                self.parts(&Template::of(parts));
            }
            if let Some((_, password)) = login.and_then(|login| login.split_once(':')) {
                self.secrets.add_value(password);
            }
            behind_colon = (login.is_none() && authority.contains(':')).then(Vec::new);
        }
    }

    fn named(&mut self, name: &Template, value: &Template) {
        if name.as_literal().is_some_and(|name| self.secrets.is_secret(name)) {
            self.secret(value);
        }
    }

    /// A text that is a secret, with what it is made of.
    fn secret(&mut self, text: &Template) {
        if let Some(text) = text.as_literal() {
            self.secrets.add_value(text);
            // `Bearer token`
            if let Some((_, credentials)) = text.split_once(' ') {
                self.secrets.add_value(credentials.trim());
            }
        }
        self.parts(text);
    }

    /// Variables and properties that a secret is made of.
    fn parts(&mut self, text: &Template) {
        for part in &text.parts {
            match part {
                Part::Literal(_) => {}
                Part::Variable(name) => self.secrets.add_name(name),
                Part::Call(call) => {
                    let argument = |at: usize| call.arguments.get(at).and_then(Template::as_literal);
                    match (call.function, argument(0)) {
                        (Function::P | Function::Property, Some(name)) => {
                            self.secrets.add_name(name);
                            let default =
                                if call.function == Function::P { argument(1) } else { argument(2) };
                            let value = self.properties.get(name).map(String::as_str).or(default);
                            value.into_iter().for_each(|value| self.secrets.add_value(value));
                        }
                        (Function::Environment, Some(name)) => {
                            self.secrets.add_name(name);
                            std::env::var(name).into_iter().for_each(|value| self.secrets.add_value(&value));
                        }
                        _ => call.arguments.iter().for_each(|argument| self.parts(argument)),
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(plan: &str, text: &str, expected: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("plan.yaml");
        std::fs::write(&path, plan).expect("written");
        let properties = Properties::from([("tok".to_owned(), "PROPERTY-7".to_owned())]);
        let reading = plimsoll_formats::read_plan(&path, &properties).expect("a plan");
        let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let secrets = of_plan(&plan, &properties, &Secrets::default());
        assert_eq!(secrets.text(text), expected);
    }

    #[test]
    fn what_a_plan_uses_as_a_secret_is_one() {
        let plan = |head: &str, step: &str| {
            format!(
                "plan: p\n{head}scenarios:\n  - users: 1\n    iterations: 1\n    steps:\n      - {step}\n"
            )
        };
        let get = "get: http://h/x";
        check(&plan("login: {user: a, password: LITERAL-1}\n", get), "said LITERAL-1", "said ***");
        check(&plan("login: {user: a, password: '${__P(tok)}'}\n", get), "said PROPERTY-7", "said ***");
        check(
            &plan("variables: {v: VARIABLE-2}\nlogin: {user: a, password: '${v}'}\n", get),
            "said VARIABLE-2",
            "said ***",
        );
        let header = "request: {method: GET, url: 'http://h/', headers: {Authorization: Bearer HEADER-3}}";
        check(&plan("", header), "said HEADER-3", "said ***");
        check(&plan("", "get: 'http://h:${__P(tok)}/'"), "said PROPERTY-7", "said PROPERTY-7");
        check(&plan("", "set: {api_token: ASSIGNED-4}"), "said ASSIGNED-4", "said ***");
        let taken = "get: 'http://h/${__env(NONE_SUCH_PASSWORD,v,DEFAULT-6)}'";
        check(&plan("", taken), "said DEFAULT-6", "said ***");
        check(
            &plan("variables: {v: '${__env(NONE_SUCH_TOKEN,,DEFAULT-7)}'}\n", get),
            "said DEFAULT-7",
            "said ***",
        );
        check(&plan("variables: {host_name: shown-5}\n", get), "said shown-5", "said shown-5");
        check(
            &plan("secrets: [customer_number]\nvariables: {customerNumber: NAMED-8}\n", get),
            "said NAMED-8 of customer-number=9, {\"CustomerNumber\": \"10\"}",
            "said *** of customer-number=***, {\"CustomerNumber\": \"***\"}",
        );
    }

    #[test]
    fn a_file_of_secrets_is_read_and_never_repeated() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secrets");
        std::fs::write(&file, "# of staging\n\ndb_user = anna\npin=4711=x\n").expect("written");
        let found = read_file(&file).expect("secrets");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(found, [pair("db_user", "anna"), pair("pin", "4711=x")]);
        assert_eq!(given(&found).value("pin", "12"), "***");
        std::fs::write(&file, "hunter2\n").expect("written");
        let message = read_file(&file).expect_err("no name").messages.concat();
        assert!(message.ends_with("line 1 is not name=value") && !message.contains("hunter2"), "{message}");
    }
}
