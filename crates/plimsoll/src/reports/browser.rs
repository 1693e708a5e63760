//! Prints a page to PDF with Chromium.

use super::pages;
use crate::exit::Failure;
use crate::{chromium, recording};
use plimsoll_run::ScratchFolder;
use plimsoll_study::GuardedGroup;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The report of an hour takes a few seconds.
const PRINT_MAX: Duration = Duration::from_secs(180);
/// Numbers of pages change where they stand only if they get longer.
const PRINTINGS_MAX: usize = 3;
const LOOK_EVERY: Duration = Duration::from_millis(20);

pub struct Browser {
    program: PathBuf,
}

impl Browser {
    pub fn find() -> Result<Browser, Failure> {
        let program =
            chromium::find("a PDF is printed by Chromium", "any browser prints report.html to PDF too")?;
        Ok(Browser { program })
    }

    /// The page, on A4 with page numbers; the file appears when it is whole. `numbered` gives the page with the numbers
    /// of the pages that its anchors are on, as far as they are known: the first printing shows them, and another one is
    /// made with them until they stay.
    pub fn print(
        &self,
        page: &str,
        numbered: impl Fn(&BTreeMap<String, u32>) -> String,
        path: &Path,
    ) -> Result<(), Failure> {
        let mut known = BTreeMap::new();
        let mut printed = Vec::new();
        for _ in 0..PRINTINGS_MAX {
            printed = self.printed(&numbered(&known), path)?;
            let found = pages::anchors(&printed);
            if found.is_empty() {
                // Another printer's PDF: better no number than a wrong one.
                printed = self.printed(page, path)?;
            }
            if found == known {
                break;
            }
            known = found;
        }
        recording::write_whole(path, printed)
    }

    fn printed(&self, page: &str, path: &Path) -> Result<Vec<u8>, Failure> {
        let folder = ScratchFolder::new("print")
            .map_err(|e| Failure::internal(format!("failed to make a folder for the page to print: {e}")))?;
        let (html, pdf) = (folder.path().join("report.html"), folder.path().join("report.pdf"));
        recording::write_whole(&html, page)?;
        let log = folder.path().join("log");
        let failed = |why: String| {
            let said = std::fs::read_to_string(&log).unwrap_or_default();
            let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
            let said = if last.is_empty() { String::new() } else { format!(": {last}") };
            Failure::internal(format!(
                "failed to print {} with {}: {why}{said}",
                path.display(),
                self.program.display()
            ))
            .with_hint("`--format html` needs no browser; open it and print it to PDF")
        };
        let (child, _guarded) =
            self.start(&html, &pdf, folder.path(), &log).map_err(|e| failed(e.to_string()))?;
        let status = wait(child).map_err(&failed)?;
        let printed = std::fs::read(&pdf).unwrap_or_default();
        if !status.success() || !printed.starts_with(b"%PDF") {
            return Err(failed(status.to_string()));
        }
        Ok(printed)
    }

    fn start(
        &self,
        html: &Path,
        pdf: &Path,
        folder: &Path,
        log: &Path,
    ) -> std::io::Result<(Child, GuardedGroup)> {
        let log = std::fs::File::create(log)?;
        let mut command = chromium::command(&self.program);
        command.args([
            "--headless",
            "--disable-gpu",
            "--no-pdf-header-footer",
            "--generate-pdf-document-outline",
        ]);
        command
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .arg(format!("--print-to-pdf={}", pdf.display()))
            .arg(format!("file://{}", html.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        GuardedGroup::spawn(&mut command)
    }
}

/// A browser that hangs is ended.
fn wait(mut child: Child) -> Result<ExitStatus, String> {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if started.elapsed() < PRINT_MAX => std::thread::sleep(LOOK_EVERY),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("nothing came for {} s", PRINT_MAX.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
