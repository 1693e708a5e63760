//! Caches of answers: `cache: true`, or a list of `{uses_expiry, entries_max, clear_each_iteration, cleared_with_user}`.

use super::emit::{list, map, text};
use super::write::Entries;
use plimsoll_plan::document::{Fields, Node, Problems};
use plimsoll_plan::plan::AnswerCache;

const DEFAULT: AnswerCache = AnswerCache {
    uses_expiry: true,
    entries_max: 5_000,
    clear_each_iteration: false,
    cleared_with_user: false,
};

pub fn read(node: &Node, problems: &mut Problems) -> Vec<AnswerCache> {
    match node.as_str() {
        Some("true") => vec![DEFAULT],
        Some("false") => Vec::new(),
        Some(other) => {
            let message = format!("`{other}` is neither true, false, nor a list of caches");
            problems.error(node.line, "cache", message);
            Vec::new()
        }
        None => node.items().iter().map(|n| read_one(n, problems)).collect(),
    }
}

fn read_one(node: &Node, problems: &mut Problems) -> AnswerCache {
    let mut fields = Fields::of(node, "cache", problems);
    let cache = AnswerCache {
        uses_expiry: fields.flag("uses_expiry").unwrap_or(DEFAULT.uses_expiry),
        entries_max: fields.count("entries_max").unwrap_or(DEFAULT.entries_max),
        clear_each_iteration: fields.flag("clear_each_iteration").unwrap_or(false),
        cleared_with_user: fields.flag("cleared_with_user").unwrap_or(false),
    };
    fields.finish();
    cache
}

pub fn write(caches: &[AnswerCache]) -> Node {
    match caches {
        [cache] if *cache == DEFAULT => text("true"),
        caches => list(caches.iter().map(write_one).collect()),
    }
}

fn write_one(cache: &AnswerCache) -> Node {
    let mut entries: Entries = vec![("entries_max", text(cache.entries_max.to_string()))];
    let flags = [
        ("uses_expiry", cache.uses_expiry, true),
        ("clear_each_iteration", cache.clear_each_iteration, false),
        ("cleared_with_user", cache.cleared_with_user, false),
    ];
    let flags = flags.into_iter().filter(|(_, value, default)| value != default);
    entries.extend(flags.map(|(key, value, _)| (key, text(value.to_string()))));
    map(entries)
}
