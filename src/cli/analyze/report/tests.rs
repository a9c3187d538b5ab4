//! Tests of the report: of its plain form, which a person can read here.

use super::*;
use crate::board::text::points_to_text;
use crate::cli::probes::forced::Forced;
use crate::cli::records::subject::{Source, read};
use crate::cli::terminal::look::visible_width;
use crate::types::Rule;
use crate::types::score::win_in;

fn subject(moves: &str, rule: Rule) -> Subject {
    let source = Source {
        text: Some(moves.to_owned()),
        rule: Some(rule),
        ..Source::default()
    };
    read(&source).expect(moves)
}

fn points(text: &str) -> Vec<Point> {
    let size = BoardSize::square(15).expect("a size");
    let typed = crate::board::text::parse_points(text).expect("points");
    typed.iter().map(|&point| size.flip_rows(point)).collect()
}

fn line(moves: &str, score: Score) -> Line {
    Line {
        moves: points(moves),
        score,
        depth: 9,
        selective_depth: 21,
    }
}

fn analysis(lines: Vec<Line>) -> Analysis {
    Analysis {
        lines,
        nodes: 1_234_567,
        elapsed: Duration::from_millis(2_500),
        forced: None,
    }
}

#[test]
fn the_good_moves_stand_on_the_board_beside_it_and_below_it() {
    let subject = subject("h8i9", Rule::Freestyle);
    let analysis = analysis(vec![line("i7h7", 83), line("g9", -90)]);
    let text = write(&subject, &analysis, Look::PLAIN);
    let expected = [
        "freestyle on 15x15, black to move after 2 stones",
        "",
        "    a b c d e f g h i j k l m n o",
        "15  . . . . . . . . . . . . . . .  15   A i7   +83 60 %",
    ];
    assert_eq!(text.lines().take(4).collect::<Vec<_>>(), expected);
    assert!(
        text.contains(" 7  . . . . . . . . A . . . . . .  7"),
        "{text}"
    );
    assert!(
        text.contains(" 9  . . . . . . B .(O). . . . . .  9"),
        "{text}"
    );
    assert!(
        text.contains("1,234,567 nodes") && text.contains("2.5 s"),
        "{text}"
    );
    assert!(text.ends_with("A  +83 60 %      9-21  i7 h7\nB  -90 39 %      9-21  g9\n"));
}

#[test]
fn a_forced_win_is_told_move_by_move_and_drawn_with_numbers() {
    let subject = subject("h8a1i8a2j8a3", Rule::Freestyle);
    let mut analysis = analysis(vec![line("k8", win_in(3))]);
    analysis.forced = Some(Forced {
        winner: Color::Black,
        moves: points("k8g8l8"),
        is_complete: true,
    });
    let text = write(&subject, &analysis, Look::PLAIN);
    assert!(text.contains("Black wins by force in 2 moves:"), "{text}");
    assert!(text.contains("1. X k8     2. O g8     3. X l8"), "{text}");
    assert!(
        text.contains(" 8   .  .  .  .  .  .  2  X  X  X  1  3  .  .  .  8"),
        "{text}"
    );
    let rows: Vec<&str> = text.lines().collect();
    let last_screen = rows[rows.len().saturating_sub(23)..].join("\n");
    for part in ["A k8   wins in 2", "A  wins in 2", "black to move", "2.5 s"] {
        assert!(last_screen.contains(part), "{part} scrolled away:\n{text}");
    }
    if let Some(forced) = &mut analysis.forced {
        forced.is_complete = false;
    }
    let text = write(&subject, &analysis, Look::PLAIN);
    assert!(text.contains("this much of it is known"), "{text}");
}

#[test]
fn a_finished_game_has_a_winner_and_no_moves() {
    let subject = subject("h8a1i8a3j8a5k8a7l8", Rule::Freestyle);
    let text = write(&subject, &Analysis::nothing(), Look::PLAIN);
    assert!(text.contains("Black has won"), "{text}");
    assert!(text.contains("(X X X X X)"), "{text}");
    assert!(!text.contains("nodes"), "{text}");
}

#[test]
fn forbidden_points_are_marked_for_black_in_renju() {
    let subject = subject("h8a1i8a3j7a5j6a7", Rule::Renju);
    let text = write(&subject, &analysis(vec![line("h9", 5)]), Look::PLAIN);
    assert!(text.contains("! forbidden to black"), "{text}");
    assert!(text.contains('!'), "{text}");
}

#[test]
fn no_line_is_wider_than_the_terminal_in_any_look() {
    let long = points_to_text(
        &subject("a1", Rule::Freestyle)
            .board
            .empty()
            .iter()
            .take(60)
            .collect::<Vec<_>>(),
    );
    let subject = subject("h8i9", Rule::Freestyle);
    let mut analysis = analysis(vec![line(&long, win_in(59)), line(&long, 3)]);
    analysis.forced = Some(Forced {
        winner: Color::Black,
        moves: points(&long),
        is_complete: true,
    });
    for (color, width) in [(false, 80), (true, 80), (true, 60)] {
        let look = Look {
            color,
            live: false,
            width,
            height: None,
        };
        for line in write(&subject, &analysis, look).lines() {
            assert!(visible_width(line) <= width, "{line}");
        }
    }
}

#[test]
fn counts_and_times_are_easy_to_read() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_000), "1,000");
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!(seconds(Duration::from_millis(250)), "250 ms");
    assert_eq!(seconds(Duration::from_millis(2_449)), "2.4 s");
}
