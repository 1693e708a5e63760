//! Asks the sink once a second what has arrived.

use crate::journal::RunJournal;
use plimsoll_engine::RunClock;
use plimsoll_run::NoteContent;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// An event that has arrived; times in microseconds since 1970, by our clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventArrival {
    pub id: Option<String>,
    /// As the event says it.
    pub start_us: Option<i64>,
    pub arrived_us: i64,
    /// Another process may have heard of it: the sink has not begun again since that process asked it last.
    pub may_be_stored: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    #[error("failed to ask the event sink {url}: {why}")]
    Ask { url: String, why: String },
    #[error("the event sink {url} does not answer as one: {why}")]
    Answer { url: String, why: &'static str },
    #[error("failed to start the thread that asks the event sink")]
    Thread(#[source] std::io::Error),
}

/// What the thread tells.
enum SinkMessage {
    Arrivals(Vec<EventArrival>),
    /// Asked, and there was nothing more.
    Quiet,
    Trouble(String),
}

/// Between two questions.
const EVERY: Duration = Duration::from_secs(1);
const EVERY_AT_END: Duration = Duration::from_millis(100);
const ASK_TIME: Duration = Duration::from_secs(5);
const BATCH: usize = 20_000;
const ANSWER_BYTES_MAX: u64 = 64 << 20;
/// Batches that wait for the driver; a full queue makes the thread wait, not the load.
const WAITING_MAX: usize = 64;

/// What arrives, from the moment of its making on. Ends with the value.
#[derive(Debug)]
pub struct EventArrivals {
    reported: Receiver<SinkMessage>,
    hurry: Option<Sender<()>>,
    thread: Option<JoinHandle<Reader>>,
    trouble: Option<String>,
}

impl std::fmt::Debug for SinkMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SinkMessage")
    }
}

/// Of the sink's clock against ours, from the quickest answer: half its round trip is the uncertainty (Cristian).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinkClock {
    pub ahead_us: i64,
    pub uncertainty_us: i64,
}

impl SinkClock {
    /// What is subtracted from its times: nothing where the clocks may well agree.
    fn correction_us(self) -> i64 {
        if self.ahead_us.abs() <= self.uncertainty_us + AGREEMENT_US { 0 } else { self.ahead_us }
    }
}

/// Clocks of one machine, read one after another.
const AGREEMENT_US: i64 = 1_000;

/// What comes next of a sink's arrivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SinkPosition {
    next: u64,
    epoch: Option<u64>,
}

#[derive(Debug)]
struct Reader {
    agent: ureq::Agent,
    url: String,
    clock: RunClock,
    journal: Option<RunJournal>,
    next: u64,
    epoch: Option<u64>,
    /// What comes may be what another process has heard of.
    again: bool,
    offset: Option<SinkClock>,
    missed: u64,
    failures: u32,
}

impl EventArrivals {
    /// Asks once at once, so that a sink that is not there is known before the load; what arrived before is left out.
    pub fn start(
        url: &str,
        clock: RunClock,
        journal: Option<&RunJournal>,
    ) -> Result<EventArrivals, SinkError> {
        let mut reader = Reader::new(url, clock, journal);
        reader.skip_to_end()?;
        reader.note_position();
        EventArrivals::read(reader)
    }

    /// All that arrived since then, for a run that another process began. A sink that does not answer is asked again.
    pub fn since(
        url: &str,
        clock: RunClock,
        journal: &RunJournal,
        from: SinkPosition,
    ) -> Result<EventArrivals, SinkError> {
        let SinkPosition { next, epoch } = from;
        EventArrivals::read(Reader { next, epoch, again: true, ..Reader::new(url, clock, Some(journal)) })
    }

    fn read(reader: Reader) -> Result<EventArrivals, SinkError> {
        let (announce, reported) = sync_channel(WAITING_MAX);
        let (hurry, hurried) = channel();
        let thread = std::thread::Builder::new().name("arrivals".to_owned());
        let thread = thread.spawn(move || reader.run(&announce, &hurried)).map_err(SinkError::Thread)?;
        Ok(EventArrivals { reported, hurry: Some(hurry), thread: Some(thread), trouble: None })
    }

    /// What has come since this was last asked.
    pub fn take(&mut self) -> Vec<EventArrival> {
        let mut all = Vec::new();
        while let Ok(reported) = self.reported.try_recv() {
            self.hear(reported, &mut all);
        }
        all
    }

    /// The same, as soon as the sink was asked again.
    pub fn take_now(&mut self) -> Vec<EventArrival> {
        if let Some(hurry) = &self.hurry {
            let _ = hurry.send(());
        }
        let mut all = self.take();
        if let Ok(reported) = self.reported.recv_timeout(EVERY_AT_END) {
            self.hear(reported, &mut all);
        }
        all
    }

    fn hear(&mut self, reported: SinkMessage, all: &mut Vec<EventArrival>) {
        match reported {
            SinkMessage::Arrivals(arrivals) => all.extend(arrivals),
            SinkMessage::Quiet => {}
            SinkMessage::Trouble(why) => self.trouble = Some(why),
        }
    }

    /// Ends it; what is to be noted.
    pub fn finish(mut self) -> Vec<NoteContent> {
        self.hurry.take();
        let mut notes = Vec::new();
        // The thread may wait for room in the queue.
        while self.reported.recv().is_ok() {}
        let Some(reader) = self.thread.take().and_then(|thread| thread.join().ok()) else { return notes };
        if let Some(clock) = reader.offset {
            let (ahead_us, uncertainty_us) = (clock.correction_us(), clock.uncertainty_us);
            notes.push(NoteContent::SinkClock { ahead_us, uncertainty_us });
        }
        if reader.missed > 0 {
            notes.push(NoteContent::SinkForgot { arrivals: reader.missed });
        }
        if let Some(why) = self.trouble.take() {
            notes.push(NoteContent::SinkSilent { times: reader.failures, why });
        }
        notes
    }
}

impl Drop for EventArrivals {
    fn drop(&mut self) {
        self.hurry.take();
        while self.reported.recv().is_ok() {}
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Reader {
    fn new(url: &str, clock: RunClock, journal: Option<&RunJournal>) -> Reader {
        let config = ureq::Agent::config_builder().timeout_global(Some(ASK_TIME)).user_agent("Plimsoll");
        Reader {
            agent: config.build().new_agent(),
            url: url.trim_end_matches('/').to_owned(),
            clock,
            journal: journal.cloned(),
            next: 0,
            epoch: None,
            again: false,
            offset: None,
            missed: 0,
            failures: 0,
        }
    }

    fn run(mut self, announce: &SyncSender<SinkMessage>, hurried: &Receiver<()>) -> Reader {
        loop {
            match hurried.recv_timeout(EVERY) {
                Err(RecvTimeoutError::Disconnected) => return self,
                Ok(()) | Err(RecvTimeoutError::Timeout) => {}
            }
            while hurried.try_recv().is_ok() {}
            loop {
                let reported = match self.ask() {
                    Ok(arrivals) if arrivals.is_empty() => SinkMessage::Quiet,
                    Ok(arrivals) => SinkMessage::Arrivals(arrivals),
                    Err(error) => {
                        self.failures += 1;
                        SinkMessage::Trouble(error.to_string())
                    }
                };
                let more = matches!(&reported, SinkMessage::Arrivals(arrivals) if arrivals.len() >= BATCH);
                if announce.send(reported).is_err() {
                    return self;
                }
                if !more {
                    break;
                }
            }
        }
    }

    /// From here another process reads on.
    fn note_position(&self) {
        let position = SinkPosition { next: self.next, epoch: self.epoch };
        if let Some(journal) = &self.journal {
            journal.change(|known| known.sink = Some(position));
        }
    }

    fn skip_to_end(&mut self) -> Result<(), SinkError> {
        self.next = u64::MAX >> 1;
        self.ask().map(drop)
    }

    fn ask(&mut self) -> Result<Vec<EventArrival>, SinkError> {
        let url = format!("{}/arrivals?after={}&limit={BATCH}", self.url, self.next);
        let failed = |error: ureq::Error| SinkError::Ask { url: self.url.clone(), why: error.to_string() };
        let asked_us = self.wall_us();
        let mut answer = self.agent.get(&url).call().map_err(failed)?;
        let bytes = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec().map_err(failed)?;
        let answered_us = self.wall_us();
        let wrong = |why| SinkError::Answer { url: self.url.clone(), why };
        let document: Value = serde_json::from_slice(&bytes).map_err(|_| wrong("not JSON"))?;
        let number = |name: &str| document.get(name).and_then(Value::as_i64);
        let (Some(now_us), Some(next), Some(epoch), Some(rows)) = (
            number("now_us"),
            number("next"),
            number("epoch"),
            document.get("arrivals").and_then(Value::as_array),
        ) else {
            return Err(wrong("`now_us`, `next`, `epoch` or `arrivals` is missing"));
        };
        self.compare(now_us, asked_us, answered_us);
        if self.epoch.is_some_and(|known| known != epoch as u64) {
            // Somebody has made it forget: its numbers begin again.
            (self.epoch, self.next, self.again) = (Some(epoch as u64), 0, false);
            self.note_position();
            return self.ask();
        }
        (self.epoch, self.next) = (Some(epoch as u64), next.max(0) as u64);
        self.missed += number("missed").unwrap_or(0).max(0) as u64;
        let correction_us = self.offset.map_or(0, SinkClock::correction_us);
        let arrival = |row: &Value| {
            let text = |value: &Value| value.as_str().map(str::to_owned);
            let arrived_us = row.get(2)?.as_i64()?.saturating_sub(correction_us);
            let (id, start_us) = (row.get(0).and_then(text), row.get(1)?.as_i64());
            Some(EventArrival { id, start_us, arrived_us, may_be_stored: self.again })
        };
        Ok(rows.iter().filter_map(arrival).collect())
    }

    fn wall_us(&self) -> i64 {
        self.clock.started_unix_us() + self.clock.now_us() as i64
    }

    fn compare(&mut self, now_us: i64, asked_us: i64, answered_us: i64) {
        let uncertainty_us = (answered_us - asked_us) / 2;
        if self.offset.is_none_or(|known| uncertainty_us < known.uncertainty_us) {
            self.offset = Some(SinkClock { ahead_us: now_us - asked_us - uncertainty_us, uncertainty_us });
        }
    }
}
