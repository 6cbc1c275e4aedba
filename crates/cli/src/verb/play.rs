//! `quadrille play`: a Sudoku in the terminal.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_sudoku::Order;
use quadrille_view::player::{self, LoadError, Player};

use crate::Status;
use crate::args::{Play, Source};
use crate::input;

/// Seeds that are drawn are below this, so that they are easily typed again.
const SEEDS: u128 = 1_000_000;

pub fn run(args: &Play, cancel: &CancelToken) -> Result<Status> {
    let player = player(args)?;
    for (name, is_terminal) in
        [("input", io::stdin().is_terminal()), ("output", io::stdout().is_terminal())]
    {
        if !is_terminal {
            bail!(
                "standard {name} is no terminal, and `play` needs one; \
                 `quadrille solve` works without"
            );
        }
    }
    player::run(player, cancel).context("the player ended")?;
    Ok(Status::Positive)
}

fn player(args: &Play) -> Result<Player> {
    let (engine, seed) = (args.engine(), args.seed.unwrap_or_else(drawn_seed));
    let Some(input) = &args.input else {
        return Ok(Player::empty(args.size.unwrap_or(Order::NINE), engine, seed));
    };
    if input == "-" {
        bail!("standard input is for keys; name a file, or give the puzzle itself");
    }
    let source = Source { input: Some(input.clone()), format: args.format, size: args.size };
    let puzzles = input::puzzles(&source)?;
    let loaded = player::read(puzzles.reader).map_err(|error| match error {
        LoadError::Read(_) => anyhow!("{}:{error}", puzzles.name),
        _ => anyhow!("{}: {error}", puzzles.name),
    })?;
    let player = Player::new(loaded.board, engine, seed);
    Ok(if Path::new(input).exists() { player.from_file(input) } else { player })
}

/// Another seed each time; the player names it, so that it can be asked for again.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() / 1000 % SEEDS) as u64
}
