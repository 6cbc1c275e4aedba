//! Limits of time when the machine gives the run no time: no search is blamed for it.

mod common;

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::Folder;
use common::rows::rows;

/// Stops and continues a process as a machine does that is suspended, or busy with other programs.
#[test]
fn a_run_that_is_stopped_for_a_while_has_no_timeouts() {
    let folder = Folder::new();
    folder.write(
        "solver.sh",
        "printf 'quadrille 2\\nname s\\nversion 1\\ntakes sudoku:9\\nready\\n'\n\
         while read -r word number rest; do case $word in\n\
         sudoku) sleep 0.02; echo \"$number stalled\";;\nend) echo done;;\nesac; done\n",
    );
    folder.write("e.toml", "[[engine]]\nname = 's'\ncommand = ['sh', 'solver.sh']\n");
    let plan = "run --corpus systems --engines e.toml --engine s --engine masks --repetitions 4";
    let line = format!("{plan} --time-limit 0.5 --jobs 2 --out r.csv --quiet");
    let mut run = folder.command(&line).spawn().expect("the binary starts");
    let id = run.id().to_string();
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &id]).status();
        sent.is_ok_and(|status| status.success())
    };
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(5) {
        sleep(Duration::from_millis(300));
        if run.try_wait().expect("it can be waited for").is_some() || !signal("-STOP") {
            break;
        }
        sleep(Duration::from_secs(1));
        signal("-CONT");
    }
    assert!(run.wait().expect("it ends").success());
    let rows = rows(&folder.read("r.csv"));
    // One of the 13 puzzles has 4 rows, so `s` is not asked about it.
    assert_eq!(rows.len(), (13 + 12) * 4);
    for row in rows {
        let expected = if row["engine"] == "s" { "stalled" } else { "ok" };
        assert_eq!(row["verdict"], expected, "{row:?}");
    }
}
