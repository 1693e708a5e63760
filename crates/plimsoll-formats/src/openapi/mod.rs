//! Descriptions of HTTP interfaces: OpenAPI 3.0 and 3.1, Swagger 2.0; in JSON or YAML.
//!
//! Sources: the OpenAPI specifications 3.0.4 and 3.1.1, Swagger 2.0. Only references within the file are followed.

mod body;
mod document;
mod operation;
mod read;
mod sample;
mod security;

pub use operation::status_check;
pub use read::{is_description, read};
