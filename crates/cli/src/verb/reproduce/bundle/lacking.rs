//! What a bundle lacks of the tables in it: engines that are other programs, and corpora that it may not pass on.

use std::fmt::{self, Display, Formatter};

use quadrille_harness::corpus::manifest::sharing::{Share, Shares};
use quadrille_harness::reproduce::ResolvedTable;

/// An engine or a corpus that is not in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    what: String,
    why: String,
    /// What the author of the bundle can do.
    author: &'static str,
    /// What a user of the bundle can do.
    user: &'static str,
}

/// What the bundle of these tables lacks.
pub fn lacking(tables: &[ResolvedTable], shares: &Shares) -> Vec<Lacking> {
    let mut all: Vec<Lacking> = shares.corpus.iter().filter_map(corpus).collect();
    for table in tables {
        let programs = table.steps.iter().flat_map(|step| step.request.programs());
        for engine in programs.map(|program| engine(&table.table.name, &program.name)) {
            if !all.contains(&engine) {
                all.push(engine);
            }
        }
    }
    all
}

fn corpus(share: &Share) -> Option<Lacking> {
    share.obtain.as_ref()?;
    let of_table = share.table.as_ref().map(|table| format!(" of the table {table}"));
    Some(Lacking {
        what: format!("the corpus {}{}", share.name, of_table.unwrap_or_default()),
        why: format!("its licence ({}) is not known to let others pass it on", share.licence),
        author: "to have puzzles of your own packed, describe them in a manifest with an open licence",
        user: "put its file into a folder, and name the folder with --data; without it, the corpus is left out",
    })
}

fn engine(table: &str, name: &str) -> Lacking {
    Lacking {
        what: format!("the engine {name} of the table {table}"),
        why: "a bundle has no programs".to_owned(),
        author: "say where others obtain it, or pass its files on beside the bundle",
        user: "obtain it, declare it under its name in a file, and name the file with --engines",
    }
}

impl Lacking {
    /// A line for a user of the bundle.
    pub fn to_user(&self) -> String {
        let Self { what, why, user, .. } = self;
        format!("{what}, because {why}; {user}")
    }
}

/// A line for the author of the bundle.
impl Display for Lacking {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { what, why, author, .. } = self;
        write!(f, "not packed: {what}, because {why}; {author} (docs/REPRODUCE.md)")
    }
}
