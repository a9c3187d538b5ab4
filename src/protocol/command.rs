//! What a manager can ask for, one variant a command. Has no behaviour.

use super::database::{DatabaseFile, DatabaseRequest};
use super::error::ProtocolError;
use super::info::Info;
use crate::types::BoardSize;
use std::fmt;

/// Two numbers as sent. Which is the column depends on the manager, whether
/// they lie on the board on the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates(pub i64, pub i64);

impl fmt::Display for Coordinates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.0, self.1)
    }
}

/// A stone of a position as sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Where it lies.
    pub at: Coordinates,
    /// The third number: 1 own, 2 opponent's, 3 dead. Not sent in swap2.
    pub field: Option<i64>,
}

/// The lines between `BOARD` and `DONE`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// The stones, in the order sent.
    pub stones: Vec<Stone>,
    /// How many pieces of text were no stones.
    pub garbage: usize,
}

/// A step of the Soosorv-8 opening as asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoosorvRequest {
    /// From 1 to 6.
    pub step: u8,
    /// How many fifth stones Black must offer, where that is told.
    pub fifths: i64,
}

/// What a position is sent for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// `BOARD`: to find a move in it.
    Move,
    /// `YXBOARD`: to have it set up.
    SetUp,
    /// `SWAP2BOARD`: to decide a step of the opening.
    Swap2,
    /// `YXSOOSORVSTEP2` to `6`: to decide a step of the opening.
    Soosorv(SoosorvRequest),
    /// `YXBLOCK`: cells not to be played.
    Bar,
    /// `YXBLOCKUNDO`: cells that may be played again.
    Unbar,
    /// `YXBLOCKPATH`: a game so far and a move not to be played in it.
    BarPath,
    /// `YXBLOCKPATHUNDO`: a game so far and a move that may be played again.
    UnbarPath,
}

/// A command of the manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `START` or `RECTSTART`: an empty board of this size.
    Start(BoardSize),
    /// `RESTART`: an empty board of the same size.
    Restart,
    /// `BEGIN`: move first.
    Begin,
    /// `TURN`: the opponent's stone; move.
    Turn(Coordinates),
    /// `BOARD`, `YXBOARD` or `SWAP2BOARD` with its body.
    Position(Purpose, Body),
    /// `TAKEBACK`: remove the newest stone.
    TakeBack(Coordinates),
    /// `PLAY`: make this move our own.
    Play(Coordinates),
    /// `INFO`: a fact or a setting; never answered.
    Info(Info),
    /// `ABOUT`: who are you?
    About,
    /// `END`: leave.
    End,
    /// `YXSTOP` or `STOP`: answer now.
    Stop,
    /// `YXSHOWFORBID`: which points are forbidden?
    ShowForbidden,
    /// `YXNBEST`: find a move and the best so many lines.
    BestLines(usize),
    /// `YXSHOWINFO`: what are your limits? From then on the Yixin way of
    /// speaking is in force.
    ShowLimits,
    /// `YXSEARCHDEFEND`: find a move, and lines for the best defences.
    SearchDefence,
    /// `YXBALANCEONE` and `YXBALANCETWO`: find one or two stones after which
    /// the value is as near as possible to a wish.
    Balance(usize, i64),
    /// `YXSWAP2STEP1` to `YXSWAP2STEP3`: a step of the swap2 opening, to be
    /// told by messages.
    Swap2Step(u8),
    /// `YXSOOSORVSTEP1` to `YXSOOSORVSTEP6`: a step of the Soosorv-8 opening
    /// and the stones so far, to be told by messages.
    SoosorvStep(SoosorvRequest, Body),
    /// `YXBLOCKRESET`: every cell may be played again.
    UnbarAll,
    /// `YXBLOCKPATHRESET`: every move of every game may be played again.
    UnbarAllPaths,
    /// `YXSHOWHASHUSAGE`: how full is your table?
    ShowHashfull,
    /// `YXHASHCLEAR`: forget earlier positions.
    ClearHash,
    /// `RELOADCONFIG`, which only gomoku-calculator sends: rules are numbered
    /// its way from then on.
    Calculator,
    /// Something asked of the memory of positions about this position.
    Database(DatabaseRequest, Body),
    /// Something to be done with the memory of positions and a named file.
    DatabaseFile(DatabaseFile, String),
    /// `YXSAVEDATABASE`: keep what is remembered safe.
    SaveDatabase,
    /// `YXDBCHECK`: is the memory of positions sound?
    CheckDatabase,
    /// `YXDBFIX`: make it sound.
    RepairDatabase,
    /// A command we know, broken.
    Broken(ProtocolError),
    /// A command we do not know.
    Unknown,
}
