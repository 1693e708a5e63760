//! `plimsoll export`: runs to Prometheus, OpenTelemetry and InfluxDB.

use crate::arguments::ExportArguments;
use crate::exit::{Exit, Failure};
use crate::{message, recording, signals};
use plimsoll_engine::Control;
use plimsoll_export::{ExportError, ExportSettings, Exported, Receiver};
use plimsoll_server::Action;
use std::path::{Path, PathBuf};

/// Runs that are followed at once.
const FOLLOWED_MAX: usize = 64;
pub const TOKEN: &str = "PLIMSOLL_EXPORT_TOKEN";

pub fn export(arguments: &ExportArguments) -> Result<Exit, Failure> {
    let receivers = receivers(&arguments.to)?;
    let wrong: Vec<String> = arguments
        .labels
        .iter()
        .filter_map(|(name, _)| plimsoll_export::check_label(name).err())
        .map(|why| format!("--label: {why}"))
        .collect();
    if !wrong.is_empty() {
        return Err(Failure { exit: Exit::BadInput, messages: wrong, hint: None });
    }
    let runs = recording::find_runs(&arguments.runs)?;
    recording::check_once(&runs)?;
    if arguments.follow && runs.len() * receivers.len() > FOLLOWED_MAX {
        return Err(Failure::input(format!(
            "no more than {FOLLOWED_MAX} runs and receivers are followed at once"
        )));
    }
    let control = Control::default();
    signals::stop_quietly(&control)?;
    if arguments.follow {
        // The load that goes on goes first.
        let _ = rustix::process::nice(10);
    }
    let settings = ExportSettings {
        labels: arguments.labels.clone(),
        follow: arguments.follow,
        patience: arguments.patience,
        is_going: &|run: &Path| plimsoll_server::ask_control(run, Action::State).is_ok(),
        stopped: &|| control.stopped().is_some(),
        say: &message::say,
    };
    // A receiver that is away must not hold up another one; of runs that are there one after another is enough.
    let groups: Vec<(&Receiver, Vec<&PathBuf>)> = match arguments.follow {
        true => receivers.iter().flat_map(|to| runs.iter().map(move |run| (to, vec![run]))).collect(),
        false => receivers.iter().map(|to| (to, runs.iter().collect())).collect(),
    };
    let settings = &settings;
    let exits: Vec<Exit> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            groups.iter().map(|(to, runs)| scope.spawn(move || export_to(to, runs, settings))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(Exit::Failed)).collect()
    });
    // Of a run file that can't be read, before a receiver that did not take one.
    let worst = exits.iter().find(|exit| **exit == Exit::BadInput);
    let worst = worst.or_else(|| exits.iter().find(|exit| **exit != Exit::Done));
    Ok(worst.copied().unwrap_or(Exit::Done))
}

/// All that is wrong with them at once.
pub fn receivers(urls: &[String]) -> Result<Vec<Receiver>, Failure> {
    let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
    let (mut receivers, mut messages) = (Vec::new(), Vec::new());
    for url in urls {
        match Receiver::parse(url, token.as_deref()) {
            Ok(receiver) => receivers.push(receiver),
            Err(error) => messages.push(error.to_string()),
        }
    }
    if messages.is_empty() {
        return Ok(receivers);
    }
    let hint = "prometheus+http://127.0.0.1:9090, otlp+http://127.0.0.1:4318, influx+http://127.0.0.1:8086?db=plimsoll";
    Err(Failure { exit: Exit::BadInput, messages, hint: Some(format!("for example {hint}")) })
}

fn export_to(to: &Receiver, runs: &[&PathBuf], settings: &ExportSettings) -> Exit {
    let mut exit = Exit::Done;
    for run in runs {
        match plimsoll_export::export(run, to, settings) {
            Ok(exported) => {
                say(run, to, &exported);
                if !exported.is_whole() {
                    exit = Exit::Failed;
                }
            }
            Err(error @ ExportError::NoSeconds(_)) => {
                exit = Exit::BadInput;
                message::failure(&Failure::input(error.to_string()));
            }
            Err(ExportError::Store(error)) => {
                let failure = recording::store_failure(&error);
                exit = failure.exit;
                message::failure(&failure);
            }
        }
    }
    exit
}

fn say(run: &Path, to: &Receiver, exported: &Exported) {
    let Exported { seconds, points, corrected, undelivered, rejected, why } = exported;
    let mut text = format!("{}: {seconds} seconds, {points} figures to {to}", run.display());
    if *corrected > 0 {
        text = format!("{text}; {corrected} seconds grew after they were sent and were put right");
    }
    if exported.is_whole() {
        return message::say(&text);
    }
    let mut lost = Vec::new();
    if *undelivered > 0 {
        lost.push(format!("{undelivered} of {} seconds were not delivered", seconds + undelivered));
    }
    if *rejected > 0 {
        lost.push(format!("{rejected} figures were rejected"));
    }
    let why = why.as_deref().unwrap_or("no reason was given");
    let text = format!("{}: {} to {to}: {why}", run.display(), lost.join(", "));
    let hint = hint(why);
    message::failure(&match hint {
        Some(hint) => Failure::internal(text).with_hint(hint),
        None => Failure::internal(text),
    });
}

/// What helps against what receivers say.
fn hint(why: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| why.contains(word));
    if has(&["out of bounds", "too old", "out of order"]) {
        return Some(
            "Prometheus takes nothing that is much older than what it has; `out_of_order_time_window` in its \
             configuration allows it",
        );
    }
    if has(&["remote write receiver"]) || why.starts_with("status 404") || why.starts_with("status 405") {
        return Some(
            "is this the receiver's address? Prometheus takes figures with --web.enable-remote-write-receiver, InfluxDB \
             into a database that is there",
        );
    }
    if has(&["native histograms"]) {
        return Some(
            "--enable-feature=native-histograms of Prometheus, or `?histograms=explicit` in the URL",
        );
    }
    if has(&["status 401", "status 403"]) {
        return Some("a token comes from PLIMSOLL_EXPORT_TOKEN, a name and password from the URL");
    }
    has(&["onnection refused"]).then_some("once it is there: `plimsoll export RUN --to URL`")
}

/// `plimsoll export --follow` for a run that begins, as a process of its own: the load never shares one with it.
pub fn follow(run: &Path, urls: &[String]) -> std::io::Result<std::process::Child> {
    use std::os::unix::process::CommandExt;
    let mut command = std::process::Command::new(std::env::current_exe()?);
    command.arg("export").arg("--follow");
    urls.iter().for_each(|url| {
        command.args(["--to", url]);
    });
    command.arg("--").arg(run);
    command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null());
    // A Ctrl-C is for the run, which then ends.
    command.process_group(0).spawn()
}
