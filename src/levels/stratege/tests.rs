//! One test for each priority of the document.

use super::super::test_boards::{answer, board, board_of, point};
use super::*;

#[test]
fn the_empty_board_is_entered_in_the_centre() {
    assert_eq!(answer(Stratege, &board(""), 1), "h8");
}

#[test]
fn an_immediate_win_comes_first() {
    assert_eq!(answer(Stratege, &board("a1a3b1b3c1c3d1d3"), 1), "e1");
}

#[test]
fn an_immediate_block_comes_before_everything_but_a_win() {
    // White has an open three, which it would like to make an open four.
    assert_eq!(answer(Stratege, &board("a1h8b1h9c1h10d1"), 1), "e1");
}

#[test]
fn a_forced_win_in_two_plies_is_played_before_the_opponents_is_stopped() {
    // Both have an open three; whoever moves makes an open four.
    let found = answer(Stratege, &board("h8c3i8d3j8e3"), 1);
    assert!(["g8", "k8"].contains(&found.as_str()), "{found}");
}

#[test]
fn the_opponents_forced_win_is_stopped_where_it_starts() {
    let board = board("h8c3i8e12j8");
    let stops = forced_win(
        Rule::Freestyle,
        &board,
        &window(&board, &legal_moves(Rule::Freestyle, &board)),
        Color::Black,
    );
    assert_eq!(
        Some(answer(Stratege, &board, 1)),
        stops.map(|point| point.to_string())
    );
    assert!(["g8", "k8"].contains(&answer(Stratege, &board, 1).as_str()));
}

#[test]
fn a_forced_win_is_none_if_the_opponent_wins_first() {
    // Black's open four would come one stone too late.
    let board = board("h8c3i8d3j8e3n14f3");
    let cells = legal_moves(Rule::Freestyle, &board);
    assert_eq!(
        forced_win(Rule::Freestyle, &board, &cells, Color::Black),
        None
    );
}

#[test]
fn a_double_four_is_a_forced_win_and_a_single_four_is_none() {
    let single = board("a1o1b1o3c1o5");
    let cells = legal_moves(Rule::Freestyle, &single);
    assert_eq!(
        forced_win(Rule::Freestyle, &single, &cells, Color::Black),
        None
    );
    let double = board("a1o1b1o3c1o5d2o7d3o9d4o12");
    let cells = legal_moves(Rule::Freestyle, &double);
    let found = forced_win(Rule::Freestyle, &double, &cells, Color::Black);
    assert_eq!(found, Some(point("d1")));
}

#[test]
fn cells_of_an_open_or_split_four_of_the_opponent_come_before_the_heuristic() {
    // h8i8 and l8 with one end barred: k8 would make XX.XX.
    let board = board("h8g8i8o1l8");
    assert!(blocks_four(Rule::Freestyle, &board, point("k8")));
    assert!(!blocks_four(Rule::Freestyle, &board, point("m8")));
    assert_eq!(answer(Stratege, &board, 1), "k8");
    let open = board_of(15, "h8g2i8o1j8");
    assert!(blocks_four(Rule::Freestyle, &open, point("k8")));
}

#[test]
fn the_guard_rail_prices_a_move_that_leaves_a_five() {
    let board = board("a1h8b1h9c1h10d1");
    assert_eq!(
        guard_rail(Rule::Freestyle, &board, point("h11")),
        GUARD_RAIL
    );
    assert_eq!(guard_rail(Rule::Freestyle, &board, point("e1")), 0);
}

#[test]
fn the_window_is_two_wide_and_three_above_twelve() {
    let small = board_of(12, "f6");
    let cells = window(&small, &legal_moves(Rule::Freestyle, &small));
    assert_eq!(cells.len(), 5 * 5 - 1);
    let large = board_of(13, "g7");
    let cells = window(&large, &legal_moves(Rule::Freestyle, &large));
    assert_eq!(cells.len(), 7 * 7 - 1);
}

#[test]
fn open_patterns_are_worth_more_than_closed_ones() {
    let board = board("h8a1i8a3j8g12h12o1i12");
    let score = |at, color| pattern(&board, point(at), Direction::Horizontal, color);
    assert_eq!(score("k8", Color::Black), OPEN_FOUR);
    assert_eq!(score("j12", Color::Black), CLOSED_THREE);
    assert_eq!(score("b1", Color::White), CLOSED_TWO);
}

#[test]
fn split_threats_need_an_open_end() {
    let open = board("h8a1i8a3l8");
    let score =
        |board: &Board, at| split_threat(board, point(at), Direction::Horizontal, Color::Black);
    assert_eq!(score(&open, "k8"), SPLIT_FOUR);
    assert_eq!(score(&board("h8a1i8"), "k8"), SPLIT_THREE);
    assert_eq!(score(&board("h8a1i8"), "f8"), SPLIT_THREE);
    assert_eq!(score(&board("h8g8i8l8"), "k8"), 0, "shut in");
    assert_eq!(score(&board("h8a1i8"), "j8"), 0, "not split");
}

#[test]
fn the_spaced_extension_needs_free_cells_between_and_an_open_end() {
    let bonus = |moves, at| spaced_extension(&board(moves), point(at), Color::Black);
    assert_eq!(bonus("h8", "k8"), SPACED_EXTENSION);
    assert_eq!(bonus("h8", "k11"), SPACED_EXTENSION);
    assert_eq!(bonus("h8", "j8"), 0);
    assert_eq!(bonus("h8i8", "k8"), 0, "a stone between");
    assert_eq!(bonus("h8g8a1l8", "k8"), 0, "both ends barred");
}

#[test]
fn strength_on_two_axes_is_a_fork() {
    assert_eq!(fork([OPEN_THREE, 0, OPEN_THREE, 0]), 2 * OPEN_THREE);
    assert_eq!(fork([OPEN_THREE, OPEN_TWO, OPEN_TWO, 0]), 0);
    let board = board("i8a1j8a3h9a5h10a7");
    let lesser = evaluate(&board, point("g8"));
    assert!(evaluate(&board, point("h8")) > lesser + 2 * OPEN_THREE);
}

#[test]
fn proximity_is_capped() {
    let few = board("h8");
    assert_eq!(proximity(&few, point("i9")), PROXIMITY);
    let crowd = board("h8h9h10i8i10j8j9j10");
    assert_eq!(proximity(&crowd, point("i9")), MOST_NEIGHBOURS * PROXIMITY);
}

#[test]
fn centrality_fades_as_the_board_fills() {
    let early = board("a1");
    assert!(centrality(&early, point("h8")) > centrality(&early, point("h11")));
    let mut late = early.clone();
    for cell in early.empty().iter().filter(|cell| cell.y() > 8) {
        late.play(cell);
    }
    assert!(centrality(&late, point("h8")) < centrality(&early, point("h8")));
}
