//! Which sources tell of one JVM: jstat or metrics, and its garbage collection log.

use super::heap;
use super::readings::Readings;
use plimsoll_run::{Instance, Source};

/// One JVM, reported by one source or by several.
pub(crate) struct Jvm<'a> {
    /// The log first, where there is one.
    pub sources: Vec<&'a Source>,
}

impl<'a> Jvm<'a> {
    /// All of a run. A log belongs to the JVM of the same host whose name it contains (or that contains its own), or to the
    /// only one of that host.
    pub fn all(readings: Readings<'a>) -> Vec<Jvm<'a>> {
        let has_log = |source: &Source| !heap::pauses(readings, source, false).is_empty();
        let (logs, mut others): (Vec<&Source>, Vec<&Source>) =
            heap::jvms(readings).into_iter().partition(|source| has_log(source));
        let of_host = |all: &[&Source], host: &str| all.iter().filter(|source| source.host == host).count();
        let mut jvms = Vec::new();
        for log in &logs {
            let only = of_host(&logs, &log.host) == 1 && of_host(&others, &log.host) == 1;
            let fits = |other: &&Source| other.host == log.host && (only || are_alike(other, log));
            let own = others.iter().position(fits).map(|at| others.remove(at));
            jvms.push(Jvm { sources: std::iter::once(*log).chain(own).collect() });
        }
        jvms.extend(others.into_iter().map(|source| Jvm { sources: vec![source] }));
        jvms.sort_by(|a, b| a.source().cmp(b.source()));
        jvms
    }

    /// That names it: what is no log, where there is something, for a log is often named as a log.
    pub fn source(&self) -> &'a Source {
        self.sources[self.sources.len() - 1]
    }

    /// By the log, where it reports of this time.
    pub fn collected(
        &self,
        readings: Readings,
        from_s: f64,
        to_s: f64,
    ) -> Option<(&'a Source, heap::Collected)> {
        let of = |source: &&'a Source| Some((*source, heap::collected(readings, source, from_s, to_s)?));
        let reported: Vec<_> = self.sources.iter().filter_map(of).collect();
        reported.iter().find(|(_, collected)| collected.readings > 0).or(reported.first()).copied()
    }
}

/// One name contains the other, as a word: `app1` is not in `log of app10`.
fn are_alike(a: &Source, b: &Source) -> bool {
    match (name(&a.instance), name(&b.instance)) {
        (Some(a), Some(b)) => contains(a, b) || contains(b, a),
        (a, b) => a == b,
    }
}

fn contains(text: &str, word: &str) -> bool {
    let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(word).any(|(at, found)| {
        outside(text[..at].chars().next_back()) && outside(text[at + found.len()..].chars().next())
    })
}

fn name(instance: &Instance) -> Option<&str> {
    match instance {
        Instance::Process(name) | Instance::Container(name) | Instance::Service(name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: bool) {
        let of = |name: &str| Source { host: "app".to_owned(), instance: Instance::Process(name.to_owned()) };
        assert_eq!(are_alike(&of(a), &of(b)), expected, "{a}, {b}");
    }

    #[test]
    fn a_log_is_of_the_jvm_that_its_name_contains() {
        check("GC log of docker01", "docker01", true);
        check("app1", "app1", true);
        check("log of app10", "app1", false);
        check("front", "back", false);
    }
}
