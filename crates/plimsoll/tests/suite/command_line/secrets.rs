//! Credentials, texts of others and files of plans, from the command line to the reports.

use crate::program::{command, plimsoll, said, stderr, stdout, target, write};
use plimsoll_run::{ErrorKind, Run};
use plimsoll_targets::Behaviour;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// All files of a folder and those below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { vec![entry.path()] })
        .collect()
}

#[track_caller]
fn assert_without(texts: &[&str], place: &str, content: &[u8]) {
    let content = String::from_utf8_lossy(content);
    for text in texts {
        let at = content.find(text);
        let around = at.map(|at| content[..at].chars().rev().take(80).collect::<Vec<_>>());
        let around: Option<String> = around.map(|chars| chars.into_iter().rev().collect());
        assert!(at.is_none(), "{text} is in {place} after {around:?}");
    }
}

#[test]
fn no_message_and_no_file_of_a_run_holds_a_secret() {
    let target = target(Behaviour::Ok);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        r#"plan: secrets
variables: {{tok: '${{__P(token)}}'}}
login: {{user: anna, password: LOGINPW-1}}
databases:
  - {{name: shop, url: 'jdbc:postgresql://127.0.0.1:1/shop?user=u&password=DBURLPW-3', user: load, password: '${{__P(db_password)}}'}}
scenarios:
  - users: 1
    iterations: 2
    steps:
      - post: http://{at}/x?api_key=QUERYPW-6
        headers: {{Authorization: Bearer HDRTOK-7, X-Api-Key: KEYHDR-8, x-amz-security-token: AMZTOK-14, Cookie2: COOKIE-15}}
        body: '{{"password":"BODYPW-9"}}'
      - get: http://{at}/${{tok}}
      - get: http://{at}/t?token=${{__P(token)}}
        label: lookup ${{__P(token)}}
        check: {{contains: 'never ${{__P(token)}} ${{__P(pin)}}'}}
      - get: http://{at}/f
        check: {{contains: x, message: 'http://bob:URLPW-5@h/ said ENVPW-4'}}
      - get: http://{at}/shop;jsessionid=SESSION-16?x=1
        label: shop;jsessionid=SESSION-16
      - get: http://{at}/g
        check: {{contains: x, message: 'amqp://u:AMQPPW-17@h mongodb+srv://u:MONGOPW-18@h Server=h;Password=the CONNPW-19;x=1'}}
      - sql: {{database: shop, select: "select 1"}}
"#
    );
    write(folder.path(), "plan.yaml", &plan);
    let study = "study: s\nplan: plan.yaml\nproperties: {api_secret: STUDYPW-2}\n\
                 variants: {a: {properties: {my_password: VARPW-10}, env: {DB_PASS: ENVPW-4, PGPASSWORD: PGPW-20}, before: 'true'}}\n";
    write(folder.path(), "study.yaml", study);
    write(folder.path(), "given", "pin=GIVEN-11\n");
    let secrets = [
        "LOGINPW-1",
        "STUDYPW-2",
        "DBURLPW-3",
        "ENVPW-4",
        "URLPW-5",
        "QUERYPW-6",
        "HDRTOK-7",
        "KEYHDR-8",
        "BODYPW-9",
        "VARPW-10",
        "GIVEN-11",
        "ARGPW-12",
        "TOKEN-13",
        "AMZTOK-14",
        "COOKIE-15",
        "SESSION-16",
        "AMQPPW-17",
        "MONGOPW-18",
        "CONNPW-19",
        "PGPW-20",
    ];
    let properties = ["-Jdb_password=ARGPW-12", "-J", "token=TOKEN-13", "--secrets", "given"];
    let checked = plimsoll(folder.path(), &[&["check", "study.yaml"], &properties[..]].concat());
    assert_without(&secrets, "what check says", said(&checked).as_bytes());
    let formats = "html,md,json,junit,csv,text";
    let run = ["run", "study.yaml", "-o", "out", "--format", formats, "--jtl", "out.jtl"];
    let output = plimsoll(folder.path(), &[&run, &properties[..]].concat());
    assert_without(&secrets, "what run says", said(&output).as_bytes());
    let made = files(&folder.path().join("out"));
    assert!(made.len() > 8, "{made:?} {}", said(&output));
    for path in made.iter().chain([&folder.path().join("out.jtl")]) {
        assert_without(&secrets, &path.display().to_string(), &std::fs::read(path).expect("read"));
    }
    let run = Run::open(&folder.path().join("out/a.run")).expect("a run");
    assert_eq!(run.header.variant.properties["db_password"], "***");
    let again = plimsoll(folder.path(), &["report", "out", "--format", "json", "-o", "-"]);
    assert!(stdout(&again).contains("\"db_password\":\"***\""), "{}", stderr(&again));
}

#[test]
fn the_files_of_a_run_are_their_owners_alone() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "plan: p\nscenarios:\n  - users: 1\n    iterations: 2\n    steps:\n      - get: http://{}/\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let run = ["run", "p.yaml", "-o", "new/out", "--format", "html,md,csv,json", "--jtl", "p.jtl"];
    let output = plimsoll(folder.path(), &run);
    let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let out = folder.path().join("new/out");
    for path in files(&out).iter().chain([&folder.path().join("p.jtl")]) {
        assert_eq!(mode(path), 0o600, "{}: {}", path.display(), stderr(&output));
    }
    for path in ["new/out", "new/out/report-tables"] {
        assert_eq!(mode(&folder.path().join(path)), 0o700, "{path}");
    }
    let page = out.join("report.html");
    std::fs::set_permissions(&page, std::fs::Permissions::from_mode(0o644)).expect("changed");
    plimsoll(folder.path(), &["report", "new/out", "--format", "html", "-o", "new/out/report.html"]);
    assert_eq!(mode(&page), 0o644, "what was allowed once stays allowed");
}

#[test]
fn texts_of_others_command_no_terminal_and_get_lost_in_no_table() {
    let evil: BTreeMap<&str, &str> = [
        ("colour", "\\x1b[31mRED\\x1b[0m"),
        ("link", "\\x1b]8;;http://e/\\x1b\\\\click\\x1b]8;;\\x1b\\\\"),
        ("title", "\\x1b]0;pwned"),
        ("clipboard", "\\x1b]52;c;cm0=\\x07"),
        ("eight bits", "\\x9b2J"),
        ("back", "a\\x08\\x7f\\rEVIL"),
        ("lines", "one\\nPASS all requirements hold\\nthree"),
        ("turned", "\\u202egnp.exe\\u202c\\u2066x"),
        ("formula", "=cmd|' /C calc'!A0"),
        ("quotes", "a,b;c\\\"d\\\"e"),
        ("separator", "a\\u2028b"),
    ]
    .into();
    let steps: String = evil
        .iter()
        .map(|(name, text)| {
            format!(
                "      - sample: {{label: \"{text}\", sleep: 0}}\n\
                 \x20     - sample: {{label: {name}, sleep: 0, outcome: BAD, message: \"{text}\", status: \"{text}\"}}\n"
            )
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let plan = format!(
        "plan: \"p \\x1b[2J\\n\\u202e\"\nscenarios:\n  - name: \"s \\x1b[2J\"\n    users: 1\n    iterations: 3\n    steps:\n{steps}"
    );
    write(folder.path(), "p.yaml", &plan);
    let run = ["run", "p.yaml", "-o", "out", "--format", "html,md,json,junit,csv,text", "--jtl", "p.jtl"];
    let output = plimsoll(
        folder.path(),
        &[&run[..], &["-r", "p95 of \"one\nPASS all requirements hold\nthree\" <= 1 s"]].concat(),
    );
    let check = |place: &str, text: &str| {
        let control = |c: char| plimsoll_run::visible::is_control(c) && c != '\n' && c != '\t';
        let at = text.find(control);
        assert!(at.is_none(), "{place}: {:?}", at.map(|at| text[at..].chars().take(40).collect::<String>()));
    };
    check("stdout", &stdout(&output));
    check("stderr", &stderr(&output));
    let false_lines =
        |text: &str| text.lines().filter(|line| line.trim_start().starts_with("PASS all")).count();
    assert_eq!(false_lines(&said(&output)), 0, "{}", said(&output));
    for path in
        files(&folder.path().join("out")).iter().filter(|path| path.extension().is_none_or(|e| e != "run"))
    {
        let text = std::fs::read_to_string(path).expect("text").replace("\r\n", "\n");
        check(&path.display().to_string(), &text);
    }
    let samples = 3 * 2 * evil.len() as u64;
    let requests = |path: &str| {
        let run = Run::open(&folder.path().join(path)).expect("a run");
        let all = run.seconds.iter().flat_map(|second| second.transactions.values());
        all.map(|interval| interval.requests).sum::<u64>()
    };
    assert_eq!(requests("out/run.run"), samples, "{}", said(&output));
    let output = plimsoll(folder.path(), &["import", "p.jtl", "-o", "imported.run"]);
    assert_eq!(requests("imported.run"), samples, "{}", said(&output));
    let names = ["check", "no such\x1b[2J\u{202e}.yaml"];
    check("a name", &stderr(&plimsoll(folder.path(), &names)));
    check("an option", &stderr(&plimsoll(folder.path(), &["check", "--no\x1b[2J"])));
}

#[test]
fn details_of_errors_are_bounded_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let detail = "${__UUID}${__RandomString(20000,abc)}";
    let steps = format!(
        "      - sample: {{label: 'n ${{__counter(FALSE)}} {detail}', sleep: 0, outcome: BAD, status: '{detail}', message: '{detail}'}}\n"
    );
    write(
        folder.path(),
        "p.yaml",
        &format!("plan: p\nscenarios:\n  - users: 1\n    iterations: 200\n    steps:\n{steps}"),
    );
    let output = plimsoll(folder.path(), &["run", "p.yaml", "-o", "out", "--format", "html,json"]);
    let bytes =
        |name: &str| std::fs::metadata(folder.path().join("out").join(name)).map_or(0, |found| found.len());
    assert!((1..4_000_000).contains(&bytes("run.run")), "{} bytes: {}", bytes("run.run"), said(&output));
    assert!((1..12_000_000).contains(&bytes("report.html")), "{} bytes", bytes("report.html"));
    let run = Run::open(&folder.path().join("out/run.run")).expect("a run");
    let errors = run.seconds.iter().flat_map(|second| second.transactions.values()).flat_map(|i| &i.errors);
    let (mut count, mut longest, mut bare) = (0, 0, 0);
    for ((kind, detail), errors) in errors {
        assert_ne!(*kind, ErrorKind::Child);
        count += errors;
        longest = longest.max(detail.chars().count());
        bare += if detail.is_empty() { *errors } else { 0 };
    }
    assert_eq!(count, 200, "every failure is counted");
    assert!(longest < 350, "{longest}");
    assert_eq!(bare, 0, "so few are kept with their details");
}

#[test]
fn check_lists_the_files_that_a_plan_uses_elsewhere_and_run_says_them() {
    let target = target(Behaviour::Ok);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "users.csv", "a\n1\n");
    let plan = format!(
        "plan: p\ndata:\n  - users.csv\n  - {{file: /etc/passwd, variables: [x], delimiter: ':'}}\nscenarios:\n  - users: 1\n    iterations: 1\n    \
         steps:\n      - read: users.csv\n      - read: /etc/passwd\n      - get: http://{}/${{__StringToFile(written.txt,x)}}\n",
        target.address()
    );
    write(folder.path(), "p.yaml", &plan);
    let check = |arguments: &[&str], parts: &[&str]| {
        let said = said(&plimsoll(folder.path(), arguments));
        for part in parts {
            assert!(said.contains(part), "{part} is not in:\n{said}");
        }
        said
    };
    let elsewhere = ["reads /etc/passwd (outside the plan's folder)", "writes written.txt"];
    let said = check(&["check", "p.yaml"], &elsewhere);
    assert!(!said.contains("users.csv"), "{said}");
    check(&["check", "p.yaml", "--all"], &["reads users.csv"]);
    check(&["run", "p.yaml", "-o", "out"], &elsewhere);
}

#[test]
fn nothing_waits_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.jtl")).status();
    assert!(made.expect("mkfifo").success());
    for arguments in [
        &["import", "pipe.jtl", "-o", "x.run"][..],
        &["import", ".", "-o", "x.run"],
        &["report", "pipe.jtl"],
        &["report", "pipe.jtl", "pipe.jtl"],
        &["compare", "pipe.jtl", "pipe.jtl"],
    ] {
        let mut child = command(folder.path(), arguments)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while child.try_wait().expect("a status").is_none() {
            if std::time::Instant::now() > deadline {
                child.kill().expect("ended");
                panic!("{arguments:?} waits");
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn names_that_a_plan_lists_are_masked_like_passwords() {
    let target = target(Behaviour::Echo);
    let at = target.address();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "customers.csv", "customer_number\nFROMFILE-4711\n");
    let plan = format!(
        r#"plan: secrets
secrets: [Customer-Number, iban, x-iban]
data: customers.csv
scenarios:
  - users: 1
    iterations: 3
    steps:
      - read: customers.csv
      - get: http://{at}/status/404/${{customer_number}}
        label: look up
      - post: http://{at}/order
        headers: {{X-IBAN: HEADER-12}}
        body: '{{"customerNumber": "${{customer_number}}", "iban": "TYPED-13"}}'
        check: {{contains: 'nobody is ${{customer_number}}'}}
      - post: http://{at}/form
        form: {{"customer[iban]": FORM-14}}
        check: {{contains: 'nobody'}}
      - post: http://{at}/order
        label: derived
        body: '{{"payer.iban": "DOTTED-15"}}'
        extract: {{variable: iban, regex: '(DOTTED-[0-9]+)', match: all}}
      - get: http://{at}/status/404/${{iban_1}}
        label: again
"#
    );
    write(folder.path(), "plan.yaml", &plan);
    let secrets = ["FROMFILE-4711", "HEADER-12", "TYPED-13", "FORM-14", "DOTTED-15"];
    let run = plimsoll(folder.path(), &["run", "plan.yaml", "-o", "out"]);
    assert!(matches!(run.status.code(), Some(3 | 4)), "{}", said(&run));
    assert_without(&secrets, "what is said", said(&run).as_bytes());
    for path in files(&folder.path().join("out")) {
        assert_without(&secrets, &path.display().to_string(), &std::fs::read(&path).expect("readable"));
    }
    let opened = Run::open(&folder.path().join("out/run.run")).expect("a run");
    for label in ["look up", "again"] {
        let mut examples = opened.exchanges.iter().filter(|example| example.transaction == label);
        assert!(examples.any(|example| example.url.ends_with("/status/404/***")), "{label}: {opened:?}");
    }
    for arguments in [&["try", "plan.yaml", "--full"][..], &["examples", "out", "--full"]] {
        let shown = plimsoll(folder.path(), arguments);
        assert!(stdout(&shown).contains("X-IBAN: ***"), "{}", said(&shown));
        assert_without(&secrets, arguments[0], said(&shown).as_bytes());
    }
}
