//! Where figures go, as a URL says it.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use std::fmt;
use url::Url;

/// A receiver: its protocol, address and who asks.
#[derive(Clone, PartialEq, Eq)]
pub struct Receiver {
    pub protocol: ProtocolName,
    pub(crate) url: Url,
    pub(crate) authorization: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolName {
    /// Remote write 1.0.
    Prometheus { histograms: Histograms },
    /// OTLP over HTTP, in JSON.
    Otlp { histograms: Histograms },
    /// Line protocol, in seconds of their own.
    Influx,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Histograms {
    /// Native or exponential: a percentile is off by at most 1.1 %.
    Exponential,
    /// With bounds that were given; for receivers that know no others.
    Explicit,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiverError {
    #[error("`{0}` names no protocol: prometheus+http, otlp+http or influx+http, or the same with https")]
    Scheme(String),
    #[error("`{url}` is no URL: {why}")]
    NotAUrl { url: String, why: String },
    #[error("`{0}` says neither `?db=NAME` (InfluxDB 1) nor `?org=NAME&bucket=NAME` (InfluxDB 2)")]
    NoDatabase(String),
    #[error("`histograms={0}` is neither `exponential` nor `explicit`")]
    Histograms(String),
    #[error("`{0}` is given with {1}, which has no histograms to choose")]
    NoHistograms(&'static str, &'static str),
}

impl Receiver {
    /// `token`: from the environment; a name and password in the URL go before it.
    pub fn parse(text: &str, token: Option<&str>) -> Result<Receiver, ReceiverError> {
        let shown = || text.split('?').next().unwrap_or_default().to_owned();
        let (scheme, rest) =
            text.split_once('+').ok_or_else(|| ReceiverError::Scheme(without_login(text)))?;
        if !rest.starts_with("http://") && !rest.starts_with("https://") {
            return Err(ReceiverError::Scheme(without_login(text)));
        }
        let url = Url::parse(rest);
        let mut url =
            url.map_err(|e| ReceiverError::NotAUrl { url: without_login(&shown()), why: e.to_string() })?;
        let histograms = histograms(&mut url)?;
        let exponential = histograms.unwrap_or(Histograms::Exponential);
        let protocol = match scheme {
            "prometheus" => ProtocolName::Prometheus { histograms: exponential },
            "otlp" => ProtocolName::Otlp { histograms: exponential },
            "influx" if histograms.is_some() => {
                return Err(ReceiverError::NoHistograms("histograms=", "InfluxDB"));
            }
            "influx" => ProtocolName::Influx,
            _ => return Err(ReceiverError::Scheme(without_login(text))),
        };
        complete(&mut url, protocol).map_err(|()| ReceiverError::NoDatabase(without_login(&shown())))?;
        let authorization = login(&mut url).or_else(|| token.map(|token| bearer(&url, protocol, token)));
        Ok(Receiver { protocol, url, authorization })
    }
}

/// Without a name, a password and what follows the path.
impl fmt::Display for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.protocol {
            ProtocolName::Prometheus { .. } => "prometheus",
            ProtocolName::Otlp { .. } => "otlp",
            ProtocolName::Influx => "influx",
        };
        let port = self.url.port().map_or_else(String::new, |port| format!(":{port}"));
        let host = self.url.host_str().unwrap_or_default();
        write!(f, "{name}+{}://{host}{port}{}", self.url.scheme(), self.url.path())
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Receiver({self})")
    }
}

/// What stands in the query about histograms, which is then taken out of it.
fn histograms(url: &mut Url) -> Result<Option<Histograms>, ReceiverError> {
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let Some((_, value)) = pairs.iter().find(|(name, _)| name == "histograms") else { return Ok(None) };
    let found = match value.as_str() {
        "exponential" | "native" => Histograms::Exponential,
        "explicit" | "classic" => Histograms::Explicit,
        other => return Err(ReceiverError::Histograms(other.to_owned())),
    };
    let others = pairs.iter().filter(|(name, _)| name != "histograms");
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(others).finish();
    url.set_query(Some(query.as_str()).filter(|query| !query.is_empty()));
    Ok(Some(found))
}

/// The path and what the protocol wants in the query, where they are not said.
fn complete(url: &mut Url, protocol: ProtocolName) -> Result<(), ()> {
    let path = match protocol {
        ProtocolName::Prometheus { .. } => "/api/v1/write",
        ProtocolName::Otlp { .. } => "/v1/metrics",
        ProtocolName::Influx => {
            let has = |name: &str| url.query_pairs().any(|(key, value)| key == name && !value.is_empty());
            let path = match (has("db"), has("org") && has("bucket")) {
                (true, _) => "/write",
                (false, true) => "/api/v2/write",
                (false, false) => return Err(()),
            };
            url.query_pairs_mut().append_pair("precision", "ms");
            path
        }
    };
    if matches!(url.path(), "" | "/") {
        url.set_path(path);
    }
    Ok(())
}

/// The name and password of the URL, which no longer holds them.
fn login(url: &mut Url) -> Option<String> {
    let decoded = |text: &str| percent_decoded(text);
    let (name, password) = (decoded(url.username()), url.password().map(decoded).unwrap_or_default());
    if name.is_empty() && password.is_empty() {
        return None;
    }
    // It has a host, so it may have them.
    let _ = (url.set_username(""), url.set_password(None));
    Some(format!("Basic {}", BASE64_STANDARD.encode(format!("{name}:{password}"))))
}

fn percent_decoded(text: &str) -> String {
    // The one decoder at hand is that of forms.
    let field = text.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
    url::form_urlencoded::parse(field.as_bytes())
        .map(|(name, _)| name.into_owned())
        .next()
        .unwrap_or_default()
}

fn bearer(url: &Url, protocol: ProtocolName, token: &str) -> String {
    match protocol {
        ProtocolName::Influx if url.path().contains("/v2/") => format!("Token {token}"),
        _ => format!("Bearer {token}"),
    }
}

/// For messages: nothing between `//` and `@`.
fn without_login(text: &str) -> String {
    match (text.find("//"), text.rfind('@')) {
        (Some(start), Some(end)) if start < end => format!("{}//{}", &text[..start], &text[end + 1..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_says_protocol_path_and_login() {
        let url = |text: &str| Receiver::parse(text, Some("t0")).map(|receiver| receiver.url.to_string());
        let is = |text: &str, expected: &str| assert_eq!(url(text).as_deref(), Ok(expected), "{text}");
        is("prometheus+http://h:9090", "http://h:9090/api/v1/write");
        is("prometheus+https://h/push?histograms=classic", "https://h/push");
        is("otlp+http://h:4318/", "http://h:4318/v1/metrics");
        is("influx+http://h:8086?db=x", "http://h:8086/write?db=x&precision=ms");
        is("influx+http://h:8086?org=a&bucket=b", "http://h:8086/api/v2/write?org=a&bucket=b&precision=ms");
        let with_login = Receiver::parse("otlp+http://anna:s%40c+ret@h:1", Some("t0")).expect("a receiver");
        assert_eq!(with_login.authorization.as_deref(), Some("Basic YW5uYTpzQGMrcmV0"));
        assert_eq!(with_login.to_string(), "otlp+http://h:1/v1/metrics");
        let token = Receiver::parse("influx+http://h?org=a&bucket=b", Some("t0")).expect("a receiver");
        assert_eq!(token.authorization.as_deref(), Some("Token t0"));
    }

    #[test]
    fn what_is_wrong_is_said_without_passwords() {
        let error = |text: &str| Receiver::parse(text, None).expect_err(text);
        assert_eq!(error("http://h:9090"), ReceiverError::Scheme("http://h:9090".to_owned()));
        assert!(
            matches!(error("statsd+http://a:secret@h"), ReceiverError::Scheme(text) if !text.contains("secret"))
        );
        assert_eq!(
            error("influx+http://h:8086"),
            ReceiverError::NoDatabase("influx+http://h:8086".to_owned())
        );
        assert!(matches!(error("otlp+http://h:port"), ReceiverError::NotAUrl { .. }));
        assert_eq!(error("otlp+http://h?histograms=x"), ReceiverError::Histograms("x".to_owned()));
    }
}
