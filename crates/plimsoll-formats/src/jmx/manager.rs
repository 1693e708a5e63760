//! Configuration that samplers inherit: request defaults, headers, cookies.

use super::context::{ElementResult, Lowering};
use super::element::{Element, ElementProperties};
use plimsoll_plan::plan::{AnswerCache, CookieJar, CookiePolicy, Header, NameCaching, PresetCookie};

/// The collection inside an `Arguments` element.
pub const ARGUMENT_LIST: &str = "Arguments.arguments";

/// Whether these are defaults of HTTP requests; those of other protocols change nothing here.
pub fn defaults(element: &Element) -> ElementResult<bool> {
    let is_http = element.gui.starts_with("HttpDefaults")
        || element.properties.iter().any(|p| p.name.starts_with("HTTPSampler."));
    if is_http {
        for (name, text) in element.all_texts() {
            Lowering::template(&name, text)?;
        }
    }
    Ok(is_http)
}

pub fn headers(element: &Element) -> ElementResult<Vec<Header>> {
    let named = element.members("HeaderManager.headers").into_iter();
    named
        .filter(|header| !header.text("Header.name").is_empty())
        .map(|header| {
            Ok(Header {
                name: Lowering::template("Header.name", header.text("Header.name"))?,
                value: Lowering::template("Header.value", header.text("Header.value"))?,
            })
        })
        .collect()
}

/// Adds the cache to the plan. JMeter's default is 5000 entries.
pub fn cache(lowering: &mut Lowering, element: &Element) -> ElementResult<usize> {
    let by_group = element.flag("CacheManager.controlledByThread", false);
    let size = lowering.evaluation.known_text(element.text("maxSize"))?;
    let entries_max = match size.trim() {
        "" => 5_000,
        text => text.parse().map_err(|_| format!("maxSize: `{text}` is not a number"))?,
    };
    lowering.plan.caches.push(AnswerCache {
        uses_expiry: element.flag("useExpires", false),
        entries_max,
        clear_each_iteration: element.flag("clearEachIteration", false) && !by_group,
        cleared_with_user: by_group,
    });
    Ok(lowering.plan.caches.len() - 1)
}

/// Adds its hosts to the plan. Its own name servers are not asked.
pub fn hosts(lowering: &mut Lowering, element: &Element) -> ElementResult<()> {
    let mut differences = Vec::new();
    lowering.plan.names = match element.flag("DNSCacheManager.clearEachIteration", false) {
        true => NameCaching::ByIteration,
        false => NameCaching::ByUser,
    };
    if !lowering.global.contains(&element.ordinal) {
        differences.push("it holds for the whole plan");
    }
    let has_servers = !element.texts("DNSCacheManager.servers").is_empty();
    if element.flag("DNSCacheManager.isCustomResolver", false) && has_servers {
        differences.push("the system is asked, not its own name servers");
    }
    let entries = element.members("DNSCacheManager.hosts");
    for entry in &entries {
        let name = lowering.evaluation.known_text(entry.text("StaticHost.Name"))?;
        let addresses = lowering.evaluation.known_text(entry.text("StaticHost.Address"))?;
        let addresses = addresses.split(',').map(|address| address.trim().to_owned()).collect();
        if lowering.plan.hosts.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            differences.push("the first address of a host holds for the whole plan");
        } else {
            lowering.plan.hosts.push((name, addresses));
        }
    }
    if !differences.is_empty() {
        lowering.approximate(element, &differences.join("; "));
    }
    Ok(())
}

/// Adds the jar to the plan. `clearEachIteration` counts only when the thread group does not decide.
pub fn cookie_jar(lowering: &mut Lowering, element: &Element) -> ElementResult<usize> {
    let by_group = element.flag("CookieManager.controlledByThreadGroup", false);
    let mut cookies = Vec::new();
    for cookie in element.members("CookieManager.cookies") {
        cookies.push(PresetCookie {
            name: cookie.text("TestElement.name").to_owned(),
            value: Lowering::template("Cookie.value", cookie.text("Cookie.value"))?,
            domain: Lowering::template("Cookie.domain", cookie.text("Cookie.domain"))?,
            path: Lowering::template("Cookie.path", cookie.text("Cookie.path"))?,
            secure: cookie.flag("Cookie.secure", false),
        });
    }
    let policy = cookie_policy(lowering, element);
    lowering.plan.cookie_jars.push(CookieJar {
        clear_each_iteration: element.flag("CookieManager.clearEachIteration", false) && !by_group,
        cleared_with_user: by_group,
        policy,
        cookies,
    });
    Ok(lowering.plan.cookie_jars.len() - 1)
}

/// The names of org.apache.jmeter.protocol.http.control.HC4CookieHandler.
fn cookie_policy(lowering: &mut Lowering, element: &Element) -> CookiePolicy {
    match element.text("CookieManager.policy").trim().to_ascii_lowercase().as_str() {
        "rfc2109" => CookiePolicy::Rfc2109,
        "ignorecookies" => CookiePolicy::Ignore,
        "" | "standard" | "standard-strict" | "default" => CookiePolicy::Standard,
        other => {
            let difference =
                format!("cookies are kept and sent as the policy `standard` does it, not `{other}`");
            lowering.approximate(element, &difference);
            CookiePolicy::Standard
        }
    }
}
