//! One small plan per rule: what is made of it, written as YAML, with how faithful each element is and
//! what was said. The plans are `fixtures/*.jmx`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use plimsoll_formats::{PlanReading, Properties, read_jmx, read_plan, read_yaml, write_yaml};
use plimsoll_plan::plan::{OnError, Step};
use plimsoll_plan::{Diagnostic, DiagnosticSeverity, ElementReport, Fidelity};
use std::path::Path;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");

fn check(name: &str) {
    let given =
        [("minutes", "6"), ("from a property.load_profile", "const(5,10s) line(5,20,1m) step(20,30,5,1h)")];
    let properties = Properties::from(given.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let path = Path::new(FIXTURES).join(name);
    let reading = read_plan(&path, &properties).unwrap();
    if let Some(plan) = &reading.plan {
        let again = read_yaml("again.yaml", &write_yaml(plan), Path::new(""), &properties);
        assert_eq!(again.plan.as_ref(), Some(plan), "{:?}", again.diagnostics);
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, show(&reading)));
}

fn show(reading: &PlanReading) -> String {
    let plan = reading.plan.as_ref().map_or("no plan\n".to_owned(), write_yaml);
    let elements: String = reading.elements.iter().map(show_element).collect();
    let said: String = reading.diagnostics.iter().map(show_diagnostic).collect();
    let sections = [("", plan), ("\n# elements\n", elements), ("\n# said\n", said)];
    let shown: String =
        sections.iter().filter(|(_, text)| !text.is_empty()).map(|(t, text)| format!("{t}{text}")).collect();
    shown.replace(FIXTURES, "[folder]")
}

fn show_element(element: &ElementReport) -> String {
    let fidelity = match &element.fidelity {
        Fidelity::Exact => "exact".to_owned(),
        Fidelity::Approximated(difference) => format!("approximated: {difference}"),
        Fidelity::Unsupported(reason) => format!("unsupported: {reason}"),
        Fidelity::Inert => "inert".to_owned(),
    };
    let disabled = if element.enabled { "" } else { " (disabled)" };
    format!("{:3} {} {:?}{disabled}: {fidelity}\n", element.line, element.kind, element.name)
}

fn show_diagnostic(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        DiagnosticSeverity::Note => "note",
        DiagnosticSeverity::Warning => "warning",
        DiagnosticSeverity::Error => "error",
    };
    let hint = diagnostic.hint.as_ref().map_or(String::new(), |hint| format!("  hint: {hint}\n"));
    format!("{severity}: {diagnostic}\n{hint}")
}

#[test]
fn outer_checks_run_before_inner_ones_and_inner_headers_win() {
    check("scope_order.jmx");
}

#[test]
fn defaults_fill_what_is_missing_or_empty() {
    check("request_defaults.jmx");
}

#[test]
fn parameters_become_query_form_or_body() {
    check("request_bodies.jmx");
}

#[test]
fn parameters_are_taken_from_an_earlier_answer() {
    check("rewriting.jmx");
}

#[test]
fn redirects_connections_and_addresses_follow_the_flags() {
    check("request_flags.jmx");
}

#[test]
fn logins_proxies_and_embedded_resources_are_inherited() {
    check("transport.jmx");
}

#[test]
fn logins_proxies_and_tls_are_written_in_yaml() {
    check("transport.yaml");
}

#[test]
fn rows_are_read_at_the_start_of_the_nearest_controller() {
    check("data_sets.jmx");
}

#[test]
fn thread_groups_become_scenarios_with_known_numbers() {
    check("thread_groups.jmx");
}

#[test]
fn thread_groups_of_plug_ins_become_waves_users_or_arrivals() {
    check("plugin_groups.jmx");
}

#[test]
fn what_is_wrong_with_a_thread_group_is_said_with_its_line() {
    check("plugin_groups_wrong.jmx");
}

#[test]
fn timers_that_users_share_are_listed_by_the_plan() {
    check("timers.jmx");
}

#[test]
fn loads_and_timers_are_written_in_yaml() {
    check("loads.yaml");
}

#[test]
fn a_factor_multiplies_pauses_but_no_throughput() {
    let properties = Properties::from([("timer.factor".to_owned(), "0.5".to_owned())]);
    let reading = read_plan(&Path::new(FIXTURES).join("timers.jmx"), &properties).unwrap();
    let written = write_yaml(&reading.plan.unwrap());
    let scaled: Vec<&str> = written.lines().filter(|line| line.contains("scaled")).collect();
    assert_eq!(scaled.len(), 1, "{written}");
    assert!(written.contains("pause: 300 ms"), "{written}");
}

#[test]
fn controllers_become_steps() {
    check("controllers.jmx");
}

#[test]
fn loops_choices_modules_and_included_files_become_steps() {
    check("structure.jmx");
}

#[test]
fn variables_are_global_and_the_last_element_wins() {
    check("variables.jmx");
}

#[test]
fn assertions_and_extractors_are_lowered() {
    check("checks_and_extractors.jmx");
}

#[test]
fn each_element_says_how_faithfully_it_is_performed() {
    check("fidelity.jmx");
}

#[test]
fn old_plans_without_test_classes_are_read() {
    check("without_testclass.jmx");
}

#[test]
fn a_yaml_plan_can_be_ten_lines() {
    check("small.yaml");
}

#[test]
fn yaml_can_say_all_that_a_plan_can_hold() {
    check("every_step.yaml");
}

#[test]
fn channels_are_opened_used_and_closed() {
    check("channels.yaml");
}

#[test]
fn databases_are_set_up_before_the_samplers_that_ask_them() {
    check("databases.jmx");
}

#[test]
fn tcp_samplers_have_framings_and_defaults() {
    check("tcp.jmx");
}

#[test]
fn documents_and_the_answers_that_led_to_one_are_looked_at() {
    check("answers.jmx");
}

/// The handler is in the thread group.
fn check_handled(sampler: &str, properties: &str) {
    let text = format!(
        "<jmeterTestPlan><hashTree><TestPlan testname=\"t\"/><hashTree><ThreadGroup testname=\"g\">\
         <stringProp name=\"ThreadGroup.num_threads\">1</stringProp></ThreadGroup><hashTree>\
         <ResultAction testname=\"r\"><intProp name=\"OnError.action\">1</intProp></ResultAction><hashTree/>\
         <{sampler} testname=\"s\">{properties}</{sampler}><hashTree/>\
         </hashTree></hashTree></hashTree></jmeterTestPlan>"
    );
    let reading = read_jmx("plan.jmx", &text, Path::new(""), &Properties::new());
    let plan = reading.plan.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    let stop = Step::IfFailed { body: vec![Step::Stop(OnError::StopUser)] };
    assert_eq!(plan.scenarios[0].steps.last(), Some(&stop), "{sampler}");
}

#[test]
fn handlers_of_results_hold_for_samples_of_every_kind() {
    check_handled("DebugSampler", "");
    let class = "org.apache.jmeter.protocol.java.test.SleepTest";
    check_handled("JavaSampler", &format!("<stringProp name=\"classname\">{class}</stringProp>"));
    let place = "<stringProp name=\"TCPSampler.server\">h</stringProp><stringProp name=\"TCPSampler.port\">1</stringProp>";
    check_handled("TCPSampler", place);
    check_handled("HTTPSamplerProxy", "<stringProp name=\"HTTPSampler.domain\">h</stringProp>");
}

#[test]
fn a_recording_becomes_pages_with_pauses_and_says_which_values_come_again() {
    check("shop.har");
}

#[test]
fn a_description_becomes_a_request_per_operation() {
    check("pets.openapi.yaml");
    check("harbour.swagger.json");
}

#[test]
fn a_collection_becomes_transactions_with_checks_and_extractors() {
    check("shop.postman_collection.json");
}
