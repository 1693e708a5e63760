//! The socket beside a run file, by which the run is steered from outside: by the lab, or by anybody who may write it.

use plimsoll_server::control_socket;
use plimsoll_study::Steering;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Listens until it is dropped; then the socket is gone.
pub struct ControlSocket {
    done: Arc<AtomicBool>,
    listener: Option<JoinHandle<()>>,
    path: PathBuf,
}

/// The same as a key does.
const STEP: f64 = 1.1;
const WAIT: Duration = Duration::from_millis(50);
/// For one question.
const QUESTION_WAIT: Duration = Duration::from_secs(1);

impl ControlSocket {
    /// `None`: the file system has no sockets, say; the run goes on without.
    pub fn listen(run_file: &Path, steering: &Steering) -> Option<ControlSocket> {
        let path = control_socket(run_file);
        // What an earlier run of this name left behind when it was killed.
        let _ = std::fs::remove_file(&path);
        let listener = bind(&path).ok()?;
        listener.set_nonblocking(true).ok()?;
        let done = Arc::new(AtomicBool::new(false));
        let (steering, until) = (steering.clone(), Arc::clone(&done));
        let thread = std::thread::Builder::new().name("control".to_owned());
        let listener = thread.spawn(move || answer_all(&listener, &steering, &until)).ok();
        Some(ControlSocket { done, listener, path })
    }
}

impl Drop for ControlSocket {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(listener) = self.listener.take() {
            // One that panicked has nothing to say here.
            let _ = listener.join();
        }
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Its owner's alone. A path has 107 bytes at most (unix(7)); a longer one is gone to by its open folder.
fn bind(path: &Path) -> std::io::Result<UnixListener> {
    use std::os::unix::fs::PermissionsExt;
    let listener = match path.as_os_str().len() < 100 {
        true => UnixListener::bind(path)?,
        false => {
            let (folder, short) = plimsoll_server::short_socket_path(path)?;
            let listener = UnixListener::bind(short);
            drop(folder);
            listener?
        }
    };
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

fn answer_all(listener: &UnixListener, steering: &Steering, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        match listener.accept() {
            // Whoever went away meanwhile misses nothing.
            Ok((stream, _)) => drop(answer(stream, steering)),
            Err(_) => std::thread::sleep(WAIT),
        }
    }
}

fn answer(stream: UnixStream, steering: &Steering) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(QUESTION_WAIT))?;
    stream.set_write_timeout(Some(QUESTION_WAIT))?;
    let mut line = String::new();
    BufReader::new(Read::take(&stream, 4_096)).read_line(&mut line)?;
    let asked: Value = serde_json::from_str(&line).unwrap_or_default();
    let answer = format!("{}\n", perform(asked["action"].as_str().unwrap_or_default(), steering));
    (&stream).write_all(answer.as_bytes())
}

fn perform(action: &str, steering: &Steering) -> Value {
    let (paused, _) = steering.current();
    let possible = match action {
        "state" => true,
        "pause" if !paused => steering.toggle_pause(),
        "resume" if paused => steering.toggle_pause(),
        "pause" | "resume" => true,
        "raise" => steering.scale(STEP),
        "lower" => steering.scale(1.0 / STEP),
        "next" => steering.end_step(),
        "end" => {
            steering.quit();
            true
        }
        _ => return json!({ "error": "unknown action: state, pause, resume, raise, lower, next or end" }),
    };
    if !possible {
        return json!({ "error": "no step is under way: that is not possible now" });
    }
    let (paused, factor) = steering.current();
    json!({ "paused": paused, "factor": factor })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_ended_by_its_socket_whatever_the_length_of_its_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("a".repeat(120));
        std::fs::create_dir(&deep).expect("another one");
        for place in [folder.path(), &deep] {
            let (file, steering) = (place.join("run.run"), Steering::default());
            let socket = ControlSocket::listen(&file, &steering).expect("it listens");
            let paused = plimsoll_server::ask_control(&file, plimsoll_server::Action::Pause);
            assert!(paused.is_err(), "no step is under way");
            let state =
                plimsoll_server::ask_control(&file, plimsoll_server::Action::End).expect("it is answered");
            assert!(!state.paused && steering.stopped().is_some());
            drop(socket);
            assert!(!control_socket(&file).exists());
            assert!(plimsoll_server::ask_control(&file, plimsoll_server::Action::State).is_err());
        }
    }
}
