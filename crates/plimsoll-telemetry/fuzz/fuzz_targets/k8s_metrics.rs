#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plimsoll_telemetry_fuzz::run("k8s-metrics", data));
