//! `plimsoll schema` in a real YAML language server: what plimsoll reads is right there too, and a misspelt key is found by
//! both in the same line.

use crate::program::{command, stderr, write};
use plimsoll_testkit::skip;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const DOCUMENTS: [&str; 3] = ["plan", "study", "import"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A language server that knows the three schemas by the names of files: `*.plan.yaml` and so on.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: tempfile::TempDir,
    last_id: u64,
    settings: Value,
}

impl Editor {
    /// `None` where there is no language server.
    fn start() -> Option<Editor> {
        let script =
            root().join("target/test-tools/node_modules/yaml-language-server/bin/yaml-language-server");
        if !script.exists() {
            skip::skip("yaml-language-server", "`make test-tools` installs it");
            return None;
        }
        let mut server = Command::new("node")
            .args([script.as_os_str(), "--stdio".as_ref()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node");
        let input = server.stdin.take().expect("stdin");
        let output = BufReader::new(server.stdout.take().expect("stdout"));
        // Its patterns match nothing in a folder whose name begins with a dot.
        let folder = tempfile::Builder::new().prefix("editor").tempdir().expect("a folder");
        let mut editor = Editor { server, input, output, folder, last_id: 0, settings: Value::Null };
        editor.configure();
        Some(editor)
    }

    fn configure(&mut self) {
        let mut schemas = serde_json::Map::new();
        for document in DOCUMENTS {
            let output = command(self.folder.path(), &["schema", document]).output().expect("the program");
            let path = self.folder.path().join(format!("{document}.schema.json"));
            std::fs::write(&path, output.stdout).expect("written");
            schemas.insert(format!("file://{}", path.display()), json!([format!("*.{document}.yaml")]));
        }
        self.request("initialize", json!({"processId": null, "rootUri": null, "capabilities": {}}));
        self.notify("initialized", json!({}));
        self.settings = json!({"schemas": schemas, "validate": true, "completion": true, "schemaStore": {"enable": false}});
        self.notify("workspace/didChangeConfiguration", json!({"settings": {}}));
        self.wait(|message| message["method"] == "workspace/configuration");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("sent");
        self.input.flush().expect("sent");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.wait(|message| message["id"] == json!(id) && message.get("method").is_none())["result"].take()
    }

    /// The next message that is meant. Of what the server asks, only its settings have an answer.
    fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if let (Some(id), Some(method)) = (message.get("id"), message.get("method")) {
                let is_of_settings = method == "workspace/configuration";
                let result = if is_of_settings { json!([self.settings, {}, {}, {}]) } else { Value::Null };
                self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
            }
            if is_meant(&message) {
                return message;
            }
        }
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("a line") > 0, "the language server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                _ if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn open(&mut self, name: &str, text: &str) -> String {
        let uri = format!("file://{}/{name}", self.folder.path().display());
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
        uri
    }

    /// What is wrong with a text: 1-based lines and messages.
    fn problems(&mut self, name: &str, text: &str) -> Vec<(u64, String)> {
        let uri = self.open(name, text);
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == json!(uri)
        });
        let list = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        let problem = |problem: &Value| {
            let line = problem["range"]["start"]["line"].as_u64().unwrap_or(0) + 1;
            (line, problem["message"].as_str().unwrap_or_default().to_owned())
        };
        list.iter().map(problem).collect()
    }

    /// What may be written at a place, both numbers from 0.
    fn completions(&mut self, name: &str, text: &str, line: u32, column: u32) -> Vec<String> {
        let uri = self.open(name, text);
        let place = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": column}});
        let answer = self.request("textDocument/completion", place);
        let items = answer["items"].as_array().or(answer.as_array()).cloned().unwrap_or_default();
        items.iter().filter_map(|item| item["label"].as_str().map(str::to_owned)).collect()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.server.kill().ok();
        self.server.wait().ok();
    }
}

/// Plans, studies and import.yaml of the documentation, the studies and the tests.
fn documents() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![
        root().join("docs"),
        root().join("studies"),
        root().join("crates/plimsoll-formats/tests/fixtures"),
    ];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            let text = std::fs::read_to_string(&entry).unwrap_or_default();
            match entry.extension().and_then(|extension| extension.to_str()) {
                _ if entry.is_dir() => folders.push(entry),
                Some("yaml") => found.push((entry.display().to_string(), text)),
                Some("md") => {
                    let blocks = text.split("\n```yaml\n").skip(1);
                    let blocks =
                        blocks.map(|block| block.split("\n```").next().unwrap_or_default().to_owned());
                    found.extend(blocks.map(|block| (entry.display().to_string(), format!("{block}\n"))));
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// What a text is, by its first key.
fn kind(text: &str) -> Option<&'static str> {
    let first = text.lines().find(|line| !line.is_empty() && !line.starts_with('#'))?;
    DOCUMENTS.into_iter().find(|document| first.starts_with(&format!("{document}:")))
}

#[test]
fn what_plimsoll_reads_is_right_in_an_editor() {
    let Some(mut editor) = Editor::start() else { return };
    let mut count = 0;
    for (place, text) in documents() {
        let Some(kind) = kind(&text) else { continue };
        // The page on mistakes.
        if text.contains("staus:") {
            continue;
        }
        count += 1;
        let problems = editor.problems(&format!("{count}.{kind}.yaml"), &text);
        assert_eq!(problems, [], "{place}:\n{text}");
    }
    let problems = editor.problems("wrong.plan.yaml", "plan: a\nscenarios: []\nname: b\n");
    assert_eq!(problems, [(3, "Property name is not allowed.".to_owned())]);
    assert!(count >= 35, "{count} documents");
}

const PLAN: &str = "plan: shop
data: [{file: users.csv, recycle: false}]
scenarios:
  - users: 2
    hold: 10 s
    defaults: {base: http://127.0.0.1:9}
    steps:
      - read: users.csv
      - get: /login
        headers: {a: b}
        extract:
          variable: token
          json: $.token
        check:
          - status: 200
          - {size: '> 1', of: whole}
      - loop:
          times: 3
          steps:
            - pause: {uniform: {offset: 1 s, range: 2 s}}
            - transaction: {name: order, steps: [{post: /order, body: x}]}
";

const STUDY: &str = "study: climb
plan: shop.plan.yaml
climb:
  threads: {start: 1, add: 1, max: 3}
  step: 10 s
requirements: [p95 <= 1 s]
report:
  formats: [html]
  author: somebody
watch:
  - host: local
    vmstat: 10 s
    access_log:
      path: access.log
variants:
  small:
    properties: {a: b}
";

const IMPORT: &str = "import: MinLog2
time_zone: Europe/Copenhagen
files:
  - file: access.log
    format: undertow
    host: docker01
  - {file: vmstat.txt, every: 10 s}
hosts:
  docker01: {role: application server, clock_ahead: 1.5 s}
goal: 60 %
requirements: [p95 <= 2.5 s]
";

/// Each key with a letter too many, one at a time: both complain of its line.
#[test]
fn a_misspelt_key_is_found_by_editor_and_program_in_the_same_line() {
    let Some(mut editor) = Editor::start() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "users.csv", "user\nanna\n");
    write(folder.path(), "shop.plan.yaml", PLAN);
    write(folder.path(), "access.log", "");
    let free = ["a:", "small:", "docker01:"];
    for (kind, text) in [("plan", PLAN), ("study", STUDY), ("import", IMPORT)] {
        let mut count = 0;
        for (number, line) in text.lines().enumerate().skip(1) {
            for key in line.split(['{', ' ', ',']).filter(|word| word.ends_with(':') && !free.contains(word))
            {
                let wrong = line.replacen(key, &format!("{}x:", &key[..key.len() - 1]), 1);
                let lines =
                    text.lines().enumerate().map(|(at, l)| if at == number { wrong.as_str() } else { l });
                let changed: String = lines.map(|line| format!("{line}\n")).collect();
                count += 1;
                let name = format!("{kind}-{number}-{count}.{kind}.yaml");
                write(folder.path(), &name, &changed);
                let arguments = match kind {
                    "import" => vec!["import", "-o", "out.run", "--settings", &name, "access.log"],
                    _ => vec!["check", &name],
                };
                let output = command(folder.path(), &arguments).output().expect("the program");
                let expected = format!("{name}:{}:", number + 1);
                assert_eq!(output.status.code(), Some(2), "{wrong}");
                assert!(stderr(&output).contains(&expected), "{wrong}: {}", stderr(&output));
                let problems = editor.problems(&name, &changed);
                let near = |(line, _): &(u64, String)| *line == number as u64 + 1;
                assert!(problems.iter().any(near), "{wrong}: {problems:?}");
            }
        }
        assert!(count >= 10, "{count} keys");
    }
}

#[test]
fn an_editor_completes_keys_and_words() {
    let Some(mut editor) = Editor::start() else { return };
    let text = format!("{PLAN}      - \n");
    let line = u32::try_from(PLAN.lines().count()).expect("few lines");
    let offered = editor.completions("a.plan.yaml", &text, line, 8);
    for step in ["get", "websocket", "loop", "pause"] {
        assert!(offered.iter().any(|word| word == step), "{offered:?}");
    }
    let offered = editor.completions("b.study.yaml", "study: a\nplan: p.yaml\norder: \n", 2, 7);
    assert!(offered.iter().any(|word| word == "interleaved"), "{offered:?}");
}
