//! The loss curve as numbers (CSV) and as a picture (SVG).

use super::training::Epoch;
use std::fmt::Write;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 400.0;
const MARGIN: f32 = 50.0;

/// One line for each epoch.
pub fn to_csv(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch,training,validation\n");
    for (number, epoch) in epochs.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{},{:.6},{:.6}",
            number + 1,
            epoch.training,
            epoch.validation
        );
    }
    text
}

/// The losses by epoch: training thin, validation thick.
pub fn to_svg(epochs: &[Epoch]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let losses = || epochs.iter().flat_map(|e| [e.training, e.validation]);
    let low = losses().fold(f32::INFINITY, f32::min);
    let high = losses().fold(f32::NEG_INFINITY, f32::max);
    let span = (high - low).max(1e-6);
    let x = |number: usize| {
        MARGIN + (WIDTH - 2.0 * MARGIN) * number as f32 / (epochs.len().max(2) - 1) as f32
    };
    let y = |loss: f32| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / span;
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
        "<text x=\"{MARGIN}\" y=\"{}\">loss by epoch, {high:.4} to {low:.4} \
         (gray: training, black: unseen games)</text>\n</svg>",
        MARGIN / 2.0,
    );
    text
}
