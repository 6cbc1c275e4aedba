//! `quadrille play`: Sudoku in the terminal.

mod files;

use std::io::{self, BufReader, IsTerminal};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use quadrille_cover::CancelToken;
use quadrille_sudoku::Order;
use quadrille_sudoku::rules::read::Asked;
use quadrille_view::player::{self, LoadError, Player};

use crate::args::{Play, Source};
use crate::input::{self, rules};
use crate::status::Status;

/// Upper bound on a seed chosen here, so that it is short enough to be typed again.
const SEEDS: u128 = 1_000_000;

pub fn run(args: &Play, cancel: &CancelToken) -> Result<Status> {
    let player = player(args)?;
    for (name, is_terminal) in
        [("input", io::stdin().is_terminal()), ("output", io::stdout().is_terminal())]
    {
        if !is_terminal {
            bail!(
                "standard {name} is not a terminal; `play` needs one, `quadrille solve` does not"
            );
        }
    }
    player::run(player, files::FILES, cancel).context("the player stopped")?;
    Ok(Status::Positive)
}

fn player(args: &Play) -> Result<Player> {
    // A new seed each time; the player shows it, so that it can be used again.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = args.seed.unwrap_or((now.as_nanos() / 1000 % SEEDS) as u64);
    let engine = args.engine;
    let asked = args.rules.as_deref().map(rules::asked).transpose()?;
    let Some(input) = &args.input else {
        if let Some(asked) = asked {
            let Asked::Spec(spec) = asked else {
                bail!(
                    "--rules file: found no file of puzzles; expected one, whose rules are then played"
                );
            };
            let side = args.size.map(Order::side).or(Some(9).filter(|_| spec.side().is_none()));
            let board =
                player::empty_under(spec.rules(side).context("--rules")?).context("--rules")?;
            return Ok(Player::new(board, engine, seed));
        }
        return Ok(Player::empty(args.size.unwrap_or(Order::NINE), engine, seed));
    };
    if input == "-" {
        bail!("standard input is needed for keys; name a file, or give the puzzle itself");
    }
    let (name, text) = input::open_text(&Source::auto(input))?;
    let text = BufReader::new(text);
    let loaded =
        player::read_under(text, asked, args.format, args.size).map_err(|error| match error {
            LoadError::Read(_) | LoadError::Marks { .. } => anyhow!("{name}:{error}"),
            _ => anyhow!("{name}: {error}"),
        })?;
    let player = Player::new(loaded.board, engine, seed);
    Ok(if Path::new(input).exists() { player.from_file(input) } else { player })
}
