//! The options of `match` as they are typed. What they mean together is
//! decided elsewhere.

use crate::cli::units::{parse_count, parse_duration, parse_memory, parse_rule, parse_size};
use crate::types::{BoardSize, Rule};
use std::path::PathBuf;
use std::time::Duration;

/// Shown below the options.
pub const EXAMPLES: &str = "\
An ENGINE is a command (\"./pbrain-a --flag\") or a list of settings, in which cmd= is the command:
  name=NAME, and turn= match= increment= nodes= depth= memory= threads= for this engine alone,
  info.KEY=VALUE for further INFO lines. A program with a path is started in its own
  directory; arguments that name files mean what they mean here.
Times are seconds unless they say otherwise: 2, 0.5, 500ms, 3m. Memory is bytes: 367001600, 350M.

Examples:
  Two engines, one second a move, a hundred openings, each with both colours:
    pbrain-quinte match -e ./pbrain-a -e ./pbrain-b --rounds 100
  Is the new version better by 20 Elo? Stop as soon as it is clear, four games at a time:
    pbrain-quinte match -e name=new,cmd=./new/pbrain-quinte -e name=old,cmd=./old/pbrain-quinte \\
        --turn 0.5 --match 60 --rounds 5000 --sprt 0,20 -j4 --log test.jsonl
  The same after an interruption: the finished games are kept.
    pbrain-quinte match ... --log test.jsonl --resume
  One engine against three others in renju with a fixed number of nodes, games saved:
    pbrain-quinte match -e ./a -e ./b -e ./c -e ./d --gauntlet --rule renju --nodes 100k \\
        --rounds 50 --sgf games.sgf --psq games/
  The engines make the openings by swap2, as in Gomocup's unlimited league:
    pbrain-quinte match -e ./a -e ./b --swap2 --rule standard --rounds 20
  One table of what several machines played:
    pbrain-quinte match merge one.jsonl two.jsonl";

/// Options of a match.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArgs {
    /// An engine: a command, or settings such as name=new,cmd=./pbrain-a,turn=2 (see below)
    #[arg(short, long = "engine", value_name = "ENGINE")]
    pub engines: Vec<String>,

    /// The rule: freestyle, standard, renju, caro, caro-exact (or 0, 1, 4, 8, 9)
    #[arg(long, default_value = "freestyle", value_parser = parse_rule, help_heading = "Game")]
    pub rule: Rule,

    /// The board: 15, or 30x20 [default: 20 for freestyle, 15 for other rules]
    #[arg(long, value_parser = parse_size, help_heading = "Game")]
    pub size: Option<BoardSize>,

    /// A file of openings, one a line: h8i9g7, or offsets from the middle 0,0, 1,1, -1,-1; or a
    /// name: freestyle20, freestyle15, standard15, renju15, caro15
    /// [default: the one of the rule and board, else the empty board]
    #[arg(long, value_name = "FILE|NAME", help_heading = "Game")]
    pub openings: Option<PathBuf>,

    /// Let the engines make the openings: one puts three stones, the other takes a colour or
    /// puts two more; in the second game of a pair the roles are exchanged
    #[arg(long, conflicts_with_all = ["openings", "shuffle"], help_heading = "Game")]
    pub swap2: bool,

    /// Take the openings in an order that SEED decides
    #[arg(long, value_name = "SEED", num_args = 0..=1, default_missing_value = "1", help_heading = "Game")]
    pub shuffle: Option<u64>,

    /// Call a game a draw at this number of stones
    #[arg(long, value_name = "STONES", help_heading = "Game")]
    pub draw_after: Option<usize>,

    /// Time for one move [default: 1 when nothing else is limited]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits of each engine")]
    pub turn: Option<Duration>,

    /// Time for all moves of a game
    #[arg(long = "match", value_name = "TIME", value_parser = parse_duration, help_heading = "Limits of each engine")]
    pub game: Option<Duration>,

    /// Time added to the clock after each move
    #[arg(long, value_name = "TIME", value_parser = parse_duration, requires = "game", help_heading = "Limits of each engine")]
    pub increment: Option<Duration>,

    /// Nodes for one move, for engines that know this extension
    #[arg(long, value_name = "COUNT", value_parser = parse_count, help_heading = "Limits of each engine")]
    pub nodes: Option<u64>,

    /// Depth of a move's search, for engines that know this extension
    #[arg(long, value_name = "COUNT", value_parser = parse_count, help_heading = "Limits of each engine")]
    pub depth: Option<u64>,

    /// Memory of the engine's process
    #[arg(long, value_name = "BYTES", default_value = "350M", value_parser = parse_memory, help_heading = "Limits of each engine")]
    pub memory: u64,

    /// Search threads, for engines that know this extension
    #[arg(long, value_name = "COUNT", value_parser = parse_count, help_heading = "Limits of each engine")]
    pub threads: Option<u64>,

    /// Openings that each pairing plays, each with both colours [default: every opening once;
    /// with --swap2 one]
    #[arg(long, value_name = "COUNT", help_heading = "Match")]
    pub rounds: Option<usize>,

    /// Games of each pairing, an even number: another way to say --rounds
    #[arg(
        long,
        value_name = "COUNT",
        conflicts_with = "rounds",
        help_heading = "Match"
    )]
    pub games: Option<usize>,

    /// Let the first engine play all others, instead of everyone everyone
    #[arg(long, help_heading = "Match")]
    pub gauntlet: bool,

    /// Games played at the same time
    #[arg(
        short = 'j',
        long,
        value_name = "COUNT",
        default_value_t = 1,
        help_heading = "Match"
    )]
    pub concurrency: usize,

    /// Start new processes for every game
    #[arg(long, help_heading = "Match")]
    pub fresh: bool,

    /// Stop as soon as a sequential test tells ELO0 from ELO1, for two engines
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_hypotheses, allow_hyphen_values = true, help_heading = "Match")]
    pub sprt: Option<(f64, f64)>,

    /// How often the test may accept ELO1 though ELO0 is true
    #[arg(
        long,
        value_name = "RATE",
        default_value_t = 0.05,
        requires = "sprt",
        help_heading = "Match"
    )]
    pub alpha: f64,

    /// How often the test may accept ELO0 though ELO1 is true
    #[arg(
        long,
        value_name = "RATE",
        default_value_t = 0.05,
        requires = "sprt",
        help_heading = "Match"
    )]
    pub beta: f64,

    /// How much later than its limit a move may come
    #[arg(long, value_name = "TIME", default_value = "1", value_parser = parse_duration, help_heading = "Referee")]
    pub tolerance: Duration,

    /// How much longer a late move is waited for before the engine counts as hanging
    #[arg(long, value_name = "TIME", default_value = "3", value_parser = parse_duration, help_heading = "Referee")]
    pub patience: Duration,

    /// How long an engine may take to answer ABOUT, and START
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = parse_duration, help_heading = "Referee")]
    pub start_up: Duration,

    /// How long a move is waited for when no clock runs
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_duration, help_heading = "Referee")]
    pub unclocked: Duration,

    /// Write a log of all games, one JSON object a line
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub log: Option<PathBuf>,

    /// Go on with the match in the log, keeping its finished games
    #[arg(long, requires = "log", help_heading = "Records")]
    pub resume: bool,

    /// Where games are written.
    #[command(flatten)]
    pub records: RecordArgs,
}

/// Where games are written for people and other programs.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct RecordArgs {
    /// Write all games to an SGF file
    #[arg(long, value_name = "FILE", help_heading = "Records")]
    pub sgf: Option<PathBuf>,

    /// Write each game to a PSQ file (Piskvork) in a directory
    #[arg(long, value_name = "DIRECTORY", help_heading = "Records")]
    pub psq: Option<PathBuf>,
}

/// Options of `match merge`.
#[derive(clap::Args, Clone, Debug)]
pub struct MergeArgs {
    /// The logs of the matches
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,

    /// Where games are written.
    #[command(flatten)]
    pub records: RecordArgs,
}

/// Reads two numbers with a comma between them.
fn parse_hypotheses(text: &str) -> anyhow::Result<(f64, f64)> {
    text.split_once(',')
        .and_then(|(elo0, elo1)| Some((elo0.trim().parse().ok()?, elo1.trim().parse().ok()?)))
        .ok_or_else(|| anyhow::anyhow!("'{text}' is not two Elo figures such as 0,20"))
}
