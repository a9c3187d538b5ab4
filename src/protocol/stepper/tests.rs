//! Tests of sessions on one thread, with the search itself: its slices are
//! short, and its limits are nodes where the answer must not depend on time.

use super::*;
use crate::search::{ManualClock, SystemClock};

/// A started session on a clock that stands still.
fn started(lines: &str) -> Stepper {
    let mut session = Stepper::new(Arc::new(ManualClock::default()));
    session.line("INFO message 0\nINFO max_memory 40000000\nSTART 15");
    session.line(lines);
    session
}

/// Steps until nobody waits any longer; what was said, joined by `|`.
fn settle(session: &mut Stepper) -> String {
    // A slice without time still has its least nodes.
    while session.step(Duration::ZERO) == Step::Busy {}
    session.answers().collect::<Vec<_>>().join("|")
}

fn ask(session: &mut Stepper, lines: &str) -> String {
    session.line(lines);
    settle(session)
}

const SHORT: &str = "INFO timeout_turn 2147483647\nINFO max_node 3000";
const ENDLESS: &str = "INFO timeout_turn 2147483647";

#[test]
fn a_game_is_played_line_by_line() {
    let mut session = started(SHORT);
    assert_eq!(settle(&mut session), "OK");
    assert_eq!(ask(&mut session, "BEGIN"), "7,7");
    let answer = ask(&mut session, "TURN 8,8");
    assert!(
        answer.split(',').all(|part| part.parse::<u8>().is_ok()),
        "{answer}"
    );
    assert!(ask(&mut session, "TURN 8,8").starts_with("ERROR"));
    assert_eq!(ask(&mut session, "NONSENSE"), "UNKNOWN command");
    assert_eq!(ask(&mut session, "START 20"), "OK");
    assert_eq!(ask(&mut session, "BEGIN"), "9,9");
}

#[test]
fn slices_answer_as_one_thread_of_its_own_does() {
    for lines in [
        "INFO rule 1\nBOARD\n7,7,1\n8,8,2\n6,8,1\n7,9,2\nDONE",
        "INFO strength 85\nBOARD\n7,7,1\n8,8,2\n6,8,1\n7,9,2\nDONE",
        "SWAP2BOARD\nDONE",
        "SWAP2BOARD\n7,7\n8,8\n6,8\nDONE",
        "SWAP2BOARD\n7,7\n8,8\n6,8\n9,9\n10,10\nDONE",
        "YXBOARD\n7,7,1\n8,8,2\nDONE\nYXBALANCETWO 0",
        "INFO show_detail 2\nYXBOARD\n7,7,1\n8,8,2\nDONE\nYXNBEST 3",
    ] {
        let (clock, limits) = (
            Arc::new(ManualClock::default()),
            format!("{SHORT}\n{lines}"),
        );
        let (engine, events) = Engine::with_channel(clock, Searcher::new);
        let mut whole = Session::new(engine);
        let mut said = Vec::new();
        let text = format!("INFO message 0\nINFO max_memory 40000000\nSTART 15\n{limits}");
        for line in text.lines() {
            let reply = whole.handle(Event::Line(line.into(), Duration::ZERO));
            said.extend(reply.lines.iter().map(ToString::to_string));
        }
        while whole.is_busy() {
            let event = events.recv_timeout(Duration::from_secs(60));
            let reply = whole.handle(Event::Engine(event.expect("an answer")));
            said.extend(reply.lines.iter().map(ToString::to_string));
        }
        let mut session = started(&limits);
        let mut steps = 1;
        while session.step(Duration::ZERO) == Step::Busy {
            steps += 1;
        }
        assert!(steps > 3, "{lines}: {steps} steps");
        let sliced: Vec<String> = session.answers().collect();
        assert_eq!(sliced, said, "{lines}");
    }
}

#[test]
fn a_search_without_end_is_stopped_between_slices() {
    let mut session = started(ENDLESS);
    assert_eq!(settle(&mut session), "OK");
    for stop in [
        "STOP",
        "YXSTOP",
        "INFO timeout_turn 0",
        "INFO timeout_turn 1",
    ] {
        session.line(format!("{ENDLESS}\nYXBOARD\n7,7,1\n8,8,2\nDONE\nYXNBEST 2"));
        for _ in 0..20 {
            assert_eq!(session.step(Duration::ZERO), Step::Busy);
        }
        assert_eq!(session.answer(), None, "{stop}");
        session.line(stop);
        let mut steps = 0;
        while session.step(Duration::ZERO) == Step::Busy {
            steps += 1;
            // Time stands still: a limit of a millisecond is not over yet.
            if stop == "INFO timeout_turn 1" && steps == 5 {
                session.line("STOP");
            }
            assert!(steps < 8, "{stop}");
        }
        let answers: Vec<String> = session.answers().collect();
        assert_eq!(answers.len(), 1, "{stop}: {answers:?}");
        assert!(answers[0].contains(','), "{stop}");
    }
}

#[test]
fn a_new_game_drops_the_search_under_way() {
    let mut session = started(ENDLESS);
    session.line("BEGIN");
    for _ in 0..5 {
        assert_eq!(session.step(Duration::ZERO), Step::Busy);
    }
    session.line("START 20");
    assert_eq!(settle(&mut session), "OK|OK");
    assert_eq!(ask(&mut session, SHORT), "");
    assert_eq!(ask(&mut session, "BEGIN"), "9,9");
}

#[test]
fn pondering_is_work_that_nobody_waits_for() {
    let mut session = started(SHORT);
    assert_eq!(ask(&mut session, "INFO pondering 1\nBEGIN"), "OK|7,7");
    for _ in 0..20 {
        assert_eq!(session.step(Duration::ZERO), Step::Pondering);
    }
    assert!(ask(&mut session, "TURN 8,8").contains(','));
    assert_eq!(session.step(Duration::ZERO), Step::Pondering);
    session.line("INFO pondering 0");
    while session.step(Duration::ZERO) == Step::Pondering {}
    assert_eq!(session.step(Duration::ZERO), Step::Idle);
    assert!(
        ask(&mut session, "TURN 0,0").contains(','),
        "it still plays"
    );
}

#[test]
fn the_time_of_a_move_is_kept() {
    let clock = Arc::new(SystemClock::start());
    let mut session = Stepper::new(Arc::clone(&clock) as _);
    session.line("INFO max_memory 40000000\nSTART 15\nINFO timeout_turn 300\nBEGIN");
    let mut steps = 0;
    while session.step(Duration::from_millis(10)) == Step::Busy {
        steps += 1;
    }
    assert!(steps > 3, "{steps}");
    let answers: Vec<String> = session.answers().collect();
    assert_eq!(answers.last().map(String::as_str), Some("7,7"));
}

#[test]
fn nothing_is_said_after_the_end() {
    let mut session = started(ENDLESS);
    settle(&mut session);
    session.line("BEGIN");
    assert_eq!(session.step(Duration::ZERO), Step::Busy);
    session.line("END\nABOUT");
    assert_eq!(session.step(Duration::ZERO), Step::Over);
    session.line("ABOUT");
    assert_eq!(session.answer(), None);
}

#[test]
fn one_thread_is_all_that_is_promised() {
    let mut session = started("INFO thread_num 8");
    assert_eq!(settle(&mut session), "OK");
    let told = ask(&mut session, "YXSHOWINFO");
    assert!(told.contains("MAX_THREAD_NUM 1|"), "{told}");
}

#[test]
fn a_search_that_fails_costs_a_line_in_the_log_and_not_the_game() {
    use crate::engine::thinker::fakes::Failing;
    let mut engine = Engine::in_slices(Arc::new(ManualClock::default()), |_| Failing(None));
    engine.change_options(|options| options.max_depth = Some(3));
    let mut session = Stepper {
        session: Session::new(engine),
        answers: VecDeque::new(),
        is_over: false,
    };
    assert_eq!(ask(&mut session, "START 15"), "OK");
    assert_eq!(ask(&mut session, "BEGIN"), "7,7");
    assert!(ask(&mut session, "TURN 8,8").contains(','));
}
