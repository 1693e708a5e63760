//! What people added to a run: tags, a note, that it is a baseline.

use crate::api::ApiError;
use crate::people::People;
use rusqlite::{OptionalExtension, params};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    pub tags: Vec<String>,
    pub note: String,
    pub pinned: bool,
}

const TAGS_MAX: usize = 32;
const TAG_CHARS_MAX: usize = 60;
const NOTE_CHARS_MAX: usize = 10_000;

impl Annotation {
    /// Without what says nothing; all problems at once.
    pub fn checked(mut self) -> Result<Annotation, ApiError> {
        self.tags = self.tags.iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
        self.tags.sort();
        self.tags.dedup();
        let mut problems = Vec::new();
        if self.tags.len() > TAGS_MAX {
            problems.push(format!("a run has at most {TAGS_MAX} tags"));
        }
        let wrong = |tag: &&String| tag.chars().count() > TAG_CHARS_MAX || tag.chars().any(char::is_control);
        if let Some(tag) = self.tags.iter().find(wrong) {
            let begin: String = tag.chars().take(20).collect();
            problems.push(format!(
                "the tag {begin:?} has more than {TAG_CHARS_MAX} characters, or more than a line"
            ));
        }
        if self.note.chars().count() > NOTE_CHARS_MAX {
            problems.push(format!("a note has at most {NOTE_CHARS_MAX} characters"));
        }
        match problems.is_empty() {
            true => Ok(self),
            false => Err(ApiError::bad(problems.join("; "))),
        }
    }
}

impl People {
    pub fn annotation(&self, run: &str) -> Result<Annotation, ApiError> {
        let sql = "SELECT tags, note, pinned FROM annotations WHERE run = ?1";
        let connection = self.connection();
        let mut statement = connection.prepare_cached(sql)?;
        let found: Option<(String, String, bool)> =
            statement.query_row([run], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        Ok(found.map_or_else(Annotation::default, |(tags, note, pinned)| Annotation {
            tags: serde_json::from_str(&tags).unwrap_or_default(),
            note,
            pinned,
        }))
    }

    pub fn annotate(&self, run: &str, annotation: &Annotation) -> Result<(), ApiError> {
        let tags = serde_json::json!(annotation.tags).to_string();
        self.connection().execute(
            "INSERT INTO annotations (run, tags, note, pinned) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT (run) DO UPDATE SET tags = ?2, note = ?3, pinned = ?4",
            params![run, tags, annotation.note, annotation.pinned],
        )?;
        Ok(())
    }
}
