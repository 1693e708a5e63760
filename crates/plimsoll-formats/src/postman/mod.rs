//! Postman's collections, in the formats 2.0 and 2.1 that it exports.
//!
//! Source: the collection schema v2.0.0 and v2.1.0 (schema.getpostman.com).

mod auth;
mod body;
mod read;
mod request;
mod script;
mod variable;

pub use read::{is_collection, read};
