//! `plimsoll demo`: the main job on a built-in shop, whose limit the report is to name.

use super::run::Session;
use super::run_report::{Wanted, apart};
use crate::arguments::DemoArguments;
use crate::exit::{Exit, Failure};
use crate::loading::load_plan;
use crate::{kernel, message, recording, signals};
use plimsoll_plan::document::Problems;
use plimsoll_plan::units::format_duration;
use plimsoll_run::{Language, ReportFormat};
use plimsoll_study::{Steering, read_study};
use plimsoll_targets::{Behaviour, Target};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

/// Of the shop's pool: nine queries of 10 ms and one of 100 ms take 19 ms on average, so some 300 pages a second and no more.
const CONNECTIONS: u32 = 6;

/// Of a study.
const STEP_MIN: Duration = Duration::from_secs(1);

const PLAN: &str = "\
plan: demo
scenarios:
  - name: visitors
    users: 1
    steps:
      - loop:
          times: 9
          steps:
            - get: http://127.0.0.1:${__P(port)}/items/1
              label: item
              check: {status: 200}
      - get: http://127.0.0.1:${__P(port)}/search?q=mark
        label: search
        check: {status: 200}
";

pub fn demo(arguments: &DemoArguments) -> Result<Exit, Failure> {
    if arguments.step < STEP_MIN {
        return Err(Failure::input("--step: a step is measured for at least 1 s"));
    }
    kernel::check()?;
    let steering = Steering::default();
    signals::stop_on_signal(&steering)?;
    let folder = recording::output_folder(Some(&arguments.output), "demo").map_err(|failure| {
        failure.with_hint(format!("remove {} or name another folder with -o", arguments.output.display()))
    })?;
    let target = Target::start(
        SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        Behaviour::Shop { connections: CONNECTIONS },
    )
    .map_err(|e| super::target::failure(&e))?;
    message::say(&format!(
        "a web shop on {}: its items are found in 10 ms, a search takes 100 ms, and it has {CONNECTIONS} connections to its \
         database.\nPlimsoll does not know what limits it: it raises the load until throughput stops growing, and watches.\n",
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
        cores: Vec::new(),
        cpu_used_percent: None,
        grace: Duration::from_secs(5),
        source_addresses: Vec::new(),
        busy_poll: false,
        receive_time: plimsoll_engine::ReceiveTime::default(),
        jtl: None,
        seed: 1,
        labels: Vec::new(),
        command: std::env::args().collect(),
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
    let exit = apart(&folder, &performed.files, &wanted)?;
    message::say(&seen(&folder));
    Ok(exit)
}

/// What opens the report, alone and in the lab.
fn seen(folder: &Path) -> String {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let program =
        std::env::current_exe().map_or_else(|_| "plimsoll".to_owned(), |path| path.display().to_string());
    format!(
        "\nnext:  xdg-open \"{report}\"\n           the report, in a browser\n       {program} serve --open \"{folder}\"\n           \
         the run in the lab: its charts over time, tables and examples, beside other runs\n       {program} init\n           \
         a study of your own",
        report = folder.join("report.html").display(),
        folder = folder.display()
    )
}

fn study_text(port: u16, step: Duration) -> String {
    format!(
        "study: demo\nplan: demo-plan.yaml\nproperties: {{port: {port}}}\nclimb:\n  threads: {{start: 2, add: 2}}\n  \
         step: {}\n  ramp: 1 s\n  pause: 1 s\n  goal: 60 %\nrequirements:\n  - p95 of \"item\" <= 150 ms\n  - errors < 1 %\n\
         expected: 500000/h\nwatch:\n  - prometheus: {{url: \"http://127.0.0.1:{port}/metrics\", every: 250 ms, name: shop}}\n",
        format_duration(step)
    )
}
