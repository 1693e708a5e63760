//! `plimsoll watch`: what can be seen of hosts, before a run depends on it.

mod listing;

use crate::arguments::WatchArguments;
use crate::exit::{Exit, Failure};
use crate::loading::{self, PlanOrStudy};
use crate::message;
use crate::stdout;
use listing::Seen;
use plimsoll_run::ScratchFolder;
use plimsoll_watch::{Collectors, Probe, RunTime, Transport, WatchSpec, WatchTarget, probe};
use std::path::Path;
use std::time::Duration;

pub fn watch(arguments: &WatchArguments) -> Result<Exit, Failure> {
    let mut watched = WatchSpec::default();
    let (mut found, mut unreachable) = (Vec::new(), Vec::new());
    for name in &arguments.targets {
        if Path::new(name).extension().is_some_and(|e| e == "yaml" || e == "yml") {
            watched.targets.extend(of_study(Path::new(name))?.targets);
            continue;
        }
        let transport = Transport::parse(name).map_err(|error| Failure::input(error.to_string()))?;
        let sockets = ScratchFolder::new("ssh").map_err(|error| Failure::internal(error.to_string()))?;
        match probe(&transport, sockets.path()) {
            Ok(probe) => {
                let target = target(transport, &probe, arguments.every);
                found.push((name.clone(), probe, target.clone()));
                watched.targets.push(target);
            }
            Err(reason) => unreachable.push(format!("{name}: {reason}")),
        }
    }
    for text in &unreachable {
        message::warning(text, None);
    }
    watched.targets.retain(|target| !target.sources.is_empty());
    if watched.targets.is_empty() {
        return Err(Failure::input("nothing can be watched").with_hint(
            "does `ssh HOST vmstat 1 3` work without a password? has the host procps or sysstat?",
        ));
    }
    let seen = look(&watched, arguments.time)?;
    stdout::print(&listing::describe(&watched, &seen));
    if !found.is_empty() {
        stdout::print(&listing::study_lines(&found, arguments.every));
    }
    let complete = unreachable.is_empty() && seen.is_complete();
    Ok(if complete { Exit::Done } else { Exit::Inconclusive })
}

fn of_study(path: &Path) -> Result<WatchSpec, Failure> {
    match loading::read_input(path)? {
        PlanOrStudy::Study { study, .. } if !study.watch.targets.is_empty() => Ok(study.watch),
        _ => Err(Failure::input(format!("{}: nothing is watched there", path.display()))
            .with_hint("a study's `watch` section lists hosts and what to look at")),
    }
}

fn target(transport: Transport, probe: &Probe, every: Duration) -> WatchTarget {
    WatchTarget {
        name: transport.host_name(),
        role: String::new(),
        sources: probe.sources(every),
        transport,
        resources: Vec::new(),
    }
}

fn look(watched: &WatchSpec, time: Duration) -> Result<Seen, Failure> {
    let failed = |error| Failure::internal(format!("failed to start the collectors: {error}"));
    let collection = Collectors::start(watched, RunTime::now()).map_err(failed)?;
    message::say(&format!("looking for {}…", plimsoll_plan::units::format_duration(time)));
    let mut seen = Seen::default();
    let until = std::time::Instant::now() + time;
    while std::time::Instant::now() < until {
        std::thread::sleep(Duration::from_millis(100));
        collection.take().into_iter().for_each(|collected| seen.add(collected));
    }
    collection.finish().into_iter().for_each(|collected| seen.add(collected));
    Ok(seen)
}
