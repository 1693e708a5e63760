//! What is a secret, and what is written in its place: the one place that knows.
//!
//! A secret is known by its name (`db_password`, `X-Api-Key`, `Authorization`), by its form in a text
//! (`http://user:password@host`, `Bearer …`, a private key), or as a value that was given as one ([`Secrets::add_value`]).
//! It is masked before anything is written, so no file holds it and nothing brings it back.

mod cut_ends;
mod names;
mod pairs;
mod shapes;

use crate::percent;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

/// What stands in a secret's place.
pub const MASK: &str = "***";

/// Shorter values are masked under their names only: in free text they would be found everywhere.
const VALUE_BYTES_MIN: usize = 4;

/// Shorter values are masked only where they are words of their own.
const VALUE_BYTES_ANYWHERE: usize = 8;

/// Values that are kept to be looked for; a plan does not have that many.
const VALUES_MAX: usize = 1_000;

/// The names and values that are secret in one run, beside what is secret everywhere.
#[derive(Clone, Default, PartialEq)]
pub struct Secrets {
    names: BTreeSet<String>,
    /// The longest first, so that one that is part of another does not leave a rest.
    values: Vec<String>,
}

impl Secrets {
    /// A name whose values are secret, whatever it is called, and however it is spelled; and names that are derived from it.
    pub fn add_name(&mut self, name: &str) {
        let name = names::plain(name);
        if !name.is_empty() {
            self.names.insert(name);
        }
    }

    /// A value that is masked wherever it is found, as it is and as URLs and JSON write it.
    pub fn add_value(&mut self, value: &str) {
        let json = serde_json::to_string(value).unwrap_or_default();
        let forms = [value.to_owned(), percent::encoded(value), json.trim_matches('"').to_owned()];
        for form in forms {
            let may_be =
                form.len() >= VALUE_BYTES_MIN && !names::is_harmless(&form) && !names::is_word(&form);
            if may_be && !self.values.contains(&form) && self.values.len() < VALUES_MAX {
                self.values.push(form);
            }
        }
        self.values.sort_by_key(|value| std::cmp::Reverse(value.len()));
    }

    /// A named value: a secret one is added.
    pub fn add_named(&mut self, name: &str, value: &str) {
        if self.is_secret(name) {
            self.add_value(value);
        }
    }

    /// Those of another run, too.
    pub fn extend(&mut self, other: &Secrets) {
        self.names.extend(other.names.iter().cloned());
        other.values.iter().for_each(|value| self.add_value(value));
    }

    /// Whether what this name stands for is a secret.
    pub fn is_secret(&self, name: &str) -> bool {
        names::is_secret(name) || names::is_listed(&self.names, name)
    }

    /// The value of a name, as it may be written.
    pub fn value<'a>(&self, name: &str, value: &'a str) -> Cow<'a, str> {
        let says_nothing = value.is_empty() || names::is_harmless(value) || is_reference(value);
        if !says_nothing && self.is_secret(name) {
            return Cow::Borrowed(MASK);
        }
        self.text(value)
    }

    /// A text, as it may be written: passwords in URLs, values of secret names, tokens and keys by their form, and the
    /// values that are known.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(text);
        for value in self.values.iter().filter(|value| value.len() >= VALUE_BYTES_MIN) {
            replace(&mut text, value);
        }
        then(&mut text, |text| {
            let marks = cut_ends::before_marks(text, &self.values).into_iter();
            let open = cut_ends::before_each_mark(text).flat_map(shapes::open_at_end);
            shapes::cut_out(text, marks.chain(open).collect())
        });
        then(&mut text, shapes::masked);
        then(&mut text, |text| pairs::masked(text, &|name| self.is_secret(name)));
        text
    }

    /// The begin of a longer text, as it may be written: what may be the begin of a known value at its end is masked, too.
    pub fn begin_of_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = self.text(text);
        then(&mut text, |text| {
            let end = cut_ends::at_end(text, &self.values).into_iter();
            shapes::cut_out(text, end.chain(shapes::open_at_end(text)).collect())
        });
        text
    }

    /// The words of a command line, as they may be written.
    pub fn command(&self, arguments: &[String]) -> Vec<String> {
        let mut masked: Vec<String> = Vec::with_capacity(arguments.len());
        let mut of_flag = None;
        for argument in arguments {
            let flag = of_flag.take();
            // `-J`, `-D` and `-G` of JMeter, `-Jname=value` and `--name value`.
            masked.push(match (flag, argument.split_once('=')) {
                (_, Some((name, value))) => {
                    let bare = name.trim_start_matches('-').trim_start_matches(['J', 'D', 'G']);
                    let is_secret = self.is_secret(bare) || self.is_secret(name);
                    let value = if is_secret { Cow::Borrowed(MASK) } else { self.text(value) };
                    format!("{name}={value}")
                }
                (Some(name), None) if self.is_secret(name) => MASK.to_owned(),
                _ => self.text(argument).into_owned(),
            });
            of_flag = argument.strip_prefix("--").filter(|name| !name.contains('='));
        }
        masked
    }
}

/// How many there are, and none of them.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({} names, {} values)", self.names.len(), self.values.len())
    }
}

/// `${variable}`, `${__P(name)}`, `Bearer ${token}`: it says where a secret comes from, and is none.
fn is_reference(value: &str) -> bool {
    let value = value.trim();
    let value = value
        .split_once(' ')
        .filter(|(word, _)| names::is_scheme(word))
        .map_or(value, |(_, rest)| rest.trim());
    value.starts_with("${")
}

fn then(text: &mut Cow<'_, str>, mask: impl Fn(&str) -> Option<String>) {
    if let Some(masked) = mask(text) {
        *text = Cow::Owned(masked);
    }
}

fn replace(text: &mut Cow<'_, str>, value: &str) {
    if !text.contains(value) {
        return;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, _) in text.match_indices(value) {
        let end = at + value.len();
        let is_word =
            !text[..at].ends_with(char::is_alphanumeric) && !text[end..].starts_with(char::is_alphanumeric);
        if at >= rest && (is_word || value.len() >= VALUE_BYTES_ANYWHERE) {
            out.push_str(&text[rest..at]);
            out.push_str(MASK);
            rest = end;
        }
    }
    out.push_str(&text[rest..]);
    *text = Cow::Owned(out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(Secrets::default().text(text), expected, "{text}");
    }

    #[test]
    fn passwords_in_urls_are_masked() {
        check("GET http://bob:pw@h/x", "GET http://bob:***@h/x");
        check(
            "failed: redis://:p%40w@h:6379/0 and amqp://a:b@c",
            "failed: redis://:***@h:6379/0 and amqp://a:***@c",
        );
        check("http://bob:pa/ss?w@h/x", "http://bob:***@h/x");
        check("http://bob:p@ss@h/x", "http://bob:***@h/x");
        check("http://h:8080/path?mail=a@b.c", "http://h:8080/path?mail=a@b.c");
        check("http://bob@h/x http://h/a@b", "http://bob@h/x http://h/a@b");
        check("http://bob:${__P(pw)}@h/x", "http://bob:${__P(pw)}@h/x");
        check("jdbc:oracle:thin:scott/tiger@//h:1521/x", "jdbc:oracle:thin:scott/***@//h:1521/x");
        check("jdbc:postgresql://h/d?user=u&password=p&x=1", "jdbc:postgresql://h/d?user=u&password=***&x=1");
        check("jdbc:sqlserver://h;user=sa;password=p w;x=1", "jdbc:sqlserver://h;user=sa;password=***;x=1");
        check(
            "Server=tcp:h,1433;Database=d;User ID=u;Password=p w,x;Encrypt=True",
            "Server=tcp:h,1433;Database=d;User ID=u;Password=***;Encrypt=True",
        );
        check("Pwd=p w; Server=h", "Pwd=***; Server=h");
        check(
            "Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=k=",
            "Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=***",
        );
        check(
            "AccountName=a;AccountKey=k==;EndpointSuffix=x",
            "AccountName=a;AccountKey=***;EndpointSuffix=x",
        );
        check(
            "mongodb+srv://u:p@h/d mongodb://u:p@h1:1,h2:2/d",
            "mongodb+srv://u:***@h/d mongodb://u:***@h1:1,h2:2/d",
        );
        check("amqp://u:p@h:5672/v", "amqp://u:***@h:5672/v");
        check("/shop;jsessionid=8F3A?x=1", "/shop;jsessionid=***");
        check("/a?api_key=k&b=1#token=t", "/a?api_key=***&b=1#token=***");
        check("/a?key=AIza8Q&code=4/P7qZ9", "/a?key=***&code=***");
        check("/a?key=4711&code=dk key=AIza8Q", "/a?key=4711&code=dk key=AIza8Q");
    }

    #[test]
    fn values_of_secret_names_are_masked() {
        check("Authorization: Bearer abc.def, next", "Authorization: ***");
        check("{Authorization: Bearer S1, X-Api-Key: S2}", "{Authorization: ***, X-Api-Key: ***}");
        check("Set-Cookie: a=b; c=d\nHost: h", "Set-Cookie: ***\nHost: h");
        check(
            "{\"user\":\"a\",\"password\":\"p\\\"q\",\"n\":1}",
            "{\"user\":\"a\",\"password\":\"***\",\"n\":1}",
        );
        check("{\"secret\": 1234, \"b\": 2}", "{\"secret\": ***, \"b\": 2}");
        check("  password: p w  # note\n  user: u", "  password: ***\n  user: u");
        check("password: \"p w\"  # note", "password: \"***\"  # note");
        check("password: ${__P(db_password)}     # -J", "password: ${__P(db_password)}     # -J");
        check("Authorization: Bearer ${tok}", "Authorization: Bearer ${tok}");
        check("x-amz-security-token: FwoG//ab=", "x-amz-security-token: ***");
        check("Cookie2: $Version=1; a=b", "Cookie2: ***");
        check("PGPASSWORD=p psql", "PGPASSWORD=*** psql");
        check("-Jdb_password=p -Jx=1", "-Jdb_password=*** -Jx=1");
        check("DBPASS=p; USER=u", "DBPASS=***; USER=u");
    }

    #[test]
    fn fields_of_forms_are_masked_by_the_parts_of_their_names() {
        check("user[password]=p&user[id]=7", "user[password]=***&user[id]=7");
        check("user%5Bpassword%5D=p&a=1", "user%5Bpassword%5D=***&a=1");
        check("[ERROR] [token]: abc", "[ERROR] [token]: abc");
        let long = format!("next=https%3A%2F%2F{}%26access_token", "a".repeat(120));
        check(&format!("{long}=abc&x=1"), &format!("{long}=***&x=1"));
        let part = |value: &str| {
            format!("--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n{value}\r\n--b--")
        };
        check(&part("p w"), &part("***"));
        let mut secrets = Secrets::default();
        secrets.add_name("iban");
        let check = |text: &str, expected: &str| assert_eq!(secrets.text(text), expected);
        check("customer[iban]=DE89&x=1", "customer[iban]=***&x=1");
        check("customer%5Biban%5D=DE89", "customer%5Biban%5D=***");
        check(
            "{\"customer[iban]\": \"DE89\", \"x.iban\": 7}",
            "{\"customer[iban]\": \"***\", \"x.iban\": ***}",
        );
        check("iban_1=DE89 ibans=2", "iban_1=*** ibans=2");
    }

    #[test]
    fn what_a_cut_leaves_of_a_secret_that_is_known_by_its_form_is_masked() {
        for (text, expected) in [
            ("GET http://bob:hunt", "GET http://bob:***"),
            ("GET http://bob:hu/nt", "GET http://bob:***"),
            ("GET http://h:8080/a:b", "GET http://h:8080/a:b"),
            ("GET http://[::1]:80/x", "GET http://[::1]:80/x"),
            ("GET http://h:80", "GET http://h:80"),
            ("x eyJhbGciOiJIUzI1NiJ9.eyJzd", "x ***"),
            ("Bearer abcd", "Bearer ***"),
            ("jdbc:oracle:thin:scott/tig", "jdbc:oracle:thin:scott/***"),
            ("-----BEGIN PRIVATE KEY-----\nMII", "-----BEGIN PRIVATE KEY-----\n***"),
            ("{\"password\": \"hun", "{\"password\": \"***"),
            ("all is well", "all is well"),
        ] {
            assert_eq!(Secrets::default().begin_of_text(text), expected, "{text}");
            let marked = Secrets::default().text(&format!("{text} … (3 more characters)")).into_owned();
            assert!(
                marked.starts_with(expected) && !marked.contains("hun") && !marked.contains("MII"),
                "{marked}"
            );
        }
    }

    #[test]
    fn elements_with_secret_names_are_masked() {
        check("<login><password>p</password></login>", "<login><password>***</password></login>");
        check("<s:apiToken x='1'>t</s:apiToken><id>7</id>", "<s:apiToken x='1'>***</s:apiToken><id>7</id>");
        check("<password><id>7</id></password>", "<password><id>7</id></password>");
        check("</password>", "</password>");
    }

    #[test]
    fn elements_of_jmeter_plans_are_masked() {
        check(
            "<stringProp name=\"HTTPSampler.proxyPass\">p</stringProp>",
            "<stringProp name=\"HTTPSampler.proxyPass\">***</stringProp>",
        );
        check(
            "<stringProp name=\"password\">${p}</stringProp>",
            "<stringProp name=\"password\">${p}</stringProp>",
        );
        check(
            "<stringProp name=\"Header.name\">X-Api-Key</stringProp>\n<stringProp name=\"Header.value\">k</stringProp>",
            "<stringProp name=\"Header.name\">X-Api-Key</stringProp>\n<stringProp name=\"Header.value\">***</stringProp>",
        );
        check(
            "<elementProp name=\"token\" elementType=\"HTTPArgument\"><stringProp name=\"Argument.value\">t</stringProp>",
            "<elementProp name=\"token\" elementType=\"HTTPArgument\"><stringProp name=\"Argument.value\">***</stringProp>",
        );
        check(
            "<stringProp name=\"Cookie.value\">c</stringProp>",
            "<stringProp name=\"Cookie.value\">***</stringProp>",
        );
        check(
            "<stringProp name=\"CookieManager.policy\">standard</stringProp>",
            "<stringProp name=\"CookieManager.policy\">standard</stringProp>",
        );
    }

    #[test]
    fn a_value_that_is_a_word_of_messages_is_masked_by_its_name_alone() {
        let mut secrets = Secrets::default();
        ["token", "Password", "<EOF>"].into_iter().for_each(|value| secrets.add_value(value));
        let text = "the token has expired: u=<EOF>&password=Password";
        assert_eq!(secrets.text(text), "the token has expired: u=<EOF>&password=***");
    }

    #[test]
    fn tokens_and_keys_are_known_by_their_form() {
        check("sent Bearer abc123.def-456_xyz here", "sent Bearer *** here");
        check("x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig y", "x *** y");
        check(
            "-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n",
            "-----BEGIN RSA PRIVATE KEY-----\n***\n-----END RSA PRIVATE KEY-----\n",
        );
    }

    #[test]
    fn what_is_no_secret_stays() {
        for text in [
            "Access denied for user 'load'@'h' (using password: YES)",
            "unexpected token: } at 5",
            "GET /author?page=1&passes=3",
            "password_file: /run/secrets/db",
            "token_url=https://h/t",
            "the bearer of this, status 401: Unauthorized",
            "p95 of \"token refresh\" <= 2 s",
            "cookies: true",
            "00:00:01 a: b = c",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn known_values_are_masked_wherever_they_are() {
        let mut secrets = Secrets::default();
        ["hunter2", "LONGSECRET9", "a+b/c=d e", "no", "true"]
            .iter()
            .for_each(|value| secrets.add_value(value));
        let check = |text: &str, expected: &str| assert_eq!(secrets.text(text), expected);
        check("lookup hunter2 xhunter2y", "lookup *** xhunter2y");
        check("xLONGSECRET9y", "x***y");
        check("q=a%2Bb%2Fc%3Dd%20e", "q=***");
        check("no true", "no true");
        assert!(!format!("{secrets:?}").contains("hunter2"));
    }

    #[test]
    fn what_a_cut_leaves_of_a_known_value_is_masked() {
        let mut secrets = Secrets::default();
        ["correct horse battery", "LONGSECRET9", "Über/größe"]
            .iter()
            .for_each(|value| secrets.add_value(value));
        for (text, expected) in [
            ("url?q=LONGSEC", "url?q=***"),
            ("said correct horse bat", "said ***"),
            ("q=%C3%9Cber%2Fgr%C", "q=***"),
            ("Übe", "***"),
            ("all of LONGSECRET9", "all of ***"),
            ("corrected", "corrected"),
            ("a LO", "a LO"),
        ] {
            assert_eq!(secrets.begin_of_text(text), expected);
            assert_eq!(
                secrets.text(&format!("{text} … (3 more characters)")),
                format!("{expected} … (3 more characters)")
            );
            assert_eq!(secrets.text(&format!("\"{text}…\"")), format!("\"{expected}…\""));
        }
        assert_eq!(secrets.text("LONGSEC"), "LONGSEC");
    }

    #[test]
    fn commands_show_no_secret() {
        let mut secrets = Secrets::default();
        secrets.add_name("pinCode");
        let command =
            |words: &[&str]| secrets.command(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        let given =
            ["-Jdb_password=p", "-J", "api_token=t", "pincode=1", "x=y", "--password", "p", "http://a:b@c"];
        let expected = [
            "-Jdb_password=***",
            "-J",
            "api_token=***",
            "pincode=***",
            "x=y",
            "--password",
            "***",
            "http://a:***@c",
        ];
        assert_eq!(command(&given), expected);
    }
}
