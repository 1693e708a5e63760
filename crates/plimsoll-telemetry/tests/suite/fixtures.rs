//! Every format's fixture: recognised as what it is, and what comes out of it.

use crate::inputs;
use plimsoll_run::Source;
use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{FORMATS, Format, FormatContent, ReaderOptions, recognise};

#[test]
fn every_fixture_is_recognised_and_read() {
    for input in inputs::all() {
        let format = recognise(&input.bytes).map_or("nothing", |format| format.name);
        assert_eq!(format, input.format, "{}", input.name);
        let dump = inputs::read(&input, &[]);
        insta::assert_snapshot!(input.name.replace('.', "_"), dump.text);
    }
}

#[test]
fn every_format_has_a_fixture_or_looks_like_another() {
    let names: Vec<&str> = inputs::all().iter().map(|input| input.format).collect();
    for format in FORMATS {
        let alike = ["nginx", "undertow", "tomcat", "tomcat10"].contains(&format.name);
        assert!(alike || names.contains(&format.name), "{}", format.name);
    }
}

#[test]
fn a_format_gives_what_its_list_says() {
    for input in inputs::all() {
        let (format, dump) = (Format::named(input.format).expect("a format"), inputs::read(&input, &[]));
        let of_requests =
            |content| matches!(content, FormatContent::Requests { .. } | FormatContent::ServerRequests);
        let gives_requests = of_requests(format.content);
        assert_eq!(dump.requests > 0, gives_requests, "{}", input.name);
        let kinds = dump.readings.len() + dump.events.len();
        assert!(gives_requests || kinds > 0, "{}: neither readings nor events", input.name);
    }
}

#[test]
fn utf_16_with_or_without_a_mark_reads_the_same() {
    for input in inputs::all().iter().filter(|input| input.name != "gatling-binary") {
        let text = std::str::from_utf8(&input.bytes).unwrap();
        // Without a mark the first characters must be of Latin script, which these are.
        for mark in ["", "\u{feff}"] {
            let wide: Vec<u8> =
                mark.encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
            assert_eq!(recognise(&wide).map(|format| format.name), Some(input.format), "{}", input.name);
            let wide = inputs::Input { bytes: wide, ..input.clone() };
            assert_eq!(inputs::read(&wide, &[]).text, inputs::read(input, &[]).text, "{}", input.name);
        }
    }
}

#[test]
fn a_line_that_does_not_belong_costs_only_itself() {
    // In formats whose records end with their line.
    let by_line = [
        "vmstat",
        "iostat",
        "jstat",
        "docker-stats",
        "kafka-lag",
        "prometheus",
        "apache",
        "access-json",
        "k6-json",
        "k6-csv",
        "ghz",
        "vegeta-csv",
        "vegeta-json",
        "h2load-log",
        "pgbench-log",
        "locust",
        "jtl",
    ];
    for input in
        inputs::all().iter().filter(|input| by_line.contains(&input.format) && input.name != "jtl.csv")
    {
        let expected = inputs::read(input, &[]);
        let mut bytes = input.bytes.clone();
        bytes.extend_from_slice(b"\xff\xfe\x00 rubbish, of \"any kind {\n");
        let found = inputs::read(&inputs::Input { bytes, ..input.clone() }, &[]);
        let retained = (found.readings.len(), found.requests, found.events.len());
        assert_eq!(
            retained,
            (expected.readings.len(), expected.requests, expected.events.len()),
            "{}",
            input.name
        );
        assert_eq!(found.problems.len(), expected.problems.len() + 1, "{}", input.name);
    }
}

#[test]
fn an_unknown_format_is_named_with_those_that_there_are() {
    let error = Format::named("vmstats").err().unwrap().to_string();
    assert!(error.starts_with("no format is called \"vmstats\"; there are jtl-xml, gatling, "), "{error}");
}

#[test]
fn what_is_no_known_format_is_not_recognised() {
    for text in ["", "\n\n", "hello", "{}", "a,b,c\n1,2,3\n", "<html><body>", "\0\0\0\0\0\0", "[1,2]"] {
        assert!(recognise(text.as_bytes()).is_none(), "{text}");
    }
}

#[test]
fn a_source_is_that_of_the_options() {
    let options = ReaderOptions { source: Source::host("docker01"), ..ReaderOptions::default() };
    let mut dump = Dump::default();
    let mut reader = Format::named("vmstat").unwrap().reader(&options).unwrap();
    let input = inputs::all().into_iter().find(|input| input.name == "vmstat-plain.txt").unwrap();
    reader.read(&input.bytes, None, &mut dump);
    assert!(dump.readings.iter().all(|reading| reading.series.source.host == "docker01"));
}

/// A detector that looks for a metric which no reader gives would be silent for ever.
#[test]
fn every_metric_that_an_analysis_looks_at_is_given_by_a_reader() {
    fn sources(folder: &std::path::Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, text),
                false => text.push_str(&std::fs::read_to_string(&path).unwrap()),
            }
        }
    }
    let mut text = String::new();
    sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
    let given: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for name in plimsoll_run::metric::ANALYSED {
        let constant = name.to_uppercase().replace('.', "_");
        assert!(given.contains(&constant.as_str()), "no reader gives {name}");
    }
}
