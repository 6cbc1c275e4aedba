//! Opens and saves the files of the player.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use quadrille_view::player::{Files, SaveError};

use crate::output::whole_file::{WholeFile, is_device};

pub const FILES: Files = Files { open, save };

fn open(name: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(Box::new(BufReader::new(File::open(name)?)))
}

fn save(name: &str, text: &str, replace: bool) -> Result<(), SaveError> {
    let path = Path::new(name);
    if is_device(path) {
        let reason = format!("{name}: found a device; expected the name of a file");
        return Err(SaveError::Failed(reason));
    }
    WholeFile::write(path, replace, text.as_bytes()).map_err(|error| {
        let exists = path.is_file() && !replace;
        if exists { SaveError::Exists } else { SaveError::Failed(format!("{error:#}")) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_saved_whole_and_replaced_only_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        let name = path.to_str().unwrap();
        save(name, "precious", false).unwrap();
        assert!(matches!(save(name, "new", false), Err(SaveError::Exists)));
        assert_eq!(io::read_to_string(open(name).unwrap()).unwrap(), "precious");
        save(name, "new", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no part of it is left");
    }

    #[test]
    fn a_folder_and_a_device_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/mine.txt");
        for path in [folder.path(), Path::new("/dev/null"), &nowhere] {
            for replace in [false, true] {
                let error = save(path.to_str().unwrap(), "", replace).unwrap_err();
                assert!(matches!(&error, SaveError::Failed(_)), "{error}");
                assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
            }
        }
        assert!(open(nowhere.to_str().unwrap()).is_err());
    }
}
