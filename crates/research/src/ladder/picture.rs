//! Two pictures of a measured ladder as stand-alone SVG: the staircase, and the Elo gain of each technique.

use std::fmt::Write;

use super::judged::Judged;
use super::measure::{Ablation, Ladder, Measured};
use report::escape;

/// The two conditions: name, colour (distinguishable with any colour vision deficiency), and offset of the marks.
const CONDITIONS: [(&str, &str, f64); 2] = [
    ("equal nodes", "#0072b2", -4.0),
    ("equal time", "#d55e00", 4.0),
];

const INK: &str = "#1b1b1b";
const GRID: &str = "#ddd8cc";
const SOFT: &str = "#6b665c";

/// One step of a staircase: its height above the lowest rung, and its own 95% interval there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Stair {
    pub(super) height: f64,
    low: f64,
    high: f64,
    /// The 95% error of the height: of all steps up to here together.
    error: f64,
    /// Whether a step up to here is only a bound, so that the true height may be greater.
    at_least: bool,
}

/// Returns the heights of the rungs above the lowest one, up to the first step that was not measured.
pub(super) fn stairs<'a>(steps: impl Iterator<Item = Option<&'a Judged>>) -> Vec<Stair> {
    let mut stairs = vec![Stair::default()];
    for step in steps.skip(1) {
        let Some(step) = step else { break };
        let below = stairs[stairs.len() - 1];
        let (low, high) = interval(step);
        stairs.push(Stair {
            height: below.height + step.rise(),
            low: below.height + low,
            high: below.height + high,
            error: below.error.hypot((high - low) / 2.0),
            at_least: below.at_least || step.is_bound(),
        });
    }
    stairs
}

/// Returns the 95% interval of a step. An infinite end is replaced by the value.
fn interval(step: &Judged) -> (f64, f64) {
    let end = |elo: f64| if elo.is_finite() { elo } else { step.rise() };
    (end(step.result.elo.lower), end(step.result.elo.upper))
}

/// Returns the steps of a ladder: at equal nodes if `which` is 0, otherwise at equal time.
pub(super) fn steps(rungs: &[Measured], which: usize) -> impl Iterator<Item = Option<&Judged>> {
    rungs.iter().map(move |rung| match which {
        0 => rung.at_nodes.as_ref(),
        _ => rung.at_time.as_ref(),
    })
}

/// An axis of Elo with round grid lines.
struct Axis {
    first: f64,
    last: f64,
    step: f64,
}

impl Axis {
    fn new(least: f64, most: f64) -> Self {
        let step = grid(most - least);
        Self {
            first: (least / step).floor() * step,
            last: (most / step).ceil() * step,
            step,
        }
    }

    /// Returns the grid lines.
    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.last - self.first) / self.step).round() as i32;
        (0..=count).map(|mark| self.first + self.step * f64::from(mark))
    }

    /// Returns the place of a value on the axis, from 0 to 1.
    fn place(&self, elo: f64) -> f64 {
        (elo - self.first) / (self.last - self.first)
    }
}

/// Returns the staircase of a ladder: the height of each rung above the lowest, with the 95% interval of its own step.
#[must_use]
pub fn staircase(ladder: &Ladder) -> String {
    const LEFT: f64 = 64.0;
    const TOP: f64 = 48.0;
    const TREAD: f64 = 40.0;
    const HEIGHT: f64 = 380.0;
    const NAMES: f64 = 150.0;
    let lines = [0, 1].map(|which| stairs(steps(&ladder.rungs, which)));
    let ends = || lines.iter().flatten();
    let most = ends().map(|stair| stair.high).fold(100.0, f64::max);
    let least = ends().map(|stair| stair.low).fold(0.0, f64::min);
    let axis = Axis::new(least, most);
    let width = LEFT + TREAD * ladder.rungs.len() as f64 + 24.0;
    let x_of = |index: usize| LEFT + TREAD * index as f64;
    let y_of = |elo: f64| TOP + HEIGHT * (1.0 - axis.place(elo));
    let lowest = ladder.rungs.first().map_or("nothing", |rung| &*rung.name);
    let title = format!("The ladder of {}: Elo above {lowest}", ladder.game);
    let mut svg = begin(width, TOP + HEIGHT + NAMES, &title);
    for elo in axis.marks() {
        let y = y_of(elo);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.0}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{GRID}\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{SOFT}\">{elo:.0}</text>",
            width - 16.0,
            LEFT - 8.0,
            y + 4.0
        );
    }
    for (index, rung) in ladder.rungs.iter().enumerate() {
        let (x, y) = (x_of(index) + TREAD / 2.0, TOP + HEIGHT + 14.0);
        let _ = writeln!(
            svg,
            "<text transform=\"translate({:.1} {y:.1}) rotate(-55)\" text-anchor=\"end\" fill=\"{INK}\">{}</text>",
            x + 4.0,
            escape(&rung.name)
        );
    }
    for (stairs, (name, color, aside)) in lines.iter().zip(CONDITIONS) {
        let mut path = String::new();
        for (index, stair) in stairs.iter().enumerate() {
            let (x, y) = (x_of(index), y_of(stair.height));
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{x:.1} {y:.1} H{:.1} ", x + TREAD);
        }
        let _ = writeln!(
            svg,
            "<path d=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"><title>{name}</title></path>",
            path.trim_end()
        );
        for (index, stair) in stairs.iter().enumerate().skip(1) {
            let x = x_of(index) + TREAD / 2.0 + aside;
            let (low, high) = (y_of(stair.low), y_of(stair.high));
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {low:.1} V{high:.1} M{:.1} {low:.1} h6 M{:.1} {high:.1} h6\" stroke=\"{color}\" \
                 stroke-width=\"1.4\" fill=\"none\"><title>{}: {}</title></path>",
                x - 3.0,
                x - 3.0,
                escape(&ladder.rungs[index].name),
                height(stair)
            );
        }
    }
    legend(&mut svg, LEFT, &format!("Elo above {lowest}"));
    svg + "</svg>\n"
}

/// Formats a height: `+1234 ± 56`, or `at least +1234 ± 56`.
pub(super) fn height(stair: &Stair) -> String {
    let at_least = if stair.at_least { "at least " } else { "" };
    format!("{at_least}{:+.0} \u{b1} {:.0}", stair.height, stair.error)
}

/// Returns the Elo gain of each technique in an engine that has all the others, the largest first. Empty without
/// techniques.
#[must_use]
pub fn techniques(ladder: &Ladder) -> String {
    const LEFT: f64 = 130.0;
    const TOP: f64 = 48.0;
    const ROW: f64 = 22.0;
    const WIDTH: f64 = 520.0;
    let ablations = by_gain(ladder);
    let gains = || ablations.iter().flat_map(|one| gain(one)).flatten();
    if gains().next().is_none() {
        return String::new();
    }
    let most = gains().map(|step| interval(step).1).fold(20.0, f64::max);
    let least = gains().map(|step| interval(step).0).fold(-20.0, f64::min);
    let axis = Axis::new(least, most);
    let x_of = |elo: f64| LEFT + WIDTH * axis.place(elo).clamp(0.0, 1.0);
    let bottom = TOP + ROW * ablations.len() as f64 + 6.0;
    let mut svg = begin(
        LEFT + WIDTH + 30.0,
        bottom + 24.0,
        "The gain of each technique of the engine, in Elo",
    );
    for elo in axis.marks() {
        let (x, color) = (x_of(elo), if elo.abs() < 1e-9 { SOFT } else { GRID });
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom:.0}\" stroke=\"{color}\"/>\
             <text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"{SOFT}\">{elo:+.0}</text>",
            bottom + 16.0
        );
    }
    for (row, ablation) in ablations.iter().enumerate() {
        let y = TOP + ROW * (row as f64 + 0.5) + 3.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{INK}\">{}</text>",
            LEFT - 10.0,
            y + 4.0,
            escape(&ablation.name)
        );
        for (step, (name, color, aside)) in gain(ablation).into_iter().zip(CONDITIONS) {
            let Some(step) = step else { continue };
            let y = y + aside;
            let (low, high) = interval(step);
            let _ = writeln!(
                svg,
                "<g stroke=\"{color}\" fill=\"{color}\"><title>{}, {name}: {}</title>\
                 <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke-width=\"1.4\"/>\
                 <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3\"/></g>",
                escape(&ablation.name),
                escape(&format!("{:.0}, {}", step.result.claim, step.answer)),
                x_of(low),
                x_of(high),
                x_of(step.rise())
            );
        }
    }
    legend(&mut svg, LEFT, "Elo gain of the engine");
    svg + "</svg>\n"
}

fn gain(ablation: &Ablation) -> [Option<&Judged>; 2] {
    [ablation.at_nodes.as_ref(), ablation.at_time.as_ref()]
}

/// Returns the techniques by their gain at equal nodes, the largest first; those that were not measured come last.
pub(super) fn by_gain(ladder: &Ladder) -> Vec<&Ablation> {
    let mut ablations: Vec<&Ablation> = ladder.ablations.iter().collect();
    let rise = |one: &Ablation| {
        one.at_nodes
            .as_ref()
            .map_or(f64::NEG_INFINITY, Judged::rise)
    };
    ablations.sort_by(|a, b| rise(b).total_cmp(&rise(a)));
    ablations
}

/// Returns a round distance between grid lines for a range.
fn grid(range: f64) -> f64 {
    let rough = (range / 8.0).max(1.0);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough)
        .unwrap_or(rough)
}

/// Begins an SVG with its own background, so that it can be read on a dark page.
fn begin(width: f64, height: f64, title: &str) -> String {
    let title = escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" \
         aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#fdfcf9\"/>\n"
    )
}

/// Writes the title of the axis and the colours of the conditions.
fn legend(svg: &mut String, left: f64, title: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"26\" fill=\"{INK}\" font-weight=\"600\">{}</text>",
        escape(title)
    );
    for (index, (name, color, _)) in CONDITIONS.into_iter().enumerate() {
        let x = left + 250.0 + 120.0 * index as f64;
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.0}\" x2=\"{:.0}\" y1=\"22\" y2=\"22\" stroke=\"{color}\" stroke-width=\"3\"/>\
             <text x=\"{:.0}\" y=\"26\" fill=\"{INK}\">{name}</text>",
            x + 20.0,
            x + 26.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contest::stats::ThreeWay;

    fn judged(pairs: &[[u8; 2]]) -> Judged {
        Judged::of(ThreeWay::new(10.0), pairs).expect("games")
    }

    #[test]
    fn heights_add_up_and_errors_too() {
        let up = judged(&[[2, 1], [2, 0], [1, 1], [2, 1], [1, 2], [0, 1]]);
        let won = judged(&[[2, 2]; 60]);
        let stairs = stairs([None, Some(&up), Some(&up), Some(&won), None].into_iter());
        assert_eq!(stairs.len(), 4, "it ends where nothing was measured");
        assert!((stairs[2].height - 2.0 * up.result.elo.value).abs() < 1e-9);
        let both = up.result.elo.error() * 2_f64.sqrt();
        assert!((stairs[2].error - both).abs() < 1e-9);
        assert!(!stairs[2].at_least && stairs[3].at_least);
        assert!(stairs[3].height.is_finite() && stairs[3].high.is_finite());
        assert!(height(&stairs[3]).starts_with("at least +"));
    }

    #[test]
    fn grid_lines_are_round() {
        assert_eq!(grid(3_000.0), 500.0);
        assert_eq!(grid(120.0), 20.0);
        assert_eq!(grid(0.0), 1.0);
    }
}
