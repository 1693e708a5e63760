//! `plimsoll --version --verbose`: what a report of a problem needs to say of the program and the machine.

use super::calibrate::{Machine, read};
use crate::chromium;
use crate::exit::Exit;
use crate::{kernel, stdout};
use plimsoll_report::{JSON_SCHEMA_VERSION, Language};
use plimsoll_run::store::SCHEMA_VERSION;

const VERSION: &str = env!("CARGO_PKG_VERSION");

pub fn version(is_verbose: bool) -> Exit {
    let mut text = format!("plimsoll {VERSION}\n");
    if is_verbose {
        for (name, value) in build().into_iter().chain(machine()) {
            text.push_str(&format!("{name:<16} {value}\n"));
        }
    }
    stdout::print(&text);
    Exit::Done
}

fn build() -> Vec<(&'static str, String)> {
    let commit = Some(env!("PLIMSOLL_COMMIT")).filter(|commit| !commit.is_empty());
    let languages = Language::ALL.map(Language::tag).join(", ");
    vec![
        ("commit", commit.unwrap_or("not a release").to_owned()),
        ("target", env!("PLIMSOLL_TARGET").to_owned()),
        ("build", env!("PLIMSOLL_PROFILE").to_owned()),
        ("compiler", env!("PLIMSOLL_RUSTC").to_owned()),
        ("run files", format!("schema {SCHEMA_VERSION}")),
        ("report.json", format!("schema_version {JSON_SCHEMA_VERSION}")),
        ("languages", languages),
        ("protocols", "HTTP/1.1, HTTP/2, gRPC, WebSocket, server-sent events, SQL, TCP, MQTT".to_owned()),
    ]
}

fn machine() -> Vec<(&'static str, String)> {
    let machine = Machine::read();
    let known = |text: Option<String>| text.unwrap_or_else(|| "not known".to_owned());
    let engine = match kernel::too_old() {
        Some(needed) => format!("no: it needs Linux {needed}"),
        None => "yes".to_owned(),
    };
    let browser = chromium::find("", "").map(|path| path.display().to_string()).ok();
    vec![
        ("kernel", known(read("/proc/sys/kernel/osrelease"))),
        ("load engine", engine),
        ("cores", machine.cores.to_string()),
        ("open files", machine.descriptors_hard.map_or("unlimited".to_owned(), |files| files.to_string())),
        ("Chromium", browser.unwrap_or_else(|| "none".to_owned())),
    ]
}
