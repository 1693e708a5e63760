//! What a user knows of a server that has challenged it.

use super::challenge::Challenge;
use super::digest::{self, Digest};

/// Later requests of the same login are answered ahead of the next challenge.
#[derive(Clone, Debug)]
pub struct DigestSession {
    /// The plan's set, and the login in it.
    pub set: u32,
    pub login: usize,
    pub user: String,
    pub password: String,
    pub clear_each_iteration: bool,
    pub cleared_with_user: bool,
    pub digest: Box<Digest>,
}

impl DigestSession {
    /// As with cookie jars, the scenario's users decide where the set says so.
    pub fn ends_with_iteration(&self, new_user: bool) -> bool {
        if self.cleared_with_user { new_user } else { self.clear_each_iteration }
    }
}

/// The strongest challenge to Digest for the realm (empty: any). Challenges to Basic need no answer: where
/// Basic is allowed, name and password were sent without being asked for.
pub fn strongest(challenges: &[String], realm: &str) -> Option<Challenge> {
    let all = challenges.iter().flat_map(|header| Challenge::parse_all(header));
    let fits = |c: &Challenge| c.scheme == "digest" && (realm.is_empty() || c.get("realm") == Some(realm));
    // Of equals the first, as the server prefers.
    let ranked = all.filter(fits).filter_map(|c| Some((digest::algorithm(&c)?.0, c)));
    ranked.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, challenge)| challenge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(challenges: &[&str], realm: &str, expected: Option<&str>) {
        let challenges: Vec<String> = challenges.iter().map(|&text| text.to_owned()).collect();
        let chosen = strongest(&challenges, realm);
        assert_eq!(chosen.as_ref().and_then(|c| c.get("nonce")), expected, "{challenges:?} {realm}");
    }

    #[test]
    fn the_strongest_challenge_is_answered() {
        let all = [
            "Basic realm=\"one\"",
            "Digest realm=\"one\", nonce=\"a\", Digest realm=\"one\", nonce=\"b\", algorithm=SHA-256",
            "Digest realm=\"one\", nonce=\"c\", algorithm=SHA-512-256, Negotiate",
            "Digest realm=\"one\", nonce=\"d\", algorithm=SHA-256-sess",
        ];
        check(&all, "", Some("b"));
        check(&all, "one", Some("b"));
        check(&all, "two", None);
        check(&all[..1], "", None);
        check(&all[2..3], "", None);
    }
}
