//! `--compare-with`: a recording, or JMeter.

use crate::arguments::TryArguments;
use crate::exit::{Failure, chain};
use crate::trial::{JmeterComparison, RawSamples, TrialComparison, proposals};
use crate::{loading, message, stdout};
use plimsoll_formats::{AnswerShape, Conversion, PlanReading, Properties, ReturnedValue, read_plan_with};
use plimsoll_report::trial::TrialSample;
use plimsoll_run::Secrets;
use plimsoll_study::{HomeError, JmeterHome, jmeter_trial};
use plimsoll_telemetry::jtl::exchanges::JtlExchange;
use std::path::{Path, PathBuf};

/// What a trial is held against.
pub enum Compared {
    Recording { file: PathBuf, answers: Vec<AnswerShape>, returned: Vec<ReturnedValue> },
    Jmeter { version: String, samples: Vec<JtlExchange>, secrets: Secrets },
}

impl Compared {
    /// Says what differs; whether nothing does.
    pub fn show(&self, samples: &[TrialSample], raw: &RawSamples, known: &Secrets) -> bool {
        let (text, is_same) = match self {
            Compared::Recording { file, answers, returned } => {
                let found = TrialComparison::of(samples, answers);
                let proposed = proposals(returned, &found.pairs, raw, known).concat();
                (found.text(&file.display().to_string()) + &proposed, found.is_same())
            }
            Compared::Jmeter { version, samples: jmeter, secrets } => {
                let found = JmeterComparison::of(samples, jmeter, secrets);
                (found.text(version), found.is_same())
            }
        };
        stdout::print(&text);
        is_same
    }
}

/// JMeter runs first: its requests and the trial's do not mix.
pub fn compared(
    arguments: &TryArguments,
    properties: &Properties,
    secrets: &Secrets,
) -> Result<Option<Compared>, Failure> {
    match arguments.compare_with.as_deref() {
        None => Ok(None),
        Some(with) if with == Path::new("jmeter") => in_jmeter(arguments, properties, secrets).map(Some),
        Some(file) => {
            let reading = recorded(file)?;
            let (answers, returned) = (reading.recorded, reading.returned);
            Ok(Some(Compared::Recording { file: file.to_owned(), answers, returned }))
        }
    }
}

/// What the requests of a recording got.
fn recorded(file: &Path) -> Result<PlanReading, Failure> {
    let conversion = Conversion { lists_returned: true, ..Conversion::default() };
    let reading = read_plan_with(file, &Properties::new(), &conversion)
        .map_err(|error| Failure::input(chain(&error)).with_hint(error.hint()))?;
    if reading.recorded.is_empty() {
        let text = format!("{} is no recording with requests", file.display());
        return Err(Failure::input(text).with_hint(
            "--compare-with takes a HAR file, as `plimsoll record` writes it, or the word jmeter",
        ));
    }
    Ok(reading)
}

fn in_jmeter(
    arguments: &TryArguments,
    properties: &Properties,
    secrets: &Secrets,
) -> Result<Compared, Failure> {
    let no_plan = || {
        Failure::input("--compare-with jmeter needs a plan of JMeter's")
            .with_hint("name a .jmx file; without it, or with a recording, Plimsoll is tried alone")
    };
    let path = arguments.file.as_deref().ok_or_else(no_plan)?;
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("jmx")) {
        return Err(no_plan());
    }
    let home = JmeterHome::find(arguments.jmeter_home.as_deref())
        .map_err(|error: HomeError| Failure::input(chain(&error)).with_hint(error.hint()))?;
    let loaded = loading::load_jmeter_plan(path, properties)?;
    let Some(plan) = &loaded.jmeter else { return Err(no_plan()) };
    let passes = arguments.iterations.unwrap_or(1);
    let text = plan.text(&plan.loads.clone().for_one_user(passes));
    message::say(&format!("trying it in JMeter {} first …", home.version));
    let samples = jmeter_trial(&home, path, &text, properties, arguments.time).map_err(|error| {
        Failure::input(chain(&error)).with_hint("--generator jmeter and JMeter itself say more")
    })?;
    Ok(Compared::Jmeter { version: home.version, samples, secrets: secrets.clone() })
}
