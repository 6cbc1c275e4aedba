//! Proofs for `VeriPB`: `quadrille-verify` accepts those that are written, and of changed ones only those whose claim is true.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::ops::ControlFlow;

use proptest::prelude::*;
use quadrille_cover::engine::Naive;
use quadrille_cover::proof::{clauses, statement};
use quadrille_cover::random::Stream;
use quadrille_cover::{Budget, OptionId, Outcome, Problem, Solver, family};
use quadrille_verify::{Claim, FORMULA, Limits, PROOF, verify_files};
use sha2::{Digest, Sha256};

use crate::problems::problems;

type Files = BTreeMap<String, Vec<u8>>;

/// The folder that proves all solutions of a problem.
fn folder(problem: &Problem) -> Files {
    let (mut formula, mut proof, mut listed) = (Vec::new(), Vec::new(), String::new());
    let mut visit = |options: &[OptionId]| {
        let numbers: Vec<String> = options.iter().map(|o| (o.index() + 1).to_string()).collect();
        listed += &(numbers.join(" ") + "\n");
        ControlFlow::Continue(())
    };
    let stated = stated(problem);
    let out = (&mut formula as _, &mut proof as _);
    let search = clauses::all(&stated, &Budget::default(), out, &mut visit).unwrap();
    assert_eq!(search.outcome, Outcome::Exhausted);
    let mut files = Files::from([
        ("problem.dlx".to_owned(), statement(problem).into_bytes()),
        ("solutions.txt".to_owned(), listed.into_bytes()),
        (FORMULA.to_owned(), formula),
        (PROOF.to_owned(), proof),
    ]);
    seal(&mut files);
    files
}

fn stated(problem: &Problem) -> Problem {
    Problem::parse(statement(problem)).expect("a statement is a problem")
}

/// Writes the manifest: it claims the number of lines of the list.
fn seal(files: &mut Files) {
    files.remove("MANIFEST");
    let number = files["solutions.txt"].iter().filter(|&&byte| byte == b'\n').count() as u64;
    let claim = Claim::All(number);
    let mut manifest = format!("quadrille proof 1\nclaim {claim}\nwords {}\n", claim.in_words());
    for (name, bytes) in &*files {
        manifest += "sha256 ";
        for byte in Sha256::digest(bytes) {
            manifest += &format!("{byte:02x}");
        }
        manifest += &format!(" {name}\n");
    }
    files.insert("MANIFEST".to_owned(), manifest.into_bytes());
}

fn check(files: &Files) -> Result<u64, String> {
    let open = |name: &str| match files.get(name) {
        Some(bytes) => Ok(Box::new(&bytes[..]) as Box<dyn Read>),
        None => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let limits =
        Limits { stored: 10_000_000, certificate: 10_000_000, jobs: 2, ..Limits::default() };
    let verified = verify_files(&open, &limits);
    verified.map(|verified| verified.steps).map_err(|refusal| refusal.to_string())
}

/// Whether the list of a folder has exactly the solutions of its problem, by an engine that tries everything.
fn is_true(files: &Files) -> bool {
    let text = |name: &str| String::from_utf8(files[name].clone()).expect("it is text");
    let problem = Problem::parse(text("problem.dlx")).expect("it is a problem");
    let line = |options: Vec<OptionId>| {
        let mut numbers: Vec<usize> = options.iter().map(|o| o.index() + 1).collect();
        numbers.sort_unstable();
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let all = Naive.all(&problem).expect("naive takes every problem");
    let all: BTreeSet<String> = all.into_iter().map(line).collect();
    let listed: Vec<String> = text("solutions.txt").lines().map(str::to_owned).collect();
    listed.len() == all.len() && all == listed.into_iter().collect()
}

/// Changes a file in a way that the seed chooses: bytes or lines are removed, repeated, exchanged or altered.
fn changed(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut stream = Stream::new(seed, bytes.len() as u64);
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return b"1\n".to_vec();
    }
    let (one, other) = (stream.below(lines.len()), stream.below(lines.len()));
    match stream.below(7) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one].clone()),
        2 => lines.swap(one, other),
        3 => {
            let place = stream.below(lines[one].len());
            lines[one].remove(place);
        }
        4 => {
            let place = stream.below(lines[one].len());
            lines[one][place] = b" 0123456789~-x"[stream.below(14)];
        }
        _ => {
            // A word removed, or put in place of another.
            let mut words: Vec<Vec<u8>> =
                lines[one].split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect();
            let (first, second) = (stream.below(words.len()), stream.below(words.len()));
            if stream.below(2) == 0 {
                words.remove(first);
            } else {
                let word = words[second].clone();
                words[first] = word;
            }
            lines[one] = words.join(&b' ');
        }
    }
    lines.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn proofs_are_accepted_and_changed_ones_only_if_true(problem in problems(), seed in any::<u64>()) {
        prop_assume!(problem.primary() > 0);
        let files = folder(&problem);
        prop_assert!(is_true(&files));
        if let Err(refusal) = check(&files) {
            prop_assert!(false, "{refusal}");
        }
        for seed in seed..seed.saturating_add(20) {
            for name in ["problem.dlx", "solutions.txt", FORMULA, PROOF] {
                let mut forged = files.clone();
                forged.insert(name.to_owned(), changed(&files[name], seed));
                seal(&mut forged);
                prop_assert!(check(&forged).is_err() || is_true(&forged), "{name}: {seed}");
            }
        }
    }
}

/// Replaces text in a file, which must have it, and seals the folder.
#[track_caller]
fn replaced(files: &Files, name: &str, from: &str, to: &str) -> Files {
    let text = str::from_utf8(&files[name]).unwrap();
    assert!(text.contains(from), "{name} lacks {from:?}");
    let mut forged = files.clone();
    forged.insert(name.to_owned(), text.replacen(from, to, 1).into_bytes());
    seal(&mut forged);
    forged
}

#[track_caller]
fn is_refused(files: &Files, why: &str) {
    let refusal = check(files).expect_err("it is forged");
    assert!(refusal.contains(why), "{refusal}");
}

#[test]
fn what_other_checkers_believe_is_refused() {
    let problem = Problem::parse("a b c\na b\nc\na\nb c\n").unwrap();
    let veripb = folder(&problem);
    assert_eq!(
        str::from_utf8(&veripb["solutions.txt"]),
        Ok("1 2\n3 4\n"),
        "this order is assumed below"
    );

    // A clause that excludes more than a solution, and with it another one.
    let why = "which follows from problem.dlx and solutions.txt";
    is_refused(&replaced(&veripb, "formula.opb", "1 ~x1 1 ~x2 >= 1 ;", "1 ~x1 >= 1 ;"), why);
    // With a line less in the list, and one less in the formula.
    let mut fewer = replaced(&veripb, "solutions.txt", "1 2\n", "");
    is_refused(&fewer, why);
    let shorter = str::from_utf8(&veripb["formula.opb"]).unwrap();
    let shorter = shorter.replace("#constraint= 5", "#constraint= 4");
    let (shorter, last) = (shorter.replacen("1 ~x1 1 ~x2 >= 1 ;\n", "", 1), "1 ~x3 1 ~x4 >= 1 ;\n");
    assert!(shorter.ends_with(last), "{shorter}");
    fewer.insert("formula.opb".to_owned(), shorter.into_bytes());
    seal(&mut fewer);
    check(&fewer).expect_err("the proof needs the clause that is missing");

    // The folder of another problem.
    let other = folder(&family::build("queens:5").unwrap());
    let mut mixed = veripb.clone();
    for name in ["formula.opb", "proof.pbp"] {
        mixed.insert(name.to_owned(), other[name].clone());
    }
    seal(&mut mixed);
    is_refused(&mixed, why);
    mixed.insert("formula.opb".to_owned(), veripb["formula.opb"].clone());
    seal(&mut mixed);
    is_refused(&mixed, "proof.pbp:2: found");

    // Lines that assume something, or that this form lacks.
    for line in [
        "a 1 x1 >= 1;",
        "pol 1 2 +;",
        "red 1 x1 >= 1 : x1 -> 1;",
        "e 1 x1 >= 1 : 1;",
        "rup 1 x1 >= 1 : 1;",
        "rup 1 ~x1 >= 1;",
        "* remark",
    ] {
        let proof = replaced(&veripb, "proof.pbp", "rup ", &format!("{line}\nrup "));
        is_refused(&proof, &format!("found `{line}`; expected `rup` with"));
    }

    let text = str::from_utf8(&veripb["proof.pbp"]).unwrap();
    let contradiction = text.lines().find(|line| line.starts_with("rup >= 1")).unwrap();
    for (file, from, to, why) in [
        // Ends that prove nothing.
        ("proof.pbp", "conclusion UNSAT : ", "conclusion UNSAT : 1", "conclusion"),
        ("proof.pbp", "conclusion UNSAT", "conclusion NONE", "conclusion"),
        ("proof.pbp", &*format!("{contradiction}\n"), "", "of a contradiction"),
        // A list with a solution twice, and with one that is none.
        (
            "solutions.txt",
            "3 4\n",
            "1 2\n",
            "solutions.txt:2: found a solution that is listed before",
        ),
        ("solutions.txt", "3 4\n", "2 3\n", "solutions.txt:2: item 2 is not covered"),
        ("solutions.txt", "3 4\n", "1 3\n", "solutions.txt:2: item 1 is covered twice"),
    ] {
        is_refused(&replaced(&veripb, file, from, to), why);
    }
}

#[test]
fn multiplicities_and_limits_are_named() {
    let out = || (Vec::new(), Vec::new());
    let all = |text: &str, budget: &Budget| {
        let (mut formula, mut proof) = out();
        let visit = &mut |_: &[_]| ControlFlow::Continue(());
        let problem = Problem::parse(text).unwrap();
        let out = (&mut formula as _, &mut proof as _);
        clauses::all(&problem, budget, out, visit)
            .map(|search| (search.outcome, search.stats.solutions))
            .map_err(|error| error.to_string())
    };
    let refused = all("1:2|a\na\n", &Budget::default()).unwrap_err();
    assert_eq!(refused, "a proof in clauses does not handle multiplicities; use the form xcd");
    let text = "a b\na\nb\na b\n";
    assert_eq!(all(text, &Budget::solutions(1)), Ok((Outcome::Stopped, 1)));
    assert_eq!(
        all(text, &Budget { nodes: Some(0), ..Budget::default() }),
        Ok((Outcome::BudgetSpent, 0))
    );
    assert_eq!(all(text, &Budget::default()), Ok((Outcome::Exhausted, 2)));
}
