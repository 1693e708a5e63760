//! `jstat -gc`, `-gcutil`, `-gccause`, `-gccapacity` of JDK 7 to 21: columns are taken from the header.
//!
//! Defaults: sizes in KiB, utilizations in per cent, times in seconds, counts and times cumulative since the JVM's
//! start. `Timestamp` (with `-t`) is seconds since the JVM's start; without it rows are numbered from 0.
//!
//! Traps: `-` stands for what a collector doesn't have, and `CGC`, `CGCT` are missing before JDK 9. `GCT` is the sum of
//! the others and left out. A row with a value that can't be (more than 100 %, below zero) is reported and left out. The columns of `-gccause` end in two texts with spaces. A count that falls is a restart.

use crate::number::{decimal, scale};
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, ResettableTotal, can_be, emit, restart};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Series, Source};
use std::sync::Arc;

/// The metric of a column and what its number is multiplied by.
fn column(name: &str) -> Option<(MetricSpec, f64)> {
    const USED: MetricSpec = MetricSpec::new(metric::JVM_MEMORY_USED, "By", Gauge);
    const COMMITTED: MetricSpec = MetricSpec::new(metric::JVM_MEMORY_COMMITTED, "By", Gauge);
    const SHARE: MetricSpec = MetricSpec::new(metric::JVM_MEMORY_UTILIZATION, "1", Gauge);
    const TIME: MetricSpec = MetricSpec::new(metric::JVM_GC_DURATION, "s", Counter);
    const COUNT: MetricSpec = MetricSpec::new(metric::JVM_GC_DURATION, "{collection}", Counter);
    macro_rules! pool {
        ($name:literal, $type:literal) => {
            &[(attribute::JVM_MEMORY_POOL_NAME, $name), (attribute::JVM_MEMORY_TYPE, $type)]
        };
    }
    macro_rules! collector {
        ($name:literal, $statistic:literal) => {
            &[(attribute::JVM_GC_NAME, $name), ("statistic", $statistic)]
        };
    }
    const SURVIVOR_0: &[(&str, &str)] = pool!("survivor 0", "heap");
    const SURVIVOR_1: &[(&str, &str)] = pool!("survivor 1", "heap");
    const EDEN: &[(&str, &str)] = pool!("eden", "heap");
    const OLD: &[(&str, &str)] = pool!("old", "heap");
    const META: &[(&str, &str)] = pool!("metaspace", "non_heap");
    const CLASSES: &[(&str, &str)] = pool!("compressed class space", "non_heap");
    const PERM: &[(&str, &str)] = pool!("permanent", "non_heap");
    Some(match name {
        "S0C" => (COMMITTED.with(SURVIVOR_0), 1024.0),
        "S1C" => (COMMITTED.with(SURVIVOR_1), 1024.0),
        "EC" => (COMMITTED.with(EDEN), 1024.0),
        "OC" => (COMMITTED.with(OLD), 1024.0),
        "MC" => (COMMITTED.with(META), 1024.0),
        "CCSC" => (COMMITTED.with(CLASSES), 1024.0),
        "PC" => (COMMITTED.with(PERM), 1024.0),
        "S0U" => (USED.with(SURVIVOR_0), 1024.0),
        "S1U" => (USED.with(SURVIVOR_1), 1024.0),
        "EU" => (USED.with(EDEN), 1024.0),
        "OU" => (USED.with(OLD), 1024.0),
        "MU" => (USED.with(META), 1024.0),
        "CCSU" => (USED.with(CLASSES), 1024.0),
        "PU" => (USED.with(PERM), 1024.0),
        "S0" => (SHARE.with(SURVIVOR_0), 0.01),
        "S1" => (SHARE.with(SURVIVOR_1), 0.01),
        "E" => (SHARE.with(EDEN), 0.01),
        "O" => (SHARE.with(OLD), 0.01),
        "M" => (SHARE.with(META), 0.01),
        "CCS" => (SHARE.with(CLASSES), 0.01),
        "P" => (SHARE.with(PERM), 0.01),
        "YGC" => (COUNT.with(collector!("young", "count")), 1.0),
        "YGCT" => (TIME.with(collector!("young", "sum")), 1.0),
        "FGC" => (COUNT.with(collector!("full", "count")), 1.0),
        "FGCT" => (TIME.with(collector!("full", "sum")), 1.0),
        "CGC" => (COUNT.with(collector!("concurrent", "count")), 1.0),
        "CGCT" => (TIME.with(collector!("concurrent", "sum")), 1.0),
        _ => return None,
    })
}

/// A column that is read.
struct Column {
    metric: MetricSpec,
    factor: f64,
    series: Arc<Series>,
}

pub struct Jstat {
    source: Source,
    /// `None` for a column that is passed over.
    columns: Vec<Option<Column>>,
    /// Texts follow the last column.
    texts_follow: bool,
    timestamp: bool,
    header: String,
    rows: u64,
    uptime: ResettableTotal,
    young: ResettableTotal,
}

impl Jstat {
    pub fn new(options: &ReaderOptions) -> Jstat {
        Jstat {
            source: options.source.clone(),
            columns: Vec::new(),
            texts_follow: false,
            timestamp: false,
            header: String::new(),
            rows: 0,
            uptime: ResettableTotal::default(),
            young: ResettableTotal::default(),
        }
    }

    fn read_header(&mut self, text: &str) {
        if text == self.header {
            return;
        }
        text.clone_into(&mut self.header);
        let words: Vec<&str> = text.split_whitespace().collect();
        self.timestamp = words.first() == Some(&"Timestamp");
        let count = words.iter().position(|word| *word == "LGCC").unwrap_or(words.len());
        self.texts_follow = count < words.len();
        let source = &self.source;
        self.columns = words[..count]
            .iter()
            .map(|word| {
                let (metric, factor) = column(word)?;
                Some(Column { metric, factor, series: metric.of(source, &[]) })
            })
            .collect();
    }

    fn row(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let expected = self.columns.len();
        if expected == 0 {
            return Err(ProblemKind::NoHeader);
        }
        if words.len() < expected || words.len() > expected && !self.texts_follow {
            return Err(ProblemKind::Columns { found: words.len(), expected });
        }
        let value = |place: usize| -> Result<Option<f64>, ProblemKind> {
            let word = words[place];
            if word == "-" {
                return Ok(None);
            }
            let name = || self.header.split_whitespace().nth(place).unwrap_or_default().to_owned();
            let value = decimal(word).ok_or_else(|| ProblemKind::number(name(), word.as_bytes()))?;
            let is_possible = match &self.columns[place] {
                Some(column) => can_be(&column.metric, scale(value, column.factor)),
                // The uptime among others.
                None => (0.0..=1e10).contains(&value),
            };
            match is_possible {
                true => Ok(Some(value)),
                false => Err(ProblemKind::impossible(name(), word.as_bytes())),
            }
        };
        let values: Result<Vec<Option<f64>>, ProblemKind> = (0..expected).map(value).collect();
        let values = values?;
        let uptime = values[0].filter(|_| self.timestamp);
        let at = line.at(match uptime {
            Some(uptime_s) => At::Since((uptime_s * 1e6).round() as i64),
            None => At::Index(self.rows),
        });
        self.rows += 1;
        self.watch(at, uptime, &values, out);
        for (column, value) in self.columns.iter().zip(values) {
            if let (Some(column), Some(value)) = (column, value) {
                emit(out, at, &column.series, scale(value, column.factor));
            }
        }
        Ok(())
    }

    /// Tells when the JVM restarted.
    fn watch(&mut self, at: At, uptime: Option<f64>, values: &[Option<f64>], out: &mut dyn Output) {
        let young =
            self.header.split_whitespace().position(|name| name == "YGC").and_then(|at| *values.get(at)?);
        let uptime_fell = uptime.and_then(|value| Some((self.uptime.fell(value)?, value)));
        let young_fell = young.and_then(|value| Some((self.young.fell(value)?, value)));
        let text = match (uptime_fell, young_fell) {
            (Some((before, now)), _) => format!("the JVM's uptime fell from {before} to {now} s"),
            (None, Some((before, now))) => format!("young collections fell from {before} to {now}"),
            (None, None) => return,
        };
        out.event(restart(at, &self.source, text));
    }
}

impl LineReader for Jstat {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if is_header(text) {
            return self.read_header(text);
        }
        if let Err(kind) = self.row(&line, text, out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

fn is_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|word| word == "YGC") && words.any(|word| matches!(word, "FGC" | "YGCT"))
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().any(|line| is_header(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(log: &str) -> String {
        let mut dump = Dump::default();
        let mut reader = Lines::new(Jstat::new(&ReaderOptions::default()));
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn columns_go_by_the_header_and_dashes_are_left_out() {
        let log = "\
Timestamp           S0C         S1C         S0U         S1U          EC           EU           OC           OU          MC         MU       CCSC      CCSU     YGC     YGCT     FGC    FGCT     CGC    CGCT       GCT
            5.9           -           -           -           -            -            -     131072.0     131072.0      384.0      141.2     128.0       4.8      -         -     -         -   291     0.002     0.002
";
        insta::assert_snapshot!(dump(log), @"
        +5900000 jvm.memory.committed{jvm.memory.pool.name=old,jvm.memory.type=heap} 134217728 By
        +5900000 jvm.memory.used{jvm.memory.pool.name=old,jvm.memory.type=heap} 134217728 By
        +5900000 jvm.memory.committed{jvm.memory.pool.name=metaspace,jvm.memory.type=non_heap} 393216 By
        +5900000 jvm.memory.used{jvm.memory.pool.name=metaspace,jvm.memory.type=non_heap} 144588.8 By
        +5900000 jvm.memory.committed{jvm.memory.pool.name=compressed class space,jvm.memory.type=non_heap} 131072 By
        +5900000 jvm.memory.used{jvm.memory.pool.name=compressed class space,jvm.memory.type=non_heap} 4915.2 By
        +5900000 jvm.gc.duration{jvm.gc.name=concurrent,statistic=count} 291 {collection} total
        +5900000 jvm.gc.duration{jvm.gc.name=concurrent,statistic=sum} 0.002 s total
        ");
    }

    #[test]
    fn causes_are_passed_over_and_commas_are_decimal() {
        let log = "\
  S0     S1     E      O      M     CCS    YGC     YGCT    FGC    FGCT     GCT    LGCC                 GCC
  0,00  79,68  70,83  64,93  26,71   2,98   1179    2,530     0    0,000    2,530 G1 Evacuation Pause  No GC
";
        insta::assert_snapshot!(dump(log), @"
        #0 jvm.memory.utilization{jvm.memory.pool.name=survivor 0,jvm.memory.type=heap} 0 1
        #0 jvm.memory.utilization{jvm.memory.pool.name=survivor 1,jvm.memory.type=heap} 0.7968000000000001 1
        #0 jvm.memory.utilization{jvm.memory.pool.name=eden,jvm.memory.type=heap} 0.7082999999999999 1
        #0 jvm.memory.utilization{jvm.memory.pool.name=old,jvm.memory.type=heap} 0.6493000000000001 1
        #0 jvm.memory.utilization{jvm.memory.pool.name=metaspace,jvm.memory.type=non_heap} 0.2671 1
        #0 jvm.memory.utilization{jvm.memory.pool.name=compressed class space,jvm.memory.type=non_heap} 0.0298 1
        #0 jvm.gc.duration{jvm.gc.name=young,statistic=count} 1179 {collection} total
        #0 jvm.gc.duration{jvm.gc.name=young,statistic=sum} 2.53 s total
        #0 jvm.gc.duration{jvm.gc.name=full,statistic=count} 0 {collection} total
        #0 jvm.gc.duration{jvm.gc.name=full,statistic=sum} 0 s total
        ");
    }

    #[test]
    fn a_header_in_an_order_that_jstat_never_writes_is_read_up_to_its_texts() {
        assert_eq!(
            dump("O LGCC YGC FGC\n50.0 a b c\n"),
            "#0 jvm.memory.utilization{jvm.memory.pool.name=old,jvm.memory.type=heap} 0.5 1\n"
        );
    }

    #[test]
    fn values_that_cannot_be_are_problems_with_their_line() {
        let log = "\
Timestamp         S0     O     YGC     YGCT     FGC    FGCT
            1.0   5.00  140.00   1     0.513    0     0.000
            2.0   5.00  -3.00    1     0.513    0     0.000
            3.0   5.00  100.00   1     0.513    0     0.000
           -4.0   5.00  50.00    1     0.513    0     0.000
            5.0   5.00  50.00    1     0.513    0     -1
";
        let dump = dump(log);
        assert_eq!(dump.lines().filter(|line| line.contains("pool.name=old")).count(), 1, "{dump}");
        let problems: Vec<&str> = dump.lines().filter(|line| line.starts_with('!')).collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        ! input:2: O: "140.00" can't be; the row is left out
        ! input:3: O: "-3.00" can't be; the row is left out
        ! input:5: Timestamp: "-4.0" can't be; the row is left out
        ! input:6: FGCT: "-1" can't be; the row is left out
        "#);
        let sizes = dump_of_sizes();
        assert!(sizes.contains("OU: \"-2048.0\" can't be"), "{sizes}");
    }

    fn dump_of_sizes() -> String {
        dump("    OC         OU       YGC     YGCT    FGC    FGCT     GCT\n1024.0 -2048.0 1 0.1 0 0.0 0.1\n")
    }

    #[test]
    fn a_restart_is_an_event_and_other_lines_are_reported() {
        let log = "\
Timestamp         S0     YGC     YGCT     FGC    FGCT
            7.2  82.03   714     0.513    48     0.183
            0.3   0.00     1     0.003     0     0.000
17962 not found
            1.3   x     1     0.003     0     0.000
";
        let dump = dump(log);
        let found: Vec<&str> = dump.lines().filter(|l| l.contains("event") || l.starts_with('!')).collect();
        insta::assert_snapshot!(found.join("\n"), @r#"
        +300000 event restart: the JVM's uptime fell from 7.2 to 0.3 s
        ! input:4: a row of 3 columns under a header of 6
        ! input:5: S0: "x" is not a number
        "#);
    }
}
