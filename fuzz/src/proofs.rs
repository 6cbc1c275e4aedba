//! Tests the checker of certificates: on any certificate it ends, and a walk that comes to its end has counted as `naive`
//! does. Also, the certificates that we write are accepted.

use std::io::{self, Cursor, Read};

use arbitrary::Unstructured;
use quadrille_cover::engine::{Iso, Naive};
use quadrille_cover::proof;
use quadrille_cover::proof::xcd::{self, Repeats};
use quadrille_cover::{Budget, Counters, Outcome, Problem, Solver};
use quadrille_verify::{Limits, verify_files};
use sha2::{Digest, Sha256};

use crate::copies;

/// Budget of `naive`. An input for which it does not suffice is left out, so that executions stay fast.
const MOST: Budget =
    Budget { nodes: Some(500), tests: Some(2_000), solutions: None, memory: None, cancel: None };

/// A problem, and what becomes of its certificate.
struct Case {
    problem: Problem,
    /// Which sub-problems the certificate counts once.
    repeats: Repeats,
    /// Places in the certificate, and what is put there: a byte, or nothing.
    edits: Vec<(u8, Option<u8>)>,
    /// The certificate, if it is not made from that of the problem.
    own: Option<Vec<u8>>,
}

impl Case {
    fn of(bytes: &[u8]) -> Self {
        let (head, rest) = bytes.split_at(bytes.len().min(12));
        let mut head = Unstructured::new(head);
        let [kind, edits]: [u8; 2] = head.arbitrary().expect("bytes do not run out");
        let edit = |_| head.arbitrary().expect("bytes do not run out");
        let edits = (0..edits % 4).map(edit).collect();
        let (own, problem) = if kind % 4 == 0 {
            let (own, problem) = rest.split_at(rest.len() / 2);
            let head = if kind & 4 == 0 { xcd::HEAD } else { xcd::HEAD_OF_RENAMED };
            (Some([head, own].concat()), problem)
        } else {
            (None, rest)
        };
        let problem = copies::problem(&mut Unstructured::new(problem));
        let problem = problem.expect("bytes do not run out");
        let renames = kind & 8 != 0 && Iso.refuses(&problem).is_none();
        let repeats = if renames { Repeats::Renamed } else { Repeats::Equal };
        Self { problem, repeats, edits, own }
    }
}

/// The problem that the bytes encode, and the changes of its certificate, for people.
pub fn shown(bytes: &[u8]) -> String {
    let Case { problem, repeats, edits, own } = Case::of(bytes);
    format!("{repeats:?} {edits:?} {own:?}\n{}", proof::statement(&problem))
}

/// Checks one certificate.
pub fn run(bytes: &[u8]) -> bool {
    let Case { problem, repeats, edits, own } = Case::of(bytes);
    if problem.primary() == 0 {
        return false;
    }
    let text = proof::statement(&problem);
    let stated = Problem::parse(&text).expect("a statement is a problem");
    let tally = Naive.tally(&stated, &MOST, Counters::Off).expect("naive counts everything");
    if tally.search.outcome != Outcome::Exhausted {
        return false;
    }
    let mut certificate = Vec::new();
    let spool = Cursor::new(Vec::new());
    let counted = xcd::count(&stated, &Budget::default(), repeats, spool, &mut certificate)
        .expect("a small problem is counted");
    assert_eq!(counted.solutions, tally.solutions);
    let claim = format!("count {}", tally.solutions);
    checked(&text, &certificate, &claim).expect("our certificate is right");
    let is_ours = own.is_none() && edits.is_empty();
    let mut certificate = own.unwrap_or(certificate);
    for (place, byte) in edits {
        let place = usize::from(place) % certificate.len();
        match byte {
            Some(byte) => certificate[place] = byte,
            None => _ = certificate.remove(place),
        }
    }
    if let Err(why) = checked(&text, &certificate, &claim) {
        // The count is compared with the claim after the walk.
        assert!(!why.contains("counted"), "a wrong count was accepted: {why}");
    }
    !is_ours
}

/// The answer of the checker.
fn checked(problem: &str, certificate: &[u8], claim: &str) -> Result<(), String> {
    let words = match claim.split_once(' ') {
        Some((_, "1")) => "The problem has exactly 1 solution.".to_owned(),
        Some((_, number)) => format!("The problem has exactly {number} solutions."),
        None => String::new(),
    };
    let mut manifest = format!("quadrille proof 1\nclaim {claim}\nwords {words}\n");
    let files = [("problem.dlx", problem.as_bytes()), ("certificate.xcd", certificate)];
    for (name, bytes) in files {
        manifest += "sha256 ";
        for byte in Sha256::digest(bytes) {
            manifest += &format!("{byte:02x}");
        }
        manifest += &format!(" {name}\n");
    }
    let open = |name: &str| -> io::Result<Box<dyn Read + '_>> {
        let found = files.iter().find(|(other, _)| *other == name).map(|(_, bytes)| *bytes);
        let found = found.or((name == "MANIFEST").then_some(manifest.as_bytes()));
        Ok(Box::new(found.ok_or(io::ErrorKind::NotFound)?))
    };
    let [alone, helped] = [1, 2].map(|jobs| {
        let checked = verify_files(&open, &Limits { jobs, ..Limits::default() });
        checked.map(drop).map_err(|refusal| refusal.to_string())
    });
    assert_eq!(alone, helped, "one thread and two");
    alone
}
