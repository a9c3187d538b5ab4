//! The format of Piskvork's saved games: a heading, one `x,y,milliseconds` line
//! a move (counted from 1), both players, and a code for how the game ended.

use super::GameRecord;
use std::fmt::Write;

/// The game as the text of a `.psq` file.
pub fn write(record: &GameRecord) -> anyhow::Result<String> {
    let size = record.board_size()?;
    // The numbers behind the size are skill levels, and -1 at the end says that there is no
    // code for how the game ended: the Gomocup judge writes just these.
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", size.width(), size.height());
    let times = std::iter::repeat_n(0, record.opening).chain(record.times.iter().copied());
    for (point, time) in record.points()?.iter().zip(times) {
        writeln!(text, "{},{},{time}", point.x() + 1, point.y() + 1)?;
    }
    writeln!(text, "{}\n{}\n-1", record.black, record.white)?;
    Ok(text)
}

/// The name of the game's file: its number and its players, without signs that a file
/// system could stumble over.
pub fn file_name(record: &GameRecord) -> String {
    let plain = |name: &str| {
        name.chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect::<String>()
    };
    format!(
        "{:05}-{}-{}.psq",
        record.game + 1,
        plain(&record.black),
        plain(&record.white)
    )
}

#[cfg(test)]
mod tests {
    use super::super::game_record::tests::sample;
    use super::*;

    #[test]
    fn a_game_is_written_as_piskvork_reads_it() {
        assert_eq!(
            write(&sample()).expect("a valid record"),
            "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n10,10,0\n1,1,250\nnew\nold]one\n-1\n"
        );
        assert_eq!(file_name(&sample()), "00005-new-old_one.psq");
    }
}
