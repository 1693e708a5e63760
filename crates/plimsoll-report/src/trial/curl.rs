//! A request as a command of curl. Secrets in it are masked as everywhere.

use super::{ShownBody, ShownExchange};

/// What curl says by itself.
const OWN: [&str; 4] = ["host", "content-length", "connection", "transfer-encoding"];

pub fn command(exchange: &ShownExchange) -> String {
    let mut words = vec!["curl".to_owned()];
    if exchange.method != "GET" {
        words.extend(["-X".to_owned(), quoted(&exchange.method)]);
    }
    words.push(quoted(&exchange.url));
    for (name, value) in &exchange.asked_headers {
        if !OWN.contains(&name.to_ascii_lowercase().as_str()) {
            words.extend(["-H".to_owned(), quoted(&format!("{name}: {value}"))]);
        }
    }
    if let ShownBody::Text { raw, .. } = &exchange.asked_body {
        words.extend(["--data-raw".to_owned(), quoted(raw)]);
    }
    words.join(" ")
}

/// For a shell.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_the_command_as_it_is_meant() {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let exchange = ShownExchange {
            method: "POST".to_owned(),
            url: "http://h/a?b=c&d".to_owned(),
            asked_headers: vec![header("Host", "h"), header("X-Y", "it's"), header("Content-Length", "3")],
            asked_body: ShownBody::Text { raw: "a b".to_owned(), pretty: None, left_out: 0 },
            status: String::new(),
            headers: Vec::new(),
            body: ShownBody::Empty,
            is_cut: false,
            took_us: 0,
        };
        assert_eq!(command(&exchange), r"curl -X POST 'http://h/a?b=c&d' -H 'X-Y: it'\''s' --data-raw 'a b'");
    }
}
