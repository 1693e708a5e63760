//! The command line: arguments, messages, exit codes, and the wiring between the crates. Only here is
//! anything printed, and only here does the process end.
//!
//! stdout is data, stderr is conversation. Start reading at `arguments/`, then `commands/run.rs`.

mod arguments;
mod charset;
mod chromium;
mod commands;
mod control;
mod cores;
mod delays;
mod examples;
mod exit;
mod foreign_flags;
mod kernel;
mod keys;
mod limits;
mod loading;
mod machine;
mod message;
mod mix;
mod outputs;
mod per_node;
mod plan_files;
mod preflight;
mod progress;
mod recording;
mod reports;
mod sample_log;
mod schema;
mod secrets;
mod signals;
mod stdout;
mod trial;
mod url_plan;

use clap::Parser;
use exit::Exit;
use std::process::ExitCode;

/// That of musl takes a lock for every piece of memory, and a plan with variables costs 1.4 times the time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    limits::prepare();
    if std::env::args_os().len() == 1 {
        stdout::print(arguments::START);
        return stdout::printed().map_or(Exit::Failed, |()| Exit::Done).into();
    }
    let arguments = match arguments::CommandLine::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            if error.use_stderr() {
                message::usage(&error);
                if let Some(hint) = foreign_flags::answer(&error) {
                    message::say(&hint);
                }
                return Exit::BadInput.into();
            }
            // Help and version are no errors. When nobody reads the text there is nobody to tell.
            let _ = error.print();
            return Exit::Done.into();
        }
    };
    let performed = commands::perform(arguments);
    match performed.and_then(|exit| stdout::printed().map(|()| exit)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            message::failure(&failure);
            failure.exit.into()
        }
    }
}
