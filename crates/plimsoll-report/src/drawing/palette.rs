//! Colours that colour-blind readers tell apart (Okabe & Ito 2008), each with a dash pattern and a marker, so
//! that a black-and-white print tells them apart too.

use plotters::style::RGBColor;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub color: RGBColor,
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

pub const LOOKS: [Look; 8] = [
    Look { color: RGBColor(0, 114, 178), dash: &[], marker: Marker::Circle },
    Look { color: RGBColor(213, 94, 0), dash: &[7, 3], marker: Marker::Triangle },
    Look { color: RGBColor(0, 0, 0), dash: &[2, 2], marker: Marker::Square },
    Look { color: RGBColor(0, 140, 102), dash: &[9, 3, 2, 3], marker: Marker::Diamond },
    Look { color: RGBColor(190, 92, 150), dash: &[12, 4], marker: Marker::Cross },
    Look { color: RGBColor(60, 150, 205), dash: &[4, 4], marker: Marker::Circle },
    Look { color: RGBColor(190, 130, 0), dash: &[6, 2, 2, 2, 2, 2], marker: Marker::Triangle },
    Look { color: RGBColor(90, 90, 90), dash: &[1, 3], marker: Marker::Square },
];

/// From the ninth series on, looks come again.
pub fn look(series: usize) -> (usize, Look) {
    let index = series % LOOKS.len();
    (index, LOOKS[index])
}

/// The line of proportional growth: dashed grey, no marker.
pub const IDEAL: (usize, Look) =
    (5, Look { color: RGBColor(110, 110, 110), dash: LOOKS[5].dash, marker: Marker::Circle });

/// Limits of requirements: dashed red.
pub const LIMIT: (usize, Look) =
    (5, Look { color: RGBColor(164, 35, 15), dash: LOOKS[5].dash, marker: Marker::Circle });

/// Windows of a search; their marks tell them apart without colour.
pub const HOLDING: RGBColor = RGBColor(0, 114, 178);
pub const FAILING: RGBColor = RGBColor(164, 35, 15);
pub const DOUBT: RGBColor = RGBColor(122, 82, 0);
pub const GREY: RGBColor = RGBColor(110, 110, 110);

/// From few to many requests.
pub const HEAT: [RGBColor; 6] = [
    RGBColor(222, 235, 247),
    RGBColor(180, 210, 236),
    RGBColor(126, 178, 219),
    RGBColor(66, 138, 193),
    RGBColor(20, 92, 158),
    RGBColor(8, 40, 95),
];

pub const INK: RGBColor = RGBColor(51, 51, 51);
pub const GRID: RGBColor = RGBColor(221, 224, 228);
pub const BAND: RGBColor = RGBColor(240, 243, 246);
pub const BAND_INVALID: RGBColor = RGBColor(250, 226, 214);
