//! What `analyze` is about: from what the user handed in (moves, a diagram, a
//! file) to a board, a rule, and whether and where the game is over.

use crate::board::Board;
use crate::cli::records::{self, Ending, PaperGame, PaperMove, Reason};
use crate::engine::legality;
use crate::rules::{self, Verdict};
use crate::types::{BoardSize, Color, Point, Rule};
use anyhow::ensure;

/// A position to analyse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The stones and the side to move.
    pub board: Board,
    /// The rule.
    pub rule: Rule,
    /// Whether the board's history is the order of play.
    pub in_order: bool,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// The stones that ended it.
    pub last_stones: Vec<Point>,
}

impl Subject {
    /// The newest stone, where the order of play is known.
    pub fn last_move(&self) -> Option<Point> {
        self.board.last_move().filter(|_| self.in_order)
    }

    /// The points that the rule forbids to the side to move.
    pub fn forbidden(&self) -> Vec<Point> {
        legality::forbidden_points(self.rule, &self.board)
    }

    /// The position of a game after so many moves, or after all.
    pub fn new(game: &PaperGame, rule: Rule, moves: Option<usize>) -> Self {
        let board = game.board_after(moves.unwrap_or(usize::MAX));
        let in_order = game.setup.is_empty() && alternates(game);
        let mut subject = Self {
            board,
            rule,
            in_order,
            ending: None,
            last_stones: Vec::new(),
        };
        subject.find_ending();
        subject
    }

    /// The position of a board whose history is the order of play.
    pub fn of_board(board: Board, rule: Rule) -> Self {
        let mut subject = Self {
            board,
            rule,
            in_order: true,
            ending: None,
            last_stones: Vec::new(),
        };
        subject.find_ending();
        subject
    }

    fn find_ending(&mut self) {
        let found = self.ending_by_five().or_else(|| self.ending_by_last_move());
        let (ending, stones) = found.map_or((None, Vec::new()), |(ending, stones)| {
            (Some(ending), stones)
        });
        self.ending = ending;
        self.last_stones = stones;
    }

    fn ending_by_five(&self) -> Option<(Ending, Vec<Point>)> {
        // Who is not to move has just won, if anybody has.
        let mover = self.board.side_to_move();
        [mover.opponent(), mover].into_iter().find_map(|color| {
            let stones = five(self.rule, &self.board, color)?;
            Some((Ending::won(color, Reason::Five), stones))
        })
    }

    fn ending_by_last_move(&self) -> Option<(Ending, Vec<Point>)> {
        if let Some(last) = self.last_move() {
            let mut before = self.board.clone();
            before.undo();
            let verdict = rules::verdict(self.rule, &before, last);
            let mover = before.side_to_move();
            if let Verdict::Foul(_) = verdict {
                let ending = Ending::by_verdict(verdict, mover, mover.opponent())?;
                return Some((ending, vec![last]));
            }
        }
        let is_full = self.board.empty().is_empty();
        is_full.then(|| (Ending::drawn(Reason::FullBoard), Vec::new()))
    }
}

/// Whether black began and nobody passed.
fn alternates(game: &PaperGame) -> bool {
    let colors = game.moves.iter().map(|played| played.color);
    colors
        .zip(Color::ALL.into_iter().cycle())
        .all(|(played, expected)| played == expected)
}

/// Takes away what was played after the end and says how it ended.
pub fn cut_at_end(game: &mut PaperGame, rule: Rule) -> Option<Ending> {
    let mut board = game.start();
    for index in 0..game.moves.len() {
        let PaperMove { point, color, .. } = game.moves[index];
        board.set_side_to_move(color);
        let verdict = rules::verdict(rule, &board, point);
        board.play(point);
        let ending = Ending::by_verdict(verdict, color, color.opponent());
        if ending.is_some() {
            game.moves.truncate(index + 1);
            return ending;
        }
    }
    None
}

/// The stones of a winning line, if the colour has one.
pub fn five(rule: Rule, board: &Board, color: Color) -> Option<Vec<Point>> {
    let stones: Vec<Point> = board
        .stones(color)
        .iter()
        .filter(|&point| rules::wins(rule, board, point, color))
        .collect();
    (!stones.is_empty()).then_some(stones)
}

/// Where a position is, as typed.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// A file, `-`, moves or a diagram; nothing is the empty board.
    pub text: Option<String>,
    /// The rule that the user named.
    pub rule: Option<Rule>,
    /// The board that the user named.
    pub size: Option<BoardSize>,
    /// The number of moves to stop after.
    pub moves: Option<usize>,
    /// Which game of a file with several, counted from 1.
    pub game: Option<usize>,
    /// The side to move that the user named.
    pub side: Option<Color>,
}

/// Reads a position.
pub fn read(source: &Source) -> anyhow::Result<Subject> {
    let mut game = match &source.text {
        None => PaperGame::new(source.size),
        Some(text) => records::choose(records::read_argument(text)?, source.game)?,
    };
    if let Some(size) = source.size.filter(|&size| size != game.size) {
        ensure!(
            !game.size_is_told,
            "the record is of a {} board, not {size}: leave out --size",
            game.size
        );
        game = game.on_board(size)?;
    }
    let stones = game.moves.len();
    if let Some(moves) = source.moves {
        ensure!(
            moves <= stones,
            "the game has {stones} moves, so --move {moves} is not in it"
        );
    }
    let rule = source.rule.or(game.rule).unwrap_or(Rule::Freestyle);
    let mut subject = Subject::new(&game, rule, source.moves);
    if let Some(side) = source.side
        && side != subject.board.side_to_move()
    {
        subject.board.set_side_to_move(side);
        subject.in_order = false;
        subject.find_ending();
    }
    Ok(subject)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;

    fn source(text: &str) -> Source {
        Source {
            text: Some(text.to_owned()),
            ..Source::default()
        }
    }

    fn subject(text: &str) -> Subject {
        read(&source(text)).expect(text)
    }

    fn points(text: &str) -> Vec<Point> {
        text.split(' ')
            .map(|point| Point::from_str(point).expect("a point"))
            .collect()
    }

    #[test]
    fn moves_a_diagram_and_nothing_are_positions() {
        let moves = subject("h8i9j10");
        assert_eq!(moves.board.stone_count(), 3);
        let size = moves.board.size();
        let last = moves.last_move().expect("a move");
        assert_eq!(
            (last, size.name(last)),
            (Point::new(9, 5), "j10".to_owned())
        );
        let diagram = subject(".....\n.XO..\n.X...\n.....\n.....");
        assert_eq!(diagram.board.side_to_move(), Color::White);
        assert_eq!(diagram.last_move(), None);
        let empty = read(&Source::default()).expect("an empty board");
        assert_eq!(empty.board.size().width(), 15);
        assert_eq!(empty.ending, None);
    }

    #[test]
    fn a_game_stops_at_a_move_and_no_further_than_it_has() {
        let mut source = source("h8i9j10k11");
        source.moves = Some(1);
        let subject = read(&source).expect("a game");
        assert_eq!(subject.board.stone_count(), 1);
        source.moves = Some(5);
        let error = read(&source).expect_err("five of four moves");
        assert!(error.to_string().contains("4 moves"), "{error}");
    }

    #[test]
    fn a_board_that_is_told_cannot_be_changed_but_a_guessed_one_can() {
        let mut moves = source("h8");
        moves.size = BoardSize::square(20);
        assert_eq!(read(&moves).expect("a game").board.size().width(), 20);
        let mut diagram = source(".....\n.....\n..X..\n.....\n.....");
        diagram.size = BoardSize::square(20);
        assert!(read(&diagram).is_err());
    }

    #[test]
    fn a_finished_game_is_told_with_its_stones() {
        let over = subject("h8a1i8a3j8a5k8a7l8");
        assert_eq!(over.last_stones, points("h8 i8 j8 k8 l8"));
        let ending = over.ending.expect("an ending");
        assert_eq!(ending, Ending::won(Color::Black, Reason::Five));
        let mut foul = source("h8a1i8a3j7a5j6a7h9");
        foul.rule = Some(Rule::Renju);
        assert_eq!(read(&foul).expect("a game").ending, None);
        let mut overline = source("h8a1i8a3j8a5l8a7m8a9k8");
        overline.rule = Some(Rule::Renju);
        let ending = read(&overline).expect("a game").ending.expect("a foul");
        let won = (Some(Color::White), Reason::Foul);
        assert_eq!((ending.winner, ending.reason), won);
    }

    #[test]
    fn nonsense_is_answered_by_what_can_be_given() {
        for text in ["hello", "h8h8", "games/none.psq", "zz99"] {
            assert!(read(&source(text)).is_err(), "{text}");
        }
        let error = format!(
            "{:#}",
            read(&source("games/none.psq")).expect_err("no file")
        );
        assert!(error.contains("no file"), "{error}");
    }
}
