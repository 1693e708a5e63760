//! The legend is text of the page, not of the picture: it wraps, it can be read aloud, and foreign names are
//! escaped in one place.

use super::lines::looks;
use super::palette::{Look, Marker};
use crate::words;
use maud::{Markup, html};
use plimsoll_analysis::figures::{Figure, Quantity, SeriesName};

/// Nothing for a single series: the title says what it is.
pub fn legend(figure: &Figure) -> Markup {
    if figure.series.len() < 2 {
        return html! {};
    }
    let markers = figure.x.quantity == Quantity::Users;
    html! {
        ul.legend {
            @for (index, series) in figure.series.iter().enumerate() {
                li {
                    (swatch(&looks(index, series).1, markers && series.name != SeriesName::Ideal))
                    (words::figure::series(series))
                }
            }
        }
    }
}

fn swatch(look: &Look, marker: bool) -> Markup {
    let color = format!("#{:02x}{:02x}{:02x}", look.color.0, look.color.1, look.color.2);
    let dashes: Vec<String> = look.dash.iter().map(u32::to_string).collect();
    html! {
        svg.swatch viewBox="0 0 34 12" aria-hidden="true" {
            line x1="1" y1="6" x2="33" y2="6" stroke=(color) stroke-width="2" stroke-dasharray=(dashes.join(" ")) {}
            @if marker {
                @match look.marker {
                    Marker::Circle => circle cx="17" cy="6" r="3.4" fill=(color) {},
                    Marker::Triangle => polygon points="17,2 21,9 13,9" fill=(color) {},
                    Marker::Square => rect x="13.6" y="2.6" width="6.8" height="6.8" fill=(color) {},
                    Marker::Diamond => polygon points="17,1.6 21.4,6 17,10.4 12.6,6" fill=(color) {},
                    Marker::Cross => path d="M13.6 2.6 L20.4 9.4 M13.6 9.4 L20.4 2.6" stroke=(color) stroke-width="1.8" {},
                }
            }
        }
    }
}
