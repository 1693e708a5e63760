//! `.plimsoll/index.db`: a row for each run file, so that a list of thousands is there at once. Whatever is in it can be made
//! again from the files; a damaged one is.

use super::{RunState, RunSummary};
use crate::api::ApiError;
use crate::people::People;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const FILE: &str = "index.db";

/// Another version of what is stored, or of what is made of a run, and the index is made again.
const VERSION: &str = concat!("3 ", env!("CARGO_PKG_VERSION"));

/// What lists are searched and sorted by lies apart from the summaries, which are some kilobytes each: a page reads its own.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS runs (
    id TEXT NOT NULL, path TEXT PRIMARY KEY, modified_us INTEGER NOT NULL, bytes INTEGER NOT NULL,
    name TEXT NOT NULL, study TEXT, started TEXT, state TEXT NOT NULL, verdict TEXT, capacity REAL, p95 INTEGER,
    search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS summaries (path TEXT PRIMARY KEY, summary TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_by_id ON runs (id);
CREATE INDEX IF NOT EXISTS runs_by_start ON runs (started DESC, path);
";

pub struct Index {
    connection: Mutex<Connection>,
}

/// What a list is asked for.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub text: String,
    pub study: Option<String>,
    pub tag: Option<String>,
    pub verdict: Option<String>,
    pub state: Option<String>,
    pub pinned: bool,
    pub sort: String,
    pub ascending: bool,
    pub limit: usize,
    pub offset: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Listed {
    pub total: u64,
    pub runs: Vec<RunSummary>,
    pub studies: Vec<NameCount>,
    pub tags: Vec<NameCount>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct NameCount {
    pub name: String,
    pub runs: u64,
}

/// Names in the lists of studies and tags.
const NAMES_MAX: usize = 200;

impl Index {
    /// Of the folder `.plimsoll`; also whether an earlier one was damaged and is made again.
    pub fn open(folder: &Path) -> rusqlite::Result<(Index, bool)> {
        let path = folder.join(FILE);
        match connect(folder, &path) {
            Ok(connection) => Ok((Index { connection: Mutex::new(connection) }, false)),
            Err(_) => {
                remove(&path);
                let connection = connect(folder, &path)?;
                Ok((Index { connection: Mutex::new(connection) }, true))
            }
        }
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Path, time of change and size of all that are known.
    pub fn known(&self) -> rusqlite::Result<Vec<(String, i64, u64, String)>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT path, modified_us, bytes, state FROM runs")?;
        let rows = statement.query_map([], |row| {
            let bytes: i64 = row.get(2)?;
            Ok((row.get(0)?, row.get(1)?, bytes.unsigned_abs(), row.get(3)?))
        })?;
        rows.collect()
    }

    pub fn put(&self, summary: &RunSummary, modified_us: i64) -> rusqlite::Result<()> {
        let labels = summary.labels.iter().map(|(name, value)| format!("{name}={value}"));
        let parts = [
            &summary.name,
            &summary.variant,
            &summary.file,
            &summary.plan,
            &summary.source,
            &summary.machine,
        ];
        let search = parts.into_iter().cloned().chain(summary.headlines.all().cloned()).chain(labels);
        let search = search.collect::<Vec<_>>().join("\n").to_lowercase();
        let content = serde_json::to_string(summary).expect("a summary has string keys only");
        let connection = self.connection();
        let transaction = connection.unchecked_transaction()?;
        let sql = "INSERT OR REPLACE INTO summaries (path, summary) VALUES (?1, ?2)";
        transaction.prepare_cached(sql)?.execute(params![summary.file, content])?;
        transaction.prepare_cached(
            "INSERT OR REPLACE INTO runs (id, path, modified_us, bytes, name, study, started, state, verdict, capacity, p95, \
             search) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            summary.id,
            summary.file,
            modified_us,
            i64::try_from(summary.bytes).unwrap_or(i64::MAX),
            summary.name,
            summary.study,
            summary.started,
            summary.state.name(),
            summary.verdict,
            summary.capacity_per_s,
            summary.p95_us.map(|us| i64::try_from(us).unwrap_or(i64::MAX)),
            search,
        ])?;
        transaction.commit()
    }

    pub fn remove(&self, path: &str) -> rusqlite::Result<()> {
        let connection = self.connection();
        let transaction = connection.unchecked_transaction()?;
        transaction.execute("DELETE FROM runs WHERE path = ?1", [path])?;
        transaction.execute("DELETE FROM summaries WHERE path = ?1", [path])?;
        transaction.commit()
    }

    /// Of several copies of a file the first.
    pub fn get(&self, id: &str) -> Result<RunSummary, ApiError> {
        let connection = self.connection();
        let sql = "SELECT summary FROM runs JOIN summaries USING (path) WHERE id = ?1 ORDER BY path LIMIT 1";
        let mut statement = connection.prepare_cached(sql)?;
        let content: Option<String> = statement.query_row([id], |row| row.get(0)).optional()?;
        let content = content.ok_or_else(|| ApiError::not_found("run of this id in the lab's folder"))?;
        read(&content)
    }

    /// Runs that lie in the same folder, by their names.
    pub fn in_folder(&self, folder: &str) -> Result<Vec<RunSummary>, ApiError> {
        let connection = self.connection();
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let sql = "SELECT summary FROM runs JOIN summaries USING (path) WHERE substr(path, 1, length(?1)) = ?1 \
                   AND instr(substr(path, length(?1) + 1), '/') = 0 ORDER BY path LIMIT 200";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([prefix], |row| row.get::<_, String>(0))?;
        rows.map(|content| read(&content?)).collect()
    }

    /// Those of a study, or of a plan of that name, the oldest first.
    pub fn of_study(&self, name: &str) -> Result<Vec<RunSummary>, ApiError> {
        let connection = self.connection();
        let sql = "SELECT summary FROM runs JOIN summaries USING (path) WHERE name = ?1 AND state IN ('complete', 'cut-off') ORDER BY started, path LIMIT 2000";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([name], |row| row.get::<_, String>(0))?;
        rows.map(|content| read(&content?)).collect()
    }

    /// Runs that go on.
    pub fn running(&self) -> Result<Vec<RunSummary>, ApiError> {
        let connection = self.connection();
        let sql = "SELECT summary FROM runs JOIN summaries USING (path) WHERE state = 'running' ORDER BY started DESC LIMIT 100";
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        rows.map(|content| read(&content?)).collect()
    }

    pub fn list(&self, query: &ListQuery, people: &People) -> Result<Listed, ApiError> {
        let (condition, values) = condition(query);
        let connection = self.connection();
        let count =
            format!("SELECT count(*) FROM runs LEFT JOIN lab.annotations ON run = id WHERE {condition}");
        let order = order(query);
        let total: i64 =
            connection.prepare_cached(&count)?.query_row(params_from_iter(&values), |row| row.get(0))?;
        let sql = format!(
            "WITH page AS (SELECT path, row_number() OVER (ORDER BY {order}) AS place \
             FROM runs LEFT JOIN lab.annotations ON run = id WHERE {condition} ORDER BY {order} LIMIT {} OFFSET {}) \
             SELECT summary FROM page JOIN summaries USING (path) ORDER BY place",
            query.limit, query.offset
        );
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(&values), |row| row.get::<_, String>(0))?;
        let contents: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        let summaries = contents.iter().map(|content| read(content)).collect::<Result<Vec<_>, _>>()?;
        let studies = counted(
            &connection,
            "SELECT name, count(*) AS n FROM runs WHERE state <> 'damaged' GROUP BY name",
        )?;
        let tags = counted(
            &connection,
            "SELECT value, count(*) AS n FROM lab.annotations, json_each(tags) WHERE run IN (SELECT id FROM runs) GROUP BY value",
        )?;
        drop(statement);
        drop(connection);
        let annotated = |summary: RunSummary| {
            let annotation = people.annotation(&summary.id)?;
            Ok(summary.annotated(annotation))
        };
        let runs = summaries.into_iter().map(annotated).collect::<Result<Vec<_>, ApiError>>()?;
        Ok(Listed { total: total.unsigned_abs(), runs, studies, tags })
    }
}

fn counted(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<NameCount>> {
    let mut statement = connection.prepare_cached(&format!("{sql} ORDER BY n DESC, 1 LIMIT {NAMES_MAX}"))?;
    let rows = statement.query_map([], |row| {
        let runs: i64 = row.get(1)?;
        Ok(NameCount { name: row.get(0)?, runs: runs.unsigned_abs() })
    })?;
    rows.collect()
}

/// Of a list: words, each of which must occur, and what is chosen.
fn condition(query: &ListQuery) -> (String, Vec<SqlValue>) {
    let mut parts = vec!["1".to_owned()];
    let mut values: Vec<SqlValue> = Vec::new();
    let mut add = |sql: &str, value: String| {
        values.push(value.into());
        parts.push(sql.replace('?', &format!("?{}", values.len())));
    };
    for word in query.text.to_lowercase().split_whitespace().take(16) {
        add(
            "(instr(search, ?) > 0 OR instr(lower(coalesce(tags, '')), ?) > 0 OR instr(lower(coalesce(note, '')), ?) > 0)",
            word.to_owned(),
        );
    }
    if let Some(study) = &query.study {
        add("name = ?", study.clone());
    }
    if let Some(tag) = &query.tag {
        add("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", tag.clone());
    }
    if let Some(verdict) = &query.verdict {
        add("verdict = ?", verdict.clone());
    }
    if let Some(state) = &query.state {
        add("state = ?", state.clone());
    }
    if query.pinned {
        parts.push("pinned = 1".to_owned());
    }
    (parts.join(" AND "), values)
}

/// Runs that go on come first where the newest do.
fn order(query: &ListQuery) -> String {
    let direction = if query.ascending { "ASC" } else { "DESC" };
    match query.sort.as_str() {
        "name" => format!("name COLLATE NOCASE {direction}, started DESC, path"),
        "capacity" => format!("capacity IS NULL, capacity {direction}, path"),
        "p95" => format!("p95 IS NULL, p95 {direction}, path"),
        "verdict" => format!("verdict IS NULL, verdict {direction}, started DESC, path"),
        _ => format!("state = 'running' DESC, started {direction}, path"),
    }
}

fn read(content: &str) -> Result<RunSummary, ApiError> {
    serde_json::from_str(content).map_err(|_| ApiError::internal("the lab's index is of another version"))
}

fn connect(folder: &Path, path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Err(rusqlite::Error::InvalidQuery);
    }
    connection.execute_batch("CREATE TABLE IF NOT EXISTS version (text TEXT NOT NULL) STRICT")?;
    let version: Option<String> =
        connection.query_row("SELECT text FROM version", [], |row| row.get(0)).optional()?;
    if version.as_deref() != Some(VERSION) {
        connection.execute_batch(
            "DROP TABLE IF EXISTS runs; DROP TABLE IF EXISTS summaries; DELETE FROM version",
        )?;
        connection.execute("INSERT INTO version (text) VALUES (?1)", [VERSION])?;
    }
    connection.execute_batch(TABLES)?;
    // What an earlier lab saw going on may have ended since: it is looked at as if it were new.
    connection.execute("DELETE FROM runs WHERE state = ?1", [RunState::Running.name()])?;
    connection.execute("DELETE FROM summaries WHERE path NOT IN (SELECT path FROM runs)", [])?;
    let lab = folder.join("lab.db").display().to_string();
    connection.execute("ATTACH ?1 AS lab", [lab])?;
    Ok(connection)
}

fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        // What can't be removed can't be opened either, which is said.
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}

/// A run that goes on is looked at again.
pub fn is_running(state: &str) -> bool {
    state == RunState::Running.name()
}
