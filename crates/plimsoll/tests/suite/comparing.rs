//! `plimsoll compare` as its users meet it, on runs imported from tables of steps.

use crate::program::{plimsoll, stderr, stdout};
use std::path::Path;

/// A run of three loads at this share of the usual throughput, made on that day.
fn import(folder: &Path, name: &str, factor: f64, day: u32) {
    let rows = [(10, 90.0), (20, 170.0), (40, 290.0)].into_iter().enumerate().map(|(i, (threads, per_s))| {
        let (from, to) = (i * 2, i * 2 + 1);
        let per_s = per_s * factor;
        format!(
            "{},{threads},1,2024-01-{day:02}T10:{from:02}:00,2024-01-{day:02}T10:{to:02}:00,{per_s:.2}\n",
            i + 1
        )
    });
    let table = format!("{name}.csv");
    let text = format!("step,threads,nodes,start,end,throughput_per_s\n{}", rows.collect::<String>());
    let path = folder.join(&table);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    std::fs::write(&path, text).expect("written");
    let output = plimsoll(folder, &["import", &table, "-o", &format!("{name}.run")]);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Three runs in each of three folders: alike, alike, a fifth slower.
fn sides() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (side, factor, day) in [("a", 1.0, 1), ("b", 1.005, 2), ("c", 0.8, 3)] {
        for (i, noise) in [1.0, 1.01, 0.99].into_iter().enumerate() {
            import(folder.path(), &format!("{side}/{i}"), factor * noise, day + 3 * i as u32);
        }
    }
    folder
}

fn check(folder: &Path, arguments: &[&str], code: i32, parts: &[&str]) -> String {
    let output = plimsoll(folder, arguments);
    let said = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn exit_codes_show_regressions_from_uncertainty() {
    let sides = sides();
    let folder = sides.path();
    check(
        folder,
        &["compare", "a", "b"],
        0,
        &["NO REGRESSION", "equivalent", "The unit is the run: 3 before, 3 after"],
    );
    check(folder, &["compare", "a", "c"], 3, &["REGRESSION", "worse", "−20.0 %"]);
    check(folder, &["compare", "a", "c", "--baseline", "c/"], 0, &["better", "+25.0 %"]);
    check(folder, &["compare", "a", "c", "--margin", "30 %"], 0, &["equivalent within 30 %"]);
    check(folder, &["compare", "a/0.run", "b/0.run"], 4, &["UNDECIDED", "Run-to-run variance is unknown"]);
    check(folder, &["compare", "a", "b", "c", "--language", "da"], 3, &["FORRINGELSE", "b mod a", "c mod a"]);
    let text = check(folder, &["compare", "a", "c", "--format", "junit"], 3, &["<testsuites", "<failure"]);
    assert!(text.starts_with("<?xml"), "{text}");
    check(folder, &["compare", "a", "c", "--format", "html", "-o", "c.html"], 3, &["comparison: c.html"]);
    assert!(std::fs::read_to_string(folder.join("c.html")).is_ok_and(|page| page.contains("−20.0")));
}

#[test]
fn what_cannot_be_compared_is_refused_with_a_hint() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    import(folder, "one", 1.0, 1);
    check(folder, &["compare", "one.run"], 2, &["only one side", "hint:"]);
    check(folder, &["compare", "one.run", "two.run"], 2, &["two.run"]);
    check(
        folder,
        &["compare", "one.run", "one.run", "--baseline", "x"],
        2,
        &["no side is named", "the sides are"],
    );
    check(folder, &["compare", "one.run", "one.run", "--margin", "much"], 2, &["a percentage from 0 to 100"]);
    check(folder, &["compare"], 2, &["<RUN|FOLDER>"]);
}

#[test]
fn a_history_names_the_run_that_changed_the_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for day in 1..=12 {
        let factor = (1.0 + 0.01 * f64::from(day % 3)) * if day < 8 { 1.0 } else { 0.85 };
        import(folder, &format!("nightly/{day:02}/run"), factor, day);
    }
    let parts = ["REGRESSION", "nightly/08/run.run", "3 changes of level"];
    check(folder, &["compare", "--history", "."], 3, &parts);
    check(folder, &["compare", "--history", ".", "--format", "json"], 3, &["\"judged\":\"regression\""]);
    check(
        folder,
        &["compare", "--history", "nightly/01"],
        0,
        &["Fewer than six runs", "--fail-on undecided"],
    );
    let strict = ["compare", "--history", "nightly/01", "--fail-on", "undecided"];
    check(folder, &strict, 4, &["Fewer than six runs"]);
}

/// As a pipeline does it every night: the newest runs with those before them, of the same study.
#[test]
fn the_last_two_runs_of_a_study_are_found() {
    let nightly = tempfile::tempdir().expect("a folder");
    import(nightly.path(), "1/shop", 1.0, 1);
    check(nightly.path(), &["compare", "--last", "."], 2, &["is the only run of \"shop\"", "hint:"]);
    for (day, factor) in [(2, 1.3), (3, 0.7)] {
        import(nightly.path(), &format!("{day}/shop"), factor, day);
    }
    let parts = ["3 against", "of \"shop\"", "−46.2 %"];
    check(nightly.path(), &["compare", "--last", "."], 4, &parts);
}

#[test]
fn the_last_run_is_set_against_the_last_one_of_its_study_whatever_was_run_between() {
    let nightly = tempfile::tempdir().expect("a folder");
    for (day, name, factor) in [(1, "shop", 1.0), (2, "cart", 5.0), (3, "shop", 0.7)] {
        import(nightly.path(), &format!("{day}/{name}"), factor, day);
    }
    check(nightly.path(), &["compare", "--last", "."], 4, &["3 against", "of \"shop\"", "−30.0 %"]);
    import(nightly.path(), "4/queue", 1.0, 4);
    check(nightly.path(), &["compare", "--last", "."], 2, &["is the only run of \"queue\""]);
}

/// The terminal's width is not known of a pipe: what goes into one is at most 100 columns wide, with every figure whole.
#[test]
fn tables_fit_where_there_is_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let (before, after) = ("with a name that is as long as names of variants are", "a");
    for (i, name) in [before, after].into_iter().enumerate() {
        import(folder.path(), name, 1.0 + 0.5 * i as f64, 1 + i as u32);
    }
    let files = [format!("{before}.run"), format!("{after}.run")];
    let [before, after] = [files[0].as_str(), files[1].as_str()];
    let compared = check(folder.path(), &["compare", before, after], 4, &["+50.0 %", "290.0/s", "435.0/s"]);
    let reported =
        check(folder.path(), &["report", "--format", "text", before, after], 0, &["290.0", "435.0"]);
    for line in compared.lines().chain(reported.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// A sample log of 20 s: 200 requests per second that take this long, some longer.
fn sample_log(folder: &Path, name: &str, elapsed_ms: u64, day: u64) {
    let mut random = fastrand::Rng::with_seed(day);
    let start_ms = 1_790_000_000_000 + day * 86_400_000;
    let row = |i: u64| {
        let elapsed = elapsed_ms + random.u64(0..elapsed_ms / 4) + random.u64(0..elapsed_ms / 4);
        let moment = start_ms + i * 5 + random.u64(0..4);
        format!(
            "{moment},{elapsed},home,200,OK,u 1-{},text,true,,500,100,4,4,http://a/,{elapsed},0,0\n",
            i % 4
        )
    };
    let head = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,\
                bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n";
    let text: String = std::iter::once(head.to_owned()).chain((0..4_000).map(row)).collect();
    std::fs::write(folder.join(format!("{name}.jtl")), text).expect("written");
    let output = plimsoll(folder, &["import", &format!("{name}.jtl"), "-o", &format!("{name}.run")]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn two_good_runs_of_20_seconds_pass_and_a_slower_one_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    sample_log(folder, "monday", 20, 1);
    sample_log(folder, "tuesday", 20, 2);
    sample_log(folder, "wednesday", 40, 3);
    // Only a regression that is shown ends with another exit code, said or not.
    for nightly in [&["--fail-on", "regression"][..], &[]] {
        check(folder, &[&["compare", "monday.run", "tuesday.run"], nightly].concat(), 0, &[]);
        check(folder, &[&["compare", "monday.run", "wednesday.run"], nightly].concat(), 3, &["worse"]);
    }
}
