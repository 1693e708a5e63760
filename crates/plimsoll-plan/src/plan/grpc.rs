//! One gRPC call.

use super::stage::{AsWritten, TextForm, TextMap};
use std::path::PathBuf;
use std::time::Duration;

/// What a request sends when it calls a gRPC method; the request's path names it: `/package.Service/Method`.
#[derive(Clone, Debug, PartialEq)]
pub struct GrpcCall<S: TextForm = AsWritten> {
    pub schema: GrpcSchema,
    /// In their JSON form; more than one only where the method takes a stream.
    pub messages: Vec<S::Text>,
    /// For the whole call, waiting for a connection too. The server is told of it.
    pub deadline: Option<Duration>,
    /// Bytes of the longest message that is accepted.
    pub message_limit: u64,
    /// Messages are sent compressed with gzip.
    pub gzips: bool,
}

/// Where the types of the messages are described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrpcSchema {
    /// A `.proto` file, and folders in which its imports are looked for beside its own.
    Proto { path: PathBuf, includes: Vec<PathBuf> },
    /// The server says it (server reflection), once before the run.
    Reflection,
}

impl GrpcCall {
    /// What gRPC's own clients accept.
    pub const MESSAGE_LIMIT: u64 = 4 * 1024 * 1024;

    pub fn map_texts<'a, M: TextMap<'a>>(&'a self, map: &mut M) -> GrpcCall<M::To> {
        let GrpcCall { deadline, message_limit, gzips, .. } = *self;
        let (schema, messages) = (self.schema.clone(), map.texts(&self.messages));
        GrpcCall { schema, messages, deadline, message_limit, gzips }
    }
}
