//! One JMeter, for one step.

use super::console::LOG_CONFIGURATION;
use super::home::{self, JmeterHome};
use crate::guarded_group::GuardedGroup;
use plimsoll_run::ScratchFolder;
use plimsoll_run::private::create_private;
use rustix::process::{Pid, Signal};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::net::{Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};

#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    #[error("failed to write the plan for JMeter beside {path}", path = path.display())]
    Plan { path: PathBuf, source: std::io::Error },
    #[error("failed to make a folder for JMeter's results")]
    Folder(#[source] std::io::Error),
    #[error("failed to start JMeter in {folder}", folder = folder.display())]
    Start { folder: PathBuf, source: std::io::Error },
    #[error("failed to wait for JMeter")]
    Wait(#[source] std::io::Error),
}

/// A running JMeter with its files; ended with the value.
pub struct Process {
    child: Child,
    group: Pid,
    reaped: bool,
    _guarded: GuardedGroup,
    scratch: ScratchFolder,
    /// The plan as it is run. JMeter looks for the files that a plan names in the plan's folder.
    _plan: PlanCopy,
}

/// Settings that decide what the results look like, whatever the user's own say. `-J` overrides every file.
const RESULT_SETTINGS: &[(&str, &str)] = &[
    ("jmeter.save.saveservice.autoflush", "true"),
    ("jmeter.save.saveservice.timestamp_format", "ms"),
    ("jmeter.save.saveservice.default_delimiter", ","),
    ("jmeter.save.saveservice.print_field_names", "true"),
    ("jmeter.save.saveservice.label", "true"),
    ("jmeter.save.saveservice.time", "true"),
    ("jmeter.save.saveservice.response_code", "true"),
    ("jmeter.save.saveservice.response_message", "true"),
    ("jmeter.save.saveservice.successful", "true"),
    ("jmeter.save.saveservice.thread_name", "true"),
    ("jmeter.save.saveservice.bytes", "true"),
    ("jmeter.save.saveservice.sent_bytes", "true"),
    ("jmeter.save.saveservice.latency", "true"),
    ("jmeter.save.saveservice.connect_time", "true"),
    ("jmeter.save.saveservice.thread_counts", "true"),
    ("jmeter.save.saveservice.assertion_results_failure_message", "true"),
    ("jmeter.save.saveservice.assertion_results", "none"),
    ("jmeter.save.saveservice.response_data", "false"),
    ("jmeter.save.saveservice.response_data.on_error", "false"),
    ("jmeter.save.saveservice.samplerData", "false"),
    ("jmeter.save.saveservice.requestHeaders", "false"),
    ("jmeter.save.saveservice.responseHeaders", "false"),
    ("jmeter.save.saveservice.sample_count", "false"),
    ("sampleresult.timestamp.start", "true"),
    ("sample_variables", ""),
    ("summariser.name", ""),
    ("jmeterengine.nongui.maxport", "65535"),
];

/// What makes results whole exchanges.
const DATA_SETTINGS: &[&str] = &["response_data", "samplerData", "requestHeaders", "responseHeaders", "url"];

/// How JMeter writes its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultForm {
    /// Without the requests in transactions.
    Csv,
    Xml,
    /// With what was sent and answered.
    XmlWithData,
}

impl Process {
    /// Starts it. `form`: what the results are written as, and with what.
    pub fn start(
        home: &JmeterHome,
        plan: &Path,
        text: &str,
        properties: &BTreeMap<String, String>,
        form: ResultForm,
    ) -> Result<Process, ProcessError> {
        let scratch = ScratchFolder::new("jmeter");
        let scratch = scratch.map_err(ProcessError::Folder)?;
        let copy = PlanCopy::write(plan, text, scratch.path())?;
        let at = |name: &str| scratch.path().join(name);
        std::fs::write(at("log4j2.xml"), LOG_CONFIGURATION).map_err(ProcessError::Folder)?;
        let output = File::create(at("output")).map_err(ProcessError::Folder)?;
        let errors = output.try_clone().map_err(ProcessError::Folder)?;
        let mut command = home::generator_command(&home.folder);
        command.arg("-n").arg("-t").arg(&copy.path);
        command.arg("-l").arg(at("results")).arg("-j").arg(at("jmeter.log")).arg("-i").arg(at("log4j2.xml"));
        if !properties.is_empty() {
            // Not on the command line, which every user of the machine can read.
            let written = create_private(&at("given.properties"))
                .and_then(|mut file| file.write_all(properties_file(properties).as_bytes()));
            written.map_err(ProcessError::Folder)?;
            command.arg("-q").arg(at("given.properties"));
        }
        for (name, value) in RESULT_SETTINGS {
            command.arg(format!("-J{name}={value}"));
        }
        let (format, sub_results) = if form == ResultForm::Csv { ("csv", "false") } else { ("xml", "true") };
        command.arg(format!("-Jjmeter.save.saveservice.output_format={format}"));
        command.arg(format!("-Jjmeter.save.saveservice.subresults={sub_results}"));
        if form == ResultForm::XmlWithData {
            // The last of several counts.
            command.args(DATA_SETTINGS.iter().map(|name| format!("-Jjmeter.save.saveservice.{name}=true")));
        }
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        let start = |source| ProcessError::Start { folder: home.folder.clone(), source };
        let (child, guarded) = GuardedGroup::spawn(&mut command).map_err(start)?;
        let group = Pid::from_child(&child);
        Ok(Process { child, group, reaped: false, _guarded: guarded, scratch, _plan: copy })
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// Its process group.
    pub fn group(&self) -> u32 {
        self.group.as_raw_nonzero().get().unsigned_abs()
    }

    pub fn ended(&mut self) -> Result<Option<ExitStatus>, ProcessError> {
        let status = self.child.try_wait().map_err(ProcessError::Wait)?;
        self.reaped |= status.is_some();
        Ok(status)
    }

    /// A command of JMeter's own: `Shutdown`, `StopTestNow`.
    pub fn announce(&self, port: Option<u16>, command: &str) {
        let Some(port) = port else { return };
        // One that does not arrive is followed by a signal.
        let _ = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|socket| socket.send_to(command.as_bytes(), (Ipv4Addr::LOCALHOST, port)));
    }

    /// To the processes that were started here and no others.
    pub fn signal(&self, signal: Signal) {
        if !self.reaped {
            // It may have ended this moment.
            let _ = rustix::process::kill_process_group(self.group, signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            self.signal(Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

/// As `java.util.Properties` reads them: Latin-1, everything else by its number.
fn properties_file(properties: &BTreeMap<String, String>) -> String {
    let escaped = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let written = units.iter().map(|unit| match u8::try_from(*unit).map(char::from) {
            Ok(c) if c.is_ascii_alphanumeric() || "._-/".contains(c) => c.to_string(),
            _ => format!("\\u{unit:04x}"),
        });
        written.collect::<String>()
    };
    let lines = properties.iter().map(|(name, value)| format!("{}={}\n", escaped(name), escaped(value)));
    lines.collect()
}

/// A plan in the folder of another; removed with the value.
struct PlanCopy {
    path: PathBuf,
}

impl PlanCopy {
    /// Where nothing can be written beside the plan, the copy lies in a folder of links to what is beside it.
    fn write(plan: &Path, text: &str, scratch: &Path) -> Result<PlanCopy, ProcessError> {
        let problem = |source| ProcessError::Plan { path: plan.to_owned(), source };
        let folder = plan.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(problem)?;
        let stem = plan.file_stem().map_or_else(|| "plan".into(), |stem| stem.to_string_lossy());
        let name = format!(".{stem}.plimsoll-{}.jmx", std::process::id());
        let background = folder.join(&name);
        if std::fs::write(&background, text).is_ok() {
            return Ok(PlanCopy { path: background });
        }
        let links = scratch.join("plan");
        std::fs::create_dir(&links).map_err(problem)?;
        for entry in std::fs::read_dir(&folder).map_err(problem)?.flatten() {
            std::os::unix::fs::symlink(entry.path(), links.join(entry.file_name())).map_err(problem)?;
        }
        let path = links.join(name);
        std::fs::write(&path, text).map_err(problem)?;
        Ok(PlanCopy { path })
    }
}

impl Drop for PlanCopy {
    fn drop(&mut self) {
        // Without it there is nothing left to remove.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_written_as_java_reads_them() {
        let given = BTreeMap::from([("db_password".to_owned(), " p=é\n#\u{1f4a9}".to_owned())]);
        let written = "db_password=\\u0020p\\u003d\\u00e9\\u000a\\u0023\\ud83d\\udca9\n";
        assert_eq!(properties_file(&given), written);
    }
}
