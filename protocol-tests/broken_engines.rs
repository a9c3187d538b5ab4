//! Proves that the runner catches engines that break the protocol: each test
//! is a small engine in shell with one fault.

use crate::harness;
use quinte::cli::arena::process::EngineCommand;
use quinte::cli::check::runner::{Mode, Options, Outcome, Report, play};
use quinte::cli::check::transcript::parse;
use std::time::Instant;

/// A shell script that answers lines; `$line` is the line. The arms of the
/// `case` given come before those of a correct engine.
fn shell_engine(arms: &str) -> EngineCommand {
    let script = format!(
        r#"while read -r line; do
            case "$line" in
                {arms}
                START*) echo OK ;;
                BEGIN) echo 7,7 ;;
                TURN*) echo 8,8 ;;
                ABOUT) echo 'name="a", version="b", author="c", country="d"' ;;
                INFO*) ;;
                END) exit 0 ;;
                *) echo UNKNOWN ;;
            esac
        done"#
    );
    EngineCommand::program("/bin/sh")
        .argument("-c")
        .argument(&script)
}

fn replay(engine: &EngineCommand, steps: &str, mode: Mode) -> Report {
    let text = format!("title\nline-end: lf\n\n{steps}");
    let transcript = parse("test", &text).expect("a valid transcript");
    let options = Options {
        mode,
        time_scale: 1.0,
    };
    play(&transcript, engine, &options)
}

/// The reason why the engine fails the transcript, in both modes.
fn reason(arms: &str, steps: &str) -> String {
    let engine = shell_engine(arms);
    let reasons = [Mode::Normal, Mode::Pipelined].map(|mode| {
        let report = replay(&engine, steps, mode);
        match report.outcome {
            Outcome::Failed { reason, .. } => reason,
            other => panic!("{other:?} in {mode} mode: {:#?}", report.dialogue),
        }
    });
    reasons.join("\n")
}

const GAME: &str = "> START 15\n< OK\n> INFO timeout_turn 100\n> BEGIN\n< move\n> TURN {free}\n\
    < move\n> ABOUT\n< about\n";

#[test]
fn a_correct_engine_passes() {
    for mode in [Mode::Normal, Mode::Pipelined] {
        let report = replay(&shell_engine(""), GAME, mode);
        assert_eq!(report.outcome, Outcome::Passed, "{:#?}", report.dialogue);
    }
}

#[test]
fn an_answer_too_many_is_caught() {
    let twice = "BEGIN) echo 7,7; echo 7,7 ;;";
    assert!(reason(twice, GAME).contains("occupied"));
    assert!(reason(twice, "> START 15\n< OK\n> BEGIN\n< move").contains("too many"));
}

#[test]
fn an_answer_to_info_is_caught() {
    assert!(reason("INFO*) echo ERROR unknown key ;;", GAME).contains("got 'ERROR"));
}

#[test]
fn an_engine_that_never_answers_is_caught_in_time() {
    let soon = harness::within(5_000);
    let text = reason("START*) ;;", "> START 15\n< OK within 200 ms");
    assert!(text.contains("no answer came within 200 ms"), "{text}");
    assert!(Instant::now() < soon);
}

#[test]
fn an_engine_that_never_reads_does_not_hold_up_the_runner() {
    let soon = harness::within(5_000);
    let deaf = EngineCommand::program("/bin/sh")
        .argument("-c")
        .argument("exec sleep 60");
    let report = replay(
        &deaf,
        "> \\(x*1000000)\n< unknown within 200 ms",
        Mode::Normal,
    );
    assert!(matches!(report.outcome, Outcome::Failed { .. }));
    assert!(Instant::now() < soon);
}

#[test]
fn an_engine_that_prints_without_end_does_not_hold_up_the_runner() {
    let soon = harness::within(5_000);
    let steps = "> START 15\n< OK within 200 ms";
    for line in ["MESSAGE hello", "x"] {
        let script = format!("while :; do echo {line}; done");
        let noisy = EngineCommand::program("/bin/sh")
            .argument("-c")
            .argument(&script);
        let report = replay(&noisy, steps, Mode::Normal);
        assert!(matches!(report.outcome, Outcome::Failed { .. }), "{line}");
    }
    assert!(Instant::now() < soon);
}

#[test]
fn a_taken_cell_is_caught() {
    assert!(reason("TURN*) echo 7,7 ;;", GAME).contains("7,7 (h8) is occupied"));
}

#[test]
fn a_cell_off_the_board_is_caught() {
    assert!(reason("BEGIN) echo 15,3 ;;", GAME).contains("off the 15x15 board"));
    assert!(reason("BEGIN) echo -5,-5 ;;", GAME).contains("got '-5,-5'"));
}

#[test]
fn a_forbidden_point_is_caught() {
    let steps = "> START 15\n< OK\n> INFO rule 4\n> BOARD\n> 5,7,1\n> 0,0,2\n> 6,7,1\n> 14,0,2\n\
        > 7,5,1\n> 0,14,2\n> 7,6,1\n> 14,14,2\n> DONE\n< move";
    let arms = "BOARD | [0-9]*) ;; DONE) echo 7,7 ;;";
    assert!(reason(arms, steps).contains("DoubleThree"));
}

#[test]
fn a_move_with_blanks_is_caught() {
    assert!(reason("BEGIN) echo '7,7 ' ;;", GAME).contains("blanks around the move"));
    assert!(reason("BEGIN) echo ' 7,7' ;;", GAME).contains("blanks around the move"));
}

#[test]
fn a_chatty_ok_is_caught() {
    assert!(reason("START*) echo 'OK - hello' ;;", GAME).contains("got 'OK - hello'"));
    assert!(reason("START*) echo ok ;;", GAME).contains("got 'ok'"));
}

#[test]
fn a_bare_message_is_caught() {
    assert!(reason("BEGIN) echo MESSAGE; echo 7,7 ;;", GAME).contains("got 'MESSAGE'"));
}

#[test]
fn messages_and_debug_lines_may_come_in_between() {
    let chatty = shell_engine("BEGIN) echo MESSAGE thinking; echo DEBUG x; echo 7,7 ;;");
    let report = replay(&chatty, GAME, Mode::Normal);
    assert_eq!(report.outcome, Outcome::Passed, "{:#?}", report.dialogue);
}

#[test]
fn a_suggestion_is_caught() {
    assert!(reason("BEGIN) echo SUGGEST 7,7 ;;", GAME).contains("got 'SUGGEST 7,7'"));
}

#[test]
fn an_engine_that_leaves_early_is_caught() {
    assert!(reason("BEGIN) exit 3 ;;", GAME).contains("ended"));
}

#[test]
fn an_engine_that_does_not_leave_is_caught() {
    let text = reason("END) ;;", "> START 15\n< OK\n> END\n< exit within 200 ms");
    assert!(text.contains("still there"), "{text}");
}

#[test]
fn a_bad_exit_code_is_caught() {
    let text = reason(
        "END) exit 3 ;;",
        "> START 15\n< OK\n> END\n< exit within 2 s",
    );
    assert!(text.contains("exit status: 3"), "{text}");
}

#[test]
fn last_words_are_caught() {
    let text = reason(
        "END) echo bye; exit 0 ;;",
        "> START 15\n< OK\n> END\n< exit within 2 s",
    );
    assert!(text.contains("'bye'"), "{text}");
}

#[test]
fn a_late_answer_is_caught() {
    let slow = "BEGIN) sleep 0.3; echo 7,7 ;;";
    let steps = "> START 15\n< OK\n> BEGIN\n< move within 100 ms";
    assert!(reason(slow, steps).contains("no answer came within 100 ms"));
    let paused = "> START 15\n< OK\n> BEGIN\n! pause 600 ms\n< move within 100 ms";
    assert!(reason(slow, paused).contains("too late"));
    let summed = "> START 15\n< OK\n> BEGIN\n< move\n< total time below 200 ms";
    assert!(reason(slow, summed).contains("but it is"));
}

#[test]
fn untidy_output_is_caught() {
    let steps = "> START 15\n< OK\n> BEGIN\n< move\n< tidy output";
    let text = reason("BEGIN) echo oops >&2; sleep 0.1; echo 7,7 ;;", steps);
    assert!(text.contains("standard error says 'oops'"), "{text}");
    let text = reason("BEGIN) printf 7,; sleep 0.1; echo 7 ;;", steps);
    assert!(text.contains("several writes"), "{text}");
    let text = reason("BEGIN) printf '7,7\\r\\n' ;;", steps);
    assert!(text.contains("ends unlike the first line"), "{text}");
    let text = reason("BEGIN) printf 'MESSAGE %09000d\\n' 1; echo 7,7 ;;", steps);
    assert!(text.contains("has 9008 bytes"), "{text}");
}

#[test]
fn what_an_engine_declines_is_no_failure() {
    let steps = "> START 15\n< OK\n> RECTSTART 30,20\n< OK or decline\n> TURN 29,19\n< move";
    for mode in [Mode::Normal, Mode::Pipelined] {
        let report = replay(&shell_engine(""), steps, mode);
        assert_eq!(report.outcome, Outcome::Declined, "{:#?}", report.dialogue);
    }
}

#[test]
fn an_answer_that_may_come_may_also_stay_away() {
    let steps = "> START 15\n< OK\n> NOISE\n< maybe unknown\n> ABOUT\n< about\n";
    for arms in ["", "NOISE) ;;"] {
        let report = replay(&shell_engine(arms), steps, Mode::Normal);
        assert_eq!(report.outcome, Outcome::Passed, "{:#?}", report.dialogue);
    }
    let twice = "NOISE) echo UNKNOWN; echo UNKNOWN ;;";
    assert!(reason(twice, steps).contains("got 'UNKNOWN'"));
}

#[test]
fn too_much_memory_is_caught() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let text = reason("", "> START 15\n< OK\n< memory below 0 MiB");
    assert!(text.contains("owns"), "{text}");
}

#[test]
fn a_command_that_does_not_exist_is_reported() {
    let report = replay(
        &EngineCommand::program("/no/such/engine"),
        GAME,
        Mode::Normal,
    );
    let Outcome::Failed { reason, .. } = report.outcome else {
        panic!("it cannot pass");
    };
    assert!(reason.contains("cannot be started"), "{reason}");
}
