//! The files that the server has.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use quadrille_results::Shown;

/// The bytes of a file, which all its readers share.
pub type Contents = Arc<[u8]>;

/// The file that is served for `/`.
const INDEX: &str = "index.html";

/// The files of a folder, by the paths under which they are asked for.
pub struct Files {
    folder: PathBuf,
    paths: HashMap<String, PathBuf>,
    /// The contents of files that were asked for, with the time of their last change. All readers of a file share them.
    read: Mutex<HashMap<PathBuf, (Option<SystemTime>, Contents)>>,
}

impl Files {
    /// The files of a folder. Links that lead out of the folder are left out.
    pub fn of(folder: &Path) -> Result<Self> {
        let shown = folder.shown();
        let how = "expected the folder that the script `web/build` of the repository makes";
        let real = folder.canonicalize().with_context(|| format!("{shown}: {how}"))?;
        let entries = fs::read_dir(&real).with_context(|| format!("{shown}: {how}"))?;
        let mut files = Self { folder: real, paths: HashMap::new(), read: Mutex::default() };
        for entry in entries {
            let entry = entry?;
            if let (Some(_), Ok(name)) =
                (files.inside(&entry.path()), entry.file_name().into_string())
            {
                files.paths.insert(format!("/{name}"), entry.path());
            }
        }
        match files.paths.get(&format!("/{INDEX}")).cloned() {
            None => bail!("{shown}: found no {INDEX}; {how}"),
            Some(index) => files.paths.insert("/".to_owned(), index),
        };
        Ok(files)
    }

    /// The file that a path of the folder leads to, if it is in the folder.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let real = path.canonicalize().ok()?;
        (real.starts_with(&self.folder) && real.is_file()).then_some(real)
    }

    /// The media type and the contents of the file that is asked for. It is read again after a change, so that a change is
    /// seen by reloading the page.
    pub fn read(&self, asked: &str) -> Option<(&'static str, Contents)> {
        let path = self.paths.get(asked)?;
        let kind = kind(path.extension()?.to_str()?);
        let real = self.inside(path)?;
        let changed = fs::metadata(&real).and_then(|about| about.modified()).ok();
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((then, bytes)) = read.get(&real)
            && changed.is_some()
            && *then == changed
        {
            return Some((kind, bytes.clone()));
        }
        let bytes: Contents = fs::read(&real).ok()?.into();
        read.insert(real, (changed, bytes.clone()));
        Some((kind, bytes))
    }
}

/// The media type of a file.
fn kind(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_file_is_read_once_and_no_link_leads_out() {
        let (inner, outer) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let at = |name: &str| inner.path().join(name);
        fs::write(at(INDEX), "page").unwrap();
        fs::write(outer.path().join("secret.js"), "secret").unwrap();
        symlink(outer.path().join("secret.js"), at("out.js")).unwrap();
        symlink(at(INDEX), at("in.html")).unwrap();
        fs::write(at("later.js"), "mine").unwrap();
        let files = Files::of(inner.path()).unwrap();
        assert_eq!(
            files.read("/").unwrap(),
            ("text/html; charset=utf-8", b"page".as_slice().into())
        );
        assert_eq!(*files.read("/in.html").unwrap().1, *b"page");
        assert_eq!(
            files.read("/").unwrap().1.as_ptr(),
            files.read("/").unwrap().1.as_ptr(),
            "one copy"
        );
        assert_eq!(files.read("/out.js"), None);
        assert_eq!(files.read("/../secret.js"), None);
        assert_eq!(*files.read("/later.js").unwrap().1, *b"mine");
        fs::remove_file(at("later.js")).unwrap();
        symlink(outer.path().join("secret.js"), at("later.js")).unwrap();
        assert_eq!(files.read("/later.js"), None, "a link in place of the file");
    }
}
