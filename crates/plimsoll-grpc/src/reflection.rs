//! Asks a server for its schema (grpc/doc/server-reflection.md), one call at a time; the calls are the
//! caller's to make.

use crate::schema::{Method, Schema, SchemaError, split};
use prost_reflect::DynamicMessage;
use prost_reflect::prost::Message;
use prost_reflect::prost_types::FileDescriptorProto;
use std::collections::BTreeMap;

/// The packages of the protocol's versions, the newest first.
pub const VERSIONS: [&str; 2] = ["grpc.reflection.v1", "grpc.reflection.v1alpha"];

/// Most files of one schema.
const FILES_MAX: usize = 1_000;

#[derive(Debug, thiserror::Error)]
pub enum ReflectionError {
    #[error("the server does not describe `{0}`: {1}")]
    Refused(String, String),
    #[error("the server's description can't be read: {0}")]
    Damaged(String),
    #[error("the server's description has more than {FILES_MAX} files")]
    TooLarge,
    #[error(transparent)]
    Schema(#[from] SchemaError),
}

/// The files of one service, as far as they have come.
pub struct Reflection {
    method: Method,
    path: String,
    service: String,
    files: BTreeMap<String, (Vec<u8>, FileDescriptorProto)>,
    /// The file that is asked for next; at first the one with the service.
    missing: Option<String>,
}

impl Reflection {
    /// `version` is one of [`VERSIONS`], `path` the method that is wanted: `/package.Service/Method`.
    pub fn new(version: &str, path: &str) -> Result<Reflection, ReflectionError> {
        let service = split(path)?.0.to_owned();
        let text = include_str!("reflection.proto").replace("PACKAGE", version);
        let file = protox::file::File::from_source("reflection.proto", &text)
            .map_err(|e| ReflectionError::Damaged(e.to_string()))?;
        let schema = Schema::of_files(&[file.file_descriptor_proto().encode_to_vec()])?;
        let path = format!("/{version}.ServerReflection/ServerReflectionInfo");
        let method = schema.method(&path)?;
        Ok(Reflection { method, path, service, files: BTreeMap::new(), missing: None })
    }

    /// Where to ask.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The message to ask with.
    pub fn question(&self) -> Result<Vec<u8>, ReflectionError> {
        let question = match &self.missing {
            Some(file) => serde_json::json!({ "fileByFilename": file }),
            None => serde_json::json!({ "fileContainingSymbol": self.service }),
        };
        self.method.encode(&question.to_string()).map_err(|e| ReflectionError::Damaged(e.to_string()))
    }

    /// Takes what was answered. The schema when it is complete; `None`: ask again.
    pub fn answer(&mut self, message: &[u8]) -> Result<Option<Schema>, ReflectionError> {
        let damaged = |e: &dyn std::fmt::Display| ReflectionError::Damaged(e.to_string());
        let answer = self.method.decode_fields(message).map_err(|e| damaged(&e))?;
        let asked = self.missing.take().unwrap_or_else(|| self.service.clone());
        if let Some(error) = part(&answer, "error_response") {
            let text = error.get_field_by_name("error_message");
            let text = text.and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
            return Err(ReflectionError::Refused(asked, text));
        }
        let files = part(&answer, "file_descriptor_response").and_then(|found| {
            let list = found.get_field_by_name("file_descriptor_proto")?.into_owned();
            Some(list.as_list()?.iter().filter_map(|file| file.as_bytes().cloned()).collect::<Vec<_>>())
        });
        let before = self.files.len();
        for bytes in files.unwrap_or_default() {
            let file = FileDescriptorProto::decode(bytes.clone()).map_err(|e| damaged(&e))?;
            self.files.insert(file.name().to_owned(), (bytes.to_vec(), file));
        }
        if self.files.len() > FILES_MAX {
            return Err(ReflectionError::TooLarge);
        }
        if self.files.len() == before {
            return Err(ReflectionError::Refused(asked, "the answer has no file".to_owned()));
        }
        let needed = self.files.values().flat_map(|(_, file)| &file.dependency);
        let is_known =
            |name: &&String| self.files.contains_key(*name) || name.starts_with("google/protobuf/");
        self.missing = needed.into_iter().find(|name| !is_known(name)).cloned();
        if self.missing.is_some() {
            return Ok(None);
        }
        let files: Vec<Vec<u8>> = self.files.values().map(|(bytes, _)| bytes.clone()).collect();
        Ok(Some(Schema::of_files(&files)?))
    }
}

/// A message inside a message, when it is set.
fn part(message: &DynamicMessage, name: &str) -> Option<DynamicMessage> {
    if !message.has_field_by_name(name) {
        return None;
    }
    message.get_field_by_name(name)?.as_message().cloned()
}
