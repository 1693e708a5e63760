//! The log of the run, where scripts look for JMeter's.

use crate::stdout;
use plimsoll_run::private::create_private;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Lines with a time, a level and who says it. What can't be written is lost: the run matters more.
#[derive(Clone, Debug, Default)]
pub struct RunLog {
    file: Arc<Mutex<Option<File>>>,
}

impl RunLog {
    /// Creates the file, or empties it.
    pub fn create(path: &Path) -> std::io::Result<RunLog> {
        Ok(RunLog { file: Arc::new(Mutex::new(Some(create_private(path)?))) })
    }

    /// To stdout, too.
    pub fn announce(&self, text: &str) {
        self.say(text);
        stdout::print(&format!("{text}\n"));
    }

    pub fn say(&self, text: &str) {
        let now = jiff::Zoned::now();
        let time = now.strftime("%Y-%m-%d %H:%M:%S");
        let line = format!("{time},{:03} INFO plimsoll: {text}\n", now.millisecond());
        if let Some(file) = self.file.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = file.write_all(line.as_bytes());
        }
    }
}
