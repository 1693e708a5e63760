//! What is remembered or known beforehand. Caches of answers: `cache: true`, or a list of `{uses_expiry, entries_max, clear_each_iteration, cleared_with_user}`.

use super::emit::{list, map, pairs, text};
use super::entries::Entries;
use super::shapes::CACHE;
use super::texts::scalar;
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
    let mut fields = Fields::of(node, &CACHE, problems);
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

/// `hosts: {shop.example: 127.0.0.1, other: [10.0.0.1, 10.0.0.2]}`.
pub fn read_hosts(node: &Node, problems: &mut Problems) -> Vec<(String, Vec<String>)> {
    if node.entries().is_empty() {
        problems.error(node.line, "hosts", "expected `{name: address}`");
    }
    let host = |(name, addresses): &(Node, Node)| {
        let name = scalar(name, "hosts", problems)?;
        let addresses: Vec<String> =
            addresses.items().iter().filter_map(|address| scalar(address, "hosts", problems)).collect();
        if addresses.is_empty() {
            problems.error(node.line, "hosts", format!("`{name}` has no address"));
        }
        Some((name, addresses))
    };
    node.entries().iter().filter_map(host).collect()
}

pub fn write_hosts(hosts: &[(String, Vec<String>)]) -> Node {
    let addresses = |addresses: &[String]| match addresses {
        [one] => text(one.as_str()),
        several => list(several.iter().map(|address| text(address.as_str())).collect()),
    };
    pairs(hosts.iter().map(|(name, to)| (name.clone(), addresses(to))).collect())
}
