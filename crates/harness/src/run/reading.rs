//! Reads results files by their paths.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use quadrille_results::{Results, RowError, Shown, read_toml};

use crate::files;

/// Reads results files, each with its [run file](run_file) if there is one; `-` is standard input.
///
/// # Errors
/// If a file cannot be read, or is no valid results file or run file.
pub fn read(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Results, RowError> {
    let mut results = Results::default();
    for path in paths {
        let path = path.as_ref();
        if path == Path::new("-") {
            results.add("standard input", io::stdin(), None)?;
            continue;
        }
        let name = path.shown().to_string();
        let unreadable = |error| RowError::Io(name.clone(), error);
        if path.is_dir() {
            return Err(unreadable(ErrorKind::IsADirectory.into()));
        }
        let run_file = run_file(path);
        let notes = match files::regular_text(&run_file) {
            Ok(text) => read_toml(&text).map(Some).map_err(|error| error.to_string()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!(" {error}")),
        };
        let run_file = run_file.shown().to_string();
        let notes = notes.map_err(|what| RowError::RunFile(run_file, what))?;
        results.add(&name, File::open(path).map_err(unreadable)?, notes)?;
    }
    Ok(results)
}

/// The path of the run file of a results file.
pub fn run_file(results: &Path) -> PathBuf {
    let mut path = results.as_os_str().to_owned();
    path.push(".run.toml");
    path.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use quadrille_results::COLUMNS;

    const ROW: &str = "1,r,systems,P1,,edca57d2e0bf551bb7c98a233fee6ceac1cf93b795eb71edeb6c4af9e2ba2190,masks,,all,0,0,1,,ok,,,,,,,,,,,,,,,,,,";

    #[test]
    fn files_bring_their_run_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.csv");
        let name = path.to_str().unwrap();
        let missing = read([name]).unwrap_err().to_string();
        assert!(missing.starts_with(&format!("{name}: ")), "{missing}");
        fs::write(&path, format!("{}\n{ROW}\n", COLUMNS.join(","))).unwrap();
        assert_eq!(read([name]).unwrap().sources[0].notes, None);
        fs::write(format!("{name}.run.toml"), "[limits]\nseconds = 1.5\n").unwrap();
        let results = read([name, name]).unwrap();
        assert_eq!(results.sources[1].notes.as_ref().unwrap().limit_ns(), Some(1.5e9));
        assert_eq!(results.entries.len(), 2);
        assert_eq!(results.place(&results.entries[1]), format!("{name}:2"));
        fs::write(format!("{name}.run.toml"), "limits = \n").unwrap();
        let broken = read([name]).unwrap_err().to_string();
        assert!(broken.starts_with(&format!("{name}.run.toml:1:")), "{broken}");
        let folder = read([folder.path().to_str().unwrap()]).unwrap_err().to_string();
        assert!(folder.contains("directory"), "{folder}");
    }
}
