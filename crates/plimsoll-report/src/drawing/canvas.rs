//! Thin strokes on plotters' SVG backend.

use super::palette::{LOOKS, Look, Marker};
use plotters::prelude::{Color, DrawingBackend, IntoFont, RGBColor, SVGBackend, ShapeStyle, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The backend knows whole coordinates only; a tenth of a CSS pixel is fine enough for smooth lines.
const FINE: f64 = 10.0;

/// Of hollow marks, in fine units.
const OUTLINE: u32 = 16;
const PAPER: RGBColor = RGBColor(255, 255, 255);

pub struct Canvas<'a> {
    backend: SVGBackend<'a>,
    pub width: f64,
    pub height: f64,
    pub font: f64,
}

/// Everything is in CSS pixels.
impl<'a> Canvas<'a> {
    pub fn new(svg: &'a mut String, width: f64, height: f64, font: f64) -> Self {
        let size = ((width * FINE) as u32, (height * FINE) as u32);
        Canvas { backend: SVGBackend::with_string(svg, size), width, height, font }
    }

    /// The file ends when the canvas goes.
    pub fn finish(mut self) {
        self.backend.present().expect("memory can be written");
    }

    /// `dash` is an index into [`LOOKS`]; `None` is solid.
    pub fn line(&mut self, points: &[(f64, f64)], color: RGBColor, width: f64, dash: Option<usize>) {
        let alpha = dash.filter(|i| !LOOKS[*i].dash.is_empty()).map_or(1.0, mark);
        let style =
            ShapeStyle { color: color.mix(alpha), filled: false, stroke_width: (width * FINE) as u32 };
        let points = points.iter().map(|(x, y)| fine(*x, *y));
        self.backend.draw_path(points, &style).expect("memory can be written");
    }

    pub fn rectangle(&mut self, x: (f64, f64), y: (f64, f64), color: RGBColor) {
        let style = ShapeStyle::from(color).filled();
        let corners = (fine(x.0, y.0), fine(x.1, y.1));
        self.backend.draw_rect(corners.0, corners.1, &style, true).expect("memory can be written");
    }

    pub fn text(&mut self, text: &str, (x, y): (f64, f64), anchor: (HPos, VPos), color: RGBColor) {
        // The backend divides by 1.24 on its way to the attribute.
        let style = TextStyle::from(("sans-serif", self.font * FINE * 1.24).into_font())
            .color(&color)
            .pos(Pos::new(anchor.0, anchor.1));
        self.backend.draw_text(text, &style, fine(x, y)).expect("memory can be written");
    }

    /// What a text of digits takes, roughly; there is no font to ask.
    pub fn text_width(&self, text: &str) -> f64 {
        text.chars().map(|c| if matches!(c, '.' | ',' | ':' | ' ') { 0.3 } else { 0.58 }).sum::<f64>()
            * self.font
    }

    pub fn marker(&mut self, (x, y): (f64, f64), look: &Look, hollow: bool, radius: f64) {
        let r = radius;
        let inside = if hollow { PAPER } else { look.color };
        let polygon: Vec<(f64, f64)> = match look.marker {
            Marker::Circle => {
                let style = ShapeStyle::from(inside).filled();
                let radius = (r * FINE) as u32;
                self.backend.draw_circle(fine(x, y), radius, &style, true).expect("memory can be written");
                if hollow {
                    let style =
                        ShapeStyle { color: look.color.to_rgba(), filled: false, stroke_width: OUTLINE };
                    let drawn = self.backend.draw_circle(fine(x, y), radius, &style, false);
                    drawn.expect("memory can be written");
                }
                return;
            }
            Marker::Cross => {
                self.line(&[(x - r, y - r), (x + r, y + r)], look.color, 1.8, None);
                self.line(&[(x - r, y + r), (x + r, y - r)], look.color, 1.8, None);
                return;
            }
            Marker::Triangle => {
                vec![(x, y - 1.2 * r), (x + 1.1 * r, y + 0.8 * r), (x - 1.1 * r, y + 0.8 * r)]
            }
            Marker::Square => vec![(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)],
            Marker::Diamond => vec![(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)],
        };
        let points = polygon.iter().map(|(x, y)| fine(*x, *y));
        let style = ShapeStyle::from(inside).filled();
        self.backend.fill_polygon(points, &style).expect("memory can be written");
        if hollow {
            let closed: Vec<(f64, f64)> = polygon.iter().chain(&polygon[..1]).copied().collect();
            self.line(&closed, look.color, f64::from(OUTLINE) / FINE, None);
        }
    }
}

fn fine(x: f64, y: f64) -> (i32, i32) {
    ((x * FINE).round() as i32, (y * FINE).round() as i32)
}

/// An opacity that no eye tells from 1, by which [`polish`] finds the line again: the backend has no dashes,
/// and plotters' own dashed series make an element of every dash.
fn mark(dash: usize) -> f64 {
    0.990 + dash as f64 / 1_000.0
}

/// Dashes for marked lines, a description for those who don't see the picture, size left to the page.
pub fn polish(svg: &str, description: &str) -> String {
    // Inside a page an SVG needs no namespace; without it the page names no address at all.
    let svg = svg.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
    let mut svg = svg.replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
    for (index, look) in LOOKS.iter().enumerate() {
        let dashes: Vec<String> = look.dash.iter().map(|d| (f64::from(*d) * FINE).to_string()).collect();
        let marked = format!("opacity=\"{}\"", mark(index));
        svg = svg.replace(&marked, &format!("stroke-dasharray=\"{}\"", dashes.join(" ")));
    }
    let Some((_, rest)) = svg.split_once("viewBox=") else { return svg };
    let label = maud::html! { (description) }.into_string();
    format!("<svg role=\"img\" aria-label=\"{label}\" viewBox={rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashed_line_is_one_element_with_dashes() {
        let mut svg = String::new();
        let mut canvas = Canvas::new(&mut svg, 100.0, 50.0, 12.0);
        canvas.line(&[(0.0, 0.0), (100.0, 50.0)], LOOKS[1].color, 2.0, Some(1));
        canvas.line(&[(0.0, 50.0), (100.0, 0.0)], LOOKS[0].color, 2.0, Some(0));
        canvas.finish();
        let svg = polish(&svg, "a < \"b\"");
        assert_eq!(svg.matches("<polyline").count(), 2, "{svg}");
        assert!(svg.contains("stroke-dasharray=\"70 30\""), "{svg}");
        assert!(!svg.contains("opacity"), "{svg}");
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        assert_eq!(tree.root_element().attribute("aria-label"), Some("a < \"b\""));
    }
}
