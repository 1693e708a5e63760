//! Figures as SVG, once for wide screens and paper, once for telephones; a style sheet shows one of them.

mod canvas;
mod heat;
mod legend;
mod lines;
mod palette;
mod plot;
mod style;
mod ticks;

pub use legend::legend;
pub use lines::shows_limit;

use crate::words::{self, Words};
use canvas::Canvas;
use plimsoll_analysis::figures::{Figure, FigureKind};

/// The two forms of every figure; text is the same size on the reader's screen in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Wide,
    Narrow,
}

impl Form {
    /// Width, height and font size in CSS pixels.
    fn size(self, kind: FigureKind) -> (f64, f64, f64) {
        use FigureKind::{ArrivalsOverTime, ErrorsOverTime, GeneratorCpuOverTime, UsersOverTime};
        if let FigureKind::Server(_) = kind {
            // Two beside each other on a wide screen.
            return match self {
                Form::Wide => (560.0, 220.0, 13.0),
                Form::Narrow => (360.0, 200.0, 12.0),
            };
        }
        let minor = matches!(kind, ArrivalsOverTime | ErrorsOverTime | GeneratorCpuOverTime | UsersOverTime);
        match (self, minor) {
            (Form::Wide, false) => (1_130.0, 370.0, 15.0),
            (Form::Wide, true) => (1_130.0, 235.0, 15.0),
            (Form::Narrow, false) => (360.0, 280.0, 12.0),
            (Form::Narrow, true) => (360.0, 200.0, 12.0),
        }
    }
}

/// An `<svg>` element. It holds no foreign text: names of transactions and variants stay in the legend.
pub fn draw(words: &Words, figure: &Figure, form: Form) -> String {
    let mut svg = String::new();
    let (width, height, font) = form.size(figure.kind);
    let mut canvas = Canvas::new(&mut svg, width, height, font);
    match &figure.heat {
        Some(heat) => heat::draw(words, &mut canvas, figure, heat),
        None => lines::draw(words, &mut canvas, figure, form),
    }
    canvas.finish();
    canvas::polish(&svg, &words::figure::description(words, figure))
}
