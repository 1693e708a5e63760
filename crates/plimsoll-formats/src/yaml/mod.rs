//! Plans as YAML: a readable form of the same model. What is usual need not be written.

mod channel;
mod check;
mod defaults;
mod document;
mod embedded;
mod emit;
mod extract;
mod grpc;
mod load;
mod login;
mod names;
mod pause;
mod protocol;
mod read;
mod request;
mod scenario;
mod scenario_defaults;
mod step;
mod tls;
mod url;
mod write;
mod write_channel;
mod write_load;
mod write_request;

pub(crate) use defaults::label as usual_label;
pub use document::document;
pub(crate) use document::{PLAIN_MARK, typed_document};
pub use read::read_yaml;
pub(crate) use url::{Url, split as split_url};
pub use write::write_yaml;
