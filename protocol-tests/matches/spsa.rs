//! A tuning run that is killed goes on where it was.

use super::{Workplace, succeed};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const ITERATIONS: u64 = 12;

fn spsa(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-quinte"));
    command.args(["spsa", "razor_margin", "order_history=300"]);
    command.args(["--size", "8", "--nodes", "30", "--pairs", "1", "-j2"]);
    command.args(["--iterations", &ITERATIONS.to_string(), "--rate", "0.5"]);
    command.arg("--resume").arg("--out").arg(file);
    command
}

fn state(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).expect("a state");
    serde_json::from_str(&text).expect("whole JSON")
}

fn values(state: &Value) -> Vec<f64> {
    let numbers = state["climb"]["numbers"].as_array().expect("numbers");
    let values = numbers.iter().map(|number| number["value"].as_f64());
    values.collect::<Option<Vec<f64>>>().expect("values")
}

#[test]
fn a_killed_tuning_run_goes_on_and_ends_as_without_the_kills() {
    let place = Workplace::new();
    let file = place.file("killed.json");
    let mut done = 0;
    for kill in 0..6 {
        let mut running = spsa(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(60 + kill * 37 % 90));
        running.kill().expect("the run goes on or has ended");
        running.wait().expect("it ends");
        if file.exists() {
            let now = state(&file)["climb"]["done"].as_u64().expect("a count");
            assert!(now >= done, "{now} after {done} iterations");
            done = now;
        }
    }
    let report = succeed(&mut spsa(&file));
    assert!(report.contains("12 of 12 iterations, 24 games"), "{report}");
    let whole = place.file("whole.json");
    succeed(&mut spsa(&whole));
    let pairs = values(&state(&file))
        .into_iter()
        .zip(values(&state(&whole)));
    for (killed, whole) in pairs {
        assert!((killed - whole).abs() < 1e-6, "{killed} {whole}");
    }
}

#[test]
fn a_run_is_not_overwritten_nor_mixed_with_another() {
    let place = Workplace::new();
    let file = place.file("run.json");
    succeed(spsa(&file).args(["--iterations", "1"]));
    let before = state(&file);
    for arguments in [["--nodes", "31"], ["--seed", "9"], ["--iterations", "2"]] {
        let output = spsa(&file).args(arguments).output().expect("it starts");
        assert!(!output.status.success(), "{arguments:?}");
    }
    assert_eq!(state(&file), before);
}
