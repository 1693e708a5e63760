//! A type with more than fifteen fields has a reason: a comment (`//`) above it that says why it is not several.

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
    let mut found = Vec::new();
    let (mut has_reason, mut lines) = (false, text.lines());
    while let Some(line) = lines.next().map(str::trim_start) {
        if let Some(name) = struct_name(line) {
            let fields =
                lines.by_ref().take_while(|line| !line.starts_with('}')).filter(|line| is_field(line));
            if fields.count() > FIELDS_MAX && !has_reason {
                found.push(name.to_owned());
            }
            has_reason = false;
        }
        has_reason = !line.is_empty() && (has_reason || line.starts_with("// "));
    }
    found
}

fn struct_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("struct ").filter(|_| line.ends_with('{'))?;
    let name = after.split(|c: char| !c.is_ascii_alphanumeric()).next();
    name.filter(|_| before.is_empty() || before.starts_with("pub"))
}

fn is_field(line: &str) -> bool {
    let field =
        line.strip_prefix("    ").filter(|field| field.starts_with(|c: char| c.is_ascii_alphabetic()));
    field.is_some_and(|field| field.contains(": "))
}
