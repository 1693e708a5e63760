//! A document as one self-contained page.

mod block;
mod page;
mod table;

pub use page::{STYLE, Theme, VIEWER, page, page_numbers, part_of_page};
