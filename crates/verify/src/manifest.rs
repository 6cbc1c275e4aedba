//! The file `MANIFEST`: the claim, and the sum of every other file.

use crate::claim::Claim;
use crate::clauses::{FORMULA, PROOF};
use crate::files::Folder;
use crate::lines::Lines;
use crate::refusal::Refusal;

const NAME: &str = "MANIFEST";
/// Upper bound on the size of a manifest, in bytes: it has a few short lines, but a count may have thousands of digits.
const MOST_BYTES: u64 = 1 << 16;
/// The names of a certificate, of which a folder has one. The last proves a list of all solutions only, and goes with a formula.
const CERTIFICATES: [&str; 3] = ["certificate.xcd", COMPRESSED, PROOF];
pub(crate) const COMPRESSED: &str = "certificate.xcd.gz";
/// Files for people, which prove nothing.
const FOR_PEOPLE: [&str; 3] = ["README.md", "xcheck.py", "xformula.py"];

/// A manifest that was read.
pub(crate) struct Manifest {
    pub claim: Claim,
    /// The name of the certificate, if the claim needs one.
    pub certificate: Option<&'static str>,
}

impl Manifest {
    /// Reads the manifest of a folder, and compares the sums of the files.
    pub(crate) fn read(folder: &Folder<'_>) -> Result<Self, Refusal> {
        let mut lines = Lines::new(NAME, folder.open(NAME)?, MOST_BYTES);
        let mut expect = |begin: &str| -> Result<String, Refusal> {
            let line = lines.next()?.unwrap_or_default();
            let rest = line.strip_prefix(begin).map(str::to_owned);
            rest.ok_or_else(|| {
                lines.refusal(format_args!("found `{line}`; expected `{begin}` and a value"))
            })
        };
        let version = expect("quadrille proof ")?;
        if version != "1" {
            let why =
                format_args!("found version `{version}`; expected 1, which this program reads");
            return Err(Refusal::line(NAME, 1, why));
        }
        let claimed = expect("claim ")?;
        let claim = Claim::parse(&claimed);
        let words = expect("words ")?;
        let Some(claim) = claim else {
            let why = format_args!(
                "found claim `{claimed}`; expected `count`, `all`, `some`, `puzzles` or `classes` and a number"
            );
            return Err(Refusal::line(NAME, 2, why));
        };
        if !claim.is_in_words(&words) {
            let why =
                format_args!("the words differ from the claim; expected `{}`", claim.in_words());
            return Err(Refusal::line(NAME, 3, why));
        }
        let (files, has_certificate) = claim.files();
        let mut found: Vec<&'static str> = Vec::new();
        while let Some(line) = lines.next()? {
            let (certificates, formulas) = match claim {
                Claim::All(_) => (&CERTIFICATES[..], &[FORMULA][..]),
                _ if has_certificate => (&CERTIFICATES[..2], &[][..]),
                _ => (&[][..], &[][..]),
            };
            let known = files.iter().chain(&FOR_PEOPLE).chain(certificates).chain(formulas);
            let sum_and_name = line.strip_prefix("sha256 ").and_then(|line| line.split_once(' '));
            let file =
                sum_and_name.and_then(|(_, name)| known.copied().find(|known| *known == name));
            let (Some((sum, _)), Some(name)) = (sum_and_name, file) else {
                return Err(lines.refusal(format_args!(
                    "found `{line}`; expected the sum of a file of this claim"
                )));
            };
            if found.contains(&name) {
                return Err(lines.refusal(format_args!("{name} is named twice")));
            }
            if sum != folder.sum(name)? {
                return Err(Refusal::whole(name, "its SHA-256 sum differs from that in MANIFEST"));
            }
            found.push(name);
        }
        if found.contains(&FORMULA) != found.contains(&PROOF) {
            let why = format_args!("has the sum of one of {FORMULA} and {PROOF} only");
            return Err(Refusal::whole(NAME, why));
        }
        let missing = files.iter().find(|file| !found.contains(file));
        let certificates: Vec<_> =
            CERTIFICATES.into_iter().filter(|name| found.contains(name)).collect();
        match (missing, certificates.as_slice()) {
            (Some(name), _) => Err(Refusal::whole(NAME, format_args!("has no sum of {name}"))),
            (None, []) if has_certificate => {
                Err(Refusal::whole(NAME, "has no sum of a certificate"))
            }
            (None, [_, _, ..]) => Err(Refusal::whole(NAME, "has the sums of two certificates")),
            (None, found) => Ok(Self { claim, certificate: found.first().copied() }),
        }
    }
}
