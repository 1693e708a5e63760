//! GLOSSARY.md and the code say the same: a type's name means one thing, words that are not said are not said, and what the
//! glossary calls a type is one.

use fancy_regex::Regex;
use plimsoll_testkit::files::files;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[test]
fn a_type_name_means_one_thing() {
    let mut problems = Vec::new();
    for (name, places) in types() {
        if places.len() > 1 {
            problems.push(format!("{name} is {} types: {}", places.len(), places.join(", ")));
        }
    }
    assert!(problems.is_empty(), "one name, one meaning; rename all but one:\n{}", problems.join("\n"));
}

#[test]
fn words_that_are_not_said_are_not_said() {
    let identifiers = words_of_identifiers();
    let texts = texts();
    let mut problems = Vec::new();
    for Unsaid { word, instead, in_code, in_texts } in unsaid() {
        let in_identifiers = identifiers.get(&word).copied().unwrap_or(0);
        if in_code && in_identifiers > 0 {
            problems.push(format!("{word} ({instead}): {in_identifiers} times in identifiers"));
        }
        let written = Regex::new(&format!(r"(?i)\b{word}\b")).expect("a pattern");
        let count: usize = texts.iter().map(|text| written.find_iter(text.as_str()).count()).sum();
        if in_texts && count > 0 {
            problems.push(format!("{word} ({instead}): {count} times in texts"));
        }
    }
    assert!(problems.is_empty(), "GLOSSARY.md has words instead of these:\n{}", problems.join("\n"));
}

#[test]
fn what_the_glossary_calls_a_type_is_one() {
    let types = types();
    let named = Regex::new(r"`(\w+)`").expect("a pattern");
    for row in glossary().0.lines().filter(|line| line.starts_with("| **")) {
        let Some(cell) = row.split('|').nth(3) else { continue };
        for name in named.captures_iter(cell).flatten() {
            assert!(types.contains_key(&name[1]), "there is no type {}: {row}", &name[1]);
        }
    }
}

/// A row of the glossary's second table, for one of its words.
struct Unsaid {
    word: String,
    instead: String,
    in_code: bool,
    in_texts: bool,
}

fn unsaid() -> Vec<Unsaid> {
    let (_, table) = glossary();
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let found: Vec<Unsaid> = rows
        .flat_map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [words, instead, place] = cells[..] else { panic!("three cells: {row}") };
            let (in_code, in_texts) = (place.contains("code"), place.contains("texts"));
            assert!(in_code || in_texts, "where is it not said? {row}");
            let instead = instead.to_owned();
            let words: Vec<String> = words.split(',').map(|word| word.trim().to_owned()).collect();
            words.into_iter().map(move |word| Unsaid { word, instead: instead.clone(), in_code, in_texts })
        })
        .collect();
    assert!(found.len() > 10, "the table of words that are not said is gone");
    found
}

/// The words that are said, and those that are not.
fn glossary() -> (String, String) {
    let text = read(&root().join("GLOSSARY.md"));
    let (said, unsaid) = text.split_once("## Not said here").expect("its second part");
    (said.to_owned(), unsaid.to_owned())
}

/// Places of each public type, by its name.
fn types() -> BTreeMap<String, Vec<String>> {
    let defined =
        Regex::new(r"(?m)^\s*pub(?:\([a-z: ]+\))? (?:struct|enum|trait|type) (\w+)").expect("a pattern");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources("src") {
        for name in defined.captures_iter(read(&path).as_str()).flatten() {
            let place = path.strip_prefix(root().join("crates")).expect("below it").display().to_string();
            found.entry(name[1].to_owned()).or_default().push(place);
        }
    }
    found
}

/// How often each word is a part of an identifier.
fn words_of_identifiers() -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for path in ["src", "tests"].into_iter().flat_map(sources) {
        let code = code_of(&read(&path));
        let identifiers = code.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        for word in identifiers.flat_map(words_of) {
            *found.entry(word).or_default() += 1;
        }
    }
    found
}

/// `LoadStep` is two words.
fn words_of(identifier: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_upper = true;
    for c in identifier.chars() {
        match words.last_mut() {
            Some(word) if was_upper || !c.is_ascii_uppercase() => word.push(c.to_ascii_lowercase()),
            _ => words.push(c.to_ascii_lowercase().to_string()),
        }
        was_upper = c.is_ascii_uppercase();
    }
    words
}

/// A source without its comments and texts.
fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else if c == '"' {
            end_of_text(rest)
        } else if let Some(hashes) =
            rest.strip_prefix("r#").filter(|after| after.trim_start_matches('#').starts_with('"'))
        {
            let end = format!("\"#{}", &hashes[..hashes.len() - hashes.trim_start_matches('#').len()]);
            rest.find('"').and_then(|from| rest[from + 1..].find(&end).map(|at| from + 1 + at + end.len()))
        } else if let Some(escape) = rest.strip_prefix("'\\") {
            escape.char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(at, _)| at + 3)
        } else if c == '\'' && rest.chars().nth(2) == Some('\'') {
            Some(rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at))
        } else {
            code.push(c);
            Some(c.len_utf8())
        };
        rest = &rest[skipped.unwrap_or(rest.len())..];
    }
    code
}

/// Behind the closing quotation mark.
fn end_of_text(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The documents, and the messages of English reports.
fn texts() -> Vec<String> {
    let mut paths: BTreeSet<PathBuf> = ["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)).into();
    paths.extend(files(&root().join("docs"), "md"));
    paths.extend(files(&root().join("crates/plimsoll-report/locales/en"), "ftl"));
    let mut texts: Vec<String> = paths.iter().map(|path| read(path)).collect();
    texts.push(glossary().0);
    texts
}

/// Of all crates, below this folder of theirs.
fn sources(folder: &str) -> Vec<PathBuf> {
    let crates = std::fs::read_dir(root().join("crates")).expect("a folder").flatten();
    crates.flat_map(|entry| files(&entry.path().join(folder), "rs")).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace").to_owned()
}
