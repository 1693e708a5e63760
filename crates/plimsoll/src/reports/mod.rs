//! Writes a report in the formats that are asked for.

mod answer;
mod browser;
mod files;
mod pages;

pub use answer::{check_answer, write_answer};
pub use browser::Browser;
pub use files::{OutputPlace, check, is_junit, is_page, is_text_named, make_folder, next_to, write};
