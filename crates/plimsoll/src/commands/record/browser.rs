//! The installed Chromium with the recording's proxy and a profile of its own.

use crate::chromium;
use crate::exit::Failure;
use plimsoll_run::ScratchFolder;
use plimsoll_study::GuardedGroup;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

pub fn find() -> Result<PathBuf, Failure> {
    chromium::find(
        "--browser starts Chromium",
        "without --browser any browser can be given the proxy by hand",
    )
}

/// Ends, and its profile is removed, when it is dropped.
pub struct RecordedBrowser {
    child: Child,
    _guarded: GuardedGroup,
    _profile: ScratchFolder,
}

impl RecordedBrowser {
    pub fn start(
        program: &Path,
        proxy: SocketAddr,
        key_hash: &str,
        url: Option<&str>,
    ) -> Result<Self, Failure> {
        let profile = ScratchFolder::new("record").map_err(|e| {
            Failure::internal(format!("failed to make a folder for the browser's profile: {e}"))
        })?;
        let mut command = chromium::command(program);
        command
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("--proxy-server=http://{proxy}"))
            // Else it asks this machine without the proxy.
            .arg("--proxy-bypass-list=<-loopback>")
            .arg(format!("--ignore-certificate-errors-spki-list={key_hash}"))
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-default-apps",
                "--disable-domain-reliability",
                "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater",
                "--metrics-recording-only",
                "--no-pings",
                "--password-store=basic",
            ])
            .arg(url.unwrap_or("about:blank"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Its profile is nobody's when this process is gone, so it is ended then.
        let (child, guarded) = GuardedGroup::spawn(&mut command).map_err(|error| {
            Failure::input(format!("failed to start {}: {error}", program.display()))
                .with_hint("without --browser any browser can be given the proxy by hand")
        })?;
        Ok(RecordedBrowser { child, _guarded: guarded, _profile: profile })
    }

    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for RecordedBrowser {
    fn drop(&mut self) {
        // Whether it has ended by itself makes no difference.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
