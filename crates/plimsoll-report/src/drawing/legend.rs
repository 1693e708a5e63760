//! The legend is text of the page, not of the picture: it wraps, it can be read aloud, and foreign names are
//! escaped in one place.

use super::palette::{LOOKS, Marker};
use super::style::{Style, style};
use crate::words::{self, Words};
use maud::{Markup, html};
use plimsoll_analysis::figures::Figure;

/// Nothing for a single series: the title says what it is.
pub fn legend(words: &Words, figure: &Figure) -> Markup {
    if figure.series.len() < 2 {
        return html! {};
    }
    html! {
        ul.legend {
            @for (index, series) in figure.series.iter().enumerate() {
                li data-s=(index) {
                    (swatch(&style(figure, index)))
                    (words::figure::series(words, series))
                }
            }
        }
    }
}

fn swatch(style: &Style) -> Markup {
    let look = &style.look;
    let color = look.color.to_string();
    let fill = if style.hollow { "#fff" } else { &color };
    let dashes: Vec<String> =
        style.dash.map_or(&[][..], |dash| LOOKS[dash].dash).iter().map(u32::to_string).collect();
    html! {
        svg.swatch viewBox="0 0 34 12" aria-hidden="true" {
            @if style.dash.is_some() {
                line x1="1" y1="6" x2="33" y2="6" stroke=(color) stroke-width=(2.0 * style.width) stroke-dasharray=(dashes.join(" ")) {}
            }
            @if style.marker {
                @match look.marker {
                    Marker::Circle => circle cx="17" cy="6" r="3.4" fill=(fill) stroke=(color) stroke-width="1.4" {},
                    Marker::Triangle => polygon points="17,2 21,9 13,9" fill=(fill) stroke=(color) stroke-width="1.4" {},
                    Marker::Square => rect x="13.6" y="2.6" width="6.8" height="6.8" fill=(fill) stroke=(color) stroke-width="1.4" {},
                    Marker::Diamond => polygon points="17,1.6 21.4,6 17,10.4 12.6,6" fill=(fill) stroke=(color) stroke-width="1.4" {},
                    Marker::Cross => path d="M13.6 2.6 L20.4 9.4 M13.6 9.4 L20.4 2.6" stroke=(color) stroke-width="1.8" {},
                }
            }
        }
    }
}
