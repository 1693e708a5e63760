//! What is known of a run when it starts.

use super::generator::version;
use super::session::Session;
use crate::cores;
use crate::loading::LoadedPlan;
use plimsoll_engine::{ReceiveTime, RunClock};
use plimsoll_run::{LoadGeneratorKind, RunHeader, environment};
use plimsoll_study::{GeneratorSpec, Planned};

impl Session<'_> {
    pub(super) fn header(&self, planned: &Planned, loaded: &LoadedPlan, clock: &RunClock) -> RunHeader {
        let mut variant = planned.variant.clone();
        variant.properties.clone_from(&planned.properties);
        let mut environment = environment::capture();
        let generator = match (&self.jmeter, &self.study.generator) {
            (Some(home), _) => LoadGeneratorKind::Jmeter { version: home.version.clone() },
            (None, GeneratorSpec::Tool(tool)) => {
                LoadGeneratorKind::Tool { name: version(tool), summed_up: tool.is_summary() }
            }
            (None, _) => {
                environment.push(("load generating workers".to_owned(), self.workers.to_string()));
                LoadGeneratorKind::Engine
            }
        };
        if !self.cores.is_empty() {
            environment.push(("load generator's cores".to_owned(), cores::shown(&self.cores)));
        }
        if let Some(percent) = self.cpu_used_percent {
            environment.push((environment::CPU_USED_BEFORE.to_owned(), format!("{percent:.0} %")));
        }
        if self.busy_poll {
            environment.push(("busy polling".to_owned(), "yes".to_owned()));
        }
        if self.receive_time == ReceiveTime::Worker {
            environment.push(("receive time".to_owned(), "the workers'".to_owned()));
        }
        environment.push(("seed".to_owned(), self.seed.to_string()));
        RunHeader {
            name: self.study.name.clone(),
            variant,
            repeat: planned.repeat,
            started_unix_us: clock.started_unix_us(),
            time_zone: time_zone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            plan: loaded.record.clone(),
            study: self.study_text.clone(),
            design: self.study.design(&loaded.plan),
            requirements: self.study.requirements.clone(),
            expected_per_s: self.study.expected_per_s,
            expected: self.study.expected.clone(),
            headroom_percent: self.study.headroom_percent,
            units: self.study.units.clone(),
            environment,
            configuration: planned
                .system
                .env
                .iter()
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            about: self.study.about.clone(),
            report_texts: self.study.report_texts.clone(),
            tested: crate::preflight::tested(&loaded.plan, &planned.properties),
            detectors: self.study.detectors.clone(),
            resources: self.study.watch.targets.iter().flat_map(|target| target.resources.clone()).collect(),
            language: Some(self.study.report_language.tag().to_owned()),
            labels: self.labels.clone(),
            command: self.command.clone(),
            generator,
            examples: self.study.examples,
            secrets: self.secrets.clone(),
            ..RunHeader::default()
        }
    }
}

/// The name of the machine's time zone, or its offset.
fn time_zone() -> String {
    let zone = jiff::tz::TimeZone::system();
    match zone.iana_name() {
        Some(name) => name.to_owned(),
        None => jiff::Zoned::now().strftime("%:z").to_string(),
    }
}
