//! Runs a fuzz target without libFuzzer: `replay TARGET [--random N [SEED]] [--damaged N [SEED]] [--show] [FILE | FOLDER]...`.
//!
//! Each file, and each file of each folder, is an input. `--random N` adds N inputs of random bytes, the same ones
//! for the same seed. `--damaged N` adds N inputs that are the files behind it with random damage, and prints the longest time that one of them took. `--show` prints the problem, or the text, of an input of `covers`, `counts`, `diagram` and `proofs`. An input that violates a property ends the
//! program with a panic, and the program prints the name of the input.

use std::env::Args;
use std::error::Error;
use std::iter::{Peekable, Skip};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use quadrille_cover::random::Stream;
use quadrille_fuzz::damage::damaged;
use quadrille_fuzz::{TARGETS, Target, counts, covers, diagram, proofs};

/// Largest length of the inputs of `--random`, in bytes.
const MOST: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let name = args.next().ok_or(
        "usage: replay TARGET [--random N [SEED]] [--damaged N [SEED]] [--show] [FILE | FOLDER]...",
    )?;
    let (name, target) = *TARGETS
        .iter()
        .find(|(target, _)| *target == name)
        .ok_or_else(|| format!("there is no target `{name}`; docs/FUZZING.md lists them"))?;
    let start = Instant::now();
    let (mut tried, mut shows) = (0u64, false);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--show" => shows = true,
            "--random" => {
                let (inputs, seed) = numbers(&mut args)?;
                tried += random(name, target, inputs, seed);
            }
            "--damaged" => {
                let (inputs, seed) = numbers(&mut args)?;
                let mut seeds = Vec::new();
                for path in args.by_ref() {
                    for file in files(Path::new(&path))? {
                        seeds.push(std::fs::read(file)?);
                    }
                }
                if seeds.is_empty() {
                    return Err("--damaged: expected files after the numbers".into());
                }
                tried += all_damaged(name, target, inputs, seed, &seeds);
            }
            _ => {
                for file in files(Path::new(&arg))? {
                    let bytes = std::fs::read(&file)?;
                    if shows && let Some(shown) = shown(name, &bytes) {
                        println!("{}: {shown}", file.display());
                    }
                    told(&file.display().to_string(), || target(&bytes));
                    tried += 1;
                }
            }
        }
    }
    println!("{name}: {tried} inputs in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The files of a folder in the order of their names; for a file, the file itself.
fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = entries.collect::<std::io::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    Ok(files)
}

/// A number of inputs, and a seed [default: 1].
fn numbers(args: &mut Peekable<Skip<Args>>) -> Result<(u64, u64), Box<dyn Error>> {
    let inputs = args.next().ok_or("expected a number of inputs")?.parse()?;
    let seed = args.next_if(|seed| seed.parse::<u64>().is_ok());
    Ok((inputs, seed.map_or(Ok(1), |seed| seed.parse())?))
}

/// Runs a target on damaged files.
fn all_damaged(name: &str, target: Target, inputs: u64, seed: u64, files: &[Vec<u8>]) -> u64 {
    let (mut longest, mut of) = (Duration::ZERO, 0);
    for i in 0..inputs {
        let bytes = damaged(files, &mut Stream::new(seed, i));
        let begun = Instant::now();
        told(&format!("{name}, damaged input {i} of seed {seed}"), || target(&bytes));
        if begun.elapsed() > longest {
            (longest, of) = (begun.elapsed(), i);
        }
    }
    println!("{name}: damaged input {of} took the longest time, {longest:.1?}");
    inputs
}

fn random(name: &str, target: Target, inputs: u64, seed: u64) -> u64 {
    for i in 0..inputs {
        let mut stream = Stream::new(seed, i);
        let length = stream.below(MOST + 1);
        let bytes: Vec<u8> = (0..length).map(|_| stream.below(256) as u8).collect();
        told(&format!("{name}, random input {i} of seed {seed}"), || target(&bytes));
    }
    inputs
}

/// Runs a target; if it panics, prints the name of the input.
fn told(input: &str, run: impl FnOnce() -> bool) {
    struct Name<'n>(&'n str);
    impl Drop for Name<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("Seen on {}.", self.0);
            }
        }
    }
    let _name = Name(input);
    run();
}

/// The problem or the text that an input encodes, if the target has one to show.
fn shown(target: &str, bytes: &[u8]) -> Option<String> {
    match target {
        "covers" => Some(covers::shown(bytes)),
        "counts" => Some(counts::shown(bytes)),
        "diagram" => Some(diagram::shown(bytes)),
        "proofs" => Some(proofs::shown(bytes)),
        _ => None,
    }
}
