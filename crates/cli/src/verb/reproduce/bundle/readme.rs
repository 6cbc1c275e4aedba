//! The README of a bundle: what it has, how to check it, its corpora, the machine, and how to cite it.

use std::collections::BTreeMap;

use anyhow::Result;
use quadrille_harness::corpus::manifest::sharing::{Share, Shares};
use quadrille_harness::reproduce::Table;
use toml::Value;

use super::lacking::Lacking;

/// The name of the file in the bundle.
pub const NAME: &str = "README.md";

/// The text, from the tables, their corpora, and the files of the bundle. All its runs are of one program on one machine, so what is said of
/// these is read from the first run file.
pub fn text(
    tables: &[Table],
    shares: &Shares,
    lacking: &[Lacking],
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<String> {
    let mut run_files = files.iter().filter(|(name, _)| name.ends_with(".run.toml"));
    let run: toml::Table = match run_files.next() {
        Some((_, bytes)) => str::from_utf8(bytes)?.parse()?,
        None => toml::Table::new(),
    };
    let fact = |path: &str| fact(&run, path);
    let mut text = format!(
        "# Published tables, reproduced\n\nMade by `quadrille reproduce` (quadrille {}, revision {}), run {}, begun {}.\n\n",
        fact("build.version"),
        fact("build.revision"),
        fact("run_id"),
        fact("started")
    );
    text += &table(
        ["table", "title", "figures published in"],
        tables.iter().map(|table| [&table.name, &table.title, &table.source].map(Clone::clone)),
    );
    text += CHECKING;
    if lacking.is_empty() {
        text += "runs every table again, from the archive alone, without its sources and without a network.\n";
    } else {
        text +=
            "runs the tables again, without a network, if it is given what the archive lacks:\n\n";
        for one in lacking {
            text += &format!("- {}\n", plain(&one.to_user()));
        }
        text += "\n";
    }
    text += COMPARING;
    text += CONTENTS;
    text += "## Corpora\n\n";
    text += &if shares.corpus.is_empty() {
        "The tables generate or count their instances, so there are no corpora.\n\n".to_owned()
    } else {
        let head = ["corpus", "instances", "sha256 of the instances", "source", "licence", "where"];
        table(head, shares.corpus.iter().map(corpus))
    };
    text += "## Environment\n\n";
    let facts = [
        (
            "program",
            format!("quadrille {}, revision {}", fact("build.version"), fact("build.revision")),
        ),
        ("sha256 of the program", fact("build.sha256")),
        ("compiler", fact("build.rustc")),
        ("flags of the compiler", fact("build.rustflags")),
        ("profile", fact("build.profile")),
        ("processor", fact("machine.cpu")),
        ("cores", fact("machine.cores")),
        ("system", fact("machine.system")),
        ("vector instructions of lanes", fact("machine.lanes")),
        ("frequency governor", fact("machine.governor")),
        ("turbo", fact("machine.turbo")),
    ];
    text += &table(["fact", "value"], facts.map(|(name, value)| [name.to_owned(), value]));
    text += &format!(
        "The run file beside each file of rows says more: the seed, the plan, the order and the limits.\n\n\
         ## To cite\n\n`CITATION.cff` says how to cite the program. Cite these results with the run and the sha256 of the \
         archive:\n\n> Quadrille {}, `reproduce`, tables {}, run {}, {}.\n",
        fact("build.version"),
        tables.iter().map(|table| &*table.name).collect::<Vec<_>>().join(", "),
        fact("run_id"),
        fact("started")
    );
    Ok(text)
}

const CHECKING: &str = "## To check it

In this folder, `sha256sum -c SHA256SUMS` compares every file with its hash.

    quadrille reproduce --from-bundle FILE.tar.gz

";

const COMPARING: &str = "It compares our figures with the published ones, and the counts of every row with those in the bundle.
Times depend on the machine.

";

const CONTENTS: &str = "## Contents

| file | contents |
|---|---|
| `TABLE/table.toml` | the table: what was published, by whom, and what is run |
| `TABLE/rows/STEP.csv`, `TABLE/rows/STEP.csv.run.toml` | the rows of a step, and how they were made |
| `TABLE/figures.csv` | each figure, as published and as measured |
| `TABLE/report.md`, `TABLE/report.html` | the figures, and a report on the rows |
| `TABLE/files/`, `corpora/` | the corpora that may be passed on |
| `CORPORA.toml` | all corpora, with their hashes, and how to obtain those that are not here |
| `CITATION.cff`, `LICENSE-MIT` | how to cite the program; the licence of the corpora that it ships |
| `SHA256SUMS` | the hash of every other file |

Paths in commands, plans and declarations of engines are shortened to their last parts.

";

fn corpus(share: &Share) -> [String; 6] {
    let Share { name, instances, sha256, source, licence, obtain, file_sha256, .. } = share;
    let place = match (obtain, file_sha256) {
        (None, _) => "here".to_owned(),
        (Some(how), None) => format!("to obtain it: {how}"),
        (Some(how), Some(sha256)) => format!("to obtain it: {how}; sha256 of the file: {sha256}"),
    };
    [name.clone(), instances.to_string(), sha256.clone(), source.clone(), licence.clone(), place]
}

/// A value of a run file, such as `build.version`.
fn fact(run: &toml::Table, path: &str) -> String {
    let mut value = None;
    let mut table = Some(run);
    for key in path.split('.') {
        value = table.and_then(|table| table.get(key));
        table = value.and_then(Value::as_table);
    }
    match value {
        Some(Value::String(text)) if !text.is_empty() => text.clone(),
        Some(Value::String(_)) => "none".to_owned(),
        Some(value) => value.to_string(),
        None => "unknown".to_owned(),
    }
}

fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let line = |cells: [String; N]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(head.map(str::to_owned)) + &line([(); N].map(|()| "---".to_owned()));
    for row in rows {
        text += &line(row.map(|cell| plain(&cell)));
    }
    text + "\n"
}

/// A text in one line, in which nothing is Markdown or HTML.
fn plain(text: &str) -> String {
    let escaped = |c: char| match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' => format!("\\{c}"),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escaped).collect()
}
