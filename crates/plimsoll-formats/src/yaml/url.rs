//! A URL with `${references}` in one text.

use crate::evaluation;
use plimsoll_plan::Template;
use plimsoll_plan::template::Part;

#[derive(Clone, Debug, PartialEq)]
pub struct Url {
    pub scheme: Template,
    pub host: Template,
    pub port: Option<Template>,
    pub path: Template,
}

impl Url {
    /// `user:password@` before the host, which is for no request: a login is the plan's.
    pub fn has_login(&self) -> bool {
        let is_login = |part: &Part| matches!(part, Part::Literal(text) if text.contains('@'));
        [Some(&self.host), self.port.as_ref()]
            .into_iter()
            .flatten()
            .any(|text| text.parts.iter().any(is_login))
    }

    /// The same in this line of the file.
    pub fn at(self, line: u32) -> Url {
        let Url { scheme, host, port, path } = self;
        let port = port.map(|port| port.at(line));
        Url { scheme: scheme.at(line), host: host.at(line), port, path: path.at(line) }
    }
}

/// Splits `scheme://host:port/path?query`. A text that begins with a reference and has no scheme is a
/// whole URL in itself and stays one, as the path.
pub fn split(text: &str) -> Result<Url, String> {
    let template = evaluation::template;
    let Some((scheme, rest)) = text.split_once("://").filter(|(s, _)| !s.contains(['/', '?'])) else {
        if text.starts_with("${") {
            let nothing = Template::literal("");
            return Ok(Url {
                scheme: Template::literal("http"),
                host: nothing,
                port: None,
                path: template(text)?,
            });
        }
        return Err(format!("`{text}` is not a URL; it begins with `http://` or `https://`"));
    };
    let path_start =
        outside_references(rest).find(|(_, c)| matches!(c, '/' | '?')).map_or(rest.len(), |(i, _)| i);
    let (authority, path) = rest.split_at(path_start);
    let user_end = outside_references(authority).filter(|(_, c)| *c == '@').last().map_or(0, |(at, _)| at);
    let colons = outside_references(authority).filter(|(at, c)| *at >= user_end && matches!(c, ':' | ']'));
    let colon = colons.last();
    let (host, port) = match colon {
        Some((at, ':')) => (&authority[..at], Some(&authority[at + 1..])),
        _ => (authority, None),
    };
    if host.is_empty() {
        return Err(format!("`{text}` has no host"));
    }
    let slash = if path.starts_with('/') { "" } else { "/" };
    Ok(Url {
        scheme: template(scheme)?,
        host: template(host)?,
        port: port.filter(|p| !p.is_empty()).map(template).transpose()?,
        path: template(&format!("{slash}{path}"))?,
    })
}

/// Why nothing can listen on this port, as far as it is known now.
pub fn port_problem(port: &Template) -> Option<String> {
    let text = port.as_literal()?.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && text.parse::<u16>().is_err())
        .then(|| format!("`{text}` is not a port from 1 to {}", u16::MAX))
}

/// The URL in one text, when it reads back as the same.
pub fn join(url: &Url) -> Option<String> {
    let port = url.port.as_ref().map_or_else(String::new, |p| format!(":{}", p.source()));
    let whole = format!("{}://{}{port}{}", url.scheme.source(), url.host.source(), url.path.source());
    [whole, url.path.source()].into_iter().find(|text| split(text).as_ref() == Ok(url))
}

/// Where the query begins in a path; its length when it has none.
pub fn query_start(path: &str) -> usize {
    outside_references(path).find(|(_, c)| *c == '?').map_or(path.len(), |(i, _)| i)
}

fn outside_references(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut depth = 0_u32;
    let mut before = ' ';
    text.char_indices().filter(move |(_, c)| {
        let outside = depth == 0 && !(before == '$' && *c == '{');
        match c {
            '{' if before == '$' || depth > 0 => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = *c;
        outside
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = split(text).map(|u| {
            let port = u.port.map_or("-".to_owned(), |p| p.source());
            format!("{} {} {port} {}", u.scheme.source(), u.host.source(), u.path.source())
        });
        assert_eq!(shown.unwrap_or_else(|_| "error".to_owned()), expected, "{text}");
    }

    #[test]
    fn a_login_is_seen_and_a_reference_is_none() {
        for (text, expected) in [
            ("http://bob:pw@h/x", true),
            ("http://bob:pw@h:80/x", true),
            ("http://bob:${__P(pw)}@h/", true),
            ("http://bob@h/", true),
            ("http://${__P(at,a@b)}/x", false),
            ("http://h:80/a@b?c=d@e", false),
        ] {
            assert_eq!(split(text).map(|url| url.has_login()), Ok(expected), "{text}");
        }
    }

    #[test]
    fn references_are_retained_whole() {
        check("http://a", "http a - /");
        check("https://${h}:${__P(p,80)}/x?y=${__P(a:b/c)}", "https ${h} ${__P(p,80)} /x?y=${__P(a:b/c)}");
        check("http://[::1]:8080/x", "http [::1] 8080 /x");
        check("http://[::1]/x", "http [::1] - /x");
        check("http://a?b", "http a - /?b");
        check("http://u:p@a/x", "http u:p@a - /x");
        check("http://${u}:${p:x}@a:81/x", "http ${u}:${p:x}@a 81 /x");
        check("http://u@[::1]:81", "http u@[::1] 81 /");
        check("${base}/x", "http  - ${base}/x");
        check("/x", "error");
        check("http:///x", "error");
    }
}
