//! Requests of the command line: a URL, or a list of them.

use crate::program::{
    assert_completed, check_refused, measured, plimsoll, said, stderr, stdout, target, write,
};
use plimsoll_run::Run;
use plimsoll_targets::Behaviour;
use plimsoll_testkit::nginx::nginx;

#[test]
fn a_url_is_run_with_the_flags_of_other_tools_and_judged_as_a_plan() {
    let target = target(Behaviour::Echo);
    let url = format!("http://{}/search?q=a%20b", target.address());
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["-c", "3", "-d", "2s", "-H", "X-Api-Key: HEADER-SECRET", "--data", "{\"a\": 1}"];
    let arguments = [&["run", url.as_str()], &options[..], &["-r", "p95 <= 5 s"]].concat();
    let made = measured(folder.path(), &arguments);
    assert_completed(made.code(), &made.out);
    let run = made.run();
    assert_eq!(run.header.name, "127.0.0.1");
    let labels: Vec<&str> =
        run.seconds.iter().flat_map(|s| s.transactions.keys()).map(|key| key.name.as_str()).collect();
    assert!(!labels.is_empty() && labels.iter().all(|name| *name == "POST /search"), "{labels:?}");
    assert!(run.header.plan.text.contains("users: 3"), "{}", run.header.plan.text);
    let retained = format!("{:?}{}", run.header, said(&made.output));
    assert!(!retained.contains("HEADER-SECRET"), "{retained}");
    assert!(made.out.join("report.html").exists());
}

#[test]
fn the_printed_plan_of_a_url_is_the_plan_that_is_run() {
    let target = target(Behaviour::Echo);
    let url = format!("http://{}/a?b=${{__P(x,1)}}", target.address());
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "body.json", "{}");
    let options = ["-X", "put", "-H", "Authorization: Bearer TOKEN-123456", "--data", "@body.json", "-k"];
    let given = [&["run", url.as_str(), "--rate", "40/s", "-d", "1s"], &options[..]].concat();
    let printed = plimsoll(folder.path(), &[&given[..], &["--print-plan", "-r", "p95 <= 1 s"]].concat());
    assert_eq!(printed.status.code(), Some(0), "{}", stderr(&printed));
    let text = stdout(&printed);
    assert!(text.starts_with("# plimsoll run 127.0.0.1.yaml -r 'p95 <= 1 s'\n"), "{text}");
    for part in ["put:", "rate: 40/s", "body.json", "Bearer TOKEN-123456", "verify: false"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!folder.path().join("runs").exists(), "nothing is run");
    write(folder.path(), "made.yaml", &text);
    let checked = plimsoll(folder.path(), &["check", "made.yaml"]);
    assert_eq!(checked.status.code(), Some(0), "{}", said(&checked));
    let of_url = measured(folder.path(), &given);
    let of_plan = measured(folder.path(), &["run", "made.yaml"]);
    let requests = |run: &Run| -> Vec<(String, u64)> {
        let intervals = run.seconds.iter().flat_map(|second| &second.transactions);
        let mut counted = std::collections::BTreeMap::new();
        for (key, interval) in intervals {
            *counted.entry(key.name.clone()).or_insert(0) += interval.requests;
        }
        counted.into_iter().collect()
    };
    assert_eq!(requests(&of_url.run()), [("PUT /a".to_owned(), 40)]);
    assert_eq!(requests(&of_plan.run()), requests(&of_url.run()));
}

#[test]
fn targets_of_vegeta_are_sent_in_turn() {
    let target = target(Behaviour::Echo);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "b.json", "{\"x\": 1}");
    let text = format!(
        "# targets\nGET http://{at}/a\n\nPOST http://{at}/b\nContent-Type: application/json\n@b.json\n\nhttp://{at}/c\n"
    );
    write(folder.path(), "targets.txt", &text);
    for arguments in [&["run", "--targets", "targets.txt", "-H", "X-Y: z"][..], &["run", "targets.txt"]] {
        let arguments = [arguments, &["--rate", "60/s", "-d", "1s"]].concat();
        let made = measured(folder.path(), &arguments);
        assert_completed(made.code(), &made.out);
        let run = made.run();
        let mut counted = std::collections::BTreeMap::new();
        for (key, interval) in run.seconds.iter().flat_map(|second| &second.transactions) {
            *counted.entry(key.name.clone()).or_insert(0) += interval.requests;
        }
        let names: Vec<&str> = counted.keys().map(String::as_str).collect();
        assert_eq!(names, ["GET /a", "GET /c", "POST /b"]);
        assert_eq!(counted.values().sum::<u64>(), 60, "{counted:?}");
        assert!(counted.values().all(|count| (15..=25).contains(count)), "{counted:?}");
    }
}

#[test]
fn the_capacity_of_a_url_is_searched_for_and_printed_as_a_study_would_be() {
    let target = target(Behaviour::Ok);
    let url = format!("http://{}/", target.address());
    let folder = tempfile::tempdir().expect("a folder");
    let search = ["--find-capacity", "--from", "20/s", "--to", "40/s", "-r", "p95 <= 2 s", "-d", "2s"];
    let made = measured(folder.path(), &[&["run", &url], &search[..]].concat());
    let run = made.run();
    let rates: Vec<f64> = run.steps.iter().filter_map(|step| step.rate_per_s).collect();
    assert_eq!(rates.first(), Some(&20.0), "{}", stderr(&made.output));
    assert!(rates.contains(&40.0) && rates.iter().all(|rate| *rate <= 40.0), "{rates:?}");
    let printed = plimsoll(folder.path(), &[&["run", &url, "--print-plan"], &search[..]].concat());
    assert_eq!(printed.status.code(), Some(0), "{}", said(&printed));
    let (text, before) = (stdout(&printed), target.requests());
    assert!(text.contains("--find-capacity") && text.contains(&format!("get: {url}")), "{text}");
    assert_eq!(target.requests(), before, "a plan that is printed asks nothing");
}

#[test]
fn requests_that_can_not_be_sent_are_refused_with_what_was_meant() {
    let none = ("x.txt", "");
    let refused = |arguments: &[&str], parts: &[&str]| {
        check_refused(none, &[&["run"], arguments].concat(), parts);
    };
    refused(
        &["localhost:8080/x"],
        &["without a scheme", "hint: a URL begins with its scheme: http://localhost:8080/x"],
    );
    refused(&["ftp://h/"], &["`ftp://` is no scheme", "http:// or https://"]);
    refused(&["wss://h/"], &["WebSocket", "write a plan"]);
    refused(&["http://no-such-host.invalid/"], &["no-such-host.invalid", "hint:"]);
    refused(&["http://h:99999/"], &["`99999` is not a port"]);
    refused(&["http://h/a b"], &["a space in a URL is %20"]);
    refused(&["http://h/", "-X", "GET", "--data", "x"], &["take no body", "it is a POST"]);
    refused(&["http://h/", "--data", "@none"], &["--data @none: there is no such file"]);
    refused(&["http://h/", "-H", "no colon"], &["has no colon", "-H 'Name: value'"]);
    refused(&["http://h/", "-H", "a b: c"], &["`a b` is no name of a header"]);
    refused(&["http://h/", "--find-capacity"], &["there is none", "-r gives one"]);
    refused(&["http://h/", "--generator", "jmeter"], &["a URL is none"]);
    refused(&["x.txt", "-X", "POST"], &["-X is for URLs"]);
    refused(&["--targets", "none.txt"], &["failed to read the targets none.txt"]);
    refused(&["x.txt", "--targets", "x.txt"], &["one of them"]);
    refused(&[], &["PLAN|STUDY|URL"]);
    check_refused(none, &["check", "http://h/"], &["http://h/ is a URL", "--print-plan"]);
    check_refused(
        ("t.txt", "GET h/b\nGET http://h/c\nno header\n@missing\n"),
        &["run", "--targets", "t.txt"],
        &[
            "t.txt:1: `h/b` has no scheme",
            "t.txt:3: `no header` is no header",
            "t.txt:4: there is no file `missing`",
        ],
    );
    check_refused(
        ("p.yaml", "plan: p\nscenarios: [{steps: [{get: 'http://127.0.0.1:1/'}]}]\n"),
        &["run", "p.yaml", "--print-plan"],
        &["--print-plan prints", "plimsoll convert"],
    );
}

#[test]
fn a_certificate_that_is_not_trusted_is_said_with_what_k_would_do() {
    let Some(server) = nginx() else { return };
    let url = format!("https://localhost:{}/", server.tls_port);
    let folder = tempfile::tempdir().expect("a folder");
    let refused = plimsoll(folder.path(), &["run", &url, "-c", "1", "-d", "1s", "-o", "refused"]);
    let text = stderr(&refused);
    assert_eq!(refused.status.code(), Some(3), "{text}");
    assert!(text.contains("certificate is not trusted") && text.contains("hint: -k takes any"), "{text}");
    let taken = measured(folder.path(), &["run", &url, "-c", "1", "-d", "1s", "-k"]);
    assert_completed(taken.code(), &taken.out);
    assert!(!stderr(&taken.output).contains("is not trusted"), "{}", stderr(&taken.output));
    let tried = plimsoll(folder.path(), &["try", &url]);
    assert_eq!(tried.status.code(), Some(3), "{}", said(&tried));
    assert!(stderr(&tried).contains("certificate is not trusted"), "{}", said(&tried));
    let tried = plimsoll(folder.path(), &["try", &url, "-k"]);
    assert_eq!(tried.status.code(), Some(0), "{}", said(&tried));
    assert!(stdout(&tried).contains(", TLS "), "{}", said(&tried));
}
