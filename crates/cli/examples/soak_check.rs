//! Plants faults in a long list of puzzles, and checks that `quadrille check` finds all of them in the right places
//! and reports no others. Also measures the time and the memory of `check`.
//!
//!     cargo build --release -p quadrille-cli
//!     cargo run --release -p quadrille-cli --example soak_check -- 1000000 1000
//!
//! The arguments are the numbers of puzzles and of faults, and optionally the seed. The last line of the output is the
//! result, and the exit status is 0 if the verdicts are right. Memory is the peak of the process, measured only on
//! Linux.

#[path = "../tests/common/faults.rs"]
mod faults;
#[path = "../tests/common/puzzles.rs"]
#[allow(dead_code, reason = "of all puzzles only the judge of solutions is needed")]
mod puzzles;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

use faults::{hold_against, plant};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let numbers: Result<Vec<usize>, _> = std::env::args().skip(1).map(|arg| arg.parse()).collect();
    let &[puzzles, faults, ref seed @ ..] = &*numbers? else {
        return Err("expected the numbers of puzzles and of faults, and perhaps a seed".into());
    };
    let seed = seed.first().copied().unwrap_or(1);
    let folder = tempfile::tempdir()?;
    let [source, verdicts, said] =
        ["puzzles.txt", "verdicts.txt", "said.txt"].map(|name| folder.path().join(name));
    let mut text = Vec::new();
    let planted = plant(&mut text, puzzles, faults, seed as u64);
    fs::write(&source, &text)?;

    let start = Instant::now();
    let mut check = Command::new(binary()?)
        .args(["check".as_ref(), source.as_os_str()])
        .stdout(Stdio::piped())
        .stderr(File::create(&said)?)
        .spawn()?;
    let peak = save_and_watch(&mut check, &verdicts)?;
    let status = check.wait()?;
    let seconds = start.elapsed().as_secs_f64();

    let verdicts = BufReader::new(File::open(&verdicts)?);
    let found = hold_against(&planted, &text, verdicts, &fs::read_to_string(&said)?);
    let (speed, peak) = (puzzles as f64 / seconds, peak.unwrap_or("unknown".to_owned()));
    println!("{puzzles} puzzles, {speed:.0} a second, status {status}, peak memory {peak}");
    match &found {
        Ok(()) => println!("all {faults} faults found and no other, each where it is"),
        Err(wrong) => println!("WRONG: {wrong}"),
    }
    Ok(ExitCode::from(u8::from(found.is_err())))
}

/// The path of the binary, which must be built before this example.
fn binary() -> Result<PathBuf, Box<dyn Error>> {
    let here = std::env::current_exe()?;
    let folder = here.parent().and_then(Path::parent).ok_or("no folder above this example")?;
    let binary = folder.join(format!("quadrille{}", std::env::consts::EXE_SUFFIX));
    if binary.exists() { Ok(binary) } else { Err("build quadrille first, as above".into()) }
}

/// Saves the output of a process; returns the peak of its memory on Linux.
fn save_and_watch(process: &mut Child, to: &Path) -> Result<Option<String>, Box<dyn Error>> {
    let mut printed = process.stdout.take().ok_or("its output is a pipe")?;
    let mut verdicts = File::create(to)?;
    let status = format!("/proc/{}/status", process.id());
    let mut peak = None;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match printed.read(&mut buffer)? {
            0 => return Ok(peak),
            read => std::io::Write::write_all(&mut verdicts, &buffer[..read])?,
        }
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.map(|line| line.trim().to_owned()).or(peak);
    }
}
