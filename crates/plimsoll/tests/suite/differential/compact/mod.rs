//! Plans in a few lines, as JMeter's XML.
//!
//! A line is a word for an element, its values and `name=value` pairs; what is indented by two more spaces is inside.
//! `"…"` holds blanks; `\n` is a line end. `element CLASS GUI "name" s:property=value b:… i:…` is any other element.

mod element;
mod line;
mod table;
mod xml;

use line::{Line, parse};
use std::fmt::Write;
use xml::{arguments, boolean, element};

/// A plan of a file of plans: `=== name`, then its lines.
pub struct Compact {
    pub name: String,
    lines: Vec<String>,
}

pub fn read(text: &str) -> Vec<Compact> {
    let mut plans: Vec<Compact> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("=== ") {
            Some(name) => plans.push(Compact { name: name.trim().to_owned(), lines: Vec::new() }),
            None => plans.iter_mut().last().into_iter().for_each(|plan| plan.lines.push(line.to_owned())),
        }
    }
    plans
}

/// A plan as XML, and the files beside it.
pub struct Written {
    pub jmx: String,
    pub files: Vec<(String, String)>,
}

impl Compact {
    pub fn write(&self, port: u16) -> Written {
        let nodes: Vec<(usize, Line)> = self.lines.iter().filter_map(|line| parse(line)).collect();
        let mut files = Vec::new();
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<jmeterTestPlan version=\"1.2\" properties=\"5.0\" jmeter=\"5.6.3\"><hashTree>\n",
        );
        let serial = nodes.iter().any(|(_, line)| line.word == "serial");
        let tear = nodes.iter().any(|(_, line)| line.word == "teardown_on_shutdown");
        let plan = format!(
            "{}{}{}",
            boolean("TestPlan.serialize_threadgroups", serial),
            boolean("TestPlan.tearDown_on_shutdown", tear),
            arguments("TestPlan.user_defined_variables", &[], false)
        );
        out.push_str(&element("TestPlan", "TestPlanGui", "Test Plan", &plan));
        out.push_str("<hashTree>\n");
        let mut open: Vec<usize> = Vec::new();
        for (depth, line) in &nodes {
            if matches!(line.word.as_str(), "serial" | "teardown_on_shutdown") {
                continue;
            }
            if line.word == "file" {
                files.push((line.value(0), line.value(1)));
                continue;
            }
            while open.last().is_some_and(|last| last >= depth) {
                open.pop();
                out.push_str("</hashTree>\n");
            }
            out.push_str(&line.element(port));
            out.push_str("<hashTree>\n");
            open.push(*depth);
            if matches!(line.word.as_str(), "group" | "setup" | "teardown") {
                // Who asks, for the server.
                let thread = format!("{}-${{__threadNum}}", line.name("Group"));
                let header = Line {
                    word: "headers".to_owned(),
                    values: vec![],
                    pairs: vec![("X-Thread".into(), thread)],
                };
                let _ = writeln!(out, "{}<hashTree/>", header.element(port));
            }
        }
        open.iter().for_each(|_| out.push_str("</hashTree>\n"));
        out.push_str("</hashTree></hashTree></jmeterTestPlan>\n");
        Written { jmx: out, files }
    }
}
