//! Scenes one after the other as an animated PNG. A frame holds only what has
//! changed since the one before; a viewer that does not know animations shows
//! the last scene.

use super::png::paint_scene;
use super::scene::Scene;
use anyhow::{Context, ensure};
use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, Writer};
use std::time::Duration;
use tiny_skia::Pixmap;

/// The longest time that a frame can be shown: the format counts in sixteen bits.
pub const LONGEST: Duration = Duration::from_millis(u16::MAX as u64);

/// How an animation runs.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How long a scene is shown.
    pub delay: Duration,
    /// How long the last one is shown.
    pub hold: Duration,
    /// How often it is shown; 0 is without end.
    pub loops: u32,
}

/// The scenes as a file of this width in pixels. All must have the same size.
pub fn to_animation(scenes: &[Scene], width: u32, pace: Pace) -> anyhow::Result<Vec<u8>> {
    let last = scenes.last().context("an animation of nothing")?;
    let whole = paint_scene(last, width)?;
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, whole.width(), whole.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_animated(scenes.len() as u32, pace.loops)?;
    encoder.set_sep_def_img(true)?;
    encoder.set_blend_op(BlendOp::Source)?;
    let mut writer = encoder.write_header()?;
    let everything = Bounds::of(&whole);
    writer.write_image_data(&everything.cut(&whole))?;
    let mut shown: Option<Pixmap> = None;
    for (number, scene) in scenes.iter().enumerate() {
        let pixels = paint_scene(scene, width)?;
        ensure!(
            Bounds::of(&pixels) == everything,
            "the pictures differ in size"
        );
        let changed = shown
            .as_ref()
            .map_or(everything, |before| Bounds::of_change(before, &pixels));
        let is_last = number + 1 == scenes.len();
        let time = if is_last { pace.hold } else { pace.delay };
        add_frame(&mut writer, &pixels, changed, time)?;
        shown = Some(pixels);
    }
    writer.finish()?;
    Ok(file)
}

fn add_frame(
    writer: &mut Writer<&mut Vec<u8>>,
    pixels: &Pixmap,
    bounds: Bounds,
    time: Duration,
) -> anyhow::Result<()> {
    let milliseconds = u16::try_from(time.as_millis()).context("a frame is shown for too long")?;
    // The place of the frame before must not push the size of this one off the picture.
    writer.reset_frame_position()?;
    writer.set_frame_dimension(bounds.width, bounds.height)?;
    writer.set_frame_position(bounds.x, bounds.y)?;
    writer.set_frame_delay(milliseconds, 1_000)?;
    writer.write_image_data(&bounds.cut(pixels))?;
    Ok(())
}

/// A part of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bounds {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Bounds {
    /// All of a picture.
    fn of(pixels: &Pixmap) -> Self {
        Self {
            x: 0,
            y: 0,
            width: pixels.width(),
            height: pixels.height(),
        }
    }

    /// The smallest part that holds all that differs; one pixel if nothing does, since a frame
    /// cannot be empty.
    fn of_change(before: &Pixmap, after: &Pixmap) -> Self {
        let width = after.width();
        let pairs = before.pixels().iter().zip(after.pixels());
        let different = pairs
            .enumerate()
            .filter(|(_, (before, after))| before != after)
            .map(|(index, _)| (index as u32 % width, index as u32 / width));
        let corners = different.fold(None, |corners, (x, y)| {
            let (left, top, right, bottom) = corners.unwrap_or((x, y, x, y));
            Some((left.min(x), top.min(y), right.max(x), bottom.max(y)))
        });
        let (left, top, right, bottom) = corners.unwrap_or_default();
        Self {
            x: left,
            y: top,
            width: right - left + 1,
            height: bottom - top + 1,
        }
    }

    /// The colours of this part, row by row, as the format wants them.
    fn cut(self, pixels: &Pixmap) -> Vec<u8> {
        let rows = self.y..self.y + self.height;
        rows.flat_map(|y| (self.x..self.x + self.width).map(move |x| (x, y)))
            .filter_map(|(x, y)| pixels.pixel(x, y))
            .flat_map(|pixel| {
                let color = pixel.demultiply();
                [color.red(), color.green(), color.blue(), color.alpha()]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BoardPicture, Numbers, to_png};
    use super::*;
    use crate::board::Board;
    use crate::board::text::parse_points;
    use crate::types::BoardSize;
    use std::io::Cursor;

    /// The scenes of a game on a small board, from the empty one on.
    fn scenes(text: &str) -> Vec<Scene> {
        let moves = parse_points(text).expect("moves");
        let mut board = Board::new(BoardSize::square(9).expect("a size"));
        let mut scenes = Vec::new();
        for count in 0..=moves.len() {
            if let Some(&point) = count.checked_sub(1).and_then(|last| moves.get(last)) {
                board.play(point);
            }
            let picture = BoardPicture {
                board: &board,
                moves: &moves[..count],
                numbers: Numbers::All,
                marks: &[],
                coordinates: true,
            };
            scenes.push(picture.scene());
        }
        scenes
    }

    const PACE: Pace = Pace {
        delay: Duration::from_millis(450),
        hold: Duration::from_secs(3),
        loops: 2,
    };

    /// The pictures that a viewer shows, each with its milliseconds, and the still picture.
    fn watch(file: &[u8]) -> (Vec<(Vec<u8>, u16)>, Vec<u8>) {
        let decoder = png::Decoder::new(Cursor::new(file));
        let mut reader = decoder.read_info().expect("a header");
        let control = *reader.info().animation_control().expect("an animation");
        assert_eq!(control.num_plays, PACE.loops);
        let (width, height) = (reader.info().width, reader.info().height);
        let mut part = vec![0; (width * height * 4) as usize];
        reader.next_frame(&mut part).expect("the still picture");
        let still = part.clone();
        let mut canvas = vec![0; part.len()];
        let mut shown = Vec::new();
        for _ in 0..control.num_frames {
            reader.next_frame(&mut part).expect("a frame");
            let frame = *reader.info().frame_control().expect("a frame's place");
            assert_eq!(frame.blend_op, BlendOp::Source);
            for row in 0..frame.height {
                let from = (row * frame.width * 4) as usize;
                let to = (((frame.y_offset + row) * width + frame.x_offset) * 4) as usize;
                let length = (frame.width * 4) as usize;
                canvas[to..to + length].copy_from_slice(&part[from..from + length]);
            }
            assert_eq!(frame.delay_den, 1_000);
            shown.push((canvas.clone(), frame.delay_num));
        }
        assert!(reader.next_frame(&mut part).is_err(), "no more frames");
        (shown, still)
    }

    #[test]
    fn a_viewer_sees_every_scene_for_its_time() {
        let scenes = scenes("e5f6a1i9");
        let file = to_animation(&scenes, 300, PACE).expect("an animation");
        let (shown, still) = watch(&file);
        assert_eq!(shown.len(), 5);
        for (number, (scene, (pixels, time))) in scenes.iter().zip(&shown).enumerate() {
            let whole = paint_scene(scene, 300).expect("a picture");
            assert!(*pixels == Bounds::of(&whole).cut(&whole), "scene {number}");
            assert_eq!(*time, if number == 4 { 3_000 } else { 450 });
        }
        assert!(still == shown[4].0, "the still picture is the last one");
    }

    #[test]
    fn a_frame_costs_what_has_changed() {
        let scenes = scenes("e5f6d4g7c3h8b2");
        let still = to_png(&scenes[7], 720).expect("a picture").len();
        let all = to_animation(&scenes, 720, PACE)
            .expect("an animation")
            .len();
        assert!(all < 4 * still, "{all} bytes, {still} for one picture");
    }

    #[test]
    fn scenes_that_do_not_change_and_none_at_all() {
        let same = [scenes("e5").remove(1), scenes("e5").remove(1)];
        let (shown, _) = watch(&to_animation(&same, 100, PACE).expect("an animation"));
        assert!(shown[0].0 == shown[1].0);
        assert!(to_animation(&[], 100, PACE).is_err());
    }
}
