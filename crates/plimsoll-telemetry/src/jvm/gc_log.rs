//! Garbage collection logs: unified logging (`-Xlog:gc*`, JDK 9 and later; Serial, Parallel, G1, ZGC, Shenandoah) and
//! the older `-XX:+PrintGCDetails` (see [`super::gc8_lines`]), distinguished line by line.
//!
//! Readings: each stop (`jvm.gc.duration`, one reading for one pause, at its end), and memory around it
//! (`jvm.memory.used_after_last_gc`, `…before…`, `jvm.memory.committed`), of the heap and, with `gc+heap` lines, of pools.
//!
//! Times: the log's own wall time if it has one, else the stamp of a live collector, else the JVM's uptime.
//!
//! Traps: ZGC and Shenandoah do most of their work beside the program: only `Pause …` lines are stops. Their heap
//! figures come in `Garbage Collection` lines. A log appended to by a restarted JVM starts again: an event.

use super::collection::{Change, Collections, later};
use super::gc8::Gc8Record;
use super::gc8_lines::{Gc8Lines, Gc8Text};
use super::unified::Decorated;
use crate::number::milliseconds_us;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::time::{ClockWatch, WallClock};
use plimsoll_run::{At, ServerEventKind};

pub struct GcLog {
    collections: Collections,
    clock: WallClock,
    watch: ClockWatch,
    uptime_us: i64,
    older: Gc8Lines,
    /// The end of the last pause of an older log: G1 tells its memory in a line of its own.
    last_pause: Option<At>,
    /// Of the last line with a time of day: what the JVM says without one came after it.
    last_wall: Option<At>,
}

impl GcLog {
    pub fn new(options: &ReaderOptions) -> GcLog {
        GcLog {
            collections: Collections::new(options.source.clone()),
            clock: WallClock::new(options.time_zone.clone()),
            watch: ClockWatch::new(options),
            uptime_us: 0,
            older: Gc8Lines::default(),
            last_pause: None,
            last_wall: None,
        }
    }

    fn unified(&mut self, found: &Decorated<'_>, at: At, line: u64, out: &mut dyn Output) {
        let (number, message) = match found.message.strip_prefix("GC(").and_then(|m| m.split_once(") ")) {
            Some((number, message)) => (Some(number), message.trim()),
            None => (None, found.message),
        };
        // A generation's letter before the phases of generational ZGC: `Y: Pause Mark Start`.
        let message = message.get(1..).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(message);
        if number.is_none() {
            return self.next_to(found, at, out);
        }
        let change = || Change::first(message);
        if message.starts_with("Pause ") {
            if let Some((action, cause, duration_us)) = pause(message) {
                self.collections.pause(at, duration_us, (action, cause), line, out);
                if let Some(change) = change() {
                    self.collections.memory(at, "", change, line, out);
                }
            }
        } else if ["Garbage Collection", "Minor Collection", "Major Collection"]
            .iter()
            .any(|m| message.starts_with(m))
        {
            if let Some(change) = change() {
                self.collections.memory(at, "", change, line, out);
            }
        } else if let (Some((pool, _)), true) = (message.split_once(": "), found.tags.contains("heap"))
            && is_pool(pool)
            && let Some(change) = change()
        {
            self.collections.memory(at, pool, change, line, out);
        }
    }

    /// A line of an older log.
    fn older(&mut self, text: &str, line: &InputLine<'_>, out: &mut dyn Output) {
        let (found, problems) = self.older.line(text, line.number, &mut self.clock);
        problems.into_iter().for_each(|problem| out.problem(problem));
        if found.is_empty() {
            self.continued(text, line, out);
        }
        for found in found {
            if let Err(kind) = self.collection(&found, line, out) {
                out.problem(Problem { line: found.line, kind });
            }
        }
    }

    fn collection(
        &mut self,
        found: &Gc8Text,
        line: &InputLine<'_>,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let Some(record) = Gc8Record::read(&found.text)? else { return Ok(()) };
        let started = found.time.at().or(line.stamp_us.map(At::Run)).ok_or_else(|| {
            let text = "a collection without a time: start the JVM with -XX:+PrintGCDateStamps";
            ProblemKind::Malformed { text: text.to_owned() }
        })?;
        let own = later(started, record.duration_us.unwrap_or(0));
        let at = if matches!(own, At::Wall(_)) { own } else { line.at(own) };
        if let Some(uptime_us) = found.time.uptime_us {
            self.uptime(uptime_us, at, out);
        }
        self.last_wall = matches!(at, At::Wall(_)).then_some(at).or(self.last_wall);
        self.watch.see(at, &self.collections.source, out);
        if let Some(duration_us) = record.duration_us {
            self.last_pause = Some(at);
            let why = (record.action.as_str(), record.cause.as_str());
            self.collections.pause(at, duration_us, why, found.line, out);
        }
        for (pool, change) in record.changes {
            self.collections.memory(at, pool, change, found.line, out);
        }
        Ok(())
    }

    /// Lines of an older log that end no collection.
    fn continued(&mut self, text: &str, line: &InputLine<'_>, out: &mut dyn Output) {
        if is_out_of_memory(text) {
            let at = self.last_wall.unwrap_or_else(|| line.at(At::Since(self.uptime_us)));
            self.collections.event(at, ServerEventKind::OutOfMemory, text, out);
        }
        let Some(at) = self.last_pause else { return };
        // Other lines of G1's details have no arrow.
        let Some((_, heap)) = text.split_once("[Eden: ").and_then(|(_, rest)| rest.split_once(" Heap: "))
        else {
            // JDK 6 has the heap alone.
            let heap = text.trim_start().strip_prefix("[ ").and_then(|rest| rest.strip_suffix(']'));
            if let Some(change) = heap.and_then(Change::first) {
                self.collections.memory(at, "", change, line.number, out);
            }
            return;
        };
        let (heap, other) = heap.split_once(']').unwrap_or((heap, ""));
        if let Some(change) = Change::first(heap) {
            self.collections.memory(at, "", change, line.number, out);
        }
        if let Some(change) = other.split_once("[Metaspace: ").and_then(|(_, rest)| Change::first(rest)) {
            self.collections.memory(at, "Metaspace", change, line.number, out);
        }
    }

    /// A JVM whose uptime went back is another one.
    fn uptime(&mut self, uptime_us: i64, at: At, out: &mut dyn Output) {
        if uptime_us + 1_000_000 < self.uptime_us {
            let text = "the JVM's uptime began again";
            self.collections.event(at, ServerEventKind::Restart, text, out);
        }
        self.uptime_us = uptime_us;
    }

    /// Lines that belong to no collection.
    fn next_to(&mut self, found: &Decorated<'_>, at: At, out: &mut dyn Output) {
        if let Some(name) = found.message.strip_prefix("Using ")
            && found.tags == "gc"
        {
            // By its whole name it would pass for what is done beside the program.
            let short = if name == "Concurrent Mark Sweep" { "CMS" } else { name.trim_start_matches("The ") };
            short.clone_into(&mut self.collections.collector);
            self.collections.event(at, ServerEventKind::JvmStart, format!("a JVM started with {name}"), out);
        } else if found.message.contains("OutOfMemoryError") {
            self.collections.event(at, ServerEventKind::OutOfMemory, found.message, out);
        }
    }
}

impl LineReader for GcLog {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        if let Some(found) = Decorated::read(&text, &mut self.clock) {
            let own = found.at();
            let at = if matches!(own, At::Wall(_)) { own } else { line.at(own) };
            self.last_wall = matches!(own, At::Wall(_)).then_some(own).or(self.last_wall);
            if let Some(uptime_us) = found.uptime_us {
                self.uptime(uptime_us, at, out);
            }
            self.watch.see(at, &self.collections.source, out);
            return self.unified(&found, at, line.number, out);
        }
        self.older(&text, &line, out);
    }

    fn finish(&mut self, out: &mut dyn Output) {
        self.older.finish().into_iter().for_each(|problem| out.problem(problem));
    }
}

/// As the JVM itself says it, in the log or on the standard output that they share.
fn is_out_of_memory(text: &str) -> bool {
    const BEFORE: [&str; 4] = ["", "Terminating due to ", "Aborting due to ", "Exception: "];
    let of_a_thread = || text.strip_prefix("Exception in thread \"").and_then(|rest| rest.split_once("\" "));
    let is_it = |rest: &str| rest.starts_with("java.lang.OutOfMemoryError");
    BEFORE.iter().any(|before| text.strip_prefix(before).is_some_and(is_it))
        || of_a_thread().is_some_and(|(_, rest)| is_it(rest))
}

/// `Pause Young (Normal) (G1 Evacuation Pause) 6M->1M(64M) 16.028ms`: action, cause, duration. `None` for the line that
/// begins a pause, which has no duration.
fn pause(message: &str) -> Option<(&str, &str, u64)> {
    let (head, duration) = message.trim_end().rsplit_once(' ')?;
    let duration_us = match (duration.strip_suffix("ms"), duration.strip_suffix('s')) {
        (Some(ms), _) => milliseconds_us(ms.as_bytes())?,
        (None, Some(s)) => crate::number::seconds_us(s.as_bytes())?,
        (None, None) => return None,
    };
    let action_end =
        head.find(" (").or_else(|| head.find(|c: char| c.is_ascii_digit())).unwrap_or(head.len());
    let cause = head.rfind(" (").and_then(|at| head[at + 2..].split_once(')')).map_or("", |(cause, _)| cause);
    Some((head[..action_end].trim(), cause, duration_us))
}

fn is_pool(name: &str) -> bool {
    !name.is_empty() && name.len() < 40 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b' ')
}

/// What a log of JDK 7 and 8 begins with.
fn is_older_title(line: &str) -> bool {
    line.contains(" VM (2") && line.contains(" JRE (1.") || line.starts_with("CommandLine flags: -XX:")
}

/// A unified line with a `gc` tag, or one of the older logs.
pub fn recognise(lines: &[String]) -> bool {
    let mut clock = WallClock::new(jiff::tz::TimeZone::UTC);
    lines.iter().any(|line| {
        Decorated::read(line, &mut clock).is_some_and(|found| found.tags.split(',').any(|tag| tag == "gc"))
            || Gc8Lines::begins(line)
            || is_older_title(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(log: &str, stamp_us: Option<i64>) -> String {
        let mut dump = Dump::default();
        let mut reader = Lines::new(GcLog::new(&ReaderOptions::default()));
        reader.read(log.as_bytes(), stamp_us, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn serial_with_all_tags() {
        let log = "\
[2026-11-21T08:22:00.603+0000][0.006s][info][gc] Using Serial
[2026-11-21T08:22:00.604+0000][0.007s][info][gc,init] Heap Max Capacity: 64M
[2026-11-21T08:22:01.369+0000][0.772s][info][gc,start    ] GC(0) Pause Young (Allocation Failure)
[2026-11-21T08:22:01.524+0000][0.927s][info][gc,heap     ] GC(0) Tenured: 0K(43712K)->69K(43712K)
[2026-11-21T08:22:01.524+0000][0.927s][info][gc,metaspace] GC(0) Metaspace: 129K(320K)->129K(320K) NonClass: 124K(192K)->124K(192K)
[2026-11-21T08:22:03.524+0000][2.927s][info][gc          ] GC(0) Pause Young (Allocation Failure) 17M->2M(61M) 1154.931ms
[2026-11-21T08:22:03.544+0000][2.947s][info][gc,cpu      ] GC(0) User=0.00s Sys=0.01s Real=0.15s
[2026-11-21T08:23:03.544+0000][0.047s][info][gc] Using G1
";
        insta::assert_snapshot!(dump(log, None), @"
        2026-11-21T08:22:00.603Z event jvm-start: a JVM started with Serial
        2026-11-21T08:22:01.524Z jvm.memory.used_after_last_gc{jvm.memory.pool.name=Tenured,jvm.memory.type=heap} 70656 By
        2026-11-21T08:22:01.524Z jvm.memory.used_before_last_gc{jvm.memory.pool.name=Tenured,jvm.memory.type=heap} 0 By
        2026-11-21T08:22:01.524Z jvm.memory.committed{jvm.memory.pool.name=Tenured,jvm.memory.type=heap} 44761088 By
        2026-11-21T08:22:03.524Z jvm.gc.duration{jvm.gc.action=Pause Young,jvm.gc.cause=Allocation Failure,jvm.gc.name=Serial} 1.154931 s
        2026-11-21T08:22:02.369069Z event long-pause 1154931 us: Pause Young (Allocation Failure) of 1.155 s
        2026-11-21T08:22:03.524Z jvm.memory.used_after_last_gc{jvm.memory.type=heap} 2097152 By
        2026-11-21T08:22:03.524Z jvm.memory.used_before_last_gc{jvm.memory.type=heap} 17825792 By
        2026-11-21T08:22:03.524Z jvm.memory.committed{jvm.memory.type=heap} 63963136 By
        2026-11-21T08:23:03.544Z event restart: the JVM's uptime began again
        2026-11-21T08:23:03.544Z event jvm-start: a JVM started with G1
        ");
    }

    #[test]
    fn g1_and_z_without_wall_time() {
        let log = "\
[0.213s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->1M(64M) 16.028ms
[0.300s][info][gc] GC(1) Concurrent Mark Cycle 12.1ms
[0.400s][info][gc] GC(1) Pause Remark 8M->8M(64M) 0.5ms
[742ms][info][gc,phases] GC(2) Pause Mark Start 0.012ms
[742ms][info][gc,phases] GC(2) Y: Pause Mark End 0.020ms
[742ms][info][gc       ] GC(2) Garbage Collection (Warmup) 14M(11%)->8M(6%)
[800ms][info][gc       ] GC(3) Major Collection (Warmup) 14M(11%)->8M(6%) 0.034s
";
        insta::assert_snapshot!(dump(log, None), @"
        +213000 jvm.gc.duration{jvm.gc.action=Pause Young,jvm.gc.cause=G1 Evacuation Pause} 0.016028 s
        +213000 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 1048576 By
        +213000 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 6291456 By
        +213000 jvm.memory.committed{jvm.memory.type=heap} 67108864 By
        +400000 jvm.gc.duration{jvm.gc.action=Pause Remark} 0.0005 s
        +400000 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 8388608 By
        +400000 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 8388608 By
        +400000 jvm.memory.committed{jvm.memory.type=heap} 67108864 By
        +742000 jvm.gc.duration{jvm.gc.action=Pause Mark Start} 0.000012 s
        +742000 jvm.gc.duration{jvm.gc.action=Pause Mark End} 0.00002 s
        +742000 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 8388608 By
        +742000 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 14680064 By
        +800000 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 8388608 By
        +800000 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 14680064 By
        ");
        assert!(dump(log, Some(5_000_000)).lines().all(|line| line.starts_with("run 5000000 ")));
    }

    #[test]
    fn logs_of_jdk_8() {
        let log = "\
OpenJDK 64-Bit Server VM (25.402-b06) for linux-amd64 JRE (1.8.0_402-b06), built on Jan 17 2024
2026-11-21T08:22:01.369+0100: 0.772: [GC (Allocation Failure) [PSYoungGen: 65024K->10720K(75776K)] 65024K->10792K(249344K), 0.0095123 secs] [Times: user=0.01 sys=0.00, real=0.01 secs]
2026-11-21T08:22:02.000+0100: 1.403: [Full GC (Ergonomics) [PSYoungGen: 10720K->0K(75776K)] [ParOldGen: 72K->10K(173568K)] 10792K->10K(249344K), [Metaspace: 20K->20K(1067008K)], 1.5000000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs]
3.000: [GC (Allocation Failure) 3.000: [ParNew: 1024K->2K(3072K), 0.0500000 secs] 4096K->5K(6144K), 0.0600000 secs] [Times: user=0.01]
4.000: [GC pause (G1 Evacuation Pause) (young), 0.0123 secs]
   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->12.0M(256.0M)]
5.000: [CMS-concurrent-mark: 0.1/0.2 secs] [Times: user=0.01]
java.lang.OutOfMemoryError: Java heap space
";
        insta::assert_snapshot!(dump(log, None), @"
        2026-11-21T07:22:01.378512Z jvm.gc.duration{jvm.gc.action=GC,jvm.gc.cause=Allocation Failure} 0.009512 s
        2026-11-21T07:22:01.378512Z jvm.memory.used_after_last_gc{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 10977280 By
        2026-11-21T07:22:01.378512Z jvm.memory.used_before_last_gc{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 66584576 By
        2026-11-21T07:22:01.378512Z jvm.memory.committed{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 77594624 By
        2026-11-21T07:22:01.378512Z jvm.memory.used_after_last_gc{jvm.memory.type=heap} 11051008 By
        2026-11-21T07:22:01.378512Z jvm.memory.used_before_last_gc{jvm.memory.type=heap} 66584576 By
        2026-11-21T07:22:01.378512Z jvm.memory.committed{jvm.memory.type=heap} 255328256 By
        2026-11-21T07:22:03.5Z jvm.gc.duration{jvm.gc.action=Full GC,jvm.gc.cause=Ergonomics} 1.5 s
        2026-11-21T07:22:02Z event long-pause 1500000 us: Full GC (Ergonomics) of 1.500 s
        2026-11-21T07:22:03.5Z jvm.memory.used_after_last_gc{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 0 By
        2026-11-21T07:22:03.5Z jvm.memory.used_before_last_gc{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 10977280 By
        2026-11-21T07:22:03.5Z jvm.memory.committed{jvm.memory.pool.name=PSYoungGen,jvm.memory.type=heap} 77594624 By
        2026-11-21T07:22:03.5Z jvm.memory.used_after_last_gc{jvm.memory.pool.name=ParOldGen,jvm.memory.type=heap} 10240 By
        2026-11-21T07:22:03.5Z jvm.memory.used_before_last_gc{jvm.memory.pool.name=ParOldGen,jvm.memory.type=heap} 73728 By
        2026-11-21T07:22:03.5Z jvm.memory.committed{jvm.memory.pool.name=ParOldGen,jvm.memory.type=heap} 177733632 By
        2026-11-21T07:22:03.5Z jvm.memory.used_after_last_gc{jvm.memory.pool.name=Metaspace,jvm.memory.type=non_heap} 20480 By
        2026-11-21T07:22:03.5Z jvm.memory.used_before_last_gc{jvm.memory.pool.name=Metaspace,jvm.memory.type=non_heap} 20480 By
        2026-11-21T07:22:03.5Z jvm.memory.committed{jvm.memory.pool.name=Metaspace,jvm.memory.type=non_heap} 1092616192 By
        2026-11-21T07:22:03.5Z jvm.memory.used_after_last_gc{jvm.memory.type=heap} 10240 By
        2026-11-21T07:22:03.5Z jvm.memory.used_before_last_gc{jvm.memory.type=heap} 11051008 By
        2026-11-21T07:22:03.5Z jvm.memory.committed{jvm.memory.type=heap} 255328256 By
        +3060000 jvm.gc.duration{jvm.gc.action=GC,jvm.gc.cause=Allocation Failure} 0.06 s
        +3060000 jvm.memory.used_after_last_gc{jvm.memory.pool.name=ParNew,jvm.memory.type=heap} 2048 By
        +3060000 jvm.memory.used_before_last_gc{jvm.memory.pool.name=ParNew,jvm.memory.type=heap} 1048576 By
        +3060000 jvm.memory.committed{jvm.memory.pool.name=ParNew,jvm.memory.type=heap} 3145728 By
        +3060000 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 5120 By
        +3060000 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 4194304 By
        +3060000 jvm.memory.committed{jvm.memory.type=heap} 6291456 By
        +4012300 jvm.gc.duration{jvm.gc.action=GC,jvm.gc.cause=G1 Evacuation Pause} 0.0123 s
        +4012300 jvm.memory.used_after_last_gc{jvm.memory.type=heap} 12582912 By
        +4012300 jvm.memory.used_before_last_gc{jvm.memory.type=heap} 25165824 By
        +4012300 jvm.memory.committed{jvm.memory.type=heap} 268435456 By
        2026-11-21T07:22:03.5Z event out-of-memory: java.lang.OutOfMemoryError: Java heap space
        ");
    }

    #[test]
    fn lines_cut_anywhere_are_passed_over() {
        let log = "[2026-11-21T08:22:03.524+0000][2.927s][info][gc          ] GC(0) Pause Full (System.gc()) 17M->2M(61M) 15.931ms";
        let old = "2026-11-21T08:22:01.369+0100: 0.772: [GC (Allocation Failure) [PSYoungGen: 65024K->10720K(75776K)] 65024K->10792K(249344K), 0.0095123 secs] [Times: user=0.01]";
        for line in [log, old] {
            for end in 0..line.len() {
                let pauses = dump(&line[..end], None).matches("jvm.gc.duration").count();
                assert!(pauses <= 1, "{}", &line[..end]);
            }
        }
    }
}
