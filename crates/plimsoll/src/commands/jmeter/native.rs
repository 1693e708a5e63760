//! Runs the plan here, with JMeter's words around it.

use super::listener;
use super::options::JmeterOptions;
use super::rows::{self, SharedThreads, ThreadWatch, now_ms};
use super::run_log::RunLog;
use super::saving::Saving;
use super::summariser::Summariser;
use super::wrong::{occurred, report_folder};
use crate::commands::report::ANALYSIS_SEED;
use crate::commands::run::Session;
use crate::exit::{Exit, Failure, chain};
use crate::stdout::print;
use crate::{loading, message, recording, signals};
use plimsoll_formats::Properties;
use plimsoll_report::{Language, Words};
use plimsoll_run::jtl::{JtlFormat, JtlWriter};
use plimsoll_run::{EndReason, ScratchFolder};
use plimsoll_study::{Steering, Study};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// So long may requests in flight take after their user's time is over; JMeter waits for as long as they take.
const GRACE: Duration = Duration::from_secs(3600);

pub fn perform(plan: &Path, options: &JmeterOptions, properties: &Properties) -> Result<Exit, Failure> {
    let log_path = Path::new(options.value('j').unwrap_or("jmeter.log"));
    let log = RunLog::create(log_path).unwrap_or_else(|error| {
        message::warning(&format!("failed to write the log {}: {error}", log_path.display()), None);
        RunLog::default()
    });
    let folder = match options.has('e') || options.has('o') {
        true => match report_folder(options, properties) {
            Ok(folder) => Some(folder),
            Err(why) => return Ok(occurred(&why)),
        },
        false => None,
    };
    let loaded = loading::load_plan(plan, properties, false)?;
    for text in &loaded.record.approximated {
        log.say(&format!("approximated: {text}"));
    }
    if !loaded.record.approximated.is_empty() {
        let count = loaded.record.approximated.len();
        message::say(&format!(
            "plimsoll: {count} elements are approximated; `plimsoll check {}` lists them",
            plan.display()
        ));
    }
    let summariser = Summariser::of(properties, now_ms());
    if let Some(summariser) = &summariser {
        log.announce(&format!("Creating summariser <{}>", summariser.name()));
    }
    let saving = Saving::of(properties);
    let writer = match options.value('l').map(|file| results_file(Path::new(file), options, &saving)) {
        Some(Ok(writer)) => Some(writer),
        Some(Err(why)) => {
            print(&format!("Error in NonGUIDriver java.lang.IllegalArgumentException: {why}\n"));
            return Ok(occurred(&format!("Error in NonGUIDriver {why}")));
        }
        None => None,
    };
    if writer.is_some() {
        saving.problems.iter().for_each(|problem| message::warning(problem, None));
    }
    let run = NativeRun { plan, properties, log, folder: folder.filter(|_| options.has('e')) };
    run.perform(&loaded, writer, saving, summariser)
}

/// Where the samples go. Without `-f` JMeter adds to a file that there is; not for a report.
fn results_file(path: &Path, options: &JmeterOptions, saving: &Saving) -> Result<JtlWriter, String> {
    if options.has('f') && path.is_file() {
        let cannot = |e| format!("Could not delete results file {}: {e}", path.display());
        std::fs::remove_file(path).map_err(cannot)?;
    }
    let is_used = std::fs::metadata(path).is_ok_and(|file| file.len() > 0);
    if options.has('e') {
        if saving.format != JtlFormat::Csv {
            let property = "check 'jmeter.save.saveservice.output_format' property";
            return Err(format!("Report generation requires csv output format, {property}"));
        }
        if is_used {
            return Err(format!("Results file:{} is not empty", path.display()));
        }
    }
    if is_used && saving.format == JtlFormat::Xml {
        return Err(format!("Results file:{} is not empty, and XML is not added to", path.display()));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    }
    let writer = if is_used { JtlWriter::append_to } else { JtlWriter::create };
    writer(path, saving.format, saving.columns.clone()).map_err(|error| chain(&error))
}

struct NativeRun<'a> {
    plan: &'a Path,
    properties: &'a Properties,
    log: RunLog,
    /// For the report.
    folder: Option<PathBuf>,
}

impl NativeRun<'_> {
    fn perform(
        &self,
        loaded: &loading::LoadedPlan,
        writer: Option<JtlWriter>,
        saving: Saving,
        summariser: Option<Summariser>,
    ) -> Result<Exit, Failure> {
        self.log.announce(&format!("Created the tree successfully using {}", self.plan.display()));
        let scratch = ScratchFolder::new("jmeter")
            .map_err(|e| Failure::internal(format!("failed to make a folder: {e}")))?;
        let folder = self.folder.as_deref().unwrap_or(scratch.path());
        let file = folder.join(format!("run.{}", recording::RUN_EXTENSION));
        let steering = Steering::default();
        signals::stop_on_signal(&steering)?;
        self.log.announce(&format!("Starting standalone test @ {}", moment()));
        let threads = SharedThreads::default();
        let mut watch = ThreadWatch::new(&loaded.plan, threads.clone());
        let summariser = summariser.map(|mut summariser| {
            summariser.begin(now_ms());
            summariser
        });
        let variables = saving.columns.variables;
        let (samples, rows) = rows::start(writer, summariser, variables, threads, self.log.clone())?;
        match listener::listen(self.properties, &steering) {
            Some(port) => print(&format!(
                "Waiting for possible Shutdown/StopTestNow/HeapDump/ThreadDump message on port {port}\n"
            )),
            None => print("Failed to create UDP port\n"),
        }
        let stem =
            self.plan.file_stem().map_or_else(|| "plan".to_owned(), |s| s.to_string_lossy().into_owned());
        let study = Study::of_plan(&stem, self.plan.to_owned(), self.properties.clone());
        let secrets = crate::secrets::of_plan(&loaded.plan, self.properties, &Default::default());
        message::keep_secret(&secrets);
        let session = Session {
            study: &study,
            study_text: None,
            folder,
            workers: crate::cores::available(),
            cores: Vec::new(),
            cpu_used_percent: None,
            grace: GRACE,
            source_addresses: Vec::new(),
            busy_poll: false,
            receive_time: plimsoll_engine::ReceiveTime::default(),
            jtl: None,
            labels: Vec::new(),
            command: std::env::args().collect(),
            seed: crate::commands::run::random_seed(),
            jmeter: None,
            secrets,
            fleet: None,
            made: None,
            skip_unsupported: false,
            resumed: false,
            exports: Default::default(),
        };
        let planned = study.runs(0).into_iter().next().expect("a plan is one run");
        let performed =
            session.perform_run((&planned, loaded, 0), (&file, None), &steering, &mut watch, Some(samples));
        rows.finish()?;
        let performance = performed?;
        self.log.announce(&format!("Tidying up ...    @ {}", moment()));
        if let Some(folder) = &self.folder {
            self.report(folder, &file)?;
        }
        self.log.announce("... end of run");
        Ok(match performance.end {
            EndReason::Failed(why) => {
                let words = Words::new(Language::English);
                message::failure(&Failure::internal(plimsoll_report::notes::failure(&words, &why)));
                Exit::Failed
            }
            _ => Exit::Done,
        })
    }

    fn report(&self, folder: &Path, file: &Path) -> Result<(), Failure> {
        let (runs, observed) = recording::open_runs(&[file.to_owned()])?;
        let analysis = plimsoll_analysis::analyse(&runs, &observed, ANALYSIS_SEED);
        recording::write_whole(
            &folder.join("index.html"),
            plimsoll_report::html(&analysis, &Words::new(Language::English)),
        )
    }
}

/// `2026 Nov 21 11:43:46 UTC (1795261426996)`, as Java writes a moment in no language.
fn moment() -> String {
    let now = jiff::Zoned::now();
    format!("{} ({})", now.strftime("%Y %b %-d %H:%M:%S %Z"), now.timestamp().as_millisecond())
}
