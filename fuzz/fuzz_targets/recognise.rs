//! Which format something has is asked of whatever there is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_telemetry::format::{foreign, recognise};

fuzz_target!(|bytes: &[u8]| {
    let _ = (recognise(bytes), foreign(bytes));
});
