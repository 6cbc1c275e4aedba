//! Published crates as engines for quadrille: `quadrille-engine-cover CRATE`, as docs/PROTOCOL.md describes.
//!
//! Sudokus are converted to exact cover problems.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::process::ExitCode;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Uint};
use exact_covers::{DlSolver, Solver as _};
use quadrille_cover::{Entry, OptionId, Problem};
use quadrille_engine::{About, Answer, Batch, Found, Instance, serve};
use quadrille_sudoku::Order;
use quadrille_sudoku::encode::{Decoder, to_problem};
use quadrille_sudoku::format::read::read_one;
use quadrille_sudoku::format::{InputFormat, write};

/// The number of solutions, and the first two as indices into [`Listed::options`].
type Counted = (u64, Vec<Vec<usize>>);
/// The number of solutions that an answer has at most.
const SHOWN: usize = 2;

/// Searches a prepared problem for at most the given number of solutions.
type Search<'p> = Box<dyn FnMut(u64) -> Counted + 'p>;

/// A crate: its name, its version, and a function that prepares a problem for it; `None` if the crate does not accept
/// the problem.
struct Peer {
    name: &'static str,
    version: &'static str,
    prepare: fn(&Listed) -> Option<Search<'_>>,
}

const PEERS: [Peer; 4] = [
    Peer { name: "dlx", version: "0.8.5", prepare: prepare_dlx },
    Peer { name: "exact-covers", version: "0.3.0", prepare: prepare_exact_covers },
    Peer { name: "dlx-rs", version: "1.3.0", prepare: prepare_dlx_rs },
    Peer { name: "xcc", version: "0.1.0", prepare: prepare_xcc },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let peer = match &words[..] {
        [name] => PEERS.iter().find(|peer| peer.name == name),
        _ => None,
    };
    let Some(peer) = peer else {
        let names = PEERS.map(|peer| peer.name).join(", ");
        eprintln!("error: found {words:?}; expected one of {names}");
        return ExitCode::from(2);
    };
    let Peer { name, version, prepare } = peer;
    let about = About { name, version, takes: &["sudoku", "cover"], counters: &[] };
    match serve(&about, |batch, instance| answer(*prepare, batch, instance)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(
    prepare: fn(&Listed) -> Option<Search<'_>>,
    batch: &Batch,
    instance: Instance<'_>,
) -> Answer {
    match instance {
        Instance::Sudoku { rows, puzzle } => {
            let puzzle = read_one(puzzle, InputFormat::Auto, Order::from_side(rows));
            let Ok(puzzle) = puzzle else { return Answer::Unsupported };
            let Ok(problem) = to_problem(&puzzle) else { return Answer::Found(Found::default()) };
            let decoder = Decoder::new(&puzzle);
            search(prepare, batch, &problem, |options| write::line(&decoder.grid(options)))
        }
        Instance::Cover { text } => match Problem::parse(text) {
            Ok(problem) => search(prepare, batch, &problem, |options| {
                let numbers = options.iter().map(|option| option.index().to_string());
                numbers.collect::<Vec<_>>().join(" ")
            }),
            Err(_) => Answer::Unsupported,
        },
    }
}

fn search(
    prepare: fn(&Listed) -> Option<Search<'_>>,
    batch: &Batch,
    problem: &Problem,
    write: impl Fn(&[OptionId]) -> String,
) -> Answer {
    if problem.has_multiplicities() {
        return Answer::Unsupported;
    }
    let listed = Listed::new(problem);
    let Some(mut search) = prepare(&listed) else { return Answer::Unsupported };
    let (solutions, found) = search(batch.most());
    let found = found.into_iter().map(|places| {
        let options: Vec<OptionId> = places.into_iter().map(|place| listed.ids[place]).collect();
        write(&options)
    });
    Answer::Found(Found::of(batch, solutions, found))
}

/// A problem as numbers: the options that can be chosen, each a list of items and colours.
struct Listed {
    primary: usize,
    items: usize,
    colours: bool,
    ids: Vec<OptionId>,
    options: Vec<Vec<(usize, Option<usize>)>>,
}

impl Listed {
    fn new(problem: &Problem) -> Self {
        let choosable = problem.option_ids().filter(|&option| problem.is_choosable(option));
        let ids: Vec<OptionId> = choosable.collect();
        let entry = |entry: &Entry| (entry.item.index(), entry.colour.map(|colour| colour.index()));
        let option = |&id: &OptionId| problem.option(id).iter().map(entry).collect();
        Self {
            primary: problem.primary(),
            items: problem.items(),
            colours: problem.has_colours(),
            options: ids.iter().map(option).collect(),
            ids,
        }
    }

    fn secondary(&self) -> usize {
        self.items - self.primary
    }

    /// The options, with `entry` applied to each of their entries.
    fn map<T>(&self, entry: impl Fn(usize, Option<usize>) -> T) -> Vec<Vec<T>> {
        let option = |option: &Vec<(usize, Option<usize>)>| {
            option.iter().map(|&(item, colour)| entry(item, colour)).collect()
        };
        self.options.iter().map(option).collect()
    }
}

fn prepare_dlx(listed: &Listed) -> Option<Search<'_>> {
    let (primary, secondary) = (listed.primary as Uint, listed.secondary() as Uint);
    if listed.colours {
        let entry =
            |item, colour: Option<usize>| (item as Uint, colour.map_or(0, |c| c as Int + 1));
        let options = listed.map(entry);
        return Some(Box::new(move |most| {
            dance(&mut dlx::c::make_problem(primary, secondary, &options, OptOrder::Seq), most)
        }));
    }
    let options = listed.map(|item, _| item as Uint);
    Some(Box::new(move |most| {
        dance(&mut dlx::x::make_problem(primary, secondary, &options, OptOrder::Seq), most)
    }))
}

fn dance<P: Solve>(problem: &mut P, most: u64) -> Counted {
    let mut solver = dlx::Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let (mut count, mut found) = (0, Vec::new());
    while count < most && solver.next_solution(&mut chooser) {
        count += 1;
        if found.len() < SHOWN {
            found.push(solver.fmt_solution().iter().map(|&option| option as usize).collect());
        }
    }
    (count, found)
}

fn prepare_exact_covers(listed: &Listed) -> Option<Search<'_>> {
    let number = |item: usize| item as u32;
    let firsts: Vec<u32> = (0..listed.primary).map(number).collect();
    let seconds: Vec<u32> = (listed.primary..listed.items).map(number).collect();
    let mut places = HashMap::new();
    let mut options = Vec::new();
    let numbered = listed.map(|item, colour| (item as u32, colour.map(|colour| colour as u32)));
    for (place, option) in numbered.into_iter().enumerate() {
        let mut sorted = option.clone();
        sorted.sort_unstable();
        places.insert(sorted, place);
        let is_primary = |&(item, _): &(u32, Option<u32>)| (item as usize) < listed.primary;
        let (must, may): (Vec<_>, Vec<_>) = option.into_iter().partition(is_primary);
        options.push((must.into_iter().map(|(item, _)| item).collect::<Vec<u32>>(), may));
    }
    Some(Box::new(move |most| {
        let mut solver: DlSolver<u32, u32> = DlSolver::new(&firsts, &seconds);
        for (must, may) in &options {
            solver.add_option(must, may);
        }
        let (mut count, mut found) = (0, Vec::new());
        if most == 0 {
            return (count, found);
        }
        solver.solve(|mut solution| {
            count += 1;
            if found.len() < SHOWN {
                let mut chosen = Vec::new();
                let mut items = Vec::new();
                while solution.next(&mut items) {
                    let entry = |&(&item, colour): &(&u32, Option<u32>)| (item, colour);
                    let mut option: Vec<(u32, Option<u32>)> = items.iter().map(entry).collect();
                    option.sort_unstable();
                    chosen.push(places[&option]);
                }
                found.push(chosen);
            }
            if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (count, found)
    }))
}

fn prepare_dlx_rs(listed: &Listed) -> Option<Search<'_>> {
    if listed.colours {
        return None;
    }
    // In this crate the number of the first item is 1.
    let options = listed.map(|item, _| item + 1);
    Some(Box::new(move |most| {
        let mut solver = dlx_rs::Solver::new_optional(listed.primary, listed.secondary());
        for (name, option) in options.iter().enumerate() {
            solver.add_option(name, option);
        }
        let mut solutions = solver.take(usize::try_from(most).unwrap_or(usize::MAX));
        let found: Vec<Vec<usize>> = solutions.by_ref().take(SHOWN).collect();
        (found.len() as u64 + solutions.count() as u64, found)
    }))
}

fn prepare_xcc(listed: &Listed) -> Option<Search<'_>> {
    // This crate takes items by name, and reads a colour from `item:colour`.
    let options = listed.map(|item, colour| match colour {
        Some(colour) => format!("{item}:{colour}"),
        None => item.to_string(),
    });
    let build = move || {
        let mut builder = xcc::Matrix::builder();
        builder.add_primary_items(0..listed.primary);
        builder.add_secondary_items(listed.primary..listed.items);
        for (meaning, option) in options.iter().enumerate() {
            builder.add_option(meaning, option);
        }
        builder.build()
    };
    build().ok()?;
    Some(Box::new(move |most| {
        let matrix = build().expect("it was built before");
        let limit = match usize::try_from(most) {
            Ok(most) if most < usize::MAX => xcc::Limit::Max(most),
            _ => xcc::Limit::All,
        };
        let solutions = xcc::Solver::new(&matrix).solve(limit);
        let found = solutions.iter().take(SHOWN);
        let found = found.map(|one| one.meanings(&matrix).into_iter().copied().collect());
        (solutions.len() as u64, found.collect())
    }))
}
