//! Plans as YAML: a readable form of the same model. What is usual need not be written.

mod cache;
pub(crate) mod channel;
mod check;
mod context;
mod database;
mod defaults;
mod document;
mod embedded;
mod emit;
mod entries;
mod extract;
mod grpc;
mod load;
mod local;
mod login;
mod markup;
mod mix;
mod names;
mod pause;
mod protocol;
mod read;
mod request;
mod scenario;
mod scenario_defaults;
mod script;
pub mod shapes;
mod step;
mod structure;
mod texts;
mod timer;
mod tls;
pub(crate) mod unset;
mod url;
mod write;
mod write_channel;
mod write_load;
mod write_request;
mod write_step;

pub(crate) use defaults::label as usual_label;
pub use document::document;
pub use emit::emit;
pub(crate) use emit::emit_in_line;
pub(crate) use extract::write as write_extractor;

/// What the shapes of a plan refer to by name.
pub static DEFINED: [(&str, &plimsoll_plan::document::Kind); 1] = [(shapes::STEP_NAME, &step::ANY_STEP)];

pub use read::read_yaml;
pub(crate) use url::{Url, port_problem, split as split_url};
pub use write::write_yaml;
