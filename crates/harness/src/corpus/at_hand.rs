//! The corpora that results were measured on, as far as they are still at hand.
//!
//! Results name a corpus without its folder, and may come from a stranger. So a name leads only to shipped corpora, to
//! those of the user's folder, and to regular files in that folder, in the current one and beside the results. What such a
//! corpus holds is compared with the fingerprints in the rows by the caller.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use quadrille_results::{Notes, Results, Source};

use quadrille_tables::Wanted;

use super::Corpus;
use super::isomorphs::isomorphs;
use super::manifest::library::{Library, is_known};
use crate::files;

/// The corpora of some results. A file of the name of a corpus may be another corpus than the one measured.
pub fn corpora(library: &Library, results: &Results) -> impl Iterator<Item = Corpus> {
    let named = results.entries.iter().map(|entry| (results.case(entry.case).corpus, entry.source));
    let named: BTreeSet<_> = named.collect();
    named.into_iter().flat_map(move |(corpus, source)| {
        let source = &results.sources[source as usize];
        let copies = copies(source);
        let found = candidates(library, source, results.text(corpus)).into_iter();
        // Puzzles that cannot be read were not measured either.
        let opened =
            found.filter_map(|name| library.open(&name, &Wanted::default(), &mut |_| Ok(())).ok());
        opened.map(move |corpus| match copies {
            Some((copies, seed)) => isomorphs(&corpus, copies, seed),
            None => corpus,
        })
    })
}

/// The names by which a corpus may be opened.
fn candidates(library: &Library, source: &Source, name: &str) -> Vec<String> {
    if is_known(name) {
        return vec![name.to_owned()];
    }
    let mut parts = Path::new(name).components();
    let is_plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    if !is_plain || name == "-" {
        return Vec::new();
    }
    let beside = Path::new(&source.name).parent().map(Path::to_owned);
    let folders = [Some(PathBuf::new()), library.folder.clone(), beside];
    // A manifest may give a corpus another name than that of its file, which the plan has.
    let names = [Some(name.to_owned()), file_in_plan(source, name)];
    let in_folder = |folder: PathBuf| {
        names.iter().flatten().map(move |name| folder.join(name)).collect::<Vec<_>>()
    };
    let files: BTreeSet<PathBuf> = folders.into_iter().flatten().flat_map(in_folder).collect();
    let mut found: Vec<String> = files
        .iter()
        .filter(|file| files::regular(file).is_ok())
        .map(|file| file.to_string_lossy().into_owned())
        .collect();
    // A manifest in the user's folder. In the current folder, the name would be that of a file.
    if !Path::new(name).exists() {
        found.push(name.to_owned());
    }
    found
}

/// The name, without a folder, by which the plan of the run calls the corpus.
fn file_in_plan(source: &Source, name: &str) -> Option<String> {
    let Notes(run) = source.notes.as_ref()?;
    let is_named =
        |corpus: &toml::Value| corpus.get("name").and_then(toml::Value::as_str) == Some(name);
    let place = run.get("corpus")?.as_array()?.iter().position(is_named)?;
    let planned = run.get("plan")?.get("corpora")?.as_array()?.get(place)?.as_str()?;
    Some(Path::new(planned).file_name()?.to_str()?.to_owned())
}

/// The number of isomorphs that replaced each instance, and the seed from which they were drawn.
fn copies(source: &Source) -> Option<(u32, u64)> {
    let Notes(run) = source.notes.as_ref()?;
    let plan = run.get("plan")?.as_table()?;
    let number = |key: &str| plan.get(key)?.as_integer();
    let copies = number("isomorphs").and_then(|copies| u32::try_from(copies).ok());
    Some((copies.filter(|copies| (1..=1000).contains(copies))?, number("seed")?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::run::reading::read;
    use quadrille_results::Record;

    /// The sizes of the corpora that are found for rows on a corpus of this name, whose file lies in a folder.
    fn found(folder: &Path, corpus: &str, run_file: &str) -> Vec<usize> {
        let path = folder.join("r.csv");
        let [run_id, corpus, instance, engine] = ["r", corpus, "1", "e"].map(str::to_owned);
        let sha256 = "ab".repeat(32);
        let row = Record { run_id, corpus, instance, sha256, engine, ..Record::blank() };
        csv::Writer::from_path(&path).unwrap().serialize(row).unwrap();
        fs::write(folder.join("r.csv.run.toml"), run_file).unwrap();
        let results = read([path]).unwrap();
        corpora(&Library::default(), &results).map(|corpus| corpus.instances.len()).collect()
    }

    #[test]
    fn corpora_are_found_by_name_and_beside_the_results() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("mine.txt"), format!("{}\n{}\n", ".".repeat(16), ".".repeat(81)))
            .unwrap();
        assert_eq!(found(&inner, "mine.txt", ""), [2]);
        assert_eq!(found(&inner, "systems", ""), [13]);
        assert_eq!(found(&inner, "systems", "[plan]\nisomorphs = 3\nseed = 7\n"), [39]);
        assert_eq!(found(&inner, "yours.txt", ""), [0; 0]);
        let planned =
            |file: &str| format!("[plan]\ncorpora = [\"{file}\"]\n[[corpus]]\nname = \"few\"\n");
        assert_eq!(
            found(&inner, "few", &planned("../other/mine.txt")),
            [2],
            "another name in a manifest"
        );
        assert_eq!(found(&inner, "few", &planned("..")), [0; 0]);
    }

    #[test]
    fn a_name_leads_to_no_other_folder_and_to_no_device() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(folder.path().join("mine.txt"), ".".repeat(81)).unwrap();
        let outside = folder.path().join("mine.txt").display().to_string();
        let made = std::process::Command::new("mkfifo").arg(inner.join("pipe")).status().unwrap();
        assert!(made.success());
        for name in ["../mine.txt", &outside, "/dev/zero", "-", ".", "..", "pipe"] {
            assert_eq!(found(&inner, name, ""), [0; 0], "{name}");
        }
    }
}
