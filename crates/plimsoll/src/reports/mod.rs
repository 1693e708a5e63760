//! Writes a report in the formats that are asked for.

mod browser;
mod files;

pub use browser::Browser;
pub use files::{Place, beside, check, is_junit, is_page, is_text_named, make_folder, write};
