//! One file per command.

mod calibrate;
mod check;
mod compare;
mod convert;
mod demo;
mod import;
mod jmeter;
mod mix;
mod report;
mod run;
mod run_report;
mod target;
mod watch;

use crate::arguments::Command;
use crate::exit::{Exit, Failure};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

pub fn perform(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Demo(arguments) => demo::demo(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Jmeter(arguments) => jmeter::jmeter(&arguments),
        Command::Convert(arguments) => convert::convert(&arguments),
        Command::Mix(arguments) => mix::mix(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::RunReport(arguments) => run_report::run_report(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Import(arguments) => import::import(&arguments),
        Command::Target(arguments) => target::target(&arguments),
        Command::Watch(arguments) => watch::watch(&arguments),
        Command::Calibrate(arguments) => calibrate::calibrate(&arguments),
    }
}

/// Why stdout did not take everything; the first reason.
static UNPRINTED: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Data for stdout. Whether it arrived is asked once, at the end: what is left to do is done in any case.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let mut unprinted = UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner);
        unprinted.get_or_insert(error);
    }
}

/// Fails when stdout did not take everything (its disk is full). A reader that has gone away (`| head`) is no error.
pub fn printed() -> Result<(), Failure> {
    let unprinted = UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner).take();
    match unprinted.filter(|error| error.kind() != ErrorKind::BrokenPipe) {
        Some(error) => Err(Failure::internal(format!("failed to write to stdout: {error}"))),
        None => Ok(()),
    }
}
