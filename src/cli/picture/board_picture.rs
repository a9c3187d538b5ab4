//! A board with coordinates, stones, numbers and marks as a scene. Rows are
//! numbered from below, as everywhere that people look.

use super::scene::{Form, Ink, Scene, Shape};
use crate::board::{Board, Cell};
use crate::cli::stars::stars;
use crate::types::{BoardSize, Color, Point};

/// The distance of two lines of the grid.
const CELL: f32 = 40.0;
/// The distance from the picture's edge to the first line.
const MARGIN: f32 = 56.0;

const WOOD: Ink = Ink(0xee, 0xcf, 0x96);
const GRID: Ink = Ink(0x6b, 0x4f, 0x2a);
const LABEL: Ink = Ink(0x6b, 0x4f, 0x2a);
const BLACK: Ink = Ink(0x1b, 0x1b, 0x1f);
const WHITE: Ink = Ink(0xfb, 0xfa, 0xf6);
const EDGE: Ink = Ink(0x3a, 0x36, 0x30);
const WALL: Ink = Ink(0x8c, 0x6d, 0x42);
const ACCENT: Ink = Ink(0xc8, 0x28, 0x28);

/// What is written on the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Numbers {
    /// The number of its move on every stone.
    All,
    /// A dot on the newest stone.
    Last,
    /// Nothing.
    None,
}

/// How a point is marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// By a ring.
    Ring,
    /// By a few letters.
    Text(String),
}

/// A marked point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// How.
    pub kind: MarkKind,
}

/// What is to be seen.
#[derive(Clone, Debug)]
pub struct BoardPicture<'b> {
    /// The stones.
    pub board: &'b Board,
    /// The moves in their order; a stone that is not among them has no number.
    pub moves: &'b [Point],
    /// What is written on the stones.
    pub numbers: Numbers,
    /// Further marks.
    pub marks: &'b [Mark],
    /// Whether letters and numbers stand along the edges.
    pub coordinates: bool,
}

impl BoardPicture<'_> {
    /// The picture.
    pub fn scene(&self) -> Scene {
        let size = self.board.size();
        let extent = |count: usize| 2.0 * MARGIN + (count - 1) as f32 * CELL;
        let (width, height) = (extent(size.width()), extent(size.height()));
        let mut scene = Scene {
            width,
            height,
            title: self.title(),
            shapes: vec![shape(
                "wood",
                WOOD,
                Form::Box {
                    bounds: [0.0, 0.0, width, height],
                    corner: 12.0,
                },
            )],
        };
        self.add_grid(&mut scene.shapes);
        if self.coordinates {
            add_coordinates(size, &mut scene);
        }
        for point in size.points() {
            self.add_cell(point, &mut scene.shapes);
        }
        for mark in self.marks {
            self.add_mark(mark, &mut scene.shapes);
        }
        scene
    }

    fn title(&self) -> String {
        let count = |color| self.board.stones(color).len();
        format!(
            "A {} board with {} black and {} white stones",
            self.board.size(),
            count(Color::Black),
            count(Color::White)
        )
    }

    fn add_grid(&self, shapes: &mut Vec<Shape>) {
        let size = self.board.size();
        let (right, bottom) = middle(Point::new(size.width() - 1, size.height() - 1));
        let line = |from, to, is_edge| {
            let width = if is_edge { 2.4 } else { 1.3 };
            shape("grid", GRID, Form::Line { from, to, width })
        };
        for x in 0..size.width() {
            let at = middle(Point::new(x, 0)).0;
            let is_edge = x == 0 || x == size.width() - 1;
            shapes.push(line((at, MARGIN), (at, bottom), is_edge));
        }
        for y in 0..size.height() {
            let at = middle(Point::new(0, y)).1;
            let is_edge = y == 0 || y == size.height() - 1;
            shapes.push(line((MARGIN, at), (right, at), is_edge));
        }
        for point in stars(size) {
            let center = middle(point);
            shapes.push(shape(
                "star",
                GRID,
                Form::Disc {
                    center,
                    radius: 4.5,
                },
            ));
        }
    }

    fn add_cell(&self, point: Point, shapes: &mut Vec<Shape>) {
        let center = middle(point);
        match self.board.cell(point) {
            Cell::Empty => {}
            Cell::Wall => {
                let bounds = [center.0 - 17.0, center.1 - 17.0, 34.0, 34.0];
                let corner = 6.0;
                shapes.push(shape("wall", WALL, Form::Box { bounds, corner }));
            }
            Cell::Stone(color) => {
                let (role, ink) = match color {
                    Color::Black => ("black", BLACK),
                    Color::White => ("white", WHITE),
                };
                let radius = 18.0;
                shapes.push(shape("edge", EDGE, Form::Disc { center, radius }));
                let radius = 16.8;
                shapes.push(shape(role, ink, Form::Disc { center, radius }));
                self.add_number(point, color, shapes);
            }
        }
    }

    fn add_number(&self, point: Point, color: Color, shapes: &mut Vec<Shape>) {
        let Some(index) = self.moves.iter().position(|&played| played == point) else {
            return;
        };
        let center = middle(point);
        let is_last = index + 1 == self.moves.len();
        match self.numbers {
            Numbers::Last if is_last => {
                let radius = 5.5;
                shapes.push(shape("last", ACCENT, Form::Disc { center, radius }));
            }
            Numbers::Last | Numbers::None => {}
            Numbers::All => {
                let (role, ink) = match color {
                    _ if is_last => ("last", lighter_accent(color)),
                    Color::Black => ("number on-black", WHITE),
                    Color::White => ("number on-white", BLACK),
                };
                let text = (index + 1).to_string();
                let height = if text.len() > 2 { 10.5 } else { 13.5 };
                shapes.push(shape(
                    role,
                    ink,
                    Form::Text {
                        center,
                        height,
                        text,
                    },
                ));
            }
        }
    }

    fn add_mark(&self, mark: &Mark, shapes: &mut Vec<Shape>) {
        let center = middle(mark.point);
        match &mark.kind {
            MarkKind::Ring => shapes.push(shape(
                "mark",
                ACCENT,
                Form::Ring {
                    center,
                    radius: 12.5,
                    width: 3.2,
                },
            )),
            MarkKind::Text(text) => {
                if self.board.is_empty(mark.point) {
                    // The lines of the grid would cross the letters.
                    let radius = 13.0;
                    shapes.push(shape("wood", WOOD, Form::Disc { center, radius }));
                }
                let height = if text.chars().count() > 1 { 11.0 } else { 15.0 };
                let text = text.clone();
                shapes.push(shape(
                    "mark",
                    ACCENT,
                    Form::Text {
                        center,
                        height,
                        text,
                    },
                ));
            }
        }
    }
}

/// The accent must be seen on a black stone too.
const fn lighter_accent(color: Color) -> Ink {
    match color {
        Color::Black => Ink(0xff, 0x8a, 0x7a),
        Color::White => ACCENT,
    }
}

const fn shape(role: &'static str, ink: Ink, form: Form) -> Shape {
    Shape { form, ink, role }
}

/// Where a point lies in the picture.
fn middle(point: Point) -> (f32, f32) {
    let at = |number: usize| MARGIN + number as f32 * CELL;
    (at(point.x()), at(point.y()))
}

fn add_coordinates(size: BoardSize, scene: &mut Scene) {
    let (width, height) = (scene.width, scene.height);
    let mut label = |x, y, text: String| {
        let form = Form::Text {
            center: (x, y),
            height: 11.5,
            text,
        };
        scene.shapes.push(shape("label", LABEL, form));
    };
    for x in 0..size.width() {
        let at = middle(Point::new(x, 0)).0;
        label(at, 19.0, column_name(x));
        label(at, height - 19.0, column_name(x));
    }
    for y in 0..size.height() {
        let at = middle(Point::new(0, y)).1;
        let number = (size.height() - y).to_string();
        label(19.0, at, number.clone());
        label(width - 19.0, at, number);
    }
}

/// The letters of a column, as points have them, in capitals.
pub fn column_name(x: usize) -> String {
    let point = Point::new(x, 0).to_string();
    point.trim_end_matches('1').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::text::{parse_moves, parse_points};

    fn count(scene: &Scene, role: &str) -> usize {
        scene
            .shapes
            .iter()
            .filter(|shape| shape.role == role)
            .count()
    }

    #[test]
    fn every_stone_label_and_number_is_in_the_scene() {
        let size = BoardSize::new(15, 13).expect("a size");
        let text = "h8i9j10";
        let board = parse_moves(size, text).expect("moves");
        let moves = parse_points(text).expect("moves");
        let marks = [Mark {
            point: moves[0],
            kind: MarkKind::Ring,
        }];
        let mut picture = BoardPicture {
            board: &board,
            moves: &moves,
            numbers: Numbers::All,
            marks: &marks,
            coordinates: true,
        };
        let scene = picture.scene();
        assert_eq!((count(&scene, "black"), count(&scene, "white")), (2, 1));
        assert_eq!(count(&scene, "label"), 2 * (15 + 13));
        assert_eq!(count(&scene, "grid"), 15 + 13);
        assert_eq!(count(&scene, "number on-black"), 1);
        assert_eq!((count(&scene, "last"), count(&scene, "mark")), (1, 1));
        picture.numbers = Numbers::None;
        picture.coordinates = false;
        let scene = picture.scene();
        assert_eq!((count(&scene, "label"), count(&scene, "last")), (0, 0));
    }

    #[test]
    fn columns_past_z_have_two_letters() {
        assert_eq!([0, 25, 26, 31].map(column_name), ["A", "Z", "AA", "AF"]);
    }
}
