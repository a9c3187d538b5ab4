//! What answers to golden positions are worth: losses, their errors, and how
//! often the move was found, as a table for people and as data. Searches nothing.

use super::set::Heading;
use crate::cli::chances::{best_scale, cross_entropy, entropy};
use crate::types::Score;
use crate::types::score::{LOGIT, chance};
use serde::Serialize;
use std::fmt;

/// Nobody is believed to be surer than this score tells, 0.03 % from certain: what is
/// proven, and what a network exaggerates, would else outweigh all the rest.
const SUREST: Score = 8 * LOGIT;
/// Among so many first moves the golden one is looked for.
const FEW: usize = 8;

/// What somebody says of a golden position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The score.
    pub score: Score,
    /// How many moves are thought to be better than the golden one, if that is known.
    pub rank: Option<usize>,
}

/// All that was said of one position: by the network, then by searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The golden score.
    pub golden: Score,
    /// Whether the stones lie near an edge.
    pub is_near_edge: bool,
    /// What was said.
    pub answers: Vec<Answer>,
}

/// The figures of a set.
#[derive(Serialize, Debug)]
pub struct Figures {
    rule: String,
    size: String,
    golden_nodes: u64,
    positions: usize,
    near_edge: usize,
    /// Mean entropy of the golden chances: the least possible cross entropy.
    entropy: f32,
    rows: Vec<Row>,
}

/// The figures of one who answers.
#[derive(Serialize, Debug)]
struct Row {
    /// Nodes of the search; none for the static value.
    nodes: Option<u64>,
    /// By the project's scale.
    cross_entropy: f32,
    excess: f32,
    /// Standard error of the excess.
    excess_error: f32,
    excess_near_edge: Option<f32>,
    excess_elsewhere: Option<f32>,
    /// The score of a logit that fits best, and the excess with it.
    fitted_scale: f32,
    fitted_excess: f32,
    /// Shares of all positions.
    golden_move_first: f32,
    /// Of the policy alone.
    golden_move_among_8: Option<f32>,
}

impl Figures {
    /// Sums up what was said by the network and by searches of these nodes.
    pub fn new(heading: &Heading, nodes: &[u64], judgements: &[Judgement]) -> Self {
        let static_and_searches = std::iter::once(None).chain(nodes.iter().copied().map(Some));
        Self {
            rule: heading.rule.to_string(),
            size: heading.size.to_string(),
            golden_nodes: heading.nodes,
            positions: judgements.len(),
            near_edge: judgements.iter().filter(|one| one.is_near_edge).count(),
            entropy: mean(judgements.iter().map(|one| entropy(wanted(one)))).unwrap_or(0.0),
            rows: static_and_searches
                .enumerate()
                .map(|(number, nodes)| Row::new(nodes, number, judgements))
                .collect(),
        }
    }
}

impl Row {
    fn new(nodes: Option<u64>, number: usize, judgements: &[Judgement]) -> Self {
        let score = |one: &Judgement| one.answers[number].score.clamp(-SUREST, SUREST) as f32;
        let loss = |one: &Judgement| cross_entropy(score(one) / LOGIT as f32, wanted(one));
        let excess = |one: &Judgement| loss(one) - entropy(wanted(one));
        let excess_where = |is_near_edge: bool| {
            let there = judgements
                .iter()
                .filter(|one| one.is_near_edge == is_near_edge);
            mean(there.map(excess))
        };
        let pairs: Vec<(f32, f32)> = judgements
            .iter()
            .map(|one| (score(one), wanted(one)))
            .collect();
        let (fitted_scale, fitted_loss) = best_scale(&pairs);
        let least = mean(judgements.iter().map(|one| entropy(wanted(one)))).unwrap_or(0.0);
        let within = |places: usize| {
            let is_within =
                |one: &Judgement| one.answers[number].rank.is_some_and(|rank| rank < places);
            mean(
                judgements
                    .iter()
                    .map(|one| f32::from(u8::from(is_within(one)))),
            )
            .unwrap_or(0.0)
        };
        let excesses: Vec<f32> = judgements.iter().map(excess).collect();
        Self {
            nodes,
            cross_entropy: mean(judgements.iter().map(loss)).unwrap_or(0.0),
            excess: mean(excesses.iter().copied()).unwrap_or(0.0),
            excess_error: standard_error(&excesses),
            excess_near_edge: excess_where(true),
            excess_elsewhere: excess_where(false),
            fitted_scale,
            fitted_excess: fitted_loss - least,
            golden_move_first: within(1),
            golden_move_among_8: nodes.is_none().then(|| within(FEW)),
        }
    }
}

/// The golden chance.
fn wanted(judgement: &Judgement) -> f32 {
    chance(judgement.golden.clamp(-SUREST, SUREST)) as f32
}

fn mean(numbers: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, count) = numbers.fold((0.0, 0_usize), |(sum, count), number| {
        (sum + f64::from(number), count + 1)
    });
    (count > 0).then(|| (sum / count as f64) as f32)
}

/// By how much the mean of numbers like these differs from run to run.
fn standard_error(numbers: &[f32]) -> f32 {
    let Some(middle) = mean(numbers.iter().copied()) else {
        return 0.0;
    };
    let squares = numbers
        .iter()
        .map(|number| (number - middle).powi(2))
        .sum::<f32>();
    (squares / numbers.len().saturating_sub(1).max(1) as f32 / numbers.len() as f32).sqrt()
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "{} positions of {} {}, {} of them near an edge, searched with {} nodes\n\
             no cross entropy can be below {:.4}\n",
            self.positions, self.rule, self.size, self.near_edge, self.golden_nodes, self.entropy
        )?;
        writeln!(
            formatter,
            "              cross entropy  excess            at edges  elsewhere  scale  fitted  \
             move first  among 8"
        )?;
        for row in &self.rows {
            writeln!(formatter, "{row}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self
            .nodes
            .map_or_else(|| "static".to_owned(), |nodes| format!("{nodes} nodes"));
        let part =
            |excess: Option<f32>| excess.map_or_else(String::new, |excess| format!("{excess:.4}"));
        let few = self.golden_move_among_8;
        let few = few.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
        let line = format!(
            "{name:<13} {:>13.4}  {:.4} +- {:.4}  {:>8}  {:>9}  {:>5.0}  {:.4}  {:>8.1} %  {few:>7}",
            self.cross_entropy,
            self.excess,
            self.excess_error,
            part(self.excess_near_edge),
            part(self.excess_elsewhere),
            self.fitted_scale,
            self.fitted_excess,
            100.0 * self.golden_move_first,
        );
        formatter.write_str(line.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::win_in;
    use crate::types::{BoardSize, Rule};

    fn figures(judgements: &[Judgement]) -> Figures {
        let heading = Heading {
            rule: Rule::Renju,
            size: BoardSize::square(15).expect("a valid size"),
            nodes: 1000,
            seed: 1,
        };
        Figures::new(&heading, &[50], judgements)
    }

    fn judgement(golden: Score, still: (Score, Option<usize>), searched: Score) -> Judgement {
        let answer = |score, rank| Answer { score, rank };
        Judgement {
            golden,
            is_near_edge: golden > 0,
            answers: vec![answer(still.0, still.1), answer(searched, None)],
        }
    }

    #[test]
    fn who_says_the_golden_score_has_no_excess() {
        let figures = figures(&[
            judgement(150, (150, Some(0)), 300),
            judgement(-90, (-90, Some(7)), -180),
            judgement(20, (20, Some(8)), 40),
            judgement(-20, (-20, None), -40),
        ]);
        let [still, searched] = &figures.rows[..] else {
            panic!("two rows");
        };
        assert!(still.excess.abs() < 1e-6 && still.excess_error < 1e-6);
        assert!((still.cross_entropy - figures.entropy).abs() < 1e-6);
        assert!((still.fitted_scale - 200.0).abs() < 1.0);
        assert!((still.golden_move_first - 0.25).abs() < 1e-6);
        assert_eq!(still.golden_move_among_8, Some(0.5));
        assert!(searched.excess > 0.01, "twice the score");
        assert!((searched.fitted_scale - 400.0).abs() < 2.0);
        assert!(searched.fitted_excess < 1e-4);
        assert_eq!((figures.near_edge, searched.nodes), (2, Some(50)));
        assert!(searched.excess_near_edge > searched.excess_elsewhere);
    }

    #[test]
    fn a_proven_score_costs_no_more_than_being_very_sure() {
        let figures = figures(&[judgement(0, (20_000, None), win_in(3))]);
        let expected = cross_entropy(8.0, 0.5);
        assert!(
            figures
                .rows
                .iter()
                .all(|row| (row.cross_entropy - expected).abs() < 1e-5)
        );
        let json = serde_json::to_value(&figures).expect("JSON");
        assert_eq!(json["rows"][0]["nodes"], serde_json::Value::Null);
        let table = figures.to_string();
        assert!(
            table.contains("static") && table.contains("50 nodes"),
            "{table}"
        );
    }
}
