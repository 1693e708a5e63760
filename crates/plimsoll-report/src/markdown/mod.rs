//! A document for wikis: Markdown (GitHub's, with tables), and its pictures as files.
//!
//! Markdown has no anchors of its own: `<a id>` is what wikis take, and where one does not, the name of the place is
//! still there to read.

mod block;
mod inline;
mod table;

use crate::document::ReportDocument;
use crate::words::Words;
use block::MarkdownWriter;
pub(crate) use inline::escaped;
use plimsoll_run::visible;

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
pub fn markdown(document: &ReportDocument<'_>, words: &Words, folder: &str) -> Markdown {
    let picture = |(anchor, found): (String, &crate::document::ReportFigure<'_>)| Picture {
        name: format!("{anchor}.svg"),
        svg: visible(&crate::drawing::standalone(words, found.figure)).into_owned(),
    };
    let drawings = document.drawings();
    let drawings =
        drawings.into_iter().map(|(name, svg)| Picture { name: format!("{name}.svg"), svg: svg.to_owned() });
    let pictures = document.figures().into_iter().map(picture).chain(drawings).collect();
    let text = MarkdownWriter::new(document, words, folder).document(document);
    Markdown { text: visible(&text).into_owned(), pictures }
}
