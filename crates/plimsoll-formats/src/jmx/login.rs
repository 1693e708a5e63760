//! Authorization managers and proxies.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties, Property};
use plimsoll_plan::Template;
use plimsoll_plan::plan::{Login, LoginScheme, LoginSet, Proxy};

/// Adds the manager to the plan; `None` when it is empty.
pub fn login_set(lowering: &mut Lowering, element: &Element) -> ElementResult<Option<usize>> {
    let by_group = element.flag("AuthManager.controlledByThreadGroup", false);
    let set = lowering.plan.logins.len();
    let mut logins = Vec::new();
    let mut is_empty = true;
    for login in element.members("AuthManager.auth_list") {
        let part = |name: &str| Lowering::template(name, login.text(name));
        is_empty = false;
        if login.text("Authorization.mechanism").trim() == "KERBEROS" {
            lowering.kerberos.push((set, part("Authorization.url")?));
            continue;
        }
        logins.push(Login {
            url: part("Authorization.url")?,
            user: part("Authorization.username")?,
            password: part("Authorization.password")?,
            realm: part("Authorization.realm")?,
            scheme: scheme(login.text("Authorization.mechanism").trim())?,
        });
        if !login.text("Authorization.domain").trim().is_empty() {
            lowering.approximate(element, "the domain is not used: NTLM is not spoken");
        }
    }
    if is_empty {
        return Ok(None);
    }
    lowering.plan.logins.push(LoginSet {
        clear_each_iteration: element.flag("AuthManager.clearEachIteration", false) && !by_group,
        cleared_with_user: by_group,
        logins,
    });
    Ok(Some(lowering.plan.logins.len() - 1))
}

/// A request that a login by Kerberos is for can't be made. Those of other hosts don't ask for it
/// (AuthManager.getAuthForURL). `parts`: protocol, host, port and path as they are written.
pub fn expect_spoken(
    lowering: &mut Lowering,
    set: Option<usize>,
    parts: [&Template; 4],
) -> ElementResult<()> {
    let urls: Vec<Template> =
        lowering.kerberos.iter().filter(|(of, _)| Some(*of) == set).map(|(_, url)| url.clone()).collect();
    if urls.is_empty() {
        return Ok(());
    }
    let [protocol, host, port, path] = parts.map(|part| lowering.evaluation.text(part).trim().to_lowercase());
    let protocol = if protocol.is_empty() { "http".to_owned() } else { protocol };
    let port = if matches!(port.as_str(), "" | "0") { String::new() } else { format!(":{port}") };
    let default_port = if protocol == "https" { ":443" } else { ":80" };
    let with_port = |port: &str| match path.starts_with("http") {
        true => path.clone(),
        false => format!("{protocol}://{host}{port}{path}"),
    };
    let mut spellings = vec![with_port(&port)];
    match port.as_str() {
        "" => spellings.push(with_port(default_port)),
        port if port == default_port => spellings.push(with_port("")),
        _ => {}
    }
    let may_be_for = |url: &Template| {
        let url = lowering.evaluation.text(url).trim().to_lowercase();
        // What is known only in the run may be anything.
        let fixed = url.split("${").next().unwrap_or_default().to_owned();
        spellings.iter().any(|own| match own.split_once("${") {
            None => own.starts_with(&fixed),
            Some((own, _)) => own.starts_with(&fixed) || fixed.starts_with(own),
        })
    };
    match urls.iter().any(may_be_for) {
        true => Err("its login is by Kerberos, which is not spoken; BASIC and DIGEST are".to_owned()),
        false => Ok(()),
    }
}

/// With BASIC, JMeter's client sends name and password at once, and answers a challenge to Digest, too.
fn scheme(mechanism: &str) -> ElementResult<LoginScheme> {
    match mechanism {
        "" | "BASIC" | "BASIC_DIGEST" => Ok(LoginScheme::Any),
        "DIGEST" => Ok(LoginScheme::Digest),
        other => Err(format!("the mechanism `{other}` is not known")),
    }
}

/// The proxy of a sampler; equal ones are one. JMeter uses none without host and port
/// (HTTPHCAbstractImpl.isDynamicProxy).
pub fn proxy(
    lowering: &mut Lowering,
    element: &Element,
    properties: &[Property],
) -> ElementResult<Option<usize>> {
    let part = |name: &str| Lowering::template(name, properties.text(name).trim());
    let (host, port) = (part("HTTPSampler.proxyHost")?, part("HTTPSampler.proxyPort")?);
    if host.is_empty() {
        return Ok(None);
    }
    if port.is_empty() || port.as_literal() == Some("0") {
        lowering.warn(element, "the proxy has no port").hint =
            Some("requests go without a proxy, as in JMeter; fill in its port".to_owned());
        return Ok(None);
    }
    let scheme = properties.text("HTTPSampler.proxyScheme").trim();
    if !scheme.is_empty() && !scheme.eq_ignore_ascii_case("http") {
        return Err("a proxy is not asked over TLS".to_owned());
    }
    let proxy = Proxy {
        host,
        port,
        user: part("HTTPSampler.proxyUser")?,
        password: Lowering::template("HTTPSampler.proxyPass", properties.text("HTTPSampler.proxyPass"))?,
        except: Vec::new(),
    };
    let known = lowering.plan.proxies.iter().position(|p| *p == proxy);
    Ok(Some(known.unwrap_or_else(|| {
        lowering.plan.proxies.push(proxy);
        lowering.plan.proxies.len() - 1
    })))
}
