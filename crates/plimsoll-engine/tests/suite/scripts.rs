//! Functions and scripts while users run.

use crate::performing::{Performed, perform, plan};
use crate::scripted::scripted;
use plimsoll_plan::Fidelity;
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex};

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

/// A JMeter plan of one thread with these loops: a cookie manager, and two requests, the first with what hangs on it, the
/// second with what goes before it. What was performed, and each request as its server saw it: its path and its cookie.
fn jmeter(folder: &Path, loops: u32, after_first: &str, before_second: &str) -> (Performed, Vec<String>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let server = scripted(move |asked| {
        let path = asked.line().split(' ').nth(1).unwrap_or_default().to_owned();
        log.lock().expect("a log").push(format!("{path} {}", asked.header("cookie")).trim().to_owned());
        asked.ok("Set-Cookie: id=7\r\n", r#"{"a": {"b": [1, {"c": "found"}]}}"#);
        true
    });
    let sampler = |name: &str, path: &str, inside: &str| {
        format!(
            r#"<HTTPSamplerProxy testname="{name}"><stringProp name="HTTPSampler.domain">{}</stringProp>
<stringProp name="HTTPSampler.port">{}</stringProp><stringProp name="HTTPSampler.path">{path}</stringProp></HTTPSamplerProxy>
<hashTree>{inside}</hashTree>"#,
            server.address.ip(),
            server.address.port()
        )
    };
    let text = format!(
        r#"<jmeterTestPlan><hashTree><TestPlan testname="t"/><hashTree><ThreadGroup testname="g">
<stringProp name="ThreadGroup.num_threads">1</stringProp><elementProp name="ThreadGroup.main_controller" elementType="LoopController">
<boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">{loops}</stringProp></elementProp>
</ThreadGroup><hashTree><Arguments testname="v"><collectionProp name="Arguments.arguments"><elementProp name="found" elementType="Argument"><stringProp name="Argument.name">found</stringProp><stringProp name="Argument.value">start</stringProp></elementProp></collectionProp></Arguments><hashTree/><CookieManager testname="c"><collectionProp name="CookieManager.cookies"/></CookieManager><hashTree/>{}{}</hashTree></hashTree>
</hashTree></jmeterTestPlan>"#,
        sampler("first", "/first", after_first),
        sampler("second", "/second/${found}", before_second)
    );
    let reading = plimsoll_formats::read_jmx("p.jmx", &text, folder, &Default::default());
    let unsupported = reading.elements.iter().find(|e| matches!(e.fidelity, Fidelity::Unsupported(_)));
    assert!(unsupported.is_none(), "{unsupported:?}");
    let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    let performed = perform(&plan, 1);
    let seen = seen.lock().expect("a log").clone();
    (performed, seen)
}

fn failed(performed: &Performed, label: &str) -> u64 {
    performed.failures(label).iter().map(|(_, _, count)| count).sum()
}

fn groovy(class: &str, script: &str) -> String {
    format!(
        r#"<{class} testname="s"><stringProp name="scriptLanguage">groovy</stringProp><stringProp name="script">{script}</stringProp></{class}><hashTree/>"#
    )
}

#[test]
fn a_script_decides_whether_a_sample_succeeded() {
    let script = groovy("JSR223PostProcessor", "prev.setSuccessful(false)");
    let (performed, _) = jmeter(Path::new("."), 2, &script, "");
    let errors = |label: &str| failed(&performed, label);
    assert_eq!((performed.count("first"), errors("first")), (2, 2));
    assert_eq!((performed.count("second"), errors("second")), (2, 0));
}

#[test]
fn a_script_ends_its_thread() {
    let script = groovy(
        "JSR223PostProcessor",
        "if (vars.get('n') == '1') { ctx.getThread().stop() }\nvars.put('n', '1')",
    );
    let (_, seen) = jmeter(Path::new("."), 5, &script, "");
    let paths: Vec<&str> = seen.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(paths, ["/first", "/second/start", "/first"]);
}

#[test]
fn a_script_clears_the_cookies() {
    let (_, retained) = jmeter(Path::new("."), 1, "", "");
    assert_eq!(retained, ["/first", "/second/start id=7"]);
    let script = groovy("JSR223PreProcessor", "sampler.getCookieManager().clear()");
    let (_, cleared) = jmeter(Path::new("."), 1, "", &script);
    assert_eq!(cleared, ["/first", "/second/start"]);
}

#[test]
fn a_script_appends_to_a_file_next_to_the_plan_and_to_none_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let below = folder.path().join("plan");
    std::fs::create_dir(&below).expect("a folder");
    // A name without a folder is that of a file beside the plan where there is one, else of one where the program was started.
    std::fs::write(below.join("seen.csv"), "found,code\n").expect("a file");
    std::fs::write(folder.path().join("outside.csv"), "").expect("a file");
    let write = |name: &str| {
        groovy(
            "JSR223PostProcessor",
            &format!(
                "def out = new FileWriter('{name}', true); out.write(vars.get('found') + ',' + prev.getResponseCode() + '\\n'); out.close()"
            ),
        )
    };
    let (performed, _) = jmeter(&below, 3, &write("seen.csv"), "");
    assert_eq!(performed.count("first"), 3);
    assert_eq!(
        std::fs::read_to_string(below.join("seen.csv")).expect("it was written"),
        "found,code\nstart,200\nstart,200\nstart,200\n"
    );
    jmeter(&below, 1, &write("../outside.csv"), "");
    assert_eq!(std::fs::read_to_string(folder.path().join("outside.csv")).expect("a file"), "");
}

#[test]
fn a_script_reads_values_at_json_paths() {
    let script = groovy(
        "JSR223PostProcessor",
        "import com.jayway.jsonpath.JsonPath\nvars.put('found', JsonPath.read(prev.getResponseDataAsString(), '$.a.b[1].c'))",
    );
    let (_, seen) = jmeter(Path::new("."), 1, &script, "");
    assert_eq!(seen, ["/first", "/second/found id=7"]);
}

#[test]
fn a_regular_expression_that_jmeter_refuses_gives_the_default_and_fails_checks() {
    let extractor = r#"<RegexExtractor testname="x"><stringProp name="RegexExtractor.refname">found</stringProp>
<stringProp name="RegexExtractor.regex">(unclosed</stringProp><stringProp name="RegexExtractor.template">$1$</stringProp>
<stringProp name="RegexExtractor.default">none</stringProp><stringProp name="RegexExtractor.match_number">1</stringProp></RegexExtractor><hashTree/>"#;
    let assertion = |kind: u32| {
        format!(
            r#"<ResponseAssertion testname="a"><collectionProp name="Asserion.test_strings"><stringProp name="1">(unclosed</stringProp></collectionProp>
<stringProp name="Assertion.test_field">Assertion.response_data</stringProp><intProp name="Assertion.test_type">{kind}</intProp></ResponseAssertion><hashTree/>"#
        )
    };
    for kind in [2, 6] {
        let (performed, seen) = jmeter(Path::new("."), 1, extractor, &assertion(kind));
        assert_eq!(seen, ["/first", "/second/none id=7"]);
        // Not even `not` holds of it.
        assert_eq!((failed(&performed, "first"), failed(&performed, "second")), (0, 1), "{kind}");
    }
}
