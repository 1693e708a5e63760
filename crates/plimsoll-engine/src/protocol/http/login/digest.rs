//! The scheme Digest (RFC 7616): MD5 and SHA-256, also as sessions, with `qop=auth` or, as RFC 2069 had it,
//! without.

use super::Challenge;
use md5::Md5;
use sha2::{Digest as _, Sha256};
use std::fmt::Write;

/// A server's challenge, answered for one user. Further requests are answered ahead of the next challenge,
/// with the count of uses that the server expects.
#[derive(Clone, Debug)]
pub struct Digest {
    algorithm: Algorithm,
    /// As the server wrote it; it goes back when it was there.
    written: Option<String>,
    realm: String,
    nonce: String,
    opaque: Option<String>,
    user: String,
    /// `qop=auth` was offered.
    protected: bool,
    client_nonce: String,
    /// H(A1).
    secret: String,
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    Md5,
    Sha256,
}

impl Algorithm {
    fn hash(self, text: &str) -> String {
        match self {
            Algorithm::Md5 => hex(&Md5::digest(text)),
            Algorithm::Sha256 => hex(&Sha256::digest(text)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a text can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The algorithm of a challenge, and whether its secret holds for the session; `None` when it is not known,
/// or only `qop=auth-int` is offered.
pub fn algorithm(challenge: &Challenge) -> Option<(Algorithm, bool)> {
    let qop = challenge.get("qop").unwrap_or_default();
    if !qop.trim().is_empty() && !offers_auth(qop) {
        return None;
    }
    match challenge.get("algorithm").unwrap_or("MD5").to_ascii_uppercase().as_str() {
        "MD5" => Some((Algorithm::Md5, false)),
        "MD5-SESS" => Some((Algorithm::Md5, true)),
        "SHA-256" => Some((Algorithm::Sha256, false)),
        "SHA-256-SESS" => Some((Algorithm::Sha256, true)),
        _ => None,
    }
}

fn offers_auth(qop: &str) -> bool {
    qop.split(',').any(|word| word.trim().eq_ignore_ascii_case("auth"))
}

impl Digest {
    /// `None` when the challenge asks for what is not spoken here.
    pub fn of(challenge: &Challenge, user: &str, password: &str, client_nonce: String) -> Option<Digest> {
        let (algorithm, is_session) = algorithm(challenge)?;
        let (realm, nonce) = (challenge.get("realm")?, challenge.get("nonce")?);
        let mut secret = algorithm.hash(&format!("{user}:{realm}:{password}"));
        if is_session {
            secret = algorithm.hash(&format!("{secret}:{nonce}:{client_nonce}"));
        }
        Some(Digest {
            algorithm,
            written: challenge.get("algorithm").map(str::to_owned),
            realm: realm.to_owned(),
            nonce: nonce.to_owned(),
            opaque: challenge.get("opaque").map(str::to_owned),
            user: user.to_owned(),
            protected: challenge.get("qop").is_some_and(offers_auth),
            client_nonce,
            secret,
            count: 0,
        })
    }

    /// The value of `Authorization` for the next request.
    pub fn header(&mut self, method: &str, uri: &str) -> String {
        self.count = self.count.wrapping_add(1);
        let Digest { nonce, client_nonce, secret, count, .. } = self;
        let request = self.algorithm.hash(&format!("{method}:{uri}"));
        let response = match self.protected {
            true => format!("{secret}:{nonce}:{count:08x}:{client_nonce}:auth:{request}"),
            false => format!("{secret}:{nonce}:{request}"),
        };
        let response = self.algorithm.hash(&response);
        let mut header = format!(
            "Digest username={}, realm={}, nonce={}, uri={}, response=\"{response}\"",
            quoted(&self.user),
            quoted(&self.realm),
            quoted(&self.nonce),
            quoted(uri)
        );
        if let Some(algorithm) = &self.written {
            header.push_str(&format!(", algorithm={algorithm}"));
        }
        if let Some(opaque) = &self.opaque {
            header.push_str(&format!(", opaque={}", quoted(opaque)));
        }
        if self.protected {
            header.push_str(&format!(", qop=auth, nc={count:08x}"));
        }
        if self.protected || self.written.as_ref().is_some_and(|a| a.to_ascii_lowercase().ends_with("-sess"))
        {
            header.push_str(&format!(", cnonce={}", quoted(&self.client_nonce)));
        }
        header
    }
}

fn quoted(text: &str) -> String {
    let clean = text.replace(['\r', '\n'], " ");
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The user's answer to `challenge` for `GET` of `uri`.
    fn answer(challenge: &str, login: [&str; 2], client_nonce: &str, uri: &str) -> String {
        let challenge = Challenge::parse_all(challenge).remove(0);
        let digest = Digest::of(&challenge, login[0], login[1], client_nonce.to_owned());
        digest.expect("a challenge that is understood").header("GET", uri)
    }

    fn check(challenge: &str, login: [&str; 2], client_nonce: &str, response: &str) {
        let header = answer(challenge, login, client_nonce, "/dir/index.html");
        assert!(header.contains(&format!("response=\"{response}\"")), "{header}");
    }

    const NONCE_2617: &str = "dcd98b7102dd2f0e8b11d0f600bfb0c093";
    const CLIENT_7616: &str = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";

    fn rfc_7616(algorithm: &str) -> String {
        format!(
            "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm={algorithm}, \
             nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", \
             opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
        )
    }

    #[test]
    fn answers_are_those_of_the_rfcs() {
        let login = ["Mufasa", "Circle of Life"];
        check(&rfc_7616("MD5"), login, CLIENT_7616, "8ca523f5e9506fed4657c9700eebdbec");
        check(
            &rfc_7616("SHA-256"),
            login,
            CLIENT_7616,
            "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
        );
        let rfc_2617 =
            format!("Digest realm=\"testrealm@host.com\", qop=\"auth,auth-int\", nonce=\"{NONCE_2617}\"");
        let login = ["Mufasa", "Circle Of Life"];
        check(&rfc_2617, login, "0a4f113b", "6629fae49393a05397450978507c4ef1");
        // Without qop, as RFC 2069 had it.
        let rfc_2069 = format!("Digest realm=\"testrealm@host.com\", nonce=\"{NONCE_2617}\"");
        check(&rfc_2069, login, "0a4f113b", "670fd8c2df070c60b045671b8b24ff02");
    }

    /// No RFC has an example; these are by Python's hashlib.
    #[test]
    fn session_secrets_hold_for_the_session() {
        let login = ["Mufasa", "Circle of Life"];
        check(&rfc_7616("MD5-sess"), login, CLIENT_7616, "e783283f46242139c486a698fec7211d");
        check(
            &rfc_7616("SHA-256-sess"),
            login,
            CLIENT_7616,
            "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7",
        );
    }

    #[test]
    fn uses_of_a_nonce_are_counted_and_parameters_go_back() {
        let challenge = "Digest realm=\"a \\\"b\\\"\", nonce=\"n\", opaque=\"o\", qop=auth, algorithm=MD5";
        let challenge = Challenge::parse_all(challenge).remove(0);
        let mut digest = Digest::of(&challenge, "u", "p", "c".to_owned()).expect("understood");
        for count in ["00000001", "00000002", "00000003"] {
            let header = digest.header("GET", "/x?y=\"z\"");
            assert!(header.contains(&format!("qop=auth, nc={count}, cnonce=\"c\"")), "{header}");
            assert!(header.contains("realm=\"a \\\"b\\\"\""), "{header}");
            assert!(header.contains("opaque=\"o\"") && header.contains("algorithm=MD5"), "{header}");
        }
    }

    #[test]
    fn what_is_not_spoken_is_not_answered() {
        for challenge in [
            "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-512-256",
            "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\"",
            "Digest realm=\"r\"",
            "Digest nonce=\"n\"",
        ] {
            let challenge = Challenge::parse_all(challenge).remove(0);
            assert!(Digest::of(&challenge, "u", "p", String::new()).is_none(), "{challenge:?}");
        }
    }
}
