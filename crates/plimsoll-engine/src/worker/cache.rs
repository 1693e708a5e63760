//! Answers that a user remembers: a fresh one is not asked for again, and gives no sample (JMeter's
//! `RETURN_NO_SAMPLE`).

use crate::http::Target;
use crate::http::cache::Cache;
use crate::http::message::Pieces;
use crate::program::{CompiledRequest, Program};
use crate::user::Exchange;

/// By cache; made when first used.
pub type Caches = Vec<Option<Box<Cache>>>;

fn cache_of<'c>(caches: &'c Caches, request: &CompiledRequest) -> Option<&'c Cache> {
    caches.get(request.cache?)?.as_deref()
}

/// Whether the request need not be made. A cached request is never ready bytes, so it has pieces.
pub(super) fn is_fresh(
    caches: &Caches,
    request: &CompiledRequest,
    target: &Target,
    pieces: &Pieces,
    now_ms: i64,
) -> bool {
    let cache = cache_of(caches, request).filter(|_| pieces.method == "GET");
    cache.is_some_and(|cache| cache.is_fresh(&target.to_string(), &pieces.headers, now_ms))
}

/// The headers that ask whether the answer has changed.
pub(super) fn conditions(
    caches: &Caches,
    request: &CompiledRequest,
    target: &Target,
    pieces: &Pieces,
) -> Vec<(&'static str, String)> {
    let cache = cache_of(caches, request);
    cache.map_or(Vec::new(), |cache| cache.conditions(&target.to_string(), &pieces.headers))
}

/// Remembers the answer that has come.
pub(super) fn store(caches: &mut Caches, program: &Program, exchange: &Exchange, now_ms: i64) {
    let request = &program.requests[exchange.request as usize];
    let (Some(number), Some(pieces)) = (request.cache, &exchange.pieces) else { return };
    let Some(rules) = program.caches.get(number) else { return };
    let reader = &exchange.reader;
    if &*exchange.outgoing.method != "GET" || !matches!(reader.status, 200..=299 | 304) {
        return;
    }
    caches.resize_with(program.caches.len(), || None);
    let cache = caches[number].get_or_insert_default();
    cache.store(rules, &exchange.outgoing.target.to_string(), &pieces.headers, &reader.headers, now_ms);
}
