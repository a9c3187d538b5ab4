//! The results of a match as text for people: a table of all engines, each
//! pairing with its Elo, and the sequential test. Counts nothing.

use super::ratings::rate;
use super::sequential::{Decision, SequentialTest};
use super::standings::{FAULTS, Standings};
use crate::cli::arena::tally::Tally;

/// The final report.
pub fn report(standings: &Standings, test: Option<&SequentialTest>) -> String {
    let mut lines = table(standings);
    let count = standings.names().len();
    for first in 0..count {
        for second in first + 1..count {
            let tally = standings.between(first, second);
            if tally.games() > 0 {
                lines.push(String::new());
                lines.extend(pairing(standings, first, second, tally));
            }
        }
    }
    if let (Some(test), true) = (test, count >= 2) {
        lines.push(String::new());
        lines.push(sequential(test, standings.between(0, 1)));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// One line of progress: the score of the first engine and what it means.
pub fn summary(standings: &Standings, test: Option<&SequentialTest>) -> String {
    let total = standings.total(0);
    let mut words = vec![score(&total)];
    if let Some(estimate) = total.estimate() {
        words.push(format!(
            "Elo {} [{}, {}]  LOS {:.1} %",
            signed(estimate.elo),
            signed(estimate.low),
            signed(estimate.high),
            100.0 * estimate.superiority
        ));
    }
    if let Some(share) = total.share_by_color() {
        words.push(format!(
            "pairs +{} ={} -{}, {:.0} % by colour",
            total.pairs_won(),
            total.pairs_split(),
            total.pairs_lost(),
            100.0 * share
        ));
    }
    if let Some(test) = test {
        let ratio = test.log_likelihood_ratio(&total.pairs);
        let (lower, upper) = test.bounds();
        words.push(format!("LLR {ratio:.2} ({lower:.2}, {upper:.2})"));
    }
    let faults: Vec<String> = FAULTS
        .iter()
        .enumerate()
        .filter_map(|(index, (_, name))| {
            let sum: u64 = (0..standings.names().len())
                .map(|engine| standings.faults(engine)[index])
                .sum();
            (sum > 0).then(|| format!("{name} {sum}"))
        })
        .collect();
    if !faults.is_empty() {
        words.push(faults.join(" "));
    }
    words.join("  ")
}

/// Wins, draws and losses.
fn score(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// A difference in Elo with its sign, rounded.
fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf" } else { "-inf" }.to_owned();
    }
    // Adding zero turns a negative zero into a plain one.
    format!("{:+.0}", elo.round() + 0.0)
}

/// The table of all engines, the best first.
fn table(standings: &Standings) -> Vec<String> {
    let names = standings.names();
    let with_ratings = names.len() > 2;
    let ratings = rate(&standings.points());
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| {
        let by_score = standings
            .total(b)
            .score()
            .total_cmp(&standings.total(a).score());
        let by_rating = ratings[b].elo.total_cmp(&ratings[a].elo);
        by_rating.then(by_score)
    });
    let mut head = vec!["", "engine", "games", "won", "drawn", "lost", "score"];
    if with_ratings {
        head.extend(["Elo", "+/-"]);
    }
    head.extend(FAULTS.iter().map(|&(_, name)| name));
    head.push("slowest");
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    for (place, &engine) in order.iter().enumerate() {
        let total = standings.total(engine);
        let mut row = vec![
            (place + 1).to_string(),
            names[engine].clone(),
            total.games().to_string(),
            total.wins.to_string(),
            total.draws.to_string(),
            total.losses.to_string(),
            format!("{:.1} %", 100.0 * total.score()),
        ];
        if with_ratings {
            row.push(signed(ratings[engine].elo));
            row.push(format!("{:.0}", ratings[engine].error));
        }
        row.extend(standings.faults(engine).iter().map(ToString::to_string));
        row.push(format!("{} ms", standings.slowest(engine)));
        rows.push(row);
    }
    align(&rows)
}

/// Pads the cells of each column to one width: names to the left, figures to the right.
fn align(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let width = |row: &Vec<String>| row[column].chars().count();
            rows.iter().map(width).max().unwrap_or(0)
        })
        .collect();
    rows.iter()
        .map(|row| {
            let cells = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, width))| {
                    if column == 1 {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                });
            cells.collect::<Vec<_>>().join("  ")
        })
        .collect()
}

/// What the games between two engines say.
fn pairing(standings: &Standings, first: usize, second: usize, tally: &Tally) -> Vec<String> {
    let names = standings.names();
    let mut lines = vec![format!(
        "{} - {}: {} ({:.1} %)",
        names[first],
        names[second],
        score(tally),
        100.0 * tally.score()
    )];
    if let Some(estimate) = tally.estimate() {
        lines.push(format!(
            "  Elo {}, 95 % interval {} to {}, likelihood of superiority {:.1} %",
            signed(estimate.elo),
            signed(estimate.low),
            signed(estimate.high),
            100.0 * estimate.superiority
        ));
    }
    let [zero, half, one, three_halves, two] = tally.pairs;
    lines.push(format!(
        "  pairs by points: 0: {zero}, 0.5: {half}, 1: {one}, 1.5: {three_halves}, 2: {two}"
    ));
    lines.extend(tally.share_by_color().map(|share| {
        let [black, white] = tally.by_color;
        format!(
            "  pairs: won {}, split {}, lost {}; {:.1} % split by colour (Black {black}, White {white})",
            tally.pairs_won(),
            tally.pairs_split(),
            tally.pairs_lost(),
            100.0 * share
        )
    }));
    lines
}

/// Where the sequential test stands.
fn sequential(test: &SequentialTest, tally: &Tally) -> String {
    let (lower, upper) = test.bounds();
    let decision = match test.decide(&tally.pairs) {
        Decision::Open => "not decided".to_owned(),
        Decision::Accepted => format!("accepted: better by {} Elo", test.elo1),
        Decision::Rejected => format!("rejected: not better by more than {} Elo", test.elo0),
    };
    format!(
        "sequential test of {} against {} Elo (alpha {}, beta {}): LLR {:.2} in ({lower:.2}, {upper:.2}), {decision}",
        test.elo0,
        test.elo1,
        test.alpha,
        test.beta,
        test.log_likelihood_ratio(&tally.pairs),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::records::game_record::tests::sample;

    #[test]
    fn the_report_shows_score_elo_faults_and_the_test() {
        let mut standings = Standings::new(["new".to_owned(), "old]one".to_owned()]);
        standings.add("x", &sample());
        let test = SequentialTest::new(0.0, 10.0, 0.05, 0.05).expect("a valid test");
        let report = report(&standings, Some(&test));
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(
            lines[0],
            "   engine   games  won  drawn  lost    score  foul  illegal  time  crash  hang  slowest"
        );
        assert_eq!(
            lines[1],
            "1  old]one      1    1      0     0  100.0 %     0        0     0      0     0   250 ms"
        );
        assert_eq!(
            lines[2],
            "2  new          1    0      0     1    0.0 %     0        0     1      0     0     0 ms"
        );
        assert_eq!(lines[4], "new - old]one: +0 =0 -1 (0.0 %)");
        assert!(lines[5].contains("Elo -inf"), "{}", lines[5]);
        assert!(
            report.contains("LLR 0.00 in (-2.94, 2.94), not decided"),
            "{report}"
        );
        assert!(summary(&standings, Some(&test)).ends_with("time 1"));
    }

    #[test]
    fn pairs_are_shown_with_the_share_that_colour_decided() {
        let mut standings = Standings::new(["new".to_owned(), "old]one".to_owned()]);
        let first = sample();
        standings.add("x", &first);
        assert!(
            !report(&standings, None).contains("by colour"),
            "half a pair"
        );
        let mut second = first.clone();
        second.game ^= 1;
        std::mem::swap(&mut second.black, &mut second.white);
        standings.add("x", &second);
        let report = report(&standings, None);
        let line = "  pairs: won 0, split 1, lost 0; 100.0 % split by colour (Black 0, White 1)";
        assert!(report.lines().any(|one| one == line), "{report}");
        let summary = summary(&standings, None);
        assert!(
            summary.contains("pairs +0 =1 -0, 100 % by colour"),
            "{summary}"
        );
    }

    #[test]
    fn three_engines_have_ratings() {
        let mut standings = Standings::new(["a", "b", "c"].map(str::to_owned));
        standings.add("x", &sample());
        assert!(
            report(&standings, None)
                .lines()
                .next()
                .is_some_and(|head| head.contains("Elo"))
        );
    }

    #[test]
    fn elo_is_printed_with_its_sign_and_never_as_minus_zero() {
        assert_eq!(signed(-0.2), "+0");
        assert_eq!(signed(12.6), "+13");
        assert_eq!(signed(f64::NEG_INFINITY), "-inf");
    }
}
