//! `classes --proof`: folders that prove the number of classes, and forged ones.

use quadrille_cover::{Problem, family};

use crate::common::{Folder, json_lines};
use crate::proof_files::{Files, by_xcheck};
use crate::proofs::{like_latin, random};

/// Options that equal others, also such that may both be chosen; items with bounds; colours.
const TEXTS: [(&str, u32); 5] = [
    ("a b c\na\na\nb\nb c\nc\n", 2),
    ("0:2|a 1:2|b c\na\na\nb\nb c\nb c\nb\n", 6),
    ("1:2|a 1:2|b\na\na\nb\nb\na b\n", 6),
    ("a b | x y\na x:1\na x:2\nb x:1\nb x:2\na y\nb y:1\n", 3),
    ("0:2|a\n", 1),
];

fn built(family: &str) -> Problem {
    family::build(family).expect("a family")
}

fn parsed(text: &str) -> Problem {
    Problem::parse(text).expect("a problem")
}

#[track_caller]
fn verified_by_both(folders: &[(String, Files)]) {
    let files: Vec<Files> = folders.iter().map(|(_, files)| files.clone()).collect();
    for ((claim, files), answer) in folders.iter().zip(by_xcheck(&files)) {
        let problem = files.text("problem.dlx");
        assert_eq!(files.claim(), claim, "{problem}");
        files.verified().unwrap_or_else(|why| panic!("{claim}: {why}\n{problem}"));
        assert_eq!(answer, format!("VERIFIED {claim}"), "{problem}");
    }
}

#[test]
fn both_checkers_accept_the_classes_of_small_problems() {
    let mut folders = Vec::new();
    for (name, number, rotated) in [
        ("pentominoes:3x20", 2, Some(4)),
        ("queens:6", 1, Some(2)),
        ("queens:8", 12, Some(24)),
        ("queens:3", 0, Some(0)),
        ("langford:7", 26, None),
        ("latin:4", 2, None),
    ] {
        folders.push((format!("classes {number}"), Files::classes(&built(name), None)));
        if let Some(number) = rotated {
            let board = family::layout(name).expect("a family").expect("a board");
            let files = Files::classes(&built(name), Some(&board));
            folders.push((format!("classes {number}"), files));
        }
    }
    for (text, number) in TEXTS {
        let files = Files::classes(&parsed(text), None);
        assert!(files.is_true(), "{text}");
        folders.push((format!("classes {number}"), files));
    }
    verified_by_both(&folders);
}

#[test]
fn both_checkers_accept_the_classes_of_random_problems() {
    let small = (0..150).map(random);
    let mut folders: Vec<(String, Files)> = Vec::new();
    for problem in small.chain((0..12).map(like_latin)) {
        let files = Files::classes(&problem, None);
        folders.push((files.claim().to_owned(), files));
    }
    for (_, files) in &folders[..150] {
        assert!(files.is_true(), "{files:?}");
    }
    let with = folders.iter().filter(|(_, files)| !files.text("symmetries.txt").is_empty());
    assert!(with.count() > 40, "too few problems have symmetries");
    verified_by_both(&folders);
}

#[test]
fn forged_classes_are_refused_by_both_checkers() {
    let whole = Files::classes(&built("queens:8"), None);
    let pentominoes = Files::classes(&built("pentominoes:3x20"), None);
    let symmetries: Vec<String> = lines(&whole, "symmetries.txt");
    let to: Vec<usize> = symmetries[0].split(' ').map(|word| word.parse().unwrap()).collect();
    let image = |line: &str| {
        let options = line.split(' ').map(|word| to[word.parse::<usize>().unwrap() - 1]);
        let mut options: Vec<usize> = options.collect();
        options.sort_unstable();
        options.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let mut forged: Vec<(&str, Files)> = Vec::new();
    let mut add = |what, files: &Files, name: &str, change: &dyn Fn(&mut Vec<String>)| {
        let (mut files, claim) = (files.clone(), files.claim().to_owned());
        let mut lines = lines(&files, name);
        change(&mut lines);
        files.put(name, lines.iter().map(|line| line.clone() + "\n").collect::<String>());
        files.seal(&claim);
        forged.push((what, files));
    };
    add("a representative lost", &whole, "solutions.txt", &|lines| _ = lines.pop());
    add("a representative twice", &whole, "solutions.txt", &|lines| lines.push(lines[4].clone()));
    add("one in place of another", &whole, "solutions.txt", &|lines| lines[5] = lines[4].clone());
    add("the image of another", &whole, "solutions.txt", &|lines| lines[5] = image(&lines[4]));
    add("the image of another, too", &whole, "solutions.txt", &|lines| {
        lines.push(image(&lines[4]));
    });
    add("a line cut", &whole, "solutions.txt", &|lines| _ = lines[3].pop());
    add("options in another order", &whole, "solutions.txt", &|lines| {
        lines[0] = lines[0].rsplit(' ').collect::<Vec<_>>().join(" ");
    });
    add("no symmetries", &whole, "symmetries.txt", &Vec::clear);
    for k in 0..lines(&pentominoes, "symmetries.txt").len() {
        add("a generator lost", &pentominoes, "symmetries.txt", &|lines| _ = lines.remove(k));
    }
    add("two images exchanged", &whole, "symmetries.txt", &|lines| {
        let mut words: Vec<&str> = lines[0].split(' ').collect();
        words.swap(0, 9);
        lines[0] = words.join(" ");
    });
    add("an image twice", &whole, "symmetries.txt", &|lines| {
        let mut words: Vec<&str> = lines[0].split(' ').collect();
        words[0] = words[1];
        lines[0] = words.join(" ");
    });
    add("a permutation that is no symmetry", &whole, "symmetries.txt", &|lines| {
        let options = to.len();
        let shifted = (0..options).map(|option| ((option + 1) % options + 1).to_string());
        lines.push(shifted.collect::<Vec<_>>().join(" "));
    });
    add("a generator cut", &whole, "symmetries.txt", &|lines| {
        lines[0] = lines[0].rsplit_once(' ').unwrap().0.to_owned();
    });
    add("an image more", &whole, "symmetries.txt", &|lines| lines[0] += " 1");
    for claim in ["classes 11", "classes 13", "classes 0", "count 12"] {
        let mut files = whole.clone();
        files.seal(claim);
        forged.push((claim, files));
    }
    let files: Vec<Files> = forged.iter().map(|(_, files)| files.clone()).collect();
    for ((what, files), answer) in forged.iter().zip(by_xcheck(&files)) {
        let verified = files.verified();
        assert!(verified.is_err(), "{what}: {verified:?}");
        assert!(answer.starts_with("REFUSED"), "{what}: {answer}");
    }
    // The image of a representative stands for its class as well.
    let (mut other, claim) = (whole.clone(), whole.claim().to_owned());
    let images: Vec<String> =
        lines(&whole, "solutions.txt").iter().map(|line| image(line)).collect();
    other.put("solutions.txt", images.join("\n") + "\n");
    other.seal(&claim);
    assert_ne!(other, whole);
    verified_by_both(&[(claim, other)]);
}

fn lines(files: &Files, name: &str) -> Vec<String> {
    files.text(name).lines().map(str::to_owned).collect()
}

#[test]
fn a_folder_is_written_beside_what_is_printed() {
    let folder = Folder::with("p.dlx", "a 0:2|b | x\na x |3\nx\na b |1\nb\nb\n");
    let counted = folder.quadrille("classes queens:8 --count --proof queens");
    assert_eq!(counted.silently(), "12\n");
    let json = folder.quadrille("classes queens:8 --rotations --output json --proof turned --gzip");
    assert_eq!(json_lines(&json.silently())[0]["classes"], 24);
    assert!(folder.names("turned").contains(&"certificate.xcd.gz".to_owned()));
    // Costs and an option without primary items are left out, and the options are numbered without them.
    let plain =
        folder.quadrille("classes p.dlx --proof costs --limit 1 --method enumerate").silently();
    assert!(plain.ends_with("Classes 5\nSolutions 7 = 3 x 1/1 + 2 x 1/1 x 2\n"), "{plain}");
    assert_eq!(folder.read("costs/problem.dlx"), "a 0:2|b | x\na x\na b\nb\nb\n");
    assert_eq!(folder.read("costs/symmetries.txt"), "1 2 4 3\n");
    folder.quadrille("classes queens:8 --given 'r0 c0 b7' --proof given --count").silently();
    let verified = folder.quadrille("verify queens turned costs given").silently();
    assert_eq!(verified.matches("VERIFIED classes ").count(), 4, "{verified}");
    assert!(verified.starts_with("queens: VERIFIED classes 12: The solutions of the problem are"));
    let (none, _) = folder.quadrille("classes queens:3 --proof none").negative();
    assert_eq!(none, "Classes 0\nSolutions 0\n");
    let verified = folder.quadrille("verify none").silently();
    assert!(verified.contains("VERIFIED classes 0: The problem has no solution. ("), "{verified}");
    folder.quadrille("classes queens:8 --proof queens").error_has("queens already exists");
}

#[test]
fn where_there_is_no_proof_no_folder_is_left() {
    let folder = Folder::new();
    let refused = |args: &str, why: &str| {
        let ended = folder.quadrille(&format!("classes {args} --proof p"));
        assert!(ended.stderr.contains(why), "{args}: {ended:?}");
        assert!(ended.stdout.is_empty(), "{args}: {ended:?}");
        assert_eq!(folder.names("."), Vec::<String>::new(), "{args}");
    };
    refused("latin:6", "found 812851200 solutions; expected at most 10000000 for a proof");
    refused("queens:8 --group", "cannot be used with");
    refused("queens:8 --onto r0", "cannot be used with");
    refused("queens:8 --preprocess", "cannot be used with");
    refused("queens:8 --max-bytes 1000", "more than 1000 bytes; allow more by --max-bytes");
    refused("queens:12 --time-limit 0", "use a larger --time-limit");
    refused("debruijn:4x4 --rotations", "does not handle items with colours");
    folder.quadrille("classes queens:8 --gzip").error_has("were not provided");
}
