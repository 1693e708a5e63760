//! Texts on their way into the run file and out of it: no secret gets in, none of them commands a terminal, and no
//! answer can make the file grow without bound.

use crate::answers::{ErrorExample, ExtractorKey};
use crate::exchange::ExchangeExample;
use crate::generator::GeneratorInterval;
use crate::interval::{DETAIL_CHARS_MAX, ErrorKind, cut};
use crate::job::{Completion, Job};
use crate::note::{End, EndReason, Note, NoteContent, RunFailure};
use crate::record::{RunHeader, TransactionKey, TransactionKind};
use crate::secrets::Secrets;
use crate::visible::{visible, visible_line};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Longer names of transactions are cut: answers may be part of them.
const NAME_CHARS_MAX: usize = 300;
/// Different names of transactions in a run, in the load generator and in its file; further ones are counted together. A
/// run's properties may have another bound ([`NAMES_PROPERTY`]).
pub const NAMES_MAX: usize = 5_000;
/// The property that says how many names a run takes.
pub const NAMES_PROPERTY: &str = "plimsoll.bound.transactions";
/// Different details of errors in one file, and in one second of all transactions together; further errors are counted
/// without theirs.
const DETAILS_MAX: usize = 2_000;
const DETAILS_PER_SECOND_MAX: usize = 500;

/// The name that transactions beyond the bound have, here and in the load generator.
pub const OTHER_NAMES: &str = "(other names)";

/// What a writer lets into its file.
#[derive(Debug)]
pub(super) struct FileTexts {
    secrets: Secrets,
    names_max: usize,
    names: BTreeSet<String>,
    details: BTreeSet<(ErrorKind, String)>,
    /// The second that details are counted in, and how many it has.
    second: (i64, usize),
    requests_unnamed: u64,
    errors_undetailed: u64,
}

impl FileTexts {
    pub fn new(header: &RunHeader) -> FileTexts {
        let asked = header.variant.properties.get(NAMES_PROPERTY).and_then(|value| value.trim().parse().ok());
        FileTexts {
            secrets: header.secrets.clone(),
            names_max: asked.unwrap_or(NAMES_MAX),
            names: BTreeSet::new(),
            details: BTreeSet::new(),
            second: (0, 0),
            requests_unnamed: 0,
            errors_undetailed: 0,
        }
    }

    /// A name, and whether it is its own.
    pub fn transaction(&mut self, transaction: &TransactionKey) -> (TransactionKey, bool) {
        let name = self.line(&cut(&transaction.name, NAME_CHARS_MAX));
        let has_room = self.names.contains(&name) || self.names.len() < self.names_max;
        // Of the load generator's, which has a bound of its own.
        let is_own = has_room && name != OTHER_NAMES;
        let name = if is_own { name } else { OTHER_NAMES.to_owned() };
        if is_own && !self.names.contains(&name) {
            self.names.insert(name.clone());
        }
        (TransactionKey { name, kind: transaction.kind }, is_own)
    }

    pub fn count_unnamed(&mut self, requests: u64) {
        self.requests_unnamed += requests;
    }

    /// Details of one transaction in one second; those that are alike now are counted together.
    pub fn errors(&mut self, second: i64, errors: &Errors) -> Errors {
        if self.second.0 != second {
            self.second = (second, 0);
        }
        let mut all = Errors::new();
        for ((kind, detail), count) in errors {
            let detail = match detail.as_str() {
                "" => String::new(),
                detail => self.line(&cut(detail, DETAIL_CHARS_MAX)),
            };
            let key = (*kind, detail);
            let is_known = self.details.contains(&key);
            let has_room =
                self.second.1 < DETAILS_PER_SECOND_MAX && (is_known || self.details.len() < DETAILS_MAX);
            let key = match (key.1.is_empty(), has_room) {
                (true, _) => key,
                (false, true) => {
                    self.second.1 += 1;
                    if !is_known {
                        self.details.insert(key.clone());
                    }
                    key
                }
                (false, false) => {
                    self.errors_undetailed += count;
                    (*kind, String::new())
                }
            };
            *all.entry(key).or_default() += count;
        }
        all
    }

    /// What was left out, if anything was.
    pub fn left_out(&self) -> Option<NoteContent> {
        let (requests, errors) = (self.requests_unnamed, self.errors_undetailed);
        (requests + errors > 0).then_some(NoteContent::TextsLeftOut { requests, errors })
    }

    pub fn line(&self, text: &str) -> String {
        visible_line(&self.secrets.text(text)).into_owned()
    }

    pub fn text(&self, text: &str) -> String {
        visible(&self.secrets.text(text)).into_owned()
    }

    pub fn note(&self, note: &Note) -> Note {
        let content = match &note.content {
            NoteContent::Text(text) => NoteContent::Text(self.text(text)),
            NoteContent::Failed(why) => NoteContent::Failed(self.failure(why)),
            NoteContent::Import(note) => NoteContent::Import(note.with_texts(|text| self.text(text))),
            NoteContent::SystemEnded { how } => NoteContent::SystemEnded { how: self.text(how) },
            NoteContent::SystemUnhealthy { why } => NoteContent::SystemUnhealthy { why: self.text(why) },
            NoteContent::CollectorTrouble { input, trouble } => {
                NoteContent::CollectorTrouble { input: self.text(input), trouble: self.text(trouble) }
            }
            NoteContent::ResultsUnreadable { line, problem } => {
                NoteContent::ResultsUnreadable { line: *line, problem: self.text(problem) }
            }
            NoteContent::SinkSilent { times, why } => {
                NoteContent::SinkSilent { times: *times, why: self.text(why) }
            }
            other => other.clone(),
        };
        Note { content, ..note.clone() }
    }

    pub fn job(&self, job: &Job) -> Job {
        Job { name: self.line(&job.name), detail: self.text(&job.detail), ..job.clone() }
    }

    pub fn completion(&self, completion: &Completion) -> Completion {
        Completion { name: self.line(&completion.name), ..completion.clone() }
    }

    pub fn end(&self, end: &End) -> End {
        let reason = match &end.reason {
            EndReason::Failed(why) => EndReason::Failed(self.failure(why)),
            other => other.clone(),
        };
        End { reason, ..end.clone() }
    }

    /// What was seen in answers, under the names that the transactions have in the file; without exchanges, of which few are stored
    /// ([`exchange`](FileTexts::exchange)).
    pub fn generator<'a>(&mut self, generator: &'a GeneratorInterval) -> Cow<'a, GeneratorInterval> {
        if generator.extractors.is_empty() && generator.examples.is_empty() {
            return Cow::Borrowed(generator);
        }
        let mut clean = generator.without_exchanges();
        clean.extractors = BTreeMap::new();
        for (of, found) in &generator.extractors {
            let variable = self.line(&cut(&of.variable, NAME_CHARS_MAX));
            let key = ExtractorKey { transaction: self.name(&of.transaction), variable };
            clean.extractors.entry(key).or_default().merge(*found);
        }
        for example in std::mem::take(&mut clean.examples) {
            let transaction = self.name(&example.transaction);
            let masked = example.masked(&self.secrets, |text| visible_line(text).into_owned());
            clean.examples.push(ErrorExample { transaction, ..masked });
        }
        Cow::Owned(clean)
    }

    /// An example as it is stored; `transaction` is its name in the file.
    pub fn exchange(&self, example: &ExchangeExample, transaction: &str) -> ExchangeExample {
        let masked = example.clone().masked(&self.secrets, |text| visible(text).into_owned());
        ExchangeExample { transaction: transaction.to_owned(), ..masked }
    }

    /// The name of a transaction in the file.
    pub fn name(&mut self, name: &str) -> String {
        let request = TransactionKey { name: name.to_owned(), kind: TransactionKind::Request };
        self.transaction(&request).0.name
    }

    pub fn failure(&self, failure: &RunFailure) -> RunFailure {
        match failure {
            RunFailure::Text(text) => RunFailure::Text(self.text(text)),
            RunFailure::SystemEnded { how } => RunFailure::SystemEnded { how: self.text(how) },
            RunFailure::SystemUnreachable { why } => RunFailure::SystemUnreachable { why: self.text(why) },
        }
    }
}

/// As in [`Interval::errors`](crate::Interval::errors).
type Errors = BTreeMap<(ErrorKind, String), u64>;

/// A header as it may be written, and as one that was read may be shown: files of others hold what they like.
pub(super) fn clean_header(header: RunHeader, secrets: &Secrets) -> serde_json::Result<RunHeader> {
    let (command, requirements) = (secrets.command(&header.command), header.requirements.clone());
    let (plan_text, study) = (secrets.text(&header.plan.text).into_owned(), header.study.clone());
    let name = visible_line(&secrets.text(&cut(&header.name, NAME_CHARS_MAX))).into_owned();
    let mut json = serde_json::to_value(RunHeader {
        plan: crate::record::PlanRecord { text: String::new(), ..header.plan },
        study: None,
        ..header
    })?;
    clean(&mut json, "", secrets);
    let mut clean: RunHeader = serde_json::from_value(json)?;
    clean.name = name;
    clean.command = command.iter().map(|word| visible(word).into_owned()).collect();
    // A requirement names a transaction, which is cleaned alike.
    clean.requirements =
        requirements.iter().map(|text| visible_line(&secrets.text(text)).into_owned()).collect();
    clean.plan.text = plan_text;
    clean.study = study.map(|text| secrets.text(&text).into_owned());
    Ok(clean)
}

/// All strings of a value; `name` is what the value is called.
fn clean(value: &mut Value, name: &str, secrets: &Secrets) {
    match value {
        Value::String(text) => *text = visible(&secrets.value(name, text)).into_owned(),
        Value::Object(entries) => entries.iter_mut().for_each(|(name, value)| clean(value, name, secrets)),
        Value::Array(values) => values.iter_mut().for_each(|value| match value {
            // A list of pairs of a name and its value, as the environment.
            Value::Array(pair) if matches!(pair.as_slice(), [Value::String(_), Value::String(_)]) => {
                let of = pair[0].as_str().unwrap_or_default().to_owned();
                clean(&mut pair[0], "", secrets);
                clean(&mut pair[1], &of, secrets);
            }
            value => clean(value, name, secrets),
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_details_are_bounded_and_none_is_lost() {
        let mut texts = FileTexts::new(&RunHeader::default());
        let key = |name: String| TransactionKey { name, kind: TransactionKind::Request };
        let long = texts.transaction(&key("x".repeat(1_000_000))).0.name;
        assert!(
            long.chars().count() < NAME_CHARS_MAX + 40 && long.contains("(999700 more characters)"),
            "{long}"
        );
        let names: BTreeSet<String> =
            (0..20_000).map(|n| texts.transaction(&key(format!("label {n}"))).0.name).collect();
        assert_eq!(names.len(), NAMES_MAX, "the long one is one of them");
        assert!(names.contains(OTHER_NAMES));
        let mut counted = 0;
        let mut retained = BTreeSet::new();
        for second in 0..100 {
            let errors =
                (0..64).map(|n| ((ErrorKind::Assertion, format!("{second} {n}{}", "y".repeat(9_999))), 2));
            let errors = texts.errors(second, &errors.collect());
            counted += errors.values().sum::<u64>();
            retained.extend(errors.into_keys());
        }
        assert_eq!(counted, 100 * 64 * 2);
        assert_eq!(retained.len(), DETAILS_MAX + 1);
        let bytes: usize = retained.iter().map(|(_, detail)| detail.len()).sum();
        assert!(bytes < DETAILS_MAX * 2 * DETAIL_CHARS_MAX, "{bytes}");
        let undetailed = 2 * (100 * 64 - DETAILS_MAX as u64);
        assert_eq!(texts.left_out(), Some(NoteContent::TextsLeftOut { requests: 0, errors: undetailed }));
    }

    #[test]
    fn the_bound_of_names_is_the_propertys() {
        let mut header = RunHeader::default();
        header.variant.properties.insert(NAMES_PROPERTY.to_owned(), " 3 ".to_owned());
        let mut texts = FileTexts::new(&header);
        let mut own = |n: u32| {
            let key = TransactionKey { name: format!("label {n}"), kind: TransactionKind::Request };
            texts.transaction(&key).1
        };
        assert_eq!([own(1), own(2), own(3), own(4), own(1)], [true, true, true, false, true]);
    }

    #[test]
    fn a_header_holds_no_secret_and_no_escape() {
        let text = |text: &str| text.to_owned();
        let mut header = RunHeader { name: text("a\x1b[2Jb\nPASS"), ..RunHeader::default() };
        header.variant.properties.insert(text("db_password"), text("hunter2"));
        header.variant.properties.insert(text("host"), text("h"));
        header.configuration = vec![(text("API_TOKEN"), text("tok123")), (text("heap"), text("2g"))];
        header.command = vec![text("plimsoll"), text("-Jdb_password=hunter2")];
        header.plan.text = text("password: hunter2\nurl: http://u:hunter2@h/\n");
        header.study = Some(text("properties: {db_password: hunter2}"));
        header.requirements = vec![text("p95 of \"a\nb\" <= 1 s")];
        let clean = clean_header(header, &Secrets::default()).expect("a header");
        assert!(!format!("{clean:?}").contains("hunter2"), "{clean:?}");
        assert!(!format!("{clean:?}").contains("tok123"));
        assert_eq!(clean.name, "a␛[2Jb␊PASS");
        assert_eq!(
            (clean.variant.properties["host"].as_str(), clean.configuration[1].1.as_str()),
            ("h", "2g")
        );
        assert_eq!(clean.requirements, ["p95 of \"a␊b\" <= 1 s"]);
    }
}
