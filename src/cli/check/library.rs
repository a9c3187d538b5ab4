//! The transcripts that the program carries, and those of a directory.

use super::transcript::{self, Transcript};
use anyhow::Context;
use std::path::Path;

/// Lists the files of `protocol-tests/transcripts` by name. A test compares
/// this list with the directory.
macro_rules! embedded {
    ($($name:literal)*) => {
        &[$((
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/protocol-tests/transcripts/",
                $name,
                ".txt"
            )),
        )),*]
    };
}

const EMBEDDED: &[(&str, &str)] = embedded! {
    "about-first"
    "about-in-game"
    "about-while-thinking"
    "analysis-balance-one"
    "analysis-balance-two"
    "analysis-block"
    "analysis-block-all"
    "analysis-block-path"
    "analysis-hash"
    "analysis-info-blocks"
    "analysis-info-blocks-win"
    "analysis-no-details"
    "analysis-pondering"
    "analysis-realtime"
    "analysis-realtime-lost"
    "analysis-search-defend"
    "analysis-settings"
    "analysis-soosorv-steps"
    "analysis-swap2-steps"
    "analysis-threads"
    "analysis-unlimited"
    "analysis-unlimited-calculator"
    "board-all-garbage"
    "board-before-start"
    "board-done-lower-case"
    "board-empty"
    "board-finished-line"
    "board-frees-old-stones"
    "board-full"
    "board-garbage-line"
    "board-in-order"
    "board-in-raster-order"
    "board-keeps-settings"
    "board-line-blanks"
    "board-many-stones"
    "board-one-stone"
    "board-repeated-stone"
    "board-replaces-position"
    "board-stone-off-board"
    "board-strange-fields"
    "board-two-colours"
    "board-uneven-counts"
    "board-uneven-counts-renju"
    "board-unfinished"
    "board-won-by-engine"
    "board-won-by-opponent"
    "end-first"
    "end-idle"
    "end-inside-board"
    "end-lower-case"
    "end-then-closed"
    "end-while-thinking"
    "eof-after-script"
    "eof-after-unended-line"
    "eof-first"
    "eof-idle"
    "eof-while-thinking"
    "info-before-start"
    "info-evaluate"
    "info-folder"
    "info-game-type"
    "info-garbage-value"
    "info-less-time-than-turn"
    "info-limits-off"
    "info-long-line"
    "info-manager-overhead"
    "info-match-alone"
    "info-match-zero"
    "info-max-depth"
    "info-max-node"
    "info-memory-huge"
    "info-memory-limit"
    "info-memory-small"
    "info-memory-tiny"
    "info-memory-zero"
    "info-rule-after-start"
    "info-rule-before-start"
    "info-rule-caro"
    "info-rule-numbers"
    "info-short-turn"
    "info-threads"
    "info-time-left-alone"
    "info-time-left-beyond"
    "info-time-left-negative"
    "info-time-left-tiny"
    "info-time-left-unlimited"
    "info-time-left-without-match"
    "info-turn-and-match-zero"
    "info-turn-limit"
    "info-turn-zero"
    "info-unknown-key"
    "info-upper-case-keys"
    "manager-calculator"
    "manager-cli-board"
    "manager-cli-game"
    "manager-cli-time-loss"
    "manager-console"
    "manager-judge-caro"
    "manager-judge-empty"
    "manager-judge-opening"
    "manager-judge-overdrawn"
    "manager-judge-swap2"
    "manager-piskvork-continuous"
    "manager-piskvork-first"
    "manager-piskvork-new-game"
    "manager-piskvork-opening"
    "manager-piskvork-rectangle"
    "manager-piskvork-second"
    "manager-piskvork-stop-button"
    "manager-piskvork-undo"
    "manager-qpiskvork-board"
    "manager-qpiskvork-first"
    "manager-qpiskvork-swap2"
    "manager-skeleton-defaults"
    "manager-yixin-board-analysis"
    "manager-yixin-board-first"
    "output-big-memory-start"
    "output-judge-far-corner"
    "output-long-game"
    "output-start-up"
    "output-whole-lines"
    "play-after-turn"
    "play-echo"
    "play-illegal"
    "restart-empties-board"
    "restart-keeps-rule"
    "restart-keeps-settings"
    "restart-keeps-size"
    "rules-caro-blocked-five-needs-no-block"
    "rules-caro-blocked-five-no-win"
    "rules-caro-edge-is-no-block"
    "rules-caro-edge-must-be-blocked"
    "rules-caro-exact-blocked-five-no-win"
    "rules-caro-exact-six-no-win"
    "rules-caro-finished-line-is-no-block"
    "rules-caro-six-wins"
    "rules-continuous-block-beside-wall"
    "rules-continuous-no-win-through-wall"
    "rules-freestyle-five-first"
    "rules-freestyle-six-blocked"
    "rules-freestyle-six-wins"
    "rules-renju-black-overline"
    "rules-renju-double-four"
    "rules-renju-double-four-in-line"
    "rules-renju-double-three"
    "rules-renju-false-three"
    "rules-renju-five-with-overline"
    "rules-renju-forced-onto-foul"
    "rules-renju-overline-needs-no-block"
    "rules-renju-white-free"
    "rules-renju-white-six-wins"
    "rules-standard-six-needs-no-block"
    "rules-standard-six-no-win"
    "start-bad-keeps-playing"
    "start-changes-size"
    "start-fifteen"
    "start-huge"
    "start-in-mid-game"
    "start-keeps-settings"
    "start-largest-32"
    "start-letters"
    "start-missing-size"
    "start-negative"
    "start-rectangle"
    "start-rectangle-refused-politely"
    "start-rectangle-square"
    "start-smallest"
    "start-too-large"
    "start-too-small"
    "start-twenty"
    "start-two-numbers"
    "start-two-unequal-numbers"
    "start-zero"
    "stream-cr"
    "stream-crlf"
    "stream-empty-lines"
    "stream-empty-lines-in-board"
    "stream-lf"
    "stream-mixed-ends"
    "stream-next-command-at-once"
    "stream-next-start-at-once"
    "stream-one-write"
    "stream-split-writes"
    "stream-trailing-blanks"
    "swap2-bad-lines"
    "swap2-before-start"
    "swap2-five-stones"
    "swap2-opening"
    "swap2-then-board"
    "swap2-three-stones"
    "tactics-judge-caro-15"
    "tactics-judge-caro-block"
    "tactics-judge-freestyle-15"
    "tactics-judge-freestyle-20"
    "tactics-judge-renju-15"
    "tactics-judge-renju-foul"
    "tactics-judge-standard-15"
    "tactics-judge-standard-block"
    "takeback-empty-cell"
    "takeback-from-board"
    "takeback-malformed"
    "takeback-newest"
    "takeback-nothing"
    "takeback-older-stone"
    "takeback-then-turn"
    "takeback-whole-game"
    "thinking-board"
    "thinking-restart"
    "thinking-settings-change"
    "thinking-start"
    "thinking-stop-button"
    "thinking-takeback"
    "thinking-turn"
    "thinking-unknown-command"
    "turn-before-start"
    "turn-begin"
    "turn-begin-before-start"
    "turn-begin-on-stones"
    "turn-blanks"
    "turn-fills-board"
    "turn-full-board"
    "turn-lower-case"
    "turn-malformed"
    "turn-negative"
    "turn-occupied"
    "turn-off-board"
    "turn-twenty-digits"
    "unknown-command"
    "unknown-done"
    "unknown-high-bytes"
    "unknown-long-line"
    "unknown-long-turn"
    "unknown-nul-bytes"
    "unknown-numbers"
    "unknown-ten-times"
    "yixin-board-silent"
    "yixin-board-while-thinking"
    "yixin-cut-short-move"
    "yixin-database-nothing-to-tell"
    "yixin-database-while-thinking"
    "yixin-hash-size"
    "yixin-messages"
    "yixin-nbest"
    "yixin-nbest-goes-on"
    "yixin-nbest-more-than-cells"
    "yixin-pondering-goes-on"
    "yixin-rule-two-is-renju"
    "yixin-showforbid"
    "yixin-showforbid-nothing"
    "yixin-showforbid-two"
    "yixin-stop"
    "yixin-stop-idle"
    "yixin-stop-short-name"
    "yixin-stop-unlimited"
    "yixin-swap2-twice"
};

/// The transcripts that the program carries, by name.
pub fn embedded() -> anyhow::Result<Vec<Transcript>> {
    EMBEDDED
        .iter()
        .map(|(name, text)| transcript::parse(name, text).with_context(|| format!("{name}.txt")))
        .collect()
}

/// The transcripts of a directory: every `*.txt` file, by name.
pub fn in_directory(directory: &Path) -> anyhow::Result<Vec<Transcript>> {
    let entries = std::fs::read_dir(directory)
        .with_context(|| format!("cannot read the directory {}", directory.display()))?;
    let mut transcripts = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let parsed = transcript::parse(&name, &text).with_context(|| path.display().to_string())?;
        transcripts.push(parsed);
    }
    transcripts.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(transcripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_carries_every_transcript() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/transcripts");
        let names = |transcripts: Vec<Transcript>| -> Vec<String> {
            transcripts.into_iter().map(|t| t.name).collect()
        };
        let carried = names(embedded().expect("every transcript is well-formed"));
        let present = names(in_directory(&directory).expect("the directory can be read"));
        assert_eq!(
            carried, present,
            "the list in this file must equal the directory"
        );
    }
}
