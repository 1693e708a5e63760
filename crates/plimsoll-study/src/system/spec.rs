//! What a study says of starting and stopping the system under test.

use std::collections::BTreeMap;
use std::time::Duration;

/// Commands of a POSIX shell, performed in the study's folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct System {
    /// Ends when the system is up, or goes on as long as it is: then `ready` says when it is up.
    pub start: Option<String>,
    pub stop: Option<String>,
    pub env: BTreeMap<String, String>,
    pub ready: Option<Readiness>,
    pub before: Around,
    pub after: Around,
    /// Names, and the commands whose output is kept under them.
    pub record: Vec<(String, String)>,
    /// The longest that any of the commands may take; `None`: [`COMMAND_TIME`].
    pub timeout: Option<Duration>,
}

/// The longest that a command may take where the study does not say it.
pub const COMMAND_TIME: Duration = Duration::from_secs(120);

/// Commands before or after something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    pub run: Vec<String>,
    pub step: Vec<String>,
}

/// How it is known that the system is up.
#[derive(Clone, Debug, PartialEq)]
pub struct Readiness {
    pub check: HealthCheck,
    /// The longest that it may take until it is up.
    pub timeout: Duration,
    /// Between two checks.
    pub every: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HealthCheck {
    /// Answers GET with a status from 200 to 399.
    Url(String),
    /// Ends with 0.
    Command(String),
}

impl System {
    pub fn is_empty(&self) -> bool {
        *self == System::default()
    }

    /// The study only asks whether it is up and what it runs with.
    pub fn is_only_looked_at(&self) -> bool {
        let System { start, stop, before, after, .. } = self;
        start.is_none() && stop.is_none() && *before == Around::default() && *after == Around::default()
    }

    /// With what a variant says of it: what it says replaces, names and values are added.
    pub fn with(&self, variant: &System) -> System {
        let lists = |own: &Vec<String>, other: &Vec<String>| match other.is_empty() {
            true => own.clone(),
            false => other.clone(),
        };
        let around = |own: &Around, other: &Around| Around {
            run: lists(&own.run, &other.run),
            step: lists(&own.step, &other.step),
        };
        let mut env = self.env.clone();
        env.extend(variant.env.clone());
        let mut record = self.record.clone();
        record.retain(|(name, _)| !variant.record.iter().any(|(other, _)| other == name));
        record.extend(variant.record.iter().cloned());
        System {
            start: variant.start.clone().or_else(|| self.start.clone()),
            stop: variant.stop.clone().or_else(|| self.stop.clone()),
            env,
            ready: variant.ready.clone().or_else(|| self.ready.clone()),
            before: around(&self.before, &variant.before),
            after: around(&self.after, &variant.after),
            record,
            timeout: variant.timeout.or(self.timeout),
        }
    }

    pub fn command_time(&self) -> Duration {
        self.timeout.unwrap_or(COMMAND_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_variant_says_replaces_and_names_are_added() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let study = System {
            start: Some("up".to_owned()),
            stop: Some("down".to_owned()),
            env: BTreeMap::from([pair("HEAP", "1g"), pair("PORT", "80")]),
            record: vec![pair("java", "java -version"), pair("heap", "a")],
            ..System::default()
        };
        let variant = System {
            start: Some("up --fast".to_owned()),
            env: BTreeMap::from([pair("HEAP", "2g")]),
            record: vec![pair("heap", "b")],
            ..System::default()
        };
        let both = study.with(&variant);
        assert_eq!((both.start.as_deref(), both.stop.as_deref()), (Some("up --fast"), Some("down")));
        assert_eq!(both.env, BTreeMap::from([pair("HEAP", "2g"), pair("PORT", "80")]));
        assert_eq!(both.record, [pair("java", "java -version"), pair("heap", "b")]);
        assert!(!study.is_empty() && System::default().is_empty());
    }
}
