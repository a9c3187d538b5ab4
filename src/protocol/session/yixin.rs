//! The part of the conversation that only analysis boards have: what a search
//! does while it runs, barred cells, balanced stones.

use super::Session;
use crate::board::Bitboard;
use crate::engine::Task;
use crate::protocol::analysis::{Notation, about_progress, about_root_move};
use crate::protocol::command::{Body, Purpose};
use crate::protocol::info::Dialect;
use crate::protocol::response::Response;
use crate::protocol::summary::interim;
use crate::search::{Progress, RootMoveEvent};
use crate::types::score::{MAX_EVALUATION, is_decisive};
use crate::types::{Point, Score};
use std::time::Duration;

/// Lines shown when defences are asked for.
const DEFENCES: usize = 8;

/// Wishes for a value are kept within this: no position is worth more.
const LARGEST_WISH: i64 = MAX_EVALUATION as i64;

impl Session {
    pub(super) fn notation(&self) -> Option<Notation> {
        let game = self.game.as_ref()?;
        Some(Notation {
            dialect: self.dialect,
            size: game.board().size(),
        })
    }

    /// Tells what a search has found so far.
    pub(super) fn show_progress(&mut self, progress: &Progress) {
        if let Some(notation) = self.notation()
            && (progress.line.depth > 0 || is_decisive(progress.line.score))
        {
            let told = about_progress(progress, self.lines_wanted, self.detail, notation);
            self.reply.lines.extend(told);
            if self.has_interim_messages() {
                let text = interim(progress, self.lines_wanted, notation);
                self.print(Response::Message(text));
            }
        }
    }

    /// Whether a line for people comes after every iteration: the pane of
    /// Yixin-Board would stay empty without it. Elsewhere one before the move
    /// is enough.
    fn has_interim_messages(&self) -> bool {
        self.has_messages && self.dialect == Dialect::Yixin
    }

    /// Has the engine report what a search does if anybody is to be told.
    pub(super) fn choose_reports(&mut self) {
        let is_told = self.detail.is_wanted() || self.has_interim_messages();
        self.engine
            .change_options(|options| options.tells_progress = is_told);
    }

    /// Tells what a search does.
    pub(super) fn show_root_move(&mut self, event: RootMoveEvent) {
        let notation = self.notation();
        let told = notation.and_then(|notation| about_root_move(event, self.detail, notation));
        self.reply.lines.extend(told);
    }

    /// `YXSHOWHASHUSAGE`.
    pub(super) fn show_hashfull(&mut self) {
        let used = self.engine.hashfull();
        let size = self.engine.options().memory().table_bytes >> 20;
        let text = format!("hash usage {}.{}% of {size} MiB", used / 10, used % 10);
        self.print(Response::Message(text));
    }

    /// `YXSEARCHDEFEND`.
    pub(super) fn search_defences(&mut self, began: Duration) {
        self.think(Task::Move { lines: DEFENCES }, began);
    }

    /// `YXBALANCEONE`, `YXBALANCETWO`.
    pub(super) fn balance(&mut self, stones: usize, wish: i64, began: Duration) {
        let wish = wish.clamp(-LARGEST_WISH, LARGEST_WISH) as Score;
        self.think(Task::Balance { stones, wish }, began);
    }

    /// `YXBLOCK` and its kin. Never answered.
    pub(super) fn bar(&mut self, purpose: Purpose, body: &Body) {
        let Some(Notation { dialect, size }) = self.notation() else {
            return;
        };
        let stones = body.stones.iter();
        let points: Vec<Point> = stones
            .filter_map(|stone| dialect.point(size, stone.at))
            .collect();
        match purpose {
            Purpose::BarPath => self.bar_path(points),
            Purpose::UnbarPath => self.barred_paths.retain(|path| *path != points),
            Purpose::Bar => points
                .into_iter()
                .for_each(|point| self.barred.insert(point)),
            Purpose::Unbar => points
                .into_iter()
                .for_each(|point| self.barred.remove(point)),
            _ => {}
        }
    }

    /// Keeps a path, once, as long as there is room for it.
    fn bar_path(&mut self, path: Vec<Point>) {
        let kept: usize = self.barred_paths.iter().map(Vec::len).sum();
        let has_room = self.barred_paths.len() < MOST_PATHS && kept + path.len() <= MOST_STEPS;
        if has_room && !self.barred_paths.contains(&path) {
            self.barred_paths.push(path);
        }
    }

    /// The cells that are barred in the position at hand.
    pub(super) fn barred_here(&self) -> Bitboard {
        let mut barred = self.barred;
        if let Some(game) = &self.game {
            let played = game.board().history();
            for path in &self.barred_paths {
                if let Some((&last, before)) = path.split_last()
                    && before == played
                {
                    barred.insert(last);
                }
            }
        }
        barred
    }
}

/// Paths kept, and moves in all of them; more are ignored, so that no sender
/// can fill the memory.
const MOST_PATHS: usize = 1_024;
const MOST_STEPS: usize = 1 << 17;
