//! Tests of the engine with thinkers that fail in chosen ways.

use super::super::thinker::fakes::{Deaf, Failing, FixedMoves, Patient, Stubborn};
use super::*;
use crate::search::{ManualClock, Observer, SystemClock};
use crate::types::BoardSize;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Waits until the thinker has told a line of the search under way.
fn wait_until_begun(engine: &Engine) {
    let begun = std::time::Instant::now();
    while engine
        .running
        .as_ref()
        .is_some_and(|running| running.job.best.get().is_none())
    {
        assert!(begun.elapsed() < Duration::from_secs(20), "it never began");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn system<T: Thinker + 'static>(
    make: impl Fn(usize) -> T + Send + 'static,
) -> (Engine, Receiver<EngineEvent>) {
    Engine::with_channel(Arc::new(SystemClock::start()), make)
}

fn game() -> Game {
    Game::new(BoardSize::square(15).expect("a valid size"))
}

fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

const MOVE: Task = Task::Move { lines: 1 };

/// The answer to the search started last.
fn answer(engine: &mut Engine, events: &Receiver<EngineEvent>) -> Answer {
    loop {
        let event = events
            .recv_timeout(Duration::from_secs(20))
            .expect("an answer");
        if let Some(Report::Answer(answer)) = engine.accept(event) {
            return answer;
        }
    }
}

fn played(answer: &Answer) -> Point {
    match &answer.decision {
        Decision::Stones(stones) if stones.len() == 1 => stones[0],
        other => panic!("one stone expected, not {other:?}"),
    }
}

#[test]
fn the_move_of_the_search_is_played() {
    let (mut engine, events) = system(|_| FixedMoves(vec![point("c5")]));
    engine.go(&game(), MOVE, engine.now());
    let answer = answer(&mut engine, &events);
    assert_eq!(played(&answer), point("c5"));
    assert!(answer.outcome.is_some());
    assert!(!engine.is_thinking());
}

#[test]
fn the_answer_of_a_cancelled_search_is_not_accepted() {
    let (mut engine, events) = system(|_| Patient);
    let first = engine.go(&game(), MOVE, engine.now());
    wait_until_begun(&engine);
    engine.cancel();
    let second = engine.go(&game(), MOVE, engine.now());
    assert_ne!(first, second);
    let stale = events
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer");
    assert_eq!(stale.id, first);
    assert_eq!(engine.accept(stale), None);
    assert!(engine.is_thinking());
    engine.stop();
    answer(&mut engine, &events);
}

#[test]
fn a_failing_search_plays_the_best_move_it_told() {
    let (mut engine, events) = system(|_| Failing(Some(point("d4"))));
    for _ in 0..3 {
        engine.go(&game(), MOVE, engine.now());
        assert_eq!(played(&answer(&mut engine, &events)), point("d4"));
    }
}

#[test]
fn a_failing_search_that_told_nothing_still_plays_a_legal_move() {
    let (mut engine, events) = system(|_| Failing(None));
    let mut game = game();
    for _ in 0..5 {
        engine.go(&game, MOVE, engine.now());
        let point = played(&answer(&mut engine, &events));
        game.play(point).expect("a legal move");
    }
    engine.go(
        &Game::new(BoardSize::square(5).expect("a size")),
        Task::Swap2,
        engine.now(),
    );
    let Decision::Stones(stones) = answer(&mut engine, &events).decision else {
        panic!("three stones expected");
    };
    assert_eq!(stones.len(), 3);
}

#[test]
fn an_illegal_move_of_the_search_is_replaced_by_a_legal_one() {
    let (mut engine, events) = system(|_| Stubborn(point("h8")));
    let mut game = game();
    game.play(point("h8")).expect("an empty cell");
    engine.go(&game, MOVE, engine.now());
    game.play(played(&answer(&mut engine, &events)))
        .expect("a legal move");
}

#[test]
fn a_forbidden_move_of_the_search_is_replaced_by_a_legal_one() {
    let (mut engine, events) = system(|_| Stubborn(point("h8")));
    let mut game = game();
    game.set_rule(Rule::Renju);
    for text in ["g8", "a1", "f8", "c1", "h7", "e1", "h6", "g1"] {
        game.play(point(text)).expect("an empty cell");
    }
    assert!(!super::super::legality::is_legal(
        Rule::Renju,
        game.board(),
        point("h8")
    ));
    engine.go(&game, MOVE, engine.now());
    assert_ne!(played(&answer(&mut engine, &events)), point("h8"));
}

#[test]
fn zero_for_the_turn_stops_a_search_under_way() {
    let (mut engine, events) = system(|_| Patient);
    engine.change_options(|options| options.clock.set_turn(3_600_000));
    engine.go(&game(), MOVE, engine.now());
    engine.change_options(|options| options.clock.set_turn(0));
    played(&answer(&mut engine, &events));
}

#[test]
fn a_shorter_turn_holds_for_the_search_under_way() {
    let clock = Arc::new(ManualClock::default());
    let (mut engine, events) = Engine::with_channel(Arc::clone(&clock) as _, |_| Patient);
    engine.change_options(|options| options.clock.set_turn(3_600_000));
    engine.go(&game(), MOVE, engine.now());
    engine.change_options(|options| options.clock.set_turn(1_000));
    clock.advance(Duration::from_millis(999));
    played(&answer(&mut engine, &events));
}

#[test]
fn a_search_that_does_not_answer_is_given_up_with_its_best_move() {
    let clock = Arc::new(ManualClock::default());
    let (release, released) = channel();
    let released = std::sync::Mutex::new(Some(released));
    let (mut engine, events) = Engine::with_channel(Arc::clone(&clock) as _, move |_| {
        Deaf(released.lock().expect("a lock").take().expect("made once"))
    });
    engine.change_options(|options| options.clock.set_turn(1_000));
    engine.go(&game(), MOVE, engine.now());
    wait_until_begun(&engine);
    assert_eq!(engine.give_up(), None, "it is not late yet");
    clock.advance(Duration::from_secs(5));
    let Some(Report::Answer(answer)) = engine.give_up() else {
        panic!("it is late");
    };
    let point = played(&answer);
    assert!(game().board().is_empty(point));
    assert_eq!(engine.give_up(), None, "one answer is enough");
    release.send(()).expect("the thinker waits");
    let late = events
        .recv_timeout(Duration::from_secs(20))
        .expect("a late answer");
    assert_eq!(engine.accept(late), None);
}

#[test]
fn thinking_is_taken_off_the_match_time_when_nobody_tells_the_time_left() {
    let clock = Arc::new(ManualClock::default());
    let (mut engine, events) =
        Engine::with_channel(Arc::clone(&clock) as _, |_| FixedMoves::default());
    engine.change_options(|options| options.clock.set_match(100_000));
    engine.go(&game(), MOVE, engine.now());
    clock.advance(Duration::from_secs(30));
    answer(&mut engine, &events);
    assert_eq!(engine.options().clock.left(), Some(Duration::from_secs(70)));
    engine.new_game();
    assert_eq!(
        engine.options().clock.left(),
        Some(Duration::from_secs(100))
    );
}

/// Tells the sizes it is given, and 0 when it forgets.
struct Sized(Sender<usize>);
impl Thinker for Sized {
    fn think(
        &mut self,
        question: &Question,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Outcome {
        FixedMoves::default().think(question, control, observer)
    }
    fn resize(&mut self, table_bytes: usize) {
        self.0.send(table_bytes).expect("the test listens");
    }
    fn clear(&mut self) {
        self.0.send(0).expect("the test listens");
    }
    fn prepare(&mut self, rule: Rule) {
        self.0.send(rule.index()).expect("the test listens");
    }
}

#[test]
fn an_idle_engine_prepares_for_the_rule_and_reports_nothing() {
    let (sizes, told) = channel();
    let (mut engine, events) = system(move |table_bytes| {
        sizes.send(table_bytes).expect("the test listens");
        Sized(sizes.clone())
    });
    engine.change_options(|options| options.max_memory = Some(100 << 20));
    engine.prepare(Rule::Renju);
    let patience = Duration::from_secs(20);
    assert_eq!(told.recv_timeout(patience), Ok(64 << 20));
    assert_eq!(told.recv_timeout(patience), Ok(Rule::Renju.index()));
    engine.go(&game(), MOVE, engine.now());
    answer(&mut engine, &events);
    assert!(events.try_recv().is_err(), "one report for one search");
    assert!(told.try_recv().is_err(), "nothing was made twice");
}

#[test]
fn tables_are_made_for_the_first_search_and_resized_for_a_later_one() {
    let (sizes, told) = channel();
    let (mut engine, events) = system(move |table_bytes| {
        sizes.send(table_bytes).expect("the test listens");
        Sized(sizes.clone())
    });
    engine.change_options(|options| options.max_memory = Some(100 << 20));
    assert!(!engine.forget(), "there is nothing to forget yet");
    assert!(
        told.try_recv().is_err(),
        "nothing is made before it is needed"
    );
    let play = |engine: &mut Engine| {
        engine.go(&game(), MOVE, engine.now());
        answer(engine, &events);
    };
    play(&mut engine);
    play(&mut engine);
    engine.change_options(|options| options.max_memory = Some(200 << 20));
    play(&mut engine);
    assert!(engine.forget());
    assert!(engine.forget(), "the first order is still under way");
    play(&mut engine);
    let told: Vec<usize> = told.try_iter().collect();
    assert_eq!(told, [64 << 20, 164 << 20, 0]);
}

#[test]
fn a_search_that_does_not_answer_is_given_up_within_the_managers_limit() {
    for (turn, left) in [
        (50, None),
        (100, None),
        (1_000, None),
        (5_000, Some(700)),
        (30_000, Some(90_000)),
    ] {
        let clock = Arc::new(ManualClock::default());
        let (_release, released) = channel();
        let released = std::sync::Mutex::new(Some(released));
        let (mut engine, _events) = Engine::with_channel(Arc::clone(&clock) as _, move |_| {
            Deaf(released.lock().expect("a lock").take().expect("made once"))
        });
        engine.change_options(|options| {
            options.clock.set_turn(turn);
            if let Some(left) = left {
                options.clock.set_left(left);
            }
        });
        engine.go(&game(), MOVE, engine.now());
        let deadline = engine.deadline().expect("a limit");
        let limit = left.map_or(turn, |left| left.min(turn));
        let limit = Duration::from_millis(limit as u64);
        assert!(
            deadline + limit.min(Duration::from_millis(200)) / 20 <= limit,
            "{turn}: {deadline:?}"
        );
        assert_eq!(engine.give_up(), None, "it is not late yet");
        clock.advance(deadline);
        assert!(matches!(engine.give_up(), Some(Report::Answer(_))));
    }
}

#[test]
fn forgetting_while_thinking_waits_for_the_search_without_complaint() {
    let clock = Arc::new(ManualClock::default());
    let (mut engine, events) = Engine::with_channel(Arc::clone(&clock) as _, |_| Patient);
    engine.go(&game(), MOVE, engine.now());
    wait_until_begun(&engine);
    assert!(engine.forget());
    clock.advance(Duration::from_secs(4));
    engine.stop();
    let wait = || {
        events
            .recv_timeout(Duration::from_secs(20))
            .expect("an event")
    };
    assert!(matches!(engine.accept(wait()), Some(Report::Answer(_))));
    assert_eq!(engine.give_up(), None, "forgetting has only begun");
    assert_eq!(engine.accept(wait()), Some(Report::Ready));
    assert_eq!(engine.deadline(), None);
}

#[test]
fn progress_is_told_only_if_asked_for_and_only_of_the_search_under_way() {
    let point = point("d4");
    for wanted in [false, true] {
        let (mut engine, events) = system(move |_| Failing(Some(point)));
        engine.change_options(|options| options.tells_progress = wanted);
        engine.go(&game(), MOVE, engine.now());
        let mut told = 0;
        loop {
            let event = events
                .recv_timeout(Duration::from_secs(20))
                .expect("an event");
            let stale = EngineEvent {
                id: OrderId::for_tests(),
                report: event.report.clone(),
            };
            assert_eq!(engine.accept(stale), None);
            match engine.accept(event) {
                Some(Report::Progress(progress)) => {
                    assert_eq!(progress.line.moves, [point]);
                    told += 1;
                }
                Some(Report::Answer(_)) => break,
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(told, usize::from(wanted));
    }
}

#[test]
fn pondering_costs_no_time_has_no_answer_and_ends_when_a_move_is_wanted() {
    let clock = Arc::new(ManualClock::default());
    let (mut engine, events) = Engine::with_channel(Arc::clone(&clock) as _, |_| Patient);
    engine.change_options(|options| {
        options.clock.set_turn(1_000);
        options.clock.set_match(100_000);
    });
    engine.ponder(&game());
    wait_until_begun(&engine);
    assert!(!engine.is_thinking());
    assert_eq!(engine.deadline(), None);
    clock.advance(Duration::from_secs(60));
    engine.change_options(|options| options.clock.set_turn(0));
    engine.change_options(|options| options.clock.set_turn(2_000));
    assert_eq!(
        engine.options().clock.left(),
        Some(Duration::from_secs(100))
    );
    let pondered = engine.go(&game(), MOVE, engine.now());
    assert!(engine.is_thinking());
    clock.advance(Duration::from_secs(2));
    let stale = events
        .recv_timeout(Duration::from_secs(20))
        .expect("an answer");
    assert_ne!(stale.id, pondered);
    assert_eq!(engine.accept(stale), None);
    played(&answer(&mut engine, &events));
    assert_eq!(engine.options().clock.left(), Some(Duration::from_secs(98)));
    engine.ponder(&game());
    engine.stop_pondering();
    assert!(engine.forget(), "nothing stands in the way of forgetting");
}

#[test]
fn barred_cells_are_not_played_whoever_chooses_the_move() {
    let corner = point("a1");
    let barring = |barred| Request {
        barred,
        ..Request::from(MOVE)
    };
    let mut players: Vec<(Engine, Receiver<EngineEvent>)> = vec![
        system(|_| Stubborn(Point::new(0, 0))),
        system(|_| Failing(Some(Point::new(0, 0)))),
    ];
    for (engine, events) in &mut players {
        let one = barring([corner].into_iter().collect());
        engine.go(&game(), one, engine.now());
        assert_ne!(played(&answer(engine, events)), corner);
        engine.go(&game(), barring(!Bitboard::EMPTY), engine.now());
        assert_eq!(
            played(&answer(engine, events)),
            corner,
            "all barred is none barred"
        );
    }
}

#[test]
fn a_colour_that_nobody_has_thought_about_is_black() {
    let (mut engine, _events) = system(|_| FixedMoves::default());
    let refusal = || Err(std::io::Error::from(std::io::ErrorKind::WouldBlock));
    for stones in [3, 5] {
        engine.place = Place::NoThread(Box::new(refusal));
        let mut game = game();
        for number in 0..stones {
            game.play(Point::new(2 * number, 7)).expect("a free cell");
        }
        engine.go(&game, Task::Swap2, engine.now());
        let Some(Report::Answer(answer)) = engine.give_up() else {
            panic!("an answer without a search");
        };
        assert_eq!(answer.decision, Decision::Swap, "{stones} stones");
    }
}

#[test]
fn a_colour_follows_from_what_a_late_search_has_told() {
    let clock = Arc::new(ManualClock::default());
    let (release, released) = channel();
    let released = std::sync::Mutex::new(Some(released));
    // It tells an even line, and then nothing any more.
    let (mut engine, _events) = Engine::with_channel(Arc::clone(&clock) as _, move |_| {
        Deaf(released.lock().expect("a lock").take().expect("made once"))
    });
    engine.change_options(|options| options.clock.set_turn(1_000));
    let mut game = game();
    for number in 0..5 {
        game.play(Point::new(2 * number, 7)).expect("a free cell");
    }
    engine.go(&game, Task::Swap2, engine.now());
    wait_until_begun(&engine);
    clock.advance(Duration::from_secs(5));
    let Some(Report::Answer(answer)) = engine.give_up() else {
        panic!("it is late");
    };
    assert!(game.board().is_empty(played(&answer)));
    release.send(()).expect("the thinker waits");
}

#[test]
fn without_a_thread_to_think_moves_come_at_once_and_later_ones_are_searched() {
    let (mut engine, events) = system(|_| FixedMoves::default());
    // As if the system had refused the thread.
    assert!(
        matches!(engine.place, Place::Thread),
        "the system gave a thread"
    );
    let refusal = || Err(std::io::Error::from(std::io::ErrorKind::WouldBlock));
    engine.place = Place::NoThread(Box::new(refusal));
    engine.go(&game(), MOVE, engine.now());
    assert!(engine.deadline() <= Some(engine.now()), "nobody thinks");
    let Some(Report::Answer(answer)) = engine.give_up() else {
        panic!("a move without a search");
    };
    assert!(game().board().is_empty(played(&answer)));
    engine.place = Place::NoThread(Box::new(|| Ok(())));
    engine.go(&game(), MOVE, engine.now());
    assert!(
        matches!(engine.place, Place::Thread),
        "the system was asked again"
    );
    played(&self::answer(&mut engine, &events));
}

#[test]
fn a_manager_that_charges_more_than_we_think_is_believed() {
    let clock = Arc::new(ManualClock::default());
    let (mut engine, events) =
        Engine::with_channel(Arc::clone(&clock) as _, |_| FixedMoves(vec![]));
    let mut left = 60_000;
    let mut hard = || {
        engine.change_options(|options| {
            options.clock.set_turn(1_000);
            options.clock.set_left(left);
        });
        engine.go(&game(), MOVE, engine.now());
        let running = engine.running.as_ref().expect("a search");
        let hard = running.budget().hard.expect("a limit");
        let hard = hard.saturating_sub(running.budget().started);
        played(&answer(&mut engine, &events));
        left -= 100;
        hard
    };
    let before = hard();
    assert_eq!(before, Duration::from_millis(960));
    assert_eq!(
        hard(),
        Duration::from_millis(900),
        "the manager needs 100 ms"
    );
}
