//! Where the files are that a plan names.

use plimsoll_plan::Template;
use plimsoll_plan::plan::{DataSet, Origin};
use plimsoll_plan::template::Part;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where a plan of this name in this folder comes from.
pub fn origin(folder: &Path, name: &str) -> Origin {
    let file =
        Path::new(name).file_name().map_or_else(String::new, |file| file.to_string_lossy().into_owned());
    Origin { folder: absolute(folder), file }
}

/// The absolute path of a file named in a plan of this folder: beside the plan, else where the program
/// was started, else beside the plan though it is not there.
pub fn resolve(folder: &Path, name: &str) -> PathBuf {
    let next_to = plimsoll_plan::input_file::placed(&absolute(&folder.join(name))).into_owned();
    let here = absolute(Path::new(name));
    if !next_to.exists() && here.exists() { here } else { next_to }
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
    Template::of(parts)
}

/// Why the rows of a data file are not what its variables want.
pub struct Misfit {
    pub message: String,
    pub hint: String,
}

/// What there is instead of a file, and what to do about it.
pub fn missing(path: &Path, name: &str) -> (&'static str, String) {
    match path.is_dir() {
        true => ("is a folder", "name a file in it".to_owned()),
        false => ("is not there", missing_hint(name)),
    }
}

/// Of a path of another machine only the last part can lie beside the plan.
fn missing_hint(name: &str) -> String {
    let is_windows = name.contains('\\') || name.get(1..3).is_some_and(|s| s == ":/");
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match is_windows || Path::new(name).is_absolute() {
        true if !base.is_empty() => {
            format!("put `{base}` beside the plan, and write only `{base}` as the file name")
        }
        _ => format!("put `{name}` beside the plan, or change the file name"),
    }
}

/// Why a data file in this encoding can't be read; nothing is UTF-8.
pub fn encoding_problem(encoding: &str) -> Option<String> {
    const KNOWN: [&str; 9] =
        ["", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "windows-1252"];
    let known = KNOWN.contains(&encoding.trim().to_ascii_lowercase().as_str());
    (!known).then(|| format!("the encoding `{}` is not known here", encoding.trim()))
}

/// Those that are named to users.
pub const ENCODINGS: &str = "known here: UTF-8, ISO-8859-1, US-ASCII";

/// How much of a data file is looked at.
const FIRST_BYTES: u64 = 64 * 1024;

/// Looks at the first rows of a data file, without quoting: whether there are any, and whether one is shorter
/// than the list of variables.
pub fn misfit(data: &DataSet) -> Option<Misfit> {
    let path = data.path.display();
    let header = usize::from(data.skip_first_line || data.variables.is_empty());
    let rows = first_rows(&data.path)?;
    if rows.len() <= header {
        let message = format!("the data file {path} has no rows");
        return Some(Misfit { message, hint: "each line is one row of values".to_owned() });
    }
    let fields = |row: &String| row.split(data.delimiter).count();
    let wanted = match data.variables.len() {
        0 => fields(&rows[0]),
        given => given,
    };
    let (index, row) = rows.iter().enumerate().skip(header).find(|(_, row)| fields(row) < wanted)?;
    let message = format!("{wanted} variables, but line {} of {path} has {} values", index + 1, fields(row));
    let hint =
        format!("is `{}` the right delimiter? Variables without a value keep the one before", data.delimiter);
    Some(Misfit { message, hint })
}

/// The variables of a data file; without a list the first line names them.
pub fn names(data: &DataSet) -> Option<Vec<String>> {
    if !data.variables.is_empty() {
        return Some(data.variables.clone());
    }
    let first = first_rows(&data.path)?.into_iter().next()?;
    Some(first.split(data.delimiter).map(|name| name.trim().trim_matches('"').to_owned()).collect())
}

/// The whole lines at the start of a file; empty ones are no rows.
fn first_rows(path: &Path) -> Option<Vec<String>> {
    let mut bytes = Vec::new();
    let length = std::fs::File::open(path).ok()?.take(FIRST_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    if length as u64 == FIRST_BYTES {
        // The last one may be cut.
        lines.pop();
    }
    Some(lines.into_iter().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
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
