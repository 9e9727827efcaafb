//! Line plots as SVG.

use maud::{Markup, html};

/// A line of a plot.
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, x and y. A logarithmic scale omits points with y at or below zero.
    pub points: Vec<(f64, f64)>,
}

/// Colors that can be distinguished with any colour vision (Okabe and Ito 2008), the lightest of them darkened.
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7f7f7f", "#8a3ffc",
];
/// Dash patterns, so that lines of the same color differ.
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;
/// The height of a line of the legend.
const ENTRY: f64 = 22.0;

/// The scale of the y axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    Logarithmic,
    Linear,
}

impl Scale {
    /// Returns the place of a value on the axis, or `None` if it has none.
    fn place(self, y: f64) -> Option<f64> {
        match self {
            Self::Logarithmic => (y > 0.0).then(|| y.log10()),
            Self::Linear => y.is_finite().then_some(y),
        }
    }

    /// Returns the distance between grid lines, and the places of the lowest and the highest one.
    fn grid(self, least: f64, most: f64) -> (f64, f64, f64) {
        let step = match self {
            Self::Logarithmic => 1.0,
            // At most ten lines, at a distance of one, two or five times a power of ten.
            Self::Linear => {
                let rough = ((most - least) / 10.0).max(1e-9);
                let power = 10_f64.powf(rough.log10().floor());
                let times = [1.0, 2.0, 5.0]
                    .into_iter()
                    .find(|times| times * power >= rough);
                times.unwrap_or(10.0) * power
            }
        };
        let bottom = (least / step).floor() * step;
        let top = ((most / step).ceil() * step).max(bottom + step);
        (step, bottom, top)
    }

    fn label(self, place: f64) -> String {
        match self {
            Self::Logarithmic => power_of_ten(place as i32),
            Self::Linear => format!("{place:+.0}"),
        }
    }
}

/// Draws lines over whole numbers, with a logarithmic y axis. Returns an empty text if there is no point.
#[must_use]
pub fn log_lines(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    draw(title, [x_label, y_label], series, Scale::Logarithmic)
}

/// Draws lines over whole numbers, with a linear y axis. Returns an empty text if there is no point.
#[must_use]
pub fn lines(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    draw(title, [x_label, y_label], series, Scale::Linear)
}

fn draw(title: &str, [x_label, y_label]: [&str; 2], series: &[Series], scale: Scale) -> String {
    let places = |line: &Series| -> Vec<(f64, f64)> {
        let points = line.points.iter();
        points
            .filter_map(|&(x, y)| Some((x, scale.place(y)?)))
            .collect()
    };
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for (x, y) in series.iter().flat_map(places) {
        (left, right) = (left.min(x), right.max(x));
        (least, most) = (least.min(y), most.max(y));
    }
    if left > right {
        return String::new();
    }
    let (step, bottom, top) = scale.grid(least, most);
    let x_of = |x: f64| {
        let share = if right > left {
            (x - left) / (right - left)
        } else {
            0.5
        };
        LEFT + share * (WIDTH - LEFT - RIGHT)
    };
    let y_of = |y: f64| {
        let share = (y - bottom) / (top - bottom);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    };
    let height = HEIGHT + ENTRY * series.len() as f64;
    let steps = ((top - bottom) / step).round() as i32;
    let (middle_x, middle_y) = (
        f64::midpoint(LEFT, WIDTH - RIGHT),
        f64::midpoint(TOP, HEIGHT - BOTTOM),
    );
    // At most about sixteen labels.
    let stride = ((right - left) / 16.0).ceil().max(1.0) as usize;
    let svg = html! {
        svg viewBox=(format_args!("0 0 {WIDTH} {height}")) width=(WIDTH) role="img" aria-label=(title) {
            @for place in (0..=steps).map(|index| bottom + step * f64::from(index)) {
                @let y = y_of(place);
                line.grid x1=(LEFT) x2=(WIDTH - RIGHT) y1=(number(y)) y2=(number(y)) {}
                (label(LEFT - 8.0, y + 4.0, "end", &scale.label(place)))
            }
            @for x in (left.ceil() as i64..=right.floor() as i64).step_by(stride) {
                (label(x_of(x as f64), HEIGHT - BOTTOM + 20.0, "middle", &x.to_string()))
            }
            (label(middle_x, HEIGHT - 8.0, "middle", x_label))
            text transform=(format_args!("translate(16 {middle_y}) rotate(-90)")) text-anchor="middle" { (y_label) }
            @for (index, line) in series.iter().enumerate() {
                @let color = COLORS[index % COLORS.len()];
                @let dash = DASHES[index / COLORS.len() % DASHES.len()];
                @let points: Vec<_> = places(line).into_iter().map(|(x, y)| (number(x_of(x)), number(y_of(y)))).collect();
                @let joined: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                polyline points=(joined.join(" ")) fill="none" stroke=(color) stroke-width="2" stroke-dasharray=(dash) {}
                @for (x, y) in &points { circle cx=(x) cy=(y) r="3" fill=(color) {} }
                @let y = HEIGHT + ENTRY * index as f64 + 6.0;
                line x1=(LEFT) x2=(LEFT + 30.0) y1=(y) y2=(y) stroke=(color) stroke-width="3" stroke-dasharray=(dash) {}
                (label(LEFT + 40.0, y + 4.0, "start", &line.name))
            }
        }
    };
    svg.into_string() + "\n"
}

fn label(x: f64, y: f64, anchor: &str, words: &str) -> Markup {
    html! { text x=(number(x)) y=(number(y)) text-anchor=(anchor) { (words) } }
}

/// Writes a coordinate.
fn number(value: f64) -> String {
    format!("{value:.1}")
}

fn power_of_ten(exponent: i32) -> String {
    match exponent {
        ..=-1 => format!("{}", 10_f64.powi(exponent)),
        0..=5 => super::grouped(10_u64.pow(exponent as u32)),
        6..=8 => format!("{} million", 10_u64.pow(exponent as u32 - 6)),
        _ => format!("10^{exponent}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_its_lines_and_names() {
        let series = [
            Series {
                name: "a < b".to_owned(),
                points: vec![(1.0, 20.0), (2.0, 400.0)],
            },
            Series {
                name: "c".to_owned(),
                points: vec![(1.0, 0.0), (2.0, 5.0)],
            },
        ];
        let svg = log_lines("title", "depth", "nodes", &series);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert_eq!(
            svg.matches("<circle").count(),
            3,
            "zero has no place on a logarithmic scale"
        );
        assert!(svg.contains("a &lt; b"));
        assert_eq!(log_lines("t", "x", "y", &[]), "");
    }

    #[test]
    fn an_even_scale_has_room_below_zero() {
        let series = [Series {
            name: "loses".to_owned(),
            points: vec![(1.0, -120.0), (2.0, 0.0), (3.0, 35.0)],
        }];
        let svg = lines("title", "budget", "Elo", &series);
        assert_eq!(svg.matches("<circle").count(), 3);
        for label in [">-120<", ">+0<", ">+40<"] {
            assert!(svg.contains(label), "{label} in {svg}");
        }
    }
}
