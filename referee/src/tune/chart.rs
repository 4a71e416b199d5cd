//! The picture of a tuning: a panel for each parameter, its value over the rounds.
//!
//! ```text
//!   discount   0.95 → 0.971
//!   0.999 ┤
//!         │      ▁▂▃▃▄▄▅▅▅▅▅      ── what was thought best
//!   0.749 ┤┄┄▂▂▃▄┄┄┄┄┄┄┄┄┄┄┄┄      ┄┄ the start
//!         │                        ░░ what was tried
//!     0.5 └┬─────────┬────────┬
//!          0        50      100 iterations
//! ```

use std::fmt::Write;

use super::method::{Method, Moment};
use super::parameters::Parameter;
use crate::terminal::harmless;

/// The content of the picture.
pub struct TuningChart<'a> {
    /// The title.
    pub title: &'a str,
    /// The label of the horizontal axes, such as "iterations".
    pub rounds_word: &'a str,
    /// Length of the horizontal axes: the number of rounds of the whole tuning.
    pub rounds: u64,
    /// The parameters, a panel for each.
    pub parameters: &'a [Parameter],
    /// The method whose trail is drawn.
    pub method: &'a dyn Method,
}

// All in pixels.
const PANEL_WIDTH: f64 = 300.0;
const PANEL_HEIGHT: f64 = 200.0;
/// Position of the axes in a panel.
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 40.0;
/// End of the axes.
const X_END: f64 = PANEL_WIDTH - RIGHT;
const Y_END: f64 = PANEL_HEIGHT - BOTTOM;
/// Room for the title and the key.
const HEAD: f64 = 58.0;
const COLUMNS: usize = 3;
/// Least number of columns of panels, so that the title fits.
const LEAST_COLUMNS: usize = 2;
/// Most points of a line; more cannot be distinguished.
const MOST_POINTS: usize = 400;

const STYLE: &str = "\
text{font:12px system-ui,'DejaVu Sans',Arial,sans-serif;fill:#333}
.title{font-size:15px;font-weight:bold;fill:#111}
.name{font-size:13px;font-weight:bold;fill:#111}
.axis{stroke:#888;fill:none}
.grid{stroke:#e4e4e4}
.start{stroke:#888;stroke-dasharray:4 3;fill:none}
.tried{fill:#1f6fb4;fill-opacity:.16}
.value{stroke:#1f6fb4;stroke-width:1.8;fill:none;stroke-linejoin:round}
.last{fill:#1f6fb4}
";

/// The second line of every picture; it shows that a file may be replaced by a new picture.
const MARK: &str = "<style>text{font:12px system-ui,'DejaVu Sans',Arial,sans-serif;fill:#333}";

/// Whether a file that begins with these bytes is the picture of a tuning, so that another one may replace it.
pub fn is_chart(begin: &[u8]) -> bool {
    let mut lines = begin.split(|byte| *byte == b'\n');
    lines.next().is_some_and(|line| line.starts_with(b"<svg "))
        && lines.next() == Some(MARK.as_bytes())
}

impl TuningChart<'_> {
    /// The picture as a self-contained SVG.
    pub fn svg(&self) -> String {
        let panels = self.parameters.len();
        let columns = COLUMNS.min(panels);
        let rows = panels.div_ceil(COLUMNS);
        let width = columns.max(LEAST_COLUMNS) as f64 * PANEL_WIDTH;
        let height = HEAD + rows as f64 * PANEL_HEIGHT;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text class=\"title\" x=\"14\" y=\"24\">{}</text>\n",
            escaped(self.title)
        );
        out += "<path class=\"value\" d=\"M14 42h22\"/><text x=\"42\" y=\"46\">thought best</text>\
                <path class=\"start\" d=\"M134 42h22\"/><text x=\"162\" y=\"46\">start</text>\
                <rect class=\"tried\" x=\"208\" y=\"36\" width=\"22\" height=\"12\"/>\
                <text x=\"236\" y=\"46\">tried</text>\n";
        for (i, parameter) in self.parameters.iter().enumerate() {
            let x = (i % COLUMNS) as f64 * PANEL_WIDTH;
            let y = HEAD + (i / COLUMNS) as f64 * PANEL_HEIGHT;
            let trail: Vec<Moment> = self.method.trail().iter().map(|all| all[i]).collect();
            let panel = self.panel(parameter, &trail);
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">\n{panel}</g>");
        }
        out + "</svg>\n"
    }

    fn panel(&self, parameter: &Parameter, trail: &[Moment]) -> String {
        let scale = Scale::new(parameter, self.rounds);
        let now = trail.last().map_or(parameter.start, |moment| moment.value);
        let mut out = format!(
            "<text class=\"name\" x=\"{LEFT}\" y=\"22\">{} <tspan font-weight=\"normal\">{} → {}\
             </tspan></text>\n",
            escaped(&parameter.name),
            parameter.text(parameter.start),
            parameter.text(now),
        );
        out += &self.axes(parameter, &scale);
        out + &curve(trail, now, &scale)
    }

    /// The grid, the axes with their numbers, and the line of the start.
    fn axes(&self, parameter: &Parameter, scale: &Scale) -> String {
        let mut out = String::new();
        for value in [parameter.low, f64::midpoint(parameter.low, parameter.high), parameter.high] {
            let at = scale.y(value);
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{X_END}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 7.0,
                at + 4.0,
                short(value),
            );
        }
        let whole = format!("{} {}", short(scale.rounds), self.rounds_word);
        for (part, text, anchor) in [
            (0.0, "0".to_owned(), "middle"),
            (0.5, short(scale.rounds / 2.0), "middle"),
            (1.0, whole, "end"),
        ] {
            let (at, under) = (scale.x(part * scale.rounds), Y_END + 16.0);
            let _ = writeln!(
                out,
                "<path class=\"axis\" d=\"M{at:.1} {Y_END}v4\"/>\
                 <text x=\"{at:.1}\" y=\"{under}\" text-anchor=\"{anchor}\">{text}</text>",
            );
        }
        let _ = writeln!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{Y_END}H{X_END}\"/>\
             <path class=\"start\" d=\"M{LEFT} {:.1}H{X_END}\"/>",
            scale.y(parameter.start)
        );
        out
    }
}

/// Converts rounds and values to pixels in a panel.
struct Scale {
    /// Length of the horizontal axis.
    rounds: f64,
    low: f64,
    range: f64,
}

impl Scale {
    fn new(parameter: &Parameter, rounds: u64) -> Self {
        let rounds = (rounds as f64).max(1.0);
        Self { rounds, low: parameter.low, range: parameter.range() }
    }

    fn x(&self, round: f64) -> f64 {
        LEFT + (X_END - LEFT) * round / self.rounds
    }

    fn y(&self, value: f64) -> f64 {
        // An empty range is drawn as a line in the middle.
        let share = if self.range > 0.0 { (value - self.low) / self.range } else { 0.5 };
        Y_END - (Y_END - TOP) * share
    }
}

/// The range of tried values, the course of the best value, and a dot at its end.
fn curve(trail: &[Moment], now: f64, scale: &Scale) -> String {
    let line = |points: &mut dyn Iterator<Item = (usize, f64)>| {
        points
            .map(|(round, value)| format!("{:.1},{:.1}", scale.x(round as f64), scale.y(value)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let kept: Vec<(usize, Moment)> = thinned(trail);
    let upper = line(&mut kept.iter().map(|(at, it)| (*at, it.high)));
    let lower = line(&mut kept.iter().rev().map(|(at, it)| (*at, it.low)));
    let value = line(&mut kept.iter().map(|(at, it)| (*at, it.value)));
    let (last_x, last_y) = (scale.x(trail.len().saturating_sub(1) as f64), scale.y(now));
    format!(
        "<polygon class=\"tried\" points=\"{upper} {lower}\"/>\n\
         <polyline class=\"value\" points=\"{value}\"/>\
         <circle class=\"last\" cx=\"{last_x:.1}\" cy=\"{last_y:.1}\" r=\"3\"/>\n",
    )
}

/// Evenly spaced points of a trail with their indices, including the first and the last.
fn thinned(trail: &[Moment]) -> Vec<(usize, Moment)> {
    let last = trail.len().saturating_sub(1);
    let points = last.min(MOST_POINTS);
    (0..=points)
        .filter_map(|i| {
            let at = (i * last).checked_div(points).unwrap_or(0);
            trail.get(at).map(|moment| (at, *moment))
        })
        .collect()
}

/// A number with about four digits.
fn short(value: f64) -> String {
    let digits = if value == 0.0 { 0.0 } else { 3.0 - value.abs().log10().floor() };
    let text = format!("{value:.*}", digits.clamp(0.0, 12.0) as usize);
    if !text.contains('.') {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escaped(text: &str) -> String {
    harmless(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::method::Stages;
    use super::super::{Gains, RoundTally, Spsa};
    use super::*;

    fn parameter(name: &str, low: f64, high: f64) -> Parameter {
        let step = (high - low) / 20.0;
        Parameter { name: name.to_owned(), whole: false, low, high, start: low, step }
    }

    #[test]
    fn every_parameter_has_a_panel_and_every_number_is_one() {
        let mut parameters: Vec<Parameter> =
            (0..7).map(|i| parameter(&format!("p{i}"), -1.0, 1.0)).collect();
        parameters.push(parameter("a<b&c", 0.0, 1e-9));
        parameters.push(parameter("fixed\u{1b}\u{202e}", 3.0, 3.0));
        let mut method =
            Spsa::new(parameters.clone(), Stages::new([], Gains::new(3000, 4)), 1, true);
        for rounds in [0, 2500] {
            (0..rounds).for_each(|_| method.tell(&RoundTally::HalfPoints(vec![9, 7])));
            let chart = TuningChart {
                title: "a & b",
                rounds_word: "iterations",
                rounds: 3000,
                parameters: &parameters,
                method: &method,
            };
            let svg = chart.svg();
            assert_eq!(svg.matches("<polyline").count(), 9);
            assert!(is_chart(svg.as_bytes()) && !is_chart(&svg.as_bytes()[1..]));
            assert!(svg.contains("a &amp; b") && svg.contains("a&lt;b&amp;c"));
            assert!(svg.contains(r"fixed\u{1b}\u{202e}"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert!(svg.len() < 9 * 40_000, "{} bytes", svg.len());
        }
    }

    #[test]
    fn another_picture_is_not_taken_for_a_chart() {
        for text in ["", "<svg ", "<svg xmlns=\"x\">\n<style>text{fill:red}\n", MARK] {
            assert!(!is_chart(text.as_bytes()), "{text}");
        }
        assert!(is_chart(format!("<svg xmlns=\"x\">\n{MARK}\n.title").as_bytes()));
    }

    #[test]
    fn the_first_round_is_at_the_left_and_the_highest_value_on_top() {
        let scale = Scale::new(&parameter("x", -1.0, 1.0), 200);
        let quarter = LEFT + (X_END - LEFT) / 4.0;
        assert_eq!((scale.x(0.0), scale.x(50.0), scale.x(200.0)), (LEFT, quarter, X_END));
        assert_eq!((scale.y(1.0), scale.y(-1.0)), (TOP, Y_END));
        let fixed = Scale::new(&parameter("fixed", 3.0, 3.0), 1);
        assert_eq!((fixed.y(3.0), fixed.x(1.0)), (f64::midpoint(TOP, Y_END), X_END));
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let trail: Vec<Moment> =
            (0..1234).map(|i| Moment { value: f64::from(i), low: 0.0, high: 0.0 }).collect();
        let kept = thinned(&trail);
        assert_eq!(kept.len(), MOST_POINTS + 1);
        assert_eq!((kept[0].0, kept[MOST_POINTS].0), (0, 1233));
        assert!(kept.windows(2).all(|two| two[0].0 < two[1].0));
        assert_eq!(thinned(&trail[..1]).len(), 1);
        assert_eq!(thinned(&trail[..2]).len(), 2);
    }

    #[test]
    fn numbers_on_axes_are_short() {
        let all = [0.0, 1.0, 0.999, 20_000.0, 10_050.0, 0.7495, -0.25, 1e-9, 0.123_456];
        let texts: Vec<String> = all.iter().map(|value| short(*value)).collect();
        let expected =
            ["0", "1", "0.999", "20000", "10050", "0.7495", "-0.25", "0.000000001", "0.1235"];
        assert_eq!(texts, expected);
    }
}
