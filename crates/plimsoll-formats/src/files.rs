//! Where the files are that a plan names.

use plimsoll_plan::Template;
use plimsoll_plan::template::Part;
use std::path::{Path, PathBuf};

/// The absolute path of a file named in a plan of this folder: beside the plan, else where the program
/// was started, else beside the plan though it is not there.
pub fn resolve(folder: &Path, name: &str) -> PathBuf {
    let beside = absolute(&folder.join(name));
    let here = absolute(Path::new(name));
    if !beside.exists() && here.exists() { here } else { beside }
}

/// A file name that is put together while the plan runs: resolved when it begins with a text.
pub fn resolve_template(folder: &Path, name: Template) -> Template {
    if let Some(text) = name.as_literal() {
        return match text {
            "" => name,
            text => Template::literal(resolve(folder, text).display().to_string()),
        };
    }
    let mut parts = name.parts;
    if let Some(Part::Literal(start)) = parts.first_mut() {
        // The start may end in the middle of a file name, so only its folder is joined.
        *start = format!("{}{start}", prefix(folder, start));
    }
    Template { parts }
}

fn prefix(folder: &Path, start: &str) -> String {
    if Path::new(start).is_absolute() {
        return String::new();
    }
    format!("{}/", absolute(folder).display().to_string().trim_end_matches('/'))
}

fn absolute(path: &Path) -> PathBuf {
    // `absolute` fails for an empty path only, which is the current folder.
    std::path::absolute(path).or_else(|_| std::env::current_dir()).unwrap_or_else(|_| path.to_owned())
}
