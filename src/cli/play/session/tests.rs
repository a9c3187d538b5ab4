//! Tests of the game's course: turns, openings, taking back, endings.

use super::*;
use crate::board::text::parse_points;

const SECOND: Duration = Duration::from_secs(1);

fn agreement(first: Seat, swap2: bool) -> Agreement {
    Agreement {
        rule: Rule::Freestyle,
        size: BoardSize::square(15).expect("a size"),
        first,
        swap2,
        start: Vec::new(),
        clock: ClockTerms::default(),
    }
}

fn points(text: &str) -> Vec<Point> {
    parse_points(text).expect("points")
}

/// Plays moves in turn, whoever's they are.
fn play(session: &mut Session, moves: &str) {
    for point in points(moves) {
        match session.wants() {
            Wants::Move => session.person_puts(&[point], SECOND).expect("a legal move"),
            Wants::Engine(_) => session.engine_decides(&Decision::Stones(vec![point]), SECOND),
            other => panic!("{point}: the game wants {other:?}"),
        }
    }
}

#[test]
fn the_players_take_turns_from_whoever_is_first() {
    let mut session = Session::new(agreement(Seat::Person, false));
    assert_eq!(session.color(Seat::Person), Some(Color::Black));
    assert_eq!(session.wants(), Wants::Move);
    play(&mut session, "h8");
    assert_eq!(session.wants(), Wants::Engine(Task::Move { lines: 1 }));
    let session = Session::new(agreement(Seat::Engine, false));
    assert_eq!(session.color(Seat::Person), Some(Color::White));
    assert_eq!(session.wants(), Wants::Engine(Task::Move { lines: 1 }));
}

#[test]
fn a_start_of_three_stones_gives_white_to_whoever_is_first() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.start = points("h8i9g7");
    let mut session = Session::new(agreement);
    assert_eq!(session.color(Seat::Person), Some(Color::White));
    assert_eq!(session.wants(), Wants::Move);
    assert!(session.undo().is_err());
}

#[test]
fn bad_moves_are_answered_by_a_sentence_and_change_nothing() {
    let mut session = Session::new(agreement(Seat::Person, false));
    play(&mut session, "h8i9");
    for (stones, part) in [("h8", "taken"), ("p1", "not on"), ("a1b1", "One move")] {
        let before = session.board().clone();
        let error = session
            .person_puts(&points(stones), SECOND)
            .expect_err(stones);
        assert!(error.contains(part), "{error}");
        assert_eq!(*session.board(), before);
        assert_eq!(session.wants(), Wants::Move);
    }
}

#[test]
fn a_forbidden_point_is_refused_rather_than_lost() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.rule = Rule::Renju;
    agreement.start = points("h8a1i8a3j7a5j6a7");
    let mut session = Session::new(agreement);
    let error = session
        .person_puts(&points("j8"), SECOND)
        .expect_err("a double three");
    assert!(error.contains("double three"), "{error}");
    assert_eq!(session.wants(), Wants::Move);
}

#[test]
fn a_five_wins_for_whoever_makes_it() {
    let mut session = Session::new(agreement(Seat::Person, false));
    play(&mut session, "h8a1i8a3j8a5k8a7l8");
    let ending = session.ending().expect("an end");
    assert_eq!(ending.winner, Some(Seat::Person));
    assert_eq!(ending.reason, Reason::Five);
    assert_eq!(session.wants(), Wants::Nothing);
    assert!(session.person_puts(&points("m8"), SECOND).is_err());
    let mut session = Session::new(agreement(Seat::Engine, false));
    play(&mut session, "h8a1i8a3j8a5k8a7l8");
    assert_eq!(session.ending().expect("an end").winner, Some(Seat::Engine));
}

#[test]
fn a_full_board_is_a_draw() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.size = BoardSize::square(5).expect("a size");
    let mut session = Session::new(agreement);
    // Rows in the order XXOXX / OOXOO and so on: no five anywhere.
    play(
        &mut session,
        "a1c1b1a2d1b2e1d2c2e2a3c3b3a4d3b4e3d4c4e4a5c5b5d5e5",
    );
    let ending = session.ending().expect("an end");
    assert_eq!((ending.winner, ending.reason), (None, Reason::FullBoard));
}

#[test]
fn taking_back_returns_to_the_persons_turn_before_the_newest_own_stone() {
    let mut session = Session::new(agreement(Seat::Person, false));
    assert!(session.undo().is_err());
    play(&mut session, "h8i9j10k11");
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(session.board().stone_count(), 2);
    assert_eq!(session.wants(), Wants::Move);
    assert_eq!(session.times().len(), 2);
    assert_eq!(session.undo(), Ok(2));
    assert!(session.undo().is_err());
    let mut second = Session::new(agreement(Seat::Engine, false));
    play(&mut second, "h8");
    assert!(second.undo().is_err(), "the engine's stone is not ours");
}

#[test]
fn a_lost_game_goes_on_after_taking_back() {
    let mut session = Session::new(agreement(Seat::Person, false));
    play(&mut session, "h8a1i8a3j8a5k8a7l8");
    assert_eq!(session.undo(), Ok(1));
    assert_eq!(session.ending(), None);
    assert_eq!(session.wants(), Wants::Move);
    assert!(session.person_resigns().is_ok());
    assert!(session.person_resigns().is_err());
    assert_eq!(session.undo(), Ok(0), "the resignation alone");
    assert_eq!((session.ending(), session.board().stone_count()), (None, 8));
    assert_eq!(session.wants(), Wants::Move);
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(session.wants(), Wants::Move);
}

#[test]
fn time_that_is_up_loses_without_a_stone() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.clock.whole = Some(5 * SECOND);
    let mut session = Session::new(agreement);
    play(&mut session, "h8i9");
    assert!(session.person_puts(&points("j10"), 9 * SECOND).is_ok());
    let ending = session.ending().expect("an end");
    assert_eq!(ending.winner, Some(Seat::Engine));
    assert_eq!(ending.reason, Reason::Time);
    assert_eq!(session.board().stone_count(), 2);
}

#[test]
fn what_is_taken_back_gives_its_time_back() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.clock.whole = Some(5 * SECOND);
    let mut session = Session::new(agreement);
    play(&mut session, "h8i9");
    let before = *session.clocks();
    assert!(session.person_puts(&points("j10"), 2 * SECOND).is_ok());
    assert_eq!(session.undo(), Ok(1));
    assert_eq!(*session.clocks(), before);
    assert!(session.person_runs_out_of_time(9 * SECOND));
    assert_eq!(session.undo(), Ok(2));
    assert_eq!(session.clocks().left(Seat::Person), Some(5 * SECOND));
    assert_eq!(session.clocks().left(Seat::Engine), Some(5 * SECOND));
    assert_eq!(session.ending(), None);
}

#[test]
fn a_clock_may_fall_before_a_move_is_made() {
    let mut agreement = agreement(Seat::Person, false);
    agreement.clock.whole = Some(5 * SECOND);
    let mut session = Session::new(agreement);
    assert!(!session.person_runs_out_of_time(5 * SECOND));
    assert!(session.person_runs_out_of_time(6 * SECOND));
    assert_eq!(session.ending().expect("an end").reason, Reason::Time);
    assert!(!session.person_runs_out_of_time(6 * SECOND), "only once");
    let mut endless = Session::new(super::tests::agreement(Seat::Person, false));
    assert!(!endless.person_runs_out_of_time(1_000 * SECOND));
}

#[test]
fn the_person_opens_and_the_engine_takes_black() {
    let mut session = Session::new(agreement(Seat::Person, true));
    assert_eq!(session.wants(), Wants::Stones(3));
    assert!(session.person_puts(&points("h8i9g7h7"), SECOND).is_err());
    assert!(session.person_puts(&points("h8h8"), SECOND).is_err());
    assert_eq!(session.board().stone_count(), 0, "all or none");
    session.person_puts(&points("h8"), SECOND).expect("a stone");
    assert_eq!(session.wants(), Wants::Stones(2));
    session.person_puts(&points("i9g7"), SECOND).expect("two");
    assert_eq!(session.wants(), Wants::Engine(Task::Swap2));
    session.engine_decides(&Decision::Swap, SECOND);
    assert_eq!(session.color(Seat::Engine), Some(Color::Black));
    assert_eq!(session.wants(), Wants::Move, "white is next");
    assert!(session.undo().is_err(), "the opening stays");
}

#[test]
fn the_person_opens_and_the_engine_stays_white_or_puts_two() {
    let mut session = Session::new(agreement(Seat::Person, true));
    session
        .person_puts(&points("h8i9g7"), SECOND)
        .expect("three");
    let opened = session.clone();
    session.engine_decides(&Decision::Stones(points("j10")), SECOND);
    assert_eq!(session.color(Seat::Engine), Some(Color::White));
    assert_eq!(session.wants(), Wants::Move);
    assert_eq!(session.board().stone_count(), 4);

    let mut session = opened;
    session.engine_decides(&Decision::Stones(points("j10k11")), SECOND);
    assert_eq!(session.wants(), Wants::Choice { two: false });
    assert!(session.person_wants_two().is_err());
    assert!(session.person_puts(&points("a1"), SECOND).is_err());
    session.person_takes(Color::Black).expect("a choice");
    assert_eq!(session.wants(), Wants::Engine(Task::Move { lines: 1 }));
}

#[test]
fn the_engine_opens_and_the_person_has_three_choices() {
    let mut session = Session::new(agreement(Seat::Engine, true));
    assert_eq!(session.wants(), Wants::Engine(Task::Swap2));
    session.engine_decides(&Decision::Stones(points("h8i9g7")), SECOND);
    assert_eq!(session.wants(), Wants::Choice { two: true });
    let opened = session.clone();
    session.person_takes(Color::White).expect("a choice");
    assert_eq!(session.wants(), Wants::Move);
    let mut session = opened.clone();
    session.person_takes(Color::Black).expect("a choice");
    assert_eq!(session.wants(), Wants::Engine(Task::Move { lines: 1 }));
    let mut session = opened;
    session.person_wants_two().expect("a choice");
    assert_eq!(session.wants(), Wants::Stones(2));
    session.person_puts(&points("j10k11"), SECOND).expect("two");
    assert_eq!(session.wants(), Wants::Engine(Task::Swap2));
    session.engine_decides(&Decision::Stones(points("a1")), SECOND);
    assert_eq!(session.color(Seat::Person), Some(Color::Black));
    assert_eq!(session.wants(), Wants::Move);
}
