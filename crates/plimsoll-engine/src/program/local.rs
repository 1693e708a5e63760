//! Samples that ask no server, compiled.

use super::answer::{Check, Extractor, check, extractor};
use super::compile::Compiler;
use super::instruction::{Instruction, Label};
use super::slots::Text;
use crate::error::EngineError;
use plimsoll_plan::plan::{self, LocalAction};
use plimsoll_run::TransactionKind;

#[derive(Clone, Debug)]
pub struct LocalSample {
    pub label: Label,
    pub action: Local,
    pub extractors: Vec<Extractor>,
    pub checks: Vec<Check>,
}

#[derive(Clone, Debug)]
pub enum Local {
    Show { variables: bool, properties: bool },
    Sleep(Box<Sleep>),
}

#[derive(Clone, Debug)]
pub struct Sleep {
    pub time: Text,
    pub mask: Text,
    pub status: Text,
    pub message: Text,
    pub request: Text,
    pub body: Text,
    pub outcome: Text,
}

impl Compiler<'_> {
    pub(super) fn local_sample(&mut self, sample: &plan::LocalSample) -> Result<(), EngineError> {
        self.pauses(&sample.think);
        let context = sample.label.source();
        let label = self.label(&sample.label, TransactionKind::Request);
        let slots = &mut self.program.slots;
        let action = match &sample.action {
            LocalAction::Show { variables, properties } => {
                Local::Show { variables: *variables, properties: *properties }
            }
            LocalAction::Sleep(sleep) => Local::Sleep(Box::new(Sleep {
                time: slots.text(&sleep.time),
                mask: slots.text(&sleep.mask),
                status: slots.text(&sleep.status),
                message: slots.text(&sleep.message),
                request: slots.text(&sleep.request),
                body: slots.text(&sleep.body),
                outcome: slots.text(&sleep.outcome),
            })),
        };
        let extractors =
            sample.extractors.iter().map(|e| extractor(e, slots, &context)).collect::<Result<_, _>>()?;
        let checks = sample.checks.iter().map(|c| check(c, slots, &context)).collect::<Result<_, _>>()?;
        self.program.local_samples.push(LocalSample { label, action, extractors, checks });
        self.emit(Instruction::Local(self.program.local_samples.len() as u32 - 1));
        Ok(())
    }
}
