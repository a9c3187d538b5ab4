//! What a running search tells, in the forms that analysis boards read:
//! realtime messages for Yixin-Board, blocks of `INFO` lines for
//! gomoku-calculator. Decides nothing.

use super::info::Dialect;
use super::response::Response;
use crate::search::{Line, Progress, RootMoveEvent};
use crate::types::{BoardSize, Point, Score, score};
use std::fmt::Write;

/// The longest line of play to print, in moves, so that lines stay short.
const LONGEST_LINE: usize = 64;

/// What to tell while a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// `MESSAGE REALTIME` lines.
    pub realtime: bool,
    /// Blocks of `INFO` lines.
    pub info: bool,
}

impl Detail {
    /// The meaning of `INFO show_detail`.
    pub const fn from_number(number: u64) -> Self {
        Self {
            realtime: number & 1 != 0,
            info: number & 2 != 0,
        }
    }

    /// Whether anything is to be told.
    pub const fn is_wanted(self) -> bool {
        self.realtime || self.info
    }
}

/// How points are written for a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notation {
    /// How coordinates are written.
    pub dialect: Dialect,
    /// The board.
    pub size: BoardSize,
}

impl Notation {
    /// `x,y`, or `y,x` where the dialect wants it.
    fn coordinates(self, point: Point) -> String {
        self.dialect.coordinates(point).to_string()
    }

    /// What people call a point, in capitals.
    fn name(self, point: Point) -> String {
        self.size.name(point).to_ascii_uppercase()
    }
}

/// The lines about a completed iteration for one of `lines` best lines.
pub fn about_progress(
    progress: &Progress,
    lines: usize,
    detail: Detail,
    notation: Notation,
) -> Vec<Response> {
    let mut responses = Vec::new();
    if detail.info {
        responses.extend(block(progress, lines, notation).map(Response::Info));
    }
    if detail.realtime && progress.rank == 0 {
        let texts = realtime(&progress.line, notation);
        responses.extend(texts.map(|text| Response::Message(format!("REALTIME {text}"))));
    }
    responses
}

/// The line about one of the root moves, if it is to be told.
pub fn about_root_move(
    event: RootMoveEvent,
    detail: Detail,
    notation: Notation,
) -> Option<Response> {
    let (kind, point) = match event {
        RootMoveEvent::Entered(point) => ("POS", point),
        RootMoveEvent::Left(point) => ("DONE", point),
        RootMoveEvent::Best(point) => ("BEST", point),
        RootMoveEvent::Lost(point) => ("LOST", point),
    };
    let text = format!("REALTIME {kind} {}", notation.coordinates(point));
    detail.realtime.then_some(Response::Message(text))
}

fn block(progress: &Progress, lines: usize, notation: Notation) -> impl Iterator<Item = String> {
    let Progress {
        rank,
        line,
        nodes,
        elapsed,
        ..
    } = progress;
    let milliseconds = elapsed.as_millis() as u64;
    let speed = nodes.saturating_mul(1_000) / milliseconds.max(1);
    let moves = line.moves.iter().take(LONGEST_LINE);
    let moves: Vec<String> = moves.map(|&point| notation.coordinates(point)).collect();
    [
        format!("PV {rank}"),
        format!("NUMPV {lines}"),
        format!("DEPTH {}", line.depth),
        format!("SELDEPTH {}", line.selective_depth),
        format!("NODES {nodes}"),
        format!("TOTALNODES {nodes}"),
        format!("TOTALTIME {milliseconds}"),
        format!("SPEED {speed}"),
        format!("EVAL {}", value(line.score)),
        format!("WINRATE {:.4}", score::chance(line.score)),
        format!("BESTLINE {}", moves.join(" ")),
        "PV DONE".to_owned(),
    ]
    .into_iter()
}

fn realtime(line: &Line, notation: Notation) -> impl Iterator<Item = String> {
    let best = line.moves.first().copied();
    let mut moves = String::new();
    for &point in line.moves.iter().take(LONGEST_LINE) {
        // Writing to a String cannot fail.
        let _ = write!(moves, " {}", notation.name(point));
    }
    let best = best.map(|point| format!("BEST {}", notation.coordinates(point)));
    ["REFRESH".to_owned()]
        .into_iter()
        .chain(best)
        .chain([format!("VAL {}", line.score), format!("PV{moves}")])
}

/// A score, or the plies until the end of the game: `+M5` wins, `-M4` loses.
pub(super) fn value(score: Score) -> String {
    let plies = score::plies_to_end(score);
    if score::is_win(score) {
        format!("+M{plies}")
    } else if score::is_loss(score) {
        format!("-M{plies}")
    } else {
        score.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn progress(rank: usize, score: Score) -> Progress {
        Progress {
            rank,
            line: Line {
                moves: vec![Point::new(7, 6), Point::new(8, 8)],
                score,
                depth: 12,
                selective_depth: 23,
            },
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            hashfull: 17,
        }
    }

    fn notation(dialect: Dialect) -> Notation {
        Notation {
            dialect,
            size: BoardSize::square(15).expect("a valid size"),
        }
    }

    fn texts(responses: &[Response]) -> Vec<String> {
        responses.iter().map(Response::to_string).collect()
    }

    #[test]
    fn a_block_is_what_the_calculator_parses() {
        let detail = Detail::from_number(2);
        let told = about_progress(&progress(1, 200), 3, detail, notation(Dialect::Gomocup));
        let expected = [
            "INFO PV 1",
            "INFO NUMPV 3",
            "INFO DEPTH 12",
            "INFO SELDEPTH 23",
            "INFO NODES 3000",
            "INFO TOTALNODES 3000",
            "INFO TOTALTIME 1500",
            "INFO SPEED 2000",
            "INFO EVAL 200",
            "INFO WINRATE 0.7311",
            "INFO BESTLINE 7,6 8,8",
            "INFO PV DONE",
        ];
        assert_eq!(texts(&told), expected);
    }

    #[test]
    fn realtime_lines_are_what_yixin_board_parses() {
        let detail = Detail::from_number(1);
        let told = about_progress(&progress(0, -3), 1, detail, notation(Dialect::Yixin));
        let expected = [
            "MESSAGE REALTIME REFRESH",
            "MESSAGE REALTIME BEST 6,7",
            "MESSAGE REALTIME VAL -3",
            "MESSAGE REALTIME PV H9 I7",
        ];
        assert_eq!(texts(&told), expected);
        let others = about_progress(&progress(1, -3), 2, detail, notation(Dialect::Yixin));
        assert!(
            others.is_empty(),
            "only the best line is shown on the board"
        );
    }

    #[test]
    fn first_moves_are_told_in_realtime_only() {
        let point = Point::new(7, 6);
        let told = |event, number| {
            let detail = Detail::from_number(number);
            about_root_move(event, detail, notation(Dialect::Gomocup))
        };
        for (event, text) in [
            (RootMoveEvent::Entered(point), "MESSAGE REALTIME POS 7,6"),
            (RootMoveEvent::Left(point), "MESSAGE REALTIME DONE 7,6"),
            (RootMoveEvent::Best(point), "MESSAGE REALTIME BEST 7,6"),
            (RootMoveEvent::Lost(point), "MESSAGE REALTIME LOST 7,6"),
        ] {
            assert_eq!(
                told(event, 3).map(|line| line.to_string()).as_deref(),
                Some(text)
            );
            assert_eq!(told(event, 2), None);
        }
    }

    #[test]
    fn decided_games_are_plies_and_certainties() {
        assert_eq!(value(score::win_in(5)), "+M5");
        assert_eq!(value(score::loss_in(4)), "-M4");
        assert_eq!(value(-77), "-77");
        assert!((score::chance(0) - 0.5).abs() < 1e-9);
        assert!((score::chance(score::win_in(5)) - 1.0).abs() < 1e-9);
        assert!(score::chance(score::loss_in(5)).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_told_unless_asked_for() {
        for (number, realtime, info) in [(0, false, false), (1, true, false), (2, false, true)] {
            assert_eq!(Detail::from_number(number), Detail { realtime, info });
        }
        let detail = Detail::default();
        assert!(!detail.is_wanted());
        assert!(about_progress(&progress(0, 0), 1, detail, notation(Dialect::Gomocup)).is_empty());
    }
}
