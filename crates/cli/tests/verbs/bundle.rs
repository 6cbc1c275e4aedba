//! Bundles of `quadrille reproduce`: what is in them, and that they are run again from the archive alone.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};

use crate::common::puzzles::P1;
use crate::common::{Ended, Folder};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use quadrille_results::Fingerprint;

const ROOT: &str = "quadrille-reproduce";

/// The files of a bundle, by their names in it.
type Files = BTreeMap<String, Vec<u8>>;

fn unpacked(folder: &Folder, name: &str) -> Files {
    let bytes = fs::read(folder.path(name)).unwrap();
    let mut archive = tar::Archive::new(GzDecoder::new(&bytes[..]));
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().strip_prefix(ROOT).unwrap().display().to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (path, bytes)
    });
    entries.collect()
}

/// Packs files as a bundle; with `sums`, lists their hashes anew.
fn pack(folder: &Folder, name: &str, files: &Files, sums: bool) {
    let mut files = files.clone();
    if sums {
        files.remove("SHA256SUMS");
        let lines =
            files.iter().map(|(name, bytes)| format!("{}  {name}\n", Fingerprint::of(bytes)));
        let lines: String = lines.collect();
        files.insert("SHA256SUMS".into(), lines.into_bytes());
    }
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (name, bytes) in &files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // As bytes, because the library refuses names that lead out of a folder.
        let path = format!("{ROOT}/{name}");
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_cksum();
        archive.append(&header, &bytes[..]).unwrap();
    }
    fs::write(folder.path(name), archive.into_inner().unwrap().finish().unwrap()).unwrap();
}

/// A table on a shipped corpus, an open corpus beside it, and a bare file.
fn with_table() -> Folder {
    let folder = Folder::with("bare.txt", format!("{P1}\n"));
    folder.write("open.txt", format!("{P1}\n"));
    folder.write(
        "open.toml",
        "name = 'open'\nabout = 'a'\nsource = 'by hand'\nlicence = 'CC0-1.0'\ntask = 'first'\nfile = 'open.txt'\n",
    );
    let instance = Fingerprint::of(P1.replace('0', ".").as_bytes()).to_string();
    let pin = Fingerprint::of(format!("{instance}\n").as_bytes()).to_string();
    folder.write(
        "t.toml",
        format!(
            "title = 'A table'\nabout = 'a'\nsource = 'A book'\n[plan.p]\n\
             corpora = ['systems', 'open.toml', 'bare.txt']\nengines = ['masks']\ntask = 'first'\njobs = 1\n\
             [pins]\n'open.toml' = '{pin}'\n'bare.txt' = '{pin}'\n\
             systems = 'b9913f8321377a526da10814b51f556eae683fdd45bc9a455a57835c81e229fa'\n\
             [[figure]]\ncorpus = 'systems'\ninstance = 'P1'\nengine = 'masks'\ntests = 135\n\
             [[figure]]\ncorpus = 'open.toml'\ninstance = '1'\nengine = 'masks'\ntests = 135\n\
             [[figure]]\ncorpus = 'bare.txt'\ninstance = '1'\nengine = 'masks'\ntests = 135\n"
        ),
    );
    folder
}

/// Bundles the table; paths are given in full, as they may be.
fn bundled() -> (Folder, String) {
    let folder = with_table();
    let path = |name: &str| folder.path(name).display().to_string();
    let bundle = path("b.tar.gz");
    let args =
        format!("reproduce {} --out {} --bundle {bundle} --quiet", path("t.toml"), path("made"));
    let lacks = "not packed: the corpus bare.txt of the table t, because its licence (none is stated) is not known to let others \
                 pass it on; to have puzzles of your own packed, describe them in a manifest with an open licence \
                 (docs/REPRODUCE.md)\n";
    assert_eq!(folder.quadrille(&args).stderr, lacks);
    (folder, bundle)
}

/// Runs a bundle in a folder of its own.
fn again(bundle: &str, more: &str) -> (Folder, Ended) {
    let elsewhere = Folder::new();
    let ended = elsewhere.quadrille(&format!("reproduce --from-bundle {bundle} --out o {more}"));
    (elsewhere, ended)
}

#[test]
fn a_bundle_says_all_that_a_stranger_needs_and_nothing_of_this_machine() {
    let (folder, _) = bundled();
    let files = unpacked(&folder, "b.tar.gz");
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    for name in [
        "CITATION.cff",
        "LICENSE-MIT",
        "corpora/systems/manifest.toml",
        "t/files/open.toml",
        "t/files/open.txt",
        "t/rows/p.csv",
    ] {
        assert!(files.contains_key(name), "{name} in {:?}", files.keys());
    }
    assert!(!files.contains_key("t/files/bare.txt"), "it has no licence");
    let readme = text("README.md");
    let run: toml::Table = text("t/rows/p.csv.run.toml").parse().unwrap();
    let bare = Fingerprint::of(format!("{P1}\n").as_bytes()).to_string();
    for expected in [
        "quadrille reproduce --from-bundle FILE.tar.gz",
        "| t | A table | A book |",
        "| by hand | CC0-1.0 | here |",
        &format!("to obtain it: from the author of these results; sha256 of the file: {bare}"),
        run["build"]["sha256"].as_str().unwrap(),
        "CITATION.cff",
        "- the corpus bare.txt of the table t, because its licence (none is stated) is not known",
    ] {
        assert!(readme.contains(expected), "{expected}: {readme}");
    }
    let place = folder.path("");
    let place = place.display().to_string();
    let binary = env!("CARGO_BIN_EXE_quadrille");
    let of_binary = binary.rsplit_once('/').unwrap().0;
    for (name, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        for path in [place.trim_end_matches('/'), of_binary, "/home/"] {
            assert!(!text.contains(path), "{path} in {name}");
        }
    }
    assert_eq!(run["command"][0].as_str(), Some("quadrille"));
}

#[test]
fn a_bundle_runs_from_itself_alone() {
    let (folder, bundle) = bundled();
    for name in ["bare.txt", "open.txt", "open.toml", "t.toml"] {
        fs::rename(folder.path(name), folder.path(&format!("{name}.away"))).unwrap();
    }
    let (elsewhere, ended) = again(&bundle, "");
    assert!(
        ended.stderr.starts_with(
            "left out of t: the corpus `bare.txt` is missing: the bundle does not have it"
        ),
        "{ended:?}"
    );
    let out = ended.positive();
    assert!(out.contains("All 2 counted figures equal"), "{out}");
    assert!(
        out.contains(
            "t: verdicts and counts of 14 rows equal those in the bundle; 0 differ; 1 cannot"
        ),
        "{out}"
    );
    assert!(elsewhere.path("o/t/report.html").exists());
    // With what the bundle may not have.
    fs::create_dir(elsewhere.path("mine")).unwrap();
    elsewhere.write("mine/bare.txt", format!("{P1}\n"));
    let data = elsewhere.path("mine").display().to_string();
    let (_, whole) = again(&bundle, &format!("--data {data}"));
    assert!(whole.silently().contains("15 rows equal those in the bundle; 0 differ; 0 cannot"));
    elsewhere.write("mine/bare.txt", "1...............\n");
    let (_, other) = again(&bundle, &format!("--data {data}"));
    assert!(other.error().contains("t: the corpus `bare.txt` is not the one"), "{other:?}");
    let (_, unknown) = again(&bundle, "system-a");
    assert_eq!(unknown.error(), "found the table `system-a`; expected one of the bundle: t");
}

/// An engine that answers nothing.
const ENGINE: &str = "printf 'quadrille 2\\nname e\\nversion 1\\ntakes sudoku:9\\nready\\n'\n\
    while read -r word number rest; do case $word in sudoku) echo \"$number unsupported\";; end) echo done;; esac; done\n";

/// A table that a run has written, with an engine of one's own in a folder beside it.
#[test]
fn a_bundle_lacks_engines_and_says_what_to_do() {
    let folder = Folder::new();
    fs::create_dir(folder.path("solver")).unwrap();
    folder.write("solver/e.sh", ENGINE);
    let declared = "[[engine]]\nname = 'e'\ncommand = ['sh', 'e.sh']\nfolder = 'solver'\n";
    folder.write("e.toml", declared);
    let run = "run --corpus systems --engine masks,e --filter /P1$ --task first --quiet";
    folder.quadrille(&format!("{run} --engines e.toml --out r.csv")).positive();
    folder.quadrille("reproduce --new t.toml r.csv").silently();
    let table = folder.read("t.toml");
    assert!(table.contains("\nfolder = \"solver\"\n"), "{table}");
    let made = "reproduce t.toml --allow-engines --out made --bundle b.tar.gz --quiet";
    let ended = folder.quadrille(made);
    let lacks = "not packed: the engine e of the table t, because a bundle has no programs; ";
    assert!(ended.status == 0 && ended.stderr.starts_with(lacks), "{ended:?}");
    let readme = String::from_utf8(unpacked(&folder, "b.tar.gz")["README.md"].clone()).unwrap();
    assert!(!readme.contains("from the archive alone"), "{readme}");
    let line = "\n- the engine e of the table t, because a bundle has no programs; obtain it, ";
    assert!(readme.contains(line), "{readme}");
    let bundle = folder.path("b.tar.gz").display().to_string();
    let (_, refused) = again(&bundle, "--allow-engines");
    let error =
        "t, plan measured: found no files of the engine `e` (`sh e.sh`) in the bundle, which has";
    assert!(refused.error().starts_with(error), "{refused:?}");
    assert!(refused.error().contains("name that file with --engines"), "{refused:?}");
    // The declaration that is named takes the place of the table's, and needs no other consent.
    let (_, ended) = again(&bundle, &format!("--engines {}", folder.path("e.toml").display()));
    assert!(
        ended.positive().contains("t: verdicts and counts of 2 rows equal those in the bundle")
    );
    // One that would run in the folder of the table, which is there.
    folder.write("solver/t.toml", table.replace("folder = \"solver\"", "folder = \".\""));
    let made = made.replace("t.toml", "solver/t.toml").replace("b.tar", "c.tar");
    assert_eq!(folder.quadrille(&format!("{made} --force")).status, 0);
    let (_, refused) = again(&folder.path("c.tar.gz").display().to_string(), "--allow-engines");
    let error = refused.error();
    assert!(error.starts_with("t, plan measured: engine `e` failed before"), "{refused:?}");
    assert!(error.contains("; the bundle has no files of engines: obtain "), "{refused:?}");
}

#[test]
fn a_bundle_that_was_changed_is_refused_or_found_to_differ() {
    let (folder, bundle) = bundled();
    let files = unpacked(&folder, "b.tar.gz");
    let refused = |change: &dyn Fn(&mut Files), sums| {
        let mut files = files.clone();
        change(&mut files);
        pack(&folder, "c.tar.gz", &files, sums);
        again(&folder.path("c.tar.gz").display().to_string(), "").1
    };
    let rows = "t/rows/p.csv";
    let count = |files: &mut Files| {
        let text = String::from_utf8(files[rows].clone()).unwrap();
        files.insert(rows.into(), text.replace(",1,135,", ",1,136,").into_bytes());
    };
    refused(&count, false).error_has("t/rows/p.csv was changed: found the sha256 ");
    let differs = refused(&count, true);
    assert_eq!(differs.status, 1, "{differs:?}");
    let line = "differs from the bundle: t: masks on systems/P1: tests 136 before, 135 now\n";
    assert!(differs.stderr.contains(line), "{differs:?}");
    refused(&|files| drop(files.remove(rows)), false)
        .error_has("found no t/rows/p.csv, which SHA256SUMS lists");
    refused(&|files| drop(files.insert("../out".into(), vec![])), true)
        .error_has("found the entry quadrille-reproduce/../out");
    let error = refused(&|files| drop(files.insert("more".into(), vec![])), false);
    assert!(error.error().contains("more was changed: "), "{error:?}");
    for (name, bytes) in [("no.tar.gz", &b"no archive"[..]), ("empty.tar.gz", b"")] {
        folder.write(name, bytes);
        let ended = again(&folder.path(name).display().to_string(), "").1;
        assert_eq!(ended.status, 2, "{ended:?}");
    }
    // Cut short.
    let whole = fs::read(&bundle).unwrap();
    let mut cut = fs::File::create(folder.path("cut.tar.gz")).unwrap();
    cut.write_all(&whole[..whole.len() / 2]).unwrap();
    let ended = again(&folder.path("cut.tar.gz").display().to_string(), "").1;
    assert!(ended.error().contains("cut.tar.gz cannot be unpacked"), "{ended:?}");
}

#[test]
fn a_table_with_paths_of_this_machine_is_not_bundled() {
    let folder = with_table();
    let text = folder.read("t.toml");
    let engine = "[[plan.p.engine]]\nname = 'e'\ncommand = ['/opt/e']\n[pins]";
    folder.write("t.toml", text.replace("[pins]", engine));
    // The engine is not one of those that the plan runs, so it is not started.
    let refused = folder.quadrille("reproduce t.toml --out o --bundle b.tar.gz --allow-engines");
    let error =
        "t: the engine `e` is declared by the path /opt/e; expected a path relative to the table";
    assert!(refused.error().starts_with(error), "{refused:?}");
    assert!(!folder.path("b.tar.gz").exists());
}
