//! What is known while steps become instructions.

use super::Program;
use super::instruction::Instruction;
use super::nesting::Nesting;
use crate::error::PatternProblem;
use plimsoll_plan::plan::Plan;
use std::collections::BTreeMap;

pub(super) struct Compiler<'p> {
    pub(super) plan: &'p Plan,
    pub(super) program: Program,
    pub(super) problems: Vec<PatternProblem>,
    pub(super) instructions: Vec<Instruction>,
    pub(super) registers: u32,
    pub(super) paces: Vec<u32>,
    /// Where a user keeps what it knows of a timer.
    pub(super) timer_registers: BTreeMap<usize, u32>,
    pub(super) shuffles: u32,
    pub(super) nesting: Nesting,
}

/// A jump whose target is not known yet.
pub(super) const OPEN: u32 = u32::MAX;

impl Compiler<'_> {
    pub(super) fn emit(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    pub(super) fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    pub(super) fn timer_register(&mut self, timer: usize) -> u32 {
        if let Some(register) = self.timer_registers.get(&timer) {
            return *register;
        }
        let register = self.register();
        self.timer_registers.insert(timer, register);
        register
    }
}
