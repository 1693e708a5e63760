//! An output as text, one line for each thing: for tests, and to look at what a file holds.

use crate::problem::Problem;
use crate::reader::Output;
use crate::request::{RequestKind, RequestRow};
use plimsoll_run::{At, Instance, Reading, ReadingKind, ServerEvent, Source};
use std::fmt::Write;

/// Keeps everything: not for long inputs.
#[derive(Debug, Default)]
pub struct Dump {
    pub text: String,
    pub readings: Vec<Reading>,
    pub events: Vec<ServerEvent>,
    /// Lines of `text` that are requests.
    pub requests: usize,
    pub problems: Vec<Problem>,
}

impl Output for Dump {
    fn reading(&mut self, reading: Reading) {
        let series = &reading.series;
        self.time(reading.at, &series.source);
        self.text.push_str(&series.metric);
        if !series.attributes.is_empty() {
            let all: Vec<String> = series.attributes.iter().map(|(k, v)| format!("{k}={v}")).collect();
            let _ = write!(self.text, "{{{}}}", all.join(","));
        }
        let kind = match series.kind {
            ReadingKind::Gauge => "",
            ReadingKind::Counter => " total",
            ReadingKind::Rate => " rate",
        };
        let _ = writeln!(self.text, " {} {}{kind}", reading.value, series.unit);
        self.readings.push(reading);
    }

    fn event(&mut self, event: ServerEvent) {
        self.time(event.at, &event.source);
        let _ = write!(self.text, "event {}", event.kind.name());
        if let Some(duration_us) = event.duration_us {
            let _ = write!(self.text, " {duration_us} us");
        }
        let _ = writeln!(self.text, ": {}", event.text);
        self.events.push(event);
    }

    fn request(&mut self, request: &RequestRow<'_>) {
        self.time(request.started, &Source::default());
        self.text.push_str(match request.kind {
            RequestKind::Request => "request",
            RequestKind::Group => "group",
        });
        let number = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        let _ = write!(self.text, " {} us {:?}", number(request.duration_us), request.label);
        let texts = [
            ("method", request.method),
            ("target", request.target),
            ("status", request.status),
            ("message", request.message),
            ("thread", request.thread),
            ("instance", request.instance),
        ];
        for (name, value) in texts.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.text, " {name}={value:?}");
        }
        let numbers = [
            ("first", request.first_byte_us),
            ("connect", request.connect_us),
            ("upstream", request.upstream_us),
            ("received", request.bytes_received),
            ("sent", request.bytes_sent),
            ("users", request.users.map(u64::from)),
        ];
        for (name, value) in numbers.iter().filter(|(_, value)| value.is_some()) {
            let _ = write!(self.text, " {name}={}", number(*value));
        }
        if request.samples != 1 || request.errors > 1 {
            let _ = write!(self.text, " samples={} errors={}", request.samples, request.errors);
        }
        self.text.push_str(if request.success { "\n" } else { " FAILED\n" });
        self.requests += 1;
    }

    fn problem(&mut self, problem: Problem) {
        let _ = writeln!(self.text, "! {}", problem.in_file("input"));
        self.problems.push(problem);
    }
}

impl Dump {
    fn time(&mut self, at: At, source: &Source) {
        let _ = match at {
            At::Run(us) => write!(self.text, "run {us}"),
            At::Wall(us) => match jiff::Timestamp::from_microsecond(us) {
                Ok(time) => write!(self.text, "{time}"),
                Err(_) => write!(self.text, "wall {us}"),
            },
            At::Since(us) => write!(self.text, "+{us}"),
            At::Index(index) => write!(self.text, "#{index}"),
        };
        let instance = match &source.instance {
            Instance::Host => String::new(),
            Instance::Process(name) => format!(" process {name}"),
            Instance::Container(name) => format!(" container {name}"),
            Instance::Service(name) => format!(" service {name}"),
        };
        let host = if source.host.is_empty() { String::new() } else { format!(" {}", source.host) };
        let _ = write!(self.text, "{host}{instance} ");
    }
}
