//! A type with more than fifteen fields has a reason: a comment (`//`) above it that says why it is not several.

use fancy_regex::Regex;
use plimsoll_testkit::files::files;
use std::path::Path;

const FIELDS_MAX: usize = 15;

#[test]
fn a_wide_type_says_why() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let folders = std::fs::read_dir(crates).expect("crates/").flatten().map(|entry| entry.path().join("src"));
    let mut found = Vec::new();
    for path in folders.flat_map(|folder| files(&folder, "rs")) {
        let text = std::fs::read_to_string(&path).expect("a source file");
        found.extend(wide(&text).into_iter().map(|name| format!("{name} in {}", path.display())));
    }
    assert!(found.is_empty(), "more than {FIELDS_MAX} fields, and no reason:\n{}", found.join("\n"));
}

#[test]
fn fields_are_counted() {
    let fields = |count: usize| (0..count).map(|i| format!("    pub f{i}: u32,\n")).collect::<String>();
    let wide_one = format!("/// Doc.\n#[derive(Debug)]\npub struct Wide<'a> {{\n{}}}\n", fields(16));
    let narrow = format!("struct Narrow {{\n{}}}\n", fields(15));
    assert_eq!(wide(&format!("{narrow}\n{wide_one}")), ["Wide"]);
    assert_eq!(wide(&wide_one.replace("#[derive", "// A field for each column.\n#[derive")), [""; 0]);
}

/// The names of those without a reason.
fn wide(text: &str) -> Vec<String> {
    let definition =
        Regex::new(r"(?m)^((?:[ \t]*(?://|#\[).*\n)*)[ \t]*(?:pub(?:\([^)]*\))? )?struct (\w+)[^;{(]*\{\n((?:(?!^\}).*\n)*)")
            .expect("a pattern");
    let field = Regex::new(r"(?m)^    (?:pub(?:\([^)]*\))? )?\w+: ").expect("a pattern");
    let reason = Regex::new(r"(?m)^\s*// ").expect("a pattern");
    let found = definition.captures_iter(text).flatten();
    let without = found.filter(|found| {
        field.find_iter(&found[3]).count() > FIELDS_MAX && !reason.is_match(&found[1]).unwrap_or(false)
    });
    without.map(|found| found[2].to_owned()).collect()
}
