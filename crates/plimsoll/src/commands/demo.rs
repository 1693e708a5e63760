//! `plimsoll demo`: the main job on a built-in server whose capacity is known.

use super::run::Session;
use super::run_report::{Wanted, apart};
use crate::arguments::DemoArguments;
use crate::exit::{Exit, Failure};
use crate::loading::load_plan;
use crate::{message, recording, signals};
use plimsoll_plan::document::Problems;
use plimsoll_plan::units::format_duration;
use plimsoll_run::{Language, ReportFormat};
use plimsoll_study::{Steering, read_study};
use plimsoll_targets::{Behaviour, Delay, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// The server: 8 requests at a time, 20 ms each, so 400 requests/s and no more.
const SERVER: Delay = Delay { response: Duration::from_millis(20), workers: Some(8) };

/// Of a study.
const STEP_MIN: Duration = Duration::from_secs(1);

const PLAN: &str = "\
plan: demo
scenarios:
  - name: visitors
    users: 1
    steps:
      - get: http://127.0.0.1:${__P(port)}/
        label: home page
        check: {status: 200}
";

pub fn demo(arguments: &DemoArguments) -> Result<Exit, Failure> {
    if arguments.step < STEP_MIN {
        return Err(Failure::input("--step: a step is measured for at least 1 s"));
    }
    let steering = Steering::default();
    signals::stop_on_signal(&steering)?;
    let folder = recording::output_folder(Some(&arguments.output), "demo").map_err(|failure| {
        failure.with_hint(format!("remove {} or name another folder with -o", arguments.output.display()))
    })?;
    let target = Target::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), Behaviour::Delay(SERVER))
        .map_err(|e| super::target::failure(&e))?;
    message::say(&format!(
        "a server on {} that serves 8 requests at a time, 20 ms each: it can carry 400 requests/s.\n\
         Plimsoll does not know that, and raises the load until throughput stops growing.\n",
        target.address()
    ));
    let study_text = study_text(target.address().port(), arguments.step);
    let (plan_file, study_file) = (folder.join("demo-plan.yaml"), folder.join("demo-study.yaml"));
    recording::write_whole(&plan_file, PLAN)?;
    recording::write_whole(&study_file, &study_text)?;
    let node = plimsoll_formats::yaml::document("demo-study.yaml", &study_text)
        .map_err(|e| Failure::internal(e.to_string()))?;
    let mut problems = Problems::new("demo-study.yaml");
    let study = read_study(&node, &folder, &mut problems)
        .ok_or_else(|| Failure::internal(format!("the demo's study can't be read: {:?}", problems.found)))?;
    let mut loaded = Vec::new();
    for planned in study.runs(0) {
        let plan = load_plan(&planned.plan, &planned.properties, false)?;
        loaded.push((planned, plan));
    }
    let session = Session {
        study: &study,
        study_text: Some(study_text),
        folder: &folder,
        workers: 1,
        grace: Duration::from_secs(5),
        source_addresses: Vec::new(),
        busy_poll: false,
        receive_time: plimsoll_engine::ReceiveTime::default(),
        jtl: None,
        seed: 1,
        labels: Vec::new(),
        jmeter: None,
        secrets: Default::default(),
        fleet: None,
        made: None,
        skip_unsupported: false,
        resumed: false,
        exports: Default::default(),
    };
    let performed = session.perform_all(&loaded, &steering, false)?;
    let wanted = Wanted { formats: vec![ReportFormat::Html], language: Language::English, tables: None };
    apart(&folder, &performed.files, &wanted)
}

fn study_text(port: u16, step: Duration) -> String {
    format!(
        "study: demo\nplan: demo-plan.yaml\nproperties: {{port: {port}}}\nclimb:\n  threads: {{start: 2, add: 2}}\n  \
         step: {}\n  ramp: 1 s\n  pause: 1 s\n  goal: 60 %\nrequirements:\n  - p95 <= 50 ms\n  - errors < 1 %\n\
         expected: 500000/h\n",
        format_duration(step)
    )
}
