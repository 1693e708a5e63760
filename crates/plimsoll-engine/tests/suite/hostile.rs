//! Servers that mean harm: none ends the program, holds up its other users or learns what is not for it.

use crate::peers::{read_head, server};
use crate::performing::{Performed, check_failure, perform, perform_task, plan, task};
use plimsoll_engine::{Control, EngineError, LoadTask, PropertyMap, StopMode};
use plimsoll_run::ErrorKind;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn with_properties(top: &str, head: &str, steps: &str, properties: &[(&str, &str)]) -> Performed {
    let plan = plan(Path::new("."), top, head, steps);
    let properties = properties.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    perform_task(
        &LoadTask { properties: PropertyMap::new(properties.collect()), ..task(&plan) },
        &Control::default(),
    )
}

/// Answers whatever is asked without an end, in chunks of one byte.
fn endless() -> SocketAddr {
    server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        let chunks = b"1\r\nz\r\n".repeat(10_000);
        while stream.write_all(&chunks).is_ok() {}
    })
}

fn good() -> SocketAddr {
    server(|mut stream| {
        while !read_head(&mut stream).is_empty() {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK");
        }
    })
}

#[test]
fn an_answer_without_an_end_holds_up_nobody_and_ends_with_its_time() {
    let (endless, good) = (endless(), good());
    let steps = format!(
        "- get: http://{endless}/\n  label: endless\n- get: http://{good}/\n  label: good\n- get: http://{good}/\n  label: good"
    );
    let performed =
        with_properties("", "users: 2\niterations: 1", &steps, &[("plimsoll.bound.request_s", "2")]);
    assert_eq!((performed.count("good"), performed.failures("good")), (4, vec![]));
    let failures = performed.failures("endless");
    assert_eq!(
        failures,
        [(ErrorKind::ResponseTimeout, "the whole request took longer than 2 s".to_owned(), 2)]
    );
}

#[test]
fn a_stop_ends_an_answer_without_an_end() {
    let endless = endless();
    let text = format!("- get: http://{endless}/\n  label: endless");
    let plan = plan(Path::new("."), "", "users: 3\nhold: 10 min", &text);
    let control = Control::default();
    let stopping = control.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(2_200));
        stopping.stop(StopMode::Now);
    });
    let began = Instant::now();
    let performed = perform_task(&task(&plan), &control);
    stopper.join().expect("stopped");
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(performed.summary.abandoned, 3);
}

#[test]
fn an_answer_that_takes_too_much_to_look_at_is_a_failure_of_its_own_kind() {
    let page = format!("{}x", "<div>".repeat(60_000));
    let address = server(move |mut stream| {
        while !read_head(&mut stream).is_empty() {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", page.len());
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(page.as_bytes()));
        }
    });
    let steps =
        format!("- get: http://{address}/\n  label: x\n  extract: {{variable: v, css: div div, match: all}}");
    let performed =
        with_properties("", "users: 1\niterations: 1", &steps, &[("plimsoll.bound.look_ms", "50")]);
    check_failure(&performed, "x", ErrorKind::AnswerLimit, "took more than 50 ms");
}

#[test]
fn bodies_have_a_room_together() {
    let address = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n");
        let _ = stream.write_all(&vec![b'z'; 5_000_000]);
    });
    let steps = format!("- get: http://{address}/\n  label: x\n  check: {{contains: z}}");
    let performed =
        with_properties("", "users: 1\niterations: 1", &steps, &[("plimsoll.bound.bodies_mb", "1")]);
    check_failure(&performed, "x", ErrorKind::AnswerLimit, "longer than what is kept");
    let performed =
        with_properties("", "users: 1\niterations: 1", &steps, &[("plimsoll.bound.bodies_mb", "20")]);
    assert_eq!(performed.failures("x"), []);
}

#[test]
fn names_of_transactions_have_a_bound() {
    let good = good();
    let steps = format!("- get: http://{good}/\n  label: n${{__counter(FALSE)}}");
    let bound = [("plimsoll.bound.transactions", "3")];
    let performed = with_properties("", "users: 2\niterations: 10", &steps, &bound);
    assert_eq!((performed.total(), performed.requests.len(), performed.count("(other names)")), (20, 4, 17));
}

#[test]
fn a_property_that_is_no_bound_is_said_before_the_run() {
    let plan = plan(Path::new("."), "", "users: 1\niterations: 1", "- get: http://127.0.0.1:9/");
    let properties = PropertyMap::new([("plimsoll.bound.look_ms".to_owned(), "soon".to_owned())].into());
    let outcome = plimsoll_engine::preflight(&LoadTask { properties, ..task(&plan) });
    assert!(matches!(outcome, Err(EngineError::Bounds(text)) if text.contains("whole number")));
}

/// A server that answers each request with what `answer` says, and what it was asked.
fn listening(
    answer: impl Fn(&str) -> String + Send + Sync + 'static,
) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    let address = server(move |mut stream| {
        loop {
            let head = read_head(&mut stream);
            if head.is_empty() {
                return;
            }
            let answer = answer(&head);
            seen.lock().expect("unpoisoned").push(head.to_lowercase());
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    });
    (address, heads)
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";
const SECRETS: [&str; 4] = ["secret1", "secret2", "secret3", "yw5uytpnzwhlaw0="];

/// What a stranger to whom the server redirects, or whose picture is in its page, learns of the secrets.
fn learned(top: &str, more: &str, properties: &[(&str, &str)]) -> Vec<String> {
    let (stranger, heads) = listening(|_| OK.to_owned());
    let (home, own) = listening(move |head| match head.starts_with("GET /page") {
        true => {
            let page = format!("<img src='http://{stranger}/x.png'><img src='/own.png'>");
            format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{page}",
                page.len()
            )
        }
        false if head.starts_with("GET /go") => {
            format!("HTTP/1.1 302 Found\r\nLocation: http://{stranger}/there\r\nContent-Length: 0\r\n\r\n")
        }
        false => OK.to_owned(),
    });
    let headers = "{Authorization: Bearer SECRET1, X-Api-Key: SECRET2, Cookie: c=SECRET3, Accept: text/x}";
    let steps = format!(
        "- get: http://{home}/go\n  headers: {headers}\n- get: http://{home}/page\n  embedded: true\n  headers: {headers}\n\
         - get: http://{home}/go\n{more}"
    );
    let performed = with_properties(top, "users: 1\niterations: 1", &steps, properties);
    assert_eq!(performed.requests.values().map(|interval| interval.errors_total()).sum::<u64>(), 0);
    let own = own.lock().expect("unpoisoned").concat();
    assert!(own.contains("secret1") && own.contains("secret2"), "{own}");
    let heads = heads.lock().expect("unpoisoned");
    assert_eq!(heads.len(), 3, "{heads:?}");
    assert!(heads[0].contains("accept: text/x"), "{heads:?}");
    let all = heads.concat();
    SECRETS.iter().filter(|secret| all.contains(**secret)).map(|secret| (*secret).to_owned()).collect()
}

#[test]
fn credentials_stay_at_their_origin_unless_the_plan_or_the_run_says_otherwise() {
    let login = "login: {user: anna, password: geheim, scheme: basic}";
    assert_eq!(learned(login, "", &[]), [""; 0]);
    const PROPERTY: &str = "plimsoll.credentials_across_origins";
    assert_eq!(learned(login, "", &[(PROPERTY, "true")]), SECRETS);
    let plan = format!("credentials_across_origins: true\n{login}");
    assert_eq!(learned(&plan, "", &[]), SECRETS);
    assert_eq!(learned(&plan, "", &[(PROPERTY, "false")]), [""; 0]);
}

#[test]
fn a_run_that_stays_on_its_hosts_follows_nobody_elsewhere() {
    let (stranger, heads) = listening(|_| OK.to_owned());
    let at = stranger.port();
    let (own, _) = listening(move |head| match head {
        head if head.contains("/page") => {
            let page = format!("<img src=http://127.0.0.2:{at}/a.png><img src=/b.png>");
            format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{page}",
                page.len()
            )
        }
        head if head.contains("/away") => {
            format!("HTTP/1.1 302 Found\r\nLocation: http://localhost:{at}/\r\nContent-Length: 0\r\n\r\n")
        }
        head if head.contains("/home") => {
            "HTTP/1.1 302 Found\r\nLocation: /b.png\r\nContent-Length: 0\r\n\r\n".to_owned()
        }
        _ => OK.to_owned(),
    });
    let steps = format!(
        "- get: http://{own}/away\n  label: away\n- get: http://{own}/home\n  label: home\n- get: http://{own}/page\n  label: page\n  embedded: true\n"
    );
    let stays = [("plimsoll.stay_on_hosts", "true")];
    let performed = with_properties("", "users: 1\niterations: 1", &steps, &stays);
    check_failure(
        &performed,
        "away",
        ErrorKind::OtherHost,
        "a redirect to localhost, which the plan does not name",
    );
    assert_eq!((performed.failures("home"), performed.failures("page")), (vec![], vec![]));
    assert!(heads.lock().expect("unpoisoned").is_empty());
    // What the plan itself names may be gone to.
    let named = format!("{steps}- get: http://localhost:{at}/x\n  label: named\n");
    let performed = with_properties("", "users: 1\niterations: 1", &named, &stays);
    assert_eq!((performed.total(), performed.failures("away")), (4, vec![]));
}

#[test]
fn what_an_answer_brings_into_a_secret_variable_is_in_no_failure() {
    let (address, _) =
        listening(|_| "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\ntoken=ANSWER-77".to_owned());
    let steps = format!(
        "- get: http://{address}/\n  label: x\n  extract: {{variable: access_token, regex: 'token=(.+)'}}\n  \
         check: {{contains: 'not ${{access_token}}'}}\n"
    );
    let performed = with_properties("", "users: 1\niterations: 1", &steps, &[]);
    let failures = performed.failures("x");
    assert!(failures.len() == 1 && failures[0].1.contains("not ***"), "{failures:?}");
}

#[test]
fn no_failure_holds_a_part_of_a_secret_that_it_was_cut_through_nor_one_of_a_derived_name() {
    let (address, _) =
        listening(|_| "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\niban=ANSWER-77+88".to_owned());
    let check = |shown: &str, matches: &str| {
        let steps = format!(
            "- get: http://{address}/\n  label: x\n  extract: {{variable: iban, regex: 'iban=(.+)'{matches}}}\n  \
             check: {{contains: '{shown}'}}\n"
        );
        let performed = with_properties("secrets: [iban]", "users: 1\niterations: 1", &steps, &[]);
        let failures = performed.failures("x");
        assert!(failures.len() == 1 && failures[0].1.contains("***"), "{shown}: {failures:?}");
        assert!(!failures[0].1.contains("ANS"), "{shown}: {failures:?}");
    };
    check("not ${__V(iban_1)}", ", match: all");
    check("not ${__urlencode(${iban})}", "");
    let mut cut = 0;
    for before in (100..160).step_by(4) {
        let shown = format!("{} ${{iban}}", "-".repeat(before));
        let steps = format!("- get: http://{address}/\n  label: x\n  check: {{contains: '{shown}'}}\n");
        let whole = with_properties("variables: {iban: ANSWER-77+88}", "iterations: 1", &steps, &[]);
        let text = whole.failures("x")[0].1.clone();
        if text.contains("ANS") {
            check(&shown, "");
            cut += usize::from(!text.contains("ANSWER-77+88"));
        }
    }
    assert!(cut > 0, "no failure was cut through it");
}

#[test]
fn a_redirect_to_where_nobody_is_is_the_systems_failure() {
    let (address, _) = listening(|_| {
        "HTTP/1.1 302 Found\r\nLocation: http://nobody.invalid/\r\nContent-Length: 0\r\n\r\n".to_owned()
    });
    let steps = format!("- get: http://{address}/\n  label: x");
    let performed = with_properties("", "users: 1\niterations: 1", &steps, &[]);
    check_failure(&performed, "x", ErrorKind::ConnectFailed, "nobody.invalid");
}

/// As a packet of MySQL.
fn packet(sequence: u8, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_le_bytes();
    [&length[..3], &[sequence], payload].concat()
}

/// All is well, in a packet of MySQL.
const GOOD: &[u8] = b"\0\0\0\x02\0\0\0";

/// What a client does that a [`mysql`] has to answer.
enum Client<'a> {
    Comes,
    Asks(&'a [u8]),
    Goes,
}

/// A MySQL that lets everybody in, answers on its n-th connection as `answer` says, and is silent where that is `None`.
fn mysql(answer: impl Fn(usize, Client<'_>) -> Option<&'static [u8]> + Clone + Send + 'static) -> SocketAddr {
    const GREETING: &[u8] = b"\x0a5.7.0\0\x01\0\0\x0012345678\0\xff\xf7\x21\x02\0\xff\x81\x15\0\0\0\0\0\0\0\0\0\x00123456789012\0mysql_native_password\0";
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for (number, mut stream) in listener.incoming().flatten().enumerate() {
            let answer = answer.clone();
            std::thread::spawn(move || -> std::io::Result<()> {
                let mut asked = [0; 4096];
                let is_greeted = answer(number, Client::Comes).is_some();
                if is_greeted {
                    stream.write_all(&packet(0, GREETING))?;
                }
                let mut count = stream.read(&mut asked)?;
                if is_greeted {
                    stream.write_all(&packet(2, GOOD))?;
                }
                while count > 0 {
                    count = stream.read(&mut asked)?;
                    if count > 0
                        && let Some(answer) = answer(number, Client::Asks(&asked[..count]))
                    {
                        stream.write_all(&packet(1, answer))?;
                    }
                }
                answer(number, Client::Goes);
                Ok(())
            });
        }
    });
    address
}

fn says(asked: &[u8], word: &str) -> bool {
    asked.windows(word.len()).any(|part| part == word.as_bytes())
}

fn check_mysql(answer: &'static [u8], expected: &str) {
    let address = mysql(move |_, client| match client {
        Client::Asks(asked) if says(asked, "select") => Some(answer),
        _ => Some(GOOD),
    });
    let top = format!("databases:\n  - {{name: d, url: 'jdbc:mysql://{address}/x', user: u, password: p}}");
    let steps = "- sql: {database: d, select: select a, label: x}";
    let performed = perform(&plan(Path::new(""), &top, "users: 1\niterations: 2", steps), 1);
    let failures = performed.failures("x");
    assert!(
        matches!(failures.as_slice(), [(ErrorKind::BadMessage, text, 2)] if text.contains(expected)),
        "{failures:?}"
    );
}

/// Nothing of it lasts as long as a request may.
const BOUND: [(&str, &str); 1] = [("plimsoll.bound.request_s", "30")];

#[test]
fn a_database_that_is_silent_while_a_connection_is_set_up_has_the_time_of_connecting() {
    let address = mysql(|_, client| match client {
        Client::Asks(asked) if says(asked, "autocommit") => None,
        _ => Some(GOOD),
    });
    let url = format!("jdbc:mysql://{address}/x?connectTimeout=300");
    let top = format!("databases:\n  - {{name: d, url: '{url}', user: u, password: p}}");
    let steps = "- sql: {database: d, update: a, label: x}";
    let performed = with_properties(&top, "users: 1\niterations: 1", steps, &BOUND);
    check_failure(&performed, "x", ErrorKind::ConnectTimeout, "no connection within 300 ms");
}

#[test]
fn a_database_that_is_silent_to_a_cancellation_too_holds_no_connection() {
    static IS_GONE: AtomicBool = AtomicBool::new(false);
    const CANCELLING: usize = 1;
    let address = mysql(|number, client| match client {
        Client::Comes if number == CANCELLING => None,
        Client::Asks(asked) if says(asked, "hold") => None,
        // The next statement is answered when the connection of the cancellation has its end.
        Client::Asks(asked) if says(asked, "wait") => {
            while !IS_GONE.load(Ordering::Acquire) {
                std::thread::sleep(Duration::from_millis(5));
            }
            Some(GOOD)
        }
        Client::Goes if number == CANCELLING => {
            IS_GONE.store(true, Ordering::Release);
            None
        }
        _ => Some(GOOD),
    });
    let top = format!("databases:\n  - {{name: d, url: 'jdbc:mysql://{address}/x', user: u, password: p}}");
    let steps = "- sql: {database: d, update: hold, label: x, query_timeout_s: 1}\n\
                 - sql: {database: d, update: wait, label: y}";
    let performed = with_properties(&top, "users: 1\niterations: 1", steps, &BOUND);
    check_failure(&performed, "x", ErrorKind::ResponseTimeout, "no answer within 1 s");
    assert_eq!(performed.failures("y"), []);
}

#[test]
fn counts_that_a_database_says_are_looked_at_before_there_is_room_for_them() {
    check_mysql(b"\xfe\0\0\0\0\x10\0\0\0", "columns");
    check_mysql(b"\xfe\0\0\0\0\0\0\0\x10", "columns");
    check_mysql(b"\xfb/etc/passwd", "file of this machine");
    check_mysql(b"\xfc\x01", "the database sent what is no packet");
}

#[test]
fn a_script_of_many_terms_out_of_an_answer_is_a_failure_and_no_more() {
    let terms = format!("{}1", "1+".repeat(20_000));
    let depths = format!("{}1{}", "!(".repeat(20_000), ")".repeat(20_000));
    for value in [terms, depths] {
        let body = format!("{{\"v\": \"{value}\"}}");
        let (address, _) =
            listening(move |_| format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
        for language in ["groovy", "jexl3", "javaScript", "BeanShell"] {
            let steps = format!(
                "- get: http://{address}/\n  label: one\n  extract: {{variable: v, json: $.v}}\n\
                 - get: http://{address}/?x=${{__{language}(${{v}})}}\n  label: two\n- get: http://{address}/\n  label: three"
            );
            let performed = with_properties("", "users: 2\niterations: 2", &steps, &[]);
            assert_eq!((performed.count("one"), performed.failures("one")), (4, vec![]), "{language}");
            assert_eq!((performed.count("three"), performed.failures("three")), (4, vec![]), "{language}");
        }
    }
}

#[test]
fn an_answer_that_drips_ends_with_the_time_of_its_request() {
    let address = server(|mut stream| {
        read_head(&mut stream);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
        while stream.write_all(b"z").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    // It is never silent for as long as that.
    let steps = format!("- get: http://{address}/\n  label: x\n  response_timeout: 30 s");
    let performed =
        with_properties("", "users: 1\niterations: 1", &steps, &[("plimsoll.bound.request_s", "1")]);
    check_failure(&performed, "x", ErrorKind::ResponseTimeout, "the whole request took longer than 1 s");
}

#[test]
fn the_oldest_cookies_make_room() {
    let set: String = (0..400).map(|number| format!("Set-Cookie: c{number}=v\r\n")).collect();
    let large = "v".repeat(9_000);
    let (address, heads) = listening(move |_| {
        format!("HTTP/1.1 200 OK\r\n{set}Set-Cookie: large={large}\r\nContent-Length: 0\r\n\r\n")
    });
    let steps = format!("- get: http://{address}/\n  label: x");
    let performed = with_properties("cookies: true", "users: 1\niterations: 2", &steps, &[]);
    assert_eq!(performed.failures("x"), []);
    let heads = heads.lock().expect("unpoisoned");
    let sent = heads[1].lines().find(|line| line.starts_with("cookie:")).unwrap_or_default();
    assert_eq!(sent.matches("=v").count(), 180, "{sent}");
    assert!(sent.contains("c399=v") && !sent.contains("c0=v") && !sent.contains("large"), "{sent}");
}

/// A worker that reads a pipe into which nobody writes can't be stopped by anything.
#[test]
fn a_worker_that_does_not_end_is_left_behind() {
    let (address, _) = listening(|_| OK.to_owned());
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let steps = format!(
        "- get: http://{address}/\n  label: before\n- set: {{name: '{}'}}\n\
         - get: http://{address}/${{__FileToString(${{name}})}}\n  label: never",
        pipe.display()
    );
    let plan = plan(Path::new("."), "", "users: 1\nhold: 10 min", &steps);
    let control = Control::default();
    let stopping = control.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(2_200));
        stopping.stop(StopMode::Now);
    });
    let performed = perform_task(&task(&plan), &control);
    stopper.join().expect("stopped");
    assert_eq!(performed.summary.stuck_workers, 1);
    // So that the thread ends.
    std::fs::write(&pipe, "").expect("the reader is there");
}

#[test]
fn a_variable_that_takes_in_itself_is_given_up() {
    let (address, _) = listening(|_| OK.to_owned());
    let steps = format!(
        "- set: {{x: aaaaaaaaaa}}\n- loop: {{times: 40, steps: [{{set: {{x: '${{x}}${{x}}'}}}}]}}\n- get: http://{address}/\n  label: never"
    );
    let performed = with_properties("", "users: 1\niterations: 2", &steps, &[]);
    let failures = performed.failures("(value of a variable)");
    assert!(
        matches!(failures.as_slice(), [(ErrorKind::AnswerLimit, text, 2)] if text.contains("longer than 64 MB")),
        "{failures:?}"
    );
    assert_eq!(performed.count("never"), 0);
}
