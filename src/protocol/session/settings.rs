//! The part of the conversation that changes settings: what `INFO` tells, and
//! which way of speaking is in force. Starts no search and changes no stone.

use super::Session;
use crate::engine::{Caution, Level, TableLimit, ThreadCount, memory};
use crate::protocol::analysis::Detail;
use crate::protocol::info::{Dialect, Info, RuleNumbers, rule_from_number};
use crate::protocol::response::Response;

/// The turn and the match of Yixin-Board's levels that have no clock, in
/// milliseconds.
const UNLIMITED_TURN: i64 = 2_000_000;
const UNLIMITED_MATCH: i64 = 100_000_000;

impl Session {
    /// `INFO`. Never answered.
    pub(super) fn info(&mut self, info: Info) {
        let info = self.without_unlimited_level(info);
        // Yixin-Board never tells a limit of memory; the size of the table is
        // what its people choose.
        let is_allowed = self.dialect == Dialect::Yixin;
        self.engine.change_options(|options| match &info {
            Info::TurnTime(milliseconds) => options.clock.set_turn(*milliseconds),
            Info::MatchTime(milliseconds) => options.clock.set_match(*milliseconds),
            Info::TimeLeft(milliseconds) => options.clock.set_left(*milliseconds),
            Info::MaxMemory(bytes) => options.max_memory = Some(*bytes),
            Info::HashSize(kibibytes) => {
                options.max_table = Some(TableLimit {
                    bytes: kibibytes.saturating_mul(1_024),
                    is_allowed,
                });
            }
            Info::MaxDepth(depth) => options.max_depth = *depth,
            Info::MaxNodes(nodes) => options.max_nodes = *nodes,
            Info::Threads(count) => options.threads = ThreadCount::new(*count),
            Info::Strength(strength) => options.level = Level::from_strength(*strength),
            Info::TimeIncrement(milliseconds) => options.clock.set_increment(*milliseconds),
            Info::CautionFactor(factor) => options.caution = Some(Caution::new(*factor)),
            Info::Pondering(is_wanted) => options.ponders = *is_wanted,
            Info::Rule(_)
            | Info::Message(_)
            | Info::ShowDetail(_)
            | Info::UseDatabase(_)
            | Info::ProtectDatabase(_)
            | Info::Folder(_)
            | Info::Nothing => {}
        });
        match info {
            Info::Rule(number) => {
                self.rule = number;
                self.set_rule();
            }
            Info::Message(is_wanted) => {
                self.has_messages = is_wanted;
                self.choose_reports();
            }
            Info::Pondering(false) => self.engine.stop_pondering(),
            Info::UseDatabase(is_used) => self.use_database(is_used),
            Info::ProtectDatabase(is_read_only) => self.protect_database(is_read_only),
            Info::Folder(folder) => self.allow_folder(&folder),
            Info::ShowDetail(number) => {
                self.detail = Detail::from_number(number);
                self.choose_reports();
                if self.detail.info {
                    self.number_rules_like_yixin();
                }
            }
            Info::MaxMemory(bytes) => {
                let is_too_small = self.engine.options().memory().is_limit_too_small;
                self.notices.memory = is_too_small.then(|| {
                    format!("max_memory {bytes} is too small; playing with the smallest tables")
                });
            }
            _ => {}
        }
    }

    /// The clock of the levels of Yixin-Board that have none is written as one
    /// that nobody ever sees run out; negative numbers switch it off.
    fn without_unlimited_level(&self, info: Info) -> Info {
        match (self.dialect, &info) {
            (Dialect::Yixin, &Info::TurnTime(UNLIMITED_TURN)) => Info::TurnTime(-1),
            (Dialect::Yixin, &Info::MatchTime(UNLIMITED_MATCH)) => Info::MatchTime(-1),
            _ => info,
        }
    }

    /// Makes the rule as told that of the game.
    pub(super) fn set_rule(&mut self) {
        if let Some(game) = &mut self.game {
            let rule = rule_from_number(self.rule, self.rule_numbers);
            game.set_rule(rule);
            self.engine.prepare(rule);
        }
    }

    /// `RELOADCONFIG`, and whatever else only such boards send.
    pub(super) fn number_rules_like_yixin(&mut self) {
        self.rule_numbers = RuleNumbers::Yixin;
        self.set_rule();
    }

    /// `YXSHOWINFO`.
    pub(super) fn show_limits(&mut self) {
        self.dialect = Dialect::Yixin;
        self.choose_reports();
        self.number_rules_like_yixin();
        self.engine.change_options(|options| {
            if let Some(limit) = &mut options.max_table {
                limit.is_allowed = true;
            }
        });
        // The table size as a power of two of kibibytes.
        let hash_size = (memory::LARGEST_TABLES / 1_024).ilog2();
        // One of the boards offers one thread less than it is told, the other
        // offers all; too many are as many as there can be.
        let threads = match self.engine.most_threads() {
            1 => 1,
            most => most + 1,
        };
        for text in [
            format!("INFO MAX_THREAD_NUM {threads}"),
            format!("INFO MAX_HASH_SIZE {hash_size}"),
        ] {
            self.print(Response::Message(text));
        }
    }
}
