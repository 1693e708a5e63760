//! The library: found, searched, tagged, compared, deleted and brought back.

use super::{Lab, RESULTS};
use serde_json::json;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn an_empty_folder_has_no_runs_and_serves_its_pages() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let runs = lab.get("/api/v1/runs").json();
    assert_eq!((&runs["total"], &runs["runs"]), (&json!(0), &json!([])));
    for path in ["/", "/runs/0123456789abcdef", "/start", "/any/thing"] {
        let page = lab.get(path);
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    }
    assert_eq!(lab.get("/app.js").header("content-type"), Some("text/javascript; charset=utf-8"));
    lab.get("/api/v1/nothing").refused(404);
    lab.get("/api/v1/runs/0123456789abcdef").refused(404);
}

#[test]
fn results_of_other_tools_become_runs_with_report_tables_and_figures() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let id = lab.with_run();
    let run = lab.get(&format!("/api/v1/runs/{id}")).json();
    assert_eq!(
        (&run["requests"], &run["errors"], &run["state"]),
        (&json!(200), &json!(1), &json!("complete")),
        "{run}"
    );
    assert!(run["source"].as_str().expect("a source").contains("JMeter"), "{run}");
    let page = lab.get(&format!("/api/v1/runs/{id}/report?language=da"));
    assert!(page.text().contains("<html lang=\"da\">"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("sandbox") && policy.contains("script-src 'sha256-"), "{policy}");
    let report = lab.get(&format!("/api/v1/runs/{id}/report.json")).json();
    assert_eq!(report["runs"][0]["total"]["requests"], json!(200));
    let table = run["tables"][0]["id"].as_str().expect("a table");
    assert!(lab.get(&format!("/api/v1/runs/{id}/tables/{table}.csv")).text().contains(','));
    lab.get(&format!("/api/v1/runs/{id}/tables/none.csv")).refused(404);
    assert!(lab.get(&format!("/api/v1/runs/{id}/report.junit.xml")).text().starts_with("<?xml"));
    assert!(lab.get(&format!("/api/v1/runs/{id}/file")).body.starts_with(b"SQLite format 3\0"));
    let examples = lab.get(&format!("/api/v1/runs/{id}/examples")).json();
    assert!(examples["examples"].is_array());
    // The same rows as the live view would have shown.
    let live = lab.get(&format!("/api/v1/runs/{id}/live")).json();
    let requests =
        live["columns"].as_array().expect("columns").iter().position(|c| c == "requests").expect("one");
    let sum: f64 =
        live["rows"].as_array().expect("rows").iter().filter_map(|row| row[requests].as_f64()).sum();
    assert_eq!(sum, 200.0);
    lab.get(&format!("/api/v1/runs/{id}/report?language=xx")).refused(400);
}

#[test]
fn what_can_t_be_imported_is_answered_with_the_command_s_own_words() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let answer = lab.upload("/api/v1/import", &[("notes.txt", b"hello\n")]);
    answer.refused(422);
    let lines = answer.json()["error"]["lines"].to_string();
    assert!(lines.contains("notes.txt"), "{lines}");
    lab.upload("/api/v1/import", &[("a.run", b"no database")]).refused(422);
    lab.upload("/api/v1/import", &[]).refused(400);
    assert_eq!(lab.get("/api/v1/runs").json()["total"], json!(0));
    let left = std::fs::read_dir(folder.path().join(".plimsoll/uploads")).expect("a folder").count();
    assert_eq!(left, 0, "what was refused is gone");
}

#[test]
fn runs_are_searched_tagged_pinned_and_sorted() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let id = lab.with_run();
    let change =
        json!({"tags": ["release 5", " release 5 ", "ø"], "note": "before the new pool", "pinned": true});
    let changed = lab.change("PATCH", &format!("/api/v1/runs/{id}"), &change).json();
    assert_eq!(changed["tags"], json!(["release 5", "ø"]));
    let total = |query: &str| lab.get(&format!("/api/v1/runs?{query}")).json()["total"].clone();
    for (query, expected) in [
        ("q=pool%20NEW", 1),
        ("q=release", 1),
        ("q=nowhere", 0),
        ("tag=%C3%B8", 1),
        ("tag=release", 0),
        ("pinned=true", 1),
        ("verdict=requirement-failed", 0),
        ("state=complete&sort=capacity&order=asc", 1),
        ("state=running", 0),
    ] {
        assert_eq!(total(query), json!(expected), "{query}");
    }
    let wrong = json!({"tags": ["x".repeat(100)]});
    lab.change("PATCH", &format!("/api/v1/runs/{id}"), &wrong).refused(400);
    lab.change("PATCH", &format!("/api/v1/runs/{id}"), &json!({"tag": 1})).refused(400);
    lab.get("/api/v1/runs?limit=many").refused(400);
}

#[test]
fn a_deleted_run_comes_back_from_the_trash_with_its_tags() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let id = lab.with_run();
    lab.change("PATCH", &format!("/api/v1/runs/{id}"), &json!({"tags": ["kept"]}));
    assert_eq!(lab.change("DELETE", &format!("/api/v1/runs/{id}"), &json!(null)).status, 204);
    lab.get(&format!("/api/v1/runs/{id}")).refused(404);
    assert_eq!(lab.get("/api/v1/trash").json()["runs"][0]["id"], json!(id));
    assert_eq!(lab.change("POST", &format!("/api/v1/trash/{id}/restore"), &json!(null)).status, 204);
    let run = lab.wait("/api/v1/runs", |runs| runs["total"] == json!(1));
    assert_eq!(run["runs"][0]["tags"], json!(["kept"]));
    lab.change("DELETE", &format!("/api/v1/runs/{id}"), &json!(null));
    assert_eq!(lab.change("DELETE", &format!("/api/v1/trash/{id}"), &json!(null)).status, 204);
    assert_eq!(lab.get("/api/v1/trash").json()["runs"], json!([]));
}

#[test]
fn two_runs_are_compared_as_by_the_command() {
    let folder = folder();
    let lab = Lab::open(folder.path(), &[]);
    let first = lab.with_run();
    let slower = RESULTS.replace(",20,home", ",120,home").replace("1790000", "1790001");
    let second = lab.upload("/api/v1/import", &[("later.jtl", slower.as_bytes())]).json();
    let second = second["run"]["id"].as_str().expect("an id").to_owned();
    let both = format!("runs={first},{second}");
    assert!(lab.get(&format!("/api/v1/compare?{both}")).text().starts_with("<!DOCTYPE html>"));
    assert!(lab.get(&format!("/api/v1/compare.json?{both}")).json()["judged"].is_string());
    let diff = lab.get(&format!("/api/v1/diff?{both}")).json();
    assert!(diff["rows"].as_array().expect("rows").iter().any(|row| row["area"] == "plan"), "{diff}");
    lab.get(&format!("/api/v1/compare?runs={first}")).refused(400);
    lab.get(&format!("/api/v1/compare?runs={first},{first}")).refused(400);
    lab.get(&format!("/api/v1/compare?{both}&baseline=x")).refused(400);
    // In a frame a person reads it.
    let framed =
        lab.ask("GET", &format!("/api/v1/compare?runs={first}"), &[("sec-fetch-dest", "iframe")], b"");
    assert_eq!((framed.status, framed.header("content-type")), (400, Some("text/html; charset=utf-8")));
    assert!(framed.text().contains("two different runs"), "{}", framed.text());
    let name = lab.get(&format!("/api/v1/runs/{first}")).json()["name"].as_str().expect("a name").to_owned();
    let history = lab.get(&format!("/api/v1/history.json?study={}", name.replace(' ', "%20"))).json();
    assert!(!history["points"].as_array().expect("points").is_empty(), "{history}");
    let badge = lab.get(&format!("/api/v1/badge.svg?study={}", name.replace(' ', "%20")));
    assert!(badge.text().starts_with("<svg"), "{}", badge.text());
}

#[test]
fn a_damaged_index_is_made_again_and_a_damaged_run_is_shown_as_one() {
    let folder = folder();
    let id = Lab::open(folder.path(), &[]).with_run();
    std::fs::write(folder.path().join("broken.run"), b"SQLite format 3\0 and no more").expect("a file");
    for ending in ["index.db", "index.db-wal", "index.db-shm"] {
        let _ = std::fs::remove_file(folder.path().join(".plimsoll").join(ending));
    }
    std::fs::write(folder.path().join(".plimsoll/index.db"), vec![7; 10_000]).expect("a file");
    let lab = Lab::open(folder.path(), &[]);
    let runs = lab.wait("/api/v1/runs", |runs| runs["total"] == json!(2));
    let states: Vec<&str> =
        runs["runs"].as_array().expect("runs").iter().filter_map(|run| run["state"].as_str()).collect();
    assert!(states.contains(&"damaged") && states.contains(&"complete"), "{states:?}");
    let damaged =
        runs["runs"].as_array().expect("runs").iter().find(|run| run["state"] == "damaged").expect("one");
    lab.get(&format!("/api/v1/runs/{}", damaged["id"].as_str().expect("an id"))).refused(422);
    assert_eq!(lab.get(&format!("/api/v1/runs/{id}/report")).status, 200);
}

#[test]
fn a_run_that_was_copied_or_moved_keeps_its_address() {
    let folder = folder();
    let id = Lab::open(folder.path(), &[]).with_run();
    let file = Lab::open(folder.path(), &[]).get(&format!("/api/v1/runs/{id}")).json()["file"].clone();
    let from = folder.path().join(file.as_str().expect("a file"));
    std::fs::create_dir(folder.path().join("elsewhere")).expect("a folder");
    std::fs::rename(from, folder.path().join("elsewhere/other name.run")).expect("it moves");
    let lab = Lab::open(folder.path(), &[]);
    let run = lab.wait(&format!("/api/v1/runs/{id}"), |run| run["file"] == json!("elsewhere/other name.run"));
    assert_eq!(run["id"], json!(id));
}

#[test]
fn a_large_file_is_looked_through_by_another_process_with_the_same_result() {
    let folder = folder();
    let id = Lab::open(folder.path(), &[]).with_run();
    let answers = |options: &[&str]| {
        std::fs::remove_dir_all(folder.path().join(".plimsoll")).expect("the lab's own files");
        let lab = Lab::open(folder.path(), options);
        let run = lab.wait(&format!("/api/v1/runs/{id}"), |run| run["state"] == json!("complete"));
        let forms = [
            "report",
            "report.json",
            "report.md",
            "report.junit.xml",
            "tables/steps.csv",
            "report.txt?language=de",
        ];
        let texts = forms.map(|form| lab.get(&format!("/api/v1/runs/{id}/{form}")).text());
        lab.get(&format!("/api/v1/runs/{id}/tables/none.csv")).refused(404);
        let stored = std::fs::read_dir(folder.path().join(".plimsoll/reports")).map_or(0, Iterator::count);
        (run, texts, stored)
    };
    let (alone, apart) = (answers(&[]), answers(&["--look-apart", "0"]));
    assert_eq!(alone.0, apart.0);
    for (alone, apart) in alone.1.iter().zip(&apart.1) {
        assert!(alone == apart, "{:?}", alone.lines().zip(apart.lines()).find(|(a, b)| a != b));
    }
    assert!(apart.2 >= 7, "each form is stored: {}", apart.2);
    assert!(alone.2 < apart.2, "this process makes most forms anew: {}", alone.2);
}
