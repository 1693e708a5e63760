//! A coordinator is killed, and another one goes on.

use super::lab::{Lab, Shop, by_node, missing_seconds, noted, requests};
use crate::program::{plimsoll, said, write};
use plimsoll_run::NoteContent;
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
        "a study with `jobs` can't be gone on with after its coordinator was killed: how far they were",
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
