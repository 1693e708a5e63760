use super::*;
use crate::dump::Dump;
use crate::reader::Reader;
use crate::text::Lines;
use crate::{Format, ReaderOptions};

/// A log of one format and pattern, as a dump.
fn dump(format: &str, pattern: &str, log: &str) -> String {
    let options = ReaderOptions { pattern: Some(pattern.to_owned()), ..ReaderOptions::default() };
    let mut reader = Format::named(format).unwrap().reader(&options).unwrap();
    let mut dump = Dump::default();
    reader.read(log.as_bytes(), None, &mut dump);
    reader.finish(&mut dump);
    dump.text
}

fn check(format: &str, pattern: &str, line: &str, expected: &str) {
    assert_eq!(dump(format, pattern, line), format!("{expected}\n"), "{format} {pattern}");
}

#[test]
fn the_unit_of_a_duration_and_the_moment_of_a_time_are_the_servers() {
    let line = r#"10.0.0.1 [21/Nov/2026:08:22:10 +0100] "GET /a?b=1 HTTP/1.1" 200 2500"#;
    let pattern = r#"%h %t "%r" %s %D"#;
    let rest = r#""/a" method="GET" target="/a?b=1" status="200""#;
    check("apache", pattern, line, &format!("2026-11-21T07:22:10Z request 2500 us {rest}"));
    check("undertow", pattern, line, &format!("2026-11-21T07:22:07.5Z request 2500000 us {rest}"));
    check("tomcat", pattern, line, &format!("2026-11-21T07:22:07.5Z request 2500000 us {rest}"));
    check("tomcat10", pattern, line, &format!("2026-11-21T07:22:09.9975Z request 2500 us {rest}"));
}

#[test]
fn of_two_durations_the_finer_counts() {
    let line = r#"[21/Nov/2026:08:22:10 +0000] 3.0 2987 x"#;
    check(
        "undertow",
        "%t %T %D %I",
        line,
        "2026-11-21T08:22:07.013Z request 2987000 us \"\" thread=\"x\" FAILED",
    );
    check(
        "apache",
        "%{%Y-%m-%d %H:%M:%S}t %T %{ms}T %^FB",
        "2026-11-21 08:22:10 3 2987 12",
        "2026-11-21T08:22:10Z request 2987000 us \"\" first=12 FAILED",
    );
}

#[test]
fn nginx_shows_seconds_and_lists_of_upstreams() {
    let pattern = "log_format timed '$remote_addr [$time_local] \"$request\" $status '\n\
                   '$body_bytes_sent $request_length rt=$request_time ut=$upstream_response_time cs=$host';";
    let lines = [
        r#"::1 [21/Nov/2026:08:22:10 +0000] "POST /x HTTP/2.0" 502 0 83 rt=1.250 ut=0.500, 0.700 : 0.010 cs=a.b"#,
        r#"::1 [21/Nov/2026:08:22:10 +0000] "GET /y HTTP/1.1" 304 0 83 rt=0.000 ut=- cs=a.b"#,
    ];
    let expected = [
        r#"2026-11-21T08:22:08.75Z request 1250000 us "/x" method="POST" target="/x" status="502" instance="a.b" upstream=1210000 received=0 sent=83 FAILED"#,
        r#"2026-11-21T08:22:10Z request 0 us "/y" method="GET" target="/y" status="304" instance="a.b" received=0 sent=83"#,
    ];
    assert_eq!(dump("nginx", pattern, &lines.join("\n")), expected.join("\n") + "\n");
    check(
        "nginx",
        "$msec $request_time $upstream_response_time $status",
        "1795249330.603 0.600 0.1, 0.2 : 0.3 200",
        r#"2026-11-21T08:22:10.003Z request 600000 us "" status="200" upstream=600000"#,
    );
}

#[test]
fn envoy_shows_the_start() {
    let line = r#"[2016-04-15T20:17:00.310Z] "POST /api/v1/locations?x HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0" "locations" "tcp://10.0.2.1:80""#;
    let rest = r#""/api/v1/locations" method="POST" target="/api/v1/locations?x" status="204" instance="locations" upstream=100000 received=0 sent=154"#;
    check("envoy", "", line, &format!("2016-04-15T20:17:00.31Z request 226000 us {rest}"));
}

#[test]
fn quotes_in_a_value_do_not_end_it() {
    let line = r#"1.2.3.4 - - [21/Nov/2026:08:22:10 +0000] "GET /\"quoted\" HTTP/1.1" 200 5 "-" "agent \"x\" \\" 77"#;
    let expected = r#"2026-11-21T08:22:10Z request 77 us "/\\\"quoted\\\"" method="GET" target="/\\\"quoted\\\"" status="200" received=5"#;
    check("apache", r#"%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D"#, line, expected);
}

#[test]
fn the_usual_formats_need_no_pattern_and_may_end_early() {
    let head = r#"1.2.3.4 - bob [21/Nov/2026:08:22:10 +0000] "GET / HTTP/1.1" 404 -"#;
    let expected = r#"2026-11-21T08:22:10Z request - us "/" method="GET" target="/" status="404" FAILED"#;
    for format in ["apache", "undertow", "tomcat", "tomcat10", "nginx"] {
        check(format, "", head, expected);
        check(format, "", &format!("{head} \"-\" \"curl/8\""), expected);
        let behind =
            dump(format, "", &format!("{head} \"-\" \"curl/8\" 0.003\n{head} \"-\" \"curl/8\" 12\n"));
        let asked = "! input:1: 0.003 behind the usual fields is passed over: if it is a response time, name the server's format \
                     (apache, nginx, tomcat, tomcat10, undertow) and its pattern, which say the unit";
        assert_eq!(behind, format!("{expected}\n{asked}\n{expected}\n"));
    }
}

#[test]
fn times_that_are_named_behind_the_usual_fields_are_read_where_their_unit_is_sure() {
    let line = |behind: &str| {
        format!(
            r#"1.2.3.4 - bob [21/Nov/2026:08:22:10 +0000] "GET /?a=b HTTP/1.1" 200 7 "-" "x rt=9.999" {behind}"#
        )
    };
    let rest = r#""/" method="GET" target="/?a=b" status="200""#;
    let row = |us: &str, more: &str| format!("2026-11-21T08:22:10Z request {us} us {rest}{more} received=7");
    let took = |us: u64, more: &str| row(&us.to_string(), more).replacen("10Z", "09.909Z", 1);
    check("nginx", "", &line("rt=0.091 urt=0.089"), &took(91_000, " upstream=89000"));
    check("nginx", "", &line(r#"rt=0.091 uct="0.000" urt="0.080, 0.009""#), &took(91_000, " upstream=89000"));
    check("nginx", "", &line("request_time_ms=91, pipe=."), &took(91_000, ""));
    check("nginx", "", &line("rt_ms=91 duration=foo.bar"), &took(91_000, ""));
    check("nginx", "", &line("rt=- urt=-"), &row("-", ""));
    let dump_of = |behind: &str| dump("nginx", "", &format!("{}\n", line(behind)));
    assert!(
        ["duration=12.345", "responseTime=12"]
            .iter()
            .all(|behind| dump_of(behind).contains("is passed over"))
    );
    let asked = "! input:1: rt=91 behind the usual fields is passed over: if it is a response time, name the server's format \
                 (apache, nginx, tomcat, tomcat10, undertow) and its pattern, which say the unit";
    let text = format!("{}\n{}\n", line("rt=91"), line("rt=92"));
    assert_eq!(dump("nginx", "", &text), format!("{}\n{asked}\n{}\n", row("-", ""), row("-", "")));
}

#[test]
fn a_duration_without_a_sure_unit_is_asked_for() {
    let line = r#"{"time":"2015-09-06T05:58:05Z","method":"GET","path":"/a","status":200,"latency":12}"#;
    let rest = r#""/a" method="GET" target="/a" status="200""#;
    let asked = "! input:1: latency 12 has no sure unit, so response times are left out: the pattern \"duration=latency:ms\" (or s, \
                 us, ns) says it";
    let found = dump("access-json", "", &format!("{line}\n{line}\n"));
    let row = format!("2015-09-06T05:58:05Z request - us {rest}\n");
    assert_eq!(found, format!("{asked}\n{row}{row}"));
    check(
        "access-json",
        "duration=latency:ms",
        line,
        &format!("2015-09-06T05:58:04.988Z request 12000 us {rest}"),
    );
    let with_unit = line.replace(":12}", ":\"12ms\"}");
    check("access-json", "", &with_unit, &format!("2015-09-06T05:58:04.988Z request 12000 us {rest}"));
}

#[test]
fn servers_that_write_json_have_their_units() {
    let rest = r#""/a" method="GET" target="/a?b" status="200" instance="h""#;
    let cases = [
        r#"{"StartUTC":"2015-09-06T05:58:05Z","time":"2015-09-06T05:58:06Z","Duration":12000000,"RequestMethod":"GET","RequestPath":"/a?b","RequestHost":"h","DownstreamStatus":200}"#,
        r#"{"ts":1441519085.012,"request":{"method":"GET","uri":"/a?b","host":"h"},"duration":0.012,"status":200}"#,
        r#"{"ts":1441519085.012,"request":{"method":"GET","uri":"/a?b","host":"h"},"duration":"12ms","status":200}"#,
        r#"{"start_time":"2015-09-06T05:58:05Z","method":"GET","path":"/a?b","authority":"h","response_code":200,"duration":12}"#,
    ];
    for line in cases {
        check("access-json", "", line, &format!("2015-09-06T05:58:05Z request 12000 us {rest}"));
    }
    let rest = r#""/a" method="GET" target="/a?b" status="200""#;
    let cases = [
        r#"{"started_at":1441519085000,"latencies":{"request":12,"kong":2},"request":{"method":"GET","uri":"/a?b"},"response":{"status":200}}"#,
        r#"{"time":1441519085012,"req":{"method":"GET","url":"/a?b"},"res":{"statusCode":200},"responseTime":12}"#,
        r#"{"timestamp":"2015-09-06T05:58:05.012Z","httpRequest":{"latency":"0.012s","status":200,"requestMethod":"GET","requestUrl":"/a?b"}}"#,
    ];
    for line in cases {
        check("access-json", "", line, &format!("2015-09-06T05:58:05Z request 12000 us {rest}"));
    }
}

#[test]
fn values_that_can_not_be_are_problems() {
    let line = |value: &str| format!("[21/Nov/2026:08:22:10 +0000] 200 {value}");
    check("apache", "%t %s %b", &line("-5"), "! input:1: bytes of the answer: \"-5\" is not a number");
    check(
        "apache",
        "%t %s %b",
        &line("1500 44"),
        "! input:1: \"1500 44\" in place of the bytes of the answer: the log has more columns than its pattern, which --pattern \
         FILE=PATTERN says",
    );
    check("apache", "%t %s %D", &line("-5"), "! input:1: duration: \"-5\" is not a number");
    check(
        "apache",
        "%t %s %D",
        &line("18446744073709551615"),
        "! input:1: duration: \"18446744073709551615\" is not a number",
    );
}

#[test]
fn a_duration_that_was_not_recorded_is_none_and_a_wrong_one_is_reported() {
    let line = |duration| format!("[21/Nov/2026:08:22:10 +0000] 200 {duration}");
    check("undertow", "%t %s %D", &line("-"), r#"2026-11-21T08:22:10Z request - us "" status="200""#);
    check("undertow", "%t %s %D", &line("soon"), "! input:1: duration: \"soon\" is not a number");
    check("undertow", "%t %s %D", "gibberish", "! input:1: not a line of this format: \"gibberish\"");
    check("undertow", "%t %s %D", "[yesterday] 200 5", "! input:1: \"yesterday\" is not a time");
}

#[test]
fn named_values_are_known_or_given() {
    let line = r#"{"time":"2015-09-06T05:58:05+09:00","method":"POST","uri":"/foo?t=x","status":200,"body_bytes":12,"response_time":0.057}"#;
    let expected = r#"2015-09-05T20:58:04.943Z request 57000 us "/foo" method="POST" target="/foo?t=x" status="200" received=12"#;
    check("access-json", "", line, expected);
    let line =
        "time:2015-09-06T05:58:05+09:00\tmethod:POST\turi:/foo?t=x\tstatus:200\tsize:12\tapptime:0.057";
    check("access-ltsv", "", line, expected);
    let line = r#"{"at":1795249330603,"took":"12","code":"503","route":"/r","nested":{"a":1}}"#;
    let expected = r#"2026-11-21T08:22:10.603Z request 12000 us "/r" target="/r" status="503" FAILED"#;
    check("access-json", "start=at duration=took:ms status=code label=route", line, expected);
    check(
        "access-json",
        "",
        "{\"status\":1",
        "! input:1: not JSON: EOF while parsing an object at line 1 column 11",
    );
}

#[test]
fn a_stamp_counts_only_where_the_line_has_no_time() {
    let options = ReaderOptions { pattern: Some("%s %D".to_owned()), ..ReaderOptions::default() };
    let mut dump = Dump::default();
    let mut reader = Lines::new(AccessLog::new(LogDialect::Undertow, &options).unwrap());
    reader.read(b"200 5\n", Some(7_000_000), &mut dump);
    reader.read(b"200 5\n", None, &mut dump);
    let expected =
        "run 6995000 request 5000 us \"\" status=\"200\"\n#1 request 5000 us \"\" status=\"200\"\n";
    assert_eq!(dump.text, expected);
}

#[test]
fn a_pattern_that_cannot_be_read_is_refused() {
    for (pattern, problem) in [
        ("%h%t%s%b", ""),
        ("%s%D", "two values with nothing between them can't be told apart"),
        ("%h %{broken", "the brace of %{broken is not closed"),
        ("100 %", "a % at the end, or before something that is no letter"),
        ("%h %l", "it names nothing that is known"),
    ] {
        let found = LogPattern::compile(LogDialect::Apache, pattern).err().unwrap_or_default();
        if !problem.is_empty() {
            assert_eq!(found, problem, "{pattern}");
        }
        assert!(!found.is_empty(), "{pattern}");
    }
}

#[test]
fn a_log_that_was_cut_off_is_said_to_be() {
    let line = r#"10.0.0.1 - - [21/Nov/2026:08:22:10 +0100] "GET /a HTTP/1.1" 200 2500"#;
    let found = |rest: &str| dump("apache", r#"%h %l %u %t "%r" %s %D"#, &format!("{line}\n{rest}"));
    let cut = found(r#"10.0.0.1 - - [21/Nov/2026:08:22:11 +0100] "GET /a HT"#);
    assert!(cut.contains("the input ends inside a line"), "{cut}");
    let other = found("something else\n");
    assert!(other.contains("not a line of this format") && !other.contains("ends inside"), "{other}");
}
