//! JSON as the tree of plans and studies, where values know their lines; and values of that tree as JSON.

mod read;
mod write;

pub use read::{read, read_from};
pub use write::{plain, to_json};
