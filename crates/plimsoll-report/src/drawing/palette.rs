//! Colours that colour-blind readers tell apart (Okabe & Ito 2008), each with a dash pattern and a marker, so
//! that a black-and-white print tells them apart too.

use std::fmt;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    pub color: Color,
    /// On and off in CSS pixels; empty is solid.
    pub dash: &'static [u32],
    pub marker: Marker,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    Circle,
    Triangle,
    Square,
    Diamond,
    Cross,
}

pub const LOOKS: [LineStyle; 8] = [
    LineStyle { color: Color(0, 114, 178), dash: &[], marker: Marker::Circle },
    LineStyle { color: Color(213, 94, 0), dash: &[7, 3], marker: Marker::Triangle },
    LineStyle { color: Color(0, 0, 0), dash: &[2, 2], marker: Marker::Square },
    LineStyle { color: Color(0, 140, 102), dash: &[9, 3, 2, 3], marker: Marker::Diamond },
    LineStyle { color: Color(190, 92, 150), dash: &[12, 4], marker: Marker::Cross },
    LineStyle { color: Color(60, 150, 205), dash: &[4, 4], marker: Marker::Circle },
    LineStyle { color: Color(190, 130, 0), dash: &[6, 2, 2, 2, 2, 2], marker: Marker::Triangle },
    LineStyle { color: Color(90, 90, 90), dash: &[1, 3], marker: Marker::Square },
];

/// From the ninth series on, looks come again.
pub fn look(series: usize) -> (usize, LineStyle) {
    let index = series % LOOKS.len();
    (index, LOOKS[index])
}

/// The line of proportional growth: dashed grey, no marker.
pub const IDEAL: (usize, LineStyle) =
    (5, LineStyle { color: Color(110, 110, 110), dash: LOOKS[5].dash, marker: Marker::Circle });

/// Limits of requirements: dashed red.
pub const LIMIT: (usize, LineStyle) =
    (5, LineStyle { color: Color(164, 35, 15), dash: LOOKS[5].dash, marker: Marker::Circle });

/// Windows of a search; their marks tell them apart without colour.
pub const HOLDING: Color = Color(0, 114, 178);
pub const FAILING: Color = Color(164, 35, 15);
pub const UNCERTAIN: Color = Color(122, 82, 0);
pub const GREY: Color = Color(110, 110, 110);

/// From few to many requests.
pub const HEAT: [Color; 6] = [
    Color(222, 235, 247),
    Color(180, 210, 236),
    Color(126, 178, 219),
    Color(66, 138, 193),
    Color(20, 92, 158),
    Color(8, 40, 95),
];

pub const INK: Color = Color(51, 51, 51);
pub const GRID: Color = Color(221, 224, 228);
pub const BAND: Color = Color(240, 243, 246);
pub const BAND_INVALID: Color = Color(250, 226, 214);
