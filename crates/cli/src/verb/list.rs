//! `quadrille list`: the engines, corpora, families and tables that can be named.

use std::io::Write;

use anyhow::Result;
use quadrille_cover::family::FAMILIES;
use quadrille_harness::corpus::manifest::holding::Holding;
use quadrille_harness::engine;
use quadrille_harness::reproduce::{Table, shipped};

use crate::args::{Data, List, Listed};
use crate::output::{page, plural};
use crate::status::Status;

pub fn run(args: &List) -> Result<Status> {
    let lists: [Section<'_>; 4] = [
        (Listed::Engines, "Engines", &|| Ok(engines_list())),
        (Listed::Corpora, "Corpora", &|| corpora_list(&args.data)),
        (Listed::Families, "Families", &|| Ok(families_list())),
        (Listed::Tables, "Tables", &tables_list),
    ];
    let wanted = lists.iter().filter(|(what, ..)| args.what.is_none_or(|wanted| wanted == *what));
    let sections = wanted.map(|(_, title, rows)| Ok((title, rows()?)));
    let sections = sections.collect::<Result<Vec<_>>>()?;
    let mut out = page();
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

/// Names, each with a line about it.
type Rows = Vec<(String, String)>;

type Section<'a> = (Listed, &'a str, &'a dyn Fn() -> Result<Rows>);

fn engines_list() -> Rows {
    let kinds = |engine: &engine::Native| match (engine.sudoku, engine.cover) {
        (Some(_), Some(_)) => "Sudoku and exact cover",
        (Some(_), None) => "Sudoku",
        (None, _) => "exact cover",
    };
    let row = |engine: engine::Native| {
        (engine.name.to_owned(), format!("{} ({})", engine.about, kinds(&engine)))
    };
    engine::all().into_iter().map(row).collect()
}

fn corpora_list(data: &Data) -> Result<Rows> {
    let holdings = data.library()?.list()?;
    let width = holdings.iter().map(|holding| holding.state.len()).max().unwrap_or(0);
    let row = |Holding { name, about, instances, place, state, reason }| {
        let instances = instances.map(|count| plural(count, "instance"));
        let details: Vec<String> = instances.into_iter().chain([place]).chain(reason).collect();
        (name, format!("{state:width$}  {about} ({})", details.join("; ")))
    };
    Ok(holdings.into_iter().map(row).collect())
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
        // The colon belongs to what may be left out.
        _ if parameters.starts_with("[:") => format!("{name}{parameters}"),
        _ => format!("{name}:{parameters}"),
    };
    let row = |family: &quadrille_cover::family::Family| {
        let about = format!("{}, as in {}", family.about, family.example);
        (spec(family.name, family.parameters), about)
    };
    let mut rows: Rows = FAMILIES.iter().map(row).collect();
    let sudoku = "the empty grid of that size, a puzzle or a file, as in sudoku:9";
    rows.push((spec("sudoku", "ROWS|PUZZLE|FILE"), sudoku.to_owned()));
    let ruled = "the empty grid under these rules, or the puzzle after =, as in rules:2x3+x";
    rows.push((spec("rules", "RULES|RULES=PUZZLE"), ruled.to_owned()));
    rows
}
