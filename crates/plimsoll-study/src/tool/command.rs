//! The command of a step, with its load.

use plimsoll_plan::load::ArrivalProfile;
use std::path::Path;

/// What stands for the words in braces.
pub struct CommandValues<'a> {
    pub users: u32,
    pub rate_per_s: Option<f64>,
    /// Whole seconds.
    pub duration_s: u64,
    pub url: &'a str,
    pub seed: u64,
    pub script: &'a Path,
    pub results: &'a Path,
    pub arguments: &'a str,
    pub helper: &'a Path,
}

/// Connections that share a rate where the study does not say how many users there may be.
const CONNECTIONS: u32 = 20;

impl CommandValues<'_> {
    /// The users that the study gives a rate.
    fn connections(&self) -> u32 {
        let is_usual = self.rate_per_s.is_some_and(|rate| ArrivalProfile::users_for(rate) == self.users);
        if is_usual { CONNECTIONS } else { self.users.max(1) }
    }

    /// The words, with what a shell takes as one argument each.
    fn all(&self) -> [(&'static str, String); 12] {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
        let each = self.rate_per_s.map(|rate| rate / f64::from(self.connections()));
        [
            ("{connections}", self.connections().to_string()),
            ("{rate_each}", each.map(|rate| rate.to_string()).unwrap_or_default()),
            ("{users}", self.users.to_string()),
            ("{rate}", self.rate_per_s.map(|rate| rate.to_string()).unwrap_or_default()),
            ("{duration}", self.duration_s.to_string()),
            ("{url}", quoted(self.url)),
            // Tools take 31 bits.
            ("{seed}", (self.seed & 0x7fff_ffff).to_string()),
            ("{script}", quoted(&self.script.to_string_lossy())),
            ("{results}", quoted(&self.results.to_string_lossy())),
            ("{arguments}", self.arguments.to_owned()),
            ("{helper}", quoted(&self.helper.to_string_lossy())),
            ("{threads}", cores.min(self.users).max(1).to_string()),
        ]
    }

    /// A command for a shell. Words in braces that are none of ours stay.
    pub fn fill(&self, template: &str) -> String {
        fill(template, &self.all())
    }

    /// A path, of which nothing is quoted.
    pub fn fill_path(&self, template: &str) -> String {
        let (url, script) = (self.url.to_owned(), self.script.to_string_lossy().into_owned());
        let plain = self.all().map(|(word, text)| match word {
            "{url}" => (word, url.clone()),
            "{script}" => (word, script.clone()),
            _ => (word, text),
        });
        fill(template, &plain)
    }
}

/// One pass: what is put in is not looked at again.
fn fill(template: &str, values: &[(&'static str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = values.iter().find(|(word, _)| rest.starts_with(word));
        let (taken, text) = found.map_or((1, "{"), |(word, text)| (word.len(), text.as_str()));
        out.push_str(text);
        rest = &rest[taken..];
    }
    out + rest
}

/// As one argument of a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_braces_become_the_steps_load_and_no_command_of_their_own() {
        let values = CommandValues {
            users: 8,
            rate_per_s: Some(12.5),
            duration_s: 30,
            url: "http://h/?a='; rm {users}",
            seed: u64::MAX,
            script: Path::new("a b.js"),
            results: Path::new("/tmp/r"),
            arguments: "-H 'A: b'",
            helper: Path::new("/tmp/h"),
        };
        let text = values
            .fill("t -c {users} -r {rate} -d {duration}s {arguments} {url} {seed} {script} ${HOME} {x}");
        let expected =
            "t -c 8 -r 12.5 -d 30s -H 'A: b' 'http://h/?a='\\''; rm {users}' 2147483647 'a b.js' ${HOME} {x}";
        assert_eq!(text, expected);
        assert_eq!(values.fill_path("out-{users}.csv"), "out-8.csv");
        assert_eq!(values.fill("{connections} {rate_each}"), "8 1.5625");
        let usual = CommandValues { users: ArrivalProfile::users_for(12.5), ..values };
        assert_eq!(usual.fill("{connections} {rate_each}"), "20 0.625");
    }
}
