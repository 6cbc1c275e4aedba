//! Lists all corpora, and whether their files are present and as described.

use quadrille_results::Shown;
use std::path::Path;

use super::Manifest;
use super::build::Fault;
use super::library::{Library, names, public, public_names, read, shipped};
use crate::corpus::CorpusError;

/// A corpus that has a manifest, and its state.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    /// The name.
    pub name: String,
    /// A description of one line.
    pub about: String,
    /// The number of instances, if it is known.
    pub instances: Option<usize>,
    /// Where the corpus is, or where its file was expected.
    pub place: String,
    /// `whole`: the file has the sha256 that the manifest states or, if it states none, the number of puzzles.
    /// `unchecked`: the manifest states neither. `missing`: there is no such file. `changed`: the file differs from the
    /// manifest. `unreadable`: the file or its manifest cannot be read. `hidden`: another corpus has the same name.
    pub state: &'static str,
    /// Why the corpus is changed, unreadable or hidden.
    pub reason: Option<String>,
}

impl Library {
    /// Every shipped corpus, public corpus and corpus in the user's folder. Each file is read and checked.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn list(&self) -> Result<Vec<Holding>, CorpusError> {
        let mut holdings: Vec<Holding> = Vec::new();
        for (manifest, corpus) in names().filter_map(|name| shipped(&name)) {
            let (place, state) = ("shipped".to_owned(), "whole");
            let (instances, reason) = (Some(corpus.instances.len()), None);
            let Manifest { name, about, .. } = manifest;
            holdings.push(Holding { name, about, instances, place, state, reason });
        }
        for manifest in public_names().filter_map(|name| public(&name)) {
            holdings.push(Holding::of(&manifest, self.folder.as_deref(), None));
        }
        for path in self.manifests()? {
            let place = path.shown().to_string();
            let mut holding = match read(&path) {
                Ok(manifest) => Holding::of(&manifest, path.parent(), Some(&place)),
                Err(what) => {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let place = place.clone();
                    Holding { name, place, ..Holding::default() }.found(Err(Fault::Wrong(what)))
                }
            };
            if holding.state != "unreadable" && holdings.iter().any(|h| h.name == holding.name) {
                let what = "another corpus has this name; use the path of its file instead";
                (holding.state, holding.reason) = ("hidden", Some(what.to_owned()));
                holding.place = place;
            }
            holdings.push(holding);
        }
        Ok(holdings)
    }
}

impl Holding {
    /// The holding of a manifest whose file is, or should be, in a folder. `own` is the place of the manifest, if it is
    /// not shipped.
    fn of(manifest: &Manifest, folder: Option<&Path>, own: Option<&str>) -> Self {
        let files = manifest.file_names().join(" or ");
        let place = match (manifest.located(folder), own, folder) {
            (Some(path), ..) => path.shown().to_string(),
            (None, Some(own), _) if files.is_empty() => own.to_owned(),
            (None, _, Some(folder)) => format!("{files} in {}", folder.shown()),
            (None, _, None) => format!("{files} in the folder of --data"),
        };
        let (name, about) = (manifest.name.clone(), manifest.about.clone());
        let instances = manifest.expected();
        Self { name, about, instances, place, ..Self::default() }.found(manifest.check(folder))
    }

    /// This holding, with the result of the check of its corpus.
    fn found(self, checked: Result<(Option<usize>, bool), Fault>) -> Self {
        let (state, instances, reason) = match checked {
            Ok((instances, true)) => ("whole", instances, None),
            Ok((instances, false)) => ("unchecked", instances, None),
            Err(Fault::Missing(_)) => ("missing", None, None),
            Err(Fault::Changed(what, instances)) => ("changed", instances, Some(what)),
            Err(Fault::Io(_, error)) => ("unreadable", None, Some(error.to_string())),
            Err(Fault::Wrong(what)) => ("unreadable", None, Some(what)),
        };
        Self { state, instances: instances.or(self.instances), reason, ..self }
    }
}
