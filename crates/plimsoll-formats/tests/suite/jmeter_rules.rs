//! What JMeter makes of plans that are not quite as they should be: each was run in JMeter 5.6.3.

use plimsoll_formats::{PlanReading, Properties, read_jmx, write_yaml};
use plimsoll_plan::plan::{Body, Iterations, Request, Step};
use plimsoll_plan::{Fidelity, Plan};
use std::path::Path;
use std::time::Duration;

const SAMPLER: &str = r#"<HTTPSamplerProxy testname="s"><stringProp name="HTTPSampler.domain">h</stringProp>
<stringProp name="HTTPSampler.path">/x</stringProp>PROPERTIES</HTTPSamplerProxy><hashTree/>"#;

/// A plan with this at its top, these properties of its thread group, and this in the group.
fn plan(top: &str, group: &str, inside: &str) -> String {
    format!(
        r#"<jmeterTestPlan><hashTree><TestPlan testname="t"/><hashTree>{top}
<ThreadGroup testname="g"><stringProp name="ThreadGroup.num_threads">1</stringProp>{group}</ThreadGroup>
<hashTree>{inside}</hashTree></hashTree></hashTree></jmeterTestPlan>"#
    )
}

fn sampler(properties: &str) -> String {
    SAMPLER.replace("PROPERTIES", properties)
}

fn read(text: &str) -> PlanReading {
    read_jmx("p.jmx", text, Path::new("/nowhere"), &Properties::new())
}

fn said(reading: &PlanReading) -> Vec<String> {
    let line = |d: &plimsoll_plan::Diagnostic| {
        let hint = d.hint.as_ref().map_or(String::new(), |hint| format!(" [{hint}]"));
        format!("{d}{hint}")
    };
    reading.diagnostics.iter().map(line).collect()
}

fn accepted(text: &str) -> Plan {
    let reading = read(text);
    let unsupported = reading.elements.iter().find(|e| matches!(e.fidelity, Fidelity::Unsupported(_)));
    assert!(unsupported.is_none(), "{unsupported:?}");
    let problems = said(&reading);
    reading.plan.unwrap_or_else(|| panic!("{problems:?}"))
}

fn request(plan: &Plan) -> &Request {
    match plan.scenarios[0].steps.iter().find_map(|s| if let Step::Request(r) = s { Some(r) } else { None }) {
        Some(request) => request,
        None => panic!("{}", write_yaml(plan)),
    }
}

fn variables(value: &str) -> String {
    format!(
        r#"<Arguments testname="v"><collectionProp name="Arguments.arguments"><elementProp name="a" elementType="Argument">
<stringProp name="Argument.name">a</stringProp><stringProp name="Argument.value">{value}</stringProp></elementProp></collectionProp></Arguments><hashTree/>"#
    )
}

#[test]
fn times_and_loops_of_undefined_variables_count_0() {
    let group = |controller: &str| {
        format!(
            r#"<stringProp name="ThreadGroup.ramp_time">${{ramp}}</stringProp><elementProp name="ThreadGroup.main_controller" elementType="LoopController">{controller}</elementProp>"#
        )
    };
    let loops = r#"<boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">${loops}</stringProp>"#;
    let reading = read(&plan("", &group(loops), &sampler("")));
    let said = said(&reading);
    assert!(
        said.iter()
            .any(|text| text.contains("nothing defines `${ramp}` before the start, so it counts as 0")),
        "{said:?}"
    );
    assert!(said.iter().any(|text| text.contains("`${loops}` before the start")), "{said:?}");
    assert_eq!(reading.plan.map(|plan| plan.scenarios[0].iterations), Some(Iterations::Times(0)));
    // Without the flag the loops are not counted at all.
    let forever =
        read(&plan("", &group(r#"<stringProp name="LoopController.loops">2</stringProp>"#), &sampler("")));
    assert_eq!(forever.plan.map(|plan| plan.scenarios[0].iterations), Some(Iterations::Forever));
}

#[test]
fn what_follows_from_a_function_that_is_not_understood_names_it() {
    let file = r#"<CSVDataSet testname="c"><stringProp name="filename">${a}/users.csv</stringProp></CSVDataSet><hashTree/>"#;
    let text = plan(&format!("{}{file}", variables("${__secret(1)}")), "", &sampler(""));
    let said = said(&read(&text));
    assert!(
        said.iter()
            .any(|text| text
                .contains("`a` is defined in line 1 by what is not understood: the function __secret")),
        "{said:?}"
    );
    assert!(!said.iter().any(|text| text.contains("define the variable in the plan")), "{said:?}");
    // A ramp that nobody knows is not 0.
    let ramp = r#"<stringProp name="ThreadGroup.ramp_time">${a}</stringProp>"#;
    assert!(read(&plan(&variables("${__secret(1)}"), ramp, &sampler(""))).plan.is_none());
}

#[test]
fn constants_of_javas_classes_are_known_when_the_plan_is_read() {
    for script in [
        "${__BeanShell(File.separator,)}",
        "${__BeanShell(java.io.File.separator)}",
        "${__BeanShell(System.getProperty(\"file.separator\"),)}",
        "${__groovy(File.separator)}",
        "${__javaScript(java.io.File.separator)}",
    ] {
        let file = "<CSVDataSet testname=\"c\"><stringProp name=\"filename\">data${a}users.csv</stringProp></CSVDataSet><hashTree/>";
        let said = said(&read(&plan(
            &format!("{}{file}", variables(&script.replace('"', "&quot;"))),
            "",
            &sampler(""),
        )));
        assert!(
            said.iter().any(|text| text.contains("the data file /nowhere/data/users.csv is not there")),
            "{script}: {said:?}"
        );
    }
}

#[test]
fn a_path_of_another_machine_is_named_by_its_last_part() {
    for name in ["C:/Users/H P/cart.csv", r"C:\data\cart.csv", "/home/me/cart.csv"] {
        let file = format!(
            "<CSVDataSet testname=\"c\"><stringProp name=\"filename\">{name}</stringProp></CSVDataSet><hashTree/>"
        );
        let said = said(&read(&plan(&file, "", &sampler(""))));
        let hint = "[put `cart.csv` beside the plan, and write only `cart.csv` as the file name]";
        assert!(said.iter().any(|text| text.contains(hint)), "{name}: {said:?}");
    }
}

#[test]
fn space_before_the_declaration_is_read_and_lines_stay() {
    let text = format!("\n\t<?xml version=\"1.0\"?>\n{}", plan("", "", &sampler("")));
    assert_eq!(accepted(&text).scenarios.len(), 1);
    let reading = read(&text.replace("<ThreadGroup testname=\"g\">", "<ThreadGroup testname=\"g\"><broken>"));
    assert!(said(&reading)[0].starts_with("p.jmx:4:"), "{:?}", said(&reading));
}

#[test]
fn samplers_of_the_plan_itself_are_at_the_end_of_each_group() {
    let outside = r#"<DebugSampler testname="all"/><hashTree><ResponseAssertion testname="lost"/><hashTree/></hashTree>"#;
    let reading = read(&plan(outside, "", &sampler("")));
    let lost = reading.elements.iter().find(|e| e.name == "lost").map(|e| e.fidelity.clone());
    assert!(matches!(lost, Some(Fidelity::Unsupported(_))), "{lost:?}");
    let steps = reading.plan.map(|plan| plan.scenarios[0].steps.clone()).unwrap_or_default();
    assert!(matches!(steps.as_slice(), [Step::Request(_), Step::Local(_)]), "{steps:?}");
}

#[test]
fn parameters_of_delete_go_into_the_address_and_the_body() {
    let arguments = r#"<stringProp name="HTTPSampler.method">DELETE</stringProp><elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"><elementProp name="a" elementType="HTTPArgument"><stringProp name="Argument.name">a</stringProp><stringProp name="Argument.value">1</stringProp></elementProp></collectionProp></elementProp>"#;
    let plan = accepted(&plan("", "", &sampler(arguments)));
    let request = request(&plan);
    assert_eq!(request.query.len(), 1);
    assert!(matches!(&request.body, Body::Form(fields) if fields.len() == 1), "{:?}", request.body);
}

#[test]
fn a_time_out_beyond_any_number_is_none() {
    for (text, expected) in
        [("30000000000000", None), ("${none}", None), ("-1", None), ("250", Some(Duration::from_millis(250)))]
    {
        let property = format!(r#"<stringProp name="HTTPSampler.connect_timeout">{text}</stringProp>"#);
        assert_eq!(
            request(&accepted(&plan("", "", &sampler(&property)))).connect_timeout,
            expected,
            "{text}"
        );
    }
}

#[test]
fn kerberos_is_refused_only_where_a_request_needs_it() {
    let login = |url: &str| {
        format!(
            r#"<AuthManager testname="l"><collectionProp name="AuthManager.auth_list"><elementProp name="" elementType="Authorization"><stringProp name="Authorization.url">{url}</stringProp><stringProp name="Authorization.mechanism">KERBEROS</stringProp></elementProp></collectionProp></AuthManager><hashTree/>"#
        )
    };
    accepted(&plan(&login("http://other.example/"), "", &sampler("")));
    let reading = read(&plan(&login("http://h:80/"), "", &sampler("")));
    let refused = reading
        .elements
        .iter()
        .any(|e| matches!(&e.fidelity, Fidelity::Unsupported(reason) if reason.contains("Kerberos")));
    assert!(refused, "{:?}", reading.elements);
}

#[test]
fn an_ultimate_group_by_columns_is_one_by_rows() {
    let group = |table: &str| {
        let group = "kg.apc.jmeter.threads.UltimateThreadGroup";
        let text = plan("", table, &sampler(""));
        let text = text
            .replace("<ThreadGroup testname", &format!("<{group} testname"))
            .replace("</ThreadGroup>", &format!("</{group}>"));
        accepted(&text).scenarios[0].load.clone()
    };
    let list = |name: &str, values: &[u32]| {
        let values: String =
            values.iter().map(|value| format!("<stringProp name=\"1\">{value}</stringProp>")).collect();
        format!("<collectionProp name=\"{name}\">{values}</collectionProp>")
    };
    let table =
        |lists: String| format!("<collectionProp name=\"ultimatethreadgroupdata\">{lists}</collectionProp>");
    let rows = table(list("1", &[3, 0, 10, 60, 5]) + &list("2", &[2, 30, 10, 20, 5]));
    let columns = table(
        list("Start Threads Count", &[3, 2])
            + &list("Initial Delay, sec", &[0, 30])
            + &list("Startup Time, sec", &[10, 10])
            + &list("Hold Load For, sec", &[60, 20])
            + &list("Shutdown Time", &[5, 5]),
    );
    assert_eq!(group(&rows), group(&columns));
}

#[test]
fn a_ramp_with_a_fraction_is_no_whole_number_and_counts_0() {
    // JMeter 5.6.3 logs `ramp-up=0` of `1.5`.
    for (text, expected, warns) in
        [("1.5", 0, true), ("1,5", 0, true), ("2", 2, false), ("-3", 0, false), ("2 s", 0, true)]
    {
        let ramp = format!(r#"<stringProp name="ThreadGroup.ramp_time">{text}</stringProp>"#);
        let reading = read(&plan("", &ramp, &sampler("")));
        let said = said(&reading);
        let load = &reading.plan.unwrap_or_else(|| panic!("{said:?}")).scenarios[0].load;
        let plimsoll_plan::Load::Users(profile) = load else { panic!("{load:?}") };
        assert_eq!(profile.stages[0].ramp, Duration::from_secs(expected), "{text}");
        let words = format!("ThreadGroup.ramp_time: `{text}` is no whole number and counts as 0");
        assert_eq!(said.iter().any(|line| line.contains(&words)), warns, "{text}: {said:?}");
    }
}
