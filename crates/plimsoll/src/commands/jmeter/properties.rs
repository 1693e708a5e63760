//! JMeter's properties: its files in Java's format, and what the command line adds.

use super::options::{JmeterOptions, PropertyOption};
use plimsoll_formats::Properties;
use plimsoll_study::JmeterHome;
use std::path::{Path, PathBuf};

/// Reads what JMeter would read, in its order: `jmeter.properties` (`-p`), the user's, then `-q` and `-J` as they come.
/// Files that can't be read are reported, but for those that need not be there.
pub fn read(options: &JmeterOptions, home: Option<&Path>) -> (Properties, Vec<String>) {
    let mut problems = Vec::new();
    // What every installation has; without one, it is all there is.
    let mut all = Properties::from([
        ("summariser.name".to_owned(), "summary".to_owned()),
        ("user.properties".to_owned(), "user.properties".to_owned()),
    ]);
    let bin = home.map(|home| home.join("bin"));
    match (options.value('p'), &bin) {
        (Some(file), _) => {
            all.clear();
            add(Path::new(file), &mut all, &mut problems);
        }
        (None, Some(bin)) => add(&bin.join("jmeter.properties"), &mut all, &mut problems),
        (None, None) => {}
    }
    if let Some(user) = all.get("user.properties").filter(|name| !name.is_empty()).cloned() {
        let places = [Some(PathBuf::from(&user)), bin.map(|bin| bin.join(&user))];
        if let Some(file) = places.into_iter().flatten().find(|file| file.is_file()) {
            add(&file, &mut all, &mut problems);
        }
    }
    for property in options.properties() {
        match property {
            PropertyOption::File(file) => add(Path::new(file), &mut all, &mut problems),
            PropertyOption::Value(name, "") => drop(all.remove(name)),
            PropertyOption::Value(name, value) => drop(all.insert(name.to_owned(), value.to_owned())),
        }
    }
    (all, problems)
}

/// The JMeter that the options or the machine name; it need not be there.
pub fn home(options: &JmeterOptions) -> Option<PathBuf> {
    JmeterHome::folder(options.value('d').map(Path::new)).ok()
}

pub fn add(file: &Path, all: &mut Properties, problems: &mut Vec<String>) {
    match plimsoll_plan::input_file::read(file) {
        Ok(bytes) => all.extend(parse(&bytes)),
        Err(error) => problems.push(format!("failed to read the properties {}: {error}", file.display())),
    }
}

/// `java.util.Properties`: Latin-1, `#` and `!` comments, `=`, `:` or a space after the name, `\` at the end of a line
/// continues it.
pub fn parse(bytes: &[u8]) -> Vec<(String, String)> {
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let mut all = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut logical = line.trim_start().to_owned();
        if logical.is_empty() || logical.starts_with(['#', '!']) {
            continue;
        }
        while continues(&logical) {
            logical.pop();
            logical.push_str(lines.next().unwrap_or_default().trim_start());
        }
        all.push(pair(&logical));
    }
    all
}

/// It ends with an odd number of backslashes.
fn continues(line: &str) -> bool {
    line.chars().rev().take_while(|c| *c == '\\').count() % 2 == 1
}

fn pair(line: &str) -> (String, String) {
    let mut escaped = false;
    let end = line.char_indices().find(|(_, c)| {
        let ends = !escaped && (matches!(c, '=' | ':') || c.is_whitespace());
        escaped = *c == '\\' && !escaped;
        ends
    });
    let (name, rest) = line.split_at(end.map_or(line.len(), |(at, _)| at));
    let rest = rest.trim_start();
    let value = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start();
    (unescaped(name), unescaped(value))
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let code: String = rest.by_ref().take(4).collect();
                let unicode = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                out.push(unicode.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files_are_read_as_java_reads_them() {
        let text =
            b"# no\n! no\na=1\n b : 2\nc 3\nd\ne=x\\\n   y\\u00e9\\t\\\\\nf\\ g=h = i\nj=C:\\\\dir\\\\\n";
        let expected = [
            ("a", "1"),
            ("b", "2"),
            ("c", "3"),
            ("d", ""),
            ("e", "xyé\t\\"),
            ("f g", "h = i"),
            ("j", "C:\\dir\\"),
        ];
        assert_eq!(parse(text), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn later_properties_override_earlier_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("more.properties");
        std::fs::write(&file, "a=file\nb=file\n").expect("written");
        let arguments = ["-Ja=line", "-q", &file.display().to_string(), "-Jb=later", "-Jsummariser.name="];
        let options = JmeterOptions::parse(&arguments.map(str::to_owned)).expect("options");
        let (all, problems) = read(&options, None);
        assert_eq!((all["a"].as_str(), all["b"].as_str()), ("file", "later"));
        assert_eq!((all.get("summariser.name"), problems.len()), (None, 0));
    }
}
