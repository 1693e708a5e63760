//! A template's source says the same again, whatever was written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_plan::Template;

fuzz_target!(|text: &str| {
    let source = Template::parse(text).source();
    assert_eq!(Template::parse(&source).source(), source, "{text:?}");
});
