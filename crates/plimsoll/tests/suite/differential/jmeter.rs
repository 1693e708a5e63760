//! JMeter, performing many plans in one process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct JMeter {
    process: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Where it runs: listeners of plans may write files there.
    _folder: tempfile::TempDir,
}

impl JMeter {
    pub fn start(home: &Path) -> std::io::Result<JMeter> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/differential/Performer.java");
        let classes = format!("{0}/lib/*:{0}/lib/ext/*", home.display());
        let folder = tempfile::tempdir()?;
        let mut process = Command::new("java")
            .args(["-Xmx400m", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-cp", &classes])
            .arg(script)
            .arg(home)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let asks = process.stdin.take().expect("piped");
        let answers = BufReader::new(process.stdout.take().expect("piped"));
        Ok(JMeter { process, asks, answers, _folder: folder })
    }

    /// Performs the plan; its rows go to `jtl`.
    pub fn perform(&mut self, plan: &Path, jtl: &Path) -> Result<(), String> {
        writeln!(self.asks, "{}\t{}", plan.display(), jtl.display()).map_err(|e| e.to_string())?;
        self.asks.flush().map_err(|e| e.to_string())?;
        loop {
            let mut line = String::new();
            if self.answers.read_line(&mut line).map_err(|e| e.to_string())? == 0 {
                return Err("JMeter ended".to_owned());
            }
            match line.trim().strip_prefix("performed: ") {
                Some("ok") => return Ok(()),
                Some(problem) => return Err(problem.to_owned()),
                // Whatever else JMeter and its scripts print.
                None => {}
            }
        }
    }
}

impl Drop for JMeter {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
