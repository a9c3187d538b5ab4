//! Tests of the conversation, event by event, with thinkers whose moves are
//! known. The clock moves only when a test moves it.

use super::*;
use crate::engine::thinker::fakes::{Deaf, Failing, FixedMoves, Patient, Stubborn};
use crate::engine::{Thinker, ThreadCount};
use crate::search::ManualClock;
use crate::types::Rule;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

/// A session, the answers of its engine on their way, and its clock.
pub(super) struct Talk {
    pub session: Session,
    pub answers: Receiver<EngineEvent>,
    pub clock: Arc<ManualClock>,
}

impl Talk {
    pub fn new<T: Thinker + 'static>(make: impl Fn(usize) -> T + Send + 'static) -> Self {
        let clock = Arc::new(ManualClock::default());
        let (engine, answers) = Engine::with_channel(Arc::clone(&clock) as _, make);
        Self {
            session: Session::new(engine),
            answers,
            clock,
        }
    }

    /// A started game of 15x15, without messages.
    fn started<T: Thinker + 'static>(make: impl Fn(usize) -> T + Send + 'static) -> Self {
        let mut talk = Self::new(make);
        assert_eq!(talk.tell("INFO message 0"), "");
        assert_eq!(talk.tell("START 15"), "OK");
        talk
    }

    pub fn happen(&mut self, event: Event) -> String {
        let reply = self.session.handle(event);
        let lines: Vec<String> = reply.lines.iter().map(Response::to_string).collect();
        let mut text = lines.join("|");
        if reply.is_over {
            text += "(over)";
        }
        text
    }

    /// Sends lines; what is printed at once, lines joined by `|`.
    pub fn tell(&mut self, lines: &str) -> String {
        let printed: Vec<String> = lines
            .lines()
            .map(|line| self.happen(Event::Line(line.into(), self.session.now())))
            .filter(|text| !text.is_empty())
            .collect();
        printed.join("|")
    }

    fn rule(&self) -> Rule {
        self.session.game.as_ref().expect("a game").rule()
    }

    /// Lets the engine's answers arrive until it is idle.
    pub fn settle(&mut self) -> String {
        let mut printed = Vec::new();
        while self.session.is_busy() {
            let answer = self.answers.recv_timeout(Duration::from_secs(20));
            printed.push(self.happen(Event::Engine(answer.expect("an answer"))));
        }
        printed.retain(|text| !text.is_empty());
        printed.join("|")
    }

    /// Sends lines and waits for the engine to be idle again.
    pub fn ask(&mut self, lines: &str) -> String {
        let at_once = self.tell(lines);
        let later = self.settle();
        [at_once, later]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("|")
    }
}

fn fixed(points: &str) -> impl Fn(usize) -> FixedMoves + Send + 'static {
    let points = crate::board::text::parse_points(points).expect("points");
    move |_| FixedMoves(points.clone())
}

fn is_error(text: &str) -> bool {
    text.starts_with("ERROR ") && !text.contains('|')
}

#[test]
fn a_game_by_turns() {
    let mut talk = Talk::started(fixed("h8i8j8"));
    assert_eq!(talk.ask("BEGIN"), "7,7");
    assert_eq!(talk.ask("TURN 8,7"), "9,7");
    assert_eq!(talk.ask("turn 0, 0"), "1,0");
}

/// Found by `scripts/fuzz`: the second of these went behind the third.
#[test]
fn commands_sent_ahead_keep_their_order() {
    let mut talk = Talk::started(|_| Patient);
    let lines = "BEGIN\nTURN 3,3\nTURN 4,4\nTAKEBACK 4,4\nPLAY 5,5\nABOUT";
    assert_eq!(talk.tell(lines), "");
    let answers = talk.settle();
    let expected = "0,0|1,0|OK|5,5|name=";
    assert!(answers.starts_with(expected), "{answers}");
}

#[test]
fn strength_chooses_the_level_and_about_tells_it() {
    let mut talk = Talk::started(fixed("a1"));
    assert!(talk.tell("ABOUT").starts_with("name=\"Quinte\","));
    assert_eq!(talk.tell("INFO strength 60"), "");
    assert!(talk.tell("ABOUT").starts_with("name=\"Quinte motifs\","));
    assert_eq!(
        talk.ask("BEGIN"),
        "7,7",
        "the level's move, not the search's"
    );
    assert_eq!(talk.tell("INFO strength 100"), "");
    assert!(talk.tell("ABOUT").starts_with("name=\"Quinte\","));
    assert_eq!(talk.ask("TURN 8,8"), "0,0");
}

#[test]
fn moves_before_the_start_are_one_error_each() {
    for lines in [
        "BEGIN",
        "TURN 7,7",
        "BOARD\n7,7,1\n8,8,2\nDONE",
        "SWAP2BOARD\nDONE",
        "RESTART",
        "TAKEBACK 7,7",
        "PLAY 7,7",
        "YXNBEST 3",
    ] {
        let mut talk = Talk::new(fixed(""));
        let answer = talk.ask(lines);
        assert!(is_error(&answer), "{lines}: {answer}");
    }
    assert_eq!(Talk::new(fixed("")).ask("YXBOARD\n7,7,1\nDONE"), "");
}

#[test]
fn bad_moves_are_errors_that_change_nothing() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.ask("BEGIN");
    let before = talk.session.game.clone();
    for line in [
        "TURN 7,7",
        "TURN 15,0",
        "TURN 0,-1",
        "TURN 99999999999999999999,0",
        "TURN",
        "TURN 3",
        "TURN a,b",
        "PLAY 7,7",
        "TAKEBACK 3,3",
    ] {
        let answer = talk.ask(line);
        assert!(is_error(&answer), "{line}: {answer}");
        assert_eq!(talk.session.game, before, "{line}");
    }
    assert_eq!(talk.ask("TURN 0,0"), "8,7");
}

#[test]
fn a_bad_size_keeps_the_old_game() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.ask("BEGIN");
    for line in [
        "START 0",
        "START abc",
        "START",
        "START 100",
        "RECTSTART 4,9",
    ] {
        let answer = talk.ask(line);
        assert!(is_error(&answer), "{line}: {answer}");
    }
    assert_eq!(talk.ask("TURN 0,0"), "8,7");
    assert_eq!(talk.ask("RECTSTART 30,20"), "OK");
    assert_eq!(talk.ask("TURN 29,19"), "7,7");
}

#[test]
fn a_new_game_empties_the_board_and_keeps_the_settings() {
    let mut talk = Talk::new(fixed("h8"));
    talk.tell("INFO rule 4\nINFO timeout_turn 700\nINFO time_left 9000\nINFO message 0");
    for line in ["START 15", "START 20", "RESTART"] {
        assert_eq!(talk.ask(line), "OK");
        assert_eq!(talk.ask("BEGIN"), "7,7");
        let game = talk.session.game.as_ref().expect("a game");
        assert_eq!(game.rule(), Rule::Renju);
        let clock = talk.session.engine.options().clock;
        assert_eq!(clock.left(), Some(Duration::from_secs(9)));
    }
    let size = talk.session.game.expect("a game").board().size();
    assert_eq!(size.to_string(), "20x20");
}

#[test]
fn a_rule_told_after_the_start_holds_too() {
    let mut talk = Talk::started(fixed(""));
    talk.tell("INFO rule 9");
    assert_eq!(talk.session.game.expect("a game").rule(), Rule::CaroExact);
}

#[test]
fn only_the_newest_stone_is_taken_back() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.ask("BEGIN");
    talk.ask("TURN 0,0");
    assert!(is_error(&talk.ask("TAKEBACK 7,7")));
    assert_eq!(talk.ask("TAKEBACK 8,7"), "OK");
    assert_eq!(talk.ask("TAKEBACK 0,0"), "OK");
    assert_eq!(talk.ask("TURN 1,1"), "8,7");
}

#[test]
fn a_move_made_ours_is_echoed() {
    let mut talk = Talk::started(fixed("h8"));
    assert_eq!(talk.ask("PLAY 3,4"), "3,4");
    assert_eq!(talk.ask("TURN 5,5"), "7,7");
}

#[test]
fn a_position_replaces_the_game_and_we_are_to_move() {
    let mut talk = Talk::started(fixed("h8"));
    talk.ask("BEGIN");
    assert_eq!(talk.ask("BOARD\n1,1,2\n2,2,1\n3,3,2\nDONE"), "7,7");
    assert_eq!(talk.ask("BOARD\nDONE"), "7,7");
    assert_eq!(talk.ask("BOARD 1,1,1 2,2,2 DONE"), "7,7");
}

#[test]
fn a_position_with_nonsense_gets_one_move_and_says_what_was_left_out() {
    for body in [
        "7,7,1\n7,7,2",
        "99,0,1\n7,7,1",
        "7,7,5\n8,8,1",
        "hello\n8,8,1",
        "8,8\n1,1,1",
    ] {
        let mut talk = Talk::started(fixed("c3"));
        let answer = talk.ask(&format!("BOARD\n{body}\nDONE"));
        let (message, answer) = answer.split_once('|').expect("a message and a move");
        assert!(
            message.starts_with("MESSAGE playing without 1 "),
            "{message}"
        );
        assert_eq!(answer, "2,2", "{body}");
    }
    let mut talk = Talk::started(fixed("c3"));
    assert_eq!(talk.ask("BOARD\n7,7,1\n7,7,1\nDONE"), "2,2");
    assert!(is_error(&talk.ask("BOARD\nhello\n99,99,1\nDONE")));
    assert_eq!(talk.ask("BOARD\n7,7,2\nDONE"), "2,2");
    // Of a game that is over nobody wants to hear.
    talk.tell("YXBOARD\n7,7,1\nfoo\nDONE");
    assert_eq!(talk.ask("START 15"), "OK");
    assert_eq!(talk.ask("BEGIN"), "2,2");
}

/// The first cells of a board of 5x5 taken, row by row.
fn filled(cells: usize) -> String {
    let line = |number: usize| format!("{},{},{}", number % 5, number / 5, 1 + number % 2);
    let lines: Vec<String> = (0..cells).map(line).collect();
    format!("BOARD\n{}\nDONE", lines.join("\n"))
}

#[test]
fn a_full_board_is_an_error_and_the_session_goes_on() {
    let mut talk = Talk::new(fixed(""));
    talk.tell("INFO message 0\nSTART 5");
    assert_eq!(talk.ask(&filled(25)), "ERROR board is full");
    assert_eq!(talk.ask("BEGIN"), "ERROR board is full");
    assert_eq!(talk.ask("RESTART"), "OK");
    assert_eq!(talk.ask("BEGIN"), "0,0");
}

#[test]
fn the_last_cell_is_played_and_then_the_board_is_full() {
    let mut talk = Talk::new(fixed(""));
    talk.tell("INFO message 0\nSTART 5");
    assert_eq!(talk.ask(&filled(23)), "3,4");
    assert_eq!(talk.ask("TURN 4,4"), "ERROR board is full");
}

#[test]
fn a_search_that_fails_or_cheats_still_gives_a_legal_move() {
    let mut talk = Talk::started(|_| Failing(None));
    assert_eq!(talk.ask("BEGIN"), "7,7");
    let mut talk = Talk::started(|_| Stubborn("h8".parse().expect("a point")));
    assert_eq!(talk.ask("BEGIN"), "7,7");
    let second = talk.ask("TURN 0,0");
    assert!(!second.is_empty() && second != "7,7" && !is_error(&second));
}

#[test]
fn info_is_never_answered() {
    let mut talk = Talk::started(fixed(""));
    for line in [
        "INFO",
        "INFO timeout_turn",
        "INFO timeout_turn abc",
        "INFO max_memory 1",
        "INFO max_memory 99999999999999999999",
        "INFO rule 8",
        "INFO rule 255",
        "INFO evaluate 3,3",
        "INFO folder C:\\a b\\c",
        "INFO unknown_key 1",
        "INFO game_type 1",
        "INFO thread_num 4",
    ] {
        assert_eq!(talk.ask(line), "", "{line}");
    }
    assert_eq!(
        talk.happen(Event::Line(
            b"INFO folder \xe9\x00\xff".to_vec(),
            Duration::ZERO
        )),
        ""
    );
}

#[test]
fn a_memory_limit_too_small_is_told_once_before_the_next_move() {
    let mut talk = Talk::started(fixed("h8i8j8"));
    assert_eq!(talk.ask("INFO max_memory 1000\nINFO max_memory 2000"), "");
    let answer = talk.ask("BEGIN");
    assert!(
        answer.starts_with("MESSAGE max_memory 2000 is too small"),
        "{answer}"
    );
    assert!(answer.ends_with("|7,7"), "{answer}");
    assert_eq!(talk.ask("TURN 0,0"), "8,7");
    talk.tell("INFO max_memory 1000\nINFO max_memory 367001600");
    assert_eq!(talk.ask("TURN 0,1"), "9,7");
}

#[test]
fn a_message_about_the_search_comes_before_the_move_unless_unwanted_or_hurried() {
    let mut talk = Talk::new(fixed("h8i8j8k8"));
    talk.tell("START 15");
    let answer = talk.ask("BEGIN");
    assert!(answer.starts_with("MESSAGE depth 1-1 ev 0 n "), "{answer}");
    assert!(answer.ends_with(" pv h8|7,7"), "{answer}");
    talk.tell("INFO timeout_turn 0");
    assert_eq!(talk.ask("TURN 0,0"), "8,7");
    talk.tell("INFO timeout_turn 1000\nINFO message 0");
    assert_eq!(talk.ask("TURN 0,1"), "9,7");
}

#[test]
fn unknown_commands_are_unknown_and_not_echoed() {
    let mut talk = Talk::started(fixed("h8"));
    assert_eq!(talk.ask("HELLO"), "UNKNOWN command");
    assert_eq!(talk.ask(&"x".repeat(100_000)), "UNKNOWN command");
    assert_eq!(talk.ask("DONE"), "UNKNOWN command");
    assert_eq!(talk.ask("BEGIN"), "7,7");
}

#[test]
fn about_is_answered_while_thinking() {
    let mut talk = Talk::started(|_| Patient);
    assert_eq!(talk.tell("BEGIN"), "");
    assert!(talk.tell("ABOUT").starts_with("name=\"Quinte\""));
    talk.tell("YXSTOP");
    assert_eq!(talk.settle(), "0,0");
}

#[test]
fn stop_brings_the_move_and_is_nothing_when_idle() {
    let mut talk = Talk::started(|_| Patient);
    assert_eq!(talk.tell("STOP\nYXSTOP"), "");
    for stop in ["STOP", "yxstop", "INFO timeout_turn 0"] {
        assert_eq!(talk.ask("RESTART"), "OK");
        assert_eq!(talk.tell("INFO timeout_turn 3600000\nBEGIN"), "");
        assert_eq!(talk.ask(stop), "0,0", "{stop}");
    }
}

#[test]
fn a_new_game_while_thinking_drops_the_move() {
    for line in ["START 15", "RESTART", "RECTSTART 20,15"] {
        let mut talk = Talk::started(|_| Patient);
        talk.tell("TURN 0,0");
        // The dropped move (1,0) arrives first and is not taken for another.
        assert_eq!(talk.ask(line), "OK", "{line}");
        assert_eq!(talk.ask("BEGIN\nYXSTOP"), "0,0");
    }
}

#[test]
fn a_new_game_is_ready_before_its_ok_and_later_commands_wait() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.ask("BEGIN");
    assert_eq!(talk.tell("RESTART\nINFO rule 4\nABOUT\nBEGIN"), "");
    let answers = talk.settle();
    let answers: Vec<&str> = answers.split('|').collect();
    assert_eq!((answers[0], answers[2]), ("OK", "7,7"), "{answers:?}");
    assert_eq!(talk.rule(), Rule::Renju);
}

#[test]
fn a_new_game_does_not_wait_for_ever_to_be_ready() {
    let (_release, released) = channel();
    let released = Mutex::new(Some(released));
    let mut talk =
        Talk::started(move |_| Deaf(released.lock().expect("a lock").take().expect("made once")));
    talk.tell("BEGIN");
    assert_eq!(talk.tell("RESTART"), "");
    assert_eq!(talk.happen(Event::Timer), "");
    talk.clock.advance(Duration::from_secs(2));
    assert_eq!(talk.happen(Event::Timer), "OK");
}

#[test]
fn a_cleared_table_is_not_taken_for_a_new_game() {
    let mut talk = Talk::started(|_| Patient);
    assert_eq!(talk.ask("BEGIN\nSTOP"), "0,0");
    assert_eq!(talk.tell("YXHASHCLEAR\nTURN 5,5\nTURN 6,6\nYXSTOP"), "");
    assert_eq!(talk.settle(), "1,0|2,0");
}

#[test]
fn a_taken_back_stone_ends_the_thinking_about_it() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("TURN 0,0");
    assert_eq!(talk.tell("TAKEBACK 0,0"), "OK");
    assert_eq!(talk.tell("TURN 3,3"), "");
    talk.tell("STOP");
    assert_eq!(talk.settle(), "0,0");
}

#[test]
fn other_commands_while_thinking_are_answered_after_the_move_in_order() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BEGIN");
    assert_eq!(talk.tell("TURN 5,5\nFOO\nTURN x\nPLAY 9,9"), "");
    let answers = talk.settle();
    let answers: Vec<&str> = answers.split('|').collect();
    assert_eq!(answers[..3], ["0,0", "1,0", "UNKNOWN command"]);
    assert!(is_error(answers[3]), "{answers:?}");
    assert_eq!(answers[4..], ["9,9"]);
}

#[test]
fn nonsense_while_thinking_does_not_disturb_and_is_answered_after_the_move() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BEGIN");
    assert_eq!(talk.tell("FOO\nTURN x\nSTART 999"), "");
    assert_eq!(talk.session.awaited, None);
    talk.tell("STOP");
    let answers = talk.settle();
    let answers: Vec<&str> = answers.split('|').collect();
    assert_eq!(answers[..2], ["0,0", "UNKNOWN command"]);
    assert_eq!(answers.len(), 4);
}

#[test]
fn a_flood_of_nonsense_while_thinking_ends_the_search_rather_than_fill_the_memory() {
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BEGIN");
    for _ in 0..=MOST_DEFERRED {
        assert_eq!(talk.tell("FOO"), "");
    }
    let answers = talk.settle();
    assert_eq!(answers.matches("UNKNOWN").count(), MOST_DEFERRED + 1);
}

#[test]
fn a_command_in_the_same_instant_as_our_move_is_not_lost() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.tell("BEGIN");
    // The answer is on its way when the next command is read.
    let answer = talk
        .answers
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer");
    assert_eq!(talk.tell("TURN 3,3"), "");
    assert_eq!(talk.happen(Event::Engine(answer)), "7,7");
    assert_eq!(talk.settle(), "8,7");
}

#[test]
fn a_late_answer_of_a_dropped_search_is_ignored_when_idle_and_when_thinking() {
    let mut talk = Talk::started(fixed("h8i8"));
    talk.tell("TURN 0,0");
    let late = talk
        .answers
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer");
    assert_eq!(talk.tell("RESTART"), "");
    assert_eq!(talk.happen(Event::Engine(late.clone())), "");
    assert_eq!(talk.settle(), "OK");
    talk.tell("BEGIN");
    assert_eq!(talk.happen(Event::Engine(late)), "");
    assert_eq!(talk.settle(), "7,7");
}

#[test]
fn end_leaves_at_once_without_another_word() {
    let mut talk = Talk::started(|_| Patient);
    assert_eq!(talk.tell("END"), "(over)");
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BEGIN\nTURN 3,3\nFOO");
    assert_eq!(talk.tell("END"), "(over)");
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BOARD\n7,7,1");
    assert_eq!(talk.tell("END"), "(over)");
}

#[test]
fn the_end_of_input_leaves_after_the_pending_moves() {
    let mut talk = Talk::started(|_| Patient);
    assert_eq!(talk.happen(Event::EndOfInput), "(over)");
    let mut talk = Talk::started(|_| Patient);
    talk.tell("BEGIN\nTURN 5,5");
    assert_eq!(talk.happen(Event::EndOfInput), "");
    assert_eq!(talk.settle(), "0,0|1,0(over)");
}

#[test]
fn a_search_that_does_not_answer_is_replaced_when_its_time_is_over() {
    let (_release, released) = channel();
    let released = Mutex::new(Some(released));
    let mut talk =
        Talk::started(move |_| Deaf(released.lock().expect("a lock").take().expect("made once")));
    talk.tell("INFO timeout_turn 1000\nBEGIN");
    assert_eq!(talk.happen(Event::Timer), "", "it is not late yet");
    let deadline = talk.session.deadline().expect("a deadline");
    assert!(deadline > Duration::from_millis(960) && deadline < Duration::from_millis(1_200));
    talk.clock.advance(deadline);
    let first = talk.happen(Event::Timer);
    assert!(first == "14,14" || first == "7,7", "{first}");
    // The thinking thread is still busy; the next move comes the same way.
    talk.tell("TURN 1,1\nSTOP");
    talk.clock.advance(Duration::from_millis(200));
    let second = talk.happen(Event::Timer);
    assert!(second.contains(',') && second != first, "{second}");
    assert_eq!(talk.happen(Event::EndOfInput), "(over)");
}

#[test]
fn swap2_answers_have_the_forms_of_the_protocol() {
    let mut talk = Talk::started(fixed("h8i8j8"));
    let three = talk.ask("SWAP2BOARD\nDONE");
    assert_eq!(three.split(' ').count(), 3, "{three}");
    // The thinker finds everything even: two stones after three.
    let two = talk.ask("SWAP2BOARD\n1,1\n2,2\n3,3\nDONE");
    assert_eq!(two, "7,7 8,7");
    let one = talk.ask("SWAP2BOARD\n1,1\n2,2\n3,3\n4,4\n5,5\nDONE");
    assert_eq!(one, "7,7");
    assert_eq!(talk.ask("BOARD\n1,1,2\n2,2,1\n3,3,2\nDONE"), "7,7");
}

#[test]
fn forbidden_points_are_shown_to_black_in_renju() {
    let mut talk = Talk::started(fixed(""));
    // Black may not play 7,7: a double three.
    let board = "YXBOARD 5,7,1 0,0,2 6,7,1 0,3,2 7,5,1 0,6,2 7,6,1 0,9,2 DONE";
    assert_eq!(talk.ask(board), "");
    assert_eq!(talk.ask("YXSHOWFORBID"), "FORBID .");
    talk.tell("INFO rule 4");
    let shown = talk.ask("YXSHOWFORBID");
    assert!(
        shown.starts_with("FORBID ") && shown.contains("0707"),
        "{shown}"
    );
    talk.ask("BEGIN");
    assert_eq!(talk.ask("YXSHOWFORBID"), "FORBID .", "white is to move");
}

#[test]
fn several_best_lines_are_told_before_the_move() {
    let mut talk = Talk::new(fixed("h8i8"));
    talk.tell("INFO timeout_turn 1000\nSTART 15");
    for line in ["YXNBEST 2", "YXNBEST", "YXNBEST abc", "YXNBEST 99999999999"] {
        talk.ask("RESTART");
        let answer = talk.ask(line);
        assert!(answer.starts_with("MESSAGE depth "), "{line}: {answer}");
        assert!(answer.ends_with("|7,7"), "{line}: {answer}");
    }
}

/// A session after the opening words of Yixin-Board.
fn yixin(make: impl Fn(usize) -> Patient + Send + 'static) -> Talk {
    let mut talk = Talk::new(make);
    let limits = talk.tell("yxshowinfo");
    let threads = ThreadCount::most() + 1;
    assert_eq!(
        limits,
        format!("MESSAGE INFO MAX_THREAD_NUM {threads}|MESSAGE INFO MAX_HASH_SIZE 20")
    );
    assert_eq!(talk.tell("START 20 15"), "OK");
    assert_eq!(talk.tell("INFO message 0\nINFO timeout_turn 2000000"), "");
    talk
}

#[test]
fn yixin_counts_the_row_first_and_calls_renju_two() {
    let mut talk = yixin(|_| Patient);
    talk.tell("INFO rule 2");
    assert_eq!(talk.ask("turn 14,19\nyxstop"), "0,0");
    assert_eq!(talk.ask("turn 0,3\nyxstop"), "0,1");
    let game = talk.session.game.as_ref().expect("a game");
    assert_eq!(game.rule(), Rule::Renju);
    assert!(!game.board().is_empty(Point::new(19, 14)));
    assert!(is_error(&talk.ask("turn 19,14")));
}

#[test]
fn yixin_gets_the_move_of_a_search_that_it_cuts_short() {
    let mut talk = yixin(|_| Patient);
    talk.tell("board\n3,3,2\ndone");
    let cut = talk.ask("start 20 15\nyxboard\n3,3,2\n4,4,1\ndone\nyxstop");
    assert_eq!(cut, "0,0|OK");
    assert_eq!(talk.ask("yxstop"), "");
    assert_eq!(talk.ask("turn 9,9\nyxstop"), "0,0");
}

#[test]
fn commands_that_need_no_answer_get_none() {
    let mut talk = Talk::started(fixed(""));
    assert_eq!(
        talk.ask("RELOADCONFIG\nyxhashclear\n\n \nyxboard\ndone"),
        ""
    );
}

/// Sends lines of chance and counts the answers.
mod fuzz;

/// What graphical boards ask for.
mod analysis;
