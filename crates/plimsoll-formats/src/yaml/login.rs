//! Logins and proxies of a YAML plan.

use super::emit::{list, map, text};
use super::entries::{Entries, push_flag};
use super::names::LOGIN_SCHEMES;
use super::texts::{TemplateFields, scalar};
use super::{shapes, url};
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::{Login, LoginScheme, LoginSet, Proxy};
use plimsoll_plan::{Plan, Template};

/// Logins, which make one set, or a list of sets.
pub fn read_sets(node: &Node, problems: &mut Problems) -> Vec<LoginSet> {
    let is_set = |n: &&Node| n.entries().iter().any(|(key, _)| key.as_str() == Some("logins"));
    if node.items().iter().any(|n| is_set(&n)) {
        return node.items().iter().map(|n| read_set(n, problems)).collect();
    }
    let logins: Vec<Login> = node.items().iter().filter_map(|n| read_login(n, problems)).collect();
    let set = LoginSet { clear_each_iteration: false, cleared_with_user: false, logins };
    if set.logins.is_empty() { Vec::new() } else { vec![set] }
}

fn read_set(node: &Node, problems: &mut Problems) -> LoginSet {
    let mut fields = Fields::of(node, &shapes::LOGIN_SET, problems);
    let set = LoginSet {
        clear_each_iteration: fields.flag("clear_each_iteration").unwrap_or(false),
        cleared_with_user: fields.flag("cleared_with_user").unwrap_or(false),
        logins: match fields.required("logins") {
            Some(node) => node.items().iter().filter_map(|n| read_login(n, fields.problems)).collect(),
            None => Vec::new(),
        },
    };
    fields.finish();
    set
}

fn read_login(node: &Node, problems: &mut Problems) -> Option<Login> {
    let mut fields = Fields::of(node, &shapes::LOGIN, problems);
    let nothing = || Template::literal("");
    fields.required("user");
    let user = fields.template("user");
    let password = fields.template("password");
    let url = fields.template("url");
    let realm = fields.template("realm");
    let scheme = fields.parsed("scheme", |word| LOGIN_SCHEMES.read(word)).unwrap_or(LoginScheme::Any);
    fields.finish();
    Some(Login {
        url: url.unwrap_or_else(nothing),
        user: user?,
        password: password.unwrap_or_else(nothing),
        realm: realm.unwrap_or_else(nothing),
        scheme,
    })
}

/// `http://host:port`, or a mapping with `url`, `user`, `password` and `except`.
pub fn read_proxy(node: &Node, problems: &mut Problems) -> Option<Proxy> {
    let nothing = || Template::literal("");
    if node.as_str().is_some() {
        let (host, port) = read_address(node, problems)?;
        return Some(Proxy { host, port, user: nothing(), password: nothing(), except: Vec::new() });
    }
    let mut fields = Fields::of(node, &shapes::PROXY, problems);
    let address = fields.required("url").and_then(|n| read_address(n, fields.problems));
    let user = fields.template("user").unwrap_or_else(nothing);
    let password = fields.template("password").unwrap_or_else(nothing);
    let except = match fields.optional("except") {
        Some(node) => {
            node.items().iter().filter_map(|item| scalar(item, "except", fields.problems)).collect()
        }
        None => Vec::new(),
    };
    fields.finish();
    let (host, port) = address?;
    Some(Proxy { host, port, user, password, except })
}

/// Host and port of a proxy's URL.
fn read_address(node: &Node, problems: &mut Problems) -> Option<(Template, Template)> {
    let written = scalar(node, "proxy", problems)?;
    let split =
        url::split(&written).map(|url| url.at(node.line)).and_then(|url| match url.scheme.as_literal() {
            _ if url.host.is_empty() || url.path.as_literal() != Some("/") => {
                Err(format!("`{written}` is not a proxy; write `http://host:port`"))
            }
            Some("http") if url.host.source().contains('@') => {
                Err("write the proxy's `user` and `password` beside its `url`".to_owned())
            }
            Some("http") => Ok((url.host, url.port.unwrap_or_else(|| Template::literal("80")))),
            _ => Err("a proxy is asked over `http` only; TLS goes through it in a tunnel".to_owned()),
        });
    split.map_err(|message| problems.error(node.line, "proxy", message).line).ok()
}

/// Writes what [`read_sets`] and [`read_proxy`] read.
pub fn push(entries: &mut Entries, plan: &Plan) {
    match plan.logins.as_slice() {
        [] => {}
        [set] if !set.clear_each_iteration && !set.cleared_with_user && !set.logins.is_empty() => {
            entries.push(("login", list(set.logins.iter().map(login).collect())));
        }
        sets => entries.push(("login", list(sets.iter().map(login_set).collect()))),
    }
    if !plan.proxies.is_empty() {
        entries.push(("proxy", list(plan.proxies.iter().map(proxy).collect())));
    }
}

fn login_set(set: &LoginSet) -> Node {
    let mut entries = Vec::new();
    push_flag(&mut entries, "clear_each_iteration", set.clear_each_iteration);
    push_flag(&mut entries, "cleared_with_user", set.cleared_with_user);
    entries.push(("logins", list(set.logins.iter().map(login).collect())));
    map(entries)
}

fn login(login: &Login) -> Node {
    let mut entries = Vec::new();
    push_given(&mut entries, "url", &login.url);
    entries.push(("user", text(login.user.source())));
    push_given(&mut entries, "password", &login.password);
    push_given(&mut entries, "realm", &login.realm);
    if login.scheme != LoginScheme::Any {
        entries.push(("scheme", text(LOGIN_SCHEMES.write(&login.scheme).unwrap_or_default())));
    }
    map(entries)
}

fn proxy(proxy: &Proxy) -> Node {
    let address = format!("http://{}:{}", proxy.host.source(), proxy.port.source());
    let mut entries = vec![("url", text(address))];
    push_given(&mut entries, "user", &proxy.user);
    push_given(&mut entries, "password", &proxy.password);
    if !proxy.except.is_empty() {
        entries.push(("except", list(proxy.except.iter().map(|host| text(host.as_str())).collect())));
    }
    map(entries)
}

fn push_given(entries: &mut Entries, key: &'static str, value: &Template) {
    if !value.is_empty() {
        entries.push((key, text(value.source())));
    }
}
