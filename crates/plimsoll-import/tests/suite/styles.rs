//! Tables of published studies, imported and written again: where they were right they come out as they were printed.

use plimsoll_analysis::{Analysis, analyse};
use plimsoll_import::{ImportSettings, import_each};
use plimsoll_report::{Language, Table, TableStyle, Words, styled};
use plimsoll_run::Run;
use std::path::Path;

fn analysed(files: &[&str], settings: &ImportSettings) -> Analysis {
    let folder = tempfile::tempdir().unwrap();
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seeds");
    let files: Vec<_> = files.iter().map(|file| seeds.join(file)).collect();
    let outcomes = import_each(&files, folder.path(), settings).unwrap();
    let runs: Vec<Run> = outcomes.iter().map(|outcome| Run::open(&outcome.run).unwrap()).collect();
    analyse(&runs, &[], 1)
}

/// Each row as one text, its cells joined.
fn rows(table: &Table, by: &str) -> Vec<String> {
    let of = |row: &plimsoll_report::TableRow| {
        row.cells.iter().map(|cell| cell.text.replace('\u{a0}', " ")).collect::<Vec<_>>().join(by)
    };
    table.rows.iter().map(of).collect()
}

fn tables(style: TableStyle, analysis: &Analysis) -> Vec<Table> {
    styled(style, analysis, &Words::new(Language::Danish))
}

/// As the pages have it, without what was between the cells.
fn check_steps(test: &str, expected: &[&str]) {
    let settings =
        ImportSettings { test: Some(test.to_owned()), goal: Some(0.6), ..ImportSettings::default() };
    let found = tables(TableStyle::Nsp, &analysed(&["minlog2_steps.csv"], &settings));
    assert_eq!(rows(&found[0], ""), expected, "{test}");
}

#[test]
fn nsp_step_tables_are_those_of_the_reports() {
    check_steps(
        "borger_lookup",
        &[
            "1522020-12-09_13-00-422020-12-09_13-15-4618,1",
            "2822020-12-09_13-16-392020-12-09_13-31-4423,1828%36%",
            "3832020-12-09_13-32-572020-12-09_13-48-0134,4448%30%",
            "4842020-12-09_13-49-212020-12-09_14-04-2646,7835%19%",
            "5852020-12-09_14-05-512020-12-09_14-20-5656,1720%15%",
            "6862020-12-09_14-22-362020-12-09_14-37-4067,920%12%",
            "7872020-12-09_14-39-302020-12-09_14-54-3479,3116%9%",
            "8882020-12-09_14-56-262020-12-09_15-11-3090,3113%8%",
            "9892020-12-09_15-13-212020-12-09_15-28-24103,915%7%",
            "108102020-12-09_15-30-082020-12-09_15-45-13112,027%6%",
        ],
    );
    check_steps(
        "medhjaelper_lookup",
        &[
            "1522020-12-10_10-17-322020-12-10_10-32-3715,26",
            "2822020-12-10_10-33-372020-12-10_10-48-4223,4453%36%",
            "31122020-12-10_10-49-362020-12-10_11-04-4131,6935%22%",
            "41422020-12-10_11-05-332020-12-10_11-20-3837,4218%16%",
            "51722020-12-10_11-21-322020-12-10_11-36-3835,83-4%12%0,7%",
            "61432020-12-10_11-37-512020-12-10_11-52-5750,0333%30%0,02%",
            "71442020-12-10_11-54-122020-12-10_12-09-1843,66-12%19%",
        ],
    );
    // Its page writes "51 %" and "-" for none.
    check_steps(
        "registration",
        &[
            "1522020-12-10_13-15-382020-12-10_13-20-492,76",
            "2822020-12-10_13-21-552020-12-10_13-27-034,1951%36%0,08%",
            "31122020-12-10_13-27-572020-12-10_13-33-074,241%22%0,47%",
            "41132020-12-10_13-34-142020-12-10_13-39-217,269%30%0,05%",
            "51142020-12-10_13-40-202020-12-10_13-45-306,25-13%19%",
        ],
    );
}

#[test]
fn nsp_shares_of_errors_have_the_digits_that_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("steps.csv");
    let rows = ["13:00:00,2020-12-09T13:15:00,5,2,18.1,", "13:16:00,2020-12-09T13:31:00,8,2,23.2,0.125"];
    let rows = rows.map(|row| format!("2020-12-09T{row}\n")).concat();
    std::fs::write(&file, format!("start,end,threads,nodes,throughput_per_s,error_pct\n{rows}")).unwrap();
    let outcomes = import_each(&[file], folder.path(), &ImportSettings::default()).unwrap();
    let runs: Vec<Run> = outcomes.iter().map(|outcome| Run::open(&outcome.run).unwrap()).collect();
    let found = tables(TableStyle::Nsp, &analyse(&runs, &[], 1));
    let shares: Vec<&str> = found[0].rows.iter().map(|row| row.cells[8].text.as_str()).collect();
    assert_eq!(shares, ["", "0,125%"]);
}

#[test]
fn nsp_heads_are_danish() {
    let settings =
        ImportSettings { test: Some("medhjaelper_lookup".to_owned()), ..ImportSettings::default() };
    let found = tables(TableStyle::Nsp, &analysed(&["minlog2_steps.csv"], &settings));
    let heads: Vec<&str> = found[0].columns.iter().map(|column| column.head.as_str()).collect();
    let expected = "Iteration|Tråde|Nodes|Starttid|Sluttid|Throughput (kald per sekund)|Faktisk forbedring|\
                    Mål forbedring|Fejlprocent";
    assert_eq!(heads.join("|"), expected);
}

#[test]
fn nsp_table_by_server_is_that_of_the_report() {
    let found =
        tables(TableStyle::Nsp, &analysed(&["minlog2_registration_access.csv"], &ImportSettings::default()));
    let [table] = &found[..] else { panic!("{found:?}") };
    let heads: Vec<&str> = table.columns.iter().map(|column| column.head.as_str()).collect();
    assert_eq!(heads[4..], ["Tidsforbrug (sekund)", "Kald >= 6,5 sekund", "Kald >= 15,5 sekund"]);
    assert_eq!(
        rows(table, " "),
        [
            "docker01 1 419 1,40 3,25 10 = 2,39 % 0 = 0 %",
            "docker01 2 634 2,11 3,42 15 = 2,37 % 0 = 0 %",
            "docker01 3 640 2,13 4,69 94 = 14,69 % 0 = 0 %",
            "docker01 4 1089 3,63 4,12 20 = 1,84 % 0 = 0 %",
            "docker01 5 954 3,18 6,23 372 = 38,99 % 0 = 0 %",
            "docker02 1 418 1,39 3,26 8 = 1,91 % 0 = 0 %",
            "docker02 2 634 2,11 3,45 11 = 1,74 % 0 = 0 %",
            "docker02 3 644 2,15 4,68 91 = 14,13 % 0 = 0 %",
            "docker02 4 1090 3,63 4,16 17 = 1,56 % 0 = 0 %",
            "docker02 5 955 3,18 6,38 412 = 43,14 % 0 = 0 %",
            "Total  7477  4,57 1050 = 14,04 % 0 = 0 %",
        ]
    );
}

#[test]
fn matrix_is_that_of_the_report() {
    let found = tables(TableStyle::Matrix, &analysed(&["apinizer_grid.csv"], &ImportSettings::default()));
    let [table] = &found[..] else { panic!("{} tables", found.len()) };
    let lines = rows(table, " | ");
    assert_eq!(lines.len(), 28);
    for (at, expected) in [
        (0, "A | 50 | 1133 | 43 | 1002 | 49 | 675 | 73"),
        (3, " | 500 | 963 | 516 | - | - | - | -"),
        (4, "B | 50 | 2232 | 22 | 1868 | 26 | 1437 | 34"),
        (11, "C | 50 | 8090 | 6 | 7353 | 6 | 4679 | 10"),
        (16, " | 1500 | 6683 | 223 | 6935 | 215 | - | -"),
        (19, "D | 50 | 15420 | 3 | 13396 | 3 | 4683 | 10"),
        (25, " | 2000 | 14839 | 133 | 13179 | 150 | 2794 | 710"),
        (27, " | 8000 | 11603 | 655 | 11115 | 701 | - | -"),
    ] {
        assert_eq!(lines[at], expected);
    }
}

#[test]
fn summary_is_that_of_the_report() {
    let found = tables(TableStyle::Summary, &analysed(&["ves_summary.csv"], &ImportSettings::default()));
    let [table] = &found[..] else { panic!("{} tables", found.len()) };
    let lines = rows(table, " | ");
    for (at, expected) in [
        (0, "10RPS → 5min | 127ms, 287ms | 160ms, 1.06s | 180ms, 1.07s | 98ms | 0 | 39"),
        (1, "123ms, 172ms | 137ms, 528ms | 151ms, 544ms | 98ms | 0 | 37"),
        (15, "50RPS → 5min | 219ms, 2.6s | 335ms, 3.13s | 504ms, 7s | 219ms | 144 | 97"),
        (21, "100RPS → 10min | 274ms, 7.06s | 570ms, 7.93s | 1.0s, 8.06s | 139ms | 0.05% | 72"),
        (23, "291ms, 5.88s | 415.5ms, 6.45s | 922ms, 11.3s | 143ms | 0 | 78"),
    ] {
        assert!(lines[at].ends_with(expected), "{}", lines[at]);
    }
}

#[test]
fn durations_of_jobs_have_signed_differences() {
    let found = tables(TableStyle::Jobs, &analysed(&["folio_data_import.csv"], &ImportSettings::default()));
    let [table] = &found[..] else { panic!("{} tables", found.len()) };
    let lines = rows(table, "|");
    for (at, expected) in [
        (0, "job 1|00:52:51|01:05:10|+00:12:19|01:05:42|+00:12:51|"),
        (1, "job 2|00:53:16|00:53:03|−00:00:13|00:57:59|+00:04:43|"),
        (3, "job 4|00:55:38|00:54:27|−00:01:11|00:59:11|+00:03:33|"),
        (6, "job 7|00:54:43|00:58:08|+00:03:25|02:46:27|+01:51:44|3 1k jobs stopped"),
        (10, "job 11||01:39:09||00:55:58||4 1k jobs stopped"),
    ] {
        assert_eq!(lines[at], expected);
    }
}
