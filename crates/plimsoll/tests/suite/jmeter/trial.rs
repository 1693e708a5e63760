//! `try --compare-with jmeter`: the same iteration in both.

use crate::jmeter_home::home;
use crate::program::{check_refused, command, stderr, stdout, target, write};
use plimsoll_targets::Behaviour;

#[test]
fn one_iteration_is_the_same_in_jmeter_and_what_differs_is_said() {
    let Some(home) = home() else { return };
    let target = target(Behaviour::Echo);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "p.jmx", include_str!("trial.jmx"));
    let port = format!("-Jport={}", target.address().port());
    let tried = |more: &str| {
        let arguments = ["try", "p.jmx", "-Jhost=127.0.0.1", port.as_str(), more, "--compare-with", "jmeter"];
        let output = command(folder.path(), &arguments).env("JMETER_HOME", &home).output();
        output.expect("the program starts")
    };
    let same = tried("-Jshop=8");
    assert_eq!(same.status.code(), Some(0), "{}{}", stdout(&same), stderr(&same));
    assert!(stdout(&same).contains("2 samples, no difference"), "{}", stdout(&same));
    // In both another random number.
    let random = tried("-Jshop=${__UUID()}");
    assert_eq!(random.status.code(), Some(0), "a property is a text: {}", stdout(&random));
    let text = include_str!("trial.jmx").replace("${__P(shop,7)}", "${__UUID()}");
    write(folder.path(), "p.jmx", &text);
    let differs = tried("-Jshop=8");
    assert_eq!(differs.status.code(), Some(3), "{}{}", stdout(&differs), stderr(&differs));
    for part in ["2 of 2 samples differ", "header x-shop: `", ", in JMeter `"] {
        assert!(stdout(&differs).contains(part), "{part} is not in:\n{}", stdout(&differs));
    }
    assert!(
        std::fs::read_dir(folder.path()).expect("a folder").count() == 1,
        "nothing is left beside the plan"
    );
}

#[test]
fn only_jmeters_plans_are_tried_in_jmeter() {
    let plan = "plan: p\nscenarios:\n  - steps:\n      - get: http://127.0.0.1:1/\n";
    let arguments = ["try", "p.yaml", "--compare-with", "jmeter"];
    check_refused(("p.yaml", plan), &arguments, &["needs a plan of JMeter's", ".jmx"]);
}
