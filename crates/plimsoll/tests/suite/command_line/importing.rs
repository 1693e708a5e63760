//! Files of other tools, imported and reported.

use crate::program::{plimsoll, stderr, stdout, write};
use std::process::Command;

/// Imports a file of these contents; the exit code, and every part must be in stderr.
fn check_import(content: &str, arguments: &[&str], code: i32, parts: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "input", content);
    let output = plimsoll(folder.path(), &[&["import", "input", "-o", "out.run"], arguments].concat());
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in:\n{said}");
    }
    assert_eq!(folder.path().join("out.run").exists(), code != 2, "{said}");
    if code != 2 {
        assert!(stderr(&plimsoll(folder.path(), &["report", "out.run"])).contains("report: "), "{said}");
    }
}

#[test]
fn where_every_request_of_a_tools_summary_failed_a_limit_of_time_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let summary = include_str!("../../../../plimsoll-import/tests/tools/h2load_failed.txt");
    write(folder.path(), "h2load.txt", summary);
    let imported = plimsoll(folder.path(), &["import", "h2load.txt", "-r", "p95 < 100 ms", "-o", "out.run"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let output = plimsoll(folder.path(), &["report", "out.run"]);
    let said = format!("{}{}", stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(3), "{said}");
    let report = std::fs::read_to_string(folder.path().join("report.html")).expect("a report");
    assert!(report.contains("FAIL"), "{said}");
}

#[test]
fn import_says_what_it_took_and_its_exit_code_whether_that_was_all() {
    let jtl = "timeStamp,elapsed,label,responseCode,success\n1684951191182,20,home,200,true\n1684951199182,30,home,503,false\n";
    check_import(jtl, &[], 0, &["input: jtl", "2 requests", "run: out.run (2 requests, 1 step)"]);
    check_import(
        &format!("{jtl}1684951199999,\"cut"),
        &[],
        4,
        &["2 requests", "the input ends inside a quoted field"],
    );
    check_import(
        &format!("{jtl}1684951199999,30,home,200,tr"),
        &[],
        4,
        &["2 requests", "success: \"tr\" is not true or false"],
    );
    check_import(
        &format!("{jtl}7684951199999,30,home,200,true\n"),
        &[],
        4,
        &["2 requests", "input:4: 2213-07-12T", "has not come yet; the row is left out"],
    );
    let tomorrow = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let ahead = format!("timeStamp,elapsed,label,responseCode,success\n{tomorrow},30,home,200,true\n");
    check_import(&ahead, &[], 0, &["input: jtl: 1 request;", "(1 request, 1 step)"]);
    check_import("threads,x_per_s\n1,1\n2,2\nx,3\n", &[], 4, &["2 steps"]);
    check_import("threads,x_per_s\n1,1\n2,2\n4,3\n", &[], 0, &["3 steps"]);
    let head = "timeStamp,elapsed,label,responseCode,responseMessage,success\n";
    check_import(head, &[], 2, &["error: input: it has no rows of requests"]);
    check_import(
        &format!("{head}2011-21-21 10:00:00,20,home,200,OK,true\n"),
        &[],
        2,
        &["no row could be read; line 2: \"2011-21-21 10:00:00\" is not a time"],
    );
    let group =
        "1684951191182,20,T,,\"Number of samples in transaction : 1, number of failing samples : 0\",true\n";
    let alone = "1 of 1 rows are transactions whose requests have no rows of their own";
    check_import(&format!("{head}{group}"), &[], 0, &[alone]);
    let empty = group.replace("transaction : 1", "transaction : 0");
    check_import(&format!("{head}{empty}"), &[], 2, &["the rows (1) are transactions"]);
    check_import(jtl, &["--format", "x"], 2, &["`x` has no `=`"]);
    check_import(jtl, &["--format", "nomatch*=jtl"], 0, &["--format nomatch*=jtl fits none of the files"]);
    check_import(jtl, &["--test", "nope"], 0, &["no file is a table of tests"]);
    check_import("hello\n", &[], 2, &["error: input: its format is not recognised", "hint: --format"]);
    check_import(jtl, &["--format", "input=jlt"], 2, &["no format is called \"jlt\""]);
    check_import(jtl, &["--timezone", "Mars"], 2, &["`Mars` is not a time zone"]);
    check_import(jtl, &["-r", "fast"], 2, &["--require `fast`"]);
}

#[test]
fn times_that_were_placed_are_drawn_with_their_uncertainty() {
    let folder = tempfile::tempdir().expect("a folder");
    let started_ms = 1_684_951_191_000_u64;
    let rows: String =
        (0..40).map(|second| format!("{},20,home,200,true\n", started_ms + second * 1_000)).collect();
    write(folder.path(), "results.jtl", &format!("timeStamp,elapsed,label,responseCode,success\n{rows}"));
    let heads = "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n \
                 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n";
    let vmstat = heads.to_owned()
        + &" 1  0      0 800000  20000 300000    0    0     1     2  100  200 30 10 60  0  0\n".repeat(40);
    write(folder.path(), "web-vmstat.log", &vmstat);
    write(folder.path(), "db-vmstat-20230524175951.log", &vmstat);
    write(folder.path(), "import.yaml", "import: t\nfiles:\n  - {file: \"*vmstat*\", every: 1 s}\n");
    let files = ["results.jtl", "web-vmstat.log", "db-vmstat-20230524175951.log"];
    let import = [&["import", "-o", "out.run", "--settings", "import.yaml"], &files[..]].concat();
    let output = plimsoll(folder.path(), &import);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = plimsoll(folder.path(), &["report", "out.run", "-o", "out.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let page = std::fs::read_to_string(folder.path().join("out.html")).expect("a report");
    for expected in [
        "Times are taken to begin with the run; how far they are off is not known (dashed time axis).",
        "Times are from the start in the file's name: ± 1.0 s, as wide as the bar on the time axis.",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(page.contains("stroke=\"#7a5200\""), "the bars");
}

#[test]
fn a_report_into_a_device_leaves_the_device_as_it_is() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.jtl", "timeStamp,elapsed,label,success\n1684951191182,20,home,true\n");
    assert!(plimsoll(folder.path(), &["import", "a.jtl", "-o", "a.run"]).status.success());
    // A pipe of our own stands for it: a mistake must not cost the machine its null device.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let read = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("read")
    });
    let output = plimsoll(folder.path(), &["report", "a.run", "-o", "pipe"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let is_pipe = std::fs::metadata(&pipe).expect("there").file_type().is_fifo();
    assert!(is_pipe, "a file took its place");
    assert!(read.join().expect("it ends").contains("<html"));
}

#[test]
fn a_table_whose_figures_scatter_says_that_the_highest_is_partly_chance() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = |name: &str, rates: &[u32]| {
        let rows: String =
            rates.iter().zip(1..).map(|(rate, step)| format!("{},{rate}\n", step * 5)).collect();
        let (table, run) = (format!("{name}.csv"), format!("{name}.run"));
        write(folder.path(), &table, &format!("threads,x_per_s\n{rows}"));
        let output = plimsoll(folder.path(), &["import", &table, "-o", &run]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&plimsoll(folder.path(), &["report", &run, "--format", "text"])).replace('\n', " ")
    };
    let scattered =
        report("scattered", &[425, 818, 921, 890, 952, 1029, 868, 1046, 940, 1008, 864, 1071, 898]);
    let said = "in steps 3 to 13, throughput varies without order between 864.0/s and 1,071/s";
    assert!(scattered.contains(said), "{scattered}");
    let smooth = report("smooth", &[425, 818, 921, 940, 952, 960, 964, 967, 969, 970]);
    assert!(!smooth.contains("without order"), "{smooth}");
}
