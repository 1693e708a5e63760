//! Documents of other tools as a tree whose values know their types and lines: JSON, and YAML for what may be
//! written in either.

mod read;
mod value;
mod yaml;

pub use read::{read, read_from};
pub use value::{Json, JsonValue};
pub use yaml::read_yaml;
