//! What makes the load of a run: the engine, a fleet, JMeter, another tool.

use super::fleet::{RunFleet, parcel};
use super::generator::summary;
use super::session::Session;
use crate::exit::Failure;
use crate::loading::LoadedPlan;
use crate::message;
use plimsoll_engine::{Dealing, SampleLog, Share};
use plimsoll_fleet::FleetGenerator;
use plimsoll_study::{GeneratorSpec, JmeterGenerator, LoadGenerator, LocalGenerator, Planned, ToolGenerator};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Session<'_> {
    pub(super) fn generator(
        &self,
        planned: &Planned,
        loaded: &LoadedPlan,
        file: &Path,
        sample_log: Option<SampleLog>,
    ) -> Result<Box<dyn LoadGenerator>, Failure> {
        if let Some(RunFleet { fleet, counts_nodes }) = &self.fleet {
            let parcel = parcel(planned, loaded, self.made, self.skip_unsupported)?;
            let plan = parcel.order();
            fleet.offer(parcel);
            return Ok(Box::new(FleetGenerator {
                fleet: Arc::clone(fleet),
                plan,
                change: loaded.change,
                counts_nodes: *counts_nodes,
                grace: self.grace,
                examples: self.study.examples,
                secret: planned
                    .properties
                    .keys()
                    .filter(|name| self.secrets.is_secret(name))
                    .cloned()
                    .collect(),
                say: message::say,
            }));
        }
        if let GeneratorSpec::Tool(tool) = &self.study.generator {
            let (folder, env, _) = self.commands(planned, file);
            let script = std::path::absolute(&planned.plan).unwrap_or_else(|_| planned.plan.clone());
            let (spec, grace) = (tool.clone(), self.grace);
            return Ok(Box::new(ToolGenerator { spec, script, folder, env, summaries: summary, grace }));
        }
        Ok(match (&self.jmeter, &loaded.jmeter) {
            (Some(home), Some(plan)) => {
                let text = plan.clone();
                Box::new(JmeterGenerator {
                    home: home.clone(),
                    plan: planned.plan.clone(),
                    text: Box::new(move |loads| text.text(loads)),
                    has_parent_samples: plan.has_parent_samples,
                    grace: self.grace,
                    failure_log: failure_log(file),
                })
            }
            _ => Box::new(LocalGenerator {
                workers: self.workers,
                cores: self.cores.clone(),
                grace: self.grace,
                source_addresses: self.source_addresses.clone(),
                busy_poll: self.busy_poll,
                receive_time: self.receive_time,
                sample_log,
                examples: self.study.examples,
                share: Share::WHOLE,
                start: None,
                dealing: Dealing::Once,
            }),
        })
    }
}

/// Where JMeter's log is kept when it fails.
pub fn failure_log(run_file: &Path) -> PathBuf {
    run_file.with_extension("jmeter.log")
}
