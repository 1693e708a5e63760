//! `plimsoll calibrate`: what this machine can generate, and how small a latency it can tell apart.
//!
//! The definitions are in `docs/accuracy.md`.

mod advice;
mod clock;
mod load;
mod machine;
mod table;

use crate::arguments::{CalibrateArguments, CalibrationFormat};
use crate::exit::{Exit, Failure};
use crate::{cores, kernel, message, signals, stdout};
use advice::{CalibrationAdvice, advice};
use clock::Clock;
use load::{Floor, Rate};
use machine::CpuTimes;
pub use machine::{Machine, read};
use plimsoll_engine::Control;
use plimsoll_fleet::NodeCalibration;
use serde::Serialize;

/// What was found. Times in microseconds unless the name says otherwise; `null` is not known.
#[derive(Debug, Serialize)]
pub struct Calibration {
    /// Of Plimsoll.
    pub version: &'static str,
    pub machine: Machine,
    pub clock: Clock,
    /// With one worker, and with as many as the cores allow.
    pub rates: Vec<Rate>,
    pub floor: Floor,
    /// Of the whole calibration: CPU time that the hypervisor gave to others, percent of all.
    pub steal_percent: Option<f64>,
    pub warnings: Vec<CalibrationAdvice>,
}

pub fn calibrate(arguments: &CalibrateArguments) -> Result<Exit, Failure> {
    kernel::check()?;
    let control = Control::default();
    signals::stop_quietly(&control)?;
    let machine = Machine::read();
    let cores = cores::allowed();
    let before = CpuTimes::read();
    let clock = Clock::measure();
    let mut rates = Vec::new();
    for placement in load::placements(&cores) {
        message::say(&format!("{} for {} s", placement.text(), arguments.seconds + load::WARM_UP_S));
        rates.push(load::rate(&placement, arguments.seconds, &control)?);
    }
    let placement = load::CoreAssignment::alone(&cores);
    message::say(&format!(
        "one request at a time on an instant server for {} s",
        arguments.seconds + load::WARM_UP_S
    ));
    let floor = load::floor(&placement, arguments.seconds, &control)?;
    let steal_percent = before.zip(CpuTimes::read()).and_then(|(before, after)| after.steal_percent(before));
    let mut calibration = Calibration {
        version: env!("CARGO_PKG_VERSION"),
        machine,
        clock,
        rates,
        floor,
        steal_percent,
        warnings: Vec::new(),
    };
    calibration.warnings = advice(&calibration);
    show(&calibration, arguments.format)?;
    Ok(Exit::Done)
}

/// In short, for a node of a fleet: with as many workers as a run there has, and one request at a time.
pub fn of_node(seconds: u32, workers: u32) -> Result<NodeCalibration, Failure> {
    let (control, cores) = (Control::default(), cores::allowed());
    let all = load::CoreAssignment::of_workers(&cores, workers);
    let rate = load::rate(&all, seconds, &control)?;
    let floor = load::floor(&load::CoreAssignment::alone(&cores), seconds, &control)?;
    Ok(NodeCalibration {
        workers: all.workers,
        is_shared: all.is_shared(),
        requests_per_s: rate.requests_per_s,
        floor_p50_us: floor.response.p50_us.unwrap_or(0.0),
        floor_p99_us: floor.response.p99_us.unwrap_or(0.0),
    })
}

fn show(calibration: &Calibration, format: CalibrationFormat) -> Result<(), Failure> {
    match format {
        CalibrationFormat::Json => {
            let text = serde_json::to_string_pretty(calibration)
                .map_err(|e| Failure::internal(format!("failed to write the calibration: {e}")))?;
            stdout::print(&format!("{text}\n"));
        }
        CalibrationFormat::Text => {
            stdout::print(&table::table(calibration));
            for advice in &calibration.warnings {
                message::warning(&format!("{}: {}", advice.seen, advice.matters), Some(&advice.helps));
            }
        }
    }
    Ok(())
}
