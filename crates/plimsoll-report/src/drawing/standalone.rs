//! A figure as an SVG file of its own: with its legend in the picture, and everything that the page's style sheet says.

use super::canvas::{Canvas, Height, TextAnchor};
use super::palette::INK;
use super::style::style;
use super::{Form, canvas_of};
use crate::words::{self, Words};
use plimsoll_analysis::figures::Figure;

const STYLE: &str = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
    rect{shape-rendering:crispEdges}path{stroke-linejoin:round;vector-effect:non-scaling-stroke}";
/// Of a line of the legend.
const LINE_HEIGHT: f64 = 1.6;
const SWATCH_WIDTH: f64 = 34.0;
const GAP: f64 = 6.0;
/// Names of transactions and servers may be long.
const NAME_CHARACTERS_MAX: usize = 60;

/// An XML document on white ground. Its forms are as on the page, without the telephone's.
pub fn standalone(words: &Words, figure: &Figure) -> String {
    let form = Form::all(figure.kind)[0];
    let canvas = canvas_of(words, figure, form);
    let legend = legend(words, figure, canvas.width, canvas.font);
    let (width, height) = (canvas.width, canvas.height + legend.height);
    let description = words::figure::description(words, figure);
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\
         <style>{STYLE}</style><rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>"
    );
    let top = legend.height;
    format!("{head}{}{}</svg>\n", legend.placed(0.0, ""), canvas.placed(top, &description))
}

/// Nothing for a single series: the caption says what it is.
fn legend(words: &Words, figure: &Figure, width: f64, font: f64) -> Canvas {
    let mut canvas = Canvas::new(width, 0.0, font);
    if figure.series.len() < 2 {
        return canvas;
    }
    let (mut x, mut y) = (0.0, LINE_HEIGHT * font / 2.0);
    for (index, series) in figure.series.iter().enumerate() {
        let name: String = words::figure::series(words, series).chars().take(NAME_CHARACTERS_MAX).collect();
        let taken = SWATCH_WIDTH + GAP + canvas.text_width(&name) + 3.0 * GAP;
        if x > 0.0 && x + taken > width {
            (x, y) = (0.0, y + LINE_HEIGHT * font);
        }
        let style = style(figure, index);
        if style.dash.is_some() {
            canvas.line(&[(x, y), (x + SWATCH_WIDTH, y)], style.look.color, 2.0 * style.width, style.dash);
        }
        if style.marker {
            canvas.marker((x + SWATCH_WIDTH / 2.0, y), &style.look, style.hollow, 3.4);
        }
        canvas.text(&name, (x + SWATCH_WIDTH + GAP, y), (TextAnchor::Left, Height::Middle), INK);
        x += taken;
    }
    canvas.height = y + LINE_HEIGHT * font;
    canvas
}
