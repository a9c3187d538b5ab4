//! The conversation with a manager: the only place that maps commands to
//! actions. A state machine over events that never blocks: while the engine
//! thinks, commands that need its answer first wait in a queue.

mod database;
mod openings;
mod queue;
mod settings;
mod yixin;

use super::analysis::Detail;
use super::command::{Body, Command, Coordinates, Purpose};
use super::error::ProtocolError;
use super::info::{Dialect, RuleNumbers};
use super::parser::Parser;
use super::position;
use super::response::Response;
use super::summary::summary;
use crate::board::Bitboard;
use crate::engine::{Answer, Decision, Engine, EngineEvent, Report, Request, Task, legality};
use crate::game::{Game, MoveError};
use crate::types::{BoardSize, Point};
use database::Shelf;
use openings::OpeningStep;
use queue::{Input, Queue};
use std::time::Duration;

/// Answers to broken commands that may wait for a move before the search is
/// ended for their sake.
const MOST_DEFERRED: usize = 64;

/// What can happen to a session.
#[derive(Debug)]
pub enum Event {
    /// A line was read, without its end, at this time on the engine's clock.
    Line(Vec<u8>, Duration),
    /// The input has ended.
    EndOfInput,
    /// The engine has something to tell.
    Engine(EngineEvent),
    /// The [`deadline`](Session::deadline) has come.
    Timer,
}

/// What follows from an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// Lines to print, in this order.
    pub lines: Vec<Response>,
    /// Whether to leave after printing them.
    pub is_over: bool,
}

/// What the engine has to tell before the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaited {
    /// The answer of a search that was stopped.
    Move,
    /// That it has forgotten the last game.
    Readiness,
}

/// What a command does to a search under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Interruption {
    /// Nothing; it is carried out beside the search.
    None,
    /// Nothing; its answer comes after the move.
    Defer,
    /// The search ends, its move is printed, then the command's turn comes.
    StopFirst,
    /// The search ends without an answer.
    Cancel,
}

/// What to tell people before the next move, the newest of each kind.
#[derive(Debug, Default)]
struct Notices {
    memory: Option<String>,
    position: Option<String>,
}

/// A conversation with a manager.
pub struct Session {
    engine: Engine,
    parser: Parser,
    dialect: Dialect,
    /// The number of the rule as told, before any game too.
    rule: i64,
    rule_numbers: RuleNumbers,
    game: Option<Game>,
    /// Whether a line about the search comes before each move.
    has_messages: bool,
    /// What to tell while a search runs.
    detail: Detail,
    /// How many best lines the search under way was asked for.
    lines_wanted: usize,
    /// The step of an opening that the search under way decides, if it is to be
    /// told by messages.
    opening_step: Option<OpeningStep>,
    /// Cells not to be played, and games with a last move not to be played.
    barred: Bitboard,
    barred_paths: Vec<Vec<Point>>,
    /// The memory of positions.
    shelf: Shelf,
    /// Things to tell people before the next move.
    notices: Notices,
    /// When the command being read began.
    began: Duration,
    /// What the input in `queue` waits for.
    awaited: Option<Awaited>,
    queue: Queue,
    /// Answers that come after the move.
    deferred: Vec<Response>,
    reply: Reply,
}

impl Session {
    /// A conversation on behalf of this engine.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            parser: Parser::default(),
            dialect: Dialect::default(),
            rule: 0,
            rule_numbers: RuleNumbers::default(),
            game: None,
            has_messages: true,
            detail: Detail::default(),
            lines_wanted: 1,
            opening_step: None,
            barred: Bitboard::EMPTY,
            barred_paths: Vec::new(),
            shelf: Shelf::default(),
            notices: Notices::default(),
            began: Duration::ZERO,
            awaited: None,
            queue: Queue::default(),
            deferred: Vec::new(),
            reply: Reply::default(),
        }
    }

    /// The time on the engine's clock.
    pub fn now(&self) -> Duration {
        self.engine.now()
    }

    /// When [`Event::Timer`] is due if nothing else happens before.
    pub fn deadline(&self) -> Option<Duration> {
        self.engine.deadline()
    }

    /// Whether the engine still has something to tell that others wait for.
    pub fn is_busy(&self) -> bool {
        self.engine.is_thinking() || self.awaited.is_some()
    }

    /// Whether [`step`](Self::step) has something to do.
    pub fn has_work(&self) -> bool {
        self.engine.has_work()
    }

    /// Lets an engine without a thread of its own think for about so long.
    pub fn step(&mut self, budget: Duration) -> Reply {
        for event in self.engine.step(budget) {
            if let Some(report) = self.engine.accept(event) {
                self.hear(report);
            }
        }
        std::mem::take(&mut self.reply)
    }

    /// About how many bytes of input wait for their turn.
    pub const fn waiting_bytes(&self) -> usize {
        self.queue.bytes()
    }

    /// Lets something happen.
    pub fn handle(&mut self, event: Event) -> Reply {
        match event {
            Event::Line(line, read_at) => self.read(&line, read_at),
            Event::EndOfInput => self.take(Input::EndOfInput),
            Event::Engine(event) => {
                if let Some(report) = self.engine.accept(event) {
                    self.hear(report);
                }
            }
            Event::Timer => {
                if let Some(report) = self.engine.give_up() {
                    self.hear(report);
                }
            }
        }
        std::mem::take(&mut self.reply)
    }

    /// Passes on what the engine tells, then gives waiting input its turn.
    fn hear(&mut self, report: Report) {
        match report {
            Report::Answer(answer) => self.conclude(answer),
            Report::Ready if self.awaited == Some(Awaited::Readiness) => self.print(Response::Ok),
            // A table cleared at the manager's wish is nothing to tell it.
            Report::Ready => return,
            Report::Progress(progress) => return self.show_progress(&progress),
            Report::RootMove(event) => return self.show_root_move(event),
        }
        self.awaited = None;
        while self.awaited.is_none()
            && let Some(input) = self.queue.pop()
        {
            self.act(input);
        }
        self.ponder();
    }

    /// Uses the opponent's time if that is wanted and nothing else is to do.
    fn ponder(&mut self) {
        let is_idle = self.awaited.is_none() && !self.engine.is_thinking() && !self.reply.is_over;
        if let Some(game) = &self.game
            && self.engine.options().ponders
            && is_idle
        {
            self.engine.ponder(game);
        }
    }

    fn read(&mut self, line: &[u8], read_at: Duration) {
        if !self.parser.is_in_body() {
            self.began = read_at;
        }
        match self.parser.feed(line) {
            None => {}
            // Overtakes everything: nothing more is printed.
            Some(Command::End) => {
                self.engine.cancel();
                self.reply = Reply {
                    lines: Vec::new(),
                    is_over: true,
                };
            }
            Some(command) => self.take(Input::Command(command, self.began)),
        }
    }

    /// Does the input now, or when the engine's report has come that it has to
    /// wait for.
    fn take(&mut self, input: Input) {
        if self.awaited.is_some() {
            self.queue.push(input);
        } else {
            self.act(input);
        }
    }

    fn act(&mut self, input: Input) {
        let mut interruption = self.interruption(&input);
        if !self.engine.is_thinking() {
            if self.ends_pondering(interruption, &input) {
                self.engine.stop_pondering();
            }
            interruption = Interruption::None;
        }
        match (interruption, input) {
            (Interruption::StopFirst, input) => {
                self.engine.stop();
                self.awaited = Some(Awaited::Move);
                // Before whatever came after it.
                self.queue.push_front(input);
            }
            (_, Input::EndOfInput) => self.reply.is_over = true,
            (Interruption::Cancel, Input::Command(command, began)) => {
                self.engine.cancel();
                self.print_deferred();
                self.run(command, began);
            }
            (Interruption::Defer, Input::Command(command, began)) => {
                let printed = std::mem::take(&mut self.reply.lines);
                self.run(command, began);
                let answers = std::mem::replace(&mut self.reply.lines, printed);
                self.deferred.extend(answers);
            }
            (Interruption::None, Input::Command(command, began)) => self.run(command, began),
        }
    }

    /// Whether input that does this to a search ends the use of the opponent's
    /// time. Yixin-Board sends the position again before it asks for forbidden
    /// points.
    fn ends_pondering(&self, interruption: Interruption, input: &Input) -> bool {
        match (interruption, input) {
            (Interruption::None | Interruption::Defer, _) => false,
            (_, Input::Command(Command::Position(Purpose::SetUp, body), _)) => {
                !self.is_at_hand(body)
            }
            _ => true,
        }
    }

    fn interruption(&self, input: &Input) -> Interruption {
        let Input::Command(command, _) = input else {
            return Interruption::StopFirst;
        };
        match command {
            Command::Info(_)
            | Command::About
            | Command::Stop
            | Command::ShowForbidden
            | Command::ShowLimits
            | Command::ShowHashfull
            | Command::ClearHash
            | Command::Calculator
            | Command::UnbarAll
            | Command::UnbarAllPaths
            | Command::Position(
                Purpose::Bar | Purpose::Unbar | Purpose::BarPath | Purpose::UnbarPath,
                _,
            )
            | Command::Database(..)
            | Command::DatabaseFile(..)
            | Command::SaveDatabase
            | Command::CheckDatabase
            | Command::RepairDatabase
            | Command::End => Interruption::None,
            Command::Broken(_) | Command::Unknown if self.deferred.len() < MOST_DEFERRED => {
                Interruption::Defer
            }
            // Yixin-Board counts the moves it will not use, so it must get them.
            _ if self.dialect == Dialect::Yixin => Interruption::StopFirst,
            Command::Start(_) | Command::Restart => Interruption::Cancel,
            // Whoever takes back the stone we think about wants no answer to it.
            Command::TakeBack(at) if self.is_newest(*at) => Interruption::Cancel,
            _ => Interruption::StopFirst,
        }
    }

    fn run(&mut self, command: Command, began: Duration) {
        match command {
            Command::Start(size) => self.start(size),
            Command::Restart => match &self.game {
                Some(game) => self.start(game.board().size()),
                None => self.print(Response::Error(ProtocolError::NoGame)),
            },
            Command::Begin => self.think(Task::Move { lines: 1 }, began),
            Command::BestLines(lines) => self.analyse(lines, began),
            Command::Turn(at) => match self.play(at) {
                Ok(_) => self.think(Task::Move { lines: 1 }, began),
                Err(error) => self.print(Response::Error(error)),
            },
            Command::Play(at) => {
                let response = self.play(at).map(|point| self.stones(&[point]));
                self.print(response.unwrap_or_else(Response::Error));
            }
            Command::TakeBack(at) => {
                let response = self.take_back(at).map(|()| Response::Ok);
                self.print(response.unwrap_or_else(Response::Error));
            }
            Command::Position(purpose, body) => self.position(purpose, &body, began),
            Command::Info(info) => self.info(info),
            Command::About => self.print(Response::About(self.engine.options().level)),
            Command::Stop => self.engine.stop(),
            Command::ShowForbidden => self.show_forbidden(),
            Command::ShowLimits => self.show_limits(),
            Command::SearchDefence => self.search_defences(began),
            Command::Balance(stones, wish) => self.balance(stones, wish, began),
            Command::Swap2Step(step) => self.swap2_step(step, began),
            Command::SoosorvStep(request, body) => self.soosorv_step(request, &body, began),
            Command::UnbarAll => self.barred = Bitboard::EMPTY,
            Command::UnbarAllPaths => self.barred_paths.clear(),
            Command::ShowHashfull => self.show_hashfull(),
            Command::ClearHash => {
                self.engine.forget();
            }
            Command::Calculator => self.number_rules_like_yixin(),
            Command::Database(request, body) => self.ask_database(&request, &body),
            Command::DatabaseFile(command, name) => self.use_database_file(command, &name),
            Command::SaveDatabase => self.save_database(),
            Command::CheckDatabase | Command::RepairDatabase => self.check_database(),
            Command::End => {}
            Command::Broken(error) => self.print(Response::Error(error)),
            Command::Unknown => self.print(Response::Unknown),
        }
    }

    fn print(&mut self, response: Response) {
        self.reply.lines.push(response);
    }

    fn print_deferred(&mut self) {
        self.reply.lines.append(&mut self.deferred);
    }

    /// Begins a game on an empty board of the same size, if there is one.
    fn clear_board(&mut self) {
        if let Some(size) = self.game.as_ref().map(|game| game.board().size()) {
            self.begin_game(size);
        }
    }

    fn begin_game(&mut self, size: BoardSize) {
        self.game = Some(Game::new(size));
        self.notices.position = None;
        self.set_rule();
        self.engine.new_game();
    }

    fn start(&mut self, size: BoardSize) {
        log::info!("a new game on a {size} board");
        self.begin_game(size);
        // The same game is played the same way again. Yixin-Board starts
        // before every position and says itself when to forget. Forgetting
        // takes time that no clock counts before the OK.
        if self.dialect == Dialect::Gomocup && self.engine.forget() {
            self.awaited = Some(Awaited::Readiness);
        } else {
            self.print(Response::Ok);
        }
    }

    /// Finds a move and the best so many lines; if no clock was ever told,
    /// goes on until it is stopped.
    fn analyse(&mut self, lines: usize, began: Duration) {
        self.start_search(Task::Move { lines }, began, true);
    }

    fn think(&mut self, task: Task, began: Duration) {
        self.start_search(task, began, false);
    }

    fn start_search(&mut self, task: Task, began: Duration, is_patient: bool) {
        self.opening_step = None;
        let empty = self
            .game
            .as_ref()
            .map_or(1, |game| game.board().empty().len());
        self.lines_wanted = match task {
            Task::Move { lines } => lines.min(empty),
            _ => 1,
        };
        let request = Request {
            task,
            barred: self.barred_here(),
            is_patient,
        };
        let error = match &self.game {
            None => ProtocolError::NoGame,
            Some(game) if game.board().empty().is_empty() => ProtocolError::BoardFull,
            Some(game) => {
                self.engine.go(game, request, began);
                return;
            }
        };
        self.print(Response::Error(error));
    }

    /// Prints what the engine has decided.
    fn conclude(&mut self, answer: Answer) {
        let notices = std::mem::take(&mut self.notices);
        let notices = notices.memory.into_iter().chain(notices.position);
        let is_hurried = self.engine.options().clock.wants_move_at_once();
        let told = answer.outcome.zip(self.notation());
        let mut summaries =
            told.map_or_else(Vec::new, |(outcome, notation)| summary(&outcome, notation));
        for text in &summaries {
            log::info!("{text}");
        }
        if !self.has_messages || is_hurried {
            summaries.clear();
        }
        for text in notices.chain(summaries) {
            self.print(Response::Message(text));
        }
        if let Some(step) = self.opening_step.take() {
            self.tell_opening_step(step, &answer.decision);
            self.print_deferred();
            return;
        }
        let response = match answer.decision {
            Decision::Swap => Response::Swap,
            Decision::Nothing => Response::Error(ProtocolError::BoardFull),
            Decision::Fourth { stone, .. } => self.put(&[stone]),
            Decision::Stones(stones) => self.put(&stones),
        };
        log::info!("answered {response}");
        self.print(response);
        self.print_deferred();
    }

    /// Puts our own stones and tells them.
    fn put(&mut self, stones: &[Point]) -> Response {
        for &point in stones {
            if let Some(Err(error)) = self.game.as_mut().map(|game| game.play(point)) {
                log::error!("our own move was refused: {error}");
            }
        }
        self.stones(stones)
    }

    fn stones(&self, stones: &[Point]) -> Response {
        let coordinates = |&point: &Point| self.dialect.coordinates(point);
        Response::Stones(stones.iter().map(coordinates).collect())
    }

    /// The game, and the point of its board that the numbers stand for.
    fn locate(&mut self, at: Coordinates) -> Result<(&mut Game, Point), ProtocolError> {
        let game = self.game.as_mut().ok_or(ProtocolError::NoGame)?;
        let point = self.dialect.point(game.board().size(), at);
        Ok((game, point.ok_or(ProtocolError::OffBoard(at))?))
    }

    fn play(&mut self, at: Coordinates) -> Result<Point, ProtocolError> {
        let (game, point) = self.locate(at)?;
        game.play(point).map_err(|error| refusal(error, at))?;
        Ok(point)
    }

    fn take_back(&mut self, at: Coordinates) -> Result<(), ProtocolError> {
        let (game, point) = self.locate(at)?;
        game.take_back(point).map_err(|error| refusal(error, at))
    }

    fn is_newest(&self, at: Coordinates) -> bool {
        let newest = self.game.as_ref().and_then(|game| game.board().last_move());
        newest.is_some_and(|point| self.dialect.coordinates(point) == at)
    }

    fn position(&mut self, purpose: Purpose, body: &Body, began: Duration) {
        if !matches!(purpose, Purpose::Move | Purpose::SetUp | Purpose::Swap2) {
            return self.bar(purpose, body);
        }
        let result = self.set_up(purpose, body);
        match (purpose, result) {
            // Never answered, not even when it fails.
            (Purpose::SetUp, _) => {}
            (_, Err(error)) => self.print(Response::Error(error)),
            (Purpose::Swap2, Ok(())) => self.think(Task::Swap2, began),
            (_, Ok(())) => self.think(Task::Move { lines: 1 }, began),
        }
    }

    fn set_up(&mut self, purpose: Purpose, body: &Body) -> Result<(), ProtocolError> {
        let game = self.game.as_mut().ok_or(ProtocolError::NoGame)?;
        let size = game.board().size();
        let sent = position::understand(body, purpose, self.dialect, size);
        if sent.stones.is_empty() && sent.left_out > 0 {
            return Err(ProtocolError::NoPosition);
        }
        self.notices.position = (sent.left_out > 0).then(|| {
            let left_out = sent.left_out;
            format!("playing without {left_out} parts of the position that make no sense")
        });
        if let Err(error) = game.set_up(&sent.stones) {
            log::error!("a position that makes sense was refused: {error}");
        }
        Ok(())
    }

    /// Whether a position sent to be set up is the one on the board.
    fn is_at_hand(&self, body: &Body) -> bool {
        self.game.as_ref().is_some_and(|game| {
            let size = game.board().size();
            let sent = position::understand(body, Purpose::SetUp, self.dialect, size);
            let mut other = game.clone();
            sent.left_out == 0
                && other.set_up(&sent.stones).is_ok()
                && other.board() == game.board()
        })
    }

    fn show_forbidden(&mut self) {
        let points = self.game.as_ref().map_or_else(Vec::new, |game| {
            legality::forbidden_points(game.rule(), game.board())
        });
        let coordinates = points.iter().map(|&point| self.dialect.coordinates(point));
        let response = Response::Forbidden(coordinates.collect());
        self.print(response);
    }
}

/// The refusal of a stone in the words of the protocol.
const fn refusal(error: MoveError, at: Coordinates) -> ProtocolError {
    match error {
        MoveError::OffBoard(_) => ProtocolError::OffBoard(at),
        MoveError::Occupied(_) => ProtocolError::Occupied(at),
        MoveError::NotNewest(_) => ProtocolError::NotNewest(at),
    }
}

#[cfg(test)]
mod tests;
