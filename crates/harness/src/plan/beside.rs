//! Corpora that a plan or table names: by their names, or as files in its own folder.

use std::fmt::Display;
use std::path::Path;

use crate::corpus::manifest::library::is_known;
use crate::files::{is_within, regular, stays_within};

/// The corpus that a file in `folder` calls `name`: a path, if it is a file in the folder, and otherwise the name.
pub(crate) fn in_folder(folder: &Path, name: &str) -> Result<String, String> {
    if name == "-" || is_known(name) {
        return Ok(name.to_owned());
    }
    let refuse = |what: &dyn Display| {
        Err(format!(
            "found the corpus `{name}`: {what}; expected the name of a corpus, or a file in the folder of the file that \
             names it; only the command line can name a file elsewhere, with --corpus"
        ))
    };
    if !is_within(Path::new(name)) {
        return refuse(&"it leads out of the folder");
    }
    let path = folder.join(name);
    if !path.exists() {
        let is_elsewhere = Path::new(name).exists();
        return if is_elsewhere { refuse(&"it is not in the folder") } else { Ok(name.to_owned()) };
    }
    let checked = stays_within(folder, &path);
    match checked.and_then(|()| if path.is_dir() { Ok(()) } else { regular(&path).map(drop) }) {
        Ok(()) => Ok(path.to_string_lossy().into_owned()),
        Err(error) => refuse(&error),
    }
}
