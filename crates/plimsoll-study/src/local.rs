//! This machine as load generator.

use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepFailure, StepLoad, StepOutcome};
use plimsoll_engine::{
    Control, Dealing, EngineEvent, LoadTask, PropertyMap, ReceiveTime, SampleLog, Share, StartGate,
};
use plimsoll_run::ExampleLimits;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The engine, on this machine's cores. Nodes are shares of its users.
#[derive(Clone)]
pub struct LocalGenerator {
    pub workers: u32,
    /// On which cores the workers run; empty: on any.
    pub cores: Vec<usize>,
    pub grace: Duration,
    /// Local addresses to connect from, in turn.
    pub source_addresses: Vec<IpAddr>,
    /// Workers never sleep, see [`LoadTask::busy_poll`].
    pub busy_poll: bool,
    /// Who says when answers arrived.
    pub receive_time: ReceiveTime,
    /// Where each finished sample goes as well, see [`SampleLog`].
    pub sample_log: Option<SampleLog>,
    /// How many exchanges are kept.
    pub examples: ExampleLimits,
    /// Which of the users are this machine's.
    pub share: Share,
    /// Who says when the load begins, where others take part in it.
    pub start: Option<Arc<dyn StartGate>>,
    /// Of rows and numbers.
    pub dealing: Dealing,
}

impl LoadGenerator for LocalGenerator {
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        let task = LoadTask {
            plan: load.plan,
            share: self.share,
            workers: self.workers,
            cores: self.cores.clone(),
            seed: load.seed,
            properties: PropertyMap::new(load.properties.clone()),
            clock: load.clock,
            grace: self.grace,
            source_addresses: self.source_addresses.clone(),
            busy_poll: self.busy_poll,
            receive_time: self.receive_time,
            sample_log: self.sample_log.clone(),
            observer: None,
            examples: self.examples,
            start: self.start.clone(),
            dealing: self.dealing,
        };
        let summary = plimsoll_engine::run(&task, control, &mut |event| {
            sink(match event {
                EngineEvent::MainStarted { at_us } => GeneratorEvent::Started { at_us },
                EngineEvent::Second(second) => GeneratorEvent::Second(second),
            });
        })?;
        Ok(StepOutcome {
            stopped_by_plan: summary.stopped_by_plan,
            overloaded: summary.overloaded,
            ended_us: summary.main_ended_us,
            first_user_us: summary.first_user_us,
            first_late_us: summary.first_late_us,
            abandoned: summary.abandoned,
            sent_again: summary.sent_again,
            data_ended: summary.data_ended,
            failure: stuck(summary.stuck_workers),
            log_waited_us: summary.log_waited_us,
            log_lost: summary.log_lost,
        })
    }
}

/// Workers that did not end are a failure of the load generator, whose measurements before that count.
fn stuck(workers: u64) -> Option<StepFailure> {
    let why = format!(
        "{workers} of the load generator's workers did not end within 5 s of the stop and were left behind; their last seconds are missing"
    );
    (workers > 0).then_some(StepFailure { why, refused: false })
}
