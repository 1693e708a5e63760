//! JDBC URLs of the databases that can be spoken to.

use std::collections::BTreeMap;

/// A JDBC URL, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JdbcUrl {
    pub driver: Driver,
    /// Tried in this order.
    pub hosts: Vec<(String, u16)>,
    pub database: String,
    /// By name; of names that are there twice the last one counts.
    pub parameters: BTreeMap<String, String>,
}

/// Whose rules a connection follows; MySQL's driver speaks to MariaDB and the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    MySql,
    MariaDb,
    Postgres,
}

impl Driver {
    fn port(self) -> u16 {
        match self {
            Driver::MySql | Driver::MariaDb => 3306,
            Driver::Postgres => 5432,
        }
    }
}

/// Parameters that have an effect.
const KNOWN: [&str; 12] = [
    "user",
    "password",
    "connecttimeout",
    "sessionvariables",
    "currentschema",
    "applicationname",
    "options",
    "ssl",
    "usessl",
    "sslmode",
    "allowpublickeyretrieval",
    "characterencoding",
];

impl JdbcUrl {
    /// The message of an error holds nothing of what may be secret in the URL.
    pub fn parse(url: &str) -> Result<JdbcUrl, String> {
        let url = url.trim();
        let Some(rest) = url.strip_prefix("jdbc:") else {
            return Err("the URL does not begin with `jdbc:`".to_owned());
        };
        let (kind, rest) = rest.split_once(':').unwrap_or((rest, ""));
        let driver = match kind.to_ascii_lowercase().as_str() {
            "mysql" => Driver::MySql,
            "mariadb" => Driver::MariaDb,
            "postgresql" => Driver::Postgres,
            _ => return Err(format!("databases of the kind `jdbc:{kind}:` can't be spoken to")),
        };
        let (address, parameters) = rest.split_once('?').unwrap_or((rest, ""));
        let (hosts, database) = match address.strip_prefix("//") {
            Some(address) => address.split_once('/').unwrap_or((address, "")),
            None if driver == Driver::Postgres => ("", address),
            None => return Err(format!("behind `jdbc:{kind}:` comes `//host:port/database`")),
        };
        if hosts.contains(['(', '@']) {
            return Err("addresses of this form are not known; write `//host:port/database`".to_owned());
        }
        let hosts = hosts.split(',').map(|host| split_host(host.trim(), driver)).collect::<Result<_, _>>()?;
        let parameters = parameters.split('&').filter(|p| !p.is_empty()).map(|parameter| {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            (decoded(name), decoded(value))
        });
        Ok(JdbcUrl { driver, hosts, database: decoded(database), parameters: parameters.collect() })
    }

    /// The value of a parameter; names are distinguished without regard to case.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the connection must be encrypted.
    pub fn needs_tls(&self) -> bool {
        let is_on = |name| self.parameter(name).is_some_and(|value| value.is_empty() || value == "true");
        let mode = self.parameter("sslmode").unwrap_or_default().to_ascii_lowercase().replace('_', "-");
        let is_must = matches!(mode.as_str(), "require" | "required" | "trust") || mode.starts_with("verify");
        is_must || (mode.is_empty() && (is_on("usessl") || is_on("ssl")))
    }

    /// Names of parameters that have no effect here.
    pub fn ignored(&self) -> Vec<&str> {
        let is_known = |name: &str| KNOWN.contains(&name.to_ascii_lowercase().as_str());
        self.parameters.keys().map(String::as_str).filter(|name| !is_known(name)).collect()
    }
}

fn split_host(text: &str, driver: Driver) -> Result<(String, u16), String> {
    let is_address = text.starts_with('[');
    let (host, port) = match text.rsplit_once(':') {
        Some((_, after)) if is_address && after.contains(']') => (text, None),
        Some((host, port)) => (host, Some(port)),
        None => (text, None),
    };
    let port = match port {
        None => driver.port(),
        Some(port) => port.parse().map_err(|_| format!("`{port}` is not a port"))?,
    };
    let host = host.trim_matches(['[', ']']);
    Ok((if host.is_empty() { "localhost" } else { host }.to_owned(), port))
}

/// Percent-decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: Result<(&str, &str), &str>) {
        let read = JdbcUrl::parse(url).map(|url| {
            let hosts: Vec<String> = url.hosts.iter().map(|(host, port)| format!("{host} {port}")).collect();
            (format!("{:?} {}", url.driver, hosts.join(", ")), url.database)
        });
        let read = read.as_ref().map(|(a, b)| (a.as_str(), b.as_str())).map_err(String::as_str);
        assert_eq!(read, expected, "{url}");
    }

    #[test]
    fn hosts_ports_and_databases_are_taken_apart() {
        check("jdbc:mysql://db:3307/shop?useSSL=false", Ok(("MySql db 3307", "shop")));
        check("jdbc:mariadb://a:1,b/shop", Ok(("MariaDb a 1, b 3306", "shop")));
        check("jdbc:postgresql://[::1]:5433/my%20db", Ok(("Postgres ::1 5433", "my db")));
        check("jdbc:postgresql:shop", Ok(("Postgres localhost 5432", "shop")));
        check("jdbc:mysql:///shop", Ok(("MySql localhost 3306", "shop")));
        check("jdbc:h2:mem:x", Err("databases of the kind `jdbc:h2:` can't be spoken to"));
        check("jdbc:mysql:db", Err("behind `jdbc:mysql:` comes `//host:port/database`"));
        check("jdbc:mysql://db:x/y", Err("`x` is not a port"));
        check("mysql://db", Err("the URL does not begin with `jdbc:`"));
    }

    #[test]
    fn parameters_are_found_whatever_their_case() {
        let url = JdbcUrl::parse("jdbc:postgresql://h/d?user=a%26b&sslMode=verify-full&prepareThreshold=3");
        let url = url.expect("a URL");
        assert_eq!(url.parameter("USER"), Some("a&b"));
        assert!(url.needs_tls());
        assert_eq!(url.ignored(), ["prepareThreshold"]);
    }
}
