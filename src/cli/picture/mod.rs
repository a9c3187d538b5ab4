//! Pictures of boards for documents and pages: what is to be seen becomes a
//! few simple shapes, and these become SVG, PNG or animated PNG. Judges and searches nothing.

mod animation;
mod board_picture;
mod glyphs;
mod png;
mod scene;
mod svg;

pub use animation::{LONGEST, Pace, to_animation};
pub use board_picture::{BoardPicture, Mark, MarkKind, Numbers, column_name};
pub use glyphs::is_drawn;
pub use png::to_png;
pub use scene::Scene;
pub use svg::{escape, to_svg};
