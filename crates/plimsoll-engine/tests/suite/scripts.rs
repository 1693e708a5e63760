//! Functions and scripts while users run.

use crate::performing::{perform, plan};
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};

fn target() -> Target {
    Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Echo).expect("a port")
}

/// How often each label came.
fn counts(folder: &std::path::Path, head: &str, steps: &str) -> Vec<(String, u64)> {
    let target = target();
    let steps = steps.replace("HOST", &format!("http://{}", target.address()));
    let performed = perform(&plan(folder, "variables: {n: 0, where: there}", head, &steps), 1);
    performed.requests.into_iter().map(|(label, interval)| (label, interval.requests)).collect()
}

fn expected(counts: &[(&str, u64)]) -> Vec<(String, u64)> {
    counts.iter().map(|(label, count)| ((*label).to_owned(), *count)).collect()
}

#[test]
fn scripts_change_variables_and_properties_and_see_the_answer() {
    let steps = r#"
- script: {language: groovy, text: "int n = vars.get('n').toInteger() + 1; vars.put('n', n.toString()); props.put('seen', 'yes')"}
- get: HOST/${n}
  label: r${n} ${__P(seen,no)}
- script: {language: beanshell, text: "String code = ctx.getPreviousResult().getResponseCode(); vars.put(\"code\", code);"}
- if:
    is_true: ${__jexl3("${code}" == "200" && ${n} >= 2)}
    steps: [{get: HOST/, label: '${__groovy(prev.isSuccessful() ? "fine" : "bad")} after ${__javaScript(${n} * 1.5)} ${where}'}]
"#;
    let found = counts(std::path::Path::new("."), "users: 1\niterations: 3", steps);
    let all =
        [("fine after 3 there", 1), ("fine after 4.5 there", 1), ("r1 yes", 1), ("r2 yes", 1), ("r3 yes", 1)];
    assert_eq!(found, expected(&all));
}

#[test]
fn files_are_read_by_row_by_line_and_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rows.csv"), "a,1\nb,2\n").expect("a file");
    std::fs::write(folder.path().join("lines.txt"), "x\ny").expect("a file");
    let steps = r#"
- get: HOST/
  label: ${__CSVRead(rows.csv,0)}${__CSVRead(rows.csv,1)}${__CSVRead(rows.csv,next)} ${__StringFromFile(lines.txt,line)}${line}
- get: HOST/
  label: ${__FileToString(lines.txt)} ${__iterationNum}
"#;
    let found = counts(folder.path(), "users: 1\niterations: 3", steps);
    let all = [("a1 xx", 2), ("b2 yy", 1), ("x\ny 1", 1), ("x\ny 2", 1), ("x\ny 3", 1)];
    assert_eq!(found, expected(&all));
}

#[test]
fn a_user_ends_with_its_sequence_of_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 1..=2 {
        std::fs::write(folder.path().join(format!("data{number:02}.txt")), "line\n").expect("a file");
    }
    let steps =
        "- get: HOST/\n  label: ${__StringFromFile('data'00'.txt',,1,2)}\n- get: HOST/\n  label: next\n";
    let found = counts(folder.path(), "users: 1\niterations: forever", steps);
    assert_eq!(found, expected(&[("**ERR**", 1), ("line", 2), ("next", 2)]));
}

#[test]
fn scripts_take_values_out_of_answers_judge_them_and_make_samples() {
    let steps = r#"
- get: HOST/
  label: request
  extract: [{script: "vars.put('code', prev.getResponseCode())"}, {variable: next, script: "vars.get('code') + '!'"}]
  check: [{script: "AssertionResult.setFailure(vars.get('next') != '200!')"}]
- if_failed: [{set: {where: nowhere}}]
- sample: {label: made, script: "SampleResult.setSuccessful(false); 'value of ' + vars.get('next')", extract: {variable: body, regex: "(.*)"}}
- if_failed: [{get: HOST/, label: '${body} ${where}'}]
- sample: {label: left out, script: SampleResult.setIgnore()}
- get: HOST/
  label: judged
  check: [{script: {language: beanshell, text: 'Failure = ResponseCode.equals("200"); FailureMessage = "it is";'}}]
- if_failed: [{get: HOST/, label: failed}]
"#;
    let found = counts(std::path::Path::new("."), "users: 1\niterations: 1", steps);
    let all = [("failed", 1), ("judged", 1), ("made", 1), ("request", 1), ("value of 200! there", 1)];
    assert_eq!(found, expected(&all));
}

#[test]
fn functions_in_counters_and_names_of_options_set_variables_of_the_plan() {
    let steps = r#"
- counter: {variable: c, start: '${__intSum(1,2,n)}'}
- switch:
    value: there
    options:
      - {name: '${__intSum(2,2,where)}', steps: [{get: HOST/, label: other}]}
      - {name: there, steps: [{get: HOST/, label: 'c${c} n${n} w${where}'}]}
"#;
    let found = counts(std::path::Path::new("."), "users: 1\niterations: 1", steps);
    assert_eq!(found, expected(&[("c3 n3 w4", 1)]));
}
