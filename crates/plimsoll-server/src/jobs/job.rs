//! A test that was asked for, as it stands.

use crate::api::ApiError;
use crate::people::People;
use rusqlite::{OptionalExtension, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is to be run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestRequest {
    /// A plan or study, below the lab's folder.
    pub file: String,
    #[serde(default)]
    pub properties: BTreeMap<String, String>,
    #[serde(default)]
    pub users: Option<u32>,
    /// `50/s`
    #[serde(default)]
    pub rate: Option<String>,
    /// `30s`
    #[serde(default)]
    pub duration: Option<String>,
    #[serde(default)]
    pub requirements: Vec<String>,
    /// `commit`: `a1b2c3`
    #[serde(default)]
    pub label: BTreeMap<String, String>,
    /// Not before this moment, ISO 8601.
    #[serde(default)]
    pub at: Option<String>,
    /// Searches the highest rate at which the requirements hold, from this one on.
    #[serde(default)]
    pub find_capacity_from: Option<String>,
    #[serde(default)]
    pub notify: NotifyRequest,
}

/// Who hears of its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotifyRequest {
    /// A URL that the verdict is posted to as JSON.
    #[serde(default)]
    pub webhook: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestState {
    Waiting,
    /// Its time has not come.
    Scheduled,
    Running,
    Done,
    Failed,
    Cancelled,
}

impl TestState {
    pub fn name(self) -> &'static str {
        match self {
            TestState::Waiting => "waiting",
            TestState::Scheduled => "scheduled",
            TestState::Running => "running",
            TestState::Done => "done",
            TestState::Failed => "failed",
            TestState::Cancelled => "cancelled",
        }
    }

    pub fn is_over(self) -> bool {
        matches!(self, TestState::Done | TestState::Failed | TestState::Cancelled)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QueuedTest {
    pub id: String,
    pub file: String,
    pub state: TestState,
    pub at: Option<String>,
    pub queued: String,
    pub started: Option<String>,
    pub ended: Option<String>,
    pub by: String,
    /// Of the program; `None` too where it outlived the lab that started it.
    pub exit_code: Option<i32>,
    /// Ids of the runs that it made.
    pub runs: Vec<String>,
    /// The last lines that it printed.
    pub output: String,
    /// In the queue, from 1.
    pub position: Option<usize>,
    pub request: TestRequest,
    /// Below the lab's folder.
    pub folder: Option<String>,
    /// The process, and when it began (jiffies since the machine started, `/proc/PID/stat`): a number is used again.
    #[serde(default)]
    #[schemars(skip)]
    pub process: Option<(u32, u64)>,
}

/// Jobs that are shown; older ones are forgotten when they are over.
const JOBS_MAX: i64 = 500;

impl People {
    pub fn put_job(&self, job: &QueuedTest) -> Result<(), ApiError> {
        let content = serde_json::to_string(job).map_err(|error| ApiError::internal(error.to_string()))?;
        let connection = self.connection();
        connection.execute(
            "INSERT INTO jobs (id, state, content) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET state = ?2, content = ?3",
            params![job.id, job.state.name(), content],
        )?;
        let old = "DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled') AND number <= (SELECT max(number) FROM jobs) - ?1";
        connection.execute(old, [JOBS_MAX])?;
        Ok(())
    }

    pub fn job(&self, id: &str) -> Result<QueuedTest, ApiError> {
        let sql = "SELECT content FROM jobs WHERE id = ?1";
        let content: Option<String> = self.connection().query_row(sql, [id], |row| row.get(0)).optional()?;
        let content = content.ok_or_else(|| ApiError::not_found("such job"))?;
        serde_json::from_str(&content).map_err(|_| ApiError::internal("this job is of another version"))
    }

    /// In the order in which they were asked for. Those of another version are left out.
    pub fn jobs(&self) -> Result<Vec<QueuedTest>, ApiError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT content FROM jobs ORDER BY number")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        let contents: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        let mut jobs: Vec<QueuedTest> =
            contents.iter().filter_map(|content| serde_json::from_str(content).ok()).collect();
        let waiting =
            jobs.iter_mut().filter(|job| matches!(job.state, TestState::Waiting | TestState::Scheduled));
        waiting.zip(1..).for_each(|(job, place)| job.position = Some(place));
        Ok(jobs)
    }
}
