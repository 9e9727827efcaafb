//! Line plots as SVG, mostly with a logarithmic scale: search trees grow by factors.

use std::fmt::Write;

use super::escape;

/// One line of a plot.
pub struct Series {
    /// What the legend says.
    pub name: String,
    /// The points, x and y; on a logarithmic scale y must be above zero to be drawn.
    pub points: Vec<(f64, f64)>,
}

/// Colours that people with any colour vision can tell apart (Okabe and Ito 2008), darkened where they are too light
/// for paper.
const COLORS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7f7f7f", "#8a3ffc",
];
/// And dashes, so that the lines differ without colours too.
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;

/// How values go from bottom to top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// By factors.
    Powers,
    /// By differences.
    Even,
}

impl Scale {
    /// Where a value is, if it has a place.
    fn place(self, y: f64) -> Option<f64> {
        match self {
            Self::Powers => (y > 0.0).then(|| y.log10()),
            Self::Even => y.is_finite().then_some(y),
        }
    }

    /// How far the lines of the grid are apart, and where the lowest and the highest of them are.
    fn grid(self, least: f64, most: f64) -> (f64, f64, f64) {
        let step = match self {
            Self::Powers => 1.0,
            // Ten lines at most: one, two or five times a power of ten.
            Self::Even => {
                let rough = ((most - least) / 10.0).max(1e-9);
                let power = 10_f64.powf(rough.log10().floor());
                let times = [1.0, 2.0, 5.0]
                    .into_iter()
                    .find(|times| times * power >= rough);
                times.unwrap_or(10.0) * power
            }
        };
        let bottom = (least / step).floor() * step;
        (
            step,
            bottom,
            ((most / step).ceil() * step).max(bottom + step),
        )
    }

    fn label(self, y: f64) -> String {
        match self {
            Self::Powers => power_of_ten(y as i32),
            Self::Even => format!("{y:+.0}"),
        }
    }
}

/// A plot with whole numbers from left to right and powers of ten from bottom to top. Empty if there is nothing to draw.
#[must_use]
pub fn log_lines(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    draw(title, [x_label, y_label], series, Scale::Powers)
}

/// A plot with whole numbers from left to right and an even scale, below zero too, from bottom to top.
#[must_use]
pub fn lines(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    draw(title, [x_label, y_label], series, Scale::Even)
}

fn draw(title: &str, [x_label, y_label]: [&str; 2], series: &[Series], scale: Scale) -> String {
    let points = || {
        let all = series.iter().flat_map(|line| line.points.iter().copied());
        all.filter_map(|(x, y)| Some((x, scale.place(y)?)))
    };
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for (x, y) in points() {
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
    let legend = 22.0 * series.len() as f64;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" width=\"{WIDTH}\" role=\"img\" aria-label=\"{}\">\n",
        HEIGHT + legend,
        escape(title)
    );
    for number in 0..=((top - bottom) / step).round() as i32 {
        let place = bottom + step * f64::from(number);
        let (y, label) = (y_of(place), scale.label(place));
        let _ = writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0
        );
    }
    for x in left.ceil() as i64..=right.floor() as i64 {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>",
            x_of(x as f64),
            HEIGHT - BOTTOM + 20.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text transform=\"translate(16 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 8.0,
        escape(x_label),
        f64::midpoint(TOP, HEIGHT - BOTTOM),
        escape(y_label)
    );
    for (index, line) in series.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let dash = DASHES[index / COLORS.len() % DASHES.len()];
        let drawn: Vec<String> = line
            .points
            .iter()
            .filter_map(|&(x, y)| Some(format!("{:.1},{:.1}", x_of(x), y_of(scale.place(y)?))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>",
            drawn.join(" ")
        );
        for point in &drawn {
            let (x, y) = point.split_once(',').unwrap_or(("0", "0"));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{color}\"/>"
            );
        }
        let y = HEIGHT + 22.0 * index as f64 + 6.0;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{color}\" stroke-width=\"3\" \
             stroke-dasharray=\"{dash}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT + 30.0,
            LEFT + 40.0,
            y + 4.0,
            escape(&line.name)
        );
    }
    svg.push_str("</svg>\n");
    svg
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
