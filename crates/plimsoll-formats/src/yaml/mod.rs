//! Plans as YAML: a readable form of the same model. What is usual need not be written.

mod cache;
mod channel;
mod check;
mod database;
mod defaults;
mod document;
mod embedded;
mod emit;
mod extract;
mod grpc;
mod load;
mod local;
mod login;
mod markup;
mod names;
mod pause;
mod protocol;
mod read;
mod request;
mod scenario;
mod step;
mod structure;
mod tcp;
mod timer;
mod tls;
mod url;
mod write;
mod write_channel;
mod write_load;
mod write_request;
mod write_step;

pub use document::document;
pub use read::read_yaml;
pub use write::write_yaml;
