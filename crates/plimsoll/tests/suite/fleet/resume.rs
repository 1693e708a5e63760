//! A coordinator is killed, and another one goes on.

use super::lab::{Lab, Shop, by_node, missing_seconds, noted, requests};
use crate::program::{plimsoll, said, write};
use plimsoll_run::{EndReason, JobVerdict, NoteContent, Run, TransactionKind};
use plimsoll_targets::{Behaviour, EventFields, Target};
use std::net::SocketAddr;
use std::time::Duration;

#[test]
fn a_run_whose_coordinator_was_killed_is_gone_on_with_and_nothing_is_lost() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    let url = format!("http://{}/", shop.address);
    lab.kill_coordinator_after(&shop, 600, &[&url, "-c", "4", "-d", "12s", "-o", "out"]);
    let before = lab.run_file();
    assert!(requests(&before) > 0 && !before.is_complete());
    // Nobody asks for some seconds, which the nodes keep.
    std::thread::sleep(Duration::from_secs(3));
    let output = plimsoll(lab.path(), &["run", "--resume", "out/run.run"]);
    let run = lab.opened(&output);
    assert!(run.is_complete(), "{}", said(&output));
    assert_eq!((requests(&run), by_node(&run)), (shop.count(), shop.count()), "{}", said(&output));
    assert_eq!(missing_seconds(&run), 0, "{}", said(&output));
    assert!(noted(&run, |note| matches!(note, NoteContent::CoordinatorResumed { .. })));
    let report = std::fs::read_to_string(lab.path().join("out/report.html")).expect("a report");
    assert!(report.contains("nobody coordinated the fleet"), "{}", said(&output));
    assert!(!lab.path().join("out/fleet.resume").exists());
    let again = plimsoll(lab.path(), &["run", "--resume", "out/run.run"]);
    assert_eq!(again.status.code(), Some(2), "{}", said(&again));
    assert!(said(&again).contains("hint:"), "{}", said(&again));
}

#[test]
fn a_study_goes_on_with_its_next_step_after_the_coordinator_was_killed() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let plan = format!(
        "plan: p\nscenarios: [{{users: 1, duration: 1 s, steps: [{{get: \"http://{}/\"}}]}}]\n",
        shop.address
    );
    write(lab.path(), "p.yaml", &plan);
    write(lab.path(), "s.yaml", "study: s\nplan: p.yaml\nthreads: [2, 4, 6]\nstep: 4 s\nrepeats: 1\n");
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    // In the second step: the first has at most 2 users of 100 requests a second.
    lab.kill_coordinator_after(&shop, 1_200, &["s.yaml", "-o", "out"]);
    let before = lab.run_file();
    let ended = before.steps.iter().filter(|step| step.ended_us.is_some()).count();
    assert!((1..3).contains(&ended), "{:?}", before.steps);
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let run = lab.opened(&output);
    assert_eq!(run.steps.iter().map(|step| step.threads).collect::<Vec<_>>(), [2, 4, 6], "{}", said(&output));
    assert!(run.steps.iter().all(|step| step.ended_us.is_some() && !step.cut_short), "{:?}", run.steps);
    assert_eq!(run.steps[0], before.steps[0]);
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0), "{}", said(&output));
}

#[test]
fn a_run_that_can_t_be_gone_on_with_is_refused_with_what_to_do_instead() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let plan =
        format!("plan: p\nscenarios: [{{users: 2, steps: [{{get: \"http://{}/\"}}]}}]\n", shop.address);
    write(lab.path(), "p.yaml", &plan);
    let study = "study: s\nplan: p.yaml\nbackground: {users: 2, before: 1 s, after: 1 s}\njobs: {name: import, start: sleep 60}\n\
                 system: {before: {run: echo up}, stop: echo down}\n";
    write(lab.path(), "s.yaml", study);
    lab.fleet(1, ", orphan_timeout: 8 s");
    let _node = lab.node("a");
    lab.kill_coordinator_after(&shop, 600, &["s.yaml", "-o", "out", "-J", "password=door-4711-open"]);
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(!text.contains("door-4711-open"), "{text}");
    for part in [
        "a study with `system` can't be gone on with after its coordinator was killed: the process of the system",
        "plimsoll report ",
        "the job \"import\" was started and may go on",
        "what the commands of the system left running is still up: stop it (`echo down`)",
        "at the latest after 8 s without a coordinator",
        "`plimsoll run s.yaml -",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // It says so before it touches anything.
    assert!(lab.path().join("out/fleet.resume").exists());
}

#[test]
fn a_system_that_is_only_looked_at_is_no_reason_not_to_go_on() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let plan = format!(
        "plan: p\nscenarios: [{{users: 2, duration: 9 s, steps: [{{get: \"http://{}/\"}}]}}]\n",
        shop.address
    );
    write(lab.path(), "p.yaml", &plan);
    let system = format!("system: {{ready: \"http://{}/\", record: {{who: echo shop}}}}\n", shop.address);
    write(lab.path(), "s.yaml", &format!("study: s\nplan: p.yaml\n{system}"));
    lab.fleet(1, "");
    let _node = lab.node("a");
    lab.kill_coordinator_after(&shop, 400, &["s.yaml", "-o", "out"]);
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let run = lab.opened(&output);
    assert!(run.is_complete(), "{}", said(&output));
    assert_eq!(missing_seconds(&run), 0, "{}", said(&output));
    let recorded = run.header.configuration.iter().find(|(name, _)| name == "who");
    assert_eq!(recorded.map(|(_, value)| value.as_str()), Some("shop"), "{}", said(&output));
}

/// A study with these jobs, whose coordinator is killed once the shop was asked so often, and which is gone on with.
fn resumed_with_jobs(lab: &Lab, shop: &Shop, jobs: &str, meanwhile: impl FnOnce(&Lab)) -> (Run, String) {
    let plan =
        format!("plan: p\nscenarios: [{{users: 2, steps: [{{get: \"http://{}/\"}}]}}]\n", shop.address);
    write(lab.path(), "p.yaml", &plan);
    let background = "background: {users: 4, before: 1 s, after: 1 s}";
    write(lab.path(), "s.yaml", &format!("study: s\nplan: p.yaml\n{background}\njobs:\n{jobs}"));
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    lab.kill_coordinator_after(shop, 1_000, &["s.yaml", "-o", "out"]);
    assert!(lab.path().join("out/run.journal").exists());
    meanwhile(lab);
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let (run, text) = (lab.opened(&output), said(&output));
    assert_eq!((requests(&run), missing_seconds(&run)), (shop.count(), 0), "{text}");
    assert_eq!(run.end.as_ref().map(|end| &end.reason), Some(&EndReason::Completed), "{text}");
    assert!(run.steps.iter().all(|step| step.ended_us.is_some()), "{:?}", run.steps);
    assert!(!lab.path().join("out/run.journal").exists() && !lab.path().join("out/fleet.resume").exists());
    (run, text)
}

fn verdicts(run: &Run) -> Vec<(&str, JobVerdict)> {
    run.jobs.iter().map(|job| (job.name.as_str(), job.verdict)).collect()
}

/// How often a command has run.
fn lines(lab: &Lab, file: &str) -> usize {
    std::fs::read_to_string(lab.path().join(file)).unwrap_or_default().lines().count()
}

/// The second job is under way when the coordinator is killed; it is started once, and asked about until it is over.
const TWO_JOBS: &str = "  - {name: first, start: 'echo x >> first', pause: 500 ms}
  - name: second
    start: 'echo $JOB >> second'
    poll: {command: 'echo $JOB >> asked; test -e done', every: 100 ms}
    timeout: 10 min
  - {name: third, start: 'echo x >> third'}
";

#[test]
fn a_job_that_goes_on_is_asked_about_again_after_the_coordinator_was_killed() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let folder = lab.path().to_owned();
    // It ends once somebody asks about it again.
    let end = |lab: &Lab| {
        let before = lines(lab, "asked");
        std::thread::spawn(move || {
            let asked = || std::fs::read_to_string(folder.join("asked")).unwrap_or_default().lines().count();
            while asked() < before + 10 {
                std::thread::sleep(Duration::from_millis(20));
            }
            write(&folder, "done", "");
        });
    };
    let (run, text) = resumed_with_jobs(&lab, &shop, TWO_JOBS, end);
    let done = [("first", JobVerdict::Done), ("second", JobVerdict::Done), ("third", JobVerdict::Done)];
    assert_eq!(verdicts(&run), done, "{text}");
    assert_eq!(["first", "second", "third"].map(|file| lines(&lab, file)), [1, 1, 1], "{text}");
    let asked = std::fs::read_to_string(lab.path().join("asked")).expect("it was asked");
    assert!(asked.lines().all(|line| line == "2"), "{asked}");
    assert!(
        noted(&run, |note| matches!(note, NoteContent::JobWatchedAgain { job, .. } if job == "second")),
        "{text}"
    );
    let names: Vec<&str> = run.steps.iter().map(|step| step.name.as_str()).collect();
    let second = run.steps.iter().find(|step| step.number == run.jobs[1].step).expect("its step");
    assert_eq!((second.name.as_str(), names.iter().filter(|name| **name == "second").count()), ("second", 1));
    let report = std::fs::read_to_string(lab.path().join("out/report.html")).expect("a report");
    assert!(report.contains("nobody asked about the job"), "{text}");
}

#[test]
fn a_job_that_ended_while_nobody_coordinated_is_measured_as_far_as_it_was_seen() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let end = |lab: &Lab| {
        write(lab.path(), "done", "");
        // Nobody asks for some seconds, which the nodes keep.
        std::thread::sleep(Duration::from_secs(3));
    };
    let (run, text) = resumed_with_jobs(&lab, &shop, TWO_JOBS, end);
    let done = [("first", JobVerdict::Done), ("second", JobVerdict::Done), ("third", JobVerdict::Done)];
    assert_eq!(verdicts(&run), done, "{text}");
    assert_eq!((lines(&lab, "second"), lines(&lab, "third")), (1, 1), "{text}");
    let between = run.notes.iter().find_map(|note| match &note.content {
        NoteContent::JobEndUnseen { job, since_s, until_s } if job == "second" => Some((*since_s, *until_s)),
        _ => None,
    });
    let (since_s, until_s) = between.unwrap_or_else(|| panic!("no note: {text}"));
    let step = run.steps.iter().find(|step| step.number == run.jobs[1].step).expect("its step");
    let measured_to_us = step.measured_to_us.expect("an end");
    assert!(
        measured_to_us <= u64::from(since_s) * 1_000_000 && since_s < until_s,
        "{step:?} {since_s} {until_s}"
    );
    assert!(run.jobs[1].ended_us.is_some_and(|us| us >= u64::from(until_s) * 1_000_000), "{:?}", run.jobs);
}

#[test]
fn a_command_that_ended_with_the_coordinator_is_cut_off_and_not_done_again() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let jobs = "  - {name: long, start: 'echo x >> long; sleep 600', timeout: 20 min}\n  - {name: last, start: 'echo x >> last'}\n";
    let (run, text) = resumed_with_jobs(&lab, &shop, jobs, |_| {});
    assert_eq!(verdicts(&run), [("long", JobVerdict::Interrupted), ("last", JobVerdict::Done)], "{text}");
    assert_eq!((lines(&lab, "long"), lines(&lab, "last")), (1, 1), "{text}");
    assert!(noted(&run, |note| matches!(note, NoteContent::JobCutOff { job } if job == "long")), "{text}");
    let report = std::fs::read_to_string(lab.path().join("out/report.html")).expect("a report");
    assert!(report.contains("could not be gone on with"), "{text}");
}

#[test]
fn events_are_awaited_further_after_the_coordinator_was_killed_and_each_counts_once() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let sink = Target::start(address, Behaviour::Events(EventFields::default())).expect("a port");
    let body = "'{\"event\":{\"commonEventHeader\":{\"eventId\":\"${id}\",\"startEpochMicrosec\":${sent}}}}'";
    let post = format!("{{post: \"http://{}/events/t\", label: send, body: {body}}}", sink.address());
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 2\n    steps:\n      - set: {{id: \"${{__UUID}}\", sent: \"${{__time}}000\"}}\n      - {post}\n      - {post}\n      - {{get: \"http://{}/\"}}\n",
        shop.address
    );
    write(lab.path(), "p.yaml", &plan);
    let completion =
        format!("{{events: 'http://{}', transaction: arrival, of: send, timeout: 5 s}}", sink.address());
    write(
        lab.path(),
        "s.yaml",
        &format!("study: s\nplan: p.yaml\nthreads: [4, 6]\nstep: 5 s\ncompletion: {completion}\n"),
    );
    lab.fleet(2, "");
    let _nodes = [lab.node("a"), lab.node("b")];
    lab.kill_coordinator_after(&shop, 800, &["s.yaml", "-o", "out"]);
    std::thread::sleep(Duration::from_secs(2));
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let (run, text) = (lab.opened(&output), said(&output));
    assert_eq!((run.steps.len(), missing_seconds(&run)), (2, 0), "{text}");
    let sum = |of: fn(&plimsoll_run::Completion) -> u64| run.completions.iter().map(of).sum::<u64>();
    let sent: u64 = run
        .seconds
        .iter()
        .flat_map(|second| &second.transactions)
        .filter(|(transaction, _)| transaction.name == "send" && transaction.kind == TransactionKind::Request)
        .map(|(_, interval)| interval.requests)
        .sum();
    // Each event is sent twice: a step may end between the two.
    assert!(sent > 500 && sum(|c| c.sent) == sent, "{:?} {text}", run.completions);
    assert_eq!(sum(|c| c.arrived) + sum(|c| c.doubled), sent, "{:?} {text}", run.completions);
    assert!(sum(|c| c.arrived).abs_diff(sent / 2) <= 20, "{:?} {text}", run.completions);
    let timed: u64 = run
        .seconds
        .iter()
        .flat_map(|second| &second.transactions)
        .filter(|(transaction, _)| transaction.kind == TransactionKind::Completion)
        .map(|(_, interval)| interval.requests)
        .sum();
    assert_eq!(timed, sum(|c| c.arrived), "{:?} {text}", run.completions);
}

#[test]
fn a_run_whose_journal_is_gone_is_not_gone_on_with() {
    let Some(lab) = Lab::new() else { return };
    let shop = Shop::open();
    let plan =
        format!("plan: p\nscenarios: [{{users: 2, steps: [{{get: \"http://{}/\"}}]}}]\n", shop.address);
    write(lab.path(), "p.yaml", &plan);
    let study = "study: s\nplan: p.yaml\nbackground: {users: 2, before: 1 s}\njobs: {name: import, start: sleep 60}\n";
    write(lab.path(), "s.yaml", study);
    lab.fleet(1, ", orphan_timeout: 8 s");
    let _node = lab.node("a");
    lab.kill_coordinator_after(&shop, 600, &["s.yaml", "-o", "out"]);
    std::fs::remove_file(lab.path().join("out/run.journal")).expect("it was there");
    let output = plimsoll(lab.path(), &["run", "--resume", "out"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    for part in [
        "a study with `jobs` can't be gone on with",
        "run.journal, which is not there or damaged",
        "the job \"import\" was started",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
