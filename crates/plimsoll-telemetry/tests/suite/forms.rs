//! Forms of logs beside those of the fixtures: what stands around them, and the same lines under other names.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{ReaderOptions, recognise};

/// What a log that is recognised as a format says.
#[track_caller]
fn read(log: &str, format: &str) -> Dump {
    let known = recognise(log.as_bytes()).expect("it is recognised");
    assert_eq!(known.name, format);
    let mut dump = Dump::default();
    let mut reader = known.reader(&ReaderOptions::default()).expect("the defaults suit");
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    dump
}

#[test]
fn cloudfronts_log_has_seconds_and_its_own_fields() {
    // The fields and their order are those of its manual; values with spaces are encoded there.
    let log = "#Version: 1.0\n\
        #Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) \
        cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken \
        x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields \
        c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end\n\
        2026-11-21\t08:22:10\tLAX1\t2390282\t192.0.2.202\tGET\td111.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20(X11)\t\
        a=1\t-\tHit\tSOX4xwn4XV6Q4r==\td111.cloudfront.net\thttps\t23\t0.245\t-\tTLSv1.3\tTLS_AES_128_GCM_SHA256\tHit\t\
        HTTP/2.0\t-\t-\t11040\t0.078\tHit\ttext/html\t78\t-\t-\n\
        2026-11-21\t08:22:11\tLAX1\t482\t192.0.2.203\tGET\td111.cloudfront.net\t/gone\t504\t-\tcurl\t\
        -\t-\tError\tk6WGMNkEzR5BEM==\td111.cloudfront.net\thttp\t20\t30.001\t-\t-\t-\tError\t\
        HTTP/1.1\t-\t-\t80\t30.001\tOriginCommError\ttext/html\t78\t-\t-\n";
    let dump = read(log, "w3c");
    insta::assert_snapshot!(dump.text);
}

#[test]
fn varnishncsa_writes_the_combined_format_with_whole_urls() {
    let log = "10.0.0.7 - - [21/Nov/2026:08:22:10 +0000] \"GET http://shop.example/a?b=1 HTTP/1.1\" 200 1532 \"-\" \"curl/7.88.1\"\n\
        10.0.0.7 - - [21/Nov/2026:08:22:11 +0000] \"GET http://shop.example/gone HTTP/1.1\" 503 0 \"http://shop.example/\" \"Mozilla/5.0 (X11)\"\n";
    let dump = read(log, "apache");
    insta::assert_snapshot!(dump.text);
}

const HEADER: &str = "CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O         PIDS\n";

fn row(percent: u32) -> String {
    format!(
        "f1b2c3d4e5f6   web       {percent}.00%    200MiB / 3.848GiB     5.0%      1.1kB / 0B        0B / 0B           12\n"
    )
}

#[test]
fn a_table_of_containers_may_have_a_title_before_its_header() {
    let log = format!("$ docker stats --no-stream\n\n{HEADER}{}{HEADER}{}", row(1), row(2));
    let dump = read(&log, "docker-stats");
    let cpu: Vec<&str> = dump.text.lines().filter(|line| line.contains("cpu")).collect();
    assert_eq!(
        cpu,
        [
            "#0 container web container.cpu.usage 0.01 {cpu}",
            "#1 container web container.cpu.usage 0.02 {cpu}"
        ]
    );
    assert_eq!(dump.problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [1]);
}

#[test]
fn dates_between_the_tables_of_a_loop_are_their_times() {
    for (first, second) in [
        ("Sat Nov 21 08:22:10 UTC 2026", "Sat Nov 21 08:22:20 UTC 2026"),
        ("2026-11-21T08:22:10+00:00", "2026-11-21T08:22:20+00:00"),
        ("2026-11-21 08:22:10", "2026-11-21 08:22:20"),
        ("1795249330", "1795249340"),
    ] {
        let log = format!("{first}\n{HEADER}{}{second}\n{HEADER}{}", row(1), row(2));
        let dump = read(&log, "docker-stats");
        let cpu: Vec<&str> = dump.text.lines().filter(|line| line.contains("cpu")).collect();
        let expected = [
            "2026-11-21T08:22:10Z container web container.cpu.usage 0.01 {cpu}",
            "2026-11-21T08:22:20Z container web container.cpu.usage 0.02 {cpu}",
        ];
        assert_eq!((cpu, dump.problems.len()), (expected.to_vec(), 0), "{first}: {}", dump.text);
    }
}

#[test]
fn requests_of_vegeta_as_json_are_results_of_a_load_generator() {
    // As vegeta 12 encodes them.
    let log = r#"{"attack":"","seq":0,"code":200,"timestamp":"2026-11-21T08:22:10.5Z","latency":5335303,"bytes_out":0,"bytes_in":5,"error":"","body":"aGVsbG8=","method":"GET","url":"http://127.0.0.1:38761/some","headers":{"Content-Length":["5"]}}
{"attack":"","seq":1,"code":0,"timestamp":"2026-11-21T08:22:11.5Z","latency":900,"bytes_out":0,"bytes_in":0,"error":"dial tcp: connection refused","body":null,"method":"GET","url":"http://127.0.0.1:38761/some","headers":null}
"#;
    let dump = read(log, "vegeta-json");
    assert_eq!((dump.requests, dump.problems.len()), (2, 0), "{}", dump.text);
    assert!(dump.text.contains("request 5335 us") && dump.text.contains("FAILED"), "{}", dump.text);
}

/// The row's message of one failed sample with these elements within it.
#[track_caller]
fn check_reason(attributes: &str, elements: &str, expected: &str) {
    let text = format!(
        "<testResults version=\"1.2\">\n<httpSample t=\"5\" ts=\"1795249330000\" s=\"false\" lb=\"a\" {attributes}>{elements}</httpSample>\n\
         <httpSample t=\"5\" ts=\"1795249330000\" s=\"true\" lb=\"b\" rc=\"200\" rm=\"OK\"/>\n</testResults>\n"
    );
    for bytes_max in [1, 7, text.len()] {
        let mut dump = Dump::default();
        let format = recognise(text.as_bytes()).expect("a format");
        let mut reader = format.reader(&ReaderOptions::default()).expect("the defaults suit");
        for part in text.as_bytes().chunks(bytes_max) {
            reader.read(part, None, &mut dump);
        }
        reader.finish(&mut dump);
        assert!(dump.problems.is_empty() && dump.requests == 2, "{:?}\n{}", dump.problems, dump.text);
        let first = dump.text.lines().next().expect("a row");
        assert!(first.contains(&format!(" message={expected:?}")), "{bytes_max} bytes at a time: {first}");
    }
}

#[test]
fn a_samples_own_assertion_says_why_it_failed() {
    let assertion = |name: &str, failure: bool, message: &str| {
        format!(
            "\n<assertionResult><name>{name}</name><failure>{failure}</failure><error>false</error>\
             <failureMessage>{message}</failureMessage></assertionResult>"
        )
    };
    let (passed, failed) =
        (assertion("first", false, ""), assertion("second", true, "expected &lt;b&gt; &#xe9;"));
    check_reason("rc=\"200\" rm=\"OK\"", &format!("{passed}{failed}"), "expected <b> é");
    check_reason("rc=\"200\" rm=\"OK\"", &assertion("its name", true, " \n"), "its name");
    check_reason(
        "rc=\"200\" rm=\"Embedded resource download error:x\"",
        &passed,
        "Embedded resource download error:x",
    );
    // Of what was not answered an assertion says nothing; nor do those of parts of a sample.
    let reset = "rc=\"Non HTTP response code: java.net.SocketException\" rm=\"Connection reset\"";
    check_reason(reset, &failed, "Connection reset");
    let part = format!("<httpSample s=\"false\" lb=\"c\" rc=\"404\" rm=\"none\">{failed}</httpSample>");
    check_reason("rc=\"200\" rm=\"of the page\"", &format!("{passed}{part}"), "of the page");
    // Where nothing else says why, the first part that failed does.
    let parts =
        format!("<httpSample s=\"true\" lb=\"b\" rc=\"200\" rm=\"OK\">{passed}</httpSample>{part}{part}");
    check_reason("rc=\"200\" rm=\"OK\"", &format!("{passed}{parts}"), "c: expected <b> é");
    check_reason("rc=\"200\" rm=\"One or more sub-samples failed\"", &parts, "c: expected <b> é");
    let of_all = assertion("of all", true, "One or more sub-samples failed");
    check_reason("rc=\"200\" rm=\"OK\"", &format!("{of_all}{parts}"), "c: expected <b> é");
    let missing = "<httpSample s=\"false\" lb=\"/a.css\" rc=\"404\" rm=\"Not Found\"/>";
    check_reason("rc=\"200\" rm=\"OK\"", &format!("{missing}{passed}"), "/a.css: 404 Not Found");
    check_reason("rc=\"200\" rm=\"OK\"", &format!("{failed}{missing}"), "expected <b> é");
    check_reason("rc=\"500\" rm=\"Broken\"", missing, "Broken");
    check_reason("rc=\"500\" rm=\"Broken\"", "<responseHeader>name</responseHeader>", "Broken");
    // Version 1.0.
    check_reason(
        "rc=\"200\" rm=\"OK\"",
        "<assertionResult failureMessage=\"a &amp; b\" error=\"false\" failure=\"true\"/>",
        "a & b",
    );
}

#[test]
fn what_k6_never_sent_took_no_time() {
    let head = "metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,\
        service,status,subproto,tls_version,url,extra_tags\n";
    let rows = |status: &str, error: &str, ms: &str| {
        ["http_reqs", "http_req_duration", "http_req_waiting"].map(|metric| {
            let value = if metric == "http_reqs" { "1" } else { ms };
            format!("{metric},1633706832,{value},,{error},,false,,GET,https://a/,,default,,{status},,,https://a/,\n")
        })
    };
    let log = |status: &str, error: &str, ms: &str| format!("{head}{}", rows(status, error, ms).concat());
    let time = |log: &str| read(log, "k6-csv").text.split(" us ").next().unwrap_or("").to_owned();
    assert!(time(&log("0", "lookup: no such host", "0.0")).ends_with("request -"));
    assert!(time(&log("0", "", "0.0")).ends_with("request -"), "without the tag of the error");
    assert!(time(&log("0", "request timeout", "60000")).ends_with("request 60000000"));
    assert!(time(&log("200", "", "0.0")).ends_with("request 0"));
}
