//! Figures as SVG, once for wide screens and paper, once for telephones; a style sheet shows one of them. Small ones fit
//! both.

mod canvas;
mod heat;
mod inert;
mod legend;
mod lines;
mod palette;
mod plot;
mod standalone;
mod style;
mod ticks;

pub use inert::inert;
pub use legend::legend;
pub use standalone::standalone;

use crate::words::{self, Words};
use canvas::Canvas;
use maud::Markup;
use plimsoll_analysis::figures::{Figure, FigureKind};

/// Where a figure is looked at; text is the same size on the reader's screen in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Wide screens and paper.
    Wide,
    /// Telephones.
    Narrow,
    /// One of many beside and below each other; alone on a telephone.
    Small,
}

impl Form {
    /// The forms that a figure has.
    pub fn all(kind: FigureKind) -> &'static [Form] {
        match kind {
            FigureKind::Server(_) => &[Form::Small],
            _ => &[Form::Wide, Form::Narrow],
        }
    }

    /// Of the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Form::Wide => "wide",
            Form::Narrow => "narrow",
            Form::Small => "small",
        }
    }

    /// Width, height and font size in CSS pixels.
    fn size(self, kind: FigureKind) -> (f64, f64, f64) {
        use FigureKind::{ArrivalsOverTime, ErrorsOverTime, GeneratorCpuOverTime, UsersOverTime};
        use FigureKind::{NodeResponseOverTime, NodeThroughputOverTime};
        let minor = matches!(
            kind,
            ArrivalsOverTime
                | ErrorsOverTime
                | GeneratorCpuOverTime
                | UsersOverTime
                | NodeThroughputOverTime
                | NodeResponseOverTime
        );
        match (self, minor) {
            (Form::Small, _) => (380.0, 190.0, 12.0),
            (Form::Wide, false) => (1_130.0, 370.0, 15.0),
            (Form::Wide, true) => (1_130.0, 235.0, 15.0),
            (Form::Narrow, false) => (360.0, 280.0, 12.0),
            (Form::Narrow, true) => (360.0, 200.0, 12.0),
        }
    }
}

/// An `<svg>` element. It holds no foreign text: names of transactions and variants stay in the legend.
pub fn draw(words: &Words, figure: &Figure, form: Form) -> Markup {
    canvas_of(words, figure, form).finish(&words::figure::description(words, figure))
}

fn canvas_of(words: &Words, figure: &Figure, form: Form) -> Canvas {
    let (width, height, font) = form.size(figure.kind);
    let mut canvas = Canvas::new(width, height, font);
    match &figure.heat {
        Some(heat) => heat::draw(words, &mut canvas, figure, heat),
        None => lines::draw(words, &mut canvas, figure, form),
    }
    canvas
}
