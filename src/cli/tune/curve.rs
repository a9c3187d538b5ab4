//! Loss curves as numbers (CSV) and as a picture (SVG).

use super::training::Learned;
use std::fmt::Write;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 400.0;
const MARGIN: f32 = 50.0;

/// The losses of one kind of table.
pub struct Curve<'a> {
    /// What was learned.
    pub name: &'static str,
    /// The losses.
    pub learned: &'a Learned,
}

/// One line for each curve and epoch.
pub fn to_csv(curves: &[Curve<'_>]) -> String {
    let mut text = String::from("kind,epoch,training,validation\n");
    for curve in curves {
        for (number, epoch) in curve.learned.epochs.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "{},{},{:.6},{:.6}",
                curve.name,
                number + 1,
                epoch.training,
                epoch.validation
            );
        }
    }
    text
}

/// One panel for each curve: training thin, validation thick.
pub fn to_svg(curves: &[Curve<'_>]) -> String {
    let total = HEIGHT * curves.len() as f32;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{total}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, curve) in curves.iter().enumerate() {
        panel(&mut text, curve, HEIGHT * number as f32);
    }
    text.push_str("</svg>\n");
    text
}

fn panel(text: &mut String, curve: &Curve<'_>, top: f32) {
    let epochs = &curve.learned.epochs;
    let losses = || epochs.iter().flat_map(|e| [e.training, e.validation]);
    let low = losses().fold(f32::INFINITY, f32::min);
    let high = losses().fold(f32::NEG_INFINITY, f32::max);
    let span = (high - low).max(1e-6);
    let x = |number: usize| {
        MARGIN + (WIDTH - 2.0 * MARGIN) * number as f32 / (epochs.len().max(2) - 1) as f32
    };
    let y = |loss: f32| top + MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / span;
    let mut line = |values: Vec<f32>, style: &str| {
        let points: Vec<String> = values
            .into_iter()
            .enumerate()
            .map(|(number, loss)| format!("{:.1},{:.1}", x(number), y(loss)))
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "<polyline fill=\"none\" {style} points=\"{}\"/>",
            points.join(" ")
        );
    };
    let training = epochs.iter().map(|epoch| epoch.training).collect();
    let validation = epochs.iter().map(|epoch| epoch.validation).collect();
    line(training, "stroke=\"gray\" stroke-width=\"1\"");
    line(validation, "stroke=\"black\" stroke-width=\"2\"");
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"{}\">{}: loss by epoch, {high:.4} to {low:.4} \
         (gray: training, black: unseen games)</text>",
        top + MARGIN / 2.0,
        curve.name,
    );
}
