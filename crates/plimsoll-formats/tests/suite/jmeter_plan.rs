//! Plans that JMeter itself is to run: what of their text changes with the load, and what stays.

use plimsoll_formats::{EXTRA, JmeterPlan, Properties};
use plimsoll_plan::plan::{Iterations, Phase};
use plimsoll_plan::{Load, Plan};
use std::path::Path;
use std::time::Duration;

const PLAIN: &str = "<stringProp name=\"ThreadGroup.num_threads\">${__P(users,4)}</stringProp>\
    <stringProp name=\"ThreadGroup.on_sample_error\">stopthread</stringProp>\
    <elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\">\
    <stringProp name=\"LoopController.loops\">3</stringProp></elementProp>";
const TIMED: &str = "<stringProp name=\"ThreadGroup.num_threads\">2</stringProp>\
    <boolProp name=\"ThreadGroup.scheduler\">true</boolProp><stringProp name=\"ThreadGroup.duration\">60</stringProp>\
    <stringProp name=\"ThreadGroup.delay\">5</stringProp><stringProp name=\"ThreadGroup.ramp_time\">10</stringProp>\
    <elementProp name=\"ThreadGroup.main_controller\" elementType=\"LoopController\">\
    <stringProp name=\"LoopController.loops\">-1</stringProp></elementProp>";
const PLUG_IN: &str = "<stringProp name=\"TargetLevel\">6</stringProp>";

fn group(class: &str, enabled: bool, properties: &str) -> String {
    format!(
        "<{class} testclass=\"{class}\" testname=\"a &amp; b\" enabled=\"{enabled}\">{properties}</{class}>\
         <hashTree><com.acme.Sampler testname=\"it &#x1; is\"/><hashTree/></hashTree>"
    )
}

fn text(test_plan: &str, groups: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<jmeterTestPlan version=\"1.2\"><hashTree>{test_plan}<hashTree>\
         {}</hashTree></hashTree></jmeterTestPlan>",
        groups.concat()
    )
}

fn read(text: &str) -> JmeterPlan {
    JmeterPlan::read("p.jmx", text, Path::new(""), &Properties::new()).expect("a plan")
}

/// Users, end and iterations of each main scenario.
fn loads(plan: &Plan) -> Vec<(u32, Option<Duration>, Iterations)> {
    plan.main().map(|s| (s.load.users_max(), s.load.ends_at(), s.iterations)).collect()
}

/// The plan with 12 users for 30 s after 2 s: read again, it has the loads of the step, and the rest is as it was.
fn check_step(written: &str, users: &[u32]) {
    let plan = read(written);
    let step = plan.loads.clone().with_users(12, Duration::from_secs(2), Duration::from_secs(30));
    let rewritten = plan.text(&step);
    let again = read(&rewritten);
    let end = Some(Duration::from_secs(32) + EXTRA);
    let expected: Vec<_> = users.iter().map(|users| (*users, end, Iterations::Forever)).collect();
    assert_eq!(loads(&again.loads), expected, "{rewritten}");
    assert!(again.loads.main().all(|s| s.name == "a & b" && s.load.ramp_end() == Duration::from_secs(2)));
    assert_eq!(rewritten.matches("it &#x1; is").count(), written.matches("it &#x1; is").count());
    assert!(rewritten.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), "{rewritten}");
    assert_eq!(
        rewritten.matches("<boolProp name=\"TestPlan.tearDown_on_shutdown\">true</boolProp>").count(),
        1
    );
}

#[test]
fn a_step_changes_the_loads_and_nothing_else() {
    let plain = group("ThreadGroup", true, PLAIN);
    let plug_in = group("com.acme.StairsThreadGroup", true, PLUG_IN);
    let off = group("ThreadGroup", false, PLAIN);
    let set_up = group("SetupThreadGroup", true, PLAIN);
    check_step(&text("<TestPlan testclass=\"TestPlan\"/>", std::slice::from_ref(&plain)), &[12]);
    check_step(&text("<TestPlan testclass=\"TestPlan\"></TestPlan>", &[set_up, off, plain.clone()]), &[12]);
    let never = "<TestPlan testclass=\"TestPlan\"><boolProp name=\"TestPlan.tearDown_on_shutdown\">false</boolProp></TestPlan>";
    check_step(&text(never, &[group("ThreadGroup", true, TIMED), plain.clone()]), &[4, 8]);
    check_step(&text("<TestPlan testclass=\"TestPlan\"/>", &[plug_in, plain]), &[7, 5]);
}

#[test]
fn what_a_group_says_next_to_its_load_stays() {
    let plan = read(&text("<TestPlan testclass=\"TestPlan\"/>", &[group("ThreadGroup", true, PLAIN)]));
    let step = plan.loads.clone().with_users(1, Duration::ZERO, Duration::from_secs(1));
    assert!(
        plan.text(&step).contains("<stringProp name=\"ThreadGroup.on_sample_error\">stopthread</stringProp>")
    );
}

#[test]
fn the_plans_own_load_stays_but_for_the_end_of_what_is_timed() {
    let groups = [group("ThreadGroup", true, PLAIN), group("com.acme.StairsThreadGroup", true, PLUG_IN)];
    let written = text("<TestPlan testclass=\"TestPlan\"/>", &groups);
    let plan = read(&written);
    assert_eq!(plan.text(&plan.loads), written.replace("ISO-8859-1", "UTF-8"));
    assert_eq!(loads(&plan.loads)[0], (4, None, Iterations::Times(3)));
    let timed = read(&text("<TestPlan testclass=\"TestPlan\"/>", &[group("ThreadGroup", true, TIMED)]));
    assert_eq!(loads(&timed.loads), [(2, Some(Duration::from_secs(65)), Iterations::Forever)]);
    let again = read(&timed.text(&timed.loads));
    assert_eq!(loads(&again.loads), [(2, Some(Duration::from_secs(65) + EXTRA), Iterations::Forever)]);
}

#[test]
fn a_rate_becomes_an_open_model_thread_group() {
    let plan = read(&text("<TestPlan testclass=\"TestPlan\"/>", &[group("ThreadGroup", true, PLAIN)]));
    let step = plan.loads.clone().with_rate(20.0, None, Duration::from_secs(2), Duration::from_secs(10));
    assert!(step.main().all(|s| matches!(s.load, Load::Arrivals(_)) && s.phase == Phase::Main));
    let schedule = "rate(0/sec) even_arrivals(2 sec) rate(20/sec) rate(20/sec) even_arrivals(10 sec) rate(20/sec) \
                    even_arrivals(30 sec)";
    let rewritten = plan.text(&step);
    assert!(rewritten.contains(schedule), "{rewritten}");
    assert!(rewritten.contains("testclass=\"OpenModelThreadGroup\" testname=\"a &amp; b\""), "{rewritten}");
}

#[test]
fn what_is_no_plan_is_refused_with_its_place() {
    for (wrong, part) in [
        ("", "empty"),
        ("<jmeterTestPlan><hashTree>", "XML"),
        ("<x/>", "no JMeter plan"),
        ("<jmeterTestPlan><hashTree/></jmeterTestPlan>", "no enabled test plan"),
        ("<jmeterTestPlan><hashTree><TestPlan/><hashTree/></hashTree></jmeterTestPlan>", "no thread group"),
    ] {
        let refused =
            JmeterPlan::read("p.jmx", wrong, Path::new(""), &Properties::new()).expect_err("no plan");
        assert!(refused.to_string().contains(part), "{refused}");
    }
}
