//! Tests of the analysis extensions in conversation: details while thinking,
//! barred cells, balanced stones, pondering, threads.

use super::*;
use crate::search::{Control, Line, Observer, Outcome, Progress, Question, RootMoveEvent};

/// Tells one line of two moves, then answers.
struct Teller;
impl Thinker for Teller {
    fn think(&mut self, question: &Question, _: &Control, observer: &mut dyn Observer) -> Outcome {
        let cells: Vec<Point> = question.board.empty().iter().collect();
        let lines: Vec<Line> = (0..question.limits.lines)
            .map(|rank| Line {
                moves: cells[rank..].iter().take(2).copied().collect(),
                score: 40 - rank as i32,
                depth: 3,
                selective_depth: 5,
            })
            .collect();
        for (rank, line) in lines.iter().enumerate() {
            observer.line_finished(&Progress {
                rank,
                line: line.clone(),
                nodes: 700,
                elapsed: Duration::from_millis(100),
                hashfull: 123,
            });
        }
        observer.root_move(RootMoveEvent::Entered(cells[0]));
        observer.root_move(RootMoveEvent::Lost(cells[1]));
        Outcome {
            lines,
            nodes: 700,
            elapsed: Duration::from_millis(100),
            hashfull: 123,
        }
    }
}

#[test]
fn details_come_as_asked_for_and_before_the_move() {
    let mut talk = Talk::started(|_| Teller);
    talk.tell("INFO timeout_turn 1000\nYXBOARD 0,0,1 14,14,2 DONE");
    let block = |rank: usize, score: &str, moves: &str| {
        format!(
            "INFO PV {rank}|INFO NUMPV 2|INFO DEPTH 3|INFO SELDEPTH 5|INFO NODES 700|\
             INFO TOTALNODES 700|INFO TOTALTIME 100|INFO SPEED 7000|INFO EVAL {score}|\
             INFO WINRATE 0.5{}|INFO BESTLINE {moves}|INFO PV DONE",
            if rank == 0 { "498" } else { "486" }
        )
    };
    let realtime = "MESSAGE REALTIME REFRESH|MESSAGE REALTIME BEST 1,0|MESSAGE REALTIME VAL 40|\
                    MESSAGE REALTIME PV B15 C15";
    let first_moves = "MESSAGE REALTIME POS 1,0|MESSAGE REALTIME LOST 2,0";
    let blocks = [block(0, "40", "1,0 2,0"), block(1, "39", "2,0 3,0")];
    for (detail, expected) in [
        (0, "1,0".to_owned()),
        (1, format!("{realtime}|{first_moves}|1,0")),
        (2, format!("{}|{}|1,0", blocks[0], blocks[1])),
        (
            3,
            format!("{}|{realtime}|{}|{first_moves}|1,0", blocks[0], blocks[1]),
        ),
    ] {
        talk.tell(&format!("INFO show_detail {detail}"));
        talk.tell("YXBOARD 0,0,1 14,14,2 DONE");
        assert_eq!(talk.ask("YXNBEST 2"), expected, "{detail}");
    }
}

/// Knows at once that the game is lost, and tells nothing on the way.
struct Loser;
impl Thinker for Loser {
    fn think(&mut self, question: &Question, _: &Control, _: &mut dyn Observer) -> Outcome {
        let first = question.board.empty().iter().take(1).collect();
        Outcome::without_search(vec![Line {
            moves: first,
            score: crate::types::score::loss_in(2),
            depth: 0,
            selective_depth: 0,
        }])
    }
}

#[test]
fn a_game_that_is_decided_at_once_is_told_like_any_other() {
    let mut talk = Talk::started(|_| Loser);
    talk.tell("INFO show_detail 2\nINFO timeout_turn 1000");
    let told = talk.ask("YXNBEST 1");
    assert!(
        told.contains("INFO EVAL -M2|INFO WINRATE 0.0000|"),
        "{told}"
    );
    assert!(told.ends_with("INFO PV DONE|0,0"), "{told}");
}

#[test]
fn yixin_board_gets_its_rows_first_in_realtime_too() {
    let mut talk = Talk::started(|_| Teller);
    talk.tell("info show_detail 1\nyxshowinfo\nstart 15 15");
    let text = talk.ask("board\n0,0,2\ndone");
    assert!(text.contains("|MESSAGE REALTIME BEST 0,1|"), "{text}");
    assert!(text.ends_with("|0,1"), "{text}");
}

#[test]
fn an_analysis_without_any_clock_goes_on_until_it_is_stopped() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("YXNBEST 1");
    talk.clock.advance(Duration::from_secs(3_600));
    assert_eq!(talk.session.deadline(), None);
    assert!(talk.session.is_busy());
    talk.tell("INFO time_left 2147483647");
    assert_eq!(talk.session.deadline(), None);
    assert_eq!(talk.ask("YXSTOP"), "0,0");
    // A move in a game without any clock still comes by itself.
    talk.tell("TURN 5,5");
    assert!(talk.session.deadline().is_some());
    talk.clock.advance(Duration::from_secs(6));
    assert_eq!(talk.settle(), "1,0");
}

#[test]
fn the_calculator_switches_the_clock_off_by_negative_limits() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("INFO TIMEOUT_TURN -1\nINFO TIMEOUT_MATCH -1\nINFO TIME_LEFT 1");
    talk.tell("YXNBEST 1");
    talk.clock.advance(Duration::from_secs(3_600));
    assert_eq!(talk.session.deadline(), None);
    assert_eq!(talk.ask("YXSTOP"), "0,0");
}

#[test]
fn the_calculator_numbers_rules_as_yixin_and_coordinates_as_gomocup() {
    let mut talk = Talk::started(fixed("c1"));
    talk.tell("INFO RULE 2");
    assert_eq!(talk.rule(), Rule::Freestyle);
    talk.tell("RELOADCONFIG");
    assert_eq!(talk.rule(), Rule::Renju);
    assert_eq!(talk.ask("BEGIN"), "2,0");
    let mut talk = Talk::started(fixed("c1"));
    talk.tell("INFO RULE 2\nINFO SHOW_DETAIL 2");
    assert_eq!(talk.rule(), Rule::Renju);
    assert_eq!(talk.tell("START 15"), "OK");
    assert_eq!(talk.rule(), Rule::Renju);
}

#[test]
fn blocked_cells_are_not_played_until_they_are_freed() {
    let mut talk = Talk::started(fixed("a1b1c1"));
    assert_eq!(talk.tell("YXBLOCK 0,0 1,0 DONE"), "");
    assert_eq!(
        talk.ask("BEGIN"),
        "7,7",
        "the nearest to the middle instead"
    );
    assert_eq!(talk.ask("START 15\nyxblockundo\n1,0\ndone"), "OK");
    assert_eq!(talk.ask("BEGIN"), "7,7", "the player insists on the corner");
    assert_eq!(talk.ask("START 15\nYXBLOCKRESET"), "OK");
    assert_eq!(talk.ask("BEGIN"), "0,0");
}

#[test]
fn a_blocked_path_holds_in_its_position_only() {
    let mut talk = Talk::started(fixed("a1b1c1"));
    assert_eq!(talk.tell("yxblockpath\n5,5\n0,0\ndone"), "");
    assert_eq!(talk.ask("BEGIN"), "0,0");
    assert_eq!(talk.ask("START 15"), "OK");
    assert_ne!(talk.ask("TURN 5,5"), "0,0");
    assert_eq!(talk.ask("START 15\nyxblockpathundo\n5,5\n0,0\ndone"), "OK");
    assert_eq!(talk.ask("TURN 5,5"), "0,0");
    assert_eq!(
        talk.ask("START 15\nyxblockpath 5,5 0,0 done\nyxblockpathreset"),
        "OK"
    );
    assert_eq!(talk.ask("TURN 5,5"), "0,0");
}

#[test]
fn balanced_stones_come_on_one_line() {
    let mut talk = Talk::started(fixed("a1"));
    assert_eq!(talk.ask("TURN 7,7"), "0,0");
    for (command, count) in [
        ("YXBALANCEONE 50", 1),
        ("YXBALANCETWO -30", 2),
        ("yxbalanceone", 1),
    ] {
        let text = talk.ask(command);
        assert_eq!(text.split(' ').count(), count, "{command}: {text}");
        assert!(text.split(' ').all(|stone| stone.contains(',')), "{text}");
    }
    assert!(is_error(&Talk::new(fixed("a1")).ask("YXBALANCEONE 0")));
}

#[test]
fn steps_of_swap2_are_told_by_messages_row_first() {
    let mut talk = Talk::started(fixed("a1"));
    let opening = talk.ask("yxswap2step1");
    let lines: Vec<&str> = opening.split('|').collect();
    assert_eq!(lines.len(), 3, "{opening}");
    for (number, line) in (1..).zip(lines) {
        assert!(
            line.starts_with(&format!("MESSAGE SWAP2 MOVE{number} ")),
            "{line}"
        );
    }
    // Even scores: two stones are put.
    let text = talk.ask("yxboard 7,7,2 8,8,1 7,9,2 done\nyxswap2step2");
    assert!(
        text.starts_with("MESSAGE SWAP2 MOVE4 0 0|MESSAGE SWAP2 MOVE5 "),
        "{text}"
    );
    let text = talk.ask("yxboard 7,7,2 8,8,1 7,9,2 5,5,1 6,6,2 done\nyxswap2step3");
    assert_eq!(text, "MESSAGE SWAP2 SWAP2 NO");
    assert_eq!(
        talk.ask("yxswap2step2"),
        "MESSAGE this step of swap2 needs a board of 3 stones"
    );
    assert_eq!(talk.ask("BEGIN"), "0,0", "nothing of it is on the board");
}

#[test]
fn the_use_of_the_table_is_told_also_while_thinking() {
    let mut talk = Talk::started(|_| Teller);
    talk.tell("INFO max_memory 367001600");
    assert_eq!(
        talk.tell("YXSHOWHASHUSAGE"),
        "MESSAGE hash usage 0.0% of 314 MiB"
    );
    talk.ask("BEGIN");
    assert_eq!(
        talk.tell("yxshowhashusage"),
        "MESSAGE hash usage 12.3% of 314 MiB"
    );
    talk.tell("yxhashclear");
    assert_eq!(
        talk.tell("yxshowhashusage"),
        "MESSAGE hash usage 0.0% of 314 MiB"
    );
}

#[test]
fn pondering_is_silent_and_the_next_move_comes_as_ever() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("INFO timeout_turn 1000\nINFO pondering 1");
    talk.tell("BEGIN");
    talk.clock.advance(Duration::from_secs(1));
    assert_eq!(talk.settle(), "0,0");
    assert!(!talk.session.is_busy(), "pondering is not thinking");
    assert_eq!(talk.tell("ABOUT").matches("Quinte").count(), 2);
    assert_eq!(talk.session.deadline(), None);
    talk.tell("TURN 5,5");
    talk.clock.advance(Duration::from_secs(1));
    assert_eq!(talk.settle(), "1,0");
    assert_eq!(talk.ask("TAKEBACK 1,0"), "OK");
    assert_eq!(talk.ask("INFO pondering 0"), "");
    assert_eq!(talk.ask("START 15"), "OK");
}

#[test]
fn threads_wanted_are_told_to_the_engine() {
    let mut talk = Talk::started(fixed("a1"));
    for (wanted, threads) in [
        ("2", 2),
        ("0", 1),
        ("-7", 1),
        ("1000000000", ThreadCount::most()),
    ] {
        talk.tell(&format!("INFO thread_num {wanted}"));
        assert_eq!(
            talk.session.engine.options().threads.get(),
            threads,
            "{wanted}"
        );
    }
}

#[test]
fn steps_of_soosorv_are_told_by_messages_row_first() {
    let mut talk = Talk::started(fixed("a1"));
    talk.tell("yxshowinfo");
    let opening = talk.ask("yxsoosorvstep1");
    assert!(
        opening.starts_with("MESSAGE SOOSORV MOVE1 7 7|MESSAGE SOOSORV MOVE2 6 7|"),
        "{opening}"
    );
    let three = "7,7\n6,7\n5,8";
    let ask =
        |talk: &mut Talk, step: &str, stones: &str| talk.ask(&format!("{step}\n{stones}\ndone"));
    let text = ask(&mut talk, "yxsoosorvstep2", three);
    assert_eq!(text, "MESSAGE SOOSORV SWAP1 NO");
    let text = ask(&mut talk, "yxsoosorvstep3", three);
    assert_eq!(text, "MESSAGE SOOSORV MOVE4 0 0 1");
    let four = format!("{three}\n3,4");
    let text = ask(&mut talk, "yxsoosorvstep4 2", &four);
    assert_eq!(text, "MESSAGE SOOSORV SWAP2 NO");
    let text = ask(&mut talk, "yxsoosorvstep5 2", &four);
    let lines: Vec<&str> = text.split('|').collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(
        lines[..2],
        ["MESSAGE SOOSORV MOVE5 REFRESH", "MESSAGE SOOSORV MOVE5 0 0"]
    );
    assert_eq!(lines[3], "MESSAGE SOOSORV MOVE5 DONE");
    let text = ask(&mut talk, "yxsoosorvstep6", &format!("{four}\n9,2\n2,9"));
    assert!(
        ["9 2", "2 9"]
            .map(|at| format!("MESSAGE SOOSORV MOVE5C {at}"))
            .contains(&text),
        "{text}"
    );
}

#[test]
fn steps_of_soosorv_that_make_no_sense_are_refused_by_messages() {
    let mut talk = Talk::new(fixed("a1"));
    let text = talk.ask("yxsoosorvstep1");
    assert!(text.starts_with("MESSAGE "), "{text}");
    let mut talk = Talk::started(fixed("a1"));
    for (step, needed) in [("2", 3), ("3", 3), ("4 3", 4), ("5", 4), ("6", 4)] {
        assert_eq!(
            talk.ask(&format!("yxsoosorvstep{step}\n7,7\ndone")),
            format!("MESSAGE this step of Soosorv-8 needs a board of {needed} stones")
        );
    }
    let text = talk.ask("yxsoosorvstep6\n7,7\n6,7\n5,8\n3,4\ndone");
    assert_eq!(text, "MESSAGE SOOSORV there is nothing to choose from");
    let text = talk.ask("yxsoosorvstep5 99\n7,7\n6,7\n5,8\n3,4\ndone");
    assert_eq!(text.split('|').count(), 8 + 2, "{text}");
    assert!(talk.ask("yxsoosorvstep7").starts_with("UNKNOWN"));
    assert_eq!(talk.ask("RESTART\nBEGIN"), "OK|0,0");
}

/// What both Yixin-Boards send after every stone, also while we think.
fn queries(stones: usize) -> String {
    use std::fmt::Write as _;
    let mut text = String::from("yxquerydatabaseallt\n");
    for stone in 0..stones {
        let _ = writeln!(text, "{},{}", stone / 15, stone % 15);
    }
    text + "done\n"
}

#[test]
fn questions_to_the_database_leave_a_search_alone() {
    let mut talk = yixin(|_| Patient);
    talk.tell("board\n7,7,2\ndone");
    for stones in [0, 63, 70, 200] {
        assert_eq!(talk.tell(&queries(stones)), "");
    }
    let others = "yxeditlabeldatabase 6,8 A\n7,7\ndone\nyxedittextdatabase \"q\"7,7\ndone\n\
                  yxsetdatabase\nmy.db\nyxdbcheck\nyxshowforbid";
    assert_eq!(talk.tell(others), "FORBID .");
    assert!(talk.session.engine.is_thinking());
    talk.clock.advance(Duration::from_secs(1_000));
    assert!(talk.session.engine.is_thinking(), "the time is its own");
    assert_eq!(talk.ask("yxstop"), "0,0");
}

#[test]
fn questions_leave_pondering_alone() {
    let mut talk = yixin(|_| Patient);
    talk.tell("INFO pondering 1");
    assert_eq!(talk.ask("turn 7,7\nyxstop"), "0,0");
    assert!(talk.session.engine.is_pondering());
    let same_position = "yxboard\n7,7,1\n0,0,2\ndone";
    for (lines, answer) in [
        (queries(2).as_str(), ""),
        ("yxquerydatabaseone\n7,7\n0,0\ndone", ""),
        (same_position, ""),
        ("yxshowforbid", "FORBID ."),
        ("hello", "UNKNOWN command"),
    ] {
        assert_eq!(talk.tell(lines), answer);
        assert!(talk.session.engine.is_pondering(), "{lines}");
    }
    talk.tell("yxboard\n7,7,1\n0,0,2\n9,9,1\ndone");
    assert!(!talk.session.engine.is_pondering(), "another position");
}

#[test]
fn the_first_step_of_swap2_begins_a_new_game() {
    let mut talk = yixin(|_| Patient);
    assert_eq!(talk.ask("turn 7,7\nyxstop"), "0,0");
    let told = talk.ask("yxswap2step1\nyxstop");
    assert!(told.starts_with("MESSAGE SWAP2 MOVE1 "), "{told}");
    assert_eq!(told.matches("MESSAGE SWAP2 MOVE").count(), 3, "{told}");
    let game = talk.session.game.as_ref().expect("a game");
    assert_eq!(game.board().stone_count(), 0);
    let told = talk.ask("yxswap2step3");
    assert!(told.contains("needs a board of 5 stones"), "{told}");
}

#[test]
fn yixin_gets_the_table_that_it_asks_for() {
    let mut talk = yixin(|_| Patient);
    let mut size = |lines: &str| talk.tell(&format!("{lines}\nyxshowhashusage"));
    assert!(size("").ends_with(" of 314 MiB"), "nothing asked for");
    assert!(size("info hash_size 786432").ends_with(" of 768 MiB"));
    assert!(size("info hash_size 1048576").ends_with(" of 1024 MiB"));
    assert!(size("info hash_size 16384").ends_with(" of 16 MiB"));
    assert!(size("info hash_size 786432\ninfo max_memory 367001600").ends_with(" of 314 MiB"));
    let mut talk = Talk::started(fixed(""));
    let told = talk.tell("INFO hash_size 786432\nYXSHOWHASHUSAGE");
    assert!(told.ends_with(" of 314 MiB"), "a tournament has its limit");
}

#[test]
fn yixin_sees_a_line_for_every_depth_with_its_own_rows() {
    let mut talk = Talk::new(|_| Teller);
    talk.tell("yxshowinfo\nstart 15 15");
    let text = talk.ask("board\n0,0,2\ndone");
    let line = "MESSAGE depth 3-5 ev 40 pv b15 c15";
    let effort = "MESSAGE n 700 n/ms 7 tm 100";
    assert_eq!(
        text,
        format!("{line}|{line}|{effort}|0,1"),
        "while it thinks, and at last"
    );
    talk.tell("yxboard\n0,0,2\ndone\ninfo timeout_turn 1000");
    let text = talk.ask("yxnbest 2");
    assert_eq!(
        text.matches("|MESSAGE depth 3-5 multipv 2 ev 39 ").count(),
        2
    );
    talk.tell("info message 0");
    assert_eq!(talk.ask("board\n0,0,2\ndone"), "0,1");
    let mut talk = Talk::new(|_| Teller);
    talk.tell("START 15");
    let text = talk.ask("BOARD\n0,0,2\nDONE");
    let line = "MESSAGE depth 3-5 ev 40 n 700 n/ms 7 tm 100 pv b15 c15";
    assert_eq!(text, format!("{line}|1,0"), "managers need but one");
}

#[test]
fn an_analysis_that_knows_all_goes_on_until_it_is_stopped() {
    let mut talk = Talk::started(|_| Teller);
    // The level of Yixin-Board that has no limit.
    talk.tell("yxshowinfo\ninfo message 0\ninfo max_node -1\ninfo timeout_match 100000000");
    talk.tell("info time_left 100000000\ninfo timeout_turn 2000000\ninfo max_depth 225");
    talk.tell("yxnbest 2");
    let waited = talk.answers.recv_timeout(Duration::from_millis(100));
    assert!(waited.is_err(), "{waited:?}");
    talk.clock.advance(Duration::from_secs(7_200));
    assert_eq!(talk.session.deadline(), None);
    assert_eq!(talk.ask("yxstop"), "0,0");
    // A limit that is told while it waits holds.
    talk.tell("yxnbest 2\ninfo timeout_turn 1000");
    talk.clock.advance(Duration::from_secs(1));
    assert_eq!(talk.settle(), "0,1");
    // A move of a game comes when it is found.
    talk.tell("info timeout_turn 2000000");
    assert_eq!(talk.ask("turn 9,9"), "0,2");
    talk.tell("info max_depth 9");
    assert_eq!(talk.ask("yxnbest 2"), "0,3", "a depth is a limit");
}
