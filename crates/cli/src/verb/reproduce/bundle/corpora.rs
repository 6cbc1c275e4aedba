//! The corpora of a bundle: those that may be passed on with their files, the others with how to obtain them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use quadrille_harness::corpus::manifest::MANIFEST;
use quadrille_harness::corpus::manifest::library::is_known;
use quadrille_harness::corpus::manifest::sharing::{Share, Shares};
use quadrille_harness::files::is_within;
use quadrille_harness::reproduce::ResolvedTable;
use quadrille_harness::reproduce::table::Work;

/// The folder of the corpora that tables name as `list corpora` does.
pub const NAMED: &str = "corpora";

/// The folder, within that of a table, of the corpora that are files beside the table.
pub const BESIDE: &str = "files";

#[derive(Debug, Default)]
pub struct Corpora {
    /// Every corpus.
    pub shares: Shares,
    /// The files that may be passed on, by their names in the bundle.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Reads the corpora of the plans of some tables.
pub fn gather(tables: &[ResolvedTable]) -> Result<Corpora> {
    let mut gathered = Corpora::default();
    for ready in tables {
        let table = &ready.table;
        let plans = ready.steps.iter().filter(|step| matches!(step.work, Work::Plan(_)));
        for (step, name) in plans.flat_map(|step| step.names.keys().map(move |name| (step, name))) {
            let Some(corpus) = step.corpus(name) else { continue };
            let folder = table.folder.as_ref().filter(|_| !is_known(name));
            let is_beside = folder.is_some_and(|folder| folder.join(name).is_file());
            let of_table = is_beside.then_some(&*table.name);
            let shares = &mut gathered.shares.corpus;
            if shares.iter().any(|share| share.name == *name && share.table.as_deref() == of_table)
            {
                continue;
            }
            let (share, files) = Share::of(name, of_table, corpus)?;
            shares.push(share);
            for (file, bytes) in files {
                let place = place(&table.name, name, &file, is_beside);
                gathered.files.insert(place, bytes);
            }
        }
    }
    Ok(gathered)
}

/// The name in the bundle of a file of the corpus `name`.
fn place(table: &str, name: &str, file: &str, is_beside: bool) -> String {
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let path = match (is_beside, file) {
        (true, MANIFEST) => Path::new(table).join(BESIDE).join(name),
        (true, file) => Path::new(table).join(BESIDE).join(folder).join(file),
        (false, file) => Path::new(NAMED).join(name).join(file),
    };
    debug_assert!(is_within(&path), "corpora are read from within their folders");
    path.to_string_lossy().into_owned()
}
