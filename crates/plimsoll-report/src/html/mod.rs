//! A document as one self-contained page.

mod block;
mod page;
mod table;

pub use page::{page, page_numbers};
