//! No circle of more than three files inside a crate: who reads a file reads at most two others with it.
//!
//! A file uses another when it imports or names what that one defines; re-exports are followed to the definition. Methods
//! are not seen: their type's file is.

use fancy_regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

const FILES_MAX: usize = 3;

macro_rules! pattern {
    ($text:literal) => {
        LazyLock::new(|| Regex::new($text).expect("a pattern"))
    };
}

/// `["worker", "io"]`; the crate's root is empty.
type Module = Vec<String>;

#[derive(Default)]
struct SourceFile {
    uses: Vec<UsePath>,
    defines: BTreeSet<String>,
    /// Paths outside of `use`.
    names: Vec<Module>,
}

/// One name that `use` brings in.
struct UsePath {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

static COMMENT: LazyLock<Regex> = pattern!(r"//[^\n]*");
static TESTS: LazyLock<Regex> = pattern!(r"#\[cfg\(test\)\]\s*mod \w+ \{");
static IMPORT: LazyLock<Regex> = pattern!(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);");
static DEFINITION: LazyLock<Regex> =
    pattern!(r"\b(?:struct|enum|trait|type|fn|const|static|union|macro_rules!)\s+(\w+)");
static PATH: LazyLock<Regex> = pattern!(r"\b[a-z_]\w*(?:::\w+)+");

struct Sources(BTreeMap<Module, SourceFile>);

#[test]
fn no_circle_has_more_than_three_files() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let folders = std::fs::read_dir(crates).expect("crates/").flatten().map(|entry| entry.path());
    let circles = folders.flat_map(|folder| Sources::read(&folder.join("src")).circles());
    let long: Vec<_> = circles.filter(|circle| circle.len() > FILES_MAX).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn a_circle_is_found_through_a_re_export() {
    let folder = tempfile_with(&[
        ("lib.rs", "mod a;\nmod b;\npub use b::{self, Two};\n"),
        ("a.rs", "use crate::Two;\npub struct One(Two);\n"),
        ("b/mod.rs", "mod c;\npub struct Two(c::Three);\n"),
        ("b/c.rs", "// use crate::nothing;\npub struct Three(Box<crate::a::One>);\n"),
    ]);
    assert_eq!(Sources::read(folder.path()).circles(), [["a", "b", "b/c"]]);
}

fn tempfile_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

impl Sources {
    fn read(folder: &Path) -> Sources {
        let mut sources = BTreeMap::new();
        collect(folder, &mut Vec::new(), &mut sources);
        Sources(sources)
    }

    /// The files of each, sorted.
    fn circles(&self) -> Vec<Vec<String>> {
        let modules: Vec<&Module> = self.0.keys().collect();
        let edges: BTreeMap<&Module, BTreeSet<&Module>> =
            modules.iter().map(|module| (*module, self.used_by(module))).collect();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            modules.iter().map(|module| (*module, reach(module, &edges))).collect();
        let mut circles = BTreeSet::new();
        for module in &modules {
            let both =
                |other: &&&Module| reached[module].contains(**other) && reached[**other].contains(*module);
            let circle: Vec<String> = modules.iter().filter(both).map(|other| other.join("/")).collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }

    fn used_by(&self, module: &Module) -> BTreeSet<&Module> {
        let file = &self.0[module];
        let imported = file.uses.iter().filter(|one| !one.is_public).map(|one| one.path.clone());
        let named = file.names.iter().map(|path| match file.uses.iter().find(|one| one.name == path[0]) {
            Some(one) => one.path.iter().chain(&path[1..]).cloned().collect(),
            None => path.clone(),
        });
        let absolute = imported.chain(named).filter_map(|path| self.absolute(module, &path));
        absolute.filter_map(|path| self.definer(&path, 0)).filter(|found| *found != module).collect()
    }

    /// From the crate's root; `None`: another crate's.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (base, rest) = match path.first()?.as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (&module[..], &path[1..]),
            "super" => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
            first => {
                let child: Module = module.iter().cloned().chain([first.to_owned()]).collect();
                self.0.contains_key(&child).then_some((&module[..], path))?
            }
        };
        Some(base.iter().chain(rest.iter().filter(|part| *part != "self")).cloned().collect())
    }

    /// The file that defines what a path names.
    fn definer(&self, path: &[String], depth: usize) -> Option<&Module> {
        const RE_EXPORTS_MAX: usize = 8;
        let known = (0..=path.len()).rev().find(|length| self.0.contains_key(&path[..*length]))?;
        let (module, file) = self.0.get_key_value(&path[..known])?;
        let Some(name) = path.get(known) else { return Some(module) };
        if file.defines.contains(name) || depth > RE_EXPORTS_MAX {
            return Some(module);
        }
        let re_export = file.uses.iter().find(|one| one.name == *name);
        let through = re_export.and_then(|one| self.absolute(module, &one.path)).map(|mut target| {
            target.extend_from_slice(&path[known + 1..]);
            target
        });
        through.and_then(|target| self.definer(&target, depth + 1)).or(Some(module))
    }
}

fn reach<'s>(from: &'s Module, edges: &BTreeMap<&'s Module, BTreeSet<&'s Module>>) -> BTreeSet<&'s Module> {
    let (mut seen, mut next) = (BTreeSet::from([from]), vec![from]);
    while let Some(module) = next.pop() {
        next.extend(edges[module].iter().copied().filter(|used| seen.insert(*used)));
    }
    seen
}

fn collect(folder: &Path, module: &mut Module, sources: &mut BTreeMap<Module, SourceFile>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(stem) = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()) else { continue };
        let is_own = matches!(stem.as_str(), "mod" | "lib" | "main");
        if path.is_dir() {
            module.push(stem);
            collect(&path, module, sources);
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
            let mut name = module.clone();
            name.extend((!is_own).then_some(stem));
            sources.insert(name, source_file(&std::fs::read_to_string(&path).expect("a source file")));
        }
    }
}

fn source_file(text: &str) -> SourceFile {
    let text = TESTS.splitn(text, 2).flatten().next().unwrap_or_default();
    let text = COMMENT.replace_all(text, "").into_owned();
    let mut file = SourceFile::default();
    for found in IMPORT.captures_iter(text.as_str()).flatten() {
        expand(&found[2], &[], found.get(1).is_some(), &mut file.uses);
    }
    let text = IMPORT.replace_all(&text, "").into_owned();
    file.defines =
        DEFINITION.captures_iter(text.as_str()).flatten().map(|found| found[1].to_owned()).collect();
    let parts = |path: &str| path.split("::").map(str::to_owned).collect();
    file.names = PATH.find_iter(text.as_str()).flatten().map(|found| parts(found.as_str())).collect();
    file
}

/// `a::{b, c::{self, d as e}}` to its names.
fn expand(tree: &str, before: &[String], is_public: bool, uses: &mut Vec<UsePath>) {
    let mut depth = 0;
    let is_end = |character: char| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        character == ',' && depth == 0
    };
    for one in tree.split(is_end).map(str::trim).filter(|one| !one.is_empty()) {
        let (path, inner) = one.split_once('{').map_or((one, None), |(path, inner)| (path, Some(inner)));
        let (path, alias) = path.split_once(" as ").map_or((path, None), |(path, alias)| (path, Some(alias)));
        let parts = path
            .split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty() && *part != "self" || before.is_empty());
        let whole: Vec<String> =
            before.iter().cloned().chain(parts.filter(|part| !part.is_empty()).map(str::to_owned)).collect();
        match inner {
            Some(inner) => expand(inner.trim_end().trim_end_matches('}'), &whole, is_public, uses),
            None => {
                let name =
                    alias.map(str::trim).or(whole.last().map(String::as_str)).unwrap_or_default().to_owned();
                uses.push(UsePath { path: whole, name, is_public });
            }
        }
    }
}
