//! Text within a line.

use plimsoll_analysis::requirements::Judgement;

/// Pieces of text, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spans(pub Vec<Span>);

#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    Text(String),
    Strong(String),
    /// Quieter than the rest.
    Soft(Spans),
    Code(String),
    /// A word that is marked by colour and frame.
    Badge(String, Judgement),
    /// How grave a finding is.
    Severity(String),
    Emphasis(Spans),
    /// To a page of the web.
    External(String, Spans),
    /// To an anchor of the same part of the document.
    Link(String, Spans),
    Break,
}

impl Spans {
    pub fn new() -> Spans {
        Spans::default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn and(mut self, span: Span) -> Spans {
        self.0.push(span);
        self
    }

    pub fn text(self, text: impl Into<String>) -> Spans {
        self.and(Span::Text(text.into()))
    }

    pub fn strong(self, text: impl Into<String>) -> Spans {
        self.and(Span::Strong(text.into()))
    }

    pub fn soft(self, text: impl Into<Spans>) -> Spans {
        self.and(Span::Soft(text.into()))
    }

    pub fn code(self, text: impl Into<String>) -> Spans {
        self.and(Span::Code(text.into()))
    }

    pub fn badge(self, text: impl Into<String>, judgement: Judgement) -> Spans {
        self.and(Span::Badge(text.into(), judgement))
    }

    pub fn severity(self, text: impl Into<String>) -> Spans {
        self.and(Span::Severity(text.into()))
    }

    pub fn link(self, anchor: impl Into<String>, text: impl Into<Spans>) -> Spans {
        self.and(Span::Link(anchor.into(), text.into()))
    }

    /// Links with a separator between them.
    pub fn links(
        mut self,
        separator: &str,
        all: impl IntoIterator<Item = (String, impl Into<Spans>)>,
    ) -> Spans {
        for (i, (anchor, text)) in all.into_iter().enumerate() {
            if i > 0 {
                self = self.text(separator);
            }
            self = self.link(anchor, text);
        }
        self
    }

    pub fn line_break(self) -> Spans {
        self.and(Span::Break)
    }

    /// Without marks and links.
    pub fn plain(&self) -> String {
        let text = |span: &Span| match span {
            Span::Text(text)
            | Span::Strong(text)
            | Span::Code(text)
            | Span::Badge(text, _)
            | Span::Severity(text) => text.clone(),
            Span::Soft(inside) | Span::Emphasis(inside) => inside.plain(),
            Span::Link(_, inside) | Span::External(_, inside) => inside.plain(),
            Span::Break => " ".to_owned(),
        };
        self.0.iter().map(text).collect()
    }

    pub fn join(mut self, other: Spans) -> Spans {
        self.0.extend(other.0);
        self
    }
}

impl From<String> for Spans {
    fn from(text: String) -> Spans {
        Spans::new().text(text)
    }
}

impl From<&str> for Spans {
    fn from(text: &str) -> Spans {
        Spans::new().text(text)
    }
}

impl From<&String> for Spans {
    fn from(text: &String) -> Spans {
        Spans::new().text(text)
    }
}
