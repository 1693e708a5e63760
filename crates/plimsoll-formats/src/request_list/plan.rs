//! A list of requests as a plan.

use super::{ListedBody, ListedRequest, RequestList};
use crate::servers;
use plimsoll_plan::load::LoadProfile;
use plimsoll_plan::plan::{
    Body, ChoiceOrder, Header, Iterations, Login, LoginScheme, LoginSet, OnError, Phase, Scenario, Step,
};
use plimsoll_plan::{Plan, Template};
use std::collections::BTreeSet;
use std::time::Duration;

/// The load of a list that says none.
pub const USERS: u32 = 10;
pub const HOLD: Duration = Duration::from_secs(10);

impl RequestList {
    /// Users who send one request per iteration, in turn.
    pub fn plan(&self) -> Plan {
        let mut plan = Plan::named(&self.name);
        plan.verify_certificates = !self.insecure;
        plan.logins = self.logins().into_iter().collect();
        let origins: BTreeSet<String> = self.requests.iter().map(|request| request.url.origin()).collect();
        let step = |request| step(request, origins.len() > 1, !plan.logins.is_empty());
        let mut steps: Vec<Step> = self.requests.iter().map(step).collect();
        if steps.len() > 1 {
            let options = steps.into_iter().map(|step| vec![step]).collect();
            let order = ChoiceOrder::Interleave;
            steps = vec![Step::Choice { order, one_request: false, by_user: true, options }];
        }
        plan.scenarios = vec![Scenario {
            name: self.name.clone(),
            phase: Phase::Main,
            load: LoadProfile::constant(USERS, Duration::ZERO, Some(HOLD)).into(),
            iterations: Iterations::Forever,
            on_error: OnError::Continue,
            new_user_each_iteration: false,
            steps,
        }];
        plan
    }

    /// Those of the URLs, each for its own server.
    fn logins(&self) -> Option<LoginSet> {
        let mut logins: Vec<Login> = Vec::new();
        for url in self.requests.iter().map(|request| &request.url) {
            let Some((user, password)) = &url.login else { continue };
            let login = Login {
                url: Template::literal(url.origin()),
                user: Template::literal(user),
                password: Template::literal(password),
                realm: Template::literal(""),
                scheme: LoginScheme::Any,
            };
            if !logins.contains(&login) {
                logins.push(login);
            }
        }
        (!logins.is_empty()).then_some(LoginSet {
            clear_each_iteration: false,
            cleared_with_user: false,
            logins,
        })
    }
}

/// With several servers, the name of a request says which.
fn step(listed: &ListedRequest, has_server: bool, has_logins: bool) -> Step {
    let parts = listed.url.parts.clone();
    let nothing = Template::literal("");
    let address = (parts.scheme, parts.host, nothing);
    let mut request = servers::request(&listed.method, address, parts.path);
    request.port = parts.port;
    if has_server {
        let label = request.label.source();
        let path = label.split_once(' ').map_or(label.as_str(), |(_, path)| path);
        let text = format!("{} {}{path}", listed.method, listed.url.origin());
        request.label = Template::parse(&text);
    }
    request.login = has_logins.then_some(0);
    let header = |(name, value): &(String, String)| Header {
        name: Template::literal(name),
        value: Template::parse(value),
    };
    request.headers = listed.headers.iter().map(header).collect();
    request.body = match &listed.body {
        ListedBody::Empty => Body::Empty,
        ListedBody::Text(text) => Body::Text(Template::parse(text)),
        ListedBody::File(path) => {
            Body::File { path: Template::literal(path), content_type: Template::literal("") }
        }
    };
    Step::Request(Box::new(request))
}

#[cfg(test)]
mod tests {
    use super::super::ListedUrl;
    use super::*;
    use std::path::Path;

    fn list(urls: &[&str]) -> RequestList {
        let request = |url: &&str| ListedRequest {
            method: "POST".to_owned(),
            url: ListedUrl::parse(url).expect("a URL"),
            headers: vec![("X-Id".to_owned(), "${__UUID()} \\d".to_owned())],
            body: ListedBody::Text("{\"a\": \"\\\\n\"}\n".to_owned()),
        };
        RequestList { name: "l".to_owned(), requests: urls.iter().map(request).collect(), insecure: true }
    }

    #[test]
    fn a_list_reads_back_from_its_yaml() {
        for urls in [
            &["https://a.example:8443/x?y=${__P(z,1)}#there"][..],
            &["http://a/x", "http://[::1]:81", "http://anna:p%40+w@b/?q"],
        ] {
            let plan = list(urls).plan();
            let text = crate::write_yaml(&plan);
            let reading = crate::read_yaml("l", &text, Path::new(""), &Default::default());
            let mut found = reading.plan.unwrap_or_else(|| panic!("{:?}\n{text}", reading.diagnostics));
            found.origin = plan.origin.clone();
            assert_eq!(crate::write_yaml(&found), text);
            assert_eq!(found.labels(), plan.labels(), "{text}");
            assert!(!found.verify_certificates, "{text}");
        }
    }

    #[test]
    fn a_login_in_a_url_is_for_its_server() {
        let plan = list(&["http://a/x", "http://anna:p%40+w@b:81/"]).plan();
        let login = &plan.logins[0].logins[0];
        let found = [&login.url, &login.user, &login.password].map(Template::source);
        assert_eq!(found, ["http://b:81", "anna", "p@+w"]);
    }
}
