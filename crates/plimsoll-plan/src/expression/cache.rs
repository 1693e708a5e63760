//! Scripts whose text is made while a plan runs.

use super::problem::ScriptProblem;
use super::syntax::{Script, ScriptLanguage};
use std::collections::HashMap;
use std::sync::Arc;

type Known = Result<Arc<Script>, ScriptProblem>;

/// Most scripts that are kept. A script with values in it differs from user to user; when there are too many,
/// all are forgotten.
const SCRIPTS_MAX: usize = 512;

/// Scripts by their text, each read once.
#[derive(Clone, Debug, Default)]
pub struct ScriptCache {
    known: HashMap<(ScriptLanguage, String), Known>,
}

impl ScriptCache {
    pub fn script(&mut self, language: ScriptLanguage, text: &str) -> Known {
        let key = (language, text.to_owned());
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.known.len() >= SCRIPTS_MAX {
            self.known.clear();
        }
        let script = Script::parse(language, text).map(Arc::new);
        self.known.insert(key, script.clone());
        script
    }
}
