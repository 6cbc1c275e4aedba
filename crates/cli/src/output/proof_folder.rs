//! The folder of a certificate (docs/PROOFS.md): the files that a claim needs, its manifest, and what a reader needs to check it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Result, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_results::Shown;
use quadrille_verify::{Claim, FORMULA};

use super::whole_file::without_name;
use super::whole_folder::{Member, WholeFolder, too_large};
use crate::args::ProofOptions;

/// A file of a folder that proves nothing: its name and its text.
type ForPeople = (&'static str, &'static str);
/// What goes with a certificate in the form `xcd`: the checker in Python, which stands alone, and what is to be known.
const XCD: [ForPeople; 2] = [
    ("xcheck.py", include_str!("../../xcheck.py")),
    ("README.md", include_str!("proof_folder.md")),
];
/// What goes with a formula and its proof: a program that derives the formula again, and what is to be known.
const CLAUSES: [ForPeople; 2] = [
    ("xformula.py", include_str!("../../xformula.py")),
    ("README.md", include_str!("proof_folder_clauses.md")),
];
const MANIFEST: &str = "MANIFEST";

/// A folder that is being written. Its files may take a limited number of bytes together.
pub struct ProofFolder {
    folder: WholeFolder,
    most: u64,
    is_compressed: bool,
}

impl ProofFolder {
    pub fn create(target: &Path, args: &ProofOptions) -> Result<Self> {
        let most = args.max_bytes;
        Ok(Self { folder: WholeFolder::create(target, most)?, most, is_compressed: args.gzip })
    }

    pub fn certificate_name(&self) -> &'static str {
        if self.is_compressed { "certificate.xcd.gz" } else { "certificate.xcd" }
    }

    /// Begins the certificate, or begins it again.
    pub fn certificate(&self) -> io::Result<Certificate> {
        let file = self.folder.file(self.certificate_name())?;
        Ok(if self.is_compressed {
            Certificate::Compressed(GzEncoder::new(file, Compression::default()))
        } else {
            Certificate::Plain(file)
        })
    }

    /// A temporary file, which has no name and goes with the program.
    pub fn spool(&self) -> io::Result<Spool> {
        let file = tempfile::tempfile_in(self.folder.path(""))?;
        Ok(Spool { file, at: 0, most: self.most })
    }

    pub fn file(&self, name: &str) -> io::Result<Member> {
        self.folder.file(name)
    }

    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.folder.remove(name)
    }

    /// Writes the manifest and what goes with it, and gives the folder its name. `files` are those that the claim needs.
    pub fn finish(self, claim: &Claim, files: &[&str]) -> Result<()> {
        let for_people = if files.contains(&FORMULA) { CLAUSES } else { XCD };
        for (name, text) in for_people {
            self.write(name, text.as_bytes())?;
        }
        let mut manifest =
            format!("quadrille proof 1\nclaim {claim}\nwords {}\n", claim.in_words());
        for name in files.iter().copied().chain(for_people.map(|(name, _)| name)) {
            let around = self.folder.path("");
            manifest += &format!("sha256 {} {name}\n", quadrille_verify::sum(&around, name)?);
        }
        self.write(MANIFEST, manifest.as_bytes())?;
        self.folder.finish()
    }

    pub fn write(&self, name: &str, text: &[u8]) -> Result<()> {
        let written = self.folder.file(name).and_then(|mut file| {
            file.write_all(text)?;
            file.flush()
        });
        written.map_err(|error| self.explained(&error))
    }

    /// The error for a file that could not be written.
    pub fn explained(&self, error: &io::Error) -> anyhow::Error {
        if error.kind() == io::ErrorKind::QuotaExceeded {
            let most = self.most;
            return anyhow!(
                "the folder of the proof would take more than {most} bytes; allow more by --max-bytes"
            );
        }
        anyhow!("{}: {}", self.folder.target().shown(), without_name(error))
    }
}

/// A temporary file of at most `most` bytes.
pub struct Spool {
    file: File,
    /// The place of the next byte.
    at: u64,
    most: u64,
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.at += bytes.len() as u64;
        if self.at > self.most {
            return Err(too_large());
        }
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for Spool {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes)
    }
}

impl Seek for Spool {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

/// A certificate that is being written.
pub enum Certificate {
    Plain(Member),
    Compressed(GzEncoder<Member>),
}

impl Certificate {
    /// Writes what is left in buffers.
    pub fn finish(self) -> io::Result<Member> {
        let mut file = match self {
            Self::Plain(file) => file,
            Self::Compressed(encoder) => encoder.finish()?,
        };
        file.flush()?;
        Ok(file)
    }
}

impl Write for Certificate {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Compressed(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Compressed(encoder) => encoder.flush(),
        }
    }
}
