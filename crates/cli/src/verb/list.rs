//! `quadrille list`: the engines, corpora, families and tables there are.

use std::io::Write;

use anyhow::Result;
use quadrille_cover::family::FAMILIES;
use quadrille_harness::engines;
use quadrille_harness::manifest::holding::{Holding, Place, State};
use quadrille_harness::reproduce::{Table, shipped};

use crate::Status;
use crate::args::{Data, List, Listed};
use crate::output::{plural, stdout};

pub fn run(args: &List) -> Result<Status> {
    let wanted = |what| args.what.is_none_or(|wanted| wanted == what);
    let mut sections = Vec::new();
    if wanted(Listed::Engines) {
        sections.push(("Engines", engines_list()));
    }
    if wanted(Listed::Corpora) {
        sections.push(("Corpora", corpora_list(&args.data)?));
    }
    if wanted(Listed::Families) {
        sections.push(("Families", families_list()));
    }
    if wanted(Listed::Tables) {
        sections.push(("Tables", tables_list()?));
    }
    let mut out = stdout();
    for (i, (title, rows)) in sections.iter().enumerate() {
        if args.what.is_none() {
            writeln!(out, "{}{title}", if i > 0 { "\n" } else { "" })?;
        }
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, about) in rows {
            writeln!(out, "{name:width$}  {about}")?;
        }
    }
    out.flush()?;
    Ok(Status::Positive)
}

type Rows = Vec<(String, String)>;

fn engines_list() -> Rows {
    let kinds = |engine: &engines::Native| match (engine.sudoku, engine.cover) {
        (Some(_), Some(_)) => "Sudoku and exact cover",
        (Some(_), None) => "Sudoku",
        (None, _) => "exact cover",
    };
    let row = |engine: engines::Native| {
        (engine.name.to_owned(), format!("{} ({})", engine.about, kinds(&engine)))
    };
    engines::all().into_iter().map(row).collect()
}

fn corpora_list(data: &Data) -> Result<Rows> {
    let holdings = data.library()?.list()?;
    let width = holdings.iter().map(|holding| holding.state.name().len()).max().unwrap_or(0);
    let row = |holding: &Holding| {
        let details: Vec<String> = [instances(holding), Some(place(holding)), reason(holding)]
            .into_iter()
            .flatten()
            .collect();
        let (state, about) = (holding.state.name(), &holding.about);
        (holding.name.clone(), format!("{state:width$}  {about} ({})", details.join("; ")))
    };
    Ok(holdings.iter().map(row).collect())
}

fn instances(holding: &Holding) -> Option<String> {
    holding.instances.map(|count| plural(count as u64, "instance"))
}

fn place(holding: &Holding) -> String {
    match &holding.place {
        Place::Shipped => "shipped".to_owned(),
        Place::File(path) => path.display().to_string(),
        Place::Nowhere(files, None) => format!("{} in the folder of --data", files.join(" or ")),
        Place::Nowhere(files, Some(folder)) => {
            format!("{} in {}", files.join(" or "), folder.display())
        }
    }
}

fn reason(holding: &Holding) -> Option<String> {
    match &holding.state {
        State::Hidden => Some("another corpus has that name: run it by its file".to_owned()),
        state => state.reason().map(str::to_owned),
    }
}

fn tables_list() -> Result<Rows> {
    let row = |name: String| {
        let table = Table::find(&name)?;
        Ok((name, table.title))
    };
    shipped::names().into_iter().map(row).collect()
}

fn families_list() -> Rows {
    let spec = |name: &str, parameters: &str| match parameters {
        "" => name.to_owned(),
        _ => format!("{name}:{parameters}"),
    };
    let row = |family: &quadrille_cover::family::Family| {
        let about = format!("{}, as in {}", family.about, family.example);
        (spec(family.name, family.parameters), about)
    };
    let mut rows: Rows = FAMILIES.iter().map(row).collect();
    let sudoku = "the empty grid of that size, a puzzle or a file, as in sudoku:9";
    rows.push((spec("sudoku", "ROWS|PUZZLE|FILE"), sudoku.to_owned()));
    rows
}
