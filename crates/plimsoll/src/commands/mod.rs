//! One file per command.

mod calibrate;
mod check;
mod compare;
mod completions;
mod convert;
mod demo;
mod doctor;
mod examples;
mod explain;
mod export;
mod fleet;
mod import;
mod init;
mod jmeter;
mod mix;
mod node;
mod predict;
mod record;
mod report;
mod run;
mod run_report;
mod schema;
mod serve;
mod target;
mod trial;
mod version;
mod watch;

use crate::arguments::{Command, CommandLine};
use crate::exit::{Exit, Failure};

pub fn perform(arguments: CommandLine) -> Result<Exit, Failure> {
    // Without a command it was `--version`: the command line sees to that.
    let Some(command) = arguments.command else { return Ok(version::version(arguments.verbose)) };
    match command {
        Command::Demo(arguments) => demo::demo(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Jmeter(arguments) => jmeter::jmeter(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Convert(arguments) => convert::convert(&arguments),
        Command::Mix(arguments) => mix::mix(&arguments),
        Command::Record(arguments) => record::record(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::RunReport(arguments) => run_report::run_report(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Predict(arguments) => predict::predict(&arguments),
        Command::Examples(arguments) => examples::examples(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Import(arguments) => import::import(&arguments),
        Command::Try(arguments) => trial::trial(&arguments),
        Command::Fleet(arguments) => fleet::fleet(&arguments),
        Command::Node(arguments) => node::node(&arguments),
        Command::Target(arguments) => target::target(&arguments),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Schema(arguments) => schema::schema(&arguments),
        Command::Watch(arguments) => watch::watch(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Doctor => doctor::doctor(),
        Command::Calibrate(arguments) => calibrate::calibrate(&arguments),
    }
}
