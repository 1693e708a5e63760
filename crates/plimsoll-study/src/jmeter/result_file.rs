//! A result file of JMeter's that somebody has.

use super::outcome::failure;
use crate::external::{ResultSecond, Results};
use plimsoll_run::{At, Interval, Reading, ServerEvent, TransactionKey};
use plimsoll_telemetry::{Output, Problem, ReaderOptions, RequestRow, read_all};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What is in it, by seconds from its first sample.
#[derive(Debug)]
pub struct ResultFile {
    /// Microseconds since 1970 at second 0.
    pub started_unix_us: i64,
    /// When the last sample ended, from then.
    pub ended_us: u64,
    /// The most users at the same time, as far as it is told.
    pub users: u32,
    /// Each second in which something ended.
    pub seconds: Vec<FileSecond>,
    /// The first row that could not be read.
    pub problem: Option<String>,
}

#[derive(Debug)]
pub struct FileSecond {
    /// From the first sample.
    pub number: u32,
    pub transactions: Vec<(TransactionKey, Interval)>,
    /// At work, as far as it is told.
    pub users: u32,
}

impl FileSecond {
    fn of(number: u32, second: ResultSecond) -> FileSecond {
        FileSecond { number, transactions: second.transactions.into_iter().collect(), users: second.users }
    }
}

/// Reads a CSV or XML file.
pub fn read_results(path: &Path) -> io::Result<ResultFile> {
    let mut first = First::default();
    read(path, &mut first)?;
    let started_unix_us = first.started_unix_us.unwrap_or(0).div_euclid(1_000_000) * 1_000_000;
    let mut results = Results::new(started_unix_us, failure).without_sub_results();
    read(path, &mut results)?;
    let problem = results.problem.take().map(|p| format!("line {}: {}", p.line, p.kind));
    let seconds = results.take_before(u32::MAX).into_iter();
    Ok(ResultFile {
        started_unix_us,
        ended_us: results.last_end_us.max(1),
        users: results.users_max.max(1),
        seconds: seconds.map(|(number, second)| FileSecond::of(number, second)).collect(),
        problem,
    })
}

fn read(path: &Path, out: &mut dyn Output) -> io::Result<()> {
    let mut head = Vec::new();
    File::open(path)?.take(64 * 1024).read_to_end(&mut head)?;
    let format = plimsoll_telemetry::recognise(&head).filter(|format| format.name.starts_with("jtl"));
    let options = ReaderOptions::default();
    let unknown = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let format = format.ok_or_else(|| unknown("it is no result file of JMeter's".to_owned()))?;
    let mut reader = format.reader(&options).map_err(|error| unknown(error.to_string()))?;
    read_all(&mut File::open(path)?, reader.as_mut(), out).map(|_| ())
}

/// When the earliest sample began: rows stand in the order in which they ended.
#[derive(Default)]
struct First {
    started_unix_us: Option<i64>,
}

impl Output for First {
    fn reading(&mut self, _reading: Reading) {}

    fn event(&mut self, _event: ServerEvent) {}

    fn request(&mut self, request: &RequestRow<'_>) {
        if let At::Wall(us) = request.started {
            self.started_unix_us = Some(self.started_unix_us.map_or(us, |first| first.min(us)));
        }
    }

    fn problem(&mut self, _problem: Problem) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::TransactionKind;

    #[test]
    fn sub_results_and_transactions_are_not_counted_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("r.jtl");
        let rows = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect
1795261428100,900,page,200,OK,Users 1-1,text,true,,300,30,2,2,http://h/,20,0,5
1795261428100,400,page-0,302,Found,Users 1-1,text,true,,100,10,2,2,http://h/,20,0,5
1795261428500,500,page-1,200,OK,Users 1-1,text,true,,200,20,2,2,http://h/x,20,0,0
1795261429200,300,page-1,503,No,Users 1-2,text,false,,200,20,2,2,http://h/y,20,0,0
1795261428100,1400,all,200,\"Number of samples in transaction : 2, number of failing samples : 1\",Users 1-2,,false,,500,50,2,2,null,0,0,0
";
        std::fs::write(&file, rows).expect("written");
        let found = read_results(&file).expect("read");
        assert_eq!(
            (found.started_unix_us, found.ended_us, found.users),
            (1_795_261_428_000_000, 1_500_000, 2)
        );
        let shown: Vec<(u32, String, TransactionKind, u64, u64)> = found
            .seconds
            .iter()
            .flat_map(|second| {
                let row = |(t, i): &'_ (TransactionKey, Interval)| {
                    (second.number, t.name.clone(), t.kind, i.requests, i.errors_total())
                };
                second.transactions.iter().map(row).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(
            shown,
            [
                (1, "all".to_owned(), TransactionKind::Group, 1, 1),
                (1, "page".to_owned(), TransactionKind::Request, 1, 0),
                (1, "page-1".to_owned(), TransactionKind::Request, 1, 1),
            ]
        );
    }
}
