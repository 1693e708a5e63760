//! A template's source says the same again, whatever was written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plimsoll_plan::Template;

fuzz_target!(|text: &str| {
    let template = Template::parse(text);
    let source = template.source();
    assert_eq!(Template::parse(&source), template, "{text:?} written as {source:?}");
});
