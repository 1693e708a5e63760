//! Writes a report in the formats that are asked for.

mod browser;
mod files;

pub use browser::Browser;
pub use files::{Place, beside, make_folder, write};
