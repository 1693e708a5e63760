//! Writes SVG. Everything is in CSS pixels, to a tenth.

use super::palette::{Color, LOOKS, LineStyle, Marker};
use maud::{Markup, Render, html};
use std::fmt::Write;

/// Which side of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    Left,
    Middle,
    Right,
}

/// Which height of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    Top,
    Middle,
    Bottom,
}

pub struct Canvas {
    svg: String,
    pub width: f64,
    pub height: f64,
    pub font: f64,
    /// For the viewer's script, see [`Canvas::describe`].
    axes: Option<String>,
}

/// Of hollow marks.
const OUTLINE: f64 = 1.6;
const PAPER: Color = Color(255, 255, 255);
/// Lines at the edge of a layer that is clipped are not to lose half of their width.
const MARGIN: f64 = 2.0;

impl Canvas {
    pub fn new(width: f64, height: f64, font: f64) -> Canvas {
        Canvas { svg: String::new(), width, height, font, axes: None }
    }

    /// The `<svg>` element, with a text for those who don't see the picture.
    pub fn finish(self, description: &str) -> Markup {
        let (width, height) = (self.width, self.height);
        html! {
            svg role="img" aria-label=(description) viewBox={ "0 0 " (width) " " (height) } font-size=(self.font)
                fill="none" data-axes=[self.axes] { (maud::PreEscaped(self.svg)) }
        }
    }

    /// The same as a part of another picture, so far from its top.
    pub fn placed(self, top: f64, description: &str) -> String {
        let (width, height) = (self.width, self.height);
        let svg = html! {
            svg role="img" aria-label=(description) y=(top) width=(width) height=(height)
                viewBox={ "0 0 " (width) " " (height) } font-size=(self.font) fill="none" { (maud::PreEscaped(self.svg)) }
        };
        svg.into_string()
    }

    /// How places and values belong together, so that a script can read values from the picture.
    pub fn describe(&mut self, axes: String) {
        self.axes = Some(axes);
    }

    /// What lies between these corners and is stretched when the reader looks closer; outside of them nothing is shown.
    pub fn layer(&mut self, x: (f64, f64), y: (f64, f64), draw: impl FnOnce(&mut Canvas)) {
        let (left, top) = (tenth(x.0 - MARGIN), tenth(y.0 - MARGIN));
        let (width, height) = (tenth(x.1 - x.0 + 2.0 * MARGIN), tenth(y.1 - y.0 + 2.0 * MARGIN));
        self.put(format_args!(
            "<svg class=\"z\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{left} {top} {width} {height}\" preserveAspectRatio=\"none\">"
        ));
        draw(self);
        self.put(format_args!("</svg>"));
    }

    /// What belongs to one series of the figure.
    pub fn series(&mut self, index: usize, draw: impl FnOnce(&mut Canvas)) {
        self.put(format_args!("<g data-s=\"{index}\">"));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// What keeps its shape when the reader looks closer, and moves along.
    pub fn moving(&mut self, draw: impl FnOnce(&mut Canvas)) {
        self.put(format_args!("<g class=\"p\">"));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// `dash` is an index into [`LOOKS`]; `None` is solid.
    pub fn line(&mut self, points: &[(f64, f64)], color: Color, width: f64, dash: Option<usize>) {
        let width = tenth(width);
        self.put(format_args!("<path stroke=\"{color}\" stroke-width=\"{width}\""));
        if let Some(look) = dash.map(|index| &LOOKS[index]).filter(|look| !look.dash.is_empty()) {
            let dashes: Vec<String> = look.dash.iter().map(u32::to_string).collect();
            self.put(format_args!(" stroke-dasharray=\"{}\"", dashes.join(" ")));
        }
        self.put(format_args!(" d=\""));
        self.path(points);
        self.put(format_args!("\"/>"));
    }

    /// From the second point on relative, which is shorter.
    fn path(&mut self, points: &[(f64, f64)]) {
        let mut last: Option<(i64, i64)> = None;
        for (x, y) in points {
            let at = ((x * 10.0).round() as i64, (y * 10.0).round() as i64);
            match last {
                None => self.put(format_args!("M{} {}", Tenths(at.0), Tenths(at.1))),
                Some(last) => {
                    let (dx, dy) = (at.0 - last.0, at.1 - last.1);
                    let between = if dy < 0 { "" } else { " " };
                    self.put(format_args!("l{}{between}{}", Tenths(dx), Tenths(dy)));
                }
            }
            last = Some(at);
        }
    }

    pub fn area(&mut self, points: &[(f64, f64)], color: Color, opacity: f64) {
        self.put(format_args!("<path fill=\"{color}\" fill-opacity=\"{opacity}\" d=\""));
        self.path(points);
        self.put(format_args!("z\"/>"));
    }

    pub fn rectangle(&mut self, x: (f64, f64), y: (f64, f64), color: Color) {
        let (left, top) = (tenth(x.0), tenth(y.0));
        let (width, height) = (tenth(x.1 - x.0), tenth(y.1 - y.0));
        self.put(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
        ));
    }

    pub fn text(&mut self, text: &str, (x, y): (f64, f64), anchor: (TextAnchor, Height), color: Color) {
        let down = match anchor.1 {
            Height::Top => 0.76,
            Height::Middle => 0.34,
            Height::Bottom => -0.25,
        };
        let (x, y) = (tenth(x), tenth(y + down * self.font));
        let side = match anchor.0 {
            TextAnchor::Left => "",
            TextAnchor::Middle => " text-anchor=\"middle\"",
            TextAnchor::Right => " text-anchor=\"end\"",
        };
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\"{side} fill=\"{color}\">"));
        text.render_to(&mut self.svg);
        self.put(format_args!("</text>"));
    }

    /// What a text takes, roughly; there is no font to ask.
    pub fn text_width(&self, text: &str) -> f64 {
        text.chars().map(width_ems).sum::<f64>() * self.font
    }

    pub fn marker(&mut self, (x, y): (f64, f64), look: &LineStyle, hollow: bool, r: f64) {
        let polygon: Vec<(f64, f64)> = match look.marker {
            Marker::Circle => {
                let (paint, x, y, r) = (outline(look, hollow), tenth(x), tenth(y), tenth(r));
                self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {paint}/>"));
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
        let paint = outline(look, hollow);
        self.put(format_args!("<path {paint} d=\""));
        self.path(&polygon);
        self.put(format_args!("z\"/>"));
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.svg.write_fmt(text).expect("memory can be written");
    }
}

fn outline(look: &LineStyle, hollow: bool) -> String {
    let color = look.color;
    match hollow {
        true => format!("fill=\"{PAPER}\" stroke=\"{color}\" stroke-width=\"{OUTLINE}\""),
        false => format!("fill=\"{color}\""),
    }
}

/// To a tenth, without needless digits.
fn tenth(value: f64) -> Tenths {
    Tenths((value * 10.0).round() as i64)
}

struct Tenths(i64);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, all) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match (all / 10, all % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (0, tenths) => write!(f, "{sign}.{tenths}"),
            (whole, tenths) => write!(f, "{sign}{whole}.{tenths}"),
        }
    }
}

/// Of the widest usual font of a system, DejaVu Sans: in others labels have some room to spare.
fn width_ems(character: char) -> f64 {
    match character {
        '.' | ',' | ':' | ' ' | '\u{a0}' | 'i' | 'l' | 'j' => 0.32,
        'm' | 'w' | 'M' | 'W' | '%' => 0.98,
        _ => 0.64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dashed_line_is_one_element_with_dashes_and_text_is_escaped() {
        let mut canvas = Canvas::new(100.0, 50.0, 12.0);
        canvas.line(&[(0.0, 0.0), (99.96, 50.0), (90.0, -0.04)], LOOKS[1].color, 2.0, Some(1));
        canvas.line(&[(0.0, 50.0), (100.0, 0.0)], LOOKS[0].color, 2.0, Some(0));
        canvas.text("p95 < \"2 s\"", (1.0, 2.0), (TextAnchor::Left, Height::Top), LOOKS[0].color);
        let svg = canvas.finish("a < \"b\"").into_string();
        assert_eq!(svg.matches("<path").count(), 2, "{svg}");
        assert!(svg.contains("stroke-dasharray=\"7 3\" d=\"M0 0l100 50l-10-50\""), "{svg}");
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        assert_eq!(tree.root_element().attribute("aria-label"), Some("a < \"b\""));
        let text = tree.descendants().find(|node| node.has_tag_name("text")).and_then(|node| node.text());
        assert_eq!(text, Some("p95 < \"2 s\""));
    }
}
