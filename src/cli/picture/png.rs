//! Scenes as PNG: the shapes become paths that are painted with smooth edges.

use super::glyphs;
use super::scene::{Form, Ink, Scene, Shape};
use anyhow::Context;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

/// How far the control point of a quarter of a circle lies along its tangent.
const ARC: f32 = 0.552_284_8;

/// The picture as a PNG file of this width in pixels.
pub fn to_png(scene: &Scene, width: u32) -> anyhow::Result<Vec<u8>> {
    let pixels = paint_scene(scene, width)?;
    pixels.encode_png().context("cannot encode the picture")
}

/// The picture's pixels.
pub(super) fn paint_scene(scene: &Scene, width: u32) -> anyhow::Result<Pixmap> {
    let scale = width as f32 / scene.width;
    let height = (scene.height * scale).round() as u32;
    let mut pixels =
        Pixmap::new(width, height).with_context(|| format!("no picture is {width}x{height}"))?;
    for shape in &scene.shapes {
        paint(&mut pixels, shape, Transform::from_scale(scale, scale));
    }
    Ok(pixels)
}

fn paint(pixels: &mut Pixmap, shape: &Shape, scale: Transform) {
    let paint = ink(shape.ink);
    let (path, width) = outline(&shape.form);
    let Some(path) = path else { return };
    match width {
        None => pixels.fill_path(&path, &paint, FillRule::Winding, scale, None),
        Some(width) => {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &paint, &stroke, scale, None);
        }
    }
}

/// The path of a form, and the width of the pen unless it is filled.
fn outline(form: &Form) -> (Option<Path>, Option<f32>) {
    match form {
        Form::Box { bounds, corner } => (rounded(*bounds, *corner), None),
        Form::Line { from, to, width } => {
            let mut builder = PathBuilder::new();
            builder.move_to(from.0, from.1);
            builder.line_to(to.0, to.1);
            (builder.finish(), Some(*width))
        }
        Form::Disc { center, radius } => {
            (PathBuilder::from_circle(center.0, center.1, *radius), None)
        }
        Form::Ring {
            center,
            radius,
            width,
        } => (
            PathBuilder::from_circle(center.0, center.1, *radius),
            Some(*width),
        ),
        Form::Text {
            center,
            height,
            text,
        } => (write(*center, *height, text), Some(height * 0.15)),
    }
}

fn rounded([x, y, width, height]: [f32; 4], corner: f32) -> Option<Path> {
    if corner <= 0.0 {
        return Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
    }
    let (right, bottom) = (x + width, y + height);
    let rest = corner * (1.0 - ARC);
    let mut path = PathBuilder::new();
    path.move_to(x + corner, y);
    path.line_to(right - corner, y);
    path.cubic_to(right - rest, y, right, y + rest, right, y + corner);
    path.line_to(right, bottom - corner);
    path.cubic_to(
        right,
        bottom - rest,
        right - rest,
        bottom,
        right - corner,
        bottom,
    );
    path.line_to(x + corner, bottom);
    path.cubic_to(x + rest, bottom, x, bottom - rest, x, bottom - corner);
    path.line_to(x, y + corner);
    path.cubic_to(x, y + rest, x + rest, y, x + corner, y);
    path.close();
    path.finish()
}

/// The strokes of a text around its middle.
fn write(center: (f32, f32), height: f32, text: &str) -> Option<Path> {
    // The pen's width is part of a sign's height.
    let unit = height * 0.86 / glyphs::HEIGHT;
    let step = glyphs::WIDTH * 1.5;
    let count = text.chars().count() as f32;
    let left = center.0 - unit * (count * step - glyphs::WIDTH / 2.0) / 2.0;
    let top = center.1 - unit * glyphs::HEIGHT / 2.0;
    let mut path = PathBuilder::new();
    for (index, sign) in text.chars().enumerate() {
        let at = |&(x, y): &(f32, f32)| {
            let x = left + unit * (index as f32 * step + x);
            (x, top + unit * y)
        };
        for stroke in glyphs::strokes(sign) {
            let mut points = stroke.iter().map(at);
            if let Some((x, y)) = points.next() {
                path.move_to(x, y);
            }
            for (x, y) in points {
                path.line_to(x, y);
            }
        }
    }
    path.finish()
}

fn ink(Ink(red, green, blue): Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

#[cfg(test)]
mod tests {
    use super::super::{BoardPicture, Numbers};
    use super::*;
    use crate::board::text::{parse_moves, parse_points};
    use crate::types::BoardSize;

    #[test]
    fn stones_are_black_and_white_where_they_lie() {
        let text = "a1i9";
        let size = BoardSize::square(9).expect("a size");
        let board = parse_moves(size, text).expect("moves");
        let scene = BoardPicture {
            board: &board,
            moves: &parse_points(text).expect("moves"),
            numbers: Numbers::None,
            marks: &[],
            coordinates: true,
        }
        .scene();
        // Two pixels for a unit of the scene.
        let png = to_png(&scene, scene.width as u32 * 2).expect("a picture");
        let pixels = Pixmap::decode_png(&png).expect("our own file");
        assert_eq!((pixels.width(), pixels.height()), (864, 864));
        let red = |x, y| pixels.pixel(x, y).expect("inside").red();
        assert!(red(112, 112) < 40, "a1 is black");
        assert!(red(752, 752) > 240, "i9 is white");
        assert!(
            (200..240).contains(&red(152, 152)),
            "wood between the lines"
        );
    }

    #[test]
    fn a_picture_of_no_size_is_an_error() {
        let scene = Scene {
            width: 10.0,
            height: 10.0,
            title: String::new(),
            shapes: Vec::new(),
        };
        assert!(to_png(&scene, 0).is_err());
    }
}
