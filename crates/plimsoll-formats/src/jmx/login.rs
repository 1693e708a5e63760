//! Authorization managers and proxies.

use super::element::{Element, Properties, Property};
use super::lowering::{Lowering, Outcome};
use plimsoll_plan::plan::{Login, LoginScheme, LoginSet, Proxy};

/// Adds the manager to the plan; `None` when it is empty.
pub fn login_set(lowering: &mut Lowering, element: &Element) -> Outcome<Option<usize>> {
    let by_group = element.flag("AuthManager.controlledByThreadGroup", false);
    let mut logins = Vec::new();
    for login in element.members("AuthManager.auth_list") {
        let part = |name: &str| Lowering::template(name, login.text(name));
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
    if logins.is_empty() {
        return Ok(None);
    }
    lowering.plan.logins.push(LoginSet {
        clear_each_iteration: element.flag("AuthManager.clearEachIteration", false) && !by_group,
        cleared_with_user: by_group,
        logins,
    });
    Ok(Some(lowering.plan.logins.len() - 1))
}

/// With BASIC, JMeter's client sends name and password at once, and answers a challenge to Digest, too.
fn scheme(mechanism: &str) -> Outcome<LoginScheme> {
    match mechanism {
        "" | "BASIC" | "BASIC_DIGEST" => Ok(LoginScheme::Any),
        "DIGEST" => Ok(LoginScheme::Digest),
        "KERBEROS" => Err("Kerberos is not spoken".to_owned()),
        other => Err(format!("the mechanism `{other}` is not known")),
    }
}

/// The proxy of a sampler; equal ones are one. JMeter uses none without host and port
/// (HTTPHCAbstractImpl.isDynamicProxy).
pub fn proxy(lowering: &mut Lowering, element: &Element, properties: &[Property]) -> Outcome<Option<usize>> {
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
