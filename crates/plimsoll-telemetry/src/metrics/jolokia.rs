//! Jolokia's answers (`POST /jolokia/`, read requests; one answer, a bulk, or a file of many), JSON.
//!
//! The platform's own beans get OpenTelemetry names; numbers of other beans keep the attribute's name as
//! `jmx.ATTRIBUTE[.KEY]`, with the bean as the attribute `jmx.object_name`.
//!
//! Times: the stamp, else the answer's `timestamp` (whole seconds since 1970). Traps: collection times are in
//! milliseconds, `ProcessCpuTime` in nanoseconds, a load of −1 means unknown; an answer with a `status` other than 200
//! holds an error and no value. An `Uptime` that falls is a restart.

use super::document::DocumentReader;
use super::names;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, Output};
use crate::series::{ResettableTotal, SeriesSet, emit, restart};
use crate::time;
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Attributes, ReadingKind, Series, Source};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Deeper values are passed over.
const DEPTH_MAX: usize = 8;

pub struct Jolokia {
    source: Source,
    series: SeriesSet,
    answers: u64,
    uptime: ResettableTotal,
}

impl Jolokia {
    pub fn new(options: &ReaderOptions) -> Jolokia {
        Jolokia {
            source: options.source.clone(),
            series: SeriesSet::default(),
            answers: 0,
            uptime: ResettableTotal::default(),
        }
    }

    fn answer(
        &mut self,
        answer: &Map<String, Value>,
        index: u64,
        line: &InputLine<'_>,
        out: &mut dyn Output,
    ) {
        let status = answer.get("status").and_then(Value::as_i64).unwrap_or(200);
        if status != 200 {
            let error = answer.get("error").and_then(Value::as_str).unwrap_or("no reason given");
            let text = format!("Jolokia answered {status}: {error}");
            return out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
        }
        let own = answer.get("timestamp").and_then(Value::as_f64).and_then(time::unix_us);
        let at = line.at(own.map_or(At::Index(index), At::Wall));
        let request = answer.get("request");
        let of_request = |name: &str| request.and_then(|r| r.get(name));
        let bean = of_request("mbean").and_then(Value::as_str).unwrap_or("");
        let Some(value) = answer.get("value") else {
            let text = "an answer without a value".to_owned();
            return out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
        };
        let place = Place { at, line: line.number };
        match (of_request("attribute").and_then(Value::as_str), value) {
            // A pattern: bean → attribute → value.
            (_, Value::Object(beans)) if bean.contains('*') => {
                for (bean, attributes) in beans {
                    self.attributes(place, bean, attributes, out);
                }
            }
            (Some(attribute), value) => {
                let path = of_request("path").and_then(Value::as_str).map(|path| path.replace('/', "."));
                let name = path.map_or(attribute.to_owned(), |path| format!("{attribute}.{path}"));
                self.value(place, bean, &name, value, 0, out);
            }
            (None, value) => self.attributes(place, bean, value, out),
        }
    }

    fn attributes(&mut self, place: Place, bean: &str, attributes: &Value, out: &mut dyn Output) {
        for (name, value) in attributes.as_object().into_iter().flatten() {
            self.value(place, bean, name, value, 0, out);
        }
    }

    fn value(
        &mut self,
        place: Place,
        bean: &str,
        name: &str,
        value: &Value,
        depth: usize,
        out: &mut dyn Output,
    ) {
        if let Value::Object(parts) = value {
            if depth < DEPTH_MAX {
                for (part, value) in parts {
                    self.value(place, bean, &format!("{name}.{part}"), value, depth + 1, out);
                }
            }
            return;
        }
        // The last collection's details: dozens of numbers that are wholly in the totals.
        let Some(number) = value.as_f64().filter(|_| !name.starts_with("LastGcInfo.")) else { return };
        if bean == "java.lang:type=Runtime"
            && name == "Uptime"
            && let Some(before) = self.uptime.fell(number)
        {
            let text = format!("the JVM's uptime fell from {before} to {number} ms");
            out.event(restart(place.at, &self.source, text));
        }
        let key = format!("{bean}\0{name}");
        let source = &self.source;
        let make = || Arc::new(describe(source, bean, name));
        if let Some(series) = self.series.get(key.as_bytes(), place.line, out, make) {
            let divisor = divisor(name);
            // −1 stands for unknown, and for no limit.
            if number >= 0.0 || series.metric.starts_with("jmx.") {
                emit(out, place.at, &series, number / divisor);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Place {
    at: At,
    line: u64,
}

impl DocumentReader for Jolokia {
    fn document(&mut self, document: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        let index = self.answers;
        self.answers += 1;
        match document {
            Value::Array(answers) => {
                for answer in answers.iter().filter_map(Value::as_object) {
                    self.answer(answer, index, line, out);
                }
            }
            Value::Object(answer) => self.answer(answer, index, line, out),
            _ => out.problem(Problem { line: line.number, kind: ProblemKind::unrecognised(line.bytes) }),
        }
    }
}

/// Of attributes whose unit is not the base unit.
fn divisor(attribute: &str) -> f64 {
    match attribute {
        "CollectionTime" | "Uptime" => 1e3,
        "ProcessCpuTime" => 1e9,
        _ => 1.0,
    }
}

fn describe(source: &Source, bean: &str, attribute: &str) -> Series {
    let (domain, properties) = bean.split_once(':').unwrap_or(("", bean));
    let property = |name: &str| {
        let all = properties.split(',').filter_map(|pair| pair.split_once('='));
        all.filter(|(known, _)| *known == name).map(|(_, value)| value.trim_matches('"')).next()
    };
    let mut attributes = Attributes::new();
    let mut set = |name: &'static str, value: &str| {
        attributes.insert(Cow::Borrowed(name), value.to_owned());
    };
    let is_platform = domain == "java.lang";
    let known: Option<(&'static str, &'static str, ReadingKind)> = match property("type")
        .filter(|_| is_platform)
    {
        Some("Memory") => {
            let (area, part) = attribute.split_once("MemoryUsage.").unwrap_or(("", ""));
            set(attribute::JVM_MEMORY_TYPE, if area == "Heap" { "heap" } else { "non_heap" });
            memory(part)
        }
        Some("MemoryPool") => {
            set(attribute::JVM_MEMORY_TYPE, names::pool_type(property("name").unwrap_or("")));
            set(attribute::JVM_MEMORY_POOL_NAME, property("name").unwrap_or(""));
            match attribute.split_once("Usage.") {
                Some(("", part)) => memory(part),
                Some(("Collection", "used")) => Some((metric::JVM_MEMORY_USED_AFTER_LAST_GC, "By", Gauge)),
                _ => None,
            }
        }
        Some("GarbageCollector") => {
            set(attribute::JVM_GC_NAME, property("name").unwrap_or(""));
            match attribute {
                "CollectionTime" => {
                    set("statistic", "sum");
                    Some((metric::JVM_GC_DURATION, "s", Counter))
                }
                "CollectionCount" => {
                    set("statistic", "count");
                    Some((metric::JVM_GC_DURATION, "{collection}", Counter))
                }
                _ => None,
            }
        }
        Some(_) => platform(attribute),
        None => None,
    };
    let source = source.clone();
    match known {
        Some((metric, unit, kind)) => {
            Series { source, metric: Cow::Borrowed(metric), attributes, unit: Cow::Borrowed(unit), kind }
        }
        None => {
            let attributes = Attributes::from([(Cow::Borrowed("jmx.object_name"), bean.to_owned())]);
            let metric = Cow::Owned(format!("jmx.{attribute}"));
            Series { source, metric, attributes, unit: Cow::Borrowed(""), kind: Gauge }
        }
    }
}

fn memory(part: &str) -> Option<(&'static str, &'static str, ReadingKind)> {
    match part {
        "used" => Some((metric::JVM_MEMORY_USED, "By", Gauge)),
        "committed" => Some((metric::JVM_MEMORY_COMMITTED, "By", Gauge)),
        "max" => Some((metric::JVM_MEMORY_LIMIT, "By", Gauge)),
        "init" => Some((metric::JVM_MEMORY_INIT, "By", Gauge)),
        _ => None,
    }
}

fn platform(attribute: &str) -> Option<(&'static str, &'static str, ReadingKind)> {
    match attribute {
        "ProcessCpuLoad" => Some((metric::JVM_CPU_RECENT_UTILIZATION, "1", Gauge)),
        "ProcessCpuTime" => Some((metric::JVM_CPU_TIME, "s", Counter)),
        // `CpuLoad` beside it (JDK 14 and later) is the same, taken at another moment.
        "SystemCpuLoad" => Some((metric::SYSTEM_CPU_UTILIZATION, "1", Gauge)),
        "SystemLoadAverage" => Some((metric::SYSTEM_CPU_LOAD_AVERAGE_1M, "{thread}", Gauge)),
        "AvailableProcessors" => Some((metric::JVM_CPU_COUNT, "{cpu}", Gauge)),
        "OpenFileDescriptorCount" => Some((metric::PROCESS_OPEN_FILE_DESCRIPTOR_COUNT, "{count}", Gauge)),
        "ThreadCount" => Some((metric::JVM_THREAD_COUNT, "{thread}", Gauge)),
        "LoadedClassCount" => Some((metric::JVM_CLASS_COUNT, "{class}", Gauge)),
        "Uptime" => Some((metric::PROCESS_UPTIME, "s", Gauge)),
        _ => None,
    }
}

pub fn recognise(lines: &[String]) -> bool {
    let begins = lines.iter().find(|line| !line.trim().is_empty());
    begins.is_some_and(|line| line.trim_start().starts_with(['{', '[']))
        && lines.iter().any(|line| line.contains("\"mbean\""))
}

#[cfg(test)]
mod tests {
    use super::super::document::Documents;
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(log: &str) -> String {
        let mut dump = Dump::default();
        let mut reader = Lines::new(Documents::new(Jolokia::new(&ReaderOptions::default())));
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn answers_are_read_alone_in_bulk_and_over_lines() {
        let log = r#"{"request":{"mbean":"java.lang:type=Memory","attribute":"HeapMemoryUsage","type":"read"},"value":{"init":1,"committed":3,"max":-1,"used":2},"timestamp":1795249330,"status":200}
[{"request":{"mbean":"java.lang:name=G1 Young Generation,type=GarbageCollector","type":"read"},"value":{"CollectionTime":1500,"CollectionCount":7,"Name":"x","Valid":true},"status":200,"timestamp":1795249331},
 {"request":{"mbean":"jboss.as:subsystem=datasources,data-source=*","type":"read"},"status":200,"timestamp":1795249331,
  "value":{"jboss.as:subsystem=datasources,data-source=A":{"ActiveCount":"no","InUseCount":3,"nested":{"x":{"y":1.5}}}}},
 {"request":{"mbean":"java.lang:type=Foo"},"error_type":"x","error":"javax.management.InstanceNotFoundException","status":404}]
{"request":{"mbean":"java.lang:type=Runtime","attribute":"Uptime"},"value":9000,"status":200}
{"request":{"mbean":"java.lang:type=Runtime","attribute":"Uptime"},"value":100,"status":200}
{"request":
"#;
        insta::assert_snapshot!(dump(log), @"
        2026-11-21T08:22:10Z jvm.memory.init{jvm.memory.type=heap} 1 By
        2026-11-21T08:22:10Z jvm.memory.committed{jvm.memory.type=heap} 3 By
        2026-11-21T08:22:10Z jvm.memory.used{jvm.memory.type=heap} 2 By
        2026-11-21T08:22:11Z jvm.gc.duration{jvm.gc.name=G1 Young Generation,statistic=sum} 1.5 s total
        2026-11-21T08:22:11Z jvm.gc.duration{jvm.gc.name=G1 Young Generation,statistic=count} 7 {collection} total
        2026-11-21T08:22:11Z jmx.InUseCount{jmx.object_name=jboss.as:subsystem=datasources,data-source=A} 3 
        2026-11-21T08:22:11Z jmx.nested.x.y{jmx.object_name=jboss.as:subsystem=datasources,data-source=A} 1.5 
        ! input:2: Jolokia answered 404: javax.management.InstanceNotFoundException
        #2 process.uptime 9 s
        #3 event restart: the JVM's uptime fell from 9000 to 100 ms
        #3 process.uptime 0.1 s
        ! input:8: the input ends inside a document
        ");
    }
}
