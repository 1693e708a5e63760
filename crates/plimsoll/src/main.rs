//! The command line: arguments, messages, exit codes, and the wiring between the crates. Only here is
//! anything printed, and only here does the process end.
//!
//! stdout is data, stderr is conversation. Start reading at `arguments/`, then `commands/run.rs`.

mod arguments;
mod commands;
mod delays;
mod exit;
mod keys;
mod loading;
mod message;
mod mix;
mod outputs;
mod preflight;
mod progress;
mod recording;
mod reports;
mod sample_log;
mod signals;

use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match arguments::CommandLine::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors. When nobody reads the text there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::BadInput.into() } else { Exit::Done.into() };
        }
    };
    let performed = commands::perform(arguments.command);
    match performed.and_then(|exit| commands::printed().map(|()| exit)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            message::failure(&failure);
            failure.exit.into()
        }
    }
}
