//! The report for wikis: Markdown (GitHub's, with tables), and its pictures as files.
//!
//! It is read from the page, element by element, so that both have the same sections and the same words, whoever
//! adds to the page. Markdown has no anchors of its own: `<a id>` is what wikis take, and where one does not, the
//! name of the place is still there to read.

mod block;
mod inline;
mod picture;
mod table;

use crate::words::Words;
use block::Writer;
use picture::{named_figures, without_pictures};
use plimsoll_analysis::Analysis;
use roxmltree::Document;
use std::collections::BTreeSet;
use thiserror::Error;

/// A fault of Plimsoll: pages are written as well-formed elements.
#[derive(Debug, Error)]
pub enum MarkdownError {
    #[error("read the page that Markdown is made of")]
    Page(#[from] roxmltree::Error),
}

pub struct Markdown {
    pub text: String,
    pub pictures: Vec<Picture>,
}

/// An SVG file that the text shows.
pub struct Picture {
    /// `figure-throughput-by-load.svg`
    pub name: String,
    pub svg: String,
}

/// `folder` is where the pictures will be, as seen from the text: `report-figures`.
pub fn markdown(analysis: &Analysis, words: &Words, folder: &str) -> Result<Markdown, MarkdownError> {
    let page = crate::html::html(analysis, words);
    let figures = named_figures(analysis);
    let (text, shown) = read(&page, folder)?;
    let pictures = figures.into_iter().filter(|(name, _)| shown.contains(name)).map(|(name, figure)| {
        let svg = crate::drawing::standalone(words, figure);
        Picture { name: format!("{name}.svg"), svg }
    });
    Ok(Markdown { text, pictures: pictures.collect() })
}

/// The text, and the names of the figures that it shows.
fn read(page: &str, folder: &str) -> Result<(String, BTreeSet<String>), MarkdownError> {
    let inside = page.split_once("<main>").and_then(|(_, rest)| rest.rsplit_once("</main>"));
    let body = inside.map_or("", |(body, _)| body);
    let xml = format!("<main>{}</main>", without_pictures(body).replace("<br>", "<br/>"));
    let document = Document::parse(&xml)?;
    let mut writer = Writer::new(&document, folder);
    writer.blocks(document.root_element());
    Ok(writer.finish())
}
