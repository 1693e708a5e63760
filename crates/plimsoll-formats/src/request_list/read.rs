//! A file of requests, line by line, as vegeta takes it: `METHOD URL`, then headers and `@file` with the body; a blank line
//! or the next `METHOD URL` ends a request, `#` begins a comment. A URL alone is a GET, as hey, oha and siege have it.

use super::{ListedBody, ListedRequest, ListedUrl, RequestList};
use crate::plan_file::PlanReading;
use crate::{encoding, files};
use plimsoll_plan::{Diagnostic, Plan};
use std::path::{Path, PathBuf};

/// A request list and everything that is wrong with it; `None` exactly when there is an error.
pub fn read_targets(file: &str, text: &str, folder: &Path) -> (Option<RequestList>, Vec<Diagnostic>) {
    let mut reader = Reader { file, folder, requests: Vec::new(), problems: Vec::new(), is_open: false };
    let text = text.trim_start_matches('\u{feff}');
    for (line, number) in text.lines().zip(1..) {
        reader.line(line.trim(), number);
    }
    if reader.requests.is_empty() && reader.problems.is_empty() {
        reader.problems.push(
            Diagnostic::error(file, 0, "", "there is no request in it")
                .with_hint("a request is a line such as `GET http://127.0.0.1:8080/path`"),
        );
    }
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "requests".to_owned());
    let has_error = reader.problems.iter().any(Diagnostic::is_error);
    let list = RequestList { name, requests: reader.requests, insecure: false };
    ((!has_error).then_some(list), reader.problems)
}

/// The file at this path as a list.
pub fn read(path: &Path) -> std::io::Result<(Option<RequestList>, Vec<Diagnostic>)> {
    let bytes = plimsoll_plan::input_file::read(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(read_targets(&path.display().to_string(), &encoding::decode(&bytes), folder))
}

/// The same as a plan.
pub(crate) fn read_as_plan(file: &str, text: &str, folder: &Path) -> PlanReading {
    let (list, diagnostics) = read_targets(file, text, folder);
    let mut plan = list.map_or_else(|| Plan::named(""), |list| list.plan());
    plan.origin = files::origin(folder, file);
    PlanReading::new(plan, Vec::new(), diagnostics)
}

/// Whether the first line that says something is a request's.
pub(crate) fn is_list(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let url = first.split_once(char::is_whitespace).filter(|(method, _)| is_method(method));
    let url = url.map_or(first, |(_, url)| url.trim());
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| matches!(scheme.as_str(), "http" | "https"))
}

/// A name of a header field (RFC 9110, 5.6.2).
pub fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

fn is_method(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'-' | b'_'))
}

struct Reader<'a> {
    file: &'a str,
    folder: &'a Path,
    requests: Vec<ListedRequest>,
    problems: Vec<Diagnostic>,
    /// Headers and a body may follow.
    is_open: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: u32) {
        match line.chars().next() {
            None => self.is_open = false,
            Some('#') => {}
            Some('{') => self.problem(
                number,
                format!("`{}` is no request", cut(line)),
                "requests as JSON are not read; write `METHOD URL`, then a line for each header",
            ),
            _ if begins_request(line) => self.begin(line, number),
            _ if !self.is_open => self.problem(
                number,
                format!("`{}` is no request", cut(line)),
                "a request is a line such as `GET http://127.0.0.1:8080/path`",
            ),
            Some('@') => self.body(line[1..].trim(), number),
            Some(_) => self.header(line, number),
        }
    }

    fn problem(&mut self, line: u32, message: String, hint: &str) {
        self.problems.push(Diagnostic::error(self.file, line, "", message).with_hint(hint));
    }

    fn begin(&mut self, line: &str, number: u32) {
        let (method, url) = match line.split_once(char::is_whitespace) {
            Some((method, url)) if !method.contains("://") => (method, url.trim()),
            _ => ("GET", line),
        };
        self.is_open = true;
        if !is_method(method) {
            let hint = format!("methods are in capitals: {}", method.to_uppercase());
            return self.problem(number, format!("`{method}` is no method"), &hint);
        }
        match ListedUrl::parse(url) {
            Ok(url) => self.requests.push(ListedRequest {
                method: method.to_owned(),
                url,
                headers: Vec::new(),
                body: ListedBody::Empty,
            }),
            Err(problem) => self.problem(number, problem.message, &problem.hint),
        }
    }

    fn header(&mut self, line: &str, number: u32) {
        let hint = "a header is `Name: value`, a body `@file`; a blank line ends the request";
        let Some((name, value)) = line.split_once(':') else {
            return self.problem(number, format!("`{}` is no header: there is no colon", cut(line)), hint);
        };
        if !is_header_name(name.trim()) {
            return self.problem(number, format!("`{}` is no name of a header", cut(name)), hint);
        }
        let header = (name.trim().to_owned(), value.trim().to_owned());
        self.requests.last_mut().into_iter().for_each(|request| request.headers.push(header.clone()));
    }

    fn body(&mut self, name: &str, number: u32) {
        let path: PathBuf = files::resolve(self.folder, name);
        if name.is_empty() || !path.is_file() {
            let hint = "the name stands behind the @, beside this file or from where the program is started";
            return self.problem(number, format!("there is no file `{name}` for the body"), hint);
        }
        let Some(request) = self.requests.last_mut() else { return };
        if request.body != ListedBody::Empty {
            return self.problem(number, "the request has a body already".to_owned(), "one @file for each");
        }
        request.body = ListedBody::File(path.display().to_string());
    }
}

/// Words before the first colon of a header are one; a URL has its scheme.
fn begins_request(line: &str) -> bool {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let is_url = |text: &str| text.split_once("://").is_some_and(|(s, _)| !s.contains(':'));
    is_url(first) || is_method(first) && !rest.is_empty() || is_url(rest.trim()) && !first.contains(':')
}

/// What stands there may be long, or a secret behind its name.
fn cut(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vegetas_targets_and_lists_of_urls_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("b.json"), "{}").expect("written");
        let text = "# what we ask\nGET http://h/a\n\nPOST http://h/b\nContent-Type: application/json\n# of it\nX-Y:\n@b.json\n\
                    DELETE http://h/c\n\nhttp://h/d\nhttps://h/e\n";
        assert!(is_list(text));
        let (list, problems) = read_targets("t.txt", text, folder.path());
        let list = list.unwrap_or_else(|| panic!("{problems:?}"));
        let found: Vec<String> =
            list.requests.iter().map(|r| format!("{} {}", r.method, r.url.parts.path.source())).collect();
        assert_eq!(found, ["GET /a", "POST /b", "DELETE /c", "GET /d", "GET /e"]);
        let headers = [("Content-Type", "application/json"), ("X-Y", "")];
        assert_eq!(list.requests[1].headers, headers.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert!(matches!(&list.requests[1].body, ListedBody::File(path) if path.ends_with("/b.json")));
    }

    #[test]
    fn every_mistake_of_a_list_is_named_with_its_line() {
        let text = "get http://h/a\nGET h/b\nGET http://h/c\nno header\nbad name: x\n@missing\n\nstray: x\n\
                    PUT ftp://h/\n{\"method\": \"GET\"}\nGET http://h:99999/\n";
        let (list, problems) = read_targets("t.txt", text, Path::new(""));
        assert!(list.is_none());
        let found: Vec<(u32, &str)> = problems.iter().map(|p| (p.line, p.message.as_str())).collect();
        let expected = [
            (1, "`get` is no method"),
            (2, "`h/b` has no scheme"),
            (4, "`no header` is no header: there is no colon"),
            (5, "`bad name` is no name of a header"),
            (6, "there is no file `missing` for the body"),
            (8, "`stray: x` is no request"),
            (9, "`ftp://` is no scheme of a request"),
            (10, "`{\"method\": \"GET\"}` is no request"),
            (11, "`99999` is not a port from 1 to 65535"),
        ];
        assert_eq!(found, expected);
        assert!(problems.iter().all(|problem| problem.hint.is_some()));
    }

    #[test]
    fn other_files_are_no_lists() {
        for text in ["", "hello", "plan: x\nscenarios: []", "{}", "<jmx/>", "see http://h/", "a,b\nhttp://h/"]
        {
            assert!(!is_list(text), "{text}");
        }
    }
}
