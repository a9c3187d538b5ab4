//! The reference model of the conversation: what a manager may rely on, by
//! occupied cells and a list of stones alone. Knows nothing of queues, threads
//! and numbers of orders; shares no code with the session.
//!
//! Its player moves on the first empty cell, row by row, and only when it is
//! stopped, since the clock stands still. Renju, barred cells, caution and
//! swap2 are left to other tests: there the move does not follow from the
//! occupied cells.

use std::collections::BTreeSet;

/// Answers to broken commands that wait for a move; one more ends the search.
const MOST_WAITING: usize = 64;

/// A cell as column and row.
pub type Cell = (i64, i64);

/// An answer that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// `OK`
    Done,
    /// `ERROR` and a reason.
    Refusal,
    /// `UNKNOWN` and a text.
    Unknown,
    /// Who the engine is.
    About,
    /// The forbidden points, of which there are none.
    NothingForbidden,
    /// These two numbers.
    Numbers(i64, i64),
    /// A move on any empty cell, which the model is then told of.
    AnyMove,
}

/// What a command is about, as far as the model cares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// `START`, `RECTSTART`: columns and rows.
    Start(i64, i64),
    /// `RESTART`
    Restart,
    /// `BEGIN`, `YXNBEST`
    Think,
    /// `TURN`: two numbers as sent.
    Turn(i64, i64),
    /// `PLAY`
    Play(i64, i64),
    /// `TAKEBACK`
    TakeBack(i64, i64),
    /// `BOARD`, or `YXBOARD` if it only sets up: two numbers and a field each.
    Position(Vec<(i64, i64, i64)>, bool),
    /// `YXSHOWFORBID`
    Forbidden,
    /// `ABOUT`
    About,
    /// `STOP`
    Stop,
    /// `INFO timeout_turn 0`, or a long time.
    Hurry(bool),
    /// `YXSHOWINFO`: rows come first from now on.
    RowsFirst,
    /// A command we do not know.
    Unknown,
    /// A command we know, broken.
    Broken,
    /// Nothing that is answered.
    Silent,
}

/// A board, as far as moves on the first empty cell need it.
#[derive(Clone, Debug)]
struct Board {
    columns: i64,
    rows: i64,
    taken: BTreeSet<Cell>,
    history: Vec<Cell>,
}

impl Board {
    fn new(columns: i64, rows: i64) -> Self {
        Self {
            columns,
            rows,
            taken: BTreeSet::new(),
            history: Vec::new(),
        }
    }

    fn has(&self, (x, y): Cell) -> bool {
        (0..self.columns).contains(&x) && (0..self.rows).contains(&y)
    }

    fn first_empty(&self) -> Option<Cell> {
        let cells = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        cells.into_iter().find(|cell| !self.taken.contains(cell))
    }

    fn play(&mut self, cell: Cell) -> bool {
        let is_legal = self.has(cell) && self.taken.insert(cell);
        if is_legal {
            self.history.push(cell);
        }
        is_legal
    }
}

/// Whether something is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Search {
    #[default]
    None,
    /// Until somebody stops it.
    UnderWay,
    /// It was stopped, and its move is on the way.
    Stopped,
}

/// The model.
#[derive(Debug, Default)]
pub struct Model {
    board: Option<Board>,
    rows_first: bool,
    is_hurried: bool,
    search: Search,
    waiting: Vec<Due>,
    /// Answers due and not yet seen, in their order.
    pub due: Vec<Due>,
}

impl Model {
    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.search != Search::None
    }

    /// A command comes.
    pub fn hear(&mut self, wish: &Wish) {
        if self.is_thinking() && !self.goes_beside_search(wish) {
            return;
        }
        match *wish {
            Wish::Start(columns, rows) => {
                let is_possible = (5..=32).contains(&columns) && (5..=32).contains(&rows);
                if is_possible {
                    self.board = Some(Board::new(columns, rows));
                }
                self.answer(is_possible);
            }
            Wish::Restart => {
                let board = self.board.take();
                self.board = board.map(|board| Board::new(board.columns, board.rows));
                self.answer(self.board.is_some());
            }
            Wish::Think => self.think(),
            Wish::Turn(first, second) => {
                if self.put(first, second) {
                    self.think();
                } else {
                    self.due.push(Due::Refusal);
                }
            }
            Wish::Play(first, second) => {
                let is_done = self.put(first, second);
                self.due.push(if is_done {
                    Due::Numbers(first, second)
                } else {
                    Due::Refusal
                });
            }
            Wish::TakeBack(first, second) => {
                let is_done = self.take_back(first, second);
                self.answer(is_done);
            }
            Wish::Position(ref stones, is_silent) => self.set_up(stones, is_silent),
            Wish::Forbidden => self.due.push(Due::NothingForbidden),
            Wish::About => self.due.push(Due::About),
            Wish::Stop => self.stop(),
            Wish::Hurry(is_hurried) => {
                // Told again it changes nothing: the search knows.
                if is_hurried && !self.is_hurried {
                    self.stop();
                }
                self.is_hurried = is_hurried;
            }
            Wish::RowsFirst => self.rows_first = true,
            Wish::Unknown => self.due.push(Due::Unknown),
            Wish::Broken => self.due.push(Due::Refusal),
            Wish::Silent => {}
        }
    }

    /// What a command does to a search under way; whether it is still to be
    /// carried out.
    fn goes_beside_search(&mut self, wish: &Wish) -> bool {
        let is_impossible_start = matches!(*wish, Wish::Start(columns, rows)
            if !(5..=32).contains(&columns) || !(5..=32).contains(&rows));
        match *wish {
            Wish::About
            | Wish::Forbidden
            | Wish::Stop
            | Wish::Hurry(_)
            | Wish::RowsFirst
            | Wish::Silent => {}
            Wish::Unknown | Wish::Broken | Wish::Start(..)
                if (is_impossible_start || !matches!(wish, Wish::Start(..)))
                    && self.waiting.len() < MOST_WAITING =>
            {
                self.waiting.push(if *wish == Wish::Unknown {
                    Due::Unknown
                } else {
                    Due::Refusal
                });
                return false;
            }
            Wish::Start(..) | Wish::Restart if !self.rows_first && !is_impossible_start => {
                self.drop_move();
            }
            Wish::TakeBack(first, second)
                if !self.rows_first && self.newest() == Some(self.cell(first, second)) =>
            {
                self.drop_move();
            }
            _ => self.conclude(),
        }
        true
    }

    /// The search under way ends with its move, if it does so by itself.
    pub fn settle(&mut self) {
        if self.search == Search::Stopped {
            self.conclude();
        }
    }

    /// The search under way is overdue: any move will do.
    pub fn give_up(&mut self) {
        self.search = Search::None;
        self.due.push(Due::AnyMove);
        self.due.append(&mut self.waiting);
    }

    /// The engine has moved here; whether it could.
    pub fn moved(&mut self, first: i64, second: i64) -> bool {
        self.put(first, second)
    }

    /// The search under way ends with its move.
    pub fn conclude(&mut self) {
        let cell = self.board.as_ref().and_then(Board::first_empty);
        if let (Some(board), Some(cell)) = (&mut self.board, cell) {
            board.play(cell);
            let (first, second) = if self.rows_first {
                (cell.1, cell.0)
            } else {
                cell
            };
            self.due.push(Due::Numbers(first, second));
        }
        self.drop_move();
    }

    fn stop(&mut self) {
        if self.is_thinking() {
            self.search = Search::Stopped;
        }
    }

    fn drop_move(&mut self) {
        self.search = Search::None;
        self.due.append(&mut self.waiting);
    }

    fn answer(&mut self, is_done: bool) {
        self.due
            .push(if is_done { Due::Done } else { Due::Refusal });
    }

    fn think(&mut self) {
        let is_possible = self
            .board
            .as_ref()
            .is_some_and(|board| board.first_empty().is_some());
        if is_possible {
            self.search = Search::UnderWay;
        } else {
            self.due.push(Due::Refusal);
        }
    }

    /// The newest stone.
    pub fn newest(&self) -> Option<Cell> {
        self.board.as_ref()?.history.last().copied()
    }

    /// Two numbers as column and row, or back.
    pub const fn cell(&self, first: i64, second: i64) -> Cell {
        if self.rows_first {
            (second, first)
        } else {
            (first, second)
        }
    }

    fn put(&mut self, first: i64, second: i64) -> bool {
        let cell = self.cell(first, second);
        self.board.as_mut().is_some_and(|board| board.play(cell))
    }

    fn take_back(&mut self, first: i64, second: i64) -> bool {
        let cell = self.cell(first, second);
        let Some(board) = &mut self.board else {
            return false;
        };
        if board.history.last() != Some(&cell) {
            return false;
        }
        board.history.pop();
        board.taken.remove(&cell)
    }

    fn set_up(&mut self, stones: &[(i64, i64, i64)], is_silent: bool) {
        let Some(old) = &self.board else {
            if !is_silent {
                self.due.push(Due::Refusal);
            }
            return;
        };
        let mut board = Board::new(old.columns, old.rows);
        for &(first, second, field) in stones {
            let cell = self.cell(first, second);
            if board.has(cell) && (1..=3).contains(&field) && board.taken.insert(cell) && field < 3
            {
                board.history.push(cell);
            }
        }
        // Something was sent and nothing of it can be used.
        if !stones.is_empty() && board.taken.is_empty() {
            if !is_silent {
                self.due.push(Due::Refusal);
            }
            return;
        }
        self.board = Some(board);
        if !is_silent {
            self.think();
        }
    }
}
