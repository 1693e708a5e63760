//! How each series of a figure is drawn; the same in the figure and in its legend.

use super::palette::{FAILING, GREY, HOLDING, IDEAL, LOOKS, LineStyle, Marker, UNCERTAIN, look};
use plimsoll_analysis::figures::{Figure, FigureKind, Quantity, SeriesName, WindowMark};
use plimsoll_analysis::servers::PanelKind;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub look: LineStyle,
    /// Index into [`LOOKS`] whose dashes the line has; `None`: no line.
    pub dash: Option<usize>,
    pub marker: bool,
    pub hollow: bool,
    /// Of a line's usual width.
    pub width: f64,
}

const SOLID: usize = 0;
/// Two to three, easily told from solid.
pub const DASHED: usize = 1;

/// Marks stand where loads were measured; over time and for percentiles the line is all.
pub fn style(figure: &Figure, index: usize) -> Style {
    let marker = figure.x.quantity.is_load() || figure.kind == FigureKind::ResponseByThroughput;
    let plain = |(dash, look): (usize, LineStyle)| Style {
        look,
        dash: Some(dash),
        marker,
        hollow: false,
        width: 1.0,
    };
    let both = figure.y.quantity == Quantity::ResponseAndServiceUs;
    match &figure.series[index].name {
        SeriesName::Ideal => Style { marker: false, ..plain(IDEAL) },
        SeriesName::Law { .. } => Style { marker: false, width: 0.7, ..plain((DASHED, look(index).1)) },
        SeriesName::Percentile(percent) if both => {
            Style { dash: Some(SOLID), ..plain(look(rank(figure, *percent))) }
        }
        SeriesName::ServicePercentile(percent) if both => {
            let (_, look) = look(rank(figure, *percent));
            Style { dash: Some(DASHED), hollow: true, ..plain((DASHED, look)) }
        }
        // A step's two curves lie next to each other: service time has the thinner line.
        SeriesName::Step { service, .. } if both => {
            Style { width: if *service { 0.55 } else { 1.25 }, ..plain(look(index / 2)) }
        }
        SeriesName::Windows(mark) => window(*mark),
        SeriesName::Pooled => {
            Style { marker: false, width: 0.6, ..plain((SOLID, LineStyle { color: GREY, ..LOOKS[SOLID] })) }
        }
        // Nothing lies between two pauses.
        _ if figure.kind == FigureKind::Server(PanelKind::CollectionPauses) => {
            Style { dash: None, marker: true, ..plain(look(index)) }
        }
        _ => plain(look(index)),
    }
}

/// The same percentile has the same colour and mark as response and as service time.
fn rank(figure: &Figure, percent: f64) -> usize {
    let same = |name: &SeriesName| *name == SeriesName::Percentile(percent);
    figure.series.iter().position(|series| same(&series.name)).unwrap_or(0)
}

/// Told apart by shape and filling, in black and white too.
fn window(mark: WindowMark) -> Style {
    let (color, marker, hollow) = match mark {
        WindowMark::Pass => (HOLDING, Marker::Circle, false),
        WindowMark::Fail => (FAILING, Marker::Cross, false),
        WindowMark::Inconclusive => (UNCERTAIN, Marker::Diamond, true),
        WindowMark::Invalid => (GREY, Marker::Square, true),
    };
    Style { look: LineStyle { color, dash: &[], marker }, dash: None, marker: true, hollow, width: 1.0 }
}
