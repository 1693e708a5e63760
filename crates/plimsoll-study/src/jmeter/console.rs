//! What JMeter says: its output and its log.

use std::collections::BTreeMap;

/// The log's pattern: milliseconds since 1970, level, logger, message.
pub const LOG_CONFIGURATION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="ERROR">
  <Appenders>
    <File name="log" fileName="${sys:jmeter.logfile:-jmeter.log}" append="false">
      <PatternLayout><pattern>%d{UNIX_MILLIS} %p %c{1.}: %m%n</pattern></PatternLayout>
    </File>
  </Appenders>
  <Loggers>
    <Root level="info"><AppenderRef ref="log"/></Root>
  </Loggers>
</Configuration>
"#;

/// What was learnt from it.
#[derive(Debug, Default)]
pub struct Console {
    /// Of its UDP listener.
    pub port: Option<u16>,
    /// When the first thread group of the load proper was started; ms since 1970.
    pub main_unix_ms: Option<u64>,
    /// When the test was over; ms since 1970.
    pub over_unix_ms: Option<u64>,
    /// It said its last words.
    pub ended: bool,
    pub out_of_memory: Option<String>,
    /// Why it could not begin.
    pub refusal: Option<String>,
    /// A sample ended the test (`stop test` on an error, a script).
    pub stopped_by_plan: bool,
    pub active: u32,
    /// Threads that began: ms since 1970, thread group. Whoever reads takes them.
    pub began: Vec<(u64, String)>,
    /// Errors in the log, the first of each logger.
    errors: BTreeMap<String, String>,
    new_errors: Vec<String>,
    /// The last line on its output, for when it says nothing better.
    pub last_line: String,
}

/// Errors of the log that are told.
const ERRORS_MAX: usize = 5;

impl Console {
    /// A line of its output.
    pub fn output(&mut self, line: &str) {
        if let Some((_, port)) = line.split_once(" message on port ") {
            self.port = port.trim().parse().ok();
        } else if line.starts_with("Tidying up") {
            self.over_unix_ms =
                line.rsplit_once('(').and_then(|(_, ms)| ms.trim_end_matches(')').parse().ok());
        } else if line.starts_with("... end of run") {
            self.ended = true;
        } else if let Some(why) =
            line.strip_prefix("Error in NonGUIDriver ").or(line.strip_prefix("An error occurred: "))
        {
            self.refusal.get_or_insert(why.to_owned());
        }
        self.memory(line);
        if !line.is_empty() && !line.contains("StatusConsoleListener") {
            self.last_line.clear();
            self.last_line.push_str(line);
        }
    }

    /// A line of its log.
    pub fn log(&mut self, line: &str) {
        self.memory(line);
        if let Some((_, class)) = line.split_once("CannotResolveClassException: ") {
            // XStream's, deep in a long list of causes; what JMeter says on its output does not name the class.
            self.refusal = Some(format!("it has no class {class}; a plug-in is missing in its lib/ext"));
        }
        let mut words = line.splitn(4, ' ');
        let (Some(ms), Some(level), Some(logger), Some(message)) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return;
        };
        let Ok(ms) = ms.parse::<u64>() else { return };
        if let Some(thread) = message.strip_prefix("Thread started: ") {
            self.active += 1;
            let group = thread.rsplit_once(' ').map_or(thread, |(group, _)| group);
            self.began.push((ms, group.to_owned()));
        } else if message.starts_with("Thread finished: ") {
            self.active = self.active.saturating_sub(1);
        } else if message.starts_with("Starting ThreadGroup: ") {
            self.main_unix_ms.get_or_insert(ms);
        } else if message.contains(" Test detected by thread")
            || message.contains("Stop Test Now detected by thread")
        {
            self.stopped_by_plan = true;
        }
        if matches!(level, "ERROR" | "FATAL")
            && self.errors.len() < ERRORS_MAX
            && !self.errors.contains_key(logger)
        {
            let text: String = format!("JMeter's log: {logger} {message}").chars().take(300).collect();
            self.errors.insert(logger.to_owned(), text.clone());
            self.new_errors.push(text);
        }
    }

    /// Errors of the log that have not been taken.
    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.new_errors)
    }

    fn memory(&mut self, line: &str) {
        if self.out_of_memory.is_some() {
            return;
        }
        if let Some(at) = line.find("java.lang.OutOfMemoryError") {
            let text = line[at..].trim_start_matches("java.lang.").chars().take(100).collect();
            self.out_of_memory = Some(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_jmeter_says_is_understood() {
        let mut console = Console::default();
        for line in [
            "Creating summariser <summary>",
            "Waiting for possible Shutdown/StopTestNow/HeapDump/ThreadDump message on port 4446",
            "Tidying up ...    @ 2026 Nov 21 11:43:51 UTC (1795261431883)",
            "... end of run",
        ] {
            console.output(line);
        }
        assert_eq!(
            (console.port, console.over_unix_ms, console.ended),
            (Some(4446), Some(1_795_261_431_883), true)
        );
        for line in [
            "1795261428500 INFO o.a.j.e.StandardJMeterEngine: Starting setUp ThreadGroup: 1 : before ",
            "1795261428525 INFO o.a.j.e.StandardJMeterEngine: Starting ThreadGroup: 1 : Users",
            "1795261428555 INFO o.a.j.t.JMeterThread: Thread started: My Users 1-1",
            "1795261428556 INFO o.a.j.t.JMeterThread: Thread started: My Users 1-2",
            "1795261429555 INFO o.a.j.t.JMeterThread: Thread finished: My Users 1-1",
            "1795261429556 ERROR o.a.j.t.JMeterThread: Error while processing sampler: 'x'.",
            "java.lang.OutOfMemoryError: Java heap space",
        ] {
            console.log(line);
        }
        assert_eq!(console.main_unix_ms, Some(1_795_261_428_525));
        assert_eq!((console.active, console.stopped_by_plan), (1, false));
        let began = [1_795_261_428_555, 1_795_261_428_556].map(|ms| (ms, "My Users".to_owned()));
        assert_eq!(console.began, began);
        assert_eq!(console.out_of_memory.as_deref(), Some("OutOfMemoryError: Java heap space"));
        assert_eq!(console.new_errors.len(), 1);
    }

    #[test]
    fn the_plan_ends_the_test_by_a_log_line_of_its_own() {
        for (line, expected) in [
            ("1 INFO o.a.j.t.JMeterThread: Shutdown Test detected by thread: Users 1-1", true),
            ("1 INFO o.a.j.t.JMeterThread: Stop Test Now detected by thread: Users 1-1", true),
            ("1 INFO o.a.j.t.JMeterThread: Stop Thread detected by thread: Users 1-1", false),
        ] {
            let mut console = Console::default();
            console.log(line);
            assert_eq!(console.stopped_by_plan, expected, "{line}");
        }
    }
}
