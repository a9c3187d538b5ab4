//! A picture as a list of shapes, painted in order. The only thing that a
//! format must know to draw any board.

/// A colour as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink(pub u8, pub u8, pub u8);

/// What is painted.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A filled box with round corners.
    Box {
        /// Left, top, width, height.
        bounds: [f32; 4],
        /// The radius of the corners.
        corner: f32,
    },
    /// A straight line with round ends.
    Line {
        /// Where it begins.
        from: (f32, f32),
        /// Where it ends.
        to: (f32, f32),
        /// Its width.
        width: f32,
    },
    /// A filled circle.
    Disc {
        /// The middle.
        center: (f32, f32),
        /// The radius.
        radius: f32,
    },
    /// The outline of a circle.
    Ring {
        /// The middle.
        center: (f32, f32),
        /// The radius to the middle of the outline.
        radius: f32,
        /// The width of the outline.
        width: f32,
    },
    /// A few letters or digits.
    Text {
        /// The middle of the text.
        center: (f32, f32),
        /// The height of a capital letter.
        height: f32,
        /// The text.
        text: String,
    },
}

/// A form with its colour and the name of its role, by which a style sheet may paint it
/// differently.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// What is painted.
    pub form: Form,
    /// Its colour.
    pub ink: Ink,
    /// What it is, such as `grid`.
    pub role: &'static str,
}

/// A whole picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What it shows, in words.
    pub title: String,
    /// What is painted, first things first.
    pub shapes: Vec<Shape>,
}
