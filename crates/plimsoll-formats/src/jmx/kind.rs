//! Which elements have no effect on the load, and why others can't be performed.

use super::element::Element;
use super::http;

/// Listeners and tools of the GUI: they only look at results.
pub fn is_inert(kind: &str) -> bool {
    const INERT: &[&str] = &[
        "ResultCollector",
        "Summariser",
        "BackendListener",
        "ResultSaver",
        "MailerResultCollector",
        "DebugPostProcessor",
        "WorkBench",
        "ProxyControl",
        "HttpMirrorControl",
        "PropertyControl",
    ];
    const PLUGIN_LISTENERS: &[&str] = &[
        "kg.apc.jmeter.vizualizers.",
        "kg.apc.jmeter.listener.",
        "kg.apc.jmeter.reporters.ConsoleStatusLogger",
        "kg.apc.jmeter.reporters.FlexibleFileWriter",
        "kg.apc.jmeter.reporters.LoadosophiaUploader",
    ];
    let by_ending =
        ["ResultCollector", "Visualizer", "Collector", "Listener"].iter().any(|e| kind.ends_with(e));
    INERT.contains(&kind)
        || PLUGIN_LISTENERS.iter().any(|p| kind.starts_with(p))
        || (by_ending && !is_script(kind))
}

pub fn is_script(kind: &str) -> bool {
    ["JSR223", "BeanShell", "BSF"].iter().any(|language| kind.starts_with(language))
}

/// Configuration of protocols other than HTTP: nothing in a plan of HTTP requests reads it.
pub fn is_foreign_config(kind: &str) -> bool {
    matches!(kind, "JavaConfig" | "JDBCDataSource" | "TCPConfig" | "FtpConfig" | "LoginConfig" | "LDAPConfig")
}

/// Whether an element is a sampler of a kind that is performed.
pub fn is_sampler(element: &Element) -> bool {
    http::is_request(element) || matches!(element.kind.as_str(), "JDBCSampler" | "TCPSampler")
}

/// Why an element is left out.
pub fn unsupported_reason(kind: &str) -> String {
    let reason = match kind {
        kind if kind.starts_with("BSF") => "BSF is not supported; JSR223 elements are",
        "KeystoreConfig" => "certificates of a Java key store are not read",
        "AnchorModifier" => "links and forms of an earlier answer are not followed",
        kind if kind.ends_with("ThreadGroup") => "this kind of thread group is not supported",
        "FTPSampler" => "FTP is not spoken; `--generator jmeter` runs the plan with JMeter",
        "SmtpSampler" | "MailReaderSampler" => {
            "mail is not spoken; `--generator jmeter` runs the plan with JMeter"
        }
        "LDAPSampler" | "LDAPExtSampler" => {
            "LDAP is not spoken; `--generator jmeter` runs the plan with JMeter"
        }
        "JMSSampler" | "PublisherSampler" | "SubscriberSampler" => {
            "JMS needs its provider's Java classes; `--generator jmeter` runs the plan with JMeter"
        }
        kind if kind.ends_with("Sampler") || kind.ends_with("Request") => {
            "this kind of sampler is not supported; `--generator jmeter` runs the plan with JMeter"
        }
        kind if kind.ends_with("Timer") => "this timer is not supported",
        kind if kind.ends_with("Assertion") => "this assertion is not supported",
        kind if kind.ends_with("Controller") => "this controller is not supported",
        _ => "this element is not known",
    };
    reason.to_owned()
}
