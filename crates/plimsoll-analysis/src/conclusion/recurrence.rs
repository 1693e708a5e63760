use super::limiting::{CauseKey, key};
use crate::bottleneck::{Grade, LimitVerdict, Usage};
use crate::comparison::Group;
use crate::findings::{EvidenceItem, Finding, Severity};
use crate::run_analysis::RunAnalysis;
use serde::Serialize;

/// Said elsewhere of each variant, by what it means: capacity and requirements; and what others did on a machine, which is no property of
/// a variant.
const SAID: [&str; 5] =
    ["maximum-not-found", "capacity-not-found", "requirement", "requirement-unreadable", "other-work"];

/// The same runs of several have these things, and no others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recurrence {
    /// Limiting factors first, then the worst findings.
    pub of: Vec<Recurring>,
    /// Their places in `runs`, from 0.
    pub runs: Vec<usize>,
    /// Variants, by their places: in every run.
    pub always: Vec<usize>,
    /// In some of its runs.
    pub sometimes: Vec<usize>,
    pub never: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "recurring", rename_all = "kebab-case")]
pub enum Recurring {
    /// Among the causes that a run's limiting factor may have, strong or moderate.
    LimitingFactor {
        /// The weakest among the runs.
        grade: Grade,
        /// As the first of the runs has it.
        usage: Usage,
    },
    /// Critical, or a warning.
    Finding {
        id: String,
        severity: Severity,
        /// Of what it is; empty where it is of no server.
        host: String,
    },
}

/// What makes it the same thing in two runs.
#[derive(PartialEq)]
enum Key {
    Cause(CauseKey),
    Finding(&'static str, String),
}

pub(super) fn recurrences(groups: &[Group], analysed: &[RunAnalysis]) -> Vec<Recurrence> {
    let mut seen: Vec<(Key, Recurring, Vec<usize>)> = Vec::new();
    for (place, run) in analysed.iter().enumerate() {
        for (key, thing) in things(run) {
            match seen.iter_mut().find(|(known, _, _)| *known == key) {
                Some((_, known, runs)) => {
                    weaken(known, &thing);
                    if runs.last() != Some(&place) {
                        runs.push(place);
                    }
                }
                None => seen.push((key, thing, vec![place])),
            }
        }
    }
    let mut found: Vec<Recurrence> = Vec::new();
    for (_, thing, runs) in seen {
        match found.iter_mut().find(|known| known.runs == runs) {
            Some(known) => known.of.push(thing),
            None => found.extend(recurrence(groups, thing, runs)),
        }
    }
    found.iter_mut().for_each(|one| one.of.sort_by_key(rank));
    found.sort_by_key(|one| (one.of.first().map(rank), std::cmp::Reverse(one.runs.len())));
    found
}

/// `None`: neither in every run, nor in all of one variant and in none of another.
fn recurrence(groups: &[Group], thing: Recurring, runs: Vec<usize>) -> Option<Recurrence> {
    let (mut always, mut sometimes, mut never) = (Vec::new(), Vec::new(), Vec::new());
    for (variant, group) in groups.iter().enumerate() {
        match group.runs.iter().filter(|run| runs.contains(run)).count() {
            0 => never.push(variant),
            n if n == group.runs.len() => always.push(variant),
            _ => sometimes.push(variant),
        }
    }
    let says = !always.is_empty() && !never.is_empty();
    let everywhere = sometimes.is_empty() && never.is_empty();
    (says || everywhere).then(|| Recurrence { of: vec![thing], runs, always, sometimes, never })
}

fn rank(thing: &Recurring) -> (bool, Severity) {
    match thing {
        Recurring::LimitingFactor { .. } => (false, Severity::Critical),
        Recurring::Finding { severity, .. } => (true, *severity),
    }
}

fn things(run: &RunAnalysis) -> Vec<(Key, Recurring)> {
    let causes = match &run.limiting_factor.verdict {
        LimitVerdict::Causes { causes, .. } => causes.as_slice(),
        LimitVerdict::NotKnown { .. } => &[],
    };
    let causes = causes.iter().filter(|cause| cause.grade != Grade::Weak).map(|cause| {
        let thing = Recurring::LimitingFactor { grade: cause.grade, usage: cause.usage.clone() };
        (Key::Cause(key(cause)), thing)
    });
    let is_reported =
        |finding: &&Finding| finding.severity != Severity::Information && !SAID.contains(&finding.id);
    let findings = run.findings.iter().filter(is_reported).map(|finding| {
        let host = host_of(finding).to_owned();
        let (id, severity) = (finding.id.to_owned(), finding.severity);
        (Key::Finding(finding.id, host.clone()), Recurring::Finding { id, severity, host })
    });
    causes.chain(findings).collect()
}

/// The host that a finding is about; empty where it is about none.
pub fn host_of(finding: &Finding) -> &str {
    finding.evidence.iter().find_map(EvidenceItem::source).map_or("", |source| source.host.as_str())
}

fn weaken(known: &mut Recurring, other: &Recurring) {
    match (known, other) {
        (Recurring::LimitingFactor { grade, .. }, Recurring::LimitingFactor { grade: other, .. }) => {
            *grade = (*grade).max(*other);
        }
        (Recurring::Finding { severity, .. }, Recurring::Finding { severity: other, .. }) => {
            *severity = (*severity).min(*other);
        }
        _ => {}
    }
}
