//! The problems to solve: files, folders of files, and problem families.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use quadrille_cover::{Problem, family};
use tempfile::TempDir;

/// A problem in a file.
pub struct Instance {
    /// The instance's name in the tables.
    pub name: String,
    /// The file with the problem as DLX text.
    pub file: PathBuf,
    /// The number of solutions, if known.
    pub solutions: Option<String>,
    /// Whether the instance has more solutions than can be visited; only engines that count without visiting search it.
    pub countless: bool,
}

/// The instances run by default: problem families with their numbers of solutions, from the literature and from
/// several programs.
const TOUR: &[(&str, &str)] = &[
    ("queens:9", "352"),
    ("queens:12", "14200"),
    ("langford:8", "300"),
    ("langford:11", "35584"),
    ("pentominoes:3x20", "8"),
    ("pentominoes:8x8-hole:reduced", "65"),
    ("pentominoes:6x10:reduced", "2339"),
    ("soma", "11520"),
    ("latin:5", "161280"),
    ("latin:6:reduced", "9408"),
    ("partitions:11", "678570"),
    ("matching:16", "2027025"),
    ("dominoes:6x6", "6728"),
    ("dominoes:8x8:mutilated", "0"),
    ("steiner:9", "840"),
    ("pigeonhole:9", "0"),
    ("debruijn:4x4", "32"),
    ("x3c:54:180:planted:seed=1", "1296"),
    ("frb:14:6:40:14:planted:seed=1", "2878"),
];

/// Default instances with more solutions than can be visited, and their numbers of solutions.
const COUNTLESS: &[(&str, &str)] = &[
    ("dominoes:8x8", "12988816"),
    ("dominoes:12x12", "53060477521960000"),
    ("dominoes:16x16", "2444888770250892795802079170816"),
];

/// The instances, and a temporary folder with the files of problem families.
pub struct Instances {
    pub all: Vec<Instance>,
    folder: TempDir,
}

impl Instances {
    /// An empty list of instances.
    pub fn new() -> Result<Self> {
        Ok(Self { all: Vec::new(), folder: tempfile::tempdir()? })
    }

    /// Adds a file, the DLX files of a folder, or a family such as `queens:8`.
    pub fn add(&mut self, named: &str, countless: bool) -> Result<()> {
        let path = Path::new(named);
        if path.is_dir() {
            let entries =
                path.read_dir()?.collect::<Result<Vec<_>, _>>().context(named.to_owned())?;
            let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
            files.retain(|file| file.extension().is_some_and(|extension| extension == "dlx"));
            ensure!(!files.is_empty(), "{named}: found no DLX file (*.dlx)");
            files.sort();
            for file in files {
                self.add_file(&file, countless)?;
            }
            Ok(())
        } else if path.exists() {
            self.add_file(path, countless)
        } else {
            self.add_family(named, None, countless)
        }
    }

    /// Adds the default instances.
    pub fn add_tour(&mut self) -> Result<()> {
        for (list, countless) in [(TOUR, false), (COUNTLESS, true)] {
            for (spec, solutions) in list {
                self.add_family(spec, Some((*solutions).to_owned()), countless)?;
            }
        }
        Ok(())
    }

    /// Reads numbers of solutions from a CSV file with columns `instance` and `solutions`.
    pub fn expect(&mut self, file: &Path) -> Result<()> {
        let place = || file.display().to_string();
        let text = fs::read_to_string(file).with_context(place)?;
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap_or_default();
        let column = |name| head.iter().position(|&column| column == name);
        let (Some(name), Some(solutions)) = (column("instance"), column("solutions")) else {
            bail!("{}: expected the columns `instance` and `solutions`", place());
        };
        for row in lines {
            let (Some(&name), Some(&solutions)) = (row.get(name), row.get(solutions)) else {
                bail!("{}: found a row of only {} fields", place(), row.len());
            };
            for instance in self.all.iter_mut().filter(|instance| instance.name == name) {
                instance.solutions = Some(solutions.to_owned());
            }
        }
        Ok(())
    }

    fn add_file(&mut self, file: &Path, countless: bool) -> Result<()> {
        let place = || file.display().to_string();
        let text = fs::read(file).with_context(place)?;
        Problem::parse(text).with_context(place)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = file.canonicalize().with_context(place)?;
        ensure!(!place().contains('\n'), "found a line end in a file name; rename it");
        self.all.push(Instance { name, file, solutions: None, countless });
        Ok(())
    }

    fn add_family(&mut self, spec: &str, solutions: Option<String>, countless: bool) -> Result<()> {
        let problem = family::build(spec).with_context(|| format!("{spec}: no such file"))?;
        let file = self.folder.path().join(format!("{}.dlx", self.all.len()));
        fs::write(&file, problem.to_string())?;
        self.all.push(Instance { name: spec.to_owned(), file, solutions, countless });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_from_a_file() {
        let mut instances = Instances::new().unwrap();
        instances.add("queens:6", false).unwrap();
        let file = instances.folder.path().join("counts.csv");
        fs::write(&file, "instance,items,solutions\nlangford:3,9,2\nqueens:6,12,4\n").unwrap();
        instances.expect(&file).unwrap();
        assert_eq!(instances.all[0].solutions.as_deref(), Some("4"));
        fs::write(&file, "instance,items\nqueens:6,12\n").unwrap();
        assert!(instances.expect(&file).is_err());
    }

    #[test]
    fn every_family_of_the_tour_is_made() {
        let mut instances = Instances::new().unwrap();
        instances.add_tour().unwrap();
        assert_eq!(instances.all.len(), TOUR.len() + COUNTLESS.len());
        let problem = Problem::parse(fs::read(&instances.all[0].file).unwrap()).unwrap();
        assert_eq!(problem, family::build(TOUR[0].0).unwrap());
    }
}
