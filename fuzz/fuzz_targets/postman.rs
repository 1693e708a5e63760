//! Whatever a file says: a plan, or errors; and a plan written as YAML is read again as the same plan.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_formats::{Conversion, Properties, read_postman, read_yaml, write_yaml};
use std::path::Path;

fuzz_target!(|text: &str| {
    let folder = Path::new("no-such-folder");
    let Ok(reading) = read_postman("plan", text, folder, &Conversion::default()) else { return };
    let Some(plan) = reading.plan else { return };
    let written = write_yaml(&plan);
    let again = read_yaml("plan", &written, folder, &Properties::new());
    assert_eq!(again.plan.as_ref(), Some(&plan), "{:?}\n{written}", again.diagnostics);
});
