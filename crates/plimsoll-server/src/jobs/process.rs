//! Processes of the program itself.

use super::signals;
use crate::api::ApiError;
use crate::lab::LabServer;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a short command came to.
pub struct Ran {
    pub exit_code: Option<i32>,
    /// Its data and its conversation, each a megabyte at the most.
    pub data: String,
    pub conversation: String,
}

const OUTPUT_MAX: u64 = 1_000_000;
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A command of the program in a folder, that ends by itself; one that does not is ended.
pub fn run_short(
    lab: &LabServer,
    arguments: &[String],
    folder: &Path,
    within: Duration,
) -> Result<Ran, ApiError> {
    let mut command = Command::new(&lab.config.program);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.env("NO_COLOR", "1").env("COLUMNS", "100");
    signals::own_group(&mut command);
    let mut child = command.spawn()?;
    let read = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut stream) = stream {
                let _ = stream.by_ref().take(OUTPUT_MAX).read_to_end(&mut text);
                // What is too much is read, so that the command does not wait, and let go.
                let _ = std::io::copy(&mut stream, &mut std::io::sink());
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let data = read(child.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>));
    let conversation = read(child.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>));
    let exit_code = wait(&mut child, within)?;
    let text = |thread: std::thread::JoinHandle<String>| thread.join().unwrap_or_default();
    Ok(Ran { exit_code, data: text(data), conversation: text(conversation) })
}

fn wait(child: &mut Child, within: Duration) -> Result<Option<i32>, ApiError> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if started.elapsed() > within {
            signals::end_group(child);
            child.wait()?;
            let text = format!("the command did not end within {} s and was ended", within.as_secs());
            return Err(ApiError::unprocessable(text, Vec::new()));
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// A load, which goes on whatever becomes of the lab; what it prints is in the file.
pub fn start(lab: &LabServer, arguments: &[String], log: &Path) -> Result<Child, ApiError> {
    let output = plimsoll_run::private::create_private(log)?;
    let mut command = Command::new(&lab.config.program);
    command.args(arguments).current_dir(&lab.library.folder).stdin(Stdio::null());
    command.stdout(output.try_clone()?).stderr(output).env("NO_COLOR", "1");
    signals::own_group(&mut command);
    Ok(command.spawn()?)
}

/// When a process began (proc(5), `/proc/PID/stat`, field 22); `None`: there is none, or it is over.
pub fn began(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let is_over = matches!(fields.first(), Some(&("Z" | "X")));
    fields.get(19)?.parse().ok().filter(|_| !is_over)
}

/// The last lines of a log.
pub fn tail(log: &Path, bytes: usize) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let from = text.len().saturating_sub(bytes);
    let end = String::from_utf8_lossy(&text[from..]);
    plimsoll_run::visible(&end.replace('\r', "\n")).into_owned()
}
