//! The folder that proves the answers about all puzzles of a source.

use std::io::Write;

use anyhow::{Result, bail};
use quadrille_cover::proof::xcd::HEAD;
use quadrille_verify::Claim;

use super::message::tell;
use super::plural;
use super::proof_folder::{Certificate, ProofFolder};
use super::whole_folder::Member;
use crate::args::ProofForm;
use crate::args::request::Proof;
use quadrille_service::puzzle::prove::Proved;

const PUZZLES: &str = "puzzles.txt";
const ANSWERS: &str = "answers.txt";

/// A folder of proved puzzles that is being written.
pub struct PuzzleProofs {
    folder: ProofFolder,
    puzzles: Member,
    answers: Member,
    certificate: Certificate,
    number: u64,
}

impl PuzzleProofs {
    pub fn create(proof: &Proof) -> Result<Self> {
        if proof.options.form != ProofForm::Xcd {
            bail!(
                "--form: found a form for one problem; expected xcd, which has one certificate for all puzzles, or the exact cover problem of one puzzle in place of puzzles"
            );
        }
        let folder = proof.folder.as_deref().expect("only counts are estimated without a folder");
        let folder = ProofFolder::create(folder, &proof.options)?;
        let begin = || {
            let mut certificate = folder.certificate()?;
            certificate.write_all(HEAD)?;
            Ok((folder.file(PUZZLES)?, folder.file(ANSWERS)?, certificate))
        };
        let (puzzles, answers, certificate) = begin().map_err(|error| folder.explained(&error))?;
        Ok(Self { folder, puzzles, answers, certificate, number: 0 })
    }

    pub fn add(&mut self, proved: &Proved) -> Result<()> {
        self.number += proved.number;
        let mut write = || {
            self.puzzles.write_all(&proved.puzzles)?;
            self.answers.write_all(&proved.answers)?;
            self.certificate.write_all(&proved.certificate)
        };
        write().map_err(|error| self.folder.explained(&error))
    }

    /// Gives the folder its name; if some puzzles are unreadable, removes it and says so.
    pub fn finish(mut self, unreadable: u64) -> Result<()> {
        if unreadable > 0 {
            let puzzles = plural(unreadable, "puzzle");
            tell(format_args!("no folder was written, because {puzzles} cannot be read"));
            return Ok(());
        }
        let mut flush = || {
            self.puzzles.flush()?;
            self.answers.flush()
        };
        let flushed = flush().and_then(|()| self.certificate.finish());
        flushed.map_err(|error| self.folder.explained(&error))?;
        let certificate = self.folder.certificate_name();
        self.folder.finish(&Claim::Puzzles(self.number), &[PUZZLES, ANSWERS, certificate])
    }
}
